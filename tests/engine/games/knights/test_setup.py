"""The first buildings (CK-3)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.hidden import HiddenValue
from engine.games.knights.setup import (
    SetupCity,
    SetupRoad,
    SetupSettlement,
    ShuffleDecks,
)
from engine.match.match import Match
from tests.engine.games.knights.positions import (
    bank,
    begin,
    edges,
    hand,
    island,
    refused,
    step,
    waits,
)
from tests.untyped import options_of, view_of

LAND = island()


def placed(match: Match, *picks: tuple[int, int]) -> Any:
    """Place buildings with the road to a neighbour, in the order in which seats are asked."""
    for node, to in picks:
        (pending,) = match.pending()
        match.choose(pending.seat, node)
        edge = match.state.board.hexes.side_between(node, to)  # type: ignore[attr-defined]
        match.choose(pending.seat, edge)
    return match.state


@pytest.mark.rule("CK-3.1", "CK-3.2", "CK-3.3", "CK-3.6", "CK-3.7", "CK-3.9", "CK-1.4")
def test_w1_three_players_set_up():
    match = begin(3, layout="beginner")
    order = []
    for node in (13, 31, 39, 10, 22, 45):
        (pending,) = match.pending()
        order.append((pending.seat, pending.decision.name))
        match.choose(pending.seat, node)
        match.choose(pending.seat, options_of(match, pending.seat)[0])
    assert order == [
        (0, "SetupSettlement"), (1, "SetupSettlement"), (2, "SetupSettlement"),
        (2, "SetupCity"), (1, "SetupCity"), (0, "SetupCity"),
    ]  # fmt: skip
    state: Any = match.state
    assert hand(state, 2) == {"lumber": 1, "brick": 1}
    assert hand(state, 1) == {"grain": 2, "lumber": 1}
    assert hand(state, 0) == {"grain": 2, "wool": 1}
    kinds = [kind.id for kind in state.box.kinds]
    assert [bank(state, kind) for kind in kinds] == [17, 18, 18, 15, 19, 12, 12, 12]
    for seat in range(3):
        assert state.points(seat) == 3
        assert [state.left(seat, piece) for piece in range(3)] == [13, 4, 3]
    (pending,) = match.pending()
    assert (pending.seat, pending.decision.name, state.turn, state.round) == (0, "PreRoll", 1, 1)


@pytest.mark.rule("CK-3.4", "CK-11.7")
def test_setup_building_keeps_the_distance_rule():
    state = island(settlements={1: [13]})
    state.agenda.clear()
    state.push(SetupSettlement(0))
    options = set(SetupSettlement(0).options(state))
    assert options == set(range(54)) - {13, 8, 9, 18}
    assert refused(state, 8) == "CK-3.4"
    assert refused(state, 13) == "CK-3.4"
    assert refused(state, 99) == "CK-3.4"


@pytest.mark.rule("CK-3.5")
def test_setup_road_touches_the_building_just_placed():
    state = step(island(settlements={0: [30]}), SetupCity(0), 13)
    assert waits(state) == "SetupRoad 0"
    assert set(state.agenda[-1].options(state)) == {13, 14, 20}  # type: ignore[attr-defined]
    assert refused(state, 36) == "CK-3.5"


@pytest.mark.rule("CK-3.7")
def test_setup_city_gives_nothing_for_desert_and_no_commodities():
    state = step(island(), SetupCity(0), 18)
    assert hand(state, 0) == {"brick": 1, "wool": 1}


@pytest.mark.rule("CK-3.7")
def test_log_of_a_setup_city_names_only_cards_that_it_brings():
    state = island()
    desert = next(id for id, one in state.box.terrains.items() if one.resource is None)
    state.terrains = (desert,) * len(state.terrains)
    step(state, SetupCity(0), 18)
    assert [note.text.one for note in state.notes or []] == ["{seat} places a city at {place}."]


@pytest.mark.rule("CK-3.8", "CK-24.3")
def test_decks_are_shuffled_separately_and_secretly():
    match = begin()
    state: Any = match.state
    cards = state.box.cards
    for deck, size in enumerate(state.deck_sizes):
        assert size == 18
        assert all(cards[card].deck == deck for card in state.decks[deck])
    assert len({begin(seed=str(n)).state.decks[0] for n in range(5)}) == 5  # type: ignore[attr-defined]
    for reader in (None, 0, 1):
        with pytest.raises(HiddenValue):
            view_of(match, reader).decks[0]
        assert "merchant" not in repr(match.redacted_log(reader))
    assert state.levels == [(0, 0, 0)] * 4
    assert (state.ship, state.merchant, state.award) == (0, -1, -1)
    assert state.metropolis_owners == [-1, -1, -1]
    assert state.progress == [()] * 4


@pytest.mark.parametrize("outcome", [None, (), ((), (), ()), (("merchant",) * 18,) * 3])
def test_invalid_decks_are_refused(outcome: Any):
    assert ShuffleDecks().check(island(), outcome) is not None


@pytest.mark.rule("CK-3.2", "CK-3.3")
@pytest.mark.parametrize("seats", [2, 4])
def test_second_setup_round_is_reversed(seats: int):
    match = begin(seats)
    order = []
    while match.pending()[0].decision.name.startswith("Setup"):
        (pending,) = match.pending()
        if "Road" not in pending.decision.name:
            order.append(pending.seat)
        match.choose(pending.seat, options_of(match, pending.seat)[0])
    assert order == [*range(seats), *reversed(range(seats))]


@pytest.mark.rule("CK-3.4", "CK-3.6")
def test_setup_building_needs_no_road_and_uses_the_supply():
    state = step(island(2, settlements={1: [13]}), SetupSettlement(0), 50, *edges(LAND, "46-50"))
    assert [state.left(0, piece) for piece in range(3)] == [14, 4, 4]
    step(state, SetupCity(0), 0, *edges(LAND, "0-3"))
    assert [state.left(0, piece) for piece in range(3)] == [13, 4, 3]
    assert hand(state, 0) == {"ore": 1}
    assert state.points(0) == 3


@pytest.mark.rule("CK-3.5", "CK-4.11", "CK-2.3")
def test_setup_road_needs_an_empty_edge_and_the_last_one_is_automatic():
    state = island(2, settlements={0: [0]}, roads={1: edges(LAND, "0-3")})
    step(state, SetupRoad(0, 0))
    assert state.networks[0] == 1 << edges(LAND, "0-4")[0]


@pytest.mark.rule("CK-3.7")
@pytest.mark.parametrize(
    ("node", "cards"),
    [
        (40, {"ore": 1, "grain": 2}),
        (0, {"ore": 1}),
        (4, {"ore": 1, "wool": 1}),
        (35, {"ore": 1, "grain": 1}),
        (46, {"wool": 2}),
    ],
)
def test_setup_city_gives_one_card_per_hex(node: int, cards: dict[str, int]):
    state = step(island(), SetupCity(0), node)
    assert hand(state, 0) == cards
