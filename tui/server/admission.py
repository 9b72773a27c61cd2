"""Admission control: seats for registered players, and a few seats for new ones."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection
from typing import Final, Protocol

from attrs import define, field

from engine.errors import GuildhallError
from tui.server.limits import Limits, Monotonic, Tally
from tui.server.rejection_log import Rejection

RETRY_SECONDS: Final = 10.0
"""Seconds until `PlayerTimeout` calls `on_lost` again after it has returned False."""


class NoSeat(GuildhallError):
    """Raised if there is no free seat, or if the player already has the maximum number of seats.
    `why` is the kind of rejection."""

    def __init__(self, message: str, why: Rejection) -> None:
        super().__init__(message)
        self.why = why


class NameLookup(Protocol):
    """The part of the key registry that admissions need."""

    def name(self, fingerprint: str) -> str | None:
        """Return the name of the owner of the key with the given `fingerprint`; None if nobody owns
        the key. Raises BadStore."""


@define(eq=False)
class Admission:
    """A seat in use by a registered player, or by a new player, who may not have a name yet.
    `on_lost` is called when a new player must give the seat to somebody else; `is_taken` is True
    from then on. `since` is when the seat was given, in seconds of the monotonic clock. `has_name`
    is True once a new player has chosen a name, even if no seat for registered players is free
    yet."""

    fingerprint: str
    address: str
    is_newcomers: bool
    since: float
    on_lost: Callable[[], None]
    is_taken: bool = False
    has_name: bool = False


def _ignore_loss() -> None:
    """Do nothing, for callers of `Admissions.admit` that give no `on_lost`."""


class Admissions:
    """All seats of a server. New and registered players have separate seats.

    An address may take any of the new players' seats until half of them are in use, and
    `nameless_per_address` seats after that. If all of the new players' seats are in use, the
    address with the most players without a name gives up the oldest seat of these players to an
    address that holds fewer seats, and fewer than `nameless_per_address`, provided that the seat
    has been in use for at least `sure_seconds`.
    """

    def __init__(
        self, limits: Limits, registry: NameLookup, clock: Monotonic = time.monotonic
    ) -> None:
        self._limits = limits
        self._registry = registry
        self._clock = clock
        self.known = Tally(limits.sessions_per_key, limits.sessions)
        self.new = Tally(limits.nameless, limits.nameless)
        self._newcomers: dict[Admission, None] = {}

    def admit(
        self, fingerprint: str, address: str, on_lost: Callable[[], None] = _ignore_loss
    ) -> Admission:
        """Give a seat to the owner of a key, who connects from `address`. For `on_lost`, see
        `Admission`. Raises NoSeat, BadStore."""
        if self._registry.name(fingerprint) is None:
            return self._admit_newcomer(fingerprint, address, on_lost)
        if self.known.full:
            raise NoSeat("The server is full. Please try again later.", Rejection.HOUSE_FULL)
        if not self.known.add(fingerprint):
            raise NoSeat("You already have the maximum number of sessions.", Rejection.HERE_ALREADY)
        return Admission(fingerprint, address, False, self._clock(), on_lost)

    def _admit_newcomer(
        self, fingerprint: str, address: str, on_lost: Callable[[], None]
    ) -> Admission:
        if not self._has_room(address):
            self.settle_all()
        if not self._has_room(address):
            self._make_room(address)
        self.new.add(address)
        seat = Admission(fingerprint, address, True, self._clock(), on_lost)
        self._newcomers[seat] = None
        return seat

    def _has_room(self, address: str) -> bool:
        """Return whether a new player from `address` may have a free seat."""
        few = self.new.total < self.new.most // 2
        return not self.new.full and (few or self._may_have_more(address))

    def _may_have_more(self, address: str) -> bool:
        return self.new.count(address) < self._limits.nameless_per_address

    def _make_room(self, address: str) -> None:
        """Take a seat away from one new player, to make room for another new player, who connects
        from `address`. Raises NoSeat if nobody has to give up a seat."""
        nameless = [seat for seat in self._newcomers if not seat.has_name]
        held = Counter(seat.address for seat in nameless)
        most = max(held.values(), default=0)
        sure = self._clock() - self._limits.sure_seconds
        if self.new.full and self._may_have_more(address) and most > self.new.count(address):
            for seat in nameless:
                if held[seat.address] == most and seat.since <= sure:
                    self.give_back(seat)
                    seat.is_taken = True
                    seat.on_lost()
                    return
        raise NoSeat(
            "Too many new players at once. Please try again in a minute.", Rejection.NEWCOMERS_FULL
        )

    def settle_all(self) -> None:
        """Move all new players who have chosen a name to seats for registered players, as long as
        such seats are free. Raises BadStore."""
        for seat in list(self._newcomers):
            self.settle(seat)

    def settle(self, seat: Admission) -> bool:
        """If the player in `seat` has chosen a name, move the player to a seat for registered
        players, provided that one is free. Return whether the player has chosen a name; False if
        the seat has been taken away. Raises BadStore."""
        if seat.is_taken or self._registry.name(seat.fingerprint) is None:
            return False
        self.settle_named({seat.fingerprint})
        return True

    def settle_named(self, fingerprints: Collection[str]) -> None:
        """Record that the new players with the keys `fingerprints` have a name, and move them to
        seats for registered players, as long as such seats are free."""
        for seat in list(self._newcomers):
            if seat.fingerprint in fingerprints:
                seat.has_name = True
                if self.known.add(seat.fingerprint):
                    self.new.remove(seat.address)
                    del self._newcomers[seat]
                    seat.is_newcomers = False

    def give_back(self, seat: Admission) -> None:
        """Free a seat, unless it has already been taken away."""
        if seat.is_taken:
            return
        if seat.is_newcomers:
            self.new.remove(seat.address)
            del self._newcomers[seat]
        else:
            self.known.remove(seat.fingerprint)


@define(eq=False)
class PlayerTimeout:
    """A time limit of `most` seconds, and of `most_idle` seconds without input. When either of them
    has passed, `on_lost` is called, and again every `RETRY_SECONDS` as long as it returns False."""

    most: float
    most_idle: float
    on_lost: Callable[[], bool]
    _loop: asyncio.AbstractEventLoop = field(factory=asyncio.get_running_loop, init=False)
    _began: float = field(init=False)
    _last_input: float = field(init=False)
    _timer: asyncio.TimerHandle | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self._began = self._last_input = self._loop.time()
        self._check_limits()

    def note_input(self) -> None:
        self._last_input = self._loop.time()

    def end(self) -> None:
        """Cancel the time limit."""
        if self._timer is not None:
            self._timer.cancel()

    def _check_limits(self) -> None:
        until = min(self._began + self.most, self._last_input + self.most_idle)
        left = until - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._check_limits)
        elif not self.on_lost():
            self._timer = self._loop.call_later(RETRY_SECONDS, self._check_limits)
