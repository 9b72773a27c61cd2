"""Rows below the choices in the decision panel: preview, turn summary and coach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve, frozen

from engine.i18n.text import Text, words
from screens.paint.canvas import Canvas
from screens.paint.cells import clip, width_of, wrap
from screens.table_view.news import Summary
from screens.table_view.notice_card import CardLine
from screens.table_view.preview_text import paint_preview, preview_parts
from screens.table_view.scene import S, Scene, TablePainter

MARGIN: Final = 5
"""Number of columns that texts in the panel leave free, on both sides together."""

CAP_WIDTH: Final = 4
"""Number of columns that the key cap of the full text takes in the last row."""

ASIDE_GLYPHS: Final = (
    ("left", words("what has happened since your last turn (shown until you press a key)")),
    ("right", words("what the choice under the cursor would do")),
    ("bullet", words("what the coach says")),
)
"""Names of the glyphs before the rows of the panel, with the meanings of the glyphs."""


@frozen
class Asides:
    """Texts of the panel other than the decision: the turn summary and the coach."""

    summary: Summary | None = None
    coach: str = ""
    summary_yields: bool = False
    """Whether no row is reserved for the summary. It then gets only rows that are left after the
    preview and the row reserved for the coach."""
    coach_yields: bool = False
    """Whether the coach gets only rows that the preview and the summary leave free."""


NO_ASIDES: Final = Asides()


def aside_symbols(scene: Scene[S]) -> Sequence[tuple[str, Text]]:
    """Return the symbols before the rows of the panel, with their meanings, for the help."""
    return [(scene.theme.glyphs(glyph), meaning) for glyph, meaning in ASIDE_GLYPHS]


def paint_below(
    canvas: Canvas,
    scene: Scene[S],
    painter: TablePainter[S],
    top: int,
    bottom: int,
    asides: Asides,
) -> bool:
    """Paint the preview, the summary and the coach in the rows from `top` to `bottom` (exclusive).
    The preview is directly below the choices, and the others are at the bottom. Return whether
    something does not fit.

    Each of them gets one row before any gets two, unless it yields to others (see `Asides`). The
    remaining rows go to the preview first, then to the summary, then to the coach.
    """
    width = canvas.width - MARGIN
    summary_rows = [] if asides.summary is None else _rows(asides.summary.lines, width - CAP_WIDTH)
    advice = wrap(asides.coach, width - CAP_WIDTH) if asides.coach else []
    lost, effects = preview_parts(scene, painter)
    if not summary_rows and not advice:
        return paint_preview(canvas, lost, effects, top, bottom)
    preview = [*lost, *effects]
    needed = [len(wrap(" ".join(preview), width)) if preview else 0, len(summary_rows), len(advice)]
    preview_height, summary_height, coach_height = divide_rows(
        bottom - top,
        needed,
        summary_yields=asides.summary_yields,
        coach_yields=asides.coach_yields,
    )
    end = bottom - coach_height
    _paint_rows(canvas, summary_rows, end - summary_height, summary_height)
    coach = [CardLine(line, "good") for line in advice]
    _paint_rows(canvas, coach, end, coach_height, "bullet")
    cut = paint_preview(canvas, lost, effects, top, top + preview_height)
    return cut or summary_height < len(summary_rows) or coach_height < len(advice)


def divide_rows(
    rows: int, needed: Sequence[int], *, summary_yields: bool = False, coach_yields: bool = False
) -> list[int]:
    """Divide `rows` among preview, summary and coach, and return the rows of each in this order.
    `needed` has the rows that each of them needs.

    Each first gets one row, in the order summary, preview, coach, except the summary if
    `summary_yields` and the coach if `coach_yields`. The remaining rows go to preview, summary and
    coach, in this order.
    """
    divided = [0, 0, 0]
    summary, coach = 0 if summary_yields else 1, 0 if coach_yields else 1
    for index, max_rows in ((1, summary), (0, 1), (2, coach), (0, rows), (1, rows), (2, rows)):
        more = min(rows - sum(divided), min(max_rows, needed[index]) - divided[index])
        divided[index] += max(0, more)
    return divided


def _rows(lines: Sequence[CardLine], width: int) -> list[CardLine]:
    """Wrap lines into rows. Continuation rows have blanks in place of the name."""
    rows: list[CardLine] = []
    for line in lines:
        indent = width_of(line.name) + 1 if line.name else 0
        first, *rest = wrap(line.text, width - indent)
        rows.append(evolve(line, text=first))
        rows += [
            evolve(line, name=" " * (indent - 1) if indent else "", text=continuation)
            for continuation in rest
        ]
    return rows


def _paint_rows(
    canvas: Canvas, rows: Sequence[CardLine], top: int, height: int, sign: str = "left"
) -> None:
    """Paint the rows that fit into `height` rows from row `top` on, with the glyph `sign` before
    the first one. If not all fit, the last one also holds as much as possible of those that
    follow."""
    for y, row in enumerate(rows[:height], top):
        if y == top:
            canvas.put(2, y, canvas.glyphs(sign), "good" if sign == "bullet" else "ghost")
        x = canvas.put(4, y, row.name, row.name_role) + 1 if row.name else 4
        text, room = row.text, canvas.width - 1 - CAP_WIDTH - x
        if y == top + height - 1 and height < len(rows):
            rest = " ".join(
                f"{row_below.name} {row_below.text}".strip() for row_below in rows[height:]
            )
            text = clip(f"{text} {rest}", room, canvas.glyphs)
        canvas.put(x, y, text, row.role)


def summary_lines(summary: Summary | None) -> list[tuple[str, str]]:
    """Return all lines of a summary, unwrapped and with their names, each with its role. Empty if
    there is no summary."""
    if summary is None:
        return []
    return [(f"{line.name} {line.text}".strip(), line.role) for line in summary.lines]
