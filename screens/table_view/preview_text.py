"""Preview of the choice under the cursor, preceded by its avoidable losses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.state import State
from engine.core.step import Place
from engine.i18n.text import Text, names_and_seats_in, places_in, words
from engine.match.preview import Preview
from screens.input_modes.choice_list import ChoiceList
from screens.paint.canvas import Canvas
from screens.paint.cells import clip, padded, wrap
from screens.table_view.scene import S, Scene, TablePainter

NO_EFFECT: Final = words("Nothing else will happen.")
"""Text for a choice without effects."""

NOT_YET: Final = words("You will see the outcome only after choosing.")
"""Text for a choice whose outcome is revealed later."""


def losses(scene: Scene[S], painter: TablePainter[S]) -> list[str]:
    """Return the avoidable losses of the choice under the cursor."""
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    lost, pick_preview = [*partial_pick.input_mode.avoidable_losses()], partial_pick.preview()
    if pick_preview is not None:
        lost += painter.avoidable_losses(scene, pick_preview)
    return [scene.translate(line) for line in lost]


def preview_lines(scene: Scene[S], painter: TablePainter[S]) -> list[str]:
    """Return texts about the current choice and its effects, without losses and without effects of
    zero. If a choice from a list has no effects, return a text that says so, or that the outcome is
    revealed later, unless there is no preview or the rows of the choices show the effects."""
    return preview_parts(scene, painter)[1]


def preview_parts(scene: Scene[S], painter: TablePainter[S]) -> tuple[list[str], list[str]]:
    """Return the losses of the choice under the cursor, and its other effects (`preview_lines`)."""
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    input_mode, pick_preview = partial_pick.input_mode, partial_pick.preview()
    choice = input_mode.choice if isinstance(input_mode, ChoiceList) else None
    texts = _texts(scene, painter)
    is_silent = not texts and choice is not None and not painter.rows_show_effects(scene)
    if is_silent and pick_preview is not None:
        texts = [NOT_YET if pick_preview.reveals else NO_EFFECT]
    lost = losses(scene, painter)
    lines = [scene.translate(line) for line in texts if line.number != 0]
    return lost, [line for line in lines if line not in lost]


def _texts(scene: Scene[S], painter: TablePainter[S]) -> list[Text]:
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    input_mode = partial_pick.input_mode
    choice = input_mode.choice if isinstance(input_mode, ChoiceList) else None
    texts: list[Text] = [*input_mode.chosen_so_far()]
    if partial_pick.refusal() is not None:
        return texts
    effects = list(painter.preview(scene, choice, partial_pick.preview()))
    if texts and effects and _begins_with(effects[0], texts[-1]):
        texts.pop()
    return texts + effects


def _begins_with(effect: Text, chosen: Text) -> bool:
    """Return whether `effect` begins with `chosen`, with a colon in place of the full stop."""
    return effect.plain().startswith(f"{chosen.plain().removesuffix('.')}:")


def mentioned_places(scene: Scene[S], painter: TablePainter[S]) -> tuple[Place, ...]:
    """Return the places of the board that the preview names, apart from the place of the choice
    itself."""
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    input_mode = partial_pick.input_mode
    own = input_mode.choice.place if isinstance(input_mode, ChoiceList) else None
    places: list[Place] = []
    for text in _texts(scene, painter):
        places += places_in(text)
        for named, seat in names_and_seats_in(text, partial_pick.seat):
            places += painter.places_of(scene.view, named, seat)
    return tuple(dict.fromkeys(place for place in places if place != own))


def paint_preview(
    canvas: Canvas, lost: Sequence[str], effects: Sequence[str], top: int, bottom: int
) -> bool:
    """Paint losses and other effects in the rows from `top` to `bottom`. Return whether something
    does not fit."""
    warned = " ".join(lost)
    return paint_sentences(canvas, [*lost, *effects], top, "ghost", warned=warned, bottom=bottom)


def paint_sentences(
    canvas: Canvas,
    sentences: Sequence[str],
    top: int,
    role: str,
    *,
    warned: str = "",
    bottom: int | None = None,
) -> bool:
    """Paint sentences one after another in the rows from `top` to `bottom` (default: to the end of
    the canvas), following an arrow in the style role `role`. The text `warned` at their beginning
    is in the warning colour. Return whether something does not fit."""
    if not sentences:
        return False
    rows = (canvas.height if bottom is None else bottom) - top
    lines, cut = shortened(sentences, canvas.width - 5, rows, canvas)
    warned_left = len(warned.replace(" ", ""))  # type: ignore[text-width]
    for row, line in enumerate(lines):
        canvas.put(2, top + row, canvas.glyphs("right") if row == 0 else " ", role)
        canvas.put(4, top + row, line, "text")
        end = 0
        while warned_left and end < len(line):  # type: ignore[text-width]
            warned_left -= line[end] != " "
            end += 1
        canvas.put(4, top + row, line[:end], "warn")
    return cut


def shortened(
    sentences: Sequence[str], width: int, rows: int, canvas: Canvas, *, apart: bool = False
) -> tuple[list[str], bool]:
    """Wrap sentences into at most `rows` rows of `width` cells. Return the rows, and whether text
    is missing. The row in which text is missing ends in an ellipsis and has room for a key cap.
    With `apart`, the first sentence has rows of its own, and is cut before the others are."""
    lines = wrap(" ".join(sentences), width)
    if apart and len(sentences) > 1:
        below = sum(len(wrap(sentence, width)) for sentence in sentences[1:])
        first, cut = shortened(sentences[:1], width, max(1, rows - below), canvas)
        rest, rest_cut = shortened([" ".join(sentences[1:])], width, rows - len(first), canvas)
        return [*first, *rest], cut or rest_cut
    if len(lines) <= rows:
        return lines, False
    if rows < 1:
        return [], bool(lines)
    ellipsis = canvas.glyphs("ellipsis")
    last = clip(f"{padded(lines[rows - 1], width)}{ellipsis}", width - 4, canvas.glyphs)
    return [*lines[: rows - 1], last], True


def confirmation(
    pick_preview: Preview[State], lost: Sequence[str], *, names_setting: bool = False
) -> Text:
    """Return the confirmation for the line of keys. With `names_setting`, a confirmation of
    avoidable losses (`lost`) also names the setting for confirmations."""
    if lost and names_setting:
        return words("Enter: confirm anyway (settings: Confirm)")
    if lost:
        return words("Enter: confirm anyway")
    if pick_preview.undo_barrier is not None:
        return words("This cannot be undone. Enter: confirm")
    if pick_preview.hands_over_turn:
        return words("This ends your turn. Enter: confirm")
    return words("Enter: confirm")
