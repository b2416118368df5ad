"""The manifest: one line for each of the newest 200 memories. It is what recall selects from."""

import argparse

from memtui.cli import output
from memtui.cli.which import choose, tell
from memtui.memory.age import manifest_line
from memtui.memory.clock import iso
from memtui.memory.limits import SCAN_MAX_FILES
from memtui.memory.scan import Scanner

EXAMPLES = """examples:
  memtui manifest
  memtui manifest | grep -c .        how many memories recall can see
  memtui manifest --json
"""


def run(args: argparse.Namespace) -> int:
    """Print the manifest."""
    which = choose(args)
    scanner = Scanner(which.store.root)
    scan = scanner.scan(newest=SCAN_MAX_FILES)
    tell(which, scan.missing)
    if args.json:
        rows = [
            {"file": m.file, "type": m.type, "mtime": iso(m.mtime), "description": m.description, "line": line}
            for m in scan.memories
            if (line := manifest_line(m))
        ]
        output.write_json(rows)
    else:
        output.write("".join(f"{manifest_line(memory)}\n" for memory in scan.memories))
    if len(scan.memories) == SCAN_MAX_FILES:
        beyond = sum(1 for file in scanner.stats() if file not in scan.indexes) - SCAN_MAX_FILES
        if beyond > 0:
            output.note(f"{beyond} older memories are not in it: recall sees the newest {SCAN_MAX_FILES}")
    return 0
