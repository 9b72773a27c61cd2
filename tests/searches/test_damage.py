"""Saves and rows of the store with something wrong in them: a sentence each, never a wrong state.

Long searches with a seed each; what a search has changed is told when it fails.
"""

from __future__ import annotations

import io
import json
import sqlite3
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.errors import BadSave, GuildhallError
from engine.i18n.language import Tongue
from engine.play.match import Match
from engine.storage import save
from engine.storage.sqlite import SqliteStore
from tests.engine.played import played
from tui import printing

pytestmark = pytest.mark.long

GAMES = [("middle_ages", 2), ("middle_ages", 5), ("era", 1), ("era", 3)]
DEEP: Any = 1
for _ in range(400):
    DEEP = [DEEP]
WILD: list[Any] = [
    *(None, True, -1, 0, 1, 10**40, 1.5, "", "x" * 5000, "\x1b[31m", "{0}", [], [[]], {}),
    *({"a": {"a": []}}, [1, [2, [3]]], "ready", "done", ["lift", "A1"], DEEP),
]


def written(match: Match) -> list[str]:
    return [line.decode() for line in save.lines(match)]


def ended(lines: list[str]) -> bytes:
    """The lines as a whole file, its sum right."""
    body = "".join(lines).encode()
    end = {"end": len(lines) - 1, "sum": blake2b(body, digest_size=8).hexdigest()}
    return body + json.dumps(end).encode() + b"\n"


def another_value(lines: list[str], lot: Random) -> None:
    at = lot.randrange(len(lines))
    fields = json.loads(lines[at])
    key = lot.choice([*fields, "extra"])
    fields[key] = lot.choice(WILD)
    lines[at] = json.dumps(fields) + "\n"


def an_inner_value(lines: list[str], lot: Random) -> None:
    at = lot.randrange(len(lines))
    fields = json.loads(lines[at])
    lists = [value for value in fields.values() if isinstance(value, list) and value]
    if lists:
        inner = lot.choice(lists)
        inner[lot.randrange(len(inner))] = lot.choice(WILD)
        lines[at] = json.dumps(fields) + "\n"


def a_line_elsewhere(lines: list[str], lot: Random) -> None:
    line = lines.pop(lot.randrange(1, len(lines)))
    lines.insert(lot.randrange(1, len(lines) + 1), line)


def a_line_of_another(lines: list[str], lot: Random) -> None:
    lines[lot.randrange(1, len(lines))] = lot.choice(lines[1:])


def a_part_gone(lines: list[str], lot: Random) -> None:
    at = lot.randrange(1, len(lines))
    del lines[at : at + lot.randrange(1, 9)]


def a_letter(lines: list[str], lot: Random) -> None:
    at = lot.randrange(len(lines))
    line, place = lines[at], lot.randrange(len(lines[at]))
    lines[at] = line[:place] + lot.choice('[]{}",:0719aZ\\\n') + line[place + 1 :]


CHANGES: list[Callable[[list[str], Random], None]] = [
    another_value,
    an_inner_value,
    a_line_elsewhere,
    a_line_of_another,
    a_part_gone,
    a_letter,
]


def look_at(match: Match) -> None:
    """Everything that is done with a match that was read."""
    for text in match.game.describe(match.view(None)):
        said = Tongue("en", match.header.names).say(text)
        assert all(one.isprintable() for one in said)
    assert match.over or match.owed() or match.state.agenda
    match.story(None)


@pytest.mark.parametrize(("game", "players"), GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_a_changed_save_is_told_or_says_the_same_when_written_again(
    game: str, players: int, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, lot = written(played(game, players, f"{seed}", picks=60)), Random(seed)
    accepted = 0
    for number in range(300):
        lines = list(whole)
        changes = lot.choices(CHANGES, k=lot.randrange(1, 4))
        for change in changes:
            change(lines, lot)
        file = io.BytesIO(ended(lines))
        try:
            header, events = save.read(file, "x")
            match = save.rebuild(header, events, "x")
        except BadSave as error:
            if error.good is not None:
                look_at(error.good)
            continue
        except GuildhallError:
            continue
        except Exception as error:
            raise AssertionError(f"{number}: {[one.__name__ for one in changes]}") from error
        accepted += 1
        look_at(match)
        again = io.BytesIO()
        save.write(match, again)
        header, events = save.read(io.BytesIO(again.getvalue()), "x")
        assert save.rebuild(header, events, "x").log == match.log
    assert accepted < 300


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


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_row_leaves_all_other_matches_as_they_were(tmp_path: Path, seed: int) -> None:
    lot = Random(seed)
    match = played("middle_ages", 3, f"{seed}", picks=20)
    for number in range(60):
        store = SqliteStore(tmp_path / f"{number}.sqlite3")
        hit, whole = store.new(match), store.new(match)
        table = lot.choice(list(COLUMNS))
        column, value = lot.choice(COLUMNS[table]), lot.choice(VALUES)
        key = "id" if table == "match" else "match"
        some = f" AND number = {lot.randrange(1, len(match.log) + 1)}" if table == "event" else ""
        damage = f"UPDATE {table} SET {column} = {value} WHERE {key} = '{hit}'{some}"
        base = sqlite3.connect(store.path)
        try:
            with base:
                base.execute(damage)
        except sqlite3.IntegrityError:
            continue
        finally:
            base.close()
        records = {record.id: record for record in store.records()}
        assert records.keys() == {hit, whole}, damage
        assert records[whole].damage is None, damage
        assert store.load(whole).log == match.log, damage
        for record in records.values():
            assert len(printing.listed(record, Tongue("en"))) == 5
        try:
            look_at(store.load(hit))
        except BadSave as error:
            if error.good is not None:
                look_at(error.good)
        store.delete(hit)
        assert list(store.records()) == [records[whole]], damage
        store.close()
