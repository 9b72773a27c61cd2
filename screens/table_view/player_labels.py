"""How every table tells players: a letter for each, and whose name a sentence begins with."""

from __future__ import annotations

from typing import Generic, Self, TypeVar

from attrs import frozen

from engine.core.state import State
from engine.i18n.text import Names, Text
from screens.paint.cells import clean
from screens.paint.shapes import seat_marks
from screens.paint.theme import Glyphs
from screens.table_view.scene import Scene

S = TypeVar("S", bound=State)


@frozen
class PlayerLabels(Generic[S]):
    """How players are told in a cell, for one reader; a table adds what it has besides.

    `letters` are the players', no two alike.
    """

    scene: Scene[S]
    letters: tuple[str, ...]
    glyphs: Glyphs

    @classmethod
    def of(cls, scene: Scene[S]) -> Self:
        """For whoever reads the scene."""
        return cls(scene, letters_of(scene), scene.theme.glyphs)


def letters_of(scene: Scene[S]) -> tuple[str, ...]:
    """A letter for each player, none of those that the board needs for itself."""
    names = [scene.name(seat) for seat in range(scene.view.seats)]
    board = "".join(first_letter(scene, sign) for sign in scene.theme.signs)
    return tuple(seat_marks(names, board))


def name_in_front(scene: Scene[S], said: str) -> tuple[int, str]:
    """The seat with whose name a sentence begins, -1 if with none, and what comes after the name:
    " pays 2 coins" or ": 2 coins". Of two names the longer counts: "Strong 2" is not "Strong"."""
    names = [clean(scene.name(seat)) for seat in range(scene.view.seats)]
    found = [seat for seat, name in enumerate(names) if said.startswith((f"{name} ", f"{name}: "))]
    seat = max(found, key=lambda one: len(names[one]), default=-1)
    return seat, said if seat < 0 else said[len(names[seat]) :]


def first_letter(scene: Scene[S], sign: Text | Names) -> str:
    """The letter by which a board tells something, in upper case."""
    return scene.tongue.argument(sign)[0].upper()
