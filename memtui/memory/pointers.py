"""Editing the index: one line at a time, every other byte as it was."""

import re

from memtui.memory.index import Entry, entries
from memtui.memory.limits import POINTER_AIM

_TITLE_MAX = 60  # leaves room for the file and a hook


def pointer_line(title: str, file: str, hook: str) -> str:
    """A pointer as agents write it, with a target that Markdown can read."""
    clean_title = " ".join(title.split()).replace("[", "(").replace("]", ")") or "Untitled"
    target = _enclosed(_encoded(file))
    clean_hook = " ".join(hook.split())
    line = f"- [{clean_title}]({target})"
    return f"{line} — {clean_hook}" if clean_hook else line


def _encoded(file: str) -> str:
    """A file's name with everything percent-encoded that a reader would take for something else."""
    edges = (0, len(file) - 1)  # space there is trimmed
    return "".join(
        "".join(f"%{byte:02X}" for byte in char.encode())
        if char in "%#<>:" or char < " " or char == "\x7f" or (at in edges and char.isspace())
        else char
        for at, char in enumerate(file)
    )


def _enclosed(target: str) -> str:
    return f"<{target}>" if any(char in target for char in " ()") else target


def fitted_hook(title: str, file: str, hook: str) -> str:
    """The hook, shortened at a word where the whole pointer would pass the advised length."""
    room = POINTER_AIM - len(pointer_line(title, file, "x")) + 1
    if not hook or len(hook) <= room:
        return hook
    cut = hook[: max(room - 1, 20)]
    return (cut[: cut.rfind(" ")] if " " in cut[20:] else cut).rstrip(" ,;:.") + "…"


def title_of(name: str) -> str:
    """A title from a name: `no-db-mocks` is `No db mocks`."""
    words = " ".join(name.replace("_", " ").replace("-", " ").split())
    title = words[:1].upper() + words[1:]
    return title if len(title) <= _TITLE_MAX else title[: _TITLE_MAX - 1].rstrip() + "…"


def newline_of(data: bytes) -> bytes:
    """The line ending the file uses: that of its first line, else LF."""
    first = data.find(b"\n")
    return b"\r\n" if first > 0 and data[first - 1 : first] == b"\r" else b"\n"


def append_line(data: bytes, line: str) -> bytes:
    """The index with one more line at its end."""
    end = newline_of(data)
    gap = b"" if not data or data.endswith(b"\n") else end
    return data + gap + line.encode("utf-8", "surrogateescape") + end


def add_pointer(data: bytes, line: str, near: str | None = None) -> bytes:
    """The index with a new pointer: after the last pointer to a file that begins with `near`, else at the end."""
    if near:
        after = [item.line for item in _entries(data) if not item.external and item.file.startswith(near)]
        if after:
            return insert_line(data, after[-1] + 1, line)
    return append_line(data, line)


def insert_line(data: bytes, number: int, line: str) -> bytes:
    """The index with a new line before line `number` (from 1)."""
    start = _offset(data, number)
    if start >= len(data):
        return append_line(data, line)
    return data[:start] + line.encode("utf-8", "surrogateescape") + newline_of(data) + data[start:]


def remove_lines(data: bytes, numbers: set[int]) -> bytes:
    """The index without these lines (from 1)."""
    return b"".join(line for number, line in enumerate(_split(data), 1) if number not in numbers)


def replace_line(data: bytes, number: int, line: str) -> bytes:
    """The index with another text on one line; its line ending stays."""
    lines = _split(data)
    lines[number - 1] = _rewritten(lines[number - 1], line)
    return b"".join(lines)


def move_line(data: bytes, number: int, to: int) -> bytes:
    """The index with one line at another place; every line keeps its bytes, and the file its way of ending."""
    lines = _split(data)
    if not lines or lines[-1].endswith(b"\n"):
        tail = b""
    else:
        tail = b"" if len(lines) == 1 else newline_of(data)
        lines[-1] += tail  # the last line may become another one
    lines.insert(to - 1, lines.pop(number - 1))
    moved = b"".join(lines)
    return moved.removesuffix(tail) if tail else moved


def _rewritten(old: bytes, line: str) -> bytes:
    ending = next((end for end in (b"\r\n", b"\n", b"\r") if old.endswith(end)), b"")
    return line.encode("utf-8", "surrogateescape") + ending


def remove_pointers(data: bytes, file: str) -> bytes:
    """The index without any pointer to `file`."""
    return remove_lines(data, {item.line for item in _entries(data) if item.file == file and not item.external})


def follow_rename(data: bytes, old: str, new: str) -> bytes:
    """The index with every pointer to `old` leading to `new`; only the target's bytes change."""
    lines = _split(data)
    for item in _entries(data):
        if item.file == old and not item.external:
            lines[item.line - 1] = _rewritten(lines[item.line - 1], retargeted(item, new))
    return b"".join(lines)


def retargeted(item: Entry, new: str) -> str:
    """The pointer's line with another target; a `./` before it and an anchor after it stay."""
    start, end = item.span
    old, mark, anchor = item.text[start:end].partition("#")
    here = "./" if old.startswith("./") else ""
    written = f"{here}{_encoded(new)}{mark}{anchor}"
    if item.text[start - 1] != "<":
        written = _enclosed(written)
    return item.text[:start] + written + item.text[end:]


def retitled(item: Entry, title: str, hook: str) -> str:
    """The pointer's line with another title and hook.

    Bullet, target and what stands between stay as they were, and so does, to the byte, the one that is the same.
    """
    start = item.text.index("[") + 1
    close = start + len(item.title)
    end = item.text.index(")", item.span[1]) + 1
    written = item.title if title == item.title else _one_line(title).replace("[", "(").replace("]", ")")
    rest = item.text[end:]
    hook = hook if hook == item.hook else _one_line(hook)
    if not hook:
        tail = ""
    elif item.hook:
        at = rest.rindex(item.hook)
        tail = rest[:at] + hook + rest[at + len(item.hook) :]
    else:
        tail = f" — {hook}"
    return item.text[:start] + (written or "Untitled") + item.text[close:end] + tail


def _one_line(text: str) -> str:
    """What somebody typed, without line ends and space around it; what is between the words is theirs."""
    return re.sub(r"[\r\n]+", " ", text).strip()


def _entries(data: bytes) -> list[Entry]:
    return entries(data.decode("utf-8", "surrogateescape"))


def _split(data: bytes) -> list[bytes]:
    """Lines with their endings; only LF ends a line."""
    lines = [line + b"\n" for line in data.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _offset(data: bytes, number: int) -> int:
    """Where line `number` begins."""
    at = 0
    for _ in range(number - 1):
        found = data.find(b"\n", at)
        if found == -1:
            return len(data)
        at = found + 1
    return at
