"""Git on hostile repositories: nothing that they name is started, and the deadline holds.

Every trap is sprung once by plain git first, so that a trap that catches nobody fails its test.
"""

import os
import signal
import stat
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.audit import repository
from memtui.audit.drift import check
from tests.audit.drifting import file, path, word
from tests.audit.gitproject import GitProject

WANTED = [word("lost_name"), word("kept_name"), word("never_name"), path("src/lost.py"), file("never.py")]
LOST = {word("lost_name"), path("src/lost.py")}


class Trap:
    """A program that leaves a mark when it is started."""

    def __init__(self, folder: Path) -> None:
        self.mark = folder / "sprung"
        self.program = str(folder / "trap.sh")
        Path(self.program).write_text(f"#!/bin/sh\n: > '{self.mark}'\nexit 1\n")
        os.chmod(self.program, stat.S_IRWXU)

    def was_sprung(self) -> bool:
        sprung = self.mark.exists()
        self.mark.unlink(missing_ok=True)
        return sprung


@pytest.fixture
def trap(tmp_path: Path) -> Trap:
    return Trap(tmp_path)


@pytest.fixture
def project(project: GitProject) -> GitProject:
    """One thing lost, one kept, and every `.py` file under the drivers that the traps configure."""
    project.write(".gitattributes", "*.py diff=trap filter=trap\n")
    project.write("src/lost.py", "lost_name\n")
    project.write("src/kept.py", "kept_name\n")
    project.commit()
    project.remove("src/lost.py")
    project.commit()
    return project


def plain_git(project: GitProject, *arguments: str, **environment: str) -> None:
    subprocess.run(
        ["git", "-C", project.root, *arguments],
        env={"PATH": os.environ["PATH"], "HOME": os.devnull, **environment},
        capture_output=True,
        timeout=60,
    )


def sign_head(project: GitProject) -> None:
    """A signature over the latest commit; its content is for the checker to judge, which is the trap."""
    content = project.git("cat-file", "commit", "HEAD")
    head, _, message = content.partition("\n\n")
    signed = f"{head}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----\n\n{message}\n"
    project.write("signed", signed)
    project.git("update-ref", "HEAD", project.git("hash-object", "-t", "commit", "-w", "signed"))
    project.remove("signed")


def lose_a_blob(project: GitProject) -> None:
    """As in a partial clone: a blob of the past is to be fetched when somebody asks for it."""
    blob = project.git("rev-parse", "HEAD~1:src/lost.py")
    os.remove(project.path(f".git/objects/{blob[:2]}/{blob[2:]}"))


def touch(project: GitProject) -> None:
    os.utime(project.path("src/kept.py"), (1, 1))


def nothing(_project: GitProject) -> None:
    pass


Prepare = Callable[[GitProject], None]
TRAPS: dict[str, tuple[dict[str, str], Prepare, list[str]]] = {
    "file system monitor": ({"core.fsmonitor": "TRAP"}, nothing, ["status"]),
    "external diff": ({"diff.external": "TRAP"}, nothing, ["log", "-p", "--ext-diff"]),
    "diff driver": ({"diff.trap.command": "TRAP"}, nothing, ["log", "-p", "--ext-diff"]),
    "text conversion": ({"diff.trap.textconv": "TRAP"}, nothing, ["log", "-p"]),
    "clean filter": ({"filter.trap.clean": "TRAP"}, touch, ["status"]),
    "filter process": ({"filter.trap.process": "TRAP"}, touch, ["status"]),
    "signature checker": ({"log.showSignature": "true", "gpg.program": "TRAP"}, sign_head, ["log"]),
    "promised objects": (
        {
            "core.repositoryFormatVersion": "1",
            "extensions.partialClone": "far",
            "remote.far.url": "ext::TRAP",
            "remote.far.promisor": "true",
            "protocol.allow": "always",
            "protocol.ext.allow": "always",
        },
        lose_a_blob,
        ["log", "-p"],
    ),
}


@pytest.mark.parametrize("name", TRAPS)
def test_programs_that_a_repository_names_are_not_started(name: str, project: GitProject, trap: Trap) -> None:
    settings, prepare, springing = TRAPS[name]
    prepare(project)
    for setting, value in settings.items():
        project.git("config", setting, value.replace("TRAP", trap.program))
    plain_git(project, *springing)
    assert trap.was_sprung()
    if prepare is touch:
        touch(project)
    found = check(project.root, WANTED)
    assert not trap.was_sprung()
    if prepare is lose_a_blob:
        assert found.note is not None and "could not read" in found.note
        assert set(found.gone) == {path("src/lost.py")}
    else:
        assert found.note is None
        assert set(found.gone) == LOST


def test_all_at_once_with_a_pager_an_alias_and_hooks(project: GitProject, trap: Trap) -> None:
    settings = {setting: value for traps, _, _ in list(TRAPS.values())[:-1] for setting, value in traps.items()}
    settings |= {"core.pager": "TRAP", "pager.log": "TRAP", "pager.grep": "TRAP", "core.sshCommand": "TRAP"}
    settings |= {
        "alias.log": "!TRAP",
        "core.askPass": "TRAP",
        "credential.helper": "TRAP",
        "core.editor": "TRAP",
    }
    with open(project.path(".git/more"), "w") as more:
        for setting, value in settings.items():
            section, _, key = setting.rpartition(".")
            outer, _, inner = section.partition(".")
            title = f'{outer} "{inner}"' if inner else outer
            more.write(f"[{title}]\n\t{key} = {value.replace('TRAP', trap.program)}\n")
    for hook in ("post-index-change", "pre-auto-gc", "reference-transaction", "post-checkout"):
        os.symlink(trap.program, project.path(f".git/hooks/{hook}"))
    project.git("config", "include.path", "more")
    plain_git(project, "status")
    assert trap.was_sprung()
    touch(project)
    found = check(project.root, WANTED)
    assert not trap.was_sprung()
    assert (set(found.gone), found.note) == (LOST, None)


ODD_SETTINGS = {
    "color.ui": "always", "color.diff": "always", "color.grep": "always", "core.abbrev": "40",
    "core.quotePath": "false", "diff.algorithm": "patience", "diff.colorMoved": "zebra",
    "diff.context": "9", "diff.ignoreSubmodules": "none", "diff.interHunkContext": "9",
    "diff.mnemonicPrefix": "true", "diff.noprefix": "true", "diff.orderFile": "missing",
    "diff.relative": "true", "diff.renames": "copies", "diff.submodule": "log",
    "diff.suppressBlankEmpty": "true", "diff.wordRegex": ".", "diff.wsErrorHighlight": "all",
    "format.pretty": "fuller", "grep.column": "true", "grep.fullName": "true", "grep.lineNumber": "true",
    "grep.patternType": "perl", "grep.threads": "1", "i18n.logOutputEncoding": "UTF-16",
    "log.abbrevCommit": "true", "log.date": "raw", "log.decorate": "full", "log.diffMerges": "on",
    "log.follow": "true", "log.mailmap": "true", "log.showRoot": "false", "notes.displayRef": "*",
    "status.relativePaths": "true", "submodule.recurse": "true",
}  # fmt: skip


@pytest.mark.parametrize("below", ["", "src"])
def test_settings_of_a_repository_do_not_change_the_answer(project: GitProject, below: str) -> None:
    wanted = [word("lost_name"), word("kept_name"), file("lost.py"), file("kept.py")]
    before = check(project.path(below), wanted)
    for setting, value in ODD_SETTINGS.items():
        project.git("config", setting, value)
    assert len(before.gone) == 2
    assert check(project.path(below), wanted) == before


def test_a_work_tree_elsewhere_is_not_read(project: GitProject, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    project.git("config", "core.worktree", str(elsewhere))
    found = check(project.root, WANTED)
    assert found.gone == {} and found.note is not None and "elsewhere" in found.note


def test_variables_of_git_are_not_passed_on(
    project: GitProject, trap: Trap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = GitProject.new(str(tmp_path / "other"))
    hostile = {
        "GIT_DIR": other.path(".git"), "GIT_WORK_TREE": other.root, "GIT_INDEX_FILE": other.path("index"),
        "GIT_EXTERNAL_DIFF": trap.program, "GIT_PAGER": trap.program, "PAGER": trap.program,
        "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": trap.program,
        "GIT_CONFIG_PARAMETERS": f"'core.fsmonitor'='{trap.program}'", "GIT_EXEC_PATH": str(tmp_path),
        "GIT_TRACE": str(tmp_path / "trace"), "GIT_LITERAL_PATHSPECS": "1", "LC_ALL": "de_DE.UTF-8",
    }  # fmt: skip
    (tmp_path / ".gitconfig").write_text("[not a setting")
    for name, value in {**hostile, "HOME": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    found = check(project.root, WANTED)
    assert (set(found.gone), found.note) == (LOST, None)
    assert not trap.was_sprung()
    assert not (tmp_path / "trace").exists()


def test_a_git_in_the_project_is_not_started(project: GitProject, trap: Trap, monkeypatch: pytest.MonkeyPatch) -> None:
    os.symlink(trap.program, project.path("git"))
    monkeypatch.chdir(project.root)
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", "bin", os.environ["PATH"]]))
    assert check(project.root, WANTED).note is None
    assert not trap.was_sprung()
    monkeypatch.setenv("PATH", ".")
    found = check(project.root, WANTED)
    assert found.gone == {} and found.note is not None and "git was not found" in found.note
    assert not trap.was_sprung()


def test_reading_changes_nothing_in_the_repository(project: GitProject) -> None:
    touch(project)
    before = _state(project)
    check(project.root, WANTED)
    assert _state(project) == before


def _state(project: GitProject) -> dict[str, tuple[int, int]]:
    found = {}
    for folder, folders, names in os.walk(project.root):
        for name in folders + names:
            status = os.lstat(os.path.join(folder, name))
            found[os.path.join(folder, name)] = (status.st_mtime_ns, status.st_size)
    return found


def test_a_pipe_in_the_way_ends_with_the_deadline(project: GitProject) -> None:
    project.remove(".gitattributes")
    os.mkfifo(project.path(".gitattributes"))
    start = time.monotonic()
    found = check(project.root, WANTED, deadline_s=1.0)
    assert time.monotonic() - start < 10
    assert found.note is not None and "time ran out" in found.note
    assert word("never_name") not in found.gone and word("kept_name") not in found.gone


def test_no_time_at_all_is_a_note(project: GitProject) -> None:
    found = check(project.root, WANTED, deadline_s=0.0)
    assert found.gone == {} and found.note is not None and "time ran out" in found.note


def test_a_child_of_git_is_killed_too(project: GitProject, tmp_path: Path) -> None:
    told = tmp_path / "pids"
    os.mkfifo(told)
    holder = os.open(told, os.O_RDWR)  # keeps the pipe open, so that neither side waits for the other
    script = f"!echo $$ > '{told}'; sleep 600 & echo $! > '{told}'; wait"
    arguments = ["-c", f"alias.hang={script}", "hang"]
    with pytest.raises(repository.TimeUpError):
        repository.run(project.root, arguments, time.monotonic() + 2.0)
    pids = [int(pid) for pid in os.read(holder, 1_000).split()]
    os.close(holder)
    assert len(pids) == 2
    for pid in pids:
        _wait_until_gone(pid)


def _wait_until_gone(pid: int) -> None:
    """The kernel delivers the signal in its own time; a process that lives on makes this fail."""
    end = time.monotonic() + 10
    while _is_alive(pid):
        if time.monotonic() > end:
            os.kill(pid, signal.SIGKILL)
            pytest.fail("a child of git outlived the deadline")


def _is_alive(pid: int) -> bool:
    """Whether it runs: a dead process that nobody has waited for yet does not."""
    shown = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout.strip()
    return bool(shown) and not shown.startswith("Z")


def test_a_reader_that_stops_early_ends_git(project: GitProject) -> None:
    opened = repository.open_repository(project.root, time.monotonic() + 20)
    pieces = repository.stream(opened, ["cat-file", "--batch-all-objects", "--batch"])
    assert next(iter(pieces))
    pieces.close()  # type: ignore[attr-defined]
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
