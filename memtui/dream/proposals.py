"""What the offline engine only proposes, because it takes a person to judge: merging two memories that say nearly
the same, and a relative date made absolute where it is known when its line was written.
"""

import json
import os
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime

from memtui.audit.auditor import Auditor
from memtui.audit.fixes import plan_fixes
from memtui.dream import duplicates
from memtui.dream.adoption import is_index
from memtui.dream.declined import declined, line_key, pair_key
from memtui.dream.rules import Rules, count, named
from memtui.history.dating import Dating
from memtui.memory.clock import parse_iso
from memtui.memory.files import open_regular, read_bytes
from memtui.memory.folded import FOLDED
from memtui.memory.index import entries
from memtui.memory.limits import BODY_MAX_BYTES
from memtui.memory.pointers import append_line
from memtui.memory.state import State
from memtui.memory.store import Store
from memtui.memory.topic import Memory

_STAMP = re.compile(r'"timestamp"\s*:\s*"([^"]{10,40})"')
_SESSION_MAX = 20_000_000  # bytes of a transcript that are searched for a line
_ID = re.compile(r"[0-9a-fA-F-]{36}")
PROPOSED = "a proposal of the rules, for a person to judge"


def propose(rules: Rules, state: State, transcripts: Sequence[str], now: float) -> None:
    """Make the proposals in the copy, by the same tools; not those again that a person has discarded."""
    copy = rules.look()
    asked = _Asked(state, copy.store, duplicates.texts(copy.store, copy.scan))
    _dates(rules, state, transcripts, now, asked)
    _near(rules, asked)
    if asked.left_out:
        count_of = count(asked.left_out, "proposal", "proposals")
        rules.hands.turn(f"Left out {count_of} that you discarded before; run with --ask-again to see them again.")


class _Asked:
    """What a person was asked before and did not want, by the texts as they are before anything is proposed."""

    def __init__(self, state: State, store: Store, texts: Mapping[str, bytes]) -> None:
        self._known = declined(state)
        self._store = store
        self._texts = texts
        self.left_out = 0

    def pair(self, one: str, other: str) -> bool:
        """Whether merging these two was discarded."""
        return self._counted(pair_key(self._texts.get(one, b""), self._texts.get(other, b"")))

    def line(self, file: str, number: int) -> bool:
        """Whether a date in this line was."""
        lines = _text_of(self._store.path(file)).split("\n")
        return 0 < number <= len(lines) and self._counted(line_key(file, lines[number - 1]))

    def _counted(self, key: str) -> bool:
        self.left_out += key in self._known
        return key in self._known


def _dates(rules: Rules, state: State, transcripts: Sequence[str], now: float, asked: _Asked) -> None:
    copy = rules.look()
    dating = LineDating(copy.store, state, transcripts, copy.memories)
    found = Auditor(copy.store).audit(copy.scan, now, dating=dating, with_drift=False).findings
    dated = [
        item
        for item in found
        if item.rule == "relative-date"
        and item.mend
        and not _pinned(copy.memories, item.file)
        and not asked.line(item.file, item.mend.line)
    ]
    steps, mends = plan_fixes(copy.store, copy.scan, dated)
    said = []
    for step in steps:
        mine = [mend.said for mend in mends if mend.file == step.file]
        if step.after is not None and rules.hands.write(step.file, step.after, named(mine)):
            said += [f"{step.file}: {text}" for text in mine]
    if said:
        rules.hands.turn(f"Propose absolute dates, where the day a line was written is known: {named(said)}.")


def _pinned(memories: dict[str, Memory], file: str) -> bool:
    return file in memories and memories[file].pinned


def _near(rules: Rules, asked: _Asked) -> None:
    copy = rules.look()
    said = []
    for pair in list(duplicates.near(copy.store, copy.scan, asked.pair)):
        kept, other = copy.memories[pair.kept], copy.memories[pair.copy]
        data = read_bytes(copy.store.path(pair.kept))
        body = duplicates.body_of(read_bytes(copy.store.path(pair.copy)), other)
        merged = _with_lines(data, body, other.description)
        if merged != data and not rules.hands.write(kept.file, merged, f"also holds what only {other.file} said"):
            continue
        reason = f"nearly the same as {kept.file}, which has every line of it now"
        if rules.hands.call("delete", path=other.file, reason=reason, merged_into=kept.file).touched is None:
            continue
        for file, index in duplicates.without_pointers(copy.store, other.file):
            rules.hands.write(file, index, f"{other.file} would be merged into {kept.file}")
        said.append(f"{other.file} into {kept.file}")
    if said:
        rules.hands.turn(f"Propose to merge memories that are nearly the same: {named(said)}.")


def _with_lines(data: bytes, body: str, description: str | None) -> bytes:
    """A memory with the lines of another that it lacks, as they are, and with its description where that is another."""
    text = data.decode("utf-8", "replace")
    known = {line.strip() for line in text.split("\n")}
    extra = [description] if description and description not in text else []
    for line in [*body.split("\n"), *extra]:
        if line.strip() and line.strip() not in known:
            data = append_line(data, line.rstrip("\r"))
    return data


class LineDating:
    """When a line was written: by the history, else by the session that wrote the memory and holds the line."""

    def __init__(self, store: Store, state: State, transcripts: Sequence[str], memories: dict[str, Memory]) -> None:
        self._store = store
        self._history = Dating(state)
        self._folders = tuple(transcripts)
        self._memories = memories

    def __call__(self, file: str, line: str) -> date | None:
        """The day, or None when it is not certain."""
        if self._is_quoted(file, line):
            return None
        return self._history(file, line) or self._session(file, line)

    def _is_quoted(self, file: str, line: str) -> bool:
        """Whether a pointer says what its memory says: then those are the words to date, not the pointer's."""
        if not is_index(file) and os.path.basename(file) not in FOLDED:
            return False
        for entry in entries(line):
            target = os.path.normpath(os.path.join(os.path.dirname(file), entry.file))
            hook = " ".join(entry.hook.removesuffix("…").split())
            if hook and hook in " ".join(_text_of(self._store.path(target)).split()):
                return True
        return False

    def _session(self, file: str, line: str) -> date | None:
        memory = self._memories.get(file)
        origin = memory.origin if memory is not None else None
        if origin is None or not _ID.fullmatch(origin):
            return None
        for folder in self._folders:
            day = _day_of(os.path.join(folder, f"{origin}.jsonl"), line.strip())
            if day is not None:
                return day
        return None


def _text_of(path: str) -> str:
    try:
        return read_bytes(path, BODY_MAX_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""


def _day_of(path: str, line: str) -> date | None:
    """The day of a session in whose record the line stands, if all records with it are of one day."""
    wanted = (json.dumps(line)[1:-1], json.dumps(line, ensure_ascii=False)[1:-1])
    try:
        with os.fdopen(open_regular(path), "rb") as file:
            text = file.read(_SESSION_MAX).decode("utf-8", "replace")
    except OSError:
        return None
    days = set()
    for row in text.split("\n"):
        stamp = _STAMP.search(row) if any(form in row for form in wanted) else None
        moment = parse_iso(stamp.group(1)) if stamp is not None else None
        if moment is not None:
            days.add(datetime.fromtimestamp(moment).date())
    return days.pop() if len(days) == 1 else None
