"""Steps of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.step import ChanceStep, Decision, Place, RuleStep
from engine.errors import Refusal
from engine.i18n.text import Text, plural, words
from tests.pig.state import PigTable

ROLL: Final = "roll"
HOLD: Final = "hold"
PLACES: Final[dict[str, Place]] = {ROLL: ("die",), HOLD: ("pot",)}


class BeginTurn(RuleStep[PigTable]):
    """Start the next seat's turn, with an empty pot (PIG-1.2)."""

    seat: int

    def run(self, state: PigTable) -> None:
        if self.seat == 0:
            state.round += 1
        state.begin_turn(self.seat)
        state.pot = 0
        state.push(RollOrHold(self.seat))


class RollOrHold(Decision[PigTable, str]):
    """A decision to go on or to keep the pot (PIG-2)."""

    rules = ("PIG-2.1", "PIG-2.4")
    asks = words("Do you roll or hold?")

    def options(self, state: PigTable) -> Sequence[str]:
        return (ROLL, HOLD) if state.pot else (ROLL,)

    def label(self, state: PigTable, chosen: tuple[Any, ...]) -> Text:
        if chosen[0] == ROLL:
            return words("Roll the die")
        return plural("Hold, and keep {n} point", "Hold, and keep {n} points", state.pot)

    def target(self, state: PigTable, chosen: tuple[Any, ...]) -> Place | None:
        return PLACES[chosen[0]] if chosen else None

    def refuse_place(
        self, state: PigTable, chosen: tuple[Any, ...], place: Place
    ) -> Refusal | None:
        if place[0] == "points":
            return Refusal("PIG-2.4", words("What is kept stays where it is."))
        return None

    def apply(self, state: PigTable, pick: str) -> None:
        state.push(Roll(self.seat) if pick == ROLL else Keep(self.seat))


class Roll(ChanceStep[PigTable, int]):
    """A roll of the die (PIG-2.2, PIG-2.3)."""

    rules = ("PIG-2.2", "PIG-2.3")
    reveals = words("The die has fallen.")

    seat: int

    def sample(self, state: PigTable, dice: Dice) -> int:
        return dice.roll(state.box.sides)

    def check(self, state: PigTable, outcome: Value) -> Text | None:
        able = type(outcome) is int and 1 <= outcome <= state.box.sides
        return None if able else words("A die cannot fall like that.")

    def apply(self, state: PigTable, outcome: int) -> None:
        seat = self.seat
        if outcome == state.box.losing_face:
            state.announce("PIG-2.3", seat, "{seat} rolls {n} and loses the pot.", n=outcome)
            state.push(BeginTurn((seat + 1) % state.seats))
            return
        state.pot += outcome
        state.announce("PIG-2.2", seat, "{seat} rolls {n}.", n=outcome)
        state.push(RollOrHold(seat))


class Keep(RuleStep[PigTable]):
    """Make the pot safe; with enough points it ends the game (PIG-2.4, PIG-3.1)."""

    seat: int

    def run(self, state: PigTable) -> None:
        seat = self.seat
        state.points[seat] += state.pot
        state.announce_plural(
            "PIG-2.4", seat, "{seat} keeps {n} point.", "{seat} keeps {n} points.", state.pot
        )
        state.pot = 0
        if state.points[seat] < state.box.goal:
            state.push(BeginTurn((seat + 1) % state.seats))
            return
        state.over = True
        state.active = -1
        state.announce("PIG-3.1", seat, "{seat} wins.")
