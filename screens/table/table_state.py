"""State of a table beside the match: one immutable value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Final

from attrs import evolve, field, frozen

from engine.core.event import Value
from engine.core.state import State
from engine.core.step import Place
from engine.core.table_settings import ALWAYS, OPEN
from engine.i18n.text import Text
from engine.lobby.chat import ChatLine
from engine.lobby.deadlines import Deadline
from engine.lobby.proposals import Proposal
from engine.match.decision_request import DecisionRequest
from engine.match.match_view import MatchView
from engine.match.position import AnyDecision, PendingDecision
from engine.search.review import Review, ReviewedMove
from engine.search.root_search import Estimate
from screens.input_modes.input_mode import Parts
from screens.input_modes.partial_pick import PartialPick
from screens.paint.animation import Move
from screens.paint.canvas import Rect, Spot
from screens.paint.text_field import TextField
from screens.paint.too_small import is_too_small
from screens.preferences import Preferences
from screens.table.input_debounce import InputDebounce, QuestionGate
from screens.table.match_commands import BotThought, Command, MatchCommand, Say, ServerCommand
from screens.table.messages import TableMessage
from screens.table_view.news import Summary
from screens.table_view.notice_card import Notice
from screens.table_view.scene import Cells

TABLE: Final = "table"
SHEET: Final = "sheet"
LOG: Final = "log"
HELP: Final = "help"

NOTE: Final = "note"
"""Page of the private note."""

WHOLE: Final = "whole"
"""Page with the full text of what is cut off in the panel."""

CARD_GATE: Final = InputDebounce(0.5, 2.0)
"""Gate before a card is closed; opens after two seconds at the latest."""

CURTAIN_GATE: Final = InputDebounce(0.7)
"""Gate before a pass screen opens."""

FRESH_GATE: Final = QuestionGate(0.3, fresh=True)
"""Gate before answering a question that another player's move has brought."""

AHEAD_GATE: Final = QuestionGate(0.25)
"""Gate before answering a question that follows the player's own move."""

CONFIRM_GATE: Final = QuestionGate(0)
"""Gate before a confirmation: keys typed after it was painted count."""

ANSWER_GATE: Final = InputDebounce(0.7)
"""Gate before an answer to a proposal."""

CORNER: Final = Rect(0, 0, 1, 1)


@frozen
class Timers:
    """Current time, and running timers. Each start has a number, to recognise late signals of
    earlier ones."""

    now: float = 0.0
    due: Mapping[str, int] = field(factory=dict)
    last: int = 0


@frozen
class HotSeatPrivacy:
    """Secrets on a shared screen, by the policy of the game.

    Under *always* the deciding seat sees its own secrets, behind a pass screen at every change from
    the public view to its own. Under *on demand* the public table stays, and a hand is shown when
    its owner asks for it (`hand_of`), or when a decision needs it: then it stays open while nobody
    else decides, and is hidden while others answer aloud: its owner, the `keeper`, has stayed at
    the keyboard. *Open* hands need no pass screen. A person who plays alone, with bots, or with
    others at terminals of their own has nobody to hide anything from.
    """

    policy: str
    unveiled: int | None = None
    together: int | None = None
    keeper: int | None = None
    hand_of: int | None = None
    gate: InputDebounce = CURTAIN_GATE

    def covers(self, sight: MatchView) -> bool:
        """Whether there are secrets from others at this keyboard."""
        return self.is_shared(sight) and sight.has_secrets()

    def is_shared(self, sight: MatchView) -> bool:
        """Whether others at this keyboard may not see everything that a player may see."""
        return self.policy != OPEN and len(sight.own_people) > 1

    def shows_own(self, sight: MatchView, decision: AnyDecision) -> bool:
        """Whether the deciding seat sees its own secrets."""
        return not self.covers(sight) or self.policy == ALWAYS or decision.needs_hand

    def needs_curtain(self, sight: MatchView, owed: PendingDecision) -> bool:
        """Whether a pass screen must come before a seat decides."""
        if not self.covers(sight) or not self.shows_own(sight, owed.decision):
            return False
        return not self.still_open(sight, owed.seat)

    def still_open(self, sight: MatchView, seat: int) -> bool:
        """Whether the seat's secrets are still shown since one of its earlier decisions."""
        return seat in (self.unveiled, self.keeper) and self.together == sight.together_since

    def unveil(self, sight: MatchView, seat: int) -> HotSeatPrivacy:
        """Show the seat's secrets from now on."""
        return evolve(self, unveiled=seat, together=sight.together_since, keeper=None)

    def put_away(self) -> HotSeatPrivacy:
        """Hide all secrets while somebody answers aloud."""
        keeper = self.keeper if self.unveiled is None else self.unveiled
        return evolve(self, unveiled=None, keeper=keeper)

    def veil(self) -> HotSeatPrivacy:
        """Hide all secrets from now on."""
        return evolve(self, unveiled=None, keeper=None)


@frozen
class ShownChoice:
    """A pick that was shown: the number of events up to it, its round, its place, and whether it is
    public."""

    count: int
    round: int
    place: Spot
    is_open: bool


@frozen
class ShownHistory:
    """Number of events shown so far, the seat of the last pick (`moved_last`: made here), the
    others' latest picks, and the cells of the score sheets at the viewer's last turn. The
    first `looked_till` events that count are not marked: a key has been pressed since."""

    shown: int
    moved_last: bool
    looked_till: int = 0
    actor: int | None = None
    lately: tuple[ShownChoice, ...] = ()
    before: Cells = field(factory=dict, repr=False)

    def since(self, count: int, round: int) -> list[Spot]:
        """Return the places of picks after `count` events, not before the previous round."""
        count = max(count, self.looked_till)
        return [one.place for one in self.lately if one.count > count and one.round >= round - 1]

    def forgotten(self) -> ShownHistory:
        """Return the history with nothing marked: those picks no longer count."""
        return evolve(self, lately=(), before={}, actor=None)


@frozen
class OpenPage:
    """The page above the decision, the scroll position, and by how many lines the log was scrolled
    back when it had a given number of events."""

    zone: str = TABLE
    scroll: int = 0
    selected: int | None = None
    turned_back: tuple[int, int] = (0, 0)


@frozen
class NoticeState:
    """Cards in place of the decision, the turn summary and the coach.

    `page` is the page of the first card, counted from 0.
    `told_till` maps seats to the number of events of which a summary was made for them.
    `is_unread`: no key has come since it was shown. `coached`: the coach is on.
    """

    lying: tuple[Notice, ...] = ()
    page: int = 0
    gate: InputDebounce = CARD_GATE
    summary: Summary | None = None
    is_unread: bool = False
    told_till: Mapping[int, int] = field(factory=dict)
    coached: bool = False


@frozen
class Answer:
    """A key that answers a question, its label, and the message or command that it means."""

    key: str
    meaning: Text
    input: TableMessage | Command | None = None


@frozen
class Question:
    """Question of the program (prompt), to be answered or cancelled before anything else. `left` is
    the additional effect of Escape, if the question can be cancelled. A question with a `field`
    takes a typed line, and stays whatever happens at the table; `typed` turns the line into a
    command."""

    title: Text
    body: Text
    answers: Sequence[Answer]
    can_leave: bool = True
    left: TableMessage | None = None
    field: TextField | None = None
    typed: Callable[[str], ServerCommand] = Say


@frozen
class PendingCommit:
    """A change that a busy database has refused `tries` times."""

    act: MatchCommand
    tries: int = 0


@frozen
class AttentionState:
    """Times of the last key and the one before it, and whether an alert is active."""

    touched: float = -inf
    calls: bool = False
    before: float = -inf


@frozen
class LastUse:
    """Place and cells of the cursor at its last use, and the place inspected last."""

    place: Spot | None = None
    cells: Rect = CORNER
    looked_at: Spot | None = None


@frozen
class UnderMouse:
    """Place under the mouse, and since when its content has been shown."""

    place: Spot | None = None
    since: float = inf


@frozen
class LastChoice:
    """The last pick at this terminal, its parts, and the place of each seat's last pick."""

    seat: int = -1
    step: str = ""
    parts: Parts = ()
    places: Mapping[int, Place] = field(factory=dict)


@frozen
class RemotePlayers:
    """The others at their own terminals: free seats, seats present, number of spectators; the
    proposal, and whether this person withdraws it; all chat messages, and those that are shown.
    `told_last` is a message that is shown only until something happens. `deadline`, `note` and
    `beforehand` (names of auto-answers) are this person's own."""

    free: frozenset[int] = frozenset()
    here: frozenset[int] = frozenset()
    watching: int = 0
    proposal: Proposal | None = None
    withdraws: bool = False
    gate: InputDebounce = ANSWER_GATE
    lines: tuple[ChatLine, ...] = ()
    heard: tuple[ChatLine, ...] = ()
    told_last: str = ""
    deadline: Deadline | None = None
    note: str = ""
    beforehand: frozenset[str] = frozenset()


@frozen
class ReplayState:
    """State of a replay: whether it plays by itself, and its speed; the digits typed for a step;
    the place of the last pick. `review` is the review so far; `reviewing`: more will follow;
    `hides_curve`: its curve is hidden. `own` are the seats of the reader (none: all are equal),
    whose costly moves are shown; `shows_all` adds those of the others."""

    plays: bool = False
    speed: int = 1
    typed: str | None = None
    changed: Spot | None = None
    review: Review | None = None
    reviewing: bool = False
    hides_curve: bool = False
    own: frozenset[int] = frozenset()
    shows_all: bool = False

    @property
    def shows_curve(self) -> bool:
        """Whether the curve of the review is shown."""
        return self.review is not None and not self.hides_curve

    @property
    def costly_moves(self) -> list[ReviewedMove]:
        """The costly moves that are shown, in the order of the game."""
        found = [] if self.review is None else self.review.costly_moves()
        every = self.shows_all or not self.own
        return [move for move in found if every or move.seat in self.own]

    def costly_move_at(self, count: int) -> ReviewedMove | None:
        """Return the costly move that the event with this number was, if it is shown."""
        return next((move for move in self.costly_moves if move.count == count), None)


@frozen
class HintState:
    """Hint for the decision `asked`. The cursor has moved to `pick` from `before`; `told` is the
    text. `worth` are the compared picks, best first, `better` describes the best one if it is
    another. `thinks`: the search continues. `touched`: a key other than Enter was pressed since."""

    asked: DecisionRequest[State]
    pick: Value
    before: PartialPick[State] | None = field(default=None, eq=False, repr=False)
    worth: Sequence[Estimate] = ()
    told: str = ""
    better: str = ""
    thinks: bool = False
    touched: bool = False


@frozen
class ShownTable:
    """The table shown last: its viewer, the number of effective events, the view, and the pending
    decisions."""

    viewer: int | None
    count: int
    view: State = field(eq=False, repr=False)
    owed: Sequence[PendingDecision] = field(eq=False, repr=False)


@frozen
class Motion:
    """An animation: its moves, its start, its length in milliseconds, and the table before it."""

    moves: tuple[Move, ...]
    began: float
    lasts: int
    before: ShownTable

    def ms(self, now: float) -> int:
        """Milliseconds since its start."""
        return round(1000 * (now - self.began))


@frozen
class BotThinking:
    """Search of a bot, for its pending decision at a length of the log. `is_due`: the pause before
    its move is over. `thought` is the result, `began` the start time."""

    owed: PendingDecision
    length: int
    is_due: bool = False
    thought: BotThought | None = None
    began: float = 0.0


@frozen
class TableState:
    """All that is being done at the table, besides the match itself.

    `choosing` is what the person is asked, with the parts chosen so far; `confirming` says that it
    has been taken once, and counts when it is taken again; `asked_again` how often that was so.
    `looking` says that arrows go from thing to thing. `viewer` is whose view is shown, `curtain`
    for whom everything is hidden. `seen` is the table that was shown last, `motion` what moves on
    it since. `news` is what will be told once a curtain opens, `advice` the message as long as it
    speaks for what is under the pointer. `paused` is the bot, and its turn, before whose
    first move there was a pause; `hurries`: no pauses till a person is asked. `stopped_by` says why
    no bot moves any more.
    """

    wishes: Preferences
    cover: HotSeatPrivacy
    past: ShownHistory
    size: tuple[int, int] = (0, 0)
    timers: Timers = Timers()
    calling: AttentionState = AttentionState()
    viewer: int | None = None
    choosing: PartialPick[State] | None = None
    confirming: bool = False
    asked_again: int = 0
    gate: QuestionGate = AHEAD_GATE
    mouse: UnderMouse = UnderMouse()
    last: LastChoice = LastChoice()
    looking: bool = False
    standing: LastUse = LastUse()
    page: OpenPage = OpenPage()
    question: Question | None = None
    message: str = ""
    advice: str = ""
    hinting: HintState | None = None
    news: str = ""
    curtain: int | None = None
    cards: NoticeState = field(factory=NoticeState)
    trying: PendingCommit | None = None
    thinking: BotThinking | None = None
    paused: tuple[int, int] | None = None
    hurries: bool = False
    stopped_by: Text | None = None
    bests: Sequence[tuple[int, Text]] = ()
    others: RemotePlayers = RemotePlayers()
    stepping: ReplayState = ReplayState()
    seen: ShownTable | None = None
    motion: Motion | None = None

    @property
    def now(self) -> float:
        """Time of the current message."""
        return self.timers.now

    @property
    def zone(self) -> str:
        """The page above the decision."""
        return self.page.zone

    @property
    def is_drawn(self) -> bool:
        """Whether the table is drawn: the screen is large enough and there is no pass screen."""
        return self.curtain is None and not is_too_small(*self.size)

    @property
    def card(self) -> Notice | None:
        """The card in place of the decision."""
        return self.cards.lying[0] if self.cards.lying else None

    @property
    def is_covered(self) -> bool:
        """Whether a card is shown in place of the decision: nothing can be chosen meanwhile."""
        return self.card is not None and self.zone == TABLE and self.question is None

    @property
    def is_bare(self) -> bool:
        """Whether the table is visible without a card."""
        others = self.others
        free = not self.is_covered and not others.heard and others.proposal is None
        return free and self.is_drawn and self.zone == TABLE


def open_page(state: TableState, zone: str) -> TableState:
    """Open a page at its beginning."""
    page = OpenPage(zone, turned_back=state.page.turned_back)
    return evolve(state, page=page, message="", looking=False)


def without_secrets(state: TableState) -> TableState:
    """Return the state for another viewer: without marks of secret choices, hints, or messages
    about them."""
    lately = tuple(one for one in state.past.lately if one.is_open)
    past = evolve(state.past, lately=lately, before={})
    cards = evolve(state.cards, summary=None)
    return evolve(state, past=past, hinting=None, advice="", message="", cards=cards)


def behind_curtain(state: TableState) -> TableState:
    """Return the state without secrets, for a pass screen. Only what is listed here is kept."""
    return TableState(
        wishes=state.wishes,
        cover=state.cover,
        past=without_secrets(state).past,
        size=state.size,
        timers=state.timers,
        calling=state.calling,
        gate=state.gate,
        last=state.last,
        page=state.page,
        question=state.question,
        news=state.news,
        curtain=state.curtain,
        cards=evolve(state.cards, lying=(), summary=None),
        thinking=state.thinking,
        paused=state.paused,
        stopped_by=state.stopped_by,
        bests=state.bests,
        others=state.others,
    )
