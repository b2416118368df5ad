"""What memtui is told by its surroundings: environment, home, working directory, system.

Every decision about places takes a `Host`, so that a test can be another machine.
"""

import os
import sys
from collections.abc import Mapping
from typing import NamedTuple

from memtui.memory.errors import MemtuiError

POLICY_LINUX = "/etc/claude-code/managed-settings.json"
POLICY_MACOS = "/Library/Application Support/ClaudeCode/managed-settings.json"

TRUE_WORDS = ("1", "true", "yes", "on")
FALSE_WORDS = ("0", "false", "no", "off")


class Host(NamedTuple):
    """One machine as one process sees it."""

    env: Mapping[str, str]
    home: str
    cwd: str
    policy_file: str
    windows: bool = False

    def truthy(self, name: str) -> bool:
        """Whether the variable is one of the words for yes."""
        return self.env.get(name, "").strip().lower() in TRUE_WORDS

    def falsy(self, name: str) -> bool:
        """Whether the variable is one of the words for no; unset is neither."""
        return self.env.get(name, "").strip().lower() in FALSE_WORDS

    @property
    def config_dir(self) -> str:
        """The agent's configuration directory."""
        return self.env.get("CLAUDE_CONFIG_DIR") or os.path.join(self.home, ".claude")

    @property
    def user_settings(self) -> str:
        """The user's settings of the agent."""
        return os.path.join(self.config_dir, "settings.json")

    @property
    def claude_json(self) -> str:
        """The agent's own record of projects, beside or inside the configuration directory."""
        beside = self.env.get("CLAUDE_CONFIG_DIR") or self.home
        return os.path.join(beside, ".claude.json")


def this_host(cwd: str | None = None) -> Host:
    """The machine we run on, as seen from `cwd`."""
    return Host(
        env=os.environ,
        home=os.path.expanduser("~"),
        cwd=cwd or working_folder(),
        policy_file=POLICY_MACOS if sys.platform == "darwin" else POLICY_LINUX,
        windows=os.name == "nt",
    )


def working_folder() -> str:
    """Where the user stands, unless somebody has removed it under their feet."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        raise MemtuiError("the folder you are in is gone", "", "go to another, or use --dir or --project") from None
