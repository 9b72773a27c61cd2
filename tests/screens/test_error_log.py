"""The error log: a number for each error, and limited size."""

from __future__ import annotations

from pathlib import Path

from screens.error_log import MAX_BYTES, OLD_SUFFIX, log_error


def test_error_is_logged_under_its_number(tmp_path: Path) -> None:
    log = tmp_path / "deep" / "guildhall.log"
    numbers = [log_error(log, f"mistake {n}\n") for n in range(3)]
    assert len(set(numbers)) == 3
    for n, number in enumerate(numbers):
        assert f"--- {number}\nmistake {n}\n" in log.read_text()


def test_both_logs_together_stay_below_ten_megabytes(tmp_path: Path) -> None:
    log = tmp_path / "guildhall.log"
    for _ in range(14):
        log_error(log, "é" * 400_000)
    files = sorted(one.name for one in tmp_path.iterdir())
    assert files == [log.name, log.name + OLD_SUFFIX]
    assert sum(one.stat().st_size for one in tmp_path.iterdir()) <= 2 * MAX_BYTES == 10_000_000


def test_overlong_error_is_cut_off(tmp_path: Path) -> None:
    log = tmp_path / "guildhall.log"
    log_error(log, "x" * (MAX_BYTES * 2))
    assert log.stat().st_size <= MAX_BYTES
