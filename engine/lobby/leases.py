"""Who moves the bots of a match where several hosts could (lease): a row says who does, and until
when. Two picks are never kept; but thinking is dear, and who is slower would have thought in vain.

What people are told and answer beforehand, and what is done when a time is over, needs no such row:
each is claimed by what it changes, in one transaction.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final

from attrs import define, field

from engine import clock
from engine.storage.store import Store

LEASE: Final = timedelta(seconds=30)
"""For how long a claim is good; who moves on renews it when half of that is over."""


@define(eq=False)
class Leases:
    """The claims of one program. In a store that no other host shares all claims are won."""

    store: Store
    _id: str = field(factory=lambda: secrets.token_hex(8))
    _ours: dict[str, datetime] = field(factory=dict)
    _others: dict[str, datetime] = field(factory=dict)

    def may_win(self, match: str) -> bool:
        """Whether nobody else is known to have claimed a match."""
        return self._others.get(match, clock.LONG_AGO) <= self.store.clock()

    def win(self, match: str) -> bool:
        """Whether the bots of a match are this program's to move, for a while; raises BadStore."""
        now = self.store.clock()
        if not self.store.is_shared or self._ours.get(match, now) - now > LEASE / 2:
            return True
        self._ours, self._others = _lasting(self._ours, now), _lasting(self._others, now)
        until = now + LEASE
        with self.store.writing(match) as base:
            won = base.execute(
                "INSERT INTO claim (match, program, until) SELECT id, ?, ? FROM match WHERE id = ?"
                " ON CONFLICT (match) DO UPDATE SET program = excluded.program,"
                " until = excluded.until WHERE claim.program = ? OR claim.until <= ?",
                (self._id, clock.written(until), match, self._id, clock.written(now)),
            ).rowcount
            row = base.execute("SELECT until FROM claim WHERE match = ?", (match,)).fetchone()
        if row is not None:
            (self._ours if won else self._others)[match] = clock.known(row[0])
        return bool(won)

    def give_up(self) -> None:
        """Leave all matches to whoever wants them; raises BadStore."""
        if self.store.is_shared:
            with self.store.writing() as base:
                base.execute("DELETE FROM claim WHERE program = ?", (self._id,))


def _lasting(claims: dict[str, datetime], now: datetime) -> dict[str, datetime]:
    return {match: until for match, until in claims.items() if until > now}
