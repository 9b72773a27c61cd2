"""Moves of bots, after a pause or at a key, and handling of keys typed while a bot is choosing."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from engine.i18n.text import Seat, words
from screens.key_map import (
    CHAT_COMMANDS,
    MOVE_COMMANDS,
    PALETTE_COMMAND,
    PLAY_COMMANDS,
    TABLE_COMMANDS,
    key_of,
)
from screens.table.effects import RepaintScope, Update, repaint, start_timer
from screens.table.messages import (
    AskNext,
    BotReady,
    KeyPressed,
    LetBotMove,
    ResumeBots,
    TableMessage,
    TimerFired,
)
from screens.table.read_only_session import SPINNER_INTERVAL
from screens.table.reducers.table_reducer import TableReducer
from screens.table.table_state import TABLE_PAGE, TableState
from screens.table.turn_flow import BOT_TIMER, THINKING_TIMER

AVAILABLE_COMMANDS: Final = (
    *TABLE_COMMANDS,
    *PLAY_COMMANDS,
    *CHAT_COMMANDS,
    *MOVE_COMMANDS,
    PALETTE_COMMAND,
)
"""Commands that are also available while a bot decides."""


class BotMoves(TableReducer):
    """Reducer that decides when the bot whose turn it is moves."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Let a bot move once its pause and its search have ended or, if bots wait for a key, at
        Space or Enter. Space skips pauses until a person must decide. While a bot is choosing,
        refuse a key that would choose."""
        match input:
            case KeyPressed("space" | "enter") if (
                state.zone == TABLE_PAGE and self.turn_flow.waits_for_key(state)
            ):
                return Update(state, follow_up=(LetBotMove(),))
            case KeyPressed() as pressed if (seat := self._waits_for(state)) is not None:
                if pressed.key == "space" and BOT_TIMER in state.timers.due:
                    return Update(evolve(state, skips_pauses=True), follow_up=(LetBotMove(),))
                return self._refuse(state, seat, pressed)
            case TimerFired(timer) if timer == THINKING_TIMER:
                return self._spin(state)
            case TimerFired(timer) if timer == BOT_TIMER and state.pending_commit is None:
                return Update(state, follow_up=(LetBotMove(),))
            case LetBotMove() if state.thinking is not None and state.thinking.thought is None:
                thinking = evolve(state.thinking, is_due=True)
                return Update(evolve(state, thinking=thinking))
            case BotReady(thought) if state.thinking is not None:
                thinking = evolve(state.thinking, thought=thought)
                then = (LetBotMove(),) if thinking.is_due else ()
                return Update(evolve(state, thinking=thinking), follow_up=then)
            case ResumeBots():
                return Update(evolve(state, bot_stop_reason=None), follow_up=(AskNext(),))
        return None

    def _waits_for(self, state: TableState) -> int | None:
        """Return the seat of the bot that the table is waiting for; None if there is no such bot,
        if another page is shown, during inspection, or while a change is retried."""
        is_visible = (
            state.zone == TABLE_PAGE and not state.inspecting and state.pending_commit is None
        )
        return self.turn_flow.awaited_bot_seat(state) if is_visible else None

    def _refuse(self, state: TableState, seat: int, pressed: KeyPressed) -> Update | None:
        """Show that a key has chosen nothing because a bot is still choosing. Return None if the
        key would not choose anything anyway."""
        own_keys = state.preferences.keys
        is_command = any(
            pressed.key == key_of(command.id, own_keys) for command in AVAILABLE_COMMANDS
        )
        chooses = pressed.key == "enter" or pressed.is_choice_key
        if is_command or not chooses:
            return None
        return self.notify(
            state, words("It is not your turn: {seat} is still choosing.", seat=Seat(seat))
        )

    def _spin(self, state: TableState) -> Update:
        """Show how long the bot has been thinking."""
        if state.thinking is None or state.thinking.thought is not None:
            return Update(state)
        state, effect = start_timer(state, THINKING_TIMER, SPINNER_INTERVAL)
        return repaint(state, RepaintScope.DECISION, effect)
