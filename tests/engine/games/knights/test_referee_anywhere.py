"""The game compared with the slow referee from positions that games rarely reach."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.games.knights.awkward_positions import copy_position, scatter
from tests.engine.games.knights.test_random_games import (
    assert_pieces_are_sound,
    assert_records_are_right,
)
from tests.engine.games.knights.test_referee import Pair, any_map, eager
from tests.examples import batches

PICKS = 40


def play_from_anywhere(seats: int, seed: str, picks: int = PICKS) -> None:
    """Play some picks from a random position, comparing everything at each."""
    rng = Random(seed)
    yes_no = ("counted_cards", "answers_aloud", "open_hands")
    options = {key: rng.choice(("no", "no", "yes")) for key in yes_no}
    options["win_target"] = rng.choice(("13", "20"))
    pair = Pair(seats, seed, options, any_map(rng) if rng.random() < 0.2 else None)
    while (pending := pair.match.pending()[0]).decision.name.startswith("Setup"):
        pair.choose(pending.seat, rng.choice(pair.match.options(pending.seat)))
    scatter(pair.referee, rng)
    if max(map(pair.referee.points, range(seats))) >= pair.referee.target:
        return
    copy_position(pair.state, pair.referee)
    pair.match.listed.clear()
    pair.play = pair.referee.turns()
    pair.due = next(pair.play)
    pair.compare()
    for _ in range(picks):
        waiting = pair.match.pending()
        if not waiting:
            return
        one = rng.choice(waiting)
        pair.check_picks(one)
        pair.choose(one.seat, eager(pair, one))
        assert_pieces_are_sound(pair.state)
        assert_records_are_right(pair.state)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("number", range(3))
def test_random_positions_agree_with_the_reference_implementation(seats: int, number: int):
    play_from_anywhere(seats, f"anywhere {number}")


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("batch", batches(2))
def test_many_positions_agree_with_the_reference_implementation(batch: int, seats: int):
    for number in range(batch * 50, batch * 50 + 50):
        play_from_anywhere(seats, f"anywhere {number}")
