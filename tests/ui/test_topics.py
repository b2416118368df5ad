"""The topics screen: what it lists, in which order and groups, and what its preview says."""

import os
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.history.change import look_now
from memtui.memory.errors import MemtuiError
from memtui.memory.files import read_bytes
from memtui.memory.scan import Scan, Scanner
from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from memtui.ui.screens.topics import TopicsScreen
from memtui.ui.widgets.histogram import Histogram
from memtui.ui.widgets.preview import Preview
from memtui.ui.widgets.rows import Rows
from tests.ui.running import NARROW, NOW_S, WIDE, app_on, notes, screen_text, settle, store_which

FILES = {
    "MEMORY.md": "- [Tea](user_tea.md) — tea\n",
    "user_tea.md": "---\nname: user_tea\ndescription: Likes black tea\ntype: user\npinned: true\n---\nSee [[cup]].\n",
    "feedback_cup.md": "---\nname: cup\ndescription: Wash the cup at once\ntype: feedback\n---\nHot *kettle*.\n",
    "project_pot.md": "---\nname: pot\ndescription: A pot\ntype: project\n---\n# Pot\n\n- iron, see [[cup]] [[lid]]\n",
    "team/reference_shop.md": "---\nname: shop\ndescription: Sells tea\ntype: reference\n---\nAround the corner.\n",
    "logs/2026/11/2026-11-17.md": "- bought a kettle\n",
}


def aged(which: Which, **days: float) -> Which:
    """The files' times set to so many days ago."""
    for name in FILES:
        stem = name.rsplit("/", 1)[-1].removesuffix(".md").split("_")[-1]
        when = NOW_S - 86_400 * days.get(stem, 1)
        os.utime(os.path.join(which.store.root, name), (when, when))
    return which


@pytest.fixture
def small(tmp_path: Path) -> Which:
    """Three memories, one of the team, one log; tea is the newest, the pot is stale."""
    return aged(store_which(tmp_path, FILES), tea=0, cup=3, pot=50)


async def opened(pilot: Pilot[Any]) -> TopicsScreen:
    """The topics screen of a running app."""
    await settle(pilot)
    await pilot.press("2")
    await settle(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, TopicsScreen)
    return screen


def listed(app: MemtuiApp) -> list[str]:
    """The list as it is: files, and headings and rules in brackets."""
    rows = app.screen.query_one("#topic-rows", Rows).rows
    return [row.key if row.selectable else f"[{getattr(row, 'text', '')}]" for row in rows]


def chosen(app: MemtuiApp) -> str:
    """The file under the cursor."""
    return str(app.screen.query_one("#topic-rows", Rows).current.key)


def previewed(app: MemtuiApp) -> str:
    """What the preview says, as plain lines."""
    rows = app.screen.query_one("#preview-rows", Rows).rows
    return "\n".join("".join(text for text, _ in row.pieces(200)) for row in rows)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_picture(snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await opened(pilot)
        await pilot.press("down")
        await settle(pilot)

    assert snap_compare(app_on(sample), terminal_size=size, run_before=before)


def test_picture_of_drift(snap_compare: Any, sample: Which) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        screen = await opened(pilot)
        screen.show_file("project_stripe_move.md")
        await settle(pilot)
        await pilot.press("b")
        await settle(pilot)

    assert snap_compare(app_on(sample), terminal_size=WIDE, run_before=before)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_picture_of_a_filter(snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await opened(pilot)
        await pilot.press("slash", *"cents", "space", *"type", "colon", *"x")
        await settle(pilot)

    assert snap_compare(app_on(sample), terminal_size=size, run_before=before)


def test_picture_of_an_empty_store(snap_compare: Any, tmp_path: Path) -> None:
    assert snap_compare(app_on(store_which(tmp_path, {})), terminal_size=NARROW, run_before=opened)


def test_picture_of_a_store_that_cannot_be_read(
    snap_compare: Any, small: Which, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(scanner: Scanner) -> Scan:
        raise MemtuiError("cannot list (permission denied)", "memory", "check its permissions")

    monkeypatch.setattr(Scanner, "scan", refused)
    assert snap_compare(app_on(small), terminal_size=NARROW, run_before=opened)


async def test_without_a_readable_index_the_memories_are_listed(small: Which) -> None:
    index = Path(small.store.root, "MEMORY.md")
    index.unlink()
    index.symlink_to("elsewhere")
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        assert "project_pot.md" in listed(app)
        assert "Likes black tea" in screen_text(app)


def test_picture_while_loading(snap_compare: Any, small: Which, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_on(small)
    monkeypatch.setattr(app.loader, "start", lambda: None)

    async def before(pilot: Pilot[Any]) -> None:
        await pilot.press("2")
        await pilot.pause()

    assert snap_compare(app, terminal_size=NARROW, run_before=before)


async def test_newest_first_with_team_and_logs_at_the_end(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        assert listed(app) == [
            "user_tea.md",
            "feedback_cup.md",
            "project_pot.md",
            "[Team]",
            "team/reference_shop.md",
            "[Logs]",
            "logs/2026/11/2026-11-17.md",
        ]
        assert screen.where() == "1 / 5"
        shown = screen_text(app)
        assert "Memories, newest first" in shown
        assert "50d ●" in shown
        assert "daily log" in shown


async def test_each_key_cycles_and_the_frame_says_what_holds(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        await pilot.press("down")
        said = []
        for _ in range(5):
            await pilot.press("s")
            said.append(screen_text(app).split("Memories, ")[1].split(" ─")[0])
            assert chosen(app) == "feedback_cup.md"  # the cursor stays on its memory
        assert said == ["by type", "by name", "largest first", "stalest first", "newest first"]
        await pilot.press("s", "s", "s", "s")
        assert listed(app)[0] == "project_pot.md"
        await pilot.press("s", "b")
        assert "in groups by type" in screen_text(app)
        assert listed(app)[:2] == ["[User]", "user_tea.md"]
        await pilot.press("b")
        assert listed(app)[:4] == ["[Today]", "user_tea.md", "[This week]", "feedback_cup.md"]
        await pilot.press("b")
        assert listed(app)[0] == "[Top folder]"
        await pilot.press("b")
        assert listed(app)[0] == "user_tea.md"


async def test_those_that_recall_cannot_see_are_below_a_line(tmp_path: Path) -> None:
    files = {f"user_{number:03}.md": f"---\ndescription: number {number}\ntype: user\n---\n" for number in range(203)}
    which = store_which(tmp_path, files)
    for number, name in enumerate(files):
        os.utime(os.path.join(which.store.root, name), (NOW_S - number * 60, NOW_S - number * 60))
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        rows = listed(app)
        assert rows[199:202] == ["user_199.md", "[recall cannot see these 3: only the newest 200 files]", "user_200.md"]
        assert "unseen" not in screen_text(app)
        await pilot.press("end")
        await settle(pilot)
        assert "recall cannot see these 3" in screen_text(app)
        assert "unseen" not in screen_text(app)  # the line says it for all
        assert "⊘ recall cannot see it" in previewed(app)
        await pilot.press("s")
        assert "⊘ unseen" in screen_text(app)
        assert not any(row.startswith("[recall") for row in listed(app))


async def test_the_preview_says_who_it_is_and_where_it_came_from(small: Which) -> None:
    look_now(small.store.root, small.store.state)
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        shown = previewed(app)
        assert "user · today (file time) · ○ fresh · " in shown
        assert "⚑ pinned" in shown
        assert "there when memtui first looked" in shown
        assert "links   → feedback_cup" in shown
        await pilot.press("down")
        await settle(pilot)
        assert "linked  ← project_pot, user_tea" in previewed(app)
        assert "not in the index" in previewed(app)
        await pilot.press("down")
        await settle(pilot)
        shown = previewed(app)
        assert "lid (not there yet)" in shown
        assert "\n• - iron, see [[cup]] [[lid]]" in shown
        assert "\n  Pot\n" in shown
        assert "dead-link" in shown.split("- iron")[1]  # the problem stands below its line


async def test_a_memory_that_cannot_be_read_says_why(small: Which, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)

        def refused(path: str, *rest: int) -> bytes:
            if path.endswith("feedback_cup.md"):
                raise PermissionError(13, "Permission denied")
            return read_bytes(path, *rest)

        monkeypatch.setattr("memtui.memory.files.read_bytes", refused)
        await pilot.press("down")
        await settle(pilot)
        assert "cannot read" in previewed(app)
        await pilot.press("up")
        await settle(pilot)
        assert "See [[cup]]." in previewed(app)


async def test_late_answers_are_dropped(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        first = app.screen.query_one(Preview).dossier
        assert first is not None
        await pilot.press("down")
        await settle(pilot)
        assert screen._study is not None
        screen.post_message(screen.MemoryRead(screen._study, first))
        await settle(pilot)
        assert "Wash the cup" in previewed(app)


async def test_live_changes_keep_the_cursor_on_its_memory(small: Which) -> None:
    app = app_on(small)
    root = Path(small.store.root)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        await pilot.press("down", "down")
        assert chosen(app) == "project_pot.md"
        (root / "user_new.md").write_text("---\nname: new\ntype: user\n---\nNew.\n")
        (root / "project_pot.md").write_text("---\nname: pot\ntype: project\n---\nBroken.\n")
        os.utime(root / "project_pot.md", (NOW_S - 60 * 86_400, NOW_S - 60 * 86_400))
        app.loader.request()
        await settle(pilot)
        assert chosen(app) == "project_pot.md"
        assert screen.where() == "4 / 6"
        assert "Broken." in previewed(app)
        (root / "project_pot.md").unlink()
        app.loader.request()
        await settle(pilot)
        assert chosen(app) == "team/reference_shop.md"  # the next one


async def test_bars_count_ages_and_a_click_shows_only_those(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        assert "today 1" in screen_text(app)
        assert "quarter 1" in screen_text(app)
        await pilot.click(Histogram, offset=(62, 0))
        await settle(pilot)
        assert listed(app) == ["project_pot.md"]
        assert screen.where() == "1 / 1 of 5"
        await pilot.click(Histogram, offset=(62, 1))
        await settle(pilot)
        assert screen.where() == "3 / 5"


async def test_going_to_a_memory_that_a_filter_hides_clears_it(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        await pilot.press("slash", *"iron", "enter")
        await settle(pilot)
        assert listed(app) == ["project_pot.md"]
        await app.show_memory("team/reference_shop.md")
        await settle(pilot)
        assert chosen(app) == "team/reference_shop.md"
        assert screen.where() == "4 / 5"
        await app.show_memory("nothing.md")
        await pilot.pause()
        assert "nothing.md is no memory of this store" in notes(app)[-1]
        assert chosen(app) == "team/reference_shop.md"


async def test_going_to_a_memory_before_the_store_is_read(small: Which, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_on(small)
    start = app.loader.start
    monkeypatch.setattr(app.loader, "start", lambda: None)
    async with app.run_test(size=WIDE) as pilot:
        await app.show_memory("project_pot.md")
        assert "Reading the store" in screen_text(app)
        start()
        await settle(pilot)
        assert chosen(app) == "project_pot.md"


async def test_text_is_never_markup(tmp_path: Path) -> None:
    bad = "[red]x[/] [/] [@click=app.quit]q[/] \x1b[31m \u202e 漢字 " + "e\u0301" * 20
    body = f"{bad}\n# {bad}\n- **{bad}**\n`{bad}`\n[[a]] [x](y)\n{'long ' * 2_000}\n{'[' * 5_000}\n{'漢' * 3_000}\n"
    name = bad.replace("\x1b", "").replace("/", "")
    files: dict[str, str | bytes] = {
        f"[red]{name[:30]}.md": f'---\nname: "{name}"\ndescription: "{name}"\ntype: "[b]x"\n---\n{body}',
        "nul.md": b"\0\xff\xfe\n",
        "crlf.md": "---\r\nname: crlf\r\ntype: user\r\n---\r\nOne\r\nTwo\r\n",
    }
    for size in (WIDE, NARROW):
        app = app_on(store_which(tmp_path, files))
        async with app.run_test(size=size) as pilot:
            await opened(pilot)
            for _ in range(3):
                assert "\x1b" not in screen_text(app)
                await pilot.press("b", "down", "slash", *"[x", "enter", "escape")
                await settle(pilot)
            await pilot.press("home", "tab", "pagedown", "end")
            await settle(pilot)
            app.screen.query_one("#topic-rows", Rows).focus()
            app.screen.query_one("#topic-rows", Rows).go_to(next(file for file in files if file.startswith("[red]")))
            await settle(pilot)
            shown = previewed(app)
            assert "[red]x[/] [/] [@click=app.quit]q[/]" in shown
            assert "\\x1b[31m" in shown
            assert "\\u202e" in shown
            assert app.is_running
