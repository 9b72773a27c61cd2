"""The command line: its parser, its commands, and what they print."""
