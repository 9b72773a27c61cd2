"""Moves of other players at their own terminals, which are read from the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from engine.core.event import PICK_EVENT, REDO_EVENT, UNDO_EVENT, Event
from engine.core.state import State
from engine.errors import Busy, Conflict
from engine.i18n.text import Seat, Text, words
from engine.match.undo import REWIND
from screens.input_modes.partial_pick import PartialPick
from screens.key_map import key_name_of
from screens.table.effects import (
    Do,
    Effects,
    ReadStore,
    Repaint,
    RepaintScope,
    Update,
    cancel_timer,
    start_timer,
)
from screens.table.match_commands import BotChooses, Propose, Rewind
from screens.table.messages import (
    READ_AFTER_MUTE_OR_NOTE,
    READ_BEFORE_BOT,
    READ_ON_OPENING,
    AskNext,
    CommitRefused,
    Committed,
    LetBotMove,
    Opened,
    StoreBusy,
    StoreChanged,
    StoreQuery,
    StoreRead,
    TableMessage,
    TimerFired,
)
from screens.table.people_view import lapse_text, question_closed_by_move
from screens.table.presence import new_player_texts
from screens.table.reducers.chat import add_chat_lines
from screens.table.reducers.commit import RETRY_INTERVAL
from screens.table.reducers.proposals import update_proposal
from screens.table.reducers.table_reducer import TableReducer
from screens.table.state_parts import RemotePlayers
from screens.table.table_state import SHEET_PAGE, Question, TableState, open_page
from screens.table.turn_flow import BOT_TIMER, unanswered_question

RETRY_READ_TIMER: Final = "retry_read"


class RemoteMoves(TableReducer):
    """Reducer that reads the database, and shows what other players have changed. The parts chosen
    so far are kept while the decision stays the same."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Read the database when the table is opened, after notifications, and before a bot moves,
        because another program may already have made the bot's move. Show the changes that were
        read, and the results of bots' moves while a person is deciding."""
        match input:
            case Opened():
                return self._query_store(state, READ_ON_OPENING)
            case StoreChanged(reason):
                return (
                    Update(state)
                    if state.pending_commit is not None
                    else self._query_store(state, reason)
                )
            case TimerFired(timer) if timer == RETRY_READ_TIMER:
                return Update(state, follow_up=(StoreChanged(),))
            case LetBotMove():
                return self._query_store(state, READ_BEFORE_BOT)
            case StoreRead(query) if query.reason == READ_ON_OPENING:
                return self._start_table(state, input)
            case StoreRead():
                return self._handle_read(state, input)
            case (
                Committed(BotChooses()) | CommitRefused(BotChooses()) | StoreBusy(BotChooses())
            ) if state.partial_pick is not None:
                return self._handle_bot_result(state, input)
        return None

    def _query_store(self, state: TableState, reason: str) -> Update:
        match_view, remote_players = self.session.match_view, state.remote_players
        last_number = remote_players.chat_lines[-1].number if remote_players.chat_lines else 0
        seats, over = self.session.seats, match_view.over
        query = StoreQuery(
            reason,
            match_view.length,
            match_view.header,
            seats,
            remote_players.free,
            over,
            remote_players.proposal,
        )
        return Update(state, (ReadStore(evolve(query, last_chat_number=last_number)),))

    # ------------------------------------------------------------------ changes found

    def _start_table(self, state: TableState, store_read: StoreRead) -> Update:
        if store_read.error is None:
            state, _, _ = self._apply_store_read(state, store_read)
        opened = open_page(state, SHEET_PAGE) if self.session.match_view.over else state
        return Update(opened, follow_up=(AskNext(),))

    def _handle_read(self, state: TableState, store_read: StoreRead) -> Update:
        """Show changes made by others, and who has come or gone, or else the error. If the database
        is busy, read it again later. In all of these cases, let the bot move if it is due."""
        query, error = store_read.query, store_read.error
        if isinstance(error, Busy):
            state, effect = start_timer(state, RETRY_READ_TIMER, RETRY_INTERVAL)
            return Update(state, (effect, *self._bot_move(state, query)))
        if error is not None:
            message = self.scenes.translate(state, error.text)
            past = evolve(state.past, earlier_cells={})
            state = evolve(state, past=past, pass_screen_message=message, message=message)
            return Update(
                state, self._bot_move(state, query), follow_up=(AskNext(keeps_parts=True),)
            )
        proposal, question = state.remote_players.proposal, state.question
        state, effects, changed = self._apply_store_read(state, store_read)
        match_view = self.session.match_view
        seated = match_view.header, self.session.seats, match_view.over, store_read.free
        if match_view.length > state.past.shown_length or seated != (
            query.header,
            query.seats,
            query.over,
            query.free,
        ):
            state, more = self._others_acted(state, was_over=query.over)
            state = self._show_who_plays(state, query)
            effects += more
        elif changed:
            effects += (Repaint(RepaintScope.DECISION),)
        lapsed = lapse_text(proposal, store_read.proposal, match_view, self.session.seats)
        if lapsed is None and _offers_rewind_or_proposal(question) and state.question is None:
            lapsed = self._closed_message(query.length)
        if lapsed is not None:
            state = evolve(state, message=self.scenes.translate(state, lapsed))
        return Update(state, (*effects, *self._bot_move(state, query)))

    def _bot_move(self, state: TableState, query: StoreQuery) -> Effects:
        """Let the bot whose turn it is move, if the database was read for this purpose and nobody
        was faster. While a person is deciding, bots move only if some seats can be played from
        other terminals."""
        due = query.reason == READ_BEFORE_BOT and self.session.match_view.length == query.length
        free = state.partial_pick is None or self.session.owns_only_some_seats
        moves = due and free and self.session.waiting_bot() is not None
        thinking = state.thinking
        return (Do(BotChooses(thinking.thought if thinking else None)),) if moves else ()

    def _apply_store_read(
        self, state: TableState, store_read: StoreRead
    ) -> tuple[TableState, Effects, bool]:
        """Apply the fields of `store_read` to the state. Return the new state, the effects, and
        whether something visible may have changed."""
        before, query = state.remote_players, store_read.query
        remote_players = evolve(
            before, free=store_read.free, present=store_read.present, watching=store_read.watching
        )
        remote_players = evolve(remote_players, deadline=store_read.deadline, note=store_read.note)
        remote_players = evolve(remote_players, auto_answers=store_read.auto_answers)
        visible = _visible_fields(before) != _visible_fields(remote_players)
        state = evolve(state, remote_players=remote_players)
        state, proposal_changed = update_proposal(
            state, store_read.proposal, self.session, self.scenes
        )
        silent = query.reason in (READ_ON_OPENING, READ_AFTER_MUTE_OR_NOTE)
        state, effects = add_chat_lines(state, store_read.chat_lines, silent=silent)
        return state, effects, visible or proposal_changed or bool(store_read.chat_lines) or silent

    def _closed_message(self, length: int) -> Text | None:
        """Return the message that an open question has been closed because of picks after the first
        `length` events of the log; None if there were no picks."""
        since = self.session.match_view.since(length)
        acts = [event for event in since if event.kind == PICK_EVENT]
        return question_closed_by_move(acts[-1].seat, self.session.seats) if acts else None

    def _show_who_plays(self, state: TableState, query: StoreQuery) -> TableState:
        """Show one change of players, if any: a seat that has a new player or, failing that, one
        that has become free."""
        newly_free = sorted(state.remote_players.free - query.free)
        texts = [
            *(self._free_seat_message(state, seat) for seat in newly_free),
            *new_player_texts(query.header, self.session.match_view),
        ]
        return evolve(state, message=self.scenes.translate(state, texts[-1])) if texts else state

    def _free_seat_message(self, state: TableState, seat: int) -> Text:
        """Return the message that a player has left. For people with a seat, it also says how to
        replace that player."""
        if not self.session.seats:
            return words("{seat} has left: the seat is free.", seat=Seat(seat))
        key = key_name_of("play.rewind", state.preferences.keys)
        return words(
            "{seat} has left: the seat is free. Press {key} to give it to a bot.",
            seat=Seat(seat),
            key=key,
        )

    # ------------------------------------------------------------------ actions of others

    def _others_acted(
        self, state: TableState, *, was_over: bool, own_bot: bool = False
    ) -> tuple[TableState, Effects]:
        """Show the moves of others. A choice that the person has begun continues if it is still
        possible. `own_bot` means that a bot at this terminal has moved, and `was_over` that the
        game was already over."""
        match_view, partial_pick = self.session.match_view, state.partial_pick
        since = match_view.since(state.past.shown_length)
        if partial_pick is not None and self._still_asks(partial_pick, since):
            return self._ask_anew(state, partial_pick, own_bot=own_bot)
        ends = match_view.over and not was_over
        inspecting, text = state.inspecting, self._message_about(since)
        if ends or state.message == state.remote_players.expiring_message:
            state = evolve(state, message="")
        state, effects = self.turn_flow.advance(state, keeps_parts=True)
        if ends:
            state, more = self.notices.show_end(state)
            return state, (*effects, *more)
        if state.pass_to is None:
            state = evolve(state, inspecting=inspecting and state.partial_pick is None)
            if text is not None:
                message = self.scenes.translate(state, text)
                state = evolve(
                    state,
                    message=message,
                    remote_players=evolve(state.remote_players, expiring_message=message),
                )
        return state, effects

    def _still_asks(self, partial_pick: PartialPick[State], since: Sequence[Event]) -> bool:
        """Return whether the player's decision is unchanged, and the events `since` contain neither
        an action of the player nor an undo on which everyone agreed."""
        if any(event.seat == partial_pick.seat or event.step == REWIND for event in since):
            return False
        return partial_pick.seat in self.session.people and any(
            pending.seat == partial_pick.seat and pending.decision == partial_pick.decision
            for pending in self.session.match_view.pending()
        )

    def _ask_anew(
        self, state: TableState, partial_pick: PartialPick[State], *, own_bot: bool
    ) -> tuple[TableState, Effects]:
        """Ask for the same decision at the changed table, keeping the parts chosen so far.
        `own_bot` means that a bot at this terminal has moved."""
        state = self.recent.record_picks(state)
        past = evolve(state.past, moved_last=own_bot)
        state = evolve(state, past=past, question=unanswered_question(state))
        state, effects = cancel_timer(state, BOT_TIMER)
        if self.session.owns_only_some_seats:
            state, more = self.turn_flow.await_bot(state)
            effects += more
        request = self.session.ask(partial_pick.seat, openly=partial_pick.request.openly)
        fresh = self.scenes.painter.partial_pick(request)
        fresh.keys_of_this_turn = partial_pick.keys_of_this_turn
        fresh.restore_from(partial_pick)
        confirming = state.confirming and fresh.pick == partial_pick.pick
        state = evolve(state, partial_pick=fresh, confirming=confirming)
        state, more = self.turn_flow.animate(state, effects)
        return state, (*effects, *more, Repaint(RepaintScope.ALL))

    def _message_about(self, since: Sequence[Event]) -> Text | None:
        """Return the message that somebody has undone or redone a move, if no pick followed in the
        events `since`, else None."""
        acts = [event for event in since if event.kind in (PICK_EVENT, UNDO_EVENT, REDO_EVENT)]
        if not acts or acts[-1].kind == PICK_EVENT:
            return None
        seat = Seat(acts[-1].seat)
        if acts[-1].kind == REDO_EVENT:
            return words("{seat} has redone a move.", seat=seat)
        if acts[-1].step == REWIND and self.session.person is not None:
            return words("Everyone has agreed, so the move has been undone.")
        return words("{seat} has undone a move.", seat=seat)

    def _handle_bot_result(
        self, state: TableState, result: Committed | CommitRefused | StoreBusy
    ) -> Update:
        """Show the result of a bot's move while this person is deciding. If the database was busy,
        let the bot try again. After an error other than a conflict, stop all bots."""
        state = evolve(state, pending_commit=None)
        if isinstance(result, StoreBusy):
            return Update(*self.turn_flow.await_bot(state))
        state = evolve(state, thinking=None)
        if isinstance(result, CommitRefused) and not isinstance(result.error, Conflict):
            state = evolve(state, bot_stop_reason=result.error.text)
        if self.session.match_view.length == state.past.shown_length:
            return Update(state)
        state, effects = self._others_acted(state, was_over=False, own_bot=True)
        if isinstance(result, Committed) and result.remark is not None:
            state = evolve(state, message=self.scenes.translate(state, result.remark))
        return Update(state, effects)


def _visible_fields(remote_players: RemotePlayers) -> tuple[object, ...]:
    """Return the fields whose changes are visible, except free seats, chat and proposal, which are
    compared elsewhere."""
    own = remote_players.deadline, remote_players.note, remote_players.auto_answers
    return remote_players.present, remote_players.watching, *own


def _offers_rewind_or_proposal(question: Question | None) -> bool:
    """Return whether a prompt offers to undo moves with everyone's agreement, or to make a
    proposal."""
    answers = () if question is None else question.answers
    return any(isinstance(answer.input, Rewind | Propose) for answer in answers)
