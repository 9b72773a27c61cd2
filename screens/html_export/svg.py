"""A canvas as a self-contained SVG image. The text of each run of cells is stretched to the width
of its cells, whatever the font."""

from __future__ import annotations

from html import escape
from typing import Final

from screens.paint.canvas import Canvas
from screens.paint.cells import width_of
from screens.paint.theme import Theme

CELL_WIDTH: Final = 9
"""Width of a cell in pixels."""

CELL_HEIGHT: Final = 18
"""Height of a cell in pixels."""

_FONT: Final = "DejaVu Sans Mono, Noto Sans Mono, Menlo, Consolas, monospace"


def picture(canvas: Canvas, theme: Theme, title: str) -> str:
    """Return a canvas as SVG, with a title for screen readers."""
    width, height = canvas.width * CELL_WIDTH, canvas.height * CELL_HEIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        f' font-family="{_FONT}" font-size="15">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="{theme.palette.background.value}"/>',
    ]
    for y in range(canvas.height):
        x = 0
        for run in canvas.runs(y):
            cells = width_of(run.text)
            lines += _run(theme, run.role, run.text, (x, y, cells))
            x += cells
    return "\n".join([*lines, "</svg>", ""])


def _run(theme: Theme, role: str, text: str, place: tuple[int, int, int]) -> list[str]:
    paint, (colour, ground) = theme.paint(role), theme.shown(role)
    column, row, cells = place
    x, y, wide = column * CELL_WIDTH, row * CELL_HEIGHT, cells * CELL_WIDTH
    elements = []
    if ground != theme.palette.background:
        elements.append(
            f'<rect x="{x}" y="{y}" width="{wide}" height="{CELL_HEIGHT}" fill="{ground.value}"'
            ' shape-rendering="crispEdges"/>'
        )
    if text.strip():
        weight = ' font-weight="700"' if "bold" in paint.attributes else ""
        line = ' text-decoration="underline"' if "underline" in paint.attributes else ""
        elements.append(
            f'<text x="{x}" y="{y + 14}" textLength="{wide}" lengthAdjust="spacingAndGlyphs"'
            f' xml:space="preserve" fill="{colour.value}"{weight}{line}>{escape(text)}</text>'
        )
    return elements
