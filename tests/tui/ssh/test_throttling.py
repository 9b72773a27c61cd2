"""Throttling of connecting clients, with an injected clock."""

from __future__ import annotations

import asyncio
from bisect import insort
from collections.abc import Callable
from typing import Any

import pytest

from tests.tui.ssh.server_process import PATIENCE, new_key, running_server, ssh_connection
from tui.server.key_exchange_queue import KeyExchangeQueue
from tui.server.limits import Limits
from tui.ssh.throttling import MORE_PACKETS, PacketThrottle


class Clock:
    """A clock and its timers, which go on only when the test lets them."""

    def __init__(self) -> None:
        self.now = 100.0
        self.due: list[tuple[float, Callable[..., object], tuple[Any, ...]]] = []

    def __call__(self) -> float:
        return self.now

    def call_later(self, delay: float, callback: Callable[..., object], *args: Any) -> Any:
        """Call something when the clock has gone so far."""
        insort(self.due, (self.now + delay, callback, args), key=lambda one: one[0])

    def go_on(self, seconds: float) -> None:
        """Advance the clock and run everything that is due."""
        until = self.now + seconds
        while self.due and self.due[0][0] <= until:
            at, callback, args = self.due.pop(0)
            self.now = max(self.now, at)
            callback(*args)
        self.now = until


class Somebody:
    """A connection that waits for its key exchange."""

    def __init__(self, name: str, turns: list[str]) -> None:
        self.name = name
        self.turns = turns

    def start_exchange(self) -> None:
        """Take its turn."""
        self.turns.append(self.name)


def request_exchange(exchanges: KeyExchangeQueue, turns: list[str], name: str) -> Somebody:
    """Request a key exchange from the address given by the first letter."""
    client = Somebody(name, turns)
    if exchanges.ask(client, name[0]):
        client.start_exchange()
    return client


def test_key_exchanges_are_limited_at_once_and_per_second():
    clock, turns = Clock(), list[str]()
    exchanges = KeyExchangeQueue(Limits(exchanges=2, exchanges_a_second=1), clock, clock)
    exchanges.rate_meter.rate = 0.0
    exchanges.rate_meter.consume(exchanges.rate_meter.level)
    for name in ("a1", "a2", "a3", "b1"):
        request_exchange(exchanges, turns, name)
    assert turns == ["a1", "a2", "b1"]
    clock.go_on(1)
    for name in ("a4", "a5"):
        request_exchange(exchanges, turns, name)
    assert turns == ["a1", "a2", "b1", "a4"]
    assert len(exchanges) == 2


def test_queued_key_exchanges_run_when_there_is_capacity():
    clock, turns = Clock(), list[str]()
    exchanges = KeyExchangeQueue(Limits(exchanges=1, exchanges_a_second=1), clock, clock)
    for number in range(400):
        request_exchange(exchanges, turns, f"a{number}")
    assert turns == ["a0"]
    clock.go_on(0.5)
    assert 200 < len(turns) < 250
    clock.go_on(5)
    assert turns == [f"a{number}" for number in range(400)]
    assert len(exchanges) == 0
    assert clock.due == []


def test_total_key_exchanges_per_second_are_limited():
    clock, turns = Clock(), list[str]()
    exchanges = KeyExchangeQueue(Limits(all_exchanges=3), clock, clock)
    for address in "abcdef":
        request_exchange(exchanges, turns, address)
    assert turns == ["a", "b", "c"]


def test_busy_address_is_served_after_others():
    clock, turns = Clock(), list[str]()
    exchanges = KeyExchangeQueue(Limits(exchanges=0, exchanges_a_second=0), clock, clock)
    for name in ("a1", "a2", "a3", "b1", "b2", "c1"):
        request_exchange(exchanges, turns, name)
    clock.go_on(1)
    assert turns == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_gone_client_gets_no_key_exchange():
    clock, turns = Clock(), list[str]()
    exchanges = KeyExchangeQueue(Limits(exchanges=0, exchanges_a_second=0), clock, clock)
    first, second, third = (request_exchange(exchanges, turns, name) for name in ("a1", "a2", "b1"))
    for gone in (first, third, third):
        exchanges.forget(gone, gone.name[0])
    clock.go_on(1)
    assert turns == [second.name]


# ---------------------------------------------------------------------- one connection


class Wire:
    """A connection of asyncssh as the throttle sees it: packets of one byte."""

    def __init__(self) -> None:
        self._inpbuf = b""
        self._pktlen = 0
        self._recv_macsize = 1
        self._recv_blocksize = 4
        self._kex: object = None
        self._transport = self
        self.reads = True
        self.taken = 0

    def _recv_packet(self) -> bool:
        self._inpbuf = self._inpbuf[1:]
        self.taken += 1
        self._kex = None
        return True

    def _recv_data(self) -> None:
        while self._inpbuf and self._recv_packet():
            pass

    def say(self, data: bytes) -> None:
        """Receive that many packets."""
        self._inpbuf += data
        self._recv_data()

    def pause_reading(self) -> None:
        """Read nothing."""
        self.reads = False

    def resume_reading(self) -> None:
        """Read again."""
        self.reads = True


class Braked:
    """A wire with a brake."""

    def __init__(self, **limits: Any) -> None:
        self.clock, self.wire, self.cuts, self.steps = Clock(), Wire(), list[str](), 0
        exchanges = KeyExchangeQueue(Limits(**limits), self.clock, self.clock)
        self.brake = PacketThrottle(self.wire, exchanges, self._get_on, self.cuts.append)
        self.brake.set_address("here")

    def _get_on(self) -> None:
        self.steps += 1


def test_fast_packets_wait_and_disconnect_nobody():
    one = Braked(packets=10, packets_a_second=100)
    one.brake.has_logged_in()
    one.wire.say(b"x" * 60)
    assert (one.wire.taken, one.wire.reads) == (10, False)
    one.clock.go_on(MORE_PACKETS)
    assert 15 < one.wire.taken <= 20
    assert not one.wire.reads
    one.clock.go_on(1)
    assert (one.wire.taken, one.wire.reads) == (60, True)
    assert one.cuts == []


def test_packets_before_log_in_are_few():
    one = Braked(early_packets=5, early_packets_a_second=1, packets=50)
    one.wire.say(b"x" * 20)
    assert one.wire.taken == 5
    one.brake.has_logged_in()
    one.clock.go_on(MORE_PACKETS)
    assert one.wire.taken == 20


def test_incomplete_packet_is_not_counted():
    one = Braked(early_packets=1, early_packets_a_second=0)
    one.wire._pktlen = 1
    one.wire.say(b"x")
    one.wire.say(b"")
    assert one.wire.taken == 0
    one.wire.say(b"y")
    assert one.wire.taken == 1


def test_key_exchange_is_queued():
    one = Braked(exchanges=0, exchanges_a_second=0)
    one.wire._kex = object()
    one.wire.say(b"xy")
    assert (one.wire.taken, one.steps, one.brake.is_overfull) == (0, 0, False)
    one.wire.say(b"z" * 20_000)
    assert one.brake.is_overfull
    one.wire._inpbuf = b"xy"
    one.clock.go_on(1)
    assert (one.wire.taken, one.steps, one.brake.is_overfull) == (2, 2, False)
    assert one.cuts == []


def test_key_exchanges_per_connection_are_limited():
    one = Braked(exchanges_again=3)
    for _ in range(4):
        one.wire._kex = object()
        one.wire.say(b"x")
    assert (one.wire.taken, one.cuts) == (3, ["it wants new keys all the time"])
    one.clock.go_on(20)
    one.wire.say(b"")
    assert one.wire.taken == 4


async def test_throttle_slows_a_real_connection(tmp_path: Any):
    with running_server(
        tmp_path, early_packets=2, early_packets_a_second=0, login_seconds=3
    ) as server:
        with pytest.raises(Exception, match=r"."):
            async with asyncio.timeout(PATIENCE), ssh_connection(server, new_key()):
                pass
        assert "logged in" not in server.log()
        server.wait_for_status(connections=0, not_logged_in=0)
