"""The bot that plays near-best picks (softmax policy): one to learn against."""

from __future__ import annotations

from math import exp
from typing import Final

from engine.core.event import Value
from engine.search.observation import Observation
from engine.search.one_ply import rank, worth_a_look

ADVISED: Final = 4
"""It passes over the game's advice once in so many picks."""

FURTHEST: Final = 2
"""How many times as far behind as picks that look alike the furthest is that it takes."""

_FINE: Final = 1 << 20


class Easy:
    """Picks one of those that look nearly as good as the best: the better, the more often.

    What is nearly as good the game says (`near`); what is much further behind it never takes.
    """

    def choose(self, situation: Observation) -> Value:
        """A pick that is never absurd."""
        game, dice = situation.game, situation.dice
        advice = game.advise(situation.view, situation.decision, dice)
        if advice is not None and dice.below(ADVISED):
            return advice
        ranked = rank(situation, worth_a_look(situation, dice))
        helping = [one for one in ranked if one.helps] or ranked
        best = max(one.value for one in helping)
        near = [one for one in helping if one.value >= best - FURTHEST * game.easy_bot_tolerance]
        odds = [exp((one.value - best) / game.easy_bot_tolerance) for one in near]
        drawn = dice.below(_FINE) / _FINE * sum(odds)
        for one, odd in zip(near, odds, strict=True):
            drawn -= odd
            if drawn < 0:
                return one.pick
        return near[-1].pick
