"""The filter of the topics list."""

from pathlib import Path

import pytest

from memtui.memory.texts import Texts
from memtui.memory.topic import Memory
from memtui.transcripts.opening import Which
from memtui.ui.widgets.filterbar import FilterBar, FilterInput
from memtui.ui.widgets.rows import Rows
from tests.ui.running import WIDE, app_on, screen_text, settle
from tests.ui.topiclists import chosen, listed, opened, previewed


async def test_as_it_is_typed_over_name_description_and_body(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        await pilot.press("slash", *"KETTLE")
        await settle(pilot)
        assert listed(app) == ["feedback_cup.md", "[Logs]", "logs/2026/11/2026-11-17.md"]
        assert screen.where() == "1 / 2 of 5"
        assert "2 memories" in screen_text(app)
        assert chosen(app) == "feedback_cup.md"
        row = app.screen.query_one("#preview-rows", Rows).rows[-1]
        assert ("kettle", "match") in row.pieces(80)
        await pilot.press(*[" "], "exclamation_mark", *"hot")
        await settle(pilot)
        assert listed(app) == ["[Logs]", "logs/2026/11/2026-11-17.md"]


async def test_found_words_are_marked_in_the_list(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        await pilot.press("slash", *"TEA", "enter")
        await settle(pilot)
        pieces = app.screen.query_one("#topic-rows", Rows).rows[0].pieces(60)
        assert pieces.count(("tea", "match")) == 2


async def test_enter_keeps_it_and_escape_clears_it(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        await pilot.press("slash")
        assert "type:user stale:yes" in screen_text(app)  # what can be typed
        assert "To the list" in screen_text(app)  # what keys do meanwhile
        assert "q Quit" not in screen_text(app)
        await pilot.press(*"type", "colon", *"project", "enter")
        await settle(pilot)
        assert listed(app) == ["project_pot.md"]
        assert app.focused is screen.query_one("#topic-rows")
        assert "q Quit" in screen_text(app)
        await pilot.press("escape")
        await settle(pilot)
        assert chosen(app) == "project_pot.md"
        assert screen.where() == "3 / 5"
        assert not screen.query_one(FilterBar).is_open
        await pilot.press("slash", "down")
        await settle(pilot)
        assert app.focused is screen.query_one("#topic-rows")
        assert not screen.query_one(FilterBar).is_open  # an empty one goes away
        await pilot.press("tab")
        assert app.focused is screen.query_one("#preview-rows")
        await pilot.press("escape")
        assert app.focused is screen.query_one("#topic-rows")


async def test_terms_that_mean_nothing_say_so(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        await pilot.press("slash", *"typ", "colon", *"x", "space", *"tea")
        await settle(pilot)
        assert "typ: is no field; use type, stale" in screen_text(app)
        assert "user_tea.md" in listed(app)


async def test_nothing_found_names_the_next_key(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        await pilot.press("slash", *"zzz")
        await settle(pilot)
        assert "No memory is meant by this filter" in screen_text(app)
        assert "No memory is chosen" in screen_text(app)
        assert screen.where() == "0 / 0 of 5"
        await pilot.press("escape")
        await settle(pilot)
        assert len(listed(app)) == 7
        assert "Likes black tea" in previewed(app)


async def test_bodies_that_change_are_searched_again(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        await pilot.press("slash", *"corner")
        await settle(pilot)
        assert listed(app) == ["[Team]", "team/reference_shop.md"]
        Path(small.store.root, "project_pot.md").write_text("---\nname: pot\ntype: project\n---\nA corner.\n")
        Path(small.store.root, "team/reference_shop.md").write_text("---\nname: shop\n---\nMoved.\n")
        app.loader.request()
        await settle(pilot)
        assert listed(app) == ["project_pot.md"]
        assert isinstance(app.focused, FilterInput)


async def test_what_the_head_tells_does_not_wait_for_bodies(small: Which, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        before = Texts.searchable

        def late(self: Texts, memory: Memory) -> str:
            for worker in app.workers:
                if worker.group == "search":
                    worker.cancelled_event.wait(30)  # until the next key
            return before(self, memory)

        monkeypatch.setattr(Texts, "searchable", late)
        await pilot.press("slash", *"cup")
        await pilot.pause()
        assert listed(app) == ["feedback_cup.md"]
        assert "reading bodies" in screen_text(app)
        monkeypatch.setattr(Texts, "searchable", before)
        await pilot.press("escape")
        await settle(pilot)
        assert not screen._searching
        assert len(listed(app)) == 7


async def test_answers_for_another_filter_are_dropped(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        await pilot.press("slash", *"cup", "enter")
        await settle(pilot)
        wanted = screen._filter
        await pilot.press("escape", "slash", *"corner", "enter")
        await settle(pilot)
        screen.post_message(screen.BodiesSearched(wanted, ["user_tea.md"], done=True))
        await settle(pilot)
        assert listed(app) == ["[Team]", "team/reference_shop.md"]
