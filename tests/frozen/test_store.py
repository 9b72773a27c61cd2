"""A store with everything in it, as commit 8724a198 wrote it: matches of each game, users with keys
and settings, waiting tables, chat, notes, proposals, auto-answers, a review, results.

`data/store.sql` is a dump of that SQLite file, which is restored before each test.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.frozen.reaching import DATA, GAMES, guildhall, recorded, without_words

ANNA, BORIS = (f"SHA256:{name:x<43}" for name in ("Anna", "Boris"))
"""The keys by which two of the people come in."""

GOING_ON = {
    "deus": "r7f7",
    "era": "t8w2",
    "troyes": "y5w8",
    "catan": "t3g4",
    "knights": "y8d5",
    "middle_ages": "p3f5",
}
"""A match of each game in which people are to choose."""

RETIRED, RETIRED_OVER = "d9c6", "t3v8"
"""The matches of a bot of old: one goes on, one is over."""

ASKED = {
    "list": ("list",),
    "people": ("users", "list"),
    "turns": ("turns",),
    "turns of Anna": ("turns", "Anna"),
    "turns of Boris": ("turns", "Boris"),
    "stats": ("stats",),
}
"""Questions to the store, of which `data/store.json` records the answers."""

MAX_TABLES = 8
"""Nobody in the store has more tables."""

Base = dict[str, list[tuple[Any, ...]]]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of a copy of the recorded store."""
    path = tmp_path_factory.mktemp("store") / "games.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((DATA / "store.sql").read_text(encoding="utf-8"))
    return path


@pytest.fixture
def database_folder(home: Path, file: Path) -> Path:
    """A folder with that store."""
    shutil.copy(file, home)
    return home


def rows(path: Path) -> Base:
    """All rows of the tables that there were, by the columns that there were."""
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: connection.execute(
                f"SELECT {', '.join(columns)} FROM {table} ORDER BY {', '.join(columns)}"
            ).fetchall()
            for table, columns in recorded("tables.json").items()
        }


def differences(now: Any, then: Any) -> Iterator[str]:
    """Yield the places in which an answer does not say what it said; it may say more. Ratings may
    differ by 5 %."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key, one in then.items():
            if key not in now:
                yield f"{key}: gone"
            elif key in ("mean", "deviation", "rating"):
                if now[key] != pytest.approx(one, rel=0.05):
                    yield f"{key}: {now[key]}, not {one}"
            else:
                yield from (f"{key}.{what}" for what in differences(now[key], one))
    elif isinstance(then, list) and isinstance(now, list) and len(now) == len(then):
        for number, (old, new) in enumerate(zip(then, now, strict=True)):
            yield from (f"{number}.{what}" for what in differences(new, old))
    elif now != then:
        yield f"{now!r}, not {then!r}"


def answers(home: Path) -> dict[str, Any]:
    """All answers of the store, and each match at its end."""
    found = {key: guildhall(home, *words, "--json").json for key, words in ASKED.items()}
    for one in found["list"]:
        shown = guildhall(home, "show", one["id"], "--json", "--seat", "0", "--force")
        if shown.code:
            shown = guildhall(home, "show", one["id"], "--json")
        found[f"show {one['id']}"] = shown.json
    return {key: without_words(value) for key, value in found.items()}


def test_store_gives_recorded_answers(database_folder: Path):
    now = answers(database_folder)
    then = recorded("store.json")
    assert now.keys() >= then.keys()
    for key, value in then.items():
        assert not list(differences(now[key], value)), key


def test_backup_contains_all_tables_and_rows(database_folder: Path, tmp_path: Path, file: Path):
    assert guildhall(database_folder, "backup", tmp_path / "copy.sqlite3").code == 0
    then = rows(file)
    assert rows(tmp_path / "copy.sqlite3") == then
    momentary = {"claim", "ear", "errand", "host"}
    assert {table for table, those in then.items() if not those} == momentary


def test_migration_to_another_database_keeps_all_rows(
    database_folder: Path, database: str, tmp_path: Path, file: Path
):
    assert (
        guildhall(database_folder, "migrate", database_folder / "games.sqlite3", database).code == 0
    )
    assert guildhall(database_folder, "migrate", database, tmp_path / "back.sqlite3").code == 0
    assert rows(tmp_path / "back.sqlite3") == rows(file)


@pytest.mark.parametrize("game", GAMES)
def test_old_match_of_each_game_continues(database_folder: Path, game: str):
    id = GOING_ON[game]
    (before,) = (
        one for one in guildhall(database_folder, "list", "--json").json if one["id"] == id
    )
    assert (before["game"], before["over"]) == (game, False)
    events = [row for row in rows(database_folder / "games.sqlite3")["event"] if row[0] == id]
    assert guildhall(database_folder, "resume", id, "--lines", typed="\n1\n1\n1\n" * 20).code == 0
    after = [row for row in rows(database_folder / "games.sqlite3")["event"] if row[0] == id]
    assert after[: len(events)] == events
    assert len(after) > len(events)
    (now,) = (one for one in guildhall(database_folder, "list", "--json").json if one["id"] == id)
    assert now["damage"] is None


def at_each_table(home: Path, key: str) -> str:
    """Return the output for a player who connects and opens each table in turn."""
    numbers = range(1, MAX_TABLES + 1)
    return "".join(guildhall(home, "login", key, typed=f"{number}\n").out for number in numbers)


def cyrillic(text: str) -> int:
    """Count the Cyrillic letters of a text."""
    return sum("\u0400" <= letter <= "\u04ff" for letter in text)


def test_players_log_in_with_old_keys_and_find_their_games(database_folder: Path):
    boris, anna = (at_each_table(database_folder, key) for key in (BORIS, ANNA))
    assert "Дина" in boris
    assert "Who has the wood? Кто взял лес?" in boris
    assert "Boris saves for a temple" in anna
    assert cyrillic(anna) > 10 * cyrillic(boris), "her settings say Russian"
    assert guildhall(database_folder, "login", ANNA, "turns").code == 0
    assert guildhall(database_folder, "users", "invite-code").out == "R4R9-F4R4\n"
    assert guildhall(database_folder, "highscores", "era").out.count("Solo") == 1


def test_finished_match_is_exported_and_imported_again(
    database_folder: Path, home: Path, tmp_path: Path
):
    for id in ("z6p6", RETIRED_OVER):
        file = tmp_path / f"{id}.jsonl"
        assert guildhall(database_folder, "export", id, file).code == 0
        assert guildhall(tmp_path / "other", "import", file).code == 0
    there = guildhall(tmp_path / "other", "list", "--json").json
    assert all(one["over"] and one["damage"] is None for one in there)


def test_the_games_of_a_retired_bot_count(database_folder: Path):
    (game,) = guildhall(database_folder, "stats", "middle_ages", "--json").json
    (greedy,) = (one for one in game["players"] if one.get("bot") == "old_greedy")
    assert (greedy["games"], greedy["wins"], greedy["best"]) == (1, 1, 138)
    matches = {one["id"]: one for one in guildhall(database_folder, "list", "--json").json}
    assert matches[RETIRED]["players"][1]["player"] == "bot:old_greedy"
    assert (
        guildhall(database_folder, "show", RETIRED, "--json", "--at", "12").json["position"] == 12
    )


def test_game_of_a_retired_bot_continues(database_folder: Path):
    """The bot moves, or the person who opens the match chooses a replacement, here the first."""

    def count() -> int:
        return sum(row[0] == RETIRED for row in rows(database_folder / "games.sqlite3")["event"])

    before = count()
    assert guildhall(database_folder, "resume", RETIRED, "--lines", typed="1\n" * 12).code == 0
    assert count() >= before + 8
