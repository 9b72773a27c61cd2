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
from tui.ssh.throttling import PAUSE_SECONDS, PacketThrottle


class Clock:
    """A clock with timers, which the test advances."""

    def __init__(self) -> None:
        self.now = 100.0
        self.due: list[tuple[float, Callable[..., object], tuple[Any, ...]]] = []

    def __call__(self) -> float:
        return self.now

    def call_later(self, delay: float, callback: Callable[..., object], *args: Any) -> Any:
        """Schedule a call."""
        insort(self.due, (self.now + delay, callback, args), key=lambda throttled: throttled[0])

    def advance(self, seconds: float) -> None:
        """Advance the clock, and run all due timers."""
        until = self.now + seconds
        while self.due and self.due[0][0] <= until:
            at, callback, args = self.due.pop(0)
            self.now = max(self.now, at)
            callback(*args)
        self.now = until


class WaitingConnection:
    """A connection that waits for its key exchange."""

    def __init__(self, name: str, turns: list[str]) -> None:
        self.name = name
        self.turns = turns

    def start_exchange(self) -> None:
        """Record that its key exchange starts."""
        self.turns.append(self.name)


def request_exchange(exchanges: KeyExchangeQueue, turns: list[str], name: str) -> WaitingConnection:
    """Request a key exchange from the address given by the first letter."""
    client = WaitingConnection(name, turns)
    if exchanges.ask(client, name[0]):
        client.start_exchange()
    return client


def test_key_exchanges_are_limited_at_once_and_per_second():
    clock, turns = Clock(), list[str]()
    exchanges = KeyExchangeQueue(Limits(exchanges=2, exchanges_per_second=1), clock, clock)
    exchanges.rate_meter.rate = 0.0
    exchanges.rate_meter.consume(exchanges.rate_meter.level)
    for name in ("a1", "a2", "a3", "b1"):
        request_exchange(exchanges, turns, name)
    assert turns == ["a1", "a2", "b1"]
    clock.advance(1)
    for name in ("a4", "a5"):
        request_exchange(exchanges, turns, name)
    assert turns == ["a1", "a2", "b1", "a4"]
    assert len(exchanges) == 2


def test_queued_key_exchanges_run_when_there_is_capacity():
    clock, turns = Clock(), list[str]()
    exchanges = KeyExchangeQueue(Limits(exchanges=1, exchanges_per_second=1), clock, clock)
    for number in range(400):
        request_exchange(exchanges, turns, f"a{number}")
    assert turns == ["a0"]
    clock.advance(0.5)
    assert 200 < len(turns) < 250
    clock.advance(5)
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
    exchanges = KeyExchangeQueue(Limits(exchanges=0, exchanges_per_second=0), clock, clock)
    for name in ("a1", "a2", "a3", "b1", "b2", "c1"):
        request_exchange(exchanges, turns, name)
    clock.advance(1)
    assert turns == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_gone_client_gets_no_key_exchange():
    clock, turns = Clock(), list[str]()
    exchanges = KeyExchangeQueue(Limits(exchanges=0, exchanges_per_second=0), clock, clock)
    first, second, third = (request_exchange(exchanges, turns, name) for name in ("a1", "a2", "b1"))
    for gone in (first, third, third):
        exchanges.forget(gone, gone.name[0])
    clock.advance(1)
    assert turns == [second.name]


# ---------------------------------------------------------------------- one connection


class FakeConnection:
    """A connection of asyncssh as the throttle sees it: packets of one byte."""

    def __init__(self) -> None:
        self._inpbuf = b""
        self._pktlen = 0
        self._recv_macsize = 1
        self._recv_blocksize = 4
        self._kex: object = None
        self._transport = self
        self.reads = True
        self.packets_read = 0

    def _recv_packet(self) -> bool:
        self._inpbuf = self._inpbuf[1:]
        self.packets_read += 1
        self._kex = None
        return True

    def _recv_data(self) -> None:
        while self._inpbuf and self._recv_packet():
            pass

    def receive(self, data: bytes) -> None:
        """Receive one packet per byte."""
        self._inpbuf += data
        self._recv_data()

    def pause_reading(self) -> None:
        """Stop reading."""
        self.reads = False

    def resume_reading(self) -> None:
        """Continue reading."""
        self.reads = True


class ThrottledConnection:
    """A connection with a throttle."""

    def __init__(self, **limits: Any) -> None:
        self.clock, self.connection, self.disconnects, self.steps = (
            Clock(),
            FakeConnection(),
            list[str](),
            0,
        )
        exchanges = KeyExchangeQueue(Limits(**limits), self.clock, self.clock)
        self.throttle = PacketThrottle(
            self.connection, exchanges, self._get_on, self.disconnects.append
        )
        self.throttle.set_address("here")

    def _get_on(self) -> None:
        self.steps += 1


def test_fast_packets_wait_and_disconnect_nobody():
    throttled = ThrottledConnection(packets=10, packets_per_second=100)
    throttled.throttle.has_logged_in()
    throttled.connection.receive(b"x" * 60)
    assert (throttled.connection.packets_read, throttled.connection.reads) == (10, False)
    throttled.clock.advance(PAUSE_SECONDS)
    assert 15 < throttled.connection.packets_read <= 20
    assert not throttled.connection.reads
    throttled.clock.advance(1)
    assert (throttled.connection.packets_read, throttled.connection.reads) == (60, True)
    assert throttled.disconnects == []


def test_packets_before_log_in_are_few():
    throttled = ThrottledConnection(early_packets=5, early_packets_per_second=1, packets=50)
    throttled.connection.receive(b"x" * 20)
    assert throttled.connection.packets_read == 5
    throttled.throttle.has_logged_in()
    throttled.clock.advance(PAUSE_SECONDS)
    assert throttled.connection.packets_read == 20


def test_incomplete_packet_is_not_counted():
    throttled = ThrottledConnection(early_packets=1, early_packets_per_second=0)
    throttled.connection._pktlen = 1
    throttled.connection.receive(b"x")
    throttled.connection.receive(b"")
    assert throttled.connection.packets_read == 0
    throttled.connection.receive(b"y")
    assert throttled.connection.packets_read == 1


def test_key_exchange_is_queued():
    throttled = ThrottledConnection(exchanges=0, exchanges_per_second=0)
    throttled.connection._kex = object()
    throttled.connection.receive(b"xy")
    assert (throttled.connection.packets_read, throttled.steps, throttled.throttle.is_overfull) == (
        0,
        0,
        False,
    )
    throttled.connection.receive(b"z" * 20_000)
    assert throttled.throttle.is_overfull
    throttled.connection._inpbuf = b"xy"
    throttled.clock.advance(1)
    assert (throttled.connection.packets_read, throttled.steps, throttled.throttle.is_overfull) == (
        2,
        2,
        False,
    )
    assert throttled.disconnects == []


def test_key_exchanges_per_connection_are_limited():
    throttled = ThrottledConnection(exchanges_again=3)
    for _ in range(4):
        throttled.connection._kex = object()
        throttled.connection.receive(b"x")
    assert (throttled.connection.packets_read, throttled.disconnects) == (
        3,
        ["it wants new keys all the time"],
    )
    throttled.clock.advance(20)
    throttled.connection.receive(b"")
    assert throttled.connection.packets_read == 4


async def test_throttle_slows_a_real_connection(tmp_path: Any):
    with running_server(
        tmp_path, early_packets=2, early_packets_per_second=0, login_seconds=3
    ) as server:
        with pytest.raises(Exception, match=r"."):
            async with asyncio.timeout(PATIENCE), ssh_connection(server, new_key()):
                pass
        assert "logged in" not in server.log()
        server.wait_for_status(connections=0, not_logged_in=0)
