"""A terminal of one's own to run the app on: reads until words are in sight, types, sends signals."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tests.cli.running import ROOT

ENTER_SCREEN, LEAVE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
_LONGEST_S = 30.0
_ESCAPES = re.compile(r"\x1b(\[[0-9;?<>=]*[a-zA-Z]|\][^\x07\x1b]*(\x07|\x1b\\)|P[^\x1b]*\x1b\\|[()][A-Z0-9]|[=>78])")


class Terminal:
    """One process on one terminal."""

    def __init__(self, command: list[str], env: Mapping[str, str], size: tuple[int, int]) -> None:
        self._controller, terminal = pty.openpty()
        self.resize(*size)
        self.process = subprocess.Popen(
            command, stdin=terminal, stdout=terminal, stderr=terminal, env=dict(env), start_new_session=True
        )
        self._kept = terminal  # so that its settings can be looked at afterwards
        self.before = termios.tcgetattr(terminal)
        self.seen = ""

    def resize(self, columns: int, rows: int) -> None:
        """Another size, told as a terminal does."""
        fcntl.ioctl(self._controller, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if hasattr(self, "process"):
            self.process.send_signal(signal.SIGWINCH)

    @property
    def words(self) -> str:
        """What was drawn so far, without escapes."""
        return _ESCAPES.sub("", self.seen)

    def wait_for(self, words: str) -> None:
        """Read until these words were drawn, since the last `forget`."""
        end = time.monotonic() + _LONGEST_S
        while words not in self.words:
            assert time.monotonic() < end, f"{words!r} was not drawn: {self.words[-2000:]!r}"
            if not self._read(0.2) and self.process.poll() is not None:
                raise AssertionError(f"ended ({self.process.returncode}) before {words!r}: {self.words[-2000:]!r}")

    def forget(self) -> None:
        """Look only at what is drawn from now on."""
        self.seen = ""

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._controller, keys.encode())

    def end(self) -> int:
        """Read until the process ends; its exit code."""
        end = time.monotonic() + _LONGEST_S
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it does not end: {self.words[-2000:]!r}"
            self._read(0.05)
        while self._read(0.05):
            pass
        return self.process.returncode

    @property
    def restored(self) -> bool:
        """Whether the terminal is as it was: its own screen, its own way of taking keys."""
        own = self.seen.rfind(LEAVE_SCREEN) > self.seen.rfind(ENTER_SCREEN)
        return own and termios.tcgetattr(self._kept)[:4] == self.before[:4]

    def _read(self, seconds: float) -> bool:
        if not select.select([self._controller], [], [], seconds)[0]:
            return False
        try:
            chunk = os.read(self._controller, 65536)
        except OSError:
            return False
        self.seen += chunk.decode(errors="replace")
        return bool(chunk)

    def close(self) -> None:
        """Whatever happened: nothing is left running."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._controller)
        os.close(self._kept)


@contextmanager
def running(*words: str, size: tuple[int, int] = (100, 30), code: str = "", **env: str) -> Iterator[Terminal]:
    """memtui with these words on a terminal; `code` is run before it in the same process."""
    command = [sys.executable, "-c", f"import sys\n{code}\nfrom memtui.cli.main import run\nrun()", *words]
    terminal = Terminal(
        command,
        {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "COLUMNS": "", "LINES": "", **env},
        size,
    )
    try:
        yield terminal
    finally:
        terminal.close()
