"""What was seen on a real client (2.1.197, Linux), and the place that each case was seen in, built anew.

`<ROOT>` is the case's own folder and `<ROOTSLUG>` its slug, worked out here by other means than memtui's own.
"""

import json
import os
import subprocess
from typing import Any, NamedTuple

from memtui.memory.host import Host

INDEX_LABEL = "user's auto-memory, persists across conversations"
_CASES = os.path.join(os.path.dirname(__file__), "observed.json")
_IDENTITY = {
    f"GIT_{role}_{what}": value
    for role in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "Tea Shop"), ("EMAIL", "shop@example.org"))
}


def cases() -> list[dict[str, Any]]:
    """All cases, in the order they were recorded."""
    with open(_CASES, encoding="utf-8") as file:
        found: list[dict[str, Any]] = json.load(file)
    return found


def plain_slug(path: str) -> str:
    """Every UTF-16 unit that is no ASCII letter or digit as a dash; no cut, no hash."""
    units = path.encode("utf-16-le")
    pairs = (units[at : at + 2].decode("utf-16-le", "replace") for at in range(0, len(units), 2))
    return "".join(char if char.isascii() and char.isalnum() else "-" for char in pairs)


class Place(NamedTuple):
    """A case's own folder on this machine."""

    root: str
    case: dict[str, Any]

    def filled(self, text: str) -> str:
        """A recorded text with this place's names in it."""
        return (
            text.replace("<ROOTSLUG>", plain_slug(self.root)).replace("<ROOT>", self.root).replace("$ROOT", self.root)
        )

    def path(self, name: str) -> str:
        return os.path.join(self.root, self.filled(name))

    @property
    def proj(self) -> str:
        return self.path(self.case.get("proj", "proj"))

    def build(self) -> Host:
        """Make the folders and files, run the setup, and see it as the client did."""
        os.makedirs(self.proj, exist_ok=True)
        os.makedirs(self.path("home"), exist_ok=True)
        for name, text in self.case.get("files", {}).items():
            path = self.path(name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(self.filled(text))
        self._set_up()
        return Host(
            env={name: self.filled(value) for name, value in self.case.get("env", {}).items()},
            home=self.path("home"),
            cwd=self.path(self.case.get("cwd", self.case.get("proj", "proj"))),
            policy_file=self.path("no-policy.json"),
        )

    def _set_up(self) -> None:
        environment = {
            **_IDENTITY,
            "PATH": os.environ["PATH"],
            "HOME": self.path("home"),
            "ROOT": self.root,
            "PROJ": self.proj,
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
        }
        if "setup" in self.case:
            subprocess.run(["sh", "-ec", self.case["setup"]], env=environment, check=True, capture_output=True)
