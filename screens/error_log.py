"""The log of what went wrong in the program (error log): each mistake under a number, never too
long."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Final

MOST_BYTES: Final = 5_000_000
"""A log that is longer is put aside, in place of the one before: both together take twice that."""

OLD: Final = ".old"


def log_error(log: Path, text: str) -> str:
    """Add what went wrong to the log; the number under which it stands there. Raises OSError."""
    number = secrets.token_hex(4)
    log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    written = f"--- {number}\n{text.rstrip()}\n".encode(errors="replace")[:MOST_BYTES]
    if log.exists() and log.stat().st_size + len(written) > MOST_BYTES:
        log.replace(log.with_name(log.name + OLD))
    with log.open("ab") as file:
        file.write(written)
    return number
