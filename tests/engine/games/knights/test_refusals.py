"""Refusal messages: each in a position where it is true, and one step away from it, where it is not
true and does not appear."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engine.games.knights.barbarians import Attack
from engine.games.knights.board import members
from engine.games.knights.robber import RobberHex, RobberVictim
from engine.games.knights.setup import SetupRoad, SetupSettlement, put_building
from engine.games.knights.state import CITY, SETTLEMENT, TIPPED, Island
from tests.engine.games.knights.positions import (
    bag,
    deal,
    edges,
    give,
    island,
    level,
    metropolis,
    pending_step,
    run_agenda,
    shut,
    step,
    why,
)

LAND = island()
KNIGHT = TIPPED + 1
"""A basic knight, as a piece on a node."""


# ---------------------------------------------------------------- knights (CK-16)


def crossroads(others: Mapping[int, int] | None = None) -> Island:
    """Seat 0 has a ready strong knight on n18, from which roads lead to its settlement on n13, to
    n23, where seat 1 has a knight, and over n24 to n30; another ready one can go from n40 to n45.
    The others' knights are levels by node."""
    return island(
        2,
        settlements={0: [13]},
        roads={0: edges(LAND, "18-24", "18-23", "13-18", "24-30", "40-45")},
        knights={0: {18: 2, 40: 1}, 1: {23: 2, **(others or {})}},
        ready=[18, 40],
    )


@pytest.mark.rule("CK-16.5")
def test_reachable_knight_that_is_not_weaker_has_its_own_refusal():
    state = crossroads({24: 1})
    assert why(state, ("displace", 18, 24)) == ""
    assert why(state, ("displace", 18, 23)) == "CK-16.5: That knight is not weaker than this one."
    nobody = "CK-16.5: No opponent's knight stands there."
    assert why(state, ("displace", 18, 13)) == nobody
    state.lift(24)
    state.place(1, 30, state.pieces[23] - 1)
    assert why(state, ("displace", 18, 24)) == nobody
    assert why(state, ("displace", 18, 30)) == ""


@pytest.mark.rule("CK-16.3", "CK-16.4")
def test_reachable_occupied_node_has_its_own_refusal():
    state = crossroads()
    assert why(state, ("move", 18, 24)) == ""
    for node in (13, 23):
        assert why(state, ("move", 18, node)) == "CK-16.4: Something is already there."
    assert why(state, ("move", 18, 18)) == "CK-16.4: This knight is already there."
    beyond = "CK-16.4: This knight cannot reach that corner."
    assert why(state, ("move", 18, 29)) == beyond
    assert why(state, ("move", 18, 30)) == ""
    state.place(1, 24, state.pieces[23])
    assert why(state, ("move", 18, 24)) == "CK-16.4: Something is already there."
    assert why(state, ("move", 18, 30)) == beyond


@pytest.mark.rule("CK-16.4", "CK-16.5")
def test_immobile_ready_knight_is_refused_and_mobile_asked_where():
    state = crossroads()
    assert why(state, ("move", 40)) == "CK-16.4: Choose where this knight goes."
    state.place(1, 45, state.pieces[23])
    assert why(state, ("move", 40)) == "CK-16.4: This knight cannot reach an empty corner."
    assert why(state, ("move", 18)) == "CK-16.4: Choose where this knight goes."
    state.place(1, 24, state.pieces[23] - 1)
    none = "CK-16.5: This knight cannot reach a weaker knight of an opponent."
    assert why(state, ("displace", 40)) == none
    assert why(state, ("displace", 18)) == "CK-16.5: Choose where this knight goes."


@pytest.mark.rule("CK-16.1", "CK-16.2", "CK-15.9")
def test_refusal_distinguishes_inactive_and_freshly_activated_knights():
    state = crossroads()
    state.place(0, 35, state.pieces[18])
    give(state, 0, grain=2)
    inactive = "CK-16.1: This knight is inactive. Only active knights can act."
    late = "CK-16.1: This knight was activated this turn and cannot act until your next turn."
    for key in ("move", "displace", "chase"):
        assert inactive not in why(state, (key, 18))
    assert why(state, ("move", 35)) == inactive
    run_agenda(state, ("activate", 35))
    assert why(state, ("move", 35)) == late
    run_agenda(state, ("move", 18, 24))
    assert why(state, ("move", 24)) == inactive
    run_agenda(state, ("activate", 24))
    assert why(state, ("move", 24)) == late


# ---------------------------------------------------------------- building (CK-11)


def rich(state: Island) -> Island:
    """The same position with a large hand of seat 0."""
    give(state, 0, lumber=4, brick=4, wool=4, grain=4, ore=4)
    return state


@pytest.mark.rule("CK-11.3", "CK-11.2")
def test_building_past_another_players_piece():
    state = rich(island(2, settlements={0: [13]}, roads={0: edges(LAND, "13-18")}))
    beyond = ("road", *edges(LAND, "18-24"))
    assert why(state, beyond) == ""
    state.place(1, 18, KNIGHT)
    assert why(state, beyond) == "CK-11.3: You cannot build past another player's piece."
    state.lift(18)
    state.place(0, 18, KNIGHT)
    assert why(state, beyond) == ""


@pytest.mark.rule("CK-11.4", "CK-11.7")
def test_settlement_without_own_road():
    state = rich(island(2, settlements={0: [13]}, roads={0: edges(LAND, "13-18", "18-24")}))
    assert why(state, ("settlement", 24)) == ""
    wanted = "CK-11.4: A settlement must be at the end of one of your own roads."
    assert why(state, ("settlement", 30)) == wanted
    state.lay_road(0, *edges(LAND, "24-30"))
    assert why(state, ("settlement", 30)) == ""
    assert why(state, ("settlement", 54)) == "CK-11.4: That is not a corner of the island."
    assert "not a corner" not in why(state, ("settlement", 53))


@pytest.mark.rule("CK-6.19", "CK-11.8", "CK-1.5")
def test_city_with_a_tipped_one_or_none_left():
    state = rich(island(2, settlements={0: [13]}))
    assert why(state, ("city", 13)) == ""
    put_building(state, 0, 40, TIPPED)
    assert why(state, ("city", 13)) == "CK-6.19: You must rebuild the tipped city first."
    assert why(state, ("city", 40)) == ""
    three = rich(island(2, settlements={0: [13]}, cities={0: [0, 2, 11]}))
    assert why(three, ("city", 13)) == ""
    put_building(three, 0, 40, CITY)
    assert why(three, ("city", 13)) == "CK-1.5: You have no cities left."


@pytest.mark.rule("CK-11.10")
def test_wall_without_city_second_wall_and_none_left():
    state = rich(island(2, settlements={0: [40]}, cities={0: [13, 0]}, walls=[0]))
    assert why(state, ("wall", 13)) == ""
    assert why(state, ("wall", 0)) == "CK-11.10: That city already has a wall."
    assert (
        why(state, ("wall", 40))
        == "CK-11.10: You can place a wall only under one of your own cities."
    )
    walled = rich(island(2, cities={0: [13, 0, 2, 40]}, walls=[0, 2]))
    assert why(walled, ("wall", 13)) == ""
    walled.walls |= 1 << 40
    assert why(walled, ("wall", 13)) == "CK-11.10: You have no walls left."


# ---------------------------------------------------------------- improvements (CK-13, CK-14)


def improving(*levels: int, cities: Sequence[int] = (13,)) -> Island:
    """Seat 0 has these levels, and commodities for any."""
    state = island(2, cities={0: cities})
    level(state, 0, *levels)
    give(state, 0, cloth=5, coin=5, paper=5)
    return state


@pytest.mark.rule("CK-13.1")
def test_track_at_its_end():
    state = improving(4, 0, 0)
    metropolis(state, 0, 0, 13)
    assert why(state, ("improve", "trade")) == ""
    level(state, 0, 5, 0, 0)
    assert why(state, ("improve", "trade")) == "CK-13.1: That track is complete."


@pytest.mark.rule("CK-13.8", "CK-13.9")
@pytest.mark.parametrize(("number", "rule"), [(3, "CK-13.8"), (4, "CK-13.9")])
def test_level_that_needs_a_city_without_metropolis(number: int, rule: str):
    state = improving(1, number, 0)
    assert why(state, ("improve", "politics")) == ""
    metropolis(state, 0, 0, 13)
    wanted = f"{rule}: You need a city without a metropolis for this level."
    assert why(state, ("improve", "politics")) == wanted
    put_building(state, 0, 40, CITY)
    assert why(state, ("improve", "politics")) == ""


@pytest.mark.rule("CK-14.1", "CK-14.7")
def test_metropolis_on_a_city_that_has_one():
    state = improving(3, 4, 0, cities=[13, 0, 40])
    metropolis(state, 1, 0, 13)
    run_agenda(state, ("improve", "trade"))
    wanted = "CK-14.1: Choose one of your own cities without a metropolis."
    assert why(state, 13) == wanted
    assert why(state, 0) == ""


# ---------------------------------------------------------------- barbarians and robber (CK-6, 9)


@pytest.mark.rule("CK-6.10")
def test_empty_deck_when_the_defence_is_shared():
    state = island(2, cities={0: [13]}, knights={0: {14: 1}, 1: {40: 1}}, active=[14, 40])
    step(state, Attack())
    assert why(state, "trade") == ""
    state.deck_sizes[0] = 0
    assert why(state, "trade") == "CK-6.10: Choose a deck that is not empty."


@pytest.mark.rule("CK-6.14", "CK-6.16")
def test_city_with_a_metropolis_is_not_lost():
    state = island(2, cities={0: [13, 0, 40]})
    metropolis(state, 0, 0, 13)
    step(state, Attack())
    wanted = "CK-6.14: You can only lose one of your own cities without a metropolis."
    assert why(state, 13) == wanted
    assert why(state, 0) == ""


@pytest.mark.rule("CK-9.7")
def test_robber_to_its_own_hex_or_the_sea():
    state = island(2)
    state.push(RobberHex(0))
    assert why(state, state.robber) == "CK-9.7: You must move the robber to another hex."
    assert why(state, 19) == "CK-9.7: You must place the robber on a land hex."
    assert why(state, 18) == ""


# ---------------------------------------------------------------- trade (CK-10)


@pytest.mark.rule("CK-10.2")
def test_bank_trade_for_the_same_kind():
    state = island(2)
    give(state, 0, ore=4)
    assert why(state, ("bank", "ore", "wool")) == ""
    assert why(state, ("bank", "ore", "ore")) == "CK-10.2: Choose a different kind in return."


# ---------------------------------------------------------------- commands as a whole


@pytest.mark.rule("CK-16.1", "CK-16.4", "CK-16.9", "CK-16.11")
def test_knights_without_a_use():
    state = island(2, settlements={0: [13]}, knights={0: {18: 1}}, active=[18])
    none = "CK-16.1: None of your knights can act now."
    assert [shut(state, key) for key in ("move", "displace")] == [none, none]
    assert shut(state, "chase") == "CK-16.9: You have no ready knight next to the robber."
    state.ready = state.active_knights
    assert shut(state, "move") == "CK-16.4: None of your ready knights can do that."
    state.lay_road(0, *edges(LAND, "18-24"))
    assert shut(state, "move") == ""
    assert shut(state, "displace") == "CK-16.5: None of your ready knights can do that."
    state.place(0, members(state.board.hex_masks[state.robber])[0], KNIGHT)
    state.ready |= state.board.hex_masks[state.robber]
    assert shut(state, "chase") == ""
    state.robber_locked = True
    assert shut(state, "chase") == "CK-16.11: You cannot move the robber before the first attack."


@pytest.mark.rule("CK-16.9")
def test_knight_away_from_the_robber():
    state = crossroads()
    here = members(state.board.hex_masks[state.robber] & ~state.occupied)[0]
    state.place(0, here, KNIGHT)
    state.ready |= 1 << here
    assert why(state, ("chase", here)) == ""
    assert why(state, ("chase", 40)) == "CK-16.9: The robber is not next to this knight."
    wanted = "CK-16.9: Choose a ready knight next to the robber's hex."
    assert why(state, ("chase", 13)) == wanted
    assert why(state, ("move", 13)) == "CK-16.1: Choose one of your own knights."
    assert why(state, ("move", "far")) == "CK-16.1: Choose a ready knight."


@pytest.mark.rule("CK-16.6")
def test_illegal_place_for_a_displaced_knight():
    roads = edges(LAND, "23-29", "29-34", "17-23")
    state = island(2, roads={1: roads}, knights={0: {18: 2}, 1: {23: 1}}, ready=[18])
    state.lay_road(0, *edges(LAND, "18-23"))
    run_agenda(state, ("displace", 18, 23))
    assert why(state, 29) == ""
    wanted = "CK-16.6: The knight must go to an empty corner that it can reach along your roads."
    assert [why(state, node) for node in (18, 23, 40)] == [wanted] * 3


@pytest.mark.rule("CK-15.1", "CK-15.2", "CK-2.3")
def test_no_place_for_a_recruited_knight():
    state = rich(island(2, settlements={0: [13]}))
    assert shut(state, "recruit") == "CK-15.1: None of your roads ends at an empty corner."
    state.lay_road(0, *edges(LAND, "13-18"))
    assert why(state, ("recruit", 18)) == ""
    wanted = "CK-15.1: Place the knight on an empty corner at the end of one of your own roads."
    assert why(state, ("recruit", 24)) == wanted
    assert why(state, ("recruit", 13)) == "CK-2.3: Something is already there."
    state.place(0, 40, KNIGHT)
    assert shut(state, "recruit") == ""
    state.place(0, 45, KNIGHT)
    assert shut(state, "recruit") == (
        "CK-15.2: Both of your basic knights are already on the board."
    )


@pytest.mark.rule("CK-15.3")
def test_already_active_knights():
    state = rich(island(2, knights={0: {13: 1, 40: 1}}, active=[13]))
    assert why(state, ("activate", 40)) == ""
    assert why(state, ("activate", 13)) == "CK-15.3: Choose one of your own inactive knights."
    state.active_knights = state.knights[0]
    assert shut(state, "activate") == "CK-15.3: You have no inactive knight."


@pytest.mark.rule("CK-15.4", "CK-15.6", "CK-15.8")
def test_knights_that_cannot_be_promoted():
    state = rich(island(2, knights={0: {13: 1, 40: 2, 45: 3}}))
    assert why(state, ("promote", 13)) == ""
    assert why(state, ("promote", 45)) == "CK-15.6: You cannot promote a mighty knight."
    wanted = "CK-15.6: For a mighty knight you need the Fortress (politics level 3)."
    assert why(state, ("promote", 40)) == wanted
    level(state, 0, 0, 3, 0)
    assert why(state, ("promote", 40)) == ""
    assert why(state, ("promote", 2)) == "CK-15.4: Choose one of your own knights."
    run_agenda(state, ("promote", 13))
    assert why(state, ("promote", 13)) == "CK-15.8: You can promote a knight only once per turn."
    assert why(state, ("promote", 40)) == ""
    full = rich(island(2, knights={0: {13: 1, 40: 2, 45: 2}}))
    assert shut(full, "promote") == "CK-15.4: You have no knight that you can promote."
    level(full, 0, 0, 3, 0)
    wanted = "CK-15.4: You have no knight of the next level left."
    assert why(full, ("promote", 13)) == wanted
    assert why(full, ("promote", 40)) == ""


@pytest.mark.rule("CK-11.2", "CK-2.3", "CK-1.5")
def test_illegal_places_for_roads():
    state = rich(island(2, settlements={0: [13]}, roads={1: edges(LAND, "9-13")}))
    (free, taken, away) = edges(LAND, "13-18", "9-13", "40-45")
    assert why(state, ("road", free)) == ""
    assert why(state, ("road", taken)) == "CK-2.3: There is already a road there."
    wanted = "CK-11.2: A road must connect to one of your own roads or buildings."
    assert why(state, ("road", away)) == wanted
    assert why(state, ("road", 72)) == "CK-11.2: That is not an edge of the island."
    bare = rich(island(2))
    assert shut(bare, "road") == "CK-11.2: There is nowhere you could build a road."
    assert shut(state, "road") == ""


@pytest.mark.rule("CK-11.4", "CK-11.5", "CK-11.7", "CK-11.8", "CK-11.10", "CK-1.5")
def test_buildings_without_a_place():
    roads = edges(LAND, "13-18", "18-24")
    state = rich(island(2, settlements={0: [13]}, roads={0: roads[:1]}))
    assert shut(state, "settlement") == "CK-11.4: There is nowhere you could build a settlement."
    state.lay_road(0, roads[1])
    assert shut(state, "settlement") == ""
    wanted = "CK-11.7: Buildings must be at least two roads apart."
    assert why(state, ("settlement", 18)) == wanted
    state.place(0, 24, KNIGHT)
    put_road(state, "24-30", "30-35")
    assert why(state, ("settlement", 24)) == "CK-11.5: There is a knight there."
    assert why(state, ("settlement", 30)) == ""
    assert (
        why(state, ("city", 24))
        == "CK-11.8: You can build a city only in place of one of your own settlements."
    )
    bare = rich(island(2, cities={0: [0]}, walls=[0]))
    wanted = "CK-11.8: You have no settlement that can become a city."
    assert shut(bare, "city") == wanted
    assert shut(bare, "wall") == "CK-11.10: You have no city without a wall."
    bare.walls = 0
    assert shut(bare, "wall") == ""
    full = rich(island(2, settlements={0: [0, 2, 11, 15]}, roads={0: edges(LAND, "40-45")}))
    assert shut(full, "settlement") == ""
    put_building(full, 0, 52, SETTLEMENT)
    assert shut(full, "settlement") == "CK-1.5: You have no settlements left."


def put_road(state: Island, *pairs: str) -> None:
    for edge in edges(state, *pairs):
        state.lay_road(0, edge)


@pytest.mark.rule("CK-11.1")
def test_missing_cards_for_a_purchase():
    state = island(2, settlements={0: [13]})
    give(state, 0, lumber=1)
    wanted = "CK-11.1: The price is 1 lumber, 1 brick. You lack 1 brick."
    assert shut(state, "road") == wanted
    give(state, 0, brick=1)
    assert shut(state, "road") == ""


@pytest.mark.rule("CK-13.1", "CK-13.2", "CK-20.3")
def test_improvements_that_cannot_be_bought():
    state = improving(0, 0, 0)
    assert why(state, ("improve", "trade")) == ""
    assert why(state, ("improve", "magic")) == "CK-13.1: There is no such track."
    wanted = "CK-20.3: You can use only one Crane per turn, and only if you have one."
    assert why(state, ("improve", "trade", "crane")) == wanted
    deal(state, 0, "crane")
    assert why(state, ("improve", "trade", "crane")) == ""
    state.crane_played = True
    assert why(state, ("improve", "trade", "crane")) == wanted
    village = island(2, settlements={0: [13]})
    give(village, 0, cloth=5)
    assert shut(village, "improve") == "CK-13.2: You can improve a track only if you have a city."


# ---------------------------------------------------------------- setup


@pytest.mark.rule("CK-3.4", "CK-3.5")
def test_illegal_places_during_setup():
    state = island(2, settlements={1: [13]})
    state.push(SetupSettlement(0))
    assert why(state, 13) == "CK-3.4: Something is already there."
    assert why(state, 18) == "CK-3.4: Buildings must be at least two roads apart."
    assert why(state, 24) == ""
    state.push(SetupRoad(1, 13))
    near, away = edges(LAND, "13-18", "18-24")
    assert why(state, near) == ""
    assert why(state, away) == "CK-3.5: The road must touch the building you have just placed."


# ---------------------------------------------------------------- trade


@pytest.mark.rule("CK-10.2", "CK-10.3")
def test_impossible_bank_trades():
    state = island(2)
    give(state, 0, ore=3)
    wanted = "CK-10.3: You do not have enough cards of any one kind for the bank."
    assert shut(state, "bank") == wanted
    give(state, 0, ore=1, wool=1)
    assert why(state, ("bank", "ore", "wool")) == ""
    assert why(state, ("bank", "wool", "ore")) == "CK-10.2: You must give the bank 4 wool."
    assert why(state, ("bank", "gold", "ore")) == "CK-10.2: That is not a kind of card."
    state.bank[state.box.kind_numbers["wool"]] = 0
    assert why(state, ("bank", "ore", "wool")) == "CK-10.2: The bank has no cards of that kind."


@pytest.mark.rule("CK-10.10", "CK-10.11")
def test_impossible_offers_and_answers():
    state = island(2)
    assert shut(state, "offer") == "CK-10.11: You have no cards to offer."
    give(state, 0, ore=1)
    assert shut(state, "offer") == ""
    wanted = (
        "CK-10.10: Offer some of your cards for cards of other kinds, at least one on each side."
    )
    assert why(state, ("offer", bag(ore=1))) == wanted
    give(state, 1, grain=1)
    run_agenda(state, ("offer", bag(ore=1), bag(wool=1)))
    assert why(state, ("accept",)) == "CK-10.11: You do not have the cards asked for."
    wanted = "CK-10.11: A counter-offer must differ from the offer."
    give(state, 1, wool=1)
    assert why(state, ("accept",)) == ""
    assert why(state, ("counter", bag(wool=1), bag(ore=1))) == wanted
    counter = ("counter", bag(grain=1), bag(ore=2))
    assert why(state, counter) == ""
    run_agenda(state, counter)
    assert why(state, ("counter", 1)) == "CK-10.11: You cannot pay for that counter-offer."
    give(state, 0, ore=1)
    assert why(state, ("counter", 1)) == ""
    wanted = "CK-10.11: Choose one of the answers, or withdraw the offer."
    assert why(state, ("accept", 1)) == wanted


@pytest.mark.rule("CK-23.8", "CK-10.10")
def test_impossible_counter_offer_in_open_discussion():
    state = island(2, answers_aloud="yes")
    give(state, 0, ore=1)
    give(state, 1, grain=1)
    run_agenda(state, ("offer", bag(ore=1), bag(wool=1)))
    assert why(state, ("counter", bag(grain=1), bag(ore=1))) == ""
    wanted = "CK-10.10: You do not have what you are offering."
    assert why(state, ("counter", bag(brick=1), bag(ore=1))) == wanted
    assert why(state, ("counter", bag(grain=1), bag(grain=1))) not in ("", wanted)


@pytest.mark.rule("CK-9.8")
def test_illegal_victims_of_the_robber():
    state = island(3, settlements={1: [23], 2: [29]})
    state.robber = next(hex for hex in range(19) if state.board.hex_masks[hex] >> 23 & 1)
    give(state, 1, ore=1)
    give(state, 2, ore=1)
    state.push(RobberVictim(0))
    assert why(state, 1) == ""
    state.lose(1, state.box.kind_numbers["ore"], 1)
    state.bank[state.box.kind_numbers["ore"]] += 1
    wanted = "CK-9.8: You can only rob an opponent with cards and a building next to the robber."
    assert why(state, 1) == wanted


# ---------------------------------------------------------------- places selected before a command


def test_reason_for_a_selected_place_is_about_what_stands_there():
    state = island(
        2,
        settlements={0: [12], 1: [40]},
        cities={0: [23]},
        knights={0: {17: 1}},
        roads={0: edges(LAND, "12-17", "17-23")},
    )

    def refused_at(place: tuple[str, int]) -> str | None:
        refusal = pending_step(state).refuse_place(state, (), place)
        return None if refusal is None else refusal.reason.plain()

    assert refused_at(("node", 12)) == (
        "Build a city: it costs 2 grain, 3 ore; you lack 2 grain, 3 ore."
    )
    assert refused_at(("node", 23)) == "Build a city wall: it costs 2 brick; you lack 2 brick."
    assert refused_at(("node", 17)) == "Activate a knight: it costs 1 grain; you lack 1 grain."
    assert refused_at(("node", 40)) is None, "somebody else's"
    assert refused_at(("node", 18)) == "Buildings must be at least two roads apart."
    assert refused_at(("node", 2)) == "A settlement must be at the end of one of your own roads."
    assert refused_at(("edge", edges(LAND, "12-17")[0])) == "There is already a road there."
    assert refused_at(("edge", 0)) == "A road must connect to one of your own roads or buildings."
    state.walls |= 1 << 23
    assert refused_at(("node", 23)) == "That city already has a wall."
    state.active_knights |= 1 << 17
    assert refused_at(("node", 17)) == (
        "Promote a knight: it costs 1 wool, 1 ore; you lack 1 wool, 1 ore."
    )
