"""A program at whose table one person makes random picks; its screen moves the bots.

python -m tests.screens.sitting_player STORE ID SEAT EVENTS

It ends when the match is over or its log has EVENTS events, and prints as JSON the number of bot
moves it has saved, and the number of conflicts in which another program was quicker.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from random import Random

from engine.core.event import Event
from engine.errors import Conflict
from engine.storage.session import BOT_WAIT, Session
from engine.storage.sqlite_store import SqliteStore
from tests.screens.playing import play

PATIENCE = 300.0


class Counting(Session):
    """A session that counts the moves of its bots."""

    moves = 0
    conflicts = 0

    def let_bot_choose(self, *, quickly: bool = False, patience: float = BOT_WAIT) -> list[Event]:
        """Let a bot choose, and count the move."""
        try:
            events = super().let_bot_choose(quickly=quickly, patience=patience)
        except Conflict:
            self.conflicts += 1
            raise
        self.moves += 1
        return events


async def play_seat(store: SqliteStore, id: str, seat: int, most: int) -> Counting:
    """Play a seat on a screen of its own."""
    opened = Session.open(store, id, seats=[seat])
    session = Counting(store, id, opened.match, [seat])
    app, screen = play(session)
    rng = Random(seat)
    async with app.run_test(size=(80, 24)) as pilot:
        while not session.match.over and len(session.match.log) < most:
            partial_pick = screen.state.partial_pick
            if partial_pick is None:
                await asyncio.sleep(0.01)
            else:
                partial_pick.input_mode.point(rng.randrange(len(partial_pick.choices()) or 1))
                await pilot.press("enter")
    return session


async def main(store_path: str, id: str, seat: str, events: str) -> None:
    """Play, and print the result."""
    store = SqliteStore(Path(store_path))
    async with asyncio.timeout(PATIENCE):
        session = await play_seat(store, id, int(seat), int(events))
    digest = session.match.at_event(min(int(events), len(session.match.log))).state.digest()
    result = {"moves": session.moves, "conflicts": session.conflicts, "digest": digest}
    print(json.dumps(result))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
