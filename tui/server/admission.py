"""The seats of a house (admission control): those of the people whom it knows, and a few for those
who have still to say who they are."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection
from typing import Protocol

from attrs import define, field

from engine.errors import GuildhallError
from engine.i18n.text import Text, words
from tui.server.limits import Limits, Monotonic, Tally
from tui.server.rejection_log import Rejection


class NoSeat(GuildhallError):
    """There is no seat for somebody now, and which refusal that is."""

    def __init__(self, text: Text, why: Rejection) -> None:
        super().__init__(text)
        self.why = why


class KnowsNames(Protocol):
    """The part of the key registry that admissions need."""

    def name(self, fingerprint: str) -> str | None:
        """Return the name of the owner of a key; None for nobody. Raises BadStore."""


@define(eq=False)
class Admission:
    """A seat that is taken: by somebody whom the house knows, or by a newcomer, who has no name
    yet. `lost` is called when a newcomer has to give it to another; then it is nobody's."""

    fingerprint: str
    address: str
    is_newcomers: bool
    since: float
    lost: Callable[[], None]
    is_given: bool = False
    has_name: bool = False


def _stay() -> None:
    """Tell nothing to whoever sits there."""


class Admissions:
    """All seats. Newcomers never take one of the others, nor do the others wait for newcomers.

    One address has as many of the newcomers' seats as it likes until half of them are taken, and so
    many after that. Where none is free the address that holds most gives one to an address that
    holds fewer: the one that was taken first, once it was sure for long enough."""

    def __init__(
        self, limits: Limits, register: KnowsNames, clock: Monotonic = time.monotonic
    ) -> None:
        self._limits = limits
        self._register = register
        self._clock = clock
        self.known = Tally(limits.sessions_a_key, limits.sessions)
        self.new = Tally(limits.nameless, limits.nameless)
        self._newcomers: dict[Admission, None] = {}

    def admit(self, fingerprint: str, address: str, lost: Callable[[], None] = _stay) -> Admission:
        """Give somebody a seat; raises NoSeat, BadStore."""
        if self._register.name(fingerprint) is None:
            return self._take_as_newcomer(fingerprint, address, lost)
        if self.known.full:
            raise NoSeat(words("The server is full; please try again later."), Rejection.HOUSE_FULL)
        if not self.known.add(fingerprint):
            raise NoSeat(
                words("You already have the maximum number of sessions."), Rejection.HERE_ALREADY
            )
        return Admission(fingerprint, address, False, self._clock(), lost)

    def _take_as_newcomer(
        self, fingerprint: str, address: str, lost: Callable[[], None]
    ) -> Admission:
        if not self._has_room(address):
            self.settle_all()
        if not self._has_room(address):
            self._make_room(address)
        self.new.add(address)
        seat = Admission(fingerprint, address, True, self._clock(), lost)
        self._newcomers[seat] = None
        return seat

    def _has_room(self, address: str) -> bool:
        """Whether a newcomer from there may have one of the seats that are free."""
        few = self.new.total < self.new.most // 2
        return not self.new.full and (few or self._may_have_more(address))

    def _may_have_more(self, address: str) -> bool:
        return self.new.count(address) < self._limits.nameless_an_address

    def _make_room(self, address: str) -> None:
        """Have somebody give a seat to a newcomer from there; raises NoSeat."""
        nameless = [seat for seat in self._newcomers if not seat.has_name]
        held = Counter(seat.address for seat in nameless)
        most = max(held.values(), default=0)
        sure = self._clock() - self._limits.sure_seconds
        if self.new.full and self._may_have_more(address) and most > self.new.count(address):
            for seat in nameless:
                if held[seat.address] == most and seat.since <= sure:
                    self.give_back(seat)
                    seat.is_given = True
                    seat.lost()
                    return
        raise NoSeat(
            words("Too many new players at once; please try again in a minute."),
            Rejection.NEWCOMERS_FULL,
        )

    def settle_all(self) -> None:
        """Let all newcomers who have a name by now be newcomers no more; raises BadStore."""
        for seat in list(self._newcomers):
            self.settle(seat)

    def settle(self, seat: Admission) -> bool:
        """Whether somebody has a name by now, see `settle_named`. Raises BadStore."""
        if seat.is_given or self._register.name(seat.fingerprint) is None:
            return False
        self.settle_named({seat.fingerprint})
        return True

    def settle_named(self, fingerprints: Collection[str]) -> None:
        """Let newcomers be newcomers no more whose keys have a name by now. They change to a seat
        of the others as soon as one is free."""
        for seat in list(self._newcomers):
            if seat.fingerprint in fingerprints:
                seat.has_name = True
                if self.known.add(seat.fingerprint):
                    self.new.remove(seat.address)
                    del self._newcomers[seat]
                    seat.is_newcomers = False

    def give_back(self, seat: Admission) -> None:
        """A seat is free again."""
        if seat.is_given:
            return
        if seat.is_newcomers:
            self.new.remove(seat.address)
            del self._newcomers[seat]
        else:
            self.known.remove(seat.fingerprint)


@define(eq=False)
class Patience:
    """A time limit of the server: so many seconds altogether, and so many without a sign of life.
    `lost` is called once, when the time is up."""

    most: float
    most_idle: float
    lost: Callable[[], None]
    _loop: asyncio.AbstractEventLoop = field(factory=asyncio.get_running_loop, init=False)
    _began: float = field(init=False)
    _sign: float = field(init=False)
    _timer: asyncio.TimerHandle | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self._began = self._sign = self._loop.time()
        self._look()

    def see_sign(self) -> None:
        """There was a sign."""
        self._sign = self._loop.time()

    def end(self) -> None:
        """Wait for nothing more."""
        if self._timer is not None:
            self._timer.cancel()

    def _look(self) -> None:
        until = min(self._began + self.most, self._sign + self.most_idle)
        left = until - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._look)
        else:
            self.lost()
