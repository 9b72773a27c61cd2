"""Stores with errors: intact parts stay as they were, the rest is reported."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random

from engine.core.event import Event
from engine.errors import BadSave, BadStore
from engine.i18n.language import Translator
from engine.storage.recovery import recover_into
from engine.storage.sqlite_store import SqliteStore
from tests.searches.searching import any_match, apart, check, use_match
from tui.cli import printing

PAGE = 4096
ROWS = 10

COLUMNS = {
    "match": [
        *("game", "rules", "header", "created", "changed", "events"),
        *("round", "turn", "active", "over", "result"),
    ],
    "event": ["body", "at", "number"],
}
VALUES = [
    *("'x'", "''", "x'00ff'", "x''", "-1", "0", "7", "1.5", "99999999999", "'[[1]]'", "'null'"),
    *("'[[0,1,5]]'", "'[[9,1,5]]'", "'2026-01-01'", "'9999-12-31T23:59:59+00:00'", "'{}'"),
    *("CAST(x'ff' AS TEXT)", "'[' || hex(zeroblob(600))", "'\x1b[31m'", "'2026'", "'[]'"),
]


def search(rng: Random, folder: Path) -> None:
    """Damage rows, then pages."""
    for number in range(ROWS):
        _spoil_a_row(rng, folder / f"{number}.sqlite3")
    _spoil_pages(rng, folder)


def _spoil_a_row(rng: Random, path: Path) -> None:
    """Damage a row: all other matches stay as they were."""
    match = any_match(rng, 20)
    store = SqliteStore(path)
    hit, whole = store.new(match), store.new(match)
    table = rng.choice(list(COLUMNS))
    column, value = rng.choice(COLUMNS[table]), rng.choice(VALUES)
    key = "id" if table == "match" else "match"
    number = rng.randrange(len(match.log) + 1)
    some = f" AND number = {number}" if table == "event" else ""
    damage = f"UPDATE {table} SET {column} = {value} WHERE {key} = '{hit}'{some}"
    connection = sqlite3.connect(path)
    try:
        with connection:
            connection.execute(damage)
    except sqlite3.IntegrityError:
        return
    finally:
        connection.close()
    records = {record.id: record for record in store.records()}
    assert records.keys() == {hit, whole}, damage
    assert records[whole].damage is None, damage
    assert store.load(whole).log == match.log, damage
    for record in records.values():
        assert len(printing.listed(record, Translator("en"), None, store.clock())) == 5
    try:
        use_match(store.load(hit))
    except BadSave as error:
        if error.good is not None:
            use_match(error.good)
    store.delete(hit)
    assert list(store.records()) == [records[whole]], damage
    store.close()


def _spoil_pages(rng: Random, folder: Path) -> None:
    """Damage pages: everything read and recovered is a prefix of the original matches."""
    home = folder / "home"
    store = SqliteStore(home / "games.sqlite3")
    logs = {store.new(match): match.log for match in (any_match(rng) for _ in range(5))}
    store.close()
    content = bytearray(store.path.read_bytes())
    if rng.random() < 0.3:
        del content[rng.randrange(len(content)) :]
    for _ in range(rng.randrange(4)):
        at = rng.randrange(max(1, len(content) // PAGE)) * PAGE
        content[at : at + PAGE] = rng.randbytes(PAGE) if rng.random() < 0.5 else bytes(PAGE)
    store.path.write_bytes(content)
    _compare(store.path, logs, recovering=True)
    recover_into(store.path, folder / "saved")
    _compare(folder / "saved", logs, recovering=False)
    for words in (["list"], ["turns"], ["stats"], ["backup", str(folder / "copy")], ["export"]):
        line = [*words, *([rng.choice(list(logs)), "-"] if words == ["export"] else [])]
        check(apart([*line, "--home", str(home)], folder), line)


def _happened(event: Event) -> tuple[object, ...]:
    """Return an event without its digest, which is missing where chance is drawn again."""
    return event.number, event.kind, event.seat, event.step, event.value


def _compare(path: Path, logs: dict[str, list[Event]], *, recovering: bool) -> None:
    try:
        store = SqliteStore(path, recovering=recovering)
        records = store.records()
    except BadStore:
        return
    for record in records:
        assert record.id in logs, record
        try:
            match = store.load(record.id)
        except BadSave as error:
            match = error.good
        except BadStore:
            continue
        if match is not None:
            found = [_happened(event) for event in match.log]
            assert found == [_happened(event) for event in logs[record.id][: len(found)]]
    store.close()
