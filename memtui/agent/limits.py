"""The numbers of the forked agent: those of the specification, and what one tool call may cost."""

RESULT_MAX_CHARS = 30_000  # a longer tool result goes to a file, and the context gets a note
PREVIEW_BYTES = 2_000  # of a stored result, in that note

CLEAR_FROM_TOKENS = 180_000  # the API clears old tool results from here on,
CLEAR_AT_LEAST_TOKENS = 140_000  # and then no fewer than these
KEEP_THINKING_TURNS = 1

SUMMARY_TOKENS = 20_000  # room for the summary
COMPACTION_MARGIN = 13_000
COMPACTION_FAILURES = 3  # in a row; then it is not tried again
DEFAULT_WINDOW = 200_000
LONG_WINDOW = 1_000_000  # of a model with this in its name:
LONG_WINDOW_MARK = "[1m]"
REPLY_TOKENS = 32_000  # asked for at most, whatever a model could give

CALL_SECONDS = 10.0
CALL_BYTES = 200_000_000  # read for one call
OUTPUT_CHARS = 1_000_000  # of one call, stored or not
BLOCK_BYTES = 1_000_000  # files are read and masked in pieces of about this size
LONGEST_LINE_BYTES = 8_000_000  # a line beyond is read as two
KEY_BLOCK_BYTES = 64_000  # a key block over the end of a piece is followed so far
WALK_ENTRIES = 100_000

READ_LINES = 2_000
LINE_CHARS = 2_000  # of a line outside the copy; transcripts have lines of megabytes
SHORT_LINE_CHARS = 500  # of a line that grep found
GLOB_RESULTS = 500
WRITE_BYTES = 1_000_000

PATH_CHARS = 4_096
NAME_BYTES = 255
LINK_HOPS = 8
REASON_CHARS = 500
COMMAND_CHARS = 4_000
PIPELINE_COMMANDS = 6

PATTERN_CHARS = 1_000
PATTERN_STATES = 5_000
REPEAT_MAX = 255
PATTERN_DEPTH = 40
KNOWN_STEPS = 20_000  # of an automaton, before it forgets them and starts anew
STEPS_BETWEEN_CHECKS = 4_096
