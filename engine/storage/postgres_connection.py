"""Connections to a PostgreSQL database: how they are made, how long their server may be silent, and
the one on which a host hears what is rung on others (LISTEN)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from time import monotonic
from typing import Any, Final, TypeVar

import psycopg
from psycopg import errors, sql
from psycopg.abc import PQGen
from psycopg.adapt import Dumper

from engine.errors import BadStore, Busy, Doubled, FullDisk, Unwritable
from engine.i18n.text import Text, words
from engine.storage import sqlite_connection

_USUAL: Final[Mapping[str, int]] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""After how many seconds, and the last milliseconds, a host counts as gone, unless the address says
otherwise."""

SLOWEST: Final = 10.0
"""No statement takes so many seconds, unless the server is sick."""

SILENT: Final = SLOWEST + 2
"""After so many seconds in which it has not even said so the server is taken for gone."""

NONE_LEFT: Final = (
    "too many clients",
    "too many connections",
    "connection slots are reserved",
    "no more connections allowed",
)
"""How servers and pools say that they have no connection left: for one that was never made libpq
tells no code (SQLSTATE 53300)."""

WRONG_PASSWORD: Final = ("password authentication failed", "no password supplied")
"""Words by which servers, and libpq itself, say that it is the password."""

_SAID: Final = re.compile(r".*FATAL: +")
_EACH: Final = re.compile(r"- host: .*?: connection (?:failed|is bad): ")

T = TypeVar("T")


class SilentServer(psycopg.OperationalError):
    """A server does not answer, though its host does."""


class PostgresConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that is given up when its server is silent."""

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """What the server answers."""
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        began = monotonic()
        try:
            return super().wait(gen, interval, SILENT)
        except psycopg.OperationalError as error:
            if monotonic() - began < SILENT:
                raise
            self.pgconn.finish()
            raise SilentServer("the server does not answer") from error


def connect(address: str) -> PostgresConnection:
    """A new connection on which each statement is kept by itself unless a transaction is begun;
    raises psycopg.Error."""
    known = psycopg.conninfo.conninfo_to_dict(address)
    usual = {name: value for name, value in _USUAL.items() if name not in known}
    link = PostgresConnection.connect(
        psycopg.conninfo.make_conninfo(address, **usual),
        autocommit=True,
        cursor_factory=psycopg.ClientCursor,
    )
    link.adapters.register_dumper(bool, _Flag)
    return link


class _Flag(Dumper):
    """A truth as the number that its column holds."""

    oid = 23

    def dump(self, obj: bool) -> bytes:
        """0 or 1."""
        return b"1" if obj else b"0"


class PostgresListener:
    """Hears what is rung on other hosts, over a connection of its own."""

    def __init__(self, address: str, channel: str, place: str, called: Text | str) -> None:
        """Listen to what is told there and was not rung at a place itself; raises psycopg.Error."""
        self.heard = 0
        self._place, self._called = place, called
        self._link = connect(address)
        try:
            self._link.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
        except BaseException:
            self._link.close()
            raise

    def fileno(self) -> int:
        """A descriptor that can be read when something was rung."""
        return self._link.fileno()

    def rung(self) -> list[str]:
        """The topics that were rung since the last call, each once; raises Busy if the connection
        is lost."""
        try:
            heard = [notify.payload.partition(" ") for notify in self._link.notifies(timeout=0)]
        except psycopg.Error as error:
            raise told(error, self._called, lost=True) from error
        self.heard += len(heard)
        return list(dict.fromkeys(topic for place, _, topic in heard if place != self._place))

    def close(self) -> None:
        """Listen no more."""
        self._link.close()


def told(error: psycopg.Error | UnicodeEncodeError, called: Text | str, *, lost: bool) -> BadStore:
    """What is wrong with a store that is called so; `lost`: there is no connection to it."""
    reason = str(error).strip().partition("\n")[0]
    known = words("The database {file} cannot be used: {reason}.", file=called, reason=reason)
    match error:
        case errors.IntegrityError():
            return Doubled(known)
        case errors.LockNotAvailable() | errors.DeadlockDetected() | errors.SerializationFailure():
            return Busy(sqlite_connection.busy(called))
        case errors.QueryCanceled():
            return Busy(words("The database {file} is taking too long to answer.", file=called))
        case errors.DiskFull():
            return FullDisk(sqlite_connection.full(called))
        case errors.ReadOnlySqlTransaction() | errors.InsufficientPrivilege():
            return Unwritable(sqlite_connection.only_read(called))
        case errors.InvalidPassword() | errors.InvalidAuthorizationSpecification():
            return BadStore(_no_entry(called))
    if isinstance(error, errors.TooManyConnections) or (lost and _none_left(reason)):
        return Busy(words("The database {file} has no free connections.", file=called))
    if lost and isinstance(error, psycopg.OperationalError):
        return _unreachable(error, called)
    return BadStore(known)


def _none_left(reason: str) -> bool:
    return any(one in reason for one in NONE_LEFT)


def _unreachable(error: psycopg.Error, called: Text | str) -> BadStore:
    """Why nobody gets through to the server; where it stands is told only to who may know it. That
    a password was used says nothing of why somebody was refused after that."""
    if any(one in str(error) for one in WRONG_PASSWORD):
        return BadStore(_no_entry(called))
    if isinstance(called, Text):
        return Busy(words("The database {file} cannot be reached.", file=called))
    reason = "; ".join(_reasons(str(error)))
    return Busy(
        words("The database {file} cannot be reached: {reason}.", file=called, reason=reason)
    )


def _reasons(told: str) -> list[str]:
    """Why there is no connection: what the server has said, if it has said anything; of several
    servers what became of each."""
    first, *others = told.strip().splitlines()
    each = [_EACH.sub("", line) for line in others if line.startswith("- ")]
    return list(dict.fromkeys(each)) or [_SAID.sub("", first)]


def _no_entry(called: Text | str) -> Text:
    return words(
        "The database {file} does not accept this user. The password belongs in the password "
        "file (~/.pgpass), a service file or the environment (PGPASSWORD).",
        file=called,
    )
