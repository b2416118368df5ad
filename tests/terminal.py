"""A real terminal for tests and measurements: a program on a pty, what it printed and when, and keys to press."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from types import TracebackType

import pyte

_CHUNK = 65_536


class Terminal:
    """One program on a pty of its own. Use as a context: it is killed at the end if it still runs."""

    def __init__(
        self, words: Sequence[str], env: Mapping[str, str], cwd: str, columns: int = 120, rows: int = 40
    ) -> None:
        self.output = bytearray()
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._fed = 0
        self.exit_code: int | None = None
        self.started = time.perf_counter()
        self.pid, self._master = pty.fork()
        if self.pid == 0:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
                os.chdir(cwd)
                os.execvpe(words[0], list(words), {**env, "TERM": "xterm-256color", "COLORTERM": "truecolor"})
            finally:
                os._exit(127)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.exit_code is None:
            os.kill(self.pid, signal.SIGKILL)
            self._reap(wait=True)
        os.close(self._master)

    def read(self, timeout: float) -> bool:
        """Take what comes within the time; whether anything came."""
        ready, _, _ = select.select([self._master], [], [], timeout)
        if not ready:
            return False
        try:
            chunk = os.read(self._master, _CHUNK)
        except OSError:  # the other end is closed
            chunk = b""
        self.output += chunk
        return bool(chunk)

    def wait_for(self, text: str, timeout: float = 20.0, start: int = 0) -> float:
        """Seconds from now until the program has printed this, counted in its output from `start` on."""
        wanted, begun = text.encode(), time.perf_counter()
        while wanted not in self.output[start:]:
            left = timeout - (time.perf_counter() - begun)
            if left <= 0 or not (self.read(left) or self._alive()):
                raise AssertionError(f"{text!r} never came; the screen is:\n{self.text()}")
        return time.perf_counter() - begun

    def wait_until_still(self, quiet: float = 0.15, timeout: float = 20.0) -> None:
        """Read until nothing has come for a while."""
        begun = time.perf_counter()
        while time.perf_counter() - begun < timeout and self.read(quiet):
            pass

    def wait_to_see(self, text: str, timeout: float = 20.0) -> None:
        """Read until this stands on the screen."""
        begun = time.perf_counter()
        while text not in self.text():
            if time.perf_counter() - begun > timeout:
                raise AssertionError(f"{text!r} is not on the screen:\n{self.text()}")
            self.read(0.1)

    def press(self, keys: str) -> None:
        """Type these characters."""
        os.write(self._master, keys.encode())

    def answer_time(self, keys: str, timeout: float = 5.0) -> float:
        """Seconds from pressing a key until the program has drawn something."""
        begun = time.perf_counter()
        self.press(keys)
        if not self.read(timeout):
            raise AssertionError(f"nothing was drawn after {keys!r}")
        return time.perf_counter() - begun

    def text(self) -> str:
        """What is on the screen."""
        self._stream.feed(bytes(self.output[self._fed :]))
        self._fed = len(self.output)
        return "\n".join(line.rstrip() for line in self._screen.display)

    def wait_for_end(self, timeout: float = 10.0) -> float:
        """Seconds from now until the program has ended."""
        begun = time.perf_counter()
        while not self._reap():
            if time.perf_counter() - begun > timeout:
                raise AssertionError(f"it does not end; the screen is:\n{self.text()}")
            self.read(0.002)
        return time.perf_counter() - begun

    def memory(self) -> int:
        """Bytes of memory the program holds, where the system tells."""
        with open(f"/proc/{self.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    def _alive(self) -> bool:
        return not self._reap()

    def _reap(self, wait: bool = False) -> bool:
        if self.exit_code is None:
            pid, status = os.waitpid(self.pid, 0 if wait else os.WNOHANG)
            if pid:
                self.exit_code = os.waitstatus_to_exitcode(status)
        return self.exit_code is not None
