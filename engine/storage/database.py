"""What a store asks of the database beneath it (SQL), whichever that is: all statements are written
as SQLite reads them, and a base of another kind translates them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from engine.i18n.text import Text

Values = Sequence[Any] | Mapping[str, Any]
"""What stands for the `?`, or for the `:name`, of a statement."""


class Rows(Protocol):
    """What a statement has found or done."""

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""

    def fetchone(self) -> Any:
        """The next row; None if there is none."""

    def fetchall(self) -> list[Any]:
        """All rows."""

    def __iter__(self) -> Iterator[Any]:
        """The rows one by one."""


class Connection(Protocol):
    """The tables of a store within a transaction (`Store.writing`, `Store.reading`)."""

    def execute(self, sql: str, values: Values = ..., /) -> Rows:
        """Carry out a statement."""

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> Rows:
        """Carry out a statement once for each of these values."""


class NotifyListener(Protocol):
    """What is rung on other hosts, as it is heard on this one."""

    heard: int
    """How often something was rung on any host, this one included."""

    def fileno(self) -> int:
        """A descriptor that can be read when something was rung."""

    def rung(self) -> list[str]:
        """The topics that were rung elsewhere since the last call, each once; raises BadStore, Busy
        if the connection is lost."""

    def close(self) -> None:
        """Listen no more."""


class Database(Connection, Protocol):
    """A base and its transactions, on which a store stands alone."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction has begun and not ended."""

    def read(self) -> None:
        """Begin a transaction in which everything that is read belongs together."""

    def write(self, match: str | None) -> None:
        """Begin a transaction that writes: alone, or with others that write elsewhere than in that
        match."""

    def commit(self, rung: Collection[str] = ()) -> None:
        """End the transaction: all of it is kept for good, and other hosts, where there may be any,
        hear that these topics were rung."""

    def rollback(self) -> None:
        """End the transaction: nothing of it is kept."""

    def wait_at_most(self, seconds: float) -> None:
        """How long to wait for others who write, before `Busy` is raised."""

    def rest(self) -> None:
        """Hold no connection that nobody has needed for a while."""

    def columns(self, table: str) -> Sequence[str]:
        """What the columns of a table are called."""

    def numbers(self) -> Mapping[str, int]:
        """The last number that each table has given to a row of itself, by `forms.NUMBERED`."""

    def number_on(self, numbers: Mapping[str, int]) -> None:
        """Number the rows of tables on from there."""

    def translated_errors(self, called: Text | str) -> AbstractContextManager[None]:
        """What goes wrong inside is told in a sentence that calls the store so; raises BadStore, of
        the kind that it is: Doubled for a row that cannot stand beside those that are there."""

    def close(self) -> None:
        """Give the base back."""
