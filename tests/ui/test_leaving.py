"""Fast hands: keys that wait in line while a screen goes neither answer twice nor close what lies below."""

from pathlib import Path

import pytest

from memtui.transcripts.opening import Which
from memtui.ui.screens.dialogs import AskDialog
from memtui.ui.screens.editor import EditorScreen
from memtui.ui.screens.index import IndexScreen
from memtui.ui.screens.jump import JumpScreen
from tests.ui.editing import FILES, opened
from tests.ui.running import WIDE, app_on, settle, store_which


async def test_a_dialog_answers_once_and_the_editor_below_stays(tmp_path: Path) -> None:
    app = app_on(store_which(tmp_path, FILES))
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot, "user_one.md")
        answers: list[bool | None] = []
        dialog = AskDialog("Sure?", "", "yes")
        await app.push_screen(dialog, answers.append)
        dialog.dismiss(True)
        dialog.dismiss(True)
        await settle(pilot)
        assert answers == [True]
        assert isinstance(app.screen, EditorScreen)


@pytest.mark.parametrize("key", ["?", "escape"])
async def test_keys_after_the_last_letter_of_a_jump(sample: Which, key: str) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        letters = JumpScreen(app.screen)
        await app.push_screen(letters)
        for _ in range(3):
            app.simulate_key(key)  # without waiting for what the one before does
        await settle(pilot)
        assert isinstance(app.screen, IndexScreen)
