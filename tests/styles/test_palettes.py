"""Every palette in every depth: legible texts, and distinguishable colours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from engine.games import catalogue
from styles.colour import TERMINAL_DEFAULT, Colour, Depth
from styles.design_tokens import HUES, LAND, SEATS, Tokens
from styles.palette import PALETTES, Palette
from tests.styles.colour_vision import (
    COLOUR_VISIONS,
    RGB,
    contrast,
    delta,
    distance,
    of_index,
    rgb,
    seen_with,
)

EVERY = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
DEPTHS = pytest.mark.parametrize("depth", [Depth.TRUE, Depth.INDEXED])

READ = 4.5
"""Minimum contrast of text."""
HIGH = 7.0
"""Minimum in the high-contrast palette, in true colour only: the cube has no such yellow."""
CLOSED, FAINT, BAR = 3.0, 3.0, 3.0
NOTE_INDEXED = 3.0
"""Minimum of notes on cards in 256 colours, which have no better pair."""

SCHEMES = {
    "VGA": [
        *(rgb(v) for v in ("#000000", "#aa0000", "#00aa00", "#aa5500")),
        *(rgb(v) for v in ("#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa")),
        *(rgb(v) for v in ("#555555", "#ff5555", "#55ff55", "#ffff55")),
        *(rgb(v) for v in ("#5555ff", "#ff55ff", "#55ffff", "#ffffff")),
    ],
    "xterm": [
        *(rgb(v) for v in ("#000000", "#cd0000", "#00cd00", "#cdcd00")),
        *(rgb(v) for v in ("#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5")),
        *(rgb(v) for v in ("#7f7f7f", "#ff0000", "#00ff00", "#ffff00")),
        *(rgb(v) for v in ("#5c5cff", "#ff00ff", "#00ffff", "#ffffff")),
    ],
}
"""Two tables of the sixteen colours."""

KINDS = {
    "Middle Ages, tiles": ("yellow", "orange", "brown", "grey", "green", "red", "white", "violet"),
    "Era, buildings": ("yellow", "blue", "grey", "white", "brown", "orange"),
    "Troyes, dice": ("red", "white", "yellow", "black", "grey"),
    "Deus, cards": ("green", "blue", "yellow", "brown", "red", "violet"),
}
"""Hues that are side by side on a table."""

MAPS = {
    "island": (*LAND[: LAND.index("gutter")],),
    "regions": ("forest", "hills", "mountains", "fields", "water", "village", "taken"),
}
"""Grounds of maps that are side by side."""


def at(colour: Colour, depth: Depth) -> RGB:
    return rgb(colour.value) if depth is Depth.TRUE else of_index(colour.index)


def colours(tokens: Tokens) -> Iterator[Colour]:
    """Yield every colour of a palette."""
    for palette in [Palette(tokens)]:
        for paint in palette.paints.values():
            yield from (one for one in (paint.colour, paint.ground) if one is not None)


def read(palette: Palette, depth: Depth) -> float:
    return HIGH if palette.name == "high_contrast" and depth is Depth.TRUE else READ


def grounds(tokens: Tokens) -> dict[str, Colour]:
    return {name: getattr(tokens, name) for name in ("page", "surface", "raised", "chequer")}


def texts(tokens: Tokens) -> dict[str, Colour]:
    """Return the colours of text on any ground."""
    found = {name: getattr(tokens, name) for name in ("text", "strong", "warn", "good", "bad")}
    found |= {f"hue.{name}": hue.text for name, hue in tokens.hues.items()}
    return found | {f"seat.{n}": seat.text for n, seat in enumerate(tokens.seats)}


def pairs(tokens: Tokens) -> Iterator[tuple[str, Colour, Colour]]:
    """Yield every text that must be legible, with its ground."""
    for (text, colour), (ground, behind) in product(texts(tokens).items(), grounds(tokens).items()):
        yield f"{text} on {ground}", colour, behind
    for name, hue in tokens.hues.items():
        for tint, ink in zip(hue.tints, hue.inks, strict=True):
            yield f"ink on tint.{name}", ink, tint
            yield f"strong on tint.{name}", tokens.strong, tint
        yield f"block.{name}", hue.block_text, hue.block
    for number, seat in enumerate(tokens.seats):
        yield f"piece.{number}", seat.block_text, seat.block
        yield f"strong on mid.{number}", tokens.strong, seat.tint
    for name in LAND:
        if name not in ("coast", "gutter"):
            yield f"strong on land.{name}", tokens.strong, tokens.land[name]
    for name in ("cursor", "cap", "stone", "lit", "plate"):
        yield name, getattr(tokens, f"{name}_text"), getattr(tokens, name)
    yield "flash", tokens.flash_text, tokens.flash_ground
    yield "plate.red", tokens.plate_red, tokens.plate
    yield "plate.note", tokens.plate_note, tokens.plate
    yield "plate.off", tokens.plate_text, tokens.plate_off
    yield "strong on lit", tokens.strong, tokens.lit
    yield "warn on water", tokens.warn, tokens.land["water"]


def quiet_pairs(tokens: Tokens, depth: Depth) -> Iterator[tuple[str, Colour, Colour, float]]:
    """Yield texts in quiet colours, with their minimum contrast: those that must be read, like any
    text; choices that are not possible, meters and dots may be fainter."""
    for ground, behind in grounds(tokens).items():
        yield f"dim on {ground}", tokens.dim, behind, READ
        yield f"closed on {ground}", tokens.closed, behind, CLOSED
        yield f"faint on {ground}", tokens.faint, behind, FAINT
        yield f"bar on {ground}", tokens.legal_bar, behind, BAR
    for name, hue in tokens.hues.items():
        for tint in hue.tints:
            note = READ if depth is Depth.TRUE else NOTE_INDEXED
            yield f"note on tint.{name}", tokens.note, tint, note
            yield f"bar on tint.{name}", tokens.legal_bar, tint, BAR


@EVERY
@DEPTHS
def test_every_text_is_readable_on_every_ground_it_is_used_on(
    palette: Palette, depth: Depth
) -> None:
    limit = read(palette, depth)
    low = {
        name: round(contrast(at(text, depth), at(ground, depth)), 2)
        for name, text, ground in pairs(palette.tokens)
        if contrast(at(text, depth), at(ground, depth)) < limit
    }
    assert low == {}


@EVERY
@DEPTHS
def test_dim_text_is_still_visible(palette: Palette, depth: Depth) -> None:
    low = {
        name: round(contrast(at(text, depth), at(ground, depth)), 2)
        for name, text, ground, least in quiet_pairs(palette.tokens, depth)
        if contrast(at(text, depth), at(ground, depth)) < least
    }
    assert low == {}


@EVERY
@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_text_is_readable_in_sixteen_colours(palette: Palette, scheme: str) -> None:
    """On a light terminal with bright yellow or cyan, letters and shapes must make the
    difference."""
    table = SCHEMES[scheme]
    own = {True: ((0, 0, 0), (170, 170, 170)), False: ((255, 255, 255), (0, 0, 0))}
    own_ground, own_text = own[palette.tokens.dark]
    low = {}
    for name, text, ground in pairs(palette.tokens):
        if ground.ansi == TERMINAL_DEFAULT and not palette.tokens.dark and scheme != "VGA":
            continue
        behind = own_ground if ground.ansi == TERMINAL_DEFAULT else table[ground.ansi]
        colour = own_text if text.ansi == TERMINAL_DEFAULT else table[text.ansi]
        if contrast(colour, behind) < (2.5 if ground.ansi == TERMINAL_DEFAULT else 3.9):
            low[name] = round(contrast(colour, behind), 2)
    assert low == {}


@EVERY
def test_a_colour_is_whole_and_has_one_pen(palette: Palette) -> None:
    """A value has a single index and a single one of the sixteen: once as text, once as ground."""
    found: tuple[dict[str, Colour], dict[str, Colour]] = ({}, {})
    for paint in palette.paints.values():
        for known, colour in zip(found, (paint.colour, paint.ground), strict=True):
            if colour is None:
                continue
            assert re.fullmatch("#[0-9a-f]{6}", colour.value)
            assert 16 <= colour.index <= 255
            assert TERMINAL_DEFAULT <= colour.ansi <= 15
            assert known.setdefault(colour.value, colour) == colour
    for value in found[0].keys() & found[1].keys():
        assert found[0][value].index == found[1][value].index


@EVERY
def test_no_two_chips_at_a_table_share_a_ground_in_sixteen_colours(palette: Palette) -> None:
    most = max(game.players[-1] for game in catalogue())
    grounds = [seat.block.ansi for seat in palette.tokens.seats[:most]]
    assert len(set(grounds)) == most


@EVERY
def test_blocks_use_eight_basic_colours_and_tints_the_terminal_background(palette: Palette) -> None:
    for name, paint in palette.paints.items():
        if name.startswith(("block.", "piece.")) or name in ("cursor", "cap", "stone", "plate"):
            assert paint.ground is not None
            assert 0 <= paint.ground.ansi <= 7
        if name.startswith(("tint.", "on.", "land.", "mid.")):
            assert paint.ground is not None
            assert paint.ground.ansi == TERMINAL_DEFAULT


@EVERY
@DEPTHS
def test_surface_levels_are_distinct_but_close(palette: Palette, depth: Depth) -> None:
    tokens = palette.tokens
    steps = [(tokens.page, tokens.surface), (tokens.surface, tokens.raised)]
    for one, other in [*steps, (tokens.surface, tokens.chequer)]:
        assert 2 <= distance(at(one, depth), at(other, depth)) <= 8
    assert distance(at(tokens.surface, depth), at(tokens.edge, depth)) >= 8


@EVERY
@pytest.mark.parametrize("kinds", KINDS.values(), ids=KINDS)
def test_cards_of_different_kinds_differ(palette: Palette, kinds: tuple[str, ...]) -> None:
    hues = palette.tokens.hues
    for one, other in combinations(kinds, 2):
        for tint, other_tint in product(hues[one].tints, hues[other].tints):
            assert distance(rgb(tint.value), rgb(other_tint.value)) >= 6
            assert tint.index != other_tint.index
        assert hues[one].text.index != hues[other].text.index
        if palette.name == "colour_blind":
            for vision in COLOUR_VISIONS:
                seen = [seen_with(vision, rgb(hues[kind].tints[0].value)) for kind in (one, other)]
                assert distance(*seen) >= 5


@EVERY
@pytest.mark.parametrize("name", HUES)
def test_similar_neighbours_differ_and_contrast_with_the_board(palette: Palette, name: str) -> None:
    tokens = palette.tokens
    tints = tokens.hues[name].tints
    near = name == ("black" if tokens.dark else "white")
    for one, other in combinations(tints, 2):
        assert distance(rgb(one.value), rgb(other.value)) >= (2 if name == "black" else 3.5)
        assert one.index != other.index
    for tint, ground in product(tints, (tokens.surface, tokens.chequer)):
        assert distance(rgb(tint.value), rgb(ground.value)) >= (3 if near else 4)
        assert tint.index != ground.index
    for tint, depth in product(tints, (Depth.TRUE, Depth.INDEXED)):
        assert distance(at(tint, depth), at(tokens.hues[name].block, depth)) >= 15


@EVERY
@DEPTHS
@pytest.mark.parametrize("lands", MAPS.values(), ids=MAPS)
def test_land_colours_differ(palette: Palette, depth: Depth, lands: tuple[str, ...]) -> None:
    tokens = palette.tokens
    for one, other in combinations(lands, 2):
        pair = [at(tokens.land[name], depth) for name in (one, other)]
        assert distance(*pair) >= 5, (one, other)
        if palette.name == "colour_blind" and depth is Depth.TRUE:
            for vision in COLOUR_VISIONS:
                seen = [seen_with(vision, colour) for colour in pair]
                assert distance(*seen) >= 4, (one, other, vision)
    for name in lands:
        assert distance(at(tokens.land[name], depth), at(tokens.lit, depth)) >= 5, name


@EVERY
@DEPTHS
def test_seat_colours_differ_from_each_other_and_the_cursor(palette: Palette, depth: Depth) -> None:
    tokens = palette.tokens
    seats = [at(seat.text, depth) for seat in tokens.seats[:SEATS]]
    cursor = at(tokens.cursor, depth)
    for one, other in combinations(seats, 2):
        assert distance(one, other) >= (20 if depth is Depth.TRUE else 15)
    for seat in seats:
        assert distance(seat, cursor) >= 15
    if palette.name == "colour_blind":
        for vision in COLOUR_VISIONS:
            seen = [seen_with(vision, seat) for seat in seats]
            assert min(distance(*pair) for pair in combinations(seen, 2)) >= 12
            assert min(distance(seat, seen_with(vision, cursor)) for seat in seen) >= 9
    assert len({seat.text.ansi for seat in tokens.seats[:SEATS]}) == SEATS


@EVERY
def test_every_palette_has_the_same_roles(palette: Palette) -> None:
    assert palette.paints.keys() == PALETTES["dark"].paints.keys()
    assert tuple(palette.tokens.hues) == HUES
    assert tuple(palette.tokens.land) == LAND
    assert len(palette.tokens.seats) == SEATS + 1


@pytest.mark.parametrize(
    ("one", "other", "known"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ],
)
def test_colour_distance_matches_published_values(one: RGB, other: RGB, known: float) -> None:
    assert delta(one, other) == pytest.approx(known, abs=1e-4)
