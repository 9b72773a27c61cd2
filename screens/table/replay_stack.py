"""The layers of a match that is stepped through (replay)."""

from __future__ import annotations

from engine.core.game import OPEN
from engine.search.review import Review
from screens.preferences import Preferences
from screens.table.animation_timing import AnimationTiming
from screens.table.notice_content import NoticeContent
from screens.table.page_painting import PagePainter
from screens.table.read_only_session import SceneFactory, TableContext
from screens.table.reducer_stack import ReducerStack
from screens.table.reducers.animation_steps import AnimationSteps
from screens.table.reducers.cursor import CursorKeys
from screens.table.reducers.driver_events import DriverEvents
from screens.table.reducers.inspection import Inspection
from screens.table.reducers.key_commands import KeyCommands
from screens.table.reducers.log_panel import LogPanel
from screens.table.reducers.mouse import Mouse
from screens.table.reducers.movement import Movement
from screens.table.reducers.page_navigation import PageNavigation
from screens.table.reducers.questions import Questions
from screens.table.reducers.replay import ReplayControls
from screens.table.reducers.review import GameReview
from screens.table.replay_panel import ReplayKeys, ReplayPanel
from screens.table.replay_position import ReplayPosition, ReplaySession
from screens.table.table_renderer import TableRenderer
from screens.table.table_state import HotSeatPrivacy, ReplayState, ShownHistory, TableState
from screens.table.upper_panel import UpperPanel
from screens.table_view.painter_registry import painter_for


def replay_reducers(recording: ReplayPosition, around: TableContext) -> ReducerStack:
    """The table of a match that is looked at: who is asked first, and who has the last word."""
    reading = ReplaySession(recording)
    scenes = SceneFactory(reading, painter_for(reading.sight.header.game), around)
    telling = NoticeContent(reading, scenes)
    pages, keys = PagePainter(reading, scenes, telling), ReplayKeys(scenes)
    panel = ReplayPanel(recording, scenes, pages, keys)
    upper = UpperPanel(scenes, telling, pages, keys)
    picturing = TableRenderer(reading, scenes, upper, panel, panel)
    layers = (
        AnimationSteps(),
        DriverEvents(),
        Questions(),
        Movement(around.here),
        LogPanel(reading, scenes, picturing),
        GameReview(recording, scenes),
        ReplayControls(recording, scenes, AnimationTiming(reading, scenes)),
        Mouse(picturing),
        Inspection(scenes, picturing),
        PageNavigation(scenes, picturing, pages),
        CursorKeys(scenes, picturing),
        KeyCommands(around.here),
    )
    return ReducerStack(layers, picturing)


def begin_replay(
    recording: ReplayPosition,
    wishes: Preferences,
    message: str = "",
    review: Review | None = None,
    eyes: int | None = None,
) -> TableState:
    """Nobody has gone anywhere yet; the review of the game is there already, if one was kept. One
    looks with the `eyes` of a seat (None: as all may see it)."""
    past = ShownHistory(recording.sight.length, moved_last=False)
    stepping = ReplayState(review=review)
    return TableState(
        wishes, HotSeatPrivacy(OPEN), past, viewer=eyes, message=message, stepping=stepping
    )
