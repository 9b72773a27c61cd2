"""How bots have fared against one another, counted over many games."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import ceil, sqrt
from typing import Final

from attrs import define, field

from engine.contests.game_result import GameResult

ENOUGH: Final = 100
"""Fewer games than this are a hint and no result."""

_NORMAL: Final = 1.959964
"""So many standard deviations to both sides hold 95 % of a normal distribution."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of the share of wins by Wilson's score, from 0 to 1; parts of wins count.
    At least one game is needed."""
    share, square = wins / games, _NORMAL**2
    middle = share + square / (2 * games)
    spread = _NORMAL * sqrt(share * (1 - share) / games + square / (4 * games**2))
    whole = 1 + square / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


@define
class BotScore:
    """How one bot has fared. A shared win counts by its share.

    Places, totals and margins (to the best seat of all other bots) are added up over its `seats` in
    all games, and so is its `fair` share of wins over the games. `lost` of its picks were
    made by lot.
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
        """In this part of its picks it took no more than so many milliseconds; 0 without picks."""
        due, counted = ceil(part * self.times.total()), 0
        for time, picks in sorted(self.times.items()):
            counted += picks
            if counted >= due:
                return time
        return 0.0


@define
class BotScores:
    """How all bots of a contest have fared, counted as the games come."""

    games: int = 0
    picks: int = 0
    turns: int = 0
    rounds: int = 0
    seats: int = 0
    of: dict[str, BotScore] = field(factory=dict)

    def add(self, bout: GameResult) -> None:
        """Count one more game."""
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
