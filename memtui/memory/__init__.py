"""The memory directory itself: where it is, what is in it, how it is written. No screen, no network."""
