"""How bots fare: the greedy one beats random ones nearly always."""

from __future__ import annotations

import pytest

from engine.simulate import Tally, simulate


def contest(games: int, seed: str) -> Tally:
    """Games of one greedy player against three random ones."""
    tally = Tally(4)
    for result in simulate("troyes", ["greedy", *["random"] * 3], seed=seed, games=games):
        tally.add(result)
    return tally


def test_the_greedy_bot_beats_three_random_ones():
    tally = contest(20, "contest")
    assert tally.wins[0] >= 19


@pytest.mark.long
def test_the_greedy_bot_wins_95_of_100():
    assert contest(100, "hundred").wins[0] >= 95


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bots_play_every_number_of_players_with_the_bonus_cards(seats):
    bots = ["random"] * seats
    results = list(simulate("troyes", bots, seed="bonus", games=3, options={"bonus": "on"}))
    assert all(len(result.standings) == seats for result in results)
