"""Dreams as a user watches them: the installed wheel on a pty, beside a process that tells what a dream would tell."""

import re
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from memtui.dream.events import Events, events_path
from memtui.dream.task import Task
from memtui.transcripts.opening import Which, open_directory
from tests.bench.stores import make_store
from tests.bench.table import Row, Target, times
from tests.installed import build_wheel, command, install_wheel, surroundings
from tests.messages_api import Hang, serving
from tests.terminal import Terminal
from tests.ui.dreams import running, tell, tool, turn

_FRAME = 1 / 60
_ROUNDS = 9
_KILLS = 3
_FEW, _MANY = 1_000, 10_000
_EVENT_S, _KEY_S, _KILL_S = 0.3, 0.05, 1.0
_FLAT = 1.05
_LONG_S = 60.0


class Bench:
    """The installed app, a store, and the state that app and stand-in share."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        wheel, target, self.home = (self.folder / f"dream-{name}" for name in ("wheel", "installed", "home"))
        for place in (wheel, target, self.home):
            place.mkdir()
        self.root = self.folder / "dream-store"
        make_store(str(self.root), 200)
        self.env = surroundings(install_wheel(build_wheel(wheel), target), self.home)
        self.env["XDG_STATE_HOME"] = str(self.home / "state")

    @property
    def which(self) -> Which:
        """The store, with the state that the app has of it."""
        return open_directory(str(self.root), state_base=str(self.home / "state" / "memtui"))

    @contextmanager
    def watching(self, extra: dict[str, str] | None = None) -> Iterator[Terminal]:
        """The app with the dreams in sight, come to rest."""
        words = command("--dir", str(self.root))
        with Terminal(words, {**self.env, **(extra or {})}, str(self.folder)) as terminal:
            terminal.wait_to_see("200 memories")
            terminal.press("5")
            terminal.wait_to_see("lock")
            terminal.wait_until_still(0.5, timeout=3.0)
            yield terminal


def rows(folder: str) -> Iterator[Row]:
    """All that dreams promise."""
    bench = Bench(folder)
    which = bench.which
    with running(which, engine="claude", started=time.time()) as task, bench.watching() as terminal:
        yield _event(which, task, terminal)
        yield from _long(which, task, terminal)
    yield _kill(bench)


def _event(which: Which, task: Task, terminal: Terminal) -> Row:
    """From the write of an event to its words on the screen."""
    events = Events(events_path(which.store.state, task.id))
    taken = []
    for number in range(_ROUNDS):
        start = len(terminal.output)
        events.tell(turn(f"word{number}word"))
        taken.append(terminal.wait_for(f"word{number}word", start=start))
        terminal.wait_until_still(0.4, timeout=0.37)
    events.close()
    target = Target(_EVENT_S, f"<= {_EVENT_S * 1e3:g} ms")
    return Row("a dream's event on screen, slowest", "one frame", _FRAME, max(taken), target)


def _long(which: Which, task: Task, terminal: Terminal) -> Iterator[Row]:
    """Ten thousand turns: keys, and memory beside that at one thousand."""
    memory = []
    for first, last in ((0, _FEW), (_FEW, _MANY)):
        tell(which, task, *(turn(f"turn{number}turn " * 8) for number in range(first, last)), tool("Reading the index"))
        terminal.wait_for(f"turn{last - 1}turn")
        terminal.wait_until_still(0.5, timeout=3.0)
        memory.append(terminal.memory())
    terminal.press("\r")
    terminal.wait_until_still(0.3, timeout=2.0)
    taken = []
    for number in range(2 * _ROUNDS):
        taken.append(terminal.answer_time("j" if number % 2 else "k"))
        terminal.wait_until_still(0.05, timeout=0.3)
    slow = statistics.quantiles(taken, n=10)[-1]
    target = Target(_KEY_S, f"<= {_KEY_S * 1e3:g} ms")
    yield Row(f"a key at {_MANY:,} turns, 9 of 10", "one frame", _FRAME, slow, target)
    few, many = (size / 1e9 for size in memory)  # shown in MB where times are shown in ms
    yield Row(f"memory at {_MANY:,} turns (MB)", f"at {_FEW:,}", few, many, times(few, _FLAT))


def _kill(bench: Bench) -> Row:
    """From the answer to the one question until the screen says that memory is as it was; a real worker."""
    taken = []
    with serving(Hang(_LONG_S)) as api, bench.watching(api.env) as terminal:
        _press(terminal, "d", "claude", "\r", "\r")
        for number in range(_KILLS):
            if number:
                _press(terminal, "r")
            _until(terminal, lambda before=number: len(api.requests) > before)  # type: ignore[misc]
            _press(terminal, "K")
            terminal.wait_to_see("Kill dream")
            asked = re.search(r"Kill dream (\S+)\?", terminal.text())
            assert asked is not None
            start = len(terminal.output)
            terminal.press("\r")
            taken.append(terminal.wait_for(f"dream {asked[1]} was killed; memory is", start=start))
            terminal.wait_until_still(0.5, timeout=3.0)
    target = Target(_KILL_S, f"<= {_KILL_S:g} s")
    return Row("a kill, told on screen, slowest", "one frame", _FRAME, max(taken), target)


def _press(terminal: Terminal, *keys: str) -> None:
    for key in keys:
        terminal.press(key)
        terminal.wait_until_still(timeout=2.0)


def _until(terminal: Terminal, happened: Callable[[], bool]) -> None:
    begun = time.perf_counter()
    while not happened():
        if time.perf_counter() - begun > _LONG_S:
            raise AssertionError(f"it did not happen; the screen is:\n{terminal.text()}")
        terminal.read(0.05)
