"""A file of the store as an editor has it: a form for the frontmatter where that can be, and a text.

`part` and `join` are each other's inverse: what nobody touched comes back byte for byte, whatever the file
holds. A changed value changes its own bytes only; order, other keys, quotes, comments and line ends stay.
"""

from typing import NamedTuple

from memtui.memory import frontmatter, topic
from memtui.memory.errors import MemtuiError
from memtui.memory.limits import INDEX_NAME, LOGS_DIR
from memtui.memory.pointers import newline_of
from memtui.memory.rewrite import add_value, set_value
from memtui.memory.standins import restored, stood_in
from memtui.memory.visible import visible

_PROBE = "some other words"
_NO_STAT = (0, 0, 0, 0)
EMPTY = b'---\nname: ""\ndescription: ""\ntype: ""\n---\n'  # what a new memory begins with


class Form(NamedTuple):
    """The three values that a person fills in; empty where there is none."""

    name: str = ""
    description: str = ""
    kind: str = ""


class Sheet(NamedTuple):
    """A file, parted. Without a form `text` is the whole file, and `why` says why."""

    head: bytes
    form: Form | None
    why: str
    text: str  # with LF only, and stand-ins for what cannot be shown
    ending: str

    @property
    def first_line(self) -> int:
        """The line of the file on which the text begins, from 1."""
        return self.head.count(b"\n") + 1


def part(file: str, data: bytes) -> Sheet:
    """A file for editing; one that is no text is refused."""
    if b"\0" in data:
        raise MemtuiError("holds NUL bytes, so it is not a text", file, "move it out of the store")
    form, why, head = _form(file, data)
    rest = data[len(head) :].decode("utf-8", "surrogateescape")
    ending = _ending(rest, head)
    try:
        text = stood_in(rest.replace("\r\n", "\n") if ending == "\r\n" else rest)
    except MemtuiError as error:
        raise MemtuiError(error.what, file, error.todo) from None
    return Sheet(head, form, why, text, ending)


def _ending(text: str, head: bytes) -> str:
    """CRLF where every line ends so; a single other one stays visible as it is."""
    if "\n" not in text:
        return newline_of(head).decode()
    return "\r\n" if text.count("\r\n") == text.count("\n") else "\n"


def join(sheet: Sheet, form: Form | None, text: str) -> bytes:
    """The file's bytes with these values and this text."""
    head = sheet.head
    if form is not None and sheet.form is not None:
        for key, old, new in zip(("name", "description", "type"), sheet.form, form, strict=True):
            if new != old:
                changed = _with(head, key, new)
                if changed is None:
                    raise MemtuiError(f"cannot set the {key} here", "", "go on in your own editor")
                head = changed
    body = restored(text)
    if sheet.ending == "\r\n":
        body = body.replace("\n", "\r\n")
    return head + body.encode("utf-8", "surrogateescape")


def _form(file: str, data: bytes) -> tuple[Form | None, str, bytes]:
    """The form, or why there is none; and the bytes that it stands for."""
    if file.rsplit("/", 1)[-1] == INDEX_NAME or file.startswith(f"{LOGS_DIR}/"):
        return None, "", b""
    memory = topic.read(file, _NO_STAT, data.decode("utf-8", "replace"))
    if memory.status == frontmatter.MISSING:
        return None, "it has no frontmatter; add one between --- lines", b""
    if memory.status == frontmatter.BROKEN:
        return None, f"the frontmatter {memory.problem}: mend it in the text", b""
    head = b"".join(line + b"\n" for line in data.split(b"\n")[: memory.head_lines])[: len(data)]
    form = Form(memory.name or "", memory.description or "", memory.type or memory.raw_type or "")
    if any(visible(value) != value or "\t" in value or "\ufffd" in value for value in form):
        return None, "the frontmatter holds characters that cannot be shown: see the text", b""
    stuck = [key for key in ("name", "description", "type") if _with(head, key, _PROBE) is None]
    if stuck:
        return None, f"the {stuck[0]} is written in a way that only the text can show", b""
    return form, "", head


def _with(head: bytes, key: str, value: str) -> bytes | None:
    """The frontmatter with another value, where this file has it; None when it cannot be put there."""
    values = frontmatter.read(head.decode("utf-8", "surrogateescape")).values
    nested = values.get("metadata")
    parent = None
    if key == "type" and "type" not in values and isinstance(nested, dict):
        parent = "metadata"
    above = nested if parent and isinstance(nested, dict) else values
    return set_value(head, key, value, parent) if key in above else add_value(head, key, value, parent)
