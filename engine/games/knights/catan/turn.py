"""Turns: start, roll, production and end (CK-4, CK-5, CK-25.8)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import add
from typing import Final

from engine.core.chance import Dice
from engine.core.dice_throw import DiceThrow, Faces
from engine.core.event import Value
from engine.core.step import ChanceStep, Decision, Place, RuleStep
from engine.core.step_stack import Step
from engine.errors import Refusal
from engine.games.knights.catan.action_phase import Main
from engine.games.knights.catan.development_cards import play, playable, why_not_playable
from engine.games.knights.catan.state import CatanIsland
from engine.games.knights.choices import is_number
from engine.games.knights.production import produce
from engine.games.knights.robber import Seven
from engine.games.knights.state import Island
from engine.games.knights.turn import FACES, ROLL, SEVEN, begin, two_dice
from engine.games.knights.wording import card_name
from engine.i18n.text import Text, words

RollOutcome = tuple[int, int]
"""The numbers on the red and the yellow die."""


class Turn(RuleStep[Island]):
    """Play a seat's turn, then the next seat's turn (CK-4.1)."""

    rules = ("CK-3.9", "CK-4.1", "CK-25.15")

    seat: int

    def run(self, state: Island) -> None:
        """Push the steps of the turn and, after them, the next turn."""
        state.agenda += _steps_of(self.seat, state.seats)


@cache
def _steps_of(seat: int, seats: int) -> tuple[Step, ...]:
    """Return the steps of a turn in the order of the agenda, with the first step last."""
    return Turn((seat + 1) % seats), EndOfTurn(), Main(seat), BeginTurn(seat)


class EndOfTurn(RuleStep[CatanIsland]):
    """End the effects that last one turn (CK-4.8, CK-25.8)."""

    rules = ("CK-4.8", "CK-25.8")

    def run(self, state: CatanIsland) -> None:
        state.fresh = 0
        state.card_played = False
        state.offers = ()
        state.trades = 0


class BeginTurn(RuleStep[CatanIsland]):
    """Start a turn. A player with enough points wins. A player with development cards is asked what
    to do before the roll; for others, the dice are rolled immediately (CK-22.3, CK-25.8)."""

    rules = ("CK-4.1", "CK-22.3", "CK-25.8")

    seat: int

    def run(self, state: CatanIsland) -> None:
        seat = self.seat
        begin(state, seat)
        if not state.over:
            state.agenda.append(_pre_roll(seat) if state.cards_held(seat) else _roll(seat))


class PreRoll(Decision[CatanIsland, str]):
    """D3: roll the dice, or play a development card first (CK-25.8)."""

    rules = ("CK-25.8", "CK-4.4")
    needs_hand = True
    asks = words("What do you do before the roll?")
    situations = ("knight",)

    def situation(self, state: CatanIsland) -> str:
        return "knight" if "knight" in playable(state, self.seat) else ""

    def options(self, state: CatanIsland) -> Sequence[str]:
        return [ROLL, *playable(state, self.seat)]

    def apply(self, state: CatanIsland, pick: str) -> None:
        """Play the card, if one was chosen. Then roll."""
        state.agenda.append(_roll(self.seat))
        if pick != ROLL:
            play(state, self.seat, pick)

    def label(self, state: CatanIsland, chosen: tuple[str, ...]) -> Text:
        if chosen[-1] == ROLL:
            return words("Roll the dice")
        return words("Play: {card}", card=card_name(state.box, state.box.card_numbers[chosen[-1]]))

    def target(self, state: CatanIsland, chosen: tuple[str, ...]) -> Place | None:
        return None if chosen[-1:] == (ROLL,) or not chosen else ("card", chosen[-1])

    def refuse(self, state: CatanIsland, pick: Value) -> Refusal:
        return why_not_playable(state, self.seat, pick)

    def refuse_place(
        self, state: CatanIsland, chosen: tuple[str, ...], place: Place
    ) -> Refusal | None:
        is_open = place[0] != "card" or place[1] in self.options(state)
        return None if is_open else self.refuse(state, place[1])


_pre_roll = cache(PreRoll)


class Roll(ChanceStep[CatanIsland, RollOutcome]):
    """Roll two dice (CK-4.4, CK-25.2)."""

    rules = ("CK-4.4", "CK-5.1", "CK-25.2")
    reveals = words("The dice have been rolled.")

    seat: int

    def dice_throws(self, state: CatanIsland) -> Sequence[DiceThrow]:
        return two_dice(self.seat)

    def outcome_of(self, state: CatanIsland, faces: Sequence[Faces]) -> RollOutcome:
        (red,), (yellow,) = faces
        return int(red), int(yellow)

    def sample(self, state: CatanIsland, dice: Dice) -> RollOutcome:
        return dice.roll(), dice.roll()

    def check(self, state: CatanIsland, outcome: Value) -> Text | None:
        if isinstance(outcome, tuple) and len(outcome) == 2:
            red, yellow = outcome
            if is_number(red, FACES + 1) and is_number(yellow, FACES + 1) and red and yellow:
                return None
        return words("That is not a possible roll.")

    def apply(self, state: CatanIsland, outcome: RollOutcome) -> None:
        """Record the roll, then continue with production or, on a seven, with the discards and the
        robber (CK-4.6)."""
        red, yellow = state.dice = outcome
        total = red + yellow
        state.expected = list(map(add, state.expected, state.income))
        state.totals[total] += 1
        state.announce(
            "CK-4.4",
            self.seat,
            "{seat} rolls {red} + {yellow} = {n}.",
            red=red,
            yellow=yellow,
            n=total,
        )
        state.agenda.append(_SEVEN if total == SEVEN else _produce(total))


_roll = cache(Roll)


class Produce(RuleStep[Island]):
    """Pay out the cards for buildings at the hexes with the rolled number, except the robber's hex
    (CK-8.1, CK-25.4)."""

    rules = ("CK-25.4", "CK-8.1", "CK-8.2", "CK-8.4", "CK-8.6", "CK-8.7")

    number: int

    def run(self, state: Island) -> None:
        produce(state, self.number)


_SEVEN: Final = Seven()
_produce = cache(Produce)
