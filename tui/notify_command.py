"""The notification command of a user or admin. It is started without a shell, and reads one line of
JSON on standard input."""

from __future__ import annotations

import asyncio
import json
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import IO, Any, Final

from attrs import asdict, define, field, frozen

from engine import clock
from engine.bots.child_process import kill_group
from engine.errors import BadSetup
from engine.i18n.text import printable
from engine.storage.records import Record

MAX_SECONDS: Final = 20.0
"""The maximum run time of a notification command, in seconds."""

MAX_LOGGED_OUTPUT: Final = 300
"""Maximum number of bytes of a command's error output that are logged."""

WATCH_EVERY: Final = 0.05

FORMAT: Final = 1
"""Version of the notification format, sent in the field `guildhall`."""

_TOO_LONG: Final = "it was ended, having taken {seconds:g} seconds"


def checked_command(command: str) -> tuple[str, ...]:
    """Split a command into words, as a shell would. Raises BadSetup if the program does not exist,
    or if the command is empty or has an unclosed quote."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words or shutil.which(words[0]) is None:
        raise BadSetup("The notification command {command} does not exist.", command=command)
    return tuple(words)


def notified_table(
    record: Record, *, since: datetime, until: datetime | None, join: str, link: str | None = None
) -> dict[str, Any]:
    """Return the part of a notification about one match. `since` is when the match began to wait,
    `until` the deadline (if any), `join` the command to type, and `link` the address to open in a
    browser (if any)."""
    return {
        "id": record.id,
        "game": record.header.game,
        "players": list(record.header.names),
        "since": clock.written(since),
        "until": None if until is None else clock.written(until),
        "join": join,
        "link": link,
    }


@frozen(kw_only=True)
class NotificationText:
    """A notification as the command reads it. `docs/server.md` explains the fields."""

    id: str
    what: str
    person: str
    language: str
    kind: str
    to: str
    tables: Sequence[Mapping[str, Any]]
    more: int
    subject: str = field(converter=printable)
    text: str

    def line(self) -> str:
        """Return the notification as a line of JSON."""
        return json.dumps({"guildhall": FORMAT, **asdict(self)}, ensure_ascii=False)


@define(eq=False)
class StartedCommand:
    """A running notification command. It continues if this program ends first."""

    process: subprocess.Popen[bytes]
    complaints: IO[bytes]

    @classmethod
    def with_line(cls, command: Sequence[str], line: str) -> StartedCommand:
        """Start the command with `line` as its complete input. Raises OSError."""
        complaints = tempfile.TemporaryFile()  # noqa: SIM115 - `outcome` closes it
        try:
            with tempfile.TemporaryFile() as input:
                input.write(line.encode() + b"\n")
                input.seek(0)
                process = subprocess.Popen(
                    command,
                    stdin=input,
                    stdout=subprocess.DEVNULL,
                    stderr=complaints,
                    start_new_session=True,
                )
        except BaseException:
            complaints.close()
            raise
        return cls(process, complaints)

    async def outcome(self, seconds: float) -> str:
        """Wait for the command to end, and kill it if that takes longer than `seconds`. Return an
        error message, which is empty for success."""
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    while self.process.poll() is None:
                        await asyncio.sleep(WATCH_EVERY)
            if self.process.poll() is None:
                kill_group(self.process)
                self.process.wait()
                return _TOO_LONG.format(seconds=seconds) + self._complaint()
            code = self.process.returncode
            return f"exit code {code}{self._complaint()}" if code else ""
        finally:
            self.complaints.close()

    def _complaint(self) -> str:
        """Return the beginning of the program's error output, after a colon; empty if there is
        none."""
        self.complaints.seek(0)
        output = self.complaints.read(MAX_LOGGED_OUTPUT).decode(errors="replace")
        return f": {printable(' '.join(output.split()))}" if output.strip() else ""
