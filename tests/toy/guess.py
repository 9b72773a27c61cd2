"""Determinization of the fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from engine.core.chance import Dice
from engine.core.event import Event
from engine.core.hidden import is_hidden
from engine.core.step import Simultaneous
from tests.toy.state import DICE, SKULL, Fair
from tests.toy.steps import Answer, Ask, Cards, Settle, Shed, Throw, cards_in


def guess(view: Fair, seat: int, past: Sequence[Event], dice: Dice) -> Fair:
    """Return a full state that the seat would see as its view: unseen cards are in hands and pile,
    dice have no more skulls than are set out, and bids are covered by coins."""
    state = view.copy()
    at_work = dict(_branches(view))
    _deal(state, view, dice.shuffle(_unseen_cards(view, past)))
    for other in range(state.seats):
        if other == seat:
            continue
        to_come = at_work.get(other, ())
        if is_hidden(view.dice[other]):
            state.dice[other] = _faces(view.skulls[other], _thrown(to_come), dice)
        if is_hidden(view.bids[other]):
            bids = any(step.name == "Bid" for step in to_come)
            state.bids[other] = 0 if bids else dice.below(view.purses[other] + 1)
        if is_hidden(view.shed[other]):
            state.shed[other] = _shed(state, other, at_work, dice)
        if is_hidden(view.points[other]):
            state.points[other] = view.points[seat]
    return state


def _deal(state: Fair, view: Fair, cards: list[int]) -> None:
    """Deal unseen cards to the hidden hands, first those that a seat must hold because it offers or
    accepts a trade; the rest is the pile."""
    hidden = [seat for seat in range(state.seats) if is_hidden(view.hands[seat])]
    for seat in hidden:
        state.hands[seat] = list(_promised(view, seat))
        for card in state.hands[seat]:
            cards.remove(card)
    for seat in hidden:
        lacking = len(view.hands[seat]) - len(state.hands[seat])
        state.hands[seat] = sorted([*state.hands[seat], *cards[:lacking]])
        del cards[:lacking]
    state.pile = cards


def _promised(view: Fair, seat: int) -> Cards:
    """Return the cards that a seat is known to hold because of the pending trade."""
    for step in view.agenda:
        trade = step.request if isinstance(step, Answer) else step
        if isinstance(trade, Ask | Settle):
            give, want = trade.offer
            return give if seat == trade.seat else want if seat in trade.willing else ()
    return ()


def _branches(view: Fair) -> Iterator[tuple[int, Sequence[Any]]]:
    step = view.agenda[-1] if view.agenda else None
    if isinstance(step, Simultaneous):
        yield from step.branches


def _unseen_cards(view: Fair, past: Sequence[Event]) -> list[int]:
    """Return the cards of the sack that are neither in hands that the seat sees, nor out of the
    game."""
    left = Counter(view.sack)
    for hand in (*view.hands, *view.stalls):
        left.subtract(() if is_hidden(hand) else hand)
    shed_now = sum(1 for _, steps in _branches(view) if not steps) if _is_shedding(view) else 0
    shed = [event for event in past if event.step == Shed.name]
    for event in shed[: len(shed) - shed_now]:
        left.subtract(cards_in(event.value))
    return sorted(left.elements())


def _is_shedding(view: Fair) -> bool:
    return any(isinstance(step, Shed) for _, steps in _branches(view) for step in steps)


def _thrown(to_come: Sequence[Any]) -> int:
    """Return the number of thrown dice: all but those about to be thrown."""
    step = to_come[-1] if to_come else None
    return DICE - step.count if isinstance(step, Throw) else DICE


def _faces(skulls: int, number: int, dice: Dice) -> list[int]:
    others = [SKULL + 1 + dice.below(6 - SKULL) for _ in range(number - skulls)]
    return [SKULL] * skulls + sorted(others)


def _shed(state: Fair, seat: int, at_work: dict[int, Sequence[Any]], dice: Dice) -> list[int]:
    """Return the cards that a seat has set aside while others are still choosing."""
    chosen = _is_shedding(state) and seat in at_work and not at_work[seat]
    hand = state.hands[seat]
    return sorted(dice.draw(hand, len(hand) // 2)) if chosen else []
