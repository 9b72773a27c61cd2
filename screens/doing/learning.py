"""The layers of a lesson: the table of a match, and one layer that teaches."""

from __future__ import annotations

from engine.core.state import State
from engine.i18n.text import words
from engine.manual.lesson import lesson_words
from screens.choose.scene import Scene, TablePainter
from screens.doing.going import Going
from screens.doing.key_line import KeyLine
from screens.doing.layers.cards import CardsOnTable
from screens.doing.layers.commands import Commands
from screens.doing.layers.cursor import Steering
from screens.doing.layers.driver import DriverSays
from screens.doing.layers.hints import Hints
from screens.doing.layers.keeping import Keeping
from screens.doing.layers.log_beside import LogBeside
from screens.doing.layers.looking import Looking
from screens.doing.layers.mouse import Mouse
from screens.doing.layers.movement import Movement
from screens.doing.layers.pages import Pages
from screens.doing.layers.picking import Picking
from screens.doing.layers.questions import Questions
from screens.doing.layers.teaching import Teaching
from screens.doing.page_painting import PagePainter
from screens.doing.panel import Panel
from screens.doing.picturing import Picturing
from screens.doing.reading import Scenes, Surroundings
from screens.doing.recent import Recent
from screens.doing.stack import LayerStack
from screens.doing.studying import ReadingLesson, Studying
from screens.doing.telling import Telling
from screens.doing.upper import Upper
from screens.paint.canvas import Canvas
from screens.paint.cells import clip
from screens.paint.shapes import RAISED
from screens.tabletop.painters import painter_for


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
        game, language = studying.lesson.game, scene.tongue.language
        told = lesson_words(game, language, scene.key_told)[studying.task.name]
        canvas.put(x + 1, 0, clip(told.task, width - x - 2, canvas.glyphs), "strong")
        return canvas
