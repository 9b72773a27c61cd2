"""Text of a costly move: what was played, what it cost, what was better, and why."""

from __future__ import annotations

from engine.core.event import Value
from engine.core.state import State
from engine.i18n.language import Translator
from engine.i18n.text import Text, words
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from engine.match.match_view import MatchView
from engine.search.review import ReviewedMove, costly_move
from screens.paint.theme import Theme
from screens.table_view.scene import Scene, TablePainter


def costly_move_text(
    match: Match,
    move: ReviewedMove,
    painter: TablePainter[State],
    translator: Translator,
    theme: Theme,
) -> Text:
    """Describe a costly move, and what the better pick would have gained at once. If that is
    nothing, or the same as for the played pick, say that the difference will only show later."""
    position = match.at(move.count - 1)
    request = DecisionRequest.of(position, move.seat)
    scene = Scene.of(MatchView(position, match), move.seat, translator, theme)

    def gain(pick: Value) -> Text | None:
        pick_preview = request.preview(pick, policy=match.game.follow)
        return painter.why(scene, pick_preview, request.target(request.decision.parts_of(pick)))

    sentence, why = costly_move(position, move), gain(move.best.pick)
    if why is None or why == gain(move.played.pick):
        return words("{move} The difference will only show later.", move=sentence)
    return words("{move} Why: {why}.", move=sentence, why=why)
