"""Panel above the decision: the header, the page, and the coach below the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from attrs import define

from engine.core.state import State
from engine.help.lesson import lesson_words
from engine.i18n.text import words
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import wrap_within
from screens.paint.shapes import RAISED
from screens.table.lesson_progress import LessonProgress
from screens.table.notice_content import NoticeContent, coach_width
from screens.table.page_painting import PagePainter
from screens.table.read_only_session import SceneFactory
from screens.table.table_state import TABLE_PAGE, TableState
from screens.table_view.panels import Key
from screens.table_view.scene import Scene, TablePainter


class KeySource(Protocol):
    """Source of the available keys."""

    def all(self, state: TableState) -> Sequence[Key]:
        """Return all available keys, for the help."""


HeaderPainter = Callable[[Scene[State], TablePainter[State], int], Canvas]
"""Function that paints the first line of the screen, with the given width."""


@define(eq=False)
class UpperPanel:
    """Painter of the rows above the decision."""

    _scenes: SceneFactory
    _notices: NoticeContent
    _pages: PagePainter
    _keys: KeySource
    _header: HeaderPainter

    def forget(self) -> None:
        """Drop cached content of the pages."""
        self._pages.forget()

    def room(self, state: TableState) -> Rect:
        """Return the rectangle of the table or other page, which is below the header and above the
        coach and the panel."""
        width, height = state.size
        coach = self._notices.coach_rows(state) if state.zone == TABLE_PAGE else 0
        return Rect(0, 1, width, height - 2 - self._notices.panel_height(state) - coach)

    def paint(self, state: TableState, scene: Scene[State]) -> Canvas:
        """Paint the header, the page and the coach, on a canvas of the screen's size."""
        width, height = state.size
        canvas = Canvas(width, height, scene.theme.glyphs)
        canvas.blit(self._header(scene, self._scenes.painter, width), 0, 0)
        room, keys = self.room(state), self._keys.all(state)
        page = self._pages.paint(state, scene, keys, width, room.height)
        canvas.blit(page, room.x, room.y)
        coach = height - 1 - self._notices.panel_height(state) - room.bottom
        if coach:
            canvas.blit(self._paint_coach(state, scene, coach), 0, room.bottom)
        return canvas

    def _paint_coach(self, state: TableState, scene: Scene[State], rows: int) -> Canvas:
        canvas = Canvas(state.size[0], rows, scene.theme.glyphs)
        advice_text = self._notices.advice(state)
        if not advice_text:
            return canvas
        for y, line in enumerate(wrap_within(advice_text, coach_width(state), rows, canvas.glyphs)):
            canvas.put(2, y, canvas.glyphs("right") if y == 0 else " ", "good")
            canvas.put(4, y, line, "good")
        return canvas


class TaskHeader:
    """Painter of a header that shows the task of a lesson instead of the state of the match."""

    def __init__(self, progress: LessonProgress) -> None:
        self._progress = progress

    def paint(self, scene: Scene[State], painter: TablePainter[State], width: int) -> Canvas:
        """Paint the number of the task and its text on one line."""
        canvas = Canvas(width, 1, scene.theme.glyphs)
        canvas.ground(canvas.rect, RAISED)
        progress = self._progress
        number = words(" Task {n}/{all} ", n=progress.at + 1, all=len(progress.lesson.tasks))
        x = canvas.put(0, 0, scene.translate(number), "title")
        game, language = progress.lesson.game, scene.translator.language
        task_words = lesson_words(game, language, scene.key_in_text)[progress.task.name]
        canvas.put_clipped(x + 1, 0, width - x - 2, task_words.task, "strong")
        return canvas
