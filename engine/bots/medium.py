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

    def choose(self, observation: Observation) -> Value:
        """Return the game's advice, or the pick with the highest value; where values are too weak
        the best of a few playouts."""
        dice, glance = observation.dice, observation.game.medium_budget
        if glance is not None and observation.pays_to_search:
            return estimate(observation, glance, dice)[0].pick
        advice = observation.game.advise(observation.view, observation.decision, dice)
        if advice is not None:
            return advice
        ranked = rank(observation, worth_a_look(observation, dice))
        first = max(ranked, key=lambda ranked_pick: ranked_pick.adds)
        return first.pick if first.adds > PAYS else best_of(ranked, dice)
