"""Processes: many that change a store at once, and one that is killed at any point of its change."""

import os
import subprocess
import sys

import pytest

from memtui.history.log import CHANGE, OTHERS, SEEN
from tests.history.box import CODE_ROOT, Box, run_python

ADD_LINE = """
import sys
from memtui.history.change import change
from memtui.memory.save import Step
from memtui.memory.state import State
root, state, name, times = sys.argv[1], State(sys.argv[2]), sys.argv[3], int(sys.argv[4])
for number in range(times):
    with change(root, state, name, f"line {number}") as work:
        with open(f"{root}/tea.md", "rb") as file:
            before = file.read()
        work.apply([Step("tea.md", before, before + f"{name} {number}\\n".encode())])
"""


def test_many_processes_lose_nothing(box: Box) -> None:
    names = [f"writer{number}" for number in range(6)]
    words = [sys.executable, "-c", ADD_LINE, box.root, box.state.folder]
    environment = {**os.environ, "PYTHONPATH": CODE_ROOT}
    running = [subprocess.Popen([*words, name, "5"], env=environment, stderr=subprocess.PIPE) for name in names]
    for process in running:
        _, errors = process.communicate(timeout=50)
        assert process.returncode == 0, errors.decode()
    lines = (box.read("tea.md") or b"").decode().splitlines()
    assert sorted(lines[1:]) == sorted(f"{name} {number}" for name in names for number in range(5))
    made = [(entry.who, entry.why) for entry in box.entries() if entry.kind == CHANGE]
    assert sorted(made) == sorted((name, f"line {number}") for name in names for number in range(5))
    assert [entry.number for entry in box.entries()] == list(range(31, 0, -1))


CUT_SHORT = """
import os, signal, sys
from memtui.history import change as changing
from memtui.history import snapshot, trash
from memtui.history.log import Log
from memtui.memory import journal, recovery, save, swap
from memtui.memory.save import Step
from memtui.memory.state import State
root, state, where = sys.argv[1], State(sys.argv[2]), sys.argv[3]
changing.look_now(root, state)
owner, name, when, nth = {
    "before the trash": (changing, "keep_removed", "before", 1),
    "before staging": (save, "_stage_all", "before", 1),
    "after staging": (save, "_stage_all", "after", 1),
    "after the first swap": (save, "_swap", "after", 1),
    "after the second swap": (save, "_swap", "after", 2),
    "before it is done": (save, "_finish", "before", 1),
    "after it is done": (save, "_finish", "after", 1),
    "before recording": (Log, "add", "before", 1),
    "after recording": (Log, "add", "after", 1),
    "before the journal ends": (journal, "end", "before", 1),
    "after the journal ends": (journal, "end", "after", 1),
    "before the last look is kept": (snapshot, "write_seen", "before", 2),
}[where]
real = getattr(owner, name)
calls = []
def dying(*arguments, **more):
    calls.append(1)
    if when == "before" and len(calls) == nth:
        os.kill(os.getpid(), signal.SIGKILL)
    result = real(*arguments, **more)
    if when == "after" and len(calls) == nth:
        os.kill(os.getpid(), signal.SIGKILL)
    return result
setattr(owner, name, dying)
with changing.change(root, state, "victim", "cut short") as work:
    work.apply([
        Step("tea.md", b"green\\n", b"black\\n"),
        Step("new.md", None, b"new\\n"),
        Step("user_role.md", b"the role\\n", None),
    ])
sys.exit("was not killed")
"""
MADE = (
    "before it is done",
    "after it is done",
    "before recording",
    "after recording",
    "before the journal ends",
    "after the journal ends",
    "before the last look is kept",
)
NOT_MADE = (
    "before the trash",
    "before staging",
    "after staging",
    "after the first swap",
    "after the second swap",
)


@pytest.mark.parametrize("where", [*NOT_MADE, *MADE])
@pytest.mark.parametrize("next_is", ["a look", "a change"])
def test_killed_change_is_memtuis_or_never_was(box: Box, where: str, next_is: str) -> None:
    before = box.files()
    done = run_python(CUT_SHORT, box.root, box.state.folder, where)
    assert done.returncode == -9, done.stderr.decode()
    box.write("theirs.md", "meanwhile\n")
    if next_is == "a look":
        box.look()
    else:
        box.change({"another.md": "next\n"})
    own = [entry for entry in box.entries() if entry.who == "victim"]
    theirs = [entry for entry in box.entries() if entry.kind == SEEN]
    if where in MADE:
        assert [(entry.why, entry.kind) for entry in own] == [("cut short", CHANGE)]
        assert (own[0].created, own[0].changed, own[0].deleted) == (("new.md",), ("tea.md",), ("user_role.md",))
        expected: dict[str, bytes | None] = {
            "MEMORY.md": before["MEMORY.md"],
            "tea.md": b"black\n",
            "new.md": b"new\n",
        }
    else:
        assert own == []
        expected = dict(before)
    expected["theirs.md"] = b"meanwhile\n"
    if next_is == "a change":
        expected["another.md"] = b"next\n"
    assert box.files() == expected
    assert {file for entry in theirs[:-1] for file in entry.touched} == {"theirs.md"}
    assert not os.path.exists(box.state.journal)


def test_killed_change_that_others_wrote_over_is_recorded_as_far_as_it_stands(box: Box) -> None:
    done = run_python(CUT_SHORT, box.root, box.state.folder, "before recording")
    assert done.returncode == -9, done.stderr.decode()
    box.write("tea.md", "theirs\n")
    box.look()
    theirs, own, _ = box.entries()
    assert (own.who, own.created, own.changed, own.deleted) == ("victim", ("new.md",), (), ("user_role.md",))
    assert (theirs.who, theirs.touched) == (OTHERS, ("tea.md",))
