"""Leases on the bots of a match, so that only one of a server's machines makes the bots' moves.

A database row names the holder and the end of the lease. Even without a lease, the store would save
only one pick for a decision, but the search for a second one would be wasted. Notifications,
auto-answers and handovers at deadlines need no lease, because each of them is claimed in the
transaction that makes the change.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final

from attrs import define, field

from engine import clock
from engine.storage.store import Store

LEASE_DURATION: Final = timedelta(seconds=30)
"""Duration of a lease. The holder renews it after half of this time."""


@define(eq=False)
class Leases:
    """The leases of one process. If the store is not shared, every lease is granted."""

    store: Store
    _id: str = field(factory=lambda: secrets.token_hex(8))
    _ours: dict[str, datetime] = field(factory=dict)
    _others: dict[str, datetime] = field(factory=dict)

    def may_win(self, match: str) -> bool:
        """Whether this process may try to acquire the lease of a match, because it knows of no
        other holder."""
        return self._others.get(match, clock.LONG_AGO) <= self.store.clock()

    def win(self, match: str) -> bool:
        """Acquire or renew the lease of a match, and return whether this process holds it. Raises
        BadStore."""
        now = self.store.clock()
        if not self.store.is_shared or self._ours.get(match, now) - now > LEASE_DURATION / 2:
            return True
        self._ours, self._others = _unexpired(self._ours, now), _unexpired(self._others, now)
        until = now + LEASE_DURATION
        with self.store.write_transaction(match) as connection:
            won = connection.execute(
                "INSERT INTO claim (match, program, until) SELECT id, ?, ? FROM match WHERE id = ?"
                " ON CONFLICT (match) DO UPDATE SET program = excluded.program,"
                " until = excluded.until WHERE claim.program = ? OR claim.until <= ?",
                (self._id, clock.written(until), match, self._id, clock.written(now)),
            ).rowcount
            row = connection.execute("SELECT until FROM claim WHERE match = ?", (match,)).fetchone()
        if row is not None:
            (self._ours if won else self._others)[match] = clock.known(row[0])
        return bool(won)

    def give_up(self) -> None:
        """Release all leases. Raises BadStore."""
        if self.store.is_shared:
            with self.store.write_transaction() as connection:
                connection.execute("DELETE FROM claim WHERE program = ?", (self._id,))


def _unexpired(claims: dict[str, datetime], now: datetime) -> dict[str, datetime]:
    return {match: until for match, until in claims.items() if until > now}
