"""Streams, folders and locales as they can be: full, closed, gone, not UTF-8. A clear line, a true exit code."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import ROOT, World, memtui, process


def shell(script: str) -> subprocess.CompletedProcess[bytes]:
    """Run a shell line in which `memtui` is ours."""
    place = f'memtui() {{ "{sys.executable}" -m memtui "$@"; }}\n'
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(["bash", "-c", place + script], env=env, capture_output=True, check=False, timeout=60)


@pytest.mark.parametrize("words", ["list", "list --json", "show role", "--help", "list --help", "log x"])
def test_an_answer_that_cannot_be_written_is_said(world: World, words: str) -> None:
    done = shell(f"memtui {words} >/dev/full")
    assert done.returncode == 3
    last = done.stderr.splitlines()[-1]
    assert last == b"memtui: cannot write the answer (no space left on device): stdout; give it another place"


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "2>/dev/full", "<&-"])
def test_a_stream_that_nobody_wants_changes_nothing_else(world: World, closed: str) -> None:
    done = shell(f"memtui log x {closed}; echo code=$? >{world.base}/code")
    assert (world.base / "code").read_text() == "code=0\n"
    assert b"unexpected" not in done.stderr and b"Traceback" not in done.stderr
    assert world.text("logs/2026/11/2026-11-18.md") == "- 12:00 x\n"
    assert shell(f"memtui show nothing {closed}").returncode == 1


def test_a_closed_stdin_is_no_text(world: World) -> None:
    done = shell("memtui new x --type user <&-")
    assert (done.returncode, done.stderr) == (
        2,
        b"memtui: no text, and stdin is closed; give the memory with --body\n",
    )
    assert shell("memtui history purge user_role <&-").returncode == 1


def test_help_for_a_reader_that_has_seen_enough(world: World) -> None:
    done = shell("set -o pipefail; memtui list --help | true")
    assert (done.returncode, done.stderr) == (0, b"")


def test_notes_for_a_reader_that_has_seen_enough_do_not_change_the_answer(world: World) -> None:
    done = shell("set -o pipefail; { sleep 0.3; memtui show user_role; } 2>&1 >/dev/null | true")
    assert done.returncode == 0
    world.put("MEMORY.md", "- [Gone](gone.md) — x\n")
    assert shell("set -o pipefail; memtui audit 2>&1 >/dev/null | true").returncode == 1


def test_a_folder_that_is_gone_under_the_users_feet(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = world.base / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    for words in (["path"], ["list"], ["log", "x"], ["demo", "here"]):
        done = memtui(*words)
        assert (done.code, done.err) == (
            3,
            "memtui: the folder you are in is gone; go to another, or use --dir or --project\n",
        )
    for words in (["list"], ["index"], ["log", "x"], ["history"]):
        assert memtui("--dir", str(world.memory), *words).code == 0
    assert memtui("projects").code == 0
    assert memtui("--project", str(world.project), "list").code == 0


def test_debug_is_text_where_options_have_ended(world: World) -> None:
    assert memtui("log", "--", "--debug").code == 0
    assert world.text("logs/2026/11/2026-11-18.md") == "- 12:00 --debug\n"


@pytest.mark.parametrize(
    "words",
    [
        ["log", "caf\udce9"],
        ["new", "caf\udce9", "--type", "user", "--body", "x"],
        ["new", "x", "--type", "user", "--body", "caf\udce9"],
        ["new", "x", "--type", "user", "--body", "x", "--description", "caf\udce9"],
        ["mv", "user_role", "caf\udce9"],
    ],
    ids=lambda words: " ".join(words).encode("ascii", "replace").decode(),
)
def test_nothing_that_is_not_utf8_gets_into_a_memory(world: World, words: list[str]) -> None:
    before = world.files()
    done = memtui(*words)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert world.files() == before


def test_a_locale_that_knows_only_ascii_still_takes_utf8(world: World) -> None:
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = process("new", "Grüße", "--type", "user", "--description", "Käse — ß", "--body", "Öl", env=env)
    assert (done.code, done.out) == (0, "made user_grue.md\n")
    assert world.text("user_grue.md") == "---\nname: Grüße\ndescription: Käse — ß\ntype: user\n---\nÖl\n"
    assert process("log", "grün 🍵", env=env).code == 0
    assert world.text("logs/2026/11/2026-11-18.md") == "- 12:00 grün 🍵\n"


def test_a_name_with_a_line_break_forges_no_second_line(world: World) -> None:
    name = "evil\nmemtui: all is well.md"
    world.put(name, "x\n")
    (world.memory / "link\nmemtui: fine").symlink_to("x\ny")
    for words in (["show", name], ["rm", name], ["undo"], ["list"], ["restore", name, "--at", "1"], ["audit"]):
        done = memtui(*words)
        lines = done.out.splitlines() + done.err.splitlines()
        assert not [line for line in lines if line.startswith(("memtui: all", "memtui: fine", "y"))], words


def test_a_path_through_a_link_to_the_store_names_the_memory(world: World, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(world.memory)
    assert memtui("show", str(link / "user_role.md")).out == world.text("user_role.md")
    assert memtui("--dir", str(link), "show", str(link / "user_role.md")).code == 0
    (world.memory / "odd.md").symlink_to("user_role.md")
    assert "is a symlink" in memtui("show", str(link / "odd.md")).err
