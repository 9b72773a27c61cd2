"""Damaged rows in a store: their match is reported, and all others work."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import BadSave, NoSuchMatch
from engine.storage.records import Record
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from tests.engine.bot_matches import played

pytestmark = pytest.mark.usefixtures("toy")

LOST = [
    "header = 'x'",
    "header = x'00ff'",
    "header = CAST(x'7bff7d' AS TEXT)",
    "header = replace(header, '\"guildhall\":', '\"guildhall\":9')",
    "header = '{}'",
    "header = 7",
    "header = '[' || replace(hex(zeroblob(2000)), '00', '[')",
]
"""SQL that makes a match unreadable from its first line."""

UNCERTAIN = [
    "changed = 'x'",
    "changed = 7",
    "changed = '2026-01-01'",
    "changed = x'00'",
    "created = ''",
    "result = 'x'",
    "result = '[[1]]'",
    "result = 'null'",
    "result = x'00'",
    "result = '[[\"1\",1,1]]'",
    "result = '[[1,null,1]]'",
    "over = 1, result = '[[7,1,5]]'",
    "over = 1, result = '[[-1,1,5]]'",
    "over = 'yes'",
    "round = 'x'",
    "turn = 1.5",
    "active = 99",
    "active = x'01'",
    "result = replace(hex(zeroblob(2000)), '00', '[')",
]
"""SQL that leaves the match itself intact."""

CUT = [
    "DELETE FROM event WHERE match = 'k7m2' AND number > 12",
    "DELETE FROM event WHERE match = 'k7m2'",
    "DELETE FROM event WHERE match = 'k7m2' AND number = 9",
    "UPDATE match SET events = events + 1 WHERE id = 'k7m2'",
    "UPDATE match SET events = 3 WHERE id = 'k7m2'",
    "UPDATE match SET events = 'x' WHERE id = 'k7m2'",
    "UPDATE event SET body = 'x' WHERE match = 'k7m2' AND number = 9",
    "UPDATE event SET body = x'00' WHERE match = 'k7m2' AND number = 9",
    "UPDATE event SET body = CAST(x'ff' AS TEXT) WHERE match = 'k7m2' AND number = 9",
    "UPDATE event SET at = x'00' WHERE match = 'k7m2' AND number = 9",
    "UPDATE event SET number = 'x' WHERE match = 'k7m2' AND number = 9",
]
"""SQL that makes the log end early."""


@pytest.fixture
def store(tmp_path: Path, toy: str) -> Iterator[SqliteStore]:
    """Yield a store with a match to be damaged and another."""
    store = SqliteStore(tmp_path / "games.sqlite3")
    match = played(toy, 3, "rows", picks=20)
    for id in ("k7m2", "b3c4"):
        session = Session(store, store.new(match), match)
        rename(store, session.id, id)
    yield store
    store.close()


def rename(store: SqliteStore, old: str, new: str) -> None:
    change(store, f"UPDATE match SET id = '{new}' WHERE id = '{old}'")
    change(store, f"UPDATE event SET match = '{new}' WHERE match = '{old}'")


def change(store: SqliteStore, statement: str) -> None:
    connection = sqlite3.connect(store.path)
    with connection:
        connection.execute(statement)
    connection.close()


def damaged(store: SqliteStore) -> Record:
    """Return the record of the damaged match, listed beside the intact one."""
    records = {record.id: record for record in store.records()}
    assert records.keys() == {"k7m2", "b3c4"}
    assert records["b3c4"].damage is None
    assert store.find("b").id == "b3c4"
    assert Session.open(store, "b3c4").match.pending()
    assert records["k7m2"] == store.find("k7m2")
    return records["k7m2"]


@pytest.mark.parametrize("values", LOST)
def test_unreadable_header_is_reported_with_its_reason(store: SqliteStore, values: str) -> None:
    change(store, f"UPDATE match SET {values} WHERE id = 'k7m2'")
    record = damaged(store)
    assert record.damage is not None
    assert record.header.game == "toy", "the row has it besides the header"
    with pytest.raises(BadSave) as caught:
        store.load("k7m2")
    assert (caught.value.source, caught.value.line) == ("k7m2", 1)
    store.delete("k7m2")
    assert [one.id for one in store.records()] == ["b3c4"]


@pytest.mark.parametrize("values", UNCERTAIN)
def test_damage_outside_the_log_leaves_the_match_playable(store: SqliteStore, values: str) -> None:
    change(store, f"UPDATE match SET {values} WHERE id = 'k7m2'")
    assert damaged(store).damage is not None
    session = Session.open(store, "k7m2")
    pending = session.match.pending()[0]
    pick = next(iter(pending.decision.options(session.match.state)), None)
    if pick is not None:
        session.choose(session.ask(pending.seat), pick)
        assert store.find("k7m2").summary.round == session.match.state.round


@pytest.mark.parametrize("statement", CUT)
def test_truncated_log_is_reported_and_opens_up_to_the_damage(
    store: SqliteStore, statement: str
) -> None:
    whole = store.load("k7m2")
    change(store, statement)
    damaged(store)
    with pytest.raises(BadSave) as caught:
        Session.open(store, "k7m2")
    good = caught.value.good
    assert good is not None
    assert good.log[: len(whole.log)] == whole.log[: len(good.log)]
    branch = store.load(store.branch(good, len(good.line)))
    assert branch.pending()


@pytest.mark.parametrize("statement", [CUT[0], CUT[1], CUT[3], CUT[4], CUT[5]])
def test_missing_end_is_listed_as_damage(store: SqliteStore, statement: str) -> None:
    change(store, statement)
    assert damaged(store).damage is not None


def test_match_without_an_id_is_listed(store: SqliteStore) -> None:
    change(store, "UPDATE match SET id = x'00ff' WHERE id = 'k7m2'")
    records = store.records()
    assert [record.damage is None for record in records].count(False) == 1
    assert Session.open(store, "b3c4").match.pending()
    with pytest.raises(NoSuchMatch):
        store.find("k7m2")


@pytest.mark.parametrize("values", ["finished = 'x'", "total = 'x'", "name = x'00'"])
def test_damaged_result_does_not_hide_others(tmp_path: Path, values: str) -> None:
    from tests.engine.storage.test_store import ALONE, event, over

    store = SqliteStore(tmp_path / "games.sqlite3")
    for id, total in (("k7m2", 40), ("b3c4", 30)):
        store.add(id, ALONE, [event(1)], over(0))
        store.append(id, [event(2)], over(total))
    change(store, f"UPDATE best SET {values} WHERE match = 'k7m2'")
    assert [one.total for one in store.best("era", {"length": "short"})] == [30]
    store.close()


def test_every_damage_has_a_sentence(store: SqliteStore) -> None:
    for statement in [*(f"UPDATE match SET {one} WHERE id = 'k7m2'" for one in LOST), *CUT]:
        change(store, statement)
        for record in store.records():
            if record.damage is not None:
                assert record.damage.plain().endswith(".")
