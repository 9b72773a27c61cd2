"""Foolish moves in Catan that bots made in real games and none should make again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.games.knights.bots.evaluation import missing
from engine.games.knights.catan.state import CatanIsland
from tests.fools import Fool

DEAR: Final = 4
"""Number of cards that the bank takes for one without a harbour."""

LITTLE: Final = 2
"""Number of cards that are not worth a Monopoly."""


def _lacks(state: CatanIsland, seat: int, cost: str) -> int:
    return sum(missing(state.hands[seat], state.box.costs[cost]))


def may_trade_for_a_card(state: CatanIsland, decision: Any) -> bool:
    """One trade of four to one would complete a development card, and nothing else. A seven would
    take no cards."""
    seat = decision.seat
    if decision.name != "Main" or not state.deck_sizes[0] or min(state.rates(seat)) < DEAR:
        return False
    costs = ("road", "settlement", "city")
    if _lacks(state, seat, "development") != 1 or min(_lacks(state, seat, c) for c in costs) < 2:
        return False
    is_safe = state.hand_sizes[seat] <= state.discard_limit(seat)
    return is_safe and bool(max(state.hands[seat]) > DEAR)


def trades_for_a_card(state: CatanIsland, decision: Any, pick: Any) -> bool:
    """Make that trade."""
    return bool(pick[0] == "bank")


def may_monopolize_little(state: CatanIsland, decision: Any) -> bool:
    """A Monopoly can be played, and no resource would bring more than two cards."""
    if decision.name != "Main" or not decision.allows(state, ("card", "monopoly")):
        return False
    hand = state.hands[decision.seat]
    kinds = zip(state.box.kinds, state.bank, hand, strict=True)
    return bool(max(kind.bank - left - own for kind, left, own in kinds) <= LITTLE)


def monopolizes_little(state: CatanIsland, decision: Any, pick: Any) -> bool:
    """Play it."""
    return bool(pick == ("card", "monopoly"))


FOOLS: Final[Mapping[str, Fool]] = {
    "pays four cards for a part of a card": Fool(may_trade_for_a_card, trades_for_a_card),
    "plays Monopoly for little": Fool(may_monopolize_little, monopolizes_little),
}
"""The fools by name."""
