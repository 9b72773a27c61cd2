"""Results of commands. Changes are shown only once they are saved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from engine.core.event import CHANCE_EVENT, Event
from engine.errors import Conflict, GuildhallError
from engine.i18n.text import words
from screens.table.effects import Do, RepaintScope, Update, repaint, start_timer
from screens.table.match_commands import BotChooses, GiveSeat, MatchCommand, Redo
from screens.table.messages import (
    AskNext,
    Commanded,
    CommitRefused,
    Committed,
    StopRetrying,
    StoreBusy,
    TableMessage,
    TimerFired,
)
from screens.table.reducers.table_reducer import TableReducer
from screens.table.table_state import (
    LOG_PAGE,
    TABLE_PAGE,
    Answer,
    PendingCommit,
    Question,
    TableState,
)
from screens.table.turn_flow import BOT_TIMER
from screens.table_view.pass_screen import PrivateResult

RETRY_INTERVAL: Final = 0.25
"""Seconds before a change to a busy database, or a read from it, is tried again."""

MAX_BUSY_TRIES: Final = 80
"""Number of tries after which a change in a busy database is given up."""


class CommitMoves(TableReducer):
    """Reducer of the results of commands, which also asks the next seat."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Handle the results of commands, and requests to ask the next seat or to stop retrying. A
        command is tried again if the database is busy, and other errors are shown."""
        match input:
            case AskNext(keeps_parts, after_undo):
                return Update(
                    *self.turn_flow.advance(state, keeps_parts=keeps_parts, after_undo=after_undo)
                )
            case StopRetrying():
                return Update(
                    evolve(state, pending_commit=None), follow_up=(AskNext(keeps_parts=True),)
                )
            case TimerFired(timer) if timer == BOT_TIMER and state.pending_commit is not None:
                return Update(state, (Do(state.pending_commit.command),))
            case StoreBusy():
                return self._was_busy(state, input)
            case Committed():
                return self._committed(evolve(state, pending_commit=None), input)
            case CommitRefused(command, error):
                return self._refused(state, command, error)
        return None

    def _committed(self, state: TableState, result: Committed) -> Update:
        events, pending, before = result.events, result.pending, result.before
        if isinstance(result.command, GiveSeat):
            return Update(state, follow_up=(AskNext(),))
        if pending is None or before is None or not events:
            state = evolve(
                state,
                past=state.past.without_marks(),
                pass_screen_message="",
                message=state.announced,
            )
            return Update(
                state, follow_up=(AskNext(after_undo=not isinstance(result.command, Redo)),)
            )
        match_view = self.session.match_view
        state = self.recent.record_picks(state, until=events[0].number)
        state = self.recent.record_pick(state, events[0], pending, before, match_view.count)
        past = evolve(
            state.past, actor=pending.seat, moved_last=True, shown_length=match_view.length
        )
        state = evolve(state, past=past, pass_screen_message="", message=state.announced)
        if state.zone != LOG_PAGE or match_view.over:
            state = evolve(state, zone=TABLE_PAGE)
        state, effects = self.turn_flow.advance(evolve(state, thinking=None))
        state = evolve(state, private_result=self._private_result(state, pending.seat, events))
        if result.remark is not None and state.pass_to is None:
            state = evolve(state, message=self.scenes.translate(state, result.remark))
        if match_view.over:
            state, more = self.notices.show_end(state)
            effects += more
        return Update(state, effects)

    def _private_result(
        self, state: TableState, seat: int, events: Sequence[Event]
    ) -> PrivateResult | None:
        """Return the result of chance for `seat` in a simultaneous step, if only this seat may see
        the result, and a pass screen for another seat would cover it; otherwise None."""
        match_view = self.session.match_view
        is_simultaneous = match_view.simultaneous_since is not None
        if state.pass_to in (None, seat) or seat not in self.session.people or not is_simultaneous:
            return None
        history = match_view.history(seat)
        texts = [
            self.scenes.translate(state, note.text)
            for event in events
            if event.kind == CHANCE_EVENT
            for note in history.notes_then(event.number)
            if note.to == (seat,)
        ]
        return PrivateResult(seat, " ".join(texts)) if texts else None

    def _refused(self, state: TableState, command: MatchCommand, error: GuildhallError) -> Update:
        """Show the saved state and the error. After an error of a bot's move, bots stop until a
        person lets them continue, unless the error is only that another program has moved first."""
        state = evolve(
            state, pending_commit=None, thinking=None, past=evolve(state.past, earlier_cells={})
        )
        if isinstance(command, BotChooses):
            stop_reason = state.bot_stop_reason if isinstance(error, Conflict) else error.text
            return Update(evolve(state, bot_stop_reason=stop_reason), follow_up=(AskNext(),))
        message = self.scenes.translate(state, error.text)
        return Update(
            evolve(state, pass_screen_message=message, message=message),
            follow_up=(AskNext(keeps_parts=True),),
        )

    def _was_busy(self, state: TableState, result: StoreBusy) -> Update:
        command, error, pending_commit = result.command, result.error, state.pending_commit
        tries = (
            1
            if pending_commit is None or pending_commit.command is not command
            else pending_commit.tries + 1
        )
        if tries >= MAX_BUSY_TRIES:
            return self._refused(state, command, error)
        state = evolve(state, pending_commit=PendingCommit(command, tries))
        body = words("{reason} Trying again until there is room.", reason=error.text)
        leave = Answer("q", self.scenes.context.home, Commanded("play.leave"))
        question = Question(words("The database is busy"), body, [leave], on_cancel=StopRetrying())
        state, effect = start_timer(evolve(state, question=question), BOT_TIMER, RETRY_INTERVAL)
        return repaint(state, RepaintScope.DECISION, effect)
