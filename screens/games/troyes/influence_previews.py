"""Previews of uses of influence, and short reasons for them: first the gain, then the cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.event import Value
from engine.games.troyes.dice_prospects import (
    after_flip,
    after_reroll,
    best_flip,
    best_reroll,
    rerolling,
    turning_over,
)
from engine.games.troyes.influence import FLIP, RECRUIT, REROLL
from engine.games.troyes.state import Town
from engine.games.troyes.wording import influence
from engine.i18n.text import Text, words
from screens.input_modes.input_mode import PartsSoFar

INFLUENCE_PICKS: Final = frozenset({(REROLL,), (RECRUIT,), (FLIP,)})
"""Beginnings of picks that use influence."""

_KEEP: Final = words("You must keep the new value.")


def preview_of_use(partial_pick: PartsSoFar[Town], pick: Value) -> Sequence[Text]:
    """Describe the gain, if any, from the use of influence `pick`, then its cost. For a reroll,
    also say that the player must keep the new value."""
    view, seat = partial_pick.request.view, partial_pick.seat
    match pick:
        case ("reroll", str(name)):
            gain = after_reroll(view, seat, name)
            texts = [_KEEP] if gain is None else [rerolling(name, gain), _KEEP]
        case ("flip", (*names,)):
            dice = [str(name) for name in names]
            gain = after_flip(view, seat, dice)
            texts = [] if gain is None else [turning_over(dice, gain)]
        case _:
            texts = [words("You will have one more citizen to place in a building or on a card.")]
    return [*texts, words("This costs you {influence}.", influence=_cost(view, pick))]


def describe_best_dice(view: Town, seat: int, key: str) -> list[Text]:
    """Describe the best reroll if `key` is `REROLL`, otherwise the best dice to turn over. Return
    an empty list if nothing more would become possible."""
    best = best_reroll(view, seat) if key == REROLL else best_flip(view, seat)
    return [] if best is None else [best]


def reason_for_use(view: Town, seat: int, pick: Value) -> Text | None:
    """Return a short reason for the use of influence `pick`, with its cost, or only the cost if
    turning over the dice makes nothing more possible; None for other picks."""
    gain: Text | None
    match pick:
        case ("reroll", str(name)):
            gain = after_reroll(view, seat, name) or words("it may show a higher value")
        case ("flip", (*names,)):
            gain = after_flip(view, seat, [str(name) for name in names])
        case ("recruit",):
            gain = words("one more citizen to place in a building or on a card")
        case _:
            return None
    cost = _cost(view, pick)
    if gain is None:
        return words("it costs {influence}", influence=cost)
    return words("{gain}; it costs {influence}", gain=gain, influence=cost)


def _cost(view: Town, pick: Value) -> Text:
    box = view.box
    costs = {REROLL: box.reroll_cost, RECRUIT: box.recruit_cost, FLIP: box.flip_cost}
    key = pick[0] if isinstance(pick, tuple) else pick
    return influence(costs[str(key)])
