"""Interface of event stores, whatever keeps the matches.

A store holds the header of each match and its events, one after another, and a short record for the
browser of saved games. `SqliteStore` is on disk, `PostgresStore` in a database shared by several
hosts, `MemoryStore` in memory.
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
"""Marks a match that was imported or branched, not started here."""

HANDED_OVER: Final = "handed over"
"""Marks a match in which somebody else, or a bot, has taken over a seat."""


@frozen
class Summary:
    """The state of a match for lists, saved beside the events so that nobody has to replay them.

    `active` is the seat whose turn it is (-1: nobody's). `result` is empty until the game is over.
    `owing` are the seats with pending decisions.
    """

    round: int
    turn: int
    active: int
    over: bool
    result: tuple[Standing, ...] = ()
    owing: tuple[int, ...] = ()

    @classmethod
    def of(cls, match: Match) -> Summary:
        """Return the summary of a match at present."""
        state = match.state
        result = tuple(match.game.standings(match.view(None))) if state.over else ()
        owing = tuple(sorted(pending.seat for pending in match.pending()))
        return cls(state.round, state.turn, state.active, state.over, result, owing)


@frozen
class Record:
    """A match in a list of matches. `events` is the length of its log; times are UTC.

    `damage` is the reason if part of it is unreadable: the fields are then the best approximation,
    and a lost header has no seats. `owners` are the ids of the people who own the seats: empty for
    a match without owners, None for a bot's seat or a free one. `ending` is its early end,
    `unrated` the reason that it does not count for ratings: ELSEWHERE or HANDED_OVER, empty if it
    counts.
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
    """A finished solo game, for the list of best results."""

    match: str
    name: str
    total: int
    when: datetime


class Store(ABC):
    """A store of matches.

    An append names by its event numbers the length of the log that the caller has seen; of two
    concurrent ones one wins and the other raises `Conflict`. When `append` or `add` returns, the
    events are durable. Every call may raise `BadStore`. `clock` stamps matches and their events: a
    database's is its own clock.

    A change of a match publishes its topic after the commit, and another one if a bot may have to
    move; see `engine.storage.topics`.
    """

    clock: Clock = staticmethod(clock.now)

    only_read: Text | None = None
    """Reason why nothing can be written, if so; reading works."""

    is_shared = False
    """Whether programs on several hosts may have the store open at the same time."""

    rests: float | None = None
    """Interval in seconds at which long-running programs must call `rest`; None: never."""

    # ------------------------------------------------------------------ abstract methods

    @abstractmethod
    def add(
        self,
        id: str,
        header: Header,
        events: Sequence[Event],
        summary: Summary,
        unrated: str = "",
    ) -> bool:
        """Save a new match; return False, and save nothing, if the id is taken."""

    @abstractmethod
    def append(
        self, id: str, events: Sequence[Event], summary: Summary, header: Header | None = None
    ) -> None:
        """Append events, all or none. Proposals about the match as it was are withdrawn.

        Raises Conflict if they do not follow the last saved event, or if the saved header is not
        `header`; NoSuchMatch if there is no such match, and Ended if it was ended early.
        """

    @abstractmethod
    def give_seat(self, id: str, seat: int, player: str, name: str | None = None) -> None:
        """Let another player take over a seat of a match, under another name if one is given;
        unless only the name changes, the match is HANDED_OVER. Raises NoSuchMatch."""

    @abstractmethod
    def review(self, id: str, made_with: str) -> str | None:
        """Return the saved review of a match with the fingerprint `made_with`; None if there is
        none."""

    @abstractmethod
    def keep_review(self, id: str, made_with: str, body: str) -> None:
        """Save the review of a match, replacing the old one; raises NoSuchMatch."""

    @abstractmethod
    def end(self, id: str, ending: Ending, result: tuple[Standing, ...]) -> None:
        """Save the early end of a match, with this result; raises NoSuchMatch, or Ended if it is
        over."""

    @abstractmethod
    def log(self, id: str) -> tuple[Header, list[Event]]:
        """Return the header and all events.

        Raises NoSuchMatch, or BadSave with the position before the first unreadable or missing
        event.
        """

    @abstractmethod
    def header(self, id: str) -> Header:
        """Return the header; raises NoSuchMatch or BadSave."""

    @abstractmethod
    def since(self, id: str, number: int) -> list[Event]:
        """Return the events after the one with that number; raises like `log`."""

    @abstractmethod
    def subscribe(self, topic: str) -> Subscription:
        """Subscribe to a topic, such as `match/k7m2`, whichever process publishes on it.

        Subscribe before you look: then no change in between is missed.
        """

    @abstractmethod
    def publish(self, *topics: str) -> None:
        """Notify all subscribers of topics; within `writing` after the commit, if there is one.
        Never raises. Publish changes of the store within their transaction: only those reach other
        hosts."""

    @abstractmethod
    def subscriber_count(self, topic: str) -> int:
        """Return the number of subscribers of a topic."""

    @abstractmethod
    def topics_with_subscribers(self, start: str) -> list[str]:
        """Return the topics with that prefix (`person/`) that have subscribers."""

    def bus_id(self) -> str:
        """Return an id of the bus that is the same for all programs on it; other hosts have
        others."""
        return ""

    def sweep(self) -> list[str]:
        """Remove the subscriptions of dead programs; return their topics."""
        return []

    @abstractmethod
    def records(
        self, *, person: int | None = None, over: bool | None = None, limit: int | None = None
    ) -> list[Record]:
        """Return all matches, including damaged ones, the latest played first: at most `limit`,
        those with a seat of a person, those that are over or not."""

    @abstractmethod
    def watchable(self, limit: int) -> list[Record]:
        """Return the running matches that anybody may watch, the latest played first."""

    @abstractmethod
    def bots_due(self) -> list[Record]:
        """Return the matches of registered people with a pending decision of a bot, the longest
        waiting first."""

    @abstractmethod
    def beginning(self, start: str) -> list[Record]:
        """Return the matches whose ids begin with `start`, the latest played first."""

    @abstractmethod
    def delete(self, id: str) -> None:
        """Delete a match; raises NoSuchMatch."""

    @abstractmethod
    def best(self, game: str, options: Mapping[str, str], data: Data | None = None) -> list[Best]:
        """Return the finished solo games with these options and this data, the highest total first,
        including those of deleted matches."""

    @abstractmethod
    def writing(self, match: str | None = None) -> AbstractContextManager[Connection]:
        """Open an exclusive write transaction over all tables (`schema.py`), or join the open one.
        One that changes a single `match` may be concurrent with those of other matches."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[Connection]:
        """Open a read transaction with a consistent snapshot of those tables."""

    @abstractmethod
    def close(self) -> None:
        """Release the store's resources; it cannot be used any more."""

    def wait_at_most(self, seconds: float) -> None:  # noqa: B027 - optional
        """Set how long to wait for other writers before `Busy` is raised."""

    def rest(self) -> None:  # noqa: B027 - optional
        """Release idle resources that others may need. Programs that keep a store open for long
        call it every `rests` seconds; the store reconnects by itself."""

    # ------------------------------------------------------------------ derived methods

    def owners(self, id: str) -> tuple[int | None, ...]:
        """Return the ids of the people who own the seats of a match; None for bots' and free seats,
        and for all seats of a match without owners. Raises NoSuchMatch."""
        record = self.record(id)
        return record.owners or (None,) * len(record.header.seats)

    def ending(self, id: str) -> Ending | None:
        """Return the early end of a match, if any; raises NoSuchMatch."""
        return self.record(id).ending

    def new(self, match: Match, unrated: str = "") -> str:
        """Save a match that was just started or imported; return its id."""
        summary = Summary.of(match)
        return unused(draw_id, lambda id: self.add(id, match.header, match.log, summary, unrated))

    def load(self, id: str) -> Match:
        """Return the match; raises NoSuchMatch, or BadSave with the last good position.

        Its log is longer than the saved one if the last writer died before outcomes of chance were
        saved.
        """
        header, events = self.log(id)
        match = match_file.rebuild(header, events, id, clock=self.clock)
        match.ended = self.early_end(id)
        return match

    def has_finished(self, game: str, person: int | None = None) -> bool:
        """Whether there is a finished match of a game, with a seat of that person if given."""
        return any(record.header.game == game for record in self.records(person=person, over=True))

    def early_end(self, id: str) -> EarlyEnd | None:
        """Return the early end of a match, and the result that counts; None if there is none.
        Raises NoSuchMatch."""
        ending = self.ending(id)
        return None if ending is None else EarlyEnd(ending, self.record(id).summary.result)

    def record(self, id: str) -> Record:
        """Return the record of the match with that id; raises NoSuchMatch."""
        for record in self.beginning(id):
            if record.id == id:
                return record
        raise unknown(id)

    def find(self, text: str) -> Record:
        """Return the match with that id, or with that unambiguous prefix; raises NoSuchMatch."""
        wanted = text.strip().lower()
        records = self.beginning(wanted) if wanted else []
        matching = [record for record in records if record.id == wanted] or records
        if len(matching) == 1:
            return matching[0]
        if matching:
            raise NoSuchMatch(
                words(
                    "{id} is ambiguous: it could be {ids}.",
                    id=text,
                    ids=", ".join(record.id for record in matching),
                )
            )
        raise unknown(text)

    def export(self, id: str, path: Path, *, force: bool = False) -> Match:
        """Write a match to a file; raises CannotWrite, and NoSuchMatch or BadSave like `load`."""
        match = self.load(id)
        match_file.export(match, path, force=force)
        return match

    def import_(self, path: Path) -> str:
        """Import the match of a file; return its new id. Raises BadSave."""
        return self.adopt(match_file.load(path))

    def adopt(self, match: Match) -> str:
        """Save an imported match; return its new id.

        If the file has no seed, a new one is drawn.
        """
        header = evolve(match.header, seed=match.header.seed or new_seed())
        return self.new(Match.load(header, match.log, clock=self.clock), ELSEWHERE)

    def branch(self, match: Match, count: int) -> str:
        """Save a new match that continues after `count` events of the line of play; return its id.

        It gets a new seed: nobody can look ahead in one branch for the other.
        """
        header, events = match.branch(count)
        branch = Match.load(evolve(header, seed=new_seed()), events, clock=self.clock)
        return self.new(branch, ELSEWHERE)


def counts_as_best(header: Header, summary: Summary) -> bool:
    """Whether a match belongs to the best results: a person finished it alone."""
    return summary.over and len(header.seats) == 1 and header.seats[0][1] == "person"


def bot_owes(header: Header, summary: Summary) -> bool:
    """Whether a bot has a pending decision, by header and summary."""
    seats = header.seats
    return any(s < len(seats) and bot_name(seats[s][1]) is not None for s in summary.owing)


def seated(header: Header, seat: int, player: str, name: str | None = None) -> Header:
    """Return the header with another player at a seat, under another name if one is given."""
    seats = list(header.seats)
    seats[seat] = (name or seats[seat][0], player)
    return evolve(header, seats=tuple(seats))


def check_follows(events: Sequence[Event], length: int, id: str) -> None:
    """Raise Conflict unless the events are consecutive and follow on the saved ones."""
    if any(event.number != length + at for at, event in enumerate(events, 1)):
        raise conflict(id)


Row = tuple[str, str | None]
"""An event as a store saves it: its line, and its time, if known."""


def row(event: Event) -> Row:
    """Return an event as a store saves it."""
    at = None if event.at is None else clock.written(event.at)
    return match_file.event_line(event, time=False), at


def parse_events(rows: Iterable[tuple[Stored, Stored]], header: Header, id: str) -> list[Event]:
    """Parse the saved events; raises BadSave for an unreadable one, with the position before it."""
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
    """Return the error for an append that lost the race."""
    return Conflict(words("Someone else has moved in game {id} in the meantime.", id=id))


def unknown(id: str) -> NoSuchMatch:
    """Return the error for an unknown id."""
    return NoSuchMatch(words("There is no saved game {id}.", id=id))


def draw_id(pairs: int = 2) -> str:
    """Return a short id of easily distinguished letters and digits, such as `k7m2`."""
    return "".join(secrets.choice(_LETTERS) + secrets.choice(_DIGITS) for _ in range(pairs))


def draw_code(pairs: int = 2) -> str:
    """Return a code to pass on and type, such as `K7M2`."""
    return draw_id(pairs).upper()


def unused(draw: Callable[[int], str], is_free: Callable[[str], bool]) -> str:
    """Return a free id or code, as short as possible: drawn until one is free, and longer after 8
    tries."""
    tries = (draw(pairs) for pairs in range(2, 12) for _ in range(8))
    return next(drawn for drawn in tries if is_free(drawn))
