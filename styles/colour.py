"""A colour in several depths, and the paint of a role."""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import frozen

ATTRIBUTES = frozenset({"bold", "underline", "reverse", "italic"})
"""Attributes that a role may add to its colours. `dim` is a role of its own, because terminals
disagree about it."""

TERMINAL_DEFAULT: Final = -1
"""The terminal's default foreground or background, instead of one of the sixteen colours."""


class Depth(Enum):
    """Number of colours of a terminal."""

    TRUE = "true"
    INDEXED = "256"
    SIXTEEN = "16"
    NONE = "none"

    @property
    def has_tints(self) -> bool:
        """Whether backgrounds can differ in shade. Otherwise shapes must make the difference."""
        return self in (Depth.TRUE, Depth.INDEXED)


@frozen
class Colour:
    """A colour: its `value` as `#rrggbb`, its hand-picked `index` in the 256-colour palette (from
    16 on), and `ansi`, one of the sixteen basic colours for simpler terminals. With `sample`, the
    colour is always sent in that depth."""

    value: str
    index: int
    ansi: int = TERMINAL_DEFAULT
    sample: Depth | None = None

    def as_sample(self, depth: Depth) -> Colour:
        """Return the colour as a sample for the settings, which is always sent in `depth`, whatever
        the terminal's depth is.

        Its value differs slightly from that of the colour, so that both can be keys of one mapping.
        """
        bit = 4 if depth is Depth.TRUE else 8
        value = f"#{int(self.value[1:], 16) ^ bit:06x}"
        return Colour(value, self.index, self.ansi, depth)


@frozen
class Paint:
    """The change that one role makes to a cell: its text `colour`, its background (`ground`) and
    its attributes. None leaves a colour as it is."""

    colour: Colour | None = None
    ground: Colour | None = None
    attributes: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls, colour: Colour | None = None, *attributes: str, ground: Colour | None = None
    ) -> Paint:
        """Return a paint from colours and the names of attributes. Raises ValueError for an unknown
        attribute."""
        unknown = set(attributes) - ATTRIBUTES
        if unknown:
            raise ValueError(f"not an attribute: {', '.join(sorted(unknown))}")
        return cls(colour, ground, frozenset(attributes))

    def over(self, below: Paint) -> Paint:
        """Return this paint laid over the paint `below`. The colours of this paint take precedence,
        and the attributes of both are combined."""
        return Paint(
            self.colour or below.colour,
            self.ground or below.ground,
            self.attributes | below.attributes,
        )
