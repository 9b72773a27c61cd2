"""Routing of messages: the reducers that are asked about a message, declared in one table.

Reducers are asked in the order of the stack they are in (`reducer_stack`, `lesson_stack`,
`replay_stack`). A route names the messages that a reducer handles; for keys, commands and timers it
can name which of them. `requires` is a part of the state without which the reducer handles none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from operator import attrgetter
from typing import Final, Protocol

from attrs import frozen

from screens.key_map import REPLAY
from screens.table.animation_timing import MOTION_TIMER
from screens.table.effects import Update
from screens.table.messages import (
    AnimationsSkipped,
    AskNext,
    AskTable,
    BotReady,
    BranchHere,
    CheckTask,
    Clicked,
    Commanded,
    CommitRefused,
    Committed,
    EndLesson,
    ExternalMessage,
    GoToTask,
    HintReady,
    HouseCommandDone,
    Hovered,
    KeyPressed,
    LetBotMove,
    OfferQuestions,
    OfferResignation,
    Opened,
    OtherButton,
    Pasted,
    Picked,
    Pointed,
    PreferencesChanged,
    ReplayMoved,
    Resized,
    ResumeBots,
    ReviewUpdated,
    StopRetrying,
    StoreBusy,
    StoreChanged,
    StoreRead,
    TableMessage,
    TimerFired,
    Wheel,
    WrongPick,
)
from screens.table.notice_content import CARD_TIMER
from screens.table.reducers.after_game import AfterGame
from screens.table.reducers.bot_moves import BotMoves
from screens.table.reducers.chat import HEARD_TIMER, ChatInput
from screens.table.reducers.commit import CommitMoves
from screens.table.reducers.driver_events import AnimationSteps, DriverEvents, KeyCommands, Movement
from screens.table.reducers.hints import Hints
from screens.table.reducers.hot_seat import HotSeatCurtain
from screens.table.reducers.lesson import LessonGuide
from screens.table.reducers.notices import Notices
from screens.table.reducers.pages import LogPanel, PageNavigation
from screens.table.reducers.pick_input import PickInput
from screens.table.reducers.pointer import CursorKeys, Inspection, Mouse
from screens.table.reducers.proposals import ProposalAnswers, ProposalKeys, StandingOrderKeys
from screens.table.reducers.questions import Questions
from screens.table.reducers.remote_players import LOOK_TIMER, RemoteMoves
from screens.table.reducers.replay import STEP_TIMER, ReplayControls
from screens.table.reducers.review import GameReview
from screens.table.reducers.undo import UndoKeys
from screens.table.table_state import TABLE, TableState
from screens.table.turn_flow import HAND_TIMER, ON_TIMER

Requirement = Callable[[TableState], object]
"""Part of the state; None if it is not there."""


class Reducer(Protocol):
    """Pure function from a state and a message to an update."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Return what follows from a message; None if it is for the reducers below."""


@frozen
class Route:
    """Messages that a reducer handles.

    `topics` are the keys, command ids or timers among them, all but those of `excepted` if it is
    empty.
    """

    messages: tuple[type[TableMessage], ...]
    topics: Collection[str] = ()
    excepted: Collection[str] = ()
    requires: Requirement | None = None

    def covers(self, kind: type[TableMessage], topic: str) -> bool:
        """Whether messages of that class about that topic ("": any other) are handled."""
        if kind not in self.messages or topic in self.excepted:
            return False
        return not self.topics or topic in self.topics


TOPICS: Final[Mapping[type[TableMessage], Callable[[TableMessage], str]]] = {
    KeyPressed: attrgetter("key"),
    Commanded: attrgetter("id"),
    TimerFired: attrgetter("timer"),
}
"""Messages that are routed by a topic too."""

ARROWS: Final = ("up", "down", "left", "right")


def on(*messages: type[TableMessage], requires: str | Requirement | None = None) -> Route:
    """Route messages of these classes. `requires` can be the name of a part of the state."""
    return Route(messages, requires=attrgetter(requires) if isinstance(requires, str) else requires)


def keys(*names: str, requires: Requirement | None = None) -> Route:
    """Route these keys."""
    return Route((KeyPressed,), names, requires=requires)


def commands(*ids: str) -> Route:
    """Route these commands."""
    return Route((Commanded,), ids)


def timer(name: str) -> Route:
    """Route a timer."""
    return Route((TimerFired,), (name,))


def _page(state: TableState) -> str | None:
    """The page that is shown in place of the table."""
    zone = state.page.zone
    return None if zone == TABLE else zone


ROUTES: Final[Mapping[type[Reducer], Sequence[Route]]] = {
    AnimationSteps: [
        on(KeyPressed, Commanded, Pasted, requires="motion"),
        on(Clicked, Picked, Wheel, OtherButton, requires="motion"),
        on(Resized, PreferencesChanged, AnimationsSkipped, requires="motion"),
        timer(MOTION_TIMER),
    ],
    DriverEvents: [
        on(Resized, PreferencesChanged, ExternalMessage, TimerFired, KeyPressed, Clicked),
    ],
    LessonGuide: [
        on(Opened, ReplayMoved, GoToTask, CheckTask, EndLesson, WrongPick, Committed),
        commands("lesson.task", "lesson.again"),
        on(KeyPressed, requires="question"),
    ],
    ChatInput: [
        commands("play.say", "play.note", "play.mute"),
        on(HouseCommandDone),
        timer(HEARD_TIMER),
        on(KeyPressed, Pasted, requires="question"),
    ],
    Questions: [
        on(KeyPressed, Clicked, Hovered, Pointed, Picked, OtherButton, requires="question"),
    ],
    HotSeatCurtain: [
        on(KeyPressed, Clicked, Hovered, Pointed, Picked, Wheel, OtherButton, requires="curtain"),
        commands("play.hand"),
        timer(HAND_TIMER),
    ],
    Movement: [Route((KeyPressed,), excepted=ARROWS)],
    LogPanel: [on(Wheel, Clicked)],
    GameReview: [
        commands("replay.review", "replay.dear", "replay.dear_back"),
        on(ReviewUpdated),
    ],
    ReplayControls: [
        commands("play.back", *(command.id for command in REPLAY)),
        on(KeyPressed, requires="stepping.typed"),
        on(Clicked, ReplayMoved, BranchHere),
        timer(STEP_TIMER),
    ],
    ProposalAnswers: [on(KeyPressed, requires="others.proposal")],
    Notices: [
        commands("play.coach"),
        timer(CARD_TIMER),
        on(KeyPressed, Clicked, Wheel, requires="card"),
    ],
    BotMoves: [
        keys("space", "enter"),
        timer(ON_TIMER),
        on(LetBotMove, BotReady, ResumeBots),
    ],
    RemoteMoves: [
        on(Opened, StoreChanged, StoreRead, LetBotMove),
        timer(LOOK_TIMER),
        on(Committed, CommitRefused, StoreBusy, requires="choosing"),
    ],
    CommitMoves: [
        on(AskNext, StopRetrying, Committed, CommitRefused, StoreBusy),
        timer(ON_TIMER),
    ],
    ProposalKeys: [
        commands("play.rewind"),
        on(OfferQuestions, OfferResignation, HouseCommandDone),
    ],
    StandingOrderKeys: [commands("play.beforehand")],
    UndoKeys: [
        commands("play.undo", "play.undo_turn", "play.redo", "play.rewind"),
        on(AskTable),
    ],
    Hints: [
        commands("play.hint"),
        on(HintReady),
        on(KeyPressed, Clicked, Picked, requires="hinting"),
    ],
    Mouse: [on(Hovered, Picked)],
    Inspection: [commands("play.look", "play.back"), on(Picked, Pointed)],
    PickInput: [
        commands("play.back"),
        on(KeyPressed, Wheel, OtherButton, Pointed, Picked, Clicked, requires="choosing"),
    ],
    PageNavigation: [
        commands("play.back", "play.next", "play.previous", "play.whole", "play.leave"),
        commands("play.page_up", "play.page_down"),
        commands("play.help", "play.guide", "play.card", "play.sheet", "play.log"),
        keys("up", "down", "home", "end", "space", "enter", requires=_page),
        on(Wheel, Clicked),
    ],
    CursorKeys: [keys(*ARROWS, "enter"), on(Pointed, Clicked)],
    AfterGame: [commands("play.again", "play.watch", "play.statistics", "play.page")],
    KeyCommands: [on(KeyPressed)],
}
"""Messages by the reducers that handle them, in the order in which reducers are asked."""

Handler = tuple[Requirement | None, Callable[[TableState, TableMessage], Update | None]]


class Router:
    """Reducers by message, topic and requirement."""

    def __init__(self, reducers: Sequence[Reducer]) -> None:
        topics: dict[type[TableMessage], set[str]] = {}
        for reducer in reducers:
            for route in ROUTES[type(reducer)]:
                for kind in route.messages:
                    topics.setdefault(kind, {""}).update(route.topics, route.excepted)
        self._handlers: Mapping[tuple[type[TableMessage], str], Sequence[Handler]] = {
            (kind, topic): [
                (route.requires, reducer.update)
                for reducer in reducers
                for route in ROUTES[type(reducer)]
                if route.covers(kind, topic)
            ]
            for kind, named in topics.items()
            for topic in named
        }

    def handlers(self, message: TableMessage) -> Sequence[Handler]:
        """Return the reducers that may handle a message, with what they require."""
        kind = type(message)
        topic_of = TOPICS.get(kind)
        if topic_of is not None:
            found = self._handlers.get((kind, topic_of(message)))
            if found is not None:
                return found
        return self._handlers.get((kind, ""), ())
