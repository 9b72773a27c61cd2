"""Standing answers: which cards and which city are given up."""

from __future__ import annotations

import pytest

from engine.games.knights.barbarians import PillageCity
from engine.games.knights.robber import SevenDiscard
from engine.games.knights.standing_answers import IN_KNIGHTS
from engine.games.knights.trade import TradeResponse
from tests.engine.games.knights.positions import bag, give, island


@pytest.mark.rule("CK-9.2", "CK-9.4")
@pytest.mark.parametrize(
    ("answer", "given"),
    [
        ("most", bag(lumber=3, ore=1)),
        ("keep resources", bag(lumber=1, cloth=2, coin=1)),
        ("keep commodities", bag(lumber=3, ore=1)),
    ],
)
def test_cards_of_what_one_holds_most_and_some_last(answer: str, given: object):
    state = island(2)
    give(state, 0, lumber=4, ore=2, cloth=2, coin=1)
    assert IN_KNIGHTS[answer].pick(state, SevenDiscard(0)) == given


@pytest.mark.rule("CK-10.10", "CK-10.11")
def test_without_the_cards_there_is_no_trade_and_with_them_one_is_asked():
    state = island(2)
    offer = TradeResponse(1, 0, bag(wool=1), bag(ore=2))
    known = IN_KNIGHTS["no trade without the cards"]
    assert known.pick(state, offer) == ("decline",)
    give(state, 1, ore=2)
    assert known.pick(state, offer) is None


@pytest.mark.rule("CK-6.16")
def test_the_city_that_yields_least_and_of_two_alike_the_one_without_a_wall():
    state = island(2, cities={0: [8, 12, 25]}, walls=[8])
    assert IN_KNIGHTS["poorest city"].pick(state, PillageCity(0)) == 12
