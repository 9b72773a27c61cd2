"""Reasons for a hinted pick in Cities & Knights, in a few words."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.knights.forecast import ROLLS
from engine.games.knights.state import Island
from engine.games.knights.wording import points
from engine.i18n.text import Text, plural, words


def gains(before: Island, after: Island, seat: int) -> Iterator[Text]:
    """Points, cards, knights, roads and sites that the seat gains."""
    if after.points(seat) > before.points(seat):
        yield points(after.points(seat) - before.points(seat))
    more = after.income[seat] - before.income[seat]
    if more > 0:
        yield plural(
            "{n} more card in {all} rolls", "{n} more cards in {all} rolls", more, all=ROLLS
        )
    if after.contribution(seat) > before.contribution(seat):
        stronger = after.contribution(seat) - before.contribution(seat)
        yield words("{n} more against the barbarians", n=stronger)
    if after.lengths[seat] > before.lengths[seat]:
        yield words("longest road {n}", n=after.lengths[seat])
    if _sites(after, seat) & ~_sites(before, seat):
        yield words("a site for a settlement")
    if any(new < old for old, new in zip(before.rates(seat), after.rates(seat), strict=True)):
        yield words("a better rate at the bank")


def _sites(view: Island, seat: int) -> int:
    return view.sites & view.ends[seat] & ~view.occupied
