"""A review in words (commentary): what a pick cost and what would have been better, what was luck
and what was chosen."""

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
    """A chance in parts of a hundred."""
    return round(100 * chance)


def pick_told(decision: AnyDecision, view: State, pick: Value) -> Text:
    """A pick in words, part by part; of one that is empty, such as no cube of Troyes, none."""
    parts = decision.parts_of(pick)
    labels = (decision.label(view, parts[: n + 1]) for n, part in enumerate(parts) if part != "")
    return joined(labels, ", ") or words("nothing")


def turning_point(match: Match, one: ReviewedMove) -> Text:
    """What was picked, what would have been better, and by how much, as the seat could have
    known."""
    position = match.at(one.count - 1)
    decision, view = position.decision(one.seat), position.view(one.seat)
    return words(
        "{seat}: {played} ({chance} %). Better: {best} ({better} %).",
        seat=Seat(one.seat),
        played=pick_told(decision, view, one.played.pick),
        chance=percent(one.played.chance),
        best=pick_told(decision, view, one.best.pick),
        better=percent(one.best.chance),
    )


def parts_told(seat: int, parts: Mapping[str, float]) -> Text:
    """By how much luck, the own choices and those of others have changed a seat's chance, and what
    could be seen only when more of the game was looked at."""
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
    """A change of a chance in parts of a hundred, with its sign."""
    return f"{percent(change):+d} %"
