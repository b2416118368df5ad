"""Judging a store: one small function a rule, and the mending of what is mechanical."""
