"""The texts behind an answer as rows: the manifest as sent, the exact text injected, the request and what it used."""

from collections.abc import Iterator
from typing import Any

from memtui.agent.models import cost_of, cost_words, model_named
from memtui.memory.tokens import JSON_BYTES_A_TOKEN, estimate_tokens
from memtui.recall.result import Recall
from memtui.ui.screens.recall_views import INJECTED, MANIFEST, REQUEST
from memtui.ui.text import Piece, plain, readable
from memtui.ui.widgets.lines import Rule, Text
from memtui.ui.widgets.rows import Row
from memtui.ui.words import counted
from memtui.ui.wrapping import wrapped


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
        if recall.skipped is not None and recall.text:
            yield [(f"The agent would skip this ({plain(recall.skipped)}). If it did not:", "warn")]
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
        cost = cost_words(cost_of(model_named(used.model).price, used.input_tokens, used.output_tokens, 0, 0))
        yield [(f"{plain(used.model)}: {used.input_tokens:,} tokens in, {used.output_tokens:,} out, {cost}", "")]
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
