"""Openings: their features, their fit, and how the strong bot searches them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games import load
from engine.games.knights.board import members
from engine.games.knights.catan.bots import evaluation, openings
from engine.games.knights.catan.game import OPENING
from engine.search.win_chances import even_brier
from tests.engine.games.catan.positions import island
from tests.engine.games.knights.positions import edges, give
from tools import fit_openings
from tools.fit_wins import brier

GAME: Any = load("catan")


@pytest.mark.parametrize("seats", GAME.players)
def test_openings_have_their_own_fit_and_features(seats: int):
    found = list(fit_openings.openings(GAME, seats, 1, "features"))
    state = island(seats)
    weights = GAME.weights(state)
    assert state.turn == openings.FIRST_TURN
    assert weights is not None
    assert {len(row) for row in found[0][0]} == {len(weights.weights[0])}
    assert GAME.features(state, 0) == openings.features(state, 0)
    for turn in (0, 2):
        state.turn = turn
        assert GAME.weights_key(state) == f"{seats} players"
        assert GAME.features(state, 0) == evaluation.features(state, 0)


def test_opening_weights_predict_the_winner():
    found = list(fit_openings.openings(GAME, 2, 200, "who-wins"))
    weights = GAME.weights(island(2))
    assert weights is not None
    assert brier(found, weights.weights[0]) < even_brier(2)


def test_opening_fits_are_written_only_for_some_games():
    assert fit_openings.openings_weights_key(GAME, 2, "key") == "opening, 2 players"
    assert fit_openings.openings_weights_key(load("knights"), 2, "key") is None


def test_opening_is_played_to_the_first_turn():
    state = island(2)
    assert GAME.thinking_at(state) == GAME.thinking
    state.turn = 0
    assert GAME.thinking_at(state) == OPENING
    assert GAME.moment(state) + OPENING.moments == openings.FIRST_TURN


def test_near_sites_are_reachable_by_two_roads():
    state = island(2, settlements={0: [23], 1: [8]})
    assert openings.sites_near(state, 0) == 0
    state.lay_road(0, edges(state, "18-23")[0])
    near = members(openings.sites_near(state, 0))
    board: Any = state.box.board
    for node in range(board.node_count):
        steps = {18, 23}
        for _ in range(2):
            steps |= {other for one in steps for _, other in board.ways[one]}
        assert (node in near) == (node in steps and bool(state.sites >> node & 1))


def test_equal_cards_count_up_to_two():
    state = island(2, settlements={0: [23]})
    before = openings.features(state, 0)
    give(state, 0, wool=3)
    after = openings.features(state, 0)
    assert [(a, b) for a, b in zip(before, after, strict=True) if a != b] == [(0, 2)]
