"""Only one of several machines moves the bots of a match."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.core.event import Header
from engine.lobby.leases import LEASE_DURATION, Leases
from engine.storage.open_store import open_at
from engine.storage.records import Summary
from engine.storage.store import Store

START = datetime(2026, 1, 9, 18, 30, tzinfo=UTC)
HEADER = Header("era", 1, (("Anna", "person"), ("Bot", "bot:random")), "seed")


class Clock:
    """The clock of two programs."""

    now = START

    def later(self, time: timedelta) -> None:
        self.now += time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def both(database: str, clock: Clock) -> Iterator[list[Store]]:
    """Yield the stores of two programs, with two matches."""
    with closing(open_at(database)) as one, closing(open_at(database)) as two:
        for store in (one, two):
            store.clock = lambda: clock.now
        for id in ("a2b3", "c4d5"):
            one.add(id, HEADER, [], Summary(1, 1, 0, False))
        yield [one, two]


def test_lease_is_kept_while_it_is_renewed(both: list[Store], clock: Clock):
    one, two = map(Leases, both)
    assert one.win("a2b3")
    assert two.may_win("a2b3")
    for _ in range(5):
        assert not two.win("a2b3")
        clock.later(LEASE_DURATION * 2 / 3)
        assert one.win("a2b3")
    assert not two.may_win("a2b3") or not two.win("a2b3")
    assert two.win("c4d5")


def test_expired_lease_can_be_taken(both: list[Store], clock: Clock):
    one, two = map(Leases, both)
    assert one.win("a2b3")
    assert not two.win("a2b3")
    clock.later(LEASE_DURATION - timedelta(seconds=1))
    assert not two.may_win("a2b3")
    clock.later(timedelta(seconds=1))
    assert two.may_win("a2b3")
    assert two.win("a2b3")
    assert not one.win("a2b3")


def test_giving_up_releases_all_leases(both: list[Store]):
    one, two = map(Leases, both)
    assert one.win("a2b3")
    assert one.win("c4d5")
    one.give_up()
    assert two.win("a2b3")
    assert two.win("c4d5")


def test_deleted_match_has_no_lease(both: list[Store]):
    both[0].delete("a2b3")
    assert not Leases(both[0]).win("a2b3")


def test_lease_in_a_file_is_always_granted(tmp_path: Path):
    with closing(open_at(tmp_path / "games.sqlite3")) as store:
        assert Leases(store).win("a2b3")
        assert Leases(store).win("a2b3")
