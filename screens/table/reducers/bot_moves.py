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

    def update(self, doing: TableState, input: TableMessage) -> Update | None:
        """At its timer, or at Space and Enter where bots wait for a key; one that thinks, once it
        has thought."""
        match input:
            case KeyPressed("space" | "enter") if doing.zone == TABLE and self._going.steps_bots(
                doing
            ):
                return Update(doing, follow_up=(LetBotMove(),))
            case TimerFired(timer) if timer == ON_TIMER and doing.trying is None:
                return Update(doing, follow_up=(LetBotMove(),))
            case LetBotMove() if doing.thinking is not None and doing.thinking.thought is None:
                thinking = evolve(doing.thinking, is_due=True)
                return Update(evolve(doing, thinking=thinking))
            case BotReady(thought) if doing.thinking is not None:
                thinking = evolve(doing.thinking, thought=thought)
                then = (LetBotMove(),) if thinking.is_due else ()
                return Update(evolve(doing, thinking=thinking), follow_up=then)
            case ResumeBots():
                return Update(evolve(doing, stopped_by=None), follow_up=(AskNext(),))
        return None
