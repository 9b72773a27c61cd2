"""What can happen at a table: keys, the mouse, timers, answers of the store; and what layers ask of
one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from engine.core.event import Event, Header, Value
from engine.core.state import State
from engine.core.step import Place
from engine.errors import GuildhallError
from engine.i18n.text import Text
from engine.lobby.chat import ChatLine
from engine.lobby.deadlines import Deadline
from engine.lobby.proposals import Proposal
from engine.match.decision_request import DecisionRequest
from engine.search.review import Review
from engine.search.root_search import Estimate
from screens.paint.canvas import Spot
from screens.preferences import Preferences
from screens.table.match_commands import BotThought, HouseCommand, MatchCommand

# From the driver


@frozen
class Opened:
    """The table is on the screen."""


@frozen
class Resized:
    """The picture has so many cells from now on."""

    width: int
    height: int


@frozen
class PreferencesChanged:
    """The person has set something otherwise."""

    wishes: Preferences


@frozen
class KeyPressed:
    """A key, as Textual calls it, and what it types."""

    key: str
    character: str | None = None


@frozen
class Hovered:
    """The mouse has come to a place."""

    place: Spot


@frozen
class Picked:
    """A place that can be chosen was clicked, or Enter pressed there."""

    place: Spot
    by_mouse: bool = False


@frozen
class Clicked:
    """A place was clicked that cannot be chosen."""

    place: Place


@frozen
class Wheel:
    """The wheel was turned by so many lines over a place, downwards if more than none."""

    lines: int
    place: Spot | None = None


@frozen
class OtherButton:
    """The other button of the mouse was pressed."""


@frozen
class TimerFired:
    """A timer has rung; `number` says which setting of it."""

    timer: str
    number: int


@frozen
class AnimationsSkipped:
    """The driver has no time for what moves: keys wait, or the terminal is behind."""


@frozen
class ReplayMoved:
    """One stands elsewhere in the recording; `then` is what was wanted of that place."""

    then: TableMessage | None = None


@frozen
class HintReady:
    """What picks are worth for what was asked, best first; `more`: better is to come. Where nothing
    could be thought of, `trouble` says why."""

    asked: DecisionRequest[State]
    worth: Sequence[Estimate] = ()
    more: bool = False
    trouble: Text | None = None


@frozen
class SuggestMove:
    """Lead the way of choosing to a pick that was better in the game from which this one branches
    off."""

    pick: Value


@frozen
class ReviewUpdated:
    """The review of the game has come this far; `more` is to come. Without a review `trouble` says
    why there is none."""

    review: Review | None
    more: bool = False
    trouble: Text | None = None


@frozen
class BranchHere:
    """Start a new match from this step of the recording; from the one before if this step is a
    costly move."""


@frozen
class Committed:
    """What was to be changed is changed and kept; these events say how. `remark` is what else is to
    be said of it."""

    events: Sequence[Event]
    remark: Text | None = None


@frozen
class CommitRefused:
    """What was to be changed is not."""

    error: GuildhallError


@frozen
class StoreBusy:
    """Another program kept the store busy."""

    error: GuildhallError


@frozen
class BotReady:
    """The bot that is due has thought, or could not."""

    thought: BotThought


@frozen
class ExternalMessage:
    """A sentence that comes from beyond the table."""

    said: str


OPENING: Final = "opening"
RANG: Final = "rang"
BOT: Final = "bot"
HUSHED: Final = "hushed"
"""Why the store is looked at: the table is opened, something rang, a bot is to move if nothing has
happened, or somebody is heard no more."""


@frozen
class StoreChanged:
    """The store is to be looked at: another program may have kept something."""

    why: str = RANG


@frozen
class StoreQuery:
    """What the store is looked at for, and how all stood before: the log, who plays, which places
    were free, whether the match was over, what the table was asked, and the last line heard."""

    why: str
    length: int
    header: Header
    seats: frozenset[int]
    free: frozenset[int]
    over: bool
    proposal: Proposal | None = None
    last_line: int = 0


@frozen
class StoreRead:
    """What was found in the store: that it cannot be read, or which places are free, who is here,
    how many watch, what the table is asked and what was said since; by when it waits for a move,
    what the person has noted, and what they have answered beforehand, by its names."""

    look: StoreQuery
    error: GuildhallError | None = None
    free: frozenset[int] = frozenset()
    here: frozenset[int] = frozenset()
    watching: int = 0
    proposal: Proposal | None = None
    lines: tuple[ChatLine, ...] = ()
    deadline: Deadline | None = None
    note: str = ""
    beforehand: frozenset[str] = frozenset()


@frozen
class HouseCommandDone:
    """What was to be changed in the house is changed, or not."""

    errand: HouseCommand
    error: GuildhallError | None = None


@frozen
class Pasted:
    """Text was pasted."""

    text: str


# Among layers


@frozen
class Commanded:
    """What a key stands for that no layer wanted for itself, by the id of the command."""

    id: str


@frozen
class Pointed:
    """The cursor has come to a place."""

    place: Spot


@frozen
class AskNext:
    """Ask whoever is asked next. `stays`: what was half chosen stays as far as it can; `back`: a
    choice was taken back, and the pointer goes to it."""

    stays: bool = False
    back: bool = False


@frozen
class AskTable:
    """Ask whether to take back the last choice before an event."""

    before: int


@frozen
class Execute:
    """Have something changed in the match or in the house."""

    act: MatchCommand | HouseCommand


@frozen
class ResumeBots:
    """Let bots move again that have stopped."""


@frozen
class LetBotMove:
    """Let the bot that is due move, if nothing else has happened."""


@frozen
class OfferQuestions:
    """Ask what to ask the table; what would be taken back begins before an event."""

    before: int


@frozen
class OfferResignation:
    """Ask whether to give up."""


@frozen
class StopRetrying:
    """Ask a busy store no longer."""


@frozen
class GoToTask:
    """Stand at the beginning of a task of the lesson, by its number from 0."""

    number: int


@frozen
class CheckTask:
    """See whether the task is done, and tell it or what follows from it."""


@frozen
class EndLesson:
    """The lesson has been gone through to its end; `plays` a game of one's own comes next."""

    plays: bool = False


TableMessage = (
    Opened
    | Resized
    | PreferencesChanged
    | KeyPressed
    | Hovered
    | Picked
    | Clicked
    | Wheel
    | OtherButton
    | TimerFired
    | AnimationsSkipped
    | ReplayMoved
    | ReviewUpdated
    | HintReady
    | BranchHere
    | SuggestMove
    | Committed
    | CommitRefused
    | StoreBusy
    | BotReady
    | ExternalMessage
    | StoreChanged
    | StoreRead
    | HouseCommandDone
    | Pasted
    | Commanded
    | Pointed
    | AskNext
    | AskTable
    | Execute
    | ResumeBots
    | LetBotMove
    | OfferQuestions
    | OfferResignation
    | StopRetrying
    | GoToTask
    | CheckTask
    | EndLesson
)
