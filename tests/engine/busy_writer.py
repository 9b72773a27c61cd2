"""One of several programs that append to a store without a rest, each to a match of its own: it
prints after how many milliseconds each event was kept.

Arguments: where the store is, the id of the match, for how many seconds.
"""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from time import perf_counter

from engine.core.event import Event
from engine.storage.sqlite import SqliteStore
from engine.storage.store import Summary

GOING = Summary(3, 12, 0, False)


def main() -> None:
    """Append until the time is over."""
    path, id, seconds = sys.argv[1:]
    with closing(SqliteStore(Path(path))) as store:
        store.wait_at_most(60)
        number = store.record(id).events
        until = perf_counter() + float(seconds)
        while (began := perf_counter()) < until:
            number += 1
            store.append(id, [Event(number, "pick", 0, "Act", 1)], GOING)
            print(1000 * (perf_counter() - began))


if __name__ == "__main__":
    main()
