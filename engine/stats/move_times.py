"""How long people take (time per move, time used), from the times at which events happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from statistics import median

from attrs import frozen

from engine.core.event import PICK, Event, Header
from engine.errors import GuildhallError
from engine.stats.statistics import Player
from engine.storage.store import Record


@frozen
class MoveTimes:
    """How long a player takes for a pick as a rule (the `middle` of all times), and for how long
    the tables have waited for all the picks together."""

    middle: timedelta
    used: timedelta


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


def pace(times: Sequence[timedelta]) -> MoveTimes | None:
    """What these times come to; None where nothing is known."""
    if not times:
        return None
    middle = median(time.total_seconds() for time in times)
    return MoveTimes(timedelta(seconds=middle), sum(times, timedelta()))


def times_of_people(
    records: Iterable[Record], log: Callable[[str], tuple[Header, Sequence[Event]]]
) -> Iterator[Mapping[Player, Sequence[timedelta]]]:
    """How long each person took for the picks of each of these matches, one match after another,
    each read only when it comes. A log that cannot be read tells nothing."""
    for record in records:
        found: dict[Player, list[timedelta]] = {}
        if record.header.people:
            try:
                by_seat = taken(log(record.id)[1])
            except GuildhallError:
                by_seat = {}
            for seat, times in by_seat.items():
                player = Player.at(*record.header.seats[seat])
                if not player.bot:
                    found.setdefault(player, []).extend(times)
        yield found


def paces(times: Iterable[Mapping[Player, Sequence[timedelta]]]) -> Mapping[Player, MoveTimes]:
    """The pace of everybody of whom any time is known."""
    every: dict[Player, list[timedelta]] = {}
    for of_match in times:
        for player, of_player in of_match.items():
            every.setdefault(player, []).extend(of_player)
    found = {player: pace(of_player) for player, of_player in every.items()}
    return {player: one for player, one in found.items() if one is not None}
