"""One conversation with a model, on the SDK's own streaming tool runner.

The runner sends, streams, retries and calls the tools. What is added here is what a fork needs beyond that: limits,
the mailbox, stored results, compaction above the threshold, and going on after what a runner ends at: a reply that was
cut off, garbled or empty. To go on, a new runner takes over the same messages, so the cached prefix stays as it is.

Threads that a server would hold are not used: other endpoints lack them, and nothing of a memory shall stay there.
"""

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from memtui.agent import notes
from memtui.agent.activity import activity
from memtui.agent.context import ResultStore, betas, clearing, estimated, threshold
from memtui.agent.endpoint import Endpoint, make_client
from memtui.agent.limits import COMPACTION_FAILURES
from memtui.agent.loop import COMPLETED, STOPPED, Event, Limits, Outcome, Prompt, Tell
from memtui.agent.mailbox import SHUTDOWN, Mailbox
from memtui.agent.models import Model, cost_words
from memtui.agent.schema import CHANGING
from memtui.agent.tools import Reply, Toolbox
from memtui.agent.troubles import AgainError, EndedError, Troubles
from memtui.agent.usage import Tokens, Usage, estimate, missed

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

_MARK = {"type": "ephemeral"}
Content = list[dict[str, Any]]


class Task(NamedTuple):
    """What a conversation is about and what it may use."""

    prompt: Prompt
    toolbox: Toolbox
    model: Model
    limits: Limits
    tell: Tell
    mailbox: Mailbox | None
    endpoint: Endpoint


class Conversation:
    """One run of one task."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._toolbox = task.toolbox
        self._messages: list[Any] = [{"role": "user", "content": [{"type": "text", "text": task.prompt.task}]}]
        self._results = ResultStore(task.toolbox.results_dir)
        self._usage = Usage()
        self._last: Tokens | None = None  # of the reply before, as long as its prefix still stands
        self._text = ""
        self._extras = True  # what not every endpoint has: clearing, compaction, thinking, the moving cache mark
        self._compacting = False
        self._compaction_failures = 0
        self._before_compaction = 0
        self._troubles = Troubles(self._note, task.endpoint.clean)

    async def run(self) -> Outcome:
        """The whole conversation."""
        self._tell_estimate()
        limits = self._task.limits
        client = make_client(self._task.endpoint, limits.retries, limits.timeout, self._retried)
        async with client:
            while True:
                try:
                    self._check_allowed()
                    await self._converse(client)
                except AgainError:
                    continue
                except EndedError as ended:
                    return self.outcome(ended.status, ended.by, ended.error)

    def outcome(self, status: str, by: str, error: str | None = None) -> Outcome:
        """How it ended, with what it used so far."""
        toolbox, usage = self._toolbox, self._usage
        return Outcome(status, by, error, usage, usage.turns, toolbox.tool_uses, toolbox.refusals, self._text)

    async def _converse(self, client: "AsyncAnthropic") -> None:
        """Until it ends or has to go on with another runner; both are raised."""
        runner: Any = client.beta.messages.tool_runner(**self._request())
        streaming = False
        try:
            if self._compacting:
                runner.compact_before_next_turn()
            async for stream in runner:
                streaming = True
                await self._replied(runner, await stream.get_final_message())
                streaming = False
            raise EndedError(COMPLETED, "done")
        except (AgainError, EndedError):
            raise
        except Exception as error:
            await self._failed(error, streaming)
        finally:
            await runner.close()

    def _request(self) -> dict[str, Any]:
        from memtui.agent.runnable import runnable_tools

        task = self._task
        request: dict[str, Any] = {
            "model": task.model.name,
            "max_tokens": task.limits.max_tokens or task.model.reply,
            "system": [{"type": "text", "text": task.prompt.system, "cache_control": _MARK}],
            "tools": runnable_tools(self._toolbox.specs, self._do, _MARK),
            "messages": list(self._messages),
            "stream": True,
            "thread": False,
        }
        if self._extras:
            request["cache_control"] = _MARK  # on the last block, wherever that is by then
            request["context_management"] = clearing(task.model)
            request["betas"] = betas(task.model)
            if task.model.thinks:  # newer models put what they say between tool calls into their thinking
                request["thinking"] = {"type": "adaptive", "display": task.model.thinks}
        return request

    async def _replied(self, runner: Any, message: Any) -> None:
        if message.stop_reason == "compaction":
            self._compacted(message)
            return
        for block in message.content:
            if block.type == "tool_use" and not isinstance(block.input, dict):
                block.input = {}  # the API takes back nothing else; the tool then says what it needs
        content, tokens = self._accounted(message)
        if message.stop_reason is None:
            raise ConnectionError("the reply broke off")
        self._troubles.over()
        if message.stop_reason == "tool_use" and any(block.type == "tool_use" for block in content):
            await self._tool_round(runner, message, tokens)
        elif message.stop_reason == "pause_turn":
            self._messages.append(message.to_param())
        else:
            self._finished(message)

    async def _tool_round(self, runner: Any, message: Any, tokens: Tokens) -> None:
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of a tool that does not exist; told below
            response = await runner.generate_tool_call_response()
        names = {block.id: block for block in message.content if block.type == "tool_use"}
        for result in response["content"]:
            asked = names[result["tool_use_id"]]
            if asked.name not in {spec.name for spec in self._toolbox.specs}:
                result["content"] = (await self._do(asked.name, asked.input)).text
            result["content"] = self._results.fitted(result["tool_use_id"], result["content"])
        # In place: the runner sends this very message next.
        response["content"] += self._mail()
        self._messages += [message.to_param(), response]
        self._check_limits(runner, tokens.context + estimated(response["content"]))

    def _mail(self) -> Content:
        """What the person sent meanwhile, for the model to read after the results of its tools."""
        texts: Content = []
        for letter in self._task.mailbox.take() if self._task.mailbox else ():
            self._tell({"kind": "message", "from": "person", "type": letter.kind, "text": letter.text})
            if letter.kind == SHUTDOWN:
                self._tell({"kind": "message", "from": "agent", "type": "shutdown_response", "text": notes.ENDING})
                raise EndedError(STOPPED, "shutdown")
            texts.append({"type": "text", "text": notes.from_person(letter.text, self._task.prompt.code)})
        return texts

    def _check_allowed(self) -> None:
        """End the run where its turns or its budget are used up."""
        limits, usage = self._task.limits, self._usage
        if usage.turns >= limits.max_turns:
            raise EndedError(STOPPED, "turns", f"the limit of {limits.max_turns} turns is reached")
        spent = usage.cost if usage.turns else 0.0 if self._task.model.price else None
        if limits.budget_usd is not None and spent is not None and spent >= limits.budget_usd:
            raise EndedError(STOPPED, "budget", f"the budget of {cost_words(limits.budget_usd)} is used up")

    def _check_limits(self, runner: Any, size: int) -> None:
        self._check_allowed()
        if size <= threshold(self._task.model):
            return
        if not self._extras or self._compaction_failures >= COMPACTION_FAILURES:
            raise EndedError(STOPPED, "context", notes.FULL)
        self._compacting = True
        self._before_compaction = size
        runner.compact_before_next_turn()

    def _compacted(self, message: Any) -> None:
        self._account(message, turn=False)
        if not any(block.type == "compaction" and block.content for block in message.content):
            self._compaction_failed("the endpoint gave no summary")
            raise AgainError
        self._compacting, self._compaction_failures, self._last = False, 0, None
        last = self._messages[-1].get("id", "") or message.id
        self._messages = [message.to_param()]
        self._tell({"kind": "summary", "trigger": "auto", "tokens_before": self._before_compaction, "last": last})

    def _compaction_failed(self, why: str) -> None:
        self._compaction_failures += 1
        self._note(f"compaction failed ({self._compaction_failures} of {COMPACTION_FAILURES}): {why}")
        if self._compaction_failures >= COMPACTION_FAILURES:
            raise EndedError(STOPPED, "context", notes.FULL)

    def _finished(self, message: Any) -> None:
        """The model has ended its turn: done, or to be asked to go on."""
        note = self._troubles.after(message, worked=self._toolbox.tool_uses > 0)
        more: Content = [{"type": "text", "text": note}] if note else self._mail()
        if not more:
            raise EndedError(COMPLETED, "done")
        said = [block.to_dict() for block in message.content if block.type == "text" and block.text.strip()]
        if said:
            self._messages.append({"role": "assistant", "content": said})
        self._messages.append({"role": "user", "content": more})
        self._check_allowed()
        raise AgainError

    async def _failed(self, error: Exception, streaming: bool) -> None:
        if self._compacting and not isinstance(error, EndedError):
            if self._troubles.lacks(error):
                raise EndedError(STOPPED, "context", f"{notes.FULL}; this endpoint cannot compact it") from None
            self._compaction_failed(self._troubles.words(error))
            raise AgainError from None
        if self._extras and self._usage.turns == 0 and self._troubles.lacks(error):
            self._extras = False
            self._note("this endpoint lacks clearing or compaction; going on without")
            raise AgainError from None
        await self._troubles.judge(error, streaming)

    def _accounted(self, message: Any) -> tuple[list[Any], Tokens]:
        """Tell of a reply and what it used."""
        uses = [block for block in message.content if block.type == "tool_use"]
        said = "\n".join(block.text for block in message.content if block.type == "text").strip()
        self._text = self._task.endpoint.clean(said) or self._text
        paths = [str(use.input.get("path")) for use in uses if use.name in CHANGING and isinstance(use.input, dict)]
        text = said or notes.thought(message.content)
        self._tell({"kind": "turn", "text": text, "tool_use_count": len(uses), "paths": paths})
        return list(message.content), self._account(message)

    def _account(self, message: Any, turn: bool = True) -> Tokens:
        used = message.usage
        tokens = Tokens(
            used.input_tokens or 0,
            used.output_tokens or 0,
            used.cache_read_input_tokens or 0,
            used.cache_creation_input_tokens or 0,
        )
        edits = getattr(message.context_management, "applied_edits", None)
        miss = turn and not edits and missed(self._last, tokens)
        self._usage = self._usage.plus(tokens, self._task.model, miss)
        if not turn:
            self._usage = self._usage._replace(turns=self._usage.turns - 1)
        event = {"kind": "usage", "turns": self._usage.turns, **self._usage.tokens._asdict()}
        event |= {"tool_uses": self._toolbox.tool_uses, "refusals": self._toolbox.refusals}
        event |= {"hit_rate": round(self._usage.tokens.hit_rate, 4), "cost_usd": self._usage.cost}
        event |= {"cost": cost_words(self._usage.cost), "miss": notes.miss(self._last, tokens) if miss else None}
        self._tell(event)
        self._last = tokens if turn else None
        return tokens

    def _tell_estimate(self) -> None:
        task = self._task
        tools = json.dumps([spec._asdict() for spec in self._toolbox.specs])
        tokens, cost = estimate(task.model, task.prompt.system, task.prompt.task, tools, task.limits.max_turns)
        self._tell({"kind": "usage", "estimate_tokens": tokens, "estimate_usd": cost, "cost": cost_words(cost)})
        if cost is None and task.limits.budget_usd is not None:
            self._note("the price of this model is not known, so only the turn limit ends the run, not the budget")

    async def _do(self, name: str, given: Mapping[str, object]) -> Reply:
        """One tool call, away from the loop that reads the stream."""
        import asyncio

        reply = await asyncio.to_thread(self._toolbox.call, name, given)
        reply = reply._replace(text=self._task.endpoint.clean(reply.text))
        event = {"kind": "tool", "name": name, "activity": activity(name, given), "touched": reply.touched}
        self._tell({**event, "failed": reply.failed or reply.refused})
        if reply.refused:
            self._tell({"kind": "refused", "name": name, "reason": reply.why})
        return reply

    def _retried(self, count: int) -> None:
        self._note(f"the endpoint did not answer; attempt {count + 1} of {self._task.limits.retries + 1}")

    def _tell(self, event: Event) -> None:
        """Tell of something, without the key, wherever it may stand."""
        clean = self._task.endpoint.clean
        self._task.tell({name: _cleaned(value, clean) for name, value in event.items()})

    def _note(self, text: str) -> None:
        self._tell({"kind": "message", "from": "memtui", "type": "note", "text": text})


def _cleaned(value: Any, clean: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return clean(value)
    return [_cleaned(item, clean) for item in value] if isinstance(value, list) else value
