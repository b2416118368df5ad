"""Generated frontmatter, read by memtui and by python-frontmatter: they must agree."""

from typing import Any

import frontmatter as oracle
import yaml
from frontmatter.default_handlers import YAMLHandler
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memtui.memory import frontmatter
from memtui.memory.frontmatter import BROKEN

_BASE = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # every scalar as the text that stands there
_NULLS = ("", "~", "null", "Null", "NULL")


def _expected(ours: Any, base: Any) -> Any:
    """What we may say of a value that the oracle reads as `base`, where every scalar is text."""
    if isinstance(base, dict):
        inner = ours if isinstance(ours, dict) else {}
        return {
            key: _expected(inner.get(key), value) for key, value in base.items() if key in inner or key not in _NULLS
        }
    if isinstance(base, list):
        inner_list = ours if isinstance(ours, list) and len(ours) == len(base) else [None] * len(base)
        return [_expected(mine, value) for mine, value in zip(inner_list, base, strict=True)]
    return None if ours is None and base in _NULLS else base


class _TextHandler(YAMLHandler):
    def load(self, fm: str, **options: object) -> Any:
        return super().load(fm, **{**options, "Loader": _BASE})


def _check_against_oracle(block: str) -> None:
    text = f"---\n{block}\n---\nBody\n"
    found = frontmatter.read(text)
    try:
        theirs, _ = oracle.parse(text, handler=_TextHandler())
    except yaml.YAMLError:
        assert found.status == BROKEN
        return
    if found.status == BROKEN:
        assert theirs == {} and "key: value" in (found.problem or "")
        return
    assert found.values == _expected(found.values, theirs)


_KEYS = st.sampled_from(["name", "description", "type", "metadata", "x-y", "a.b", "é", "k_1", "modified", "pinned"])
_CHARS = st.sampled_from([*"ab 1-:.'\"#,[]{}|>%@`?=~<\\/é😀—", "null", "true", "2026-03-30", ": ", " #", "''", '\\"'])
_WORDS = st.lists(_CHARS, max_size=6).map("".join)
_PLAIN = st.sampled_from(  # what memories hold: mostly words, which are read by hand
    ["word", "two words", "a: b", "it's", "x:y", "2026-03-30", "null", "~", "007", "a:", "—", "", "'q'", '"q: r"', "😀"]
)
_SCALARS = (
    _PLAIN
    | _PLAIN
    | _PLAIN
    | _PLAIN
    | _WORDS
    | _WORDS.map(lambda word: f'"{word}"')
    | _WORDS.map(lambda word: f"'{word}'")
)
_LINES = st.tuples(
    st.sampled_from(["", "", "", "  ", "    ", " "]), _KEYS, st.sampled_from([":", ": ", ": ", ":  "]), _SCALARS
)
_EXTRA = st.sampled_from(["", "# note", "- item", "  - item", "  more words", "...", "not a key", "  # note", "? x"])


@settings(max_examples=400, deadline=None)
@given(st.lists(_LINES.map("".join) | _LINES.map("".join) | _EXTRA, min_size=1, max_size=7).map("\n".join))
@example("metadata:\n  a: b\n\n  c: d")
@example("name: a\nname: b")
@example("metadata:\n  a: 1\nmetadata:\n  b: 2")
@example("metadata: \n  a:\n    b: c\n  d: e")
@example("name:\n  a\n  b")
@example("-: x\n--: y\n.: z")
@example("name: a:")
@example("name: a: b")
@example("name: :a\ntype: a:b")
@example("name: 'a' b 'c'")
def test_whatever_is_written_reads_as_the_oracle_reads_it(block: str) -> None:
    _check_against_oracle(block)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab: \n-'\"#[]{},|>?~\\.\t", max_size=30))
def test_noise_in_the_alphabet_of_yaml_reads_as_the_oracle_reads_it(noise: str) -> None:
    """After a key: the oracle takes white space at the start for a part of the fence."""
    if "---" not in noise:
        _check_against_oracle(f"k: v\n{noise}")


_TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1, max_size=30)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(_KEYS, _TEXTS | st.dictionaries(_KEYS, _TEXTS, min_size=1, max_size=3), min_size=1, max_size=5))
def test_what_python_frontmatter_writes_is_read_back(values: dict[str, Any]) -> None:
    text = oracle.dumps(oracle.Post("Body", **values), allow_unicode=True, width=10**6)
    assert frontmatter.read(text).values == oracle.loads(text).metadata
