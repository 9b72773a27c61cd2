"""Parts of a table's state that belong to one activity: playing with others, replays, hints,
animations and bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import field, frozen

from engine.core.event import Value
from engine.core.state import State
from engine.lobby.chat import ChatLine
from engine.lobby.deadlines import Deadline
from engine.lobby.proposals import Proposal
from engine.match.decision_request import DecisionRequest
from engine.match.position import PendingDecision
from engine.search.review import Review, ReviewedMove
from engine.search.root_search import Estimate
from screens.input_modes.partial_pick import PartialPick
from screens.paint.animation import Move
from screens.paint.canvas import Spot
from screens.table.input_debounce import InputDebounce
from screens.table.match_commands import BotThought

ANSWER_GATE: Final = InputDebounce(0.7)
"""Gate before an answer to a proposal."""


@frozen
class RemotePlayers:
    """State of a match that is played at several terminals: free seats, who is present, proposal,
    chat, deadline, and this person's note and auto-answers. `has_withdrawn` is true if this person
    has withdrawn the proposal."""

    free: frozenset[int] = frozenset()
    present: frozenset[int] = frozenset()
    """Seats whose players are present."""
    watching: int = 0
    """Number of spectators."""
    proposal: Proposal | None = None
    has_withdrawn: bool = False
    gate: InputDebounce = ANSWER_GATE
    chat_lines: tuple[ChatLine, ...] = ()
    new_chat_lines: tuple[ChatLine, ...] = ()
    """New chat messages, which are shown over the table for a while."""
    expiring_message: str = ""
    """Message that is shown only until other players act."""
    deadline: Deadline | None = None
    """Deadline for this person's move or, if the match is waiting for others, their earliest
    deadline."""
    note: str = ""
    auto_answers: frozenset[str] = frozenset()
    """Names of this person's auto-answers."""


@frozen
class ReplayState:
    """State of a replay. `is_playing` is true during playback, `speed` is an index into `SPEEDS`,
    and `hides_curve` is true if the reader has hidden the curve of the review."""

    is_playing: bool = False
    speed: int = 1
    typed: str | None = None
    """Digits of a step's number that have been typed so far; None if no number is being typed."""
    changed: Spot | None = None
    """Place of the pick that led to the current position; None if there is none."""
    review: Review | None = None
    reviewing: bool = False
    """Whether the review is running."""
    hides_curve: bool = False
    own_seats: frozenset[int] = frozenset()
    """Seats of the reader, whose costly moves are shown. If there are none, the costly moves of all
    seats are shown."""
    shows_all: bool = False
    """Whether the costly moves of the other seats are shown, too."""

    @property
    def shows_curve(self) -> bool:
        return self.review is not None and not self.hides_curve

    @property
    def costly_moves(self) -> list[ReviewedMove]:
        """The costly moves that are shown, in the order of the game."""
        moves = [] if self.review is None else self.review.costly_moves()
        shows_all = self.shows_all or not self.own_seats
        return [move for move in moves if shows_all or move.seat in self.own_seats]

    @property
    def hidden_costly_moves(self) -> int:
        """Number of costly moves of the other seats that have been found but are not shown."""
        moves = [] if self.review is None else self.review.costly_moves()
        return len(moves) - len(self.costly_moves)

    def costly_move_at(self, count: int) -> ReviewedMove | None:
        """Return the costly move that is event `count` of the line of play, counted from 1; None if
        that event is no costly move, or if it is not shown."""
        return next((move for move in self.costly_moves if move.count == count), None)


@frozen
class HintState:
    """Hint for the decision `request`. `is_searching` is true while the search for a better hint
    continues."""

    request: DecisionRequest[State]
    pick: Value
    """Pick to which the cursor has moved."""
    before: PartialPick[State] | None = field(default=None, eq=False, repr=False)
    """Partial pick before the cursor moved."""
    estimates: Sequence[Estimate] = ()
    """Compared picks, best first."""
    text: str = ""
    better: str = ""
    """Message about the best pick found, if that is not `pick`, with the key that leads to it."""
    is_searching: bool = False
    has_reacted: bool = False
    """Whether the player has reacted to the hint, other than by confirming it or by reading on."""


@frozen
class ShownTable:
    """The table that was shown last: its viewer, the length of the line of play, the view, and the
    pending decisions."""

    viewer: int | None
    count: int
    view: State = field(eq=False, repr=False)
    pending: Sequence[PendingDecision] = field(eq=False, repr=False)


@frozen
class Animation:
    """An animation: its moves, its start time, its length in milliseconds, and the table before
    it."""

    moves: tuple[Move, ...]
    started_at: float
    duration_ms: int
    before: ShownTable

    def elapsed_ms(self, now: float) -> int:
        """Return the milliseconds since the start of the animation."""
        return round(1000 * (now - self.started_at))


@frozen
class BotThinking:
    """The search of a bot for its pending decision."""

    pending: PendingDecision
    length: int
    """Length of the log when the search began."""
    is_due: bool = False
    """Whether the pause before the bot's move is over."""
    thought: BotThought | None = None
    started_at: float = 0.0
