"""State of the fair."""

from __future__ import annotations

from attrs import field

from engine.core.state import State, secret, shared, table

ROUNDS = 3
ACTIONS = 3
DICE = 3
THROWS = 3
SKULL = 1
GOODS = ("apples", "bread", "cheese", "dates")
SACK = tuple(sorted([*range(len(GOODS))] * 7))
HAND_AT_FIRST = 3
HAND_LIMIT = 5
SHED_ABOVE = 3
STALL_PLACES = 4
MAX_TRADED = 2
MAX_GIVEN = 3


def _pairs() -> tuple[tuple[int, int], ...]:
    return ()


@table
class Fair(State):
    """Public stalls and purses; hands, dice, bids and points for their owners only."""

    sack: tuple[int, ...] = shared(default=SACK)
    pile: list[int] = secret(of="nobody", counted=True, factory=list)
    hands: list[list[int]] = secret(of="owner", counted=True, shown="looking", factory=list)
    looking: tuple[tuple[int, int], ...] = field(factory=_pairs)
    dice: list[list[int]] = secret(of="owner", until="lifted", factory=list)
    skulls: list[int] = field(factory=list)
    bids: list[int] = secret(of="owner", until="lifted", factory=list)
    lifted: bool = True
    shed: list[list[int]] = secret(of="owner", factory=list)
    points: list[int] = secret(of="owner", until="over", factory=list)
    purses: list[int] = field(factory=list)
    stalls: list[list[int]] = field(factory=list)
    sold: dict[int, int] = field(factory=dict)
    actions: int = 0


def without(hand: list[int], cards: tuple[int, ...]) -> list[int] | None:
    """Return the hand without the cards, or None if it does not hold them."""
    rest = hand[:]
    for card in cards:
        if card not in rest:
            return None
        rest.remove(card)
    return rest
