"""Placement of the first settlements (CK-3, CK-25.3)."""

from __future__ import annotations

from functools import partial

from engine.core.step import RuleStep
from engine.games.knights.setup import (
    SetupBuilding,
    SetupRoad,
    SetupSettlement,
    first_harvest,
    put_building,
)
from engine.games.knights.state import SETTLEMENT, Island
from engine.games.knights.wording import counted, node_label
from engine.i18n.text import words


class Setup(RuleStep[Island]):
    """Place a settlement and a road per seat in each of two rounds, the second in reverse order."""

    rules = ("CK-3.2", "CK-25.3")

    def run(self, state: Island) -> None:
        seats = range(state.seats)
        first = [SetupTurn(seat, second=False) for seat in seats]
        state.push(*first, *(SetupTurn(seat, second=True) for seat in reversed(seats)))


class SetupTurn(RuleStep[Island]):
    """Let a seat place its first settlement or, if `second` is true, its second one, and then a
    road."""

    rules = ("CK-3.2", "CK-25.3")

    seat: int
    second: bool

    def run(self, state: Island) -> None:
        state.active = self.seat
        state.push(SecondSettlement(self.seat) if self.second else SetupSettlement(self.seat))


class SecondSettlement(SetupBuilding):
    """D1: place the second settlement, which yields resources immediately (CK-25.3)."""

    rules = ("CK-25.3", "CK-3.4", "CK-3.6", "CK-11.7")
    asks = words("Where do you place your second settlement?")

    def apply(self, state: Island, pick: int) -> None:
        put_building(state, self.seat, pick, SETTLEMENT)
        taken = first_harvest(state, self.seat, pick)
        place = partial(node_label, state, pick)
        if any(taken):
            state.announce(
                "CK-25.3",
                self.seat,
                "{seat} places a settlement at {place} and takes {cards}.",
                place=place,
                cards=lambda: counted(state.box, taken),
            )
        else:
            state.announce(
                "CK-25.3", self.seat, "{seat} places a settlement at {place}.", place=place
            )
        state.push(SetupRoad(self.seat, pick))
