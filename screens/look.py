"""How things look, by name: roles in place of colours, glyph names in place of characters.

A painter writes `"seat.0"` or `"legal"` and never a colour. A `Look` turns such a name into a
style, by one of four palettes, and a glyph's name into a character, by one of two glyph sets.

A *role* is written as words. The first names the role itself; the others are laid over it in
order and are attributes (`bold`, `underline`, `reverse`, `italic`) or roles again: `"hue.red bold"`,
`"seat.2 flash"`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen
from attrs.validators import in_, matches_re

if TYPE_CHECKING:
    from rich.style import Style

ATTRIBUTES = frozenset({"bold", "underline", "reverse", "italic"})
"""What a role may add to its colours. `dim` is a role of its own: few terminals agree on it."""


@frozen
class Paint:
    """What one role adds to the cell under it; `None` leaves the colour as it was."""

    colour: str | None = None
    ground: str | None = None
    attributes: frozenset[str] = frozenset()

    @classmethod
    def of(cls, colour: str | None = None, *attributes: str, ground: str | None = None) -> Paint:
        """A paint from a colour (`#rrggbb`) and the names of attributes."""
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


@frozen
class Palette:
    """One choice of colours: a paint for every role, on a background."""

    name: str
    background: str
    foreground: str
    paints: Mapping[str, Paint] = field(repr=False)

    def paint(self, role: str) -> Paint:
        """The paint of a role written as words; `KeyError` for a word that means nothing."""
        paint = Paint()
        for word in role.split():
            top = Paint.of(None, word) if word in ATTRIBUTES else self.paints[word]
            paint = top.over(paint)
        return paint


@frozen
class Glyph:
    """A sign of one cell, and the letter or mark that stands for it in plain ASCII."""

    fine: str = field(validator=matches_re(r"."))
    plain: str = field(validator=matches_re(r"[ -~]"))


@frozen
class Glyphs:
    """A glyph set: `glyphs("lord")` is the character to draw, in box drawing or in ASCII."""

    name: str = field(validator=in_(("unicode", "ascii")))

    @property
    def plain(self) -> bool:
        """Whether only 7-bit characters may be drawn."""
        return self.name == "ascii"

    def __call__(self, glyph: str | Glyph) -> str:
        """The character for a glyph or for the name of one in `GLYPHS`."""
        known = GLYPHS[glyph] if isinstance(glyph, str) else glyph
        return known.plain if self.plain else known.fine

    def bar(self, value: int, whole: int, width: int) -> str:
        """A bar of `width` cells, filled in the proportion of `value` to `whole`."""
        filled = 0 if whole <= 0 else max(0, min(width, round(width * value / whole)))
        return self("bar.full") * filled + self("bar.empty") * (width - filled)


@frozen
class Look:
    """A palette and a glyph set, with further names for roles that a game brings along."""

    palette: Palette
    glyphs: Glyphs
    aliases: Mapping[str, str] = field(factory=dict, repr=False)
    _styles: dict[str, Style] = field(factory=dict, init=False, repr=False, eq=False)

    def naming(self, aliases: Mapping[str, str]) -> Look:
        """The same look with more names: `look.naming({"river": "hue.blue bold"})`."""
        return evolve(self, aliases={**self.aliases, **aliases})

    def paint(self, role: str) -> Paint:
        """The paint of a role, its aliases resolved."""
        return self.palette.paint(" ".join(self._resolve(role)))

    def style(self, role: str) -> Style:
        """The Rich style of a role, without the background on which it stands."""
        style = self._styles.get(role)
        if style is None:
            style = self._styles[role] = self._make_style(role)
        return style

    def _resolve(self, role: str) -> Iterator[str]:
        for word in role.split():
            if word in self.aliases:
                yield from self._resolve(self.aliases[word])
            else:
                yield word

    def _make_style(self, role: str) -> Style:
        from rich.style import Style

        paint = self.paint(role)
        return Style(
            color=paint.colour,
            bgcolor=paint.ground,
            **dict.fromkeys(sorted(paint.attributes), True),  # type: ignore[arg-type]
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
    *,
    text: str,
    dim: str,
    title: str,
    frame: str,
    legal: str,
    closed: str,
    warn: str,
    good: str,
    bad: str,
    flash: Paint,
    hues: Mapping[str, str],
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
        "warn": Paint.of(warn),
        "good": Paint.of(good),
        "bad": Paint.of(bad),
        "flash": flash,
    }
    paints |= {f"hue.{name}": Paint.of(hues[name]) for name in HUES}
    paints |= {f"seat.{number}": Paint.of(hues[seats[number]]) for number in range(SEATS)}
    return paints


DARK = Palette(
    "dark",
    background="#101216",
    foreground="#d8d8d8",
    paints=_paints(
        text="#d8d8d8",
        dim="#9a9a9a",
        title="#ffffff",
        frame="#8a8a8a",
        legal="#5fffff",
        closed="#7a7a7a",
        warn="#ffd75f",
        good="#5fff87",
        bad="#ff6b6b",
        flash=Paint.of("#ffffff", "bold", "underline", ground="#005f87"),
        hues={
            "yellow": "#ffff5f",
            "orange": "#d78700",
            "brown": "#af5f00",
            "red": "#ff5f5f",
            "pink": "#ff87ff",
            "violet": "#af5faf",
            "blue": "#6f8fff",
            "cyan": "#5fffff",
            "green": "#5fd75f",
            "white": "#ffffff",
            "grey": "#a8a8a8",
            "black": "#7a7a7a",
        },
        seats=("blue", "red", "green", "yellow", "violet", "white"),
    ),
)

LIGHT = Palette(
    "light",
    background="#fcfcfa",
    foreground="#1c1c1c",
    paints=_paints(
        text="#1c1c1c",
        dim="#5f5f5f",
        title="#000000",
        frame="#6c6c6c",
        legal="#00008f",
        closed="#767676",
        warn="#8f4a00",
        good="#006a00",
        bad="#a80000",
        flash=Paint.of("#ffffff", "bold", "underline", ground="#005f87"),
        hues={
            "yellow": "#8a6a00",
            "orange": "#b45000",
            "brown": "#6f3f00",
            "red": "#b00000",
            "pink": "#a8005f",
            "violet": "#870087",
            "blue": "#0000af",
            "cyan": "#00757f",
            "green": "#006f00",
            "white": "#4e4e4e",
            "grey": "#6a6a6a",
            "black": "#000000",
        },
        seats=("blue", "red", "green", "orange", "violet", "cyan"),
    ),
)

HIGH_CONTRAST = Palette(
    "high_contrast",
    background="#000000",
    foreground="#ffffff",
    paints=_paints(
        text="#ffffff",
        dim="#d0d0d0",
        title="#ffffff",
        frame="#ffffff",
        legal="#5fffff",
        closed="#b0b0b0",
        warn="#ffff5f",
        good="#5fff5f",
        bad="#ff8787",
        flash=Paint.of("#000000", "bold", "underline", ground="#ffff5f"),
        hues={
            "yellow": "#ffff5f",
            "orange": "#ffaf5f",
            "brown": "#d7875f",
            "red": "#ff8787",
            "pink": "#ff9fff",
            "violet": "#ff5fff",
            "blue": "#87afff",
            "cyan": "#5fffff",
            "green": "#5fff5f",
            "white": "#ffffff",
            "grey": "#c6c6c6",
            "black": "#a8a8a8",
        },
        seats=("blue", "red", "green", "yellow", "violet", "white"),
    ),
)

COLOUR_BLIND = Palette(
    "colour_blind",
    background="#101216",
    foreground="#dadada",
    paints=_paints(
        text="#dadada",
        dim="#9e9e9e",
        title="#ffffff",
        frame="#8a8a8a",
        legal="#56b4e9",
        closed="#7a7a7a",
        warn="#f0e442",
        good="#56b4e9",
        bad="#d55e00",
        flash=Paint.of("#ffffff", "bold", "underline", ground="#005f87"),
        hues={
            "yellow": "#f0e442",
            "orange": "#e69f00",
            "brown": "#a8743c",
            "red": "#d55e00",
            "pink": "#f0a8d0",
            "violet": "#cc79a7",
            "blue": "#3f8fd0",
            "cyan": "#56b4e9",
            "green": "#009e73",
            "white": "#ffffff",
            "grey": "#a8a8a8",
            "black": "#7a7a7a",
        },
        seats=("cyan", "orange", "green", "yellow", "violet", "white"),
    ),
)

PALETTES = {palette.name: palette for palette in (DARK, LIGHT, HIGH_CONTRAST, COLOUR_BLIND)}
"""The palettes by name."""

UNICODE = Glyphs("unicode")
ASCII = Glyphs("ascii")
GLYPH_SETS = {glyphs.name: glyphs for glyphs in (UNICODE, ASCII)}
"""The glyph sets by name."""

GLYPHS = {
    # People and what they own
    "lord": Glyph("▲", "L"),
    "scout": Glyph("△", "s"),
    "meeple": Glyph("●", "@"),
    "meeple.out": Glyph("○", "o"),
    "knight": Glyph("▼", "K"),
    "farmer": Glyph("¥", "f"),
    "chest": Glyph("▣", "c"),
    "coin": Glyph("¤", "$"),
    "cube": Glyph("■", "#"),
    "cube.out": Glyph("□", "-"),
    "grave": Glyph("†", "t"),
    "event": Glyph("◊", "!"),
    "point": Glyph("◆", "*"),
    "card": Glyph("▤", "="),
    "hidden": Glyph("▒", "?"),
    "first": Glyph("◈", "1"),
    "lock": Glyph("◉", "x"),
    # Marks
    "mark.left": Glyph("›", ">"),
    "mark.right": Glyph("‹", "<"),
    "point.left": Glyph("»", ">"),
    "point.right": Glyph("«", "<"),
    "yes": Glyph("√", "+"),
    "no": Glyph("×", "x"),
    "bullet": Glyph("•", "*"),
    "dot": Glyph("·", "."),
    "dash": Glyph("–", "-"),
    "minus": Glyph("−", "-"),
    "times": Glyph("×", "x"),
    "ellipsis": Glyph("…", "~"),
    "left": Glyph("←", "<"),
    "right": Glyph("→", ">"),
    "up": Glyph("↑", "^"),
    "down": Glyph("↓", "v"),
    "more.up": Glyph("▴", "^"),
    "more.down": Glyph("▾", "v"),
    # Shades and bars
    "solid": Glyph("█", "#"),
    "dark": Glyph("▓", "#"),
    "medium": Glyph("▒", "%"),
    "faint": Glyph("░", ":"),
    "half.upper": Glyph("▀", '"'),
    "half.lower": Glyph("▄", "_"),
    "half.left": Glyph("▌", "["),
    "half.right": Glyph("▐", "]"),
    "bar.full": Glyph("█", "#"),
    "bar.empty": Glyph("░", "."),
    # Frames: a single line
    "line.h": Glyph("─", "-"),
    "line.v": Glyph("│", "|"),
    "line.nw": Glyph("┌", "+"),
    "line.ne": Glyph("┐", "+"),
    "line.sw": Glyph("└", "+"),
    "line.se": Glyph("┘", "+"),
    "line.n": Glyph("┬", "+"),
    "line.s": Glyph("┴", "+"),
    "line.w": Glyph("├", "+"),
    "line.e": Glyph("┤", "+"),
    "line.x": Glyph("┼", "+"),
    # a heavy line
    "heavy.h": Glyph("━", "="),
    "heavy.v": Glyph("┃", "|"),
    "heavy.nw": Glyph("┏", "#"),
    "heavy.ne": Glyph("┓", "#"),
    "heavy.sw": Glyph("┗", "#"),
    "heavy.se": Glyph("┛", "#"),
    "heavy.n": Glyph("┳", "#"),
    "heavy.s": Glyph("┻", "#"),
    "heavy.w": Glyph("┣", "#"),
    "heavy.e": Glyph("┫", "#"),
    "heavy.x": Glyph("╋", "#"),
    # a double line
    "double.h": Glyph("═", "="),
    "double.v": Glyph("║", "|"),
    "double.nw": Glyph("╔", "#"),
    "double.ne": Glyph("╗", "#"),
    "double.sw": Glyph("╚", "#"),
    "double.se": Glyph("╝", "#"),
    "double.n": Glyph("╦", "#"),
    "double.s": Glyph("╩", "#"),
    "double.w": Glyph("╠", "#"),
    "double.e": Glyph("╣", "#"),
    "double.x": Glyph("╬", "#"),
}
"""The signs that every painter may use, by name. A game adds its own as `Glyph`s."""


def look(palette: str = "dark", glyphs: str = "unicode") -> Look:
    """The look with the palette and the glyph set of these names."""
    return Look(PALETTES[palette], GLYPH_SETS[glyphs])
