"""Positions of Catan for tests; everything else is shared with Cities & Knights."""

from __future__ import annotations

from engine.games.knights.catan.action_phase import Main
from engine.games.knights.catan.game import GAME
from engine.games.knights.catan.state import CatanIsland
from engine.games.knights.victory import measure_roads
from engine.match.match import Match
from tests.engine.games.knights.positions import BY_SEAT, NAMES, fill_decks, settle


def island(
    seats: int = 4,
    *,
    settlements: BY_SEAT | None = None,
    cities: BY_SEAT | None = None,
    roads: BY_SEAT | None = None,
    **options: str,
) -> CatanIsland:
    """The beginners' island in seat 0's action phase, with the robber on the desert and the given
    pieces by seat. The pile is in the order of the components."""
    state = GAME.setup(seats, GAME.check(seats, {"layout": "beginner", **options}), {})
    state.agenda[:] = []
    state.notes = []
    state.active, state.turn, state.round = 0, 1, 1
    fill_decks(state)
    settle(state, settlements, cities, roads)
    measure_roads(state)
    state.push(Main(0))
    return state


def show(state: CatanIsland, seat: int, *cards: str) -> None:
    """Place cards from the pile face up in front of a seat."""
    for card in cards:
        number = state.box.card_numbers[card]
        at = state.decks[0].index(number)
        state.decks[0] = state.decks[0][:at] + state.decks[0][at + 1 :]
        state.deck_sizes[0] -= 1
        state.open_cards[seat] = (*state.open_cards[seat], number)


def begin(seats: int = 4, seed: str = "1", **options: str) -> Match:
    """A new match of human players."""
    names = [(name, "person") for name in NAMES[:seats]]
    return Match.begin("catan", names, seed=seed, options=options)
