"""Forgetting: one file out of every state, or the oldest states when the history has grown too large.

The history is written anew without them, then git drops what nothing refers to any more.
"""

import json
import os
from collections.abc import Callable
from typing import NamedTuple

from memtui.history import git
from memtui.history.log import REF, Entry, Log
from memtui.history.states import States, encode_states, tree_path
from memtui.history.trash import forget
from memtui.memory.state import State

MAX_BYTES = 256 * 1024 * 1024
TIDY_EVERY = 64  # states between two looks at the size
_NEW_REF = "refs/heads/rewritten"


class Purged(NamedTuple):
    """What was forgotten."""

    states: int
    copies: int
    elsewhere: tuple[str, ...]  # other files whose past holds the very same content


def purge(state: State, file: str) -> Purged:
    """Forget a file: its content in every state, in the trash and in drafts. The caller holds the lock."""
    log = Log(state)
    history = log.entries()
    blobs: set[str] = set()
    others: dict[str, set[str]] = {}
    for entry in history:
        for name, kept in log.states(entry.commit).items():
            if name == file:
                blobs.add(kept.blob)
            else:
                others.setdefault(kept.blob, set()).add(name)
    count = sum(1 for entry in history if file in entry.touched)
    if blobs:
        _rewrite(log, history, lambda states: {n: s for n, s in states.items() if n != file})
    copies = forget(state, file, blobs) + _forget_drafts(state, file)
    elsewhere = sorted({name for blob in blobs for name in others.get(blob, ())})
    return Purged(count, copies, tuple(elsewhere))


def _forget_drafts(state: State, file: str) -> int:
    stem = os.path.basename(file).removesuffix(".md")
    count = 0
    for folder, _, names in os.walk(state.drafts):
        for name in names:
            if name.startswith(stem):
                os.unlink(os.path.join(folder, name))
                count += 1
    return count


def tidy(state: State, number: int, cap: int = MAX_BYTES) -> int:
    """Now and then: pack the history, and drop its oldest half while it is over the cap. States dropped."""
    if number % TIDY_EVERY:
        return 0
    log = Log(state)
    _collect(log)
    dropped = 0
    while size_of(log.repository) > cap:
        history = log.entries()
        if len(history) < 2:
            break
        keep = history[: len(history) // 2]
        dropped += len(history) - len(keep)
        _rewrite(log, keep, lambda states: states)
    return dropped


def size_of(repository: str) -> int:
    """Bytes the history takes on disk."""
    total = 0
    for folder, _, names in os.walk(repository):
        for name in names:
            try:
                total += os.lstat(os.path.join(folder, name)).st_size
            except OSError:
                pass
    return total


def _rewrite(log: Log, history: list[Entry], keep: Callable[[States], States]) -> None:
    """Write the given states (newest first) anew, each filtered by `keep`, and drop everything else."""
    parts = [b"feature done\n"]
    for entry in reversed(history):
        parts.append(_commit(entry, keep(log.states(entry.commit)), first=entry is history[-1]))
    parts.append(b"done\n")
    git.run(log.repository, "fast-import", "--quiet", "--force", "--date-format=raw", given=b"".join(parts))
    new = git.run(log.repository, "rev-parse", "--verify", _NEW_REF).decode().strip()
    git.run(log.repository, "update-ref", REF, new)
    git.run(log.repository, "update-ref", "-d", _NEW_REF)
    _collect(log)


def _collect(log: Log) -> None:
    """Pack what is referred to and drop the rest at once; the memory of the last look goes with it."""
    try:
        os.unlink(os.path.join(log.repository, "memtui-seen.json"))
    except FileNotFoundError:
        pass
    git.run(log.repository, "repack", "-adq")
    git.run(log.repository, "prune", "--expire=now")
    git.run(log.repository, "prune-packed", "-q")


def _commit(entry: Entry, states: States, *, first: bool) -> bytes:
    facts = {
        "number": entry.number,
        "kind": entry.kind,
        "created": list(entry.created),
        "changed": list(entry.changed),
        "deleted": list(entry.deleted),
        "undoes": entry.undoes,
    }
    message = f"{entry.why}\n\n{json.dumps(facts)}".encode("utf-8", "backslashreplace")
    rows = encode_states(states)
    head = f"commit {_NEW_REF}\ncommitter {entry.who} <memtui> {int(entry.when)} +0000\n"
    parts = [head.encode("utf-8", "replace"), b"data %d\n%b\n" % (len(message), message)]
    if not first:
        parts.append(f"from {_NEW_REF}^0\n".encode())
    parts.append(b"deleteall\n")
    parts += [f"M 100644 {s.blob} {tree_path(f)}\n".encode() for f, s in states.items() if s.kept]
    parts.append(b"M 100644 inline states\ndata %d\n%b\n" % (len(rows), rows))
    return b"".join(parts)
