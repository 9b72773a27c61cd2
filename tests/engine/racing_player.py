"""Plays one seat of a match as fast as it can, while other programs play theirs.

    python -m tests.engine.racing_player STORE ID SEAT EVENTS

It ends when the match is over or its log has EVENTS events. At the end it prints a JSON object: the
numbers of its saved picks, the number of lost races, and the digest of the position.
"""

from __future__ import annotations

import json
import select
import sys

import engine.games
from engine.bots import make_bot
from engine.errors import Busy, Conflict, NotYourTurn
from engine.search.simulation import Observation
from engine.storage.open_store import open_at
from engine.storage.pubsub import topic_of
from engine.storage.session import Session
from tests.folders import place_of
from tests.toy.game import ENTRY

PATIENCE = 2.0
"""Seconds to wait for a notification before the store is checked anyway."""


def main(store_place: str, id: str, seat_number: str, events: str) -> None:
    engine.games.register(ENTRY)
    store, seat, most = open_at(place_of(store_place)), int(seat_number), int(events)
    watch = store.subscribe(topic_of(id))
    session = Session.open(store, id, seats=[seat])
    bot = make_bot("random")
    kept: dict[int, str] = {}
    conflicts = 0
    while not session.match.over and len(session.match.log) < most:
        try:
            asked = session.ask(seat)
            pick = bot.choose(Observation.of(session.match, seat))
            event = next(one for one in session.choose(asked, pick) if one.seat == seat)
            kept[event.number] = repr(event.value)
        except NotYourTurn:
            select.select([watch], [], [], PATIENCE)
            watch.clear()
            session.catch_up()
        except Conflict:
            conflicts += 1
        except Busy:
            pass  # others have kept the store busy: try again, as a screen does
    session.catch_up()
    digest = session.match.at_event(min(most, len(session.match.log))).state.digest()
    watch.close()
    store.close()
    print(json.dumps({"kept": kept, "conflicts": conflicts, "digest": digest}))


if __name__ == "__main__":
    main(*sys.argv[1:])
