"""The longest road, compared with an exhaustive search (CK-12)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.games.knights.action_phase import Main
from engine.games.knights.components import components
from engine.games.knights.longest_road import longest_trail, trail_with_one_more
from engine.games.knights.state import TIPPED, lift_road
from engine.games.knights.victory import measure_roads
from engine.geometry.bit_sets import mask_of
from tests.engine.games.knights.positions import (
    deal,
    edges,
    give,
    island,
    notes,
    run_agenda,
)
from tests.engine.games.knights.slow_trail import slow_trail

BOARD = components().board
MAX_ROADS = 15


LAND = island()

LINE = ("12-17", "17-23", "23-29", "29-34", "34-39")

RIVAL = ("9-14", "14-19", "19-25", "25-31", "31-37")

THIRD = ("41-45", "45-49", "49-53", "50-53", "46-50")


def network(rng: Random, size: int, crowded: float) -> list[int]:
    """A number of mostly connected edges; the more `crowded`, the more rings they close."""
    found = [rng.randrange(BOARD.edge_count)]
    while len(found) < size:
        nodes = {node for edge in found for node in BOARD.ends[edge]}
        free = [edge for edge in range(BOARD.edge_count) if edge not in found]
        beside = [edge for edge in free if nodes & set(BOARD.ends[edge])]
        closing = [edge for edge in beside if nodes >= set(BOARD.ends[edge])]
        if closing and rng.random() < crowded:
            found.append(rng.choice(closing))
        else:
            found.append(rng.choice(beside if rng.random() < 0.95 else free))
    return found


def compare(number: int) -> None:
    rng = Random(number)
    roads = network(rng, rng.choice([MAX_ROADS, rng.randint(1, MAX_ROADS)]), rng.random())
    nodes = sorted({node for edge in roads for node in BOARD.ends[edge]})
    cuts = rng.sample(nodes, min(len(nodes), rng.choice([0, 0, 1, 2, 4])))
    length = slow_trail(BOARD, roads, cuts)
    assert longest_trail(BOARD, mask_of(roads), mask_of(cuts)) == length
    added = rng.choice(roads)
    before = mask_of(roads) ^ 1 << added
    known = longest_trail(BOARD, before, mask_of(cuts))
    assert trail_with_one_more(BOARD, before, mask_of(cuts), known, 1 << added) == length


@pytest.mark.rule("CK-12.1", "CK-12.2")
def test_longest_trail_equals_exhaustive_search():
    for number in range(400):
        compare(number)


@pytest.mark.long
@pytest.mark.rule("CK-12.1", "CK-12.2")
@pytest.mark.parametrize("batch", range(40))
def test_longest_trail_equals_exhaustive_search_in_many_networks(batch: int):
    for number in range(1000):
        compare(1000 + 1000 * batch + number)


@pytest.mark.rule("CK-12.1")
@pytest.mark.parametrize(
    ("pairs", "length"),
    [
        ("", 0),
        ("12-17", 1),
        ("12-17 17-23 23-29", 3),
        ("12-17 17-23 17-22", 2),
        ("12-17 17-23 18-23 13-18 8-13 8-12", 6),
        ("12-17 17-23 18-23 13-18 8-13 8-12 17-22 16-22", 8),
        ("12-17 17-23 18-23 13-18 8-13 8-12 17-22 18-24", 7),
        ("12-17 34-39", 1),
    ],
)
def test_forks_count_one_branch_and_rings_completely(pairs: str, length: int):
    state = island()
    roads = edges(state, *pairs.split())
    assert longest_trail(BOARD, mask_of(roads), 0) == length


@pytest.mark.rule("CK-12.3", "CK-12.4", "CK-12.5")
def test_first_five_roads_take_the_award_and_only_more_take_it_over():
    state = island()
    for edge in edges(state, "12-17", "17-23", "23-29", "29-34"):
        state.lay_road(0, edge)
    measure_roads(state)
    assert state.award == -1
    state.lay_road(0, *edges(state, "34-39"))
    measure_roads(state)
    assert state.award == 0
    assert state.points(0) == 2
    for edge in edges(state, "9-14", "14-19", "19-25", "25-31", "31-37"):
        state.lay_road(1, edge)
    measure_roads(state)
    assert (state.lengths[:2], state.award) == ([5, 5], 0)
    state.lay_road(1, *edges(state, "37-42"))
    measure_roads(state)
    assert state.award == 1
    assert state.points(0) == 0


@pytest.mark.rule("CK-12.5")
def test_nobody_has_the_award_after_a_tie_of_challengers():
    state = island(3)
    for edge in edges(state, "12-17", "17-23", "23-29", "29-34", "34-39", "39-43"):
        state.lay_road(0, edge)
    measure_roads(state)
    for edge in edges(state, "9-14", "14-19", "19-25", "25-31", "31-37"):
        state.lay_road(1, edge)
    for edge in edges(state, "40-45", "45-49", "49-53", "50-53", "46-50"):
        state.lay_road(2, edge)
    measure_roads(state)
    assert state.award == 0
    state.place(1, 23, TIPPED + 1)
    measure_roads(state)
    assert (state.lengths, state.award) == ([4, 5, 5], -1)
    lift_road(state, *edges(state, "46-50"))
    measure_roads(state)
    assert state.award == 1


@pytest.mark.rule("CK-12.2", "CK-12.5", "CK-12.6", "CK-15.1", "CK-15.10")
def test_w18_a_knight_breaks_the_longest_road():
    state = island(roads={0: [27], 1: edges(island(), "12-17", "17-23", "23-29", "29-34", "34-39")})
    assert (state.lengths[1], state.award) == (5, 1)
    give(state, 0, wool=1, ore=1)
    before = state.points(1)
    run_agenda(state, ("recruit", 23))
    assert (state.lengths[1], state.award) == (3, -1)
    assert state.points(1) == before - 2
    assert "loses Longest Road" in notes(state)[-1]
    state.lay_road(1, *edges(state, "39-43"))
    measure_roads(state)
    assert (state.lengths[1], state.award) == (4, -1)
    state.lift(23)
    measure_roads(state)
    assert (state.lengths[1], state.award) == (6, 1)


def line(*pairs: str) -> list[int]:
    """The edges of a road."""
    return edges(LAND, *pairs)


@pytest.mark.rule("CK-12.3")
@pytest.mark.parametrize(("roads", "holder"), [(4, -1), (5, 0)])
def test_longest_road_starts_at_five(roads: int, holder: int):
    assert island(2, roads={0: line(*LINE)[:roads]}).award == holder


@pytest.mark.rule("CK-12.2", "CK-15.10")
@pytest.mark.parametrize("piece", ["knight", "active knight", "settlement", "city"])
def test_piece_of_an_opponent_interrupts_a_road(piece: str):
    ways: dict[str, dict[str, Any]] = {
        "knight": {"knights": {1: {29: 1}}},
        "active knight": {"knights": {1: {29: 1}}, "active": [29]},
        "settlement": {"settlements": {1: [29]}},
        "city": {"cities": {1: [29]}},
    }
    state = island(2, roads={0: line(*LINE, "39-44", "44-48")}, **ways[piece])
    assert state.lengths[0] == 4
    assert state.award == -1


@pytest.mark.rule("CK-12.2")
def test_road_may_start_and_end_at_pieces_of_opponents():
    state = island(3, settlements={1: [12]}, roads={0: line(*LINE)}, knights={2: {39: 3}})
    assert (state.lengths[0], state.award) == (5, 0)


@pytest.mark.rule("CK-12.1", "CK-12.2")
def test_interrupted_ring_counts_from_the_cut_and_back():
    ring = line("12-17", "17-23", "18-23", "13-18", "8-13", "8-12")
    state = island(2, roads={0: [*ring, *line("17-22")]}, knights={1: {12: 1}})
    assert state.lengths[0] == 6
    cut = island(2, roads={0: [*ring, *line("17-22")]}, knights={1: {17: 1}})
    assert cut.lengths[0] == 6


@pytest.mark.rule("CK-12.4", "CK-12.5")
def test_equal_road_takes_nothing_and_shortened_holder_keeps_the_award():
    state = island(3, roads={0: line(*LINE, "39-43"), 1: line(*RIVAL)})
    assert (state.lengths[:2], state.award) == ([6, 5], 0)
    deal(state, 0, "diplomat")
    run_agenda(state, ("card", "diplomat"), *line("39-43"), "pass")
    assert (state.lengths[:2], state.award) == ([5, 5], 0)


@pytest.mark.rule("CK-12.5", "CK-12.4")
def test_vacant_award_goes_to_a_single_longest_road():
    state = island(3, roads={0: line(*LINE, "39-43"), 1: line(*RIVAL), 2: line(*THIRD)})
    assert state.award == 0
    state.active = 1
    state.agenda[-1] = Main(1)
    state.lay_road(1, *line("18-23"))
    give(state, 1, wool=1, ore=1, lumber=1, brick=1)
    run_agenda(state, ("recruit", 23))
    assert (state.lengths, state.award) == ([4, 5, 5], -1)
    run_agenda(state, ("road", *line("37-42")))
    assert (state.lengths[1], state.award) == (6, 1)


@pytest.mark.rule("CK-12.6", "CK-12.5", "CK-16.5")
def test_displaced_knight_without_a_place_frees_the_road_at_once():
    state = island(
        3,
        roads={0: line("18-23", "18-24"), 1: line(*LINE), 2: line("17-22")},
        knights={0: {24: 2}, 2: {23: 1}},
        ready=[24],
    )
    assert (state.lengths[1], state.award) == (3, -1)
    run_agenda(state, ("displace", 24, 23))
    assert (state.lengths[1], state.award) == (3, -1)
    assert state.knights[2] == 0
    state.ready = 1 << 23
    run_agenda(state, ("move", 23, 18))
    assert (state.lengths[1], state.award) == (5, 1)
