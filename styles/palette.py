"""The palettes: which colours the roles of a painting have.

A role is written as words. The first names the role itself; the others are laid over it in order
and are attributes (`bold`, `underline`, `reverse`, `italic`) or roles again: `"hue.red bold"`.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen
from attrs.validators import in_, matches_re

ATTRIBUTES = frozenset({"bold", "underline", "reverse", "italic"})
"""What a role may add to its colours. `dim` is a role of its own: few terminals agree on it."""


ANSI = (
    *("#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa"),
    *("#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"),
)
"""The sixteen colours that every terminal has, as they are reckoned with when none is set."""


@frozen
class Colour:
    """A colour, and which of the sixteen stands for it where there are no more."""

    value: str = field(validator=matches_re(r"#[0-9a-f]{6}"))
    ansi: int = field(validator=in_(range(16)))

    def coarse(self) -> Colour:
        """The one of the sixteen itself."""
        return Colour(ANSI[self.ansi], self.ansi)


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

    def coarse(self) -> Paint:
        """The same in sixteen colours."""
        return Paint(
            self.colour and self.colour.coarse(),
            self.ground and self.ground.coarse(),
            self.attributes,
        )


@frozen
class Palette:
    """One choice of colours: a paint for every role, on a background."""

    name: str
    background: Colour
    foreground: Colour
    paints: Mapping[str, Paint] = field(repr=False)

    def paint(self, role: str) -> Paint:
        """The paint of a role written as words; `KeyError` for a word that means nothing."""
        paint = Paint()
        for word in role.split():
            top = Paint.of(None, word) if word in ATTRIBUTES else self.paints[word]
            paint = top.over(paint)
        return paint

    def coarse(self) -> Palette:
        """The same palette for terminals of sixteen colours."""
        return Palette(
            self.name,
            self.background.coarse(),
            self.foreground.coarse(),
            {role: paint.coarse() for role, paint in self.paints.items()},
        )


HUES = (
    "yellow",
    "orange",
    "brown",
    "red",
    "pink",
    "violet",
    "blue",
    "cyan",
    "green",
    "white",
    "grey",
    "black",
)
"""The colours that components of games have, as roles `hue.yellow` and so on."""

SEATS = 6
"""How many seats have a colour of their own, as roles `seat.0` and so on."""


def _paints(
    hues: Mapping[str, Colour],
    *,
    text: Colour,
    dim: Colour,
    title: Colour,
    frame: Colour,
    legal: Colour,
    closed: Colour,
    warn: str,
    good: str,
    bad: str,
    flash: Paint,
    seats: tuple[str, ...],
) -> dict[str, Paint]:
    paints = {
        "text": Paint.of(text),
        "strong": Paint.of(text, "bold"),
        "dim": Paint.of(dim),
        "title": Paint.of(title, "bold"),
        "frame": Paint.of(frame),
        "key": Paint.of(title, "bold"),
        "cursor": Paint.of(None, "bold", "reverse"),
        "cursor.away": Paint.of(None, "bold", "underline"),
        "legal": Paint.of(legal, "bold"),
        "legal.text": Paint.of(None, "bold"),
        "legal.tight": Paint.of(None, "bold", "underline"),
        "closed": Paint.of(closed),
        "ghost": Paint.of(legal, "italic"),
        "warn": Paint.of(hues[warn]),
        "good": Paint.of(hues[good]),
        "bad": Paint.of(hues[bad]),
        "flash": flash,
    }
    paints |= {f"hue.{name}": Paint.of(hues[name]) for name in HUES}
    paints |= {f"seat.{number}": Paint.of(hues[seats[number]]) for number in range(SEATS)}
    return paints


WHITE = Colour("#ffffff", 15)
BLACK = Colour("#000000", 0)

DARK = Palette(
    "dark",
    background=Colour("#101216", 0),
    foreground=Colour("#d8d8d8", 7),
    paints=_paints(
        {
            "yellow": Colour("#ffff5f", 11),
            "orange": Colour("#ff9f2f", 3),
            "brown": Colour("#c07840", 1),
            "red": Colour("#ff5f5f", 9),
            "pink": Colour("#ff9fdf", 13),
            "violet": Colour("#b884f0", 5),
            "blue": Colour("#6f9fff", 12),
            "cyan": Colour("#5fffff", 14),
            "green": Colour("#5fdf5f", 10),
            "white": WHITE,
            "grey": Colour("#b0b0b0", 7),
            "black": Colour("#828282", 8),
        },
        text=Colour("#d8d8d8", 7),
        dim=Colour("#9a9a9a", 7),
        title=WHITE,
        frame=Colour("#8a8a8a", 8),
        legal=Colour("#5fffff", 14),
        closed=Colour("#808080", 8),
        warn="yellow",
        good="green",
        bad="red",
        flash=Paint.of(WHITE, "bold", "underline", ground=Colour("#005f87", 4)),
        seats=("blue", "red", "green", "yellow", "pink", "white"),
    ),
)

LIGHT = Palette(
    "light",
    background=Colour("#fcfcfa", 15),
    foreground=Colour("#1c1c1c", 0),
    paints=_paints(
        {
            "yellow": Colour("#807000", 3),
            "orange": Colour("#b84c00", 9),
            "brown": Colour("#6b4423", 0),
            "red": Colour("#b80000", 1),
            "pink": Colour("#c0207f", 13),
            "violet": Colour("#7a00a0", 5),
            "blue": Colour("#0000c0", 4),
            "cyan": Colour("#00707c", 6),
            "green": Colour("#007000", 2),
            "white": Colour("#486078", 12),
            "grey": Colour("#686868", 8),
            "black": BLACK,
        },
        text=Colour("#1c1c1c", 0),
        dim=Colour("#5c5c5c", 8),
        title=BLACK,
        frame=Colour("#6c6c6c", 8),
        legal=Colour("#00008f", 4),
        closed=Colour("#707070", 8),
        warn="orange",
        good="green",
        bad="red",
        flash=Paint.of(WHITE, "bold", "underline", ground=Colour("#005f87", 4)),
        seats=("blue", "red", "green", "yellow", "violet", "cyan"),
    ),
)

HIGH_CONTRAST = Palette(
    "high_contrast",
    background=BLACK,
    foreground=WHITE,
    paints=_paints(
        {
            "yellow": Colour("#ffff5f", 11),
            "orange": Colour("#ffaf3f", 3),
            "brown": Colour("#e09a6a", 3),
            "red": Colour("#ff7f7f", 9),
            "pink": Colour("#ffafef", 13),
            "violet": Colour("#dfa0ff", 13),
            "blue": Colour("#87b7ff", 12),
            "cyan": Colour("#5fffff", 14),
            "green": Colour("#5fff5f", 10),
            "white": WHITE,
            "grey": Colour("#cccccc", 7),
            "black": Colour("#acacac", 7),
        },
        text=WHITE,
        dim=Colour("#d0d0d0", 7),
        title=WHITE,
        frame=WHITE,
        legal=Colour("#5fffff", 14),
        closed=Colour("#b4b4b4", 7),
        warn="yellow",
        good="green",
        bad="red",
        flash=Paint.of(BLACK, "bold", "underline", ground=Colour("#ffff5f", 11)),
        seats=("blue", "red", "green", "yellow", "violet", "white"),
    ),
)

COLOUR_BLIND = Palette(
    "colour_blind",
    background=Colour("#101216", 0),
    foreground=Colour("#dadada", 7),
    paints=_paints(
        {
            "yellow": Colour("#f0e442", 11),
            "orange": Colour("#e69f00", 3),
            "brown": Colour("#a8784c", 1),
            "red": Colour("#e06000", 9),
            "pink": Colour("#f4b8da", 13),
            "violet": Colour("#cc79a7", 5),
            "blue": Colour("#4a8fd8", 12),
            "cyan": Colour("#56b4e9", 14),
            "green": Colour("#00a878", 6),
            "white": WHITE,
            "grey": Colour("#b0b0b0", 7),
            "black": Colour("#828282", 8),
        },
        text=Colour("#dadada", 7),
        dim=Colour("#9e9e9e", 7),
        title=WHITE,
        frame=Colour("#8a8a8a", 8),
        legal=Colour("#56b4e9", 14),
        closed=Colour("#808080", 8),
        warn="yellow",
        good="cyan",
        bad="red",
        flash=Paint.of(WHITE, "bold", "underline", ground=Colour("#005f87", 4)),
        seats=("cyan", "orange", "green", "yellow", "pink", "white"),
    ),
)
"""After the eight colours of Okabe and Ito, which people of every colour vision tell apart."""

PALETTES = {palette.name: palette for palette in (DARK, LIGHT, HIGH_CONTRAST, COLOUR_BLIND)}
"""The palettes by name."""
