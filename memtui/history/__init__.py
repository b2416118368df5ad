"""Every state of a store that memtui saw or made, and the ways back to it."""
