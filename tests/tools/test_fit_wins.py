"""Fitted winning chances: saved weights match the features, and are better than chance."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games import load
from engine.match.playout import set_up
from engine.search.win_chances import even_brier
from tools.fit_points import gather
from tools.fit_wins import Position, brier, fit, positions

FITTED = [
    (game, seats) for game in ("catan", "knights", "troyes", "deus") for seats in load(game).players
]


@pytest.mark.parametrize(("game", "seats"), FITTED)
def test_saved_win_weights_fit_the_features(game: str, seats: int) -> None:
    rules: Any = load(game)
    state = set_up(rules, seats, rules.check(seats, {}), None)
    weights = rules.weights(state)
    size = len(rules.features(state, 0))
    assert [len(row) for row in weights.weights] == [size]
    moments = gather(rules, seats, rules.check(seats, {}), 1, "fits", rash=True)
    rows = [row for moment in moments for position in moment.positions for row, _ in position]
    assert {len(row) for row in rows} == {size}
    state.rules = 0
    assert rules.weights(state) is None


@pytest.mark.parametrize("game", ["catan", "troyes", "deus"])
def test_saved_win_weights_beat_even_chances(game: str) -> None:
    rules: Any = load(game)
    state = set_up(rules, 2, rules.check(2, {}), None)
    found = [one for seed in ("one", "two", "three") for one in positions(game, 2, 6, seed)]
    assert brier(found, rules.weights(state).weights[0]) < even_brier(2)


@pytest.mark.parametrize(
    ("game", "option", "value"), [("troyes", "bonus", "on"), ("deus", "wildcard", "yes")]
)
def test_variants_have_no_fitted_weights(game: str, option: str, value: str) -> None:
    rules: Any = load(game)
    state = set_up(rules, 2, rules.check(2, {option: value}), None)
    assert rules.weights(state) is None


@pytest.mark.parametrize("game", ["catan", "knights"])
def test_cards_over_the_limit_are_never_an_advantage(game: str) -> None:
    rules: Any = load(game)
    for seats in rules.players:
        state = set_up(rules, seats, rules.check(seats, {}), None)
        (row,) = rules.weights(state).weights
        assert all(row[feature] <= 0 for feature in rules.drawbacks)
    assert rules.drawbacks


def test_a_drawback_gets_no_positive_weight() -> None:
    won: list[Position] = [([(1.0, 2.0 * (number % 3)), (0.0, 1.0)], 0) for number in range(30)]
    lost: list[Position] = [([(1.0, 0.5), (0.0, 0.0)], 1)] * 10
    assert fit([*won, *lost])["weights"][0][0] > 0
    assert fit([*won, *lost], [0])["weights"][0][0] == 0
