"""Records of players are counted from records of matches only."""

from __future__ import annotations

from datetime import UTC, datetime

from attrs import evolve

from engine.core.event import Header
from engine.core.players import Ending
from engine.core.score_sheet import Standing
from engine.stats.statistics import Player, PlayerRecord, player_records
from engine.storage.records import Record, Summary

MAY = datetime(2026, 5, 9, tzinfo=UTC)
ANNA, BORIS, GREEDY = ("Anna", "person"), ("Boris", "person"), ("Greedy 2", "bot:greedy")


def record(day: int, *seats: tuple[str, str], places: str, totals: tuple[int, ...]) -> Record:
    """Return a match finished on a day of a month, with the seats' places ("12", "11")."""
    when = datetime(2026, 5, day, tzinfo=UTC)
    result = tuple(
        Standing(seat, int(place), total)
        for seat, (place, total) in enumerate(zip(places, totals, strict=True))
    )
    header = Header("toy", 1, seats, "seed")
    return Record(f"m{day}", header, when, when, 9, Summary(1, 1, -1, True, result))


def test_games_wins_best_and_average_are_counted_by_player():
    records = [
        record(1, ANNA, BORIS, places="12", totals=(30, 20)),
        record(2, BORIS, ANNA, places="12", totals=(50, 40)),
        record(3, ANNA, BORIS, places="11", totals=(10, 10)),
    ]
    anna, boris = sorted(player_records(records, "toy"), key=lambda one: one.player.name)
    assert anna == PlayerRecord(
        Player("Anna"), 3, 3, 2, best=40, total=80, last=datetime(2026, 5, 3, tzinfo=UTC)
    )
    assert (boris.wins, boris.best, round(boris.average, 2)) == (2, 50, 26.67)


def test_bots_of_one_kind_are_combined_regardless_of_name():
    records = [
        record(1, ("Greedy", "bot:greedy"), GREEDY, places="12", totals=(9, 7)),
        record(2, ANNA, GREEDY, places="12", totals=(9, 8)),
    ]
    bots = next(one for one in player_records(records, "toy") if one.player == Player(bot="greedy"))
    assert (bots.games, bots.wins, bots.total) == (3, 1, 24)


def test_solo_games_do_not_count_as_wins():
    (anna,) = player_records([record(1, ANNA, places="1", totals=(61,))], "toy")
    assert (anna.games, anna.contested, anna.wins, anna.best) == (1, 0, 0, 61)


def test_other_games_and_open_matches_do_not_count():
    open_match = record(1, ANNA, BORIS, places="12", totals=(3, 2))
    assert player_records([evolve(open_match, summary=Summary(1, 1, 0, False))], "toy") == []
    assert player_records([record(1, ANNA, places="1", totals=(5,))], "era") == []


def test_players_are_sorted_by_wins_then_average():
    records = [
        record(1, ANNA, BORIS, GREEDY, places="132", totals=(30, 5, 20)),
        record(2, BORIS, GREEDY, places="21", totals=(15, 40)),
    ]
    assert [one.player for one in player_records(records, "toy")] == [
        Player(bot="greedy"),
        Player("Anna"),
        Player("Boris"),
    ]


def test_games_ended_by_people_count_as_wins_but_not_in_averages():
    full = record(1, ANNA, BORIS, places="12", totals=(30, 20))
    given_up = evolve(
        record(2, ANNA, BORIS, places="21", totals=(9, 3)), ending=Ending("conceded", 0, MAY)
    )
    agreed = evolve(
        record(3, ANNA, BORIS, places="12", totals=(99, 3)), ending=Ending("agreed", -1, MAY)
    )
    anna, boris = sorted(
        player_records([full, given_up, agreed], "toy"), key=lambda one: one.player.name
    )
    assert (anna.games, anna.wins, anna.early, anna.best, anna.average) == (3, 2, 2, 30, 30.0)
    assert (boris.games, boris.wins, boris.early, boris.best, boris.average) == (3, 1, 2, 20, 20.0)
    (first, second) = player_records([given_up], "toy")
    assert (first.player.name, first.best, second.best) == ("Boris", None, None)
