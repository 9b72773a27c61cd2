"""Knights: recruit, activate, promote, act (CK-15, CK-16)."""

from __future__ import annotations

import pytest

from engine.games.knights.action_phase import Main
from engine.games.knights.board import members
from engine.games.knights.state import BASIC_KNIGHT, EMPTY, STRONG_KNIGHT, Island, strength
from engine.games.knights.turn import BeginTurn, Roll
from tests.engine.games.knights.positions import (
    bank,
    deal,
    edges,
    give,
    hand,
    island,
    level,
    notes,
    pending_step,
    possible,
    refused,
    run_agenda,
    step,
    waits,
)

LAND = island()


WAY = ("13-18", "18-24", "24-30")


@pytest.mark.rule("CK-15.1", "CK-2.3", "CK-15.10")
def test_inactive_knight_is_recruited_at_the_end_of_an_own_road():
    state = island(
        settlements={0: [13]},
        roads={0: edges(LAND, "13-18", "18-24", "24-30")},
        knights={1: {24: 1}},
    )
    give(state, 0, wool=1, ore=1)
    assert possible(state, "recruit") == [(18,), (30,)]
    assert refused(state, ("recruit", 24)) == "CK-2.3"
    assert refused(state, ("recruit", 50)) == "CK-15.1"
    run_agenda(state, ("recruit", 18))
    assert state.pieces[18] == BASIC_KNIGHT
    assert not state.active_knights
    assert hand(state, 0) == {}
    assert not state.sites & 1 << 18


@pytest.mark.rule("CK-15.2")
def test_only_basic_knights_are_recruited():
    state = island(2, roads={0: edges(LAND, "13-18", "18-24")}, knights={0: {13: 1, 18: 1}})
    give(state, 0, wool=2, ore=2)
    assert possible(state, "recruit") == []
    assert refused(state, ("recruit", 24)) == "CK-15.2"
    run_agenda(state, ("promote", 13))
    assert possible(state, "recruit") == [(24,)]


@pytest.mark.rule("CK-15.3", "CK-15.9", "CK-16.1")
def test_knight_activated_this_turn_is_not_ready():
    state = island(2, roads={0: edges(LAND, "13-18")}, knights={0: {13: 1}})
    give(state, 0, grain=1, wool=1, ore=1)
    run_agenda(state, ("activate", 13), ("promote", 13))
    assert state.active_knights == 1 << 13
    assert state.level_at(13) == 2
    assert possible(state, "move") == []
    assert refused(state, ("move", 13, 18)) == "CK-16.1"
    assert refused(state, ("activate", 13)) == "CK-15.3"


@pytest.mark.rule("CK-15.4", "CK-15.5", "CK-15.8")
def test_promoted_knight_keeps_its_state_and_is_promoted_once_per_turn():
    state = island(
        2,
        roads={0: edges(LAND, "13-18", "18-24")},
        knights={0: {13: 1, 18: 1}},
        ready=[13],
    )
    give(state, 0, wool=4, ore=4)
    run_agenda(state, ("promote", 13), ("promote", 18))
    assert (state.active_knights, state.ready) == (1 << 13, 1 << 13)
    assert [state.left(0, piece) for piece in (4, 5, 6)] == [2, 0, 2]
    level(state, 0, 0, 3, 0)
    assert possible(state, "promote") == []
    assert refused(state, ("promote", 13)) == "CK-15.8"
    run_agenda(state, ("move", 13, 24))
    assert refused(state, ("promote", 24)) == "CK-15.8"


@pytest.mark.rule("CK-15.8", "CK-15.9")
def test_knight_may_be_recruited_promoted_and_activated_in_one_turn():
    state = island(2, roads={0: edges(LAND, "13-18")})
    give(state, 0, wool=2, ore=2, grain=1)
    run_agenda(state, ("recruit", 13), ("promote", 13), ("activate", 13))
    assert state.level_at(13) == 2
    assert possible(state, "move") == []


@pytest.mark.rule("CK-15.6", "CK-13.5", "CK-15.4")
def test_mighty_knights_need_the_fortress():
    state = island(2, knights={0: {13: 2, 18: 3}})
    give(state, 0, wool=2, ore=2)
    level(state, 0, 0, 2, 0)
    assert possible(state, "promote") == []
    assert refused(state, ("promote", 13)) == "CK-15.6"
    assert refused(state, ("promote", 18)) == "CK-15.6"
    level(state, 0, 0, 3, 0)
    run_agenda(state, ("promote", 13))
    assert state.level_at(13) == 3


@pytest.mark.rule("CK-15.4")
def test_promotion_needs_a_knight_of_the_next_level_in_the_supply():
    state = island(2, knights={0: {13: 1, 18: 2, 23: 2}})
    give(state, 0, wool=1, ore=1)
    assert possible(state, "promote") == []
    assert refused(state, ("promote", 13)) == "CK-15.4"
    assert refused(state, ("promote", 40)) == "CK-15.4"


def line(*pairs: str) -> list[int]:
    """The edges of a road."""
    return edges(LAND, *pairs)


@pytest.mark.rule("CK-15.1", "CK-11.7")
def test_knight_is_recruited_at_or_between_own_roads():
    state = island(2, settlements={1: [13], 0: [23]}, roads={0: line("18-24", "24-30")})
    give(state, 0, wool=1, ore=1)
    assert possible(state, "recruit") == [(18,), (24,), (30,)]
    run_agenda(state, ("recruit", 18))
    assert (state.contribution(0), strength(state, 0)) == (0, 1)
    assert state.ready == 0


@pytest.mark.rule("CK-15.2", "CK-15.4", "CK-1.5")
def test_knights_of_each_level_run_out_and_return():
    state = island(
        2,
        roads={0: line(*WAY, "30-36", "36-41", "41-45", "45-49")},
        knights={0: {13: 1, 18: 1, 24: 2, 30: 2, 36: 3, 41: 3}},
        settlements={1: [52]},
    )
    level(state, 0, 0, 3, 0)
    give(state, 0, wool=5, ore=5)
    assert possible(state, "promote") == []
    assert refused(state, ("promote", 13)) == refused(state, ("promote", 24)) == "CK-15.4"
    assert refused(state, ("promote", 36)) == "CK-15.6"
    assert refused(state, ("recruit", 45)) == "CK-15.2"
    state.lift(41)
    run_agenda(state, ("promote", 24), ("promote", 13), ("recruit", 45))
    assert [state.left(0, piece) for piece in (4, 5, 6)] == [0, 0, 0]
    assert refused(state, ("promote", 18)) == "CK-15.4"


@pytest.mark.rule("CK-15.3", "CK-15.10")
def test_knight_of_any_level_is_activated_for_one_grain():
    state = island(2, knights={0: {13: 1, 18: 2, 24: 3}, 1: {40: 1}})
    give(state, 0, grain=3)
    run_agenda(state, ("activate", 24), ("activate", 13), ("activate", 18))
    assert bank(state, "grain") == 19
    assert (state.contribution(0), state.ready) == (6, 0)
    give(state, 0, grain=1)
    assert refused(state, ("activate", 40)) == refused(state, ("activate", 50)) == "CK-15.3"


@pytest.mark.rule("CK-15.5", "CK-16.1", "CK-15.9")
def test_promoted_ready_knight_acts_with_its_new_level():
    state = island(
        2, roads={0: line(*WAY)}, knights={0: {13: 1, 30: 1}, 1: {24: 1}}, active=[], ready=[13]
    )
    give(state, 0, wool=2, ore=2)
    assert possible(state, "displace") == []
    run_agenda(state, ("promote", 13), ("promote", 30))
    assert possible(state, "displace") == [(13, 24)]
    run_agenda(state, ("displace", 13, 24))
    assert state.level_at(24) == 2
    assert state.knights[1] == 0


@pytest.mark.rule("CK-15.6", "CK-13.5", "CK-13.7")
@pytest.mark.parametrize(("politics", "may"), [(0, False), (2, False), (3, True), (5, True)])
def test_fortress_works_from_politics_level_three(politics: int, may: bool):
    state = island(2, knights={0: {13: 2}})
    level(state, 0, 5, politics, 5)
    give(state, 0, wool=1, ore=1)
    assert (possible(state, "promote") == [(13,)]) == may
    deal(state, 0, "smith")
    assert (possible(state, "card") == [("smith",)]) == may


@pytest.mark.rule("CK-15.8", "CK-20.11")
def test_paid_and_smith_promotions_are_counted_together():
    state = island(2, knights={0: {13: 1, 18: 1}})
    level(state, 0, 0, 3, 0)
    give(state, 0, wool=2, ore=2)
    deal(state, 0, "smith", "smith")
    run_agenda(state, ("promote", 13), ("card", "smith"))
    assert (state.level_at(13), state.level_at(18)) == (2, 2)
    assert refused(state, ("promote", 13)) == refused(state, ("promote", 18)) == "CK-15.8"
    assert possible(state, "card") == []


# ---------------------------------------------------------------------- acting


@pytest.mark.rule("CK-16.1", "CK-16.2", "CK-15.9", "CK-15.3")
def test_w16_ready_knights():
    state = island(
        2, roads={0: edges(LAND, "13-18", "18-24")}, knights={0: {24: 1, 13: 1}}, active=[24]
    )
    give(state, 0, grain=2)
    state.agenda.clear()
    step(state, BeginTurn(0))
    assert state.ready == 1 << 24
    state.agenda.clear()
    state.push(Main(0))
    run_agenda(state, ("activate", 13))
    assert {pick[0] for pick in possible(state, "move")} == {24}
    run_agenda(state, ("chase", 24), 0)
    assert state.active_knights == 1 << 13
    run_agenda(state, ("activate", 24))
    assert state.active_knights == 1 << 13 | 1 << 24
    assert possible(state, "move") == possible(state, "chase") == []
    assert state.contribution(0) == 2


@pytest.mark.rule("CK-16.2")
def test_every_ready_knight_may_act_once():
    state = island(
        2,
        roads={0: edges(LAND, "13-18", "18-24", "24-30")},
        knights={0: {13: 1, 18: 1}},
        ready=[13, 18],
    )
    run_agenda(state, ("move", 18, 30), ("move", 13, 24))
    assert possible(state, "move") == []
    assert state.active_knights == 0
    assert refused(state, ("move", 24, 18)) == "CK-16.1"


@pytest.mark.rule("CK-16.3", "CK-16.4")
def test_knight_travels_over_own_roads_past_own_pieces_only():
    state = island(
        settlements={0: [18], 1: [29]},
        roads={0: edges(LAND, "13-18", "18-23", "23-29", "29-34", "9-13")},
        knights={0: {13: 1}},
        ready=[13],
    )
    goals = {pick[1] for pick in possible(state, "move")}
    assert goals == {23, 9}
    assert refused(state, ("move", 13, 34)) == "CK-16.4"
    assert refused(state, ("move", 13, 13)) == "CK-16.4"
    assert refused(state, ("move", 40, 13)) == "CK-16.1"
    run_agenda(state, ("move", 13, 23))
    assert (state.pieces[13], state.pieces[23]) == (EMPTY, BASIC_KNIGHT)
    assert state.active_knights == 0
    assert "moves from n13 Pa2/" in notes(state)[-1]
    assert " to n23 " in notes(state)[-1]


def w17() -> Island:
    """The position of W17."""
    return island(
        settlements={1: [34]},
        roads={0: edges(LAND, "18-24", "18-23"), 1: edges(LAND, "23-29", "29-34")},
        knights={0: {24: 2}, 1: {23: 1}},
        active=[23],
        ready=[24],
    )


@pytest.mark.rule("CK-16.3", "CK-16.5", "CK-16.6", "CK-16.7", "CK-16.8")
def test_w17_displacement():
    state = w17()
    state.active_knights |= 1 << 24
    assert possible(state, "displace") == [(24, 23)]
    run_agenda(state, ("displace", 24, 23))
    assert waits(state) == "Main 0"
    assert (state.pieces[23], state.owners[23]) == (STRONG_KNIGHT, 0)
    assert (state.pieces[29], state.owners[29]) == (BASIC_KNIGHT, 1)
    assert state.active_knights == 1 << 29
    blocked = island(
        settlements={1: [34]},
        roads={0: edges(LAND, "18-24", "18-23"), 1: edges(LAND, "23-29", "29-34")},
        knights={0: {24: 2}, 1: {23: 1}, 2: {29: 1}},
        ready=[24],
    )
    run_agenda(blocked, ("displace", 24, 23))
    assert blocked.knights[1] == 0
    assert blocked.left(1, 4) == 2
    assert any("returns to the supply" in line for line in notes(blocked))


@pytest.mark.rule("CK-16.5", "CK-16.8")
def test_only_weaker_knights_are_displaced_active_or_not():
    state = island(
        roads={0: edges(LAND, "18-24", "18-23", "13-18", "24-30")},
        knights={0: {18: 2}, 1: {23: 2, 24: 1}, 2: {13: 3}},
        active=[24],
        ready=[18],
    )
    assert possible(state, "displace") == [(18, 24)]
    assert refused(state, ("displace", 18, 23)) == "CK-16.5"
    run_agenda(state, ("displace", 18, 24))
    assert state.knights[1] == 1 << 23


@pytest.mark.rule("CK-16.6", "CK-16.7", "CK-12.6")
def test_owner_chooses_among_nodes_reachable_by_own_roads():
    roads = edges(LAND, "24-30", "30-35", "17-23", "23-29")
    state = island(
        2,
        roads={0: edges(LAND, "18-24", "18-23"), 1: roads},
        knights={0: {23: 2}, 1: {24: 1}},
        ready=[23],
    )
    run_agenda(state, ("displace", 23, 24))
    assert waits(state) == "Relocate 1"
    assert set(pending_step(state).options(state)) == {30, 35}
    assert refused(state, 23) == "CK-16.6"
    run_agenda(state, 35)
    assert state.owners[35] == 1
    assert not state.active_knights


@pytest.mark.rule("CK-16.9", "CK-16.10", "CK-9.8")
def test_ready_knight_chases_the_robber_and_robs():
    state = island(2, settlements={1: [0]}, knights={0: {24: 1, 18: 1, 41: 1}}, ready=[24, 18, 41])
    give(state, 1, ore=2)
    assert possible(state, "chase") == [(18,), (24,)]
    assert refused(state, ("chase", 41)) == "CK-16.9"
    run_agenda(state, ("chase", 24), 0, "ore")
    assert hand(state, 0) == {"ore": 1}
    assert possible(state, "chase") == []
    assert state.ready == 1 << 18 | 1 << 41
    assert state.active_knights == state.ready


@pytest.mark.rule("CK-16.11", "CK-9.5")
def test_locked_robber_cannot_be_chased():
    state = island(2, knights={0: {24: 1}}, ready=[24])
    state.robber_locked = True
    assert possible(state, "chase") == []
    assert refused(state, ("chase", 24)) == "CK-16.11"


@pytest.mark.rule("CK-16.1", "CK-16.2", "CK-19.8", "CK-15.3")
def test_activation_never_readies_a_knight():
    state = island(2, roads={0: line(*WAY)}, knights={0: {13: 1, 18: 1}}, ready=[13])
    give(state, 0, grain=1)
    deal(state, 0, "warlord", "warlord")
    run_agenda(state, ("card", "warlord"))
    assert {pick[0] for pick in possible(state, "move")} == {13}
    run_agenda(state, ("move", 13, 30))
    assert possible(state, "move") == []
    run_agenda(state, ("card", "warlord"))
    assert (state.contribution(0), state.ready) == (2, 0)
    assert refused(state, ("move", 30, 24)) == "CK-16.1"


@pytest.mark.rule("CK-16.3", "CK-16.5", "CK-15.10")
def test_knight_passes_own_pieces_and_stops_at_others():
    state = island(
        3,
        settlements={0: [18], 2: [29]},
        roads={0: line("13-18", "18-24", "24-30", "30-35", "35-40", "18-23", "23-29", "29-34")},
        knights={0: {13: 3, 24: 1}, 1: {35: 1}},
        ready=[13],
    )
    assert {pick[1] for pick in possible(state, "move")} == {30, 23}
    assert possible(state, "displace") == [(13, 35)]
    for beyond in (40, 34, 29, 18, 24):
        assert refused(state, ("move", 13, beyond)) == "CK-16.4"


@pytest.mark.rule("CK-16.3")
def test_knight_goes_around_a_piece_it_cannot_pass():
    ring = line("12-17", "17-23", "18-23", "13-18", "8-13", "8-12")
    state = island(2, roads={0: ring}, knights={0: {12: 1}, 1: {17: 1}}, ready=[12])
    assert {pick[1] for pick in possible(state, "move")} == {8, 13, 18, 23}


@pytest.mark.rule("CK-16.5")
@pytest.mark.parametrize("own", [1, 2, 3])
def test_only_knights_of_lower_level_are_displaced(own: int):
    state = island(
        2,
        settlements={1: [8]},
        roads={0: line("13-18", "18-24", "18-23", "13-9", "8-13")},
        knights={0: {13: own}, 1: {18: 1, 9: 2}},
        active=[9],
        ready=[13],
    )
    weaker = [node for node, theirs in ((9, 2), (18, 1)) if theirs < own]
    assert possible(state, "displace") == [(13, node) for node in weaker]


@pytest.mark.rule("CK-16.6", "CK-16.7")
def test_displaced_knight_must_move_or_is_removed():
    state = island(
        2,
        roads={0: line("13-18"), 1: line("18-24")},
        knights={0: {13: 2}, 1: {18: 1}},
        ready=[13],
    )
    run_agenda(state, ("displace", 13, 18))
    assert members(state.knights[1]) == (24,)
    bare = island(2, roads={0: line("13-18")}, knights={0: {13: 2}, 1: {18: 1}}, ready=[13])
    run_agenda(bare, ("displace", 13, 18))
    assert (bare.knights[1], bare.left(1, 4)) == (0, 2)


@pytest.mark.rule("CK-16.6", "CK-16.8", "CK-16.3")
def test_displaced_knight_keeps_its_state_and_displaces_nobody():
    state = island(
        3,
        settlements={1: [30]},
        roads={0: line("13-18", "18-24"), 1: line("24-30", "30-35", "35-40", "24-19")},
        knights={0: {13: 3}, 1: {24: 2, 35: 1}, 2: {19: 1}},
        active=[35, 24],
        ready=[13],
    )
    run_agenda(state, ("displace", 13, 24))
    assert (state.level_at(40), state.active_knights) == (2, 1 << 40 | 1 << 35)
    assert members(state.knights[2]) == (19,)


@pytest.mark.rule("CK-16.8", "CK-16.2", "CK-16.5")
def test_displacer_is_inactive_and_acts_no_more_after_activation():
    state = island(2, roads={0: line(*WAY)}, knights={0: {13: 3}, 1: {24: 1}}, ready=[13])
    give(state, 0, grain=1)
    run_agenda(state, ("displace", 13, 24), ("activate", 24))
    assert (state.contribution(0), state.ready) == (3, 0)
    assert possible(state, "move") == possible(state, "chase") == []


@pytest.mark.rule("CK-16.5", "CK-16.6", "CK-16.7", "CK-16.2")
def test_several_knights_may_be_displaced_along_one_road():
    state = island(
        2,
        roads={0: line(*WAY, "30-36"), 1: line("24-30", "30-35", "30-36")},
        knights={0: {13: 2, 18: 3}, 1: {24: 1}},
        ready=[13, 18],
    )
    run_agenda(state, ("displace", 13, 24))
    assert waits(state) == "Relocate 1"
    assert pending_step(state).options(state) == (30, 35, 36)
    run_agenda(state, 30, ("displace", 18, 30))
    assert waits(state) == "Relocate 1"
    assert pending_step(state).options(state) == (35, 36)
    run_agenda(state, 36)
    assert members(state.knights[0]) == (24, 30)
    assert state.active_knights == 0


@pytest.mark.rule("CK-16.9", "CK-9.7", "CK-9.8", "CK-16.2")
@pytest.mark.parametrize("own", [1, 2, 3])
def test_knight_of_any_level_chases_the_robber_and_stays(own: int):
    state = island(3, settlements={1: [0], 2: [4]}, knights={0: {18: own}}, ready=[18])
    give(state, 1, ore=1)
    give(state, 2, coin=1)
    run_agenda(state, ("chase", 18))
    assert waits(state) == "RobberHex 0"
    assert refused(state, 9) == "CK-9.7"
    run_agenda(state, 0)
    assert waits(state) == "RobberVictim 0"
    run_agenda(state, 2, "coin")
    assert (members(state.knights[0]), state.active_knights, state.ready) == ((18,), 0, 0)
    assert hand(state, 0) == {"coin": 1}


@pytest.mark.rule("CK-16.9", "CK-16.10", "CK-16.1")
def test_only_ready_knights_at_the_hex_of_the_robber_chase_it():
    state = island(2, knights={0: {18: 1, 24: 1, 41: 1}, 1: {23: 1}}, active=[24, 23], ready=[18])
    assert possible(state, "chase") == [(18,)]
    assert refused(state, ("chase", 24)) == "CK-16.1"
    assert refused(state, ("chase", 23)) == "CK-16.9"
    run_agenda(state, ("chase", 18), 14)
    state.ready = 1 << 41
    state.active_knights |= 1 << 41
    run_agenda(state, ("chase", 41), 9)
    assert state.robber == 9


@pytest.mark.rule("CK-16.11", "CK-6.21")
def test_lost_attack_unlocks_the_robber_for_knights_too():
    state = island(2, cities={1: [13]}, knights={0: {18: 1}}, ready=[18])
    state.robber_locked, state.ship = True, 6
    assert refused(state, ("chase", 18)) == "CK-16.11"
    step(state, Roll(0), (1, 1, "ship"))
    assert not state.robber_locked
    state.active_knights = state.ready = 1 << 18
    assert possible(state, "chase") == [(18,)]


@pytest.mark.rule("CK-12.2", "CK-12.5", "CK-12.6", "CK-16.6")
@pytest.mark.parametrize(("goal", "length", "holder"), [(29, 3, -1), (44, 5, 0)])
def test_relocated_knight_may_cut_longest_road_of_the_displacer(
    goal: int, length: int, holder: int
):
    own = line("12-17", "17-23", "23-29", "29-34", "34-39")
    theirs = line("39-44", "40-44", "35-40", "29-35")
    state = island(2, roads={0: own, 1: theirs}, knights={0: {12: 2}, 1: {39: 1}}, ready=[12])
    assert state.award == 0
    run_agenda(state, ("displace", 12, 39))
    assert (waits(state), state.award) == ("Relocate 1", 0)
    run_agenda(state, goal)
    assert (state.lengths[0], state.award) == (length, holder)


@pytest.mark.rule("CK-15.8", "CK-16.2")
def test_displacing_knight_is_not_promoted_twice():
    state = island(
        2, roads={0: line("13-18", "18-24")}, knights={0: {13: 1}, 1: {18: 1}}, ready=[13]
    )
    level(state, 0, 0, 3, 0)
    give(state, 0, wool=2, ore=2)
    run_agenda(state, ("promote", 13), ("displace", 13, 18))
    assert refused(state, ("promote", 18)) == "CK-15.8"
    assert state.promoted == 1 << 18
