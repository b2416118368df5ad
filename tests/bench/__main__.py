"""`python -m tests.bench [PART]`: the speed that memtui promises, each as a ratio to a floor measured in the same run.

Exits 1 when a promise is broken. Times differ from machine to machine; the ratios should not.
"""

import sys
import tempfile

from tests.bench import app, auditing, dreaming, recalling, scanning, snapshots, startup
from tests.bench.table import table


def main() -> int:
    """Measure everything and print the table."""
    notes: list[str] = []
    with tempfile.TemporaryDirectory(prefix="memtui-bench-") as folder:
        parts = {
            "startup": lambda: startup.rows(folder, notes),
            "scanning": lambda: scanning.rows(folder),
            "snapshots": lambda: snapshots.rows(folder),
            "auditing": lambda: auditing.rows(folder),
            "recalling": lambda: recalling.rows(folder),
            "app": lambda: app.rows(folder),
            "dreaming": lambda: dreaming.rows(folder),
        }
        wanted = sys.argv[1:] or list(parts)
        found = [row for name in wanted for row in parts[name]()]
    sys.stdout.write(table(found))
    for note in notes:
        sys.stdout.write(f"note: {note}\n")
    return 1 if any(row.over for row in found) else 0


if __name__ == "__main__":
    sys.exit(main())
