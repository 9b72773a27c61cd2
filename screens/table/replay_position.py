"""Current position in the replay of a match."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Sequence

from engine.core.event import Event
from engine.i18n.text import Text
from engine.match.match import Match
from engine.match.match_view import MatchView
from engine.match.position import PendingDecision, Position
from screens.table.read_only_session import ReadOnlySession

PositionNumber = Callable[[Position], int]
"""Function that returns the number of a position's turn or round, for a search."""


class ReplayPosition:
    """Position in a replay.

    `match` is the whole match, and `position` its position after `at` events. Normally these are
    the events of the line of play, without undone ones; if `with_undone`, they are all events in
    order of time. While the replay is within a step, `parts` are the positions at which turns began
    within this step (see `parts_of`), and `part` is the index of the current one. At the end of a
    step, `part` is None, and `parts` may belong to an earlier step.
    """

    def __init__(
        self, match: Match, at: int | None = None, seats: Collection[int] | None = None
    ) -> None:
        """Start after `at` events, or at the end if `at` is None. `seats` are those whose secrets a
        running match may show, or None for all."""
        self.match = match
        self.seats = seats
        self.with_undone = False
        self.at = 0
        self.parts: Sequence[Position] = ()
        self.part: int | None = None
        self.position = match.at(0)
        self.go_to(len(match.line) if at is None else at)

    def go_to(self, at: int, part: int | None = None, *, with_undone: bool = False) -> None:
        """Go to the position after `at` events, or to the nearest position that exists. If `part`
        is given, go to this part of the step that leads to the position. With `with_undone`, undone
        events are counted, too."""
        self.with_undone = with_undone
        self.at = max(0, min(self.last, at))
        self.part = part
        if part is None:
            self.position = self.position_at(self.at)
        else:
            self.parts = self.parts_of(self.at)
            self.position = self.parts[part]

    @property
    def match_view(self) -> MatchView:
        """View of the match at the position. Spectators see all secrets of a finished match."""
        return MatchView(self.position, self.match, self.seats, revealed=True)

    @property
    def events(self) -> Sequence[Event]:
        """The events to step through."""
        return self.match.log if self.with_undone else self.match.line

    @property
    def last(self) -> int:
        """Number of the last position."""
        return len(self.events)

    @property
    def is_at_end(self) -> bool:
        """Whether this is the last position."""
        return self.at >= self.last and self.part is None

    @property
    def event(self) -> Event | None:
        """The event that led to this position; None at the beginning."""
        return self.events[self.at - 1] if self.at else None

    @property
    def before(self) -> Position | None:
        """The position before this one; None at the beginning. At the end of a step, it is the
        position before the whole step, even if the step has parts."""
        if self.part:
            return self.parts[self.part - 1]
        return self.position_at(self.at - 1) if self.at else None

    def position_at(self, at: int) -> Position:
        """Return the position after `at` events."""
        return self.match.at_event(at) if self.with_undone else self.match.at(at)

    def parts_of(self, at: int) -> Sequence[Position]:
        """Return the position at the start of each turn that has notes and began within the step
        that leads to position `at`; empty if no such step exists, or while undone events are
        shown."""
        return self.match.substeps(at) if 0 < at <= self.last and not self.with_undone else ()

    # ------------------------------------------------------------------ steps from here

    def adjacent(self, by: int) -> tuple[int, int | None]:
        """Return the next position and part if `by` is 1, or the previous ones if it is -1. The
        start of a turn within a step (see `parts_of`) is a stop, too. The part is None at the end
        of a step. The position can be outside the replay."""
        at, parts = self.at, self.parts
        if self.part is not None:
            part = self.part + by
        elif by > 0:
            at, part = self.at + 1, 0
            parts = self.parts_of(at)
        else:
            parts = self.parts_of(at)
            part = len(parts) - 1
        if part < 0:
            return at - 1, None
        return at, part if part < len(parts) else None

    def search(self, by: int, number_of: PositionNumber) -> int:
        """Return the position at which the next turn or round starts or, if `by` is negative, the
        previous one; if there is none, the end of the replay in that direction. `number_of` returns
        the number of the turn or round, which never decreases unless undone events are shown."""
        number = number_of(self.position)
        positions = range(self.last + 1)

        def number_at(at: int) -> int:
            return number_of(self.position_at(at))

        if self.with_undone:
            return _next_start(self.at, by, self.last, number_at)
        if by > 0:
            return min(self.last, bisect_right(positions, number, lo=self.at, key=number_at))
        first = bisect_left(positions, number, hi=self.at, key=number_at)
        if first == 0:
            return 0
        return bisect_left(positions, number_at(first - 1), hi=first, key=number_at)

    def position_after_switch(self) -> int:
        """Return the position of the same event after the replay switches between showing and
        hiding undone events. For an undone event, return the position of the last earlier event
        that has not been undone."""
        event = self.event
        if event is None:
            return 0
        if not self.with_undone:
            return event.number
        return sum(1 for earlier in self.match.line if earlier.number <= event.number)


def _next_start(at: int, by: int, last: int, number_at: Callable[[int], int]) -> int:
    """Return the first position of the nearest turn or round in direction `by` whose number differs
    from that at position `at`; if there is none, return the end of the replay in that direction.
    `number_at` returns the number at a position, and `last` is the last position."""
    number = number_at(at)
    while 0 <= at + by <= last:
        at += by
        next_number = number_at(at)
        if next_number != number:
            while by < 0 and at > 0 and number_at(at - 1) == next_number:
                at -= 1
            return at
    return at


class ReplaySession(ReadOnlySession):
    """Session of a replay, in which nobody plays."""

    def __init__(self, recording: ReplayPosition) -> None:
        self._recording = recording

    @property
    def match_view(self) -> MatchView:
        return self._recording.match_view

    @property
    def seats(self) -> frozenset[int]:
        return frozenset()

    @property
    def owns_only_some_seats(self) -> bool:
        return False

    @property
    def people(self) -> list[int]:
        return []

    @property
    def person(self) -> None:
        return None

    def waiting_bot(self) -> PendingDecision | None:
        return None

    def bests(self) -> Sequence[tuple[int, Text]]:
        return ()
