"""Timing of animations. They end before a bot moves again, and are skipped while somebody types
fast."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

from attrs import evolve

from screens.paint.animation import DURATION_MS, FRAME_MS
from screens.preferences import MOVEMENT_ON
from screens.table.effects import Effect, Effects, StartTimer, cancel_timer, start_timer
from screens.table.read_only_session import ReadOnlySession, SceneFactory
from screens.table.state_parts import Animation, ShownTable
from screens.table.table_state import TableState

ANIMATION_TIMER: Final = "animation"

MIN_DURATION: Final = 2 * FRAME_MS
"""Minimum duration in milliseconds. Shorter animations would not be seen."""

TYPE_AHEAD_INTERVAL: Final = 0.15
"""Interval between two keys, in seconds, below which the player is assumed to type ahead."""


class AnimationTiming:
    """Timing of the animations from the previously shown table to the current one."""

    def __init__(self, session: ReadOnlySession, scenes: SceneFactory) -> None:
        self._session, self._scenes = session, scenes

    def start(
        self, state: TableState, *, room: float = inf, skip: bool = False
    ) -> tuple[TableState, Effects]:
        """End the running animation. Unless animations are off or a pass screen is shown, record
        the current table as shown, and animate the changes since the previously shown table for at
        most `room` seconds. Animate nothing with `skip`, after an undo, if the player types ahead,
        if the terminal is slow, if something covers the table, or if another player's hand was
        shown before."""
        state, effects = end_animation(state)
        before, may_animate = state.shown_table, self._scenes.context.may_animate
        if (
            may_animate is None
            or state.preferences.movement != MOVEMENT_ON
            or state.pass_to is not None
        ):
            return evolve(state, shown_table=None), effects
        match_view = self._session.match_view
        now = ShownTable(
            state.viewer, match_view.count, match_view.view(state.viewer), match_view.pending()
        )
        state = evolve(state, shown_table=now)
        duration_ms = (
            DURATION_MS
            if room == inf
            else min(DURATION_MS, int(1000 * room) // FRAME_MS * FRAME_MS)
        )
        if skip or before is None or duration_ms < MIN_DURATION or not state.is_bare:
            return state, effects
        types_ahead = (
            state.now - state.attention.previous_input < TYPE_AHEAD_INTERVAL or not may_animate()
        )
        other_hand = before.viewer != now.viewer and state.privacy.hides_hands(match_view)
        if types_ahead or other_hand or before.count >= now.count:
            return state, effects
        moves = tuple(self._scenes.painter.moves(before.view, self._scenes.of(state)))
        if not moves:
            return state, effects
        animation = Animation(moves, state.now, duration_ms, before)
        state, effect = start_timer(
            evolve(state, animation=animation), ANIMATION_TIMER, FRAME_MS / 1000
        )
        return state, (*effects, effect)


def end_animation(state: TableState) -> tuple[TableState, Effects]:
    """End the animation, if one is running, so that everything is in its final place."""
    if state.animation is None:
        return state, ()
    return cancel_timer(evolve(state, animation=None), ANIMATION_TIMER)


def seconds_until(timer: str, effects: Sequence[Effect]) -> float:
    """Return the seconds until `timer` fires if `effects` start it, or else infinity."""
    delays = [
        effect.seconds
        for effect in effects
        if isinstance(effect, StartTimer) and effect.timer == timer
    ]
    return delays[-1] if delays else inf
