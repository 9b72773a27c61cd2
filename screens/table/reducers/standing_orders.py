"""Answering before one is asked, so that others need not wait."""

from __future__ import annotations

from attrs import evolve

from engine.i18n.text import Text, words
from screens.table.effects import Update, repaint, show_message
from screens.table.match_commands import SetStandingAnswer
from screens.table.messages import Commanded, TableMessage
from screens.table.read_only_session import ReadOnlySession, SceneFactory
from screens.table.table_state import Answer, Question, TableState


class StandingOrderKeys:
    """Asks what is to be answered so, and ends it by the same key."""

    def __init__(self, reading: ReadOnlySession, scenes: SceneFactory) -> None:
        self._reading, self._scenes = reading, scenes

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """The command."""
        return self._ask(state) if input == Commanded("play.beforehand") else None

    def _ask(self, state: TableState) -> Update:
        sight = self._reading.sight
        if self._reading.person is None or not self._reading.seats:
            return self._tell(state, words("Only players can set auto-answers."))
        if not sight.game.beforehand:
            return self._tell(state, words("There is nothing to auto-answer in this game."))
        answers = []
        for number, (name, known) in enumerate(sight.game.beforehand.items(), 1):
            given = name in state.others.beforehand
            meaning = words("cancel: {answer}", answer=known.title) if given else known.title
            answers.append(Answer(str(number), meaning, SetStandingAnswer(name, not given)))
        title = words("Which questions do you want to auto-answer?")
        body = words("It lasts until your next turn. Nobody can see it before the question comes.")
        return repaint(evolve(state, question=Question(title, body, answers)))

    def _tell(self, state: TableState, text: Text) -> Update:
        return show_message(state, self._scenes.say(state, text))
