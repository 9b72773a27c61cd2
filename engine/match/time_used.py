"""Time used by each seat, collected position by position."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from attrs import define, field

from engine.match.position import Position


@define(eq=False)
class TimeUsed:
    """Collects time used from all positions of a match in order: every seat with a pending decision
    uses the time until the next event, several seats each the whole of it. Time before the first
    event is unknown."""

    _used: dict[int, timedelta] = field(factory=dict)
    _pending: tuple[int, ...] = ()
    _since: datetime | None = None

    def note(self, position: Position) -> None:
        """Add the next position. Events without times count as no time."""
        at = position.line[-1].at if position.line else None
        if at is not None and self._since is not None:
            for seat in self._pending:
                used = self._used.get(seat, timedelta())
                self._used[seat] = used + max(at - self._since, timedelta())
        self._pending = tuple(decision.seat for decision in position.pending())
        self._since = at

    @property
    def used(self) -> Mapping[int, timedelta]:
        """Time used by each seat, up to the last event."""
        return self._used
