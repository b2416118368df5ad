"""The plain text in a pattern, by which most lines are passed over before the pattern itself is tried."""

from memtui.agent.pattern import Assertion, Chars, Choice, Node, Repeat, Row

_MOST = 50  # texts to look for; more are no gain


def needed(node: Node) -> tuple[str, ...]:
    """Texts of which every match has at least one in it; none where that cannot be told."""
    if isinstance(node, Chars):
        char = node.charset.literal
        return (char,) if char else ()
    if isinstance(node, Choice):
        found = [needed(item) for item in node.items]
        together = tuple(text for each in found for text in each)
        return together if all(found) and len(together) <= _MOST else ()
    if isinstance(node, Repeat):
        return needed(node.item) if node.least else ()
    return _of_row(node) if isinstance(node, Row) else ()


def is_plain(node: Node) -> bool:
    """Whether a pattern is nothing but texts to choose from, so that finding one is finding a match."""
    if isinstance(node, Choice):
        return all(is_plain(item) for item in node.items)
    if not isinstance(node, Row):
        return False
    if len(node.items) == 1 and not isinstance(node.items[0], Chars):
        return is_plain(node.items[0])
    return bool(node.items) and all(isinstance(item, Chars) and item.charset.literal for item in node.items)


def _of_row(row: Row) -> tuple[str, ...]:
    """The best of what its parts need: the longest run of single characters, or what a group needs."""
    best: tuple[str, ...] = ()
    run = ""
    for item in row.items:
        if isinstance(item, Assertion):
            continue
        char = item.charset.literal if isinstance(item, Chars) else None
        run = run + char if char else ""
        best = max(best, (run,) if run else needed(item), key=_worth)
    return best


def _worth(texts: tuple[str, ...]) -> int:
    return min(map(len, texts), default=0)
