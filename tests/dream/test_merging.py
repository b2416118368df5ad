"""Three versions of a file: what both did stands, what clashes stays as it is live. The index goes by its targets."""

from hypothesis import given
from hypothesis import strategies as st

from memtui.dream.hunks import hunks, with_hunks
from memtui.dream.merging import Both, merge_file, merge_index, within

BASE = b"one\ntwo\nthree\nfour\nfive\n"


def test_only_one_side_changed() -> None:
    assert merge_file(BASE, b"dream", BASE) == Both(b"dream")
    assert merge_file(BASE, BASE, b"live") == Both(b"live")
    assert merge_file(BASE, None, BASE) == Both(None)
    assert merge_file(None, b"new", None) == Both(b"new")
    assert merge_file(BASE, b"same", b"same") == Both(b"same")


def test_changes_at_different_places_both_stand() -> None:
    dream, live = BASE.replace(b"one", b"ONE"), BASE.replace(b"five", b"FIVE")
    assert merge_file(BASE, dream, live) == Both(b"ONE\ntwo\nthree\nfour\nFIVE\n")


def test_a_clash_keeps_the_live_text_unless_a_person_insists() -> None:
    dream, live = BASE.replace(b"three", b"dream"), BASE.replace(b"three", b"live")
    assert merge_file(BASE, dream, live) == Both(live, True)
    assert merge_file(BASE, dream, live, insist=True) == Both(dream)
    assert merge_file(BASE, None, live) == Both(live, True)
    assert merge_file(BASE, None, live, insist=True) == Both(None)
    assert merge_file(BASE, dream, None) == Both(None, True)
    assert merge_file(None, b"mine\n", b"theirs\n") == Both(b"theirs\n", True)


def test_bytes_that_are_no_text_survive() -> None:
    base = b"\xff\xfe\nmiddle\nend\n"
    assert merge_file(base, base + b"dream\n", b"live\n" + base) == Both(b"live\n" + base + b"dream\n")


INDEX = b"# Memory\n- [A](a.md) \xe2\x80\x94 first\n- [B](b.md) \xe2\x80\x94 second\n"


def line(name: str, hook: str) -> bytes:
    return f"- [{name.upper()}]({name}.md) — {hook}\n".encode()


def test_two_new_pointers_at_one_place_are_no_clash() -> None:
    both = merge_index(INDEX, INDEX + line("c", "dream"), INDEX + line("d", "live"))
    assert both == Both(INDEX + line("c", "dream") + line("d", "live")) or both == Both(
        b"# Memory\n" + line("a", "first") + line("b", "second") + line("c", "dream") + line("d", "live")
    )


def test_a_pointer_removed_by_the_dream_beside_one_changed_live() -> None:
    dream = INDEX.replace(line("b", "second"), b"")
    live = INDEX.replace(line("a", "first"), line("a", "better"))
    assert merge_index(INDEX, dream, live) == Both(b"# Memory\n" + line("a", "better"))


def test_the_same_pointer_changed_on_both_sides_stays_as_it_is_live() -> None:
    dream = INDEX.replace(line("b", "second"), b"")
    live = INDEX.replace(line("b", "second"), line("b", "kept"))
    assert merge_index(INDEX, dream, live) == Both(live, True)
    assert merge_index(INDEX, dream, live, insist=True) == Both(dream)


def test_a_new_frame_of_the_dreams_takes_what_changed_live() -> None:
    dream = b"# Memory\n## People\n" + line("a", "first") + b"## Work\n" + line("b", "second")
    live = INDEX + line("c", "live")
    assert merge_index(INDEX, dream, live) == Both(dream + line("c", "live"))
    other = b"# Other words\n" + INDEX
    both = merge_index(INDEX, dream, other)
    assert both == Both(other, True)


def test_only_the_wanted_targets_are_touched() -> None:
    dream = b"# Memory\n" + line("a", "dream") + line("c", "new")
    assert merge_index(INDEX, dream, INDEX, wanted=within({"a.md"})) == Both(
        b"# Memory\n" + line("a", "dream") + line("b", "second")
    )
    assert merge_index(INDEX, dream, INDEX, wanted=within({"b.md", "c.md"})) == Both(
        b"# Memory\n" + line("a", "first") + line("c", "new")
    )


lines = st.lists(st.sampled_from(["a", "b", "c", "d", "", "x y"]), max_size=8).map(
    lambda rows: "\n".join(rows).encode()
)


@given(lines, lines, lines)
def test_whatever_only_one_side_did_is_done(base: bytes, dream: bytes, live: bytes) -> None:
    assert merge_file(base, dream, base).data == dream
    assert merge_file(base, base, live).data == live
    both = merge_file(base, dream, live)
    kept = set(both.data.split(b"\n")) if both.data is not None else set()
    assert b"<<<<<<< mine" not in kept and b"=======" not in kept
    assert set(live.split(b"\n")) - set(base.split(b"\n")) <= kept  # what live added stays


@given(lines, lines, st.data())
def test_pieces_taken_and_left_make_up_the_whole(before: bytes, after: bytes, data: st.DataObject) -> None:
    numbers = [hunk.number for hunk in hunks(before, after)]
    assert with_hunks(before, after, numbers) == after
    assert with_hunks(before, after, []) == before
    chosen = data.draw(st.sets(st.sampled_from(numbers))) if numbers else set()
    some = with_hunks(before, after, chosen)
    assert len(hunks(some, after)) <= len(numbers)


def test_a_file_made_or_gone_is_one_piece() -> None:
    assert [hunk.number for hunk in hunks(None, b"x\ny\n")] == [1]
    assert with_hunks(None, b"x\n", [1]) == b"x\n"
    assert with_hunks(None, b"x\n", []) is None
    assert with_hunks(b"x\n", None, []) == b"x\n"
