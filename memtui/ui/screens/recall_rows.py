"""The rows of recall: the picks with their scores and words, what lost and why, and the texts behind them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from memtui.memory.tokens import JSON_BYTES_A_TOKEN, estimate_tokens
from memtui.memory.topic import Memory
from memtui.recall.result import Pick, Recall
from memtui.ui.screens.topic_rows import short_name
from memtui.ui.snapshot import Snapshot
from memtui.ui.text import Piece, cut, fit, length, plain, readable, right, trimmed, width_of
from memtui.ui.widgets.lines import Blank, Rule, Text
from memtui.ui.widgets.rows import Row
from memtui.ui.words import AGE_CELLS, TYPE_CELLS, age_pieces, counted, type_piece
from memtui.ui.wrapping import wrapped

if TYPE_CHECKING:
    from memtui.recall.usage import Used

PICKS, MANIFEST, INJECTED, REQUEST = "picks", "manifest", "injected", "request"
VIEWS = {PICKS: "Picks", MANIFEST: "Manifest as sent", INJECTED: "Injected text", REQUEST: "Request and usage"}
BOTH, ONLY_LOCAL, ONLY_CLAUDE = "✓ both", "local", "claude"
_RANK_CELLS, _BAR_CELLS, _VERDICT_CELLS, _USED_CELLS = 4, 8, 8, 5
_WORDS_LEAST, _ABOUT_LEAST = 10, 8
_NAME_MOST, _NAME_LEAST = 28, 12
_MANY = 1_000
_BAR, _HALF = "━", "╸"


class Sight(NamedTuple):
    """What the rows of one answer are drawn with."""

    snapshot: Snapshot
    used: "Mapping[str, Used]"
    others: frozenset[str] | None = None  # what the other selector picked; None when it was not asked
    only: str = ONLY_LOCAL  # the word for what this one alone picked
    best: float = 1.0  # the highest score: a whole bar


class PickRow(NamedTuple):
    """One memory that was picked, or that lost."""

    place: int
    pick: Pick
    sight: Sight
    lost: bool = False

    @property
    def key(self) -> str:
        """Its file."""
        return self.pick.file

    @property
    def selectable(self) -> bool:
        """Every memory."""
        return True

    @property
    def memory(self) -> Memory | None:
        """The memory, while it is there."""
        return self.sight.snapshot.by_file.get(self.pick.file)

    @property
    def verdict(self) -> str:
        """Who picked it; empty when only one was asked, or nobody did."""
        if self.sight.others is None:
            return ""
        picked = self.pick.file in self.sight.others
        if self.lost:
            other = ONLY_CLAUDE if self.sight.only == ONLY_LOCAL else ONLY_LOCAL
            return other if picked else ""
        return BOTH if picked else self.sight.only

    def pieces(self, width: int) -> Sequence[Piece]:
        """Rank, bar, name, words, who picked it, times used, type and age."""
        head: list[Piece] = [(right(str(self.place), _RANK_CELLS - 2) + "  ", "muted" if self.lost else "strong")]
        if self.pick.score is not None:
            head.append(
                (f"{bar(self.pick.score / self.sight.best, _BAR_CELLS - 2)}  ", "muted" if self.lost else "accent")
            )
        tail = self._tail(width)
        room = width - sum(len(text) for text, _ in (*head, *tail)) - 1
        name = min(_NAME_MOST, max(_NAME_LEAST, room * 9 // 20))
        if room - name - 2 < _WORDS_LEAST:
            name = room
        title = short_name(self.memory) if self.memory is not None else plain(self.pick.file)
        middle: list[Piece] = [(fit(title, name), "" if self.lost else "title")]
        if room > name:
            middle += [("  ", ""), *self._said(room - name - 2)]
        return trimmed([*head, *middle, (" ", ""), *tail], width)

    def _tail(self, width: int) -> list[Piece]:
        tail: list[Piece] = []
        if self.sight.others is not None:
            verdict = self.verdict
            tail.append((fit(verdict, _VERDICT_CELLS), "good" if verdict == BOTH else "warn"))
        if width >= _USED_CELLS + 50:
            times = self._times()
            tail.append((fit(times, _USED_CELLS), "muted" if times == "×0" else "info"))
        memory = self.memory
        if memory is None:
            return [*tail, (fit("gone", TYPE_CELLS + 1 + AGE_CELLS), "bad")]
        return [*tail, type_piece(memory.type), (" ", ""), *age_pieces(self.sight.snapshot, memory)]

    def _times(self) -> str:
        used = self.sight.used.get(self.pick.file)
        if used is None:
            return ""
        times = used.reads + used.surfaced
        return f"×{times:,}" if times < _MANY else "×999+"

    def _said(self, cells: int) -> list[Piece]:
        """Why it lost; of a pick the words that carried it, and as much of its description as there is room for."""
        if self.lost:
            return [(fit(plain(self.pick.why), cells), "muted")]
        words = cut(plain(", ".join(self.pick.words)), cells)
        about = plain(self.memory.description or "") if self.memory is not None else ""
        shown: list[Piece] = [(words, "accent")]
        if cells - width_of(words) > _ABOUT_LEAST:
            shown = trimmed([*shown, (f"  {about}" if words else about, "muted")], cells)
        return [*shown, (" " * (cells - length(shown)), "")]


def bar(share: float, cells: int) -> str:
    """A share of one as a bar, in halves of a cell."""
    whole, rest = divmod(round(max(0.0, min(1.0, share)) * cells * 2), 2)
    return (_BAR * whole + _HALF * rest).ljust(cells)


def pick_rows(recall: Recall, sight: Sight) -> list[Row]:
    """The picks, and below a line what lost."""
    selection = recall.selection
    scores = [pick.score for pick in (*selection.picks, *selection.lost) if pick.score]
    sight = sight._replace(best=max(scores, default=1.0))
    rows: list[Row] = [PickRow(place, pick, sight) for place, pick in enumerate(selection.picks, start=1)]
    if not selection.lost:
        return rows
    if not rows:
        rows.append(Text("\0none", ((f" Nothing is picked: {plain(selection.reason or '')}", "warn"),), False))
    rows += [Blank("\0blank"), Rule("\0lost", "these lost", "muted")]
    start = len(selection.picks) + 1
    return [*rows, *(PickRow(place, pick, sight, True) for place, pick in enumerate(selection.lost, start=start))]


def about_words(row: PickRow | None, cells: int) -> str:
    """The memory under the cursor in two lines: its description, and what carried it."""
    if row is None:
        return ""
    memory, pick = row.memory, row.pick
    said = (memory.description or "no description: e writes one, so that it is found") if memory is not None else "gone"
    score = f"{pick.score:.2f}  " if pick.score is not None else ""
    used = row.sight.used.get(pick.file)
    times = ""
    if used is not None:
        times = f"  ·  read {used.reads}, surfaced {used.surfaced}" if used.sessions else "  ·  never used by the agent"
    lines = (f"{pick.file}: {said}", f"{score}{pick.why}{times}")
    return "\n".join(cut(plain(line), cells) for line in lines)


# The texts


def text_lines(text: str, cells: int, style: str = "") -> Iterator[list[Piece]]:
    """A text of many lines, wrapped."""
    for line in readable(text.removesuffix("\n")).split("\n"):
        yield from wrapped([(line, style)], max(1, cells))


def view_rows(view: str, local: Recall, claude: Recall | None, cells: int) -> list[Row]:
    """One of the texts as rows."""
    lines = {MANIFEST: _manifest, INJECTED: _injected, REQUEST: _request}[view](local, claude, cells)
    return [row if isinstance(row, Rule) else Text(str(at), tuple(row)) for at, row in enumerate(lines)]


def _manifest(local: Recall, _: Recall | None, cells: int) -> Iterator[list[Piece] | Rule]:
    yield Rule("\0sent", f"{counted(local.considered, 'memory', 'memories')} offered to the selector", "muted")
    yield from text_lines(local.manifest, cells)
    if local.left_out:
        yield Rule("\0out", f"{len(local.left_out)} left out", "muted")
        for pick in local.left_out:
            yield [(plain(pick.file), "title"), (f"  {pick.why}", "muted")]


def _injected(local: Recall, claude: Recall | None, cells: int) -> Iterator[list[Piece] | Rule]:
    for name, recall in (("the local selector", local), ("Claude", claude)):
        if recall is None:
            continue
        size = f"{recall.bytes:,} bytes, about {estimate_tokens(recall.text):,} tokens"
        if recall is claude and recall.text == local.text:
            yield Rule(f"\0{name}", f"as {name} chose: the same", "muted")
        elif recall.text:
            yield Rule(f"\0{name}", f"as {name} chose: {size}", "muted")
            yield from text_lines(recall.text, cells)
        else:
            yield Rule(f"\0{name}", f"as {name} chose: nothing", "muted")
            yield [(plain(recall.selection.error or recall.selection.reason or "nothing is injected"), "muted")]


def _request(local: Recall, claude: Recall | None, cells: int) -> Iterator[list[Piece] | Rule]:
    yield Rule("\0local", "local selector: nothing is sent", "muted")
    yield [(f"{local.ms:.1f} ms for {counted(local.considered, 'memory', 'memories')}", "")]
    if claude is None:
        yield Rule("\0claude", "Claude: not asked", "muted")
        words = "c asks Claude: it is sent the question and the manifest (v shows it), never the memories themselves."
        yield from wrapped([(words, "")], cells)
        return
    yield Rule("\0claude", f"Claude: {claude.ms:,.0f} ms", "muted")
    selection = claude.selection
    if selection.error:
        yield from wrapped([(plain(selection.error), "bad")], cells)
    if selection.usage is not None:
        used = selection.usage
        yield [(f"{plain(used.model)}: {used.input_tokens:,} tokens in, {used.output_tokens:,} out", "")]
    if selection.request is not None:
        yield from _sent(selection.request, cells)


def _sent(request: dict[str, Any], cells: int) -> Iterator[list[Piece] | Rule]:
    import json

    tokens = estimate_tokens(json.dumps(request, ensure_ascii=False), JSON_BYTES_A_TOKEN)
    yield Rule("\0sent", f"as it was sent, about {tokens:,} tokens of JSON", "muted")
    for name, value in request.items():
        if name == "messages":
            value = value[0]["content"]
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        yield [(f"{plain(name)}:", "heading")]
        yield from text_lines(text, cells)
