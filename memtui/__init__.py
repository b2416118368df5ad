"""memtui: see, audit, edit and restore the file-based memory of a coding agent."""

__version__ = "0.2.0"
