"""The long list: draws what is in sight, keeps the cursor on its row, steps over what cannot be chosen."""

from collections.abc import Sequence
from typing import Any

from textual.app import App, ComposeResult

from memtui.ui.paths import style
from memtui.ui.themes import THEMES, variables
from memtui.ui.widgets.lines import Heading, Text
from memtui.ui.widgets.rows import Row, Rows


class Listing(App[None]):
    """Nothing but a list."""

    CSS_PATH = style("base")

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__()
        self._first = rows
        self.told: list[str | None] = []
        self.chosen: list[str] = []
        self.register_theme(THEMES[0])
        self.theme = THEMES[0].name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """As the app has them."""
        return variables(True)

    def compose(self) -> ComposeResult:
        """The list."""
        yield Rows()

    def on_mount(self) -> None:
        """Its rows."""
        self.query_one(Rows).set_rows(self._first)

    def on_rows_highlighted(self, event: Rows.Highlighted) -> None:
        """Remember what was told."""
        self.told.append(event.row.key if event.row is not None else None)

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Remember what was chosen."""
        self.chosen.append(event.row.key)


def lines(*keys: object) -> list[Row]:
    """A row for each key."""
    return [Text(str(key), ((f"line {key}", ""),)) for key in keys]


def seen(app: App[Any]) -> list[str]:
    """The lines in sight."""
    rows = app.query_one(Rows)
    return [rows.render_line(y).text.rstrip() for y in range(rows.size.height)]


async def test_twenty_thousand_rows_draw_only_what_is_in_sight() -> None:
    drawn: list[int] = []

    class Counted(Text):
        """A row that counts."""

        def pieces(self, width: int) -> Any:
            drawn.append(width)
            return super().pieces(width)

    app = Listing([Counted(str(number), ((f"line {number}", ""),)) for number in range(20_000)])
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.press("end")
        await pilot.pause()
        assert seen(app)[-1] == "line 19999"
        assert len(drawn) < 60


async def test_the_cursor_steps_over_headings_and_shows_the_first_one() -> None:
    app = Listing([Heading("h1", "Group"), *lines("a", "b"), Heading("h2", "Other"), *lines("c")])
    async with app.run_test(size=(40, 4)) as pilot:
        rows = app.query_one(Rows)
        assert rows.current.key == "a"
        await pilot.press("down", "down")
        assert rows.current.key == "c"
        await pilot.press("down")
        assert rows.current.key == "c"
        await pilot.press("up", "up", "up")
        assert rows.current.key == "a"
        assert seen(app)[0] == "Group"
        assert rows.position == (1, 3)


async def test_keys_of_a_pager() -> None:
    app = Listing(lines(*range(100)))
    async with app.run_test(size=(40, 10)) as pilot:
        rows = app.query_one(Rows)
        await pilot.press("pagedown")
        assert rows.current.key == "9"
        await pilot.press("end")
        assert rows.current.key == "99"
        await pilot.press("pageup", "home")
        assert rows.current.key == "0"


async def test_new_rows_leave_the_cursor_and_its_place_on_the_screen() -> None:
    app = Listing(lines(*range(100)))
    async with app.run_test(size=(40, 10)) as pilot:
        rows = app.query_one(Rows)
        rows.go_to("50")
        await pilot.pause()
        before = rows.cursor - rows.scroll_offset.y
        rows.set_rows(lines("new", "newer", *range(100)))
        await pilot.pause()
        assert rows.current.key == "50"
        assert rows.cursor - rows.scroll_offset.y == before
        assert "line 50" in seen(app)[before]


async def test_a_row_that_is_gone_leaves_the_cursor_where_it_was() -> None:
    app = Listing(lines("a", "b", "c", "d"))
    async with app.run_test(size=(40, 10)) as pilot:
        rows = app.query_one(Rows)
        rows.go_to("b")
        rows.set_rows(lines("a", "c", "d"))
        await pilot.pause()
        assert rows.current.key == "c"
        rows.set_rows([])
        await pilot.pause()
        assert rows.current is None
        assert rows.position == (0, 0)
        assert app.told[-1] is None


async def test_the_mouse_moves_and_chooses() -> None:
    app = Listing(lines(*range(20)))
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.click(Rows, offset=(3, 4))
        assert app.query_one(Rows).current.key == "4"
        await pilot.click(Rows, offset=(3, 4), times=2)
        assert app.chosen == ["4"]


async def test_a_line_too_wide_is_cut_at_the_edge() -> None:
    app = Listing([Text("a", (("宽" * 100, "bad"), ("x" * 100, "")))])
    async with app.run_test(size=(11, 3)):
        strip = app.query_one(Rows).render_line(0)
        assert strip.cell_length == app.query_one(Rows).scrollable_content_region.width


async def test_the_first_rows_are_shown_from_the_top_and_a_chosen_one_at_once() -> None:
    app = Listing(())
    async with app.run_test(size=(30, 10)) as pilot:
        rows = app.query_one(Rows)
        many = [Heading("head", "A heading"), Heading("next", "Another"), *lines(*range(100))]
        rows.set_rows(many)
        assert rows.cursor == 2 and rows.scroll_offset.y == 0  # with the headings above it
        rows.set_rows(())
        await pilot.pause()
        rows.set_rows(many, key="60")  # before there is a scrollbar
        await pilot.pause()
        assert rows.scroll_offset.y <= 60 < rows.scroll_offset.y + 10
