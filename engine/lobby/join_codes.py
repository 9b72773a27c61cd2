"""Join codes of tables, and a rate limit for wrong codes.

A code is short enough to be read out. Without a limit, it could therefore be guessed.
"""

from __future__ import annotations

import unicodedata
from datetime import datetime, timedelta
from typing import Final

from attrs import frozen

from engine import clock
from engine.core.players import Person
from engine.errors import NoSuchTable, NotAllowed
from engine.storage.database import Connection
from engine.storage.records import draw_code, unused
from engine.storage.sql_statements import server_value, set_server_value
from engine.storage.store import StoreUser

MAX_FAILURES: Final = 20
"""Number of wrong codes after which a person must wait. Correct codes in between do not reset the
count."""

WRONG_CODES_FORGOTTEN_AFTER: Final = timedelta(minutes=1)
"""Time without a wrong code after which earlier wrong codes no longer count."""


@frozen
class FailedAttempts:
    """The number of wrong codes that a person has entered, and the time of the last one in UTC."""

    count: int = 0
    last: datetime = clock.LONG_AGO


class JoinCodes(StoreUser):
    """The tables of a server by join code. Every call may raise BadStore."""

    def find(self, code: str, by: Person) -> str:
        """Return the id of the waiting table with the join code `code`, ignoring case, or of the
        running match that this table has become.

        Raises NoSuchTable for an unknown code. After too many unknown codes, raises NotAllowed for
        every code.
        """
        with self.store.read_transaction() as connection:
            self._check(connection, by)
            id = _id_under(connection, normalized_code(code), by.id)
        if id is not None:
            return id
        with self.store.write_transaction() as connection:
            wrong = self._check(connection, by)
            now = self.now
            set_server_value(connection, name_of(by.id), f"{wrong.count + 1} {now}")
        raise NoSuchTable("There is no table with the code {code}.", code=code)

    def _check(self, connection: Connection, by: Person) -> FailedAttempts:
        """Return the number of wrong codes that still count for a person, and the time of the last
        one. Raises NotAllowed if there are too many."""
        wrong = _read(server_value(connection, name_of(by.id)) or "")
        if self.store.clock() - wrong.last >= WRONG_CODES_FORGOTTEN_AFTER:
            return FailedAttempts()
        if wrong.count >= MAX_FAILURES:
            raise NotAllowed("Too many wrong codes. Please wait a minute.")
        return wrong


def normalized_code(code: str) -> str:
    """Return a join code in the form in which it is saved: in upper case, with letters and digits
    of normal width."""
    return unicodedata.normalize("NFKC", code).strip().upper()


def name_of(person: int) -> str:
    """Return the name under which the store records the wrong codes of a person."""
    return f"wrong codes of {person}"


def free_code(connection: Connection) -> str:
    return unused(draw_code, lambda code: _id_under(connection, code) is None)


def _id_under(connection: Connection, code: str, person: int | None = None) -> str | None:
    """Return the id of the waiting table or running match with the join code `code`; None if there
    is none.

    In older stores, two matches can have the same code. In that case, a match of `person` is
    preferred, and otherwise the newest match.
    """
    row = connection.execute("SELECT id FROM gathering WHERE code = ?", (code,)).fetchone()
    if row is None:
        row = connection.execute(
            "SELECT hosted.match FROM hosted JOIN match ON match.id = hosted.match"
            " WHERE hosted.code = ? AND match.over = 0"
            " ORDER BY EXISTS (SELECT 1 FROM owner"
            "  WHERE owner.match = hosted.match AND owner.person = ?) DESC, hosted.begun DESC",
            (code, person),
        ).fetchone()
    return None if row is None else str(row[0])


def _read(value: str) -> FailedAttempts:
    count, _, last = value.partition(" ")
    return FailedAttempts(int(count) if count.isdecimal() else 0, clock.known(last))
