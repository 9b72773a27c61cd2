"""A table that waits for players (waiting room), as a value, and how it is read from the rows of a
store."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from attrs import field, frozen

from engine import clock
from engine.core.component_data import Data
from engine.core.players import TITLES, bot_name
from engine.errors import GuildhallError, NoSuchTable
from engine.i18n.text import words
from engine.storage.database import Connection

OPEN: Final = "open"
CODE: Final = "code"
CLOSED: Final = "closed"
COMERS: Final = (OPEN, CODE, CLOSED)
"""Who may sit down at a table: anybody, whoever knows its code, or only those it waits for."""

UNSEEN_DAYS: Final = 3
"""After how many days a table may give away the seat of somebody who is asked, as a rule."""

MOST_DAYS: Final = 365

WHENEVER: Final = 0
HOURS: Final = (WHENEVER, 24, 72, 168)
"""Within how many hours a table may want a move: whenever, in a day, in three, in a week."""

_TABLE: Final = (
    "SELECT gathering.id, game, options, data, host, person.name, code, open, watch, ordered, days,"
    " hours, steps_in,"
    " gathering.created AS made FROM gathering JOIN person ON person.id = host"
)
_PLACES: Final = (
    "SELECT gathering, seat, person, coalesce(sitting.name, ''), meant, coalesce(wanted.name, ''),"
    " bot, since"
    " FROM place LEFT JOIN person AS sitting ON sitting.id = place.person"
    " LEFT JOIN person AS wanted ON wanted.id = place.meant"
    " WHERE gathering IN ({}) ORDER BY gathering, seat"
)


@frozen
class TableSlot:
    """A seat of a table that waits: of a person, of a bot, or free. Where `meant` is somebody, it
    is kept for that person. `name` is who sits there, or is waited for; `since` is in UTC."""

    seat: int
    name: str
    person: int | None = None
    bot: str | None = None
    meant: int | None = None
    since: datetime | None = None

    @property
    def is_free(self) -> bool:
        """Whether nobody sits there, be it kept for somebody or not."""
        return self.person is None and self.bot is None


@frozen
class WaitingTable:
    """A table that waits. `id` will be the match's, `code` is told to those who are to come.

    `open` says who may sit down, `watch` whether anybody may watch later. The order of the seats is
    drawn at the beginning unless the host has `ordered` them. Somebody who is asked and not seen
    for so many `days` may lose the seat by a majority, and so may who has not moved within the
    `hours`; where a bot `steps_in`, it does so then.
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
    places: tuple[TableSlot, ...]

    @property
    def people(self) -> tuple[int, ...]:
        """Who sits there, in the order of the seats."""
        return tuple(place.person for place in self.places if place.person is not None)

    @property
    def free(self) -> int:
        """How many places are free."""
        return sum(place.is_free for place in self.places)

    def place_of(self, person: int) -> TableSlot | None:
        """Where somebody sits."""
        return next((place for place in self.places if place.person == person), None)

    def waits_for(self, person: int) -> bool:
        """Whether a free place is kept for somebody."""
        return any(place.meant == person and place.is_free for place in self.places)


def sound_days(value: Any) -> int:
    """After how many days a table may give a seat away, as a row tells; the usual number if it
    tells none that can be."""
    return value if type(value) is int and 1 <= value <= MOST_DAYS else UNSEEN_DAYS


def sound_hours(value: Any) -> int:
    """Within how many hours a move is wanted, as a row tells; whenever if it tells none of those
    that can be."""
    return value if type(value) is int and value in HOURS else WHENEVER


def tables_where(base: Connection, where: str, *values: str | int) -> list[WaitingTable]:
    """The tables of which a clause (with the order and the limit) holds. One whose rows somebody
    has damaged is left out."""
    rows = base.execute(f"{_TABLE} {where}", values).fetchall()
    if not rows:
        return []
    places = _places(base, [row[0] for row in rows])
    found = [_read(row, places.get(row[0], ())) for row in rows]
    return [one for one in found if one is not None]


def table_of(base: Connection, id: str) -> WaitingTable:
    """The table of that id; raises NoSuchTable."""
    found = tables_where(base, "WHERE gathering.id = ?", id)
    if not found:
        raise NoSuchTable(words("Table {id} is no longer waiting for players.", id=id))
    return found[0]


def _places(base: Connection, ids: Sequence[Any]) -> Mapping[Any, list[Any]]:
    """The rows of the places of these tables, those of all of them read at once."""
    found: dict[Any, list[Any]] = {}
    marks = ", ".join("?" for _ in ids)
    for id, *place in base.execute(_PLACES.format(marks), ids):
        found.setdefault(id, []).append(place)
    return found


def _read(row: Any, places: Sequence[Any]) -> WaitingTable | None:
    try:
        found = _gathering(row, places)
    except (ValueError, TypeError, RecursionError, GuildhallError):
        return None
    return found if _is_sound(found) else None


def _is_sound(one: WaitingTable) -> bool:
    """Whether what was read can be what was kept."""
    names = (one.id, one.game, one.code, one.open, one.host_name)
    seats = [place.seat for place in one.places]
    return (
        all(isinstance(name, str) for name in names)
        and isinstance(one.options, dict)
        and all(isinstance(value, str) for value in one.options.values())
        and isinstance(one.data, dict)
        and seats == list(range(len(seats)))
        and all(isinstance(place.name, str) for place in one.places)
    )


def _gathering(row: Any, places: Sequence[Any]) -> WaitingTable:
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
        tuple(map(_place, places)),
    )


def _place(row: Any) -> TableSlot:
    seat, person, name, meant, wanted, bot, since = row
    at = None if since is None else clock.known(since)
    return TableSlot(seat, _bot_title(bot) or name or wanted, person, bot, meant, at)


def _bot_title(bot: str | None) -> str:
    name = None if bot is None else bot_name(bot)
    return "" if name is None else TITLES[name].one if name in TITLES else name
