"""The sample's git project: one text per commit in `project/`, replayed in one stream.

A commit's text has a head (`days:` before now, `author:`, `message:`), a blank line, and then its changes,
each under a line of its own: `=== write PATH` with the whole new file below it, `=== remove PATH`, or
`=== rename OLD NEW`. Without git on the machine the project is its last tree and nothing else.
"""

import os
from collections.abc import Iterable
from typing import NamedTuple

from memtui.sample.placeholders import DAY_SECONDS
from memtui.sample.store import write_dated

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "project")
BRANCH = "main"

_MARK = "=== "
_PLAIN, _EXECUTABLE = "100644", "100755"


class Change(NamedTuple):
    """One file of one commit. `text` is the new file for a write, the new path for a rename."""

    verb: str
    path: str
    text: str


class Commit(NamedTuple):
    """One commit, `days` before now."""

    days: float
    author: str
    message: str
    changes: list[Change]


class File(NamedTuple):
    """One file of a tree, and how many days before now it was last changed."""

    text: str
    days: float


def commits() -> list[Commit]:
    """The project's history, oldest first."""
    found = []
    for name in sorted(os.listdir(SOURCE)):
        with open(os.path.join(SOURCE, name), encoding="utf-8", newline="") as file:
            found.append(_parse(file.read()))
    return found


def _parse(text: str) -> Commit:
    head, _, body = text.partition("\n\n")
    fields = dict(line.split(": ", 1) for line in head.split("\n"))
    changes: list[Change] = []
    for line in body.splitlines(keepends=True):
        if line.startswith(_MARK):
            verb, path, *new = line[len(_MARK) :].split()
            changes.append(Change(verb, path, "".join(new)))
        else:
            changes[-1] = changes[-1]._replace(text=changes[-1].text + line)
    return Commit(float(fields["days"]), fields["author"], fields["message"], changes)


def last_tree(history: Iterable[Commit]) -> dict[str, File]:
    """The files after the last commit, by path."""
    tree: dict[str, File] = {}
    for commit in history:
        for change in commit.changes:
            if change.verb == "write":
                tree[change.path] = File(change.text, commit.days)
            elif change.verb == "rename":
                tree[change.text] = File(tree.pop(change.path).text, commit.days)
            else:
                del tree[change.path]
    return tree


def write_project(root: str, now: float) -> dict[str, str]:
    """Writes the project with its history to `root`, and returns the texts of its files by path."""
    history = commits()
    tree = last_tree(history)
    for path, file in tree.items():
        target = os.path.join(root, path)
        write_dated(target, file.text, now - file.days * DAY_SECONDS)
        if _mode(file.text) == _EXECUTABLE:
            os.chmod(target, 0o755)
    _import(root, _stream(history, now))
    return {path: file.text for path, file in tree.items()}


def _mode(text: str) -> str:
    return _EXECUTABLE if text.startswith("#!") else _PLAIN


def _stream(history: Iterable[Commit], now: float) -> bytes:
    """The history as `git fast-import` reads it."""
    parts: list[bytes] = []
    for commit in history:
        when = f"{commit.author} {int(now - commit.days * DAY_SECONDS)} +0000"
        parts.append(f"commit refs/heads/{BRANCH}\nauthor {when}\ncommitter {when}\n".encode())
        parts.append(_data(commit.message + "\n"))
        parts.extend(_command(change) for change in commit.changes)
    return b"".join(parts)


def _command(change: Change) -> bytes:
    if change.verb == "write":
        return f"M {_mode(change.text)} inline {change.path}\n".encode() + _data(change.text)
    if change.verb == "rename":
        return f"R {change.path} {change.text}\n".encode()
    return f"D {change.path}\n".encode()


def _data(text: str) -> bytes:
    raw = text.encode()
    return b"data %d\n%s\n" % (len(raw), raw)


def _import(root: str, stream: bytes) -> None:
    """Makes `root` a repository with that history; its files are there already, so nothing is checked out."""
    try:
        _git(root, "init", "--quiet", "--template=", f"--initial-branch={BRANCH}")
    except FileNotFoundError:  # no git here: the tree alone still serves
        return
    _git(root, "-c", "fastimport.unpackLimit=1", "fast-import", "--quiet", stream=stream)
    _git(root, "reset", "--mixed")


def _git(root: str, *arguments: str, stream: bytes = b"") -> None:
    import subprocess

    # The user's own settings and any repository around us must not leak into the sample.
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    env |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_OPTIONAL_LOCKS": "0"}
    command = ["git", "-C", root, "-c", "core.autocrlf=false", "-c", "core.hooksPath=/dev/null", *arguments]
    subprocess.run(command, input=stream, env=env, check=True, capture_output=True)
