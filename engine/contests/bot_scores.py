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

    def add(self, bout: GameResult) -> None:
        """Add a game."""
        self.games += 1
        self.picks += bout.picks
        self.turns += bout.turns
        self.rounds += bout.rounds
        self.seats = len(bout.bots)
        for bot in dict.fromkeys(bout.bots):
            score = self.of.setdefault(bot, BotScore(bot))
            score.games += 1
            score.fair += Fraction(bout.bots.count(bot), len(bout.bots))
        for seat in range(len(bout.bots)):
            self._add_seat(bout, seat)

    def _add_seat(self, bout: GameResult, seat: int) -> None:
        score, total = self.of[bout.bots[seat]], bout.totals[seat]
        others = [
            other
            for bot, other in zip(bout.bots, bout.totals, strict=True)
            if bot != bout.bots[seat]
        ]
        score.seats += 1
        if seat in bout.winners:
            score.wins += Fraction(1, len(bout.winners))
        score.places += bout.places[seat]
        score.totals += total
        score.margins += total - max(others, default=total)
        score.times.update(bout.ms[seat])
        score.lost += bout.lost[seat] if bout.lost else 0
