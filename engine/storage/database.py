"""Protocols for the databases on which stores are built. Stores use SQLite's dialect of SQL, which
other databases translate."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from engine.i18n.text import Text

Values = Sequence[Any] | Mapping[str, Any]
"""Values for the `?` or `:name` placeholders of a statement."""


class Rows(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """The number of changed rows."""

    def fetchone(self) -> Any:
        """Return the next row; None if there is none."""

    def fetchall(self) -> list[Any]:
        """Return all remaining rows."""

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the remaining rows."""


class Connection(Protocol):
    """Access to the tables of a store during a transaction (`Store.read_transaction`,
    `Store.write_transaction`)."""

    def execute(self, sql: str, values: Values = ..., /) -> Rows:
        """Execute a statement with `values` for its placeholders, and return its result."""

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> Rows:
        """Execute a statement once for each of `values`, and return the result, with the total
        number of changed rows."""


class NotifyListener(Protocol):
    """A receiver of topics that other machines publish."""

    received_count: int
    """Number of notifications received so far from all machines, including this one."""

    def fileno(self) -> int:
        """Return a descriptor that becomes readable when a notification arrives."""

    def take_topics(self) -> list[str]:
        """Return the topics that were published on other machines since the last call, without
        duplicates. Raises BadStore, or Busy if the connection is lost."""

    def close(self) -> None:
        """Stop listening."""


class Database(Connection, Protocol):
    """A database and its transactions. Only one store uses it."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""

    def read(self) -> None:
        """Begin a read transaction with a consistent snapshot."""

    def write(self, match: str | None) -> None:
        """Begin a write transaction. With `match` None, it is exclusive; otherwise it can be
        concurrent with writers of other matches."""

    def commit(self, topics: Collection[str] = ()) -> None:
        """Commit the transaction durably. If there can be other machines, publish `topics` to
        them."""

    def rollback(self) -> None:
        """Roll back the transaction, if one is open."""

    def wait_at_most(self, seconds: float) -> None:
        """Set the number of seconds for which a transaction waits for other writers before `Busy`
        is raised."""

    def rest(self) -> None:
        """Release idle resources, such as a connection that has not been used for a while."""

    def columns(self, table: str) -> Sequence[str]:
        """Return the names of a table's columns."""

    def numbers(self) -> Mapping[str, int]:
        """Return, for each table in `schema.NUMBERED_TABLES`, the last number that it has assigned
        to a row. Tables that have never had a row are left out."""

    def continue_numbering(self, numbers: Mapping[str, int]) -> None:
        """Let the automatic numbering of tables continue after `numbers`, the last number of each
        table."""

    def translated_errors(self, display_name: Text | str) -> AbstractContextManager[None]:
        """Translate database errors in the block into BadStore or a subclass (Doubled for a row
        that violates a constraint). `display_name` is the name of the store in the message."""

    def close(self) -> None:
        """Close the file of the database, or the connection to the server."""
