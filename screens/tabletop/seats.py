"""Short signs that every table has: a letter for each player."""

from __future__ import annotations

from typing import Generic, Self, TypeVar

from attrs import frozen

from engine.core.state import State
from screens.choose.scene import Scene
from screens.paint.look import Glyphs
from screens.paint.shapes import seat_marks

S = TypeVar("S", bound=State)


@frozen
class SeatMarks(Generic[S]):
    """How players are told in a cell, for one reader; a table adds what it has besides.

    `letters` are the players', no two alike.
    """

    scene: Scene[S]
    letters: tuple[str, ...]
    glyphs: Glyphs

    @classmethod
    def of(cls, scene: Scene[S]) -> Self:
        """For whoever reads the scene."""
        names = [scene.name(seat) for seat in range(scene.view.seats)]
        return cls(scene, tuple(seat_marks(names)), scene.look.glyphs)
