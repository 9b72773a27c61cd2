"""SGR sequences for styles, using the palette's own indices instead of rounded ones.

A pen is the parameter string of Select Graphic Rendition: `1;38;5;87`. Colours of the palette are
looked up by value, separately for texts and backgrounds. Only colours that the palette does not
have are left to Rich, which rounds them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from rich.color import Color, ColorSystem, ColorType
from rich.style import Style
from textual.strip import Strip

from styles.colour import TERMINAL_DEFAULT, Colour, Depth
from styles.palette import PALETTES, Palette

PenOfStyle: TypeAlias = Callable[[Style], str]

SYSTEMS: Final = {
    Depth.TRUE: ColorSystem.TRUECOLOR,
    Depth.INDEXED: ColorSystem.EIGHT_BIT,
    Depth.SIXTEEN: ColorSystem.STANDARD,
}

_BRIGHT: Final = 8
_ATTRIBUTES: Final = (("bold", "1"), ("italic", "3"), ("underline", "4"), ("reverse", "7"))


def depth_of(system: str | None, *, no_color: bool = False) -> Depth:
    """Return the colour depth for `system`, Rich's name of a colour system (true colour if it is
    None or unknown). With `no_color`, return the depth without colours."""
    if no_color:
        return Depth.NONE
    names = {"standard": Depth.SIXTEEN, "windows": Depth.SIXTEEN, "256": Depth.INDEXED}
    return names.get(system or "", Depth.TRUE)


class SgrStyles:
    """SGR parameters for the styles of a palette at one colour depth. Call the object with a style
    to get them."""

    def __init__(self, palette: Palette, depth: Depth) -> None:
        self.depth = depth
        self._texts = palette.text_colours
        self._grounds = palette.ground_colours
        self._known: dict[Style, str] = {}

    def __call__(self, style: Style) -> str:
        """Return the SGR parameters of a style."""
        pen = self._known.get(style)
        if pen is None:
            pen = self._known[style] = self._make_pen(style)
        return pen

    def is_palette_style(self, style: Style) -> bool:
        """Return whether the style uses only the palette's colours."""
        return _is_in(style.color, self._texts) and _is_in(style.bgcolor, self._grounds)

    def _make_pen(self, style: Style) -> str:
        if self.depth is Depth.NONE:
            return ";".join(code for name, code in _ATTRIBUTES if getattr(style, name))
        if not self.is_palette_style(style):
            return Strip.render_ansi(style, SYSTEMS[self.depth])
        text = self._texts[_value(style.color)] if style.color else None
        ground = self._grounds[_value(style.bgcolor)] if style.bgcolor else None
        sixteen = self.depth is Depth.SIXTEEN
        on_block = sixteen and ground is not None and ground.ansi != TERMINAL_DEFAULT
        codes = [
            code
            for name, code in _ATTRIBUTES
            if getattr(style, name) and not (on_block and name == "bold")
        ]
        codes += [_code(text, 30, self.depth)] if text else []
        codes += [_code(ground, 40, self.depth)] if ground else []
        return ";".join(filter(None, codes))


@lru_cache(maxsize=64)
def sgr_styles(palette: str, depth: Depth) -> SgrStyles:
    """Return the cached `SgrStyles` of the palette named `palette` at a colour `depth`."""
    return SgrStyles(PALETTES[palette], depth)


def _code(colour: Colour, base: int, depth: Depth) -> str:
    """Return the code that sets a colour as text (`base` 30) or background (`base` 40) at `depth`,
    or at the colour's own depth if the colour is a sample. At 16 colours, the code of the
    terminal's own colour is empty."""
    match colour.sample or depth:
        case Depth.TRUE:
            red, green, blue = bytes.fromhex(colour.value[1:])
            return f"{base + 8};2;{red};{green};{blue}"
        case Depth.INDEXED:
            return f"{base + 8};5;{colour.index}"
    return _code_of_sixteen(colour, base)


def _code_of_sixteen(colour: Colour, base: int) -> str:
    """Return the code of a colour among 16 for `base` 30 or 40; empty for the terminal's own
    colour. Bright colours have codes from `base` + 60 on, because the attribute bold would brighten
    only texts, and not on every terminal."""
    if colour.ansi == TERMINAL_DEFAULT:
        return ""
    if colour.ansi >= _BRIGHT:
        return str(base + 60 + colour.ansi - _BRIGHT)
    return str(base + colour.ansi)


def _is_in(colour: Color | None, known: Mapping[str, Colour]) -> bool:
    return colour is None or (colour.type is ColorType.TRUECOLOR and _value(colour) in known)


def _value(colour: Color | None) -> str:
    assert colour is not None
    assert colour.triplet is not None
    return colour.triplet.hex
