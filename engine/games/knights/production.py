"""Production of the hexes, Aqueduct (CK-8), and forecasts of production and of the barbarians'
attack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import gt
from typing import Final

from attrs import frozen

from engine.core.step import RuleStep
from engine.errors import forbidden
from engine.games.knights.choices import PASS, KindChoice
from engine.games.knights.component_types import SCIENCE
from engine.games.knights.state import (
    CITY,
    DIE_TOTALS,
    TIPPED,
    Island,
    Yield,
    available_cities,
    cities_on_board,
    turn_order,
)
from engine.games.knights.wording import amount, counted, hex_name, kind_name
from engine.i18n.text import words


class Produce(RuleStep[Island]):
    """Produce for the buildings at every hex with the rolled number, except the robber's hex. Then
    let the seats with Aqueduct that have received nothing choose a resource (CK-8.1 to CK-8.9)."""

    rules = ("CK-8.1", "CK-8.2", "CK-8.3", "CK-8.4", "CK-8.6", "CK-8.7")

    number: int

    def run(self, state: Island) -> None:
        seats = _aqueduct_seats(state, produce(state, self.number))
        if seats:
            state.push(*map(Aqueduct, seats))


def produce(state: Island, number: int) -> list[Yield]:
    """Produce at the hexes with `number` (CK-8.1 to CK-8.7), and return the cards paid out."""
    yields = _limit_to_bank(state, what_is_due(state, number))
    if state.robber in state.hexes_by_number[number]:
        state.announce(
            "CK-8.6", -1, "The robber blocks {hex}.", hex=lambda: hex_name(state, state.robber)
        )
    _pay_out(state, yields)
    return yields


def what_is_due(state: Island, number: int) -> list[Yield]:
    """Return the cards that buildings produce at the hexes with `number`, regardless of shortages
    in the bank. The robber's hex does not produce."""
    yields: list[Yield] = []
    for hex in state.hexes_by_number[number]:
        if hex != state.robber:
            yields += state.yields_of(hex)
    return yields


def _limit_to_bank(state: Island, yields: list[Yield]) -> list[Yield]:
    """Return `yields`, limited to the cards in the bank, and log every shortage. If the bank does
    not have enough cards of a kind, nobody receives any. But if only one player is due to receive
    some, that player receives all that are left (CK-8.7)."""
    if min(state.bank) >= state.box.most_yielded * len(yields):
        return yields
    wanted = [0] * len(state.bank)
    for _, kind, number in yields:
        wanted[kind] += number
    if not any(map(gt, wanted, state.bank)):
        return yields
    for kind, left in enumerate(state.bank):
        if wanted[kind] > left:
            name = kind_name(state.box, kind)
            state.announce(
                "CK-8.7", -1, "The bank does not have enough cards of this kind: {kind}.", kind=name
            )
            takers = {seat for seat, kind_, _ in yields if kind_ == kind}
            yields = [one for one in yields if one[1] != kind]
            if left and len(takers) == 1:
                yields.append((takers.pop(), kind, left))
    return yields


def _pay_out(state: Island, yields: list[Yield]) -> None:
    kinds, produced = len(state.bank), state.produced
    for seat, kind, number in yields:
        state.take(seat, kind, number)
        produced[seat * kinds + kind] += number
    if state.alchemist_played:
        for seat, kind, number in yields:
            state.arranged[seat * kinds + kind] += number
    if state.notes is not None:
        _log_production(state, yields)


def _aqueduct_seats(state: Island, yields: list[Yield]) -> list[int]:
    """Return the seats with Aqueduct that have received nothing, in turn order (CK-8.8)."""
    least, levels, unserved = state.box.tracks[SCIENCE].ability_level, state.levels, []
    for seat in turn_order(state.seats, state.active):
        if levels[seat][SCIENCE] >= least and all(taker != seat for taker, _, _ in yields):
            unserved.append(seat)
    return unserved


def _log_production(state: Island, yields: list[Yield]) -> None:
    for seat in turn_order(state.seats, state.active):
        cards = [0] * len(state.bank)
        for taker, kind, number in yields:
            cards[kind] += number if taker == seat else 0
        if any(cards):
            state.announce(
                "CK-8.1", seat, "{seat} receives {cards}.", cards=counted(state.box, cards)
            )


class Aqueduct(KindChoice):
    """D11: choose a resource with Aqueduct after receiving nothing. The choice can be declined
    (CK-8.8, CK-8.9)."""

    rules = ("CK-8.8", "CK-8.9")
    asks = words("Aqueduct: which resource do you take?")
    refuses = forbidden("CK-8.9", "You can only take a resource that the bank has.")

    def options(self, state: Island) -> Sequence[str]:
        box = state.box
        return [*(box.kinds[kind].id for kind in box.resources if state.bank[kind]), PASS]

    def apply(self, state: Island, pick: str) -> None:
        if pick == PASS:
            return
        state.take(self.seat, state.box.kind_numbers[pick], 1)
        state.announce(
            "CK-8.8", self.seat, "{seat} takes {cards} (Aqueduct).", cards=amount(pick, 1)
        )


def take_for_hexes(state: Island, seat: int, hexes: Sequence[int], kind: int, each: int) -> int:
    """Take `each` cards of `kind` for each of `hexes`, or as many as the bank has (CK-20.6,
    CK-20.8). Return the number of cards taken."""
    number = min(each * len(hexes), state.bank[kind])
    state.take(seat, kind, number)
    return number


def hexes_touched(state: Island, seat: int) -> Sequence[int]:
    return state.box.board.hexes_at(state.buildings(seat))


DICE_OUTCOMES: Final = 36
"""Number of outcomes of two dice."""


def totals_due(rolls: int) -> Mapping[int, float]:
    """Return how often each total of two dice is expected in `rolls` rolls."""
    return {total: rolls * (6 - abs(7 - total)) / DICE_OUTCOMES for total in range(2, DIE_TOTALS)}


@frozen
class Balance:
    """The outcome of an attack of the barbarians in the current position (CK-6.4 to CK-6.15).

    `cities` is the strength of the barbarians, and `knights` the strength that each seat
    contributes. If the island is defended, `concerned` are the seats that would be rewarded;
    otherwise they are those that would lose a city.
    """

    cities: int
    knights: tuple[int, ...]
    concerned: tuple[int, ...]

    @property
    def holds(self) -> bool:
        """Whether the island would be defended."""
        return sum(self.knights) >= self.cities


def balance(state: Island) -> Balance:
    """Return the outcome that an attack of the barbarians would have now."""
    seats = range(state.seats)
    cities, knights = cities_on_board(state), tuple(map(state.contribution, seats))
    if sum(knights) >= cities:
        most = max(knights)
        concerned = [seat for seat in seats if most and knights[seat] == most]
    else:
        eligible = [seat for seat in seats if available_cities(state, seat)]
        least = min((knights[seat] for seat in eligible), default=0)
        concerned = [seat for seat in eligible if knights[seat] == least]
    return Balance(cities, knights, tuple(concerned))


def pips(state: Island, node: int) -> int:
    """Return the total pips of the hexes at `node`, regardless of the robber. The pips of a hex are
    the number of rolls out of 36 in which its token is expected."""
    pips_by_number = state.box.pips
    return sum(pips_by_number.get(state.numbers[hex], 0) for hex in state.board.node_hexes[node])


def expected_production(state: Island, seat: int) -> list[int]:
    """Return the number of cards of each kind that the seat's buildings produce in 36 rolls,
    ignoring the robber."""
    production = [0] * len(state.bank)
    pips_by_number = state.box.pips
    for hex in hexes_touched(state, seat):
        rolls = pips_by_number.get(state.numbers[hex], 0)
        for owner, kind, cards in state.yields_of(hex):
            if owner == seat:
                production[kind] += rolls * cards
    return production


def pays_on(state: Island, seat: int, number: int) -> bool:
    """Whether the seat receives cards if `number` is rolled, regardless of shortages (CK-8.1,
    CK-8.6)."""
    buildings, masks = state.buildings(seat), state.board.hex_masks
    hexes = state.hexes_by_number[number]
    return any(hex != state.robber and masks[hex] & buildings for hex in hexes)


def harm(state: Island, seat: int, hex: int) -> int:
    """Return the number of cards in 36 rolls that the other seats would lose with the robber on
    `hex`, minus the number that the seat would lose."""
    others = sum(loss(state, other, hex) for other in state.opponents(seat))
    return others - loss(state, seat, hex)


def loss(state: Island, seat: int, hex: int) -> int:
    """Return the number of cards in 36 rolls that the seat would lose with the robber on `hex`."""
    terrain = state.box.terrains[state.terrains[hex]]
    cards = 0
    for node in state.board.hex_nodes[hex]:
        piece = state.pieces[node]
        if state.owners[node] == seat and 0 < piece <= TIPPED:
            production = terrain.city if piece == CITY else terrain.settlement
            cards += sum(number for _, number in production)
    return cards * state.box.pips.get(state.numbers[hex], 0)
