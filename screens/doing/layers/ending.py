"""What can be done once the match is over."""

from __future__ import annotations

from engine.i18n.text import Text, words
from screens.doing.effects import (
    Outcome,
    PlayAgain,
    SharePage,
    ShowStatistics,
    WatchAgain,
    tell,
)
from screens.doing.inputs import Commanded, Input
from screens.doing.reading import Reading, Scenes
from screens.doing.values import Doing


class AfterTheEnd:
    """Begins a new match, shows this one again, how everybody has fared, or makes a page of it."""

    def __init__(self, reading: Reading, scenes: Scenes) -> None:
        self._reading, self._scenes = reading, scenes

    def hear(self, doing: Doing, input: Input) -> Outcome | None:
        """The commands for the end."""
        if not isinstance(input, Commanded):
            return None
        if input.id not in ("play.again", "play.watch", "play.statistics", "play.page"):
            return None
        header = self._reading.sight.header
        if not self._reading.sight.over:
            return self._tell(doing, words("That is for when the game is over."))
        if input.id == "play.watch":
            return Outcome(doing, (WatchAgain(),))
        if input.id == "play.statistics":
            return Outcome(doing, (ShowStatistics(header.game),))
        if input.id == "play.page":
            return Outcome(doing, (SharePage(),))
        if not self._reading.seats:
            return self._tell(doing, words("Only who has played here can play again."))
        return Outcome(doing, (PlayAgain(header),))

    def _tell(self, doing: Doing, text: Text) -> Outcome:
        return tell(doing, self._scenes.say(doing, text))
