"""Opening the app from the command line: runs it, leaves in order when the system asks, and hands failures on."""

import asyncio
import signal
import sys
from typing import TYPE_CHECKING

from memtui.memory.config import Config
from memtui.transcripts.opening import Which

if TYPE_CHECKING:
    from memtui.ui.app import MemtuiApp

_SIGNALS = tuple(
    number for name in ("SIGINT", "SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None
)
_PATIENCE_S = 3.0  # for the last step of work on a sample, before it is thrown away
_BY_SIGNAL = 128  # what shells add to a signal's number


def open_app(which: Which, config: Config, *, welcome: str = "") -> int:
    """Run the app until it is left; the exit code. What went wrong in it is raised when the terminal is back."""
    from memtui.ui.app import MemtuiApp

    app = MemtuiApp(which, config, welcome=welcome)
    code = asyncio.run(_run(app))
    for words in app.last_words:
        from memtui.ui.text import plain

        print(f"memtui: {plain(words)}", file=sys.stderr)
    if app.which.location.source == "demo":
        app.loader.finish(_PATIENCE_S)
        _end_dream(app.which)
    if app.failure is not None:
        raise app.failure
    return code


def _end_dream(which: Which) -> None:
    """A dream of a sample ends with it: its files are about to be thrown away."""
    from memtui.dream.control import kill
    from memtui.dream.recovery import running_task
    from memtui.memory.errors import MemtuiError

    task = running_task(which.store)
    if task is not None:
        try:
            kill(which.store, task)
        except MemtuiError:  # it ended by itself just now
            pass


async def _run(app: "MemtuiApp") -> int:
    """A signal to end closes the app as a key does: terminal restored, drafts kept, the sample thrown away."""
    told: list[int] = []

    def leave(number: int) -> None:
        told.append(number)
        app.exit()

    from memtui.ui.threads import Threads

    loop = asyncio.get_running_loop()
    loop.set_default_executor(Threads())
    for number in _SIGNALS:
        try:
            loop.add_signal_handler(number, leave, number)
        except (NotImplementedError, ValueError):  # a system without them
            pass
    await app.run_async()
    return _BY_SIGNAL + told[0] if told else 0
