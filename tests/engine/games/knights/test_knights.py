"""Knights: recruit, activate, promote, act (CK-15, CK-16)."""

from __future__ import annotations

import pytest

from engine.games.knights.barbarians import AfterAttack
from engine.games.knights.main import Main
from engine.games.knights.state import BASIC_KNIGHT, EMPTY, STRONG_KNIGHT, Island
from engine.games.knights.turn import BeginTurn
from tests.engine.games.knights.positions import (
    asked,
    edges,
    give,
    go_on,
    hand,
    island,
    level,
    notes,
    possible,
    refused,
    step,
    waits,
)

LAND = island()


@pytest.mark.rule("CK-15.1", "CK-2.3", "CK-15.10")
def test_a_knight_is_recruited_inactive_where_an_own_road_ends():
    state = island(
        settlements={0: [13]},
        roads={0: edges(LAND, "13-18", "18-24", "24-30")},
        knights={1: {24: 1}},
    )
    give(state, 0, wool=1, ore=1)
    assert possible(state, "recruit") == [(18,), (30,)]
    assert refused(state, ("recruit", 24)) == "CK-2.3"
    assert refused(state, ("recruit", 50)) == "CK-15.1"
    go_on(state, ("recruit", 18))
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
    go_on(state, ("promote", 13))
    assert possible(state, "recruit") == [(24,)]


@pytest.mark.rule("CK-15.3", "CK-15.9", "CK-16.1")
def test_a_knight_activated_this_turn_is_not_ready():
    state = island(2, roads={0: edges(LAND, "13-18")}, knights={0: {13: 1}})
    give(state, 0, grain=1, wool=1, ore=1)
    go_on(state, ("activate", 13), ("promote", 13))
    assert state.active_knights == 1 << 13
    assert state.level_at(13) == 2
    assert possible(state, "move") == []
    assert refused(state, ("move", 13, 18)) == "CK-16.1"
    assert refused(state, ("activate", 13)) == "CK-15.3"


@pytest.mark.rule("CK-15.4", "CK-15.5", "CK-15.8")
def test_a_promoted_knight_stays_as_it_was_and_is_promoted_once_a_turn():
    state = island(
        2,
        roads={0: edges(LAND, "13-18", "18-24")},
        knights={0: {13: 1, 18: 1}},
        ready=[13],
    )
    give(state, 0, wool=4, ore=4)
    go_on(state, ("promote", 13), ("promote", 18))
    assert (state.active_knights, state.ready) == (1 << 13, 1 << 13)
    assert [state.left(0, piece) for piece in (4, 5, 6)] == [2, 0, 2]
    level(state, 0, 0, 3, 0)
    assert possible(state, "promote") == []
    assert refused(state, ("promote", 13)) == "CK-15.8"
    go_on(state, ("move", 13, 24))
    assert refused(state, ("promote", 24)) == "CK-15.8"


@pytest.mark.rule("CK-15.8", "CK-15.9")
def test_a_knight_may_be_recruited_promoted_and_activated_in_one_turn():
    state = island(2, roads={0: edges(LAND, "13-18")})
    give(state, 0, wool=2, ore=2, grain=1)
    go_on(state, ("recruit", 13), ("promote", 13), ("activate", 13))
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
    go_on(state, ("promote", 13))
    assert state.level_at(13) == 3


@pytest.mark.rule("CK-15.4")
def test_a_promotion_needs_a_knight_of_the_next_level_in_the_supply():
    state = island(2, knights={0: {13: 1, 18: 2, 23: 2}})
    give(state, 0, wool=1, ore=1)
    assert possible(state, "promote") == []
    assert refused(state, ("promote", 13)) == "CK-15.4"
    assert refused(state, ("promote", 40)) == "CK-15.4"


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
    go_on(state, ("activate", 13))
    assert {pick[0] for pick in possible(state, "move")} == {24}
    go_on(state, ("chase", 24), 0)
    assert state.active_knights == 1 << 13
    go_on(state, ("activate", 24))
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
    go_on(state, ("move", 18, 30), ("move", 13, 24))
    assert possible(state, "move") == []
    assert state.active_knights == 0
    assert refused(state, ("move", 24, 18)) == "CK-16.1"


@pytest.mark.rule("CK-16.3", "CK-16.4")
def test_a_knight_travels_over_own_roads_past_own_pieces_only():
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
    go_on(state, ("move", 13, 23))
    assert (state.pieces[13], state.pieces[23]) == (EMPTY, BASIC_KNIGHT)
    assert state.active_knights == 0
    assert "n13-n18-n23" in notes(state)[-1]


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
    go_on(state, ("displace", 24, 23))
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
    go_on(blocked, ("displace", 24, 23))
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
    go_on(state, ("displace", 18, 24))
    assert state.knights[1] == 1 << 23


@pytest.mark.rule("CK-16.6", "CK-16.7", "CK-12.6")
def test_the_owner_chooses_among_nodes_in_reach_of_the_own_roads():
    roads = edges(LAND, "24-30", "30-35", "17-23", "23-29")
    state = island(
        2,
        roads={0: edges(LAND, "18-24", "18-23"), 1: roads},
        knights={0: {23: 2}, 1: {24: 1}},
        ready=[23],
    )
    go_on(state, ("displace", 23, 24))
    assert waits(state) == "Relocate 1"
    assert set(asked(state).options(state)) == {30, 35}
    assert refused(state, 23) == "CK-16.6"
    go_on(state, 35)
    assert state.owners[35] == 1
    assert not state.active_knights


@pytest.mark.rule("CK-16.9", "CK-16.10", "CK-9.8")
def test_a_ready_knight_chases_the_robber_and_robs():
    state = island(2, settlements={1: [0]}, knights={0: {24: 1, 18: 1, 41: 1}}, ready=[24, 18, 41])
    give(state, 1, ore=2)
    assert possible(state, "chase") == [(18,), (24,)]
    assert refused(state, ("chase", 41)) == "CK-16.9"
    go_on(state, ("chase", 24), 0, "ore")
    assert hand(state, 0) == {"ore": 1}
    assert possible(state, "chase") == []
    assert state.ready == 1 << 18 | 1 << 41
    assert state.active_knights == state.ready


@pytest.mark.rule("CK-16.11", "CK-9.5")
def test_a_locked_robber_cannot_be_chased():
    state = island(2, knights={0: {24: 1}}, ready=[24])
    state.robber_locked = True
    assert possible(state, "chase") == []
    assert refused(state, ("chase", 24)) == "CK-16.11"


@pytest.mark.rule("CK-6.20", "CK-16.1")
def test_after_an_attack_no_knight_is_active():
    state = island(2, knights={0: {24: 1}, 1: {41: 3}}, ready=[24], active=[41])
    state.agenda.clear()
    step(state, AfterAttack())
    assert (state.active_knights, state.ready) == (0, 0)
