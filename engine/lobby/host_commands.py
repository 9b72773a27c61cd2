"""What is wanted of the hosts of a house, each of which carries it out for itself and answers
(request queue): how a house is spoken to from anywhere that its database can be reached.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Final

from attrs import frozen

from engine import clock
from engine.storage.sql_statements import insert
from engine.storage.store import Store
from engine.storage.topics import topic_of_errands

FORGOTTEN: Final = timedelta(minutes=15)
"""After how long nobody waits for an answer any more."""


@frozen
class HostCommand:
    """What a host is asked for, in words that only those who ask and answer know."""

    id: str
    request: str


class HostCommands:
    """The errands of all hosts. Every call may raise BadStore."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def ask(self, host: str, request: str) -> str:
        """Want something of a host, by its id; the errand's id."""
        id, now = secrets.token_hex(8), self.store.clock()
        with self.store.writing(host) as base:
            base.execute("DELETE FROM errand WHERE asked < ?", (clock.written(now - FORGOTTEN),))
            insert(base, "errand", id=id, host=host, request=request, asked=clock.written(now))
            self.store.publish(topic_of_errands(host))
        return id

    def due(self, host: str) -> Sequence[HostCommand]:
        """What a host has not answered yet, in the order in which it was asked."""
        with self.store.reading() as base:
            rows = base.execute(
                "SELECT id, request FROM errand WHERE host = ? AND answer IS NULL"
                " ORDER BY asked, id",
                (host,),
            ).fetchall()
        return [HostCommand(*row) for row in rows]

    def answer(self, id: str, answer: str) -> None:
        """Answer an errand, if anybody still waits for it."""
        with self.store.writing(id) as base:
            base.execute("UPDATE errand SET answer = ? WHERE id = ?", (answer, id))

    def answers(self, ids: Collection[str]) -> Mapping[str, str | None]:
        """What was answered, None where nothing was yet; nothing of those whose host has gone."""
        with self.store.reading() as base:
            rows = [
                base.execute("SELECT id, answer FROM errand WHERE id = ?", (id,)).fetchone()
                for id in ids
            ]
        return dict(row for row in rows if row is not None)

    def forget(self, ids: Collection[str]) -> None:
        """Wait for answers no more."""
        with self.store.writing() as base:
            base.executemany("DELETE FROM errand WHERE id = ?", [(id,) for id in ids])
