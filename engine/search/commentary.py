"""Commentary on reviews: the cost of a pick and its better alternative, luck and choices."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.common_wording import joined
from engine.core.event import Value
from engine.core.state import State
from engine.i18n.text import Seat, Text, words
from engine.match.match import Match
from engine.match.position import AnyDecision
from engine.search.review import CHOICES, FARTHER, LUCK, OTHERS, ReviewedMove


def percent(chance: float) -> int:
    """Return a chance in percent."""
    return round(100 * chance)


def pick_told(decision: AnyDecision, view: State, pick: Value) -> Text:
    """Return a pick in words, part by part; empty parts, such as no cube of Troyes, are left
    out."""
    parts = decision.parts_of(pick)
    labels = (decision.label(view, parts[: n + 1]) for n, part in enumerate(parts) if part != "")
    return joined(labels, ", ") or words("nothing")


def turning_point(match: Match, move: ReviewedMove) -> Text:
    """Describe a costly pick, its better alternative and both chances, as the seat could have
    known."""
    position = match.at(move.count - 1)
    decision, view = position.decision(move.seat), position.view(move.seat)
    return words(
        "{seat}: {played} ({chance} %). Better: {best} ({better} %).",
        seat=Seat(move.seat),
        played=pick_told(decision, view, move.played.pick),
        chance=percent(move.played.chance),
        best=pick_told(decision, view, move.best.pick),
        better=percent(move.best.chance),
    )


def parts_told(seat: int, parts: Mapping[str, float]) -> Text:
    """Describe how much luck, the seat's own choices, those of others and looking farther ahead
    have changed its chance."""
    return words(
        "{seat}: luck {luck}, own moves {choices}, others' moves {others}, visible only "
        "later {farther}.",
        seat=Seat(seat),
        luck=signed(parts[LUCK]),
        choices=signed(parts[CHOICES]),
        others=signed(parts[OTHERS]),
        farther=signed(parts[FARTHER]),
    )


def signed(change: float) -> str:
    """Return a change of a chance in percent, with its sign."""
    return f"{percent(change):+d} %"
