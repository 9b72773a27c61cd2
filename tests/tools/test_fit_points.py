"""Fitting: plausible weights, and files that do not apply to older rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.core.bot_support import WEIGHTS_FILE, fitted
from engine.core.chance import Dice
from engine.games import load
from engine.games.middle_ages.bots.evaluation import evaluate
from engine.games.middle_ages.components import components
from engine.match.playout import set_up
from tools.fit_points import Row, Sample, fit, fit_game, gather

MIDDLE_AGES = load("middle_ages")


def test_linear_rule_is_recovered() -> None:
    dice = Dice(b"linear")
    sample = Sample()
    for _ in range(300):
        position: list[Row] = []
        for _ in range(2):
            features = [1.0, float(dice.below(10)), float(dice.below(5))]
            noise = dice.below(100) / 100 - 0.5
            position.append((features, 7 + 2 * features[1] - 3 * features[2] + noise))
        sample.positions.append(position)
    found = fit([sample])
    assert found["weights"][0] == pytest.approx([7, 2, -3], abs=0.3)
    assert found["spreads"][0] < 2, "it is almost always right"


def test_every_moment_of_a_game_is_sampled() -> None:
    samples = gather(MIDDLE_AGES, 3, {}, 4, "moments", rash=True)
    assert [len(sample.positions) for sample in samples] == [4] * 17
    features, total = samples[16].positions[0][0]
    assert features[1] > total / 2, "the coins at the beginning of the last round"
    assert gather(MIDDLE_AGES, 3, {}, 4, "moments", rash=True) == samples


def test_weights_file_is_written_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = type(MIDDLE_AGES)()
    monkeypatch.setattr(type(game), "entry", moved(tmp_path))
    monkeypatch.setattr(type(game), "players", range(2, 4))
    for rash in (True, False):
        fit_game(game, 6, "few", rash=rash)
        weights = fitted(tmp_path, game.rules)
        assert weights.keys() == {"2 players", "3 players"}
        assert len(weights["2 players"].weights) == len(weights["2 players"].spreads) == 17
    assert fitted(tmp_path, game.rules + 1)
    assert fitted(tmp_path, game.rules - 1) == {}
    kept = json.loads((tmp_path / WEIGHTS_FILE).read_text())
    assert (kept["games"], kept["seed"]) == (6, "few")


def moved(folder: Path) -> Any:
    """Return the game's entry, with another folder."""

    class Elsewhere:
        rules = MIDDLE_AGES.rules
        check_seats = MIDDLE_AGES.entry.check_seats

    Elsewhere.folder = folder  # type: ignore[attr-defined]
    return Elsewhere


def test_weights_apply_only_to_printed_components_and_current_rules() -> None:
    state: Any = set_up(MIDDLE_AGES, 4, {}, None)
    assert MIDDLE_AGES.weights(state) is not None
    state.rules = 0
    assert MIDDLE_AGES.weights(state) is None
    other: Any = set_up(MIDDLE_AGES, 4, {}, {"money": {"starting_coins": 3}})
    assert MIDDLE_AGES.weights(other) is None
    assert MIDDLE_AGES.value(other, 1) == evaluate(other, 1)


@pytest.mark.parametrize("seats", MIDDLE_AGES.players)
def test_saved_weights_fit_the_features(seats: int) -> None:
    state: Any = set_up(MIDDLE_AGES, seats, {}, None)
    weights = MIDDLE_AGES.weights(state)
    assert weights is not None
    size = len(MIDDLE_AGES.features(state, 0))
    assert [len(row) for row in weights.weights] == [size] * (len(components().rounds) + 1)
    assert all(spread > 0 for spread in weights.spreads)
