"""What the choice under the pointer would do (preview), what would be lost by it first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.state import State
from engine.i18n.text import Text, words
from engine.match.preview import Preview
from screens.input_modes.choice_list import ChoiceList
from screens.paint.canvas import Canvas
from screens.paint.cells import clip, padded, wrap
from screens.table_view.scene import S, Scene, TablePainter

NOTHING: Final = words("Nothing else happens.")
NOT_YET: Final = words("You will see the outcome only after choosing.")
"""What is told of a choice of which there is nothing to tell."""


def losses(scene: Scene[S], painter: TablePainter[S]) -> list[str]:
    """What is lost by the choice under the pointer, and need not be."""
    choosing = scene.choosing
    assert choosing is not None
    lost, foresight = [*choosing.chooser.lost()], choosing.foresight()
    if foresight is not None:
        lost += painter.lost(scene, foresight)
    return [scene.say(line) for line in lost]


def preview_lines(scene: Scene[S], painter: TablePainter[S]) -> list[str]:
    """What else the choice under the pointer would do; none of something is not told, but of a
    choice from a list there is always a word."""
    choosing = scene.choosing
    assert choosing is not None
    chooser, foresight = choosing.chooser, choosing.foresight()
    choice = chooser.choice if isinstance(chooser, ChoiceList) else None
    told: list[Text] = [*chooser.chosen_so_far()]
    if choosing.refusal() is None:
        told += painter.preview(scene, choice, foresight)
    is_silent = not told and choice is not None and not painter.tells_in_rows(scene)
    if is_silent and foresight is not None:
        told = [NOT_YET if foresight.reveals else NOTHING]
    lost = losses(scene, painter)
    said = [scene.say(line) for line in told if line.number != 0]
    return [one for one in said if one not in lost]


def paint_preview(canvas: Canvas, scene: Scene[S], painter: TablePainter[S], top: int) -> bool:
    """What is foretold in the rows from `top` on; says whether there is more of it than fits."""
    lost = losses(scene, painter)
    return paint_sentences(
        canvas,
        [*lost, *preview_lines(scene, painter)],
        top,
        "right",
        "ghost",
        warned=" ".join(lost),
    )


def paint_sentences(
    canvas: Canvas, sentences: Sequence[str], top: int, sign: str, role: str, *, warned: str = ""
) -> bool:
    """Sentences one after another behind a sign, those at the beginning that warn in a colour of
    their own; says whether there is more than fits."""
    if not sentences:
        return False
    lines, cut = shortened(sentences, canvas.width - 5, canvas.height - top, canvas)
    left = len(warned.replace(" ", ""))
    for row, line in enumerate(lines):
        canvas.put(2, top + row, canvas.glyphs(sign) if row == 0 else " ", role)
        canvas.put(4, top + row, line, "text")
        end = 0
        while left and end < len(line):
            left -= line[end] != " "
            end += 1
        canvas.put(4, top + row, line[:end], "warn")
    return cut


def shortened(
    sentences: Sequence[str], width: int, rows: int, canvas: Canvas
) -> tuple[list[str], bool]:
    """Sentences one after another in so many rows, and whether there is more: then the last row
    ends in an ellipsis, with room for a key cap behind it."""
    lines = wrap(" ".join(sentences), width)
    if len(lines) <= rows:
        return lines, False
    if rows < 1:
        return [], bool(lines)
    ellipsis = canvas.glyphs("ellipsis")
    last = clip(f"{padded(lines[rows - 1], width)}{ellipsis}", width - 4, canvas.glyphs)
    return [*lines[: rows - 1], last], True


def confirmation(
    foresight: Preview[State], lost: Sequence[str], *, tells_setting: bool = False
) -> Text:
    """What is asked in the line of keys before a choice counts; the first time also which setting
    decides about it."""
    if lost and tells_setting:
        return words("Enter: confirm anyway (settings: Confirm)")
    if lost:
        return words("Enter: confirm anyway")
    if foresight.chance is not None:
        return words("This cannot be undone. Enter: confirm")
    if foresight.passes:
        return words("This ends your turn. Enter: confirm")
    return words("Enter: confirm")
