"""Where matches live (event store): what every store can do, whatever keeps it.

A store keeps the header of each match and its events, one after another, and a short record for
the browser of saved games. `SqliteStore` keeps them on disk, `PostgresStore` in a database that
several hosts share, `MemoryStore` as long as it lives.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from engine import clock
from engine.clock import Clock
from engine.core.chance import new_seed
from engine.core.component_data import Data
from engine.core.early_end import Ending
from engine.core.event import Event, Header
from engine.core.players import bot_name
from engine.core.score_sheet import Standing
from engine.errors import BadSave, Conflict, NoSuchMatch
from engine.i18n.text import Text, words
from engine.match.match import Match
from engine.match.position import EarlyEnd
from engine.storage import match_file
from engine.storage.database import Connection
from engine.storage.pubsub import Subscription
from engine.storage.sql_statements import Stored

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz"
_DIGITS: Final = "23456789"

ELSEWHERE: Final = "elsewhere"
"""A match that was not begun here, but goes on from a file or from the middle of another."""

HANDED_OVER: Final = "handed over"
"""A match in which somebody else, or a bot, has played on for who sat there."""


@frozen
class Summary:
    """How a match stands, for the browser: it is kept beside the events so that nobody has to play
    them through to list the matches.

    `active` is the seat whose turn it is (-1: nobody's). `result` is empty until the game is over.
    `owing` are the seats that owe a decision.
    """

    round: int
    turn: int
    active: int
    over: bool
    result: tuple[Standing, ...] = ()
    owing: tuple[int, ...] = ()

    @classmethod
    def of(cls, match: Match) -> Summary:
        """How this match stands now."""
        state = match.state
        result = tuple(match.game.standings(match.view(None))) if state.over else ()
        owing = tuple(sorted(owed.seat for owed in match.pending()))
        return cls(state.round, state.turn, state.active, state.over, result, owing)


@frozen
class Record:
    """What the browser shows of a match. `events` is the length of its log; times are UTC.

    `damage` says what of it cannot be read, if anything: the fields are then as good as can be,
    and a header that is lost has no seats. `owners` are the people whose seats these are, by their
    numbers: empty for a match that belongs to nobody in particular, None for a bot's seat or a free
    one. `ending` says that people have ended it before its end, `unrated` whether something that
    happened to it keeps it from the ratings: ELSEWHERE or HANDED_OVER, empty if nothing does.
    """

    id: str
    header: Header
    created: datetime
    changed: datetime
    events: int
    summary: Summary
    damage: Text | None = None
    owners: tuple[int | None, ...] = ()
    ending: Ending | None = None
    unrated: str = ""


@frozen
class Best:
    """A finished game of one person alone, for the list of best results."""

    match: str
    name: str
    total: int
    when: datetime


class Store(ABC):
    """A keeper of matches.

    Whoever appends says with the numbers of the events how long the log is believed to be; of two
    who believe the same one wins and the other gets `Conflict`. When `append` or `add` returns,
    the events are kept for good. Every call may raise `BadStore`. `clock` tells when a match was
    made and changed, and when what happens in its matches does: in a database it is the database's.

    Who changes a match rings its topic when the change is kept, and another one where a bot may be
    due then; see `engine.storage.topics`.
    """

    clock: Clock = staticmethod(clock.now)

    only_read: Text | None = None
    """Why nothing can be kept, where that is so: what is there can be read."""

    is_shared = False
    """Whether programs on several hosts may have the store open at the same time."""

    rests: float | None = None
    """How often who keeps the store open for long lets it rest; None: it never needs to."""

    # ------------------------------------------------------------------ what a store must do

    @abstractmethod
    def add(
        self,
        id: str,
        header: Header,
        events: Sequence[Event],
        summary: Summary,
        unrated: str = "",
    ) -> bool:
        """Keep a new match; False, and nothing is kept, if the id is taken."""

    @abstractmethod
    def append(self, id: str, events: Sequence[Event], summary: Summary) -> None:
        """Keep further events, all or none. What the table was asked about the match as it stood
        is asked no more.

        Raises Conflict if they do not follow on the last one kept, NoSuchMatch if there is none,
        and Ended if people have ended the match.
        """

    @abstractmethod
    def give_seat(self, id: str, seat: int, player: str, name: str | None = None) -> None:
        """Let somebody else play a seat of a match from now on, under another name if one is
        given; unless it is the name alone that changes, the match is HANDED_OVER. Raises
        NoSuchMatch."""

    @abstractmethod
    def review(self, id: str, made_with: str) -> str | None:
        """What was kept of the review of a match that was made with just that; None if nothing
        was."""

    @abstractmethod
    def keep_review(self, id: str, made_with: str, body: str) -> None:
        """Keep the review of a match in place of the one before; raises NoSuchMatch."""

    @abstractmethod
    def end(self, id: str, ending: Ending, result: tuple[Standing, ...]) -> None:
        """Keep that people have ended a match before its end, with this result; raises NoSuchMatch,
        or Ended if it is over already."""

    @abstractmethod
    def log(self, id: str) -> tuple[Header, list[Event]]:
        """The header and all events.

        Raises NoSuchMatch, or BadSave with the position before the event that cannot be read or is
        missing.
        """

    @abstractmethod
    def header(self, id: str) -> Header:
        """The header alone; raises NoSuchMatch or BadSave."""

    @abstractmethod
    def since(self, id: str, number: int) -> list[Event]:
        """The events after the one with that number; raises as `log`."""

    @abstractmethod
    def subscribe(self, topic: str) -> Subscription:
        """An ear for a topic, such as `match/k7m2`: it hears what this and other programs ring.

        Listen before you look: what is kept in between is heard then.
        """

    @abstractmethod
    def publish(self, *topics: str) -> None:
        """Tell all who listen to topics that something has happened, at the end of a transaction
        of `writing` if all goes well in it; never raises. What changes in the store is rung within
        the transaction: other hosts hear of that alone."""

    @abstractmethod
    def subscriber_count(self, topic: str) -> int:
        """How many listen to a topic."""

    @abstractmethod
    def topics_with_subscribers(self, start: str) -> list[str]:
        """The topics of such a beginning (`person/`) to which somebody listens."""

    def place_of_bells(self) -> str:
        """By what those who hear one another's bells know it: on another host it is another one."""
        return ""

    def sweep(self) -> list[str]:
        """Forget who listened in programs that are gone; the topics that they listened to."""
        return []

    @abstractmethod
    def records(
        self, *, person: int | None = None, over: bool | None = None, limit: int | None = None
    ) -> list[Record]:
        """All matches, the damaged ones too, the one that was played last first: at most so many,
        only those at which a person has a seat, only those that are over or are not."""

    @abstractmethod
    def watchable(self, limit: int) -> list[Record]:
        """The matches that are played now and that anybody may watch, the one that was played last
        first."""

    @abstractmethod
    def bots_due(self) -> list[Record]:
        """The matches of people of a house at which a bot owes a decision, the one that has waited
        longest first."""

    @abstractmethod
    def beginning(self, start: str) -> list[Record]:
        """The matches whose ids begin so, the one that was played last first."""

    @abstractmethod
    def delete(self, id: str) -> None:
        """Forget a match; raises NoSuchMatch."""

    @abstractmethod
    def best(self, game: str, options: Mapping[str, str], data: Data | None = None) -> list[Best]:
        """The finished games of one person alone with these options and this data, the highest
        total first, also of matches that were deleted since."""

    @abstractmethod
    def writing(self, match: str | None = None) -> AbstractContextManager[Connection]:
        """One transaction, alone, over all tables (`schema.py`): whatever else is kept meanwhile
        belongs to it, and one within another is part of it. One that changes nothing but what is
        of a `match` may go on beside those of other matches."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[Connection]:
        """One transaction in which everything that is read of those tables belongs together."""

    @abstractmethod
    def close(self) -> None:
        """Give back what the store holds; it cannot be used any more."""

    def wait_at_most(self, seconds: float) -> None:  # noqa: B027 - few stores ever wait
        """How long to wait for others who write, before `Busy` is raised."""

    def rest(self) -> None:  # noqa: B027 - few stores hold anything that others need
        """Hold nothing that others may need, if nothing was asked for a while. Whoever keeps a
        store open for long calls it every `rests` seconds; it wakes by itself."""

    # ------------------------------------------------------------------ what follows from it

    def owners(self, id: str) -> tuple[int | None, ...]:
        """Whose seats those of a match are, by the numbers of people; None for a bot's and a free
        one, and for all of a match that belongs to nobody in particular. Raises NoSuchMatch."""
        record = self.record(id)
        return record.owners or (None,) * len(record.header.seats)

    def ending(self, id: str) -> Ending | None:
        """How people have ended a match before its end, if they have; raises NoSuchMatch."""
        return self.record(id).ending

    def new(self, match: Match, unrated: str = "") -> str:
        """Keep a match that has just begun, or come from elsewhere; its id."""
        summary = Summary.of(match)
        return unused(draw_id, lambda id: self.add(id, match.header, match.log, summary, unrated))

    def load(self, id: str) -> Match:
        """The match as it stands; raises NoSuchMatch, or BadSave with the last good position.

        Its log is longer than what is kept if the last writer ended before chance had its say.
        """
        header, events = self.log(id)
        match = match_file.rebuild(header, events, id, clock=self.clock)
        match.ended = self.early_end(id)
        return match

    def has_finished(self, game: str, person: int | None = None) -> bool:
        """Whether there is a match of a game that is over, at which that person has a seat."""
        return any(record.header.game == game for record in self.records(person=person, over=True))

    def early_end(self, id: str) -> EarlyEnd | None:
        """How people have ended a match before its end, and the result that counts; None if they
        have not. Raises NoSuchMatch."""
        ending = self.ending(id)
        return None if ending is None else EarlyEnd(ending, self.record(id).summary.result)

    def record(self, id: str) -> Record:
        """What the browser shows of the match with just that id; raises NoSuchMatch."""
        for record in self.beginning(id):
            if record.id == id:
                return record
        raise unknown(id)

    def find(self, text: str) -> Record:
        """The match whose id is this, or begins with it as no other does; raises NoSuchMatch."""
        wanted = text.strip().lower()
        records = self.beginning(wanted) if wanted else []
        found = [record for record in records if record.id == wanted] or records
        if len(found) == 1:
            return found[0]
        if found:
            raise NoSuchMatch(
                words(
                    "{id} is ambiguous: it could be {ids}.",
                    id=text,
                    ids=", ".join(one.id for one in found),
                )
            )
        raise unknown(text)

    def export(self, id: str, path: Path, *, force: bool = False) -> Match:
        """Write a match into a file; raises CannotWrite, and NoSuchMatch or BadSave as `load`."""
        match = self.load(id)
        match_file.export(match, path, force=force)
        return match

    def import_(self, path: Path) -> str:
        """Keep the match that a file holds, to go on with it; its new id. Raises BadSave."""
        return self.adopt(match_file.load(path))

    def adopt(self, match: Match) -> str:
        """Keep a match that came from a file, to go on with it; its new id.

        Where the file did not tell the seed, chance has a new one from here on.
        """
        header = evolve(match.header, seed=match.header.seed or new_seed())
        return self.new(Match.load(header, match.log, clock=self.clock), ELSEWHERE)

    def branch(self, match: Match, count: int) -> str:
        """Keep a new match that goes on from after `count` events of the line of play; its id.

        Chance has a new seed from here on: nobody can look ahead in one branch for the other.
        """
        header, events = match.branch(count)
        begun = Match.load(evolve(header, seed=new_seed()), events, clock=self.clock)
        return self.new(begun, ELSEWHERE)


def counts_as_best(header: Header, summary: Summary) -> bool:
    """Whether a match belongs into the list of best results: a person finished it alone."""
    return summary.over and len(header.seats) == 1 and header.seats[0][1] == "person"


def bot_owes(header: Header, summary: Summary) -> bool:
    """Whether a bot owes a decision in a match that stands so."""
    seats = header.seats
    return any(s < len(seats) and bot_name(seats[s][1]) is not None for s in summary.owing)


def seated(header: Header, seat: int, player: str, name: str | None = None) -> Header:
    """The header of a match in which somebody else plays a seat, under another name if one is
    given."""
    seats = list(header.seats)
    seats[seat] = (name or seats[seat][0], player)
    return evolve(header, seats=tuple(seats))


def check_follows(events: Sequence[Event], kept: int, id: str) -> None:
    """Raises Conflict unless the events follow one another and on as many as are kept."""
    if any(event.number != kept + at for at, event in enumerate(events, 1)):
        raise conflict(id)


Row = tuple[str, str | None]
"""An event as a store keeps it: its line, and when it happened, where that is known."""


def row(event: Event) -> Row:
    """An event as a store keeps it."""
    at = None if event.at is None else clock.written(event.at)
    return match_file.event_line(event, time=False), at


def parse_events(rows: Iterable[tuple[Stored, Stored]], header: Header, id: str) -> list[Event]:
    """The events that a store keeps; raises BadSave for the one that cannot be read, with the
    position before it."""
    events: list[Event] = []
    for body, at in rows:
        try:
            if not isinstance(body, str) or not isinstance(at, str | None):
                raise BadSave(words("It is not text."))
            event = match_file.parse_event(body, len(header.seats))
            event.at = None if at is None else clock.read(at)
            events.append(event)
        except BadSave as error:
            good = match_file.rebuild(header, events, id)
            raise BadSave(error.text, source=id, line=len(events) + 2, good=good) from error
    return events


def conflict(id: str) -> Conflict:
    """Somebody else appended to the match first."""
    return Conflict(words("Someone else has moved in game {id} in the meantime.", id=id))


def unknown(id: str) -> NoSuchMatch:
    """There is no match of that id."""
    return NoSuchMatch(words("There is no saved game {id}.", id=id))


def draw_id(pairs: int = 2) -> str:
    """A short id of letters and digits that are hard to mistake, such as `k7m2`."""
    return "".join(secrets.choice(_LETTERS) + secrets.choice(_DIGITS) for _ in range(pairs))


def draw_code(pairs: int = 2) -> str:
    """Letters and digits that are told and typed, such as `K7M2`."""
    return draw_id(pairs).upper()


def unused(draw: Callable[[int], str], is_free: Callable[[str], bool]) -> str:
    """An id or a code that is free, as short as can be: drawn anew, and longer, till one is."""
    tries = (draw(pairs) for pairs in range(2, 12) for _ in range(8))
    return next(drawn for drawn in tries if is_free(drawn))
