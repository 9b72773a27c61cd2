"""The layers of a lesson: the table of a match, and one layer that teaches."""

from __future__ import annotations

from engine.core.state import State
from engine.help.lesson import lesson_words
from engine.i18n.text import words
from screens.paint.canvas import Canvas
from screens.paint.cells import clip
from screens.paint.shapes import RAISED
from screens.table.bottom_panel import Panel
from screens.table.key_line import KeyLine
from screens.table.lesson_progress import ReadingLesson, Studying
from screens.table.notice_content import Telling
from screens.table.page_painting import PagePainter
from screens.table.read_only_session import Scenes, Surroundings
from screens.table.recent_changes import Recent
from screens.table.reducer_stack import LayerStack
from screens.table.reducers.animation_steps import Movement
from screens.table.reducers.commit import Keeping
from screens.table.reducers.cursor import Steering
from screens.table.reducers.driver_events import DriverSays
from screens.table.reducers.hints import Hints
from screens.table.reducers.inspection import Looking
from screens.table.reducers.key_commands import Commands
from screens.table.reducers.lesson import Teaching
from screens.table.reducers.log_panel import LogBeside
from screens.table.reducers.mouse import Mouse
from screens.table.reducers.notices import CardsOnTable
from screens.table.reducers.page_navigation import Pages
from screens.table.reducers.pick_input import Picking
from screens.table.reducers.questions import Questions
from screens.table.table_renderer import Picturing
from screens.table.turn_flow import Going
from screens.table.upper_panel import Upper
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene, TablePainter


def layers_to_learn(studying: Studying, around: Surroundings) -> LayerStack:
    """The table of a lesson: who is asked first, and who has the last word."""
    reading = ReadingLesson(studying)
    painter = painter_for(studying.lesson.game)
    scenes = Scenes(reading, painter, around)
    recent, telling = Recent(reading, painter.marks), Telling(reading, scenes)
    going = Going(reading, scenes, recent, telling)
    pages = PagePainter(reading, scenes)
    keys = KeyLine(reading, scenes, going, pages)
    upper = Upper(scenes, telling, pages, keys, TaskHeader(studying).paint)
    panel = Panel(reading, scenes, telling, pages, keys)
    picturing = Picturing(reading, scenes, upper, panel, recent)
    layers = (
        Movement(),
        DriverSays(),
        Teaching(studying, reading, scenes, telling),
        Questions(),
        LogBeside(reading, scenes, picturing),
        CardsOnTable(reading, scenes, telling),
        Keeping(reading, scenes, recent, telling, going),
        Hints(reading, scenes),
        Mouse(picturing),
        Looking(scenes, picturing),
        Picking(reading, scenes, picturing),
        Pages(scenes, picturing, pages),
        Steering(scenes, picturing),
        Commands(around.here),
    )
    return LayerStack(layers, picturing)


class TaskHeader:
    """Paints what is to be done in the place of where the match stands."""

    def __init__(self, studying: Studying) -> None:
        self._studying = studying

    def paint(self, scene: Scene[State], painter: TablePainter[State], width: int) -> Canvas:
        """One line: the number of the task and the task."""
        canvas = Canvas(width, 1, scene.look.glyphs)
        canvas.ground(canvas.rect, RAISED)
        studying = self._studying
        number = words(" Task {n}/{all} ", n=studying.at + 1, all=len(studying.lesson.tasks))
        x = canvas.put(0, 0, scene.say(number), "title")
        told = lesson_words(studying.lesson.game, scene.tongue.language)[studying.task.name]
        canvas.put(x + 1, 0, clip(told.task, width - x - 2, canvas.glyphs), "strong")
        return canvas
