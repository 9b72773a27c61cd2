"""Reading of palettes, each from a TOML file in this folder."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from styles.colour import TERMINAL_DEFAULT, Colour
from styles.design_tokens import Hue, SeatColours, Tokens

PALETTE_NAMES: Final = ("dark", "light", "high_contrast", "colour_blind")
"""Names of the palettes, in the order in which they are offered."""


def read_tokens(name: str) -> Tokens:
    """Read the colours of a palette. Raises KeyError for a name that is not in `PALETTE_NAMES`."""
    if name not in PALETTE_NAMES:
        raise KeyError(name)
    data = tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text("utf-8"))
    seats = tuple(SeatColours(**_colours(seat)) for seat in data.pop("seats"))
    hues = {hue: Hue(**_colours(fields)) for hue, fields in data.pop("hues").items()}
    land = _colours(data.pop("land"))
    return Tokens(
        name=name, dark=data.pop("dark"), seats=seats, hues=hues, land=land, **_colours(data)
    )


def _colours(fields: Mapping[str, str | list[str]]) -> dict[str, Any]:
    """Parse each field as a colour, or a list as a tuple of colours."""
    return {
        key: _colour(value) if isinstance(value, str) else tuple(map(_colour, value))
        for key, value in fields.items()
    }


def _colour(written: str) -> Colour:
    value, index, *ansi = written.split()
    return Colour(value, int(index), int(ansi[0]) if ansi else TERMINAL_DEFAULT)
