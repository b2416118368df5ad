"""A sample store to learn from: a small shop, its memory with real problems, its project and its past."""
