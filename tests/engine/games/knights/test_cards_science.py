"""The progress cards of science (CK-20)."""

from __future__ import annotations

import pytest

from engine.games.knights.board import members
from engine.games.knights.state import TIPPED, Island
from tests.engine.games.knights.positions import (
    deal,
    edges,
    give,
    hand,
    island,
    level,
    pending_step,
    points,
    possible,
    refused,
    run_agenda,
    waits,
)

LAND = island()


@pytest.mark.rule("CK-20.4", "CK-11.10")
def test_engineer_builds_a_free_wall():
    state = island(2, cities={0: [13, 40]})
    deal(state, 0, "engineer")
    run_agenda(state, ("card", "engineer"))
    assert refused(state, 18) == "CK-11.10"
    run_agenda(state, 40)
    assert state.walls == 1 << 40
    full = island(2, cities={0: [13, 40, 27, 37]}, walls=[13, 40, 27])
    deal(full, 0, "engineer")
    assert refused(full, ("card", "engineer")) == "CK-11.10"


@pytest.mark.rule("CK-20.5")
def test_the_inventor_swaps_two_different_numbers():
    state = island(2, settlements={0: [13]})
    state.robber = 5
    state.income[0] -= 3
    deal(state, 0, "inventor")
    run_agenda(state, ("card", "inventor"))
    options = pending_step(state).options(state)
    assert all(state.numbers[hex] not in (0, 2, 6, 8, 12) for pair in options for hex in pair)
    assert all(state.numbers[one] != state.numbers[other] for one, other in options)
    assert (5, 10) in options
    assert (10, 5) in options
    assert refused(state, (1, 5)) == "CK-20.5"
    assert refused(state, (5, 14)) == "CK-20.5"
    run_agenda(state, (5, 10))
    assert (state.numbers[5], state.numbers[10]) == (3, 4)
    assert state.robber == 5
    assert 10 in state.hexes_by_number[4]
    fresh = island(2, settlements={0: [13]}).income[0]
    assert state.income[0] == fresh - 3


@pytest.mark.rule("CK-20.6", "CK-9.10", "CK-24.4")
def test_w28_irrigation():
    def w28(grain: int) -> Island:
        state = island(2, settlements={0: [35]}, cities={0: [45]})
        state.robber = 14
        state.bank[3] = grain
        deal(state, 0, "irrigation")
        return state

    state = run_agenda(w28(19), ("card", "irrigation"))
    assert hand(state, 0) == {"grain": 4}
    state = run_agenda(w28(3), ("card", "irrigation"))
    assert hand(state, 0) == {"grain": 3}
    assert refused(w28(0), ("card", "irrigation")) == "CK-20.6"
    none = island(2, settlements={0: [0]})
    deal(none, 0, "irrigation")
    assert refused(none, ("card", "irrigation")) == "CK-20.6"


@pytest.mark.rule("CK-20.7", "CK-6.19", "CK-11.8")
def test_medicine():
    state = island(2, settlements={0: [13, 40]})
    give(state, 0, ore=2, grain=1)
    deal(state, 0, "medicine", "medicine")
    run_agenda(state, ("card", "medicine"))
    assert refused(state, 18) == "CK-11.8"
    run_agenda(state, 40)
    assert state.cities[0] == 1 << 40
    assert hand(state, 0) == {}
    assert refused(state, ("card", "medicine")) == "CK-20.7"
    give(state, 0, ore=2, grain=1)
    state.settlements[0] = 0
    assert refused(state, ("card", "medicine")) == "CK-11.8"


@pytest.mark.rule("CK-20.10", "CK-11.2", "CK-12.6")
def test_road_building():
    state = island(2, settlements={0: [13]})
    deal(state, 0, "road_building", "road_building")
    run_agenda(state, ("card", "road_building"))
    assert "pass" not in pending_step(state).options(state)
    assert refused(state, 0) == "CK-11.2"
    run_agenda(state, *edges(state, "13-18"))
    assert state.lengths[0] == 0
    assert "pass" in pending_step(state).options(state)
    run_agenda(state, *edges(state, "18-24"))
    assert state.lengths[0] == 2
    run_agenda(state, ("card", "road_building"), *edges(state, "24-30"), "pass")
    assert state.networks[0].bit_count() == 3
    assert hand(state, 0) == {}
    last = island(2, settlements={0: [53]}, roads={0: range(14)})
    deal(last, 0, "road_building", "road_building")
    run_agenda(last, ("card", "road_building"), *edges(last, "49-53"))
    assert waits(last) == "Main 0"
    assert refused(last, ("card", "road_building")) == "CK-20.10"


@pytest.mark.rule("CK-20.11", "CK-15.5", "CK-15.6", "CK-15.8")
def test_smith():
    state = island(2, knights={0: {13: 1, 18: 1}}, ready=[13])
    deal(state, 0, "smith", "smith")
    run_agenda(state, ("card", "smith"), 13)
    assert pending_step(state).options(state) == [18, "pass"]
    assert refused(state, 13) == "CK-15.8"
    run_agenda(state, "pass")
    assert state.level_at(13) == 2
    assert state.ready == 1 << 13
    run_agenda(state, ("card", "smith"))
    assert waits(state) == "Main 0"
    assert state.level_at(18) == 2
    again = island(2, knights={0: {13: 2}})
    deal(again, 0, "smith")
    assert refused(again, ("card", "smith")) == "CK-20.11"


@pytest.mark.rule("CK-20.3", "CK-13.1", "CK-13.3", "CK-17.3")
@pytest.mark.parametrize("own", range(5))
def test_crane_saves_one_commodity_of_one_improvement(own: int):
    state = island(2, cities={0: [13, 40]})
    level(state, 0, 0, own, 0)
    give(state, 0, coin=own)
    deal(state, 0, "crane")
    assert ("politics",) not in possible(state, "improve")
    assert ("politics", "crane") in possible(state, "improve")
    run_agenda(state, ("improve", "politics", "crane"))
    assert hand(state, 0) == {}
    assert state.levels[0] == (0, own + 1, 0)
    assert state.decks[2][0] == state.box.card_numbers["crane"]


@pytest.mark.rule("CK-20.4", "CK-11.10")
def test_engineer_needs_a_city_without_wall_and_pays_nothing():
    state = island(2, settlements={0: [27]}, cities={0: [13, 40]}, walls=[13])
    deal(state, 0, "engineer")
    run_agenda(state, ("card", "engineer"))
    assert state.walls == 1 << 13 | 1 << 40
    assert state.left(0, 3) == 1
    bare = island(2, settlements={0: [27]})
    deal(bare, 0, "engineer")
    assert possible(bare, "card") == []


@pytest.mark.rule("CK-20.5", "CK-8.6")
def test_inventor_moves_no_2_6_8_12_and_no_equal_numbers():
    state = island(2)
    deal(state, 0, "inventor")
    run_agenda(state, ("card", "inventor"))
    movable = {hex: n for hex, n in enumerate(state.numbers) if n in (3, 4, 5, 9, 10, 11)}
    pairs = {(a, b) for a in movable for b in movable if movable[a] != movable[b]}
    assert set(pending_step(state).options(state)) == pairs
    for pick in ((1, 0), (4, 0), (11, 0), (3, 0), (9, 0), (0, 0), (2, 7)):
        assert refused(state, pick) == "CK-20.5"
    state.robber = 7
    run_agenda(state, (7, 0))
    assert (state.numbers[7], state.numbers[0], state.robber) == (10, 9, 7)
    assert state.hexes_by_number[9] == (0, 2)
    assert state.hexes_by_number[10] == (6, 7)


@pytest.mark.rule("CK-20.6", "CK-20.8", "CK-6.18")
@pytest.mark.parametrize(
    ("card", "kind", "nodes", "left", "taken"),
    [
        ("irrigation", "grain", [45], 19, 4),
        ("irrigation", "grain", [45, 48], 19, 4),
        ("irrigation", "grain", [45, 11, 16], 19, 8),
        ("irrigation", "grain", [45, 11], 5, 5),
        ("mining", "ore", [0, 3], 19, 2),
        ("mining", "ore", [0, 37, 35], 1, 1),
        ("mining", "ore", [0, 37, 35], 19, 6),
    ],
)
def test_each_different_hex_gives_two_cards_for_any_building(
    card: str, kind: str, nodes: list[int], left: int, taken: int
):
    state = island(2, cities={0: nodes[:1]}, settlements={0: nodes[1:]})
    if len(nodes) == 1:
        state.replace(nodes[0], TIPPED)
    state.bank[state.box.kind_numbers[kind]] = left
    deal(state, 0, card)
    run_agenda(state, ("card", card))
    assert hand(state, 0) == {kind: taken}


@pytest.mark.rule("CK-20.7", "CK-11.8", "CK-22.2")
def test_medicine_needs_price_and_city_piece_and_may_win():
    def there(**cards: int) -> Island:
        state = island(2, settlements={0: [13]})
        give(state, 0, **cards)
        deal(state, 0, "medicine")
        return state

    for cards in ({"ore": 1, "grain": 1}, {"ore": 2}, {"ore": 3}):
        assert refused(there(**cards), ("card", "medicine")) == "CK-20.7"
    state = there(ore=2, grain=1)
    points(state, 0, 12)
    run_agenda(state, ("card", "medicine"))
    assert state.over
    assert hand(state, 0) == {}
    none = island(2, settlements={0: [13]}, cities={0: [40, 27, 20, 52]})
    give(none, 0, ore=2, grain=1)
    deal(none, 0, "medicine")
    assert refused(none, ("card", "medicine")) == "CK-1.5"


def line(*pairs: str) -> list[int]:
    """The edges of a road."""
    return edges(LAND, *pairs)


@pytest.mark.rule("CK-20.10", "CK-12.6", "CK-1.5", "CK-11.2")
def test_second_free_road_may_continue_the_first_or_be_declined():
    state = island(2, settlements={0: [13]}, roads={0: line("13-18")})
    deal(state, 0, "road_building")
    run_agenda(state, ("card", "road_building"))
    assert refused(state, "pass") == "CK-11.2"
    assert not pending_step(state).allows(state, line("24-30")[0])
    run_agenda(state, *line("18-24"))
    assert pending_step(state).allows(state, line("24-30")[0])
    assert pending_step(state).allows(state, "pass")
    assert state.lengths[0] == 1
    run_agenda(state, "pass")
    assert state.lengths[0] == 2
    assert state.left(0, 0) == 13


@pytest.mark.rule("CK-20.11", "CK-15.4", "CK-15.5", "CK-15.8")
def test_smith_promotes_two_different_knights_in_turn():
    state = island(2, knights={0: {13: 2, 18: 1, 24: 2}}, active=[24], ready=[13])
    level(state, 0, 0, 3, 0)
    deal(state, 0, "smith")
    run_agenda(state, ("card", "smith"))
    assert pending_step(state).options(state) == (13, 24)
    run_agenda(state, 13)
    assert pending_step(state).options(state) == [18, 24, "pass"]
    run_agenda(state, 18)
    assert [state.level_at(node) for node in (13, 18, 24)] == [3, 2, 2]
    assert (state.ready, members(state.active_knights)) == (1 << 13, (13, 24))
    assert hand(state, 0) == {}


@pytest.mark.rule("CK-20.10", "CK-20.11")
def test_third_road_and_third_knight_are_not_free():
    state = island(2, settlements={0: [13]}, roads={0: line("13-18")})
    deal(state, 0, "road_building")
    run_agenda(state, ("card", "road_building"), *line("18-24", "24-30"))
    assert waits(state) == "Main 0"
    assert state.networks[0].bit_count() == 3
    smith = island(2, knights={0: {13: 2, 18: 1, 24: 2, 30: 1}})
    level(smith, 0, 0, 3, 0)
    deal(smith, 0, "smith")
    run_agenda(smith, ("card", "smith"), 13, 24)
    assert waits(smith) == "Main 0"
    assert [smith.level_at(node) for node in (13, 18, 24, 30)] == [3, 1, 3, 1]
