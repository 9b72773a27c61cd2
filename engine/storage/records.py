"""Records of matches in a store, rows of their events, and ids of matches."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Final

from attrs import evolve, frozen

from engine import clock
from engine.core.event import Event, Header
from engine.core.players import Ending, bot_name
from engine.core.score_sheet import Standing
from engine.errors import BadSave, Conflict, NoSuchMatch
from engine.i18n.text import Text
from engine.match.match import Match
from engine.storage import match_file
from engine.storage.sql_statements import Stored

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz"
_DIGITS: Final = "23456789"

ELSEWHERE: Final = "elsewhere"
"""Mark of a match that was not started here, but imported or branched."""

HANDED_OVER: Final = "handed over"
"""Mark of a match in which another player or a bot has taken over a seat."""


@frozen
class Summary:
    """The state of a match as lists of matches show it. It is saved with the events, so that they
    do not have to be replayed.

    `active` is the seat whose turn it is (-1 for no one's). `result` is empty until the game is
    over. `owing` are the seats with pending decisions.
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
    who own the seats, with None for bots' and free seats; in a match without owners, it is empty.
    `ending` is the early end of the match. `unrated` is the reason why the match does not count for
    ratings: ELSEWHERE or HANDED_OVER; it is empty if the match counts.
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
    """Return the header with another player in a seat. The seat also gets a new name, if one is
    given."""
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
"""An event in the form in which it is saved: its line, and its time, if known."""


def row(event: Event) -> Row:
    """Return an event in the form in which it is saved."""
    at = None if event.at is None else clock.written(event.at)
    return match_file.event_line(event, time=False), at


def parse_events(rows: Iterable[tuple[Stored, Stored]], header: Header, id: str) -> list[Event]:
    """Parse saved events. Raises BadSave for an unreadable event, with the position before it."""
    events: list[Event] = []
    for body, at in rows:
        try:
            if not isinstance(body, str) or not isinstance(at, str | None):
                raise BadSave("This is not text.")
            event = match_file.parse_event(body, len(header.seats))
            event.at = None if at is None else clock.read(at)
            events.append(event)
        except BadSave as error:
            good = match_file.rebuild(header, events, id)
            raise BadSave(error.text, source=id, line=len(events) + 2, good=good) from error
    return events


def conflict(id: str) -> Conflict:
    """Return the exception for an append that came too late."""
    return Conflict("Someone else has made a move in game {id} in the meantime.", id=id)


def unknown(id: str) -> NoSuchMatch:
    """Return the exception for an unknown id."""
    return NoSuchMatch("There is no saved game {id}.", id=id)


def draw_id(pairs: int = 2) -> str:
    """Return a short random id, such as `k7m2`, of letters and digits that are easy to tell
    apart."""
    return "".join(secrets.choice(_LETTERS) + secrets.choice(_DIGITS) for _ in range(pairs))


def draw_code(pairs: int = 2) -> str:
    """Return a random code, such as `K7M2`, that is easy to pass on and to type."""
    return draw_id(pairs).upper()


def unused(draw: Callable[[int], str], is_free: Callable[[str], bool]) -> str:
    """Return an id or code that is free, as short as possible.

    `draw` is called with the smallest number of pairs until its result is free. After every 8
    tries, the number of pairs grows by one.
    """
    tries = (draw(pairs) for pairs in range(2, 12) for _ in range(8))
    return next(drawn for drawn in tries if is_free(drawn))
