"""What goes wrong in a conversation: what to go on after, how often, and what ends it, each with a line to show.

The SDK retries requests by itself. Judged here is what it leaves: a stream that breaks off, a reply that is garbled,
empty, cut off or declined, and errors that remain after its retries.
"""

from collections.abc import Callable
from typing import Any

from memtui.agent import notes
from memtui.agent.loop import FAILED, STOPPED

BROKEN_STREAMS = 3  # in a row; then the run fails
CUT_REPLIES = 2
_PAUSE = 0.25  # seconds before the first new try; doubled each time
_ERROR_CHARS = 300
_THOUGHTS = ("thinking", "redacted_thinking")
_HINTS = {
    401: "check ANTHROPIC_API_KEY",
    403: "this key may not do that",
    404: "check the model's name and ANTHROPIC_BASE_URL",
    429: "the limit of requests is reached; retry later",
    529: "the endpoint is overloaded; retry later",
}
_LACKING = ("context_management", "cache_control", "thinking", "beta", "compact", "extra inputs", "not permitted")


class AgainError(Exception):
    """Go on with the messages as they are now."""


class EndedError(Exception):
    """The run has ended: how, by what, and what is wrong, if anything is."""

    def __init__(self, status: str, by: str, error: str | None = None) -> None:
        super().__init__(by)
        self.status = status
        self.by = by
        self.error = error


class Troubles:
    """Counts what went wrong, and decides."""

    def __init__(self, note: Callable[[str], None], clean: Callable[[str], str]) -> None:
        self._note = note
        self._clean = clean
        self._in_a_row = 0
        self._cut = 0
        self._empty = 0

    def over(self) -> None:
        """A whole reply came."""
        self._in_a_row = 0

    def after(self, message: Any, worked: bool) -> str | None:
        """What to tell the model after a reply that ended its turn, so that it goes on; None when it is done."""
        reason = message.stop_reason
        if reason == "refusal":
            self._note("the model declined to go on")
            raise EndedError(FAILED, "refusal", "the model declined to go on")
        if reason == "model_context_window_exceeded":
            raise EndedError(STOPPED, "context", notes.FULL)
        if reason == "max_tokens":
            return self._cut_off()
        if any(_says(block) for block in message.content):
            return None
        self._note("an empty reply")
        self._empty += 1
        if self._empty == 1:
            return notes.EMPTY
        if worked:
            return None
        raise EndedError(FAILED, "empty", "the model gave only empty replies")

    def _cut_off(self) -> str:
        self._cut += 1
        self._note("a reply was cut off at its length limit (max_tokens)")
        if self._cut > CUT_REPLIES:
            raise EndedError(FAILED, "max_tokens", "replies were cut off at their length limit again and again")
        return notes.CUT_OFF

    def lacks(self, error: Exception) -> bool:
        """Whether an endpoint refuses a request for something that not every endpoint has."""
        import anthropic

        if not isinstance(error, anthropic.APIStatusError) or error.status_code not in (400, 404, 422):
            return False
        return any(word in str(error).lower() for word in _LACKING)

    async def judge(self, error: Exception, streaming: bool) -> None:
        """Go on after an error, or end; both are raised."""
        import anthropic

        if isinstance(error, anthropic.APIStatusError) and "too long" in str(error).lower():
            raise EndedError(STOPPED, "context", notes.FULL) from None
        if not streaming or not self._may_pass(error):
            raise EndedError(FAILED, "error", self.words(error)) from None
        await self._pause(error)
        raise AgainError from None

    def _may_pass(self, error: Exception) -> bool:
        """Whether the same request may do better: everything that can befall a stream may."""
        import anthropic

        return not isinstance(error, anthropic.APIStatusError) or error.status_code >= 500 or error.status_code == 200

    async def _pause(self, error: Exception) -> None:
        import asyncio

        self._in_a_row += 1
        garbled = isinstance(error, ValueError)
        what = "a malformed reply (a tool call that is not valid JSON)" if garbled else "the stream broke off"
        self._note(f"{what}; asking again ({self._in_a_row} of {BROKEN_STREAMS})")
        if self._in_a_row >= BROKEN_STREAMS:
            raise EndedError(FAILED, "error", f"{what}, {BROKEN_STREAMS} times in a row") from None
        await asyncio.sleep(_PAUSE * 2 ** (self._in_a_row - 1))

    def words(self, error: Exception) -> str:
        """An error as one line that a person can act on, without any secret."""
        import anthropic

        if isinstance(error, anthropic.APITimeoutError):
            return "the endpoint did not answer in time; retry later"
        if isinstance(error, anthropic.APIConnectionError):
            return "the endpoint cannot be reached; check the network and ANTHROPIC_BASE_URL"
        if isinstance(error, anthropic.APIStatusError):
            body = error.body if isinstance(error.body, dict) else {}
            inner = body.get("error")
            said = inner.get("message") if isinstance(inner, dict) else None
            hint = _HINTS.get(error.status_code, "")
            text = f"the endpoint answered {error.status_code}: {said or 'no reason given'}{'; ' if hint else ''}{hint}"
            return " ".join(self._clean(text).split())[:_ERROR_CHARS]
        return f"the conversation broke off ({type(error).__name__})"


def _says(block: Any) -> bool:
    """Whether a part of a reply is more than silence; a thought alone is not."""
    return block.type not in _THOUGHTS and (block.type != "text" or bool(block.text.strip()))
