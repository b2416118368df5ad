"""The numbers and names of dreaming. The lock's are shared with the agent: change none lightly."""

LOCK_NAME = ".consolidate-lock"
LOCK_FRESH_S = 3_600.0  # an older lock may be reclaimed, whoever holds it
LOCK_REFRESH_S = 600.0  # how often a long dream says that it is still there
START_SLACK_S = 2.0  # a process that began later than its lock by more than this never wrote it

SCAN_EVERY_S = 600.0  # sessions are counted at most this often

LOSS_SHARE = 0.25  # of the memories, or of their bytes; over it a result waits for a person
TURNS_SHOWN = 30  # the newest; older turns stay in the events

START_TIMEOUT_S = 30.0  # from starting a worker to its word that it holds the lock
FOLLOW_POLL_S = 0.2
