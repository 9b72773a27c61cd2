"""The palettes, which give the roles of a painting their colours.

A role is written as words. The first names the role itself. The others are applied to it in order;
they are attributes (`bold`, `underline`, `reverse`, `italic`) or roles again: `"hue.red bold"`.

| role | what it is |
| --- | --- |
| `text` `strong` `dim` `faint` `title` `key` | texts on a ground |
| `on.page` `on.surface` `on.raised` `on.chequer` | grounds |
| `on.lit` | ground of a place where the player may act, with its text |
| `hue.red`, `seat.0` | a component's or a player's colour, for names and symbols on a ground |
| `tint.red` `tint.red.1` `tint.red.2` | a card: its ground with its ink; `strong`, `note` on it |
| `block.red`, `piece.0`, `stone`, `cap` | a bright block with its dark text |
| `mid.0` | a player's quieter piece: dark ground with `strong` |
| `land.forest` | ground of a map with `strong` |
| `plate` `plate.off` with `plate.red` `plate.note` | a token with a number |
| `cursor` `cursor.away` `legal` `legal.text` `legal.tight` `closed` `flash` | states |
| `warn` `good` `bad` `ghost` `frame` | meanings: warning, good, bad, possible, border |
| `sample.true.red` `sample.256.red` | a card in that depth, for the settings |
| `upper.X` | the colour of role X's ground, for the upper half of a cell |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from attrs import frozen

from styles.colour import ATTRIBUTES, Colour, Depth, Paint
from styles.design_tokens import LAND, Hue, SeatColours, Tokens
from styles.palette_file import PALETTE_NAMES, read_tokens

UPPER: Final = "upper."

_PLAIN: Final = frozenset({"text"})
_DIM: Final = frozenset({"dim", "faint", "closed"})


def unknown(what: str, name: str, known: Iterable[str], file: str) -> KeyError:
    """Return the error for an unknown `name`. `what` is the kind of name, such as "role". The error
    suggests a similar name from `known` or, if there is none, the `file` that lists all names."""
    from difflib import get_close_matches

    similar = get_close_matches(name, known, 1)
    advice = f"; do you mean {similar[0]}?" if similar else f": {file} lists them."
    return KeyError(f"no {what} is called {name}{advice}")


@frozen
class Palette:
    """A set of colours: a paint for every role, on a background."""

    tokens: Tokens

    @property
    def name(self) -> str:
        """The palette's name in settings and on the command line."""
        return self.tokens.name

    @property
    def background(self) -> Colour:
        """Background colour of the page."""
        return self.tokens.page

    @property
    def foreground(self) -> Colour:
        """The colour of plain text."""
        return self.tokens.text

    def paint(self, role: str) -> Paint:
        """Return the paint of a role written as words. Raises KeyError for an unknown word.

        Cards, blocks and other grounds that have their own text colour keep it for plain `text`.
        Dim roles get the colour of `note` on cards, and the ground's own text colour on the others.
        """
        paint, inked = Paint(), ""
        for word in role.split():
            above = self._paint_of_word(word)
            if inked and word in _PLAIN:
                continue
            if inked and word in _DIM:
                above = self.paints["note"] if inked.startswith("tint.") else Paint()
            elif above.ground is not None:
                inked = word if above.colour is not None else ""
            paint = above.over(paint)
        return paint

    def _paint_of_word(self, word: str) -> Paint:
        if word in ATTRIBUTES:
            return Paint.of(None, word)
        if word.startswith(UPPER):
            return Paint.of(self.paint(word.removeprefix(UPPER)).ground or self.background)
        try:
            return self.paints[word]
        except KeyError:
            raise unknown("role", word, self.paints, "styles/palette.py") from None

    @cached_property
    def paints(self) -> dict[str, Paint]:
        """The paint of every single role, as opposed to combinations of roles."""
        tokens = self.tokens
        paints = _texts(tokens) | _grounds(tokens) | _states(tokens)
        for name, hue in tokens.hues.items():
            paints |= _hue(name, hue)
        for number, seat in enumerate(tokens.seats):
            paints |= _seat(number, seat, tokens.strong)
        strong = tokens.strong
        paints |= _samples(tokens)
        paints |= {f"land.{name}": Paint.of(strong, ground=tokens.land[name]) for name in LAND}
        return paints

    @cached_property
    def text_colours(self) -> dict[str, Colour]:
        """All text colours by value, including those of upper halves."""
        grounds = {paint.ground for paint in self._all_paints() if paint.ground}
        texts = {paint.colour for paint in self._all_paints() if paint.colour}
        return {colour.value: colour for colour in (*grounds, *texts)}

    @cached_property
    def ground_colours(self) -> dict[str, Colour]:
        """All background colours by value."""
        return {paint.ground.value: paint.ground for paint in self._all_paints() if paint.ground}

    def _all_paints(self) -> Iterator[Paint]:
        yield from self.paints.values()
        yield Paint.of(self.foreground, ground=self.background)


def _texts(tokens: Tokens) -> dict[str, Paint]:
    return {
        "text": Paint.of(tokens.text),
        "strong": Paint.of(tokens.strong, "bold"),
        "dim": Paint.of(tokens.dim),
        "faint": Paint.of(tokens.faint),
        "note": Paint.of(tokens.note),
        "title": Paint.of(tokens.strong, "bold"),
        "key": Paint.of(tokens.strong, "bold"),
        "frame": Paint.of(tokens.edge),
        "warn": Paint.of(tokens.warn),
        "good": Paint.of(tokens.good),
        "bad": Paint.of(tokens.bad),
    }


def _grounds(tokens: Tokens) -> dict[str, Paint]:
    return {
        "on.page": Paint.of(ground=tokens.page),
        "on.surface": Paint.of(ground=tokens.surface),
        "on.raised": Paint.of(ground=tokens.raised),
        "on.chequer": Paint.of(ground=tokens.chequer),
        "on.lit": Paint.of(tokens.lit_text, ground=tokens.lit),
        "stone": Paint.of(tokens.stone_text, ground=tokens.stone),
        "cap": Paint.of(tokens.cap_text, ground=tokens.cap),
        "plate": Paint.of(tokens.plate_text, ground=tokens.plate),
        "plate.off": Paint.of(tokens.plate_text, ground=tokens.plate_off),
        "plate.red": Paint.of(tokens.plate_red),
        "plate.note": Paint.of(tokens.plate_note),
    }


def _states(tokens: Tokens) -> dict[str, Paint]:
    return {
        "cursor": Paint.of(tokens.cursor_text, ground=tokens.cursor),
        "cursor.away": Paint.of(None, "bold", "underline"),
        "legal": Paint.of(tokens.legal_bar, "bold"),
        "legal.text": Paint.of(None, "bold"),
        "legal.tight": Paint.of(None, "bold", "underline"),
        "closed": Paint.of(tokens.closed),
        "ghost": Paint.of(tokens.legal_bar, "italic"),
        "flash": Paint.of(tokens.flash_text, "underline", ground=tokens.flash_ground),
    }


def _hue(name: str, hue: Hue) -> dict[str, Paint]:
    paints = {
        f"hue.{name}": Paint.of(hue.text),
        f"block.{name}": Paint.of(hue.block_text, ground=hue.block),
    }
    for number, (tint, ink) in enumerate(zip(hue.tints, hue.inks, strict=True)):
        role = f"tint.{name}.{number}" if number else f"tint.{name}"
        paints[role] = Paint.of(ink, ground=tint)
    return paints


def _samples(tokens: Tokens) -> dict[str, Paint]:
    """Return the paints of sample cards for the settings, by role, in true colour and in 256
    colours. Side by side, the cards show which depth the terminal supports."""
    return {
        f"sample.{depth.value}.{name}": Paint.of(
            hue.inks[0].as_sample(depth), ground=hue.tints[0].as_sample(depth)
        )
        for depth in (Depth.TRUE, Depth.INDEXED)
        for name, hue in tokens.hues.items()
    }


def _seat(number: int, seat: SeatColours, strong: Colour) -> dict[str, Paint]:
    return {
        f"seat.{number}": Paint.of(seat.text),
        f"piece.{number}": Paint.of(seat.block_text, ground=seat.block),
        f"mid.{number}": Paint.of(strong, ground=seat.tint),
    }


class _Palettes(Mapping[str, Palette]):
    """The palettes by name. Each is read when it is first needed."""

    def __init__(self) -> None:
        self._read: dict[str, Palette] = {}

    def __getitem__(self, name: str) -> Palette:
        if name not in self._read:
            self._read[name] = Palette(read_tokens(name))
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(PALETTE_NAMES)

    def __len__(self) -> int:
        return len(PALETTE_NAMES)

    def __contains__(self, name: object) -> bool:
        return name in PALETTE_NAMES


PALETTES: Final = _Palettes()
