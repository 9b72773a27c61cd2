"""Games without anybody watching: bots play, and the results are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, quantiles
from typing import Any, Final

from attrs import define, field, frozen

from engine.bots import Bot, Table, make_bot
from engine.chance import Dice
from engine.errors import GuildhallError
from engine.match import Match
from engine.sheet import Standing
from engine.text import words

MOST_PICKS: Final = 100_000
"""A game that takes more picks than this never ends."""


class Endless(GuildhallError):
    """Bots went round in circles."""


@frozen
class Result:
    """How one game went: its seed, how many picks it took and where the seats ended."""

    seed: str
    picks: int
    standings: Sequence[Standing]


def simulate(
    game: str,
    bots: Sequence[str],
    *,
    seed: str,
    games: int,
    options: Mapping[str, str] | None = None,
    data: Mapping[str, Any] | None = None,
) -> Iterator[Result]:
    """Play so many games, one bot a seat, and yield each result as it comes.

    The seed decides everything. Raises UnknownGame or BadSetup before the first game.
    """
    players = [make_bot(name) for name in bots]
    seats = [(f"{name} {seat}", f"bot:{name}") for seat, name in enumerate(bots, 1)]
    for number in range(games):
        own = f"{seed}/{number}"
        match = Match.begin(
            game, seats, seed=own, options=options, data=data, notes=False, digests=False
        )
        dice = [Dice(f"{own}/bot/{seat}/".encode()) for seat in range(len(bots))]
        picks = play_out(match, players, dice)
        yield Result(own, picks, match.game.standings(match.view(None)))


def play_out(match: Match, bots: Sequence[Bot], dice: Sequence[Dice]) -> int:
    """Let one bot a seat play the match to its end; the number of picks they made."""
    picks = 0
    tables: dict[int, Table] = {}
    while owed := match.owed():
        seat, decision = owed[0].seat, owed[0].decision
        if seat in tables:
            tables[seat].decision = decision
        else:
            tables[seat] = Table(match, seat, decision=decision, dice=dice[seat])
        match.choose(seat, bots[seat].choose(tables[seat]))
        picks += 1
        if picks > MOST_PICKS:
            raise Endless(words("After {picks} choices the game had not ended.", picks=picks))
    return picks


@frozen
class Spread:
    """How numbers spread: the least, the quartiles, the mean and the most."""

    least: int
    lower: float
    median: float
    upper: float
    most: int
    mean: float

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Spread:
        """The spread of at least one number."""
        twice = numbers if len(numbers) > 1 else [numbers[0], numbers[0]]
        lower, median, upper = quantiles(twice, n=4, method="inclusive")
        return cls(min(numbers), lower, median, upper, max(numbers), fmean(numbers))


@define
class Tally:
    """The results of many games, counted as they come."""

    seats: int
    games: int = 0
    picks: int = 0
    wins: list[int] = field(factory=list)
    shared: list[int] = field(factory=list)
    totals: list[list[int]] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.wins = [0] * self.seats
        self.shared = [0] * self.seats
        self.totals = [[] for _ in range(self.seats)]

    def add(self, result: Result) -> None:
        """Count one more game."""
        self.games += 1
        self.picks += result.picks
        winners = [one.seat for one in result.standings if one.place == 1]
        for seat in winners:
            (self.wins if len(winners) == 1 else self.shared)[seat] += 1
        for one in result.standings:
            self.totals[one.seat].append(one.total)

    def spread(self, seat: int | None = None) -> Spread:
        """How the totals of a seat spread, or those of all seats together."""
        if seat is not None:
            return Spread.of(self.totals[seat])
        return Spread.of([total for totals in self.totals for total in totals])
