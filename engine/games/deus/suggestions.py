"""Ranking of cards and choice of goods, for the suggestions of decisions."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.parts import Amounts, Kind, MultisetPart
from engine.games.deus.components import TEMPLE
from engine.games.deus.state import World


def usefulness(state: World, seat: int, card: int) -> float:
    """Return a number for ranking the cards in a hand. It is higher if the card's piece is
    available, and it grows with the number of cards in the card's column. For a temple, it is
    higher if the columns hold enough cards to build the temple."""
    type_ = state.box.card_type[card]
    if type_ == TEMPLE:
        return 6.0 if state.all_columns_hold(seat, state.temples_played(seat)) else 1.5
    here = state.available[seat][type_]
    return (2.0 if here else 0.0) + 0.5 * state.height(seat, type_)


def evened(held: Mapping[Kind, int], bag: MultisetPart) -> Amounts:
    """Return a pick of the largest size from `bag` that makes the amounts in `held` as even as
    possible. Goods are added one by one, each of the kind with the lowest amount so far."""
    have, left = dict(held), dict(bag.pool)
    taken: dict[Kind, int] = {}
    for _ in range(bag.largest):
        kind = min(
            (kind for kind, number in left.items() if number), key=lambda candidate: have[candidate]
        )
        have[kind] += 1
        left[kind] -= 1
        taken[kind] = taken.get(kind, 0) + 1
    return bag.of(taken)
