"""What can happen at a table: keys, the mouse, timers, answers of the store; and what layers ask of
one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import field, frozen

from engine.core.event import Event, Header
from engine.core.state import State
from engine.core.step import Place
from engine.errors import GuildhallError
from engine.i18n.text import Text
from engine.lobby.chat import ChatLine
from engine.lobby.deadlines import Deadline
from engine.lobby.proposals import Proposal
from engine.match.decision_request import DecisionRequest
from engine.match.position import PendingDecision
from engine.search.review import Review
from engine.search.root_search import Estimate
from screens.paint.canvas import Spot
from screens.preferences import Preferences
from screens.table.match_commands import BotThought, HouseCommand, MatchCommand


@frozen
class TableMessage:
    """Something that has happened at a table, or that one reducer asks of the others."""


# From the driver


@frozen
class Opened(TableMessage):
    """The table is on the screen."""


@frozen
class Resized(TableMessage):
    """The picture has so many cells from now on."""

    width: int
    height: int


@frozen
class PreferencesChanged(TableMessage):
    """The person has set something otherwise."""

    wishes: Preferences


@frozen
class KeyPressed(TableMessage):
    """A key, as Textual calls it, and what it types."""

    key: str
    character: str | None = None


@frozen
class Hovered(TableMessage):
    """The mouse has come to a place."""

    place: Spot


@frozen
class Picked(TableMessage):
    """A place that can be chosen was clicked, or Enter pressed there."""

    place: Spot
    by_mouse: bool = False


@frozen
class Clicked(TableMessage):
    """A place was clicked that cannot be chosen."""

    place: Place


@frozen
class Wheel(TableMessage):
    """The wheel was turned by so many lines over a place, downwards if more than none."""

    lines: int
    place: Spot | None = None


@frozen
class OtherButton(TableMessage):
    """The other button of the mouse was pressed."""


@frozen
class TimerFired(TableMessage):
    """A timer has rung; `number` says which setting of it."""

    timer: str
    number: int


@frozen
class AnimationsSkipped(TableMessage):
    """The driver has no time for what moves: keys wait, or the terminal is behind."""


@frozen
class ReplayMoved(TableMessage):
    """One stands elsewhere in the recording; `then` is what was wanted of that place."""

    then: TableMessage | None = None


@frozen
class HintReady(TableMessage):
    """What picks are worth for what was asked, best first; `more`: better is to come. Where nothing
    could be thought of, `trouble` says why."""

    asked: DecisionRequest[State]
    worth: Sequence[Estimate] = ()
    more: bool = False
    trouble: Text | None = None


@frozen
class ReviewUpdated(TableMessage):
    """The game was looked at again, as far as `review` tells; `more` is to come. Without a review
    `trouble` says why there is none."""

    review: Review | None
    more: bool = False
    trouble: Text | None = None


@frozen
class BranchHere(TableMessage):
    """A new match is to go on from where one stands in the recording."""


@frozen
class Committed(TableMessage):
    """The match is changed and saved, by these events. `pending` is the decision that a pick has
    answered, and `before` the table that its reader saw before it. `remark` is what else to tell.
    """

    act: MatchCommand
    events: Sequence[Event]
    pending: PendingDecision | None = None
    before: State | None = field(default=None, repr=False)
    remark: Text | None = None


@frozen
class WrongPick(TableMessage):
    """A pick is not made: the task of a lesson wants another."""

    asked: DecisionRequest[State]


@frozen
class CommitRefused(TableMessage):
    """The match is not changed."""

    act: MatchCommand
    error: GuildhallError


@frozen
class StoreBusy(TableMessage):
    """The match is not changed yet: another program keeps the database busy."""

    act: MatchCommand
    error: GuildhallError


@frozen
class BotReady(TableMessage):
    """The bot that is due has thought, or could not."""

    thought: BotThought


@frozen
class ExternalMessage(TableMessage):
    """A sentence that comes from beyond the table."""

    said: str


OPENING: Final = "opening"
RANG: Final = "rang"
BOT: Final = "bot"
HUSHED: Final = "hushed"
"""Why the store is looked at: the table is opened, something rang, a bot is to move if nothing has
happened, or somebody is heard no more."""


@frozen
class StoreChanged(TableMessage):
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
class StoreRead(TableMessage):
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
class HouseCommandDone(TableMessage):
    """What was to be changed in the house is changed, or not."""

    errand: HouseCommand
    error: GuildhallError | None = None


@frozen
class Pasted(TableMessage):
    """Text was pasted."""

    text: str


# Among layers


@frozen
class Commanded(TableMessage):
    """What a key stands for that no layer wanted for itself, by the id of the command."""

    id: str


@frozen
class Pointed(TableMessage):
    """The cursor has come to a place."""

    place: Spot


@frozen
class AskNext(TableMessage):
    """Ask whoever is asked next. `stays`: what was half chosen stays as far as it can; `back`: a
    choice was taken back, and the pointer goes to it."""

    stays: bool = False
    back: bool = False


@frozen
class AskTable(TableMessage):
    """Ask whether to take back the last choice before an event."""

    before: int


@frozen
class ResumeBots(TableMessage):
    """Let bots move again that have stopped."""


@frozen
class LetBotMove(TableMessage):
    """Let the bot that is due move, if nothing else has happened."""


@frozen
class OfferQuestions(TableMessage):
    """Ask what to ask the table; what would be taken back begins before an event."""

    before: int


@frozen
class OfferResignation(TableMessage):
    """Ask whether to give up."""


@frozen
class StopRetrying(TableMessage):
    """Ask a busy store no longer."""


@frozen
class GoToTask(TableMessage):
    """Stand at the beginning of a task of the lesson, by its number from 0."""

    number: int


@frozen
class CheckTask(TableMessage):
    """See whether the task is done, and tell it or what follows from it."""


@frozen
class EndLesson(TableMessage):
    """The lesson has been gone through to its end; `plays` a game of one's own comes next."""

    plays: bool = False
