"""The sample's transcripts: the stories of `sessions` as the agent's own files hold them.

One JSON object a line: what the user wrote, one line per block of the agent's reply, and the tool results
between them.
"""

import json
import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from memtui.memory.clock import iso
from memtui.memory.limits import INDEX_NAME
from memtui.sample.placeholders import DAY_SECONDS, made_id, session_id
from memtui.sample.sessions import SESSIONS, Session, Step
from memtui.sample.store import AGES, write_dated

CLIENT_VERSION = "2.1.197"
MODEL = "claude-sonnet-5"
STEP_SECONDS = 7.0

_SPOKEN = ("say", "look", "change", "run", "recall", "save", "delegate")
_STAMPED = ("  node_type:", "  originSessionId:", "  modified:")

Json = dict[str, Any]


class Places(NamedTuple):
    """The folder with the project's transcripts, the project, and its memory."""

    filed: str
    root: str
    memory: str


def write_transcripts(places: Places, files: Mapping[str, str], memories: Mapping[str, str], now: float) -> None:
    """Writes every session's transcript, its mtime being the time of its last line."""
    for session in SESSIONS:
        recorder = _Recorder(session, places, files, memories, now)
        recorder.tell()
        recorder.write()


class _Tool(NamedTuple):
    """One use of a tool: what went in, what came out, and what the client kept about it."""

    name: str
    given: Json
    output: str
    kept: Json


class _Recorder:
    """Tells one session line by line; a subagent has a recorder of its own."""

    def __init__(
        self,
        session: Session,
        places: Places,
        files: Mapping[str, str],
        memories: Mapping[str, str],
        now: float,
        agent: str = "",
    ) -> None:
        self.session = session
        self.places = places
        self.files = files
        self.memories = memories
        self.now = now
        self.agent = agent
        self.id = session_id(session.name)
        self.clock = now - session.days * DAY_SECONDS
        self.lines: list[Json] = []
        self.parent: str | None = None
        self.prompt = ""
        self.replies = 0
        self.speaking = False
        self.tools = 0

    def tell(self) -> None:
        """Turns the steps into lines."""
        steps = self.session.steps
        if not self.agent:
            self._plain("queue-operation", operation="enqueue", timestamp=self._time(), content=steps[0].text)
        for position, step in enumerate(steps):
            following = steps[position + 1].kind if position + 1 < len(steps) else ""
            self._step(step, following)
        if self.agent:
            return
        self._plain("last-prompt", lastPrompt=self.prompt, leafUuid=self.parent)
        if self.session.summary:
            self.lines.append({"type": "summary", "summary": self.session.summary, "leafUuid": self.parent})

    def write(self) -> None:
        """Puts the transcript where the agent would."""
        path = os.path.join(self.places.filed, f"{self.id}.jsonl")
        if self.agent:
            path = os.path.join(self.places.filed, self.id, "subagents", f"agent-{self.agent}.jsonl")
        text = "".join(_dump(line) + "\n" for line in self.lines)
        write_dated(path, text, self.clock)

    def _step(self, step: Step, following: str) -> None:
        if step.kind == "ask":
            self._ask(step.text)
        elif step.kind == "say":
            self._say(step.text, ends=following not in _SPOKEN)
        elif step.kind == "surfaced":
            self._surface(step.files)
        elif step.kind == "save":
            self._use(self._write_memory(step.text))
            if (pointer := self._pointer(step.text)) is not None:
                self._use(pointer)
        elif step.kind == "delegate":
            self._delegate(step)
        else:
            self._use(self._tool(step))

    def _ask(self, text: str) -> None:
        self.prompt = text
        head = {"promptId": self._made(f"prompt/{len(self.lines)}"), "type": "user"}
        self._message(head | {"message": {"role": "user", "content": text}})

    def _say(self, text: str, ends: bool) -> None:
        self._assistant({"type": "text", "text": text}, "end_turn" if ends else None)

    def _surface(self, names: tuple[str, ...]) -> None:
        surfaced = [
            {
                "path": os.path.join(self.places.memory, name),
                "content": self.memories[name],
                "mtimeMs": int((self.now - AGES[name] * DAY_SECONDS) * 1000),
            }
            for name in names
        ]
        self._message({"type": "attachment", "attachment": {"type": "relevant_memories", "memories": surfaced}})

    def _tool(self, step: Step) -> _Tool:
        if step.kind == "run":
            kept: Json = {"stdout": step.more, "stderr": "", "interrupted": False}
            return _Tool("Bash", {"command": step.text}, step.more, kept)
        if step.kind == "change":
            return self._edit(os.path.join(self.places.root, step.text), "", step.more)
        if step.kind == "recall":
            return self._read(os.path.join(self.places.memory, step.text), self.memories[step.text])
        return self._read(os.path.join(self.places.root, step.text), self.files[step.text])

    def _read(self, path: str, text: str) -> _Tool:
        lines = text.rstrip("\n").split("\n")
        numbered = "\n".join(f"{number}\t{line}" for number, line in enumerate(lines, 1))
        kept = {"type": "text", "file": {"filePath": path, "numLines": len(lines)}}
        return _Tool("Read", {"file_path": path}, numbered, kept)

    def _edit(self, path: str, old: str, new: str) -> _Tool:
        given = {"file_path": path, "old_string": old, "new_string": new}
        kept = {"filePath": path, "oldString": old, "newString": new}
        return _Tool("Edit", given, f"The file {path} has been updated.", kept)

    def _write_memory(self, name: str) -> _Tool:
        """The client stamps a memory after the agent wrote it, so the agent's own text has no stamps."""
        path = os.path.join(self.places.memory, name)
        lines = self.memories[name].splitlines(keepends=True)
        text = "".join(line for line in lines if not line.startswith(_STAMPED))
        kept = {"type": "create", "filePath": path}
        return _Tool("Write", {"file_path": path, "content": text}, "File created successfully", kept)

    def _pointer(self, name: str) -> _Tool | None:
        """The second step of a save, or None: one of the sample's problems is a memory without a pointer."""
        folder, _, file = name.rpartition("/")
        index = f"{folder}/{INDEX_NAME}" if f"{folder}/{INDEX_NAME}" in self.memories else INDEX_NAME
        target = f"]({file if index != INDEX_NAME else name})"
        for line in self.memories[index].split("\n"):
            if target in line:
                return self._edit(os.path.join(self.places.memory, index), "", line + "\n")
        return None

    def _delegate(self, step: Step) -> None:
        agent = made_id(f"{self.id}/agent").replace("-", "")[:17]
        story = Session(self.session.name, (self.now - self.clock) / DAY_SECONDS, (Step("ask", step.text), *step.steps))
        below = _Recorder(story, self.places, self.files, self.memories, self.now, agent)
        below.tell()
        below.write()
        about = {"agentType": "general-purpose", "description": step.text}
        meta = os.path.join(self.places.filed, self.id, "subagents", f"agent-{agent}.meta.json")
        write_dated(meta, _dump(about), below.clock)
        self.clock = below.clock
        given = {"description": step.text, "prompt": step.text, "subagent_type": "general-purpose"}
        kept = {"status": "completed", "agentId": agent, "content": [{"type": "text", "text": step.more}]}
        self._use(_Tool("Task", given, step.more, kept))

    def _use(self, tool: _Tool) -> None:
        self.tools += 1
        number = f"toolu_{self._made(f'tool/{self.tools}')[:8]}"
        self._assistant({"type": "tool_use", "id": number, "name": tool.name, "input": tool.given}, "tool_use")
        result = {"tool_use_id": number, "type": "tool_result", "content": tool.output}
        self._message({"type": "user", "message": {"role": "user", "content": [result]}, "toolUseResult": tool.kept})

    def _assistant(self, block: Json, stop: str | None) -> None:
        if not self.speaking:
            self.replies += 1
        reply = f"msg_{self._made(f'reply/{self.replies}')[:8]}"
        message = {
            "id": reply,
            "type": "message",
            "role": "assistant",
            "model": MODEL,
            "content": [block],
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": self._usage(),
        }
        self._message({"message": message, "type": "assistant", "requestId": f"req_{reply}"})

    def _usage(self) -> Json:
        return {
            "input_tokens": 40 + 3 * self.replies,
            "cache_creation_input_tokens": 300,
            "cache_read_input_tokens": 9_000 + 700 * self.replies,
            "output_tokens": 60 + 5 * self.replies,
            "service_tier": "standard",
        }

    def _message(self, content: Json) -> None:
        """One line of the conversation, hanging below the one before it."""
        self.speaking = content["type"] == "assistant"
        number = self._made(f"line/{len(self.lines)}")
        line = {"parentUuid": self.parent, "isSidechain": bool(self.agent)} | content
        if self.agent:
            line["agentId"] = self.agent
        self.lines.append(
            line
            | {
                "uuid": number,
                "timestamp": self._time(),
                "userType": "external",
                "entrypoint": "cli",
                "cwd": self.places.root,
                "sessionId": self.id,
                "version": CLIENT_VERSION,
                "gitBranch": "main",
            }
        )
        self.parent = number

    def _plain(self, kind: str, **fields: object) -> None:
        self.lines.append({"type": kind, **fields, "sessionId": self.id})

    def _time(self) -> str:
        self.clock += STEP_SECONDS
        return iso(self.clock)

    def _made(self, what: str) -> str:
        return made_id(f"{self.id}/{self.agent}/{what}")


def _dump(line: Json) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))
