"""Races between programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import engine.games
from engine.storage.open_store import open_at
from engine.storage.store import Store
from tests.forking import FORKED
from tests.toy.game import ENTRY

PATIENCE = 300.0
"""Seconds within which anything happens, on however busy a machine."""

Ready = Callable[[], object]
"""Waits until all the others are ready, too."""

T = TypeVar("T")


def at_once(work: Callable[..., list[T]], each: Sequence[tuple[Any, ...]]) -> list[T]:
    """Run as many programs as there are arguments at once; return their results together. `work`
    gets its arguments and, as the last one, a function to call before the race begins."""
    barrier, results = FORKED.Barrier(len(each)), FORKED.Queue()
    rivals = [FORKED.Process(target=_run, args=(work, one, barrier, results)) for one in each]
    for rival in rivals:
        rival.start()
    found: list[T] = [result for _ in each for result in results.get(timeout=PATIENCE)]
    for rival in rivals:
        rival.join()
    return found


def patient_store(place: Path | str) -> Store:
    """Return the store, opened by one of many programs that write at once on a busy machine."""
    store = open_at(place)
    store.wait_at_most(PATIENCE)
    return store


def _run(
    work: Callable[..., list[T]], arguments: tuple[Any, ...], barrier: Any, results: Any
) -> None:
    engine.games.register(ENTRY)
    results.put(work(*arguments, lambda: barrier.wait(PATIENCE)))
    results.close()
    results.join_thread()
