"""The screen of a lesson: a table with tasks."""

from __future__ import annotations

import time

from textual.message import Message

from engine.i18n.language import Translator
from engine.i18n.text import Text
from screens import key_map
from screens.play.table_screen import TableScreen
from screens.preferences import Preferences
from screens.table import effects
from screens.table.dispatch import ReducerStack
from screens.table.effects import Effect
from screens.table.input_debounce import Monotonic
from screens.table.lesson_progress import LessonProgress
from screens.table.match_commands import MatchCommand
from screens.table.messages import ReplayMoved, TableMessage
from screens.table.read_only_session import ReadOnlySession
from screens.table.reducer_stack import begin, lesson_reducers


class LessonScreen(TableScreen):
    """Screen of a lesson, which begins with the current task of `progress`."""

    commands = key_map.LESSON_TABLE_COMMANDS

    class Reached(Message):
        """Posted when a task is reached. `number` is its index from 0, or the number of tasks at
        the end of the lesson."""

        def __init__(self, game: str, number: int) -> None:
            super().__init__()
            self.game = game
            self.number = number

    class PlayNow(Message):
        """Posted when the user wants to start a game after the lesson."""

        def __init__(self, game: str) -> None:
            super().__init__()
            self.game = game

    def __init__(
        self,
        progress: LessonProgress,
        preferences: Preferences,
        *,
        has_lobby: bool = False,
        clock: Monotonic = time.monotonic,
    ) -> None:
        state = begin(ReadOnlySession(progress.session), preferences, clock())
        super().__init__(state, clock, has_lobby=has_lobby)
        self.progress = progress

    def make_stack(self) -> ReducerStack:
        return lesson_reducers(self.progress, self.table_context())

    def translate(self, text: Text) -> str:
        names = self.progress.match.header.names
        return Translator(self.state.preferences.language, names, exact=False).translate(text)

    def carry_out(self, effect: Effect) -> TableMessage | None:
        game = self.progress.lesson.game
        match effect:
            case effects.Do(MatchCommand() as command):
                return self.progress.commit(command)
            case effects.ShowTask(number):
                self.progress.go_to_task(number)
                self.post_message(self.Reached(game, number))
                return ReplayMoved()
            case effects.FinishLesson(starts_game):
                self.post_message(self.Reached(game, len(self.progress.lesson.tasks)))
                if starts_game:
                    self.post_message(self.PlayNow(game))
            case _:
                return super().carry_out(effect)
        return None
