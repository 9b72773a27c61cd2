"""Trade with the bank and with opponents (CK-10)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import Dice
from engine.core.hidden import is_hidden
from engine.games.knights.component_types import TRADE
from engine.games.knights.game import GAME
from engine.games.knights.robber import counts_of
from engine.games.knights.state import Island
from engine.games.knights.trade import ACCEPT, COUNTER, TradeConfirm, TradeOffer
from engine.i18n.language import Translator
from tests.engine.games.knights.positions import (
    bag,
    bank,
    deal,
    edges,
    give,
    hand,
    held,
    island,
    level,
    pending_step,
    possible,
    refused,
    run_agenda,
    waits,
)

LAND = island()


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
    run_agenda(state, ("bank", "ore", "coin"))
    assert hand(state, 0) == {"grain": 2, "ore": 1, "cloth": 3, "coin": 1}
    assert bank(state, "ore") == before + 3
    run_agenda(state, ("bank", "cloth", "ore"))
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
def test_bank_trades_four_of_a_kind_for_one():
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
def test_harbour_works_as_soon_as_a_building_is_there():
    state = island(2, roads={0: [2]}, knights={0: {4: 1}})
    give(state, 0, lumber=1, brick=1, wool=1, grain=3)
    assert state.rates(0)[3] == 4
    run_agenda(state, ("settlement", 1))
    assert state.rates(0)[3] == 2
    assert possible(state, "bank")[0][0] == "grain"


@pytest.mark.rule("CK-10.8", "CK-18.4")
def test_merchant_fleet_lasts_this_turn():
    state = island(2)
    deal(state, 0, "merchant_fleet")
    give(state, 0, coin=2)
    run_agenda(state, ("card", "merchant_fleet"), "coin")
    assert state.rates(0)[7] == 2
    assert state.rates(1)[7] == 4
    run_agenda(state, ("bank", "coin", "ore"))
    assert hand(state, 0) == {"ore": 1}


@pytest.mark.rule("CK-10.2", "CK-10.4", "CK-10.5", "CK-10.6", "CK-10.7", "CK-10.8")
def test_best_rate_counts_and_rates_do_not_combine():
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
def test_each_harbour_serves_buildings_on_both_of_its_nodes(node: int, kind: str, piece: str):
    state = island(2, **{piece: {0: [node]}})  # type: ignore[arg-type]
    ids = [one.id for one in state.box.kinds]
    if kind:
        assert state.rates(0) == [2 if one == kind else 4 for one in ids]
    else:
        assert state.rates(0) == [3] * 8
    assert state.rates(1) == [4] * 8


@pytest.mark.rule("CK-10.9")
def test_roads_and_knights_do_not_use_harbours():
    state = island(2, roads={0: edges(LAND, "1-5", "1-4")}, knights={0: {1: 3, 5: 1}}, active=[1])
    assert state.rates(0) == [4] * 8


@pytest.mark.rule("CK-10.2", "CK-10.3")
def test_bank_gives_one_other_card_that_it_holds():
    state = island(2)
    give(state, 0, ore=8)
    state.bank[:] = [0, 0, 1, 0, 11, 0, 0, 0]
    assert possible(state, "bank") == [("ore", "wool")]
    run_agenda(state, ("bank", "ore", "wool"))
    assert hand(state, 0) == {"ore": 4, "wool": 1}
    assert possible(state, "bank") == []
    assert refused(state, ("bank", "ore", "ore")) == "CK-10.2"
    assert refused(state, ("bank", "ore", "wool")) == "CK-10.2"


# ---------------------------------------------------------------------- offers


OFFER = ("offer", bag(ore=1), bag(wool=2))


def offered(**hands: int) -> Any:
    """Anna holds 2 ore and offers 1 for 2 wool; the others hold wool as given."""
    state = island()
    give(state, 0, ore=2)
    for seat, name in enumerate(("boris", "clara", "dmitri"), 1):
        give(state, seat, wool=hands.get(name, 0))
    return run_agenda(state, OFFER)


@pytest.mark.rule("CK-10.1", "CK-10.10", "CK-10.11", "CK-10.12", "CK-24.4")
def test_offer_is_answered_in_turn_order_and_made_with_one_player():
    state = offered(boris=2, clara=1, dmitri=3)
    assert waits(state) == "TradeResponse 1"
    run_agenda(state, ("accept",))
    assert waits(state) == "TradeResponse 2"
    assert refused(state, ("accept",)) == "CK-10.11"
    run_agenda(state, ("decline",), ("accept",))
    assert waits(state) == "TradeConfirm 0"
    assert pending_step(state).options(state) == [("accept", 1), ("accept", 3), ("withdraw",)]
    run_agenda(state, ("accept", 3))
    assert hand(state, 0) == {"wool": 2, "ore": 1}
    assert hand(state, 3) == {"wool": 1, "ore": 1}
    assert hand(state, 1) == {"wool": 2}
    assert waits(state) == "Main 0"


@pytest.mark.rule("CK-10.10")
def test_each_side_gives_different_kinds():
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
    assert pending_step(state).allows(state, ("offer", bag(ore=2), bag(wool=1, coin=1)))


@pytest.mark.rule("CK-10.11")
def test_counter_offer_is_affordable_and_different():
    state = offered(boris=2)
    same = (COUNTER, bag(wool=2), bag(ore=1))
    assert refused(state, same) == "CK-10.11"
    assert refused(state, (COUNTER, bag(wool=3), bag(ore=1))) == "CK-10.11"
    run_agenda(state, (COUNTER, bag(wool=1), bag(ore=2)))
    assert pending_step(state).options(state) == [(COUNTER, 1), ("withdraw",)]
    run_agenda(state, (COUNTER, 1))
    assert hand(state, 0) == {"wool": 1}
    assert hand(state, 1) == {"wool": 1, "ore": 2}


@pytest.mark.rule("CK-10.11", "CK-4.11")
def test_unaffordable_counter_offer_is_impossible_but_secret():
    state = offered(boris=2)
    run_agenda(state, (COUNTER, bag(wool=1), bag(coin=1)))
    assert waits(state) == "TradeConfirm 0"
    assert pending_step(state).options(state) == [("withdraw",)]
    assert pending_step(state).always_asks
    assert refused(state, (COUNTER, 1)) == "CK-10.11"
    run_agenda(state, ("withdraw",))
    assert hand(state, 0) == {"ore": 2}


@pytest.mark.rule("CK-4.11", "CK-10.12")
def test_empty_hands_decline_automatically_and_others_are_asked():
    state = offered(clara=1)
    assert waits(state) == "TradeResponse 2"
    assert not pending_step(state).listed
    run_agenda(state, ("decline",))
    assert waits(state) == "Main 0"
    notes = [note for note in state.notes if note.rule == "CK-10.12"]
    assert [note.text.plain() for note in notes] == ["seat 3 declines seat 1's offer."]


@pytest.mark.rule("CK-10.12")
def test_number_of_offers_is_unlimited():
    state = offered()
    for _ in range(30):
        assert waits(state) == "Main 0"
        run_agenda(state, OFFER)
    assert len(state.offers) == 31


@pytest.mark.rule("CK-10.1")
def test_opponents_do_not_trade_with_the_bank():
    state = offered(boris=4)
    keys = {command.key for command in pending_step(state).commands(state)}
    assert keys == {"accept", "decline", "counter"}


def test_random_offers_are_legal():
    state = island(2)
    give(state, 0, ore=2, coin=1)
    for number in range(200):
        rest = TradeOffer().sample(state, 0, Dice(b"%d" % number))
        assert TradeOffer().allows(state, 0, rest)


@pytest.mark.rule("CK-24.4", "CK-23.9")
def test_known_cards_follow_public_gains_and_losses():
    state = island(3, counted_cards="yes")
    give(state, 0, ore=2)
    give(state, 1, wool=3)
    assert state.known[1] == [0, 0, 3, 0, 0, 0, 0, 0]
    run_agenda(state, ("offer", bag(ore=1), bag(wool=1)), ("accept",), ("accept", 1))
    assert state.known[0] == [0, 0, 1, 0, 1, 0, 0, 0]
    assert state.known[1] == [0, 0, 2, 0, 1, 0, 0, 0]
    state.hand_over_unseen(1, 2, 2)
    assert state.known[1] == [0, 0, 1, 0, 0, 0, 0, 0]
    assert state.hand_sizes == [2, 2, 1]
    view = state.view(0)
    assert is_hidden(view.hands[1])
    assert view.known[1] == state.known[1]
    assert any("Unknown: 1" in line.plain() for line in GAME.describe(view))


def test_trade_is_the_first_track():
    assert TRADE == 0


@pytest.mark.rule("CK-10.10", "CK-10.11")
def test_many_cards_of_several_kinds_can_be_traded_at_once():
    state = island(2)
    give(state, 0, ore=2, coin=1)
    give(state, 1, wool=1, paper=3, cloth=1)
    run_agenda(
        state, ("offer", bag(ore=2, coin=1), bag(wool=1, paper=2)), ("accept",), ("accept", 1)
    )
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
def test_gifts_and_equal_kinds_on_both_sides_are_illegal(rest: tuple[Any, ...]):
    state = island(2)
    give(state, 0, ore=2, wool=1, coin=1)
    give(state, 1, wool=3, grain=3)
    assert refused(state, ("offer", *rest)).startswith("CK-10")


def one_for_one(*hands: dict[str, int]) -> Island:
    """Anna offers 1 ore for 1 wool and holds another ore."""
    state = island(len(hands) + 1)
    give(state, 0, ore=2)
    for seat, cards in enumerate(hands, 1):
        give(state, seat, **cards)
    return run_agenda(state, ("offer", bag(ore=1), bag(wool=1)))


@pytest.mark.rule("CK-10.11", "CK-10.12", "CK-4.9", "CK-4.10")
def test_one_of_an_acceptance_and_two_counter_offers_is_accepted():
    def answers() -> Island:
        return run_agenda(
            one_for_one({"wool": 2}, {"wool": 1, "coin": 1}, {"brick": 3}),
            ("accept",),
            (COUNTER, bag(coin=1), bag(ore=2)),
            (COUNTER, bag(brick=3), bag(grain=1)),
        )

    state = answers()
    assert pending_step(state).options(state) == [("accept", 1), (COUNTER, 2), ("withdraw",)]
    assert refused(state, ("accept", 2)) == refused(state, (COUNTER, 3)) == "CK-10.11"
    run_agenda(state, (COUNTER, 2))
    assert hand(state, 0) == {"coin": 1}
    assert hand(state, 2) == {"wool": 1, "ore": 2}
    assert hand(state, 1) == {"wool": 2}
    state = run_agenda(answers(), ("accept", 1))
    assert (hand(state, 0), hand(state, 1)) == ({"wool": 1, "ore": 1}, {"wool": 1, "ore": 1})
    state = run_agenda(answers(), ("withdraw",))
    assert hand(state, 0) == {"ore": 2}
    assert waits(state) == "Main 0"


@pytest.mark.rule("CK-10.11", "CK-10.10")
def test_counter_offer_follows_the_rules_and_addresses_the_active_player():
    state = one_for_one({"wool": 1, "coin": 1}, {"ore": 1})
    for rest in (
        (bag(wool=1), bag(ore=1)),
        (bag(wool=1), bag(wool=1)),
        (bag(wool=1), ()),
        ((), bag(ore=1)),
        (bag(coin=2), bag(ore=1)),
    ):
        assert refused(state, (COUNTER, *rest)).startswith("CK-10.1")
    run_agenda(state, (COUNTER, bag(wool=1, coin=1), bag(ore=1)))
    assert waits(state) == "TradeResponse 2"
    assert refused(state, ("accept",)) == "CK-10.11"
    run_agenda(state, ("decline",), (COUNTER, 1))
    assert hand(state, 0) == {"wool": 1, "ore": 1, "coin": 1}


@pytest.mark.rule("CK-10.11", "CK-4.11", "CK-10.12")
def test_offer_declined_by_everyone_ends_without_a_question():
    state = run_agenda(one_for_one({"wool": 1}, {"brick": 1}), ("decline",), ("decline",))
    assert waits(state) == "Main 0"
    again = run_agenda(state, ("offer", bag(ore=1), bag(wool=1)), ("accept",), ("decline",))
    assert waits(again) == "TradeConfirm 0"


@pytest.mark.rule("CK-10.1", "CK-4.3", "CK-10.10")
def test_progress_cards_and_pieces_cannot_be_traded():
    state = island(2)
    give(state, 0, ore=1)
    give(state, 1, wool=1)
    deal(state, 0, "spy")
    for thing in ("spy", "road", "city", "merchant", ""):
        assert not pending_step(state).allows(state, ("offer", ((thing, 1),), bag(wool=1)))
        assert not pending_step(state).allows(state, ("offer", bag(ore=1), ((thing, 1),)))
    assert held(state, 0) == ["spy"]


@pytest.mark.rule("CK-10.11", "CK-23.8")
@pytest.mark.parametrize(
    ("answers_aloud", "wool", "expected"),
    [
        ("no", 1, ["accept", "decline", "counter"]),
        ("no", 0, ["decline", "counter"]),
        ("yes", 1, ["accept", "decline", "counter"]),
        ("yes", 0, ["accept", "decline", "counter"]),
    ],
)
def test_acceptance_without_the_cards_is_hidden_or_refused_when_open(
    answers_aloud: str, wool: int, expected: list[str]
):
    state = island(2, answers_aloud=answers_aloud)
    give(state, 0, ore=1)
    give(state, 1, wool=wool, brick=1)
    run_agenda(state, ("offer", bag(ore=1), bag(wool=1)))
    assert pending_step(state).part_options(state, ()) == expected
    assert pending_step(state).allows(state, ("accept",)) == bool(wool)


@pytest.mark.rule("CK-23.8", "CK-1.4")
def test_open_counter_offer_is_limited_to_existing_cards():
    state = island(2, answers_aloud="yes")
    give(state, 0, ore=1)
    give(state, 1, wool=10, brick=4)
    run_agenda(state, ("offer", bag(ore=1), bag(wool=1)))
    pool = dict(pending_step(state).bag(state, (COUNTER,)).pool)
    assert pool == {kind.id: min(14, kind.bank) for kind in state.box.kinds}
    assert (pool["wool"], pool["coin"]) == (14, 12)


@pytest.mark.rule("CK-10.11")
def test_requested_kinds_are_remembered_by_turn():
    state = island(3)
    state.active, state.turn = 1, 7
    state.agenda[-1] = type(state.agenda[-1])(1)  # type: ignore[call-arg]
    give(state, 1, ore=1)
    before = list(state.asked_for)
    run_agenda(state, ("offer", bag(ore=1), bag(wool=1, coin=1)))
    changed = [
        n
        for n, (one, other) in enumerate(zip(before, state.asked_for, strict=True))
        if one != other
    ]
    assert changed == [8 + 2, 8 + 7]
    assert state.asked_for[8 + 2] == 7


@pytest.mark.rule("CK-10.11")
@pytest.mark.parametrize(
    ("answers", "is_refused"),
    [
        ([("decline",)], True),
        ([("accept",), ("withdraw",)], True),
        ([("accept",), ("accept", 1)], False),
    ],
)
def test_offers_without_a_trade_are_remembered(answers: list[Any], is_refused: bool):
    state = island(2, settlements={0: [40], 1: [16]})
    give(state, 0, ore=1)
    give(state, 1, wool=1)
    run_agenda(state, ("offer", bag(ore=1), bag(wool=1)), *answers)
    offer = (0, counts_of(state, bag(ore=1)), counts_of(state, bag(wool=1)), 2)
    assert state.refused == (offer,) * is_refused


@pytest.mark.rule("CK-10.11", "CK-10.10")
def test_player_without_cards_cannot_offer():
    state = island(2)
    give(state, 1, wool=3)
    assert "offer" not in pending_step(state).part_options(state, ())
    assert refused(state, ("offer", (), bag(wool=1))) == "CK-10.11"


@pytest.mark.rule("CK-10.10", "CK-10.11")
def test_wanted_cards_are_counted_from_kinds_not_given():
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


def test_only_offers_and_counter_offers_are_offers():
    state = offered(boris=2)
    answer = (COUNTER, bag(wool=1), bag(ore=2))
    assert GAME.is_offer(pending_step(state), answer)
    run_agenda(state, answer)
    confirm = pending_step(state)
    assert confirm.options(state) == [(COUNTER, 1), ("withdraw",)]
    assert not any(GAME.is_offer(confirm, pick) for pick in confirm.options(state))
    run_agenda(state, ("withdraw",))
    assert GAME.is_offer(pending_step(state), ("offer", bag(ore=2), bag(wool=1)))
    assert not GAME.is_offer(pending_step(state), ("bank", "cloth", "ore"))


def test_choices_after_the_answers_say_what_the_player_then_does():
    """The question says who has accepted, so a choice must not only repeat that."""
    answers = ((1, ACCEPT, (), ()), (2, COUNTER, (("cloth", 2),), (("brick", 1),)))
    confirm = TradeConfirm(0, (("lumber", 1),), (("ore", 2),), answers)
    state, translator = island(3), Translator("en", ("Anna", "Boris", "Clara"))
    give(state, 0, lumber=1, brick=1)
    told = [translator.translate(confirm.label(state, (one,))) for one in confirm.options(state)]
    assert told == ["Trade with Boris", "Clara: 2 cloth for 1 brick", "Withdraw the offer"]
    assert "Boris accepts" in translator.translate(confirm.question(state))
