"""Printing: data to stdout, notes to stderr. On a terminal, control characters are made visible."""

import os
import re
import sys
from collections.abc import Callable
from typing import Any, TextIO

from memtui.memory.errors import MemtuiError, reason
from memtui.memory.visible import PATTERN, visible

_STYLES = {"red": "31", "yellow": "33", "green": "32", "cyan": "36", "dim": "2", "bold": "1"}


def write(text: str) -> None:
    """Data: as it is on a pipe, made visible on a terminal."""
    _emit(sys.stdout, visible(text) if _on_terminal() else text)


def _on_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def write_bytes(data: bytes) -> None:
    """Data that must reach a pipe byte for byte."""
    if _on_terminal():
        write(data.decode("utf-8", "surrogateescape"))
    else:
        _put(sys.stdout, data)


def line(text: str = "") -> None:
    """One line of data."""
    write(f"{text}\n")


def write_json(value: Any) -> None:
    """Data as JSON, with every character that JSON allows as it is."""
    import json

    text = _laid_out(value, json.JSONEncoder(ensure_ascii=False).encode)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:  # a file name that is no UTF-8
        text = _laid_out(value, json.JSONEncoder().encode)
    if _on_terminal():
        text = re.sub(PATTERN, lambda match: f"\\u{ord(match.group()):04x}", text)
    _emit(sys.stdout, text + "\n")


def _laid_out(value: Any, encode: Callable[[Any], str], indent: str = "") -> str:
    """One line a row: readable, good to grep and diff, and written by the fast encoder, which cannot indent."""
    deeper = indent + "  "
    if isinstance(value, list) and value and isinstance(value[0], dict):
        rows = [deeper + encode(row) for row in value]
        return "[\n" + ",\n".join(rows) + f"\n{indent}]"
    if isinstance(value, dict) and value and not indent:
        pairs = [f"{deeper}{encode(key)}: {_laid_out(item, encode, deeper)}" for key, item in value.items()]
        return "{\n" + ",\n".join(pairs) + "\n}"
    return encode(value)


def note(text: str) -> None:
    """Something the user should know that is not data. A name with a line break in it cannot forge a second one."""
    try:
        _emit(sys.stderr, visible("memtui: " + text.replace("\n", "\\n").replace("\t", "\\t")) + "\n")
    except (OSError, MemtuiError):
        pass  # nobody listens there; what the command does and answers is the same


def error(text: str) -> None:
    """A failure in one line."""
    note(text)


def _emit(stream: TextIO | None, text: str) -> None:
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half a character, as JSON can carry it
        data = text.encode("utf-8", "backslashreplace")
    _put(stream, data)


def _put(stream: TextIO | None, data: bytes) -> None:
    if stream is None:  # closed by whoever started us: not wanted
        return
    try:
        stream.flush()
        stream.buffer.write(data)
        stream.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as failure:
        raise MemtuiError(f"cannot write the answer ({reason(failure)})", "stdout", "give it another place") from None


def styled(text: str, style: str) -> str:
    """Colour, on a terminal that wants it only. The text must be made visible before."""
    if not use_colour():
        return text
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"


def use_colour() -> bool:
    """Whether stdout is a terminal that takes colour and nobody said no."""
    return _on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def write_styled(parts: list[tuple[str, str]]) -> None:
    """One line of (text, style) parts; a style may be empty."""
    shown = _on_terminal()
    text = "".join(
        styled(visible(part) if shown else part, style) if style else visible(part) if shown else part
        for part, style in parts
    )
    _emit(sys.stdout, text + "\n")
