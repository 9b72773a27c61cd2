"""The server's log of connections, rejections and errors. It is kept for two weeks, in files of
limited size."""

from __future__ import annotations

import logging
import time
from logging.handlers import TimedRotatingFileHandler
from pathlib import Path
from typing import Final

from engine.i18n.text import printable

LOG_NAME: Final = "server.log"
LOG_DAYS: Final = 14
MAX_BYTES: Final = 10_000_000
MAX_LINE_LENGTH: Final = 500

_FORM: Final = "%(asctime)s %(levelname)s %(message)s"


class ConnectionLog(TimedRotatingFileHandler):
    """Log handler that starts a file each day, and another one if the file grows too long. Files
    are deleted after two weeks."""

    def __init__(self, folder: Path, most_bytes: int = MAX_BYTES) -> None:
        super().__init__(
            folder / LOG_NAME, when="midnight", backupCount=LOG_DAYS, encoding="utf-8", utc=True
        )
        self.most_bytes = most_bytes
        self.setFormatter(_OneLine(_FORM))

    def shouldRollover(self, record: logging.LogRecord) -> bool:  # noqa: N802
        """Return whether a new day has begun, or the file would become too long."""
        if super().shouldRollover(record):
            return True
        path = Path(self.baseFilename)
        return path.exists() and path.stat().st_size + MAX_LINE_LENGTH > self.most_bytes

    def doRollover(self) -> None:  # noqa: N802
        """Start a new file. If a day has several files because they became too long, only the last
        one is kept."""
        day = time.strftime(self.suffix, time.gmtime(self.rolloverAt - self.interval))
        Path(self.rotation_filename(f"{self.baseFilename}.{day}")).unlink(missing_ok=True)
        super().doRollover()


class _OneLine(logging.Formatter):
    """Formatter that writes a record as one line of up to `MAX_LINE_LENGTH` characters, whatever a
    client has sent. Records with a traceback keep all their lines."""

    def format(self, record: logging.LogRecord) -> str:
        line = printable(super().format(record))
        if record.exc_info:
            return line
        return line.replace("\n", " ")[:MAX_LINE_LENGTH]


def write_logs(folder: Path) -> None:
    """Direct the log messages of the server, and warnings and errors of asyncssh, to a file in
    `folder`. Raises OSError."""
    handler = ConnectionLog(folder)
    for name, level in (("guildhall.door", logging.INFO), ("asyncssh", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.setLevel(level)
        logger.addHandler(handler)
        logger.propagate = False
