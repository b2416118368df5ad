"""The README's walk: runs every command of it in one real shell, and renders the README with what they print.

The table of keys comes from the app's own registry.

`python -m tests.walk` rewrites README.md; a test compares.
"""

import os
import re
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

from memtui.memory.slug import slug
from memtui.ui.keymap import written
from memtui.ui.keys import TITLES, every_action

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
NOW = "2026-11-18T12:00:00Z"
_BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
_KEYS = re.compile(r"(<!-- keys -->\n).*?(<!-- end of keys -->)", re.DOTALL)
_SHOWN_LINES = 9
_SHOWN_CHARS = 150
_MARK = "=== memtui walk ==="


def commands(text: str) -> list[str]:
    """Every command of the walk, in order."""
    return [line[2:] for block in _BLOCK.findall(text) for line in block.splitlines() if line.startswith("$ ")]


def run(words: list[str], home: Path) -> list[tuple[str, int]]:
    """What each command printed, both streams, and its exit code."""
    script = "".join(f"{word}\nprintf '\\n{_MARK} %s\\n' $?\n" for word in words)
    done = subprocess.run(
        ["bash", "-c", script],
        env=_environment(home),
        cwd=home,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        check=True,
    )
    parts = re.split(rf"\n{_MARK} (\d+)\n", done.stdout.decode())
    return [(parts[at], int(parts[at + 1])) for at in range(0, len(parts) - 1, 2)]


def _environment(home: Path) -> dict[str, str]:
    folder = home / "bin"
    folder.mkdir()
    _script(folder / "memtui", f'PYTHONPATH="{ROOT}" exec "{sys.executable}" -m memtui "$@"')
    _script(folder / "add-a-line", 'echo "**Why:** make needs them." >> "$1"')
    return {
        "HOME": str(home),
        "PATH": f"{folder}:{os.environ['PATH']}",
        "EDITOR": "add-a-line",
        "MEMTUI_NOW": NOW,
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
    }


def _script(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def render(text: str, results: list[tuple[str, int]], home: Path) -> str:
    """The README with the output of each command below it."""
    outputs = iter(results)

    def block(match: re.Match[str]) -> str:
        rows = []
        for line in match.group(1).splitlines():
            if line.startswith("$ "):
                rows += [line, *_shown(next(outputs)[0], home)]
        return "```console\n" + "\n".join(rows) + "\n```"

    return _KEYS.sub(lambda match: match.group(1) + key_table() + match.group(2), _BLOCK.sub(block, text))


def key_table() -> str:
    """Every action with its key, by screen."""
    rows = ["| where | key | does |", "| --- | --- | --- |"]
    for screen, action in every_action():
        keys = " or ".join(f"`{key}`" for key in written(action.key).split(","))
        rows.append(f"| {TITLES[screen]} | {keys} | {action.label}: {action.about} |")
    return "\n".join(rows) + "\n"


def _shown(output: str, home: Path) -> list[str]:
    """As another machine would print it, and no more than a reader wants."""
    text = output.replace(slug(str(home)), "-home-you").replace(str(home), "/home/you")
    text = re.sub(r"stores/[0-9a-f]{16}", "stores/0123456789abcdef", text)
    lines = [line if len(line) <= _SHOWN_CHARS else f"{line[: _SHOWN_CHARS - 1]}…" for line in text.splitlines()]
    lines = [line.rstrip() for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines if len(lines) <= _SHOWN_LINES + 1 else [*lines[:_SHOWN_LINES], "…"]


def rendered(home: Path) -> tuple[str, list[tuple[str, int]]]:
    """The README as it should be, and what the commands did."""
    text = README.read_text(encoding="utf-8")
    results = run(commands(text), home)
    return render(text, results, home), results


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        README.write_text(rendered(Path(folder).resolve())[0], encoding="utf-8")
