"""Protocols of the databases below a store. All SQL is written in SQLite's dialect; other databases
translate it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from engine.i18n.text import Text

Values = Sequence[Any] | Mapping[str, Any]
"""Values for the `?` or `:name` placeholders of a statement."""


class Rows(Protocol):
    """Result of a statement."""

    @property
    def rowcount(self) -> int:
        """Number of changed rows."""

    def fetchone(self) -> Any:
        """Return the next row; None if there is none."""

    def fetchall(self) -> list[Any]:
        """Return all remaining rows."""

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the remaining rows."""


class Connection(Protocol):
    """The tables of a store in a transaction (`Store.writing`, `Store.reading`)."""

    def execute(self, sql: str, values: Values = ..., /) -> Rows:
        """Execute a statement."""

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> Rows:
        """Execute a statement once for each of `values`."""


class NotifyListener(Protocol):
    """Receiver of topics published on other machines."""

    heard: int
    """Number of notifications received from all machines, including this one."""

    def fileno(self) -> int:
        """Return a descriptor that becomes readable when a notification arrives."""

    def rung(self) -> list[str]:
        """Return the topics published elsewhere since the last call, without duplicates; raises
        BadStore, and Busy if the connection is lost."""

    def close(self) -> None:
        """Stop listening."""


class Database(Connection, Protocol):
    """A database and its transactions, used by a single store."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""

    def read(self) -> None:
        """Begin a read transaction with a consistent snapshot."""

    def write(self, match: str | None) -> None:
        """Begin a write transaction: exclusive (`match` None), or concurrent with writers of other
        matches."""

    def commit(self, topics: Collection[str] = ()) -> None:
        """Commit the transaction durably, and publish the topics to other machines, if there can be
        any."""

    def rollback(self) -> None:
        """Roll back the transaction."""

    def wait_at_most(self, seconds: float) -> None:
        """Set the time in seconds to wait for other writers before `Busy` is raised."""

    def rest(self) -> None:
        """Release idle resources, such as a connection that has not been used for a while."""

    def columns(self, table: str) -> Sequence[str]:
        """Return the names of the columns of a table."""

    def numbers(self) -> Mapping[str, int]:
        """Return the last number that each table of `schema.NUMBERED` has assigned to a row."""

    def number_on(self, numbers: Mapping[str, int]) -> None:
        """Continue the automatic numbering of tables after the given numbers."""

    def translated_errors(self, called: Text | str) -> AbstractContextManager[None]:
        """Translate database errors in the block into BadStore or a subclass (Doubled for a row
        that violates a constraint), with a message in which `called` is the name of the store."""

    def close(self) -> None:
        """Close the database."""
