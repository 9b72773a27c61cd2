"""Commentary on reviews: the loss by a costly move and its better alternative, and a summary."""

from __future__ import annotations

from engine.core.common_wording import joined, series
from engine.core.event import Value
from engine.core.state import State
from engine.i18n.text import Seat, Text, plural, words
from engine.match.match import Match
from engine.match.position import AnyDecision
from engine.search.review import Review, ReviewedMove, WinChances


def percent(chance: float) -> int:
    """Return a chance in percent."""
    return round(100 * chance)


def pick_told(decision: AnyDecision, view: State, pick: Value) -> Text:
    """Return a pick in words, part by part; empty parts, such as no cube of Troyes, are left
    out."""
    parts = decision.parts_of(pick)
    labels = (decision.label(view, parts[: n + 1]) for n, part in enumerate(parts) if part != "")
    return joined(labels, ", ") or words("nothing")


def costly_move(match: Match, move: ReviewedMove) -> Text:
    """Describe a costly move, its loss and the better alternative, as the seat could have known."""
    position = match.at(move.count - 1)
    decision, view = position.decision(move.seat), position.view(move.seat)
    return plural(
        "{seat}: {played} cost about {n} win in 100 games; {best} was better.",
        "{seat}: {played} cost about {n} wins in 100 games; {best} was better.",
        percent(move.loss),
        seat=Seat(move.seat),
        played=pick_told(decision, view, move.played.pick),
        best=pick_told(decision, view, move.best.pick),
    )


def summary(match: Match, review: Review) -> Text:
    """Say in a sentence when the game was decided, as seen by the winner's chances: the round from
    which the winner had the best chance to the end."""
    early = match.ended
    result = match.game.standings(match.state) if early is None else early.result
    winners = [standing.seat for standing in result if standing.place == 1]
    if len(winners) != 1:
        return words("{seats} share the victory.", seats=series(map(Seat, winners)))
    winner = winners[0]
    behind = [point.count for point in review.points if not _leads(point, winner)]
    if not behind:
        return words("{seat} was ahead all game and won.", seat=Seat(winner))
    later = (point.count for point in review.points if point.count > behind[-1])
    ahead = next(later, len(match.line))
    if ahead >= len(match.line):
        return words("{seat} came from behind and won with the last moves.", seat=Seat(winner))
    return words(
        "{seat} took the lead for good in round {round}, at step {step}, and won.",
        seat=Seat(winner),
        round=match.at(ahead).state.round,
        step=ahead,
    )


def _leads(point: WinChances, seat: int) -> bool:
    """Whether nobody else has a better chance to win then."""
    return point.chances[seat] >= max(point.chances)
