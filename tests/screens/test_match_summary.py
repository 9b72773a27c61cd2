"""Saved games in words: dates in the reader's time zone, numbers with their plurals."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice

import pytest
from attrs import evolve

from engine.games import catalogue, load
from engine.i18n.language import Translator
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.records import Best, Summary
from engine.storage.session import Session
from screens.match_summary import ago, local, sentences, solo_result_lines, status_of
from tests.screens.playing import new_session
from tests.screens.tables import moments, sampled

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
    (best,) = solo_result_lines(load("era"), [Best("k7m2", "Anna", 50, EVENING)])
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
    (best,) = solo_result_lines(load("era"), [Best("k7m2", "Anna", total, EVENING)])
    assert expected in Translator("en").translate(best[1])


def test_match_of_newer_rules_is_labelled() -> None:
    record = new_session(picks=12, players=2).record
    text = Translator("en").translate(status_of(record))
    newer = evolve(record, header=evolve(record.header, rules=load("middle_ages").rules + 1))
    assert Translator("en").translate(status_of(newer)) == f"newer rules; {text}"


@pytest.mark.parametrize("game", [one.id for one in catalogue()])
def test_player_to_move_is_the_one_who_is_asked(game: str) -> None:
    """In another player's turn too, when an offer must be answered or cards given away."""
    names, lots, others = ("Anna", "Boris", "Clara"), sampled(b"summary"), 0
    match = Match.begin(game, [(name, "person") for name in names], seed="summary")
    session = Session(store := MemoryStore(), store.new(match), match)
    for one in islice(moments(match, lots, 1), 200):
        owing, active = {pending.seat for pending in one.pending()}, one.state.active
        record = evolve(session.record, summary=Summary.of(one))
        told = [Translator("en", names).translate(text) for text in sentences(record, EVENING)]
        movers = {name for name in names if f"{name} to move." in told}
        assert movers <= {names[seat] for seat in owing}
        assert movers or active < 0 or len(owing) > 1
        others += bool(movers) and owing != {active}
    assert others or game not in ("catan", "knights")
