"""Saved games in words: dates in the reader's time zone, numbers with their plurals."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from attrs import evolve

from engine.games import load
from engine.i18n.language import Translator
from engine.storage.records import Best
from screens.match_summary import ago, best_results, local, status_of
from tests.screens.playing import new_session

EVENING = datetime(2026, 1, 10, 3, 0, tzinfo=UTC)
"""In Los Angeles this is the evening before."""


@pytest.fixture
def los_angeles(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Set the time zone of Los Angeles."""
    with monkeypatch.context() as there:
        there.setenv("TZ", "America/Los_Angeles")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("los_angeles")
def test_dates_are_local_everywhere() -> None:
    assert Translator("en").translate(ago(EVENING, EVENING + timedelta(days=40))) == "2026-01-09"
    (best,) = best_results(load("era"), [Best("k7m2", "Anna", 50, EVENING)])
    assert "2026-01-09" in Translator("en").translate(best[1])
    assert f"{local(EVENING):%H:%M}" == "19:00"


@pytest.mark.usefixtures("los_angeles")
@pytest.mark.parametrize("moment", [datetime.min, datetime.max])
def test_extreme_dates_are_formatted(moment: datetime) -> None:
    assert f"{local(moment.replace(tzinfo=UTC)):%m-%d}" in ("01-01", "12-31")


@pytest.mark.parametrize(
    ("total", "expected"), [(0, "0 points"), (1, "1 point,"), (21, "21 points")]
)
def test_points_have_the_right_plural_form(total: int, expected: str) -> None:
    (best,) = best_results(load("era"), [Best("k7m2", "Anna", total, EVENING)])
    assert expected in Translator("en").translate(best[1])


def test_match_of_newer_rules_is_labelled() -> None:
    record = new_session(picks=12, players=2).record
    text = Translator("en").translate(status_of(record))
    newer = evolve(record, header=evolve(record.header, rules=load("middle_ages").rules + 1))
    assert Translator("en").translate(status_of(newer)) == f"newer rules; {text}"
