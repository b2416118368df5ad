"""`python -m memtui` is `memtui`."""

from memtui.cli.main import run

run()
