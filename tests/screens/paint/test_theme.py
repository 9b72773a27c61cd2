"""Roles and glyphs: a role's meaning in every depth, every symbol one cell wide."""

import unicodedata

import pytest
from rich.cells import cell_len
from wcwidth import wcwidth

from screens.paint.theme import ASCII, GLYPHS, UNICODE, Glyph, theme
from styles.colour import Depth, Paint
from styles.palette import PALETTES, Palette

EVERY_PALETTE = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
EVERY_GLYPH = pytest.mark.parametrize("name", GLYPHS)

PICTURES = {*range(0x25AA, 0x25AC), 0x25B6, 0x25C0, *range(0x25FB, 0x25FF)}
"""Geometric shapes that some terminals draw as emoji, two cells wide."""


@EVERY_PALETTE
def test_every_palette_has_the_same_roles(palette: Palette) -> None:
    assert palette.paints.keys() == PALETTES["dark"].paints.keys()


@EVERY_PALETTE
def test_selectable_places_are_visible_without_colour(palette: Palette) -> None:
    bare = theme(palette.name, depth=Depth.NONE)
    plain = bare.paint("text").attributes
    for role in ("cursor", "cursor.away", "legal.text", "legal.tight", "flash"):
        painted = bare.paint(f"text {role}")
        assert painted.attributes > plain
        assert painted.colour is painted.ground is None
    assert bare.paint("cursor").attributes != bare.paint("cursor.away").attributes


def test_half_cell_uses_the_ground_of_a_role_as_its_colour() -> None:
    dark = theme("dark")
    assert dark.paint("upper.land.forest").colour == dark.paint("land.forest").ground
    assert dark.paint("upper.text").colour == dark.palette.background


@pytest.mark.parametrize(
    ("depth", "number", "ground"),
    [(Depth.TRUE, None, "#5d2328"), (Depth.INDEXED, 217, "color(88)"), (Depth.SIXTEEN, 9, None)],
)
def test_role_is_printed_in_the_available_colours(
    depth: Depth, number: int | None, ground: str | None
) -> None:
    style = theme("dark", depth=depth).printed("tint.red")
    assert style.color
    assert style.color.number == number
    assert (style.bgcolor and style.bgcolor.name) == ground


def test_role_is_parsed_word_by_word() -> None:
    dark = PALETTES["dark"]
    assert dark.paint("hue.red bold") == Paint(
        dark.paints["hue.red"].colour, None, frozenset({"bold"})
    )
    flashed = dark.paint("hue.red flash")
    assert flashed.ground == dark.paints["flash"].ground
    with pytest.raises(KeyError, match=r"no role is called hue\.rde; do you mean hue\.red"):
        dark.paint("hue.rde")
    with pytest.raises(KeyError, match=r"no role is called zzzz: styles/palette\.py lists them"):
        dark.paint("zzzz")
    with pytest.raises(ValueError, match="blinking"):
        Paint.of(None, "blinking")


def test_missing_symbol_is_named() -> None:
    with pytest.raises(KeyError, match=r"no sign is called lrod; do you mean lord"):
        UNICODE("lrod")
    with pytest.raises(KeyError, match=r"called zzzz: screens/paint/theme\.py lists them"):
        ASCII("zzzz")


def test_game_defines_its_own_roles() -> None:
    game = theme("dark").naming({"river": "hue.blue", "ford": "river bold"})
    assert game.style("ford") == theme("dark").style("hue.blue bold")
    assert game.style("ford underline").underline
    with pytest.raises(KeyError):
        theme("dark").style("river")


def test_style_has_the_colours_of_its_role() -> None:
    style = theme("light").style("hue.green reverse")
    assert style.color
    assert style.color.name == PALETTES["light"].tokens.hues["green"].text.value
    assert style.reverse
    assert style.bgcolor is None


@EVERY_GLYPH
def test_glyph_takes_one_cell(name: str) -> None:
    for glyphs in (UNICODE, ASCII):
        sign = glyphs(name)
        assert len(sign) == cell_len(sign) == wcwidth(sign) == 1
        assert unicodedata.east_asian_width(sign) not in "WF"
        assert ord(sign) not in PICTURES


@EVERY_GLYPH
def test_glyph_is_from_a_block_that_every_font_has(name: str) -> None:
    code = ord(UNICODE(name))
    blocks = [
        range(0x20, 0x7F),  # ASCII
        range(0xA1, 0x100),  # Latin-1
        range(0x391, 0x3CA),  # Greek letters
        range(0x2010, 0x203B),  # dashes, dots, angle quotes
        range(0x2190, 0x2194),  # the four arrows
        range(0x2200, 0x2270),  # arithmetic symbols
        range(0x2500, 0x2600),  # lines, blocks, geometric shapes
    ]
    assert any(code in block for block in blocks)


@EVERY_GLYPH
def test_plain_set_is_ascii(name: str) -> None:
    sign = ASCII(name)
    assert sign.isascii()
    assert sign.isprintable()


@pytest.mark.parametrize(("fine", "plain"), [("ab", "a"), ("", "a"), ("█", "█"), ("█", "")])
def test_invalid_glyph_is_refused(fine: str, plain: str) -> None:
    with pytest.raises(ValueError, match="regex"):
        Glyph(fine, plain)


def test_game_defines_its_own_glyphs() -> None:
    castle = Glyph("▟", "C")
    assert (UNICODE(castle), ASCII(castle)) == ("▟", "C")


def test_bars() -> None:
    assert UNICODE.bar(3, 6, 4) == "██░░"
    assert ASCII.bar(9, 6, 4) == "####"
    assert ASCII.bar(-1, 6, 4) == ASCII.bar(1, 0, 4) == "...."
