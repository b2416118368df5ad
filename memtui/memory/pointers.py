"""Editing the index: one line at a time, every other byte as it was."""

from memtui.memory.index import Entry, entries
from memtui.memory.limits import POINTER_AIM


def pointer_line(title: str, file: str, hook: str) -> str:
    """A pointer as agents write it, with a target that Markdown can read."""
    clean_title = " ".join(title.split()).replace("[", "(").replace("]", ")") or "Untitled"
    target = f"<{file}>" if any(char in file for char in " ()<>") else file
    clean_hook = " ".join(hook.split())
    line = f"- [{clean_title}]({target})"
    return f"{line} — {clean_hook}" if clean_hook else line


def fitted_hook(title: str, file: str, hook: str) -> str:
    """The hook, shortened at a word where the whole pointer would pass the advised length."""
    room = POINTER_AIM - len(pointer_line(title, file, "x")) + 1
    if len(hook) <= room:
        return hook
    cut = hook[: max(room - 1, 20)]
    return (cut[: cut.rfind(" ")] if " " in cut[20:] else cut).rstrip(" ,;:.") + "…"


def title_of(name: str) -> str:
    """A title from a name: `no-db-mocks` is `No db mocks`."""
    words = " ".join(name.replace("_", " ").replace("-", " ").split())
    return words[:1].upper() + words[1:]


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
    old = lines[number - 1]
    ending = b"\r\n" if old.endswith(b"\r\n") else b"\n" if old.endswith(b"\n") else b""
    lines[number - 1] = line.encode("utf-8", "surrogateescape") + ending
    return b"".join(lines)


def remove_pointers(data: bytes, file: str) -> bytes:
    """The index without any pointer to `file`."""
    return remove_lines(data, {item.line for item in _entries(data) if item.file == file and not item.external})


def follow_rename(data: bytes, old: str, new: str) -> bytes:
    """The index with every pointer to `old` leading to `new`; only the target's bytes change."""
    for item in _entries(data):
        if item.file == old and not item.external:
            data = replace_line(data, item.line, _retarget(item, new))
    return data


def _retarget(item: Entry, new: str) -> str:
    """The pointer's line with another target; an anchor stays."""
    start, end = item.span
    _, mark, anchor = item.text[start:end].partition("#")
    written = f"{new}{mark}{anchor}"
    bracketed = item.text[start - 1] == "<"
    if not bracketed and any(char in written for char in " ()<>%"):
        written = f"<{written}>"
    return item.text[:start] + written + item.text[end:]


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
