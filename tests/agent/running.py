"""Running the agent in a box against a scripted endpoint."""

import threading
from typing import Any

from memtui.agent.endpoint import find_endpoint
from memtui.agent.loop import Limits, Outcome, Prompt, run_agent
from memtui.agent.mailbox import Mailbox
from tests.agent.box import Box
from tests.messages_api import Api

PROMPT = Prompt("You tidy a memory.", "Tidy the memory. Today is 2026-11-18.")
MODEL = "claude-sonnet-5-5"


class Run:
    """One run: how it ended, and what it told."""

    def __init__(
        self,
        box: Box,
        api: Api,
        model: str = MODEL,
        limits: Limits = Limits(),  # noqa: B008 - a NamedTuple never changes
        mailbox: Mailbox | None = None,
        stop: threading.Event | None = None,
        prompt: Prompt = PROMPT,
    ) -> None:
        self.events: list[dict[str, Any]] = []
        self.outcome: Outcome = run_agent(
            prompt, box.toolbox, model, limits, self.events.append, mailbox, stop, find_endpoint(api.env)
        )

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["kind"] == kind]

    @property
    def notes(self) -> str:
        return "\n".join(event["text"] for event in self.of("message"))


def results(api: Api, request: int) -> list[dict[str, Any]]:
    """The tool results that a request brought, at the end of its messages."""
    content = api.requests[request]["messages"][-1]["content"]
    return [part for part in content if part["type"] == "tool_result"]
