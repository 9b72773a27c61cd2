"""Pass screen, shown between two players who share a keyboard."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from engine.i18n.text import Seat, Text, words
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import centred, clip, width_of, wrap_within
from screens.paint.too_small import MIN_WIDTH
from screens.table_view.panels import paint_header
from screens.table_view.scene import S, Scene, TablePainter

NAME_BLOCK_SIZE: Final = (52, 7)
"""Columns and rows of the block with the name on the pass screen."""


@frozen
class PrivateResult:
    """Translated text about a result of chance that only the player of `seat` may read."""

    seat: int
    text: str


def paint_pass_screen(
    scene: Scene[S],
    painter: TablePainter[S],
    seat: int,
    size: tuple[int, int],
    message: str = "",
    private_result: PrivateResult | None = None,
) -> Canvas:
    """Paint the pass screen in the columns and rows of `size`, with the public header unless the
    screen is too narrow.

    If `private_result` is given, paint it for the previous player, with instructions to hide it and
    pass the keyboard. Otherwise paint the name of the next player `seat` on a block in the player's
    colour, instructions, the option to answer openly if the decision allows it, and `message`.
    """
    width, height = size
    canvas = Canvas(width, height, scene.theme.glyphs)
    if width >= MIN_WIDTH:
        canvas.blit(paint_header(scene, painter, width), 0, 0)
    if private_result is None:
        _paint_request(canvas, scene, seat, message)
    else:
        _paint_private_result(canvas, scene, private_result, seat)
    return canvas


def _paint_private_result(
    canvas: Canvas, scene: Scene[S], result: PrivateResult, next_seat: int
) -> None:
    title = words("Only {seat} may read this", seat=Seat(result.seat))
    top = _paint_name(canvas, scene, result.seat, title) + 1
    room = canvas.height - top - 2
    rows = wrap_within(result.text, canvas.width - 4, room, canvas.glyphs)
    for y, row in enumerate(rows, top):
        canvas.put_centred(0, y, canvas.width, row, "text")
    hide = words("Press Space to hide this. Then pass to {seat}.", seat=Seat(next_seat))
    row = clip(scene.translate(hide), canvas.width, canvas.glyphs)
    canvas.put_centred(0, top + len(rows) + 1, canvas.width, row, "strong")


def _paint_request(canvas: Canvas, scene: Scene[S], seat: int, message: str) -> None:
    """Paint the request to pass the keyboard to `seat`, the option to answer openly, and
    `message`."""
    width, height = canvas.width, canvas.height
    y = _paint_name(canvas, scene, seat, words("Pass to {seat}", seat=Seat(seat))) + 1
    below = (
        (words("Then press Space, or click on the name."), "text"),
        (
            words(
                "Keys pressed too early are ignored. {key}: menu",
                key=scene.key_name_of("play.leave"),
            ),
            "dim",
        ),
    )
    for sentence, role in below:
        canvas.put_centred(0, y, width, clip(scene.translate(sentence), width, canvas.glyphs), role)
        y += 1
    y += 1
    if y < height and _can_answer_openly(scene, seat):
        _paint_open_answer(canvas, scene, y)
        y += 2
    for row, part in enumerate(wrap_within(message, width - 4, height - y, canvas.glyphs), y):
        canvas.put(2, row, part, "warn")


def _paint_name(canvas: Canvas, scene: Scene[S], seat: int, title: Text) -> int:
    """Paint a block with `title` in the colour of `seat`. A click on it does the same as Space.
    Return the row below it."""
    width, rows = min(canvas.width, NAME_BLOCK_SIZE[0]), NAME_BLOCK_SIZE[1]
    box = Rect((canvas.width - width) // 2, max(1, canvas.height // 2 - 5), width, rows)
    lines = {
        2: title,
        4: words("Everyone else, please look away."),
    }
    for row in range(rows):
        text = clip(scene.translate(lines[row]), width, canvas.glyphs) if row in lines else ""
        canvas.put(box.x, box.y + row, centred(text, width), f"piece.{seat}", ground="")
    canvas.spot((buttons.PASS_SCREEN, seat), box)
    return box.bottom


def _can_answer_openly(scene: Scene[S], seat: int) -> bool:
    """Return whether the player of `seat` can agree to answer the pending decision openly, without
    the pass screen."""
    return any(
        pending.seat == seat and pending.decision.pick_for_open_answers is not None
        for pending in scene.pending
    )


def _paint_open_answer(canvas: Canvas, scene: Scene[S], y: int) -> None:
    """Paint the option to answer openly as a clickable line in row `y`."""
    option = scene.translate(words("a: answer openly from now on, without passing the keyboard"))
    option = clip(option, canvas.width, canvas.glyphs)
    canvas.put_centred(0, y, canvas.width, option, "strong")
    width = width_of(option)
    canvas.spot((buttons.ANSWER_OPENLY,), Rect((canvas.width - width) // 2, y, width, 1))
