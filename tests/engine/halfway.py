"""A program of a host that does a deed and stops half-way. Arguments: the deed, the store."""

from __future__ import annotations

import asyncio
import sys
from contextlib import closing
from time import sleep
from typing import Any, Final

from engine.lobby.deadlines import Deadlines
from engine.storage.open_store import open_at
from engine.storage.postgres_store import PostgresDatabase
from engine.storage.sql_store import SqlStore
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
    """Say that it is half done, and do nothing any more."""
    print("half-way", flush=True)
    sleep(1000)


class Ponderer:
    """Never comes to an end."""

    async def think(self, question: object, meanwhile: object = None) -> Any:
        """Think for ever."""
        stop()


def stop_before_it_is_kept() -> None:
    """Let the next transaction that somebody is told of not end."""
    commit = PostgresDatabase.commit

    def half_done(self: PostgresDatabase, rung: Any = ()) -> None:
        if rung:
            stop()
        commit(self, rung)

    PostgresDatabase.commit = half_done  # type: ignore[method-assign]


def do(deed: str, store: SqlStore) -> None:
    """Begin with it."""
    match deed:
        case "bots":
            odd_bots.come()
            asyncio.run(BotRunner(store, Ponderer()).run())  # type: ignore[arg-type]
        case "notices":
            from tui import notify_command

            notify_command.StartedCommand.with_line = stop  # type: ignore[method-assign]
            asyncio.run(Notifier(store, TELLING).notify_due())
        case "deadlines":
            stop_before_it_is_kept()
            Deadlines(store).hand_over()
        case "answers":
            stop_before_it_is_kept()
            BotRunner(store, Ponderer()).answer_for_people()  # type: ignore[arg-type]


if __name__ == "__main__":
    with closing(open_at(sys.argv[2])) as opened:
        do(sys.argv[1], opened)
