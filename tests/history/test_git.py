"""Git obeys memtui only: no configuration, environment, hook or template of the user's reaches it."""

import os
import stat
from pathlib import Path

import pytest

from memtui.history import git
from memtui.memory.errors import MemtuiError
from tests.history.box import Box


def executable(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def test_deaf_to_the_users_git(box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    witness = tmp_path / "witness"
    home = tmp_path / "home"
    template = tmp_path / "template"
    for hook in ("reference-transaction", "post-commit", "post-update", "update", "pre-auto-gc"):
        executable(home / "hooks" / hook, f"#!/bin/sh\necho {hook} >> {witness}\n")
        executable(template / "hooks" / hook, f"#!/bin/sh\necho template {hook} >> {witness}\n")
    executable(tmp_path / "signer", f"#!/bin/sh\necho signed >> {witness}\nexit 1\n")
    (home / ".gitconfig").write_text(
        f"[core]\nhooksPath = {home / 'hooks'}\nautocrlf = true\nlogAllRefUpdates = always\n"
        f"[init]\ntemplateDir = {template}\ndefaultBranch = other\n"
        f"[commit]\ngpgSign = true\n[gpg]\nprogram = {tmp_path / 'signer'}\n"
        "[log]\nshowSignature = true\n[i18n]\nlogOutputEncoding = UTF-16\n"
    )
    monkeypatch.setenv("HOME", str(home))
    for name, value in {
        "GIT_DIR": str(tmp_path / "elsewhere"),
        "GIT_WORK_TREE": str(tmp_path),
        "GIT_INDEX_FILE": str(tmp_path / "index"),
        "GIT_OBJECT_DIRECTORY": str(tmp_path / "objects"),
        "GIT_TEMPLATE_DIR": str(template),
        "GIT_CONFIG_GLOBAL": str(home / ".gitconfig"),
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "core.hooksPath",
        "GIT_CONFIG_VALUE_0": str(home / "hooks"),
        "GIT_DEFAULT_HASH": "sha256",
        "GIT_TRACE": str(witness),
        "GIT_NAMESPACE": "odd",
    }.items():
        monkeypatch.setenv(name, value)
    box.write("crlf.md", b"one\r\ntwo\n")
    assert box.look() == 1
    assert box.change({"tea.md": "black\n"}).number == 2
    assert [entry.number for entry in box.entries()] == [2, 1]
    assert box.log.content(box.log.states(box.newest().commit)["crlf.md"]) == b"one\r\ntwo\n"
    assert not witness.exists()
    assert sorted(os.listdir(tmp_path)) == ["home", "memory", "signer", "state", "template"]
    assert not os.path.exists(os.path.join(box.state.history, "hooks"))


def test_error_says_what_git_said(box: Box) -> None:
    box.look()
    with pytest.raises(MemtuiError, match="Not a valid object name"):
        git.run(box.state.history, "cat-file", "blob", "nothing")
    with pytest.raises(MemtuiError, match=r"fatal: .*nonsense"):  # not that it wrote a crash report
        git.run(box.state.history, "fast-import", "--quiet", given=b"nonsense\n")


def test_no_git_is_said(box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MemtuiError, match="git is not installed"):
        box.look()
    executable(tmp_path / "git", "")
    (tmp_path / "git").chmod(stat.S_IRUSR)
    with pytest.raises(MemtuiError, match="git"):
        box.look()


def test_reader_never_takes_a_dead_git_for_an_empty_file(
    box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box.look()
    commit = box.newest().commit
    executable(tmp_path / "bin" / "git", "#!/bin/sh\nread line\n")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(MemtuiError, match="could not read"), git.objects(box.state.history) as objects:
        objects.read(f"{commit}:states")


def test_reader_knows_missing_from_there(box: Box) -> None:
    box.look()
    blob = box.log.states(box.newest().commit)["tea.md"].blob
    with git.objects(box.state.history) as objects:
        assert objects.read("0" * 40) is None
        assert objects.read(blob) == b"green\n"


def test_works_where_the_current_folder_is_gone(box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert box.look() == 1
