"""A store to dream about: memory, state and project of its own, and dreams that run in this process or in their own."""

import json
import os
import time
from typing import Any

from memtui.dream import worker
from memtui.dream.recovery import holder
from memtui.dream.starting import Started, Wish, start
from memtui.dream.task import Task, new_id, read_task, save, set_current
from memtui.memory.dreamsettings import DreamSettings
from memtui.memory.host import Host
from memtui.memory.location import Location
from memtui.memory.slug import slug
from memtui.memory.store import Store
from memtui.transcripts.opening import Which

HOUR = 3_600.0
OLD_NS = 1_700_000_000_123_456_789
ID = "00000000-0000-4000-8000-{:012}"


def memory(name: str, description: str = "", body: str = "", kind: str = "feedback", more: str = "") -> str:
    about = description or f"what is known of {name} and nothing else"
    return f"---\nname: {name}\ndescription: {about}\ntype: {kind}\n{more}---\n{body or f'All about {name}.'}\n"


class DreamBox:
    """One store. `settings` may be replaced before a dream starts."""

    def __init__(self, base: str) -> None:
        self.base = os.path.realpath(base)
        self.project = os.path.join(self.base, "shop")
        self.config = os.path.join(self.base, "home", ".claude")
        self.sessions = os.path.join(self.config, "projects", slug(self.project))
        self.root = os.path.join(self.sessions, "memory")
        os.makedirs(self.project, exist_ok=True)
        os.makedirs(self.root, exist_ok=True)
        self.store = Store(self.root, self.project, self.config, os.path.join(self.base, "state"))
        self.state = self.store.state
        self.env: dict[str, str] = {}
        self.settings = DreamSettings(auto=True)

    @property
    def which(self) -> Which:
        host = Host(self.env, os.path.join(self.base, "home"), self.project, os.path.join(self.base, "no-policy.json"))
        host = host._replace(env={"CLAUDE_CONFIG_DIR": self.config, **self.env})
        place = Location(
            os.path.join(self.root, ""),
            "default",
            self.project,
            self.project,
            slug(self.project),
            True,
            "default",
            (),
            (),
        )
        return Which(host, place, self.store)

    def put(self, file: str, text: str | bytes, mtime_ns: int = OLD_NS) -> None:
        """As the agent would: no lock, no history."""
        path = os.path.join(self.root, file)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as out:
            out.write(text if isinstance(text, bytes) else text.encode())
        os.utime(path, ns=(mtime_ns, mtime_ns))

    def read(self, file: str) -> str:
        with open(os.path.join(self.root, file), "rb") as opened:
            return opened.read().decode()

    def has(self, file: str) -> bool:
        return os.path.exists(os.path.join(self.root, file))

    def tree(self) -> dict[str, tuple[bytes, int]]:
        """Every file with its time, the lock aside, and anything that does not belong there."""
        found = {}
        for folder, _, names in os.walk(self.root):
            for name in names:
                path = os.path.join(folder, name)
                if name != ".consolidate-lock":
                    with open(path, "rb") as opened:
                        found[os.path.relpath(path, self.root)] = opened.read(), os.stat(path).st_mtime_ns
        return found

    def lock(self, body: str | bytes, age: float = 0.0) -> int:
        """A lock as another process would leave it; its mtime."""
        path = os.path.join(self.root, ".consolidate-lock")
        with open(path, "wb") as out:
            out.write(body if isinstance(body, bytes) else body.encode())
        mtime_ns = time.time_ns() - int(age * 1e9)
        os.utime(path, ns=(mtime_ns, mtime_ns))
        return mtime_ns

    def lock_state(self) -> tuple[bytes, int] | None:
        path = os.path.join(self.root, ".consolidate-lock")
        try:
            with open(path, "rb") as opened:
                return opened.read(), os.stat(path).st_mtime_ns
        except FileNotFoundError:
            return None

    def session(self, number: int, cwd: str | None = None, folder: str | None = None, **more: Any) -> str:
        """A transcript, written now."""
        place = folder or os.path.join(self.config, "projects", slug(os.path.realpath(cwd or self.project)))
        os.makedirs(place, exist_ok=True)
        path = os.path.join(place, f"{ID.format(number)}.jsonl")
        with open(path, "w", encoding="utf-8") as out:
            out.write(json.dumps({"type": "user", "cwd": cwd or self.project, "isSidechain": False, **more}) + "\n")
        return path

    def record(self, engine: str = "rules", applies: bool = True, **more: Any) -> Task:
        """A task as `start` would make it, for a dream in this process."""
        order = {
            "root": self.root,
            "project": self.project,
            "config_dir": self.config,
            "state_base": self.store.state_base,
            "applies": applies,
            "review": not applies,
            "model": None,
            "max_turns": 10,
            "budget_usd": 1.0,
            "force": 1,
            "transcripts": [self.sessions],
        }
        now_ns = time.time_ns()
        task = Task(new_id(self.state), engine, "manual", now_ns / 1e9, started_ns=now_ns, order=order, **more)
        save(self.state, task)
        set_current(self.state, task.id)
        return task

    def dream(self, engine: str = "rules", applies: bool = True) -> Task:
        """A whole dream in this process."""
        return worker.work(self.store, worker.take(self.store, self.record(engine, applies)))

    def start(self, **wish: Any) -> Started:
        """A dream in its own process."""
        return start(self.which, self.settings, Wish(**{"engine": "rules", "force": 1, **wish}))

    def ended(self, started: Started) -> Task:
        """The task of a process that has ended."""
        started.process.wait(30)
        task = read_task(self.state, started.task.id)
        assert task is not None
        return task

    def held(self) -> str:
        return holder(self.store).words


def messy(box: DreamBox) -> None:
    """A store with something of everything that the rules mend."""
    box.put("feedback_tests.md", memory("tests"))
    box.put(
        "feedback_tests_again.md", memory("tests_again", "what is known of tests and nothing else", "All about tests.")
    )
    box.put("feedback_lost.md", memory("lost"))
    box.put("user_role.md", memory("role", kind="user"))
    long = "- [Role](user_role.md) — " + "who they are and what they like to do " * 6
    box.put("MEMORY.md", f"# Memory\n- [Tests](feedback_tests.md) — how\n- [Gone](gone.md) — nowhere\n{long.strip()}\n")
