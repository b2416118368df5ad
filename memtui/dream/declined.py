"""Proposals that a person has discarded: not made again while the texts are the same.

Kept as hashes of those texts, so nothing of a memory stays here. A changed text is a new question, and a person can
have all of them asked again.
"""

import hashlib
import json
import os
from collections.abc import Collection, Iterable

from memtui.dream.copying import Tree
from memtui.dream.task import Task, dreams_folder
from memtui.memory.errors import MemtuiError, reason
from memtui.memory.state import State, private_folder, write_private

_NAME = "declined.json"
_MOST = 10_000  # the oldest go first


def pair_key(one: bytes, other: bytes) -> str:
    """Merging two memories, whatever they are called and whichever stays."""
    return _hash("merge", *sorted((_digest(one), _digest(other))))


def line_key(file: str, line: str) -> str:
    """Another date in this line."""
    return _hash("date", file, " ".join(line.split()))


def declined(state: State) -> frozenset[str]:
    """All that was discarded."""
    return frozenset(_read(state))


def decline(state: State, task: Task, base: Tree, file: str, lines: Iterable[str]) -> None:
    """Remember that a person discarded what a dream proposed for a file. The caller holds the store's lock."""
    keys = [line_key(file, line) for line in lines if line.strip()]
    for gone, kept in task.merged.items():
        if file in (gone, kept) and gone in base and kept in base:
            keys.append(pair_key(base[gone], base[kept]))
    _keep(state, [*(key for key in _read(state) if key not in keys), *keys])


def forget(state: State) -> int:
    """Ask everything again; how many answers were forgotten. The caller holds the store's lock."""
    known = _read(state)
    if known:
        _keep(state, [])
    return len(known)


def _path(state: State) -> str:
    return os.path.join(dreams_folder(state), _NAME)


def _read(state: State) -> list[str]:
    try:
        with open(_path(state), "rb") as file:
            found = json.loads(file.read())
    except (OSError, ValueError):
        return []
    return [key for key in found if isinstance(key, str)] if isinstance(found, list) else []


def _keep(state: State, keys: Collection[str]) -> None:
    try:
        private_folder(dreams_folder(state))
        write_private(_path(state), json.dumps(list(keys)[-_MOST:]).encode("ascii"))
    except OSError as error:
        raise MemtuiError(f"cannot remember it ({reason(error)})", _path(state), "check the disk") from error


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _hash(*parts: str) -> str:
    return _digest("\0".join(parts).encode("utf-8", "surrogateescape"))[:32]
