"""Review of a finished game: starting, pausing and continuing it, and going to costly moves."""

from __future__ import annotations

from attrs import evolve

from engine.i18n.text import Text, words
from screens.key_map import key_name_of
from screens.table.effects import (
    GoToEvent,
    Repaint,
    RepaintScope,
    StartReview,
    StopReview,
    Update,
    repaint,
)
from screens.table.messages import Commanded, ReviewUpdated, TableMessage
from screens.table.reducers.table_reducer import TableReducer
from screens.table.replay_position import ReplayPosition
from screens.table.table_parts import TableParts
from screens.table.table_state import TableState


class GameReview(TableReducer):
    """Reducer of the commands of the review and of its results."""

    def __init__(self, parts: TableParts, recording: ReplayPosition) -> None:
        super().__init__(parts)
        self._recording = recording

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        match input:
            case Commanded("replay.review"):
                return self._toggle_review(state)
            case Commanded("replay.dear"):
                return self._go_to_next(state, 1)
            case Commanded("replay.dear_back"):
                return self._go_to_next(state, -1)
            case Commanded("replay.dear_all"):
                return self._toggle_all_players(state)
            case ReviewUpdated():
                return self._apply_review(state, input)
        return None

    def _toggle_review(self, state: TableState) -> Update:
        """Start, pause or continue the review, or say why there can be none. If the review is
        complete, show or hide its curve."""
        replay = state.replay
        if replay.reviewing:
            state = evolve(state, replay=evolve(replay, reviewing=False))
            key = key_name_of("replay.review", state.preferences.keys)
            notified = self.notify(
                state, words("The review is paused. {key} continues it.", key=key)
            )
            return evolve(notified, effects=(Repaint(RepaintScope.ALL), StopReview()))
        if replay.review is not None and replay.review.whole:
            turned = evolve(replay, hides_curve=not replay.hides_curve)
            return repaint(evolve(state, replay=turned, message=""), RepaintScope.ALL)
        why_not = self._why_not()
        if why_not is not None:
            return self.notify(state, why_not)
        state = evolve(state, replay=evolve(replay, reviewing=True, hides_curve=False))
        notified = self.notify(state, words("Reviewing the game ..."))
        return evolve(notified, effects=(*notified.effects, StartReview()))

    def _why_not(self) -> Text | None:
        match = self._recording.match
        if not match.over:
            return words("You can review a game once it is over.")
        if len(match.header.seats) == 1:
            return words("You cannot review a solo game: there is nobody to win against.")
        return None

    def _apply_review(self, state: TableState, update: ReviewUpdated) -> Update:
        replay = state.replay
        if update.review is None:
            state = evolve(state, replay=evolve(replay, reviewing=False))
            assert update.trouble is not None
            return self.notify(state, update.trouble)
        if replay.review is None or not update.continues:
            state = evolve(state, message="")
        replay = evolve(replay, review=update.review, reviewing=update.continues)
        return repaint(evolve(state, replay=replay), RepaintScope.DECISION)

    def _toggle_all_players(self, state: TableState) -> Update:
        """Show or hide the costly moves of the other players. If there is no review yet, start one
        instead, because no costly moves are known without it."""
        if state.replay.review is None and not state.replay.reviewing:
            return self._toggle_review(state)
        replay = evolve(state.replay, shows_all=not state.replay.shows_all)
        state = evolve(state, replay=replay)
        if not replay.own_seats:
            text = words("Nobody here played in this game, so everyone's costly moves are shown.")
        elif replay.shows_all:
            text = words("Everyone's costly moves are shown.")
        else:
            text = words("Only your own costly moves are shown.")
        notified = self.notify(state, text)
        return evolve(notified, effects=(*notified.effects, Repaint(RepaintScope.DECISION)))

    def _go_to_next(self, state: TableState, by: int) -> Update:
        """Go to the next costly move shown or, if `by` is negative, to the previous one. If there
        is none, or if undone events are shown, say so. If there is no review yet, start one
        instead."""
        replay, recording = state.replay, self._recording
        if replay.review is None and not replay.reviewing:
            return self._toggle_review(state)
        if recording.with_undone:
            return self.notify(
                state, words("The review finds costly moves only among moves that were not undone.")
            )
        passed = recording.at if recording.part is None else recording.at - 1
        counts = [move.count for move in replay.costly_moves]
        ahead = [count for count in counts if (count > passed if by > 0 else count < recording.at)]
        if not ahead:
            return self.notify(state, self._no_costly_move_text(state, by))
        return Update(state, (GoToEvent(min(ahead) if by > 0 else max(ahead), None, False),))

    def _no_own_costly_move_text(self, state: TableState, by: int) -> Text:
        key = key_name_of("replay.dear_all", state.preferences.keys)
        if not state.replay.costly_moves:
            return words(
                "You made no costly moves. {key} shows the other players' costly moves.", key=key
            )
        if by > 0:
            return words(
                "You made no costly moves after this one. {key} shows those of the other players.",
                key=key,
            )
        return words(
            "You made no costly moves before this one. {key} shows those of the other players.",
            key=key,
        )

    def _no_costly_move_text(self, state: TableState, by: int) -> Text:
        replay = state.replay
        if replay.reviewing:
            if replay.costly_moves:
                return words("No further costly moves have been found yet.")
            return words("No costly moves have been found yet.")
        if replay.hidden_costly_moves:
            return self._no_own_costly_move_text(state, by)
        if by > 0:
            return words("There is no costly move after this one.")
        return words("There is no costly move before this one.")
