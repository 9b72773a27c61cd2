"""Counters for kinds of cards, with the same digit for a kind everywhere."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.parts import Kind
from engine.games.knights.state import Island
from screens.input_modes.steppers import Steppers


def columns(counting: Steppers[Island]) -> Mapping[Kind, int]:
    """Positions of the kinds in the full list."""
    view: Island = counting.choosing.asked.view
    return {kind.id: number for number, kind in enumerate(view.box.kinds)}


def digits_of(counting: Steppers[Island]) -> Mapping[str, Kind]:
    """The kinds by their digits."""
    return {str(number + 1): kind for kind, number in columns(counting).items()}


def row_of(counting: Steppers[Island]) -> int:
    """The row of the cursor."""
    return counting.counters()[counting.pointed].row
