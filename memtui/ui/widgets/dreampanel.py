"""One dream: how it stands in a few lines that stay, and below them what it says, newest last."""

from collections.abc import Iterable, Sequence

from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from memtui.dream.digest import MESSAGE, NOTE, REFUSED, TURN, Line, Live
from memtui.ui.text import Piece, content, length, plain, plain_lines
from memtui.ui.widgets.lines import Text
from memtui.ui.widgets.panel import Status
from memtui.ui.widgets.rows import Row
from memtui.ui.widgets.sized import SizedPanel
from memtui.ui.words import counted
from memtui.ui.wrapping import wrapped

_STYLES = {"good": "$success", "warn": "$warning", "bad": "$error", "info": "$secondary", "accent": "$accent"}
_STYLES |= {"muted": "$muted", "strong": "bold"}
_MARKS = {TURN: ("•", "accent"), REFUSED: ("✖", "warn"), MESSAGE: ("»", "info"), NOTE: ("!", "muted")}
_GAP = "  "
_MOST_CHARS = 4_000  # of one turn: nobody reads more of it here, and drawing stays quick
Fact = tuple[str, str]  # a line, and the name of its style


class DreamPanel(SizedPanel):
    """Facts on top; the turns follow the newest until the reader leaves it. What is read then stays as it is."""

    def __init__(self, *, id: str, rows_id: str) -> None:
        super().__init__(id=id, rows_id=rows_id)
        self._facts = Static(classes="facts", markup=False)
        self._about = ""
        self._shown = Live()
        self._room = Size(0, 0)

    def compose(self) -> ComposeResult:
        """The facts, then the list or words."""
        yield self._facts
        yield from super().compose()

    def tell(self, facts: Sequence[Fact]) -> None:
        """How it stands."""
        lines = [content(text, _STYLES.get(style, "")) for text, style in facts]
        self._facts.update(Content("\n").join(lines))
        self._facts.display = bool(facts)

    def show_turns(self, about: str, live: Live, empty: str) -> int:
        """What the dream `about` said; how much of it came since the reader left the end."""
        if about != self._about:
            self._about, self._shown = about, Live()
            self.rows.set_rows(())
        follows = self.follows
        if follows:
            self._shown = live
        if follows or self.rows.size != self._room:  # else nothing moves under the reader
            rows = turn_rows(self._shown.lines, max(20, self.cells))
            self.rows.set_rows(rows, key=rows[-1].key if rows and follows else None)
            self._room = self.rows.size
        if self._shown.lines:
            self.say(Status.READY)
        else:
            self.say(Status.EMPTY, empty)
        return live.told - self._shown.told

    @property
    def about(self) -> str:
        """The dream whose words are shown."""
        return self._about

    @property
    def follows(self) -> bool:
        """Whether the newest line is in sight with the cursor on it; a change of size takes nobody away from it."""
        rows = self.rows
        if rows.cursor < len(rows.rows) - 1:
            return rows.cursor < 0
        return rows.size != self._room or rows.scroll_offset.y + rows.size.height >= len(rows.rows)


def turn_rows(lines: Iterable[Line], width: int) -> list[Row]:
    """What it told, wrapped; the calls of a turn folded to their number and the files they changed."""
    rows: list[Row] = []
    for line in lines:
        glyph, style = _MARKS.get(line.kind, _MARKS[NOTE])
        for number, parts in enumerate(_turn(line, max(8, width - 2))):
            mark = (f"{glyph} ", style) if number == 0 else ("  ", "")
            rows.append(Text(f"{line.seq}.{number}", (mark, *parts)))
    return rows


def _turn(line: Line, width: int) -> list[list[Piece]]:
    """Its words, and its calls behind the last of them where that fits, else below."""
    shown = [parts for said in _said(line) for parts in wrapped([said], width)]
    if line.calls:
        called = _called(line)
        if shown and length(shown[-1]) + len(_GAP) + length([called]) <= width:
            shown[-1] = [*shown[-1], (_GAP, ""), called]
        else:
            shown += wrapped([called], width)
    return shown


def _said(line: Line) -> list[Piece]:
    """Its words, a line each; without any, that it had none, unless what it called tells enough."""
    style = "warn" if line.kind == REFUSED else ""
    said = [(text.rstrip(), style) for text in plain_lines(line.text[:_MOST_CHARS]) if text.strip()]
    if len(line.text) > _MOST_CHARS:
        said.append((f"… and {len(line.text) - _MOST_CHARS:,} characters more", "muted"))
    return said or ([] if line.calls else [("(no words)", "muted")])


def _called(line: Line) -> Piece:
    named = f": {_named(line.paths)}" if line.paths else ""
    return f"▸ {counted(line.calls, 'call')}{named}", "muted"


def _named(files: Sequence[str], most: int = 3) -> str:
    more = f" and {len(files) - most} more" if len(files) > most else ""
    return ", ".join(plain(file) for file in files[:most]) + more
