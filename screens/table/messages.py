"""Messages of a table: keys, the mouse, timers, results of commands and of database reads, and
requests of one reducer to others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import field, frozen

from engine.core.event import Event, Header, Value
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
from screens.keys import CHOICE_KEYS
from screens.paint.canvas import Spot
from screens.preferences import Preferences
from screens.table.match_commands import BotThought, MatchCommand, ServerCommand


@frozen
class TableMessage:
    """Something that has happened at a table, or that one reducer requests from the others."""


# Messages from the driver


@frozen
class Opened(TableMessage):
    """The table has been opened."""


@frozen
class Resized(TableMessage):
    """The window has a new size, in cells."""

    width: int
    height: int


@frozen
class PreferencesChanged(TableMessage):
    """The person has changed settings."""

    preferences: Preferences


@frozen
class KeyPressed(TableMessage):
    """A key was pressed: its name in Textual, and the character that it types, if any."""

    key: str
    character: str | None = None

    @property
    def is_choice_key(self) -> bool:
        """Whether choices at a table can have this key."""
        return bool(self.character and self.character in CHOICE_KEYS)


@frozen
class Hovered(TableMessage):
    """The mouse has moved to a place."""

    place: Spot


@frozen
class Picked(TableMessage):
    """A selectable place was clicked (`by_mouse`) or chosen with Enter."""

    place: Spot
    by_mouse: bool = False


@frozen
class Clicked(TableMessage):
    """An unselectable place was clicked."""

    place: Place


@frozen
class WheelTurned(TableMessage):
    """The mouse wheel was turned by `lines` (negative for upwards) over `place`, or over no place
    if `place` is None."""

    lines: int
    place: Spot | None = None


@frozen
class RightButtonPressed(TableMessage):
    """The right mouse button was pressed."""


@frozen
class TimerFired(TableMessage):
    """A timer has fired. `number` distinguishes it from earlier timers of this name."""

    timer: str
    number: int


@frozen
class AnimationsSkipped(TableMessage):
    """The animation must be skipped, because keys are waiting or the terminal is slow."""


@frozen
class ReplayMoved(TableMessage):
    """The replay or lesson is at another position. `then` is the message to handle next."""

    then: TableMessage | None = None


@frozen
class HintReady(TableMessage):
    """The `estimates` of picks for the decision `request`, beginning with the best pick. If
    `continues`, more accurate estimates will follow. There are no estimates if the search has
    failed for the reason `trouble`, or if a search cannot improve the hint."""

    request: DecisionRequest[State]
    estimates: Sequence[Estimate] = ()
    continues: bool = False
    trouble: Text | None = None


@frozen
class SuggestMove(TableMessage):
    """The app asks the table to move the cursor to `pick`, which is better than the pick made in
    the game from which this game branches off."""

    pick: Value


@frozen
class ReviewUpdated(TableMessage):
    """The review of the game, as far as it has been computed. If `continues`, more results will
    follow. If the review has failed, `review` is None and `trouble` is the reason."""

    review: Review | None
    continues: bool = False
    trouble: Text | None = None


@frozen
class BranchHere(TableMessage):
    """Start a new match from this step of the replay, or from the step before if this step is a
    costly move."""


@frozen
class Committed(TableMessage):
    """A command on the match was carried out and saved. `events` are the new events of the log;
    there are none after `GiveSeat`, or if a bot was not ready to pick. `pending` is the decision
    that the command answers, and `before` the view before the answer; both are None if the command
    answers no decision. `remark` is a message about a bot's pick."""

    command: MatchCommand
    events: Sequence[Event]
    pending: PendingDecision | None = None
    before: State | None = field(default=None, repr=False)
    remark: Text | None = None


@frozen
class WrongPick(TableMessage):
    """A pick was rejected, because the task of the lesson asks for another."""

    request: DecisionRequest[State]


@frozen
class CommitRefused(TableMessage):
    """The match could not be changed."""

    command: MatchCommand
    error: GuildhallError


@frozen
class StoreBusy(TableMessage):
    """The match could not be changed yet, because another program keeps the database busy."""

    command: MatchCommand
    error: GuildhallError


@frozen
class BotReady(TableMessage):
    """The search of the bot whose turn it is has ended."""

    thought: BotThought


@frozen
class ExternalMessage(TableMessage):
    """A message from outside the table that the panel must show."""

    text: str


READ_ON_OPENING: Final = "opening"
"""Reason for reading the database: the table was opened."""

READ_ON_SIGNAL: Final = "signal"
"""Default reason for reading the database, for example after a notification or a server command."""

READ_BEFORE_BOT: Final = "bot"
"""Reason for reading the database: a bot is about to move."""

READ_AFTER_MUTE_OR_NOTE: Final = "mute_or_note"
"""Reason for reading the database: somebody was muted or unmuted, or this person's private note was
saved."""


@frozen
class StoreChanged(TableMessage):
    """The database may have changed and must be read. `reason` is a constant such as
    `READ_ON_SIGNAL`."""

    reason: str = READ_ON_SIGNAL


@frozen
class StoreQuery:
    """Request to read the database, with its reason and the state known so far: length of the log,
    players, own and free seats, end of the game, proposal, and number of the last chat message."""

    reason: str
    length: int
    header: Header
    seats: frozenset[int]
    free: frozenset[int]
    over: bool
    proposal: Proposal | None = None
    last_chat_number: int = 0


@frozen
class StoreRead(TableMessage):
    """Result of a `StoreQuery`: an error, or data about the people at the table. The match itself
    is read into the session, not into this message.

    `free` are the seats that their players have given up, and `present` the seats whose players are
    present. `watching` is the number of spectators. `chat_lines` are the new chat messages, and
    `auto_answers` the names of the person's auto-answers.
    """

    query: StoreQuery
    error: GuildhallError | None = None
    free: frozenset[int] = frozenset()
    present: frozenset[int] = frozenset()
    watching: int = 0
    proposal: Proposal | None = None
    chat_lines: tuple[ChatLine, ...] = ()
    deadline: Deadline | None = None
    note: str = ""
    auto_answers: frozenset[str] = frozenset()


@frozen
class ServerCommandDone(TableMessage):
    """A server command was carried out or, if there is an `error`, refused."""

    command: ServerCommand
    error: GuildhallError | None = None


@frozen
class Pasted(TableMessage):
    """Text was pasted."""

    text: str


# Messages between reducers


@frozen
class Commanded(TableMessage):
    """The command `id` was given: by a key that no reducer has used in another way, from the
    command palette, or by a reducer."""

    id: str


@frozen
class Pointed(TableMessage):
    """The cursor or the mouse pointer has reached a place, or an unselectable place was clicked."""

    place: Spot


@frozen
class AskNext(TableMessage):
    """Ask the next person, or let the next bot move. `keeps_parts` keeps the parts chosen so far if
    the question is the same. `after_undo` moves the cursor to the pick that was undone."""

    keeps_parts: bool = False
    after_undo: bool = False


@frozen
class OfferRewind(TableMessage):
    """Ask the player whether to undo the last pick that a person at this terminal made before the
    event `before`, and everything after that pick."""

    before: int


@frozen
class ResumeBots(TableMessage):
    """Let stopped bots continue."""


@frozen
class LetBotMove(TableMessage):
    """Let the bot whose turn it is move, once its search has ended, and unless somebody else has
    moved in the meantime."""


@frozen
class OfferProposals(TableMessage):
    """Ask the player what to propose. An undo would begin with the last pick before the event
    `before`."""

    before: int


@frozen
class OfferConcession(TableMessage):
    """Ask the player whether to concede."""


@frozen
class StopRetrying(TableMessage):
    """Stop retrying a change that a busy database has refused."""


@frozen
class GoToTask(TableMessage):
    """Go to the beginning of the task `number` of the lesson, counted from 0. The number of tasks
    stands for the end of the lesson."""

    number: int


@frozen
class CheckTask(TableMessage):
    """Check the task: show its result if it is done, or its text if no pick has been made for
    it."""


@frozen
class EndLesson(TableMessage):
    """End the lesson. If `starts_game`, open the form for a new game afterwards."""

    starts_game: bool = False
