"""The food that a seat can expect from a roll, and rerolls that do not risk it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.games.era.roll import DicePick
from engine.games.era.state import Realm

RISKY_HUNGRY_DICE: Final = 2
"""Minimum number of dice that a reroll must leave without food, on average, to count as risking the
meal."""


def risks_meal(state: Realm, seat: int) -> Callable[[DicePick], bool]:
    """Return a function that tells whether rerolling the given dice would, on average, leave at
    least `RISKY_HUNGRY_DICE` dice without food. The function always returns False if some dice
    would be without food even if none were rerolled."""
    needed = len(state.dice[seat])
    if meal(state, seat, ()) < needed:
        return lambda pick: False
    return lambda pick: meal(state, seat, pick) <= needed - RISKY_HUNGRY_DICE


def meal(state: Realm, seat: int, rolled: DicePick) -> float:
    """Return the food that the seat can expect if it rerolls the dice in `rolled`: its stored food,
    the food from farms, the food on all other dice, and the average of the rerolled dice and of
    those without a visible face. Food offered as an alternative does not count."""
    food: float = state.has(seat, "food")
    food += sum(kind.collect.get("food", 0) for _, kind in state.domain(seat).built())
    for die, kind in enumerate(state.dice[seat]):
        face = state.face(seat, die)
        faces = state.box.dice[kind].faces if die in rolled or face is None else (face,)
        food += sum(dict(face.gain).get("food", 0) for face in faces) / len(faces)
    return food
