"""Pass screen, shown between two players who share a keyboard."""

from __future__ import annotations

from typing import Final

from engine.i18n.text import Seat, words
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import centred, clip, width_of, wrap_within
from screens.paint.too_small import MIN_WIDTH
from screens.table_view.panels import paint_header
from screens.table_view.scene import S, Scene, TablePainter

CURTAIN_BLOCK: Final = (52, 7)
"""Columns and rows of the block with the name on the pass screen."""


def paint_pass_screen(
    scene: Scene[S],
    painter: TablePainter[S],
    seat: int,
    width: int,
    height: int,
    news: str = "",
) -> Canvas:
    """Paint the pass screen: the public header, the name of the next player on a block in the
    player's colour, the option to answer openly, and the last error."""
    canvas = Canvas(width, height, scene.theme.glyphs)
    if width >= MIN_WIDTH:
        canvas.blit(paint_header(scene, painter, width), 0, 0)
    room, rows = min(width, CURTAIN_BLOCK[0]), CURTAIN_BLOCK[1]
    box = Rect((width - room) // 2, max(1, height // 2 - 5), room, rows)
    block = f"piece.{seat}"
    lines_of_block = {
        2: words("Pass to {seat}", seat=Seat(seat)),
        4: words("Everyone else, please look away."),
    }
    for row in range(rows):
        text = (
            clip(scene.translate(lines_of_block[row]), room, canvas.glyphs)
            if row in lines_of_block
            else ""
        )
        canvas.put(box.x, box.y + row, centred(text, room), block, ground="")
    canvas.spot((buttons.PASS_SCREEN, seat), box)
    below = (
        (words("Then press Space, or click on the name."), "text"),
        (
            words(
                "Keys pressed too early are ignored. {key}: menu", key=scene.key_to("play.leave")
            ),
            "dim",
        ),
    )
    for y, (sentence, role) in enumerate(below, box.bottom + 1):
        canvas.put_centred(0, y, width, clip(scene.translate(sentence), width, canvas.glyphs), role)
    last = box.bottom + 2 + len(below)
    can_speak = any(
        pending.seat == seat and pending.decision.pick_for_open_answers is not None
        for pending in scene.pending
    )
    if can_speak and last < height:
        option = scene.translate(
            words("a: answer openly from now on, without passing the keyboard")
        )
        option = clip(option, width, canvas.glyphs)
        canvas.put_centred(0, last, width, option, "strong")
        canvas.spot(
            (buttons.ANSWER_OPENLY,),
            Rect((width - width_of(option)) // 2, last, width_of(option), 1),
        )
        last += 2
    lines = wrap_within(news, width - 4, height - last, canvas.glyphs)
    for row, part in enumerate(lines):
        canvas.put(2, last + row, part, "warn")
    return canvas
