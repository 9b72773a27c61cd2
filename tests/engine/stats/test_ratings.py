"""Ratings are computed from finished matches only, with reasons for those that do not count."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from attrs import evolve

from engine.core.event import CHANCE_EVENT, PICK_EVENT, Event
from engine.core.players import AGREED, CONCEDED, Ending
from engine.core.table_settings import DICE_OPTION, TYPED_DICE
from engine.stats.ratings import MIN_ESTABLISHED_GAMES, UNRATED_REASONS, Ratings, ratings, unrated
from engine.stats.statistics import MoveTimes, Player, pace, pick_times
from engine.storage import match_file
from engine.storage.memory_store import MemoryStore
from engine.storage.records import HANDED_OVER, STARTED_ELSEWHERE, Record
from tests.engine.bot_matches import played
from tests.engine.stats.test_statistics import ANNA, BORIS, GREEDY, MAY, record

VERA = ("Vera", "person")


def one(records: list[Record]) -> Ratings:
    """Return the ratings of the only contest."""
    (found,) = ratings(records)
    return found


def game(day: int, *seats: tuple[str, str], places: str) -> Record:
    """Return a finished match of a game in the catalogue."""
    made = record(day, *seats, places=places, totals=(0,) * len(seats))
    header = evolve(made.header, game="middle_ages", options={"hints": "off"})
    return evolve(made, header=header)


def names(found: Ratings) -> list[str]:
    return [rated.player.name or rated.player.bot for rated in found.players]


def test_ratings_order_by_wins_and_few_games_are_provisional():
    won = [game(day, ANNA, BORIS, places="12") for day in range(1, MIN_ESTABLISHED_GAMES + 1)]
    found = one(won)
    assert names(found) == ["Anna", "Boris"]
    assert found.players[0].points > 333 > found.players[1].points
    assert not any(rated.provisional for rated in found.players)
    assert all(rated.provisional for rated in one(won[1:]).players)


def test_three_player_match_is_rated_as_a_whole():
    found = one([game(day, ANNA, BORIS, VERA, places="123") for day in range(1, 9)])
    assert names(found) == ["Anna", "Boris", "Vera"]
    assert found.players[1].rivals == {
        Player("Anna"): (0, 0, 8),
        Player("Vera"): (8, 0, 0),
    }


def test_matches_are_rated_in_order_of_their_ends():
    days = [game(day, ANNA, BORIS, places="12" if day % 3 else "21") for day in range(1, 12)]
    assert one(days).players == one(days[::-1]).players


def test_bot_with_two_seats_is_rated_by_its_best():
    found = one([game(1, GREEDY, ANNA, ("Greedy", "bot:greedy"), places="321")])
    assert {rated.player: rated.games for rated in found.players} == {
        Player(bot="greedy"): 1,
        Player("Anna"): 1,
    }
    assert found.players[0].player == Player(bot="greedy")


def test_deleted_players_are_anonymous_rivals():
    first = evolve(game(1, ANNA, ("Player 2", "person"), places="12"), owners=(1, None))
    second = evolve(game(2, ANNA, ("Player 2", "person"), places="12"), owners=(1, None))
    found = one([first, second])
    assert names(found) == ["Anna"]
    assert list(found.players[0].rivals.values()) == [(1, 0, 0), (1, 0, 0)]


def test_unrated_matches_are_counted_by_reason():
    whole = game(1, ANNA, BORIS, places="12")
    agreed = evolve(whole, id="a", ending=Ending(AGREED, -1, MAY))
    conceded = evolve(whole, id="b", ending=Ending(CONCEDED, 1, MAY))
    alone = evolve(game(1, ANNA, places="1"), id="c")
    bots = evolve(game(1, GREEDY, ("Greedy", "bot:greedy"), places="12"), id="d")
    own = evolve(whole, id="e", header=evolve(whole.header, data={"coins": 3}))
    reasons = [unrated(evolve(whole, unrated=why)) for why in (STARTED_ELSEWHERE, HANDED_OVER)]
    reasons += [unrated(each) for each in (agreed, alone, bots, own)]
    reasons.append(unrated(evolve(whole, header=evolve(whole.header, options={}))))
    reasons.append(
        unrated(evolve(whole, header=evolve(whole.header, options={DICE_OPTION: TYPED_DICE})))
    )
    assert set(reasons) == set(UNRATED_REASONS)
    assert unrated(whole) is None
    assert unrated(conceded) is None
    found = one([whole, agreed, conceded, alone])
    assert found.players[0].games == 2
    assert sum(found.unrated.values()) == 2


def test_variants_are_rated_separately():
    usual = game(1, ANNA, BORIS, places="12")
    usual = evolve(usual, header=evolve(usual.header, game="knights"))
    duel = evolve(usual, header=evolve(usual.header, options={"preset": "duel", "hints": "off"}))
    longer = evolve(
        usual, header=evolve(usual.header, options={"win_target": "15", "hints": "off"})
    )
    found = ratings([usual, duel, longer])
    assert [each.players[0].games for each in found] == [2, 1]
    assert found[1].contest.title.plain() != found[0].contest.title.plain()


@pytest.mark.usefixtures("toy")
def test_branches_and_imports_are_unrated(tmp_path: Path):
    store = MemoryStore()
    match = played("toy", 2, "half", picks=20)
    own = store.new(match)
    match_file.export(match, tmp_path / "a.jsonl", force=True)
    imported, branched = store.adopt(match_file.load(tmp_path / "a.jsonl")), store.branch(match, 4)
    kept = {each.id: each.unrated for each in store.records()}
    assert kept == {own: "", imported: STARTED_ELSEWHERE, branched: STARTED_ELSEWHERE}
    store.set_player(own, 0, match.header.seats[0][1], "Player 1")
    assert store.record(own).unrated == ""
    store.set_player(own, 0, "person")
    assert store.record(own).unrated == HANDED_OVER


def test_pace_is_the_median_time_per_pick():
    times = [0, 4, 5, 65, 70]
    log = [
        Event(
            n,
            CHANCE_EVENT if n == 3 else PICK_EVENT,
            n % 2,
            "Step",
            0,
            at=MAY + timedelta(seconds=time),
        )
        for n, time in enumerate(times, 1)
    ]
    log.append(Event(6, PICK_EVENT, 1, "Step", 0))
    seconds = {seat: [one.seconds for one in times] for seat, times in pick_times(log).items()}
    assert seconds == {0: [4, 60], 1: [5]}
    assert pace(pick_times(log)[0]) == MoveTimes(timedelta(seconds=32), timedelta(seconds=64))
    assert pace([]) is None
    assert datetime(2026, 5, 9, tzinfo=UTC) == MAY
