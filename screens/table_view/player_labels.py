"""Labels of players on tables, such as a letter for each, and recognition of names at the beginning
of sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Self, TypeVar

from attrs import frozen

from engine.core.state import State
from engine.i18n.text import Argument, Names, Text
from screens.paint.cells import clean
from screens.paint.shapes import seat_marks, short_names
from screens.paint.theme import Glyphs
from screens.table_view.scene import Scene

S = TypeVar("S", bound=State)


@frozen
class PlayerLabels(Generic[S]):
    """Short labels of players for one reader. Games extend this class.

    `letters` are the players' distinct letters.
    """

    scene: Scene[S]
    letters: tuple[str, ...]
    glyphs: Glyphs

    @classmethod
    def of(cls, scene: Scene[S]) -> Self:
        """Return the labels for the reader of `scene`."""
        return cls(scene, letters_of(scene), scene.theme.glyphs)

    @property
    def view(self) -> S:
        """The state as the reader sees it."""
        return self.scene.view

    @property
    def names(self) -> Sequence[str]:
        """The players' full names."""
        return [clean(self.scene.name(seat)) for seat in range(self.view.seats)]

    def short(self, width: int) -> list[str]:
        """Return the players' names, shortened to `width` cells in such a way that all differ."""
        return short_names(self.names, width)

    def translate(self, text: Argument) -> str:
        """Return a message or a name in the reader's language."""
        return self.scene.translate(text)


def letters_of(scene: Scene[S]) -> tuple[str, ...]:
    """Return a distinct letter for each player, none of which the board uses."""
    names = [scene.name(seat) for seat in range(scene.view.seats)]
    board = "".join(first_letter(scene, sign) for sign in scene.theme.signs)
    return tuple(seat_marks(names, board))


def name_in_front(scene: Scene[S], sentence: str) -> tuple[int, str]:
    """Return the seat whose name begins a sentence, and the rest of the sentence, such as " pays 2
    coins" or ": 2 coins". If there is none, return -1 and the whole sentence. If several names
    match, the longest one counts."""
    names = [clean(scene.name(seat)) for seat in range(scene.view.seats)]
    seats_in_front = [
        seat for seat, name in enumerate(names) if sentence.startswith((f"{name} ", f"{name}: "))
    ]
    seat = max(seats_in_front, key=lambda one: len(names[one]), default=-1)  # type: ignore[text-width]
    return seat, sentence if seat < 0 else sentence[len(names[seat]) :]  # type: ignore[text-width]


def first_letter(scene: Scene[S], sign: Text | Names) -> str:
    """Return the upper-case initial by which the board shows `sign`."""
    return scene.translate(sign)[0].upper()
