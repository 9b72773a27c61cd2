"""Graph of the chances of winning, with the costly moves marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.core.state import State
from engine.i18n.text import words
from engine.search.review import Review, ReviewedMove, percent
from engine.search.win_chances import knows_little
from screens.paint.canvas import Canvas, Rect
from screens.paint.curves import curves
from screens.table_view.player_labels import PlayerLabels
from screens.table_view.scene import Scene

CURVE_STEPS: Final = 1000
"""Resolution of the curves: number of steps into which they divide a chance of 1."""

LETTER_DISTANCE: Final = 6
"""Number of columns from a letter on one curve to the letter on the next."""


def paint_chances(
    canvas: Canvas, box: Rect, scene: Scene[State], review: Review, last: int
) -> None:
    """Paint a curve per seat across the whole box, which stands for a match of `last` events, with
    the seat's letter on the curve at intervals. If the halves of a cell cannot differ
    (`Theme.halves`), paint letters only. Chances that mean little yet are grey. A review without
    points is not painted."""
    if not review.points:
        return
    lines = [_resampled(review, seat, box.width, last) for seat in range(scene.view.seats)]
    width = box.width
    if scene.theme.halves:
        drawn = curves(lines, width, box.height, 0, CURVE_STEPS)
        for (column, row), (char, seat) in drawn.cells.items():
            role = "faint" if _knows_little(scene, box, column) else f"seat.{seat}"
            canvas.put(box.x + column, box.y + row, char, role)
        letters = PlayerLabels.of(scene).letters
        for number, column in enumerate(range(LETTER_DISTANCE // 2, width, LETTER_DISTANCE)):
            seat = number % len(lines)
            role = "faint" if _knows_little(scene, box, column) else f"seat.{seat} bold"
            canvas.put(box.x + column, box.y + drawn.rows[seat][column], letters[seat], role)
    else:
        _paint_letters(canvas, box, scene, lines, width)


def _resampled(review: Review, seat: int, width: int, last: int) -> list[int]:
    """Return a seat's chance, multiplied by `CURVE_STEPS`, for each of `width` columns, which stand
    for a match of `last` events."""
    counts = (column * last / max(1, width - 1) for column in range(width))
    return [round(CURVE_STEPS * review.chances_at(count)[seat]) for count in counts]


def _knows_little(scene: Scene[State], box: Rect, column: int) -> bool:
    return knows_little(scene.game, scene.view.seats, column / max(1, box.width))


def _paint_letters(
    canvas: Canvas, box: Rect, scene: Scene[State], lines: Sequence[Sequence[int]], width: int
) -> None:
    letters = PlayerLabels.of(scene).letters
    for row in range(box.height):
        canvas.put(box.x, box.y + row, canvas.glyphs("dot") * box.width, "faint")
    for column in range(width):
        for seat, values in enumerate(lines):
            value = values[round(column * (len(values) - 1) / max(1, width - 1))]
            row = box.y + round((CURVE_STEPS - value) * (box.height - 1) / CURVE_STEPS)
            role = "faint" if _knows_little(scene, box, column) else f"seat.{seat} bold"
            canvas.put(box.x + column, row, letters[seat], role)


def paint_current_chances(
    canvas: Canvas, box: Rect, scene: Scene[State], review: Review, count: int, last: int
) -> None:
    """Paint each seat's chance after `count` of `last` events, in one column if there is room, or
    else in several. Chances that mean little yet are grey, and chances that an unfinished review
    has not reached are left out."""
    letters = PlayerLabels.of(scene).letters
    seats = range(scene.view.seats)
    reached = review.points and (review.whole or count <= review.points[-1].count)
    reached_chances = review.chances_at(count) if reached else ()
    texts = [scene.translate(words("{n}%", n=percent(chance))) for chance in reached_chances]
    chances = texts or [""] * len(seats)
    little = knows_little(scene.game, len(seats), count / max(1, last))
    columns = -(-len(seats) // box.height)
    room = box.width // columns
    for seat in seats:
        column, row = divmod(seat, box.height)
        x = canvas.put(box.x + column * room, box.y + row, f"{letters[seat]} ", f"seat.{seat} bold")
        role = "dim" if little else f"seat.{seat}"
        canvas.put_clipped(x, box.y + row, room - 2, chances[seat], role)


def paint_costly_moves(canvas: Canvas, row: Rect, moves: Iterable[ReviewedMove], last: int) -> None:
    """Paint a mark for each costly move, in the colour of the player who made it, in a row that
    stands for a match of `last` events."""
    for move in moves:
        column = round(move.count * (row.width - 1) / max(1, last))
        canvas.put(row.x + column, row.y, canvas.glyphs("event"), f"seat.{move.seat} bold")
