"""Running a forked agent: one task, from its prompt to its end, with everything that happens told as events.

`run_agent` is what engines call. It never raises for what a model, an endpoint or a person can do: the outcome says
how it ended. The conversation itself is in `memtui.agent.conversation`.

Events are plain dicts with a `kind`: `turn` (an assistant message), `tool`, `refused`, `usage`, `summary` (the context
was compacted) and `message` (from the person, or a note of memtui's). Whoever records them adds number and time.
"""

import threading
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from memtui.agent.endpoint import Endpoint, find_endpoint
from memtui.agent.mailbox import Mailbox
from memtui.agent.models import DEFAULT_MODEL, model_named
from memtui.agent.tools import Toolbox
from memtui.agent.usage import Usage
from memtui.memory.errors import MemtuiError

Event = dict[str, Any]
Tell = Callable[[Event], None]

COMPLETED, FAILED, STOPPED = "completed", "failed", "stopped"
_STOP_SECONDS = 0.02  # between two looks at the stop event


class Prompt(NamedTuple):
    """What the model is told: who it is, and its task; and the code that marks what a person sends it meanwhile."""

    system: str
    task: str
    code: str = ""


class Limits(NamedTuple):
    """What a run may use."""

    max_turns: int = 60
    budget_usd: float | None = None
    max_tokens: int | None = None  # of one reply; None: what the model's table says
    retries: int = 4  # the SDK's own, for 429, 5xx and time-outs
    timeout: float = 600.0  # seconds without an answer


class Outcome(NamedTuple):
    """How a run ended. `stopped` is a clean end before the model was done; `ended_by` says what ended it."""

    status: str  # completed, failed or stopped
    ended_by: str  # done, turns, budget, context, shutdown, stop, refusal, max_tokens, empty, error
    error: str | None = None
    usage: Usage = Usage()
    turns: int = 0
    tool_uses: int = 0
    refusals: int = 0
    text: str = ""  # the model's last words


def run_agent(
    prompt: Prompt,
    toolbox: Toolbox,
    model: str = DEFAULT_MODEL,
    limits: Limits = Limits(),  # noqa: B008 - a NamedTuple never changes
    tell: Tell = lambda _: None,
    mailbox: Mailbox | None = None,
    stop: threading.Event | None = None,
    endpoint: Endpoint | None = None,
    facts: Mapping[str, float] | None = None,
) -> Outcome:
    """Run one task to its end. Without an endpoint, the environment names it; `facts` of the model go first."""
    import asyncio

    from memtui.agent.conversation import Conversation, Task

    try:
        endpoint = endpoint or find_endpoint()
    except MemtuiError as error:
        return Outcome(FAILED, "error", str(error))
    stop = stop or threading.Event()
    toolbox.stop = stop
    task = Task(prompt, toolbox, model_named(model, facts), limits, tell, mailbox, endpoint)
    return asyncio.run(_until_stopped(Conversation(task), stop))


async def _until_stopped(conversation: Any, stop: threading.Event) -> Outcome:
    """The conversation's outcome, or at once another when somebody says stop."""
    import asyncio

    async def wait() -> None:
        while not stop.is_set():
            await asyncio.sleep(_STOP_SECONDS)

    running = asyncio.ensure_future(conversation.run())
    waiting = asyncio.ensure_future(wait())
    await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if not running.done():
        running.cancel()
    waiting.cancel()
    await asyncio.gather(running, waiting, return_exceptions=True)
    if running.cancelled():
        stopped: Outcome = conversation.outcome(STOPPED, "stop")
        return stopped
    outcome: Outcome = running.result()
    return outcome
