"""A new memory written in an editor: what the user left there is what is made, and none of it is ever lost."""

from pathlib import Path

from tests.cli.running import ROLE, World
from tests.cli.test_terminal import on_terminal

NEWER = (
    "---\nname: {0}\ndescription: one of the newer kind\nmetadata: \n  node_type: memory\n  type: user\n---\n\nText.\n"
)


def _drafts(world: World) -> list[Path]:
    found = (world.home / ".local/state/memtui/stores").glob("*/drafts/*")
    return [path for path in found if path.suffix != ".json"]  # its facts lie beside it


def test_every_byte_that_the_user_wrote_is_kept(world: World) -> None:
    env = world.editor(
        "sed -i 's/^type: user/zeta: \"1\"\\r\\ntype: user\\npinned: true/' $1; printf 'The text.' >> $1"
    )
    code, seen = on_terminal("new", "Made here", "--type", "user", "--description", "said before", env=env)
    assert code == 0, seen
    made = '---\nname: Made here\ndescription: said before\nzeta: "1"\r\ntype: user\npinned: true\n---\nThe text.'
    assert (world.memory / "user_made_here.md").read_bytes().decode() == made
    assert _drafts(world) == []


def test_it_begins_in_the_form_that_the_store_uses(world: World) -> None:
    for name in ("one", "two", "three"):
        world.put(f"user_{name}.md", NEWER.format(name))
    code, seen = on_terminal("new", "Made here", "--type", "user", env=world.editor("echo 'The text.' >> $1"))
    assert code == 0, seen
    head = '---\nname: Made here\ndescription: ""\nmetadata: \n  node_type: memory\n  type: user\n---\n\n'
    assert world.text("user_made_here.md") == f"{head}The text.\n"


def test_without_frontmatter_it_is_written_anew(world: World) -> None:
    code, seen = on_terminal("new", "Made here", "--type", "user", env=world.editor("echo 'The text.' > $1"))
    assert code == 0, seen
    assert world.text("user_made_here.md") == '---\nname: Made here\ndescription: ""\ntype: user\n---\nThe text.\n'


def test_a_name_that_is_taken_loses_no_text(world: World) -> None:
    code, seen = on_terminal("new", "Role", "--type", "user", env=world.editor("echo 'An hour of work.' >> $1"))
    (draft,) = _drafts(world)
    assert code == 1
    assert f"your version is kept at {draft}" in seen
    assert draft.read_text().endswith("---\nAn hour of work.\n")
    assert world.text("user_role.md") == ROLE


def test_broken_frontmatter_loses_no_text(world: World) -> None:
    before = world.files()
    for script, said in (
        ("sed -i 's/^name:.*/name: \"open/' $1; echo x >> $1", "cannot be read as YAML"),
        ("sed -i 's/^type:.*/type: nonsense/' $1; echo x >> $1", "nonsense is not a type"),
    ):
        code, seen = on_terminal("new", "Made here", "--type", "user", env=world.editor(script))
        assert (code, said in seen, "your version is kept at" in seen) == (1, True, True), seen
    assert len(_drafts(world)) == 2
    assert world.files() == before


def test_an_editor_left_without_a_word_leaves_no_draft(world: World) -> None:
    code, seen = on_terminal("new", "Made here", "--type", "user", env=world.editor("true"))
    assert (code, "is empty" in seen, _drafts(world)) == (1, True, [])
