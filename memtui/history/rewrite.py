"""Forgetting: one file out of every state, or the oldest states when the history has grown too large.

The history is written anew without them, then git drops what nothing refers to any more.
"""

import os
from typing import NamedTuple

from memtui.history import git
from memtui.history.drafts import drafts_of
from memtui.history.log import REF, Entry, Log, commit_command, facts_of
from memtui.history.seen import forget_seen
from memtui.history.states import States
from memtui.history.trash import forget
from memtui.memory.errors import MemtuiError, reason
from memtui.memory.state import State

MAX_BYTES = 256 * 1024 * 1024
TIDY_EVERY = 64  # states between two looks at the size


class Purged(NamedTuple):
    """What was forgotten."""

    states: int
    copies: int
    elsewhere: tuple[str, ...]  # other files whose past holds the very same content


def purge(state: State, file: str) -> Purged:
    """Forget a file: its content in every state, in the trash and in drafts. The caller holds the lock.

    A file that still is in the store is recorded again at the next look.
    """
    log = Log(state)
    history = log.entries()
    blobs: set[str] = set()
    others: dict[str, set[str]] = {}
    for _, states in log.states_of(history):
        for name, kept in states.items():
            if name == file:
                blobs.add(kept.blob)
            else:
                others.setdefault(kept.blob, set()).add(name)
    count = sum(1 for entry in history if file in entry.touched)
    if blobs:
        _rewrite(log, history, without=file)
    elif history:
        _collect(log)  # an earlier purge may have been cut short here
    copies = forget(state, file, blobs) + _forget_drafts(state, file)
    elsewhere = sorted({name for blob in blobs for name in others.get(blob, ())})
    return Purged(count, copies, tuple(elsewhere))


def _forget_drafts(state: State, file: str) -> int:
    drafts = drafts_of(state, file)
    for path in drafts:
        try:
            os.unlink(path)
        except FileNotFoundError:
            pass  # its editor was faster
        except OSError as error:
            raise MemtuiError(f"cannot remove a draft ({reason(error)})", path, "remove it yourself") from error
    return len(drafts)


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
        _rewrite(log, keep)
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


def _rewrite(log: Log, history: list[Entry], without: str | None = None) -> None:
    """Write the given states (newest first) anew, perhaps without one file, and drop everything else."""
    parts: list[bytes] = []
    before: States = {}
    for entry, states in log.states_of(reversed(history)):
        if without is not None:
            states.pop(without, None)
        # Without a parent the first begins a new line of states, and each other follows the one before it.
        parts.append(commit_command(REF, entry.who, entry.why, facts_of(entry), entry.when, None, states, before, {}))
        before = states
    stream = b"".join(parts) + b"done\n"
    git.run(log.repository, "fast-import", "--quiet", "--done", "--force", "--date-format=raw", given=stream)
    forget_seen(log)
    _collect(log)


def _collect(log: Log) -> None:
    """Pack what is referred to and drop the rest at once, also what a git that was killed left behind."""
    import glob

    repository = glob.escape(log.repository)
    for left in glob.glob(f"{repository}/fast_import_crash_*") + glob.glob(f"{repository}/objects/pack/*.keep"):
        try:
            os.unlink(left)
        except OSError as error:
            raise git.damaged(log.repository, reason(error)) from None
    git.run(log.repository, "repack", "-adq")
    git.run(log.repository, "prune", "--expire=now")
    git.run(log.repository, "prune-packed", "-q")
