"""The bot that plays near-best picks (softmax policy), an opponent for beginners."""

from __future__ import annotations

from math import exp
from typing import Final

from engine.core.event import Value
from engine.search.observation import Observation
from engine.search.one_ply import rank, worth_a_look

ADVISED: Final = 4
"""It ignores the game's advice once in this many picks."""

FURTHEST: Final = 2
"""Largest difference from the best pick that it accepts, in units of `easy_bot_tolerance`."""

_FINE: Final = 1 << 20


class Easy:
    """Picks among those nearly as good as the best, better ones more often.

    The game's `easy_bot_tolerance` says what is nearly as good; picks much farther behind are never
    made.
    """

    def choose(self, observation: Observation) -> Value:
        """Return a pick that is never absurd."""
        game, dice = observation.game, observation.dice
        advice = game.advise(observation.view, observation.decision, dice)
        if advice is not None and dice.below(ADVISED):
            return advice
        ranked = rank(observation, worth_a_look(observation, dice))
        helping = [candidate for candidate in ranked if candidate.helps] or ranked
        best = max(candidate.value for candidate in helping)
        near = [
            candidate
            for candidate in helping
            if candidate.value >= best - FURTHEST * game.easy_bot_tolerance
        ]
        odds = [exp((candidate.value - best) / game.easy_bot_tolerance) for candidate in near]
        drawn = dice.below(_FINE) / _FINE * sum(odds)
        for candidate, odd in zip(near, odds, strict=True):
            drawn -= odd
            if drawn < 0:
                return candidate.pick
        return near[-1].pick
