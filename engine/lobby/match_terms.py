"""What was settled when a table became a match (terms): who may watch, how long moves may take."""

from __future__ import annotations

from datetime import datetime

from attrs import frozen

from engine import clock
from engine.lobby.waiting_table import UNSEEN_DAYS, WHENEVER, sound_days, sound_hours
from engine.storage.database import Connection
from engine.storage.sql_statements import insert


@frozen
class TableForm:
    """Whether anybody may `watch`; after how many `days` somebody unseen may lose a seat; within
    how many `hours` a move is wanted, and whether a bot `steps_in` after that."""

    watch: bool = True
    days: int = UNSEEN_DAYS
    hours: int = WHENEVER
    steps_in: bool = False


@frozen
class MatchTerms:
    """How a table became a match: by whom, under which code, of which form. `begun` is in UTC."""

    host: int | None
    code: str
    form: TableForm
    begun: datetime

    @property
    def watch(self) -> bool:
        """Whether anybody may watch."""
        return self.form.watch


def terms_of(base: Connection, id: str) -> MatchTerms | None:
    """How a match came about; None if it has no owners."""
    row = base.execute(
        "SELECT host, code, watch, days, hours, steps_in, begun FROM hosted WHERE match = ?", (id,)
    ).fetchone()
    if row is None:
        return None
    host, code, watch, days, hours, steps_in, begun = row
    form = TableForm(bool(watch), sound_days(days), sound_hours(hours), bool(steps_in))
    return MatchTerms(host, code, form, clock.known(begun))


def form_of(base: Connection, id: str) -> TableForm:
    """The form of the table of a match, or the usual one."""
    hosted = terms_of(base, id)
    return TableForm() if hosted is None else hosted.form


def save_terms(
    base: Connection, id: str, host: int, code: str, form: TableForm, now: datetime
) -> None:
    """Keep how a table became a match."""
    insert(
        base,
        "hosted",
        match=id,
        host=host,
        code=code,
        watch=form.watch,
        days=form.days,
        begun=clock.written(now),
        hours=form.hours,
        steps_in=form.steps_in,
    )
