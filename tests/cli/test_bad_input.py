"""Whatever lies in the directory: a clear line or an ordinary answer, no traceback, no hang, nothing lost."""

import os
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import ROLE, ROOT, World, memtui, process
from tests.memory.unprivileged import open_folder

READERS: tuple[list[str], ...] = (
    ["list"],
    ["audit"],
    ["index"],
    ["manifest"],
    ["prompt"],
    ["projects"],
    ["history"],
    ["path"],
)
BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(12)
)
FILES = {
    "aliases.md": f"---\n{BOMB}---\nx\n",
    "deep.md": "---\nx: " + "[" * 5_000 + "]" * 5_000 + "\n---\n",
    "endless.md": "---\nname: x\n" + "key: value\n" * 20_000,
    "lists.md": "---\nname: [a, b]\ndescription: {a: b}\ntype: 7\nmodified: 2026-99-99\n---\n",
    "dates.md": "---\nname: 2026-11-18\ndescription: 12:30\ntype: true\n---\n",
    "tag.md": "---\nname: !!python/object/apply:os.system ['touch pwned']\n---\n",
    "nul.md": "---\nname: a\0b\n---\n\0\0\0",
    "empty.md": "",
    "bom.md": "\ufeff---\nname: x\ntype: user\n---\r\nbody\r\n",
    "crlf.md": "---\r\nname: crlf\r\ndescription: d\r\ntype: user\r\n---\r\nbody\r\n",
    "new\nline.md": "x",
    "quote'\".md": "x",
    "[brackets](x).md": "x",
    "🍵.md": "x",
    "-dash.md": "x",
    "x" * 252 + ".md": "x",
}


@pytest.fixture
def odd(world: World) -> World:
    """A store with everything that should not be there."""
    for name, text in FILES.items():
        world.put(name, text)
    world.put("latin.md", b"---\nname: caf\xe9\n---\n\xff\xfe")
    (world.memory / os.fsdecode(b"name\xff.md")).write_bytes(b"x")
    os.mkfifo(world.memory / "fifo.md")
    os.mkfifo(world.memory / "pipe")
    with socket.socket(socket.AF_UNIX) as opened:
        os.chdir(world.memory)  # the path of a socket is short
        opened.bind("socket.md")
        os.chdir(world.project)
    (world.memory / "loop.md").symlink_to("loop.md")
    (world.memory / "out.md").symlink_to("/etc/hostname")
    (world.memory / "around").symlink_to(world.memory)
    if os.geteuid() == 0:
        os.mknod(world.memory / "device.md", stat.S_IFCHR | 0o600, os.makedev(1, 5))
    with open(world.memory / "huge.md", "wb") as file:
        file.write(b"---\nname: huge\ndescription: a hundred megabytes of nothing\ntype: user\n---\n")
        file.truncate(100 * 1024 * 1024)
    return world


@pytest.mark.parametrize("words", READERS, ids=" ".join)
def test_everything_odd_is_survived(odd: World, words: list[str]) -> None:
    done = process(*words)
    assert done.code in (0, 1)
    assert "Traceback" not in done.err and "unexpected" not in done.err
    assert not (odd.project / "pwned").exists()


def test_everything_odd_is_listed(odd: World) -> None:
    done = memtui("list", "--json")
    listed = {row["file"] for row in done.data}
    assert set(FILES) | {"huge.md", "latin.md"} <= listed
    for name in ("fifo.md", "pipe", "socket.md", "loop.md", "out.md", "around"):
        assert f"not read: {name}: " in done.err
        assert name not in listed


def test_every_odd_file_can_be_shown_moved_deleted_and_brought_back(odd: World) -> None:
    before = {name: data for name, data in odd.files().items() if name != "huge.md"}
    for name in FILES:
        assert memtui("show", "--", name).out.encode() == FILES[name].encode(), name
        assert memtui("rm", "--", name).code == 0, name
        assert memtui("undo").code == 0, name
    after = {name: data for name, data in odd.files().items() if name != "huge.md"}
    assert after == before


def test_a_huge_memory_that_memtui_deletes_comes_back(odd: World) -> None:
    path = odd.memory / "huge.md"
    assert memtui("rm", "huge.md").code == 0
    assert not path.exists()
    assert memtui("undo").code == 0
    assert path.stat().st_size == 100 * 1024 * 1024


def test_odd_things_are_never_written_through(odd: World) -> None:
    for name in ("out.md", "loop.md", "fifo.md", "socket.md"):
        for words in (["edit", name], ["rm", name], ["mv", name, "other"], ["show", name]):
            done = memtui(*words)
            assert (done.code, done.err.count("\n")) == (3, 1), (words, done.err)


def test_a_file_where_the_directory_should_be(world: World) -> None:
    path = world.base / "file"
    path.write_text("x")
    for words in (["list"], ["index"], ["new", "x", "--type", "user", "--body", "y"]):
        done = memtui(*words, "--dir", str(path))
        assert (done.code, done.err) == (
            3,
            f"memtui: not a directory: {path}; give the directory that holds MEMORY.md\n",
        )


def test_a_place_where_no_sample_can_be_made_is_said(world: World) -> None:
    before = world.files()
    for place in (world.memory, world.memory / "user_role.md", Path("/proc/x"), Path("/dev/null/x")):
        done = memtui("demo", str(place))
        assert (done.code, done.err.count("\n")) == (3, 1)
        assert done.err.startswith("memtui: cannot make the sample (")
        assert done.err.endswith(f": {place}; give a folder that does not exist yet, or is empty\n")
    assert world.files() == before


def test_the_default_directory_may_be_a_file_too(world: World) -> None:
    import shutil

    shutil.rmtree(world.memory)
    world.memory.write_text("x")
    for words in (["list"], ["audit"], ["log", "x"], ["manifest"]):
        done = memtui(*words)
        assert done.code == 3, words
        assert "not a directory" in done.err
    assert world.memory.read_text() == "x"


def test_an_index_that_is_no_file_is_said(world: World) -> None:
    (world.memory / "MEMORY.md").unlink()
    (world.memory / "MEMORY.md").mkdir()
    for words in (["index"], ["prompt"], ["audit"], ["new", "x", "--type", "user", "--body", "y"]):
        done = memtui(*words)
        assert "Traceback" not in done.err and "unexpected" not in done.err
        assert done.code in (0, 1, 3)


def test_settings_that_are_not_json_are_noted_and_passed_over(world: World) -> None:
    (world.config / "settings.json").write_text("{nonsense")
    done = memtui("path")
    assert done.code == 0
    assert "settings.json is not valid JSON; ignored" in done.err


def test_a_bad_configuration_is_noted_and_defaults_hold(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    path = world.base / "config.toml"
    monkeypatch.setenv("MEMTUI_CONFIG", str(path))
    path.write_text("stale = [")
    assert "is not valid TOML" in memtui("list").err
    path.write_text('[stale]\nproject = "soon"\nuser = 3\n')
    rows = {row["name"]: row["value"] for row in memtui("config", "--json").data["values"]}
    assert (rows["stale.project"], rows["stale.user"]) == (30, 3)


# Nobody may not even see Python's own files where a user's Python is private, so all of it is imported before.
_AS_NOBODY = """
import os, pkgutil, sys
sys.path.insert(0, {root!r})
import encodings.ascii, encodings.idna, encodings.utf_16_le
import ctypes, difflib, filelock, importlib, json, platformdirs.unix, shlex, subprocess, tomllib, rapidfuzz.fuzz
import memtui
for module in pkgutil.walk_packages(memtui.__path__, "memtui."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
from memtui.cli.main import main
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
sys.exit(main(sys.argv[1:]))
"""


def as_nobody(world: World, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Run memtui as a user whom modes bind, with state that they may write."""
    return subprocess.run(
        [sys.executable, "-c", _AS_NOBODY.format(root=str(ROOT)), *words],
        env={**os.environ, "XDG_STATE_HOME": str(world.base / "nobody")},
        capture_output=True,
        check=False,
        timeout=60,
    )


@pytest.fixture
def shared(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """The same where an ordinary user can reach it, and theirs, also where the test runs as root."""
    with open_folder() as folder:
        here = World(Path(folder))
        for name, value in here.environment().items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(here.project)
        (here.base / "nobody").mkdir()
        if os.geteuid() == 0:
            for path in (here.base, *here.base.rglob("*")):
                os.chown(path, 65534, 65534)
        yield here


def test_an_unreadable_directory_is_said_in_one_line(shared: World) -> None:
    shared.memory.chmod(0)
    try:
        for words in (["list"], ["audit"], ["log", "x"]):
            done = as_nobody(shared, *words)
            assert done.returncode == 3, (words, done.stderr)
            assert b"permission denied" in done.stderr
            assert done.stderr.count(b"\n") == 1
    finally:
        shared.memory.chmod(0o755)


def test_an_unreadable_memory_is_listed_as_odd_and_the_rest_is_read(shared: World) -> None:
    (shared.memory / "user_role.md").chmod(0)
    done = as_nobody(shared, "list")
    assert done.returncode == 0
    assert b"feedback_tests.md" in done.stdout
    assert b"not read: user_role.md: unreadable" in done.stderr


def test_a_read_only_directory_refuses_and_keeps_everything(shared: World) -> None:
    before = shared.files()
    shared.memory.chmod(0o555)
    try:
        for words in (["log", "x"], ["rm", "role"], ["new", "x", "--type", "user", "--body", "y"]):
            done = as_nobody(shared, *words)
            assert done.returncode == 3, (words, done.stderr)
            assert b"permission denied" in done.stderr and b"nothing was changed" in done.stderr
    finally:
        shared.memory.chmod(0o755)
    assert shared.files() == before


def test_a_read_only_memory_is_not_replaced(shared: World) -> None:
    (shared.memory / "user_role.md").chmod(0o444)
    done = as_nobody(shared, "rm", "role")
    assert done.returncode == 3
    assert b"read-only" in done.stderr
    assert shared.text("user_role.md") == ROLE


def test_state_that_cannot_be_written_is_said_and_nothing_changes(shared: World) -> None:
    before = shared.files()
    (shared.base / "nobody").chmod(0o500)
    if os.geteuid() == 0:
        os.chown(shared.base / "nobody", 0, 0)
    done = as_nobody(shared, "log", "x")
    assert done.returncode == 3
    assert b"XDG_STATE_HOME" in done.stderr and done.stderr.count(b"\n") == 1
    assert shared.files() == before


def test_many_writers_lose_nothing(world: World) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "memtui", "log"]
    running = [
        subprocess.Popen([*command, f"entry {n}"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for n in range(12)
    ]
    for one in running:
        _, err = one.communicate(timeout=120)
        assert one.returncode == 0, err
    lines = world.text("logs/2026/11/2026-11-18.md").splitlines()
    assert sorted(lines) == sorted(f"- 12:00 entry {n}" for n in range(12))
    assert len(memtui("history", "--json").data) == 13
