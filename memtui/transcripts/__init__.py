"""The agent's transcripts: what they say of where and when."""
