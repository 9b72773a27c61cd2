"""Pens: a terminal gets the palette's own index for every colour, never a rounded one."""

import pytest
from rich.style import Style

from screens.paint.theme import theme
from screens.renderer.sgr import SgrStyles, depth_of
from styles.colour import Depth
from styles.palette import PALETTES, Palette

EVERY = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)


@pytest.mark.parametrize(
    ("depth", "pen"),
    [
        (Depth.TRUE, "1;38;2;254;141;138;48;2;93;35;40"),
        (Depth.INDEXED, "1;38;5;217;48;5;88"),
        (Depth.SIXTEEN, "1;91"),
        (Depth.NONE, "1"),
    ],
)
def test_card_in_every_depth(depth: Depth, pen: str) -> None:
    assert SgrStyles(PALETTES["dark"], depth)(theme().style("tint.red bold")) == pen


def test_block_is_never_bold_in_sixteen_colours() -> None:
    pens = SgrStyles(PALETTES["dark"], Depth.SIXTEEN)
    assert pens(theme().style("block.red bold")) == "97;41"
    assert pens(theme().style("cursor bold underline")) == "4;30;46"
    assert pens(theme().style("seat.1 bold")) == "1;91"


def test_foreign_colour_is_rounded() -> None:
    style = Style(color="#123456", bold=True)
    pens = SgrStyles(PALETTES["dark"], Depth.INDEXED)
    assert not pens.is_palette_style(style)
    assert pens(style) == "1;38;5;23"


@EVERY
def test_every_role_is_known(palette: Palette) -> None:
    pens = SgrStyles(palette, Depth.INDEXED)
    seen = theme(palette.name)
    for role in (*palette.paints, *(f"upper.{one}" for one in palette.paints)):
        assert pens.is_palette_style(seen.style(role)), role


@EVERY
def test_colour_sample_keeps_its_own_depth(palette: Palette) -> None:
    tint = palette.tokens.hues["red"].tints[0]
    for depth in (Depth.TRUE, Depth.INDEXED, Depth.SIXTEEN):
        pens = SgrStyles(palette, depth)
        true, indexed = (
            pens(theme(palette.name).style(f"sample.{n}.red")) for n in ("true", "256")
        )
        assert f"48;5;{tint.index}" in indexed
        assert "48;2;" in true
        assert "5;" not in true.replace("48;2;", "").replace("38;2;", "")[:2]


@pytest.mark.parametrize(
    ("system", "depth"),
    [
        ("standard", Depth.SIXTEEN),
        ("256", Depth.INDEXED),
        ("truecolor", Depth.TRUE),
        (None, Depth.TRUE),
    ],
)
def test_rich_colour_systems_map_to_depths(system: str | None, depth: Depth) -> None:
    assert depth_of(system) is depth
    assert depth_of(system, no_color=True) is Depth.NONE
