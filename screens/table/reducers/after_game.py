"""Reducer of the commands for a finished game, and of the command to replay the match."""

from __future__ import annotations

from engine.i18n.text import words
from screens.table.effects import (
    ExportHtml,
    PlayAgain,
    ShowStatistics,
    Update,
    WatchAgain,
)
from screens.table.messages import Commanded, TableMessage
from screens.table.reducers.table_reducer import TableReducer
from screens.table.table_state import TableState


class AfterGame(TableReducer):
    """Reducer of the commands to replay the match, to start a new one, to show statistics, and to
    export the match."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Handle the commands. Until the game is over, refuse all but the command to replay the
        match. Refuse a new match to spectators."""
        if not isinstance(input, Commanded):
            return None
        if input.id not in ("play.again", "play.watch", "play.statistics", "play.page"):
            return None
        header = self.session.match_view.header
        if input.id == "play.watch":
            return self._replay(state)
        if not self.session.match_view.over:
            return self.refuse(state, words("You can do this only when the game is over."))
        if input.id == "play.statistics":
            return Update(state, (ShowStatistics(header.game),))
        if input.id == "play.page":
            return Update(state, (ExportHtml(),))
        if not self.session.seats:
            return self.refuse(state, words("Only the players of this game can play again."))
        return Update(state, (PlayAgain(header),))

    def _replay(self, state: TableState) -> Update:
        """Replay a finished match completely. Replay a running one from the viewer's last turn on,
        as the viewer sees it or, on a shared keyboard with secrets, as spectators do. Refuse if
        there are no picks yet."""
        match_view = self.session.match_view
        if match_view.over:
            return Update(state, (WatchAgain(),))
        if not match_view.picks():
            return self.refuse(state, words("There is no move to watch yet."))
        viewer = None if state.privacy.is_shared(match_view) else state.viewer
        return Update(
            state, (WatchAgain(match_view.last_turn_of(self._viewer_seats(state)), viewer),)
        )

    def _viewer_seats(self, state: TableState) -> list[int]:
        """Return the viewer's seats: the deciding seat, else the seat whose view is shown, else all
        seats that people play here."""
        if state.partial_pick is not None:
            return [state.partial_pick.seat]
        return self.session.people if state.viewer is None else [state.viewer]
