"""What is to be done about an input: effects, which a driver carries out."""

from __future__ import annotations

from enum import IntEnum

from attrs import evolve, frozen

from engine.core.event import Header, Value
from engine.core.state import State
from engine.match.decision_request import DecisionRequest
from screens.table.match_commands import HouseCommand, MatchCommand
from screens.table.messages import StoreQuery, TableMessage
from screens.table.table_state import TableState, Timers


class RepaintScope(IntEnum):
    """How much of the picture is to be painted anew: nothing, nothing but what moves over it, what
    is under the pointer, the panel below the table, all of it."""

    NOTHING = 0
    MOVING = 1
    POINTED = 2
    DECISION = 3
    ALL = 4


@frozen
class Repaint:
    """The picture is to be painted anew."""

    how: RepaintScope


@frozen
class Commit:
    """Something is to be changed in the match; the answer is `Kept`, `Refused` or `StoreBusy`."""

    act: MatchCommand


@frozen
class StartBot:
    """The bot that is due is to think now, and nobody else any more; the answer is `BotReady`."""


@frozen
class StartReview:
    """Start the review of the game, or continue it; the results are `ReviewUpdated`."""


@frozen
class StopReview:
    """Stop the review of the game."""


@frozen
class StartHint:
    """A better hint is to be thought of for what is asked, and for nothing else any more; the
    answers are `HintReady`."""

    asked: DecisionRequest[State]


@frozen
class StopBot:
    """No bot is to think any more."""


@frozen
class ReadStore:
    """The store is to be looked at; the answer is `StoreRead`."""

    look: StoreQuery


@frozen
class RunHouseCommand:
    """Something is to be changed in the house; the answer is `Ran`."""

    errand: HouseCommand


@frozen
class GoToEvent:
    """One is to stand after so many events of the recording, at a part of the last, with or without
    what was taken back; the answer is `ReplayMoved`."""

    at: int
    part: int | None
    with_gone: bool
    then: TableMessage | None = None


@frozen
class StandAtTask:
    """One is to stand at the beginning of a task of the lesson; the answer is `ReplayMoved`."""

    number: int


@frozen
class LessonEnded:
    """All of the lesson is done; `plays`: a game of one's own comes next."""

    plays: bool


@frozen
class BranchOff:
    """Start a new match after `count` events of the recording, with the cursor on the pick
    `better`, if given."""

    count: int
    better: Value | None = None


@frozen
class StartTimer:
    """A timer is to ring after so many seconds; its setting has a number."""

    timer: str
    number: int
    seconds: float


@frozen
class CancelTimer:
    """A timer is not to ring any more."""

    timer: str


@frozen
class Leave:
    """Back to the menu; everything is saved."""


@frozen
class PlayAgain:
    """The same players want a new match."""

    header: Header


@frozen
class WatchAgain:
    """The match is to be looked at from after so many events on, with the eyes of a seat (None:
    as all may see it)."""

    at: int = 0
    eyes: int | None = None


@frozen
class ShowStatistics:
    """How everybody has fared in a game is to be shown."""

    game: str


@frozen
class SaveCoachSetting:
    """The game is to have its coach from now on, or not."""

    coached: bool


@frozen
class ExportHtml:
    """The match is wanted as a page that a browser shows."""


@frozen
class CallAttention:
    """Call somebody who looks elsewhere, with these words; None: they are here."""

    told: str | None


@frozen
class PassOn:
    """The key means nothing at the table: it is for whoever else wants it."""


Effect = (
    Repaint
    | Commit
    | StartBot
    | StopBot
    | StartHint
    | ReadStore
    | RunHouseCommand
    | GoToEvent
    | StandAtTask
    | LessonEnded
    | BranchOff
    | StartTimer
    | CancelTimer
    | Leave
    | PlayAgain
    | WatchAgain
    | ShowStatistics
    | SaveCoachSetting
    | ExportHtml
    | StartReview
    | StopReview
    | CallAttention
    | PassOn
)
Effects = tuple[Effect, ...]


@frozen
class Update:
    """What an input has come to. `goes_on`: the layers below are asked too; `then`: inputs that
    follow from it, for all layers."""

    state: TableState
    effects: Effects = ()
    propagate: bool = False
    follow_up: tuple[TableMessage, ...] = ()


def repaint(state: TableState, how: RepaintScope = RepaintScope.DECISION, *more: Effect) -> Update:
    """Something is seen otherwise from now on."""
    return Update(state, (Repaint(how), *more))


def show_message(state: TableState, said: str) -> Update:
    """A sentence in the place of what the panel tells."""
    return repaint(evolve(state, message=said))


def start_timer(state: TableState, timer: str, seconds: float) -> tuple[TableState, Effect]:
    """Let a timer ring in a while, instead of when it was to ring."""
    number = state.timers.last + 1
    due = {**state.timers.due, timer: number}
    timers = Timers(state.timers.now, due, number)
    return evolve(state, timers=timers), StartTimer(timer, number, seconds)


def cancel_timer(state: TableState, timer: str) -> tuple[TableState, Effects]:
    """Let a timer ring no more."""
    if timer not in state.timers.due:
        return state, ()
    return without_timer(state, timer), (CancelTimer(timer),)


def without_timer(state: TableState, timer: str) -> TableState:
    """A timer is due no more."""
    due = {name: number for name, number in state.timers.due.items() if name != timer}
    return evolve(state, timers=evolve(state.timers, due=due))
