"""Finding a pattern in a line in one pass: all ways the pattern could go on are followed at once.

Python's own `re` tries them one after another, which for `(a+)+b` takes longer than anybody waits, cannot be
interrupted, and cannot be told from a harmless pattern by looking. Here a step costs at most the size of the pattern,
and steps that were taken before are looked up.
"""

from memtui.agent.allowance import Allowance
from memtui.agent.charset import Charset, is_word
from memtui.agent.limits import KNOWN_STEPS, PATTERN_STATES, STEPS_BETWEEN_CHECKS
from memtui.agent.literals import is_plain, needed
from memtui.agent.pattern import Assertion, Chars, Choice, Node, Repeat, Row
from memtui.agent.refusal import FailedError

EDGE, WORD, OTHER = "edge", "word", "other"  # what stands before or after: nothing, or which kind of character
State = tuple[frozenset[int], str]  # where the pattern may be, and what kind of character came before
ACCEPT = 0


class Automaton:
    """A pattern made ready."""

    def __init__(self, node: Node, *, ignore_case: bool = False) -> None:
        self._charsets: list[Charset | None] = [None]
        self._next: list[tuple[int, ...]] = [()]
        self._assertions: dict[int, str] = {}
        self._ignore_case = ignore_case
        self._built = 0
        self._start = self._build(node, ACCEPT)
        self._steps: dict[tuple[State, str], tuple[State, bool]] = {}
        fold = _folded if ignore_case else str
        self.needed = tuple(fold(text) for text in needed(node))
        self._plain = bool(self.needed) and is_plain(node)

    def possible_in(self, text: str) -> bool:
        """Whether a match can be anywhere in a text; cheap, and never wrongly no."""
        text = _folded(text) if self._ignore_case else text
        return not self.needed or any(each in text for each in self.needed)

    def found_in(self, line: str, allowance: Allowance) -> bool:
        """Whether the pattern is anywhere in the line."""
        text = _folded(line) if self._ignore_case else line
        if self.needed and not any(each in text for each in self.needed):
            return False
        if self._plain:
            return True
        return self._first_end(text, allowance) is not None

    def end_in(self, line: str, allowance: Allowance) -> int | None:
        """Where in the line the first match ends."""
        return self._first_end(_folded(line) if self._ignore_case else line, allowance)

    def matches(self, line: str, allowance: Allowance) -> list[str]:
        """Every match, the longest from each start on, none within another; empty ones left out."""
        text = _folded(line) if self._ignore_case else line
        found = []
        at = 0
        while at < len(text):
            end = self._longest(text, at, allowance)
            if end is not None and end > at:
                found.append(line[at:end])
                at = end
            else:
                at += 1
                if at % STEPS_BETWEEN_CHECKS == 0:
                    allowance.check()
        return found

    def _first_end(self, text: str, allowance: Allowance) -> int | None:
        state: State = (frozenset((self._start,)), EDGE)
        for at, char in enumerate(text):
            if at % STEPS_BETWEEN_CHECKS == STEPS_BETWEEN_CHECKS - 1:
                allowance.check()
            (kernel, kind), accepted = self._step(state, char)
            if accepted:
                return at
            state = (kernel | {self._start}, kind)
        return len(text) if ACCEPT in self._closure(state, EDGE) else None

    def _longest(self, text: str, start: int, allowance: Allowance) -> int | None:
        state: State = (frozenset((self._start,)), _kind(text[start - 1]) if start else EDGE)
        longest = None
        for at in range(start, len(text)):
            if (at - start) % STEPS_BETWEEN_CHECKS == STEPS_BETWEEN_CHECKS - 1:
                allowance.check()
            state, accepted = self._step(state, text[at])
            if accepted:
                longest = at
            if not state[0]:
                return longest
        return len(text) if ACCEPT in self._closure(state, EDGE) else longest

    def _step(self, state: State, char: str) -> tuple[State, bool]:
        """Where one more character leads, and whether the pattern was complete before it."""
        known = self._steps.get((state, char))
        if known is not None:
            return known
        closure = self._closure(state, _kind(char))
        onward = {self._next[at][0] for at in closure if self._takes(at, char)}
        step = (frozenset(onward), _kind(char)), ACCEPT in closure
        if len(self._steps) >= KNOWN_STEPS:
            self._steps.clear()
        self._steps[state, char] = step
        return step

    def _takes(self, at: int, char: str) -> bool:
        charset = self._charsets[at]
        if charset is None:
            return False
        if not self._ignore_case:
            return charset.takes(char)
        inner = charset._replace(negated=False)
        return (inner.takes(char) or inner.takes(char.upper())) is not charset.negated

    def _closure(self, state: State, after: str) -> set[int]:
        """Every point reached without a character, given what stands before and after."""
        kernel, before = state
        seen: set[int] = set()
        waiting = list(kernel)
        while waiting:
            at = waiting.pop()
            if at in seen:
                continue
            seen.add(at)
            if self._charsets[at] is None and _holds(self._assertions.get(at), before, after):
                waiting += self._next[at]
        return seen

    def _build(self, node: Node, following: int) -> int:
        """Add the points of a node, from its end to its beginning; its first point."""
        self._built += 1
        if self._built > PATTERN_STATES:  # repeating nothing adds no points, but takes time all the same
            raise _too_large()
        if isinstance(node, Chars):
            return self._add(node.charset, (following,))
        if isinstance(node, Assertion):
            at = self._add(None, (following,))
            self._assertions[at] = node.kind
            return at
        if isinstance(node, Row):
            for item in reversed(node.items):
                following = self._build(item, following)
            return following
        if isinstance(node, Choice):
            return self._add(None, tuple(self._build(item, following) for item in node.items))
        return self._build_repeat(node, following)

    def _build_repeat(self, node: Repeat, following: int) -> int:
        if node.most is None:
            loop = self._add(None, ())
            self._next[loop] = (self._build(node.item, loop), following)
            following = loop
        else:
            end = following
            for _ in range(node.most - node.least):
                following = self._add(None, (self._build(node.item, following), end))
        for _ in range(node.least):
            following = self._build(node.item, following)
        return following

    def _add(self, charset: Charset | None, following: tuple[int, ...]) -> int:
        if len(self._next) >= PATTERN_STATES:
            raise _too_large()
        self._charsets.append(charset)
        self._next.append(following)
        return len(self._next) - 1


def _too_large() -> FailedError:
    return FailedError("the pattern is too large once its repetitions are written out; search for less")


def _holds(assertion: str | None, before: str, after: str) -> bool:
    word_before, word_after = before == WORD, after == WORD
    holds = {
        None: True,
        "start": before == EDGE,
        "finish": after == EDGE,
        "edge": word_before is not word_after,
        "inside": word_before is word_after,
        "begin": word_after and not word_before,
        "end": word_before and not word_after,
        "clear-before": not word_before,
        "clear-after": not word_after,
    }
    return holds[assertion]


def _kind(char: str) -> str:
    return WORD if is_word(char) else OTHER


def _folded(text: str) -> str:
    """Lower case, character by character, so that positions stay."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(char.lower()[0] for char in text)
