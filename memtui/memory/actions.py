"""What a person does to a store, as steps: new, edit, move, remove, log. Nothing is written here.

Each keeps file and pointer together: the memory and its line in the index change in one go, or not at all.
"""

import os
import re
import stat
import unicodedata

from memtui.memory import logs, topic
from memtui.memory.clock import iso
from memtui.memory.errors import MemtuiError, NegativeError, UsageError
from memtui.memory.files import must_read
from memtui.memory.index import Entry, entries
from memtui.memory.limits import INDEX_NAME, LOGS_DIR, TEAM_DIR, TYPES
from memtui.memory.links import Names, find_links, fold
from memtui.memory.pointers import (
    add_pointer,
    fitted_hook,
    follow_rename,
    pointer_line,
    remove_pointers,
    replace_line,
    retargeted,
    title_of,
)
from memtui.memory.rewrite import quoted, replace_spans, set_value
from memtui.memory.save import Step
from memtui.memory.scan import Scan
from memtui.memory.store import Store, index_of
from memtui.memory.topic import Memory, stem

_NAME_BYTES = 255
_NO_NAMES = ("", ".", "..", ".md", ".git")  # what is below .git has no history here


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


def new_file(name: str, kind: str, *, team: bool = False) -> str:
    """The file that a new memory of this name and type goes to."""
    if kind not in TYPES:
        raise UsageError("not a type", kind, f"use one of {', '.join(TYPES)}")
    slug = slug_of(name)
    if not slug:
        raise UsageError("name has no letters or digits to make a file name of", name, "give another")
    base = slug if slug.startswith(f"{kind}_") else f"{kind}_{slug}"
    return f"{f'{TEAM_DIR}/' if team else ''}{base}.md"


def plan_new(
    store: Store,
    scan: Scan,
    *,
    name: str,
    description: str,
    kind: str,
    body: str,
    team: bool = False,
    whole: bytes | None = None,
) -> tuple[str, list[Step]]:
    """A new memory and its pointer. The file's name, and the steps; `whole` is the file as the user wrote it."""
    file = new_file(name, kind, team=team)
    if any(fold(memory.file) == fold(file) for memory in scan.memories) or os.path.lexists(store.path(file)):
        raise NegativeError("a memory of that name exists", file, f"edit it with: memtui edit {file}")
    if whole is None:
        whole = compose(name, description, kind, body, usual_form(scan)).encode("utf-8", "surrogateescape")
    index_file, target = index_of(file)
    title = title_of(name.removeprefix(f"{kind}_").removeprefix(f"{kind}-"))
    line = pointer_line(title, target, fitted_hook(title, target, description))
    before = store.read_index(index_file)
    after = add_pointer(before or b"", line, near=f"{kind}_")
    return file, [Step(file, None, whole), Step(index_file, before, after)]


def plan_edit(store: Store, file: str, before: bytes | None, after: bytes, now: float) -> list[Step]:
    """An edited memory, stamped where it carries a stamp, with its pointer kept in step. None: it is made anew."""
    if after == before:
        return []
    stamped = _restamp(after, now) if file.rsplit("/", 1)[-1] != INDEX_NAME else after
    steps = [Step(file, before, stamped)]
    if file.rsplit("/", 1)[-1] == INDEX_NAME or file.startswith(f"{LOGS_DIR}/"):
        return steps
    old = topic.read(file, (0, 0, 0, 0), (before or b"").decode("utf-8", "replace"))
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
    steps = [Step(file, must_read(store.path(file), file), None)]
    for index_file, target in dict.fromkeys((index_of(file), (INDEX_NAME, file))):
        index = store.read_index(index_file)
        if index is not None:
            steps.append(Step(index_file, index, remove_pointers(index, target)))
    return steps


def plan_move(store: Store, scan: Scan, old: str, wanted: str) -> tuple[str, list[Step]]:
    """A memory under another name: pointers and `[[links]]` follow, and so does a `name` that said the same."""
    new = _new_name(old, wanted)
    if new == old:
        raise UsageError("that is its name already", old, "give another")
    if os.path.lexists(store.path(new)) and not _one_file(store.path(old), store.path(new)):
        raise NegativeError("a file of that name exists", new, "choose another or remove it first")
    memory = next((item for item in scan.memories if item.file == old), None)
    if memory is None:
        raise UsageError("only memories are moved", old, "see memtui list")
    data = must_read(store.path(old), old)
    moved, link = _renamed(data, memory, new)
    other = Names(item for item in scan.memories if item.file != old).find(link)
    if other is not None and fold(link) != fold(memory.title):
        raise NegativeError("links by that name lead to another memory", other.file, "choose another name")
    steps = [Step(old, data, None), *_link_steps(store, scan, memory, link, new, moved)]
    return new, [*steps, *_index_steps(store, old, new)]


def _one_file(first: str, second: str) -> bool:
    """Whether two names differ only in a way that the file system does not tell apart."""
    return os.path.lexists(first) and os.path.samestat(os.lstat(first), os.lstat(second))


def _new_name(old: str, wanted: str) -> str:
    """A bare name stays in the old file's folder; `.md` is added."""
    said = wanted.strip().replace(os.sep, "/")
    name = said if said.endswith(".md") else f"{said}.md"
    if "/" not in name and "/" in old:
        name = f"{old.rsplit('/', 1)[0]}/{name}"
    parts = name.split("/")
    bad = any(part in _NO_NAMES for part in (*parts, said.rsplit("/", 1)[-1])) or any(ord(char) < 32 for char in name)
    if bad or not _is_utf8(name) or any(len(os.fsencode(part)) > _NAME_BYTES for part in parts):
        raise UsageError("not a usable name", wanted, "give a plain name below the memory directory")
    if parts[-1] == INDEX_NAME:
        raise UsageError("that name belongs to the index", wanted, "give another")
    return name


def _is_utf8(name: str) -> bool:
    """Whether the index, which is text, can point to it."""
    try:
        os.fsencode(name).decode("utf-8")
        return True
    except UnicodeError:
        return False


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
            steps.append(Step(new, None, after, memory.key[0], _mode(store.path(memory.file))))
        elif after != before:
            steps.append(Step(other.file, before, after, other.key[0]))
    return steps


def _mode(path: str) -> int | None:
    try:
        return stat.S_IMODE(os.lstat(path).st_mode)
    except OSError:
        return None  # gone since it was read, which stops the change


def _relinked(data: bytes, names: Names, memory: Memory, link: str) -> bytes:
    if b"[[" not in data:
        return data
    spans = []
    for found in find_links(data.decode("utf-8", "surrogateescape")):
        target = names.find(found.target)
        leads_here = target is not None and target.file == memory.file
        if leads_here and fold(found.target.removesuffix(".md")) != fold(link):
            spans.append((found.line, found.start, found.end))
    return replace_spans(data, spans, link)


def _index_steps(store: Store, old: str, new: str) -> list[Step]:
    (old_index, old_target), (new_index, new_target) = index_of(old), index_of(new)
    before = {name: store.read_index(name) for name in (INDEX_NAME, old_index, new_index)}
    after = dict(before)
    after[old_index] = _followed(before[old_index], old_target, new_target, stays=old_index == new_index)
    if old_index != INDEX_NAME:  # the main index may point below the team's folder
        after[INDEX_NAME] = _followed(before[INDEX_NAME], old, new, stays=True)
    lines = _pointers_to(before[old_index], old_target)
    if lines and not _pointers_to(after[new_index], new_target):
        after[new_index] = add_pointer(after[new_index] or b"", retargeted(lines[0], new_target).lstrip())
    return [Step(name, before[name], after[name]) for name in before if before[name] != after[name]]


def _followed(index: bytes | None, old: str, new: str, *, stays: bool) -> bytes | None:
    """An index after a move: its pointers follow, or go where the memory is now another index's."""
    if index is None:
        return None
    return follow_rename(index, old, new) if stays else remove_pointers(index, old)


def _pointers_to(index: bytes | None, target: str) -> list[Entry]:
    found = entries((index or b"").decode("utf-8", "surrogateescape"))
    return [item for item in found if item.file == target and not item.external]


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
    try:
        status = os.lstat(store.path(file))
        size, link = status.st_size, stat.S_ISLNK(status.st_mode)
    except OSError:
        size, link = 0, False  # reading it says what is wrong
    if link:
        raise MemtuiError("is a link, which memtui never follows", file, "put a plain file in its place")
    if size > limit:
        raise MemtuiError(f"too large to edit here ({size} bytes)", file, "edit it in place with your editor")
    return must_read(store.path(file), file)
