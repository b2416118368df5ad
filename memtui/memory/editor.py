"""The user's editor: `$VISUAL` or `$EDITOR`, split into words and never run through a shell."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from memtui.memory.errors import MemtuiError, reason

_FALLBACKS = ("editor", "nano", "vi")


def command(env: Mapping[str, str]) -> list[str]:
    """The words that start the editor."""
    for name in ("VISUAL", "EDITOR"):
        said = env.get(name, "").strip()
        if said:
            try:
                return shlex.split(said)
            except ValueError as error:
                raise MemtuiError(f"${name} is not a command ({error})", said, "check its quotes") from None
    import shutil

    found = next((path for word in _FALLBACKS if (path := shutil.which(word))), None)
    if found is None:
        raise MemtuiError("no editor", "", "set EDITOR to the one you use")
    return [found]


def open_in_editor(path: str, env: Mapping[str, str]) -> None:
    """Run the editor on this file until it ends; an error when it could not start or failed."""
    words = command(env)
    try:
        with _keys_for_the_editor():
            done = subprocess.run([*words, path], stdin=_terminal(), check=False)
    except OSError as error:
        raise MemtuiError(f"cannot start the editor ({reason(error)})", words[0], "set EDITOR") from None
    if done.returncode != 0:
        raise MemtuiError(f"the editor ended with {done.returncode}", words[0], "nothing was changed")


@contextmanager
def _keys_for_the_editor() -> Iterator[None]:
    """Ctrl-C on the terminal reaches both of us, and only the editor knows what is meant by it.

    A handler of our own, because the editor would inherit that a signal is ignored.
    """
    before = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGINT, signal.SIGQUIT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _terminal() -> int | None:
    """The terminal itself where stdin is something else."""
    if sys.stdin is not None and sys.stdin.isatty():
        return None
    try:
        return os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return None
