"""Bots that choose by themselves, each after a while or at a key."""

from __future__ import annotations

from attrs import evolve

from screens.table.effects import Update
from screens.table.messages import (
    AskNext,
    BotReady,
    KeyPressed,
    LetBotMove,
    ResumeBots,
    TableMessage,
    TimerFired,
)
from screens.table.table_state import TABLE, TableState
from screens.table.turn_flow import ON_TIMER, TurnFlow


class BotMoves:
    """Says when the bot that is due is to choose."""

    def __init__(self, going: TurnFlow) -> None:
        self._going = going

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """At its timer, or at Space and Enter where bots wait for a key; one that thinks, once it
        has thought."""
        match input:
            case KeyPressed("space" | "enter") if state.zone == TABLE and self._going.steps_bots(
                state
            ):
                return Update(state, follow_up=(LetBotMove(),))
            case TimerFired(timer) if timer == ON_TIMER and state.trying is None:
                return Update(state, follow_up=(LetBotMove(),))
            case LetBotMove() if state.thinking is not None and state.thinking.thought is None:
                thinking = evolve(state.thinking, is_due=True)
                return Update(evolve(state, thinking=thinking))
            case BotReady(thought) if state.thinking is not None:
                thinking = evolve(state.thinking, thought=thought)
                then = (LetBotMove(),) if thinking.is_due else ()
                return Update(evolve(state, thinking=thinking), follow_up=then)
            case ResumeBots():
                return Update(evolve(state, stopped_by=None), follow_up=(AskNext(),))
        return None
