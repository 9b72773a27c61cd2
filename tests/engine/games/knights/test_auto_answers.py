"""Auto-answers: which cards and which city are given up."""

from __future__ import annotations

import pytest

from engine.games.knights.auto_answers import IN_KNIGHTS
from engine.games.knights.barbarians import PillageCity
from engine.games.knights.robber import SevenDiscard
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
def test_discards_prefer_the_most_numerous_and_spare_some_kinds(answer: str, given: object):
    state = island(2)
    give(state, 0, lumber=4, ore=2, cloth=2, coin=1)
    assert IN_KNIGHTS[answer].pick_for(state, SevenDiscard(0)) == given


@pytest.mark.rule("CK-10.10", "CK-10.11")
def test_unaffordable_trade_is_refused_and_affordable_one_asked():
    state = island(2)
    offer = TradeResponse(1, 0, bag(wool=1), bag(ore=2))
    known = IN_KNIGHTS["no trade without the cards"]
    assert known.pick_for(state, offer) == ("decline",)
    give(state, 1, ore=2)
    assert known.pick_for(state, offer) is None


@pytest.mark.rule("CK-6.16")
def test_least_productive_unwalled_city_is_given_up():
    state = island(2, cities={0: [8, 12, 25]}, walls=[8])
    assert IN_KNIGHTS["poorest city"].pick_for(state, PillageCity(0)) == 12
