"""The tools of a forked agent: one list for all, each call judged when it is made.

A call never raises. What is not allowed comes back as a refusal that says what to do instead, and is counted. Every
result is masked, whatever it came from. The SDK's own file tools and shell are not used: they start programs, follow
links before they judge them, and know neither pins nor reasons; and the offline engine must run without the SDK.
"""

import threading
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from memtui.agent import schema
from memtui.agent.allowance import Allowance
from memtui.agent.commands import Shell
from memtui.agent.confined import Confined
from memtui.agent.looking import Looking
from memtui.agent.reading import Reader
from memtui.agent.refusal import FailedError, RefusedError
from memtui.agent.schema import SPECS, ToolSpec, stated
from memtui.agent.spaces import Roots, Spaces
from memtui.agent.writing import Writer, Written
from memtui.audit.secrets import mask

_REFUSED = "refused: "


class Reply(NamedTuple):
    """What a call gives back. `touched` is the path below the copy that it changed."""

    text: str
    refused: bool = False
    touched: str | None = None
    failed: bool = False  # allowed, but it did not work

    @property
    def why(self) -> str:
        """The reason of a refusal, for a person who is told in another way that it is one."""
        return self.text.removeprefix(_REFUSED)


class Change(NamedTuple):
    """One change of the copy, and why it was made."""

    file: str
    kind: str  # write, edit or delete
    reason: str
    merged_into: str | None


class Toolbox:
    """The tools of one task, with what they did."""

    specs: tuple[ToolSpec, ...] = SPECS

    def __init__(self, spaces: Spaces, pinned: frozenset[str] = frozenset(), results_dir: str | None = None) -> None:
        spaces = spaces._replace(results=results_dir or spaces.results)
        self.spaces = spaces
        self.results_dir = spaces.results
        self.changes: list[Change] = []
        self.tool_uses = 0
        self.refusals = 0
        self.stop: threading.Event | None = None  # set: a call under way ends early
        confined = Confined(Roots(spaces))
        reader = Reader(confined)
        self._looking = Looking(reader)
        self._shell = Shell(reader)
        self._writer = Writer(confined, pinned)
        self._doers: dict[str, Callable[[dict[str, Any]], Reply]] = {
            schema.READ: lambda given: Reply(self._looking.read(given, self._allowance())),
            schema.GREP: lambda given: Reply(self._looking.grep(given, self._allowance())),
            schema.GLOB: lambda given: Reply(self._looking.glob(given, self._allowance())),
            schema.SHELL: lambda given: Reply(self._shell.run(given["command"], self._allowance()) or "(nothing)"),
            schema.WRITE: self._write,
            schema.EDIT: self._edit,
            schema.DELETE: self._delete,
        }

    def _allowance(self) -> Allowance:
        return Allowance(stop=self.stop)

    def call(self, name: str, given: Mapping[str, object]) -> Reply:
        """Do what a call asks, or say why not."""
        self.tool_uses += 1
        reply = self._judged(name, given)
        self.refusals += reply.refused
        return reply._replace(text=_safe(reply.text))

    def _judged(self, name: str, given: Mapping[str, object]) -> Reply:
        spec = next((spec for spec in self.specs if spec.name == name), None)
        if spec is None:
            names = ", ".join(spec.name for spec in self.specs)
            return Reply(f"{_REFUSED}there is no tool {name[:60]!r}; use {names}", refused=True)
        try:
            return self._doers[name](schema.checked(spec, given))
        except RefusedError as error:
            return Reply(f"{_REFUSED}{error}", refused=True)
        except FailedError as error:
            return Reply(f"error: {error}", failed=True)
        except Exception as error:  # whatever a hostile call still finds must not end the task
            return Reply(f"error: {name} could not do that ({type(error).__name__})", failed=True)

    def _write(self, given: dict[str, Any]) -> Reply:
        return self._recorded(self._writer.write(given["path"], given["content"]), schema.WRITE, given)

    def _edit(self, given: dict[str, Any]) -> Reply:
        written = self._writer.edit(given["path"], given["old_text"], given["new_text"], given.get("all", False))
        return self._recorded(written, schema.EDIT, given)

    def _delete(self, given: dict[str, Any]) -> Reply:
        written, into = self._writer.delete(given["path"], given.get("merged_into"))
        return self._recorded(written, schema.DELETE, given, into)

    def _recorded(self, written: Written, kind: str, given: dict[str, Any], into: str | None = None) -> Reply:
        if not written.changed:
            return Reply(written.text)
        self.changes.append(Change(written.file, kind, mask(stated(given["reason"])), into))
        return Reply(written.text, touched=written.file)


def _safe(text: str) -> str:
    """Text that can be sent: no secret, and valid Unicode."""
    return mask(text.encode("utf-8", "replace").decode("utf-8"))
