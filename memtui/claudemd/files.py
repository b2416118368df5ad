"""The CLAUDE.md files whose words are loaded beside the memory anyway: the user's and the project's own."""

import os

from memtui.memory.files import read_bytes

_MAX_BYTES = 1_000_000
_PROJECT = ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md")


def claudemd_texts(config_dir: str, project: str | None) -> dict[str, str]:
    """Path (as a person would name it) to text, for every file that can be read."""
    places = {"~/.claude/CLAUDE.md": os.path.join(config_dir, "CLAUDE.md")}
    if project is not None:
        places.update((name, os.path.join(project, *name.split("/"))) for name in _PROJECT)
    texts = {}
    for name, path in places.items():
        try:
            # Resolved: unlike the files of a store, these are often links (to AGENTS.md, to dotfiles).
            texts[name] = read_bytes(os.path.realpath(path), _MAX_BYTES).decode("utf-8", "replace")
        except OSError:
            continue
    return texts
