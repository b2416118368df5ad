"""What a dream did and what waits: by file, by piece, all of it."""

from pathlib import Path

from memtui.ui.screens.dialogs import AskDialog
from tests.ui.dreaming import BOTH, INDEX, ONE, dreams, index, newest, press, small, told, waiting
from tests.ui.running import NARROW, WIDE, app_on, screen_text, store_which


class TestReviewing:
    """What waits: by file, by piece, all of it."""

    async def test_a_piece_then_the_rest(self, tmp_path: Path) -> None:
        gone = "- [Lost](user_lost.md) — nothing\n"
        which = store_which(tmp_path, {"MEMORY.md": f"{gone}{INDEX}", "user_one.md": ONE})
        waiting(which)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "d")
            assert told(app, "the result of another dream waits for you; v reviews it")
            await press(pilot, "a")
            assert told(app, "enter opens the files to adopt one by one")
            await press(pilot, "v", "down")
            assert "piece 1" in screen_text(app)
            await press(pilot, "a")
            assert told(app, "adopted MEMORY.md; U takes the dream back")
            assert "user_lost" not in index(which) and "user_gone" in index(which)
            await press(pilot, "home", "x")
            assert told(app, "discarded MEMORY.md; 1 changed; partly adopted")
            assert newest(which).review == "partly" and "user_gone" in index(which)
            await press(pilot, "a")
            assert told(app, "nothing of this dream waits for a decision")
            await press(pilot, "U")
            assert index(which) == f"{gone}{INDEX}"

    async def test_all_of_it(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        waiting(which)
        app = app_on(which)
        async with app.run_test(size=NARROW) as pilot:
            await dreams(pilot, "A")
            assert "user_gone" not in index(which) and newest(which).review == "adopted"
            await press(pilot, "A", "X")
            assert told(app, "nothing of this dream waits for a decision: 1 changed; adopted")

    async def test_none_of_it(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        waiting(which)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "X")
            assert isinstance(app.screen, AskDialog)
            await press(pilot, "escape")
            assert newest(which).review == "waiting"
            await press(pilot, "X", "enter")
            assert newest(which).review == "discarded" and index(which) == INDEX
            assert told(app, "discarded all that waited; 1 changed; discarded")
            assert "what it would have been was not kept" in " ".join(screen_text(app).split())

    async def test_a_pinned_one_is_left_out(self, tmp_path: Path) -> None:
        double = ONE.replace("name: one", "name: two")
        files = {"MEMORY.md": "- [One](user_one.md) — a\n- [Two](user_two.md) — b\n"}
        which = store_which(tmp_path, {**files, "user_one.md": ONE, "user_two.md": double})
        task = waiting(which)
        path = Path(which.store.root, task.deleted[0])
        path.write_text(path.read_text().replace("type: user", "type: user\npinned: true"))
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "v", "end")
            assert "pinned, so no dream changes it" in " ".join(screen_text(app).split())
            await press(pilot, "A")
            assert path.exists() and told(app, "was left out: pinned, so no dream changes it")

    @BOTH
    async def test_escape_leads_home(self, tmp_path: Path, size: tuple[int, int]) -> None:
        which = small(tmp_path)
        waiting(which)
        app = app_on(which)
        async with app.run_test(size=size) as pilot:
            await dreams(pilot, "enter")
            assert app.screen.query_one("#changes-rows").has_focus
            await press(pilot, "enter")
            assert app.screen.query_one("#difference-rows").has_focus
            await press(pilot, "enter")
            assert told(app, "this is the difference itself")
            await press(pilot, "escape")
            assert app.screen.query_one("#changes-rows").has_focus
            await press(pilot, "escape")
            assert app.screen.query_one("#ledger-rows").has_focus
