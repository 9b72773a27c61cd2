"""Bots build roads that lead to something: to a site within two roads, or to Longest Road."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.games import load
from engine.games.knights.board import members
from engine.games.knights.bots.candidates import MAX_ROADS, candidates
from engine.games.knights.bots.evaluation import (
    has_site_ahead,
    roads_on,
    roads_to_sites,
    settle_nodes,
)
from engine.games.knights.bots.turn_policy import sensible_wants
from engine.games.knights.building import road_edges
from engine.games.knights.state import Island
from engine.games.knights.victory import measure_roads
from engine.match.playout import Runner, set_up
from tests.engine.games.catan.positions import island as catan_island
from tests.engine.games.knights.positions import edges, give, island, pending_step

ISLANDS: Mapping[str, Any] = {"knights": island, "catan": catan_island}

FOUR_ROADS = ("45-49", "49-53", "50-53", "46-50")


def tables(game: str, seats: int) -> Iterator[Island]:
    """The state at each turn of a game of quick picks."""
    rules: Any = load(game)
    state: Any = set_up(rules, seats, rules.check(seats, {}), None)
    dice = [Dice(f"roads {seat}".encode()) for seat in range(seats)]
    runner = Runner(state, "roads", dice, rules.quick, moment=rules.moment)
    while not state.over:
        runner.until += 1
        runner.run()
        yield state


@pytest.mark.parametrize("game", ["knights", "catan"])
@pytest.mark.parametrize("seats", [2, 4])
def test_promised_road_continuations_come_true(game: str, seats: int):
    to_sites = to_lengths = 0
    for state in tables(game, seats):
        for seat in range(seats):
            leading = roads_on(state, seat)
            sites = roads_to_sites(state, seat) if state.left(seat, 1) else {}
            assert has_site_ahead(state, seat) == any_site_in_two_roads(state, seat)
            assert has_site_ahead(state, seat) or not sites
            assert leading.keys() >= sites.keys()
            for edge in leading.keys() - sites.keys():
                assert length_with(state, seat, edge) > state.lengths[seat]
                to_lengths += 1
            to_sites += len(sites)
    assert to_sites
    assert to_lengths


def any_site_in_two_roads(state: Island, seat: int) -> bool:
    """Whether one or two roads lead to a site for a remaining settlement, by laying the roads."""
    if not state.left(seat, 1):
        return False
    for edge in members(road_edges(state, seat)):
        one = with_road(state, seat, edge)
        two = [with_road(one, seat, further) for further in members(road_edges(one, seat))]
        if any(settle_nodes(now, seat) & ~state.ends[seat] for now in (one, *two)):
            return True
    return False


def with_road(state: Island, seat: int, edge: int) -> Island:
    more = state.copy()
    more.lay_road(seat, edge)
    return more


def length_with(state: Island, seat: int, edge: int) -> int:
    more = with_road(state, seat, edge)
    measure_roads(more)
    return more.lengths[seat]


@pytest.mark.parametrize("game", ISLANDS)
def test_roads_that_lead_nowhere_are_not_wanted(game: str):
    state = ISLANDS[game](2, settlements={0: [12]})
    state.lay_road(0, edges(state, "12-17")[0])
    give(state, 0, lumber=5, brick=1)
    assert advised(game, state)[0] == "road"
    state.sites = 0
    road = state.box.costs["road"]
    assert all(cost != road for _, cost in sensible_wants(state, 0))
    assert advised(game, state)[0] not in ("road", "bank")


@pytest.mark.parametrize("game", ISLANDS)
def test_road_extends_the_longest_in_a_race(game: str):
    state = ISLANDS[game](2, settlements={0: [12]})
    for edge in edges(state, *FOUR_ROADS):
        state.lay_road(0, edge)
    measure_roads(state)
    state.sites = 0
    give(state, 0, lumber=1, brick=1)
    key, edge = advised(game, state)
    assert key == "road"
    assert length_with(state, 0, edge) == 5


@pytest.mark.parametrize("game", ISLANDS)
def test_road_that_takes_the_award_precedes_one_to_a_site(game: str):
    state = ISLANDS[game](2, settlements={0: [0]})
    for edge in edges(state, "0-3", "3-7", "7-11", "16-21"):
        state.lay_road(0, edge)
    measure_roads(state)
    (between,) = edges(state, "11-16")
    give(state, 0, lumber=1, brick=1)
    assert len(roads_to_sites(state, 0)) > MAX_ROADS
    assert advised(game, state) == ("road", between)
    assert ("road", between) in load(game).candidates(state, pending_step(state), Dice(b"x"), 60)


def advised(game: str, state: Island) -> Any:
    """The pick of the rules of thumb of a game."""
    return load(game).advise(state, pending_step(state), Dice(b"x"))


def test_candidate_roads_are_those_that_lead_to_most():
    state = island(2, settlements={0: [12, 40]})
    state.lay_road(0, edges(state, "12-17")[0])
    give(state, 0, lumber=1, brick=1)
    picks: Any = candidates(state, pending_step(state), Dice(b"x"), 60)
    roads = [pick[1] for pick in picks if pick[0] == "road"]
    worth = roads_on(state, 0)
    assert len(worth) > MAX_ROADS
    assert sorted(worth, key=lambda edge: -worth[edge])[:MAX_ROADS] == roads
