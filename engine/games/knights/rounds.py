"""The sequence of turns, and the end of a turn (CK-4)."""

from __future__ import annotations

from functools import cache

from engine.core.step import RuleStep
from engine.core.step_stack import Step
from engine.games.knights.action_phase import Main
from engine.games.knights.state import Island
from engine.games.knights.turn import BeginTurn


class Turn(RuleStep[Island]):
    """Play the turn of a seat, then the turn of the next seat (CK-4.1)."""

    rules = ("CK-3.9", "CK-4.1", "CK-22.5")

    seat: int

    def run(self, state: Island) -> None:
        """Push the steps of the turn and, after them, the next turn."""
        state.agenda += _steps_of(self.seat, state.seats)


@cache
def _steps_of(seat: int, seats: int) -> tuple[Step, ...]:
    """Return the steps of a turn in the order of the agenda, with the first step last."""
    return Turn((seat + 1) % seats), EndOfTurn(), Main(seat), BeginTurn(seat)


class EndOfTurn(RuleStep[Island]):
    """End all effects that last until the end of a turn (CK-4.8)."""

    rules = ("CK-4.8",)

    def run(self, state: Island) -> None:
        state.alchemist_played = False
        state.crane_played = False
        state.fleet = 0
        state.dealt = 0
        state.offers = ()
        state.trades = 0
        state.ready = 0
        state.promoted = 0
