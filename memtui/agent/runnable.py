"""The tools in the form that the SDK's runner takes. Imported late: with it comes the SDK."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from memtui.agent.schema import ToolSpec
from memtui.agent.tools import Reply

Doer = Callable[[str, Mapping[str, object]], Awaitable[Reply]]


def runnable_tools(specs: Sequence[ToolSpec], do: Doer, mark: Mapping[str, str]) -> list[Any]:
    """All of them, in the order of the list; the last carries the cache mark for the whole list."""
    from anthropic.lib.tools import BetaAsyncBuiltinFunctionTool, ToolError

    class Runnable(BetaAsyncBuiltinFunctionTool):
        def __init__(self, spec: ToolSpec, marked: bool) -> None:
            self._spec = spec
            self._marked = marked

        def to_dict(self) -> Any:
            definition = {
                "name": self._spec.name,
                "description": self._spec.description,
                "input_schema": dict(self._spec.input_schema),
            }
            return {**definition, "cache_control": dict(mark)} if self._marked else definition

        async def call(self, input: object) -> str:
            reply = await do(self._spec.name, input if isinstance(input, Mapping) else {"input": input})
            if reply.refused or reply.failed:
                raise ToolError(reply.text)
            return reply.text

    return [Runnable(spec, spec is specs[-1]) for spec in specs]
