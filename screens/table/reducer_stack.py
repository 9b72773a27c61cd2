"""Reducers of tables: a list of the messages that each reducer handles, and the order of reducers
in a match, a lesson, a replay and line mode."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from engine.core.table_settings import OPEN_HANDS
from engine.search.review import Review
from screens.input_modes.input_mode import ARROW_KEYS
from screens.key_map import CHAT_COMMANDS, REPLAY_COMMANDS
from screens.preferences import Preferences
from screens.table.animation_timing import ANIMATION_TIMER
from screens.table.dispatch import (
    Dispatcher,
    ReducerStack,
    Route,
    Routes,
    commands,
    keys,
    on,
    timer,
)
from screens.table.lesson_progress import LessonProgress, LessonSession
from screens.table.messages import (
    AskNext,
    BotReady,
    BranchHere,
    CheckTask,
    Clicked,
    CommitRefused,
    Committed,
    EndLesson,
    ExternalMessage,
    GoToTask,
    HintReady,
    Hovered,
    KeyPressed,
    LetBotMove,
    OfferConcession,
    OfferProposals,
    OfferRewind,
    Opened,
    Pasted,
    Picked,
    Pointed,
    PreferencesChanged,
    ReplayMoved,
    Resized,
    ResumeBots,
    ReviewUpdated,
    RightButtonPressed,
    ServerCommandDone,
    StopRetrying,
    StoreBusy,
    StoreChanged,
    StoreRead,
    SuggestMove,
    TimerFired,
    WheelTurned,
    WrongPick,
)
from screens.table.notice_content import CARD_TIMER
from screens.table.read_only_session import ReadOnlySession, SceneFactory, TableContext
from screens.table.reducers.after_game import AfterGame
from screens.table.reducers.bot_moves import BotMoves
from screens.table.reducers.chat import NEW_CHAT_TIMER, ChatInput
from screens.table.reducers.commit import CommitMoves
from screens.table.reducers.driver_events import (
    MESSAGES_ENDING_ANIMATION,
    AnimationSteps,
    DriverEvents,
    KeyAliases,
    KeyCommands,
)
from screens.table.reducers.hints import Hints
from screens.table.reducers.hot_seat import PassScreen
from screens.table.reducers.lesson import LessonGuide
from screens.table.reducers.notices import Notices
from screens.table.reducers.pages import LogPanel, PageNavigation
from screens.table.reducers.pick_input import PickInput
from screens.table.reducers.pointer import CursorKeys, Inspection, Mouse
from screens.table.reducers.proposals import AutoAnswerKeys, ProposalAnswers, ProposalKeys
from screens.table.reducers.questions import Questions
from screens.table.reducers.remote_players import RETRY_READ_TIMER, RemoteMoves
from screens.table.reducers.replay import STEP_TIMER, ReplayControls
from screens.table.reducers.review import GameReview
from screens.table.reducers.undo import UndoKeys
from screens.table.replay_position import ReplayPosition, ReplaySession
from screens.table.state_parts import ReplayState
from screens.table.table_parts import TableParts
from screens.table.table_state import (
    TABLE_PAGE,
    AttentionState,
    HotSeatPrivacy,
    NoticeState,
    ShownHistory,
    TableState,
)
from screens.table.turn_flow import BOT_TIMER, HAND_TIMER, THINKING_TIMER
from screens.table.upper_panel import TaskHeader
from screens.table_view.painter_registry import painter_for


def _page(state: TableState) -> str | None:
    """Return the page shown instead of the table; None if the table itself is shown."""
    return None if state.zone == TABLE_PAGE else state.zone


ROUTES: Final[Routes] = {
    AnimationSteps: (on(*MESSAGES_ENDING_ANIMATION, requires="animation"), timer(ANIMATION_TIMER)),
    DriverEvents: (
        on(Resized, PreferencesChanged, ExternalMessage, TimerFired, KeyPressed, Clicked, Picked),
    ),
    LessonGuide: (
        on(Opened, ReplayMoved, GoToTask, CheckTask, EndLesson, WrongPick, Committed),
        commands("lesson.task", "lesson.again"),
        on(KeyPressed, requires="question"),
    ),
    ChatInput: (
        commands("play.say", "play.note", "play.mute"),
        on(ServerCommandDone),
        timer(NEW_CHAT_TIMER),
        on(KeyPressed, Pasted, requires="question"),
    ),
    Questions: (
        on(KeyPressed, Clicked, Hovered, Pointed, Picked, RightButtonPressed, requires="question"),
    ),
    PassScreen: (
        on(
            KeyPressed,
            Clicked,
            Hovered,
            Pointed,
            Picked,
            WheelTurned,
            RightButtonPressed,
            requires="pass_to",
        ),
        commands("play.hand"),
        timer(HAND_TIMER),
    ),
    KeyAliases: (Route((KeyPressed,), excepted=ARROW_KEYS),),
    LogPanel: (on(WheelTurned, Clicked),),
    GameReview: (
        commands("replay.review", "replay.dear", "replay.dear_back", "replay.dear_all"),
        on(ReviewUpdated),
    ),
    ReplayControls: (
        commands("play.back", *(command.id for command in REPLAY_COMMANDS)),
        on(KeyPressed, requires="replay.typed"),
        on(Clicked, ReplayMoved, BranchHere),
        timer(STEP_TIMER),
    ),
    ProposalAnswers: (on(KeyPressed, requires="remote_players.proposal"),),
    Notices: (
        commands("play.coach"),
        timer(CARD_TIMER),
        on(KeyPressed),
        on(Clicked, WheelTurned, requires="card"),
    ),
    BotMoves: (
        Route((KeyPressed,), excepted=ARROW_KEYS),
        timer(BOT_TIMER),
        timer(THINKING_TIMER),
        on(LetBotMove, BotReady, ResumeBots),
    ),
    RemoteMoves: (
        on(Opened, StoreChanged, StoreRead, LetBotMove),
        timer(RETRY_READ_TIMER),
        on(Committed, CommitRefused, StoreBusy, requires="partial_pick"),
    ),
    CommitMoves: (
        on(AskNext, StopRetrying, Committed, CommitRefused, StoreBusy),
        timer(BOT_TIMER),
    ),
    ProposalKeys: (
        commands("play.rewind"),
        on(OfferProposals, OfferConcession, ServerCommandDone),
    ),
    AutoAnswerKeys: (commands("play.beforehand"),),
    UndoKeys: (
        commands("play.undo", "play.undo_turn", "play.redo", "play.rewind"),
        on(OfferRewind),
    ),
    Hints: (
        commands("play.hint"),
        on(HintReady, SuggestMove),
        on(KeyPressed, Clicked, Picked, requires="hint_state"),
    ),
    Mouse: (on(Hovered, Picked),),
    Inspection: (
        commands("play.look", "play.back"),
        on(Picked, Pointed),
    ),
    PickInput: (
        commands("play.back"),
        on(
            KeyPressed,
            WheelTurned,
            RightButtonPressed,
            Pointed,
            Picked,
            Clicked,
            requires="partial_pick",
        ),
    ),
    PageNavigation: (
        commands("play.back", "play.next", "play.previous", "play.whole", "play.leave"),
        commands("play.page_up", "play.page_down"),
        commands("play.help", "play.guide", "play.card", "play.sheet", "play.log"),
        keys("up", "down", "home", "end", "space", "enter", requires=_page),
        on(WheelTurned, Clicked),
    ),
    CursorKeys: (
        keys(*ARROW_KEYS, "enter"),
        on(Pointed, Clicked),
    ),
    AfterGame: (commands("play.again", "play.watch", "play.statistics", "play.page"),),
    KeyCommands: (on(KeyPressed),),
}
"""Routes of each reducer, in the order in which reducers are asked."""


def reducers_for(session: ReadOnlySession, context: TableContext) -> ReducerStack:
    """Return the reducers of a match in play, in order."""
    scenes = SceneFactory(session, painter_for(session.match_view.header.game), context)
    parts = TableParts(session, scenes)
    reducers = (
        AnimationSteps(),
        DriverEvents(),
        ChatInput(parts),
        Questions(),
        PassScreen(parts),
        KeyAliases((*context.commands, *CHAT_COMMANDS)),
        LogPanel(parts),
        ProposalAnswers(parts),
        Notices(parts),
        BotMoves(parts),
        RemoteMoves(parts),
        CommitMoves(parts),
        ProposalKeys(parts),
        AutoAnswerKeys(parts),
        UndoKeys(parts),
        Hints(parts),
        Mouse(parts),
        Inspection(parts),
        PickInput(parts),
        PageNavigation(parts),
        CursorKeys(parts),
        AfterGame(parts),
        KeyCommands((*context.commands, *CHAT_COMMANDS)),
    )
    return ReducerStack(reducers, ROUTES, parts.renderer)


def begin(
    session: ReadOnlySession, preferences: Preferences, now: float = 0.0, *, coached: bool = False
) -> TableState:
    """Return the initial state of a table opened at `now`, with the coach if `coached`."""
    match_view = session.match_view
    privacy = HotSeatPrivacy(match_view.game.privacy_for(match_view.header.options))
    past = ShownHistory(
        match_view.length,
        moved_last=not session.owns_only_some_seats,
        unmarked_count=match_view.count,
    )
    return TableState(
        preferences,
        privacy,
        past,
        attention=AttentionState(now),
        notices=NoticeState(coached=coached),
    )


def lesson_reducers(progress: LessonProgress, context: TableContext) -> ReducerStack:
    """Return the reducers of a lesson, in order."""
    session = LessonSession(progress)
    scenes = SceneFactory(session, painter_for(progress.lesson.game), context)
    parts = TableParts(session, scenes, TaskHeader(progress).paint)
    reducers = (
        AnimationSteps(),
        DriverEvents(),
        LessonGuide(parts, progress),
        Questions(),
        KeyAliases(context.commands),
        LogPanel(parts),
        Notices(parts),
        CommitMoves(parts),
        Hints(parts),
        Mouse(parts),
        Inspection(parts),
        PickInput(parts),
        PageNavigation(parts),
        CursorKeys(parts),
        KeyCommands(context.commands),
    )
    return ReducerStack(reducers, ROUTES, parts.renderer)


def replay_reducers(recording: ReplayPosition, context: TableContext) -> ReducerStack:
    """Return the reducers of a replay, in order."""
    session = ReplaySession(recording)
    scenes = SceneFactory(session, painter_for(session.match_view.header.game), context)
    parts = TableParts(session, scenes, recording=recording)
    reducers = (
        AnimationSteps(),
        DriverEvents(),
        Questions(),
        KeyAliases(context.commands),
        LogPanel(parts),
        GameReview(parts, recording),
        ReplayControls(parts, recording),
        Mouse(parts),
        Inspection(parts),
        PageNavigation(parts),
        CursorKeys(parts),
        KeyCommands(context.commands),
    )
    return ReducerStack(reducers, ROUTES, parts.renderer)


def begin_replay(
    recording: ReplayPosition,
    preferences: Preferences,
    message: str = "",
    review: Review | None = None,
    viewer: int | None = None,
    own_seats: Collection[int] = (),
) -> TableState:
    """Return the initial state of a replay, with the text `message` and the saved `review`, if any.

    `viewer` is the seat whose view is shown. None stands for everything in a finished game, and for
    public information in a running one. `own_seats` are the reader's seats.
    """
    past = ShownHistory(recording.match_view.length, moved_last=False)
    replay = ReplayState(review=review, own_seats=frozenset(own_seats))
    return TableState(
        preferences, HotSeatPrivacy(OPEN_HANDS), past, viewer=viewer, message=message, replay=replay
    )


def line_reducers(session: ReadOnlySession, scenes: SceneFactory) -> Dispatcher:
    parts = TableParts(session, scenes)
    reducers = (
        Questions(),
        PassScreen(parts),
        BotMoves(parts),
        RemoteMoves(parts),
        CommitMoves(parts),
        ProposalKeys(parts),
        UndoKeys(parts),
    )
    return Dispatcher(reducers, ROUTES)
