"""A command of somebody's own that tells people away from their terminals that a match waits: it is
started as words, never by a shell, and reads one line of JSON on its standard input."""

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

from attrs import define

from engine import clock
from engine.bots.child_process import kill_group
from engine.errors import BadSetup
from engine.i18n.text import printable, words
from engine.storage.store import Record

MOST_SECONDS: Final = 20.0
"""The maximum run time of a notification command, in seconds."""

MOST_SAID: Final = 300
"""How many characters of what a program complains of stand in the log."""

WATCH_EVERY: Final = 0.05

FORM: Final = 1
"""The number of the form of the line."""

_TOO_LONG: Final = "it was ended, having taken {seconds:g} seconds"


def checked_command(command: str) -> tuple[str, ...]:
    """The words of a command, as it is typed on the command line; raises BadSetup for one that is
    not there."""
    try:
        said = shlex.split(command)
    except ValueError:
        said = []
    if not said or shutil.which(said[0]) is None:
        raise BadSetup(words("The notification command {command} does not exist.", command=command))
    return tuple(said)


def told_table(
    record: Record, *, since: datetime, until: datetime | None, join: str, link: str | None = None
) -> dict[str, Any]:
    """Return what the line says of a match that waits: `join` is the command that leads to it, and
    `link` the address to open in a browser instead, if there is one."""
    return {
        "id": record.id,
        "game": record.header.game,
        "players": list(record.header.names),
        "since": clock.written(since),
        "until": None if until is None else clock.written(until),
        "join": join,
        "link": link,
    }


def told_line(
    *,
    id: str,
    what: str,
    person: str,
    language: str,
    kind: str,
    to: str,
    tables: Sequence[Mapping[str, Any]],
    more: int,
    subject: str,
    text: str,
) -> str:
    """Return the line of JSON for the command; docs/server.md describes each name."""
    said = {
        "guildhall": FORM,
        "id": id,
        "what": what,
        "person": person,
        "language": language,
        "kind": kind,
        "to": to,
        "tables": tables,
        "more": more,
        "subject": printable(subject),
        "text": text,
    }
    return json.dumps(said, ensure_ascii=False)


@define(eq=False)
class StartedCommand:
    """A program of the host's that runs. Where we end before it does, it goes on."""

    process: subprocess.Popen[bytes]
    complaints: IO[bytes]

    @classmethod
    def with_line(cls, command: Sequence[str], line: str) -> StartedCommand:
        """Start it; all of the line is there for it to read. Raises OSError."""
        complaints = tempfile.TemporaryFile()  # noqa: SIM115 - `outcome` closes it
        try:
            with tempfile.TemporaryFile() as said:
                said.write(line.encode() + b"\n")
                said.seek(0)
                process = subprocess.Popen(
                    command,
                    stdin=said,
                    stdout=subprocess.DEVNULL,
                    stderr=complaints,
                    start_new_session=True,
                )
        except BaseException:
            complaints.close()
            raise
        return cls(process, complaints)

    async def outcome(self, seconds: float) -> str:
        """Wait so long at most till it ends, and end it then; what went wrong, if anything."""
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
        """Return the beginning of the command's error output."""
        self.complaints.seek(0)
        said = self.complaints.read(MOST_SAID).decode(errors="replace")
        return f": {printable(' '.join(said.split()))}" if said.strip() else ""
