"""Error log: each error gets a number, and the size is limited."""

from __future__ import annotations

import secrets
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import RenderableType

MAX_BYTES: Final = 5_000_000
"""Maximum size of the log in bytes. Because the previous log is kept, both together take at most
twice as much."""

OLD_SUFFIX: Final = ".old"


def log_error(log: Path, text: str) -> str:
    """Append `text` to the file `log`, or to a new file if the old one would become too large.
    Return the number of the error, a random hexadecimal text. Raises OSError."""
    number = secrets.token_hex(4)
    log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    written = f"--- {number}\n{text.rstrip()}\n".encode(errors="replace")[:MAX_BYTES]
    if log.exists() and log.stat().st_size + len(written) > MAX_BYTES:
        log.replace(log.with_name(log.name + OLD_SUFFIX))
    with log.open("ab") as file:
        file.write(written)
    return number


def log_renderables(log: Path, when: datetime, *renderables: RenderableType) -> str:
    """Append the time `when` and `renderables`, as Rich prints them, to the file `log`. Return the
    number of the error, or "0" if the log cannot be written."""
    from rich.console import Console

    output = StringIO()
    console = Console(file=output, width=100, color_system=None)
    console.print(when.isoformat(), *renderables, sep="\n")
    try:
        return log_error(log, output.getvalue())
    except OSError:
        return "0"
