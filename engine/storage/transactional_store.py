"""Transactions and publish/subscribe of a store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from engine import clock
from engine.clock import Clock
from engine.errors import Damaged, Unwritable
from engine.i18n.text import Text
from engine.storage.database import Connection, Database, NotifyListener
from engine.storage.pubsub import InProcessBus, SocketBus, Subscription
from engine.storage.sql_statements import Stored

if TYPE_CHECKING:
    from engine.storage.rolling_backups import RollingBackups

T = TypeVar("T")


class TransactionalStore:
    """A database with transactions and publish/subscribe. Its subclass `Store` saves matches.

    Every call except `publish` may raise `BadStore`. `clock` gives the times that are saved; a
    store on a database server uses the server's clock.
    """

    clock: Clock = staticmethod(clock.now)

    only_read: Text | None = None
    """The reason why nothing can be written; None if writing is possible. Reading is always
    possible."""

    is_shared = False
    """Whether programs on several machines can have the store open at the same time."""

    rests: float | None = None
    """Interval in seconds at which long-running programs must call `rest`; None if they do not need
    to."""

    display_name: Text | str
    """Name of the store in messages."""

    copies: RollingBackups | None = None
    """The backups that are made after write transactions; None if there are none."""

    database: Database
    bus: SocketBus | InProcessBus
    """The bus that publishes on this machine."""

    def attach(self, database: Database, bus: SocketBus | InProcessBus) -> None:
        """Set the database and the bus of the store, when it is opened or replaced by its readable
        part."""
        self.database, self.bus = database, bus
        self._publishing: dict[str, None] | None = None

    @contextmanager
    def write_transaction(self, match: str | None = None) -> Iterator[Database]:
        """Open an exclusive write transaction over all tables (`schema.py`), or join the open one.

        A transaction that changes only `match` can be concurrent with transactions of other
        matches. Raises Unwritable for a read-only store.
        """
        if self.database.in_transaction:
            yield self.database
            return
        if self.only_read is not None:
            raise Unwritable(self.only_read)
        topics = self._publishing = {}
        try:
            with self.translated_errors():
                self.database.write(match)
                try:
                    yield self.database
                    self.database.commit(topics)
                except BaseException:
                    self.database.rollback()
                    raise
        finally:
            self._publishing = None
        self.publish(*topics)
        if self.copies is not None:
            self.copies.after_write()

    @contextmanager
    def read_transaction(self) -> Iterator[Database]:
        """Open a read transaction with a consistent snapshot, or join the open one."""
        if self.database.in_transaction:
            yield self.database
            return
        with self.translated_errors():
            self.database.read()
            try:
                yield self.database
            finally:
                self.database.commit()

    def wait_at_most(self, seconds: float) -> None:
        with self.translated_errors():
            self.database.wait_at_most(seconds)

    def rest(self) -> None:
        """Release idle resources that others may need. Programs that keep a store open for a long
        time call this every `rests` seconds. The store reconnects by itself."""
        with self.translated_errors():
            self.database.rest()

    def close(self) -> None:
        """Release the resources of the store, which cannot be used afterwards."""
        with self.translated_errors():
            self.database.close()

    def subscribe(self, topic: str) -> Subscription:
        """Subscribe to a topic, such as `match/k7m2`, whichever process publishes it. Subscribe
        before you read from the store, so that you do not miss a change."""
        return self.bus.subscribe(topic)

    def publish(self, *topics: str) -> None:
        """Notify all subscribers of topics. Within `write_transaction`, this happens after a
        successful commit. Never raises an error.

        Publish a change to the store within the transaction that makes it. If it is published
        later, it does not reach other machines.
        """
        for topic in topics:
            if self._publishing is None:
                self.bus.publish(topic)
            else:
                self._publishing[topic] = None

    def others(self) -> int:
        """Return the number of other programs known to have the store open."""
        return 0

    def listen(self) -> NotifyListener | None:
        """Return a listener for topics that are published within transactions on other machines
        from now on; None if there can be no other machines. Raises BadStore."""
        return None

    def salvage(self) -> bool:
        """Replace a damaged database by its readable part, if that is possible and wanted. Return
        whether this was done."""
        return False

    def query(self, question: Callable[[Connection], T]) -> T:
        """Return the result of the query `question`, called in one read transaction. If the store
        is damaged and salvage is wanted, the query is called again on the readable part."""
        try:
            with self.read_transaction() as database:
                return question(database)
        except Damaged:
            if self.database.in_transaction or not self.salvage():
                raise
        return self.query(question)

    def first_row(self, sql: str, *values: object) -> tuple[Stored, ...] | None:
        """Return the first row of a query; None if there is none."""
        row: tuple[Stored, ...] | None = self.query(
            lambda database: database.execute(sql, values).fetchone()
        )
        return row

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        """Return all rows of the query `sql`, with `values` for its placeholders."""
        return self.query(lambda database: database.execute(sql, values).fetchall())

    def translated_errors(self) -> AbstractContextManager[None]:
        return self.database.translated_errors(self.display_name)
