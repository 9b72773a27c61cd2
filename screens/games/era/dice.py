"""Dice of the table, each with a fixed slot, a key and a word for its state."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from attrs import frozen

from engine.games.era.component_types import Face
from engine.games.era.state import Realm
from engine.i18n.text import Text, words
from screens.games.era.symbols import SKULL, face_signs, face_words
from screens.paint.canvas import OWN_STYLE, Canvas, Rect
from screens.paint.cells import cut, width_of
from screens.table_view.scene import Scene

DIE_KEYS: Final = "1234567890abcdefimopvyz"
"""Keys of the dice by number. A die keeps its key whatever happens to the others."""

SLOT_WIDTH: Final = 7
SLOT_GAP: Final = 1
ROLL, LOCK, SET, KEEP = words("roll"), words("lock"), words("set"), words("keep")


def key_of_die(number: int) -> str:
    """Return the key of a die; empty if there are more dice than keys."""
    return DIE_KEYS[number] if number < len(DIE_KEYS) else ""  # type: ignore[text-width]


@frozen
class Slots:
    """Grid of dice: `per_row` dice in a row, each `high` lines high. A row of dice begins `apart`
    lines below the beginning of the row before it."""

    per_row: int
    high: int
    apart: int

    @classmethod
    def of(cls, width: int, rows: int, number: int) -> Slots:
        """Return the tallest grid in which `number` dice fit into `width` columns and `rows` lines:
        with three lines per die, or two with or without a blank line between the rows of dice. If
        the dice do not fit, return the grid with one line per die."""
        per_row = max(1, (width + SLOT_GAP) // (SLOT_WIDTH + SLOT_GAP))
        lines = -(-number // per_row)
        if 4 * lines - 1 <= rows:
            return cls(per_row, 3, 4)
        if 3 * lines - 1 <= rows:
            return cls(per_row, 2, 3)
        return cls(per_row, 2, 2) if 2 * lines <= rows else cls(per_row, 1, 1)

    def rows(self, number: int) -> int:
        """Return the height of `number` dice in lines of the screen."""
        lines = -(-number // self.per_row)
        return max(0, (lines - 1) * self.apart + self.high)

    def at(self, x: int, y: int, number: int) -> Rect:
        """Return the rectangle of die `number` in a grid that begins at (x, y)."""
        row, column = divmod(number, self.per_row)
        return Rect(
            x + column * (SLOT_WIDTH + SLOT_GAP), y + row * self.apart, SLOT_WIDTH, self.high
        )


def paint_dice(
    scene: Scene[Realm], canvas: Canvas, rect: Rect, seat: int, marked: Collection[int] = ()
) -> int:
    """Paint the dice of a seat in their slots as far as these fit into `rect`, or none after the
    end of the game. Highlight the `marked` dice, which will be rolled again. Return the row after
    all slots."""
    view = scene.view
    if view.over:
        return rect.y
    slots = Slots.of(rect.width, rect.height, len(view.dice[seat]))
    for number in range(len(view.dice[seat])):
        slot = slots.at(rect.x, rect.y, number)
        if slot.bottom <= rect.bottom:
            _paint_slot(scene, canvas, slot, seat, number, rolled=number in marked)
    return rect.y + slots.rows(len(view.dice[seat]))


def _paint_slot(
    scene: Scene[Realm], canvas: Canvas, slot: Rect, seat: int, number: int, *, rolled: bool
) -> None:
    view = scene.view
    die = view.box.dice[view.dice[seat][number]]
    face = view.face(seat, number)
    locked = face is not None and face.skulls > 0 and view.step == "roll"
    ground = "on.surface" if locked else "on.lit" if rolled else f"card.{die.colour}"
    canvas.fill(*slot, ground=ground)
    canvas.spot(("die", seat, number), slot, anchor=slot, shade=OWN_STYLE)
    state = _state(scene, seat, number, face, rolled=rolled)
    key = key_of_die(number) if scene.seat == seat else ""
    text = "dim" if locked else "text bold"
    if slot.height == 1:
        _paint_face(scene, canvas, slot.x, slot.y, slot, face, text, key)
        return
    last = slot.bottom - 1
    _paint_face(scene, canvas, slot.x, last - 1, slot, face, text, "")
    mark = canvas.glyphs("mark.left") if rolled else " "
    canvas.put(slot.x, last, f"{mark}{key}", "text" if rolled else "note")
    word = "" if state is None else scene.translate(state)
    end = canvas.glyphs("mark.right") if rolled and width_of(word) + 4 <= slot.width else ""
    if width_of(word) + 2 <= slot.width:
        canvas.put_right(slot.right, last, word + end, "text" if rolled else "note")


def _paint_face(
    scene: Scene[Realm],
    canvas: Canvas,
    x: int,
    y: int,
    slot: Rect,
    face: Face | None,
    role: str,
    key: str,
) -> None:
    """Paint a die's face after its `key` (which may be empty), with its skulls in red on the right.
    For a hidden face (None), paint a symbol."""
    if key:
        x = canvas.put(x, y, key, "note") + 1
    if face is None:
        canvas.put(x + 1, y, canvas.glyphs("hidden"), "note")
        return
    skulls = canvas.glyphs(SKULL) * face.skulls
    room = slot.right - x - (width_of(skulls) + 1 if skulls else 0)
    text = face_signs(scene, face).rstrip(canvas.glyphs(SKULL)) if key else ""
    text = text or face_words(scene, face, room)
    canvas.put(x + (1 if width_of(text) < room else 0), y, cut(text, room), role)
    if skulls:
        canvas.put(slot.right - width_of(skulls), y, skulls, "bad bold", ground="on.surface")


def _state(
    scene: Scene[Realm], seat: int, number: int, face: Face | None, *, rolled: bool
) -> Text | None:
    """Return a word for the state of a die. Return None outside the Roll step, or if the face is
    hidden or not rolled yet, unless the die is marked to be rolled again (`rolled`)."""
    view = scene.view
    if rolled:
        return ROLL
    if view.step != "roll" or face is None:
        return None
    if face.skulls:
        return LOCK
    is_visible = scene.seat == seat or view.dice_open
    if is_visible and number in view.set_dice[seat]:
        return SET
    return KEEP


def paint_small_dice(
    scene: Scene[Realm], canvas: Canvas, x: int, y: int, width: int, seat: int
) -> int:
    """Paint a seat's dice in one row, faces only, grouped if there is too little space. After the
    end of the game, paint none. Return the column after them."""
    right = x + width
    if scene.view.over:
        return x
    for text, role, number in small_dice(scene, seat, width):
        if x + width_of(text) > right:
            break
        start = x
        x = canvas.put(x, y, text, "text bold", ground=role)
        if number >= 0:
            canvas.spot(("die", seat, number), Rect(start, y, x - start, 1), shade=OWN_STYLE)
        x += 1
    return min(x, right) if scene.view.dice[seat] else x


def small_dice(scene: Scene[Realm], seat: int, width: int) -> list[tuple[str, str, int]]:
    """Return the text, role and number of each die. If `width` is too small, equal dice are grouped
    under the number of the first one."""
    view = scene.view
    shown: list[tuple[str, str, int]] = []
    for number, kind in enumerate(view.dice[seat]):
        face = view.face(seat, number)
        text = scene.theme.glyphs("hidden") if face is None else face_signs(scene, face)
        shown.append((text, f"card.{view.box.dice[kind].colour}", number))
    padded = [(f" {text} ", role, number) for text, role, number in shown]
    if sum(width_of(text) + 1 for text, _, _ in padded) - 1 <= width:
        return padded
    grouped: dict[tuple[str, str], list[int]] = {}
    for text, role, number in shown:
        grouped.setdefault((text, role), []).append(number)
    return [
        (text if len(numbers) == 1 else f"{len(numbers)}×{text}", role, numbers[0])
        for (text, role), numbers in grouped.items()
    ]
