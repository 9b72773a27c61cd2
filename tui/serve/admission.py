"""The seats of a house (admission control): those of the people whom it knows, and a few for those
who have still to say who they are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from attrs import define, field

from engine.errors import GuildhallError
from engine.i18n.text import Text, words
from tui.serve.limits import Limits, Tally
from tui.serve.refusals import Refusal


class NoSeat(GuildhallError):
    """There is no seat for somebody now, and which refusal that is."""

    def __init__(self, text: Text, why: Refusal) -> None:
        super().__init__(text)
        self.why = why


class KnowsNames(Protocol):
    """What the seats need of the register."""

    def name(self, fingerprint: str) -> str | None:
        """What the owner of a key is called; None for nobody. Raises BadStore."""


@define(eq=False)
class Admission:
    """A seat that is taken: by somebody whom the house knows, or by a newcomer, who has no name
    yet."""

    fingerprint: str
    address: str
    is_newcomers: bool


class Admissions:
    """All seats. Newcomers never take one of the others, nor do the others wait for newcomers."""

    def __init__(self, limits: Limits, register: KnowsNames) -> None:
        self._register = register
        self.known = Tally(limits.sessions_a_key, limits.sessions)
        self.new = Tally(limits.nameless_an_address, limits.nameless)
        self._newcomers: set[Admission] = set()

    def take(self, fingerprint: str, address: str) -> Admission:
        """Give somebody a seat; raises NoSeat, BadStore."""
        if self._register.name(fingerprint) is None:
            return self._take_as_newcomer(fingerprint, address)
        if self.known.full:
            raise NoSeat(words("The server is full; please try again later."), Refusal.HOUSE_FULL)
        if not self.known.add(fingerprint):
            raise NoSeat(
                words("You already have the maximum number of sessions."), Refusal.HERE_ALREADY
            )
        return Admission(fingerprint, address, False)

    def _take_as_newcomer(self, fingerprint: str, address: str) -> Admission:
        if self.new.full or self.new.full_for(address):
            for seat in list(self._newcomers):
                self.settle(seat)
        if not self.new.add(address):
            raise NoSeat(
                words("Too many new players at once; please try again in a minute."),
                Refusal.NEWCOMERS_FULL,
            )
        seat = Admission(fingerprint, address, True)
        self._newcomers.add(seat)
        return seat

    def settle(self, seat: Admission) -> bool:
        """Whether somebody has a name by now. They change to a seat of the others as soon as one is
        free. Raises BadStore."""
        if self._register.name(seat.fingerprint) is None:
            return False
        if seat.is_newcomers and self.known.add(seat.fingerprint):
            self.new.remove(seat.address)
            self._newcomers.discard(seat)
            seat.is_newcomers = False
        return True

    def give_back(self, seat: Admission) -> None:
        """A seat is free again."""
        if seat.is_newcomers:
            self.new.remove(seat.address)
            self._newcomers.discard(seat)
        else:
            self.known.remove(seat.fingerprint)


@define(eq=False)
class Patience:
    """How many seconds the house waits for something: so many altogether, and so many without a
    sign. `lost` is called once, when it waits no more."""

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
