"""The numbers of recall. The first ones are the agent's and part of the contract; the rest were measured."""

SELECT_MAX = 5  # memories that one question may bring
SESSION_MAX_BYTES = 60_000  # of memories that one conversation is given
CLAUDE_MAX_TOKENS = 256
CLAUDE_TIMEOUT_S = 20.0
LOST_SHOWN = 10  # of those that were not selected, with why

QUESTION_MAX_CHARS = 8_192  # of a question that are looked at by the local selector
QUESTION_MAX_TERMS = 200
BODY_MAX_BYTES = 65_536  # of a memory that are looked at

ABSTAIN = 0.5  # the dial's middle: see `memtui.recall.gate`
