"""A colour in three depths, and what a role paints with it."""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import frozen

ATTRIBUTES = frozenset({"bold", "underline", "reverse", "italic"})
"""What a role may add to its colours. `dim` is a role of its own: few terminals agree on it."""

OWN: Final = -1
"""In place of one of the sixteen: the terminal's own colour of text or ground."""


class Depth(Enum):
    """How many colours a terminal shows."""

    TRUE = "true"
    INDEXED = "256"
    SIXTEEN = "16"
    NONE = "none"

    @property
    def has_tints(self) -> bool:
        """Whether grounds can differ in shade; elsewhere shapes say what tints say."""
        return self in (Depth.TRUE, Depth.INDEXED)


@frozen
class Colour:
    """A colour as `#rrggbb`; the index from 16 on that stands for it among 256, chosen by hand;
    and which of the sixteen does, where there are no more. A `sample` is sent in its own depth."""

    value: str
    index: int
    ansi: int = OWN
    sample: Depth | None = None

    def as_sample(self, depth: Depth) -> Colour:
        """The colour as it is in a depth, whatever the terminal has: for a sample to choose from.

        Its value differs a little from the real one, so that it is a key of its own.
        """
        bit = 4 if depth is Depth.TRUE else 8
        value = f"#{int(self.value[1:], 16) ^ bit:06x}"
        return Colour(value, self.index, self.ansi, depth)


@frozen
class Paint:
    """What one role adds to the cell under it; `None` leaves the colour as it was."""

    colour: Colour | None = None
    ground: Colour | None = None
    attributes: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls, colour: Colour | None = None, *attributes: str, ground: Colour | None = None
    ) -> Paint:
        """A paint from colours and the names of attributes."""
        unknown = set(attributes) - ATTRIBUTES
        if unknown:
            raise ValueError(f"not an attribute: {', '.join(sorted(unknown))}")
        return cls(colour, ground, frozenset(attributes))

    def over(self, below: Paint) -> Paint:
        """This paint laid over another one."""
        return Paint(
            self.colour or below.colour,
            self.ground or below.ground,
            self.attributes | below.attributes,
        )
