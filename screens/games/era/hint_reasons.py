"""Reasons for a hinted pick in Era, in a few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from engine.games.era.collect import ChooseGain
from engine.games.era.component_types import Building
from engine.games.era.scoring import scores
from engine.games.era.state import Realm
from engine.games.era.wording import amounts
from engine.i18n.text import Text, plural, words
from engine.match.preview import Preview
from screens.games.era import tooltips
from screens.table_view.scene import Scene

MAX_COMPARED: Final = 30
"""Maximum number of choices that are compared with each other."""


def reasons(scene: Scene[Realm], pick_preview: Preview[Realm], seat: int) -> Iterator[Text]:
    """Yield texts about the points, walled cells, resources and effects of new buildings that a
    seat gains. The points that the seat loses, or that other choices would cost, come last."""
    total_before = scores(scene.view)[seat].total
    change = scores(pick_preview.view)[seat].total - total_before
    if change > 0:
        yield plural("{change} point", "{change} points", change, change=f"{change:+d}")
    yield from _gains(scene.view, pick_preview.view, seat)
    other_changes = [total - total_before for total in _totals_of_others(scene, pick_preview, seat)]
    if other_changes and min(other_changes) < min(change, 0):
        if scene.partial_pick is not None and isinstance(scene.partial_pick.decision, ChooseGain):
            yield words("fewer dice go hungry")
        yield _saved(change, min(other_changes))
    elif change < 0 and other_changes and max(other_changes) == change:
        yield plural(
            "every choice costs you {n} point", "every choice costs you {n} points", -change
        )
    elif change < 0:
        yield plural("{change} point", "{change} points", -change, change=f"{change:+d}")


def _saved(change: int, worst: int) -> Text:
    """Return a text that compares `change`, the change in points, with `worst`, the change after
    the worst of the other choices."""
    if change >= 0:
        return plural(
            "another choice would cost you {n} point",
            "another choice would cost you up to {n} points",
            -worst,
        )
    return plural(
        "you lose {n} point instead of {worst}",
        "you lose {n} points instead of {worst}",
        -change,
        worst=-worst,
    )


def _totals_of_others(scene: Scene[Realm], pick_preview: Preview[Realm], seat: int) -> list[int]:
    """Return the seat's points after each of the other choices; empty if the seat is not choosing,
    if there are more than `MAX_COMPARED` choices, or if they are not listed."""
    if scene.partial_pick is None or not scene.partial_pick.decision.listed:
        return []
    request = scene.partial_pick.request
    if len(request.options) > MAX_COMPARED or request.seat != seat:
        return []
    others = (pick for pick in request.options if pick != pick_preview.pick)
    follow: Any = scene.game.follow
    previews = (request.preview(pick, policy=follow) for pick in others)
    return [scores(preview.view)[seat].total for preview in previews]


def _gains(before: Realm, after: Realm, seat: int) -> Iterator[Text]:
    old, new = before.domain(seat), after.domain(seat)
    if new.walled_area() > old.walled_area():
        yield words("walled area {n}", n=new.walled_area())
    kinds = [piece.kind for piece in new.pieces[len(old.pieces) :]]
    numbers = Counter(kind.id for kind in kinds)
    for kind in {kind.id: kind for kind in kinds if isinstance(kind, Building)}.values():
        effect, number = tooltips.effect(after, kind), numbers[kind.id]
        if effect is not None and number > 1:
            yield plural("{effect} ({n} time)", "{effect} ({n} times)", number, effect=effect)
        elif effect is not None:
            yield effect
    gained_or_lost = {
        resource: after.has(seat, resource) - before.has(seat, resource)
        for resource in after.box.resources
    }
    gained = {resource: number for resource, number in gained_or_lost.items() if number > 0}
    if gained:
        yield amounts(gained)
