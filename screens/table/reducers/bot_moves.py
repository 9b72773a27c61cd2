"""Bots that choose by themselves, each after a while or at a key."""

from __future__ import annotations

from attrs import evolve

from screens.table.effects import Outcome
from screens.table.messages import (
    AskNext,
    HasThought,
    Input,
    KeyPressed,
    LetBotMove,
    LetBotsGoOn,
    Rang,
)
from screens.table.table_state import TABLE, Doing
from screens.table.turn_flow import ON_TIMER, Going


class Bots:
    """Says when the bot that is due is to choose."""

    def __init__(self, going: Going) -> None:
        self._going = going

    def hear(self, doing: Doing, input: Input) -> Outcome | None:
        """At its timer, or at Space and Enter where bots wait for a key; one that thinks, once it
        has thought."""
        match input:
            case KeyPressed("space" | "enter") if doing.zone == TABLE and self._going.steps_bots(
                doing
            ):
                return Outcome(doing, then=(LetBotMove(),))
            case Rang(timer) if timer == ON_TIMER and doing.trying is None:
                return Outcome(doing, then=(LetBotMove(),))
            case LetBotMove() if doing.thinking is not None and doing.thinking.thought is None:
                thinking = evolve(doing.thinking, is_due=True)
                return Outcome(evolve(doing, thinking=thinking))
            case HasThought(thought) if doing.thinking is not None:
                thinking = evolve(doing.thinking, thought=thought)
                then = (LetBotMove(),) if thinking.is_due else ()
                return Outcome(evolve(doing, thinking=thinking), then=then)
            case LetBotsGoOn():
                return Outcome(evolve(doing, stopped_by=None), then=(AskNext(),))
        return None
