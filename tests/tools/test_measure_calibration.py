"""Calibration: the score of each third, from saved games."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine.search.win_chances import THIRDS
from tools import measure_calibration
from tools.measure_calibration import Forecast, briers, forecast_game, moments_of_third, read


def test_brier_score_is_0_for_certain_and_half_for_even_forecasts() -> None:
    right, even, wrong = [[1.0, 0.0]], [[0.5, 0.5]] * 3, [[0.0, 1.0]]
    assert briers([Forecast("a", [right, even, wrong], [1, 0])]) == [0, 0.5, 2]
    assert (
        briers([Forecast("a", [even] * 3, [1, 0]), Forecast("b", [right] * 3, [1, 0])])
        == [0.25] * 3
    )


def test_sampled_moments_lie_within_their_third() -> None:
    for length in (12, 61, 432):
        counts = [moments_of_third(length, third) for third in range(THIRDS)]
        assert all(
            third * length / THIRDS <= one < (third + 1) * length / THIRDS
            for third, some in enumerate(counts)
            for one in some
        )


def test_every_seat_has_a_forecast_and_somebody_wins() -> None:
    found = forecast_game("middle_ages", 3, "calibration")
    chances = [one for third in found.thirds for seats in third for one in seats]
    assert len(chances) == THIRDS * measure_calibration.MOMENTS * 3
    assert all(0 <= one <= 1 for one in chances)
    assert sum(found.shares) == pytest.approx(1)


def test_interrupted_measurement_is_completed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "chances.jsonl"
    monkeypatch.setattr(sys, "argv", ["", "middle_ages", "--games", "2", "--keep", str(file)])
    measure_calibration.main()
    whole = file.read_text("utf-8")
    assert len(read(file)) == 2
    file.write_text(whole[:-40], "utf-8")
    assert len(read(file)) == 1
    measure_calibration.main()
    assert file.read_text("utf-8") == whole
    first, second = capsys.readouterr().out.splitlines()
    assert first == second
