"""One dream: how it stands in a few lines that stay, and below them what it says, newest last."""

from collections.abc import Iterable, Sequence

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from memtui.dream.digest import MESSAGE, NOTE, REFUSED, TURN, Line
from memtui.ui.text import Piece, content, plain
from memtui.ui.widgets.lines import Text
from memtui.ui.widgets.panel import Status
from memtui.ui.widgets.rows import Row
from memtui.ui.widgets.sized import SizedPanel
from memtui.ui.wrapping import wrapped

_STYLES = {"good": "$success", "warn": "$warning", "bad": "$error", "info": "$secondary", "accent": "$accent"}
_STYLES |= {"muted": "$muted", "strong": "bold"}
_MARKS = {TURN: ("•", "accent"), REFUSED: ("✖", "warn"), MESSAGE: ("»", "info"), NOTE: ("!", "muted")}
Fact = tuple[str, str]  # a line, and the name of its style


class DreamPanel(SizedPanel):
    """Facts on top; the turns follow the newest until the cursor leaves it."""

    def __init__(self, *, id: str, rows_id: str) -> None:
        super().__init__(id=id, rows_id=rows_id)
        self._facts = Static(classes="facts", markup=False)
        self._about = ""
        self._seen = 0

    def compose(self) -> ComposeResult:
        """The facts, then the list or words."""
        yield self._facts
        yield from super().compose()

    def tell(self, facts: Sequence[Fact]) -> None:
        """How it stands."""
        lines = [content(text, _STYLES.get(style, "")) for text, style in facts]
        self._facts.update(Content("\n").join(lines))
        self._facts.display = bool(facts)

    def show_turns(self, about: str, lines: Sequence[Line], empty: str) -> int:
        """What the dream `about` said; how many of it came since the reader left the end."""
        if about != self._about:
            self._about, self._seen = about, 0
            self.rows.set_rows(())
        follows = self.follows
        rows = turn_rows(lines, max(20, self.cells))
        last = rows[-1].key if rows else None
        self.rows.set_rows(rows, key=last if follows else None)
        if rows:
            self.say(Status.READY)
        else:
            self.say(Status.EMPTY, empty)
        if follows:
            self._seen = lines[-1].seq if lines else 0
        return sum(1 for line in lines if line.seq > self._seen)

    @property
    def follows(self) -> bool:
        """Whether the cursor is on the newest."""
        return self.rows.cursor < 0 or self.rows.cursor >= len(self.rows.rows) - 1


def turn_rows(lines: Iterable[Line], width: int) -> list[Row]:
    """What it told, wrapped; the calls of a turn folded to their number and the files they changed."""
    rows: list[Row] = []
    for line in lines:
        glyph, style = _MARKS.get(line.kind, _MARKS[NOTE])
        body: list[Piece] = [(plain(line.text) or "(no words)", "warn" if line.kind == REFUSED else "")]
        if line.calls:
            named = f": {_named(line.paths)}" if line.paths else ""
            body.append((f"  ▸ {line.calls} call{'' if line.calls == 1 else 's'}{named}", "muted"))
        for number, parts in enumerate(wrapped(body, max(8, width - 2))):
            mark = (f"{glyph} ", style) if number == 0 else ("  ", "")
            rows.append(Text(f"{line.seq}.{number}", (mark, *parts)))
    return rows


def _named(files: Sequence[str], most: int = 3) -> str:
    more = f" and {len(files) - most} more" if len(files) > most else ""
    return ", ".join(plain(file) for file in files[:most]) + more
