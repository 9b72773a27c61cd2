"""With which code the program ends, or a session in a house."""

from __future__ import annotations

from typing import Final

OK: Final = 0

FAILED: Final = 1
"""It could not be done; one sentence says why."""

WRONG_USAGE: Final = 2
"""What was asked for means nothing."""

MISTAKE: Final = 70
"""A mistake of the program has ended a session; the door tells by it that it did not end well."""

INTERRUPTED: Final = 130
"""Ended by Ctrl+C."""

BROKEN_PIPE: Final = 141
"""Nobody reads what is printed any more."""
