"""The greedy player's progress cards: when they are played, and on what."""

from __future__ import annotations

from typing import Any

from engine.core.chance import Dice
from engine.games.knights.bots.evaluation import best_swap, loses_award
from engine.games.knights.bots.playout_policy import advise
from engine.games.knights.cards_politics import DiplomatRoad
from engine.games.knights.cards_science import InventorPair
from engine.games.knights.cards_trade import MerchantHex
from engine.games.knights.state import Island
from tests.engine.games.knights.positions import deal, edges, island, step
from tests.engine.games.knights.test_greedy import advised

PLAY = "card"


def chosen(state: Island, decision: Any) -> Any:
    """The pick of the greedy player in a decision of seat 0."""
    return advise(step(state, decision).view(0), decision, Dice(b"x"))


def test_owner_of_the_merchant_keeps_another_until_the_hand_is_full() -> None:
    state = island(2, settlements={0: [12]})
    deal(state, 0, "merchant")
    assert advised(state, 0) == (PLAY, "merchant")
    state.merchant, state.merchant_owner = 0, 0
    assert advised(state, 0)[0] != PLAY
    deal(state, 0, "merchant", "merchant", "merchant")
    assert advised(state, 0) == (PLAY, "merchant")


def test_merchant_goes_where_trades_gain_most() -> None:
    state = island(2, settlements={0: [12]})
    by_kind = {
        state.box.terrains[state.terrains[hex]].resource: hex for hex in state.board.node_hexes[12]
    }
    brick, grain = state.box.kind_numbers["brick"], state.box.kind_numbers["grain"]
    assert chosen(state, MerchantHex(0)) == by_kind[brick], "what it produces most"
    state.hands[0][grain] = 6
    assert chosen(state, MerchantHex(0)) == by_kind[grain], "what it holds"
    state.harbor_rates[0] = tuple(2 if kind == grain else 4 for kind in range(len(state.bank)))
    assert chosen(state, MerchantHex(0)) == by_kind[brick], "not what a harbour trades as well"


def test_diplomat_waits_until_it_takes_longest_road() -> None:
    state = island(2, settlements={1: [12]}, roads={1: edges(island(), "12-17")})
    deal(state, 0, "diplomat")
    assert advised(state, 0)[0] != PLAY

    five = edges(state, "12-17", "17-23", "23-29", "29-34", "34-39")
    state = island(3, settlements={1: [12], 2: [3]}, roads={1: five, 2: edges(state, "3-7")})
    assert state.award == 1
    deal(state, 0, "diplomat")
    assert advised(state, 0) == (PLAY, "diplomat")
    assert loses_award(state, five[-1])
    assert chosen(state, DiplomatRoad(0)) == five[-1]


def test_surplus_road_is_given_up() -> None:
    six = edges(island(), "12-17", "17-23", "23-29", "29-34", "34-39", "39-44")
    state = island(3, settlements={1: [12]}, roads={1: six})
    assert state.award == 1
    assert not loses_award(state, six[-1])
    deal(state, 0, "diplomat")
    assert advised(state, 0)[0] != PLAY


def test_inventor_waits_until_the_swap_is_worth_it() -> None:
    state = island(2, cities={0: [0]})
    ten = state.board.node_hexes[0][0]
    deal(state, 0, "inventor")
    pairs = InventorPair(0).options(state)
    gain, *pair = best_swap(state, pairs, 0)
    assert gain == 2 * (4 - 3)
    assert ten in pair
    assert advised(state, 0)[0] != PLAY

    state = island(2, cities={0: [29, 40]}, settlements={1: [0]})
    deal(state, 0, "inventor")
    gain, *pair = best_swap(state, InventorPair(0).options(state), 0)
    assert gain >= 6
    assert advised(state, 0) == (PLAY, "inventor")
    assert chosen(state, InventorPair(0)) == tuple(pair)
