"""What is to be done about an input: effects, which a driver carries out."""

from __future__ import annotations

from enum import IntEnum

from attrs import evolve, frozen

from engine.core.event import Header
from engine.core.state import State
from engine.match.decision_request import DecisionRequest
from screens.table.match_commands import Act, Errand
from screens.table.messages import Input, StoreLook
from screens.table.table_state import Doing, Timers


class How(IntEnum):
    """How much of the picture is to be painted anew: nothing, nothing but what moves over it, what
    is under the pointer, the panel below the table, all of it."""

    NOTHING = 0
    MOVING = 1
    POINTED = 2
    DECISION = 3
    ALL = 4


@frozen
class Show:
    """The picture is to be painted anew."""

    how: How


@frozen
class Keep:
    """Something is to be changed in the match; the answer is `Kept`, `Refused` or `WasBusy`."""

    act: Act


@frozen
class Think:
    """The bot that is due is to think now, and nobody else any more; the answer is `HasThought`."""


@frozen
class LookAgain:
    """The game is to be looked at again; what comes of it is told by `Reviewed`."""


@frozen
class LookAway:
    """Nobody is to look at the game again any more."""


@frozen
class SeekHint:
    """A better hint is to be thought of for what is asked, and for nothing else any more; the
    answers are `HasHint`."""

    asked: DecisionRequest[State]


@frozen
class StopThinking:
    """No bot is to think any more."""


@frozen
class LookAtStore:
    """The store is to be looked at; the answer is `Looked`."""

    look: StoreLook


@frozen
class Run:
    """Something is to be changed in the house; the answer is `Ran`."""

    errand: Errand


@frozen
class StandAt:
    """One is to stand after so many events of the recording, at a part of the last, with or without
    what was taken back; the answer is `Stood`."""

    at: int
    part: int | None
    with_gone: bool
    then: Input | None = None


@frozen
class StandAtTask:
    """One is to stand at the beginning of a task of the lesson; the answer is `Stood`."""

    number: int


@frozen
class LessonEnded:
    """All of the lesson is done; `plays`: a game of one's own comes next."""

    plays: bool


@frozen
class BranchOff:
    """A new match is to go on from where one stands in the recording."""


@frozen
class Ring:
    """A timer is to ring after so many seconds; its setting has a number."""

    timer: str
    number: int
    seconds: float


@frozen
class Silence:
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
class KeepCoach:
    """The game is to have its coach from now on, or not."""

    coached: bool


@frozen
class SharePage:
    """The match is wanted as a page that a browser shows."""


@frozen
class Summon:
    """Call somebody who looks elsewhere, with these words; None: they are here."""

    told: str | None


@frozen
class PassOn:
    """The key means nothing at the table: it is for whoever else wants it."""


Effect = (
    Show
    | Keep
    | Think
    | StopThinking
    | SeekHint
    | LookAtStore
    | Run
    | StandAt
    | StandAtTask
    | LessonEnded
    | BranchOff
    | Ring
    | Silence
    | Leave
    | PlayAgain
    | WatchAgain
    | ShowStatistics
    | KeepCoach
    | SharePage
    | LookAgain
    | LookAway
    | Summon
    | PassOn
)
Effects = tuple[Effect, ...]


@frozen
class Outcome:
    """What an input has come to. `goes_on`: the layers below are asked too; `then`: inputs that
    follow from it, for all layers."""

    doing: Doing
    effects: Effects = ()
    goes_on: bool = False
    then: tuple[Input, ...] = ()


def show(doing: Doing, how: How = How.DECISION, *more: Effect) -> Outcome:
    """Something is seen otherwise from now on."""
    return Outcome(doing, (Show(how), *more))


def tell(doing: Doing, said: str) -> Outcome:
    """A sentence in the place of what the panel tells."""
    return show(evolve(doing, message=said))


def ring(doing: Doing, timer: str, seconds: float) -> tuple[Doing, Effect]:
    """Let a timer ring in a while, instead of when it was to ring."""
    number = doing.timers.last + 1
    due = {**doing.timers.due, timer: number}
    timers = Timers(doing.timers.now, due, number)
    return evolve(doing, timers=timers), Ring(timer, number, seconds)


def silence(doing: Doing, timer: str) -> tuple[Doing, Effects]:
    """Let a timer ring no more."""
    if timer not in doing.timers.due:
        return doing, ()
    return without_timer(doing, timer), (Silence(timer),)


def without_timer(doing: Doing, timer: str) -> Doing:
    """A timer is due no more."""
    due = {name: number for name, number in doing.timers.due.items() if name != timer}
    return evolve(doing, timers=evolve(doing.timers, due=due))
