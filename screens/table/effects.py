"""Effects of messages, for a driver to carry out."""

from __future__ import annotations

from enum import IntEnum

from attrs import evolve, frozen

from engine.core.event import Header, Value
from engine.core.state import State
from engine.match.decision_request import DecisionRequest
from screens.table.match_commands import Command
from screens.table.messages import StoreQuery, TableMessage
from screens.table.table_state import TableState, Timers


class RepaintScope(IntEnum):
    """Part of the picture to repaint, from the smallest to the largest: nothing, the animation, the
    parts that follow the cursor, the panel below the table, everything."""

    NOTHING = 0
    ANIMATION = 1
    POINTED = 2
    DECISION = 3
    ALL = 4


@frozen
class Effect:
    """An action that a reducer leaves to the driver."""


@frozen
class AppEffect(Effect):
    """An action that only the app around the table can carry out."""


@frozen
class Repaint(Effect):
    """Repaint the part `scope` of the picture."""

    scope: RepaintScope


@frozen
class Do(Effect):
    """Carry out a command. The answer to a match command is `Committed`, `CommitRefused`,
    `StoreBusy` or, in a lesson, `WrongPick`; that to any other command is `ServerCommandDone`."""

    command: Command


@frozen
class StartBot(Effect):
    """Start the search of the bot whose turn it is, replacing any other search of a bot. The answer
    is `BotReady`."""


@frozen
class StartReview(Effect):
    """Start a review of the game, or continue it. The answers are `ReviewUpdated` messages."""


@frozen
class StopReview(Effect):
    """Stop the review, and save its results so far. `StartReview` continues it."""


@frozen
class StartHint(Effect):
    """Start a search for a better hint for the decision `request`, replacing any other search for a
    hint. The answers are `HintReady` messages."""

    request: DecisionRequest[State]


@frozen
class StopBot(Effect):
    """Stop the search of a bot."""


@frozen
class ReadStore(Effect):
    """Read the database. The answer is `StoreRead`."""

    query: StoreQuery


@frozen
class GoToEvent(Effect):
    """Go to the position after `at` events of the recording or, if `part` is given, to the part
    with this index of the step that leads to the position. With `with_undone`, undone events are
    counted, too. The answer is `ReplayMoved`, with the message `then`."""

    at: int
    part: int | None
    with_undone: bool
    then: TableMessage | None = None


@frozen
class ShowTask(Effect):
    """Go to the beginning of the task `number` of the lesson, counted from 0. The answer is
    `ReplayMoved`."""

    number: int


@frozen
class FinishLesson(Effect):
    """Record that the lesson is finished. If `starts_game`, open the form for a new game
    afterwards."""

    starts_game: bool


@frozen
class BranchOff(AppEffect):
    """Start a new match from the position after `count` events of the recording, with the cursor on
    the pick `better`, if given."""

    count: int
    better: Value | None = None


@frozen
class StartTimer(Effect):
    """Start a timer that fires after `seconds`. `number` distinguishes it from earlier timers of
    the same name."""

    timer: str
    number: int
    seconds: float


@frozen
class CancelTimer(Effect):
    timer: str


@frozen
class Leave(Effect):
    """Leave the table, the replay or the lesson."""


@frozen
class PlayAgain(AppEffect):
    """Start a new match with the game, options and players of `header`."""

    header: Header


@frozen
class WatchAgain(AppEffect):
    """Replay the match from the position after `at` events. In a running match, `viewer` is the
    seat whose view is shown, or None for the spectators' view; a finished match is shown with all
    secrets."""

    at: int = 0
    viewer: int | None = None


@frozen
class ShowStatistics(AppEffect):
    """Show everyone's statistics in a game."""

    game: str


@frozen
class SaveCoachSetting(AppEffect):
    """Save whether the coach is on in this game."""

    coached: bool


@frozen
class ExportHtml(AppEffect):
    """Export the match as an HTML page."""


@frozen
class CallAttention(Effect):
    """Show `text` as an alert to a player who is away from the screen. None ends the alert."""

    text: str | None


@frozen
class PassOn(Effect):
    """Pass on to the app a key that the table does not use."""


Effects = tuple[Effect, ...]


@frozen
class Update:
    """Result of a message: the new state, effects, and the messages that follow (`follow_up`). With
    `propagate`, later reducers handle the message, too."""

    state: TableState
    effects: Effects = ()
    propagate: bool = False
    follow_up: tuple[TableMessage, ...] = ()


def repaint(
    state: TableState, scope: RepaintScope = RepaintScope.DECISION, *effects: Effect
) -> Update:
    """Return an update that repaints the part `scope` of the picture and has `effects`, too."""
    return Update(state, (Repaint(scope), *effects))


def show_message(state: TableState, text: str) -> Update:
    """Return an update that shows a message in the panel."""
    return repaint(evolve(state, message=text))


def show_refusal(state: TableState, text: str) -> Update:
    """Return an update that shows why a key or click has chosen nothing, in the line of keys if
    there is room, else in the panel."""
    return show_message(evolve(state, refusal=text), text)


def start_timer(state: TableState, timer: str, seconds: float) -> tuple[TableState, Effect]:
    """Start a timer, replacing a running one of the same name."""
    number = state.timers.last + 1
    due = {**state.timers.due, timer: number}
    return evolve(state, timers=Timers(due, number)), StartTimer(timer, number, seconds)


def cancel_timer(state: TableState, timer: str) -> tuple[TableState, Effects]:
    """Cancel a timer if it is running."""
    if timer not in state.timers.due:
        return state, ()
    return without_timer(state, timer), (CancelTimer(timer),)


def without_timer(state: TableState, timer: str) -> TableState:
    due = {name: number for name, number in state.timers.due.items() if name != timer}
    return evolve(state, timers=evolve(state.timers, due=due))
