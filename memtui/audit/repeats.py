"""What CLAUDE.md says already. Comparing is dear, so a verdict is kept while both texts stay the same."""

from collections.abc import Iterator, Mapping

from memtui.audit.finding import WARNING, Finding
from memtui.audit.likeness import contained, shingles_of

_REPEATED = 0.6  # share of a memory's word runs that CLAUDE.md has too


class Repeats:
    """Answers for one store, again and again."""

    def __init__(self) -> None:
        self._claudemd: dict[str, str] = {}
        self._wholes: dict[str, set[str]] = {}  # the word runs of each CLAUDE.md
        self._verdicts: dict[str, tuple[str, str | None]] = {}  # file -> its body, and who says it already

    def judge(self, bodies: Mapping[str, str], claudemd: Mapping[str, str]) -> Iterator[Finding]:
        """Memories that say what CLAUDE.md says, each told once."""
        if claudemd != self._claudemd:
            self._claudemd = dict(claudemd)
            self._wholes = {name: shingles_of([text]) for name, text in claudemd.items()}
            self._verdicts = {}
        verdicts = {}
        for file, body in bodies.items():
            kept = self._verdicts.get(file)
            verdicts[file] = kept if kept is not None and kept[0] == body else (body, self._sayer(body))
        self._verdicts = verdicts
        for file, (_, name) in verdicts.items():
            if name is not None:
                message = f"{name} says this already; remove one of the two"
                yield Finding("repeats-claudemd", WARNING, file, None, message)

    def _sayer(self, body: str) -> str | None:
        """The first CLAUDE.md that has most of what the body says."""
        return next(
            (name for name, whole in self._wholes.items() if whole and contained(body, whole) >= _REPEATED), None
        )
