"""What a person does to a store, as steps: new, edit, move, remove, log. Nothing is written here.

Each keeps file and pointer together: the memory and its line in the index change in one go, or not at all.
"""

import os
import re
import unicodedata

from memtui.memory import logs, topic
from memtui.memory.clock import iso
from memtui.memory.errors import MemtuiError, NegativeError, UsageError
from memtui.memory.files import must_read
from memtui.memory.index import entries
from memtui.memory.limits import INDEX_NAME, LOGS_DIR, TYPES
from memtui.memory.links import Names, find_links, fold
from memtui.memory.pointers import (
    add_pointer,
    fitted_hook,
    follow_rename,
    pointer_line,
    remove_pointers,
    replace_line,
    title_of,
)
from memtui.memory.rewrite import quoted, replace_span, set_value
from memtui.memory.save import Step
from memtui.memory.scan import Scan
from memtui.memory.store import Store, index_of
from memtui.memory.topic import Memory, stem

_NAME_BYTES = 255


def slug_of(text: str) -> str:
    """Words for a file name: ASCII letters and digits joined by `_`."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return "_".join(re.findall(r"[a-z0-9]+", plain))[:60].rstrip("_")


def compose(name: str, description: str, kind: str, body: str, form: str) -> str:
    """The text of a new memory, in the flat or the newer frontmatter form."""
    head = f"---\nname: {quoted(name)}\ndescription: {quoted(description)}\n"
    if form == "metadata":
        head += f"metadata: \n  node_type: memory\n  type: {kind}\n---\n\n"
    else:
        head += f"type: {kind}\n---\n"
    return head + body.strip("\n") + "\n"


def usual_form(scan: Scan) -> str:
    """The frontmatter form that most of the store uses."""
    newer = sum(1 for memory in scan.memories if memory.form == "metadata")
    flat = sum(1 for memory in scan.memories if memory.form == "flat")
    return "metadata" if newer > flat else "flat"


def plan_new(
    store: Store, scan: Scan, *, name: str, description: str, kind: str, body: str, team: bool = False
) -> tuple[str, list[Step]]:
    """A new memory and its pointer. The file's name, and the steps."""
    if kind not in TYPES:
        raise UsageError("not a type", kind, f"use one of {', '.join(TYPES)}")
    slug = slug_of(name)
    if not slug:
        raise UsageError("name has no letters or digits to make a file name of", name, "give another with --name")
    base = slug if slug.startswith(f"{kind}_") else f"{kind}_{slug}"
    file = f"{'team/' if team else ''}{base}.md"
    if any(fold(memory.file) == fold(file) for memory in scan.memories) or os.path.lexists(store.path(file)):
        raise NegativeError("a memory of that name exists", file, f"edit it with: memtui edit {file}")
    text = compose(name, description, kind, body, usual_form(scan))
    index_file, target = index_of(file)
    title = title_of(name.removeprefix(f"{kind}_").removeprefix(f"{kind}-"))
    line = pointer_line(title, target, fitted_hook(title, target, description))
    before = store.read_index(index_file)
    after = add_pointer(before or b"", line, near=f"{kind}_")
    return file, [Step(file, None, text.encode("utf-8", "surrogateescape")), Step(index_file, before, after)]


def plan_edit(store: Store, file: str, before: bytes, after: bytes, now: float) -> list[Step]:
    """An edited memory, stamped where it carries a stamp, with its pointer kept in step."""
    stamped = _restamp(after, now) if file.rsplit("/", 1)[-1] != INDEX_NAME else after
    steps = [Step(file, before, stamped)]
    if file.rsplit("/", 1)[-1] == INDEX_NAME or file.startswith(f"{LOGS_DIR}/"):
        return steps
    old = topic.read(file, (0, 0, 0, 0), before.decode("utf-8", "replace"))
    new = topic.read(file, (0, 0, 0, 0), stamped.decode("utf-8", "replace"))
    pointer = _pointer_step(store, file, old, new)
    return [*steps, pointer] if pointer else steps


def _restamp(data: bytes, now: float) -> bytes:
    """`modified` set to now, in whichever place the file has it."""
    memory = topic.read("x.md", (0, 0, 0, 0), data[:65_536].decode("utf-8", "replace"))
    if memory.stamped is None:
        return data
    return set_value(data, "modified", iso(now)) or set_value(data, "modified", iso(now), "metadata") or data


def _pointer_step(store: Store, file: str, old: Memory, new: Memory) -> Step | None:
    """The pointer added where it is missing; its hook follows the description if it said the same."""
    index_file, target = index_of(file)
    index = store.read_index(index_file)
    text = (index or b"").decode("utf-8", "surrogateescape")
    found = next((item for item in entries(text) if item.file == target and not item.external), None)
    about = new.description or ""
    if found is None:
        title = title_of(new.title)
        line = pointer_line(title, target, fitted_hook(title, target, about))
        near = f"{new.type}_" if new.type else None
        return Step(index_file, index, add_pointer(index or b"", line, near))
    if index is None or not about or about == old.description or not old.description:
        return None
    if found.hook not in (old.description, fitted_hook(found.title, target, old.description)):
        return None
    at = found.text.rindex(found.hook)
    line = found.text[:at] + fitted_hook(found.title, target, about) + found.text[at + len(found.hook) :]
    return Step(index_file, index, replace_line(index, found.line, line))


def plan_remove(store: Store, file: str) -> list[Step]:
    """A memory gone, with every pointer to it."""
    if file.rsplit("/", 1)[-1] == INDEX_NAME:
        raise UsageError("the index itself is not removed", file, "edit it with: memtui edit MEMORY.md")
    data = must_read(store.path(file), file)
    index_file, target = index_of(file)
    index = store.read_index(index_file)
    steps = [Step(file, data, None)]
    if index is not None:
        steps.append(Step(index_file, index, remove_pointers(index, target)))
    return steps


def plan_move(store: Store, scan: Scan, old: str, wanted: str) -> tuple[str, list[Step]]:
    """A memory under another name: pointers and `[[links]]` follow, and so does a `name` that said the same."""
    new = _new_name(old, wanted)
    if new == old:
        raise UsageError("that is its name already", old, "give another")
    if os.path.lexists(store.path(new)) and fold(new) != fold(old):
        raise NegativeError("a file of that name exists", new, "choose another or remove it first")
    memory = next((item for item in scan.memories if item.file == old), None)
    if memory is None:
        raise UsageError("only memories are moved", old, "see memtui list")
    data = must_read(store.path(old), old)
    moved, link = _renamed(data, memory, new)
    steps = [Step(old, data, None), *_link_steps(store, scan, memory, link, new, moved)]
    return new, [*steps, *_index_steps(store, old, new)]


def _new_name(old: str, wanted: str) -> str:
    """A bare name stays in the old file's folder; `.md` is added."""
    name = wanted.strip().replace(os.sep, "/")
    name = name if name.endswith(".md") else f"{name}.md"
    if "/" not in name and "/" in old:
        name = f"{old.rsplit('/', 1)[0]}/{name}"
    parts = name.split("/")
    bad = any(part in ("", ".", "..") for part in parts) or any(ord(char) < 32 for char in name)
    if bad or any(len(os.fsencode(part)) > _NAME_BYTES for part in parts):
        raise UsageError("not a usable name", wanted, "give a plain name below the memory directory")
    if parts[-1] == INDEX_NAME:
        raise UsageError("that name belongs to the index", wanted, "give another")
    return name


def _renamed(data: bytes, memory: Memory, new: str) -> tuple[bytes, str]:
    """The file's new bytes, and what links to it shall say."""
    if memory.name is None or fold(memory.name) != fold(stem(memory.file)):
        return data, memory.name or stem(new)
    dashed = "-" in memory.name and "_" not in memory.name
    name = stem(new).replace("_", "-") if dashed else stem(new)
    changed = set_value(data, "name", name)
    return (changed, name) if changed is not None else (data, memory.name)


def _link_steps(store: Store, scan: Scan, memory: Memory, link: str, new: str, moved: bytes) -> list[Step]:
    """The moved file itself, and every memory whose links led to it."""
    names = Names(scan.memories)
    steps = []
    for other in scan.memories:
        before = moved if other.file == memory.file else must_read(store.path(other.file), other.file)
        after = _relinked(before, names, memory, link)
        if other.file == memory.file:
            steps.append(Step(new, None, after, memory.key[0]))
        elif after != before:
            steps.append(Step(other.file, before, after, other.key[0]))
    return steps


def _relinked(data: bytes, names: Names, memory: Memory, link: str) -> bytes:
    if b"[[" not in data:
        return data
    for found in reversed(find_links(data.decode("utf-8", "surrogateescape"))):
        target = names.find(found.target)
        if target is not None and target.file == memory.file and fold(found.target) != fold(link):
            data = replace_span(data, found.line, found.start, found.end, link)
    return data


def _index_steps(store: Store, old: str, new: str) -> list[Step]:
    (old_index, old_target), (new_index, new_target) = index_of(old), index_of(new)
    before = store.read_index(old_index)
    if before is None:
        return []
    if old_index == new_index:
        return [Step(old_index, before, follow_rename(before, old_target, new_target))]
    lines = [item for item in entries(before.decode("utf-8", "surrogateescape")) if item.file == old_target]
    other = store.read_index(new_index)
    after = other or b""
    for item in lines[:1]:
        after = add_pointer(after, pointer_line(item.title, new_target, item.hook))
    return [Step(old_index, before, remove_pointers(before, old_target)), Step(new_index, other, after)]


def plan_log(store: Store, text: str, now: float) -> tuple[str, list[Step]]:
    """One more line in today's log."""
    if not text.strip():
        raise UsageError("nothing to log", "the text is empty", "give some words")
    file = logs.log_file(now)
    path = store.path(file)
    before = must_read(path, file) if os.path.lexists(path) else None
    return file, [Step(file, before, logs.appended(before, logs.log_line(text, now)))]


def check_readable(store: Store, file: str, limit: int) -> bytes:
    """A file's bytes for editing; one too large for an editor is refused."""
    size = os.lstat(store.path(file)).st_size
    if size > limit:
        raise MemtuiError(f"too large to edit here ({size} bytes)", file, "edit it in place with your editor")
    return must_read(store.path(file), file)
