"""Memories about tools in use: their documentation is not needed, the agent has it before it; warnings still are."""

import re
from collections.abc import Sequence

from memtui.memory.topic import Memory, stem
from memtui.recall.words import terms

# Patterns as text: they are made when a tool is given, and most questions come without.
_DOCUMENTING = (
    r"(?i)\b"
    r"(api|apis|cheat ?sheet|commands?|docs?|documentation|endpoints?|examples?|flags?|guide|how to|manual|options?"
    r"|parameters?|reference|syntax|tutorial|usage)\b"
)
_WARNING = (
    r"(?i)\b"
    r"(avoid|beware|breaks?|broken|bugs?|careful|caution|caveats?|crash(es)?|dangerous|do not|don't|fails?|failing"
    r"|flaky|gotchas?|hangs?|issues?|known problems?|leaks?|must not|never|outages?|pitfalls?|problems?|traps?"
    r"|warnings?|workarounds?|wrong)\b"
)
_LOUD = r"(?i)\b(beware|careful|caveats?|gotchas?|known (issues?|problems?|bugs?)|pitfalls?|warnings?)\b"
_PREFIX = re.compile(r"^mcp_+")
LEFT_OUT = "documentation of a tool in use"


def documented(memory: Memory, tools: Sequence[str], body: str = "") -> bool:
    """Whether a memory is documentation of one of these tools, and no warning about it."""
    said = f"{stem(memory.file).replace('_', ' ').replace('-', ' ')} {memory.name or ''} {memory.description or ''}"
    if memory.type in ("user", "feedback") or not any(_about(said, tool) for tool in tools):
        return False
    if memory.type != "reference" and not re.search(_DOCUMENTING, said):
        return False
    return not (re.search(_WARNING, said) or re.search(_LOUD, body))


def _about(said: str, tool: str) -> bool:
    """Whether a title speaks of a tool: of all words of its name, or, of a server's tool, of its server."""
    parts = [part for part in _PREFIX.sub("", tool).split("__") if part]
    have = set(terms(said))
    return any((wanted := set(terms(part))) and wanted <= have for part in parts)
