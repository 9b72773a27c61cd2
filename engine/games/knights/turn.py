"""A turn from its beginning to production (CK-4, CK-5, CK-7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import add
from typing import Final

from engine.core.chance import Dice
from engine.core.dice_throw import DiceThrow, Faces
from engine.core.event import Value
from engine.core.parts import Kind
from engine.core.step import ChanceStep, Decision, RuleStep
from engine.errors import Refusal, forbidden
from engine.games.knights.barbarians import sail
from engine.games.knights.choices import is_number
from engine.games.knights.component_types import SHIP
from engine.games.knights.production import Produce
from engine.games.knights.progress import Draw, spend
from engine.games.knights.robber import Seven
from engine.games.knights.state import Island, turn_order
from engine.games.knights.victory import claim_victory
from engine.games.knights.wording import card_name
from engine.i18n.text import Text, words

ROLL: Final = "roll"
ALCHEMIST: Final = "alchemist"
FACES: Final = 6
SEVEN: Final = 7

_JUST_ROLL: Final = (ROLL,)
_WITH_ALCHEMIST: Final = (ROLL, ALCHEMIST)

RollOutcome = tuple[int, int, str]
"""The numbers on the red and yellow dice, and the face of the event die."""


class BeginTurn(RuleStep[Island]):
    """Begin a turn. If the player does not win at once, the player's active knights become ready,
    and the pre-roll phase begins (CK-4.2, CK-22.3)."""

    rules = ("CK-4.1", "CK-4.2", "CK-16.1", "CK-22.3")

    seat: int

    def run(self, state: Island) -> None:
        seat = self.seat
        begin(state, seat)
        if not state.over:
            state.ready = state.knights[seat] & state.active_knights
            state.agenda.append(_pre_roll(seat))


def begin(state: Island, seat: int) -> None:
    """Begin the seat's turn. With enough points, the seat wins (CK-4.1, CK-22.3)."""
    state.begin_turn(seat)
    state.round += seat == 0
    state.announce("CK-4.1", seat, "It is {seat}'s turn.")
    claim_victory(state)


class PreRoll(Decision[Island, str]):
    """D3: roll, or play an Alchemist first (CK-4.3)."""

    rules = ("CK-4.3", "CK-4.4", "CK-17.1", "CK-20.1")
    always_asks = True
    needs_hand = True
    asks = words("What do you do before the roll?")
    situations = (ALCHEMIST,)

    def situation(self, state: Island) -> str:
        return ALCHEMIST if ALCHEMIST in self.options(state) else ""

    def options(self, state: Island) -> Sequence[str]:
        held = state.progress[self.seat]
        return _WITH_ALCHEMIST if state.box.card_numbers[ALCHEMIST] in held else _JUST_ROLL

    def apply(self, state: Island, pick: str) -> None:
        if pick == ROLL:
            state.agenda.append(_roll(self.seat))
            return
        spend(state, self.seat, state.box.card_numbers[ALCHEMIST])
        state.alchemist_played = True
        state.push(AlchemistDice(self.seat))

    def label(self, state: Island, chosen: tuple[str, ...]) -> Text:
        if chosen[-1] == ROLL:
            return words("Roll the dice")
        return words("Play: {card}", card=card_name(state.box, state.box.card_numbers[ALCHEMIST]))

    def refuse(self, state: Island, pick: Value) -> Refusal:
        if pick == ALCHEMIST:
            return forbidden("CK-20.1", "You have no Alchemist.")
        return forbidden("CK-4.3", "Before the roll you can only play an Alchemist.")


_pre_roll = cache(PreRoll)


class AlchemistDice(Decision[Island, tuple[int, int]]):
    """D4: choose the numbers of the red and yellow dice with an Alchemist (CK-20.1)."""

    rules = ("CK-20.1", "CK-20.2")
    parts = 2
    asks = words("Which values do you choose for the red and yellow dice?")
    refuses = words("The value of each die must be from 1 to 6.")

    def options(self, state: Island) -> Sequence[tuple[int, int]]:
        faces = range(1, FACES + 1)
        return [(red, yellow) for red in faces for yellow in faces]

    def apply(self, state: Island, pick: tuple[int, int]) -> None:
        """Set the two dice, and roll only the event die."""
        red, yellow = pick
        state.announce(
            "CK-20.1",
            self.seat,
            "{seat} chooses red {red} and yellow {yellow}.",
            red=red,
            yellow=yellow,
        )
        state.push(RollEvent(self.seat, red, yellow))

    def label(self, state: Island, chosen: tuple[int, ...]) -> Text:
        if len(chosen) == 1:
            return words("Red {red}", red=chosen[0])
        return words("Yellow {yellow}: total {n}", yellow=chosen[1], n=sum(chosen))


class Roll(ChanceStep[Island, RollOutcome]):
    """Roll all three dice (CK-4.4, CK-5.3)."""

    rules = ("CK-4.4", "CK-5.1", "CK-5.3")
    reveals = words("The dice have been rolled.")

    seat: int

    def dice_throws(self, state: Island) -> Sequence[DiceThrow]:
        return (*two_dice(self.seat), event_die(state, self.seat))

    def outcome_of(self, state: Island, faces: Sequence[Faces]) -> RollOutcome:
        (red,), (yellow,), (event,) = faces
        return int(red), int(yellow), str(event)

    def sample(self, state: Island, dice: Dice) -> RollOutcome:
        return dice.roll(), dice.roll(), dice.pick(state.box.event_faces)

    def check(self, state: Island, outcome: Value) -> Text | None:
        if isinstance(outcome, tuple) and len(outcome) == 3:
            red, yellow, event = outcome
            numbers = is_number(red, FACES + 1) and is_number(yellow, FACES + 1)
            if numbers and red and yellow and event in state.box.event_faces:
                return None
        return words("That is not a possible roll.")

    def apply(self, state: Island, outcome: RollOutcome) -> None:
        red, yellow, event = outcome
        state.expected = list(map(add, state.expected, state.income))
        state.totals[red + yellow] += 1
        apply_roll(state, self.seat, red, yellow, event)


_roll = cache(Roll)


class RollEvent(ChanceStep[Island, str]):
    """Roll only the event die after an Alchemist (CK-4.4)."""

    rules = ("CK-4.4", "CK-20.1")
    reveals = words("The event die has been rolled.")

    seat: int
    red: int
    yellow: int

    def dice_throws(self, state: Island) -> Sequence[DiceThrow]:
        return (event_die(state, self.seat),)

    def outcome_of(self, state: Island, faces: Sequence[Faces]) -> str:
        return str(faces[0][0])

    def sample(self, state: Island, dice: Dice) -> str:
        return dice.pick(state.box.event_faces)

    def check(self, state: Island, outcome: Value) -> Text | None:
        if isinstance(outcome, str) and outcome in state.box.event_faces:
            return None
        return words("That is not a possible roll.")

    def apply(self, state: Island, outcome: str) -> None:
        apply_roll(state, self.seat, self.red, self.yellow, outcome)


_SEVEN: Final = Seven()
_produce = cache(Produce)
_draw = cache(Draw)


def apply_roll(state: Island, seat: int, red: int, yellow: int, event: str) -> None:
    """Apply a roll: first the event, then production or, on a seven, the discards and the robber
    (CK-4.5, CK-4.6)."""
    state.dice = (red, yellow)
    state.event = event
    gate = state.box.gates.get(event, -1)
    state.faces[gate + 1] += 1
    total = red + yellow
    state.announce(
        "CK-4.4",
        seat,
        "{seat} rolls {red} + {yellow} = {n}, {event}.",
        red=red,
        yellow=yellow,
        n=total,
        event=lambda: event_name(state, event),
    )
    state.agenda.append(_SEVEN if total == SEVEN else _produce(total))
    if event == SHIP:
        sail(state)
    else:
        _open_gate(state, gate, red)


def two_dice(seat: int) -> tuple[DiceThrow, DiceThrow]:
    numbers = tuple(range(1, FACES + 1))
    return DiceThrow(seat, words("red die"), numbers), DiceThrow(seat, words("yellow die"), numbers)


def event_die(state: Island, seat: int) -> DiceThrow:
    def name(face: Kind) -> Text:
        return event_name(state, str(face))

    return DiceThrow(seat, words("event die"), tuple(state.box.event_faces), face_name=name)


def event_name(state: Island, event: str) -> Text:
    if event == SHIP:
        return words("ship")
    return words("{track} gate", track=state.box.tracks[state.box.gates[event]].names)


def drawers(state: Island, gate: int, red: int) -> list[int]:
    """Return the seats that draw a card at the gate of the track `gate` if the red die shows `red`,
    in turn order (CK-7.1)."""
    most, levels, seats = state.box.tracks[gate].red_most, state.levels, []
    for seat in turn_order(state.seats, state.active):
        if red <= most[levels[seat][gate]]:
            seats.append(seat)
    return seats


def _open_gate(state: Island, gate: int, red: int) -> None:
    """Let the seats whose level on the track `gate` is high enough for `red` draw a card, one after
    another (CK-7.1, CK-7.2)."""
    for seat in reversed(drawers(state, gate, red)):
        state.agenda.append(_draw(seat, gate))
