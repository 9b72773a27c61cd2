"""Bots that choose by themselves, each after a while or at a key."""

from __future__ import annotations

from attrs import evolve

from screens.table.acts import BotChooses
from screens.table.effects import Outcome
from screens.table.going import ON_TIMER, Going
from screens.table.inputs import Do, GoOn, Input, Key, LetBotsGoOn, Rang
from screens.table.reading import Reading
from screens.table.values import TABLE, Doing


class Bots:
    """Lets the bot that is due choose; none does while a person is asked."""

    def __init__(self, reading: Reading, going: Going) -> None:
        self._reading, self._going = reading, going

    def hear(self, doing: Doing, input: Input) -> Outcome | None:
        """At its timer, or at Space and Enter where bots wait for a key."""
        match input:
            case Key("space" | "enter") if doing.zone == TABLE and self._going.steps_bots(doing):
                return Outcome(doing, then=(Do(BotChooses()),))
            case Rang(timer) if timer == ON_TIMER and doing.trying is None:
                due = doing.choosing is None and self._reading.waiting_bot() is not None
                return Outcome(doing, then=(Do(BotChooses()),) if due else ())
            case LetBotsGoOn():
                return Outcome(evolve(doing, stopped_by=None), then=(GoOn(),))
        return None
