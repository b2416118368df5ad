"""What steps would do."""

from memtui.history.preview import diff_steps, would
from memtui.memory.save import Step

STEPS = [Step("a.md", None, b"x\n"), Step("b.md", b"x\n", b"y\n"), Step("c.md", b"x\n", None)]


def test_each_step_has_its_word() -> None:
    assert [would(step) for step in STEPS] == ["create", "change", "delete"]


def test_the_difference_names_every_file() -> None:
    said = diff_steps(STEPS)
    assert [line for line in said.splitlines() if line[:3] in ("---", "+++")] == [
        "--- /dev/null",
        "+++ b/a.md",
        "--- a/b.md",
        "+++ b/b.md",
        "--- a/c.md",
        "+++ /dev/null",
    ]
