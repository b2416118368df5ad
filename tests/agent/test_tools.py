"""What the tools do when they may: reading, searching, the shell's commands, and changing the copy."""

import json
import os
import subprocess
import threading

import pytest

from memtui.agent.activity import activity
from memtui.agent.tools import Change, Toolbox
from memtui.memory.swap import trade
from tests.agent.box import DEPLOY, INDEX, Box
from tests.audit.fake_keys import key_block, noise


def content(box: Box, file: str) -> str:
    with open(os.path.join(box.copy, file), newline="") as opened:
        return opened.read()


def test_read_gives_the_exact_text_and_pages(box: Box) -> None:
    assert box.call("read", path="deploy.md").text == DEPLOY.removesuffix("\n")
    page = box.call("read", path="deploy.md", offset=2, limit=1).text
    assert page == "name: Deploy\n[more follows; go on with offset 3]"
    assert box.call("read", path=os.path.join(box.project, "src/main.py")).text == "print('hello')"
    assert "fewer than 99 lines" in box.call("read", path="deploy.md", offset=99).text


def test_links_that_stay_inside_are_followed_for_reading(box: Box) -> None:
    os.symlink("README.md", os.path.join(box.project, "CLAUDE.md"))
    os.symlink("../app/src", os.path.join(box.project, "code"))
    assert box.call("read", path=os.path.join(box.project, "CLAUDE.md")).text.startswith("The app.")
    assert box.call("read", path=os.path.join(box.project, "code/main.py")).text == "print('hello')"


def test_very_long_lines_are_cut_outside_the_copy_only(box: Box) -> None:
    box.write(os.path.join(box.transcripts, "long.jsonl"), "x" * 50_000 + " needle " + "y" * 50_000 + "\n")
    box.write(os.path.join(box.copy, "long.md"), "z" * 5_000 + "\n")
    path = os.path.join(box.transcripts, "long.jsonl")
    assert len(box.call("read", path=path).text) < 2_100
    found = box.call("grep", pattern="needle", path=path).text
    assert "needle" in found
    assert len(found) < 1_000
    assert len(box.call("read", path="long.md").text) == 5_000


def test_grep_and_glob(box: Box) -> None:
    files = box.call("grep", pattern="ship(s|ped)?\\b", path=box.project, show="files").text
    assert files == os.path.join(box.project, "README.md")
    assert box.call("grep", pattern="SHIP", ignore_case=True, show="count").text.splitlines() == [
        f"{box.copy}/MEMORY.md:1", f"{box.copy}/deploy.md:2", f"{box.copy}/logs/2026/11/2026-11-17.md:1",
    ]  # fmt: skip
    assert box.call("grep", pattern="no such thing").text == "(nothing found)"
    limited = box.call("grep", pattern=".", limit=2).text.splitlines()
    assert (len(limited), limited[-1].endswith("more lines; narrow the search or raise limit]")) == (3, True)
    around = box.call("grep", pattern="Tuesdays", path="deploy.md", context=1).text.splitlines()
    assert [line.split("deploy.md")[1] for line in around] == [
        "-5----",
        ":6:We ship on Tuesdays.",
        "-7-Never on Fridays.",
    ]
    assert box.call("glob", pattern="logs/**/*.{md,txt}").text.endswith("2026-11-17.md")
    assert box.call("glob", pattern="*.py", path=box.project).text == "(no file fits)"


SAME = [
    "ls", "ls -1", "ls -A | wc -l", "cat MEMORY.md", "cat deploy.md MEMORY.md | head -n 3", "head -n 2 deploy.md",
    "head -3 deploy.md | tail -1", "tail -n +3 deploy.md", "tail -n 2 deploy.md", "head -n -2 deploy.md",
    "head -c 7 deploy.md",
    "tail -c 7 deploy.md", "cat -n deploy.md", "grep ship deploy.md", "grep -n ship deploy.md",
    "grep -c ship MEMORY.md deploy.md",
    "grep -rl ship . | grep -v logs", "grep -i NEVER deploy.md", "grep -v e deploy.md", "grep -w on deploy.md",
    "grep -x -- --- deploy.md",
    "grep -o 'on [A-Z][a-z]*' deploy.md", "grep -E 'Tues|Fri' deploy.md", "grep 'Tues\\|Fri' deploy.md",
    "grep -F '.md)' MEMORY.md",
    "grep -hn ship MEMORY.md deploy.md", "grep -A1 Tues deploy.md", "grep -B1 Fri deploy.md",
    "grep -C1 name deploy.md", "grep -m1 e deploy.md",
    "grep -e Tues -e Fri deploy.md", "grep -L ship MEMORY.md tests.md", "grep -rn --include=*.md Tuesdays .",
    "grep -o '.\\{0,4\\}days' deploy.md", "grep '^t' deploy.md", "grep 's\\.$' deploy.md",
    "grep -E '^(We|Never)' deploy.md",
    "grep -n '[[:upper:]][a-z]*days' deploy.md", "grep 'a\\+\\|q' deploy.md", "grep -c '' deploy.md",
    "grep -E 'e{2}|p{1,2} on' deploy.md",
    "find . -name '*.md' -type f", "find . -type d", "find . -maxdepth 1 -name 'd*'",
    "find . -name '*.md' -not -path '*/logs/*'",
    "find . -name deploy.md -o -name tests.md", "find . -size -1k", "find . -mindepth 4", "find logs -empty",
    "find . -newer gone-old.md",
    "stat -c '%s %F' deploy.md",
]  # fmt: skip


@pytest.mark.parametrize("command", SAME)
def test_the_commands_print_what_the_real_ones_print(box: Box, command: str) -> None:
    os.utime(box.write(os.path.join(box.copy, "gone-old.md"), "old\n"), (1, 1))
    ours = box.toolbox.call("shell", {"command": command})
    assert not ours.refused, ours.text
    env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
    real = subprocess.run(command, shell=True, cwd=box.copy, capture_output=True, text=True, env=env).stdout
    assert normal(ours.text, box) == normal(real, box)


def normal(text: str, box: Box) -> list[str]:
    """Lines without how a path was spelt, their order, and column padding."""
    text = text.replace(f"{box.copy}/", "").replace(box.copy, ".").replace("./", "")
    lines = [" ".join(line.split()) for line in text.split("\n")]
    return sorted(line for line in lines if line not in ("", "(nothing)"))


def test_writing_editing_deleting(box: Box) -> None:
    assert box.call("write", path="notes/new.md", content="One.\n", reason="  a new\n fact ").touched == "notes/new.md"
    assert (
        box.call("edit", path="notes/new.md", old_text="One", new_text="Two", reason="wrong").touched == "notes/new.md"
    )
    absolute = os.path.join(box.copy, "tests.md")
    assert box.call("delete", path=absolute, reason="merged", merged_into="notes/new.md").touched == "tests.md"
    assert content(box, "notes/new.md") == "Two.\n"
    assert not os.path.exists(absolute)
    assert box.toolbox.changes == [
        Change("notes/new.md", "write", "a new fact", None),
        Change("notes/new.md", "edit", "wrong", None),
        Change("tests.md", "delete", "merged", "notes/new.md"),
    ]
    with open(os.path.join(box.live, "tests.md")) as live:
        assert live.read() == "Run them all.\n"


def test_a_write_that_changes_nothing_is_no_change(box: Box) -> None:
    reply = box.call("write", path="MEMORY.md", content=INDEX, reason="r")
    assert (reply.touched, reply.refused, box.toolbox.changes) == (None, False, [])


def test_all_replaces_every_one_and_line_ends_stay(box: Box) -> None:
    box.write(os.path.join(box.copy, "crlf.md"), "a x\r\nb x\r\n")
    assert box.call("edit", path="crlf.md", old_text="x\nb", new_text="y\nb", reason="r").touched == "crlf.md"
    assert content(box, "crlf.md") == "a y\r\nb x\r\n"
    box.call("edit", path="crlf.md", old_text="\r\n", new_text="!\r\n", reason="r", all=True)
    assert content(box, "crlf.md") == "a y!\r\nb x!\r\n"


def test_bytes_that_are_no_text_survive_an_edit_elsewhere(box: Box) -> None:
    path = box.write(os.path.join(box.copy, "odd.md"), b"caf\xe9 old\n")
    assert box.call("edit", path="odd.md", old_text="old", new_text="new", reason="r").touched
    with open(path, "rb") as file:
        assert file.read() == b"caf\xe9 new\n"


def test_a_file_linked_twice_is_replaced_not_written_through(box: Box) -> None:
    os.unlink(os.path.join(box.copy, "deploy.md"))
    os.link(os.path.join(box.live, "deploy.md"), os.path.join(box.copy, "deploy.md"))
    box.call("edit", path="deploy.md", old_text="Tuesdays", new_text="Mondays", reason="r")
    with open(os.path.join(box.live, "deploy.md")) as live:
        assert live.read() == DEPLOY


def test_a_memory_that_the_task_pinned_itself_can_still_be_changed(box: Box) -> None:
    box.call("write", path="own.md", content="---\npinned: true\n---\nx\n", reason="r")
    assert box.call("edit", path="own.md", old_text="x", new_text="y", reason="r").touched == "own.md"


def test_secrets_are_masked_in_every_result(box: Box) -> None:
    token = "ghp_" + noise("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 36)
    block = key_block("RSA PRIVATE KEY")
    body = block.splitlines()[2]
    box.write(os.path.join(box.copy, "leak.md"), f"token: {token}\n{block}\nafter\n")
    line = json.dumps({"text": f"key {block} and {token}"})
    path = box.write(os.path.join(box.transcripts, "leak.jsonl"), f"{line}\n" * 3)
    replies = [
        box.call("read", path="leak.md").text,
        box.call("read", path="leak.md", offset=2, limit=3).text,
        box.call("grep", pattern=body[:12]).text,
        box.call("grep", pattern="ghp_", path=box.transcripts).text,
        box.call("edit", path="leak.md", old_text=token[:20], new_text="x", reason=f"{token} leaked").text,
        *(
            box.shell(command)
            for command in (
                "cat leak.md", "head -c 30 leak.md", "tail -n 4 leak.md", f"grep -o '{body[:6]}.*' leak.md",
                "head -n 4 leak.md | tail -1",
                f"grep -o 'ghp_.\\{{0,20\\}}' {path}", f"grep -c {token[:12]} leak.md",
                f"cat {path} | head -c 500", f"grep {token} leak.md",
            )
        ),
    ]  # fmt: skip
    together = "\n".join(replies) + repr(box.toolbox.changes)
    assert token[5:30] not in together
    assert body[:20] not in together
    assert "after" in replies[0]


def test_a_key_block_over_the_end_of_a_piece_is_masked(box: Box) -> None:
    block = key_block("RSA PRIVATE KEY", lines=12)
    path = box.write(
        os.path.join(box.project, "big.txt"), "x" * 99 + "\n" + ("y" * 99 + "\n") * 9_997 + block + "\nend\n"
    )
    assert os.path.getsize(path) > 1_000_000
    text = box.shell(f"tail -n 20 {path}")
    assert all(line not in text for line in block.splitlines()[1:-1])
    assert text.endswith("end")


def test_a_folder_swapped_for_a_link_under_its_hands_never_leads_out(box: Box) -> None:
    """The classic race: between the look and the use, a folder becomes a link and back."""
    inside, link = os.path.join(box.copy, "notes"), os.path.join(box.folder, "link")
    box.write(os.path.join(inside, "plans.md"), "INSIDE\n")
    os.symlink(box.outside, link)
    over = threading.Event()

    def swap() -> None:
        while not over.is_set():
            trade(inside, link)

    swapping = threading.Thread(target=swap)
    swapping.start()
    try:
        replies = []
        for number in range(300):
            replies.append(box.call("read", path="notes/plans.md").text)
            replies.append(box.call("grep", pattern="TEXT").text)
            replies.append(box.call("edit", path="notes/plans.md", old_text="OUTSIDE", new_text="X", reason="r").text)
            box.call("write", path=f"notes/new{number % 3}.md", content=str(number), reason="r")
    finally:
        over.set()
        swapping.join()
    assert "OUTSIDE TEXT" not in "\n".join(replies)
    assert "INSIDE" in replies
    assert any(reply.startswith("refused: ") for reply in replies)
    assert os.listdir(box.outside) == ["plans.md"]
    with open(os.path.join(box.outside, "plans.md")) as file:
        assert file.read() == "OUTSIDE TEXT\n"


def test_the_live_memory_is_known_under_any_name(box: Box) -> None:
    moved = os.path.join(box.project, "moved")
    os.rename(box.live, moved)  # no spelling tells it any more: as through a mount, or a forgiving file system
    reply = box.call("read", path=os.path.join(moved, "deploy.md"))
    assert reply.refused
    assert f"use the copy: {box.copy}/deploy.md" in reply.text
    assert box.call("grep", pattern="Tuesdays", path=box.project).text == "(nothing found)"
    assert "deploy.md" not in box.shell(f"find {box.project}")


def test_a_call_ends_early_when_the_task_is_stopped(box: Box) -> None:
    toolbox = Toolbox(box.spaces)
    toolbox.stop = threading.Event()
    toolbox.stop.set()
    assert "stopped" in toolbox.call("grep", {"pattern": "x"}).text


def test_nothing_is_spawned(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("a process was started")

    for name in ("fork", "forkpty", "posix_spawn", "posix_spawnp", "system", "execv", "execve"):
        monkeypatch.setattr(os, name, never)
    monkeypatch.setattr(subprocess, "Popen", never)
    assert box.shell("grep -rn ship . | tail -5 | wc -l").strip() == "4"


def test_a_masked_secret_never_takes_the_place_of_the_real_one(box: Box) -> None:
    token = "ghp_" + "a1B2" * 9
    box.write(os.path.join(box.copy, "reference_ci.md"), f"The token is {token}.\nIt runs on Tuesdays.\n")
    seen = box.call("read", path="reference_ci.md").text
    assert token not in seen
    whole = box.call("write", path="reference_ci.md", content=seen.replace("Tues", "Mon"), reason="moved")
    assert whole.refused and "masked secret" in whole.text
    assert box.call("write", path="reference_new.md", content=seen, reason="merged").refused
    moved = box.call("edit", path="reference_ci.md", old_text="Tuesdays", new_text=seen, reason="moved")
    assert moved.refused
    edited = box.call("edit", path="reference_ci.md", old_text="Tuesdays", new_text="Mondays", reason="moved")
    assert edited.touched == "reference_ci.md"
    with open(os.path.join(box.copy, "reference_ci.md")) as file:
        assert file.read() == f"The token is {token}.\nIt runs on Mondays.\n"


def test_a_secret_is_no_name_and_no_activity(box: Box) -> None:
    token = "ghp_" + "a1B2" * 9
    made = box.call("write", path=f"reference_{token}.md", content="x", reason="a name")
    assert made.refused and token not in made.text
    assert "a1B2" not in activity("grep", {"pattern": token})
    assert "a1B2" not in activity("read", {"path": f"/x/{token}.md"})


def test_a_pipe_carries_all_lines_whatever_their_number(box: Box) -> None:
    path = os.path.join(box.project, "many.txt")
    box.write(path, "".join(f"line {number} of a long, long file\n" for number in range(60_000)))
    assert box.shell(f"grep -n long {path} | tail -2") == (
        "59999:line 59998 of a long, long file\n60000:line 59999 of a long, long file"
    )
    assert box.shell(f"grep -v nothing {path} | wc -l").split() == ["60000"]
    assert box.shell(f"cat {path} | head -1") == "line 0 of a long, long file"
    assert "more was found" in box.shell(f"grep long {path}")
    assert "1,000,000 characters" in box.shell(f"cat {path} | cat")


def test_a_mistake_behind_a_pipe_is_told(box: Box) -> None:
    assert box.call("shell", command="ls | tail -n x").failed
    assert box.call("shell", command="ls | grep -r x /etc").refused
    assert box.call("shell", command="ls | head -n 1 -c 1").failed
