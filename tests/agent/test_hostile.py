"""Hostile calls: every one is refused with a reason that helps, and none has an effect."""

import os
import time
from typing import Any

import pytest

from memtui.agent.tools import Toolbox
from tests.agent.box import Box
from tests.agent.hostile import FAILING, REFUSED, Call

SECRET = "SECRET-OF-THE-OUTSIDE"


@pytest.fixture(scope="module")
def trapped(tmp_path_factory: pytest.TempPathFactory) -> Box:
    """A box full of traps: secrets, links that lead out, pipes, and the live memory under other names."""
    box = Box(str(tmp_path_factory.mktemp("trapped")))
    for name in (".env", ".env.local", ".netrc", ".npmrc", ".pypirc", ".git/config", "tls/server.pem", "id_rsa",
                 ".ssh/known_hosts", ".aws/credentials", ".claude/settings.json", ".claude/settings.local.json",
                 ".claude.json", ".mcp.json", "deploy.key", ".claude/projects/other/memory/MEMORY.md",
                 "memtui/stores/x/task.json", "sub.git/config"):  # fmt: skip
        box.write(os.path.join(box.project, name), f"{SECRET}\n")
    box.write(os.path.join(box.outside, "plans.md"), f"OUTSIDE {SECRET}\n")
    box.write(os.path.join(box.copy, "kept.md"), "Kept.\n")
    box.write(os.path.join(box.project, "picture.png"), b"\x89PNG\0\0" + SECRET.encode())
    os.mkdir(os.path.join(box.copy, "folder.md"))
    links = {
        "out-link.md": os.path.join(box.outside, "plans.md"),
        "out-folder": box.outside,
        "loop-out": "../../outside/plans.md",
        "circle": "circle",
        "env-link": ".env",
        "live-link": box.live,
        "live-bind": "../../config/projects/-work-app/memory",
        "device": "/dev/zero",
    }
    for name, target in links.items():
        os.symlink(target, os.path.join(box.project, name))
    os.unlink(os.path.join(box.project, "device"))
    os.mkfifo(os.path.join(box.project, "device"))
    os.mkfifo(os.path.join(box.project, "pipe"))
    os.symlink(links["out-link.md"], os.path.join(box.copy, "out-link.md"))
    os.symlink(box.outside, os.path.join(box.copy, "out-folder"))
    return box


def filled(box: Box, value: Any) -> Any:
    """The value with the box's folders in it."""
    if not isinstance(value, str) or "{" not in value:
        return value
    names = {"folder", "copy", "live", "transcripts", "project", "results", "outside"}
    return value.format(**{name: getattr(box, name) for name in names}) if "{C" not in value else box.copy.upper()


def made(box: Box, call: Call) -> tuple[str, bool, bool]:
    name, given, _ = call
    reply = Toolbox(box.spaces, frozenset({"kept.md"})).call(name, {key: filled(box, v) for key, v in given.items()})
    return reply.text, reply.refused, reply.failed


def short(call: Call) -> str:
    return f"{call[0]}-{str(sorted(call[1].items()))[:60]!r}"


def test_there_are_enough_of_them() -> None:
    assert len({str(call) for call in REFUSED}) >= 200


@pytest.mark.parametrize("call", REFUSED, ids=short)
def test_a_hostile_call_is_refused_with_a_reason(trapped: Box, call: Call) -> None:
    started = time.monotonic()
    text, refused, _ = made(trapped, call)
    assert refused, text
    assert call[2] in text
    assert text.startswith("refused: ")
    assert SECRET not in text
    assert time.monotonic() - started < 3


@pytest.mark.parametrize("call", FAILING, ids=short)
def test_a_senseless_call_is_answered_with_what_is_wrong(trapped: Box, call: Call) -> None:
    text, refused, failed = made(trapped, call)
    assert (refused, failed) == (False, True), text
    assert call[2] in text


def test_none_of_them_has_an_effect(trapped: Box) -> None:
    before = trapped.everything()
    toolbox = Toolbox(trapped.spaces, frozenset({"kept.md"}))
    for name, given, _ in (*REFUSED, *FAILING):
        toolbox.call(name, {key: filled(trapped, value) for key, value in given.items()})
    assert trapped.everything() == before
    assert toolbox.changes == []
    assert toolbox.refusals == len(REFUSED)
    assert toolbox.tool_uses == len(REFUSED) + len(FAILING)


def test_searching_everything_finds_no_secret(trapped: Box) -> None:
    toolbox = Toolbox(trapped.spaces)
    for root in (trapped.project, trapped.copy, trapped.transcripts):
        for name, given in (
            ("grep", {"pattern": "SECRET", "path": root}),
            ("grep", {"pattern": "Stays|Tuesdays", "path": root, "show": "files"}),
            ("shell", {"command": f"grep -r SECRET {root}"}),
            ("shell", {"command": f"grep -rl '' {root}"}),
            ("shell", {"command": f"ls -laR {root}"}),
            ("shell", {"command": f"find {root}"}),
            ("glob", {"pattern": "**", "path": root}),
        ):
            reply = toolbox.call(name, given)
            assert not reply.refused, reply.text
            assert SECRET not in reply.text
            assert trapped.live not in reply.text.replace(f"{trapped.live}\n", "").replace(f"{trapped.live}:", "")
            assert "known_hosts" not in reply.text
