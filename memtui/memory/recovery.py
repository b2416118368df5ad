"""Taking a change back, file by file, from whatever point it had reached: after a failure, or after a crash.

A file that somebody else wrote meanwhile stays as they left it, and what they wrote in the instant of a swap
goes back to its name. Until a change is done, its temporary names hold everything that is needed.
"""

import hashlib
import os
from typing import Any, NamedTuple

from memtui.memory import journal, swap
from memtui.memory.errors import MemtuiError, reason
from memtui.memory.files import read_bytes
from memtui.memory.journal import DONE, SWAPPING, Journal, Move
from memtui.memory.state import State, sync_folder

_STRANGE = "?"  # stands for what is no readable plain file, so is neither old nor new


class Settled(NamedTuple):
    """What was found after a crash: in words, the history's note, and the files that were then changed."""

    words: str
    note: dict[str, Any] | None
    moves: tuple[Move, ...]


def digest(data: bytes | None) -> str | None:
    """How the journal names a content."""
    return None if data is None else hashlib.sha256(data).hexdigest()


def digest_at(path: str) -> str | None:
    """The name of what is there now; None when nothing is."""
    try:
        return digest(read_bytes(path))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return _STRANGE


def settle(state: State) -> Settled | None:
    """Take back or finish a change that a crash cut short; None when there was none.

    A change that was done keeps its journal until the history, whose note is in it, has recorded it.
    """
    try:
        found = journal.read(state)
        if found is None:
            return None
        complete = found.phase == DONE
        if complete:
            clean_up(found)
        else:
            roll_back(found)
        if not complete or found.note is None:
            journal.end(state)
    except OSError as error:
        raise MemtuiError(
            f"an interrupted write cannot be settled ({reason(error)})",
            error.filename or state.folder,
            "check the disk and the permissions there, then try again",
        ) from error
    if complete and found.note is not None:
        return Settled("finished an interrupted write", found.note, found.moves)
    words = "finished an interrupted write" if complete else "took back an interrupted write"
    return Settled(words, found.note, found.moves if complete else ())


def roll_back(found: Journal) -> None:
    """Make the files what they were, except where somebody else wrote. OSError leaves the rest for another try."""
    for move in reversed(found.moves):
        if found.phase == SWAPPING:
            swap.tidy_aside(move.temporary, move.target)
            _put_back(move)
    clean_up(found)
    for folder in reversed(found.folders):
        try:
            os.rmdir(folder)
        except OSError:
            pass  # never made, or somebody uses it
    for folder in {os.path.dirname(move.target) for move in found.moves}:
        sync_folder(folder)


def _put_back(move: Move) -> None:
    if move.before is None:
        _take_away(move)
    elif move.after is None:
        if os.path.lexists(move.temporary):
            _home(move)
    elif digest_at(move.target) == move.after and os.path.lexists(move.temporary):
        _trade_back(move)


def _take_away(move: Move) -> None:
    """Remove a file that the change created, unless it is somebody else's."""
    if digest_at(move.target) != move.after:
        return
    if os.path.lexists(move.temporary):
        if not os.path.samefile(move.temporary, move.target):
            return  # the same text by another hand: ours never got the name
        os.unlink(move.temporary)  # a second name of it; renaming onto that would do nothing
    os.rename(move.target, move.temporary)
    if digest_at(move.temporary) != move.after:
        _home(move)


def _home(move: Move) -> None:
    """What the temporary name holds gets its own name back, if that is free."""
    try:
        swap.create(move.temporary, move.target)
    except FileExistsError:
        pass


def _trade_back(move: Move) -> None:
    try:
        swap.trade(move.temporary, move.target)
    except (FileNotFoundError, FileExistsError):
        swap.tidy_aside(move.temporary, move.target)  # somebody else has just removed or replaced it
        return
    if digest_at(move.temporary) != move.after:  # they wrote in this very instant: theirs is the newest
        swap.trade(move.temporary, move.target)


def clean_up(found: Journal) -> None:
    """Remove the temporary names."""
    for move in found.moves:
        for path in (move.temporary, swap.aside_of(move.temporary)):
            try:
                os.unlink(path)
            except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
                pass
