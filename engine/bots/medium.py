"""The bot that looks one pick ahead (one-ply search)."""

from __future__ import annotations

from typing import Final

from engine.core.event import Value
from engine.search.observation import Observation
from engine.search.one_ply import best_of, rank, worth_a_look
from engine.search.root_search import estimate

PAYS: Final = 0.2
"""Minimum gain, in points, for which a preparatory pick comes first."""


class Medium:
    """Makes the pick that the game advises, or that leads to the highest value for its seat, as far
    as the seat can know.

    Preparatory picks come first if they surely pay, and last if they do not pay at all. Its dice
    break ties.
    """

    def choose(self, situation: Observation) -> Value:
        """Return the game's advice, or the pick with the highest value; where values are too weak
        the best of a few playouts."""
        dice, glance = situation.dice, situation.game.medium_budget
        if glance is not None and situation.pays_to_search:
            return estimate(situation, glance, dice)[0].pick
        advice = situation.game.advise(situation.view, situation.decision, dice)
        if advice is not None:
            return advice
        ranked = rank(situation, worth_a_look(situation, dice))
        first = max(ranked, key=lambda one: one.adds)
        return first.pick if first.adds > PAYS else best_of(ranked, dice)
