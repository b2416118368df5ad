"""What is wrong with the store: findings worst first. Exit 1 when any is an error or a warning.

--fix mends what is mechanical in one change that `memtui undo` takes back; what is left needs a person. What was
ignored in the app is left out, and never mended.
"""

import argparse
from collections.abc import Sequence

from memtui.audit.finding import ERROR, INFO, WARNING, Finding, Mend
from memtui.cli import output
from memtui.cli.changing import add_init, changing
from memtui.cli.looking import View, heeded, look, shown
from memtui.memory.errors import UsageError

EXAMPLES = """examples:
  memtui audit
  memtui audit --rule drift --rule secret
  memtui audit --fix --dry-run       what --fix would do
  memtui audit --fix && memtui undo
  memtui audit --rules               every rule, its severity, whether some of it can be fixed
  memtui audit --ignored             what was ignored in the app, and is left out otherwise
"""
_STYLES = {ERROR: "red", WARNING: "yellow", INFO: "dim"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Which rules, and whether to mend."""
    parser.add_argument("--rule", action="append", metavar="R", help="only this rule; may be given more than once")
    parser.add_argument("--rules", action="store_true", help="list the rules and stop")
    parser.add_argument("--fix", action="store_true", help="mend what is mechanical, in one undoable change")
    parser.add_argument("--ignored", action="store_true", help="only what was ignored in the app")
    parser.add_argument("--dry-run", action="store_true", help="with --fix: say what it would do, and do nothing")
    add_init(parser)


def run(args: argparse.Namespace) -> int:
    """Print the findings, or mend them."""
    if args.rules:
        return _print_rules(args.json)
    _check(args)
    view = look(args)
    findings, ignored = _findings(view, args.rule)
    if args.ignored:
        return _report_ignored(ignored, args.json)
    mended = _fix(view, findings, args) if args.fix else ()
    gone = set() if args.dry_run else {id(mend) for mend in mended}
    left = [finding for finding in findings if id(finding.mend) not in gone]
    if args.json:
        _report_json(findings, mended, args)
    else:
        _report(left, mended, args)
    if ignored:
        output.note(f"{len(ignored)} ignored; --ignored shows them")
    return 1 if any(finding.severity in (ERROR, WARNING) for finding in left) else 0


def _check(args: argparse.Namespace) -> None:
    from memtui.audit.rules import BY_ID

    unknown = next((rule for rule in args.rule or () if rule not in BY_ID), None)
    if unknown is not None:
        raise UsageError("no such rule", unknown, "see memtui audit --rules")
    if args.dry_run and not args.fix:
        raise UsageError("--dry-run goes with --fix", "", "see memtui audit --help")
    if args.ignored and args.fix:
        raise UsageError("--fix never mends what is ignored", "", "heed it again in the app first: 3, then I and i")


def _print_rules(as_json: bool) -> int:
    from memtui.audit.rules import RULES

    if as_json:
        output.write_json([rule._asdict() for rule in RULES])
        return 0
    for rule in RULES:
        output.write_styled(
            [
                (f"{rule.severity:<8} ", _STYLES[rule.severity]),
                (f"{rule.id:<19} ", "bold"),
                (f"{'fixable' if rule.fixable else '':<8} {rule.about}", ""),
            ]
        )
    return 0


def _findings(view: View, rules: list[str] | None) -> tuple[list[Finding], list[Finding]]:
    """What counts, and what is ignored."""
    from memtui.audit.auditor import Auditor
    from memtui.history.dating import Dating

    with_drift = rules is None or "drift" in rules
    auditor = Auditor(view.which.store, view.config.stale_days)
    dating = Dating(view.which.store.state)
    audit = auditor.audit(view.scan, view.now, dating=dating, with_drift=with_drift)
    for text in audit.notes:
        output.note(text)
    wanted = [finding for finding in audit.findings if rules is None or finding.rule in rules]
    return heeded(view, wanted)


def _fix(view: View, findings: list[Finding], args: argparse.Namespace) -> Sequence[Mend]:
    """Mend in one change. What was read for the audit is compared again before anything is written."""
    from memtui.audit.fixes import plan_fixes

    if args.dry_run:
        return plan_fixes(view.which.store, view.scan, findings)[1]
    if not any(finding.fixable for finding in findings):
        return ()
    with changing(view.which, "audit --fix", start=args.init) as work:
        steps, mends = plan_fixes(view.which.store, view.scan, findings)
        work.why = f"audit --fix: {len(mends)} mended"
        work.apply(steps)
    return mends


def _report_json(findings: list[Finding], mended: Sequence[Mend], args: argparse.Namespace) -> None:
    """Always a list of findings. With --fix each also says what was done about it, null where nothing was."""
    rows = [_facts(finding) for finding in findings]
    if args.fix:
        word = "would" if args.dry_run else "did"
        said = {id(mend): mend.said for mend in mended}
        for row, finding in zip(rows, findings, strict=True):
            row[word] = said.get(id(finding.mend))
    output.write_json(rows)


def _report(findings: list[Finding], mended: Sequence[Mend], args: argparse.Namespace) -> None:
    word = "would fix" if args.dry_run else "fixed"
    for mend in mended:
        output.write_styled([(f"{word:<8} ", "green"), (f"{shown(mend.file)}: {shown(mend.said)}", "")])
    _print_findings(findings)
    _summary(findings, mended, args)


def _report_ignored(ignored: list[Finding], as_json: bool) -> int:
    """What a person lives with is no negative answer."""
    if as_json:
        output.write_json([_facts(finding) for finding in ignored])
    else:
        _print_findings(ignored)
        output.note(f"{len(ignored)} ignored" if ignored else "nothing is ignored")
    return 0


def _print_findings(findings: list[Finding]) -> None:
    for finding in findings:
        place = f"{shown(finding.file)}:{finding.line}" if finding.line else shown(finding.file)
        fix = "  (fixable)" if finding.fixable else ""
        output.write_styled(
            [
                (f"{finding.severity:<8} ", _STYLES[finding.severity]),
                (place, "bold"),
                (f"  {finding.rule}: {shown(finding.message)}", ""),
                (fix, "green"),
            ]
        )


def _summary(findings: list[Finding], mended: Sequence[Mend], args: argparse.Namespace) -> None:
    """How many of each, and the next step; a note, because it is not a finding."""
    if mended and not args.dry_run:
        output.note(f"{len(mended)} mended; take it back with: memtui undo")
    counts = [(sum(1 for item in findings if item.severity == level), level) for level in (ERROR, WARNING, INFO)]
    told = ", ".join(f"{count} {_plural(level, count)}" for count, level in counts if count)
    fixable = sum(1 for item in findings if item.fixable)
    hint = f"; memtui audit --fix mends {fixable}" if fixable and not args.fix else ""
    clean = "nothing is left to mend" if mended else "nothing wrong was found"
    output.note(f"{told}{hint}" if told else clean)


def _plural(level: str, count: int) -> str:
    return level if count == 1 or level == INFO else f"{level}s"


def _facts(finding: Finding) -> dict[str, object]:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "file": finding.file,
        "line": finding.line,
        "message": finding.message,
        "fixable": finding.fixable,
    }
