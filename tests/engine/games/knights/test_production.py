"""What the hexes yield, the Aqueduct, sevens and the robber (CK-8, CK-9)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.core.state import is_hidden
from engine.games.knights.main import Main
from engine.games.knights.production import Produce
from engine.games.knights.robber import Rob, RobberHex, Seven, Steal
from engine.games.knights.scoring import sheets
from engine.games.knights.state import Island
from engine.games.knights.turn import PreRoll
from engine.play import flow
from tests.engine.games.knights.positions import (
    asked,
    bag,
    bank,
    begin,
    deal,
    give,
    go_on,
    hand,
    island,
    level,
    metropolis,
    refused,
    rules_told,
    step,
    waits,
)
from tests.seen import options_of, view_of


def w2(**more: Any) -> Island:
    """The position of W2."""
    state = island(settlements={0: [13], 1: [23]}, cities={0: [12]}, **more)
    state.agenda.clear()
    return state


@pytest.mark.rule("CK-8.1", "CK-8.2", "CK-8.3", "CK-8.4", "CK-8.5")
def test_w2_production():
    for number, first, second in (
        (6, {"brick": 3}, {"brick": 1}),
        (10, {"ore": 1, "coin": 1}, {}),
        (4, {"wool": 1}, {}),
        (12, {"grain": 2}, {}),
    ):
        state = step(w2(), Produce(number))
        assert (hand(state, 0), hand(state, 1)) == (first, second)
    state = island(cities={0: [13], 1: [14]})
    metropolis(state, 0, 0, 13)
    step(state, Produce(4))
    assert hand(state, 0) == {"wool": 1, "cloth": 1}
    assert hand(state, 1) == {"wool": 1, "cloth": 1}
    step(state, Produce(9))
    assert hand(state, 1) == {"wool": 1, "cloth": 1, "lumber": 1, "paper": 1}


@pytest.mark.rule("CK-8.6", "CK-9.10")
def test_the_robber_blocks_resources_and_commodities_of_its_hex():
    state = w2()
    state.robber = 0
    step(state, Produce(10))
    assert hand(state, 0) == {}
    assert "CK-8.6" in rules_told(state)


@pytest.mark.rule("CK-8.7")
def test_w3_a_shortage():
    state = w2()
    state.bank[1] = 3
    step(state, Produce(6))
    assert hand(state, 0) == hand(state, 1) == {}
    alone = island(settlements={0: [13]}, cities={0: [12]})
    alone.bank[1] = 2
    step(alone, Produce(6))
    assert hand(alone, 0) == {"brick": 2}
    assert bank(alone, "brick") == 0


@pytest.mark.rule("CK-8.7")
def test_each_kind_runs_short_by_itself():
    state = island(cities={0: [13], 1: [14]})
    state.bank[state.box.kind_numbers["cloth"]] = 1
    step(state, Produce(4))
    assert hand(state, 0) == hand(state, 1) == {"wool": 1}


@pytest.mark.rule("CK-8.6", "CK-8.8", "CK-8.9", "CK-8.10", "CK-13.6")
def test_w4_the_aqueduct():
    state = w2()
    state.move_robber(4)
    level(state, 0, 0, 0, 2)
    level(state, 1, 0, 0, 3)
    level(state, 2, 0, 0, 3)
    step(state, Produce(6))
    assert waits(state) == "Aqueduct 1"
    options = asked(state).options(state)
    assert options == ["lumber", "brick", "wool", "grain", "ore", "pass"]
    assert refused(state, "coin") == "CK-8.9"
    go_on(state, "ore")
    assert waits(state) == "Aqueduct 2"
    go_on(state, "pass")
    assert asked(state) is None
    assert (hand(state, 0), hand(state, 1), hand(state, 2)) == ({}, {"ore": 1}, {})
    seven = w2()
    level(seven, 1, 0, 0, 3)
    seven.robber_locked = True
    step(seven, Seven())
    assert asked(seven) is None


@pytest.mark.rule("CK-8.8", "CK-8.9")
def test_the_aqueduct_helps_after_a_shortage_but_not_whom_a_commodity_reached():
    state = island(2, settlements={1: [23]}, cities={0: [13]})
    state.agenda.clear()
    state.bank[2] = 0
    level(state, 0, 0, 0, 3)
    level(state, 1, 0, 0, 5)
    step(state, Produce(4))
    assert hand(state, 0) == {"cloth": 1}
    assert waits(state) == "Aqueduct 1"
    assert "wool" not in asked(state).options(state)
    short = island(2, settlements={0: [13]})
    short.bank[2] = 0
    level(short, 0, 0, 0, 3)
    assert waits(step(short, Produce(4))) == "Aqueduct 0"


@pytest.mark.rule("CK-24.4", "CK-1.11")
def test_production_is_counted_beside_what_was_to_be_expected():
    state = w2()
    assert state.income[0] == 2 * 3 + 2 * 1 + 2 * 5 + 1 + 5 + 3
    before = state.income[0]
    state.move_robber(4)
    assert state.income[0] == before - 15
    state.move_robber(9)
    assert state.income[0] == before
    step(state, Produce(6))
    assert state.produced[1] == 3


# ---------------------------------------------------------------------- seven


@pytest.mark.rule("CK-9.1", "CK-9.7")
def test_a_seven_yields_nothing_and_moves_the_robber():
    state = step(w2(), Seven())
    assert hand(state, 0) == {}
    assert waits(state) == "RobberHex 0"
    assert set(asked(state).options(state)) == set(range(19)) - {9}
    assert refused(state, 9) == "CK-9.7"
    assert refused(state, 19) == "CK-9.7"


@pytest.mark.rule("CK-9.2", "CK-9.3", "CK-23.5")
@pytest.mark.parametrize(
    ("cards", "walls", "discarded"),
    [(8, 0, 4), (9, 1, 0), (11, 2, 0), (12, 2, 6), (13, 3, 0), (15, 3, 7), (7, 0, 0)],
)
def test_w12_discards(cards: int, walls: int, discarded: int):
    nodes = [0, 2, 11][:walls]
    state = island(2, cities={1: [0, 2, 11, 15]}, walls=nodes)
    give(state, 1, ore=cards - 3, coin=3)
    step(state, Seven())
    due: Any = getattr(asked(state), "branches", None)
    assert bool(due) == bool(discarded)
    if discarded:
        (seat, (decision,)) = due[0]
        part = decision.bag(state, ())
        assert (seat, part.least, part.most) == (1, discarded, discarded)


@pytest.mark.rule("CK-9.3", "CK-23.1", "CK-23.5")
def test_the_limit_follows_the_option():
    state = island(2, cities={0: [0, 2, 11]}, walls=[0, 2, 11], discard_base="9")
    assert state.discard_limit(0) == 15
    assert state.discard_limit(1) == 9


@pytest.mark.rule("CK-9.2", "CK-9.4", "CK-4.10")
def test_discards_are_secret_till_all_have_chosen_and_then_paid_together():
    match = begin(3, layout="beginner")
    while match.owed()[0].decision.name != "PreRoll":
        (owed,) = match.owed()
        match.choose(owed.seat, options_of(match, owed.seat)[0])
    state: Any = match.state
    state.hands = [[0] * 8 for _ in range(3)]
    state.hand_sizes = [0, 0, 0]
    state.bank = [19] * 5 + [12] * 3
    give(state, 1, lumber=5, brick=5)
    give(state, 2, wool=8)
    state.push(Seven())
    state.robber_locked = False
    flow.run(match, sampling=True)
    assert sorted(owed.seat for owed in match.owed()) == [1, 2]
    decision = match.decision(1)
    assert decision.always_asks
    match.choose(1, bag(lumber=5))
    assert hand(state, 1) == {"lumber": 5, "brick": 5}
    assert is_hidden(match.told(2)[-1].value)
    assert is_hidden(view_of(match, 2).discards[1])
    assert match.refuse(2, bag(wool=3)) is not None
    assert match.refuse(2, bag(wool=4, ore=1)) is not None
    match.choose(2, bag(wool=4))
    assert (hand(state, 1), hand(state, 2)) == ({"brick": 5}, {"wool": 4})
    assert not is_hidden(match.told(2)[-2].value)
    assert state.bank[0] == 19


@pytest.mark.rule("CK-9.5", "CK-24.4")
def test_a_locked_robber_stays_but_hands_are_halved():
    state = island(2, settlements={1: [0]})
    state.robber_locked = True
    give(state, 1, wool=9)
    step(state, Seven(), (1, bag(wool=4)))
    assert waits(state) == "Main 0"
    assert state.robber == 9
    assert hand(state, 1) == {"wool": 5}


# ---------------------------------------------------------------------- the robber


@pytest.mark.rule("CK-9.8", "CK-9.9")
def test_who_can_be_robbed():
    state = island(
        settlements={1: [13], 2: [8]}, cities={3: [12]}, knights={2: {17: 1}}, ready=[17]
    )
    metropolis(state, 0, 3, 12)
    give(state, 1, ore=1)
    give(state, 3, coin=2)
    state.agenda.clear()
    state.push(RobberHex(0), Rob(0))
    go_on(state, 4)
    assert waits(state) == "RobberVictim 0"
    assert asked(state).options(state) == [1, 3]
    assert refused(state, 2) == "CK-9.8"
    go_on(state, 3)
    assert asked(state).name == "Steal"
    go_on(state, "coin")
    assert (hand(state, 0), hand(state, 3)) == ({"coin": 1}, {"coin": 1})


@pytest.mark.rule("CK-9.8", "CK-4.11")
def test_a_single_victim_is_not_asked_about_and_without_one_nothing_is_stolen():
    state = island(settlements={1: [13]})
    give(state, 1, ore=1)
    state.agenda.clear()
    state.push(RobberHex(0), Rob(0))
    go_on(state, 4, "ore")
    assert hand(state, 0) == {"ore": 1}
    state.push(RobberHex(0), Rob(0))
    go_on(state, 1)
    assert asked(state) is None


@pytest.mark.rule("CK-9.8")
def test_each_card_is_equally_likely():
    state = island(2)
    give(state, 1, lumber=1, grain=2, coin=3)
    taken = Counter(Steal(0, 1).sample(state, Dice(b"%d" % n)) for n in range(6000))
    assert set(taken) == {"lumber", "grain", "coin"}
    assert 880 < taken["lumber"] < 1120
    assert 2830 < taken["coin"] < 3170
    assert Steal(0, 1).check(state, "ore") is not None
    assert Steal(0, 1).check(state, ("coin",)) is not None


@pytest.mark.rule("CK-24.5", "CK-24.8")
def test_only_the_two_know_what_was_stolen():
    state = island(3)
    give(state, 1, lumber=1, coin=2)
    step(state, Steal(0, 1), "coin")
    told = Steal(0, 1)
    assert told.told("coin", 0) == told.told("coin", 1) == "coin"
    assert is_hidden(told.told("coin", 2))
    assert is_hidden(told.told("coin", None))
    story = state.story or []
    assert any("coin" in n.text.plain() for n in story if n.is_for(0))
    assert not any("coin" in n.text.plain() for n in story if n.is_for(2))
    assert state.hand_sizes == [1, 2, 0]


def test_the_action_phase_follows_a_seven():
    state = island(2)
    state.agenda.clear()
    state.push(Main(0))
    step(state, Seven(), 0)
    assert waits(state) == "Main 0"


@pytest.mark.rule("CK-20.1")
def test_what_an_alchemist_brings_stands_apart_in_the_statistics():
    state = island(2, cities={0: [12]})
    deal(state, 0, "alchemist")
    state.agenda.clear()
    step(state, PreRoll(0), "roll", (4, 2, "ship"))
    by_dice = sheets(state)[-1]
    assert "arranged" not in [column.key for column in by_dice.columns]
    state.agenda.clear()
    step(state, PreRoll(0), "alchemist", (4, 2), "ship")
    apart = sheets(state)[-1]
    assert [column.key for column in apart.columns][-3:] == ["all", "expected", "arranged"]
    assert apart.rows[0].cells[:-1] == by_dice.rows[0].cells
    assert apart.rows[0].cells[-1] == apart.rows[0].cells[-3] != 0
