"""A match as seats and spectators may know it (a read model), and the time used by each seat."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from attrs import define, field, frozen

from engine.core.event import PICK_EVENT, Event, Header, is_value
from engine.core.game import Game
from engine.core.hidden import HiddenValue
from engine.core.score_sheet import Sheet
from engine.core.state import Note, State
from engine.core.step import Place
from engine.errors import NotYourSeat
from engine.games import load
from engine.i18n.text import Seat
from engine.match.match import Match
from engine.match.position import AnyDecision, EarlyEnd, PendingDecision, Position


@define(eq=False)
class TimeUsed:
    """The time used by each seat. All positions of a match must be passed to `note` in order.

    If several seats have a pending decision, the full time counts for each of them. Time before the
    first event is unknown.
    """

    _used: dict[int, timedelta] = field(factory=dict)
    _pending: tuple[int, ...] = ()
    _since: datetime | None = None

    def note(self, position: Position) -> None:
        at = position.line[-1].at if position.line else None
        if at is not None and self._since is not None:
            for seat in self._pending:
                used = self._used.get(seat, timedelta())
                self._used[seat] = used + max(at - self._since, timedelta())
        self._pending = tuple(decision.seat for decision in position.pending())
        self._since = at

    @property
    def used(self) -> Mapping[int, timedelta]:
        """The time used by each seat, up to the last event."""
        return self._used


def hides(header: Header, *, over: bool) -> bool:
    """Whether several people who have secrets from one another are still playing the match (never
    if it is `over`). If so, the caller must warn them before anyone sees another player's view or
    gets a copy."""
    return not over and len(header.people) > 1 and load(header.game).privacy is not None


def not_your_seat(seat: int) -> NotYourSeat:
    """Return the exception for the use of a seat that someone else plays."""
    return NotYourSeat("{seat} is played by someone else.", seat=Seat(seat))


def _is_choice(event: Event, seat: int) -> bool:
    return event.kind == PICK_EVENT and event.seat == seat


NotedEvent = tuple[Event | None, Sequence[Note]]
"""An event of the line of play (None for the opening), with the notes that the reader may see."""


@frozen(eq=False)
class VisibleHistory:
    """The history of a match up to a position, as one reader (a seat, or None for a spectator) may
    know it. If `revealed`, it has no secrets."""

    _position: Position
    _match: Match | None
    reader: int | None
    _revealed: bool = field(default=False, kw_only=True)

    def events_with_notes(self, last: int | None = None) -> list[NotedEvent]:
        """Return every event of the line of play with its notes, the opening first. With `last`,
        return only the latest `last` entries."""
        return self._position.noted_events(self.reader, last, revealed=self._revealed)

    @property
    def size(self) -> tuple[int, int, int]:
        """The number of events in the log, of events in the line of play, and of notes of the last
        event. If none of these numbers has changed, neither has the history. (The number of notes
        distinguishes the positions of `History.substeps`.)"""
        position = self._position
        last_notes = position.notes[-1] if position.notes else ()
        return len(position.log), len(position.line), len(last_notes)

    def last(self) -> Sequence[Note]:
        return self.events_with_notes(1)[-1][1]

    def log(self) -> list[Event]:
        """Return all events in log order, including undone ones. The log of a past position may
        lack undone events (see `Position.log`)."""
        return self._position.redacted_log(self.reader, revealed=self._revealed)

    def event(self, number: int) -> Event:
        return self._position.redacted_event(number, self.reader, revealed=self._revealed)

    def undone_events(self) -> Iterator[Event]:
        """Yield the events of the log that are not in the line of play: undone events, undos and
        redos."""
        counting = {event.number for event in self._position.line}
        return (event for event in self.log() if event.number not in counting)

    def notes_then(self, number: int) -> Sequence[Note]:
        """Return the notes that event `number` had when it happened, as far as the reader may see
        them, even if the event has since been undone. Return nothing for an undo or redo, or if
        there is no match to replay."""
        if self._match is None:
            return ()
        past = self._match.at_event(number)
        event, notes = past.noted_events(self.reader, revealed=self._revealed)[-1]
        return notes if event is not None and event.number == number else ()


class MatchView:
    """A read-only view of a match, now or at an earlier position. `view` and `history` return only
    what a seat may see.

    `seats` are the seats whose secrets may be shown while the game goes on (None for all);
    NotYourSeat is raised for any other seat. If the match is over, `revealed` shows everything to
    spectators (`reader` None), at any position.
    """

    __slots__ = ("_match", "_position", "_revealed", "seats")

    def __init__(
        self,
        position: Position,
        match: Match | None = None,
        seats: Collection[int] | None = None,
        *,
        revealed: bool = False,
    ) -> None:
        """Create a view of `position`, which is a match or an earlier position of `match`. For
        `seats` and `revealed`, see the class."""
        self._position = position
        self._match = position if isinstance(position, Match) else match
        self.seats = seats
        self._revealed = revealed and self._is_over

    @property
    def header(self) -> Header:
        """The header of the log, with the game, players, options and seed."""
        return self._position.header

    @property
    def game(self) -> Game[State]:
        return self._position.game

    @property
    def over(self) -> bool:
        return self._position.over or self.ended is not None

    @property
    def ended(self) -> EarlyEnd | None:
        """The early end of the match by its players. It is None if there was none, and at earlier
        positions."""
        match = self._match
        at_end = match is not None and len(self._position.line) == len(match.line)
        return match.ended if match is not None and at_end else None

    @property
    def length(self) -> int:
        return len(self._position.log)

    def pending(self) -> list[PendingDecision]:
        return [] if self.ended is not None else self._position.pending()

    def view(self, reader: int | None) -> State:
        """Return the table as `reader` (a seat, or None for a spectator) may see it. Raises
        NotYourSeat."""
        self._may_read(reader)
        if self.ended is not None and self._match is not None:
            return self._match.view(reader)
        if reader is None and self._revealed:
            return self._position.state.copy()
        return self._position.view(reader)

    def history(self, reader: int | None) -> VisibleHistory:
        """Return the history as `reader` (a seat, or None for a spectator) may know it. Raises
        NotYourSeat."""
        self._may_read(reader)
        revealed = reader is None and self._revealed
        return VisibleHistory(self._position, self._match, reader, revealed=revealed)

    def _may_read(self, reader: int | None) -> None:
        if reader is None or self.seats is None or reader in self.seats or self._is_over:
            return
        raise not_your_seat(reader)

    @property
    def _is_over(self) -> bool:
        """Whether the match has ended, even if this view shows an earlier position."""
        return self._position.over if self._match is None else self._match.over

    def has_secrets(self) -> bool:
        return self._position.state.has_secrets()

    def picks(self) -> list[tuple[int, int]]:
        """Return the number and the seat of every pick that has not been undone, in log order."""
        return [
            (event.number, event.seat) for event in self._position.line if event.kind == PICK_EVENT
        ]

    def last_choice(self, seat: int) -> int | None:
        """Return the index of the seat's last pick in the line of play; None if the seat has made
        none."""
        line = self._position.line
        mine = (k for k in range(len(line) - 1, -1, -1) if _is_choice(line[k], seat))
        return next(mine, None)

    def last_turn(self, seat: int) -> int | None:
        """Return the length of the line of play just after the seat's last pick before the current
        turn; None if there is no such pick."""
        position = self._position
        now = position.state.turn
        mine = (
            k + 1
            for k in range(len(position.line) - 1, -1, -1)
            if _is_choice(position.line[k], seat) and position.turns[k] < now
        )
        return next(mine, None)

    def last_turn_of(self, seats: Collection[int]) -> int:
        """Return the latest `last_turn` of `seats`; 0 if there is none."""
        return max((self.last_turn(seat) or 0 for seat in seats), default=0)

    def rounds(
        self, reader: int | None, time_used: TimeUsed | None = None
    ) -> Iterator[tuple[int, State]]:
        """Yield the number of each round up to this view, with the table after the event that ended
        the round. The last round may be incomplete.

        The table is as `reader` may see it; if the game is over, the tables of all rounds but the
        last are fully open. Every position is also added to `time_used`, if given. Raises
        NotYourSeat.
        """
        assert self._match is not None
        self._may_read(reader)
        before, view = 0, None
        for position in self._match.positions():
            if time_used is not None:
                time_used.note(position)
            if position.state.round != before and before:
                yield before, position.state.copy() if self.over else position.view(reader)
            before = position.state.round
            view = position
            if len(position.line) == len(self._position.line):
                break
        if view is not None:
            yield before, view.view(reader)

    def tallies(self, reader: int | None) -> Sequence[Sheet]:
        """Return statistics of the whole game, or an empty sequence if the game is not over."""
        if not self.over:
            return ()
        return self.game.tallies(self.view(reader), self._position.line)

    @property
    def count(self) -> int:
        return len(self._position.line)

    def earlier(self, count: int) -> MatchView:
        """Return a view of the match after `count` events of the line of play."""
        assert self._match is not None
        return MatchView(self._match.at(count), self._match, self.seats, revealed=self._revealed)

    def choices_since(self, number: int) -> Iterator[tuple[PendingDecision, Event, MatchView]]:
        """Yield every pick after event `number` that has not been undone, oldest first: the
        decision, the event, and the match before the event. The events are not redacted."""
        assert self._match is not None
        for index, event in enumerate(self._position.line):
            if event.number > number and event.kind == PICK_EVENT:
                before = self.earlier(index)
                pending = next(
                    decision for decision in before.pending() if decision.seat == event.seat
                )
                yield pending, event, before

    def place_of(
        self, event: Event, decision: AnyDecision, before: State, reader: int | None
    ) -> Place | None:
        """Return the place on the table that was chosen in `event` for `decision`. `before` is the
        table as the reader saw it at the time. Return None for a pick without a place, or if the
        reader may not know it."""
        value = self.history(reader).event(event.number).value
        if not is_value(value):
            return None
        try:
            return decision.target(before, decision.parts_of(value))
        except HiddenValue:
            return None

    def is_secret(self, number: int, reader: int | None) -> bool:
        """Whether any part of event `number` is hidden from `reader`."""
        return not is_value(self.history(reader).event(number).value)

    def within_simultaneous(self, number: int) -> bool:
        """Whether event `number` belongs to the `Simultaneous` that is open now."""
        return self._position.within_simultaneous(number)

    @property
    def simultaneous_since(self) -> int | None:
        """Length of the line of play at the start of the `Simultaneous` that is open now; None if
        none is open."""
        return self._position.simultaneous_since

    @property
    def own_people(self) -> list[int]:
        """The seats of people whose secrets may be shown."""
        return [seat for seat in self.header.people if self.seats is None or seat in self.seats]

    def since(self, number: int) -> list[Event]:
        """Return the events after event `number`, as everyone may read them."""
        position = self._position
        return [position.redacted_event(event.number, None) for event in position.log[number:]]

    @property
    def happened_last(self) -> datetime | None:
        """The time of the last event; None if there are no events, or if the match has no clock."""
        log = self._position.log
        return log[-1].at if log else None

    @property
    def hides(self) -> bool:
        """Whether several people who have secrets from one another are still playing the match."""
        return hides(self.header, over=self.over)

    def can_redo(self, seat: int) -> bool:
        return isinstance(self._position, Match) and self._position.can_redo(seat)
