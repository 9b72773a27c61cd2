"""Painting of steps in a strip, and of dice, shared by the games.

A step or die with a `spot` becomes clickable. The screen decides which places are selectable.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from screens.paint.canvas import LIT_STYLE, Canvas, Rect, Spot
from screens.paint.cells import clean, clip, width_of

# ---------------------------------------------------------------------- steps


@frozen
class StripStep:
    """A step of a strip, with its past or expected `result` in the row below its name.

    `role` is the background of a step that is still to come. `skipped` matters only for steps that
    are over. With `spot`, the step is clickable.
    """

    name: str
    result: str = ""
    role: str = "tint.blue"
    skipped: bool = False
    spot: Spot = None


def paint_strip(canvas: Canvas, rect: Rect, steps: Sequence[StripStep], now: int) -> None:
    """Paint steps side by side, in two rows each. Steps before the index `now` are done (or
    skipped), the one at `now` is highlighted, and later ones are still to come. If not all steps
    fit, those around `now` are painted.

    Done steps have a check mark before their result, and skipped ones a cross. The current step is
    between markers, so that it can be recognised without colours.
    """
    if not steps:
        return
    each = max(_MIN_STEP, min(_MAX_STEP, rect.width // len(steps)))
    room = max(1, rect.width // each)
    first = max(0, min(now - room // 2, len(steps) - room))
    sign = canvas.glyphs
    for place, number in enumerate(range(first, min(len(steps), first + room))):
        step = steps[number]
        x, width = rect.x + place * each, each - 1
        state = "on.lit" if number == now else (step.role if number > now else "")
        canvas.fill(x, rect.y, width, 1, ground=state or None)
        name = clip(f"{number + 1} {step.name}", width - 2, sign)
        canvas.put(x + 1, rect.y, name, "strong" if number >= now else "dim")
        if number == now:
            canvas.put(x, rect.y, sign("mark.left"), "legal")
            canvas.put(x + width - 1, rect.y, sign("mark.right"), "legal")
        mark = "" if number >= now else sign("no" if step.skipped else "yes") + " "
        result = clip(mark + step.result, width - 1, sign)
        canvas.put(x + 1, rect.y + 1, result, "text" if number == now else "dim")
        if step.spot is not None:
            canvas.spot(step.spot, Rect(x, rect.y, width, 2), anchor=Rect(x, rect.y, width, 1))
        if number + 1 < len(steps):
            canvas.put(x + width, rect.y, sign("mark.left"), "dim")
    if first:
        canvas.put(rect.x, rect.y, sign("more.left"), "key")
    if first + room < len(steps):
        canvas.put(rect.right - 1, rect.y, sign("more.right"), "key")


_MIN_STEP: Final = 14
_MAX_STEP: Final = 24

# ---------------------------------------------------------------------- dice

AT_REST, CLOSED_DIE, MARKED_DIE = "rest", "closed", "marked"


@frozen
class DieFace:
    """A die with its label `text`, such as `Y5`, and the `role` of its block.

    `state` is `AT_REST`, `CLOSED_DIE` (not selectable) or `MARKED_DIE` (in brackets). `dim` is the
    background of a closed die. With `spot`, the die is clickable.
    """

    text: str
    role: str = "block.white"
    state: str = AT_REST
    dim: str = "on.raised"
    spot: Spot = None

    @property
    def width(self) -> int:
        """Width in columns, including the column at each end."""
        return width_of(clean(self.text)) + 2


def paint_die(canvas: Canvas, x: int, y: int, die: DieFace) -> int:
    """Paint a die. Return the column after it.

    Half of each end column has the colour of the die. If the die is closed or only ASCII may be
    drawn, the end columns are blank. They show the markers of a selectable die (`›Y3‹`) and of the
    cursor (`»Y5«`). A marked die keeps its brackets (`[Y5]`) under the cursor.
    """
    right = x + die.width - 1
    closed = die.state == CLOSED_DIE
    canvas.put(x + 1, y, die.text, "dim" if closed else die.role, ground=die.dim if closed else "")
    if die.state == MARKED_DIE:
        for at, sign in ((x, "["), (right, "]")):
            canvas.put(at, y, sign, "cursor bold", ground="")
    elif closed or canvas.glyphs.plain:
        for at in (x, right):
            canvas.put(at, y, " ", "text")
    else:
        canvas.put(x, y, canvas.glyphs("half.right"), f"upper.{die.role}")
        canvas.put(right, y, canvas.glyphs("half.left"), f"upper.{die.role}")
    if die.state != MARKED_DIE and 0 <= y < canvas.height:
        for at in (x, right):
            if 0 <= at < canvas.width:
                canvas.edges[y][at] = 1
    if die.spot is not None:
        rect = Rect(x, y, die.width, 1)
        canvas.spot(die.spot, rect, anchor=rect, shade=LIT_STYLE)
    return right + 1
