"""The forked agent: one task, a few confined tools, a turn limit, and a stream of what it does."""
