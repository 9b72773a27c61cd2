"""The layers of a match that is stepped through (replay)."""

from __future__ import annotations

from engine.core.game import OPEN
from engine.search.review import Review
from screens.preferences import Preferences
from screens.table.animation_timing import Moving
from screens.table.notice_content import Telling
from screens.table.page_painting import PagePainter
from screens.table.read_only_session import Scenes, Surroundings
from screens.table.reducer_stack import LayerStack
from screens.table.reducers.animation_steps import Movement
from screens.table.reducers.cursor import Steering
from screens.table.reducers.driver_events import DriverSays
from screens.table.reducers.inspection import Looking
from screens.table.reducers.key_commands import Commands
from screens.table.reducers.log_panel import LogBeside
from screens.table.reducers.mouse import Mouse
from screens.table.reducers.page_navigation import Pages
from screens.table.reducers.questions import Questions
from screens.table.reducers.replay import StepLayer
from screens.table.reducers.review import Reviewing
from screens.table.replay_panel import StepKeys, StepPanel
from screens.table.replay_position import ReadingRecord, Recording
from screens.table.table_renderer import Picturing
from screens.table.table_state import Cover, Doing, Past, Stepping
from screens.table.upper_panel import Upper
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
