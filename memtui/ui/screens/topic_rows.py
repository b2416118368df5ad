"""The rows of the topics list: memories in their order and groups, and the line below which recall is blind."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, overload

from memtui.memory.arrange import AGE, NO_GROUPS, Group, grouped, ordered
from memtui.memory.limits import LOGS_DIR, SCAN_MAX_FILES
from memtui.memory.topic import Memory
from memtui.ui.portrait import PIN, UNSEEN
from memtui.ui.prose import marked
from memtui.ui.snapshot import Snapshot
from memtui.ui.text import Piece, length, plain, trimmed, width_of
from memtui.ui.widgets.lines import Heading, Rule
from memtui.ui.widgets.rows import Row
from memtui.ui.words import AGE_CELLS, MARK_CELLS, TYPE_CELLS, age_pieces, marks, type_piece

_TITLE_LEAST = 12
_ABOUT_LEAST = 10
_MEASURED = 300  # names looked at for the width of their column
_GAP = "  "


class View(NamedTuple):
    """How the list is shown."""

    snapshot: Snapshot
    sort: str = AGE
    group: str = NO_GROUPS
    words: tuple[str, ...] = ()  # to mark, folded
    title_cells: int = 30  # that the names would like to have

    @property
    def ruled(self) -> bool:
        """Whether a line parts what recall sees from what it does not; otherwise each row says so."""
        return self.sort == AGE and self.group == NO_GROUPS


class TopicRow(NamedTuple):
    """One memory."""

    memory: Memory
    view: View
    unseen: bool  # whether the row itself says that recall cannot see it

    @property
    def key(self) -> str:
        """Its file."""
        return self.memory.file

    @property
    def selectable(self) -> bool:
        """Every memory."""
        return True

    def pieces(self, width: int) -> Sequence[Piece]:
        """Problem marks, name, description, type and age."""
        memory, snapshot = self.memory, self.view.snapshot
        room = max(8, width - MARK_CELLS - TYPE_CELLS - AGE_CELLS - len(_GAP) - 1)
        title_cells = min(self.view.title_cells, max(room * 11 // 20, room - 40))
        if room - title_cells - len(_GAP) < _ABOUT_LEAST:
            title_cells = room
        name: Piece = (short_name(memory), "title")
        head = [*marks(snapshot.problems.get(memory.file, ())), *self._fitted([name], title_cells)]
        about_cells = room - title_cells - len(_GAP)
        if about_cells > 0:
            head += [(_GAP, ""), *self._fitted(self._about(), about_cells)]
        return trimmed([*head, (_GAP, ""), self._kind(), (" ", ""), *age_pieces(snapshot, memory)], width)

    def _kind(self) -> Piece:
        logged = self.memory.folder == LOGS_DIR and self.memory.type is None  # a log is of no type, and needs none
        return (" " * TYPE_CELLS, "") if logged else type_piece(self.memory.type)

    def _about(self) -> list[Piece]:
        memory = self.memory
        about: list[Piece] = []
        if self.unseen:
            about.append((f"{UNSEEN} unseen ", "bad"))
        if memory.pinned:
            about.append((f"{PIN} ", "accent"))
        said = plain(memory.description or "")
        if not said:
            return [*about, ("daily log", "muted") if memory.folder == LOGS_DIR else ("no description", "none")]
        return [*about, (said, "")]

    def _fitted(self, pieces: Sequence[Piece], cells: int) -> list[Piece]:
        """Pieces in exactly so many cells, with found words marked."""
        shown = trimmed(pieces, cells)
        rest = cells - length(shown)
        return [*marked(shown, self.view.words), (" " * rest, "")]


def short_name(memory: Memory) -> str:
    """Its name without the type, which stands beside it."""
    return plain(memory.short_title)


class Listing(Sequence[Row]):
    """The rows of the list. A memory becomes a row when it is looked at: few are, of many thousands."""

    def __init__(self, view: View, items: list[Memory | Heading | Rule]) -> None:
        self.view = view
        self._items = items
        self._at = {item.file: at for at, item in enumerate(items) if isinstance(item, Memory)}
        self._between = [at for at, item in enumerate(items) if not isinstance(item, Memory)]
        titled = next((at for at in self._between if isinstance(items[at], Heading)), len(items))
        self._ruled = titled if view.ruled else 0  # before this place, the rule says what recall cannot see

    def __len__(self) -> int:
        """Rows, with headings and rule."""
        return len(self._items)

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> list[Row]: ...
    def __getitem__(self, at: int | slice) -> Row | list[Row]:
        """One row, or some."""
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self._items)))]
        item = self._items[at]
        if not isinstance(item, Memory):
            return item
        return TopicRow(item, self.view, at >= self._ruled and item.file in self.view.snapshot.invisible)

    def find(self, key: str) -> int | None:
        """Where a memory's row is."""
        return self._at.get(key)

    @property
    def total(self) -> int:
        """How many memories are listed."""
        return len(self._at)

    @property
    def first(self) -> str | None:
        """The first memory's file."""
        return next(iter(self._at), None)

    def number(self, file: str) -> int:
        """Which of the memories a file is, from 1; 0 when it is not listed."""
        at = self._at.get(file)
        return 0 if at is None else at + 1 - bisect_left(self._between, at)


def listing(view: View, memories: Iterable[Memory]) -> Listing:
    """These memories as rows."""
    snapshot = view.snapshot
    every = ordered(list(memories), view.sort, snapshot.now, snapshot.config.stale_days)
    names = (width_of(short_name(memory)) for memory in every[:_MEASURED])
    view = view._replace(title_cells=max(_TITLE_LEAST, *names) if every else _TITLE_LEAST)
    items: list[Memory | Heading | Rule] = []
    for group in grouped(every, view.group, snapshot.now):
        if group.title:
            items.append(Heading(f"\0{group.key}", plain(group.title), f"{len(group.memories):,}"))
            items += group.memories
        elif view.ruled:
            items += _ruled(group, snapshot.invisible)
        else:
            items += group.memories
    return Listing(view, items)


def _ruled(group: Group, invisible: Collection[str]) -> list[Memory | Rule]:
    """What recall sees, and below a line what it does not."""
    seen: list[Memory | Rule] = [memory for memory in group.memories if memory.file not in invisible]
    if len(seen) == len(group.memories):
        return seen
    blind = [memory for memory in group.memories if memory.file in invisible]
    words = f"recall cannot see these {len(blind):,}: only the newest {SCAN_MAX_FILES} files"
    return [*seen, Rule("\0blind", words), *blind]
