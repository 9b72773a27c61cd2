"""A server program that stops in the middle of a task. Arguments: the task, the store."""

from __future__ import annotations

import asyncio
import sys
from contextlib import closing
from time import sleep
from typing import Any, Final

from engine.lobby.deadlines import Deadlines
from engine.storage.open_store import open_at
from engine.storage.postgres_store import PostgresDatabase
from engine.storage.store import Store
from engine.workers.bot_runner import BotRunner
from tests.engine.workers import odd_bots
from tui.server.notification_dispatch import Notifier, NotifierSettings

BOTS: Final = "bots"
NOTICES: Final = "notices"
DEADLINES: Final = "deadlines"
ANSWERS: Final = "answers"
DEEDS: Final = (BOTS, NOTICES, DEADLINES, ANSWERS)

TELLING: Final = NotifierSettings(("true",), ("mail",), 10)


def stop(*_: object, **__: object) -> Any:
    """Report the halfway point, and hang."""
    print("half-way", flush=True)
    sleep(1000)


class Ponderer:
    """A thinker that never finishes."""

    async def think(self, question: object, on_progress: object = None) -> Any:
        """Never return."""
        stop()


def hang_before_commit() -> None:
    """Hang in the next transaction that publishes anything, before its commit."""
    commit = PostgresDatabase.commit

    def half_done(self: PostgresDatabase, topics: Any = ()) -> None:
        if topics:
            stop()
        commit(self, topics)

    PostgresDatabase.commit = half_done  # type: ignore[method-assign]


def do(deed: str, store: Store) -> None:
    """Start the task."""
    match deed:
        case "bots":
            odd_bots.register()
            asyncio.run(BotRunner(store, Ponderer()).run())  # type: ignore[arg-type]
        case "notices":
            from tui import notify_command

            notify_command.StartedCommand.with_line = stop  # type: ignore[method-assign]
            asyncio.run(Notifier(store, TELLING).notify_due())
        case "deadlines":
            hang_before_commit()
            Deadlines(store).hand_over_late_seats()
        case "answers":
            hang_before_commit()
            BotRunner(store, Ponderer()).apply_auto_answers()  # type: ignore[arg-type]


if __name__ == "__main__":
    with closing(open_at(sys.argv[2])) as opened:
        do(sys.argv[1], opened)
