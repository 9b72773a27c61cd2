"""A match as those who look at it may know it (read model): what screens read, and nothing they can
change."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from engine.core.event import PICK, Event, Header, is_value
from engine.core.game import Game
from engine.core.score_sheet import Sheet
from engine.core.state import HiddenValue, Note, State
from engine.core.step import Place
from engine.errors import NotYourSeat
from engine.games import load
from engine.i18n.text import Seat, words
from engine.match.match import Match
from engine.match.position import AnyDecision, EarlyEnd, PendingDecision, Position
from engine.match.time_used import TimeUsed


def hides(header: Header, *, over: bool) -> bool:
    """Whether several people still play a match who have secrets from one another: then nobody
    should see it with another's eyes, or have a copy, unless they know what that shows."""
    return not over and len(header.people) > 1 and load(header.game).cover is not None


def not_your_seat(seat: int) -> NotYourSeat:
    """Only who plays a seat may act for it and know what it knows."""
    return NotYourSeat(words("{seat} is played by someone else.", seat=Seat(seat)))


def _is_choice(event: Event, seat: int) -> bool:
    return event.kind == PICK and event.seat == seat


Told = tuple[Event | None, Sequence[Note]]
"""An event of the line of play (None: the opening) and what its reader is told of it."""


class Story:
    """What has happened, as one reader (a seat, or None for somebody who watches) may know it."""

    __slots__ = ("_match", "_position", "reader")

    def __init__(self, position: Position, match: Match | None, reader: int | None) -> None:
        self._position = position
        self._match = match
        self.reader = reader

    def told(self, last: int | None = None) -> list[Told]:
        """Every event of the line of play with what is told of it, the opening first; or so many of
        the `last` ones."""
        return self._position.story(self.reader, last)

    @property
    def size(self) -> tuple[int, int]:
        """How many events happened, and how many of them count: a story of the same size in the
        same match is the same."""
        return len(self._position.log), len(self._position.line)

    def last(self) -> Sequence[Note]:
        """What is told of the last event."""
        return self.told(1)[-1][1]

    def log(self) -> list[Event]:
        """All events in the order in which they happened, those taken back included."""
        return self._position.redacted_log(self.reader)

    def event(self, number: int) -> Event:
        """The event of the log with that number."""
        return self._position.told_of(number, self.reader)

    def gone(self) -> Iterator[Event]:
        """The events that do not count: those taken back, and the take-backs themselves."""
        counting = {event.number for event in self._position.line}
        return (event for event in self.log() if event.number not in counting)

    def told_then(self, number: int) -> Sequence[Note]:
        """What was told of an event when it happened, though it was taken back since."""
        if self._match is None:
            return ()
        past = self._match.at_number(number)
        event, notes = past.story(self.reader)[-1]
        return notes if event is not None and event.number == number else ()


class MatchView:
    """A match to look at, as it stands or as it stood. The table comes out of it in views only.

    `seats` are those whose secrets it tells while the game goes on (None: of all): who asks for
    those of another is told NotYourSeat.
    """

    __slots__ = ("_match", "_position", "seats")

    def __init__(
        self, position: Position, match: Match | None = None, seats: Collection[int] | None = None
    ) -> None:
        """The match as it stands now, or an earlier position of it."""
        self._position = position
        self._match = position if isinstance(position, Match) else match
        self.seats = seats

    @property
    def header(self) -> Header:
        """Who plays what, with which options."""
        return self._position.header

    @property
    def game(self) -> Game[State]:
        """The game that is played."""
        return self._position.game

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._position.over or self.ended is not None

    @property
    def real_dice(self) -> bool:
        """Whether people throw dice of their own and say what they show."""
        return self._position.real_dice

    @property
    def ended(self) -> EarlyEnd | None:
        """How people have ended the match before its end, if one looks at it as it stood then."""
        match = self._match
        at_end = match is not None and len(self._position.line) == len(match.line)
        return match.ended if match is not None and at_end else None

    @property
    def length(self) -> int:
        """How many events the log has."""
        return len(self._position.log)

    def pending(self) -> list[PendingDecision]:
        """The decisions that are open now."""
        return [] if self.ended is not None else self._position.pending()

    def view(self, reader: int | None) -> State:
        """The table as a seat may see it (None: as somebody who only watches)."""
        self._may_read(reader)
        if self.ended is not None and self._match is not None:
            return self._match.view(reader)
        return self._position.view(reader)

    def story(self, reader: int | None) -> Story:
        """What has happened, as a seat may know it."""
        self._may_read(reader)
        return Story(self._position, self._match, reader)

    def _may_read(self, reader: int | None) -> None:
        if reader is None or self.seats is None or reader in self.seats or self._is_over:
            return
        raise not_your_seat(reader)

    @property
    def _is_over(self) -> bool:
        """Whether the match has ended, wherever in it one looks."""
        return self._position.over if self._match is None else self._match.over

    def has_secrets(self) -> bool:
        """Whether anything on the table is some seat's secret now."""
        return self._position.state.has_secrets()

    def picks(self) -> list[tuple[int, int]]:
        """The number and the seat of every choice that counts, in the order of the log."""
        return [(event.number, event.seat) for event in self._position.line if event.kind == PICK]

    def last_choice(self, seat: int) -> int | None:
        """Which event of the line of play, counted from 0, the seat chose last; None if none."""
        line = self._position.line
        mine = (k for k in range(len(line) - 1, -1, -1) if _is_choice(line[k], seat))
        return next(mine, None)

    def last_turn(self, seat: int) -> int | None:
        """How many events counted when the seat had last chosen in a turn before this one; None if
        it has chosen in no other."""
        position = self._position
        now = position.state.turn
        mine = (
            k + 1
            for k in range(len(position.line) - 1, -1, -1)
            if _is_choice(position.line[k], seat) and position.turns[k] < now
        )
        return next(mine, None)

    def last_turn_of(self, seats: Collection[int]) -> int:
        """The same of whoever of these seats has chosen last; 0 if none has."""
        return max((self.last_turn(seat) or 0 for seat in seats), default=0)

    def rounds(
        self, reader: int | None, waits: TimeUsed | None = None
    ) -> Iterator[tuple[int, State]]:
        """Every round that has ended, or was the last, and the table at its end as a reader may
        see it: once the game is over as it was, since nobody hides anything any more. `waits` is
        told every position on the way."""
        assert self._match is not None
        self._may_read(reader)
        before, view = 0, None
        for position in self._match.walk():
            if waits is not None:
                waits.note(position)
            if position.state.round != before and before:
                yield before, position.state.copy() if self.over else position.view(reader)
            before = position.state.round
            view = position
            if len(position.line) == len(self._position.line):
                break
        if view is not None:
            yield before, view.view(reader)

    def tallies(self, reader: int | None) -> Sequence[Sheet]:
        """Tables of all that happened, once the game is over and nobody hides anything any more."""
        if not self.over:
            return ()
        return self.game.tallies(self.view(reader), self._position.line)

    @property
    def count(self) -> int:
        """How many events count."""
        return len(self._position.line)

    def earlier(self, count: int) -> MatchView:
        """The same match as it stood after so many events that count."""
        assert self._match is not None
        return MatchView(self._match.at(count), self._match, self.seats)

    def choices_since(self, number: int) -> Iterator[tuple[PendingDecision, Event, MatchView]]:
        """Every choice that counts after an event of the log, oldest first: what was asked, what
        happened, and the table as it stood before it."""
        assert self._match is not None
        for index, event in enumerate(self._position.line):
            if event.number > number and event.kind == PICK:
                before = self.earlier(index)
                owed = next(one for one in before.pending() if one.seat == event.seat)
                yield owed, event, before

    def place_of(
        self, event: Event, decision: AnyDecision, before: State, reader: int | None
    ) -> Place | None:
        """The place on the table that was chosen in an event; `before` is the table as the reader
        saw it then. None for a choice without a place, or where the reader may not know it."""
        told = self.story(reader).event(event.number).value
        if not is_value(told):
            return None
        try:
            return decision.target(before, decision.parts_of(told))
        except HiddenValue:
            return None

    def is_secret(self, number: int, reader: int | None) -> bool:
        """Whether a reader may not know (all of) the event with that number of the log."""
        return not is_value(self.story(reader).event(number).value)

    def within_together(self, number: int) -> bool:
        """Whether the event with that number belongs to the `Simultaneous` that is open now."""
        return self._position.within_together(number)

    @property
    def together_since(self) -> int | None:
        """When the `Simultaneous` began in which seats choose now; None outside of one."""
        return self._position.together_since

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return self.header.people

    @property
    def own_people(self) -> list[int]:
        """The seats that people play with whose eyes one may look."""
        return [seat for seat in self.people if self.seats is None or seat in self.seats]

    def since(self, number: int) -> list[Event]:
        """The events after the one with that number, as everybody may read them."""
        position = self._position
        return [position.told_of(event.number, None) for event in position.log[number:]]

    @property
    def happened_last(self) -> datetime | None:
        """When the last thing happened; None where nobody looked at a clock."""
        log = self._position.log
        return log[-1].at if log else None

    @property
    def hides(self) -> bool:
        """Whether several people still play this who have secrets from one another."""
        return hides(self.header, over=self.over)

    def can_redo(self, seat: int) -> bool:
        """Whether something that the seat took back can come again."""
        return isinstance(self._position, Match) and self._position.can_redo(seat)
