"""Make a sample store that stays: a small project, its memory with real problems, logs and past conversations."""

import argparse
import os
import shlex
from typing import TYPE_CHECKING

from memtui.cli import output
from memtui.memory.clock import now
from memtui.memory.errors import MemtuiError, reason
from memtui.memory.host import working_folder

if TYPE_CHECKING:
    from memtui.sample.build import Sample

EXAMPLES = """examples:
  memtui demo ~/memtui-demo
  memtui --demo audit                a throwaway one, for a single command
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Where."""
    parser.add_argument("target", metavar="DIR", help="a folder that does not exist yet, or is empty")


def run(args: argparse.Namespace) -> int:
    """Make it."""
    target = args.target if os.path.isabs(args.target) else os.path.join(working_folder(), args.target)
    sample = make_sample(os.path.normpath(target))
    if args.json:
        output.write_json(sample._asdict())
        return 0
    output.line(f"made a sample store at {sample.memory_dir}")
    output.line("go there, and point memtui at its configuration instead of yours:")
    output.line(f"  cd {shlex.quote(sample.project_root)}")
    output.line(f"  export CLAUDE_CONFIG_DIR={shlex.quote(sample.config_dir)}")
    output.line("then try memtui list, memtui audit, memtui audit --fix, memtui undo")
    return 0


def make_sample(target: str) -> "Sample":
    """The sample below this folder, or what stands in its way."""
    from subprocess import SubprocessError

    from memtui.sample.build import build

    try:
        return build(target, now())
    except (OSError, SubprocessError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        todo = "give a folder that does not exist yet, or is empty"
        raise MemtuiError(f"cannot make the sample ({why})", target, todo) from error
