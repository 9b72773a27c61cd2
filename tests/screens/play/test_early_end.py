"""A match that was ended early is shown as such everywhere."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from attrs import evolve

from engine.core.players import AGREED, CONCEDED, Ending
from engine.games import catalogue
from engine.i18n.language import Translator
from engine.lobby.seat_owners import conceded, current_standings
from engine.stats.statistics import player_records
from engine.storage.session import Session
from engine.workers.pool import WorkerPool
from screens.match_summary import result_heads, result_rows, status_of
from screens.play.replay_screen import ReplayScreen
from screens.preferences import Preferences
from tests.screens.play.test_terminals import open_terminals
from tests.screens.playing import LARGE, SMALL, Stage, at_table, new_session, press, screen_text

ENGLISH = Translator("en", ())
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def concede(session: Session, seat: int) -> None:
    """End a match of two players as if one of them had conceded."""
    result = conceded(current_standings(session.match), seat)
    session.store.end(session.id, Ending(CONCEDED, seat, NOON), result)


def agree(session: Session) -> None:
    """End a match as all have agreed."""
    session.store.end(session.id, Ending(AGREED, -1, NOON), current_standings(session.match))


async def test_all_terminals_show_who_conceded() -> None:
    async with open_terminals("middle_ages", {0}, {1}) as (anna, boris):
        concede(anna.session, 0)
        for terminal in (anna, boris):
            await terminal.settle()
            await terminal.settle()
            assert "Anna has conceded, so Boris wins." in terminal.screen_text
            assert terminal.screen.state.zone == "sheet"
            assert not terminal.is_asked()
            lines = terminal.screen_text.splitlines()
            assert any("1. Boris" in line for line in lines)
            assert any("2. Anna" in line for line in lines)


async def test_pending_choice_disappears_when_the_game_ends() -> None:
    async with open_terminals("middle_ages", {0}, {1}) as (anna, boris):
        asked = next(one for one in (anna, boris) if one.is_asked())
        agree(asked.session)
        await asked.press("enter")
        assert "Everyone has agreed to end the game" in asked.screen_text


@pytest.mark.parametrize("game", [one.id for one in catalogue(drafts=True)])
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_every_game_shows_its_score_after_an_early_end(
    game: str, size: tuple[int, int]
) -> None:
    session = new_session(game, players=2, picks=6)
    agree(session)
    async with at_table(Session.open(session.store, session.id), size=size) as (_, screen, pilot):
        assert screen.state.zone == "sheet"
        assert "Everyone has agreed to end the game with the current scores." in screen_text(screen)
        totals = {one.total for one in current_standings(session.match)}
        assert all(str(total) in screen_text(screen) for total in totals)
        await press(pilot, "escape")
        assert "The game is over" in screen_text(screen)
        assert "undo" not in screen_text(screen)
        await press(pilot, "u")
        assert screen.match_view.over
        assert "Everyone has agreed to end the game" in screen_text(screen)


async def test_replay_shows_the_early_end() -> None:
    session = new_session(picks=12, players=2)
    concede(session, 0)
    screen = ReplayScreen(session.store.load(session.id), Preferences(), thinker=WorkerPool)
    stage = Stage(screen)
    async with stage.run_test(size=LARGE) as pilot:
        await pilot.pause()
        assert "Anna has conceded, so Boris wins." in screen_text(screen)
        await press(pilot, "left")
        assert "has conceded" not in screen_text(screen)
        await press(pilot, "v")
        assert "still running" not in screen_text(screen)


def test_records_show_the_early_end() -> None:
    session = new_session(picks=12, players=2)
    concede(session, 1)
    record = session.record
    assert ENGLISH.translate(status_of(record)) == "Anna won: Boris conceded"
    session = new_session(picks=12, players=3)
    agree(session)
    assert ENGLISH.translate(status_of(session.record)).startswith("ended by agreement, ")
    level = [evolve(one, place=1) for one in current_standings(session.match)]
    record = evolve(session.record, summary=evolve(session.record.summary, result=tuple(level)))
    assert ENGLISH.translate(status_of(record)) == "ended by agreement"
    session = new_session("era", players=1, picks=5)
    session.store.end(session.id, Ending(CONCEDED, 0, NOON), current_standings(session.match))
    assert ENGLISH.translate(status_of(session.record)) == "conceded"


def test_statistics_count_early_ends() -> None:
    session = new_session(picks=12, players=2)
    concede(session, 1)
    early = player_records([session.record], "middle_ages")
    day = f"{NOON.astimezone():%Y-%m-%d}"
    assert result_heads(early, ENGLISH)[-1] == "Ended early"
    assert result_rows(early, ENGLISH) == [
        ["Anna", "1", "1", "", "", day, "1"],
        ["Boris", "1", "0", "", "", day, "1"],
    ]
    late = evolve(session.record, ending=None, changed=NOON + timedelta(days=1))
    whole = player_records([late], "middle_ages")
    assert "Ended early" not in result_heads(whole, ENGLISH)
    assert [len(row) for row in result_rows(whole, ENGLISH)] == [6, 6]
