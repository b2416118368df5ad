"""A task in a box: a copy, the live memory, a project, transcripts and a secret place outside of them all."""

import os

from memtui.agent.spaces import Spaces
from memtui.agent.tools import Reply, Toolbox

INDEX = "- [Deploy](deploy.md) — how we ship\n- [Tests](tests.md) — how we test\n"
DEPLOY = "---\nname: Deploy\ndescription: how we ship\ntype: project\n---\nWe ship on Tuesdays.\nNever on Fridays.\n"
PINNED = "---\nname: Pinned\ntype: user\npinned: true\n---\nStays as it is.\n"


class Box:
    """The folders of one task and its tools."""

    def __init__(self, folder: str) -> None:
        self.folder = os.path.realpath(folder)
        self.copy = self._made("state/dreams/d1/copy")
        self.live = self._made("config/projects/-work-app/memory")
        self.transcripts = self._made("config/projects/-work-app")
        self.project = self._made("work/app")
        self.results = self._made("state/dreams/d1/tool-results")
        self.outside = self._made("outside")
        for root in (self.copy, self.live):
            self.write(os.path.join(root, "MEMORY.md"), INDEX)
            self.write(os.path.join(root, "deploy.md"), DEPLOY)
            self.write(os.path.join(root, "tests.md"), "Run them all.\n")
            self.write(os.path.join(root, "pinned.md"), PINNED)
            self.write(os.path.join(root, "logs/2026/11/2026-11-17.md"), "- 10:00 shipped\n")
        self.write(os.path.join(self.project, "README.md"), "The app.\nIt ships itself.\n")
        self.write(os.path.join(self.project, "src/main.py"), "print('hello')\n")
        self.write(os.path.join(self.outside, "plans.md"), "OUTSIDE TEXT\n")
        self.write(os.path.join(self.transcripts, "s1.jsonl"), '{"type":"user","text":"ship the deploy"}\n' * 3)
        self.spaces = Spaces(self.copy, self.live, self.project, (self.transcripts,), self.results)
        self.toolbox = Toolbox(self.spaces, frozenset({"kept.md"}))

    def _made(self, name: str) -> str:
        path = os.path.join(self.folder, name)
        os.makedirs(path, exist_ok=True)
        return path

    def write(self, path: str, text: str | bytes) -> str:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return path

    def call(self, name: str, **given: object) -> Reply:
        return self.toolbox.call(name, given)

    def shell(self, command: str) -> str:
        return self.toolbox.call("shell", {"command": command}).text

    def everything(self) -> dict[str, tuple[int, int, bytes]]:
        """Every file of the box: its inode, when it was written, and its bytes."""
        found = {}
        for place, folders, files in os.walk(self.folder):
            for name in (*folders, *files):
                path = os.path.join(place, name)
                status = os.lstat(path)
                data = b""
                if os.path.isfile(path) and not os.path.islink(path):
                    with open(path, "rb") as file:
                        data = file.read()
                found[path] = (status.st_ino, status.st_mtime_ns, data)
        return found
