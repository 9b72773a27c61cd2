"""Production, the Aqueduct, sevens and the robber (CK-8, CK-9)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.core.hidden import is_hidden
from engine.core.step import Simultaneous
from engine.games.knights.action_phase import Main
from engine.games.knights.production import Produce
from engine.games.knights.robber import Rob, RobberHex, Seven, Steal
from engine.games.knights.scoring import sheets
from engine.games.knights.state import TIPPED, Island
from engine.games.knights.turn import PreRoll, apply_roll
from engine.match import interpreter
from tests.engine.games.knights.positions import (
    bag,
    bank,
    begin,
    deal,
    edges,
    give,
    hand,
    island,
    level,
    metropolis,
    pending_step,
    refused,
    rules_noted,
    run_agenda,
    step,
    waits,
)
from tests.untyped import options_of, view_of

LAND = island()


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
def test_robber_blocks_resources_and_commodities_of_its_hex():
    state = w2()
    state.robber = 0
    step(state, Produce(10))
    assert hand(state, 0) == {}
    assert "CK-8.6" in rules_noted(state)


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
def test_each_kind_runs_short_independently():
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
    options = pending_step(state).options(state)
    assert options == ["lumber", "brick", "wool", "grain", "ore", "pass"]
    assert refused(state, "coin") == "CK-8.9"
    run_agenda(state, "ore")
    assert waits(state) == "Aqueduct 2"
    run_agenda(state, "pass")
    assert pending_step(state) is None
    assert (hand(state, 0), hand(state, 1), hand(state, 2)) == ({}, {"ore": 1}, {})
    seven = w2()
    level(seven, 1, 0, 0, 3)
    seven.robber_locked = True
    step(seven, Seven())
    assert pending_step(seven) is None


@pytest.mark.rule("CK-8.8", "CK-8.9")
def test_aqueduct_helps_after_a_shortage_unless_a_commodity_arrived():
    state = island(2, settlements={1: [23]}, cities={0: [13]})
    state.agenda.clear()
    state.bank[2] = 0
    level(state, 0, 0, 0, 3)
    level(state, 1, 0, 0, 5)
    step(state, Produce(4))
    assert hand(state, 0) == {"cloth": 1}
    assert waits(state) == "Aqueduct 1"
    assert "wool" not in pending_step(state).options(state)
    short = island(2, settlements={0: [13]})
    short.bank[2] = 0
    level(short, 0, 0, 0, 3)
    assert waits(step(short, Produce(4))) == "Aqueduct 0"


@pytest.mark.rule("CK-24.4", "CK-1.11")
def test_production_is_compared_with_its_expectation():
    state = w2()
    assert state.income[0] == 2 * 3 + 2 * 1 + 2 * 5 + 1 + 5 + 3
    before = state.income[0]
    state.move_robber(4)
    assert state.income[0] == before - 15
    state.move_robber(9)
    assert state.income[0] == before
    step(state, Produce(6))
    assert state.produced[1] == 3


@pytest.mark.rule("CK-8.1", "CK-8.2", "CK-8.3", "CK-8.4", "CK-8.5")
def test_hexes_of_the_number_produce_for_all_six_nodes():
    state = island(3, settlements={0: [1, 9], 1: [14]}, cities={2: [25], 0: [42]})
    state.agenda.clear()
    metropolis(state, 0, 2, 25)
    step(state, Produce(10))
    assert [hand(state, seat) for seat in range(3)] == [{}, {"brick": 1}, {"brick": 2}]
    step(state, Produce(5))
    assert hand(state, 0) == {"wool": 1, "cloth": 1}
    step(state, Produce(3))
    assert hand(state, 2) == {"brick": 2, "lumber": 1, "paper": 1}


@pytest.mark.rule("CK-8.7")
def test_remaining_cards_go_to_the_only_player_due_that_kind():
    state = island(3, cities={0: [17]}, settlements={1: [1], 2: [9]})
    state.agenda.clear()
    state.set_numbers(tuple(2 if hex in (1, 4) else 0 for hex in range(19)))
    state.bank[:5] = [19, 1, 1, 19, 19]
    step(state, Produce(2))
    assert [hand(state, seat) for seat in range(3)] == [{"brick": 1}, {}, {}]
    assert (bank(state, "brick"), bank(state, "wool")) == (0, 1)


@pytest.mark.rule("CK-8.7", "CK-8.3", "CK-8.8")
def test_either_card_of_a_city_may_be_missing():
    def produced(**left: int) -> Any:
        state = island(2, cities={0: [13]}, settlements={1: [4]})
        state.agenda.clear()
        state.set_numbers(tuple(2 if n == 1 else 0 for n in range(19)))
        for kind, number in left.items():
            state.bank[state.box.kind_numbers[kind]] = number
        level(state, 0, 0, 0, 3)
        step(state, Produce(2))
        return [hand(state, 0), hand(state, 1), waits(state)]

    assert produced() == [{"wool": 1, "cloth": 1}, {"wool": 1}, ""]
    assert produced(wool=1) == [{"cloth": 1}, {}, ""]
    assert produced(cloth=0) == [{"wool": 1}, {"wool": 1}, ""]
    assert produced(wool=1, cloth=0) == [{}, {}, "Aqueduct 0"]


@pytest.mark.rule("CK-8.8", "CK-8.9", "CK-4.10")
def test_aqueducts_are_asked_in_turn_order_for_available_resources():
    state = island(3)
    state.agenda.clear()
    state.active = 1
    for seat in range(3):
        level(state, seat, 0, 0, 3)
    state.bank[:5] = [1, 0, 1, 0, 0]
    step(state, Produce(6))
    assert waits(state) == "Aqueduct 1"
    assert pending_step(state).options(state) == ["lumber", "wool", "pass"]
    run_agenda(state, "lumber")
    assert waits(state) == "Aqueduct 2"
    assert pending_step(state).options(state) == ["wool", "pass"]
    assert refused(state, "lumber") == refused(state, "paper") == "CK-8.9"
    run_agenda(state, "wool")
    assert pending_step(state) is None
    assert state.hand_sizes == [0, 1, 1]


@pytest.mark.rule("CK-8.8", "CK-8.10", "CK-20.2")
def test_aqueduct_works_after_alchemist_but_not_after_a_seven():
    for dice, name in (((1, 1), "Aqueduct 0"), ((1, 6), "RobberHex 0")):
        state = island(2)
        state.agenda.clear()
        level(state, 0, 0, 0, 3)
        apply_roll(state, 0, *dice, "gate_trade")
        assert waits(run_agenda(state)) == name


# ---------------------------------------------------------------------- seven


@pytest.mark.rule("CK-9.1", "CK-9.7")
def test_seven_produces_nothing_and_moves_the_robber():
    state = step(w2(), Seven())
    assert hand(state, 0) == {}
    assert waits(state) == "RobberHex 0"
    assert set(pending_step(state).options(state)) == set(range(19)) - {9}
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
    due: Any = getattr(pending_step(state), "branches", None)
    assert bool(due) == bool(discarded)
    if discarded:
        (seat, (decision,)) = due[0]
        part = decision.bag(state, ())
        assert (seat, part.least, part.most) == (1, discarded, discarded)


@pytest.mark.rule("CK-9.3", "CK-23.1", "CK-23.5")
def test_discard_limit_follows_the_option():
    state = island(2, cities={0: [0, 2, 11]}, walls=[0, 2, 11], discard_base="9")
    assert state.discard_limit(0) == 15
    assert state.discard_limit(1) == 9


@pytest.mark.rule("CK-9.2", "CK-9.4", "CK-4.10")
def test_discards_are_secret_until_all_have_chosen():
    match = begin(3, layout="beginner")
    while match.pending()[0].decision.name != "PreRoll":
        (pending,) = match.pending()
        match.choose(pending.seat, options_of(match, pending.seat)[0])
    state: Any = match.state
    state.hands = [[0] * 8 for _ in range(3)]
    state.hand_sizes = [0, 0, 0]
    state.bank = [19] * 5 + [12] * 3
    give(state, 1, lumber=5, brick=5)
    give(state, 2, wool=8)
    state.push(Seven())
    state.robber_locked = False
    interpreter.run(match, sampling=True)
    assert sorted(pending.seat for pending in match.pending()) == [1, 2]
    decision = match.decision(1)
    assert decision.always_asks
    match.choose(1, bag(lumber=5))
    assert hand(state, 1) == {"lumber": 5, "brick": 5}
    assert is_hidden(match.redacted_log(2)[-1].value)
    assert is_hidden(view_of(match, 2).discards[1])
    assert match.refuse(2, bag(wool=3)) is not None
    assert match.refuse(2, bag(wool=4, ore=1)) is not None
    match.choose(2, bag(wool=4))
    assert (hand(state, 1), hand(state, 2)) == ({"brick": 5}, {"wool": 4})
    assert not is_hidden(match.redacted_log(2)[-2].value)
    assert state.bank[0] == 19


@pytest.mark.rule("CK-9.5", "CK-24.4")
def test_locked_robber_stays_but_hands_are_halved():
    state = island(2, settlements={1: [0]})
    state.robber_locked = True
    give(state, 1, wool=9)
    step(state, Seven(), (1, bag(wool=4)))
    assert waits(state) == "Main 0"
    assert state.robber == 9
    assert hand(state, 1) == {"wool": 5}


# ---------------------------------------------------------------------- the robber


@pytest.mark.rule("CK-9.8", "CK-9.9")
def test_legal_victims_of_the_robber():
    state = island(
        settlements={1: [13], 2: [8]}, cities={3: [12]}, knights={2: {17: 1}}, ready=[17]
    )
    metropolis(state, 0, 3, 12)
    give(state, 1, ore=1)
    give(state, 3, coin=2)
    state.agenda.clear()
    state.push(RobberHex(0), Rob(0))
    run_agenda(state, 4)
    assert waits(state) == "RobberVictim 0"
    assert pending_step(state).options(state) == [1, 3]
    assert refused(state, 2) == "CK-9.8"
    run_agenda(state, 3)
    assert pending_step(state).name == "Steal"
    run_agenda(state, "coin")
    assert (hand(state, 0), hand(state, 3)) == ({"coin": 1}, {"coin": 1})


@pytest.mark.rule("CK-9.8", "CK-4.11")
def test_single_victim_is_automatic_and_without_one_nothing_is_stolen():
    state = island(settlements={1: [13]})
    give(state, 1, ore=1)
    state.agenda.clear()
    state.push(RobberHex(0), Rob(0))
    run_agenda(state, 4, "ore")
    assert hand(state, 0) == {"ore": 1}
    state.push(RobberHex(0), Rob(0))
    run_agenda(state, 1)
    assert pending_step(state) is None


@pytest.mark.rule("CK-9.8")
def test_each_card_is_equally_likely_to_be_stolen():
    state = island(2)
    give(state, 1, lumber=1, grain=2, coin=3)
    taken = Counter(Steal(0, 1).sample(state, Dice(b"%d" % n)) for n in range(6000))
    assert set(taken) == {"lumber", "grain", "coin"}
    assert 880 < taken["lumber"] < 1120
    assert 2830 < taken["coin"] < 3170
    assert Steal(0, 1).check(state, "ore") is not None
    assert Steal(0, 1).check(state, ("coin",)) is not None


@pytest.mark.rule("CK-24.5", "CK-24.8")
def test_stolen_card_is_known_to_both_players_only():
    state = island(3)
    give(state, 1, lumber=1, coin=2)
    step(state, Steal(0, 1), "coin")
    theft = Steal(0, 1)
    assert theft.redacted("coin", 0) == theft.redacted("coin", 1) == "coin"
    assert is_hidden(theft.redacted("coin", 2))
    assert is_hidden(theft.redacted("coin", None))
    story = state.notes or []
    assert any("coin" in n.text.plain() for n in story if n.is_for(0))
    assert not any("coin" in n.text.plain() for n in story if n.is_for(2))
    assert state.hand_sizes == [1, 2, 0]


def test_action_phase_follows_a_seven():
    state = island(2)
    state.agenda.clear()
    state.push(Main(0))
    step(state, Seven(), 0)
    assert waits(state) == "Main 0"


@pytest.mark.rule("CK-20.1")
def test_alchemist_production_is_separate_in_the_statistics():
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


def owing(state: Island) -> dict[int, int]:
    """Number of cards that each seat must discard."""
    waiting = pending_step(state)
    if not isinstance(waiting, Simultaneous):
        return {}
    return {seat: steps[0].bag(state, ()).least for seat, steps in waiting.branches}  # type: ignore[attr-defined]


@pytest.mark.rule("CK-9.2", "CK-9.3", "CK-7.10")
def test_hands_above_their_limits_are_halved_with_commodities():
    state = island(4, cities={1: [0], 2: [2, 11], 3: [15, 52, 50]}, walls=[0, 2, 11, 15, 52, 50])
    give(state, 0, coin=8)
    give(state, 1, cloth=5, ore=5)
    give(state, 2, wool=11)
    give(state, 3, grain=14)
    deal(state, 2, "spy", "spy", "merchant")
    step(state, Seven())
    assert owing(state) == {0: 4, 1: 5, 3: 7}
    assert [seat for seat, _ in pending_step(state).branches] == [0, 1, 3]
    run_agenda(state, (3, bag(grain=7)), (0, bag(coin=4)), (1, bag(ore=2, cloth=3)))
    assert state.hand_sizes == [4, 5, 11, 7]
    assert hand(state, 1) == {"ore": 3, "cloth": 2}


@pytest.mark.rule("CK-9.2", "CK-4.10")
def test_discards_are_asked_in_turn_order():
    state = island(3)
    state.active = 2
    for seat in range(3):
        give(state, seat, **{("wool", "ore", "grain")[seat]: 9})
    step(state, Seven())
    assert [seat for seat, _ in pending_step(state).branches] == [2, 0, 1]


@pytest.mark.rule("CK-9.7", "CK-9.8", "CK-9.5")
def test_discards_precede_the_robber_and_may_leave_nothing_to_steal():
    state = island(2, settlements={1: [0]})
    give(state, 1, wool=8)
    step(state, Seven(), (1, bag(wool=4)))
    assert waits(state) == "RobberHex 0"
    assert 9 not in pending_step(state).options(state)
    run_agenda(state, 0, "wool")
    assert (hand(state, 0), hand(state, 1)) == ({"wool": 1}, {"wool": 3})


@pytest.mark.rule("CK-9.7", "CK-9.8", "CK-2.9")
def test_robber_may_return_to_the_desert_and_robs_there():
    state = island(2, settlements={1: [18], 0: [30]})
    state.move_robber(0)
    give(state, 1, coin=1)
    state.push(RobberHex(0), Rob(0))
    run_agenda(state, 9, "coin")
    assert state.robber == 9
    assert hand(state, 0) == {"coin": 1}


@pytest.mark.rule("CK-9.8", "CK-9.9", "CK-6.18")
def test_tipped_cities_and_metropolises_are_robbed_but_not_knights():
    state = island(
        4,
        cities={1: [13], 2: [17]},
        roads={3: edges(LAND, "18-23")},
        knights={3: {23: 3}, 1: {8: 3}},
        active=[23, 8],
    )
    state.replace(13, TIPPED)
    metropolis(state, 0, 2, 17)
    for seat in range(4):
        give(state, seat, ore=1)
    state.push(RobberHex(0), Rob(0))
    run_agenda(state, 4)
    assert waits(state) == "RobberVictim 0"
    assert pending_step(state).options(state) == [1, 2]
    assert refused(state, 3) == refused(state, 0) == "CK-9.8"


@pytest.mark.rule("CK-9.10", "CK-10.5", "CK-21.4", "CK-20.6")
def test_robber_does_not_block_harbours_merchant_or_cards():
    state = island(2, settlements={0: [11]})
    state.merchant, state.merchant_owner = 3, 0
    state.move_robber(3)
    assert state.rates(0)[0] == state.rates(0)[3] == 2
    deal(state, 0, "irrigation", "merchant")
    run_agenda(state, ("card", "irrigation"))
    assert hand(state, 0) == {"grain": 2}
