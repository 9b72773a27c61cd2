"""Games without anybody watching: bots play, and the results are counted."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, quantiles
from typing import Any

from attrs import define, field, frozen

from engine import playout
from engine.bots import make_bot
from engine.bots.table import Bot, Table
from engine.chance import Dice
from engine.game import load
from engine.match import Match
from engine.playout import Endless, play_on, set_up
from engine.sheet import Standing
from engine.text import Text, words

CHUNK = 25
"""How many games at most one process is given at a time."""


@frozen
class Result:
    """How one game went: its seed, how many picks it took and where the seats ended."""

    seed: str
    picks: int
    standings: Sequence[Standing]


@frozen
class Series:
    """Games of one kind: which bots play them, with which options and data, from which seed."""

    game: str
    bots: tuple[str, ...]
    seed: str
    options: Mapping[str, str]
    data: Mapping[str, Any]

    def play(self, number: int) -> Result:
        """One of the games; its number and the seed decide everything."""
        seed = f"{self.seed}/{number}"
        dice = [Dice(f"{seed}/bot/{seat}/".encode()) for seat in range(len(self.bots))]
        if set(self.bots) == {"random"}:
            return self._play_fast(seed, dice)
        seats = [(f"{name} {seat}", f"bot:{name}") for seat, name in enumerate(self.bots, 1)]
        match = Match.begin(
            self.game,
            seats,
            seed=seed,
            options=self.options,
            data=self.data,
            notes=False,
            digests=False,
        )
        picks = play_out(match, [make_bot(name) for name in self.bots], dice)
        return Result(seed, picks, match.game.standings(match.view(None)))

    def _play_fast(self, seed: str, dice: Sequence[Dice]) -> Result:
        """A game of bots that leave everything to chance, in the fast lane."""
        game = load(self.game)
        state = set_up(game, len(self.bots), self.options, self.data)
        picks = play_on(state, seed=seed, dice=dice)
        return Result(seed, picks, game.standings(state.view(None)))


def simulate(
    game: str,
    bots: Sequence[str],
    *,
    seed: str,
    games: int,
    options: Mapping[str, str] | None = None,
    data: Mapping[str, Any] | None = None,
    jobs: int = 1,
) -> Iterator[Result]:
    """Play so many games, one bot a seat, and yield each result as it comes, in their order.

    The seed decides everything, however many processes (`jobs`) share the work. Raises UnknownGame
    or BadSetup before the first game, Endless for one that does not end.
    """
    for name in set(bots):
        make_bot(name)
    series = Series(game, tuple(bots), seed, options or {}, data or {})
    set_up(load(game), len(bots), series.options, series.data)
    if jobs == 1 or games < 2 * jobs:
        return map(series.play, range(games))
    return _shared_out(series, games, jobs)


def all_cores() -> int:
    """How many processes can work at the same time here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _shared_out(series: Series, games: int, jobs: int) -> Iterator[Result]:
    from concurrent.futures import ProcessPoolExecutor

    size = max(1, min(CHUNK, games // (4 * jobs)))
    chunks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent)
    try:
        for results in pool.map(_play_some, [series] * len(chunks), chunks):
            for result in results:
                if isinstance(result, Text):
                    raise Endless(result)
                yield result
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_some(series: Series, numbers: range) -> list[Result | Text]:
    """Some games of a series; the last one may be why it did not end."""
    results: list[Result | Text] = []
    for number in numbers:
        try:
            results.append(series.play(number))
        except Endless as error:
            return [*results, error.text]
    return results


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
        if picks > playout.MOST_PICKS:
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
