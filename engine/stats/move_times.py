"""Time per move of people, from the times of events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from statistics import median

from attrs import frozen

from engine.core.event import PICK, Event, Header
from engine.errors import GuildhallError
from engine.stats.statistics import Player
from engine.storage.records import Record


@frozen
class MoveTimes:
    """Median time per pick of a player (`middle`), and the total time of all picks."""

    middle: timedelta
    used: timedelta


def taken(log: Sequence[Event]) -> Mapping[int, Sequence[timedelta]]:
    """Return the times that each seat took for its picks, since the previous event. Picks without a
    time are left out."""
    times: dict[int, list[timedelta]] = {}
    before = None
    for event in log:
        if event.kind == PICK and event.at is not None and before is not None:
            times.setdefault(event.seat, []).append(max(event.at - before, timedelta()))
        before = event.at
    return times


def pace(times: Sequence[timedelta]) -> MoveTimes | None:
    """Summarize times; None if there are none."""
    if not times:
        return None
    middle = median(time.total_seconds() for time in times)
    return MoveTimes(timedelta(seconds=middle), sum(times, timedelta()))


def times_of_people(
    records: Iterable[Record], log: Callable[[str], tuple[Header, Sequence[Event]]]
) -> Iterator[Mapping[Player, Sequence[timedelta]]]:
    """Yield the times per pick of each person in each of these matches, reading them one by one.
    Unreadable logs yield nothing."""
    for record in records:
        by_player: dict[Player, list[timedelta]] = {}
        if record.header.people:
            try:
                by_seat = taken(log(record.id)[1])
            except GuildhallError:
                by_seat = {}
            for seat, times in by_seat.items():
                player = Player.at(*record.header.seats[seat])
                if not player.bot:
                    by_player.setdefault(player, []).extend(times)
        yield by_player


def paces(times: Iterable[Mapping[Player, Sequence[timedelta]]]) -> Mapping[Player, MoveTimes]:
    """Return the summary of everybody with known times."""
    every: dict[Player, list[timedelta]] = {}
    for of_match in times:
        for player, of_player in of_match.items():
            every.setdefault(player, []).extend(of_player)
    summaries = {player: pace(of_player) for player, of_player in every.items()}
    return {player: summary for player, summary in summaries.items() if summary is not None}
