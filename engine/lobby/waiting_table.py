"""Waiting tables as immutable values. They are read from rows of the store; the rows of their seats
are also written here."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from attrs import field, frozen

from engine import clock
from engine.core.component_data import Data
from engine.core.players import BOT_TITLES, bot_name
from engine.errors import GuildhallError, NoSuchTable
from engine.storage.database import Connection
from engine.storage.sql_statements import insert

JOIN_OPEN: Final = "open"
JOIN_WITH_CODE: Final = "code"
JOIN_CLOSED: Final = "closed"
JOIN_RULES: Final = (JOIN_OPEN, JOIN_WITH_CODE, JOIN_CLOSED)
"""The rules for joining: anyone, anyone with the code, or only people with a reserved seat."""

UNSEEN_DAYS: Final = 3
"""Default number of days after which the other players may give away the seat of an absent
player."""

MAX_DAYS: Final = 365

NO_TIME_LIMIT: Final = 0
TIME_LIMITS: Final = (NO_TIME_LIMIT, 24, 72, 168)
"""The possible time limits per move in hours: none, a day, three days, a week."""

_TABLE_QUERY: Final = (
    "SELECT gathering.id, game, options, data, host, person.name, code, open, watch, ordered, days,"
    " hours, steps_in,"
    " gathering.created AS made FROM gathering JOIN person ON person.id = host"
)
_SLOT_QUERY: Final = (
    "SELECT gathering, seat, person, coalesce(sitting.name, ''), meant, coalesce(wanted.name, ''),"
    " bot, since"
    " FROM place LEFT JOIN person AS sitting ON sitting.id = place.person"
    " LEFT JOIN person AS wanted ON wanted.id = place.meant"
    " WHERE gathering IN ({}) ORDER BY gathering, seat"
)


@frozen
class TableSlot:
    """A seat of a waiting table, with a person, a bot (`bot:medium`) or nobody in it.

    A free seat is reserved for the person with the id `reserved_for`, if any. `name` is the name of
    the occupant or of that person, and empty if there is neither. `since` is when the person took
    the seat, in UTC.
    """

    seat: int
    name: str
    person: int | None = None
    bot: str | None = None
    reserved_for: int | None = None
    since: datetime | None = None

    @property
    def is_free(self) -> bool:
        """Whether neither a person nor a bot is in the seat. A free seat may be reserved."""
        return self.person is None and self.bot is None


@frozen
class WaitingTable:
    """A waiting table. `id` becomes the id of the match; `host` is the id of the host; `code` is
    the join code.

    `open`, one of `JOIN_RULES`, says who may join, and `watch` is whether anyone may watch the
    match. The order of the seats is random unless the host has `ordered` them. A player with a
    pending decision can lose the seat by a majority vote after an absence of `days` days, or
    without a move within `hours` hours (`NO_TIME_LIMIT` for no limit). With `steps_in`, a bot takes
    over once the time limit has passed. `data` are the custom component data, and `created` is in
    UTC.
    """

    id: str
    game: str
    options: Mapping[str, str]
    data: Data = field(repr=False)
    host: int
    host_name: str
    code: str
    open: str
    watch: bool
    ordered: bool
    days: int
    hours: int
    steps_in: bool
    created: datetime
    slots: tuple[TableSlot, ...]

    @property
    def people(self) -> tuple[int, ...]:
        """The ids of the people at the table, in seat order."""
        return tuple(slot.person for slot in self.slots if slot.person is not None)

    @property
    def free(self) -> int:
        return sum(slot.is_free for slot in self.slots)

    def slot_of(self, person: int) -> TableSlot | None:
        """Return the seat of a person, given by id; None if the person has no seat."""
        return next((slot for slot in self.slots if slot.person == person), None)

    def waits_for(self, person: int) -> bool:
        """Whether a free seat is reserved for the person with the id `person`."""
        return any(slot.reserved_for == person and slot.is_free for slot in self.slots)


def sound_days(value: Any) -> int:
    """Return the days of absence from a database column. An invalid value is replaced by the
    default."""
    return value if type(value) is int and 1 <= value <= MAX_DAYS else UNSEEN_DAYS


def sound_hours(value: Any) -> int:
    """Return the hours per move from a database column. An invalid value means no limit."""
    return value if type(value) is int and value in TIME_LIMITS else NO_TIME_LIMIT


def tables_where(connection: Connection, where: str, *values: str | int) -> list[WaitingTable]:
    """Return the tables that the SQL clause `where` selects. The clause may also contain an order
    and a limit; `values` are its parameters. Damaged tables are left out."""
    rows = connection.execute(f"{_TABLE_QUERY} {where}", values).fetchall()
    if not rows:
        return []
    slots = _slot_rows(connection, [row[0] for row in rows])
    tables = [_read(row, slots.get(row[0], ())) for row in rows]
    return [table for table in tables if table is not None]


def table_of(connection: Connection, id: str) -> WaitingTable:
    """Return the table with the id `id`. Raises NoSuchTable."""
    tables = tables_where(connection, "WHERE gathering.id = ?", id)
    if not tables:
        raise NoSuchTable("Table {id} is no longer waiting for players.", id=id)
    return tables[0]


def _slot_rows(connection: Connection, ids: Sequence[Any]) -> Mapping[Any, list[Any]]:
    """Return the rows of the seats of the tables `ids`, by table id. All are read in one query."""
    by_table: dict[Any, list[Any]] = {}
    marks = ", ".join("?" for _ in ids)
    for id, *slot in connection.execute(_SLOT_QUERY.format(marks), ids):
        by_table.setdefault(id, []).append(slot)
    return by_table


def _read(row: Any, slots: Sequence[Any]) -> WaitingTable | None:
    try:
        table = _waiting_table(row, slots)
    except (ValueError, TypeError, RecursionError, GuildhallError):
        return None
    return table if _is_sound(table) else None


def _is_sound(table: WaitingTable) -> bool:
    """Whether the fields of a table have valid types and its seats are numbered from 0 without
    gaps."""
    names = (table.id, table.game, table.code, table.open, table.host_name)
    seats = [slot.seat for slot in table.slots]
    return (
        all(isinstance(name, str) for name in names)
        and isinstance(table.options, dict)
        and all(isinstance(value, str) for value in table.options.values())
        and isinstance(table.data, dict)
        and seats == list(range(len(seats)))
        and all(isinstance(slot.name, str) for slot in table.slots)
    )


def _waiting_table(row: Any, slots: Sequence[Any]) -> WaitingTable:
    id, game_id, options, data, host, host_name, code, *form, created = row
    open, watch, ordered, days, hours, steps_in = form
    return WaitingTable(
        id,
        game_id,
        json.loads(options),
        json.loads(data),
        host,
        host_name,
        code,
        open,
        bool(watch),
        bool(ordered),
        sound_days(days),
        sound_hours(hours),
        bool(steps_in),
        clock.known(created),
        tuple(map(_slot, slots)),
    )


def _slot(row: Any) -> TableSlot:
    seat, person, name, reserved_for, wanted, bot, since = row
    at = None if since is None else clock.known(since)
    return TableSlot(seat, _bot_title(bot) or name or wanted, person, bot, reserved_for, at)


def _bot_title(bot: str | None) -> str:
    name = None if bot is None else bot_name(bot)
    return "" if name is None else BOT_TITLES[name].one if name in BOT_TITLES else name


def replace_slots(connection: Connection, id: str, slots: Sequence[TableSlot]) -> None:
    """Replace the seats of a table with `slots`, which are numbered in this order."""
    connection.execute("DELETE FROM place WHERE gathering = ?", (id,))
    for seat, slot in enumerate(slots):
        since = None if slot.since is None else clock.written(slot.since)
        who = {
            "person": slot.person,
            "meant": slot.reserved_for,
            "bot": slot.bot,
            "since": since,
        }
        insert(connection, "place", gathering=id, seat=seat, **who)
