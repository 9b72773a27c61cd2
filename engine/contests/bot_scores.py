"""Scores of bots against one another over many games."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import ceil, sqrt
from typing import Final

from attrs import define, field

from engine.contests.game_result import GameResult

ENOUGH: Final = 100
"""Fewer games than this are no significant result."""

_NORMAL: Final = 1.959964
"""Half the width of the 95 % interval of a normal distribution, in standard deviations."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of the share of wins, from 0 to 1; shared wins may be
    fractions. At least one game is needed."""
    share, square = wins / games, _NORMAL**2
    middle = share + square / (2 * games)
    spread = _NORMAL * sqrt(share * (1 - share) / games + square / (4 * games**2))
    whole = 1 + square / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


@define
class BotScore:
    """Score of a bot. A shared win counts as a fraction.

    Places, totals and margins (to the best seat of all other bots) are sums over its `seats` in all
    games, and `fair` is the sum over the games of its expected share of wins. `lost` of its picks
    were made at random.
    """

    bot: str
    games: int = 0
    wins: Fraction = Fraction(0)
    fair: Fraction = Fraction(0)
    seats: int = 0
    places: int = 0
    totals: int = 0
    margins: int = 0
    lost: int = 0
    times: Counter[float] = field(factory=Counter)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of its share of wins."""
        return wilson(float(self.wins), self.games)

    def time(self, part: float) -> float:
        """Return the quantile `part` of its milliseconds per pick; 0 without picks."""
        due, counted = ceil(part * self.times.total()), 0
        for time, picks in sorted(self.times.items()):
            counted += picks
            if counted >= due:
                return time
        return 0.0


@define
class BotScores:
    """Scores of all bots of a contest, updated game by game."""

    games: int = 0
    picks: int = 0
    turns: int = 0
    rounds: int = 0
    seats: int = 0
    of: dict[str, BotScore] = field(factory=dict)

    def add(self, result: GameResult) -> None:
        """Add a game."""
        self.games += 1
        self.picks += result.picks
        self.turns += result.turns
        self.rounds += result.rounds
        self.seats = len(result.bots)
        for bot in dict.fromkeys(result.bots):
            score = self.of.setdefault(bot, BotScore(bot))
            score.games += 1
            score.fair += Fraction(result.bots.count(bot), len(result.bots))
        for seat in range(len(result.bots)):
            self._add_seat(result, seat)

    def _add_seat(self, result: GameResult, seat: int) -> None:
        score, total = self.of[result.bots[seat]], result.totals[seat]
        others = [
            other
            for bot, other in zip(result.bots, result.totals, strict=True)
            if bot != result.bots[seat]
        ]
        score.seats += 1
        if seat in result.winners:
            score.wins += Fraction(1, len(result.winners))
        score.places += result.places[seat]
        score.totals += total
        score.margins += total - max(others, default=total)
        score.times.update(result.ms[seat])
        score.lost += result.lost[seat] if result.lost else 0
