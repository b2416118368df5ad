"""A dream that runs: followed, told something, killed, found again."""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from memtui.dream.task import save, set_current
from memtui.ui.screens.dialogs import AskDialog, FormDialog
from memtui.ui.widgets.rows import Rows
from tests.ui.dreaming import INDEX, dreams, index, newest, over, press, small, told, until
from tests.ui.dreams import running, tell, tool, turn
from tests.ui.running import NARROW, NOW_S, WIDE, app_on, notes, screen_text, settle


class TestRunning:
    """One that runs: followed, told something, killed."""

    async def test_turns_come_as_they_are_told(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        with running(which, engine="claude") as task:
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot)
                assert "It has said nothing yet" in screen_text(app)
                assert "☾ dreaming 1m 12s" in screen_text(app)
                tell(which, task, *(turn(f"turn {number}") for number in range(40)), tool("Reading the index"))
                await until(pilot, lambda: "turn 39" in screen_text(app))
                assert "40 turns" in screen_text(app) and "now: Reading the index" in screen_text(app)
                rows = app.screen.query_one("#dream-rows", Rows)
                assert len(rows.rows) == 30  # the newest
                await press(pilot, "t", "up", "up")
                key = rows.current.key
                tell(which, task, turn("turn 40"), turn("turn 41"))
                await until(pilot, lambda: "+2 new: end follows again" in screen_text(app))
                assert rows.current.key == key
                await press(pilot, "end")
                tell(which, task, turn("turn 42"))
                await until(pilot, lambda: "turn 42" in screen_text(app))
                assert "new: end follows" not in screen_text(app)

    async def test_what_is_read_stays_however_much_comes(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        with running(which, engine="claude") as task:
            tell(which, task, *(turn(f"turn {number}.") for number in range(40)))
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot, "enter", "home")
                assert "turn 10." in screen_text(app)
                tell(which, task, *(turn(f"turn {number}.") for number in range(40, 540)))
                await until(pilot, lambda: "+500 new: end follows again" in screen_text(app))
                assert "turn 10." in screen_text(app) and "540 turns" in screen_text(app)
                await press(pilot, "end")
                assert "turn 539." in screen_text(app) and "new: end follows" not in screen_text(app)

    async def test_the_wheel_leaves_the_end_too_and_a_new_size_does_not(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        with running(which, engine="claude") as task:
            tell(which, task, *(turn(f"turn {number}.") for number in range(30)))
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot)
                assert "turn 29." in screen_text(app)
                await pilot.resize_terminal(120, 30)
                await settle(pilot)
                tell(which, task, turn("after the new size."))
                await until(pilot, lambda: "after the new size." in screen_text(app))
                rows = app.screen.query_one("#dream-rows", Rows)
                rows.scroll_relative(y=-4, animate=False, immediate=True)  # as the wheel does
                await settle(pilot)
                tell(which, task, turn("out of sight."))
                await until(pilot, lambda: "+1 new: end follows again" in screen_text(app))
                assert "out of sight." not in screen_text(app)

    async def test_a_long_turn_of_many_lines(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        with running(which, engine="claude") as task:
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot)
                tell(
                    which,
                    task,
                    turn("# Found\n\n- one [red]x[/red] \x1b[31m\n- two", 0),
                    turn("w" * 9_000, 0),
                    turn("", 3),
                )
                await until(pilot, lambda: "and 5,000 characters more" in screen_text(app))
                assert "• ▸ 3 calls" in screen_text(app)
                await press(pilot, "enter", "home")
                assert "• # Found" in screen_text(app) and "  - one [red]x[/red] \\x1b[31m" in screen_text(app)

    async def test_whatever_is_told_stays_text(self, tmp_path: Path) -> None:
        evil = "\x1b]0;x\x07[bold red]y[/]\u202e\n\r"
        which = small(tmp_path)
        app = app_on(which)
        with running(which, engine="claude") as task:
            tell(
                which,
                task,
                turn(evil, 2, evil),
                tool(evil, evil),
                {"kind": "phase", "phase": evil},
                {"kind": "refused", "reason": evil},
                {"kind": "message", "from": "person", "text": evil},
                {"kind": "usage", "input": 5, "cost": evil},
                {"kind": "usage", "input": "many", "cost": {"a": []}, "estimate_tokens": evil},
            )
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot, "enter", "home")
                for mode in ("5", "1"):
                    await press(pilot, mode)
                    shown = screen_text(app)
                    assert "[bold red]y[/]" in shown
                    assert not any(sign in shown for sign in "\x1b\x07\r\u202e")

    async def test_one_that_ends_while_it_is_listened_to(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        async with app.run_test(size=NARROW) as pilot:
            with running(which, engine="claude") as task:
                tell(which, task, turn("a word"))
                await dreams(pilot, "enter")
                assert app.screen.query_one("#dream-rows").has_focus and "Dreaming" not in screen_text(app)
                await press(pilot, "escape")
                assert app.screen.query_one("#ledger-rows").has_focus and "Dreaming" in screen_text(app)
                await press(pilot, "enter")
                over_now = replace(task, status="completed", review="discarded", changed=("MEMORY.md",), ended=NOW_S)
                save(which.store.state, over_now)
                set_current(which.store.state, None)
            await until(pilot, lambda: "1 changed; discarded" in screen_text(app))
            assert app.screen.query_one("#ledger-rows").has_focus and "Dreaming" in screen_text(app)

    async def test_killed_after_one_question(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        with running(which):
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot, "d")
                assert told(app, "a dream runs already; K kills it")
                await press(pilot, "K")
                assert isinstance(app.screen, AskDialog)
                await press(pilot, "escape")
                assert newest(which).running
                await press(pilot, "K", "enter")
                await until(pilot, over(which))
                assert told(app, "was killed; memory is unchanged, the lock is rolled back")
                await until(pilot, lambda: "killed; memory as it was" in screen_text(app))
                assert "dreaming" not in screen_text(app).splitlines()[-2] and index(which) == INDEX

    async def test_a_line_reaches_its_mailbox(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        with running(which, engine="claude") as task:
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot, "s", "enter")
                assert isinstance(app.screen, FormDialog) and "nothing to send yet" not in notes(app)
                await press(pilot, *"stop", "enter")
                assert told(app, "sent; the dream reads it at its next step")
                box = Path(which.store.state.folder, "dreams", task.id, "mailbox")
                assert ["stop" in path.read_text() for path in box.iterdir()] == [True]

    async def test_the_rules_take_no_words(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        with running(which):
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot, "s")
                assert told(app, "the rules follow no words")

    async def test_one_that_died_is_found_out(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        with running(which):
            pass
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot)
            assert "failed: its process ended without a word" in " ".join(screen_text(app).split())
            assert newest(which).status == "failed"

    async def test_one_that_dies_meanwhile_is_told_once(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        with ExitStack() as stack:
            stack.enter_context(running(which))
            async with app.run_test(size=WIDE) as pilot:
                await settle(pilot)
                assert "☾ dreaming 1m 12s" in screen_text(app)
                stack.close()
                await until(pilot, lambda: "☾ dreaming" not in screen_text(app))
                assert [note for note in notes(app) if "dream" in note] == [
                    f"dream {newest(which).id} failed: its process ended without a word; memory is unchanged, "
                    "the lock is rolled back"
                ]

    async def test_two_apps_see_the_same(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        with running(which) as task:
            one, other = app_on(which), app_on(which)
            async with one.run_test(size=WIDE) as first, other.run_test(size=NARROW) as second:
                await dreams(first)
                await dreams(second)
                tell(which, task, turn("seen by both"))
                await until(first, lambda: "seen by both" in screen_text(one))
                await until(second, lambda: "seen by both" in screen_text(other))

    @pytest.mark.parametrize("key", ["K", "s"])
    async def test_nothing_runs(self, tmp_path: Path, key: str) -> None:
        app = app_on(small(tmp_path))
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, key)
            assert told(app, "no dream of memtui's runs") and told(app, "d starts one")
