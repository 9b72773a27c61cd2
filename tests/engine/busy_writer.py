"""Appends to a store without a pause, as one of several programs, each to its own match: prints the
number of each saved event, and the milliseconds it took.

Arguments: the location of the store, the id of the match, the seconds. It retries when the store is
busy, as screens do, and prints how often at the end (`busy COUNT`).
"""

from __future__ import annotations

import sys
from contextlib import closing
from time import perf_counter, sleep

from engine.core.event import Event
from engine.errors import Busy
from engine.storage.open_store import open_at
from engine.storage.records import Summary
from engine.storage.store import Store
from tests.folders import place_of

GOING = Summary(3, 12, 0, False)

AGAIN = 0.25


def main() -> None:
    """Append until the time is over."""
    place, id, seconds = sys.argv[1:]
    busy = 0
    with closing(open_at(place_of(place))) as store:
        until = perf_counter() + float(seconds)
        number = store.record(id).events
        while perf_counter() < until:
            try:
                _append(store, id, number + 1)
                number += 1
            except Busy:
                busy += 1
                sleep(AGAIN)
                number = _length(store, id, number)
    print("busy", busy)


def _append(store: Store, id: str, number: int) -> None:
    began = perf_counter()
    store.append(id, [Event(number, "pick", 0, "Act", 1)], GOING)
    print(number, 1000 * (perf_counter() - began))


def _length(store: Store, id: str, known: int) -> int:
    """Return the length of the log, or the last known one if the store is busy."""
    try:
        return store.record(id).events
    except Busy:
        return known


if __name__ == "__main__":
    main()
