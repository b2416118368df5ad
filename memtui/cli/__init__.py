"""The command line: one module a command, each importing what it needs when it runs."""
