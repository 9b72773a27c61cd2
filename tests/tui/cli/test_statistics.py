"""Output of the commands about finished games: results, ratings, times per move."""

from __future__ import annotations

import json

from attrs import evolve

from engine.core.event import PICK_EVENT
from engine.storage.records import Summary
from engine.storage.sqlite_store import SqliteStore
from tests.engine.bot_matches import played
from tests.tui.cli.commanding import Guildhall, add_rated


def test_highscores_without_solo_games(guildhall: Guildhall) -> None:
    run = guildhall("highscores", "era")
    assert run.code == 0
    assert run.out == "Nobody has finished a solo game of Era: Medieval Age yet.\n"
    real = guildhall("highscores", "era", "--option", "dice=typed")
    assert "with these options and components yet" in real.out


def test_stats_without_finished_games(guildhall: Guildhall) -> None:
    run = guildhall("stats")
    assert (run.code, run.out) == (0, "No games have been finished yet.\n")


def test_stats_counts_finished_games_by_player_and_bot(
    guildhall: Guildhall, store: SqliteStore
) -> None:
    store.new(played("middle_ages", 2, "7"))
    run = guildhall("stats", "middle_ages")
    assert run.code == 0
    title, heads, row, *more = run.out.splitlines()
    assert title == "Middle Ages"
    assert heads.split() == ["Player", "Played", "Wins", "Best", "Average", "Last"]
    assert row.split()[:3] == ["Random", "(bot)", "2"]
    assert more == ["", "Not rated: no other players: 1.", ""]
    assert guildhall("stats", "ludo").code == 1


def test_ratings_are_printed_as_text_and_json(guildhall: Guildhall, store: SqliteStore) -> None:
    for seed in range(3):
        store.new(played("middle_ages", 2, f"rated {seed}"))
    (found,) = json.loads(guildhall("stats", "--json").out)
    (contest,) = found["ratings"]
    assert contest["unrated"] == {"nobody else": 3}
    match = played("middle_ages", 2, "rated")
    header = evolve(
        match.header, seats=(("Anna", "person"), ("Boris", "person")), options={"hints": "off"}
    )
    store.add("a2b3", header, match.log, Summary.of(match))
    result = guildhall("stats", "middle_ages").out
    assert "Ratings: Middle Ages" in result
    assert "provisional" in result
    assert "Not rated: no other players: 3." in result
    rivals = guildhall("stats", "--player", "anna").out.splitlines()
    assert rivals[0] == "Middle Ages"
    assert rivals[2].split()[0] == "Boris"
    refused = guildhall("stats", "--player", "Nobody")
    assert refused.code == 1
    assert "Nobody called Nobody has a rating." in refused.err
    assert guildhall("stats", "--player", "bot:").code == 1
    as_json = guildhall("stats", "--json", "--player", "anna")
    assert (as_json.code, as_json.out) == (2, "")


def test_statistics_include_thinking_time(guildhall: Guildhall, store: SqliteStore) -> None:
    picks = 0
    for id in ("a2b3", "c4d5"):
        log = add_rated(store, id)
        picks += sum(one.kind == PICK_EVENT and one.seat == 0 for one in log[1:])
    (found,) = json.loads(guildhall("stats", "--json").out)
    took = {one.get("name"): (one["pace"], one["time_used"]) for one in found["players"]}
    assert took == {"Anna": (3, 3 * picks), None: (None, None)}
    result = guildhall("stats", "middle_ages").out
    minutes = 3 * picks // 60
    assert (
        f"Anna: 3 seconds per move (median). In total, tables have waited {minutes} min" in result
    )
    assert "Greedy (bot): " not in result
