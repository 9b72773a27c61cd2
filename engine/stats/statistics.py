"""Records of people and bots over all finished games in a store, and people's times per move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from statistics import median

from attrs import define, frozen

from engine.core.event import PICK_EVENT, Event, Header
from engine.core.players import bot_name
from engine.errors import GuildhallError
from engine.storage.records import Record


@frozen
class Player:
    """A player whose games are counted together: a person, or all bots of a kind.

    `bot` is the kind of bot ("greedy"). A person has an empty `bot` and is identified by `name`. If
    the owner of a seat is unknown, for example because the person was erased, `forgotten` is set,
    and `name` consists of the id of the match and the seat.
    """

    name: str = ""
    bot: str = ""
    forgotten: bool = False

    @classmethod
    def at(cls, name: str, player: str) -> Player:
        """Return the player in a seat, from the (name, player) pair in the header."""
        bot = bot_name(player)
        return cls(name=name) if bot is None else cls(bot=bot)


@define
class PlayerRecord:
    """The record of a player in one game.

    The player has finished `games` games, `contested` of them against others, and won `wins` of the
    contested ones (a shared first place is a win). `early` games ended by resignation or agreement;
    they can be won, but they are included neither in `best`, the highest result, nor in `total`,
    the sum of the results. `last` is the time at which the last game ended.
    """

    player: Player
    games: int = 0
    contested: int = 0
    wins: int = 0
    best: int | None = None
    total: int = 0
    last: datetime | None = None
    early: int = 0

    @property
    def average(self) -> float:
        """The mean result of the games played to their end. Raises ZeroDivisionError if there are
        none."""
        return self.total / (self.games - self.early)

    def add(
        self, result: int, when: datetime, *, won: bool, alone: bool, early: bool = False
    ) -> None:
        self.games += 1
        self.contested += not alone
        self.wins += won and not alone
        self.early += early
        if not early:
            self.total += result
            self.best = result if self.best is None else max(self.best, result)
        self.last = when if self.last is None else max(self.last, when)


def player_records(records: Iterable[Record], game: str) -> list[PlayerRecord]:
    """Return the records of all players in the finished matches of a game, those with the most wins
    first. If the wins are equal, the higher average comes first. If a bot has several seats in a
    match, each seat counts."""
    by_player: dict[Player, PlayerRecord] = {}
    for record in records:
        if record.header.game != game or not record.summary.over:
            continue
        seats = record.header.seats
        for standing in record.summary.result:
            player = Player.at(*seats[standing.seat])
            by_player.setdefault(player, PlayerRecord(player)).add(
                standing.total,
                record.changed,
                won=standing.place == 1,
                alone=len(seats) == 1,
                early=record.ending is not None,
            )
    return sorted(by_player.values(), key=_rank)


def _rank(record: PlayerRecord) -> tuple[int, float, str]:
    average = record.average if record.games > record.early else 0.0
    return -record.wins, -average, record.player.name


@frozen
class MoveTimes:
    """A player's times: the median per pick (`middle`) and the total of all picks (`used`)."""

    middle: timedelta
    used: timedelta


def pick_times(log: Sequence[Event]) -> Mapping[int, Sequence[timedelta]]:
    """Return the time of each pick by seat, measured from the previous event (0 if the clock went
    back). A pick is left out if its time or that of the previous event is unknown, or if there is
    no previous event."""
    times: dict[int, list[timedelta]] = {}
    before = None
    for event in log:
        if event.kind == PICK_EVENT and event.at is not None and before is not None:
            times.setdefault(event.seat, []).append(max(event.at - before, timedelta()))
        before = event.at
    return times


def pace(times: Sequence[timedelta]) -> MoveTimes | None:
    """Return the median and the total of `times`; None if there are no times."""
    if not times:
        return None
    middle = median(time.total_seconds() for time in times)
    return MoveTimes(timedelta(seconds=middle), sum(times, timedelta()))


def times_of_people(
    records: Iterable[Record], log: Callable[[str], tuple[Header, Sequence[Event]]]
) -> Iterator[Mapping[Player, Sequence[timedelta]]]:
    """Yield, for each match, the times per pick of every person in the match. One log is read at a
    time, by calling `log` with the id of the match. For an unreadable log, the mapping is empty."""
    for record in records:
        by_player: dict[Player, list[timedelta]] = {}
        if record.header.people:
            try:
                by_seat = pick_times(log(record.id)[1])
            except GuildhallError:
                by_seat = {}
            for seat, times in by_seat.items():
                player = Player.at(*record.header.seats[seat])
                if not player.bot:
                    by_player.setdefault(player, []).extend(times)
        yield by_player


def paces(times: Iterable[Mapping[Player, Sequence[timedelta]]]) -> Mapping[Player, MoveTimes]:
    """Return the median and the total time of every player over all matches, given the times in
    each match. Players without known times are left out."""
    every: dict[Player, list[timedelta]] = {}
    for of_match in times:
        for player, of_player in of_match.items():
            every.setdefault(player, []).extend(of_player)
    summaries = {player: pace(of_player) for player, of_player in every.items()}
    return {player: summary for player, summary in summaries.items() if summary is not None}
