"""What is said where something is not allowed: each sentence in a position where it is true, and a
step away from it, where it is not true and not said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.core.step import Decision
from engine.games.knights.barbarians import Attack
from engine.games.knights.robber import RobberHex
from engine.games.knights.setup import put_building
from engine.games.knights.state import CITY, TIPPED, Island
from engine.games.knights.turn import PreRoll
from tests.engine.games.knights.positions import (
    asked,
    deal,
    edges,
    give,
    go_on,
    island,
    level,
    metropolis,
    points,
    step,
)

LAND = island()
KNIGHT = TIPPED + 1
"""A basic knight, as a piece on a node."""


def why(state: Island, pick: Any) -> str:
    """By which rule and why the open decision does not allow a pick; empty where it does."""
    decision = asked(state)
    assert isinstance(decision, Decision)
    if decision.allows(state, pick):
        return ""
    refusal = decision.refuse(state, pick)
    return f"{refusal.rule}: {refusal.reason.plain()}"


# ---------------------------------------------------------------- knights (CK-16)


def crossroads(others: Mapping[int, int] | None = None) -> Island:
    """Seat 0 has a ready strong knight on n18, from which roads lead to its settlement on n13, to
    n23, where seat 1 has a knight, and over n24 to n30; another ready one can go from n40 to n45.
    The others' knights are levels by nodes."""
    return island(
        2,
        settlements={0: [13]},
        roads={0: edges(LAND, "18-24", "18-23", "13-18", "24-30", "40-45")},
        knights={0: {18: 2, 40: 1}, 1: {23: 2, **(others or {})}},
        ready=[18, 40],
    )


@pytest.mark.rule("CK-16.5")
def test_a_knight_in_reach_that_is_no_weaker_is_not_called_out_of_reach():
    state = crossroads({24: 1})
    assert why(state, ("displace", 18, 24)) == ""
    assert why(state, ("displace", 18, 23)) == "CK-16.5: That knight is not weaker than this one."
    nobody = "CK-16.5: No knight of an opponent stands there."
    assert why(state, ("displace", 18, 13)) == nobody
    state.lift(24)
    state.place(1, 30, state.pieces[23] - 1)
    assert why(state, ("displace", 18, 24)) == nobody
    assert why(state, ("displace", 18, 30)) == ""


@pytest.mark.rule("CK-16.3", "CK-16.4")
def test_a_node_in_reach_where_something_stands_is_not_called_out_of_reach():
    state = crossroads()
    assert why(state, ("move", 18, 24)) == ""
    for node in (13, 23):
        assert why(state, ("move", 18, node)) == "CK-16.4: Something stands there."
    assert why(state, ("move", 18, 18)) == "CK-16.4: This knight stands there already."
    beyond = "CK-16.4: That is not within the reach of this knight."
    assert why(state, ("move", 18, 29)) == beyond
    assert why(state, ("move", 18, 30)) == ""
    state.place(1, 24, state.pieces[23])
    assert why(state, ("move", 18, 24)) == "CK-16.4: Something stands there."
    assert why(state, ("move", 18, 30)) == beyond


@pytest.mark.rule("CK-16.4", "CK-16.5")
def test_a_ready_knight_that_can_go_nowhere_is_told_so_and_one_that_can_is_asked_where():
    state = crossroads()
    assert why(state, ("move", 40)) == "CK-16.4: Choose where this knight goes."
    state.place(1, 45, state.pieces[23])
    assert why(state, ("move", 40)) == "CK-16.4: This knight reaches no empty node."
    assert why(state, ("move", 18)) == "CK-16.4: Choose where this knight goes."
    state.place(1, 24, state.pieces[23] - 1)
    none = "CK-16.5: This knight reaches no weaker knight of an opponent."
    assert why(state, ("displace", 40)) == none
    assert why(state, ("displace", 18)) == "CK-16.5: Choose where this knight goes."


@pytest.mark.rule("CK-16.1", "CK-16.2", "CK-15.9")
def test_a_knight_is_told_to_be_inactive_or_activated_too_late_as_it_is():
    state = crossroads()
    state.place(0, 35, state.pieces[18])
    give(state, 0, grain=2)
    inactive = "CK-16.1: This knight is inactive: only active ones act."
    late = "CK-16.1: This knight was activated in this turn and does not act in it."
    for key in ("move", "displace", "chase"):
        assert inactive not in why(state, (key, 18))
    assert why(state, ("move", 35)) == inactive
    go_on(state, ("activate", 35))
    assert why(state, ("move", 35)) == late
    go_on(state, ("move", 18, 24))
    assert why(state, ("move", 24)) == inactive
    go_on(state, ("activate", 24))
    assert why(state, ("move", 24)) == late


# ---------------------------------------------------------------- building (CK-11)


def rich(state: Island) -> Island:
    """The same with plenty in the hand of seat 0."""
    give(state, 0, lumber=4, brick=4, wool=4, grain=4, ore=4)
    return state


@pytest.mark.rule("CK-11.3", "CK-11.2")
def test_building_past_a_piece_of_somebody_else():
    state = rich(island(2, settlements={0: [13]}, roads={0: edges(LAND, "13-18")}))
    beyond = ("road", *edges(LAND, "18-24"))
    assert why(state, beyond) == ""
    state.place(1, 18, KNIGHT)
    assert why(state, beyond) == "CK-11.3: Nobody builds past a piece of another player."
    state.lift(18)
    state.place(0, 18, KNIGHT)
    assert why(state, beyond) == ""


@pytest.mark.rule("CK-11.4", "CK-11.7")
def test_a_settlement_where_no_own_road_ends():
    state = rich(island(2, settlements={0: [13]}, roads={0: edges(LAND, "13-18", "18-24")}))
    assert why(state, ("settlement", 24)) == ""
    wanted = "CK-11.4: A settlement must stand where an own road ends."
    assert why(state, ("settlement", 30)) == wanted
    state.lay_road(0, *edges(LAND, "24-30"))
    assert why(state, ("settlement", 30)) == ""
    assert why(state, ("settlement", 54)) == "CK-11.4: That is no node of the island."
    assert "no node" not in why(state, ("settlement", 53))


@pytest.mark.rule("CK-6.19", "CK-11.8", "CK-1.5")
def test_a_city_where_another_has_been_tipped_or_none_is_left():
    state = rich(island(2, settlements={0: [13]}))
    assert why(state, ("city", 13)) == ""
    put_building(state, 0, 40, TIPPED)
    assert why(state, ("city", 13)) == "CK-6.19: The tipped city must be set upright first."
    assert why(state, ("city", 40)) == ""
    three = rich(island(2, settlements={0: [13]}, cities={0: [0, 2, 11]}))
    assert why(three, ("city", 13)) == ""
    put_building(three, 0, 40, CITY)
    assert why(three, ("city", 13)) == "CK-1.5: You have no city left."


@pytest.mark.rule("CK-11.10")
def test_a_wall_without_a_city_under_one_that_has_one_and_when_none_is_left():
    state = rich(island(2, settlements={0: [40]}, cities={0: [13, 0]}, walls=[0]))
    assert why(state, ("wall", 13)) == ""
    assert why(state, ("wall", 0)) == "CK-11.10: The city has a wall."
    assert why(state, ("wall", 40)) == "CK-11.10: A wall goes under an own city."
    walled = rich(island(2, cities={0: [13, 0, 2, 40]}, walls=[0, 2]))
    assert why(walled, ("wall", 13)) == ""
    walled.walls |= 1 << 40
    assert why(walled, ("wall", 13)) == "CK-11.10: You have no wall left."


# ---------------------------------------------------------------- improvements (CK-13, CK-14)


def improving(*levels: int, cities: Sequence[int] = (13,)) -> Island:
    """Seat 0 has these levels, and commodities for any."""
    state = island(2, cities={0: cities})
    level(state, 0, *levels)
    give(state, 0, cloth=5, coin=5, paper=5)
    return state


@pytest.mark.rule("CK-13.1")
def test_a_track_at_its_end():
    state = improving(4, 0, 0)
    metropolis(state, 0, 0, 13)
    assert why(state, ("improve", "trade")) == ""
    level(state, 0, 5, 0, 0)
    assert why(state, ("improve", "trade")) == "CK-13.1: The track is at its end."


@pytest.mark.rule("CK-13.8", "CK-13.9")
@pytest.mark.parametrize(("number", "rule"), [(3, "CK-13.8"), (4, "CK-13.9")])
def test_a_level_for_which_a_city_without_a_metropolis_is_needed(number: int, rule: str):
    state = improving(1, number, 0)
    assert why(state, ("improve", "politics")) == ""
    metropolis(state, 0, 0, 13)
    wanted = f"{rule}: You need a city without a metropolis for this level."
    assert why(state, ("improve", "politics")) == wanted
    put_building(state, 0, 40, CITY)
    assert why(state, ("improve", "politics")) == ""


@pytest.mark.rule("CK-14.1", "CK-14.7")
def test_a_metropolis_on_a_city_that_has_one():
    state = improving(3, 4, 0, cities=[13, 0, 40])
    metropolis(state, 1, 0, 13)
    go_on(state, ("improve", "trade"))
    wanted = "CK-14.1: A metropolis stands on an own city without another."
    assert why(state, 13) == wanted
    assert why(state, 0) == ""


# ---------------------------------------------------------------- barbarians and robber (CK-6, 9)


@pytest.mark.rule("CK-6.10")
def test_a_deck_that_is_empty_when_the_defence_is_shared():
    state = island(2, cities={0: [13]}, knights={0: {14: 1}, 1: {40: 1}}, active=[14, 40])
    step(state, Attack())
    assert why(state, "trade") == ""
    state.deck_sizes[0] = 0
    assert why(state, "trade") == "CK-6.10: Choose a deck that is not empty."


@pytest.mark.rule("CK-6.14", "CK-6.16")
def test_a_city_with_a_metropolis_is_not_lost():
    state = island(2, cities={0: [13, 0, 40]})
    metropolis(state, 0, 0, 13)
    step(state, Attack())
    wanted = "CK-6.14: Only an own city without a metropolis can be lost."
    assert why(state, 13) == wanted
    assert why(state, 0) == ""


@pytest.mark.rule("CK-9.7")
def test_the_robber_to_where_it_is_or_to_the_sea():
    state = island(2)
    state.push(RobberHex(0))
    assert why(state, state.robber) == "CK-9.7: The robber must move to another hex."
    assert why(state, 19) == "CK-9.7: The robber goes to a land hex."
    assert why(state, 18) == ""


# ---------------------------------------------------------------- trade (CK-10)


@pytest.mark.rule("CK-10.2")
def test_the_bank_is_asked_for_what_it_is_given():
    state = island(2)
    give(state, 0, ore=4)
    assert why(state, ("bank", "ore", "wool")) == ""
    assert why(state, ("bank", "ore", "ore")) == "CK-10.2: Ask for another kind."


# ---------------------------------------------------------------- cards (CK-17 to CK-20)


def holding(card: str, state: Island) -> Island:
    """The same with a progress card in the hand of seat 0."""
    deal(state, 0, card)
    return state


@pytest.mark.rule("CK-4.3", "CK-17.1", "CK-20.1", "CK-20.3")
def test_cards_that_are_played_at_another_moment():
    state = holding("alchemist", holding("crane", holding("warlord", island(2))))
    assert why(state, ("card", "alchemist")) == "CK-17.1: An Alchemist is played before the roll."
    wanted = "CK-20.3: A Crane is played together with an improvement."
    assert why(state, ("card", "crane")) == wanted
    assert "Alchemist" not in why(state, ("card", "warlord"))
    state.push(PreRoll(0))
    assert why(state, "alchemist") == ""
    assert why(state, "warlord") == "CK-4.3: Before the roll you can only play an Alchemist."


@pytest.mark.rule("CK-18.1")
def test_a_commercial_harbor_without_resource_or_anybody_to_deal_with():
    state = holding("commercial_harbor", island(2))
    give(state, 0, coin=1)
    give(state, 1, coin=1)
    play = ("card", "commercial_harbor")
    assert why(state, play) == "CK-18.1: You hold no resource to give."
    give(state, 0, ore=1)
    assert why(state, play) == ""
    state.dealt = 2
    assert why(state, play) == "CK-18.1: There is no opponent with cards to deal with."


@pytest.mark.rule("CK-18.2")
def test_a_hand_that_a_master_merchant_does_not_see():
    state = holding("master_merchant", island(3))
    for seat in (1, 2):
        give(state, seat, ore=1)
        points(state, seat, 5)
    go_on(state, ("card", "master_merchant"))
    assert why(state, 2) == ""
    points(state, 2, 0)
    wanted = "CK-18.2: Choose an opponent with more points than you and at least one card."
    assert why(state, 2) == wanted


@pytest.mark.rule("CK-18.3", "CK-17.4")
def test_a_merchant_without_another_hex():
    state = holding("merchant", island(2, settlements={0: [0]}))
    (hex,) = [hex for hex in range(19) if state.board.hex_masks[hex] & 1]
    assert why(state, ("card", "merchant")) == ""
    state.merchant, state.merchant_owner = hex, 0
    wanted = "CK-18.3: There is no other hex beside your buildings."
    assert why(state, ("card", "merchant")) == wanted
    state.merchant_owner = 1
    assert why(state, ("card", "merchant")) == ""


@pytest.mark.rule("CK-18.4", "CK-17.4")
def test_a_merchant_fleet_when_every_rate_is_two():
    state = holding("merchant_fleet", island(2))
    level(state, 0, 3, 0, 0)
    state.fleet = sum(1 << kind for kind in state.box.resources[1:])
    assert why(state, ("card", "merchant_fleet")) == ""
    state.fleet |= 1 << state.box.resources[0]
    assert why(state, ("card", "merchant_fleet")) == "CK-18.4: All your rates are 2:1 already."


@pytest.mark.rule("CK-18.5", "CK-18.6")
@pytest.mark.parametrize(
    ("card", "rule"), [("resource_monopoly", "CK-18.5"), ("commodity_monopoly", "CK-18.6")]
)
def test_a_monopoly_on_empty_hands(card: str, rule: str):
    state = holding(card, island(2))
    give(state, 0, ore=1)
    assert why(state, ("card", card)) == f"{rule}: No opponent has a card."
    give(state, 1, wool=1)
    assert why(state, ("card", card)) == ""


@pytest.mark.rule("CK-19.3")
def test_a_deserter_where_nobody_has_a_knight():
    state = holding("deserter", island(3, knights={0: {13: 1}}))
    assert why(state, ("card", "deserter")) == "CK-19.3: No opponent has a knight."
    state.place(1, 40, KNIGHT)
    state.place(2, 45, KNIGHT)
    assert why(state, ("card", "deserter")) == ""
    go_on(state, ("card", "deserter"))
    assert why(state, 2) == ""
    state.lift(45)
    assert why(state, 2) == "CK-19.3: Choose an opponent with a knight on the board."


@pytest.mark.rule("CK-19.4")
def test_roads_that_a_diplomat_may_not_remove():
    roads = edges(LAND, "13-18", "18-24")
    state = holding("diplomat", island(2, settlements={0: [13]}, roads={0: roads}))
    state.place(0, 24, KNIGHT)
    assert why(state, ("card", "diplomat")) == (
        "CK-19.4: There is no open road that may be removed."
    )
    state.lift(24)
    assert why(state, ("card", "diplomat")) == ""
    state.lay_road(1, *edges(LAND, "40-45"))
    go_on(state, ("card", "diplomat"))
    assert why(state, roads[1]) == ""
    assert why(state, roads[0]) == "CK-19.4: The road is not open."
    one = holding("diplomat", island(2, roads={0: edges(LAND, "13-18", "40-45")}))
    go_on(one, ("card", "diplomat"))
    assert why(one, roads[0]) == ""
    one.place(0, 18, KNIGHT)
    assert why(one, roads[0]) == "CK-19.4: A knight would be left without a road."


@pytest.mark.rule("CK-19.7")
def test_a_spy_at_somebody_without_progress_cards():
    state = holding("spy", island(3))
    deal(state, 1, "warlord")
    deal(state, 2, "crane")
    go_on(state, ("card", "spy"))
    assert why(state, 2) == ""
    state.progress[2], state.backs[2] = (), (0, 0, 0)
    assert why(state, 2) == "CK-19.7: Choose an opponent who holds a progress card."


@pytest.mark.rule("CK-20.5")
def test_an_inventor_where_two_numbers_cannot_be_swapped():
    state = holding("inventor", island(2))
    assert why(state, ("card", "inventor")) == ""
    state.numbers = (5, *(6 for _ in state.numbers[1:]))
    wanted = "CK-20.5: There are no two tokens that could be swapped."
    assert why(state, ("card", "inventor")) == wanted
    state.numbers = (5, 4, *state.numbers[2:])
    assert why(state, ("card", "inventor")) == ""
