"""Strength of bots: the greedy one beats random ones nearly always."""

from __future__ import annotations

import pytest

from engine.bots.policies import Medium
from engine.contests.simulate import Results, simulate
from engine.games.troyes.game import Troyes
from engine.games.troyes.influence import INFLUENCE_COMMANDS
from engine.search.simulation import Observation
from tests.engine.games.troyes.positions import begin, faces, play_out, table


def contest(games: int, seed: str) -> Results:
    """Games of one greedy player against three random ones."""
    tally = Results(4)
    for result in simulate("troyes", ["greedy", *["random"] * 3], seed=seed, games=games):
        tally.add(result)
    return tally


def test_greedy_bot_beats_three_random_ones():
    tally = contest(8, "contest")
    assert tally.wins[0] >= 7


@pytest.mark.long
def test_greedy_bot_wins_95_of_100():
    assert contest(100, "hundred").wins[0] >= 95


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bots_play_every_number_of_players_with_the_bonus_cards(seats):
    bots = ["random"] * seats
    results = list(simulate("troyes", bots, seed="bonus", games=3, options={"bonus": "on"}))
    assert all(len(result.standings) == seats for result in results)


@pytest.fixture
def looks_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the medium bot look one pick ahead, as it does where it cannot search."""
    monkeypatch.setattr(Troyes, "medium_budget", None)


@pytest.mark.rule("TRO-9.2")
@pytest.mark.usefixtures("looks_ahead")
@pytest.mark.parametrize(
    ("dice", "influence", "picked"),
    [("r5 r5", 9, "pass"), ("r1 r6", 9, "reroll"), ("r1 r1 r1", 4, "flip")],
)
def test_influence_is_spent_for_gain_and_not_to_postpone_the_action(dice, influence, picked):
    match = play_out(begin(3, seed="waits"), until=lambda state: state.step == "actions")
    state, seat = table(match), match.pending()[0].seat
    state.dice = [()] * 5
    state.dice[seat] = faces(dice)
    state.deniers[seat], state.influence[seat] = 0, influence
    state.supply[seat] = state.reserve[seat] = 0
    state.row, state.flags = state.row[:1], state.flags[:1]
    state.cards = [-1] * 9
    state.lying[0] = (0, 1, 2, 4)
    pick = Medium().choose(Observation.of(match, seat))
    assert isinstance(pick, tuple)
    assert pick[0] == picked


@pytest.mark.rule("TRO-9.2")
@pytest.mark.usefixtures("looks_ahead")
@pytest.mark.parametrize(("influence", "betters"), [(14, True), (4, False)])
def test_spare_influence_improves_a_die_before_the_action(influence: int, betters: bool):
    match = play_out(begin(2, seed="spare"), until=lambda state: state.step == "actions")
    state, seat = table(match), match.pending()[0].seat
    state.dice[seat], state.influence[seat] = faces("r6 y1"), influence
    pick = Medium().choose(Observation.of(match, seat))
    assert isinstance(pick, tuple)
    assert (pick[0] in INFLUENCE_COMMANDS) == betters


@pytest.mark.rule("TRO-8.9")
@pytest.mark.parametrize(
    ("dice", "black", "influence", "tokens", "picked"),
    [
        ("r6 y3", 6, 9, 8, "defeat"),
        ("y4 y3 w5", 5, 9, 8, "defeat"),
        ("w1 y1", 6, 1, 8, "reroll"),
        ("y1", 6, 9, 8, "flip"),
        ("y3", 6, 9, 0, "yield"),
    ],
)
def test_useless_influence_does_not_postpone_a_black_die(dice, black, influence, tokens, picked):
    match = play_out(begin(3, seed="waits"), until=lambda state: state.step == "black")
    state, seat = table(match), match.pending()[0].seat
    state.dice = [()] * 5
    state.dice[seat] = faces(dice)
    state.black, state.vp[seat] = (black,), tokens
    state.influence[seat] = influence
    state.supply[seat] = state.reserve[seat] = 0
    pick = Medium().choose(Observation.of(match, seat))
    assert isinstance(pick, tuple)
    assert pick[0] == picked
