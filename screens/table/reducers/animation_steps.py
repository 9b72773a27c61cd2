"""What moves on the table goes on a frame at a time, and is over at anything that somebody does."""

from __future__ import annotations

from attrs import evolve

from screens.paint.animation import FRAME
from screens.table.animation_timing import MOTION_TIMER, over
from screens.table.effects import How, Outcome, ring, show, without_timer
from screens.table.messages import (
    Clicked,
    Commanded,
    Hurried,
    Input,
    KeyPressed,
    OtherButton,
    Pasted,
    Picked,
    Rang,
    Sized,
    Wheel,
    Wished,
)
from screens.table.table_state import Doing

ANYTHING = (
    KeyPressed
    | Clicked
    | Picked
    | Wheel
    | OtherButton
    | Pasted
    | Commanded
    | Sized
    | Wished
    | Hurried
)
"""Whatever somebody does; to move the mouse is nothing yet."""


class Movement:
    """Hears everything first, and keeps nothing for itself but its own timer."""

    def hear(self, doing: Doing, input: Input) -> Outcome | None:
        """The next frame, or the end; what is heard then is heard as if nothing had moved."""
        motion = doing.motion
        if motion is None:
            return None
        if isinstance(input, ANYTHING):
            doing, effects = over(doing)
            return evolve(show(doing, How.MOVING, *effects), goes_on=True)
        match input:
            case Rang(timer, number) if timer == MOTION_TIMER:
                if doing.timers.due.get(timer) != number:
                    return None
                doing = without_timer(doing, timer)
                if motion.ms(doing.now) >= motion.lasts:
                    return show(evolve(doing, motion=None), How.MOVING)
                doing, effect = ring(doing, timer, FRAME / 1000)
                return show(doing, How.MOVING, effect)
        return None
