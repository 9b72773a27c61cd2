"""The page that lists the lessons, guided first games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.binding import BindingType

from engine.core.catalogue_entry import Entry
from engine.games import catalogue
from engine.help.lesson import Lesson, lesson
from engine.i18n.text import Text, words
from screens.pages.app_context import PageContext
from screens.pages.menu_actions import NUMBER_BINDINGS, paint_action
from screens.pages.page import Page
from screens.pages.page_frame import panel_body
from screens.pages.prompt import KeyHint
from screens.paint.canvas import Canvas, Rect, Spot

LESSON_PLACE: Final = "lesson"

NAME_COLUMN: Final = 4
NAME_WIDTH: Final = 30
FACT_COLUMN: Final = NAME_COLUMN + NAME_WIDTH


class LessonsScreen(Page):
    """Page that lists the lessons, with the number of completed tasks in each."""

    BINDINGS: ClassVar[list[BindingType]] = NUMBER_BINDINGS

    def __init__(self, page_context: PageContext, game: str = "") -> None:
        super().__init__(page_context)
        self.pointed = (LESSON_PLACE, game)
        found = (
            (entry, lesson(entry.id)) for entry in catalogue(drafts=page_context.environment.drafts)
        )
        self._lessons: list[tuple[Entry, Lesson]] = [
            (game, steps) for game, steps in found if steps is not None
        ]

    def title_text(self) -> Text:
        return words("Lessons")

    def stops(self) -> Sequence[Spot]:
        return [(LESSON_PLACE, game.id) for game, _ in self._lessons]

    def paint_body(self, width: int, height: int) -> Canvas:
        """Paint the lessons and an explanation."""
        canvas = panel_body(width, max(height, len(self._lessons) + 7), self.reader.theme.glyphs)
        about = words(
            "Each lesson is a game already in progress. It stops where there is something to "
            "learn, tells you what to do and why, and lets you do it at the table, with the "
            "keys and previews of any game. {hint} shows you the way, and {again} restarts "
            "the task. You can leave at any time and continue later.",
            hint=self.reader.key_name_of("play.hint"),
            again=self.reader.key_name_of("lesson.again"),
        )
        y = canvas.put_lines(NAME_COLUMN, 1, min(72, width - 8), self.translate(about), "dim") + 1
        for number, (game, steps) in enumerate(self._lessons, 1):
            canvas.spot(
                (LESSON_PLACE, game.id), Rect(NAME_COLUMN - 2, y, width - 2 * NAME_COLUMN + 4, 1)
            )
            name = self.reader.translate(game.names)
            paint_action(canvas, Rect(NAME_COLUMN, y, NAME_WIDTH, 1), str(number), name)
            canvas.put(
                FACT_COLUMN,
                y,
                self.translate(self._progress_text(game.id, len(steps.tasks))),
                "dim",
            )
            y += 1
        return canvas

    def _progress_text(self, game: str, tasks: int) -> Text:
        done = self.reader.preferences.lessons.get(game, 0)
        if done >= tasks:
            return words("done; press Enter to do it again")
        return words("{done} of {all} tasks done", done=done, all=tasks)

    def hints(self) -> Sequence[KeyHint]:
        return [KeyHint("enter", words("choose")), KeyHint("escape", words("back"))]

    def activate(self, place: Spot) -> None:
        assert isinstance(place, tuple)
        self.page_context.open_lesson(str(place[1]))

    def action_number(self, number: int) -> None:
        """Open the lesson in row `number`, counted from 1, if there is one."""
        if number <= len(self._lessons):
            self.page_context.open_lesson(self._lessons[number - 1][0].id)
