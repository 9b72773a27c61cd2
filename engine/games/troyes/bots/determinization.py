"""Determinization for a seat. Opponents have the VP that the seat could have counted, and their
Characters are drawn at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.chance import Dice
from engine.core.event import Event
from engine.core.hidden import is_hidden
from engine.core.public_replay import MemoizedByHistory, replay_public
from engine.core.step_stack import Step
from engine.games.troyes.setup import (
    BeginPlacement,
    DealCharacters,
    DrawStart,
    PlaceFirst,
    empty_table,
)
from engine.games.troyes.state import Town


def guess(view: Town, seat: int, past: Sequence[Event], dice: Dice) -> Town:
    """Return a random state that is consistent with `view`. Opponents' Characters are drawn at
    random (TRO-2.4). Opponents' VP are counted from `past`, because all gains and losses of VP are
    public. Without `past`, they are assumed to equal the seat's."""
    town = view.copy()
    if any(map(is_hidden, view.vp)):
        town.vp = list(counted_vp.of(view, past)) if past else [view.vp[seat]] * view.seats
    seen = {index for hand in view.characters if not is_hidden(hand) for index in hand}
    others = [character.index for character in view.box.characters if character.index not in seen]
    drawn = dice.shuffle(others)
    for owner, hand in enumerate(view.characters):
        if is_hidden(hand):
            town.characters[owner] = tuple(sorted(drawn.pop() for _ in range(len(hand))))
    return town


def _counted(view: Town, past: Sequence[Event]) -> tuple[int, ...]:
    """Return the VP of every seat after the events in `past`."""
    return tuple(_retraced(view, past).vp)


counted_vp: Final = MemoizedByHistory(_counted)


def _retraced(view: Town, past: Sequence[Event]) -> Town:
    """Return the state after the events in `past`, without Characters."""
    town = empty_table(view.box, view.seats, bonus=view.bonus)
    town.rules = view.rules
    begin: list[Step] = [DealCharacters()]
    if any(event.step == DrawStart.name for event in past[:2]):
        begin.append(DrawStart())
    else:
        first = next((event.seat for event in past if event.step == PlaceFirst.name), view.first)
        town.first = first
    town.push(*begin, BeginPlacement())
    replay_public(town, past, lambda step, event: isinstance(step, DealCharacters))
    return town
