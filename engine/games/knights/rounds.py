"""One turn after another (CK-4)."""

from __future__ import annotations

from functools import cache

from attrs import frozen

from engine.core.step import RuleStep
from engine.core.step_stack import Step
from engine.games.knights.action_phase import Main
from engine.games.knights.state import Island
from engine.games.knights.turn import BeginTurn


@frozen
class Turn(RuleStep[Island]):
    """Play a seat's turn, then the next seat's (CK-4.1)."""

    rules = ("CK-3.9", "CK-4.1", "CK-22.5")

    seat: int

    def run(self, state: Island) -> None:
        """Push the steps of the turn; the number of turns is unlimited."""
        state.agenda += _steps_of(self.seat, state.seats)


@cache
def _steps_of(seat: int, seats: int) -> tuple[Step, ...]:
    """The steps in agenda order, the last one first."""
    return Turn((seat + 1) % seats), EndOfTurn(), Main(seat), BeginTurn(seat)


@frozen
class EndOfTurn(RuleStep[Island]):
    """End what lasts one turn (CK-4.8)."""

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
