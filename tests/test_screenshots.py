"""The pictures in the README are those of the app as it is."""

import re

import pytest

from memtui.ui.keys import EDITOR, MODES
from tests.shoot import SCREENSHOTS, SHOTS, taken
from tests.walk import README


def test_every_screen_has_a_picture_and_the_readme_shows_it() -> None:
    names = {shot.name for shot in SHOTS}
    assert {*MODES, EDITOR, "projects"} <= names
    assert {path.stem for path in SCREENSHOTS.glob("*.svg")} == names
    shown = re.findall(r"!\[[^\]]+\]\(screenshots/(\w+)\.svg\)", README.read_text(encoding="utf-8"))
    assert set(shown) == names


@pytest.mark.filterwarnings("default")
def test_no_picture_is_stale() -> None:
    stale = [name for name, svg in taken().items() if (SCREENSHOTS / f"{name}.svg").read_text(encoding="utf-8") != svg]
    assert stale == [], "run python -m tests.shoot and look at the pictures"
