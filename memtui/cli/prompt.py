"""The text the agent is given about its memory at the start of a conversation, with the index as it is now."""

import argparse

from memtui.cli import output
from memtui.cli.which import choose, tell
from memtui.memory.location import transcripts_dir
from memtui.memory.prompt import ENV_EXTRA, build_prompt

EXAMPLES = """examples:
  memtui prompt
  memtui prompt --search             with the part on searching past conversations
  memtui prompt --daily-log          for an assistant that never ends: it appends to logs
"""
_CHARS_A_TOKEN = 4


def arguments(parser: argparse.ArgumentParser) -> None:
    """The two variants."""
    parser.add_argument("--search", action="store_true", help="with the part on searching memory and transcripts")
    parser.add_argument("--daily-log", action="store_true", help="with daily logs in place of the two-step save")


def run(args: argparse.Namespace) -> int:
    """Print the prompt."""
    which = choose(args)
    data = which.store.read_index()
    tell(which, data is None)
    text = build_prompt(
        which.location.memory_dir,
        (data or b"").decode("utf-8", "replace"),
        extra=which.host.env.get(ENV_EXTRA, ""),
        search=args.search,
        daily_log=args.daily_log,
        transcripts=None if which.location.source == "dir" else transcripts_dir(which.host, which.location),
    )
    if args.json:
        output.write_json({"prompt": text, "chars": len(text), "tokens": len(text) // _CHARS_A_TOKEN})
    else:
        output.write(text)
    if not which.location.enabled:
        output.note(f"the agent is given nothing of this: memory is off ({which.location.enabled_by})")
    return 0
