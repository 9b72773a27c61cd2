"""Themes, with roles instead of colours and glyph names instead of characters.

A painter writes `"seat.0"` or `"legal"`, never a colour. A `Theme` turns a role into a style with
its palette, and a glyph's name into a character with its glyph set. `styles.palette` lists the
roles.

A *role* consists of words, which are applied in order: names in the palette, aliases of a game, and
attributes (`bold`, `underline`, `reverse`, `italic`). Examples are `"hue.red bold"` and `"seat.2
flash"`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from attrs import evolve, field, frozen
from attrs.validators import in_, matches_re

from styles.colour import TERMINAL_DEFAULT, Depth, Paint
from styles.palette import PALETTES, UPPER, Palette, unknown

if TYPE_CHECKING:
    from rich.color import Color
    from rich.style import Style

    from engine.i18n.text import Names, Text
    from styles.colour import Colour

_BLOCKS: Final = ("cursor", "cap", "stone", "plate", "plate.off", "block.*", "piece.*")
"""Roles that are coloured blocks. On a terminal without colours they are reversed."""


@frozen
class Glyph:
    """A symbol of one cell, and its ASCII replacement."""

    fine: str = field(validator=matches_re(r"."))
    plain: str = field(validator=matches_re(r"[ -~]"))


@frozen
class Glyphs:
    """A glyph set: `glyphs("lord")` is the character to draw, in Unicode or ASCII."""

    name: str = field(validator=in_(("unicode", "ascii")))

    @property
    def plain(self) -> bool:
        """Whether only ASCII characters may be drawn."""
        return self.name == "ascii"

    def __call__(self, glyph: str | Glyph) -> str:
        """Return the character for a glyph, or for a name in `GLYPHS`. Raises KeyError for an
        unknown name."""
        try:
            known = GLYPHS[glyph] if isinstance(glyph, str) else glyph
        except KeyError:
            raise unknown("sign", str(glyph), GLYPHS, "screens/paint/theme.py") from None
        return known.plain if self.plain else known.fine

    def bar(self, value: int, whole: int, width: int) -> str:
        """Return a bar of `width` cells, filled in the proportion of `value` to `whole`."""
        filled = 0 if whole <= 0 else max(0, min(width, round(width * value / whole)))
        return self("bar.full") * filled + self("bar.empty") * (width - filled)


@frozen(eq=False)
class Theme:
    """A palette and a glyph set. A game adds role names (`aliases`) and `signs`: words whose
    initials its board shows, so that no player gets one of these letters. Each theme exists only
    once (see `theme` and `naming`), so it can be a dictionary key.

    `depth` is the colour depth. Unless `tinted` and `halves` are true, painters draw lines and
    brackets instead of backgrounds and half cells.
    """

    palette: Palette
    glyphs: Glyphs
    depth: Depth = Depth.TRUE
    aliases: Mapping[str, str] = field(factory=dict, repr=False)
    signs: tuple[Text | Names, ...] = field(default=(), repr=False)
    _styles: dict[str, Style] = field(factory=dict, init=False, repr=False, eq=False)
    _named: dict[Hashable, Theme] = field(factory=dict, init=False, repr=False, eq=False)

    @property
    def tinted(self) -> bool:
        """Whether the terminal has enough colours for tinted backgrounds."""
        return self.depth.has_tints

    @property
    def halves(self) -> bool:
        """Whether the two halves of a cell can have different backgrounds."""
        return self.tinted and not self.glyphs.plain

    def naming(self, aliases: Mapping[str, str], signs: Iterable[Text | Names] = ()) -> Theme:
        """Return the theme with the additional role names `aliases`, which stand for roles such as
        "hue.blue bold", and with the `signs` of a game."""
        own = tuple(signs)
        key = (
            tuple(aliases.items()),
            tuple(map(id, own)),
        )  # the cached theme keeps its signs alive, so ids stay unique
        if key not in self._named:
            self._named[key] = evolve(self, aliases={**self.aliases, **aliases}, signs=own)
        return self._named[key]

    def paint(self, role: str) -> Paint:
        """Return the paint of a role, with aliases resolved. If the terminal has no colours, the
        paint consists of attributes only."""
        words = list(self._resolve(role))
        paint = self.palette.paint(" ".join(words))
        if self.depth is not Depth.NONE:
            return paint
        stands_out = any(fnmatchcase(word, block) for word in words[-1:] for block in _BLOCKS)
        return Paint.of(None, *paint.attributes, *(["reverse"] if stands_out else []))

    def shown(self, role: str) -> tuple[Colour, Colour]:
        """Return the text colour and background of a role as they appear, with the palette's
        defaults and `reverse` applied."""
        paint, palette = self.paint(role), self.palette
        colour, ground = paint.colour or palette.foreground, paint.ground or palette.background
        return (ground, colour) if "reverse" in paint.attributes else (colour, ground)

    def plainly(self, role: str) -> str:
        """Return a role with its aliases replaced by the palette's own names, so that themes
        without these aliases can use it."""
        return " ".join(self._resolve(role))

    def style(self, role: str) -> Style:
        """Return the Rich style of a role in true colour (without colours if the terminal has
        none), with a background only if the role has one. `screens.renderer.sgr` reduces the
        colours to those of the terminal."""
        style = self._styles.get(role)
        if style is None:
            style = self._styles[role] = self._make_style(role)
        return style

    def printed(self, role: str) -> Style:
        """Return the Rich style of a role for printing, in the terminal's colours."""
        from rich.style import Style

        paint = self.paint(role)
        colour, ground = map(self._printed_colour, (paint.colour, paint.ground))
        return Style(color=colour, bgcolor=ground) + Style.parse(" ".join(paint.attributes))

    def _printed_colour(self, colour: Colour | None) -> Color | None:
        from rich.color import Color

        if colour is None or (self.depth is Depth.SIXTEEN and colour.ansi == TERMINAL_DEFAULT):
            return None
        if self.depth is Depth.TRUE:
            return Color.parse(colour.value)
        return Color.from_ansi(colour.ansi if self.depth is Depth.SIXTEEN else colour.index)

    def _resolve(self, role: str, *, inside: bool = False) -> Iterator[str]:
        """Yield the words of a role with aliases resolved. Inside an alias, the palette's own names
        keep the palette's meaning, so that a game can swap two names."""
        for word in role.split():
            if word in self.aliases and not (inside and word in self.palette.paints):
                yield from self._resolve(self.aliases[word], inside=True)
            elif word.startswith(UPPER) and word.removeprefix(UPPER) in self.aliases:
                *_, ground = self._resolve(word.removeprefix(UPPER))
                yield UPPER + ground
            else:
                yield word

    def _make_style(self, role: str) -> Style:
        from rich.style import Style

        paint = self.paint(role)
        return Style(
            color=None if paint.colour is None else paint.colour.value,
            bgcolor=None if paint.ground is None else paint.ground.value,
        ) + Style.parse(" ".join(paint.attributes))


UNICODE = Glyphs("unicode")
ASCII = Glyphs("ascii")
GLYPH_SETS = {glyphs.name: glyphs for glyphs in (UNICODE, ASCII)}

GLYPHS = {
    # People and their possessions
    "lord": Glyph("▲", "L"),
    "scout": Glyph("△", "s"),
    "meeple": Glyph("●", "@"),
    "meeple.out": Glyph("○", "o"),
    "knight": Glyph("▼", "K"),
    "farmer": Glyph("Ψ", "f"),
    "chest": Glyph("▣", "c"),
    "coin": Glyph("¤", "$"),
    "cube": Glyph("■", "#"),
    "cube.out": Glyph("□", "_"),
    "grave": Glyph("†", "t"),
    "event": Glyph("◊", "!"),
    "point": Glyph("◆", "*"),
    "card": Glyph("▤", "="),
    "hidden": Glyph("▒", "?"),
    "first": Glyph("◈", "1"),
    "lock": Glyph("◉", "x"),
    # Players at the table; in ASCII, words are used instead
    "player.here": Glyph("●", "+"),
    "player.away": Glyph("○", "-"),
    "player.bot": Glyph("■", "="),
    # Markers
    "turn": Glyph("▲", "^"),
    "mark.left": Glyph("›", ">"),
    "mark.right": Glyph("‹", "<"),
    "point.left": Glyph("»", "{"),
    "point.right": Glyph("«", "}"),
    "yes": Glyph("√", "+"),
    "no": Glyph("×", "x"),
    "bullet": Glyph("•", "*"),
    "dot": Glyph("·", "."),
    "best": Glyph("◎", "!"),
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
    # Animation while a bot thinks
    "spin.0": Glyph("◐", "|"),
    "spin.1": Glyph("◓", "/"),
    "spin.2": Glyph("◑", "-"),
    "spin.3": Glyph("◒", "\\"),
    # Shades and bars
    "dark": Glyph("▓", "#"),
    "medium": Glyph("▒", "%"),
    "faint": Glyph("░", ":"),
    "half.left": Glyph("▌", "["),
    "half.right": Glyph("▐", "]"),
    "bar.full": Glyph("█", "#"),
    "bar.empty": Glyph("░", "."),
    "meter.full": Glyph("▰", "#"),
    "meter.empty": Glyph("▱", "."),
    "more.left": Glyph("◂", "<"),
    "more.right": Glyph("▸", ">"),
    # Frames: a single line
    "line.h": Glyph("─", "-"),
    "line.v": Glyph("│", "|"),
    "line.nw": Glyph("┌", "+"),
    "line.ne": Glyph("┐", "+"),
    "line.sw": Glyph("└", "+"),
    "line.se": Glyph("┘", "+"),
    # the same with round corners, for panels
    "round.h": Glyph("─", "-"),
    "round.v": Glyph("│", "|"),
    "round.nw": Glyph("╭", "+"),
    "round.ne": Glyph("╮", "+"),
    "round.sw": Glyph("╰", "+"),
    "round.se": Glyph("╯", "+"),
}
"""Symbols available to every painter, by name. Games add their own as `Glyph`s."""


@lru_cache(maxsize=64)
def theme(palette: str = "dark", glyphs: str = "unicode", depth: Depth = Depth.TRUE) -> Theme:
    """Return the theme with the palette named `palette` and the glyph set named `glyphs`, at a
    colour `depth`. Themes are cached, because they cache their styles."""
    return Theme(PALETTES[palette], GLYPH_SETS[glyphs], depth)
