"""A hint in words: what is best, with its chance to win where one is known (alone its points), what
speaks for it, and what comes next to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.core.common_wording import joined
from engine.core.event import Value
from engine.core.table_settings import HINTS, OFF
from engine.i18n.text import Text, plural, words
from engine.match.match_view import MatchView
from engine.match.position import AnyDecision
from engine.search.commentary import percent
from engine.search.root_search import Estimate
from engine.search.win_chances import POINTS

BEST: Final = 3
"""So many picks are told of."""

NO_HINTS: Final = words("Hints are off at this table.")
YOUR_DICE: Final = words("Only you know what your dice show.")

Told = Callable[[Estimate], Text]
Why = Callable[[Value], Text | None]


def no_hint(sight: MatchView, decision: AnyDecision) -> Text | None:
    """Why there is no hint for a decision; None where there is one."""
    if not decision.advisable:
        return YOUR_DICE
    return NO_HINTS if sight.header.options.get(HINTS) == OFF else None


def quick(pick: Value) -> Sequence[Estimate]:
    """A pick that no playout speaks for."""
    return (Estimate(pick, 0.0, 0.0, 0),)


def hint_told(worth: Sequence[Estimate], told: Told, why: Why) -> Text:
    """Text of a hint for picks, best first. `told` describes a pick with its value, `why` gives the
    reasons for it."""
    best, *others = worth[:BEST]
    what, brings = told(best), why(best.pick)
    hint = words("Hint: {what}.", what=what)
    if brings is not None:
        hint = words("Hint: {what}. Why: {why}.", what=what, why=brings)
    further = joined((_with_reason(other, told, why) for other in others), "; ")
    if further is None:
        return hint
    return words("{hint} Next best: {others}.", hint=hint, others=further)


def _with_reason(one: Estimate, told: Told, why: Why) -> Text:
    what, brings = told(one), why(one.pick)
    return what if brings is None else words("{what}: {why}", what=what, why=brings)


def with_chance(what: Text, one: Estimate, sight: MatchView) -> Text:
    """A pick with its chance to win, alone its points, if playouts have told that."""
    if not one.playouts:
        return what
    if len(sight.header.seats) == 1:
        points = round(POINTS * one.chance)
        return plural("{what} (about {n} point)", "{what} (about {n} points)", points, what=what)
    return words("{what} ({chance} %)", what=what, chance=percent(one.chance))
