"""The index, MEMORY.md: its pointers, its budget, and which of it a conversation loads."""

import argparse

from memtui.cli import output
from memtui.cli.which import Which, choose, tell
from memtui.memory.index import Entry, Loaded, entries, load
from memtui.memory.limits import INDEX_MAX_CHARS, INDEX_MAX_LINES, INDEX_NAME
from memtui.memory.store import Store
from memtui.memory.tokens import estimate_tokens

EXAMPLES = """examples:
  memtui index
  memtui index --loaded | wc -c       what every conversation pays
  memtui index --json
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`--loaded`."""
    parser.add_argument("--loaded", action="store_true", help="print exactly what the agent gets, and nothing else")


def run(args: argparse.Namespace) -> int:
    """Print the index."""
    which = choose(args)
    data = which.store.read_index()
    text = (data or b"").decode("utf-8", "replace")
    loaded = load(text)
    tell(which, data is None)
    if args.loaded:
        output.write(loaded.text)
        _tell_off(which)
        return 0
    rows = [_row(which.store, entry, loaded) for entry in entries(text)]
    if args.json:
        output.write_json(_facts(loaded, rows))
        return 0
    _print(loaded, rows)
    _tell_off(which)
    return 0


def _tell_off(which: Which) -> None:
    if not which.location.enabled:
        output.note(f"the agent does not load this memory: {which.location.enabled_by}")


def _row(store: Store, entry: Entry, loaded: Loaded) -> dict[str, object]:
    return {
        "line": entry.line,
        "title": entry.title,
        "file": entry.file,
        "hook": entry.hook,
        "exists": entry.external or _exists(store, entry.file),
        "loaded": entry.line <= loaded.last_line,
    }


def _exists(store: Store, file: str) -> bool:
    """Whether a pointer's target is a file below the store; links are not followed."""
    import os
    import stat

    path = os.path.normpath(os.path.join(store.root, file))
    if "\0" in path or not path.startswith(store.root + os.sep):
        return False
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False


def _facts(loaded: Loaded, rows: list[dict[str, object]]) -> dict[str, object]:
    return {
        "lines": loaded.lines,
        "chars": loaded.chars,
        "line_limit": INDEX_MAX_LINES,
        "char_limit": INDEX_MAX_CHARS,
        "truncated": loaded.truncated,
        "reason": loaded.reason,
        "binds": _binding(loaded),
        "entries": rows,
    }


def _binding(loaded: Loaded) -> str:
    """Which limit is nearer."""
    return "lines" if loaded.lines / INDEX_MAX_LINES >= loaded.chars / INDEX_MAX_CHARS else "chars"


def _print(loaded: Loaded, rows: list[dict[str, object]]) -> None:
    state = "cut, its end is not loaded" if loaded.truncated else "loaded whole"
    tokens = estimate_tokens(loaded.text)
    word = "lines" if _binding(loaded) == "lines" else "characters"
    output.line(
        f"{INDEX_NAME}: {loaded.lines} of {INDEX_MAX_LINES} lines, {loaded.chars:,} of {INDEX_MAX_CHARS:,} characters"
        f" ({word} are nearer the limit); {state}; about {tokens:,} tokens"
    )
    for row in rows:
        marks = ["" if row["exists"] else "missing", "" if row["loaded"] else "not loaded"]
        told = ", ".join(mark for mark in marks if mark)
        hook = f" — {row['hook']}" if row["hook"] else ""
        output.write_styled(
            [
                (f"{row['line']:>5}  ", "dim"),
                (f"{row['title']} ({row['file']}){hook}", "" if row["loaded"] else "dim"),
                (f"  [{told}]" if told else "", "red"),
            ]
        )
