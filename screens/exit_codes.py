"""Exit codes of the program and of sessions on a server."""

from __future__ import annotations

from typing import Final

OK: Final = 0

FAILED: Final = 1
"""The request failed. If possible, a message says why."""

WRONG_USAGE: Final = 2
"""The command line was wrong."""

CRASHED: Final = 70
"""A session has crashed, or was ended because it used too much CPU time. The server recognizes
crashes by this code."""

INTERRUPTED: Final = 130
"""The program was interrupted by Ctrl+C."""

BROKEN_PIPE: Final = 141
"""The program that read the output has ended."""
