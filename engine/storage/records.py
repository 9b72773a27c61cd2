"""Matches in a store: their records and results, the rows of their events, the owners of their
seats, and their ids. A damaged row affects only its own match."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final

from attrs import evolve, frozen

from engine import clock
from engine.core.event import Event, Header
from engine.core.players import AGREED, CONCEDED, Ending, bot_name
from engine.core.score_sheet import Standing
from engine.errors import BadSave, Conflict, NoSuchMatch
from engine.i18n.text import Text, words
from engine.match.match import Match
from engine.storage import match_file
from engine.storage.database import Connection
from engine.storage.sql_statements import Stored, insert

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz"
_DIGITS: Final = "23456789"

STARTED_ELSEWHERE: Final = "elsewhere"
"""Value of `Record.unrated` for a match that was imported or branched."""

HANDED_OVER: Final = "handed over"
"""Value of `Record.unrated` for a match in which another player or a bot has taken over a seat."""


@frozen
class Summary:
    """The state of a match as lists of matches show it. It is saved with the events, so that they
    do not have to be replayed.

    `active` is the seat whose turn it is (-1 if it is nobody's). `result` is empty until the game
    is over. `owing` are the seats with pending decisions.
    """

    round: int
    turn: int
    active: int
    over: bool
    result: tuple[Standing, ...] = ()
    owing: tuple[int, ...] = ()

    @classmethod
    def of(cls, match: Match) -> Summary:
        state = match.state
        result = tuple(match.game.standings(match.view(None))) if state.over else ()
        owing = tuple(sorted(pending.seat for pending in match.pending()))
        return cls(state.round, state.turn, state.active, state.over, result, owing)

    @property
    def columns(self) -> dict[str, int | str]:
        return {
            "round": self.round,
            "turn": self.turn,
            "active": self.active,
            "over": self.over,
            "result": result_column(self.result),
            "owing": json.dumps(self.owing),
        }


@frozen
class Record:
    """A match in a list of matches. `events` is the length of its log; times are in UTC.

    If part of the match is unreadable, `damage` is the reason, and the fields are the best
    approximation (without a readable header there are no seats). `owners` are the ids of the people
    who own the seats, with None for bots' and free seats; in a match without owners, they are
    empty. `ending` is the early end of the match. `unrated` is the saved reason why the match does
    not count for ratings: STARTED_ELSEWHERE, HANDED_OVER, or empty. If it is empty, there can be
    other reasons, which `engine.stats.ratings` finds.
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


def counts_as_best(header: Header, summary: Summary) -> bool:
    """Whether a match belongs in the list of best results, because a person has finished it
    alone."""
    return summary.over and len(header.seats) == 1 and header.seats[0][1] == "person"


def bot_owes(header: Header, summary: Summary) -> bool:
    seats = header.seats
    return any(s < len(seats) and bot_name(seats[s][1]) is not None for s in summary.owing)


def seated(header: Header, seat: int, player: str, name: str | None = None) -> Header:
    """Return the header with `player` in a seat, under a new `name` if one is given."""
    seats = list(header.seats)
    seats[seat] = (name or seats[seat][0], player)
    return evolve(header, seats=tuple(seats))


def result_column(result: Sequence[Standing]) -> str:
    return json.dumps([[standing.seat, standing.place, standing.total] for standing in result])


def check_follows(events: Sequence[Event], length: int, id: str) -> None:
    """Raise Conflict unless the events are consecutive and follow a log of `length` events."""
    if any(event.number != length + at for at, event in enumerate(events, 1)):
        raise conflict(id)


Row = tuple[str, str | None]
"""A saved event: its line, and its time, if known."""


def row(event: Event) -> Row:
    """Return the row that is saved for an event."""
    at = None if event.at is None else clock.written(event.at)
    return match_file.event_line(event, time=False), at


def parse_events(rows: Iterable[tuple[Stored, Stored]], header: Header, id: str) -> list[Event]:
    """Parse saved events, given the (line, time) pairs in `rows`. Raises BadSave for an unreadable
    event, with the position before it."""
    events: list[Event] = []
    for body, at in rows:
        try:
            event = match_file.parse_event(text_of(body), len(header.seats))
            event.at = None if at is None else clock.read(text_of(at))
            events.append(event)
        except BadSave as error:
            good = match_file.load_match(header, events, id)
            raise BadSave(error.text, source=id, line=len(events) + 2, good=good) from error
    return events


def conflict(id: str) -> Conflict:
    """Return the exception for an append that came too late."""
    return Conflict("Someone else has made a move in game {id} in the meantime.", id=id)


def unknown(id: str) -> NoSuchMatch:
    """Return the exception for an unknown id."""
    return NoSuchMatch("There is no saved game {id}.", id=id)


def draw_id(pairs: int = 2) -> str:
    """Return a random id with `pairs` pairs of a letter and a digit, such as `k7m2`. Characters
    that look alike, such as `l` and `1`, are not used."""
    return "".join(secrets.choice(_LETTERS) + secrets.choice(_DIGITS) for _ in range(pairs))


def draw_code(pairs: int = 2) -> str:
    """Return a random code, such as `K7M2`, that is easy to pass on and to type. It has `pairs`
    pairs of a letter and a digit."""
    return draw_id(pairs).upper()


def unused(draw: Callable[[int], str], is_free: Callable[[str], bool]) -> str:
    """Return the first drawn id or code for which `is_free` returns True.

    `draw` returns a random id with the given number of pairs of a letter and a digit: 2 at first,
    and one more after every 8 tries.
    """
    tries = (draw(pairs) for pairs in range(2, 12) for _ in range(8))
    return next(drawn for drawn in tries if is_free(drawn))


# ---------------------------------------------------------------------- owners and early ends


OWNERS_COLUMN: Final = (
    "(SELECT group_concat(seat || ':' || coalesce(person || '', ''), ',')"
    " FROM owner WHERE owner.match = match.id)"
)
"""SQL for the seats of a match and their owners, as a single text in any order. It is null for a
match without owners."""

ENDING_COLUMN: Final = (
    "(SELECT kind || ' ' || seat || ' ' || at FROM ending WHERE ending.match = match.id)"
)
"""SQL for the early end of a match, as a single text. It is null if there is none."""


def owners_of(column: Stored, seats: int) -> tuple[int | None, ...]:
    """Parse a value of `OWNERS_COLUMN` for a match with `seats` seats, and return the ids of the
    owners in seat order, with None for a seat without an owner. Return an empty tuple for a match
    without owners."""
    if not isinstance(column, str):
        return ()
    pairs = (pair.partition(":") for pair in column.split(","))
    people = {seat: int(person) for seat, _, person in pairs if person.isdecimal()}
    return tuple(people.get(str(seat)) for seat in range(seats))


def seats_of(connection: Connection, id: str, person: int) -> frozenset[int]:
    rows = connection.execute("SELECT seat FROM owner WHERE match = ? AND person = ?", (id, person))
    return frozenset(seat for (seat,) in rows)


def note_awaited(
    connection: Connection,
    id: str,
    owing: Collection[int],
    now: datetime,
    moved: Collection[int] = (),
) -> None:
    """Update the people for whom a match is waiting, given the seats with pending decisions
    (`owing`).

    If the match was already waiting for a person, the start time does not change. The person's time
    limit starts again at `now` if one of their seats is in `moved`, the seats that have just moved.
    A match without owners waits for nobody.
    """
    owners = connection.execute("SELECT seat, person FROM owner WHERE match = ?", (id,)).fetchall()
    if not owners:
        return
    time = clock.written(now)
    due = {person for seat, person in owners if seat in owing and person is not None}
    rows = connection.execute("SELECT person FROM awaited WHERE match = ?", (id,)).fetchall()
    before = {person for (person,) in rows}
    for person in before - due:
        connection.execute("DELETE FROM awaited WHERE match = ? AND person = ?", (id, person))
    for person in {person for seat, person in owners if seat in moved} & due & before:
        connection.execute(
            "UPDATE awaited SET moved = ?, tries = 0, again = '',"
            " told = CASE WHEN told > 1 THEN 1 ELSE told END WHERE match = ? AND person = ?",
            (time, id, person),
        )
    for person in due - before:
        fresh: dict[str, Stored] = {"since": time, "tries": 0, "again": "", "told": 0}
        insert(connection, "awaited", match=id, person=person, **fresh)


def answers_beforehand(connection: Connection, id: str) -> bool:
    row = connection.execute("SELECT 1 FROM beforehand WHERE match = ?", (id,)).fetchone()
    return row is not None


def owing_of(column: Stored) -> tuple[int, ...]:
    """Parse a value of the column `owing`, and return the seats with pending decisions. Return an
    empty tuple if the value cannot be parsed."""
    try:
        seats = json.loads(str(column))
    except (ValueError, RecursionError):
        return ()
    return tuple(seat for seat in seats if type(seat) is int) if isinstance(seats, list) else ()


def ending_of(column: Stored) -> Ending | None:
    """Parse a value of `ENDING_COLUMN`. Return None if it is NULL. An unreadable value is treated
    as an agreement made long ago."""
    if column is None:
        return None
    try:
        kind, seat, at = str(column).split(" ")
        return Ending(CONCEDED if kind == CONCEDED else AGREED, int(seat), clock.known(at))
    except ValueError:
        return Ending(AGREED, -1, clock.LONG_AGO)


def note_ending(connection: Connection, id: str, ending: Ending) -> None:
    """Record the early end of a match, and withdraw its open proposal."""
    at = clock.written(ending.when)
    insert(connection, "ending", match=id, kind=ending.kind, seat=ending.seat, at=at)
    withdraw_proposal(connection, id)


def withdraw_proposal(connection: Connection, id: str) -> None:
    """Delete the proposal of a match, if there is one, and the votes on it."""
    connection.execute("DELETE FROM proposal WHERE match = ?", (id,))


def withdraw_stale_proposal(connection: Connection, id: str) -> None:
    connection.execute("DELETE FROM proposal WHERE match = ? AND kind <> 'give'", (id,))


# ---------------------------------------------------------------------- rows of matches


RECORD_COLUMNS: Final = (
    "id, game, rules, header, created, changed, events, round, turn, active, over, result, owing,"
    " unrated,"
    " (SELECT max(number) FROM event WHERE event.match = match.id),"
    f" {OWNERS_COLUMN}, {ENDING_COLUMN}"
)
"""SQL for the columns that `record_of` parses, in a query of the table of matches."""

UNKNOWN_SUMMARY: Final = Summary(0, 0, -1, False)


def record_of(row: tuple[Stored, ...]) -> Record:
    """Parse a row of `RECORD_COLUMNS`. The record's `damage` is the first damage found."""
    id, game, rules, line, created, changed, events, *columns, unrated, last, owners, ending = row
    damages: list[Text] = []
    try:
        header = _header(text_of(line))
    except BadSave as error:
        damages.append(error.text)
        header = Header(_shown(game), rules if type(rules) is int else 0, (), None)
    length = events if type(events) is int and events >= 0 else 0
    if events != (last or 0):
        damages.append(missing(events, last or 0))
    times = [_time(created), _time(changed)]
    if None in times:
        damages.append(words("The dates of the game cannot be read."))
    summary = _summary(columns, len(header.seats))
    if summary is None:
        damages.append(words("The status of the game cannot be read."))
    if not isinstance(id, str):
        damages.append(words("The game has no ID."))
    return Record(
        _shown(id),
        header,
        times[0] or clock.LONG_AGO,
        times[1] or clock.LONG_AGO,
        length,
        summary or UNKNOWN_SUMMARY,
        damages[0] if damages else None,
        owners_of(owners, len(header.seats)),
        ending_of(ending),
        _shown(unrated),
    )


@lru_cache(maxsize=1024)
def _header(line: str) -> Header:
    """Parse a header line. The result is cached, because lists of matches are read often. Raises
    BadSave."""
    return match_file.parse_header(line)


def text_of(value: Stored) -> str:
    """Return the text in a column. Raises BadSave for any other type."""
    if not isinstance(value, str):
        raise BadSave("This is not text.")
    return value


def missing(number: Stored, count: Stored) -> Text:
    """Return the reason why a match counts as damaged if it has `count` events instead of
    `number`."""
    if type(number) is int and type(count) is int and number > count:
        return words(
            "The end is missing: the number of steps should be {due} but is {count}.",
            due=number,
            count=count,
        )
    return words(
        "The number of steps should be {due} but is {count}.",
        due=_shown(number),
        count=_shown(count),
    )


def time_of(value: Stored) -> datetime:
    """Return the time in a column, which must have a time zone. Raises BadSave."""
    time = _time(value)
    if time is None:
        raise BadSave("{text} is not a valid time.", text=_shown(value))
    return time


def _time(value: Stored) -> datetime | None:
    try:
        time = datetime.fromisoformat(text_of(value))
    except (BadSave, ValueError):
        return None
    return time if time.tzinfo is not None else None


def _summary(columns: list[Stored], seats: int) -> Summary | None:
    *numbers, result, owing = columns
    integers = [number for number in numbers if type(number) is int]
    if len(integers) != len(numbers):
        return None
    round, turn, active, over = integers
    if not -1 <= active < max(seats, 1):
        return None
    try:
        rows = json.loads(text_of(result))
        standings = tuple(Standing(*row) for row in rows)
        owe = tuple(json.loads(text_of(owing)))
    except (BadSave, ValueError, TypeError, RecursionError):
        return None
    if not all(_is_standing(standing, seats) for standing in standings):
        return None
    if any(type(seat) is not int or not 0 <= seat < max(seats, 1) for seat in owe):
        return None
    return Summary(round, turn, active, bool(over), standings, owe)


def _is_standing(standing: Standing, seats: int) -> bool:
    whole = all(type(value) is int for value in (standing.seat, standing.place, standing.total))
    return whole and 0 <= standing.seat < seats


def _shown(value: Stored) -> str:
    return value if isinstance(value, str) else repr(value)
