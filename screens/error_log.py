"""Error log: each error gets a number, and the size is limited."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Final

MOST_BYTES: Final = 5_000_000
"""Size in bytes at which the log is rotated, replacing the previous one; both take twice this at
most."""

OLD: Final = ".old"


def log_error(log: Path, text: str) -> str:
    """Append an error to the log; return its number. Raises OSError."""
    number = secrets.token_hex(4)
    log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    written = f"--- {number}\n{text.rstrip()}\n".encode(errors="replace")[:MOST_BYTES]
    if log.exists() and log.stat().st_size + len(written) > MOST_BYTES:
        log.replace(log.with_name(log.name + OLD))
    with log.open("ab") as file:
        file.write(written)
    return number
