"""Frames of animations. Any key, click or command ends an animation."""

from __future__ import annotations

from attrs import evolve

from screens.paint.animation import FRAME
from screens.table.animation_timing import MOTION_TIMER, over
from screens.table.effects import RepaintScope, Update, repaint, start_timer, without_timer
from screens.table.messages import (
    AnimationsSkipped,
    Clicked,
    Commanded,
    KeyPressed,
    OtherButton,
    Pasted,
    Picked,
    PreferencesChanged,
    Resized,
    TableMessage,
    TimerFired,
    Wheel,
)
from screens.table.table_state import TableState

ANYTHING = (
    KeyPressed
    | Clicked
    | Picked
    | Wheel
    | OtherButton
    | Pasted
    | Commanded
    | Resized
    | PreferencesChanged
    | AnimationsSkipped
)
"""Whatever somebody does; to move the mouse is nothing yet."""


class AnimationSteps:
    """Hears everything first, and keeps nothing for itself but its own timer."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """The next frame, or the end; what is heard then is heard as if nothing had moved."""
        motion = state.motion
        if motion is None:
            return None
        if isinstance(input, ANYTHING):
            state, effects = over(state)
            return evolve(repaint(state, RepaintScope.MOVING, *effects), propagate=True)
        match input:
            case TimerFired(timer, number) if timer == MOTION_TIMER:
                if state.timers.due.get(timer) != number:
                    return None
                state = without_timer(state, timer)
                if motion.ms(state.now) >= motion.lasts:
                    return repaint(evolve(state, motion=None), RepaintScope.MOVING)
                state, effect = start_timer(state, timer, FRAME / 1000)
                return repaint(state, RepaintScope.MOVING, effect)
        return None
