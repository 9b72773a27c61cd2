"""Decisions about the cubes that players place on events with Activity cards, one after another:
D15 and D16 (TRO-12.11 to 12.14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from engine.core.event import Value
from engine.core.step import Decision, Place, RuleStep
from engine.errors import Refusal, forbidden
from engine.games.troyes.component_types import MARAUDING
from engine.games.troyes.events import event_in_row, open_events, place_cubes
from engine.games.troyes.rolls import DieRoll
from engine.games.troyes.state import Town
from engine.games.troyes.wording import influence
from engine.i18n.text import Text, plural, words

STOP: Final = "stop"


class CubeOnEvent(Decision[Town, str]):
    """Base class: choose the event for a cube, or stop."""

    stop_words: ClassVar[Text]

    def label(self, state: Town, chosen: tuple[str, ...]) -> Text:
        event = state.open_event(chosen[-1])
        if event is None:
            return self.stop_words
        free = state.free_flags(event)
        return words(
            "{event}: {free} of {flags} free",
            event=event_in_row(state, event),
            free=free,
            flags=event.flags,
        )

    def target(self, state: Town, chosen: tuple[str, ...]) -> Place | None:
        event = state.open_event(chosen[-1])
        return None if event is None else state.place_of(event)

    def refuse(self, state: Town, pick: Value) -> Refusal:
        event = state.open_event(pick)
        if event is not None and event.index == MARAUDING:
            reason = words("Marauding was completed in this action and takes no more cubes.")
            return Refusal("TRO-12.14", reason)
        return forbidden("TRO-12.14", "Choose an event in the row.")


class ArcherNext(RuleStep[Town]):
    """Roll the Archer's die if a roll is left and an event can take a cube (TRO-12.11, 12.14)."""

    rules = ("TRO-12.11", "TRO-12.14")

    seat: int
    card: int
    left: int

    def run(self, state: Town) -> None:
        if self.left and open_events(state):
            state.push(ArcherRoll(self.seat, self.card, self.left))


class ArcherRoll(DieRoll):
    """Roll the Archer's die, for a hit or a miss (TRO-12.11)."""

    rules = ("TRO-12.11",)
    reveals = words("The Archer's die has since been rolled.")

    seat: int
    card: int
    left: int

    def roller(self, state: Town) -> int:
        return self.seat

    def apply(self, state: Town, outcome: int) -> None:
        card, seat = state.box.cards[self.card], self.seat
        rule, value = "TRO-12.11", outcome
        state.push(ArcherNext(seat, self.card, self.left - 1))
        if value in card.hits:
            state.announce(
                rule, seat, "{card}: {seat} rolls {value}, a hit.", card=card, value=value
            )
            state.push(*(ArcherCube(seat) for _ in range(card.amount)))
        else:
            state.announce(
                rule, seat, "{card}: {seat} rolls {value}, a miss.", card=card, value=value
            )


class ArcherCube(CubeOnEvent):
    """D15: choose the event for the cube of a hit, or none (TRO-12.11)."""

    rules = ("TRO-12.11", "TRO-12.14", "TRO-15.4", "TRO-15.10")
    stop_words = words("Do not place a cube")
    asks = words("A hit. Which event do you put your cube on?")

    def options(self, state: Town) -> Sequence[str]:
        return [*open_events(state), STOP]

    def question(self, state: Town) -> Text:
        later = (step.left for step in reversed(state.agenda) if isinstance(step, ArcherNext))
        left = next(later, 0)
        if not left:
            return self.asks
        return plural(
            "A hit. Which event do you put your cube on? ({left} roll left)",
            "A hit. Which event do you put your cube on? ({left} rolls left)",
            left,
            left=left,
        )

    def apply(self, state: Town, pick: str) -> None:
        if pick != STOP:
            place_cubes(state, "TRO-12.11", self.seat, state.box.event(pick), 1)


class NextCube(RuleStep[Town]):
    """Ask for the next cube of Chivalry or the Diplomat if a cube is left, an event can take it,
    and the seat can pay for it (TRO-12.12 to 12.14)."""

    rules = ("TRO-12.12", "TRO-12.13", "TRO-12.14")

    seat: int
    card: int
    left: int
    must: bool

    def run(self, state: Town) -> None:
        price = state.box.cards[self.card].pay_influence
        if self.left and open_events(state) and state.influence[self.seat] >= price:
            state.push(PlaceCube(self.seat, self.card, self.left, self.must))


class PlaceCube(CubeOnEvent):
    """D16: choose the event for the next cube, or stop (TRO-12.12 to 12.14).

    With `must`, the player cannot stop. It is set for the first cube of the Diplomat.
    """

    rules = ("TRO-12.14", "TRO-12.12", "TRO-12.13", "TRO-15.4", "TRO-15.10", "TRO-11.11")
    stop_words = words("Place no more cubes")

    card: int
    left: int
    must: bool

    def options(self, state: Town) -> Sequence[str]:
        return open_events(state) if self.must else [*open_events(state), STOP]

    def apply(self, state: Town, pick: str) -> None:
        if pick == STOP:
            return
        card = state.box.cards[self.card]
        rule = "TRO-12.13" if card.pay_influence else "TRO-12.12"
        if card.pay_influence:
            state.influence[self.seat] -= card.pay_influence
            state.announce(
                rule, self.seat, "{seat} pays {paid}.", paid=influence(card.pay_influence)
            )
        place_cubes(state, rule, self.seat, state.box.event(pick), 1)
        state.push(NextCube(self.seat, self.card, self.left - 1, False))

    def question(self, state: Town) -> Text:
        return words("Which event do you put your cube on? ({left} left)", left=self.left)

    def refuse(self, state: Town, pick: Value) -> Refusal:
        if pick == STOP:
            return forbidden("TRO-11.11", "You must activate the card at least once.")
        return super().refuse(state, pick)
