"""Recall: a keystroke against a bare BM25 library, the command against `memtui list`, usage against `grep -c`."""

import functools
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator

from rank_bm25 import BM25Okapi

from memtui.memory.scan import Scanner
from memtui.memory.store import Store
from memtui.recall.local import LocalSelector
from memtui.recall.usage import usage
from memtui.recall.words import terms
from tests.bench.stores import make_store
from tests.bench.table import Row, Target, above, times
from tests.bench.timing import in_turn

_COUNT, _MANY = 200, 20_000
_KEY_S, _BARE = 0.005, 3.0
_LIST = 2.0
_IMPORT_MS = 50
_GREP = 2.0  # half its speed
_ROUNDS, _REPEATS = 15, 40
_TRANSCRIPTS, _LINES = 12, 12_000
_QUESTION = "where is the invoice ledger rolled back after a nightly migration"
_FOUND = ("user", "warehouse")  # a question that every such store answers


def rows(folder: str) -> Iterator[Row]:
    """All that recall promises."""
    roots = {count: os.path.join(folder, f"recall-{count}") for count in (_COUNT, _MANY)}
    for count, root in roots.items():
        paths = make_store(root, count)[:_COUNT]
        yield from _keystroke(root, paths, count)
    yield from _commands(roots)
    yield _import()
    yield from _usage(os.path.join(folder, "recall-usage"))


def _keystroke(root: str, paths: list[str], count: int) -> Iterator[Row]:
    memories = Scanner(root).scan(newest=_COUNT).memories
    selector = LocalSelector(root)
    texts = [_text(path) for path in paths]
    bare = BM25Okapi([terms(text) for text in texts])
    typed = [_QUESTION[:end] for end in range(len(_QUESTION) - _REPEATS, len(_QUESTION))]

    def keys() -> None:
        for text in typed:
            selector.select(text, memories)

    floor, ours = in_turn(_ROUNDS, lambda: [bare.get_top_n(terms(text), texts) for text in typed], keys)
    floor, ours = floor / len(typed), ours / len(typed)
    yield Row(f"a keystroke at {count:,}", "rank-bm25", floor, ours, times(floor, _BARE))
    yield Row(f"a keystroke at {count:,}", "rank-bm25", floor, ours, Target(_KEY_S, f"<= {_KEY_S * 1e3:g} ms"))


def _text(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def _commands(roots: dict[int, str]) -> Iterator[Row]:
    """As processes; all need the packages that memtui depends on. The floor is the list of 200 in either case."""

    def run(count: int, *words: str) -> None:
        argv = [sys.executable, "-m", "memtui", "--dir", roots[count], *words]
        subprocess.run(argv, capture_output=True, check=True)

    asked = [functools.partial(run, count, "recall", *_FOUND) for count in roots]
    floor, *ours = in_turn(9, lambda: run(_COUNT, "list"), *asked)
    for count, taken in zip(roots, ours, strict=True):
        yield Row(f"memtui recall, cold, at {count:,}", f"memtui list at {_COUNT}", floor, taken, times(floor, _LIST))


def _import() -> Row:
    def run(code: str) -> None:
        subprocess.run([sys.executable, "-c", code], check=True)

    floor, ours = in_turn(15, lambda: run("pass"), lambda: run("import memtui.recall.recaller"))
    return Row("import of recall", "python -c pass", floor, ours, above(floor, _IMPORT_MS))


def _usage(folder: str) -> Iterator[Row]:
    """Transcripts of which few lines name the store, as they are."""
    root = os.path.join(folder, "config", "projects", "p", "memory")
    make_store(root, 20)
    paths = [_transcript(os.path.dirname(root), root, number) for number in range(_TRANSCRIPTS)]
    store = Store(root, None, os.path.join(folder, "config"), os.path.join(folder, "state"))
    kept = os.path.join(store.state.folder, "usage.json")

    def forget() -> None:
        if os.path.exists(kept):
            os.unlink(kept)

    # Its output is taken: into /dev/null, grep would stop at the first match.
    grep = ["grep", "-c", f"{root}/", *paths]
    floor, ours = in_turn(5, lambda: subprocess.run(grep, capture_output=True), lambda: usage(store), before=forget)
    size = sum(os.path.getsize(path) for path in paths) / 1e6
    yield Row(f"usage in {size:.0f} MB, first look", "grep -c", floor, ours, times(floor, _GREP))
    usage(store)
    again = in_turn(5, lambda: usage(store))[0]
    yield Row("usage, second look", "grep -c", floor, again, times(floor, 0.2))


def _transcript(folder: str, root: str, number: int) -> str:
    chance = random.Random(number)
    path = os.path.join(folder, f"session-{number}.jsonl")
    with open(path, "w", encoding="utf-8") as file:
        for line in range(_LINES):
            text = " ".join(chance.choices(("alpha", "beta", "/home/dev/shop/src", "gamma", "Read"), k=120))
            block = {"type": "tool_use", "name": "Read", "input": {"file_path": f"{root}/user_00000.md"}}
            content = [block] if line % 500 == 0 else [{"type": "text", "text": text}]
            file.write(json.dumps({"type": "assistant", "uuid": str(line), "message": {"content": content}}) + "\n")
    return path
