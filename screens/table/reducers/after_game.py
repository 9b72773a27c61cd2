"""Looking at the match again, and what can be done once it is over."""

from __future__ import annotations

from engine.i18n.text import Text, words
from screens.table.effects import (
    ExportHtml,
    PlayAgain,
    ShowStatistics,
    Update,
    WatchAgain,
    show_message,
)
from screens.table.messages import Commanded, TableMessage
from screens.table.read_only_session import ReadOnlySession, SceneFactory
from screens.table.table_state import TableState


class AfterGame:
    """Shows the match again, begins a new one, tells how all have fared, makes a page of it."""

    def __init__(self, reading: ReadOnlySession, scenes: SceneFactory) -> None:
        self._reading, self._scenes = reading, scenes

    def update(self, doing: TableState, input: TableMessage) -> Update | None:
        """The commands for the end, and the one that looks back."""
        if not isinstance(input, Commanded):
            return None
        if input.id not in ("play.again", "play.watch", "play.statistics", "play.page"):
            return None
        header = self._reading.sight.header
        if input.id == "play.watch":
            return self._watch(doing)
        if not self._reading.sight.over:
            return self._tell(doing, words("This is only available when the game is over."))
        if input.id == "play.statistics":
            return Update(doing, (ShowStatistics(header.game),))
        if input.id == "play.page":
            return Update(doing, (ExportHtml(),))
        if not self._reading.seats:
            return self._tell(doing, words("Only those who played here can play again."))
        return Update(doing, (PlayAgain(header),))

    def _watch(self, doing: TableState) -> Update:
        """Show all of a match that is over; of one that goes on what happened since the last turn
        of whoever looks, and no more than lies open here."""
        sight = self._reading.sight
        if sight.over:
            return Update(doing, (WatchAgain(),))
        if not sight.picks():
            return self._tell(doing, words("There is no move to undo yet."))
        eyes = None if doing.cover.is_shared(sight) else doing.viewer
        return Update(doing, (WatchAgain(sight.last_turn_of(self._whose(doing)), eyes),))

    def _whose(self, doing: TableState) -> list[int]:
        """Who looks: whoever is asked, or has the eyes, or else all who play here."""
        if doing.choosing is not None:
            return [doing.choosing.seat]
        return self._reading.people if doing.viewer is None else [doing.viewer]

    def _tell(self, doing: TableState, text: Text) -> Update:
        return show_message(doing, self._scenes.say(doing, text))
