"""Physical dice: the player who throws them types what they show.

The throwing seats are asked one after another, and the program rolls the other dice. The log holds
the typed faces as picks, followed by the outcome as usual.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, cast

from engine.core import parts
from engine.core.chance import Dice
from engine.core.common_wording import series
from engine.core.dice_throw import DiceThrow, Faces, counted, faces_in
from engine.core.event import Value
from engine.core.hidden import HiddenValue
from engine.core.parts import Amounts, Kind, MultisetPart, Next
from engine.core.state import State
from engine.core.step import PUBLIC, TILL_REVEALED, ChanceStep, Decision
from engine.errors import Refusal
from engine.i18n.text import Text, words

AnyRoll = ChanceStep[Any, Any]
Shown = tuple[Faces, ...]
"""The faces of each throw. A throw that has not been made has no faces."""

_NOT_THROWN: Faces = ()

_ROLLED = words("The dice have since been rolled.")


class PartialRoll(ChanceStep[State, Value]):
    """A roll for which some dice have already been thrown; the program throws the others."""

    name = "Fallen"
    reveals = _ROLLED

    roll: AnyRoll
    shown: Shown

    def sample(self, state: State, dice: Dice) -> Value:
        thrown = [
            known or tuple(dice.pick(throw.faces) for _ in range(throw.number))
            for throw, known in zip(self.roll.dice_throws(state), self.shown, strict=True)
        ]
        return cast(Value, self.roll.outcome_of(state, thrown))

    def check(self, state: State, outcome: Value) -> Text | None:
        """Return the reason why `outcome` is impossible; None if it is possible. The rules of the
        roll decide. Once all dice have been thrown, the outcome must also be the one that they
        show."""
        if _NOT_THROWN in self.shown or outcome == self.roll.outcome_of(state, self.shown):
            return self.roll.check(state, outcome)
        return words("That is not what the dice showed.")

    def apply(self, state: State, outcome: Value) -> None:
        self.roll.apply(state, outcome)


class TypedRoll(Decision[State, Value]):
    """The decision in which a seat reports what its dice show. The pick has one part per throw: the
    face of a single die, or the number of dice per face."""

    parts = 16
    listed = False
    reveals = _ROLLED
    advisable = False

    roll: AnyRoll

    def dice_throws(self, state: State) -> list[DiceThrow]:
        return [throw for throw in self.roll.roll.dice_throws(state) if throw.seat == self.seat]

    def _next(self, state: State) -> Next:
        throws = self.dice_throws(state)

        def following(chosen: tuple[Value, ...]) -> MultisetPart | Sequence[Value]:
            if len(chosen) == len(throws):
                return ()
            return throws[len(chosen)].bag or throws[len(chosen)].different

        return following

    def options(self, state: State) -> Sequence[Value]:
        return parts.some(self._next(state))

    def allows(self, state: State, pick: Value) -> bool:
        return parts.allows(self._next(state), pick)

    def part_options(self, state: State, chosen: tuple[Any, ...]) -> Sequence[Any]:
        following = self._next(state)(chosen)
        return following if isinstance(following, Sequence) else ()

    def bag(self, state: State, chosen: tuple[Any, ...]) -> MultisetPart | None:
        following = self._next(state)(chosen)
        return following if isinstance(following, MultisetPart) else None

    def sample(self, state: State, dice: Dice) -> Value:
        return tuple(
            typed_part(throw, tuple(dice.pick(throw.faces) for _ in range(throw.number)))
            for throw in self.dice_throws(state)
        )

    def apply(self, state: State, pick: Any) -> None:
        """Record the typed faces, and push the roll of the remaining dice."""
        roll, own = self.roll.roll, iter(pick)
        throws = roll.dice_throws(state)
        before = (
            self.roll.shown if isinstance(self.roll, PartialRoll) else (_NOT_THROWN,) * len(throws)
        )
        shown = tuple(
            _faces_of(throw, next(own)) if throw.seat == self.seat else known
            for throw, known in zip(throws, before, strict=True)
        )
        state.push(PartialRoll(roll, shown))

    def question(self, state: State) -> Text:
        return words("Roll the dice ({dice}). What did you get?", dice=self._left(state, ()))

    def part_question(self, state: State, chosen: tuple[Any, ...]) -> Text | None:
        return words("Roll the dice ({dice}). What did you get?", dice=self._left(state, chosen))

    def _left(self, state: State, chosen: tuple[Any, ...]) -> Text:
        return series(throw.described for throw in self.dice_throws(state)[len(chosen) :])

    def label(self, state: State, chosen: tuple[Any, ...]) -> Text:
        throw = self.dice_throws(state)[len(chosen) - 1]
        faces = series(map(throw.face_name, _faces_of(throw, chosen[-1])))
        return words("{dice}: {faces}", dice=throw.name, faces=faces)

    def part_rules(self, state: State, chosen: tuple[Any, ...]) -> Sequence[str]:
        return self.roll.roll.rules

    def part_name(self, state: State, chosen: tuple[Any, ...]) -> Text | None:
        return self.dice_throws(state)[len(chosen)].name

    def thing_name(self, state: State, chosen: tuple[Any, ...], thing: Kind) -> Text:
        return self.dice_throws(state)[len(chosen)].face_name(thing)

    def refuse(self, state: State, pick: Value) -> Refusal:
        reason = parts.why_not(self._next(state), pick)
        return Refusal(
            self.roll.roll.rules[0], reason or words("The dice cannot show those values.")
        )


class SecretRoll(TypedRoll):
    """A typed roll that only the seat that throws may see until the end of its `Simultaneous`."""

    secrecy = TILL_REVEALED
    needs_hand = True


def typed_part(throw: DiceThrow, faces: Faces) -> Value:
    """Return the part of a typed pick that represents the faces `faces` of the dice in `throw`."""
    return faces[0] if throw.bag is None else counted(throw, faces)


def _faces_of(throw: DiceThrow, part: Any) -> Faces:
    amounts: Amounts = part if throw.bag is not None else ((part, 1),)
    return faces_in(amounts)


def typed_roll_of(step: AnyRoll, state: State, people: Collection[int]) -> TypedRoll | None:
    """Return the decision for the first seat of `people` whose dice have not been thrown. Return
    None if the program rolls: nobody is left, the outcome has no dice, or a view hides who
    throws."""
    try:
        throws = step.roll.dice_throws(state)
    except HiddenValue:
        return None
    faces_shown = step.shown if isinstance(step, PartialRoll) else (_NOT_THROWN,) * len(throws)
    for throw, known in zip(throws, faces_shown, strict=True):
        if not known and throw.seat in people:
            kind = TypedRoll if step.roll.secrecy is PUBLIC else SecretRoll
            return kind(throw.seat, step)
    return None


TYPED_ROLLS = frozenset({TypedRoll.name, SecretRoll.name})
"""Step names under which typed rolls are logged."""
