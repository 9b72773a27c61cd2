"""The layers of a lesson: the table of a match, and one layer that teaches."""

from __future__ import annotations

from engine.core.state import State
from engine.help.lesson import lesson_words
from engine.i18n.text import words
from screens.paint.canvas import Canvas
from screens.paint.cells import clip
from screens.paint.shapes import RAISED
from screens.table.bottom_panel import BottomPanel
from screens.table.key_line import KeyLine
from screens.table.lesson_progress import LessonProgress, LessonSession
from screens.table.notice_content import NoticeContent
from screens.table.page_painting import PagePainter
from screens.table.read_only_session import SceneFactory, TableContext
from screens.table.recent_changes import RecentChanges
from screens.table.reducer_stack import ReducerStack
from screens.table.reducers.animation_steps import AnimationSteps
from screens.table.reducers.commit import CommitMoves
from screens.table.reducers.cursor import CursorKeys
from screens.table.reducers.driver_events import DriverEvents
from screens.table.reducers.hints import Hints
from screens.table.reducers.inspection import Inspection
from screens.table.reducers.key_commands import KeyCommands
from screens.table.reducers.lesson import LessonGuide
from screens.table.reducers.log_panel import LogPanel
from screens.table.reducers.mouse import Mouse
from screens.table.reducers.movement import Movement
from screens.table.reducers.notices import Notices
from screens.table.reducers.page_navigation import PageNavigation
from screens.table.reducers.pick_input import PickInput
from screens.table.reducers.questions import Questions
from screens.table.table_renderer import TableRenderer
from screens.table.turn_flow import TurnFlow
from screens.table.upper_panel import UpperPanel
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene, TablePainter


def lesson_reducers(studying: LessonProgress, around: TableContext) -> ReducerStack:
    """The table of a lesson: who is asked first, and who has the last word."""
    reading = LessonSession(studying)
    painter = painter_for(studying.lesson.game)
    scenes = SceneFactory(reading, painter, around)
    recent, telling = RecentChanges(reading, painter), NoticeContent(reading, scenes)
    going = TurnFlow(reading, scenes, recent, telling)
    pages = PagePainter(reading, scenes, telling)
    keys = KeyLine(reading, scenes, going, pages)
    upper = UpperPanel(scenes, telling, pages, keys, TaskHeader(studying).paint)
    panel = BottomPanel(reading, scenes, telling, pages, keys)
    picturing = TableRenderer(reading, scenes, upper, panel, recent)
    layers = (
        AnimationSteps(),
        DriverEvents(),
        LessonGuide(studying, reading, scenes, telling),
        Questions(),
        Movement(around.here),
        LogPanel(reading, scenes, picturing),
        Notices(reading, scenes),
        CommitMoves(reading, scenes, recent, telling, going),
        Hints(reading, scenes),
        Mouse(picturing),
        Inspection(scenes, picturing),
        PickInput(reading, scenes, picturing),
        PageNavigation(scenes, picturing, pages),
        CursorKeys(scenes, picturing),
        KeyCommands(around.here),
    )
    return ReducerStack(layers, picturing)


class TaskHeader:
    """Paints what is to be done in the place of where the match stands."""

    def __init__(self, studying: LessonProgress) -> None:
        self._studying = studying

    def paint(self, scene: Scene[State], painter: TablePainter[State], width: int) -> Canvas:
        """One line: the number of the task and the task."""
        canvas = Canvas(width, 1, scene.theme.glyphs)
        canvas.ground(canvas.rect, RAISED)
        studying = self._studying
        number = words(" Task {n}/{all} ", n=studying.at + 1, all=len(studying.lesson.tasks))
        x = canvas.put(0, 0, scene.say(number), "title")
        game, language = studying.lesson.game, scene.tongue.language
        told = lesson_words(game, language, scene.key_told)[studying.task.name]
        canvas.put(x + 1, 0, clip(told.task, width - x - 2, canvas.glyphs), "strong")
        return canvas
