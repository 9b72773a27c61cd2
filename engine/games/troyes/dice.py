"""The dice on the city square and their names.

Faces are numbered from 0 to 17, by colour and then by value. The name of a die consists of its
district, colour and value: `0y5` is a yellow 5 in the district of seat 0, `0y5b` a second one
in the same district, `nr2` a red 2 in the neutral district. Picks and logs use these names in
sorted order. A colour has the number of the building that provides its dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.event import Value
from engine.i18n.text import Names

RED: Final = 0
WHITE: Final = 1
YELLOW: Final = 2
ANY: Final = 3
"""Colour number that stands for any colour, or for a mixture of colours."""

COLOURS: Final = ("red", "white", "yellow")

NEUTRAL: Final = 4
"""The number of the neutral district, and of the owner of grey pieces."""

DISTRICTS: Final = 5
SIDES: Final = 6

COLOUR: Final = tuple(face // SIDES for face in range(3 * SIDES))
VALUE: Final = tuple(face % SIDES + 1 for face in range(3 * SIDES))

_LETTERS: Final = "rwy"

FACE_NAMES: Final = tuple(
    f"{_LETTERS[colour]}{value}" for colour, value in zip(COLOUR, VALUE, strict=True)
)
"""The name of each face in picks and logs, such as `y5`."""

FACE_OF: Final[Mapping[Value, int]] = {name: face for face, name in enumerate(FACE_NAMES)}

_MAX_EQUAL: Final = 12
"""Number of names for equal dice in a district. A building has fewer spaces, and therefore fewer
dice of its colour in each district."""

DIE_NAMES: Final = tuple(
    tuple(
        tuple(
            f"{'n' if district == NEUTRAL else district}{name}{chr(97 + other) if other else ''}"
            for other in range(_MAX_EQUAL)
        )
        for name in FACE_NAMES
    )
    for district in range(DISTRICTS)
)
"""The names of all dice, by district, face and number of earlier dice with the same face."""

DIE_OF: Final[Mapping[Value, tuple[int, int, int]]] = {
    name: (district, face, other)
    for district, names_by_face in enumerate(DIE_NAMES)
    for face, names in enumerate(names_by_face)
    for other, name in enumerate(names)
}
"""The district, the face and the number of earlier dice with the same face, by name of a die."""

Faces = tuple[int, ...]
"""The faces of the dice in a district, in ascending order."""


def face_of(colour: int, value: int) -> int:
    return colour * SIDES + value - 1


def flipped(face: int) -> int:
    """Return the face on the opposite side of the same die (TRO-10.4)."""
    return COLOUR[face] * SIDES + SIDES - VALUE[face]


def names_of(district: int, faces: Faces, colour: int = ANY) -> list[str]:
    """Return the names of a district's dice in sorted order. Unless `colour` is `ANY`, only dice of
    this colour are included."""
    names: list[str] = []
    own = DIE_NAMES[district]
    before = equal = -1
    for face in faces:
        equal = equal + 1 if face == before else 0
        before = face
        if colour == ANY or COLOUR[face] == colour:
            names.append(own[face][equal])
    return names


FACES: Final = tuple(
    Names(f"{'RWY'[colour]}{value}", f"{'КБЖ'[colour]}{value}")
    for colour, value in zip(COLOUR, VALUE, strict=True)
)
"""Every face as displayed: the letter of its colour, and its value."""

BLACK_FACES: Final = tuple(Names(f"K{value}", f"Ч{value}") for value in range(1, SIDES + 1))
"""The faces of a black die as displayed, in ascending order."""


def number_of_red(faces: Faces) -> int:
    return sum(not COLOUR[face] for face in faces)


def total_of_red(faces: Faces) -> int:
    return sum(VALUE[face] for face in faces if not COLOUR[face])
