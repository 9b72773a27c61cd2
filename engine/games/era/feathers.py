"""The end of step 1, Roll: lifting the screens and rerolling with feathers (ERA-5.11 to
ERA-5.16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.chance import Dice
from engine.core.common_wording import series
from engine.core.dice_throw import DiceThrow, Faces
from engine.core.event import Value
from engine.core.hidden import require_visible
from engine.core.step import ChanceStep, Decision, Place, RuleStep
from engine.core.step_stack import Step
from engine.errors import Refusal, forbidden
from engine.games.era.faces import (
    in_order,
    random_faces,
    refuse_die,
    throws_of,
    turn_up,
    why_not,
    why_not_for_seat,
)
from engine.games.era.state import DONE_PICK, NO_FACE, Parts, Realm
from engine.games.era.wording import die_words, face_words, own_die, rolled
from engine.i18n.text import Text, words

ALONE: Final = "alone"

FeatherPick = tuple[int, int | str] | tuple[str]
"""The die with the feather, followed by the other die or "alone"; or ("done",)."""


class LiftScreens(RuleStep[Realm]):
    """Make all dice public, because everyone has stopped (ERA-5.11, ERA-16.2). Then roll Sir
    Philip's dice in the solo game, and let players use their feathers."""

    rules = ("ERA-5.11", "ERA-16.2", "ERA-15.6")

    def run(self, state: Realm) -> None:
        state.shown = [require_visible(faces) for faces in state.faces]
        state.dice_open = True
        state.in_hand = [()] * state.seats
        if state.notes is not None:
            for seat in state.turn_order():
                dice = rolled(state, seat, range(len(state.dice[seat])))
                faces = series(face_words(face) for face in state.results(seat))
                state.announce("ERA-5.11", seat, "{seat}: {dice}.", dice=dice, faces=faces)
        steps: list[Step] = [PhilipRoll()] if state.is_solo else []
        steps += [Feathers(seat) for seat in state.turn_order() if _feather_dice(state, seat)]
        state.push(*steps)


class PhilipRoll(ChanceStep[Realm, tuple[str, ...]]):
    """Roll Sir Philip's dice, once, for Extort (ERA-15.6)."""

    rules = ("ERA-15.6", "ERA-15.7", "ERA-16.3")
    reveals = words("The dice have since been rolled.")

    def dice_throws(self, state: Realm) -> Sequence[DiceThrow]:
        """Return Sir Philip's dice as throws by the solo player."""
        return throws_of(state, 0, state.box.philip_dice)

    def outcome_of(self, state: Realm, faces: Sequence[Faces]) -> tuple[str, ...]:
        return in_order(state.box.philip_dice, faces)

    def sample(self, state: Realm, dice: Dice) -> tuple[str, ...]:
        return tuple(dice.pick(state.box.dice[die].faces).id for die in state.box.philip_dice)

    def check(self, state: Realm, outcome: Value) -> Text | None:
        return why_not(state, state.box.philip_dice, outcome)

    def apply(self, state: Realm, outcome: tuple[str, ...]) -> None:
        dice = [state.box.dice[die] for die in state.box.philip_dice]
        state.philip_faces = tuple(
            die.face_index[face] for die, face in zip(dice, outcome, strict=True)
        )
        state.announce(
            "ERA-15.6",
            -1,
            "{philip} rolls: {dice}.",
            philip=state.box.solo.opponent,
            dice=lambda: series(map(die_words, dice, state.philip_results())),
        )


class Feathers(RuleStep[Realm]):
    """Let a player use any number of feathers before the next player does (ERA-5.12, ERA-5.15)."""

    rules = ("ERA-5.12", "ERA-5.15")

    seat: int

    def run(self, state: Realm) -> None:
        state.begin_turn(self.seat)
        state.push(RollFeather(self.seat))


class RollFeather(Decision[Realm, FeatherPick]):
    """D4: choose a die with a feather to reroll, together with up to one other die; or use no more
    feathers (ERA-5.12 to ERA-5.16)."""

    rules = ("ERA-5.12", "ERA-5.13", "ERA-5.14", "ERA-5.16")
    parts = 2
    asks = words("Which feather do you use, and which other die do you reroll with it?")

    def options(self, state: Realm) -> Sequence[FeatherPick]:
        picks: list[FeatherPick] = []
        for feather in _feather_dice(state, self.seat):
            picks.append((feather, ALONE))
            others = range(len(state.dice[self.seat]))
            picks += [(feather, other) for other in others if other != feather]
        return [*picks, DONE_PICK]

    def apply(self, state: Realm, pick: FeatherPick) -> None:
        if len(pick) == 1:
            state.announce("ERA-5.16", self.seat, "{seat} uses no more feathers.")
            return
        feather, other = pick
        dice = (feather, other) if isinstance(other, int) else (feather,)
        state.push(FeatherRoll(self.seat, dice))

    def label(self, state: Realm, chosen: Parts) -> Text:
        match chosen[-1]:
            case int(die):
                return own_die(state, self.seat, die)
            case "alone":
                return words("No other die")
            case _:
                return words("Do not use a feather")

    def target(self, state: Realm, chosen: Parts) -> Place | None:
        return ("die", self.seat, chosen[-1]) if type(chosen[-1]) is int else None

    def refuse(self, state: Realm, pick: Value) -> Refusal:
        feather = pick[0] if isinstance(pick, tuple) and pick else None
        if feather not in _feather_dice(state, self.seat):
            return forbidden("ERA-5.12", "Choose one of your dice that shows a feather.")
        return forbidden("ERA-5.14", "Choose another one of your dice, or none.")

    def refuse_place(self, state: Realm, chosen: Parts, place: Place) -> Refusal | None:
        return refuse_die(self, state, place, (*chosen, *place[2:]))


class FeatherRoll(ChanceStep[Realm, tuple[str, ...]]):
    """Reroll the dice chosen with a feather, in view of everyone (ERA-5.12)."""

    rules = ("ERA-5.12", "ERA-5.13", "ERA-16.3")
    reveals = words("The dice have since been rolled.")

    seat: int
    dice: tuple[int, ...]

    def dice_throws(self, state: Realm) -> Sequence[DiceThrow]:
        return throws_of(state, self.seat, self._kinds(state))

    def outcome_of(self, state: Realm, faces: Sequence[Faces]) -> tuple[str, ...]:
        return in_order(self._kinds(state), faces)

    def _kinds(self, state: Realm) -> list[str]:
        return [state.dice[self.seat][die] for die in self.dice]

    def sample(self, state: Realm, dice: Dice) -> tuple[str, ...]:
        return random_faces(state, self.seat, self.dice, dice)

    def check(self, state: Realm, outcome: Value) -> Text | None:
        return why_not_for_seat(state, self.seat, self.dice, outcome)

    def apply(self, state: Realm, outcome: tuple[str, ...]) -> None:
        seat = self.seat
        turn_up(state, seat, tuple(zip(self.dice, outcome, strict=True)))
        state.shown[seat] = state.faces[seat]
        state.announce(
            "ERA-5.12",
            seat,
            "{seat} rerolls with a feather: {dice}.",
            dice=lambda: rolled(state, seat, self.dice),
        )
        if _feather_dice(state, seat):
            state.push(RollFeather(seat))


def _feather_dice(state: Realm, seat: int) -> list[int]:
    dice = state.box.dice
    return [
        number
        for number, (kind, face) in enumerate(zip(state.dice[seat], state.faces[seat], strict=True))
        if face != NO_FACE and dice[kind].faces[face].feathers
    ]
