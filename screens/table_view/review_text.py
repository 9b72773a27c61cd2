"""Text about a costly move: the played pick and its cost, the better pick, and the reason."""

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
    """Return a text about a costly move and the immediate gains of the better pick. If there are
    none, or they equal those of the played pick, the text says that the difference will only show
    later."""
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
