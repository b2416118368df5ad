"""What the agent is told of its memory at the start of a conversation. The words are memtui's own."""

from memtui.memory.index import load
from memtui.memory.limits import INDEX_MAX_CHARS, INDEX_MAX_LINES, INDEX_NAME, POINTER_AIM
from memtui.memory.logs import PATTERN

ENV_EXTRA = "CLAUDE_COWORK_MEMORY_EXTRA_GUIDELINES"

_OPENING = """\
# Memory

You have a memory that lasts from one conversation to the next: the directory `{directory}`. It exists
already; write to it with your file tools, without checking for it first.

Keep it so that whoever you are in later conversations knows who the user is, how they want to work with you,
and why the work is what it is.

When the user asks you to remember something, save it at once, as whichever type fits. When they ask you to
forget something, find it and remove it.
"""

_TYPES = """\
## What to keep: four types

- **user**: who they are. Role, goals, knowledge, preferences.
  Save when you learn any of it. Use it to pitch your work to this person: explain to a newcomer what you would
  not explain to an expert. Never write a judgement that looks bad on them.
- **feedback**: how they want you to work. Corrections, and just as much what they confirmed.
  Save when they say "no, not like that", and when an unusual choice of yours was plainly welcome. Write the rule
  first, then a line **Why:** with the reason they gave, then a line **How to apply:** with when and where it counts.
  Use it so that they need not say a thing twice.
- **project**: what is going on. Work under way, deadlines, incidents, decisions, and who wants what by when.
  Save when you learn it, with the reason. Turn every relative date into an absolute one ("Thursday" into
  2026-03-05). Use it to see what lies behind a request. These age quickly, so the why must tell whether it still
  matters.
- **reference**: where to look. Trackers, dashboards, documents and channels outside this directory, and what each
  is for. Save when they name one. Use it when the question points outside.
"""

_NOT = """\
## What not to keep

- What the code or git shows: conventions, architecture, paths, history, who changed what.
- How a bug was fixed: the fix is in the code and the reason in the commit.
- What a CLAUDE.md already says.
- The state of the task at hand.

This holds even when you are asked to save it. Asked to save a list or a summary, ask what in it was surprising or
not obvious, and save that.
"""

_SAVE = """\
## How to keep it: two steps

1. Write the memory into a file of its own, `<type>_<topic>.md`:

   ---
   name: a short name
   description: one line that tells in later conversations whether this fits; be specific
   type: user, feedback, project or reference
   ---
   The memory. Link to others with [[their-name]].

2. Add one line to `{index}`: `- [Title](file.md) — one-line hook`, of at most {aim} characters.

`{index}` is an index: it has no frontmatter and never holds a memory itself. It is loaded into every
conversation, and cut after {lines} lines or {chars:,} characters. Order it by topic, not by time. Before you write a
new memory, look whether one exists: update that one. Correct or remove what turns out wrong or outdated.
"""

_DAILY = """\
## How to keep it: the daily log

Append what is worth keeping, one short line with the time of day, to the log of the current day:
`{directory}{pattern}`, with today's date in place of the letters. Make the file and its folders if they are not
there. Never rewrite or reorder a log, and leave `{index}` alone: a nightly pass turns the logs into memories.
"""

_USE = """\
## When to look things up

- When a memory seems to fit, or the user refers to earlier work.
- You must look when the user asks you to check, recall or remember.
- Told to ignore memory, act as if the index were empty: do not use, quote or mention what is in it.

## Before you recommend from memory

A memory tells what was true when it was written. If it names a file, check that the file exists; if it names a
function or a flag, search for it; if the user is about to act on it, verify first. "The memory says X exists" is
not "X exists". Where memory and what you see now disagree, trust what you see, and mend the memory.

## Memory beside plans and tasks

Memory is for what later conversations need. How to go about this one belongs into a plan; its steps and their
progress into tasks.
"""

_SEARCH = """\
## Searching

Search the memory files first, with narrow words (an error text, a path, a name):
  grep -rn "<words>" {place} --include="*.md"
Only if that finds nothing, search past transcripts, which are large and slow:
  grep -rn "<words>" {transcripts} --include="*.jsonl" | tail -50
"""


def build_prompt(
    directory: str,
    index_text: str,
    *,
    extra: str = "",
    search: bool = False,
    daily_log: bool = False,
    transcripts: str | None = None,
) -> str:
    """The whole text, for a memory directory (with its trailing slash) and its index.

    Where the folder of the transcripts is not given, it is taken to be the one around the memory.
    """
    facts = {
        "directory": directory,
        "index": INDEX_NAME,
        "aim": POINTER_AIM,
        "lines": INDEX_MAX_LINES,
        "chars": INDEX_MAX_CHARS,
        "pattern": PATTERN,
    }
    parts = [_OPENING, _TYPES, _NOT, _DAILY if daily_log else _SAVE, _USE]
    if search:
        import shlex

        parts.append(_SEARCH)
        facts["place"] = shlex.quote(directory)
        facts["transcripts"] = shlex.quote(transcripts or _transcripts_of(directory))
    text = "\n".join(part.format(**facts) for part in parts)
    if extra.strip():
        text += f"\n## Also\n\n{extra.strip()}\n"
    loaded = load(index_text).text
    body = loaded or f"(`{INDEX_NAME}` is empty. What you save will appear here.)"
    return f"{text}\n## {INDEX_NAME}\n\n{body}\n"


def _transcripts_of(directory: str) -> str:
    """The folder with the sessions, beside the memory."""
    trimmed = directory.rstrip("/\\")
    return trimmed[: -len("memory")] if trimmed.endswith(("/memory", "\\memory")) else directory
