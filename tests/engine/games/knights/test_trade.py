"""Trade with the bank and with opponents (CK-10)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import Dice
from engine.core.state import is_hidden
from engine.games.knights.box import TRADE
from engine.games.knights.game import GAME
from engine.games.knights.trade import COUNTER, TradeOffer
from tests.engine.games.knights.positions import (
    asked,
    bag,
    bank,
    deal,
    give,
    go_on,
    hand,
    island,
    level,
    possible,
    refused,
    waits,
)


@pytest.mark.rule("CK-10.2", "CK-10.3", "CK-10.4", "CK-10.5", "CK-10.6", "CK-10.7", "CK-21.2")
def test_w13_bank_rates():
    state = island(2, settlements={0: [1, 26]})
    level(state, 0, 2, 0, 0)
    give(state, 0, grain=2, cloth=3, ore=4)
    assert state.rates(0) == [3, 3, 3, 2, 3, 3, 3, 3]
    picks = possible(state, "bank")
    assert ("grain", "paper") in picks
    assert ("cloth", "ore") in picks
    assert ("ore", "coin") in picks
    assert ("grain", "grain") not in picks
    before = bank(state, "ore")
    go_on(state, ("bank", "ore", "coin"))
    assert hand(state, 0) == {"grain": 2, "ore": 1, "cloth": 3, "coin": 1}
    assert bank(state, "ore") == before + 3
    go_on(state, ("bank", "cloth", "ore"))
    give(state, 0, cloth=2)
    assert refused(state, ("bank", "cloth", "ore")) == "CK-10.2"
    level(state, 0, 3, 0, 0)
    assert ("cloth", "ore") in possible(state, "bank")
    state.merchant, state.merchant_owner = 11, 0
    assert state.rates(0)[4] == 2
    assert state.rates(0)[7] == 2
    level(state, 0, 0, 0, 0)
    assert state.rates(0)[7] == 3
    assert state.rates(1) == [4] * 8


@pytest.mark.rule("CK-10.2", "CK-10.3")
def test_four_of_a_kind_for_one_that_the_bank_holds():
    state = island(2)
    give(state, 0, wool=4, coin=4)
    state.bank[0] = 0
    picks = possible(state, "bank")
    assert ("wool", "lumber") not in picks
    assert ("wool", "cloth") in picks
    assert ("coin", "ore") in picks
    assert refused(state, ("bank", "wool", "lumber")) == "CK-10.2"
    assert refused(state, ("bank", "ore", "wool")) == "CK-10.2"
    assert refused(state, ("bank", "wool", "wool")) == "CK-10.2"
    assert refused(state, ("bank", "gold", "wool")) == "CK-10.2"


@pytest.mark.rule("CK-10.5", "CK-10.9", "CK-10.4")
def test_a_harbour_works_from_the_moment_a_building_stands_there():
    state = island(2, roads={0: [2]}, knights={0: {4: 1}})
    give(state, 0, lumber=1, brick=1, wool=1, grain=3)
    assert state.rates(0)[3] == 4
    go_on(state, ("settlement", 1))
    assert state.rates(0)[3] == 2
    assert possible(state, "bank")[0][0] == "grain"


@pytest.mark.rule("CK-10.8", "CK-18.4")
def test_merchant_fleet_lasts_this_turn():
    state = island(2)
    deal(state, 0, "merchant_fleet")
    give(state, 0, coin=2)
    go_on(state, ("card", "merchant_fleet"), "coin")
    assert state.rates(0)[7] == 2
    assert state.rates(1)[7] == 4
    go_on(state, ("bank", "coin", "ore"))
    assert hand(state, 0) == {"ore": 1}


# ---------------------------------------------------------------------- offers


OFFER = ("offer", bag(ore=1), bag(wool=2))


def offered(**hands: int) -> Any:
    """Anna holds 2 ore and offers 1 for 2 wool; the others hold wool as given."""
    state = island()
    give(state, 0, ore=2)
    for seat, name in enumerate(("boris", "clara", "dmitri"), 1):
        give(state, seat, wool=hands.get(name, 0))
    return go_on(state, OFFER)


@pytest.mark.rule("CK-10.1", "CK-10.10", "CK-10.11", "CK-10.12", "CK-24.4")
def test_an_offer_is_answered_in_turn_order_and_carried_out_with_one():
    state = offered(boris=2, clara=1, dmitri=3)
    assert waits(state) == "TradeResponse 1"
    go_on(state, ("accept",))
    assert waits(state) == "TradeResponse 2"
    assert refused(state, ("accept",)) == "CK-10.11"
    go_on(state, ("decline",), ("accept",))
    assert waits(state) == "TradeConfirm 0"
    assert asked(state).options(state) == [("accept", 1), ("accept", 3), ("withdraw",)]
    go_on(state, ("accept", 3))
    assert hand(state, 0) == {"wool": 2, "ore": 1}
    assert hand(state, 3) == {"wool": 1, "ore": 1}
    assert hand(state, 1) == {"wool": 2}
    assert waits(state) == "Main 0"


@pytest.mark.rule("CK-10.10")
def test_each_side_gives_cards_of_its_own_kinds():
    state = island(2)
    give(state, 0, ore=2)
    for pick in (
        ("offer", (), bag(wool=1)),
        ("offer", bag(ore=1), ()),
        ("offer", bag(ore=1), bag(ore=1)),
        ("offer", bag(ore=3), bag(wool=1)),
        ("offer", bag(coin=1), bag(wool=1)),
        ("offer", bag(ore=1)),
        ("offer",),
    ):
        assert refused(state, pick) in ("CK-10.10", "CK-10.11")
    assert asked(state).allows(state, ("offer", bag(ore=2), bag(wool=1, coin=1)))


@pytest.mark.rule("CK-10.11")
def test_a_counter_offer_can_be_paid_by_its_maker_and_differs():
    state = offered(boris=2)
    same = (COUNTER, bag(wool=2), bag(ore=1))
    assert refused(state, same) == "CK-10.11"
    assert refused(state, (COUNTER, bag(wool=3), bag(ore=1))) == "CK-10.11"
    go_on(state, (COUNTER, bag(wool=1), bag(ore=2)))
    assert asked(state).options(state) == [(COUNTER, 1), ("withdraw",)]
    go_on(state, (COUNTER, 1))
    assert hand(state, 0) == {"wool": 1}
    assert hand(state, 1) == {"wool": 1, "ore": 2}


@pytest.mark.rule("CK-10.11", "CK-4.11")
def test_a_counter_offer_that_cannot_be_paid_is_no_choice_but_does_not_show():
    state = offered(boris=2)
    go_on(state, (COUNTER, bag(wool=1), bag(coin=1)))
    assert waits(state) == "TradeConfirm 0"
    assert asked(state).options(state) == [("withdraw",)]
    assert asked(state).always_asks
    assert refused(state, (COUNTER, 1)) == "CK-10.11"
    go_on(state, ("withdraw",))
    assert hand(state, 0) == {"ore": 2}


@pytest.mark.rule("CK-4.11", "CK-10.12")
def test_empty_hands_decline_by_themselves_others_are_always_asked():
    state = offered(clara=1)
    assert waits(state) == "TradeResponse 2"
    assert not asked(state).listed
    go_on(state, ("decline",))
    assert waits(state) == "Main 0"
    told = [note for note in state.story if note.rule == "CK-10.12"]
    assert [note.text.plain() for note in told] == ["seat 3 declines."]


@pytest.mark.rule("CK-10.12")
def test_offers_are_not_limited_in_number():
    state = offered()
    for _ in range(30):
        assert waits(state) == "Main 0"
        go_on(state, OFFER)
    assert len(state.offers) == 31


@pytest.mark.rule("CK-10.1")
def test_opponents_do_not_trade_with_the_bank():
    state = offered(boris=4)
    keys = {command.key for command in asked(state).commands(state)}
    assert keys == {"accept", "decline", "counter"}


def test_random_offers_are_legal():
    state = island(2)
    give(state, 0, ore=2, coin=1)
    for number in range(200):
        rest = TradeOffer().sample(state, 0, Dice(b"%d" % number))
        assert TradeOffer().allows(state, 0, rest)


@pytest.mark.rule("CK-24.4", "CK-23.9")
def test_what_is_known_of_a_hand_follows_public_gains_and_losses():
    state = island(3, counted_cards="yes")
    give(state, 0, ore=2)
    give(state, 1, wool=3)
    assert state.known[1] == [0, 0, 3, 0, 0, 0, 0, 0]
    go_on(state, ("offer", bag(ore=1), bag(wool=1)), ("accept",), ("accept", 1))
    assert state.known[0] == [0, 0, 1, 0, 1, 0, 0, 0]
    assert state.known[1] == [0, 0, 2, 0, 1, 0, 0, 0]
    state.hand_over_unseen(1, 2, 2)
    assert state.known[1] == [0, 0, 1, 0, 0, 0, 0, 0]
    assert state.hand_sizes == [2, 2, 1]
    view = state.view(0)
    assert is_hidden(view.hands[1])
    assert view.known[1] == state.known[1]
    assert any("unknown: 1" in line.plain() for line in GAME.describe(view))


def test_the_track_of_trade_is_the_first():
    assert TRADE == 0
