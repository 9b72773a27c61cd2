"""Programs of two versions on one database, while the machines of a server are updated one by
one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta

import pytest

from engine.core.event import Event
from engine.errors import BadStore
from engine.lobby.hosts import Hosts
from engine.storage import postgres_store, schema
from engine.storage.open_store import open_at
from engine.storage.store import Store
from tests.engine.storage.test_postgres_store import GOING, HEADER, event

MORE = "ALTER TABLE match ADD COLUMN more TEXT NOT NULL DEFAULT ''; CREATE TABLE more (id TEXT);"
"""Additions of the next schema version."""


@contextmanager
def newer_program(monkeypatch: pytest.MonkeyPatch, *, reads_older: bool = True) -> Iterator[None]:
    """Make this program one of the next schema version in the block."""
    form = schema.SCHEMA_VERSION
    with monkeypatch.context() as patched:
        patched.setitem(schema.MIGRATIONS, form, MORE)
        for module in (schema, postgres_store):
            patched.setattr(module, "SCHEMA_VERSION", form + 1)
            if not reads_older:
                patched.setattr(module, "OLDEST_COMPATIBLE_VERSION", form + 1)
        yield


def add(store: Store, id: str, *events: Event) -> None:
    assert store.add(id, HEADER, events, GOING)


def lengths(store: Store) -> dict[str, int]:
    return {one.id: len(list(store.since(one.id, 0))) for one in store.records()}


def test_programs_of_both_schema_versions_share_a_database(
    apart: str, monkeypatch: pytest.MonkeyPatch
):
    with closing(open_at(apart)) as before:
        add(before, "a2b3", event(1))
        Hosts(before).register("h1", "ada", "0.9.0")
        with newer_program(monkeypatch), closing(open_at(apart)) as newer:
            add(newer, "c4d5", event(1))
            newer.append("a2b3", [event(2)], GOING)
            before.append("a2b3", [event(3)], GOING)
            before.append("c4d5", [event(2)], GOING)
            assert [one.name for one in Hosts(newer).running()] == ["ada"]
            found = lengths(newer)
        with closing(open_at(apart)) as again:
            add(again, "e6f7", event(1))
            assert found == {"a2b3": 3, "c4d5": 2}
            assert lengths(again) == {**found, "e6f7": 1}
    with newer_program(monkeypatch), closing(open_at(apart)) as newer:
        assert lengths(newer) == {**found, "e6f7": 1}


def test_incompatible_migration_waits_for_older_programs(
    apart: str, monkeypatch: pytest.MonkeyPatch
):
    with closing(open_at(apart)) as before:
        add(before, "a2b3", event(1))
        host = Hosts(before).register("h1", "ada", "0.9.0")
        with (
            newer_program(monkeypatch, reads_older=False),
            pytest.raises(BadStore, match="running on ada with an older Guildhall"),
        ):
            open_at(apart)
        before.append("a2b3", [event(2)], GOING)
        assert lengths(before) == {"a2b3": 2}
        now = before.clock()
        before.clock = lambda: now - schema.HOST_LEASE - timedelta(seconds=1)
        Hosts(before).send_heartbeat(host)
    with newer_program(monkeypatch, reads_older=False), closing(open_at(apart)) as newer:
        assert lengths(newer) == {"a2b3": 2}
    with pytest.raises(BadStore, match="was created by a newer version of"):
        open_at(apart)
