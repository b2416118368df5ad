"""Dreams: consolidating a memory in the background, on a copy, with a lock, a review and a way back."""
