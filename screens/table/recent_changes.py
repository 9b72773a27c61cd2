"""Places of the latest picks, which are marked to show what has changed since the viewer's last
turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from engine.core.event import PICK_EVENT, REDO_EVENT, UNDO_EVENT, Event
from engine.core.state import State
from engine.match.position import PendingDecision
from screens.paint.canvas import Spot
from screens.table.read_only_session import ReadOnlySession
from screens.table.table_state import RecentPick, TableState
from screens.table_view.scene import TablePainter
from screens.table_view.sheet_changes import cells_of

MAX_MARKED: Final = 12
"""Approximate maximum number of new events whose places are recorded at one time, and of latest
events whose places the painter highlights."""


class RecentChanges:
    """Recorder of the places of recent picks, back to the previous round, so that they can be
    marked."""

    def __init__(self, session: ReadOnlySession, painter: TablePainter[State]) -> None:
        self._session, self._painter = session, painter

    def record_picks(self, state: TableState, until: int | None = None) -> TableState:
        """Record the places of the latest picks since the table was last shown and, if `until` is
        given, before event `until`. If a move has been undone or redone, drop the places and score
        cells recorded earlier."""
        match_view, past = self._session.match_view, state.past
        if match_view.length == past.shown_length:
            return state
        since = [
            event
            for event in match_view.since(past.shown_length)
            if until is None or event.number < until
        ]
        if not since:
            return state
        if any(event.kind in (UNDO_EVENT, REDO_EVENT) for event in since):
            state = evolve(state, past=evolve(past, recent_picks=(), earlier_cells={}))
        first, last = max(since[0].number, since[-1].number - MAX_MARKED), since[-1].number
        for pending, event, before in match_view.choices_since(first - 1):
            if event.number <= last:
                view = before.view(state.viewer)
                state = self.record_pick(state, event, pending, view, before.count + 1)
        picks = [event.seat for event in since if event.kind == PICK_EVENT]
        actor = picks[-1] if picks else state.past.actor
        past = evolve(state.past, moved_last=False, shown_length=last, actor=actor)
        return evolve(state, past=past)

    def record_pick(
        self, state: TableState, event: Event, pending: PendingDecision, before: State, count: int
    ) -> TableState:
        """Record the place of the pick in `event`, unless the pick has no place, the viewer may not
        know the place, or the painter itself marks places of this kind. `pending` is the decision,
        `before` the view before the event, and `count` the length of the line of play after the
        event."""
        match_view = self._session.match_view
        place = match_view.place_of(event, pending.decision, before, state.viewer)
        if not isinstance(place, tuple) or place[0] in self._painter.marks:
            return state
        round = match_view.view(None).round
        recent = tuple(pick for pick in state.past.recent_picks if pick.round >= round - 1)
        new_pick = RecentPick(count, round, place, not match_view.is_secret(event.number, None))
        return evolve(state, past=evolve(state.past, recent_picks=(*recent, new_pick)))

    def changed_places(self, state: TableState) -> Sequence[Spot]:
        """Return the places that are marked until a key is pressed: those of picks since the
        viewer's last turn, and those that the painter highlights for the latest events."""
        match_view = self._session.match_view
        seat = state.viewer if state.partial_pick is None else state.partial_pick.seat
        seat = state.past.actor if seat is None else seat
        since = None if seat is None else match_view.last_turn(seat)
        places = state.past.marked_places(since or 0, match_view.view(None).round)
        unmarked = min(match_view.count - state.past.unmarked_count, MAX_MARKED)
        if unmarked <= 0:
            return places
        story = match_view.history(state.viewer).events_with_notes(unmarked)
        notes = [note for _, event_notes in story for note in event_notes]
        return [*places, *self._painter.highlighted(match_view.view(state.viewer), notes)]

    def with_changes(self, state: TableState, seat: int) -> TableState:
        """Return the state with the score cells after the seat's previous turn, to mark later
        changes; without cells if there was no previous turn."""
        match_view = self._session.match_view
        count = match_view.last_turn(seat)
        before = None if count is None else match_view.earlier(count).view(state.viewer)
        cells = {} if before is None else cells_of(match_view.game.sheets(before))
        return evolve(state, past=evolve(state.past, earlier_cells=cells))
