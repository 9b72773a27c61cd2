"""Flow of turns: the next seat to ask, pass screens, cards, and moves of bots."""

from __future__ import annotations

from typing import Final

from attrs import define, evolve

from engine.bots import offered
from engine.core.command import Menu
from engine.core.players import PERSON
from engine.core.state import State
from engine.core.step import TILL_REVEALED
from engine.i18n.text import Seat, words
from engine.match.position import PendingDecision
from screens.input_modes.partial_pick import PartialPick
from screens.preferences import CALL_OFF, PACE_KEY
from screens.table.animation_timing import AnimationTiming, seconds_until
from screens.table.effects import (
    CallAttention,
    Effects,
    Repaint,
    RepaintScope,
    StartBot,
    StopBot,
    cancel_timer,
    start_timer,
)
from screens.table.match_commands import GiveSeat
from screens.table.messages import Commanded, ResumeBots
from screens.table.notice_content import NoticeContent, drop_cards
from screens.table.read_only_session import SPINNER_INTERVAL, ReadOnlySession, SceneFactory
from screens.table.recent_changes import RecentChanges
from screens.table.state_parts import BotThinking
from screens.table.table_state import (
    AHEAD_GATE,
    FRESH_GATE,
    Answer,
    Question,
    TableState,
    UnderMouse,
    behind_pass_screen,
    without_secrets,
)

HAND_SECONDS: Final = 30.0
"""Seconds for which a hand is shown on request."""

TAKEOVER_INTERVAL: Final = 0.15
"""Seconds between the attempts of different programs to make the same bot's move."""

AWAY_SECONDS: Final = 10.0
"""Seconds without a key or click after which a player counts as away."""

BOT_TIMER: Final = "bot"
THINKING_TIMER: Final = "thinking"
HAND_TIMER: Final = "hand"


@define(eq=False)
class TurnFlow:
    """Controller of the turns at a table, which asks people, lets bots move, and shows news."""

    _session: ReadOnlySession
    _scenes: SceneFactory
    _recent: RecentChanges
    _notices: NoticeContent
    _animation_timing: AnimationTiming

    def advance(
        self, state: TableState, *, keeps_parts: bool = False, after_undo: bool = False
    ) -> tuple[TableState, Effects]:
        """Ask the first person here who must decide. If there is none, or if seats can be played
        from other terminals, let the next bot move. If a bot is not available, ask who replaces it
        instead. `keeps_parts` keeps the parts chosen so far if the decision is still the same.
        `after_undo` moves the cursor to the pick that was undone, and animates nothing."""
        session, match_view = self._session, self._session.match_view
        earlier = state.partial_pick if keeps_parts else None
        state, effects = cancel_timer(state, BOT_TIMER)
        state = evolve(
            self._recent.record_picks(state),
            confirming=False,
            inspecting=False,
            question=unanswered_question(state),
            partial_pick=None,
            pass_to=None,
            pending_commit=None,
            bests=session.bests(),
        )
        pending = next(
            (pending for pending in match_view.pending() if pending.seat in session.people), None
        )
        lacking = session.lacking_bot()
        if lacking is not None and not match_view.over and session.seats:
            state = evolve(state, question=self._replacement_question(*lacking))
        else:
            if pending is not None:
                state, more = self._ask(state, pending, earlier, after_undo=after_undo)
                effects += more
            waits = pending is None or session.owns_only_some_seats
            state, more = self.await_bot(state) if waits else stop_thinking(state)
            effects += more
        before = state.viewer
        state = self._set_viewer(state, pending)
        if before not in (None, state.viewer) and state.privacy.hides_hands(match_view):
            state = without_secrets(state)
        state, more = self._show_summary(state)
        if state.pass_to is not None:
            state = behind_pass_screen(state)
        effects += more
        state, more = self.animate(state, effects, skip=after_undo)
        return state, (*effects, *more, Repaint(RepaintScope.ALL))

    def animate(
        self, state: TableState, effects: Effects, *, skip: bool = False
    ) -> tuple[TableState, Effects]:
        """Animate the changes on the table. If `effects` start the timer of a bot's move, the
        animation ends before that timer fires. With `skip`, do not animate the changes."""
        return self._animation_timing.start(
            state, room=seconds_until(BOT_TIMER, effects), skip=skip
        )

    def _show_summary(self, state: TableState) -> tuple[TableState, Effects]:
        """Remove all cards. Unless the game is over, mark the changes in the score since the last
        turn of the player here who must decide, and show this player the turn summary. If nobody
        here must decide, or the question is answered openly, remove the summary instead."""
        state = drop_cards(state)
        if self._session.match_view.over:
            return state, ()
        if state.partial_pick is None:
            return evolve(state, notices=evolve(state.notices, summary=None)), ()
        seat = state.partial_pick.seat
        state = self._recent.with_changes(state, seat)
        if state.partial_pick is None or state.partial_pick.decision.answered_openly:
            return evolve(state, notices=evolve(state.notices, summary=None)), ()
        return self._notices.show_summary(self._notices.record_advice(state), seat)

    # ------------------------------------------------------------------ decisions

    def _ask(
        self,
        state: TableState,
        pending: PendingDecision,
        earlier: PartialPick[State] | None,
        *,
        after_undo: bool,
    ) -> tuple[TableState, Effects]:
        """Show a pass screen if one is needed; otherwise ask the seat of `pending` for its
        decision, and show its secrets if the policy of the match allows it. If `earlier` is about
        the same decision, its chosen parts are kept. With `after_undo`, the cursor moves to the
        pick that was undone. If a bot or a player at another terminal has moved last, alert a
        player who may be away."""
        if state.privacy.needs_pass_screen(self._session.match_view, pending):
            return show_pass_screen(state, pending.seat), ()
        state, effects = self._show_own_secrets(state, pending)
        seat = pending.seat
        request = self._session.ask(seat, openly=self._set_viewer(state, pending).viewer != seat)
        partial_pick, last_choice = self._scenes.painter.partial_pick(request), state.last_choice
        partial_pick.near = last_choice.places.get(seat)
        topic = (seat, request.decision.name)
        again = (
            isinstance(request.decision, Menu)
            or (last_choice.seat, last_choice.decision_name) == topic
        )
        turn, keys = last_choice.keys.get(topic, (-1, {}))
        if again and turn == request.view.turn:
            partial_pick.keys_of_this_turn = keys
        elif again:
            partial_pick.keys_of_last_turn = keys
        if after_undo and (last_choice.seat, last_choice.decision_name) == (
            seat,
            request.decision.name,
        ):
            partial_pick.follow(last_choice.parts)
        if earlier is not None and (earlier.seat, earlier.decision) == (seat, request.decision):
            partial_pick.restore_from(earlier)
        state = evolve(
            state,
            partial_pick=partial_pick,
            gate=AHEAD_GATE.shut(state.now),
            mouse=UnderMouse(),
            skips_pauses=False,
        )
        if state.past.actor not in (None, seat):
            state = evolve(state, gate=FRESH_GATE.shut(state.now))
            if state.past.actor not in self._session.people:
                state, more = self._alert(state)
                effects += more
        return state, effects

    def _show_own_secrets(
        self, state: TableState, pending: PendingDecision
    ) -> tuple[TableState, Effects]:
        match_view, seat, privacy = self._session.match_view, pending.seat, state.privacy
        own = privacy.shows_own_secrets(match_view, pending.decision) or privacy.is_at_keyboard(
            match_view, seat
        )
        if (
            pending.decision.answered_openly
            and privacy.hides_hands(match_view)
            and privacy.shown_hand != seat
        ):
            privacy_while_answering = privacy.hide_while_answering()
            state, effects = hide_hand(state)
            return evolve(
                state,
                privacy=evolve(state.privacy, at_keyboard=privacy_while_answering.at_keyboard),
            ), effects
        if not (privacy.hides_hands(match_view) and (own or privacy.shown_hand == seat)):
            return hide_hand(state)
        state = evolve(state, privacy=privacy.show_secrets(match_view, seat))
        if privacy.shown_hand is None or HAND_TIMER in state.timers.due:
            return state, ()
        state, effect = start_timer(state, HAND_TIMER, HAND_SECONDS)
        return state, (effect,)

    def _alert(self, state: TableState) -> tuple[TableState, Effects]:
        """Alert the player once, if they have pressed no key and not clicked for `AWAY_SECONDS`,
        unless alerts are turned off."""
        away = state.now - state.attention.last_input >= AWAY_SECONDS
        if state.attention.alerts or not away or state.preferences.call == CALL_OFF:
            return state, ()
        game = self._scenes.translator(state).argument(self._session.match_view.game.names)
        title = self._scenes.translate(state, words("Your turn: {game}", game=game))
        return evolve(state, attention=evolve(state.attention, alerts=True)), (
            CallAttention(title),
        )

    def _set_viewer(self, state: TableState, pending: PendingDecision | None) -> TableState:
        """Set the viewer: the only person here or, if there are several, the deciding seat. It is
        None if secrets must stay hidden, or if this terminal only watches a match that is played at
        other terminals. If nobody here must decide, the viewer stays, or is the first person
        here."""
        people, viewer = self._session.people, state.viewer
        if len(people) == 1:
            viewer = people[0]
        elif not people and self._session.owns_only_some_seats:
            viewer = None
        elif state.privacy.hides_hands(self._session.match_view):
            is_shown = pending is not None and state.privacy.shown_seat == pending.seat
            viewer = pending.seat if pending is not None and is_shown else None
        elif pending is not None:
            viewer = pending.seat
        elif viewer is None and people:
            viewer = people[0]
        return evolve(state, viewer=viewer)

    # ------------------------------------------------------------------ bots

    def await_bot(self, state: TableState) -> tuple[TableState, Effects]:
        """Start the search of the waiting bot, if it searches, and the pause before its move. There
        is one pause per turn, and none before hidden moves or while the player skips pauses. If
        bots move at a key press, wait for the key, except before hidden moves. If bots are stopped,
        ask how to continue, unless a person is deciding. If no bot is waiting, stop the search."""
        waiting = self._session.waiting_bot()
        if waiting is None or not self._session.seats:
            return stop_thinking(evolve(state, paused_turn=None))
        if state.bot_stop_reason is not None and state.partial_pick is None:
            answers = [
                Answer("enter", words("let the bots continue"), ResumeBots()),
                Answer("q", self._scenes.context.home, Commanded("play.leave")),
            ]
            title = words("The bots have stopped")
            question = Question(title, state.bot_stop_reason, answers, can_cancel=False)
            return evolve(state, question=question), ()
        state, effects = self._start_search(state, waiting)
        hidden = _is_hidden(waiting)
        if (hidden or state.preferences.pace != PACE_KEY) and state.bot_stop_reason is None:
            turn = (waiting.seat, self._session.match_view.view(None).turn)
            at_once = hidden or state.skips_pauses or state.paused_turn == turn
            pace = (0 if at_once else int(state.preferences.pace) / 10) + 0.001
            state = state if hidden else evolve(state, paused_turn=turn)
            state, effect = start_timer(state, BOT_TIMER, pace + self._delay_behind_others(state))
            effects += (effect,)
        return state, effects

    def _start_search(
        self, state: TableState, waiting: PendingDecision
    ) -> tuple[TableState, Effects]:
        """Let the bot with the decision `waiting` search during the pause before its move; stop any
        search if this bot does not search. Moves of other seats within a simultaneous step do not
        restart the search."""
        if not self._session.waiting_bot_searches():
            return stop_thinking(state)
        thinking, match_view = state.thinking, self._session.match_view
        if thinking is not None and thinking.pending == waiting:
            since = match_view.simultaneous_since
            within = since is not None and since <= thinking.length
            if within or thinking.length == match_view.length:
                return evolve(state, thinking=evolve(thinking, is_due=False)), ()
        thinking = BotThinking(waiting, match_view.length, started_at=state.now)
        state, effect = start_timer(
            evolve(state, thinking=thinking), THINKING_TIMER, SPINNER_INTERVAL
        )
        return state, (StartBot(), effect)

    def waits_for_key(self, state: TableState) -> bool:
        """Return whether the table is waiting for a bot that moves only when a key is pressed."""
        waiting = self._awaited_bot(state) if state.preferences.pace == PACE_KEY else None
        return waiting is not None and not _is_hidden(waiting)

    def awaited_bot_seat(self, state: TableState) -> int | None:
        """Return the seat of the bot that everybody at this terminal is waiting for; None if there
        is none."""
        waiting = self._awaited_bot(state)
        return None if waiting is None else waiting.seat

    def _awaited_bot(self, state: TableState) -> PendingDecision | None:
        """Return the pending decision of the bot that everybody at this terminal is waiting for;
        None if there is none."""
        idle = (
            state.partial_pick is None and state.pass_to is None and state.bot_stop_reason is None
        )
        idle = idle and state.question is None and bool(self._session.seats)
        return self._session.waiting_bot() if idle and not self._session.match_view.over else None

    def _delay_behind_others(self, state: TableState) -> float:
        """Return the seconds during which other programs may make the bot's move first. They are 0
        after a move made here, and otherwise differ by seat."""
        if state.past.moved_last:
            return 0.0
        people = self._session.people
        rank = self._session.match_view.header.people.index(people[0]) if people else 0
        return (1 + rank) * TAKEOVER_INTERVAL

    def _replacement_question(self, seat: int, bot: str) -> Question:
        """Return the prompt that asks who takes over `seat`, whose bot `bot` this program does not
        have."""
        players = {
            PERSON: words("a person"),
            **{f"bot:{name}": title for name, title in offered().items()},
        }
        answers = [
            Answer(str(number), title, GiveSeat(seat, player))
            for number, (player, title) in enumerate(players.items(), 1)
        ]
        answers.append(Answer("q", self._scenes.context.home, Commanded("play.leave")))
        body = words("The bot {bot}, which has been playing here, is not available.", bot=bot)
        title = words("Who should play for {seat}?", seat=Seat(seat))
        return Question(title, body, answers, can_cancel=False)


def _is_hidden(pending: PendingDecision) -> bool:
    """Return whether the pick for the decision `pending` stays secret until all seats have
    chosen."""
    return pending.decision.secrecy == TILL_REVEALED


def show_pass_screen(state: TableState, seat: int) -> TableState:
    """Hide all secrets, and show a pass screen until the player of `seat` confirms."""
    privacy = state.privacy.hide_secrets()
    return evolve(state, pass_to=seat, privacy=evolve(privacy, gate=privacy.gate.shut(state.now)))


def stop_thinking(state: TableState) -> tuple[TableState, Effects]:
    """Stop the search of a bot."""
    if state.thinking is None:
        return state, ()
    state, effects = cancel_timer(evolve(state, thinking=None), THINKING_TIMER)
    return state, (*effects, StopBot())


def hide_hand(state: TableState) -> tuple[TableState, Effects]:
    """Hide the secrets on the screen, and cancel the timer that would hide them."""
    state, effects = cancel_timer(state, HAND_TIMER)
    return evolve(state, privacy=evolve(state.privacy.hide_secrets(), shown_hand=None)), effects


def unanswered_question(state: TableState) -> Question | None:
    """Return the open prompt if it has a field, because a prompt with a field stays open whatever
    happens at the table; otherwise return None."""
    return state.question if state.question and state.question.field else None
