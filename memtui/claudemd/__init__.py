"""What the CLAUDE.md files say."""
