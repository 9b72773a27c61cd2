"""Uninformative winning chances are recognized."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import frozen

from engine.games import catalogue
from engine.search.win_chances import CHANCES_FILE, THIRDS, even_brier, knows_little


@frozen
class Measured:
    """The measured part of a game."""

    folder: Path


@pytest.fixture
def game(tmp_path: Path) -> Measured:
    scores = {2: [0.48, 0.4, 0.1], 4: [0.5, 0.4, 0.3]}
    (tmp_path / CHANCES_FILE).write_text(json.dumps(scores), "utf-8")
    return Measured(tmp_path)


@pytest.mark.parametrize(
    ("seats", "part", "little"),
    [(2, 0.0, True), (2, 0.3, True), (2, 0.34, False), (2, 1.0, False), (4, 0.1, False)],
)
def test_third_close_to_even_chances_knows_little(
    game: Measured, seats: int, part: float, little: bool
) -> None:
    assert knows_little(game, seats, part) is little  # type: ignore[arg-type]


def test_nearest_number_of_players_is_used(game: Measured, tmp_path: Path) -> None:
    assert knows_little(game, 3, 0.0)  # type: ignore[arg-type]
    assert not knows_little(game, 5, 0.0)  # type: ignore[arg-type]
    assert not knows_little(Measured(tmp_path / "none"), 2, 0.0)  # type: ignore[arg-type]


def test_every_game_is_calibrated_and_beats_even_chances_at_the_end() -> None:
    for entry in catalogue():
        scores = json.loads((entry.folder / CHANCES_FILE).read_text("utf-8"))
        for seats, thirds in scores.items():
            assert len(thirds) == THIRDS
            assert 0 < thirds[-1] < even_brier(int(seats))
