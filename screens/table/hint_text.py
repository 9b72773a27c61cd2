"""Text of a hint: the best pick, with the reason for it and its chance to win, and the
alternatives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from typing import Final

from attrs import frozen

from engine.core.common_wording import joined
from engine.core.event import Value
from engine.core.state import State
from engine.core.table_settings import HINTS_OFF, HINTS_OPTION
from engine.i18n.text import Text, plural, words
from engine.match.decision_request import DecisionRequest
from engine.match.match_view import MatchView
from engine.match.position import AnyDecision
from engine.match.preview import Preview
from engine.search.review import percent
from engine.search.root_search import Estimate
from engine.search.win_chances import POINTS_OF_CERTAIN_WIN
from screens.table_view.scene import Scene, TablePainter

MAX_PICKS_SHOWN: Final = 3
"""Maximum number of picks in a hint."""

DECIDED_PERCENT: Final = (2, 98)
"""Range of chances to win, in percent, outside which a game counts as decided, so that points are
shown instead of chances."""

NO_HINTS: Final = words("Hints are off at this table.")
YOUR_DICE: Final = words("Only you know what your dice show.")

NameChoice = Callable[[Value], Text]


def why_no_hint(match_view: MatchView, decision: AnyDecision) -> Text | None:
    """Return the reason why there is no hint for a decision; None if a hint is available."""
    if not decision.advisable:
        return YOUR_DICE
    return NO_HINTS if match_view.header.options.get(HINTS_OPTION) == HINTS_OFF else None


def quick_estimates(pick: Value) -> Sequence[Estimate]:
    """Return `pick` as the only estimate, which is not based on playouts."""
    return (Estimate(pick, 0.0, 0.0, 0),)


@frozen
class HintWriter:
    """Writer of the hints for a decision. `scene` is the table as the deciding seat sees it, and
    `name` describes a pick. The position of the cursor has no influence."""

    match_view: MatchView
    painter: TablePainter[State]
    scene: Scene[State]
    request: DecisionRequest[State]
    name: NameChoice

    def hint(self, estimates: Sequence[Estimate]) -> Text:
        """Describe the best pick with its reason, then up to `MAX_PICKS_SHOWN` - 1 alternatives:
        those that are about as good, then worse ones, best first."""
        best = estimates[0]
        hint = words("Hint: {what}.", what=self.with_value(best, best))
        why = self._reason(best, best)
        if why is not None:
            hint = words("{hint} Why: {why}.", hint=hint, why=why)
        alternatives = self._alternatives(estimates)
        alike = [other for other in alternatives if _is_alike(best, other)]
        if alike:
            best_choices = joined(
                (self._with_reason(estimate, best, why) for estimate in alike), "; "
            )
            hint = words("{hint} About as good: {others}.", hint=hint, others=best_choices)
        worse = sorted(
            (other for other in alternatives if other not in alike),
            key=lambda estimate: -estimate.chance,
        )
        if worse:
            best_choices = joined(
                (self._with_reason(estimate, best, why) for estimate in worse), "; "
            )
            hint = words("{hint} Next best: {others}.", hint=hint, others=best_choices)
        return hint

    def best_pick_text(self, estimates: Sequence[Estimate]) -> Text:
        """Describe the best pick, without its reason and the alternatives."""
        return self.with_value(estimates[0], estimates[0])

    def with_value(self, estimate: Estimate, best: Estimate) -> Text:
        """Describe a pick with its chance to win, or with points if the game is decided or solo.
        Give only the name of a pick without playouts, of an alternative that seems as good as the
        best pick, and of a pick that gains no points in a decided game."""
        what = self.name(estimate.pick)
        if not estimate.playouts or (estimate is not best and _is_alike(best, estimate)):
            return what
        if len(self.match_view.header.seats) == 1:
            points = round(POINTS_OF_CERTAIN_WIN * estimate.chance)
            return plural(
                "{what} (about {n} point)", "{what} (about {n} points)", points, what=what
            )
        if is_decided(best):
            gain = self._gain(estimate, best)
            change = self.painter.gained(gain)
            return words("{what} ({change})", what=what, change=change) if gain else what
        if estimate is best:
            chance = percent(estimate.chance)
            return words("{what} ({chance}% chance to win)", what=what, chance=chance)
        return words("{what} ({chance}%)", what=what, chance=percent(estimate.chance))

    def _alternatives(self, estimates: Sequence[Estimate]) -> list[Estimate]:
        """Return the first `MAX_PICKS_SHOWN` - 1 alternatives to the best pick, without those that
        have the same kind and about the same value as an earlier estimate."""
        shown = [estimates[0]]
        for estimate in estimates[1:]:
            same = (other for other in shown if self._kind(other.pick) == self._kind(estimate.pick))
            if not any(_is_alike(other, estimate) for other in same):
                shown.append(estimate)
        return shown[1:MAX_PICKS_SHOWN]

    def _kind(self, pick: Value) -> Value:
        """Return the first part of `pick` if it has several parts, or else the tuple of its parts.
        Picks are of the same kind if the results are equal."""
        parts = self.request.decision.parts_of(pick)
        return parts[0] if len(parts) > 1 else parts

    def _with_reason(self, estimate: Estimate, best: Estimate, known_reason: Text | None) -> Text:
        """Describe an alternative with its reason, if any, unless it equals `known_reason`, the
        reason for the best pick."""
        what, why = self.with_value(estimate, best), self._reason(estimate, best)
        if why is None or (known_reason is not None and known_reason.plain() == why.plain()):
            return what
        return words("{what}: {why}", what=what, why=why)

    def _reason(self, estimate: Estimate, best: Estimate) -> Text | None:
        """Return the reason for a pick; None if there is none, or if the pick's name says the
        same."""
        why = self._why(estimate, best)
        return None if why is None or why.plain() in self.name(estimate.pick).plain() else why

    def _preview(self, pick: Value) -> Preview[State]:
        return self.request.preview(pick, policy=self.match_view.game.follow)

    def _why(self, estimate: Estimate, best: Estimate) -> Text | None:
        """Return the reason that the painter gives for a pick, if any; None also if the pick's
        points are shown, because the reason could contain a different number of points."""
        if self._gain(estimate, best):
            return None
        place = self.request.target(self.request.decision.parts_of(estimate.pick))
        return self.painter.why(self.scene, self._preview(estimate.pick), place)

    def _gain(self, estimate: Estimate, best: Estimate) -> int:
        """Return the points that a pick gains for the seat, if they are shown instead of a chance
        to win; otherwise 0."""
        hidden = not estimate.playouts or (estimate is not best and _is_alike(best, estimate))
        if hidden or not is_decided(best) or len(self.match_view.header.seats) == 1:
            return 0
        before, after = (
            {standing.seat: standing.total for standing in self.match_view.game.standings(view)}
            for view in (self.request.view, self._preview(estimate.pick).view)
        )
        return after[self.request.seat] - before[self.request.seat]


def is_decided(best: Estimate) -> bool:
    """Return whether the chance of the best pick shows that the game is decided, so that chances to
    win hardly differ."""
    return (
        bool(best.playouts) and not DECIDED_PERCENT[0] <= percent(best.chance) <= DECIDED_PERCENT[1]
    )


def _is_alike(best: Estimate, estimate: Estimate) -> bool:
    """Return whether `estimate` seems as good as `best`, within the errors of the playouts, or has
    no playouts."""
    if not (best.playouts and estimate.playouts):
        return not estimate.playouts
    if percent(estimate.chance) >= percent(best.chance):
        return True
    return best.chance - estimate.chance < hypot(best.error, estimate.error)
