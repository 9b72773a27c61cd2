"""Connections to a PostgreSQL database: their timeouts, the translation of their errors, and the
connection that receives the topics published by other machines (LISTEN)."""

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

_DEFAULTS: Final[Mapping[str, int]] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""Default connection parameters for noticing that a server is gone. Times are in seconds, except
`tcp_user_timeout`, which is in milliseconds. Parameters in the URL take precedence."""

STATEMENT_TIMEOUT: Final = 10.0
"""Maximum duration of a statement in seconds on a healthy server."""

SILENCE_TIMEOUT: Final = STATEMENT_TIMEOUT + 2
"""Seconds without an answer after which the server counts as gone."""

NONE_LEFT: Final = (
    "too many clients",
    "too many connections",
    "connection slots are reserved",
    "no more connections allowed",
)
"""Texts with which servers and connection pools report that no connection is free. They are needed
because libpq gives no error code for a connection that was never established."""

WRONG_PASSWORD: Final = ("password authentication failed", "no password supplied")
"""Texts with which servers and libpq report a wrong password."""

_SAID: Final = re.compile(r".*FATAL: +")
_EACH: Final = re.compile(r"- host: .*?: connection (?:failed|is bad): ")

T = TypeVar("T")


class SilentServer(psycopg.OperationalError):
    """Raised if the server does not answer although its machine does."""


class PostgresConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that is closed when its server stops answering."""

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """Return the server's answer as soon as it arrives. Without a `timeout`, close the
        connection and raise SilentServer after `SILENCE_TIMEOUT` seconds."""
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        began = monotonic()
        try:
            return super().wait(gen, interval, SILENCE_TIMEOUT)
        except psycopg.OperationalError as error:
            if monotonic() - began < SILENCE_TIMEOUT:
                raise
            self.pgconn.finish()
            raise SilentServer("the server does not answer") from error


def connect(address: str) -> PostgresConnection:
    """Return a new connection in autocommit mode. Raises psycopg.Error."""
    parameters = psycopg.conninfo.conninfo_to_dict(address)
    defaults = {name: value for name, value in _DEFAULTS.items() if name not in parameters}
    link = PostgresConnection.connect(
        psycopg.conninfo.make_conninfo(address, **defaults),
        autocommit=True,
        cursor_factory=psycopg.ClientCursor,
    )
    link.adapters.register_dumper(bool, _Flag)
    return link


class _Flag(Dumper):
    """A psycopg dumper that sends a boolean as a number, because columns for booleans are
    integers."""

    oid = 23

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"


class PostgresListener:
    """A receiver of topics that other machines publish. It has its own connection."""

    def __init__(self, address: str, channel: str, place: str, display_name: Text | str) -> None:
        """Listen on `channel` (LISTEN). Topics published at `place`, the id of this machine's bus
        (`SocketBus.place`), are only counted. `display_name` is the name of the store in errors.
        Raises psycopg.Error."""
        self.received_count = 0
        self._place, self._display_name = place, display_name
        self._link = connect(address)
        try:
            self._link.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
        except BaseException:
            self._link.close()
            raise

    def fileno(self) -> int:
        return self._link.fileno()

    def take_topics(self) -> list[str]:
        """Return the topics that were published on other machines since the last call, without
        duplicates. Raises BadStore, or Busy if the connection is lost."""
        try:
            payloads = [notify.payload.partition(" ") for notify in self._link.notifies(timeout=0)]
        except psycopg.Error as error:
            raise translated(error, self._display_name, lost=True) from error
        self.received_count += len(payloads)
        return list(dict.fromkeys(topic for place, _, topic in payloads if place != self._place))

    def close(self) -> None:
        self._link.close()


def translated(
    error: psycopg.Error | UnicodeEncodeError, display_name: Text | str, *, lost: bool
) -> BadStore:
    """Return the BadStore that corresponds to `error`. `display_name` is the name of the store in
    the message. `lost` is whether the connection is lost."""
    reason = str(error).strip().partition("\n")[0]
    unusable = words(
        "The database {file} cannot be used: {reason}.", file=display_name, reason=reason
    )
    match error:
        case errors.IntegrityError():
            return Doubled(unusable)
        case errors.LockNotAvailable() | errors.DeadlockDetected() | errors.SerializationFailure():
            return Busy(sqlite_connection.busy(display_name))
        case errors.QueryCanceled():
            return Busy("The database {file} is taking too long to answer.", file=display_name)
        case errors.DiskFull():
            return FullDisk(sqlite_connection.full(display_name))
        case errors.ReadOnlySqlTransaction() | errors.InsufficientPrivilege():
            return Unwritable(sqlite_connection.only_read(display_name))
        case errors.InvalidPassword() | errors.InvalidAuthorizationSpecification():
            return BadStore(_access_denied(display_name))
    if isinstance(error, errors.TooManyConnections) or (lost and _none_left(reason)):
        return Busy("The database {file} has no free connections.", file=display_name)
    if lost and isinstance(error, psycopg.OperationalError):
        return _unreachable(error, display_name)
    return BadStore(unusable)


def _none_left(reason: str) -> bool:
    return any(text in reason for text in NONE_LEFT)


def _unreachable(error: psycopg.Error, display_name: Text | str) -> BadStore:
    """Return the exception for a server that cannot be reached or rejects the password. If
    `display_name` is a Text, which hides the location of the server from the reader, the message
    does not give the reasons, because they contain the location."""
    if any(text in str(error) for text in WRONG_PASSWORD):
        return BadStore(_access_denied(display_name))
    if isinstance(display_name, Text):
        return Busy("The database {file} cannot be reached.", file=display_name)
    reason = "; ".join(_reasons(str(error)))
    return Busy(
        "The database {file} cannot be reached: {reason}.", file=display_name, reason=reason
    )


def _reasons(message: str) -> list[str]:
    """Extract from an error `message` why there is no connection. Return one reason per server that
    was tried, without duplicates. If only one server was tried and it has sent a message, the
    reason is that message."""
    first, *others = message.strip().splitlines()
    each = [_EACH.sub("", line) for line in others if line.startswith("- ")]
    return list(dict.fromkeys(each)) or [_SAID.sub("", first)]


def _access_denied(display_name: Text | str) -> Text:
    return words(
        "The database {file} does not accept this user. The password belongs in the password "
        "file (~/.pgpass), a service file or the environment (PGPASSWORD).",
        file=display_name,
    )
