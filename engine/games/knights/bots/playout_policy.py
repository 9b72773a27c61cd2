"""Playout policy: the rules of thumb, without offers to others, which cost many picks and bring
little."""

from __future__ import annotations

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.step import Decision
from engine.games.knights.action_phase import Main
from engine.games.knights.bots.rules_of_thumb import advise
from engine.games.knights.bots.turn_rules_of_thumb import act_alone
from engine.games.knights.state import Island


def quick(state: Island, decision: Decision[Island, Value], dice: Dice) -> Value:
    """Return a legal pick for the decision, in about a twentieth of a millisecond."""
    if isinstance(decision, Main):
        return act_alone(state, decision)
    return advise(state, decision, dice)
