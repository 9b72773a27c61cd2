"""Reducers of tables, in the order in which they are asked, in a match, a lesson, a replay and line
mode."""

from __future__ import annotations

from collections.abc import Collection

from engine.core.table_settings import OPEN
from engine.search.review import Review
from screens.key_map import TALK
from screens.preferences import Preferences
from screens.table.dispatch import Dispatcher, ReducerStack
from screens.table.lesson_progress import LessonProgress, LessonSession
from screens.table.read_only_session import ReadOnlySession, SceneFactory, TableContext
from screens.table.reducers.after_game import AfterGame
from screens.table.reducers.bot_moves import BotMoves
from screens.table.reducers.chat import ChatInput
from screens.table.reducers.commit import CommitMoves
from screens.table.reducers.driver_events import (
    AnimationSteps,
    DriverEvents,
    KeyCommands,
    Movement,
)
from screens.table.reducers.hints import Hints
from screens.table.reducers.hot_seat import HotSeatCurtain
from screens.table.reducers.lesson import LessonGuide
from screens.table.reducers.notices import Notices
from screens.table.reducers.pages import LogPanel, PageNavigation
from screens.table.reducers.pick_input import PickInput
from screens.table.reducers.pointer import CursorKeys, Inspection, Mouse
from screens.table.reducers.proposals import ProposalAnswers, ProposalKeys, StandingOrderKeys
from screens.table.reducers.questions import Questions
from screens.table.reducers.remote_players import RemoteMoves
from screens.table.reducers.replay import ReplayControls
from screens.table.reducers.review import GameReview
from screens.table.reducers.undo import UndoKeys
from screens.table.replay_position import ReplayPosition, ReplaySession
from screens.table.state_parts import ReplayState
from screens.table.table_parts import TableParts
from screens.table.table_state import (
    AttentionState,
    HotSeatPrivacy,
    NoticeState,
    ShownHistory,
    TableState,
)
from screens.table.upper_panel import TaskHeader
from screens.table_view.painter_registry import painter_for


def reducers_for(reading: ReadOnlySession, around: TableContext) -> ReducerStack:
    """Return the reducers of a match in play, in order."""
    scenes = SceneFactory(reading, painter_for(reading.sight.header.game), around)
    parts = TableParts(reading, scenes)
    layers = (
        AnimationSteps(),
        DriverEvents(),
        ChatInput(parts),
        Questions(),
        HotSeatCurtain(parts),
        Movement((*around.here, *TALK)),
        LogPanel(parts),
        ProposalAnswers(parts),
        Notices(parts),
        BotMoves(parts),
        RemoteMoves(parts),
        CommitMoves(parts),
        ProposalKeys(parts),
        StandingOrderKeys(parts),
        UndoKeys(parts),
        Hints(parts),
        Mouse(parts),
        Inspection(parts),
        PickInput(parts),
        PageNavigation(parts),
        CursorKeys(parts),
        AfterGame(parts),
        KeyCommands((*around.here, *TALK)),
    )
    return ReducerStack(layers, parts.picturing)


def begin(
    reading: ReadOnlySession, preferences: Preferences, now: float = 0.0, *, coached: bool = False
) -> TableState:
    """Return the initial state of a table opened at `now`."""
    sight = reading.sight
    cover = HotSeatPrivacy(sight.game.cover_of(sight.header.options))
    past = ShownHistory(sight.length, moved_last=not reading.apart, looked_till=sight.count)
    return TableState(
        preferences, cover, past, calling=AttentionState(now), cards=NoticeState(coached=coached)
    )


def lesson_reducers(studying: LessonProgress, around: TableContext) -> ReducerStack:
    """Return the reducers of a lesson, in order."""
    reading = LessonSession(studying)
    scenes = SceneFactory(reading, painter_for(studying.lesson.game), around)
    parts = TableParts(reading, scenes, TaskHeader(studying).paint)
    layers = (
        AnimationSteps(),
        DriverEvents(),
        LessonGuide(parts, studying),
        Questions(),
        Movement(around.here),
        LogPanel(parts),
        Notices(parts),
        CommitMoves(parts),
        Hints(parts),
        Mouse(parts),
        Inspection(parts),
        PickInput(parts),
        PageNavigation(parts),
        CursorKeys(parts),
        KeyCommands(around.here),
    )
    return ReducerStack(layers, parts.picturing)


def replay_reducers(recording: ReplayPosition, around: TableContext) -> ReducerStack:
    """Return the reducers of a replay, in order."""
    reading = ReplaySession(recording)
    scenes = SceneFactory(reading, painter_for(reading.sight.header.game), around)
    parts = TableParts(reading, scenes, recording=recording)
    layers = (
        AnimationSteps(),
        DriverEvents(),
        Questions(),
        Movement(around.here),
        LogPanel(parts),
        GameReview(parts, recording),
        ReplayControls(parts, recording),
        Mouse(parts),
        Inspection(parts),
        PageNavigation(parts),
        CursorKeys(parts),
        KeyCommands(around.here),
    )
    return ReducerStack(layers, parts.picturing)


def begin_replay(
    recording: ReplayPosition,
    preferences: Preferences,
    message: str = "",
    review: Review | None = None,
    eyes: int | None = None,
    own: Collection[int] = (),
) -> TableState:
    """Return the initial state of a replay, with the saved `review`, if any.

    `eyes` is the seat whose view is shown. None stands for everything in a finished game, and for
    public information in a running one. `own` are the reader's seats.
    """
    past = ShownHistory(recording.sight.length, moved_last=False)
    stepping = ReplayState(review=review, own=frozenset(own))
    return TableState(
        preferences, HotSeatPrivacy(OPEN), past, viewer=eyes, message=message, stepping=stepping
    )


def line_reducers(reading: ReadOnlySession, scenes: SceneFactory) -> Dispatcher:
    parts = TableParts(reading, scenes)
    reducers = (
        Questions(),
        HotSeatCurtain(parts),
        BotMoves(parts),
        RemoteMoves(parts),
        CommitMoves(parts),
        ProposalKeys(parts),
        UndoKeys(parts),
    )
    return Dispatcher(reducers)
