"""Palettes and glyphs: everything legible in sixteen colours, every sign one cell wide."""

import unicodedata

import pytest
from rich._palettes import STANDARD_PALETTE
from rich.cells import cell_len
from rich.color import Color, ColorSystem
from wcwidth import wcwidth

from screens.look import ASCII, GLYPHS, UNICODE, Glyph, look
from styles.palette import ANSI, COLOUR_BLIND, HUES, PALETTES, SEATS, Colour, Paint, Palette

EVERY_PALETTE = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
EVERY_GLYPH = pytest.mark.parametrize("name", GLYPHS)

READABLE = 4.5
"""The least contrast of text, after the Web Content Accessibility Guidelines."""
READABLE_IN_SIXTEEN = 2.5
"""The darkest pairs of the sixteen colours that we use; real terminals show them lighter."""

PICTURES = {*range(0x25AA, 0x25AC), 0x25B6, 0x25C0, *range(0x25FB, 0x25FF)}
"""Geometric shapes that some terminals draw as pictures, two cells wide."""


def luminance(value: str) -> float:
    channels = [part / 255 for part in Color.parse(value).get_truecolor()]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def pairs(palette: Palette) -> dict[str, tuple[Colour, Colour]]:
    """The text colour and the background of every role that names one."""
    return {
        role: (paint.colour, paint.ground or palette.background)
        for role, paint in palette.paints.items()
        if paint.colour
    }


def in_system(colour: Colour, system: ColorSystem) -> int | None:
    return Color.parse(colour.value).downgrade(system).number


@EVERY_PALETTE
def test_every_role_can_be_read(palette: Palette) -> None:
    faint = {role for role, pair in pairs(palette).items() if contrast(*_values(pair)) < READABLE}
    assert faint == set()


@EVERY_PALETTE
def test_every_role_can_be_read_in_sixteen_colours(palette: Palette) -> None:
    faint = {
        role
        for role, pair in pairs(palette.coarse()).items()
        if contrast(*_values(pair)) < READABLE_IN_SIXTEEN
    }
    assert faint == set()


def _values(pair: tuple[Colour, Colour]) -> tuple[str, str]:
    return pair[0].value, pair[1].value


@EVERY_PALETTE
@pytest.mark.parametrize("system", [ColorSystem.STANDARD, ColorSystem.EIGHT_BIT])
@pytest.mark.parametrize("coarse", [False, True])
def test_text_never_falls_together_with_its_background(
    palette: Palette, system: ColorSystem, coarse: bool
) -> None:
    chosen = palette.coarse() if coarse else palette
    lost = {
        role
        for role, (text, ground) in pairs(chosen).items()
        if in_system(text, system) == in_system(ground, system)
    }
    assert lost == set()


def test_the_sixteen_colours_are_those_that_rich_reckons_with() -> None:
    for number, value in enumerate(ANSI):
        assert tuple(Color.parse(value).get_truecolor()) == STANDARD_PALETTE[number]
        assert in_system(Colour(value, number), ColorSystem.STANDARD) == number


@EVERY_PALETTE
def test_seats_differ_in_every_number_of_colours(palette: Palette) -> None:
    seats = [palette.paints[f"seat.{number}"].colour for number in range(SEATS)]
    assert len({seat.ansi for seat in seats if seat}) == SEATS
    assert len({in_system(seat, ColorSystem.EIGHT_BIT) for seat in seats if seat}) == SEATS


@EVERY_PALETTE
def test_hues_differ_in_256_colours(palette: Palette) -> None:
    hues = [palette.paints[f"hue.{name}"].colour for name in HUES]
    assert len({in_system(hue, ColorSystem.EIGHT_BIT) for hue in hues if hue}) == len(HUES)


@EVERY_PALETTE
def test_every_palette_knows_the_same_roles(palette: Palette) -> None:
    assert palette.paints.keys() == PALETTES["dark"].paints.keys()


def test_good_and_bad_differ_for_every_colour_vision() -> None:
    good, bad = (COLOUR_BLIND.paint(role).colour for role in ("good", "bad"))
    assert good
    assert bad
    good_parts, bad_parts = (Color.parse(c.value).get_truecolor() for c in (good, bad))
    assert good_parts.blue - bad_parts.blue > 128


@EVERY_PALETTE
def test_what_can_be_chosen_shows_without_any_colour(palette: Palette) -> None:
    plain = palette.paint("text").attributes
    for role in ("cursor", "cursor.away", "legal.text", "legal.tight", "flash"):
        assert palette.paint(f"text {role}").attributes > plain
    assert palette.paint("cursor").attributes != palette.paint("cursor.away").attributes


def test_a_role_is_read_word_by_word() -> None:
    dark = PALETTES["dark"]
    assert dark.paint("hue.red bold") == Paint(
        dark.paints["hue.red"].colour, None, frozenset({"bold"})
    )
    flashed = dark.paint("hue.red flash")
    assert flashed.ground == dark.paints["flash"].ground
    with pytest.raises(KeyError):
        dark.paint("hue.rde")
    with pytest.raises(ValueError, match="blinking"):
        Paint.of(None, "blinking")


def test_a_game_names_roles_of_its_own() -> None:
    game = look("dark").naming({"river": "hue.blue", "ford": "river bold"})
    assert game.style("ford") == look("dark").style("hue.blue bold")
    assert game.style("ford underline").underline
    with pytest.raises(KeyError):
        look("dark").style("river")


def test_a_style_has_the_colours_of_its_role() -> None:
    style = look("light").style("hue.green reverse")
    assert style.color
    assert style.color.name == "#007000"
    assert style.reverse
    assert style.bgcolor is None
    assert look("dark", coarse=True).style("legal").color == Color.parse("#55ffff")


@EVERY_GLYPH
def test_a_glyph_takes_one_cell(name: str) -> None:
    for glyphs in (UNICODE, ASCII):
        sign = glyphs(name)
        assert len(sign) == cell_len(sign) == wcwidth(sign) == 1
        assert unicodedata.east_asian_width(sign) not in "WF"
        assert ord(sign) not in PICTURES


@EVERY_GLYPH
def test_a_glyph_comes_from_a_block_that_every_font_has(name: str) -> None:
    code = ord(UNICODE(name))
    blocks = [
        range(0x20, 0x7F),  # ASCII
        range(0xA1, 0x100),  # Latin-1
        range(0x2010, 0x203B),  # dashes, dots, angle quotes
        range(0x2190, 0x2194),  # the four arrows
        range(0x2200, 0x2270),  # signs of arithmetic
        range(0x2500, 0x2600),  # lines, blocks, geometric shapes
    ]
    assert any(code in block for block in blocks)


@EVERY_GLYPH
def test_the_plain_set_is_ascii(name: str) -> None:
    sign = ASCII(name)
    assert sign.isascii()
    assert sign.isprintable()


@pytest.mark.parametrize(("fine", "plain"), [("ab", "a"), ("", "a"), ("█", "█"), ("█", "")])
def test_a_glyph_that_is_no_sign_is_refused(fine: str, plain: str) -> None:
    with pytest.raises(ValueError, match="regex"):
        Glyph(fine, plain)


def test_a_game_brings_glyphs_of_its_own() -> None:
    castle = Glyph("▟", "C")
    assert (UNICODE(castle), ASCII(castle)) == ("▟", "C")


def test_bars() -> None:
    assert UNICODE.bar(3, 6, 4) == "██░░"
    assert ASCII.bar(9, 6, 4) == "####"
    assert ASCII.bar(-1, 6, 4) == ASCII.bar(1, 0, 4) == "...."
