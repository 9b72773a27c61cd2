"""Reasons for a hinted pick in Era, in a few words."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.era.component_types import Building
from engine.games.era.scoring import scores
from engine.games.era.state import Realm
from engine.games.era.wording import amounts
from engine.i18n.text import Text, plural, words
from screens.games.era import tooltips


def gains(before: Realm, after: Realm, seat: int) -> Iterator[Text]:
    """Yield the points, walled cells, effects of new buildings and resources that a seat gains,
    and its points lost."""
    was, now = (scores(state)[seat].total for state in (before, after))
    if was != now:
        yield plural("{change} point", "{change} points", abs(now - was), change=f"{now - was:+d}")
    old, new = before.domain(seat), after.domain(seat)
    if new.walled_area() > old.walled_area():
        yield words("walled area {n}", n=new.walled_area())
    for piece in new.pieces[len(old.pieces) :]:
        does = tooltips.effect(after, piece.kind)
        if isinstance(piece.kind, Building) and does is not None:
            yield does
    more = {
        resource: after.has(seat, resource) - before.has(seat, resource)
        for resource in after.box.resources
    }
    gained = {resource: number for resource, number in more.items() if number > 0}
    if gained:
        yield amounts(gained)
