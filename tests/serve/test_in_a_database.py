"""A house whose games are in a database: people come in and play, also after it was away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import cut
from tests.serve.houses import House, connected, house, new_key, visit


@pytest.fixture
def in_database(tmp_path: Path, database: str) -> Iterator[House]:
    with house(tmp_path, database=database) as opened:
        yield opened


async def test_people_play_in_it(in_database: House, database: str, tmp_path: Path):
    keys = [new_key(), new_key()]
    people = [
        in_database.know(name, key) for name, key in zip(("Anna", "Boris"), keys, strict=True)
    ]
    code = in_database.match("era", *people)
    (id,) = in_database.matches()
    async with visit(in_database, keys[0], f"join {code}") as anna:
        await anna.show("Era: Medieval Age")
        cut(database)
        async with connected(in_database, keys[0]) as connection:
            turns = await connection.run("turns")
        assert str(turns.stdout).startswith(id)
        (before,) = in_database.events()
        anna.type(b"q")
        await anna.show("Guildhall: Anna")
    assert in_database.events() == [before]
    assert not (tmp_path / "games.sqlite3").exists()
