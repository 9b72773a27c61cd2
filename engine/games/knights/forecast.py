"""Forecasts from public information: the next attack, the production of places, the robber's
damage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from engine.games.knights.state import CITY, DIE_TOTALS, TIPPED, Island

ROLLS: Final = 36
"""Number of outcomes of two dice."""


def totals_due(rolls: int) -> Mapping[int, float]:
    """Expected number of times each total of two dice comes up in `rolls` rolls."""
    return {total: rolls * (6 - abs(7 - total)) / ROLLS for total in range(2, DIE_TOTALS)}


@frozen
class Balance:
    """An attack of the barbarians in the current position (CK-6.4 to CK-6.15).

    `knights` are the contributions of the seats. `concerned` are the seats that would gain by it if
    the island holds, otherwise those that would lose a city.
    """

    cities: int
    knights: tuple[int, ...]
    concerned: tuple[int, ...]

    @property
    def holds(self) -> bool:
        """Whether the island would be defended."""
        return sum(self.knights) >= self.cities


def balance(state: Island) -> Balance:
    """Strengths of both sides if the barbarians attacked now."""
    seats = range(state.seats)
    cities, knights = state.cities_on_board(), tuple(map(state.contribution, seats))
    if sum(knights) >= cities:
        most = max(knights)
        concerned = [seat for seat in seats if most and knights[seat] == most]
    else:
        eligible = [seat for seat in seats if state.available_cities(seat)]
        least = min((knights[seat] for seat in eligible), default=0)
        concerned = [seat for seat in eligible if knights[seat] == least]
    return Balance(cities, knights, tuple(concerned))


def pips(state: Island, node: int) -> int:
    """Number of 36 rolls in which a node produces something, ignoring the robber."""
    pips_by_number = state.box.pips
    return sum(pips_by_number.get(state.numbers[hex], 0) for hex in state.board.node_hexes[node])


def pays_on(state: Island, seat: int, number: int) -> bool:
    """Whether a roll of `number` brings a seat anything, ignoring shortages (CK-8.1, CK-8.6)."""
    buildings, masks = state.buildings(seat), state.board.hex_masks
    hexes = state.hexes_by_number[number]
    return any(hex != state.robber and masks[hex] & buildings for hex in hexes)


def harm(state: Island, seat: int, hex: int) -> int:
    """Cards that the others would lose in 36 rolls by the robber on a hex, minus those that the
    seat would lose."""
    others = sum(loss(state, other, hex) for other in state.opponents(seat))
    return others - loss(state, seat, hex)


def loss(state: Island, seat: int, hex: int) -> int:
    """Cards that a seat would lose in 36 rolls by the robber on a hex."""
    terrain = state.box.terrains[state.terrains[hex]]
    cards = 0
    for node in state.board.hex_nodes[hex]:
        piece = state.pieces[node]
        if state.owners[node] == seat and 0 < piece <= TIPPED:
            production = terrain.city if piece == CITY else terrain.settlement
            cards += sum(number for _, number in production)
    return cards * state.box.pips.get(state.numbers[hex], 0)
