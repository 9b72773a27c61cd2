"""Looking at a finished game again: its curve, and from one dear choice to the next (review)."""

from __future__ import annotations

from attrs import evolve

from engine.i18n.text import Text, words
from screens.table.effects import (
    GoToEvent,
    RepaintScope,
    StartReview,
    StopReview,
    Update,
    repaint,
    show_message,
)
from screens.table.messages import Commanded, ReviewUpdated, TableMessage
from screens.table.read_only_session import SceneFactory
from screens.table.replay_position import ReplayPosition
from screens.table.table_state import ReplayState, TableState


class GameReview:
    """Has the review made, shows its curve or puts it away, and goes to dear choices."""

    def __init__(self, recording: ReplayPosition, scenes: SceneFactory) -> None:
        self._recording, self._scenes = recording, scenes

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Its three commands, and what has come of the review so far."""
        match input:
            case Commanded("replay.review"):
                return self._turn(state)
            case Commanded("replay.dear"):
                return self._go(state, 1)
            case Commanded("replay.dear_back"):
                return self._go(state, -1)
            case ReviewUpdated():
                return self._take_in(state, input)
        return None

    def _turn(self, state: TableState) -> Update:
        """Show the curve, the text in its place, or have it made first."""
        stepping = state.stepping
        if stepping.review is not None:
            turned = evolve(stepping, hides_curve=not stepping.hides_curve)
            return repaint(evolve(state, stepping=turned, message=""), RepaintScope.ALL)
        if stepping.reviewing:
            state = evolve(state, stepping=evolve(stepping, reviewing=False), message="")
            return repaint(state, RepaintScope.ALL, StopReview())
        why_not = self._why_not()
        if why_not is not None:
            return self._tell(state, why_not)
        state = evolve(state, stepping=evolve(stepping, reviewing=True, hides_curve=False))
        told = self._tell(state, words("Reviewing the game ..."))
        return evolve(told, effects=(*told.effects, StartReview()))

    def _why_not(self) -> Text | None:
        match = self._recording.match
        if not match.over:
            return words("A game can be reviewed once it is over.")
        if len(match.header.seats) == 1:
            return words("In a solo game there is nobody to win against.")
        return None

    def _take_in(self, state: TableState, found: ReviewUpdated) -> Update:
        stepping = state.stepping
        if found.review is None:
            state = evolve(state, stepping=evolve(stepping, reviewing=False))
            assert found.trouble is not None
            return self._tell(state, found.trouble)
        if stepping.review is None:
            state = evolve(state, message="")
        stepping = evolve(stepping, review=found.review, reviewing=found.more)
        return repaint(evolve(state, stepping=stepping), RepaintScope.DECISION)

    def _go(self, state: TableState, by: int) -> Update:
        """To the next dear choice, or to the one before."""
        stepping, recording = state.stepping, self._recording
        if stepping.review is None and not stepping.reviewing:
            return self._turn(state)
        if recording.with_gone:
            return self._tell(
                state, words("Costly moves are found only among moves that were not undone.")
            )
        found = () if stepping.review is None else stepping.review.turning_points()
        passed = recording.at if recording.part is None else recording.at - 1
        counts = [one.count for one in found]
        ahead = [count for count in counts if (count > passed if by > 0 else count < recording.at)]
        if not ahead:
            return self._tell(state, _none_there(stepping, by))
        return Update(state, (GoToEvent(min(ahead) if by > 0 else max(ahead), None, False),))

    def _tell(self, state: TableState, text: Text) -> Update:
        return show_message(state, self._scenes.say(state, text))


def _none_there(stepping: ReplayState, by: int) -> Text:
    if stepping.reviewing:
        return words("No costly moves have been found yet.")
    if by > 0:
        return words("There is no costly move after this.")
    return words("There is no costly move before this.")
