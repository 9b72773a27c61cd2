"""Plays match after match, and prints after each pick what it has shown.

    python -m tests.engine.endless_player STORE [ID]

It continues the match ID first. Each line of its output is the id, the length of the log and the
digest of the position, printed only once the pick is saved.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import engine.games
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from tests.toy.game import ENTRY

SEATS = (("Anna", "bot:random"), ("Boris", "bot:random"), ("Vera", "bot:random"))


def main(store_path: str, id: str = "") -> None:
    engine.games.register(ENTRY)
    store = SqliteStore(Path(store_path))
    rng = Random()
    session = Session.open(store, id) if id else Session.begin(store, ENTRY.id, SEATS)
    while True:
        if session.match.over:
            session = Session.begin(store, ENTRY.id, SEATS)
        seat = session.match.pending()[0].seat
        session.let_bot_choose()
        if rng.random() < 0.2 and session.match.why_not_undo(seat) is None:
            session.undo(seat)
        print(session.id, len(session.match.log), session.match.state.digest(), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
