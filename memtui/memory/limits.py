"""The numbers and names that the agent and memtui share. Each is part of a contract: change none lightly."""

INDEX_NAME = "MEMORY.md"
LOGS_DIR = "logs"
TEAM_DIR = "team"

INDEX_MAX_LINES = 200
INDEX_MAX_CHARS = 25_000  # UTF-16 code units, as the agent counts
INDEX_NEAR = 0.8  # from this share of a limit on, the index is "near" it

POINTER_AIM = 150
POINTER_MAX = 200

SCAN_HEAD_LINES = 30  # only these are read for frontmatter
SCAN_MAX_FILES = 200  # the newest; recall sees no more
HEAD_MAX_BYTES = 65_536  # thirty lines longer than this are not frontmatter anybody wrote

SURFACE_MAX_BYTES = 4_096
SURFACE_MAX_LINES = 200

TYPES = ("user", "feedback", "project", "reference")

SLUG_MAX = 200

BODY_MAX_BYTES = 1_000_000  # memories over this are listed, but not read whole nor kept in history
YAML_MAX_DEPTH = 20
