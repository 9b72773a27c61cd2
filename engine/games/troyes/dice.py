"""The dice of the city square and their names.

A face is a number from 0 to 17: colour by colour, value by value. The name of a die on the square
consists of its district, colour and value: `0y5` is a yellow 5 in the district of seat 0, `0y5b`
another one there, `nr2` a red 2 in the neutral district. Picks and logs use these names in sorted
order. Colours have the numbers of the buildings that provide them.
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
"""Any mixture of colours."""

COLOURS: Final = ("red", "white", "yellow")

NEUTRAL: Final = 4
"""The neutral district, and the owner of grey pieces."""

DISTRICTS: Final = 5
SIDES: Final = 6

COLOUR: Final = tuple(face // SIDES for face in range(3 * SIDES))
VALUE: Final = tuple(face % SIDES + 1 for face in range(3 * SIDES))

_LETTERS: Final = "rwy"

FACE_NAMES: Final = tuple(
    f"{_LETTERS[colour]}{value}" for colour, value in zip(COLOUR, VALUE, strict=True)
)
"""Name of each face in picks and logs: `y5`."""

FACE_OF: Final[Mapping[Value, int]] = {name: face for face, name in enumerate(FACE_NAMES)}

_MAX_EQUAL: Final = 12
"""Maximum number of equal dice in a district: a player has no more citizens."""

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
"""Names of all dice, by district, face and the number of equal ones before it."""

DIE_OF: Final[Mapping[Value, tuple[int, int, int]]] = {
    name: (district, face, other)
    for district, names_by_face in enumerate(DIE_NAMES)
    for face, names in enumerate(names_by_face)
    for other, name in enumerate(names)
}
"""District, face and the number of equal dice before it, by the name of a die."""

Faces = tuple[int, ...]
"""The dice of a district, in ascending order."""


def face_of(colour: int, value: int) -> int:
    """The face of a colour and value."""
    return colour * SIDES + value - 1


def flipped(face: int) -> int:
    """The opposite face of the same die (TRO-10.4)."""
    return COLOUR[face] * SIDES + SIDES - VALUE[face]


def names_of(district: int, faces: Faces, colour: int = ANY) -> list[str]:
    """Names of the dice of a district, all or those of a colour, in sorted order."""
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
"""Every face as displayed: the letter of its colour and its value."""

BLACK_FACES: Final = tuple(Names(f"K{value}", f"Ч{value}") for value in range(1, SIDES + 1))
"""The faces of a black die, from 1 up."""


def number_of_red(faces: Faces) -> int:
    """Number of red dice among some."""
    return sum(not COLOUR[face] for face in faces)


def total_of_red(faces: Faces) -> int:
    """Total of the red dice among some."""
    return sum(VALUE[face] for face in faces if not COLOUR[face])
