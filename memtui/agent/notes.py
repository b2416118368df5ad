"""What memtui says in a conversation, to the model and to the person, in one place."""

from collections.abc import Iterable
from typing import Any

from memtui.agent.usage import Tokens

ENDING = "ended as asked, after the tool calls under way"
FULL = "the context is full"
CUT_OFF = (
    "Your reply was cut off at its length limit, and no tool call in it was made. Go on in smaller steps: one file "
    "at a time, edits instead of whole files."
)
EMPTY = "Your reply was empty. Go on with the task, or say in a sentence that you are done."


def from_person(text: str, code: str) -> str:
    """A line of the person's, marked by what no file can know: tool results never look like this."""
    mark = f' code="{code}"' if code else ""
    return f"<message-from-the-user{mark}>\n{text}\n</message-from-the-user>"


def thought(blocks: Iterable[Any]) -> str:
    """What a model says of its work in its thinking, where that is all it says: the last piece of it."""
    thoughts = [block.thinking.strip() for block in blocks if block.type == "thinking"]
    return next((text for text in reversed(thoughts) if text), "")


def miss(before: Tokens | None, now: Tokens) -> str:
    """An unexpected cache miss in words."""
    cached = before.cached if before else 0
    return f"unexpected cache miss: {now.cache_read:,} of {cached:,} cached tokens were read back"
