"""Which memories a question brings, why these, and with --text exactly what would be put before the model.

The local selector needs no key and no network. `--selector claude` asks a model with one small request; it gets the
question and the manifest, not the memories. `--selector auto` asks it where a key is set. What holds otherwise is in
the config, [recall].
"""

import argparse
import sys
from typing import Any

from memtui.cli import output
from memtui.cli.which import Which, choose, tell
from memtui.memory.age import one_line
from memtui.memory.config import read_config
from memtui.memory.errors import COULD_NOT, DONE, NEGATIVE, NegativeError, UsageError
from memtui.memory.tokens import estimate_tokens
from memtui.recall import session as sessions
from memtui.recall.limits import SELECT_MAX
from memtui.recall.recaller import SELECTORS, Asking, Recaller
from memtui.recall.result import Recall

EXAMPLES = """examples:
  memtui recall "how do we run the tests?"
  memtui recall "how do we run the tests?" --text       exactly what the model would be given
  memtui recall "deploy to staging" --tool Bash --exclude reference_staging.md --json
  memtui recall --suite                                 your own questions, with what each should bring
  memtui recall --reach                                 memories that no question brings up
  memtui recall --usage                                 what the agent really read, from its transcripts
"""
_STDIN = "-"


def arguments(parser: argparse.ArgumentParser) -> None:
    """The question and how to ask it, or one of the reports."""
    parser.add_argument("query", nargs="*", metavar="QUERY", help="the question; - reads it from stdin")
    parser.add_argument("--selector", choices=SELECTORS, help="who selects; default: as configured, else local")
    parser.add_argument("--exclude", action="append", default=[], metavar="FILE", help="a memory that may not come")
    parser.add_argument("--tool", action="append", default=[], metavar="NAME", help="a tool in recent use")
    parser.add_argument("--limit", type=int, default=SELECT_MAX, metavar="N", help=f"at most N, up to {SELECT_MAX}")
    parser.add_argument("--text", action="store_true", help="print exactly what would be injected, and nothing else")
    parser.add_argument("--session", metavar="ID", help="count and leave out what this session has had already")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--batch", action="store_true", help='read {"id","query"} lines, write one result line each')
    what.add_argument("--suite", nargs="?", const="", metavar="FILE", help="run a suite of questions; exit 1 on a miss")
    what.add_argument("--reach", action="store_true", help="memories that no question brings up, and why")
    what.add_argument("--usage", action="store_true", help="how often and when the agent used each memory")


def run(args: argparse.Namespace) -> int:
    """Answer, or report."""
    _check(args)
    which = choose(args)
    config = read_config(which.host)
    for text in config.notes:
        output.note(text)
    recaller = open_recaller(which)
    settings = config.recall
    asking = Asking(
        selector=args.selector or settings.selector,
        tools=tuple(args.tool),
        limit=args.limit,
        dial=settings.abstain,
        timeout=settings.timeout_s,
    )
    if settings.model:
        asking = asking._replace(model=settings.model)
    if args.exclude:
        asking = asking._replace(exclude=_excluded(which, args.exclude))
    if args.suite is not None or args.reach or args.usage:
        from memtui.cli import recall_reports

        return recall_reports.run(args, which, config, recaller, asking)
    tell(which, recaller.missing())
    if args.batch:
        from memtui.cli import recall_batch

        return recall_batch.run(which, recaller, asking, args.session)
    return _answer(args, which, recaller, asking)


def _check(args: argparse.Namespace) -> None:
    if not 1 <= args.limit <= SELECT_MAX:
        raise UsageError("not a number of memories", str(args.limit), f"give --limit 1 to {SELECT_MAX}")
    report = args.batch or args.suite is not None or args.reach or args.usage
    if report and (args.query or args.text):
        raise UsageError("a question and a report at once", "", "ask the one or the other")
    if not report and not args.query:
        raise UsageError("no question", "", 'give one: memtui recall "how do we run the tests?"')
    if args.text and args.json:
        raise UsageError("--text and --json at once", "", "choose one of them")


def open_recaller(which: Which) -> Recaller:
    """What answers questions about the chosen store."""
    off = None if which.location.enabled else which.location.enabled_by
    return Recaller(which.store, which.host.env, off=off, network=which.location.source != "demo")


def _excluded(which: Which, names: list[str]) -> frozenset[str]:
    from memtui.memory.names import find_file
    from memtui.memory.scan import Scanner

    scan = Scanner(which.store.root).scan()
    found = set()
    for name in names:
        try:
            found.add(find_file(scan, name))
        except NegativeError as error:  # then it will not come either
            output.note(str(error))
    return frozenset(found)


def _answer(args: argparse.Namespace, which: Which, recaller: Recaller, asking: Asking) -> int:
    query = " ".join(args.query)
    if query == _STDIN:
        query = sys.stdin.read() if sys.stdin is not None else ""
    recall = ask(which, recaller, asking, query, args.session)
    if args.json:
        output.write_json(facts(recall))
    elif args.text:
        _print_text(recall)
    else:
        _print(recall)
    return exit_code(recall)


def ask(which: Which, recaller: Recaller, asking: Asking, query: str, session: str | None) -> Recall:
    """Answer one question; what a session is given by it is counted."""
    if session is None:
        return recaller.ask(query, asking)
    store = which.store
    recall = recaller.ask(query, asking._replace(session=sessions.load(store, session)))
    if recall.selection.picks and recall.skipped is None:
        with sessions.held(store):  # what another process has counted meanwhile stays counted
            files = frozenset(pick.file for pick in recall.selection.picks)
            sessions.save(store, sessions.load(store, session).given(files, recall.bytes))
    return recall


def facts(recall: Recall) -> dict[str, Any]:
    """A recall as JSON."""
    return {
        "query": recall.query,
        "selector": recall.selection.selector,
        "skipped": recall.skipped,
        "selected": [{"file": pick.file, "score": pick.score, "why": pick.why} for pick in recall.selection.picks],
        "considered": recall.considered,
        "bytes": recall.bytes,
        "tokens": estimate_tokens(recall.text),
        "ms": round(recall.ms, 2),
        "error": recall.selection.error,
    }


def exit_code(recall: Recall) -> int:
    """0 for an answer, 1 for none, 3 when the selector could not."""
    if recall.selection.picks:
        return DONE
    return COULD_NOT if recall.selection.error else NEGATIVE


def _print(recall: Recall) -> None:
    selection = recall.selection
    width = max((len(one_line(pick.file)) for pick in selection.picks), default=0)
    for place, pick in enumerate(selection.picks, start=1):
        score = f"{pick.score:5.2f}  " if pick.score is not None else ""
        parts = [(f"{place}  ", "dim"), (f"{one_line(pick.file):<{width}}  ", ""), (score, "cyan")]
        output.write_styled([*parts, (one_line(pick.why), "")])
    _tell(recall)


def _print_text(recall: Recall) -> None:
    if recall.skipped is None:
        output.write(recall.text)
    _tell(recall)


def _tell(recall: Recall) -> None:
    selection = recall.selection
    if recall.skipped is not None:
        output.note(f"skipped: {recall.skipped}")
    if selection.error:
        output.note(f"claude selector: {selection.error}")
    if selection.reason and selection.reason != recall.skipped:
        output.note(f"nothing selected: {selection.reason}")
    if selection.picks:
        output.note(f"{selection.selector} selector: {len(selection.picks)} of {recall.considered} memories")
