"""The panel of Era while dice are rolled: the effect of each key, and the chance of a skull."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from engine.games.era.forecast import harm
from engine.games.era.roll import SECOND_ROLL, ChooseDice
from engine.games.era.state import Realm
from engine.i18n.text import Text, words
from screens.games.era.dice import key_of_die
from screens.games.era.input_modes import MarkingDice
from screens.games.era.player_meters import hits_itself
from screens.games.era.symbols import FEATHER, face_signs, put_parts
from screens.input_modes.multi_select import CONFIRM_KEY
from screens.paint import buttons
from screens.paint.canvas import OWN_STYLE, Canvas, Rect
from screens.paint.cells import wrap
from screens.paint.shapes import paint_cap
from screens.table_view.scene import Scene


def paint_rolling(scene: Scene[Realm], input_mode: MarkingDice, width: int, rows: int) -> Canvas:
    """Paint the key hints, then the faces of the die under the cursor and the chance of a skull. If
    the cursor is on keeping all dice, paint the consequences instead."""
    view = input_mode.partial_pick.request.view
    seat = input_mode.partial_pick.seat
    canvas = Canvas(width, rows, scene.theme.glyphs)
    x = 2
    die = input_mode.die
    if die is not None:
        on_die = input_mode.pointed < len(input_mode.marks.things)
        x = paint_cap(canvas, x, 0, key_of_die(die), pointed=on_die) + 1
        marked = die in input_mode.things
        word = words("unmark") if marked else words("mark")
        x = canvas.put(x, 0, scene.translate(word), "strong") + 3
    start = x
    pointed = input_mode.pointed == len(input_mode.marks.things)
    x = paint_cap(canvas, x, 0, CONFIRM_KEY, pointed=pointed) + 1
    keys = " ".join(
        key_of_die(die) for die in sorted(int(str(thing)) for thing in input_mode.things)
    )
    roll = words("roll {keys}", keys=keys) if keys else words("roll the marked dice")
    x = canvas.put(x, 0, scene.translate(roll), "text" if keys else "dim")
    canvas.spot((buttons.CONFIRM_MARKED,), Rect(start, 0, x - start, 1), shade=OWN_STYLE)
    start = x = x + 3
    x = paint_cap(canvas, x, 0, ".", pointed=input_mode.keeps_all) + 1
    x = canvas.put(
        x, 0, scene.translate(_keep_all_label(view, seat, input_mode.partial_pick.decision)), "text"
    )
    canvas.spot((buttons.PANEL_ENTRY, "keep"), Rect(start, 0, x - start, 1), shade=OWN_STYLE)
    y = 2 if rows > 4 else 1
    if input_mode.keeps_all:
        text = _keep_all_text(view, seat, input_mode.partial_pick.decision)
        for row, part in enumerate(wrap(scene.translate(text), width - 3), y):
            if row < rows:
                canvas.put(2, row, part, "text")
    elif die is not None:
        _faces(scene, canvas, view, seat, die, y)
        _paint_chance(scene, canvas, view, seat, _rolled_with(input_mode, die), y + 1)
    return canvas


def _rolled_with(input_mode: MarkingDice, die: int) -> list[int]:
    """Return the dice whose chance of a skull is shown: all marked dice, if there are any and `die`
    is one of them or the cursor is on rolling; otherwise only `die`."""
    marked = [int(str(thing)) for thing in input_mode.things]
    rolls = input_mode.pointed == len(input_mode.marks.things)
    return marked if marked and (rolls or die in marked) else [die]


def _keep_all_text(view: Realm, seat: int, decision: object) -> Text:
    """Return a text about the consequences of keeping all dice."""
    if _set_die_may_roll(view, seat, decision):
        return words(
            "You keep these dice. In the third roll you can still roll the die that you turned "
            "with your monastery."
        )
    return words(
        "You will not roll again. You will collect what your dice show, and skulls will count."
    )


def _set_die_may_roll(view: Realm, seat: int, decision: object) -> bool:
    """Return whether a die set by a monastery may still be rolled in the last roll."""
    is_second = isinstance(decision, ChooseDice) and decision.number == SECOND_ROLL
    return is_second and bool(view.set_dice[seat])


def _keep_all_label(view: Realm, seat: int, decision: object) -> Text:
    """Return the label of the choice that keeps all dice. It differs if a die set by a monastery
    may still be rolled in the last roll."""
    if _set_die_may_roll(view, seat, decision):
        return words("keep all for now")
    return words("keep all and stop")


def _faces(scene: Scene[Realm], canvas: Canvas, view: Realm, seat: int, die: int, y: int) -> None:
    """Paint the name, the key and all faces of a die in row `y`."""
    kind = view.box.dice[view.dice[seat][die]]
    name = scene.translate(kind.names)
    x = put_parts(canvas, 2, y, [(f"{name} {key_of_die(die)}: ", "strong")])
    feather = scene.translate(words("feather"))
    faces = (face_signs(scene, face) for face in kind.faces)
    text = "  ".join(face.replace(canvas.glyphs(FEATHER), feather) for face in faces)
    canvas.put(x, y, f" {text} ", "text", ground=f"card.{kind.colour}")


def _paint_chance(
    scene: Scene[Realm], canvas: Canvas, view: Realm, seat: int, dice: Sequence[int], y: int
) -> None:
    """Paint the chance that `dice` bring at least one more skull, and the disaster that one more
    would cause. If there is no such chance or disaster, paint nothing."""
    count = view.skulls(seat)
    next_harm = harm(view, seat, count + 1)
    faces = [view.box.dice[view.dice[seat][die]].faces for die in dice]
    skulls = [sum(1 for face in die_faces if face.skulls) for die_faces in faces]
    chance = 1 - prod(1 - n / len(die_faces) for n, die_faces in zip(skulls, faces, strict=True))
    if not chance or next_harm is None:
        return
    hits_you = hits_itself(view, next_harm.disaster)
    facts: dict[str, Any] = {"number": count + 1, "disaster": next_harm.disaster.names}
    if len(dice) == 1:
        facts |= {"n": skulls[0], "all": len(faces[0])}
        text = words(
            "The chance of skull number {number} is {n} in {all}. It brings {disaster}, which hits "
            "the others.",
            **facts,
        )
        if hits_you:
            text = words(
                "The chance of skull number {number} is {n} in {all}. It brings {disaster}, which "
                "hits you.",
                **facts,
            )
    else:
        facts |= {"percent": round(100 * chance), "dice": len(dice)}
        text = words(
            "The chance that the {dice} marked dice bring skull number {number} is {percent}%. "
            "That means {disaster}, which hits the others.",
            **facts,
        )
        if hits_you:
            text = words(
                "The chance that the {dice} marked dice bring skull number {number} is {percent}%. "
                "That means {disaster}, which hits you.",
                **facts,
            )
    for row, part in enumerate(wrap(scene.translate(text), canvas.width - 6), y):
        if row < canvas.height:
            canvas.put(4, row, part, "text")
