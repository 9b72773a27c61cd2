"""Places at which the cursor starts in the questions of Cities & Knights."""

from __future__ import annotations

from typing import Any

from engine.games.knights.cards_trade import MerchantHex
from engine.games.knights.production import loss
from engine.match.decision_request import DecisionRequest
from screens.games.knights.painter import PAINTER
from tests.engine.games.knights.positions import edges, give, island
from tests.screens.games.knights.test_common_moves import asking, at, usual
from tests.screens.games.knights.turns import in_turn


def test_merchant_starts_at_the_best_yield_whatever_the_hand() -> None:
    """Others at the keyboard can see the cursor."""
    state = usual()
    options = MerchantHex(0).options(state)
    best = max(loss(state, 0, hex) for hex in options)
    for kind in state.box.kinds:
        request: Any = DecisionRequest.of(at(asking(MerchantHex(0), **{kind.id: 6})).match, 0)
        start = int(str(PAINTER.partial_pick(request).choice.value))
        assert start in options
        assert loss(state, 0, start) == best > 0


def test_knight_starts_off_the_sites_for_settlements() -> None:
    state = island(2, settlements={0: [23]}, cities={1: [40]})
    for edge in edges(state, "17-23", "12-17"):
        state.lay_road(0, edge)
    give(state, 0, wool=1, ore=1)
    assert state.sites & state.ends[0] == 1 << 12
    table = at(state)
    table.press("f")
    assert table.state.partial_pick is not None
    assert [choice.value for choice in table.state.partial_pick.choices()] == [12, 17]
    assert table.state.partial_pick.choice.value == 17


def test_undone_command_that_is_no_longer_possible_leaves_the_usual_start() -> None:
    """Such as a city that a trade had made possible, once the trade is undone, too."""
    with in_turn(lumber=1, brick=1) as table:
        partial_pick = table.state.partial_pick
        assert partial_pick is not None
        partial_pick.follow(("city", 12))
        assert partial_pick.choice.value == "road"
