"""Short ways to ask what is gone."""

from memtui.audit.drift import check
from tests.audit.gitproject import GitProject

Key = tuple[str, str]


def word(token: str) -> Key:
    return "identifier", token


def path(token: str) -> Key:
    return "path", token


def file(token: str) -> Key:
    return "file", token


def gone(project: GitProject, *wanted: Key) -> set[str]:
    found = check(project.root, wanted)
    assert found.note is None
    assert all((thing.kind, thing.token) == key for key, thing in found.gone.items())
    return {thing.token for thing in found.gone.values()}
