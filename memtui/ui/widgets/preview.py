"""One memory beside the list: its header and its body as wrapped, lightly styled lines of one virtual list."""

from collections.abc import Sequence

from memtui.ui.dossier import Dossier
from memtui.ui.portrait import Portrait, portrait
from memtui.ui.snapshot import Snapshot
from memtui.ui.widgets.lines import Text
from memtui.ui.widgets.panel import Panel, Status

_NOTHING = Portrait([], {})


class Preview(Panel):
    """Draws what it is given, again when its width changes."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, rows_id=f"{id}-rows", idle_cursor="cursor-none")
        self._shown: tuple[Dossier, Snapshot, tuple[str, ...]] | None = None
        self._portrait = _NOTHING
        self._width = 0

    @property
    def dossier(self) -> Dossier | None:
        """The memory in sight; None with words in its place."""
        return self._shown[0] if self._shown is not None else None

    @property
    def targets(self) -> tuple[str, ...]:
        """What the links on the line under the cursor lead to."""
        return self._portrait.links.get(self.rows.cursor, ())

    def show(self, dossier: Dossier, snapshot: Snapshot, found: Sequence[str]) -> None:
        """This memory, with these words marked."""
        same = self.dossier is not None and self.dossier.memory.file == dossier.memory.file
        self._shown = dossier, snapshot, tuple(found)
        self.say(Status.READY)
        self._draw(keep=same)

    def clear(self, status: Status, words: str) -> None:
        """No memory, and why."""
        self._shown = None
        self._portrait = _NOTHING
        self.title("")
        self.rows.set_rows(())
        self.say(status, words)

    def on_resize(self) -> None:
        """Lines are wrapped to the width there is."""
        if self._shown is not None and self._room() != self._width:
            self._draw(keep=True)

    def _room(self) -> int:
        return max(1, self.content_region.width - self.rows.scrollbar_size_vertical)

    def _draw(self, *, keep: bool) -> None:
        assert self._shown is not None
        dossier, snapshot, found = self._shown
        self._width = self._room()
        self._portrait = portrait(dossier, snapshot, found, self._width)
        file = dossier.memory.file
        rows = [Text(f"{file}\0{at}", tuple(line)) for at, line in enumerate(self._portrait.lines)]
        self.title(file)
        self.rows.set_rows(rows, key=None if keep else rows[0].key)
