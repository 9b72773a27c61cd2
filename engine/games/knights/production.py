"""What the hexes yield, and the Aqueduct (CK-8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from attrs import frozen

from engine.errors import Refusal
from engine.games.knights.board import Mask
from engine.games.knights.box import SCIENCE
from engine.games.knights.choices import PASS, KindChoice
from engine.games.knights.state import CITY, TIPPED, Island
from engine.games.knights.wording import amount, counted, hex_name, kind_name
from engine.step import Automatic
from engine.text import Seat, Text, words


@frozen
class Produce(Automatic[Island]):
    """Every hex with the number rolled yields to the buildings on its nodes, but for the robber's
    (CK-8.1 to CK-8.7)."""

    rules: ClassVar[tuple[str, ...]] = ("CK-8.1", "CK-8.2", "CK-8.3", "CK-8.4", "CK-8.6", "CK-8.7")

    number: int

    def run(self, state: Island) -> None:
        """Reckon what is due, pay it as far as the bank can; then the Aqueducts."""
        due = what_is_due(state, self.number)
        if state.story is not None and state.robber in state.hexes_by_number[self.number]:
            where = hex_name(state, state.robber)
            state.note("CK-8.6", -1, words("{hex}: the robber is there.", hex=where))
        paid = _pay_out(state, due) if due else [False] * state.seats
        dry = [seat for seat in state.in_turn_order(state.active) if not paid[seat]]
        if dry:
            least = state.box.tracks[SCIENCE].ability_level
            thirsty = [seat for seat in dry if state.levels[seat][SCIENCE] >= least]
            if thirsty:
                state.push(*map(Aqueduct, thirsty))


def what_is_due(state: Island, number: int) -> dict[int, list[int]]:
    """How many cards of each kind are due to each seat, for the seats to which any are."""
    due: dict[int, list[int]] = {}
    pieces, owners, terrains = state.pieces, state.owners, state.terrains
    for hex in state.hexes_by_number[number]:
        if hex == state.robber:
            continue
        terrain = state.box.terrains[terrains[hex]]
        for node in state.box.board.hex_nodes[hex]:
            piece = pieces[node]
            if 0 < piece <= TIPPED:
                seat = owners[node]
                cards = due.get(seat)
                if cards is None:
                    cards = due[seat] = [0] * len(state.bank)
                for kind, each in terrain.city if piece == CITY else terrain.settlement:
                    cards[kind] += each
    return due


def _pay_out(state: Island, due: dict[int, list[int]]) -> list[bool]:
    """Pay what is due, kind by kind (CK-8.7); returns who has received anything."""
    bank, paid = state.bank, [False] * state.seats
    kinds = len(bank)
    for kind, wanted in enumerate(map(sum, zip(*due.values(), strict=True))):
        if not wanted:
            continue
        short = wanted > bank[kind]
        seats = [seat for seat in due if due[seat][kind]]
        if short:
            _tell_shortage(state, kind)
        for seat in seats:
            number = due[seat][kind]
            if short:
                number = bank[kind] if len(seats) == 1 else 0
                due[seat][kind] = number
            if number:
                paid[seat] = True
                state.take(seat, kind, number)
                state.produced[seat * kinds + kind] += number
    if state.story is not None:
        _tell(state, due)
    return paid


def _tell_shortage(state: Island, kind: int) -> None:
    if state.story is not None:
        message = words("The bank has not enough: {kind}.", kind=kind_name(state.box, kind))
        state.note("CK-8.7", -1, message)


def _tell(state: Island, due: dict[int, list[int]]) -> None:
    for seat in state.in_turn_order(state.active):
        if any(due.get(seat, ())):
            message = words(
                "{seat} receives {cards}.",
                seat=Seat(seat),
                cards=counted(state.box, due[seat]),
            )
            state.note("CK-8.1", seat, message)


@frozen
class Aqueduct(KindChoice):
    """D11: who received nothing may take a resource (CK-8.8, CK-8.9)."""

    rules: ClassVar[tuple[str, ...]] = ("CK-8.8", "CK-8.9")

    seat: int

    def options(self, state: Island) -> Sequence[str]:
        """The resources that the bank has, or none."""
        box = state.box
        return [*(box.kinds[kind].id for kind in box.resources if state.bank[kind]), PASS]

    def apply(self, state: Island, pick: str) -> None:
        """Take it."""
        if pick == PASS:
            return
        state.take(self.seat, state.box.kind_numbers[pick], 1)
        if state.story is not None:
            message = words(
                "{seat} takes {cards} (Aqueduct).", seat=Seat(self.seat), cards=amount(pick, 1)
            )
            state.note("CK-8.8", self.seat, message)

    def question(self, state: Island) -> Text:
        """Which."""
        return words("Aqueduct: which resource do you take?")

    def refuse(self, state: Island, pick: Any) -> Refusal:
        """Not a resource of the bank."""
        return Refusal("CK-8.9", words("Only a resource that the bank has can be taken."))


def take_for_hexes(state: Island, seat: int, hexes: Sequence[int], kind: int, each: int) -> int:
    """Cards for hexes, as many as the bank has (CK-20.6, CK-20.8); returns how many."""
    number = min(each * len(hexes), state.bank[kind])
    state.take(seat, kind, number)
    return number


def hexes_touched(state: Island, seat: int) -> list[int]:
    """The hexes that touch a building of a seat."""
    buildings: Mask = state.buildings(seat)
    masks = state.box.board.hex_masks
    return [hex for hex, mask in enumerate(masks) if mask & buildings]


__all__ = ["Aqueduct", "Produce", "hexes_touched", "take_for_hexes", "what_is_due"]
