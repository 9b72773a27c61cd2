"""State of a table apart from the match, as one immutable value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Final

from attrs import evolve, field, frozen

from engine.core.state import State
from engine.core.step import Place
from engine.core.table_settings import OPEN_HANDS, PASS_SCREENS
from engine.i18n.text import Text
from engine.match.match_view import MatchView
from engine.match.position import AnyDecision, PendingDecision
from screens.input_modes.input_mode import KeysByParts, Parts
from screens.input_modes.partial_pick import PartialPick
from screens.paint.canvas import Rect, Spot
from screens.paint.text_field import TextField
from screens.paint.too_small import is_too_small
from screens.preferences import Preferences
from screens.table.input_debounce import InputDebounce, QuestionGate
from screens.table.match_commands import Command, MatchCommand, Say, ServerCommand
from screens.table.messages import TableMessage
from screens.table.state_parts import (
    Animation,
    BotThinking,
    HintState,
    RemotePlayers,
    ReplayState,
    ShownTable,
)
from screens.table_view.news import Summary
from screens.table_view.notice_card import Notice
from screens.table_view.pass_screen import PrivateResult
from screens.table_view.sheet_changes import Cells

TABLE_PAGE: Final = "table"
SHEET_PAGE: Final = "sheet"
LOG_PAGE: Final = "log"
HELP_PAGE: Final = "help"

NOTE_PAGE: Final = "note"
"""Page of the private note."""

FULL_TEXT_PAGE: Final = "whole"
"""Page with the full text of what is cut off in the panel."""

CARD_GATE: Final = InputDebounce(0.5, 2.0)
"""Gate before a key or click turns the page of a card or closes it. It opens after two seconds at
the latest."""

PASS_SCREEN_GATE: Final = InputDebounce(0.7)
"""Gate before a key or click on a pass screen takes effect."""

FRESH_GATE: Final = QuestionGate(0.3, fresh=True)
"""Gate before an answer to a question that results from another player's move or follows a pass
screen."""

AHEAD_GATE: Final = QuestionGate(0.25)
"""Gate before an answer to a question to which `FRESH_GATE` does not apply, such as the question
for the next part of the player's own pick."""

CONFIRM_GATE: Final = QuestionGate(0)
"""Gate before a confirmation. Every key typed after it was painted counts."""

CORNER: Final = Rect(0, 0, 1, 1)


@frozen
class Timers:
    """Running timers. `due` has the number of each timer by its name, and `last` is the last number
    given. Every start has a new number, so that late signals of earlier timers are recognized."""

    due: Mapping[str, int] = field(factory=dict)
    last: int = 0


@frozen
class HotSeatPrivacy:
    """Secrets on a shared screen, by the `policy` of the match (`TableSettings.privacy_for`).

    With `PASS_SCREENS`, the deciding seat sees its own secrets, behind a pass screen whenever the
    screen changes from the public view to its own. With `HANDS_ON_DEMAND`, the public table stays,
    and a hand is shown when its owner asks for it (`shown_hand`) or when a decision needs it. The
    hand then stays open until somebody else decides, its owner hides it or, if its owner has asked
    for it, a timer hides it. While others answer a public question, it is hidden, but its owner
    (`at_keyboard`) stays at the keyboard. With `OPEN_HANDS`, nothing is hidden. A person who plays
    alone, with bots, or with others at terminals of their own has nobody to hide anything from.

    `shown_seat` is the seat whose secrets are visible, and `simultaneous_since` the value of
    `MatchView.simultaneous_since` when they became visible.
    """

    policy: str
    shown_seat: int | None = None
    simultaneous_since: int | None = None
    at_keyboard: int | None = None
    shown_hand: int | None = None
    gate: InputDebounce = PASS_SCREEN_GATE

    def hides_hands(self, match_view: MatchView) -> bool:
        """Return whether players can have secrets that others at this keyboard must not see."""
        return self.is_shared(match_view) and match_view.has_secrets()

    def is_shared(self, match_view: MatchView) -> bool:
        """Return whether several people share this keyboard, and the policy hides their secrets
        from one another."""
        return self.policy != OPEN_HANDS and len(match_view.own_people) > 1

    def shows_own_secrets(self, match_view: MatchView, decision: AnyDecision) -> bool:
        """Return whether the deciding seat sees its own secrets during `decision` without asking
        for them."""
        return (
            not self.hides_hands(match_view) or self.policy == PASS_SCREENS or decision.needs_hand
        )

    def needs_pass_screen(self, match_view: MatchView, pending: PendingDecision) -> bool:
        """Return whether a pass screen must come before the decision `pending`."""
        if not self.hides_hands(match_view) or not self.shows_own_secrets(
            match_view, pending.decision
        ):
            return False
        return not self.is_at_keyboard(match_view, pending.seat)

    def is_at_keyboard(self, match_view: MatchView, seat: int) -> bool:
        """Return whether the secrets of `seat` are still visible, or are hidden only while others
        answer openly, and no `Simultaneous` has begun or ended since they were shown."""
        return (
            seat in (self.shown_seat, self.at_keyboard)
            and self.simultaneous_since == match_view.simultaneous_since
        )

    def show_secrets(self, match_view: MatchView, seat: int) -> HotSeatPrivacy:
        """Return a copy that shows the secrets of `seat`, and those of no other seat."""
        return evolve(
            self,
            shown_seat=seat,
            simultaneous_since=match_view.simultaneous_since,
            at_keyboard=None,
        )

    def hide_while_answering(self) -> HotSeatPrivacy:
        """Return a copy that shows no secrets while somebody answers openly, in the public view.
        The seat whose secrets were visible becomes `at_keyboard`, because its player stays at the
        keyboard. If none were visible, `at_keyboard` does not change."""
        at_keyboard = self.at_keyboard if self.shown_seat is None else self.shown_seat
        return evolve(self, shown_seat=None, at_keyboard=at_keyboard)

    def hide_secrets(self) -> HotSeatPrivacy:
        """Return a copy that shows no secrets, and in which nobody is at the keyboard any
        longer."""
        return evolve(self, shown_seat=None, at_keyboard=None)


@frozen
class RecentPick:
    """A recent pick whose place can be marked."""

    count: int
    """Number of events of the line of play up to and including the pick."""
    round: int
    place: Spot
    is_open: bool
    """Whether the pick is public."""


@frozen
class ShownHistory:
    """The part of the history that the viewer has seen."""

    shown_length: int
    """Number of events of the log shown so far."""
    moved_last: bool
    """Whether the last pick was made at this terminal."""
    unmarked_count: int = 0
    """Number of events of the line of play whose picks are not marked, because they happened before
    the table was opened or before a key was pressed."""
    actor: int | None = None
    """Seat of the last pick since the table was opened; None if there is none, or after an undo or
    redo at this terminal."""
    recent_picks: tuple[RecentPick, ...] = ()
    """Latest picks that have a place on the table, back to the previous round, oldest first."""
    earlier_cells: Cells = field(factory=dict, repr=False)
    """Score cells with which the current ones are compared to mark changes."""

    def marked_places(self, count: int, round: int) -> list[Spot]:
        """Return the places of the picks that are still marked, were made after the first `count`
        events, and are no older than the round before `round`."""
        count = max(count, self.unmarked_count)
        return [
            pick.place
            for pick in self.recent_picks
            if pick.count > count and pick.round >= round - 1
        ]

    def without_marks(self) -> ShownHistory:
        """Return a copy in which no pick and no change of the score is highlighted, and `actor` is
        None."""
        return evolve(self, recent_picks=(), earlier_cells={}, actor=None)


@frozen
class OpenPage:
    """Scroll position of the page above the decision. `scroll` is in rows (from the end in the
    chat), and `selected` is the index of the selected line of the log, or None for the last
    line."""

    scroll: int = 0
    selected: int | None = None
    log_scroll: tuple[int, int] = (0, 0)
    """Number of events in the log when the log panel was scrolled, and number of lines by which it
    is scrolled back."""


@frozen
class NoticeState:
    """Cards in place of the decision, the turn summary (after the game, the summary of the end),
    and the state of the coach."""

    queue: tuple[Notice, ...] = ()
    page: int = 0
    """Page of the first card, counted from 0."""
    gate: InputDebounce = CARD_GATE
    summary: Summary | None = None
    is_unread: bool = False
    """Whether a turn summary has been shown, no key has been pressed since, and its time, if
    limited, has not run out."""
    summarized_until: Mapping[int, int] = field(factory=dict)
    """Length of the line of play when a turn summary was last due, by seat."""
    coached: bool = False
    coached_at: tuple[int, int] = (-1, -1)
    """Seat of the question about which the coach last spoke, and length of the line of play at the
    time; both -1 if the coach has not spoken yet."""
    is_coach_unread: bool = False
    """Whether the coach has spoken, and no key has been pressed since."""
    coached_times: Mapping[tuple[int, str], int] = field(factory=dict)
    """Number of questions about which the coach has spoken since it was turned on, by seat and name
    of the decision."""


@frozen
class Answer:
    """A key that answers a prompt, its label (`meaning`), and the message or command that results
    (None if the key only closes the prompt)."""

    key: str
    meaning: Text
    input: TableMessage | Command | None = None


@frozen
class Question:
    """A prompt, which must be answered (or cancelled with Escape, if `can_cancel`) before anything
    else."""

    title: Text
    body: Text
    answers: Sequence[Answer]
    can_cancel: bool = True
    on_cancel: TableMessage | None = None
    """Message sent when Escape cancels the prompt."""
    field: TextField | None = None
    """Field for a typed line. A prompt with a field stays open, whatever happens at the table."""
    command_for: Callable[[str], ServerCommand] = Say
    """Function that turns the typed line into a command."""


@frozen
class PendingCommit:
    """A change that a busy database has refused `tries` times."""

    command: MatchCommand
    tries: int = 0


@frozen
class AttentionState:
    """Time of the last key or click on a place (`last_input`) and of the key or click before it
    (`previous_input`), in seconds, and whether an alert is active (`alerts`)."""

    last_input: float = -inf
    alerts: bool = False
    previous_input: float = -inf


@frozen
class LastCursor:
    """Place and cells of the cursor at its last use, and the most recently inspected place."""

    place: Spot | None = None
    cells: Rect = CORNER
    inspected: Spot | None = None


@frozen
class UnderMouse:
    """The place under the mouse pointer, and the time, in seconds, at which its preview appeared
    (infinity without a place, minus infinity after a first click on it)."""

    place: Spot | None = None
    since: float = inf


@frozen
class LastChoice:
    """The last pick at this terminal: its seat (-1 before the first pick), the name of its
    decision, and its parts.

    `keys` maps (seat, name of the decision) to the number of the latest turn with such a pick and
    the keys of the choices in that turn. `places` maps each seat to the place of its last pick that
    had a place.
    """

    seat: int = -1
    decision_name: str = ""
    parts: Parts = ()
    keys: Mapping[tuple[int, str], tuple[int, KeysByParts]] = field(factory=dict)
    places: Mapping[int, Place] = field(factory=dict)


@frozen
class TableState:
    """State of a table apart from the match."""

    preferences: Preferences
    privacy: HotSeatPrivacy
    past: ShownHistory
    size: tuple[int, int] = (0, 0)
    now: float = 0.0
    """Time of the current message, in seconds."""
    timers: Timers = Timers()
    attention: AttentionState = AttentionState()
    viewer: int | None = None
    """Seat whose view is shown; None for the spectators' view."""
    partial_pick: PartialPick[State] | None = None
    """Pending decision of the person who must decide here, with the parts chosen so far; None if
    nobody must, or while a pass screen is shown."""
    confirming: bool = False
    """Whether the pick is waiting for its confirmation."""
    confirmations_asked: int = 0
    """Number of confirmations asked for so far."""
    gate: QuestionGate = AHEAD_GATE
    chosen_by_key_at: float = -inf
    """Time when a choice in a list was last made by its own key, before any key had pointed at a
    choice; minus infinity if there is none, or once Enter has been pressed."""
    chosen_key: str = ""
    """The key with which the choice at `chosen_by_key_at` was made."""
    mouse: UnderMouse = UnderMouse()
    last_choice: LastChoice = LastChoice()
    inspecting: bool = False
    """Whether inspection is on, during which the cursor also reaches places that cannot be
    chosen."""
    last_cursor: LastCursor = LastCursor()
    zone: str = TABLE_PAGE
    """The page above the decision."""
    page: OpenPage = OpenPage()
    question: Question | None = None
    message: str = ""
    announced: str = ""
    """Message from outside the table, which stays until the next key or click, or longer while a
    pass screen is shown."""
    hint_text: str = ""
    """Text of the latest hint. While the message is this text, the preview is also shown, if there
    is room."""
    refusal: str = ""
    """Latest reason why a key or click has chosen nothing (see `refuses`)."""
    hint_state: HintState | None = None
    pass_screen_message: str = ""
    """Message to show on the pass screen and after it."""
    pass_to: int | None = None
    """Seat for which a pass screen is shown; None if none is shown."""
    private_result: PrivateResult | None = None
    """Result of chance that the player of another seat reads before the keyboard is passed to
    `pass_to`; None if there is none."""
    notices: NoticeState = field(factory=NoticeState)
    pending_commit: PendingCommit | None = None
    thinking: BotThinking | None = None
    paused_turn: tuple[int, int] | None = None
    """Seat and turn number of the latest turn of a bot whose pause has begun or been skipped; None
    if no bot is waiting."""
    skips_pauses: bool = False
    """Whether bots move without pauses until a person must decide."""
    bot_stop_reason: Text | None = None
    """Reason why the bots have stopped; None if they have not."""
    bests: Sequence[tuple[int, Text]] = ()
    remote_players: RemotePlayers = field(factory=RemotePlayers)
    replay: ReplayState = field(factory=ReplayState)
    shown_table: ShownTable | None = None
    animation: Animation | None = None
    """Animation from the table that was shown before to the current one; None if none is
    running."""

    @property
    def refuses(self) -> bool:
        """Whether the message explains why a key or click has chosen nothing. The preview is then
        still valid."""
        return bool(self.message) and self.message == self.refusal

    @property
    def is_drawn(self) -> bool:
        """Whether the screen is large enough and no pass screen hides the table."""
        return self.pass_to is None and not is_too_small(*self.size)

    @property
    def card(self) -> Notice | None:
        """Card in place of the decision; None if there is none."""
        return self.notices.queue[0] if self.notices.queue else None

    @property
    def is_covered(self) -> bool:
        """Whether a card covers the decision, so that nothing can be chosen."""
        return bool(self.notices.queue) and self.zone == TABLE_PAGE and self.question is None

    @property
    def is_bare(self) -> bool:
        """Whether the table is visible, and no card, new chat message or proposal is over it."""
        remote_players = self.remote_players
        free = (
            not self.is_covered
            and not remote_players.new_chat_lines
            and remote_players.proposal is None
        )
        return free and self.is_drawn and self.zone == TABLE_PAGE


def open_page(state: TableState, zone: str) -> TableState:
    """Open the page `zone` at its top (the chat and the log at their ends), and end inspection.
    Show the current hint again on the table, and no message on other pages."""
    page = OpenPage(log_scroll=state.page.log_scroll)
    message = hint_shown(state) if zone == TABLE_PAGE else ""
    return evolve(state, zone=zone, page=page, message=message, inspecting=False)


def hint_shown(state: TableState) -> str:
    """Return the text of the hint for the current decision; empty if there is none, or once the
    player has reacted to it."""
    hint_state, partial_pick = state.hint_state, state.partial_pick
    if hint_state is None or hint_state.has_reacted or partial_pick is None:
        return ""
    return state.hint_text if hint_state.request is partial_pick.request else ""


def without_secrets(state: TableState) -> TableState:
    """Return the state for another viewer, without marks of secret picks and of changes in the
    score, without the turn summary and the hint, and without messages except `announced`."""
    recent_picks = tuple(pick for pick in state.past.recent_picks if pick.is_open)
    past = evolve(state.past, recent_picks=recent_picks, earlier_cells={})
    notices = evolve(state.notices, summary=None)
    state = evolve(state, message=state.announced, hint_text="", refusal="")
    return evolve(state, past=past, hint_state=None, notices=notices)


def behind_pass_screen(state: TableState) -> TableState:
    """Return the state without secrets, for a pass screen. Fields that this function does not copy
    get their defaults."""
    return TableState(
        preferences=state.preferences,
        privacy=state.privacy,
        past=without_secrets(state).past,
        size=state.size,
        now=state.now,
        timers=state.timers,
        attention=state.attention,
        gate=state.gate,
        last_choice=state.last_choice,
        zone=state.zone,
        page=state.page,
        question=state.question,
        pass_screen_message=state.pass_screen_message,
        pass_to=state.pass_to,
        notices=evolve(state.notices, queue=(), summary=None),
        thinking=state.thinking,
        paused_turn=state.paused_turn,
        bot_stop_reason=state.bot_stop_reason,
        bests=state.bests,
        remote_players=state.remote_players,
    )
