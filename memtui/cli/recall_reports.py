"""What `memtui recall` reports besides answers: how a suite goes, what no question reaches, what the agent used."""

import argparse
from typing import Any

from memtui.cli import output
from memtui.cli.which import Which, tell
from memtui.memory.age import days, one_line, words
from memtui.memory.clock import iso, now
from memtui.memory.config import Config
from memtui.memory.errors import DONE, NEGATIVE, MemtuiError
from memtui.memory.limits import LOGS_DIR
from memtui.memory.scan import Scan, Scanner
from memtui.recall.recaller import Asking, Recaller
from memtui.recall.suite import Case, Outcome, read_suite, run_suite, suite_path


def run(args: argparse.Namespace, which: Which, config: Config, recaller: Recaller, asking: Asking) -> int:
    """One of the reports."""
    scan = Scanner(which.store.root).scan()
    tell(which, scan.missing)
    if args.usage:
        return _usage(args, which, scan)
    path = args.suite or suite_path(config.path, which.store.root)
    memories = scan.visible()

    def select(question: str) -> list[str]:
        return [pick.file for pick in recaller.ask(question, asking, memories).selection.picks]

    if args.reach:
        return _reach(args, scan, _kept(path), select)
    outcomes = run_suite(read_suite(path), scan, select)
    failed = sum(not outcome.passed for outcome in outcomes)
    if args.json:
        cases = [_outcome(outcome) for outcome in outcomes]
        output.write_json({"suite": path, "passed": len(outcomes) - failed, "failed": failed, "cases": cases})
    else:
        _print_suite(outcomes, failed)
    return NEGATIVE if failed else DONE


def _kept(path: str) -> list[Case]:
    """The suite, if there is one."""
    try:
        return read_suite(path)
    except MemtuiError as error:
        if error.what != "no such suite":
            raise
        return []


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "question": outcome.case.question,
        "expect": list(outcome.case.expect),
        "selected": list(outcome.selected),
        "missing": list(outcome.missing),
        "passed": outcome.passed,
    }


def _print_suite(outcomes: list[Outcome], failed: int) -> None:
    for outcome in outcomes:
        mark, style = ("pass", "green") if outcome.passed else ("miss", "red")
        said = ""
        if outcome.missing:
            said = f"  missing: {', '.join(map(one_line, outcome.missing))}"
        elif outcome.unwanted:
            said = f"  unwanted: {', '.join(map(one_line, outcome.unwanted))}"
        output.write_styled([(f"{mark}  ", style), (one_line(outcome.case.question), ""), (said, "yellow")])
    output.note(f"{len(outcomes) - failed} of {len(outcomes)} passed")


def _reach(args: argparse.Namespace, scan: Scan, cases: list[Case], select: Any) -> int:
    from memtui.recall.reach import reach

    found = reach(scan.memories, [case.question for case in cases], select)
    unreached = [item for item in found if item.by is None]
    if args.json:
        rows = [{"file": r.file, "reached": r.by is not None, "by": r.by, "why": r.why} for r in found]
        output.write_json([row | {"instead": list(r.winners)} for row, r in zip(rows, found, strict=True)])
    else:
        for item in unreached:
            output.write_styled([(one_line(item.file), ""), (f"  {one_line(item.why or '')}", "yellow")])
        output.note(f"{len(found) - len(unreached)} of {len(found)} memories are brought up by some question")
    return NEGATIVE if unreached else DONE


def _usage(args: argparse.Namespace, which: Which, scan: Scan) -> int:
    from memtui.recall.usage import usage

    there = [memory.file for memory in scan.memories if memory.folder != LOGS_DIR]
    found = usage(which.store, there, (which.location.memory_dir.rstrip("/"),))
    rows = sorted(found.values(), key=lambda used: (-used.reads - used.surfaced, -used.last, used.file))
    if args.json:
        times = [{"first": iso(u.first) if u.first else None, "last": iso(u.last) if u.last else None} for u in rows]
        known = set(there)
        data = [{**used._asdict(), **time} for used, time in zip(rows, times, strict=True)]
        output.write_json([{**row, "exists": row["file"] in known} for row in data])
        return DONE
    moment = now()
    for used in rows:
        when = f"last {words(days(used.last, moment))}" if used.last else ""
        never = not used.reads and not used.surfaced
        said = "never" if never else f"read {used.reads}, surfaced {used.surfaced}"
        gone = "" if used.file in there else "  (no longer there)"
        parts = [(f"{said:<24}", "yellow" if never else ""), (f"{when:<20}", "dim"), (one_line(used.file) + gone, "")]
        output.write_styled(parts)
    never_used = sum(not used.reads and not used.surfaced for used in rows)
    output.note(f"{len(rows) - never_used} memories were used, {never_used} never")
    return DONE
