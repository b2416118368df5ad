"""Keys: one registry, the user's own keymap, and what is wrong with it told in words."""

import tomllib
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.keys import _character_to_key

from memtui.memory.config import RecallConfig, read_config
from memtui.memory.dreamsettings import DreamSettings
from memtui.transcripts.opening import Which
from memtui.ui.keymap import RESERVED, canonical, keymap, shown_key, written
from memtui.ui.keys import ACTIONS, ANYWHERE, EDITOR, every_action
from memtui.ui.settings import THEME_NAMES, problems, starter
from memtui.ui.widgets.rows import Rows
from tests.ui.running import WIDE, app_on, notes, screen_text, settle


def test_no_two_actions_of_one_place_share_a_key() -> None:
    for screen, actions in ACTIONS.items():
        both = [*actions, *(ACTIONS[ANYWHERE] if screen != ANYWHERE else ())]
        keys = [key for action in both for key in action.key.split(",")]
        assert len(keys) == len(set(keys)), screen


def test_every_default_is_a_key_and_free() -> None:
    for screen, action in every_action():
        for key in action.key.split(","):
            assert canonical(key) == key
            assert screen == EDITOR or key not in RESERVED


def test_what_lists_need_is_reserved() -> None:
    moves = {key for each in Rows.BINDINGS if isinstance(each, Binding) for key in each.key.split(",")}
    assert moves <= RESERVED


@pytest.mark.parametrize("sign", [chr(code) for code in range(0x21, 0x7F)])
def test_signs_are_named_as_the_app_names_them(sign: str) -> None:
    assert canonical(sign) == _character_to_key(sign)
    assert shown_key(str(canonical(sign))) == sign


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(("ctrl+k", "ctrl+k"), ("shift+up", "shift+up"), ("f12", "f12"), ("ctrl+?", "ctrl+question_mark")),
        *(("slash", "slash"), ("f99", None), ("foo", None), ("strg+k", None), ("ctrl+", None), ("ctrl+foo", None)),
    ],
)
def test_names_of_keys(text: str, name: str | None) -> None:
    assert canonical(text) == name


@pytest.mark.parametrize(
    ("wanted", "mine", "words"),
    [
        ({"quit": "w"}, {"quit": "w"}, ""),
        ({"quit": "w, y"}, {"quit": "w,y"}, ""),
        ({"help": "?"}, {"help": "question_mark"}, ""),
        ({"new": "u", "undo": "n"}, {"new": "u", "undo": "n"}, ""),  # they swap
        ({"topics.sort": "f"}, {"topics.sort": "f"}, ""),  # a key of another screen
        ({"fly": "x"}, {}, "keys.fly: there is no such action"),
        ({"quit": "foo"}, {}, "keys.quit: there is no key foo; q holds"),
        ({"quit": ","}, {"quit": "comma"}, ""),
        ({"quit": "n"}, {}, "keys.quit: n is the key of new already; q holds"),
        ({"quit": "e"}, {}, "keys.quit: e is the key of index.edit already; q holds"),
        ({"index.edit": "q"}, {}, "keys.index.edit: q is the key of quit already; e holds"),
        ({"index.edit": "a"}, {}, "keys.index.edit: a is the key of index.add already; e holds"),
        ({"quit": "w", "new": "w"}, {"new": "w"}, "keys.quit: w is the key of new already; q holds"),
        ({"quit": "j"}, {}, "keys.quit: j is kept for moving and leaving; q holds"),
        ({"editor.close": "ctrl+q"}, {"editor.close": "ctrl+q"}, ""),
    ],
)
def test_the_users_keys(wanted: dict[str, str], mine: dict[str, str], words: str) -> None:
    found, told = keymap(wanted)
    assert found == mine
    assert "; ".join(told).startswith(words) and len(told) == (1 if words else 0)


async def test_a_rebound_key_works_and_its_old_one_does_not(sample: Which) -> None:
    app = app_on(sample, keys={"quit": "w,f10", "index.loaded": "q"})
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        bar = screen_text(app).splitlines()[-1]
        assert "q As loaded" in bar and "w Quit" in bar and "q Quit" not in bar
        await pilot.press("q")
        await settle(pilot)
        assert "as the agent gets it" in screen_text(app)
        await pilot.press("escape")
        await settle(pilot)
        assert app.is_running and not app._exit
        await pilot.press("f10")
        await pilot.pause()
        assert app._exit


async def test_bad_settings_are_told_and_defaults_hold(sample: Which, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[ui]\ntheme = 'pink'\n[keys]\nfly = 'x'\nindex.edit = 'q'\n")
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        told = " ".join(notes(app))
        assert "no theme pink; memtui-dark holds" in told
        assert "keys.fly: there is no such action" in told
        assert "keys.index.edit: q is the key of quit already" in told
        assert app.theme == "memtui-dark"


def test_the_first_config_file_has_every_setting_and_changes_nothing(sample: Which, tmp_path: Path) -> None:
    text = starter()
    assert tomllib.loads(text) == {"stale": {}, "dream": {}, "recall": {}, "ui": {}, "keys": {}}
    path = tmp_path / "config.toml"
    path.write_text("\n".join(line.removeprefix("# ") if " = " in line else line for line in text.splitlines()))
    config = read_config(sample.host)
    defaults = config._replace(keys={}, theme=THEME_NAMES[0])
    assert problems(config) == [] and config.notes == ()
    assert config.keys == {action.id: written(action.key) for _, action in every_action()}
    assert keymap(config.keys)[0] == {action.id: action.key for _, action in every_action()}
    assert config.stale_days == defaults.stale_days and config.theme == defaults.theme
    assert config.dream == DreamSettings() and config.recall == RecallConfig()


@pytest.mark.parametrize(
    ("mode", "clear"), [("2", "Clear"), ("3", "Clear"), ("4", "Clear"), ("6", "Leave the question")]
)
async def test_no_letter_is_offered_as_a_key_while_words_are_typed(sample: Which, mode: str, clear: str) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press(mode)
        await settle(pilot)
        if mode != "6":  # there it is the first thing to do
            await pilot.press("slash")
        await pilot.press("q", "f")
        await settle(pilot)
        bar = screen_text(app).splitlines()[-1]
        assert bar.split()[0] == "⏎" and f"esc {clear}" in bar and bar.endswith("f1 Help  ^c Quit")
        assert "Fix" not in bar and "q Quit" not in bar and "Restore" not in bar
        await pilot.press("enter")
        await settle(pilot)
        assert screen_text(app).splitlines()[-1].endswith("? Help  q Quit")
