"""Rights: what memtui keeps is for its owner alone, and what it may not read is not taken for gone."""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator

import pytest

from tests.history.box import Box, run_python

NOBODY = 65_534


@pytest.mark.parametrize("umask", ["0o000", "0o022", "0o377"])
def test_state_is_private_whatever_the_umask(box: Box, umask: str) -> None:
    code = f"""
import os, sys
os.umask({umask})
from memtui.history.change import change, look_now
from memtui.history.drafts import draft_path
from memtui.memory.save import Step
from memtui.memory.state import State
root, state = sys.argv[1], State(sys.argv[2])
look_now(root, state)
with change(root, state, "tester", "delete") as work:
    work.apply([Step("tea.md", b"green\\n", None), Step("new.md", None, b"new", mode=0o600)])
draft_path(state, "tea.md")
"""
    done = run_python(code, box.root, box.state.folder)
    assert done.returncode == 0, done.stderr.decode()
    seen = set()
    for folder, folders, names in os.walk(os.path.dirname(box.state.folder)):
        for name in folders + names:
            path = os.path.join(folder, name)
            mode = stat.S_IMODE(os.lstat(path).st_mode)
            gits_own = os.path.dirname(path).startswith(box.state.history)
            wanted = (0o700,) if name in folders else (0o600, 0o400) if gits_own else (0o600,)
            assert mode in wanted, (path, oct(mode))
            seen.add(name)
    for path in (box.state.folder, box.state.history, box.state.trash, box.state.drafts):
        assert stat.S_IMODE(os.lstat(path).st_mode) == 0o700
    assert {"lock", "info.json", "memtui-seen.json", "tea.md"} <= seen


@pytest.fixture
def open_box() -> Iterator[Box]:
    """A box that somebody without rights can reach."""
    folder = tempfile.mkdtemp()
    os.chmod(folder, 0o755)
    try:
        yield Box(folder)
    finally:
        shutil.rmtree(folder)


@pytest.mark.parametrize(("hidden", "mode"), [("deep", 0), ("deep", 0o444), ("deep/x.md", 0), ("deep", 0o111)])
def test_unreadable_keeps_what_was_known(open_box: Box, hidden: str, mode: int) -> None:
    box = open_box
    for file in ("MEMORY.md", "deep/x.md", "deep/more/y.md", "other.md"):
        box.write(file, f"{file}\n")
    if os.getuid() == 0:
        for folder, _, names in os.walk(box.folder):
            for path in (folder, *(os.path.join(folder, name) for name in names)):
                os.chown(path, NOBODY, NOBODY)
    code = """
import os, sys, tempfile
from memtui.history.change import look_now
from memtui.history.log import Log
from memtui.memory.state import State
with tempfile.TemporaryDirectory() as warm:  # imports everything while the interpreter's files can be read
    look_now(warm, State(os.path.join(warm, "s")))
    Log(State(os.path.join(warm, "s"))).entries()
root, state, hidden, mode = sys.argv[1], State(sys.argv[2]), sys.argv[3], int(sys.argv[4])
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
print(look_now(root, state))
path = os.path.join(root, hidden)
before = os.stat(path).st_mode
os.chmod(path, mode)
with open(os.path.join(root, "other.md"), "w") as file:
    file.write("changed")
print(look_now(root, state))
entry = Log(state).entries(1)[0]
print(entry.created, entry.changed, entry.deleted, sorted(Log(state).states(entry.commit)))
os.chmod(path, before)
print(look_now(root, state))
"""
    done = run_python(code, box.root, box.state.folder, hidden, str(mode), HOME=box.folder)
    assert done.stderr == b""
    everything = ["MEMORY.md", "deep/more/y.md", "deep/x.md", "other.md"]
    assert done.stdout.decode().splitlines() == ["1", "2", f"() ('other.md',) () {everything}", "None"]
