"""Bank trades that bots make by rules of thumb, in both Catan games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.command import Pick
from engine.games.knights.bots.evaluation import Want, missing, needs, spare
from engine.games.knights.component_types import CountsByKind
from engine.games.knights.state import Island

EXPENSIVE_RATE: Final = 4
"""Bank rate from which trades are too expensive for a cheap purchase, such as the first level of a
track."""


def bank_trade(
    state: Island, seat: int, wants: Sequence[Want], cheap: Sequence[CountsByKind]
) -> Pick | None:
    """Return a bank trade towards one of `wants`, as `trade_for` does. If there is none and the
    hand is over the discard limit, return a trade that reduces the hand. If neither is possible,
    return None."""
    pick = trade_for(state, seat, wants, cheap)
    if pick is None and state.hand_sizes[seat] > state.discard_limit(seat):
        return trade_excess(state, seat, state.rates(seat))
    return pick


def trade_for(
    state: Island, seat: int, wants: Sequence[Want], cheap: Sequence[CountsByKind]
) -> Pick | None:
    """Return a bank trade towards the first of `wants` that trades can complete; None if there is
    none. For costs in `cheap`, trades at `EXPENSIVE_RATE` or worse are not made."""
    hand, rates, kinds = state.hands[seat], state.rates(seat), state.box.kinds
    for _, cost in wants:
        lack = missing(hand, cost)
        free = [n // rate for n, rate in zip(spare(hand, cost), rates, strict=True)]
        if 0 < sum(lack) <= sum(free):
            get = max((k for k in range(len(lack)) if lack[k]), key=lambda k: lack[k])
            if state.bank[get]:
                give = max((k for k in range(len(free)) if free[k]), key=lambda k: hand[k])
                if cost in cheap and rates[give] >= EXPENSIVE_RATE:
                    continue
                return ("bank", kinds[give].id, kinds[get].id)
    return None


def trade_excess(state: Island, seat: int, rates: Sequence[int]) -> Pick | None:
    """Return a bank trade of the least needed kind for the most needed kind that the bank has; None
    if there is no such trade. At least one card of the kind given must remain in the hand. `rates`
    are the seat's bank rates by kind."""
    hand, kinds, worth = state.hands[seat], state.box.kinds, needs(state, seat)
    given = [k for k, have in enumerate(hand) if have >= rates[k] + 1]
    if not given:
        return None
    give = min(given, key=lambda kind: worth[kind])
    takeable = [k for k in range(len(kinds)) if k != give and state.bank[k]]
    if not takeable:
        return None
    return ("bank", kinds[give].id, kinds[max(takeable, key=lambda kind: worth[kind])].id)
