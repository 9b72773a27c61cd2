"""Commands to the hosts of a server (request queue), each of which executes its own and answers.
They make a server controllable from anywhere with access to its database."""

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
"""Age after which a command is deleted, as nobody waits for its answer any more."""


@frozen
class HostCommand:
    """A command to a host, whose text only callers and executors interpret."""

    id: str
    request: str


class HostCommands:
    """The commands to all hosts. Every call may raise BadStore."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def ask(self, host: str, request: str) -> str:
        """Send a command to a host, by its id; return the id of the command."""
        id, now = secrets.token_hex(8), self.store.clock()
        with self.store.writing(host) as base:
            base.execute("DELETE FROM errand WHERE asked < ?", (clock.written(now - FORGOTTEN),))
            insert(base, "errand", id=id, host=host, request=request, asked=clock.written(now))
            self.store.publish(topic_of_errands(host))
        return id

    def due(self, host: str) -> Sequence[HostCommand]:
        """Return the unanswered commands to a host, the oldest first."""
        with self.store.reading() as base:
            rows = base.execute(
                "SELECT id, request FROM errand WHERE host = ? AND answer IS NULL"
                " ORDER BY asked, id",
                (host,),
            ).fetchall()
        return [HostCommand(*row) for row in rows]

    def answer(self, id: str, answer: str) -> None:
        """Answer a command, if anybody still waits for it."""
        with self.store.writing(id) as base:
            base.execute("UPDATE errand SET answer = ? WHERE id = ?", (answer, id))

    def answers(self, ids: Collection[str]) -> Mapping[str, str | None]:
        """Return the answers, None for those pending; commands to hosts that are gone are
        missing."""
        with self.store.reading() as base:
            rows = [
                base.execute("SELECT id, answer FROM errand WHERE id = ?", (id,)).fetchone()
                for id in ids
            ]
        return dict(row for row in rows if row is not None)

    def forget(self, ids: Collection[str]) -> None:
        """Delete commands whose answers are no longer awaited."""
        with self.store.writing() as base:
            base.executemany("DELETE FROM errand WHERE id = ?", [(id,) for id in ids])
