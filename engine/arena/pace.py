"""How long people take (time per move), from the times at which events happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from statistics import median

from engine.core.event import PICK, Event


def taken(log: Sequence[Event]) -> Mapping[int, Sequence[timedelta]]:
    """How long each seat took for its picks: the time since whatever happened before. Picks whose
    times are not known are left out."""
    found: dict[int, list[timedelta]] = {}
    before = None
    for event in log:
        if event.kind == PICK and event.at is not None and before is not None:
            found.setdefault(event.seat, []).append(max(event.at - before, timedelta()))
        before = event.at
    return found


def pace(times: Sequence[timedelta]) -> timedelta | None:
    """What somebody takes for a pick as a rule (the median); None where nothing is known."""
    seconds = [time.total_seconds() for time in times]
    return timedelta(seconds=median(seconds)) if seconds else None
