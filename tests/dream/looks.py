"""How often a piece of code asks the system about files."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest import mock


@contextmanager
def looks() -> Iterator[list[str]]:
    """The names of the calls to the system that look at files."""
    seen: list[str] = []
    with ExitStack() as stack:
        for name in ("stat", "lstat", "scandir", "listdir", "open"):
            real = getattr(os, name)

            def counted(*words: object, _name: str = name, _real: object = real, **more: object) -> object:
                seen.append(_name)
                return _real(*words, **more)  # type: ignore[operator]

            stack.enter_context(mock.patch.object(os, name, counted))
        yield seen
