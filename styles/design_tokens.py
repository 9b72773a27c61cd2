"""Design tokens: the colours that a palette must define by purpose, and their allowed combinations.

*Grounds* are `page` (behind everything), `surface` (inside a panel), `raised` (header, decision,
totals) and `chequer` (every second empty cell of a board; the others are `surface`). Texts, hues,
seats and states can be on them. A *tint* is the ground of a card, with only its ink, `strong` and
`note` on it. A *block* is bright, with one dark text. `tests/styles` checks the contrasts and
distances of every palette.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from styles.colour import Colour

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
"""The colours of game components."""

SEATS = 6
"""Number of seat colours that games use by default. Palettes have one more, for games that give
their seats other colours."""

LAND = (
    "forest",
    "pasture",
    "fields",
    "hills",
    "mountains",
    "desert",
    "sea",
    "shallow",
    "quay",
    "coast",
    "gutter",
    "water",
    "village",
    "taken",
)
"""Grounds of maps. Text on them is `strong`. Coast and gutter are lines, and have no text."""


@frozen
class Hue:
    """A colour of components: `text` for names and symbols on a background; three `tints` with
    their `inks`, the second and third of them for neighbouring components of the same kind; and
    `block` with `block_text`."""

    text: Colour
    tints: tuple[Colour, Colour, Colour] = field(kw_only=True)
    inks: tuple[Colour, Colour, Colour] = field(kw_only=True)
    block: Colour = field(kw_only=True)
    block_text: Colour = field(kw_only=True)


@frozen
class SeatColours:
    """A player's colours: `text` for names and bars on a plain ground; `block` and `block_text` for
    pieces and chips; `tint` for quieter pieces, with text in `Tokens.strong`."""

    text: Colour
    block: Colour = field(kw_only=True)
    block_text: Colour = field(kw_only=True)
    tint: Colour = field(kw_only=True)


@frozen(kw_only=True)
class Tokens:
    """The colours of one palette."""

    name: str
    dark: bool

    page: Colour
    surface: Colour
    raised: Colour
    edge: Colour
    chequer: Colour

    text: Colour
    strong: Colour
    dim: Colour
    faint: Colour
    note: Colour

    legal_bar: Colour
    closed: Colour
    warn: Colour
    good: Colour
    bad: Colour
    flash_ground: Colour
    flash_text: Colour
    cursor: Colour
    cursor_text: Colour
    lit: Colour
    lit_text: Colour
    cap: Colour
    cap_text: Colour

    seats: tuple[SeatColours, ...]
    hues: Mapping[str, Hue]

    land: Mapping[str, Colour]
    stone: Colour
    stone_text: Colour
    plate: Colour
    plate_off: Colour
    plate_text: Colour
    plate_red: Colour
    plate_note: Colour
