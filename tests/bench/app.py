"""The app as a user meets it: the installed wheel on a pty, beside a Textual hello-world in the same run."""

import re
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tests.bench.stores import make_store
from tests.bench.table import Row, Target, times
from tests.installed import build_wheel, command, install_wheel, surroundings
from tests.terminal import Terminal

_SIZES = (200, 2_000, 20_000)
_ROUNDS = 7
_KEYS = 9
_FRAME = 1 / 60
_FIRST, _LARGER, _QUIT, _MEMORY = 1.8, 1.2, 1.2, 2.0
_KEY_S = {200: 0.05, 2_000: 0.05, 20_000: 0.1}
_OUTSIDE_S = 0.3
_STORM_S, _STORM_PER_S = 10.0, 100
_HELLO = """
from textual.app import App
from textual.widgets import Static

class Hello(App):
    BINDINGS = [("q", "quit", "Quit")]

    def compose(self):
        yield Static("hello world")

Hello().run()
"""
_HOOK = re.compile(r"\) — (\S+ \S+)")


class Visit:
    """What one run of a program took."""

    def __init__(self, first: float, memory: int, leaving: float) -> None:
        self.first, self.memory, self.leaving = first, memory, leaving


class Bench:
    """The installed app, the stores to open, and the hello-world beside it."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        wheel, target, self.home = (self.folder / name for name in ("wheel", "installed", "app-home"))
        for place in (wheel, target, self.home):
            place.mkdir()
        self.env = surroundings(install_wheel(build_wheel(wheel), target), self.home)
        self.hello = self.folder / "hello.py"
        self.hello.write_text(_HELLO)
        self.stores = {size: self.folder / f"app-{size}" for size in _SIZES}
        for size, root in self.stores.items():
            make_store(str(root), size)

    def open_hello(self) -> Terminal:
        """The hello-world, just started."""
        return Terminal([*command()[:1], str(self.hello)], self.env, str(self.folder))

    def open_app(self, size: int) -> Terminal:
        """The app on a store of this size, just started."""
        return Terminal(command("--dir", str(self.stores[size])), self.env, str(self.folder))

    def first_words(self, size: int) -> str:
        """What stands in the first row that is useful."""
        found = _HOOK.search((self.stores[size] / "MEMORY.md").read_text(encoding="utf-8"))
        assert found is not None
        return found.group(1)

    def visit(self, open_it: Callable[[], Terminal], words: str) -> Visit:
        """Open, wait for the words, come to rest, leave."""
        with open_it() as terminal:
            first = terminal.wait_for(words)
            terminal.wait_until_still(0.5)
            memory = terminal.memory()
            terminal.press("q")
            return Visit(first, memory, terminal.wait_for_end())


def rows(folder: str) -> Iterator[Row]:
    """All that the app promises."""
    bench = Bench(folder)
    visits: dict[object, list[Visit]] = {"hello": [], **{size: [] for size in _SIZES}}
    for number in range(_ROUNDS + 1):
        found: dict[object, Visit] = {"hello": bench.visit(bench.open_hello, "hello world")}
        for size in _SIZES:
            found[size] = bench.visit(partial(bench.open_app, size), bench.first_words(size))
        if number:  # the first round warms the disk
            for name, visit in found.items():
                visits[name].append(visit)
    yield from _visits(visits)
    for size in _SIZES:
        yield _keys(bench, size)
    yield _outside(bench)
    yield _storm(bench)


def _visits(visits: dict[object, list[Visit]]) -> Iterator[Row]:
    def median(name: object, of: Callable[[Visit], float]) -> float:
        return statistics.median(of(visit) for visit in visits[name])

    hello, small = median("hello", lambda v: v.first), median(_SIZES[0], lambda v: v.first)
    yield Row("first rows of 200", "hello-world", hello, small, times(hello, _FIRST))
    for size in _SIZES[1:]:
        yield Row(
            f"first rows of {size:,}", "those of 200", small, median(size, lambda v: v.first), times(small, _LARGER)
        )
    leaving = median("hello", lambda v: v.leaving)
    yield Row("quit", "hello-world", leaving, median(_SIZES[0], lambda v: v.leaving), times(leaving, _QUIT))
    memory = median("hello", lambda v: v.memory) / 1e9  # shown in MB where times are shown in ms
    yield Row(
        "memory at 200 (MB)", "hello-world", memory, median(_SIZES[0], lambda v: v.memory) / 1e9, times(memory, _MEMORY)
    )


def _keys(bench: Bench, size: int) -> Row:
    """From a key to what it draws; up and down, so that every press moves something."""
    with bench.open_app(size) as terminal:
        terminal.wait_for(bench.first_words(size))
        terminal.wait_until_still(1.0)
        taken = []
        for number in range(2 * _KEYS):
            taken.append(terminal.answer_time("k" if number % 2 else "j"))
            terminal.wait_until_still(0.05)
    most = _KEY_S[size]
    return Row(
        f"a key at {size:,}", "one frame", _FRAME, statistics.median(taken), Target(most, f"<= {most * 1e3:g} ms")
    )


def _outside(bench: Bench) -> Row:
    """From a write by somebody else to the screen."""
    index = bench.stores[200] / "MEMORY.md"
    taken = []
    with bench.open_app(200) as terminal:
        terminal.wait_for(bench.first_words(200))
        terminal.wait_until_still(2.0)
        for number in range(_KEYS):
            start = len(terminal.output)
            index.write_text(_HOOK.sub(f") — outside{number} change{number}", index.read_text(), count=1))
            taken.append(terminal.wait_for(f"outside{number}", start=start))
            terminal.wait_until_still(0.4)
    target = Target(_OUTSIDE_S, f"<= {_OUTSIDE_S * 1e3:g} ms")
    return Row("an outside change on screen", "one frame", _FRAME, statistics.median(taken), target)


def _storm(bench: Bench) -> Row:
    """The slowest tenth of keys while somebody changes a hundred files a second."""
    root = bench.stores[2_000]
    ended = threading.Event()

    def change() -> None:
        files = sorted(root.glob("user_*.md"))
        begun, number = time.perf_counter(), 0
        while not ended.is_set():
            with open(files[number % len(files)], "a", encoding="utf-8") as file:
                file.write(f"Storm {number}.\n")
            number += 1
            time.sleep(max(0.0, begun + number / _STORM_PER_S - time.perf_counter()))

    taken: list[float] = []
    with bench.open_app(2_000) as terminal:
        terminal.wait_for(bench.first_words(2_000))
        terminal.wait_until_still(1.0)
        thread = threading.Thread(target=change, daemon=True)
        thread.start()
        begun = time.perf_counter()
        while time.perf_counter() - begun < _STORM_S:
            taken.append(terminal.answer_time("j" if len(taken) % 2 else "k"))
            terminal.wait_until_still(0.03, timeout=0.2)
        ended.set()
        thread.join()
    slow = statistics.quantiles(taken, n=10)[-1]
    return Row("a key in a storm, 9 of 10", "one frame", _FRAME, slow, Target(0.1, "<= 100 ms"))
