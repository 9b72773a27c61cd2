"""Short signs that every table has: a letter for each player."""

from __future__ import annotations

from typing import Self

from attrs import frozen

from screens.choose.scene import Scene
from screens.paint.look import Glyphs
from screens.paint.shapes import seat_marks


@frozen
class SeatMarks:
    """How players are told in a cell, for one reader; a table adds what it has besides.

    `letters` are the players', no two alike.
    """

    scene: Scene
    letters: tuple[str, ...]
    glyphs: Glyphs

    @classmethod
    def of(cls, scene: Scene) -> Self:
        """For whoever reads the scene."""
        names = [scene.name(seat) for seat in range(scene.view.seats)]
        return cls(scene, tuple(seat_marks(names)), scene.look.glyphs)
