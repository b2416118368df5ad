"""A new memory with its pointer in the index, in one change.

Without --body the text comes from stdin, or on a terminal from your editor.
"""

import argparse
import sys
from typing import NamedTuple

from memtui.cli import output
from memtui.cli.changing import add_init, changing, report
from memtui.cli.text import as_text, read_text
from memtui.cli.which import Which, choose
from memtui.memory.actions import compose, plan_new, usual_form
from memtui.memory.errors import NegativeError, UsageError
from memtui.memory.limits import TEAM_DIR, TYPES
from memtui.memory.scan import Scanner

EXAMPLES = """examples:
  memtui new "Prefers tabs" --type feedback --description "indent with tabs in Go and Makefiles" \\
      --body "Use tabs in Go and Makefiles. **Why:** gofmt does."
  memtui new "Release calendar" --type reference        opens your editor
  git log -3 --format=%s | memtui new "Last week" --type project --description "what was merged last week"
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What a memory is made of."""
    parser.add_argument("name", metavar="NAME", help="a short name; the file's name is made of it")
    parser.add_argument("--type", required=True, choices=TYPES, help="what kind of memory")
    parser.add_argument("--description", default="", help="one line to select it by")
    parser.add_argument("--body", metavar="TEXT", help="the memory itself; - reads stdin")
    parser.add_argument("--team", action="store_true", help=f"in the shared folder {TEAM_DIR}/")
    add_init(parser)


class Words(NamedTuple):
    """What the user said; `whole` is the file to the byte where it comes from an editor."""

    name: str
    kind: str
    description: str
    body: str
    whole: bytes | None = None


def run(args: argparse.Namespace) -> int:
    """Make it."""
    which = choose(args)
    name = " ".join(as_text(args.name, "NAME").split())
    given = Words(name, args.type, " ".join(as_text(args.description, "--description").split()), "")
    if args.body is None and sys.stdin is not None and sys.stdin.isatty():
        return _from_editor(args, which, given)
    body = _stdin() if args.body in (None, "-") else as_text(args.body, "--body")
    return _make(args, which, given._replace(body=body))


def _make(args: argparse.Namespace, which: Which, words: Words) -> int:
    if not words.body.strip():
        raise NegativeError("the memory is empty, so nothing was made", words.name, "give it some text")
    _check_secrets(args, words)
    with changing(which, f"new {words.name}", start=args.init) as work:
        file, steps = plan_new(
            which.store,
            Scanner(which.store.root).scan(),
            name=words.name,
            description=words.description,
            kind=words.kind,
            body=words.body,
            team=args.team,
            whole=words.whole,
        )
        work.apply(steps)
    if not words.description:
        output.note("no description: recall can only guess when this memory fits")
    report(args, f"made {file}", work, file)
    return 0


def _stdin() -> str:
    if sys.stdin is None:
        raise UsageError("no text, and stdin is closed", "", "give the memory with --body")
    return read_text(sys.stdin.buffer.read(), "stdin").replace("\r\n", "\n")


def _from_editor(args: argparse.Namespace, which: Which, given: Words) -> int:
    """The whole memory in the editor, in the form that the store uses; the draft stays until it is saved."""
    from memtui.history.drafting import write_draft

    form = usual_form(Scanner(which.store.root).scan())
    start = compose(given.name, given.description, given.kind, "", form).removesuffix("\n").encode()
    draft = write_draft(which.store.state, None, start, which.host.env, team=args.team)
    if not _body(draft.data).strip():
        draft.forget()
        return _make(args, which, given)
    with draft.kept():
        return _make(args, which, _as_left(given, draft.data))


def _body(whole: bytes) -> str:
    from memtui.memory import topic

    text = whole.decode("utf-8", "surrogateescape")
    return "\n".join(text.split("\n")[topic.read("new.md", (0, 0, 0, 0), text).head_lines :])


def _as_left(given: Words, whole: bytes) -> Words:
    """What the user left in the editor, to the byte; only where no frontmatter is left it is written anew."""
    from memtui.memory import topic
    from memtui.memory.frontmatter import BROKEN, OK

    memory = topic.read("new.md", (0, 0, 0, 0), read_text(whole, "your text"))
    if memory.status == BROKEN or (memory.raw_type and memory.type is None):
        what = f"its frontmatter {memory.problem}" if memory.problem else f"{memory.raw_type} is not a type"
        raise NegativeError(f"{what}, so nothing was made", given.name, "mend it and try again")
    left = given._replace(body=_body(whole))
    if memory.status != OK:
        return left
    return left._replace(
        name=memory.name or given.name,
        kind=memory.type or given.kind,
        description=memory.description or "",
        whole=whole,
    )


def _check_secrets(args: argparse.Namespace, words: Words) -> None:
    """A shared memory never holds a secret; in a private one it is pointed out."""
    from memtui.audit.sharing import check_shared, new_secrets

    text = f"{words.description}\n{words.body}" if words.whole is None else words.whole.decode("utf-8", "replace")
    if args.team:
        check_shared(words.name, text)
    for found in new_secrets("", text)[:1]:
        what = f"{found.kind} ({found.masked})"
        output.note(f"this looks like a secret: {what}; everything the agent reads may be sent on")
