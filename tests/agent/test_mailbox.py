"""The mailbox, and the line that says what a fork is doing."""

import os
import threading
from pathlib import Path

import pytest

from memtui.agent.activity import activity
from memtui.agent.mailbox import Mailbox, Message


def test_messages_come_once_in_order(tmp_path: Path) -> None:
    mailbox = Mailbox(str(tmp_path / "mailbox"))
    assert mailbox.take() == []
    mailbox.send("  first ")
    mailbox.send("second")
    mailbox.shutdown()
    assert mailbox.take() == [
        Message("message", "first"),
        Message("message", "second"),
        Message("shutdown_request", ""),
    ]
    assert mailbox.take() == []


def test_files_are_private_and_leave_nothing_behind(tmp_path: Path) -> None:
    mailbox = Mailbox(str(tmp_path / "mailbox"))
    mailbox.send("hello")
    (file,) = os.listdir(mailbox.folder)
    assert os.stat(os.path.join(mailbox.folder, file)).st_mode & 0o777 == 0o600
    assert os.stat(mailbox.folder).st_mode & 0o777 == 0o700
    mailbox.take()
    assert os.listdir(mailbox.folder) == []


@pytest.mark.parametrize(
    "junk",
    [b"", b"{", b"[]", b'"x"', b'{"kind":"x","text":"y"}', b'{"kind":"message","text":5}', b"\xff\xfe", b"[" * 9_999],
)
def test_junk_is_dropped(tmp_path: Path, junk: bytes) -> None:
    (tmp_path / "1.json").write_bytes(junk)
    assert Mailbox(str(tmp_path)).take() == []
    assert os.listdir(tmp_path) == []


def test_a_link_or_a_pipe_is_no_message(tmp_path: Path) -> None:
    (tmp_path / "real").write_text('{"kind":"message","text":"from outside"}')
    (tmp_path / "1.json").symlink_to(tmp_path / "real")
    os.mkfifo(tmp_path / "2.json")
    assert Mailbox(str(tmp_path)).take() == []


def test_senders_do_not_disturb_each_other(tmp_path: Path) -> None:
    mailbox = Mailbox(str(tmp_path / "mailbox"))

    def send() -> None:
        for _ in range(20):
            mailbox.send("x")

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    taken = 0
    while any(thread.is_alive() for thread in threads):
        taken += len(mailbox.take())
    assert taken + len(mailbox.take()) == 80


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("read", {"path": "merge_rules.md"}, "Reading the merge rules"),
        ("read", {"path": "/copy/MEMORY.md"}, "Reading the index"),
        ("edit", {"path": "a-very-long-name-of-a-file.md"}, "Editing the a very long"),
        ("write", {}, "Writing a memory file"),
        ("delete", {"path": "old.md"}, "Deleting the old"),
        ("grep", {"pattern": "deploy|ship"}, "Searching for deploy ship"),
        ("grep", {"pattern": "\x1b[2J"}, "Searching for x1b 2J"),
        ("glob", {"pattern": "**"}, "Looking for matching files"),
        ("shell", {"command": "ls -la"}, "Listing the files"),
        ("shell", {"command": "rm"}, "Looking around the files"),
        ("bash", {}, "Trying an unknown tool"),
    ],
)
def test_what_it_is_doing_now(name: str, given: dict[str, object], words: str) -> None:
    assert activity(name, given) == words
    assert len(words.split()) <= 5
