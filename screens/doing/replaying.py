"""The layers of a match that is stepped through (replay)."""

from __future__ import annotations

from engine.core.game import OPEN
from engine.search.review import Review
from screens.doing.layers.commands import Commands
from screens.doing.layers.cursor import Steering
from screens.doing.layers.driver import DriverSays
from screens.doing.layers.log_beside import LogBeside
from screens.doing.layers.looking import Looking
from screens.doing.layers.mouse import Mouse
from screens.doing.layers.movement import Movement
from screens.doing.layers.pages import Pages
from screens.doing.layers.questions import Questions
from screens.doing.layers.reviewing import Reviewing
from screens.doing.layers.stepping import StepLayer
from screens.doing.moving import Moving
from screens.doing.page_painting import PagePainter
from screens.doing.picturing import Picturing
from screens.doing.reading import Scenes, Surroundings
from screens.doing.recording import ReadingRecord, Recording
from screens.doing.stack import LayerStack
from screens.doing.step_panel import StepKeys, StepPanel
from screens.doing.telling import Telling
from screens.doing.upper import Upper
from screens.doing.values import Cover, Doing, Past, Stepping
from screens.preferences import Preferences
from screens.table_view.painter_registry import painter_for


def layers_to_step(recording: Recording, around: Surroundings) -> LayerStack:
    """The table of a match that is looked at: who is asked first, and who has the last word."""
    reading = ReadingRecord(recording)
    scenes = Scenes(reading, painter_for(reading.sight.header.game), around)
    pages, keys = PagePainter(reading, scenes), StepKeys(scenes)
    panel = StepPanel(recording, scenes, pages, keys)
    upper = Upper(scenes, Telling(reading, scenes), pages, keys)
    picturing = Picturing(reading, scenes, upper, panel, panel)
    layers = (
        Movement(),
        DriverSays(),
        Questions(),
        LogBeside(reading, scenes, picturing),
        Reviewing(recording, scenes),
        StepLayer(recording, scenes, Moving(reading, scenes)),
        Mouse(picturing),
        Looking(scenes, picturing),
        Pages(scenes, picturing, pages),
        Steering(scenes, picturing),
        Commands(around.here),
    )
    return LayerStack(layers, picturing)


def begin_to_look(
    recording: Recording,
    wishes: Preferences,
    message: str = "",
    review: Review | None = None,
    eyes: int | None = None,
) -> Doing:
    """Nobody has gone anywhere yet; the review of the game is there already, if one was kept. One
    looks with the `eyes` of a seat (None: as all may see it)."""
    past = Past(recording.sight.length, moved_last=False)
    stepping = Stepping(review=review)
    return Doing(wishes, Cover(OPEN), past, viewer=eyes, message=message, stepping=stepping)
