"""Perception of colours: contrast after the Web Content Accessibility Guidelines, distance after
CIEDE2000, and colour-vision deficiencies (Machado and others, 2009)."""

from __future__ import annotations

import math
from typing import Final

RGB = tuple[float, float, float]

CUBE: Final = (0, 95, 135, 175, 215, 255)

COLOUR_VISIONS: Final = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Transformations of red, green and blue light for people who lack one kind of cones."""


def rgb(value: str) -> RGB:
    """Return the components of `#rrggbb`, from 0 to 255."""
    return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)


def of_index(index: int) -> RGB:
    """Return the colour of an index from 16 on, as nearly every terminal shows it."""
    if index >= 232:
        grey = 8 + 10 * (index - 232)
        return grey, grey, grey
    red, rest = divmod(index - 16, 36)
    green, blue = divmod(rest, 6)
    return CUBE[red], CUBE[green], CUBE[blue]


def _light(colour: RGB) -> RGB:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (one / 255 for one in colour)
    )
    return red, green, blue


def luminance(colour: RGB) -> float:
    """Return the luminance of a colour, from 0 to 1."""
    red, green, blue = _light(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    """Return the contrast, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def seen_with(vision: str, colour: RGB) -> RGB:
    """Return the colour as a person with one of `COLOUR_VISIONS` sees it."""
    light = _light(colour)
    parts = []
    for row in COLOUR_VISIONS[vision]:
        part = min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True))))
        parts.append(
            255 * (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055)
        )
    red, green, blue = parts
    return red, green, blue


def lab(colour: RGB) -> RGB:
    """Return lightness, red against green, yellow against blue, in daylight."""
    red, green, blue = _light(colour)
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (
        v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: RGB, other: RGB) -> float:
    """Return the visible distance of two colours: below 2 hardly, from 10 on at a glance."""
    return delta(lab(one), lab(other))


def delta(one: RGB, other: RGB) -> float:
    """Return the CIEDE2000 distance of two colours given as `lab`."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    grey = c1 * c2 == 0
    turn = 0.0 if grey else (h2 - h1 + 180) % 360 - 180
    hue = h1 + h2 if grey else (h1 + turn / 2) % 360
    dl, dc = l2 - l1, c2 - c1
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.20 * math.cos(math.radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (lightness - 50) ** 2 / math.sqrt(20 + (lightness - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    bend = 60 * math.exp(-(((hue - 275) / 25) ** 2))
    rt = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(math.radians(bend))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh))
