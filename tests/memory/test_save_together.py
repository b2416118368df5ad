"""Many real processes that write to one store at once: no update is lost, and no reader ever sees half a file."""

import subprocess
import sys
from pathlib import Path

from memtui.memory.save import recover
from tests.memory.stores import contents, new_store, state_of

_PROCESSES, _ROUNDS = 6, 10
_LEAST_RACES = 20  # fewer, and they hardly met
_WRITER = """
import sys
from memtui.history.change import locked
from memtui.memory.files import read_bytes
from memtui.memory.save import Step, apply, recover
from memtui.memory.store import Store
who, rounds = sys.argv[3], int(sys.argv[4])
store = Store(sys.argv[1], None, "", sys.argv[2])
for number in range(rounds):
    with locked(store.state):
        recover(store.state)
        steps = []
        for file in ("a.md", "b.md"):
            data = read_bytes(store.path(file))
            steps.append(Step(file, data, data + f"{who} {number}\\n".encode()))
        apply(store.root, store.state, [*steps, Step(f"new-{who}-{number}.md", None, b"mine\\n")])
"""
_READER = """
import sys
root, seen = sys.argv[1], 0
print("ready", flush=True)
while True:
    for name in ("a.md", "b.md"):
        with open(f"{root}/{name}", "rb") as file:
            data = file.read()
        lines = data.splitlines()
        if not data.endswith(b"\\n") or lines[0] != name.encode() or len(set(lines)) < len(lines):
            sys.exit(f"torn: {name}")
    if len(lines) > int(sys.argv[2]):
        break
"""


def test_no_update_is_lost_and_nothing_is_torn(tmp_path: Path) -> None:
    store = new_store(str(tmp_path), {"MEMORY.md": b"", "a.md": b"a.md\n", "b.md": b"b.md\n"})
    total = _PROCESSES * _ROUNDS
    with subprocess.Popen([sys.executable, "-c", _READER, store.root, str(total)], stdout=subprocess.PIPE) as reader:
        assert reader.stdout is not None and reader.stdout.readline() == b"ready\n"
        writers = [
            subprocess.Popen([sys.executable, "-c", _WRITER, store.root, str(store.state_base), str(who), str(_ROUNDS)])
            for who in range(_PROCESSES)
        ]
        codes = [writer.wait(60) for writer in writers]
        if any(codes):
            reader.kill()
        assert codes == [0] * _PROCESSES
        assert reader.wait(60) == 0
    found = contents(store.root)
    wanted = sorted(f"{who} {number}".encode() for who in range(_PROCESSES) for number in range(_ROUNDS))
    for name in ("a.md", "b.md"):
        assert sorted((found[name] or b"").splitlines()[1:]) == wanted
    assert found["a.md"] != b"" and (found["a.md"] or b"")[4:] == (found["b.md"] or b"")[4:]
    assert len(found) == 3 + total  # and no temporary file
    assert recover(state_of(store)) is None


_RACER = """
import sys
from memtui.memory.errors import ConflictError
from memtui.memory.files import read_bytes
from memtui.memory.save import Step, apply
from memtui.memory.state import State
root = sys.argv[1]
for number in range(40):
    try:
        data = read_bytes(f"{root}/a.md")
    except FileNotFoundError:
        continue
    try:
        apply(root, State(sys.argv[2]), [Step("a.md", data, data + f"memtui {number}\\n".encode())])
    except ConflictError:
        pass
"""


def test_an_agent_that_takes_no_lock_loses_nothing(tmp_path: Path) -> None:
    """It replaces the file whole, again and again, while memtui writes.

    In the instant in which memtui notices it, memtui's text may be seen; the agent's must come back by itself.
    """
    store = new_store(str(tmp_path), {"a.md": b"agent 0\n"})
    path, number = Path(store.path("a.md")), 0
    with subprocess.Popen([sys.executable, "-c", _RACER, store.root, state_of(store).folder]) as racer:
        while racer.poll() is None:
            data = path.read_bytes()
            assert all(line.startswith(b"memtui ") for line in data.splitlines()[1:])
            if data.split(b"\n")[0] != f"agent {number}".encode():
                continue
            number += 1
            (tmp_path / "mine").write_bytes(f"agent {number}\n".encode())
            (tmp_path / "mine").replace(path)
    assert racer.returncode == 0
    assert number > _LEAST_RACES
    assert path.read_bytes().split(b"\n")[0] == f"agent {number}".encode()
    assert list(contents(store.root)) == ["a.md"]
