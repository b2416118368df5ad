"""The past of the store: every state that memtui saw or made, newest first. Looking also records what is new.

history                     the list
history show N [FILE]       one state; with FILE, that file as it was
history diff [N [M]]        what state N changed (default: the newest), or what differs between N and M
history purge FILE          forget every past version of a file (a secret, say); this cannot be undone
"""

import argparse
import sys

from memtui.cli import output
from memtui.cli.looking import shown
from memtui.cli.pastfile import past_file
from memtui.cli.which import Which, choose, tell
from memtui.history.back import content_of, find_entry
from memtui.history.change import locked, look_now
from memtui.history.log import Entry, Log
from memtui.memory.clock import iso, now
from memtui.memory.errors import NegativeError, UsageError
from memtui.memory.visible import visible

EXAMPLES = """A state is named by its number, a time (2026-11-18, 2026-11-18T09:30) or how long ago (2h, 3d).

examples:
  memtui history
  memtui history show 3
  memtui history show 3 user_role.md
  memtui history diff 2 5 --file MEMORY.md
  memtui history purge reference_keys.md --yes
"""
_ACTIONS = ("show", "diff", "purge")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The action and its words."""
    parser.add_argument("action", nargs="?", choices=_ACTIONS, metavar="ACTION", help="show, diff or purge")
    parser.add_argument("words", nargs="*", metavar="WORD", help="see above")
    parser.add_argument("--file", metavar="FILE", help="with the list or diff: only what concerns this file")
    parser.add_argument("--limit", type=int, metavar="N", help="with the list: only the newest N")
    parser.add_argument("--yes", action="store_true", help="with purge: do not ask")


def run(args: argparse.Namespace) -> int:
    """Do the action."""
    which = choose(args)
    number = look_now(which.store.root, which.store.state)
    tell(which, number is None and not Log(which.store.state).head())
    actions = {None: _list, "show": _show, "diff": _diff, "purge": _purge}
    return actions[args.action](args, which)


def _list(args: argparse.Namespace, which: Which) -> int:
    if args.limit is not None and args.limit < 1:
        raise UsageError("not a number of states", str(args.limit), "give 1 or more")
    entries = Log(which.store.state).entries(None if args.file else args.limit)
    if args.file:
        wanted = past_file(which.store, entries, args.file)
        entries = [entry for entry in entries if wanted in entry.touched][: args.limit]
    if args.json:
        output.write_json([_facts(entry) for entry in entries])
        return 0
    for entry in entries:
        _print(entry)
    return 0


def _facts(entry: Entry) -> dict[str, object]:
    return {
        "number": entry.number,
        "when": iso(entry.when),
        "who": entry.who,
        "why": entry.why,
        "kind": entry.kind,
        "created": list(entry.created),
        "changed": list(entry.changed),
        "deleted": list(entry.deleted),
        "undoes": entry.undoes,
    }


def _print(entry: Entry) -> None:
    groups = ((entry.created, "+", "green"), (entry.changed, "~", "yellow"), (entry.deleted, "-", "red"))
    counts = [(f"  {mark}{len(files)}", style) for files, mark, style in groups if files]
    output.write_styled(
        [
            (f"{entry.number:>5}  ", "bold"),
            (f"{local(entry.when)}  ", "dim"),
            (f"{entry.who:<8} ", "cyan"),
            (entry.why, ""),
            *counts,
        ]
    )


def local(when: float) -> str:
    """A moment in the user's own time, to the second."""
    import time

    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(when))


def _show(args: argparse.Namespace, which: Which) -> int:
    if not 1 <= len(args.words) <= 2:
        raise UsageError("show takes a state and perhaps a file", "", "see memtui history --help")
    log = Log(which.store.state)
    entries = log.entries()
    entry = find_entry(entries, args.words[0], now())
    states = log.states(entry.commit)
    if len(args.words) == 2:
        return _show_file(args, which, entry, past_file(which.store, entries, args.words[1]))
    rows = [{"file": file, "bytes": s.size, "mtime": iso(s.mtime_ns / 1e9)} for file, s in sorted(states.items())]
    if args.json:
        output.write_json({**_facts(entry), "files": rows})
        return 0
    _print(entry)
    marks = dict.fromkeys(entry.created, "+") | dict.fromkeys(entry.changed, "~") | dict.fromkeys(entry.deleted, "-")
    for file in sorted(marks):
        size = f"{states[file].size:>9,}" if file in states else f"{'gone':>9}"
        output.line(f"  {marks[file]} {size}  {shown(file)}")
    kept = len(set(states) - set(marks))
    if kept:
        output.note(f"{kept} other files were as before")
    return 0


def _show_file(args: argparse.Namespace, which: Which, entry: Entry, file: str) -> int:
    state = Log(which.store.state).states(entry.commit).get(file)
    if state is None:
        raise NegativeError(f"state {entry.number} has no such file", file, "see memtui history --file FILE")
    data = content_of(which.store.state, state)
    if data is None:
        raise NegativeError("that version was not kept (over 1 MB, or purged)", file, "see memtui history")
    if args.json:
        facts = {"number": entry.number, "file": file, "bytes": state.size, "mtime": iso(state.mtime_ns / 1e9)}
        output.write_json({**facts, "content": data.decode("utf-8", "replace")})
    else:
        output.write_bytes(data)
    return 0


def _diff(args: argparse.Namespace, which: Which) -> int:
    from memtui.history.diff import diff_entry, diff_states

    if len(args.words) > 2:
        raise UsageError("diff takes at most two states", "", "name a file with --file")
    log = Log(which.store.state)
    entries = log.entries()
    if not entries:
        raise NegativeError("nothing is recorded yet", which.store.root, "make a memory first")
    files = [past_file(which.store, entries, args.file)] if args.file else None
    chosen = [find_entry(entries, word, now()) for word in args.words] or entries[:1]
    if len(chosen) == 1:
        text = diff_entry(which.store.state, chosen[0], files)
    else:
        old, new = (log.states(entry.commit) for entry in chosen)
        text = diff_states(which.store.state, old, new, files)
    if args.json:
        output.write_json({"states": [entry.number for entry in chosen], "diff": text})
    else:
        _print_diff(text)
    return 0


def _print_diff(text: str) -> None:
    styles = {"+": "green", "-": "red", "@": "cyan"}
    for line in text.splitlines() if output.use_colour() else ():
        output.write_styled([(line, styles.get(line[:1], ""))])
    if not output.use_colour():
        output.write(text)


def _purge(args: argparse.Namespace, which: Which) -> int:
    from memtui.dream.copying import forget_file
    from memtui.history.rewrite import purge

    if len(args.words) != 1:
        raise UsageError("purge takes one file", "", "see memtui history --help")
    file = past_file(which.store, Log(which.store.state).entries(), args.words[0])
    if not args.yes and not _agrees(file):
        raise NegativeError("not confirmed, so nothing was forgotten", file, "say --yes to go ahead")
    with locked(which.store.state):
        done = purge(which.store.state, file)
        forget_file(which.store.state, file)
    if args.json:
        output.write_json({"file": file, "states": done.states, "copies": done.copies, "also": list(done.elsewhere)})
    else:
        copies = f", {done.copies} in the trash and drafts" if done.copies else ""
        output.line(f"forgot {shown(file)}: {done.states} recorded changes{copies}")
    if done.elsewhere:
        output.note(f"the same content is still in the past of {', '.join(done.elsewhere)}; purge those too")
    _warn_still_there(which, file)
    return 0


def _warn_still_there(which: Which, file: str) -> None:
    import os

    if os.path.lexists(which.store.path(file)):
        output.note(f"{file} itself is untouched and will be recorded again as it is; edit it first if it must go")


def _agrees(file: str) -> bool:
    """Ask on a terminal; elsewhere nobody can answer."""
    if sys.stdin is None or not sys.stdin.isatty():
        return False
    sys.stderr.write(visible(f"Forget every past version of {file}? This cannot be undone. [y/N] "))
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
