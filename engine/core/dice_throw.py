"""Dice that a seat throws together."""

from __future__ import annotations

from collections.abc import Callable

from attrs import field, frozen

from engine.core.parts import Amounts, Kind, MultisetPart, total
from engine.i18n.text import Text, verbatim, words

Faces = tuple[Kind, ...]
"""Faces that dice show, one per die."""


def _name_of_number(face: Kind) -> Text:
    return verbatim(str(face))


@frozen
class DiceThrow:
    """Dice of one kind that a seat throws together.

    `number` is at least 1. `faces` lists the faces of one die, all equally likely; a face that a
    die has twice is listed twice. `face_name` returns a face in words; by default a number is its
    own name.
    """

    seat: int
    name: Text
    faces: Faces
    number: int = 1
    face_name: Callable[[Kind], Text] = field(default=_name_of_number, eq=False, repr=False)

    @property
    def described(self) -> Text:
        """The dice in words, with their number if there are several."""
        if self.number == 1:
            return self.name
        return words("{number} × {dice}", number=self.number, dice=self.name)

    @property
    def different(self) -> Faces:
        return tuple(dict.fromkeys(self.faces))

    @property
    def bag(self) -> MultisetPart | None:
        """The multiset from which a player chooses the faces shown; None for a single die."""
        if self.number == 1:
            return None
        pool = tuple((face, self.number) for face in self.different)
        return MultisetPart(pool, self.number, self.number, one_by_one=True)


def faces_in(amounts: Amounts) -> Faces:
    """Return a tuple in which each face appears as often as the multiset `amounts` contains it."""
    return tuple(face for face, number in amounts for _ in range(number))


def counted(throw: DiceThrow, faces: Faces) -> Amounts:
    amounts = tuple((face, faces.count(face)) for face in throw.different if face in faces)
    assert total(amounts) == throw.number
    return amounts
