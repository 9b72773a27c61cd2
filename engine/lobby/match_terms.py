"""Terms of a match that were set at its waiting table, such as spectators and time limits."""

from __future__ import annotations

from datetime import datetime

from attrs import asdict, frozen

from engine import clock
from engine.lobby.waiting_table import NO_TIME_LIMIT, UNSEEN_DAYS, sound_days, sound_hours
from engine.storage.database import Connection
from engine.storage.sql_statements import insert


@frozen
class TableForm:
    """Terms of a table.

    `watch` is whether anyone may watch. An absent player may lose the seat after `days` days.
    `hours` is the time limit per move (`NO_TIME_LIMIT` for no limit), and `steps_in` is whether a
    bot takes over after that time.
    """

    watch: bool = True
    days: int = UNSEEN_DAYS
    hours: int = NO_TIME_LIMIT
    steps_in: bool = False


@frozen
class MatchTerms:
    """The terms of a match: the id of the host (None if the host's account has been deleted), the
    join code, and the terms of its table (`form`). `started` is in UTC."""

    host: int | None
    code: str
    form: TableForm
    started: datetime

    @property
    def watch(self) -> bool:
        return self.form.watch


def terms_of(connection: Connection, id: str) -> MatchTerms | None:
    """Return the terms of a match; None if the match has no owners."""
    row = connection.execute(
        "SELECT host, code, watch, days, hours, steps_in, begun FROM hosted WHERE match = ?", (id,)
    ).fetchone()
    if row is None:
        return None
    host, code, watch, days, hours, steps_in, started = row
    form = TableForm(bool(watch), sound_days(days), sound_hours(hours), bool(steps_in))
    return MatchTerms(host, code, form, clock.known(started))


def form_of(connection: Connection, id: str) -> TableForm:
    """Return the terms of a match's table; the default terms if the match has none."""
    hosted = terms_of(connection, id)
    return TableForm() if hosted is None else hosted.form


def save_terms(
    connection: Connection, id: str, host: int, code: str, form: TableForm, now: datetime
) -> None:
    started = clock.written(now)
    insert(connection, "hosted", match=id, host=host, code=code, begun=started, **asdict(form))
