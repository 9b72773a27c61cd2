"""Chapters 11 to 14 of the rulebook, sentence by sentence: building, Longest Road, improvements,
metropolises. What other tests of these chapters hold already is not repeated."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.knights.main import Main
from engine.games.knights.state import CITY, Island
from tests.engine.games.knights.positions import (
    asked,
    deal,
    edges,
    give,
    go_on,
    hand,
    island,
    level,
    metropolis,
    points,
    possible,
    refused,
    waits,
)

LAND = island()
LINE = ("12-17", "17-23", "23-29", "29-34", "34-39")
RIVAL = ("9-14", "14-19", "19-25", "25-31", "31-37")
THIRD = ("41-45", "45-49", "49-53", "50-53", "46-50")


def line(*pairs: str) -> list[int]:
    """The edges of a road."""
    return edges(LAND, *pairs)


# ---------------------------------------------------------------------- CK-11


@pytest.mark.rule("CK-11.2", "CK-11.3")
def test_a_road_goes_on_from_an_own_building_wherever_others_stand_around_it():
    state = island(
        3,
        settlements={0: [18]},
        roads={0: line("18-24"), 1: line("13-18")},
        knights={1: {24: 1}, 2: {23: 1}},
    )
    give(state, 0, lumber=2, brick=2)
    assert [pick[0] for pick in possible(state, "road")] == line("18-23")
    go_on(state, ("road", *line("18-23")))
    assert possible(state, "road") == []


@pytest.mark.rule("CK-11.2", "CK-15.10")
@pytest.mark.parametrize("active", [(), (18,)])
def test_an_opponents_knight_stops_a_road_active_or_not_and_the_other_end_goes_on(
    active: tuple[int, ...],
):
    state = island(2, roads={0: line("13-18")}, knights={1: {18: 1}}, active=active)
    give(state, 0, lumber=1, brick=1)
    assert {pick[0] for pick in possible(state, "road")} == set(line("8-13", "9-13"))


@pytest.mark.rule("CK-11.4", "CK-11.6", "CK-11.7")
def test_a_settlement_wants_a_road_of_ones_own_however_cut_off():
    state = island(
        3,
        settlements={1: [23]},
        roads={0: line("24-30", "17-23"), 1: line("34-39")},
        knights={1: {30: 2}},
    )
    give(state, 0, lumber=1, brick=1, wool=1, grain=1)
    assert possible(state, "settlement") == [(24,)]
    assert refused(state, ("settlement", 30)) == "CK-11.5"
    assert refused(state, ("settlement", 17)) == "CK-11.7"
    assert refused(state, ("settlement", 39)) == "CK-11.4"


@pytest.mark.rule("CK-11.5", "CK-16.4")
def test_the_own_knight_must_go_before_a_settlement_comes():
    state = island(2, roads={0: line("24-30", "30-35")}, knights={0: {24: 1}}, ready=[24])
    give(state, 0, lumber=1, brick=1, wool=1, grain=1)
    assert refused(state, ("settlement", 24)) == "CK-11.5"
    go_on(state, ("move", 24, 35), ("settlement", 24))
    assert state.points(0) == 1


@pytest.mark.rule("CK-11.8", "CK-11.10", "CK-1.5")
def test_only_own_settlements_become_cities_and_only_own_cities_get_walls():
    state = island(2, settlements={0: [13], 1: [40]}, cities={1: [27]})
    give(state, 0, grain=2, ore=3, brick=2)
    assert possible(state, "city") == [(13,)]
    assert refused(state, ("city", 40)) == refused(state, ("city", 50)) == "CK-11.8"
    assert possible(state, "wall") == []
    assert refused(state, ("wall", 27)) == refused(state, ("wall", 13)) == "CK-11.10"


@pytest.mark.rule("CK-11.10", "CK-9.2")
def test_a_wall_raises_the_limit_of_its_owner_by_two_and_nothing_else():
    state = island(2, cities={0: [13], 1: [40]})
    give(state, 0, brick=2)
    before = state.points(0), state.cities_on_board(), state.rates(0)
    go_on(state, ("wall", 13))
    assert (state.discard_limit(0), state.discard_limit(1)) == (9, 7)
    assert (state.points(0), state.cities_on_board(), state.rates(0)) == before
    assert state.available_cities(0) == 1 << 13


# ---------------------------------------------------------------------- CK-12


@pytest.mark.rule("CK-12.3")
@pytest.mark.parametrize(("roads", "holder"), [(4, -1), (5, 0)])
def test_longest_road_begins_with_five(roads: int, holder: int):
    assert island(2, roads={0: line(*LINE)[:roads]}).award == holder


@pytest.mark.rule("CK-12.2", "CK-15.10")
@pytest.mark.parametrize("piece", ["knight", "active knight", "settlement", "city"])
def test_any_piece_of_another_cuts_a_road_in_two(piece: str):
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
def test_a_road_may_begin_and_end_at_pieces_of_others():
    state = island(3, settlements={1: [12]}, roads={0: line(*LINE)}, knights={2: {39: 3}})
    assert (state.lengths[0], state.award) == (5, 0)


@pytest.mark.rule("CK-12.1", "CK-12.2")
def test_a_ring_that_another_cuts_is_walked_from_the_cut_and_back_to_it():
    ring = line("12-17", "17-23", "18-23", "13-18", "8-13", "8-12")
    state = island(2, roads={0: [*ring, *line("17-22")]}, knights={1: {12: 1}})
    assert state.lengths[0] == 6
    cut = island(2, roads={0: [*ring, *line("17-22")]}, knights={1: {17: 1}})
    assert cut.lengths[0] == 6


@pytest.mark.rule("CK-12.4", "CK-12.5")
def test_an_equal_road_takes_nothing_and_a_holder_cut_down_to_the_same_keeps_it():
    state = island(3, roads={0: line(*LINE, "39-43"), 1: line(*RIVAL)})
    assert (state.lengths[:2], state.award) == ([6, 5], 0)
    deal(state, 0, "diplomat")
    go_on(state, ("card", "diplomat"), *line("39-43"), "pass")
    assert (state.lengths[:2], state.award) == ([5, 5], 0)


@pytest.mark.rule("CK-12.5", "CK-12.4")
def test_what_was_vacant_by_a_tie_comes_back_only_to_whoever_alone_has_the_longest():
    state = island(3, roads={0: line(*LINE, "39-43"), 1: line(*RIVAL), 2: line(*THIRD)})
    assert state.award == 0
    state.active = 1
    state.agenda[-1] = Main(1)
    state.lay_road(1, *line("18-23"))
    give(state, 1, wool=1, ore=1, lumber=1, brick=1)
    go_on(state, ("recruit", 23))
    assert (state.lengths, state.award) == ([4, 5, 5], -1)
    go_on(state, ("road", *line("37-42")))
    assert (state.lengths[1], state.award) == (6, 1)


@pytest.mark.rule("CK-12.6", "CK-12.5", "CK-16.5")
def test_a_displaced_knight_that_finds_no_place_frees_the_road_at_once():
    state = island(
        3,
        roads={0: line("18-23", "18-24"), 1: line(*LINE), 2: line("17-22")},
        knights={0: {24: 2}, 2: {23: 1}},
        ready=[24],
    )
    assert (state.lengths[1], state.award) == (3, -1)
    go_on(state, ("displace", 24, 23))
    assert (state.lengths[1], state.award) == (3, -1)
    assert state.knights[2] == 0
    state.ready = 1 << 23
    go_on(state, ("move", 23, 18))
    assert (state.lengths[1], state.award) == (5, 1)


# ---------------------------------------------------------------------- CK-13


@pytest.mark.rule("CK-13.1")
@pytest.mark.parametrize("track", ["trade", "politics", "science"])
@pytest.mark.parametrize("own", range(5))
def test_level_k_costs_k_commodities_of_its_own_track(track: str, own: int):
    kinds = {"trade": "cloth", "politics": "coin", "science": "paper"}
    place = ["trade", "politics", "science"].index(track)

    def having(number: int) -> Island:
        state = island(2, cities={0: [13, 40]})
        level(state, 0, *(own if n == place else 0 for n in range(3)))
        give(state, 0, **{kind: 0 if one == track else 12 for one, kind in kinds.items()})
        give(state, 0, **{kinds[track]: number})
        return state

    assert (track,) not in possible(having(own), "improve")
    assert refused(having(own), ("improve", track)) == "CK-13.1"
    state = go_on(having(own + 1), ("improve", track))
    assert hand(state, 0).get(kinds[track], 0) == 0
    assert state.levels[0][place] == own + 1


@pytest.mark.rule("CK-13.2")
def test_a_metropolis_city_is_city_enough_and_anothers_is_not():
    state = island(2, cities={0: [13], 1: [40]})
    metropolis(state, 0, 0, 13)
    level(state, 0, 4, 0, 0)
    give(state, 0, paper=3)
    go_on(state, ("improve", "science"), ("improve", "science"))
    assert state.levels[0] == (4, 0, 2)
    other = island(2, settlements={0: [13]}, cities={1: [40]})
    give(other, 0, paper=3)
    assert possible(other, "improve") == []


@pytest.mark.rule("CK-13.3")
def test_the_dice_do_not_say_which_tracks_are_improved():
    state = island(2, cities={0: [13]})
    state.event, state.dice = "gate_trade", (6, 6)
    give(state, 0, paper=1, coin=3)
    go_on(state, ("improve", "science"), ("improve", "politics"), ("improve", "politics"))
    assert state.levels[0] == (0, 2, 1)


@pytest.mark.rule("CK-13.7", "CK-13.4")
def test_every_player_at_level_three_has_the_ability():
    state = island(3)
    for seat, own in enumerate((3, 5, 2)):
        level(state, seat, own, 0, 0)
    assert [state.rates(seat)[5] for seat in range(3)] == [2, 2, 4]
    assert [state.rates(seat)[:5] for seat in range(3)] == [[4] * 5] * 3


@pytest.mark.rule("CK-13.9", "CK-20.3", "CK-14.5")
def test_the_holder_reaches_level_five_with_a_crane_and_without_an_available_city():
    state = island(2, cities={0: [13]})
    metropolis(state, 2, 0, 13)
    level(state, 0, 0, 0, 4)
    give(state, 0, paper=4)
    deal(state, 0, "crane")
    go_on(state, ("improve", "science", "crane"))
    assert state.levels[0] == (0, 0, 5)
    assert (state.metropolises[2], waits(state)) == (13, "Main 0")


# ---------------------------------------------------------------------- CK-14


@pytest.mark.rule("CK-14.4", "CK-14.6", "CK-14.3")
def test_a_second_player_at_level_five_gets_nothing_and_the_first_keeps_it_for_good():
    state = island(3, cities={0: [13], 1: [40], 2: [27]})
    metropolis(state, 0, 1, 40)
    level(state, 0, 4, 0, 0)
    level(state, 1, 5, 0, 0)
    give(state, 0, cloth=5)
    go_on(state, ("improve", "trade"))
    assert (state.metropolises[0], state.metropolis_owners[0]) == (40, 1)
    assert state.points(0) == 2


@pytest.mark.rule("CK-14.4", "CK-22.1", "CK-6.14", "CK-11.10")
def test_the_former_metropolis_keeps_its_wall_and_can_be_lost_again():
    state = island(2, cities={0: [13, 27], 1: [40]}, walls=[40])
    metropolis(state, 1, 1, 40)
    level(state, 0, 0, 4, 0)
    level(state, 1, 0, 4, 0)
    give(state, 0, coin=5)
    go_on(state, ("improve", "politics"), 13)
    assert state.pieces[40] == CITY
    assert state.discard_limit(1) == 9
    assert state.available_cities(1) == 1 << 40
    assert (state.points(0), state.points(1)) == (6, 2)


@pytest.mark.rule("CK-14.1", "CK-14.7", "CK-4.11")
def test_a_city_carries_one_metropolis_and_the_only_free_one_is_taken_by_itself():
    state = island(2, cities={0: [13, 40, 27]})
    metropolis(state, 0, 0, 13)
    metropolis(state, 1, 0, 40)
    level(state, 0, 4, 4, 3)
    give(state, 0, paper=4)
    go_on(state, ("improve", "science"))
    assert state.metropolises == [13, 40, 27]
    assert state.points(0) == 12
    assert waits(state) == "Main 0"


@pytest.mark.rule("CK-14.4", "CK-22.2")
def test_a_metropolis_taken_from_another_wins_when_it_is_placed():
    state = island(2, cities={0: [13, 27], 1: [40]})
    metropolis(state, 1, 1, 40)
    level(state, 0, 0, 4, 0)
    level(state, 1, 0, 4, 0)
    points(state, 0, 11)
    points(state, 1, 12)
    give(state, 0, coin=5)
    go_on(state, ("improve", "politics"))
    assert refused(state, 40) == "CK-14.1"
    go_on(state, 27)
    assert state.over
    assert [state.points(seat) for seat in (0, 1)] == [13, 10]
    assert asked(state) is None
