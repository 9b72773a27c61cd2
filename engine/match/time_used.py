"""For how long a table has waited for each seat (time used), found position by position."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from attrs import define, field

from engine.match.position import Position


@define(eq=False)
class TimeUsed:
    """What is told of a match from its first position on, one position after another: whoever owed
    a decision used the time until the next thing happened. Where several did, each used it. What
    went before the first thing that happened is not known."""

    _used: dict[int, timedelta] = field(factory=dict)
    _owing: tuple[int, ...] = ()
    _since: datetime | None = None

    def note(self, position: Position) -> None:
        """The match has come to this position. Events whose times are not known count for
        nothing."""
        at = position.line[-1].at if position.line else None
        if at is not None and self._since is not None:
            for seat in self._owing:
                used = self._used.get(seat, timedelta())
                self._used[seat] = used + max(at - self._since, timedelta())
        self._owing = tuple(owed.seat for owed in position.pending())
        self._since = at

    @property
    def used(self) -> Mapping[int, timedelta]:
        """How long it has waited for each seat, till the last thing that happened."""
        return self._used
