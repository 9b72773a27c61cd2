"""Parsing of a store's rows about matches. A damaged row affects only its own match."""

from __future__ import annotations

import json
from datetime import datetime
from functools import lru_cache
from typing import Final

from engine.clock import LONG_AGO
from engine.core.event import Header
from engine.core.score_sheet import Standing
from engine.errors import BadSave
from engine.i18n.text import Text, words
from engine.storage import match_file
from engine.storage.match_owners import ENDING, OWNERS, ending_of, owners_of
from engine.storage.records import Record, Summary
from engine.storage.sql_statements import Stored

COLUMNS: Final = (
    "id, game, rules, header, created, changed, events, round, turn, active, over, result, owing,"
    " unrated,"
    f" (SELECT max(number) FROM event WHERE event.match = match.id), {OWNERS}, {ENDING}"
)
"""Columns of the table of matches that `record_of` reads."""

UNKNOWN_SUMMARY: Final = Summary(0, 0, -1, False)


def record_of(row: tuple[Stored, ...]) -> Record:
    """Parse a row of `COLUMNS`. The record's `damage` says which parts are unreadable."""
    id, game, rules, line, created, changed, events, *stand, unrated, last, owners, ending = row
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
    summary = _summary(stand, len(header.seats))
    if summary is None:
        damages.append(words("The status of the game cannot be read."))
    if not isinstance(id, str):
        damages.append(words("The game has no ID."))
    return Record(
        _shown(id),
        header,
        times[0] or LONG_AGO,
        times[1] or LONG_AGO,
        length,
        summary or UNKNOWN_SUMMARY,
        damages[0] if damages else None,
        owners_of(owners, len(header.seats)),
        ending_of(ending),
        _shown(unrated),
    )


@lru_cache(maxsize=1024)
def _header(line: str) -> Header:
    """Parse a header line. The result is cached, because lists of matches are read often."""
    return match_file.parse_header(line)


def text_of(value: Stored) -> str:
    """Return the text in a column. Raises BadSave for any other type."""
    if not isinstance(value, str):
        raise BadSave("This is not text.")
    return value


def missing(due: Stored, count: Stored) -> Text:
    """Return the reason why a match counts as damaged if it has `count` events instead of `due`."""
    if type(due) is int and type(count) is int and due > count:
        return words(
            "The end is missing: the number of steps should be {due} but is {count}.",
            due=due,
            count=count,
        )
    return words(
        "The number of steps should be {due} but is {count}.", due=_shown(due), count=_shown(count)
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
