"""Chapters 9 and 10 of the rulebook, sentence by sentence: sevens, the robber, trade. What other
tests of these chapters hold already is not repeated."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.step import Together
from engine.games.knights.robber import Rob, RobberHex, Seven
from engine.games.knights.state import TIPPED, Island
from engine.games.knights.trade import COUNTER, TradeOffer
from tests.engine.games.knights.positions import (
    asked,
    bag,
    deal,
    edges,
    give,
    go_on,
    hand,
    held,
    island,
    level,
    metropolis,
    possible,
    refused,
    step,
    waits,
)

LAND = island()


# ---------------------------------------------------------------------- CK-9


def owing(state: Island) -> dict[int, int]:
    """How many cards each seat must discard."""
    waiting = asked(state)
    if not isinstance(waiting, Together):
        return {}
    return {seat: steps[0].bag(state, ()).least for seat, steps in waiting.branches}  # type: ignore[attr-defined]


@pytest.mark.rule("CK-9.2", "CK-9.3", "CK-7.10")
def test_hands_above_their_own_limits_are_halved_commodities_with_them():
    state = island(4, cities={1: [0], 2: [2, 11], 3: [15, 52, 50]}, walls=[0, 2, 11, 15, 52, 50])
    give(state, 0, coin=8)
    give(state, 1, cloth=5, ore=5)
    give(state, 2, wool=11)
    give(state, 3, grain=14)
    deal(state, 2, "spy", "spy", "merchant")
    step(state, Seven())
    assert owing(state) == {0: 4, 1: 5, 3: 7}
    assert [seat for seat, _ in asked(state).branches] == [0, 1, 3]
    go_on(state, (3, bag(grain=7)), (0, bag(coin=4)), (1, bag(ore=2, cloth=3)))
    assert state.hand_sizes == [4, 5, 11, 7]
    assert hand(state, 1) == {"ore": 3, "cloth": 2}


@pytest.mark.rule("CK-9.2", "CK-4.10")
def test_discards_are_asked_from_the_active_player_on():
    state = island(3)
    state.active = 2
    for seat in range(3):
        give(state, seat, **{("wool", "ore", "grain")[seat]: 9})
    step(state, Seven())
    assert [seat for seat, _ in asked(state).branches] == [2, 0, 1]


@pytest.mark.rule("CK-9.7", "CK-9.8", "CK-9.5")
def test_discards_come_before_the_robber_and_may_leave_nothing_to_steal():
    state = island(2, settlements={1: [0]})
    give(state, 1, wool=8)
    step(state, Seven(), (1, bag(wool=4)))
    assert waits(state) == "RobberHex 0"
    assert 9 not in asked(state).options(state)
    go_on(state, 0, "wool")
    assert (hand(state, 0), hand(state, 1)) == ({"wool": 1}, {"wool": 3})


@pytest.mark.rule("CK-9.7", "CK-9.8", "CK-2.9")
def test_the_robber_may_go_back_to_the_desert_and_robs_there_too():
    state = island(2, settlements={1: [18], 0: [30]})
    state.move_robber(0)
    give(state, 1, coin=1)
    state.push(RobberHex(0), Rob(0))
    go_on(state, 9, "coin")
    assert state.robber == 9
    assert hand(state, 0) == {"coin": 1}


@pytest.mark.rule("CK-9.8", "CK-9.9", "CK-6.18")
def test_owners_of_tipped_cities_and_metropolises_are_robbed_but_of_knights_and_roads_not():
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
    go_on(state, 4)
    assert waits(state) == "RobberVictim 0"
    assert asked(state).options(state) == [1, 2]
    assert refused(state, 3) == refused(state, 0) == "CK-9.8"


@pytest.mark.rule("CK-9.10", "CK-10.5", "CK-21.4", "CK-20.6")
def test_the_robber_stops_no_harbour_no_merchant_and_no_card():
    state = island(2, settlements={0: [11]})
    state.merchant, state.merchant_owner = 3, 0
    state.move_robber(3)
    assert state.rates(0)[0] == state.rates(0)[3] == 2
    deal(state, 0, "irrigation", "merchant")
    go_on(state, ("card", "irrigation"))
    assert hand(state, 0) == {"grain": 2}


# ---------------------------------------------------------------------- CK-10


@pytest.mark.rule("CK-10.2", "CK-10.4", "CK-10.5", "CK-10.6", "CK-10.7", "CK-10.8")
def test_the_best_rate_counts_and_rates_do_not_combine():
    state = island(2, settlements={0: [1, 26]})
    state.merchant, state.merchant_owner = 3, 0
    level(state, 0, 3, 0, 0)
    state.fleet = 1 << 3 | 1 << 5
    assert state.rates(0) == [3, 3, 3, 2, 3, 2, 2, 2]
    give(state, 0, grain=1, lumber=2)
    assert possible(state, "bank") == []
    assert refused(state, ("bank", "grain", "ore")) == "CK-10.3"


@pytest.mark.rule("CK-10.5", "CK-10.4", "CK-1.3")
@pytest.mark.parametrize(
    ("node", "kind"),
    [(1, "grain"), (5, "grain"), (10, "ore"), (15, "ore"), (42, "wool"), (46, "wool"),
     (33, "brick"), (38, "brick"), (11, "lumber"), (16, "lumber"),
     (0, ""), (3, ""), (26, ""), (32, ""), (49, ""), (52, ""), (47, ""), (51, "")],
)  # fmt: skip
@pytest.mark.parametrize("piece", ["settlements", "cities"])
def test_each_harbour_gives_its_rate_to_a_building_on_either_of_its_nodes(
    node: int, kind: str, piece: str
):
    state = island(2, **{piece: {0: [node]}})  # type: ignore[arg-type]
    ids = [one.id for one in state.box.kinds]
    if kind:
        assert state.rates(0) == [2 if one == kind else 4 for one in ids]
    else:
        assert state.rates(0) == [3] * 8
    assert state.rates(1) == [4] * 8


@pytest.mark.rule("CK-10.9")
def test_neither_roads_nor_knights_give_a_harbour():
    state = island(2, roads={0: edges(LAND, "1-5", "1-4")}, knights={0: {1: 3, 5: 1}}, active=[1])
    assert state.rates(0) == [4] * 8


@pytest.mark.rule("CK-10.2", "CK-10.3")
def test_the_bank_gives_one_other_card_that_it_holds():
    state = island(2)
    give(state, 0, ore=8)
    state.bank[:] = [0, 0, 1, 0, 11, 0, 0, 0]
    assert possible(state, "bank") == [("ore", "wool")]
    go_on(state, ("bank", "ore", "wool"))
    assert hand(state, 0) == {"ore": 4, "wool": 1}
    assert possible(state, "bank") == []
    assert refused(state, ("bank", "ore", "ore")) == "CK-10.2"
    assert refused(state, ("bank", "ore", "wool")) == "CK-10.2"


@pytest.mark.rule("CK-10.10", "CK-10.11")
def test_many_cards_of_several_kinds_change_hands_at_once():
    state = island(2)
    give(state, 0, ore=2, coin=1)
    give(state, 1, wool=1, paper=3, cloth=1)
    go_on(state, ("offer", bag(ore=2, coin=1), bag(wool=1, paper=2)), ("accept",), ("accept", 1))
    assert hand(state, 0) == {"wool": 1, "paper": 2}
    assert hand(state, 1) == {"ore": 2, "paper": 1, "cloth": 1, "coin": 1}
    assert state.bank == [19, 19, 18, 19, 17, 9, 11, 11]


@pytest.mark.rule("CK-10.10")
@pytest.mark.parametrize(
    "rest",
    [
        ((("ore", 1),), (("ore", 1), ("wool", 1))),
        ((("ore", 1), ("wool", 1)), (("wool", 2),)),
        ((("ore", 0),), (("wool", 1),)),
        ((("ore", 1),), (("wool", 0),)),
        ((("ore", -1),), (("wool", 1),)),
        ((("ore", 1), ("ore", 1)), (("grain", 1),)),
        ((("coin", 1), ("ore", 1)), (("grain", 1),)),
        ((("ore", 1),), (("spy", 1),)),
        ((("ore", 1),), (("wool", 20),)),
        ((("ore", True),), (("grain", 1),)),
        ((("ore", 1),), (("grain", 1),), ()),
    ],
)
def test_gifts_and_cards_on_both_sides_are_no_trade(rest: tuple[Any, ...]):
    state = island(2)
    give(state, 0, ore=2, wool=1, coin=1)
    give(state, 1, wool=3, grain=3)
    assert refused(state, ("offer", *rest)).startswith("CK-10")


def offered(*hands: dict[str, int]) -> Island:
    """Anna offers 1 ore for 1 wool and holds another ore."""
    state = island(len(hands) + 1)
    give(state, 0, ore=2)
    for seat, cards in enumerate(hands, 1):
        give(state, seat, **cards)
    return go_on(state, ("offer", bag(ore=1), bag(wool=1)))


@pytest.mark.rule("CK-10.11", "CK-10.12", "CK-4.9", "CK-4.10")
def test_one_of_an_acceptance_and_two_counter_offers_is_carried_out():
    def answers() -> Island:
        return go_on(
            offered({"wool": 2}, {"wool": 1, "coin": 1}, {"brick": 3}),
            ("accept",),
            (COUNTER, bag(coin=1), bag(ore=2)),
            (COUNTER, bag(brick=3), bag(grain=1)),
        )

    state = answers()
    assert asked(state).options(state) == [("accept", 1), (COUNTER, 2), ("withdraw",)]
    assert refused(state, ("accept", 2)) == refused(state, (COUNTER, 3)) == "CK-10.11"
    go_on(state, (COUNTER, 2))
    assert hand(state, 0) == {"coin": 1}
    assert hand(state, 2) == {"wool": 1, "ore": 2}
    assert hand(state, 1) == {"wool": 2}
    state = go_on(answers(), ("accept", 1))
    assert (hand(state, 0), hand(state, 1)) == ({"wool": 1, "ore": 1}, {"wool": 1, "ore": 1})
    state = go_on(answers(), ("withdraw",))
    assert hand(state, 0) == {"ore": 2}
    assert waits(state) == "Main 0"


@pytest.mark.rule("CK-10.11", "CK-10.10")
def test_a_counter_offer_keeps_to_the_rules_of_offers_and_is_to_the_active_player_alone():
    state = offered({"wool": 1, "coin": 1}, {"ore": 1})
    for rest in (
        (bag(wool=1), bag(ore=1)),
        (bag(wool=1), bag(wool=1)),
        (bag(wool=1), ()),
        ((), bag(ore=1)),
        (bag(coin=2), bag(ore=1)),
    ):
        assert refused(state, (COUNTER, *rest)).startswith("CK-10.1")
    go_on(state, (COUNTER, bag(wool=1, coin=1), bag(ore=1)))
    assert waits(state) == "TradeResponse 2"
    assert refused(state, ("accept",)) == "CK-10.11"
    go_on(state, ("decline",), (COUNTER, 1))
    assert hand(state, 0) == {"wool": 1, "ore": 1, "coin": 1}


@pytest.mark.rule("CK-10.11", "CK-4.11", "CK-10.12")
def test_when_all_decline_the_offer_is_over_without_a_question():
    state = go_on(offered({"wool": 1}, {"brick": 1}), ("decline",), ("decline",))
    assert waits(state) == "Main 0"
    again = go_on(state, ("offer", bag(ore=1), bag(wool=1)), ("accept",), ("decline",))
    assert waits(again) == "TradeConfirm 0"


@pytest.mark.rule("CK-10.1", "CK-4.3", "CK-10.10")
def test_progress_cards_and_pieces_are_not_to_be_traded():
    state = island(2)
    give(state, 0, ore=1)
    give(state, 1, wool=1)
    deal(state, 0, "spy")
    for thing in ("spy", "road", "city", "merchant", ""):
        assert not asked(state).allows(state, ("offer", ((thing, 1),), bag(wool=1)))
        assert not asked(state).allows(state, ("offer", bag(ore=1), ((thing, 1),)))
    assert held(state, 0) == ["spy"]


@pytest.mark.rule("CK-10.11", "CK-23.8")
@pytest.mark.parametrize(
    ("aloud", "wool", "told"),
    [
        ("no", 1, ["accept", "decline", "counter"]),
        ("no", 0, ["decline", "counter"]),
        ("yes", 1, ["accept", "decline", "counter"]),
        ("yes", 0, ["accept", "decline", "counter"]),
    ],
)
def test_who_has_not_got_the_cards_sees_no_yes_unless_answers_are_given_aloud(
    aloud: str, wool: int, told: list[str]
):
    state = island(2, answers_aloud=aloud)
    give(state, 0, ore=1)
    give(state, 1, wool=wool, brick=1)
    go_on(state, ("offer", bag(ore=1), bag(wool=1)))
    assert asked(state).part_options(state, ()) == told
    assert asked(state).allows(state, ("accept",)) == bool(wool)


@pytest.mark.rule("CK-23.8", "CK-1.4")
def test_aloud_a_counter_offer_may_name_no_more_cards_than_are_held_or_than_there_are():
    state = island(2, answers_aloud="yes")
    give(state, 0, ore=1)
    give(state, 1, wool=10, brick=4)
    go_on(state, ("offer", bag(ore=1), bag(wool=1)))
    pool = dict(asked(state).bag(state, (COUNTER,)).pool)
    assert pool == {kind.id: min(14, kind.bank) for kind in state.box.kinds}
    assert (pool["wool"], pool["coin"]) == (14, 12)


@pytest.mark.rule("CK-10.11")
def test_it_is_remembered_who_asked_for_which_kind_in_which_turn():
    state = island(3)
    state.active, state.turn = 1, 7
    state.agenda[-1] = type(state.agenda[-1])(1)  # type: ignore[call-arg]
    give(state, 1, ore=1)
    before = list(state.asked_for)
    go_on(state, ("offer", bag(ore=1), bag(wool=1, coin=1)))
    changed = [
        n
        for n, (one, other) in enumerate(zip(before, state.asked_for, strict=True))
        if one != other
    ]
    assert changed == [8 + 2, 8 + 7]
    assert state.asked_for[8 + 2] == 7


@pytest.mark.rule("CK-10.11", "CK-10.10")
def test_who_has_no_card_has_nothing_to_offer():
    state = island(2)
    give(state, 1, wool=3)
    assert "offer" not in asked(state).part_options(state, ())
    assert refused(state, ("offer", (), bag(wool=1))) == "CK-10.11"


@pytest.mark.rule("CK-10.10", "CK-10.11")
def test_what_is_wanted_is_counted_out_of_all_kinds_that_are_not_given():
    state = island(2)
    give(state, 0, ore=2, coin=1)
    offer = TradeOffer()
    given = offer.bag(state, 0, ())
    assert given is not None
    assert (given.pool, given.least) == (bag(ore=2, coin=1), 1)
    wanted = offer.bag(state, 0, (bag(ore=1),))
    assert wanted is not None
    stock = {kind.id: kind.bank for kind in state.box.kinds if kind.id != "ore"}
    assert (dict(wanted.pool), wanted.least) == (stock, 1)
    assert offer.bag(state, 0, (bag(ore=1), bag(wool=1))) is None
