"""The review of a finished game below its replay."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable

import pytest

from engine.i18n.text import words
from engine.match.match import Match
from engine.search.review import Review, reviewed
from engine.workers.jobs import Job, JobResult, ask_review
from engine.workers.pool import WorkerPool
from screens.play.replay_screen import ReplayScreen
from screens.preferences import Preferences
from screens.table import replay_panel
from screens.table.replay_panel import BAR_PLACE
from screens.table_view import win_chance_graph
from tests.engine.bot_matches import played
from tests.screens.playing import Stage


@pytest.fixture(scope="module")
def match() -> Match:
    return played("middle_ages", 2, "review", takes_back=False)


@pytest.fixture(scope="module")
def review(match: Match) -> Review:
    return deque(reviewed(match, most=12), maxlen=1).pop()


def shown(screen: ReplayScreen) -> str:
    return screen.surface.canvas.text()


def text_of(screen: ReplayScreen) -> str:
    """Return the text of the screen in one line."""
    return " ".join(shown(screen).replace("\N{LEFT HALF BLOCK}", "").split())


async def test_n_moves_to_the_next_costly_move(match: Match, review: Review) -> None:
    counts = [move.count for move in review.costly_moves()]
    assert len(counts) > 1
    screen = ReplayScreen(match, Preferences(), at=0, thinker=WorkerPool, review=review)
    async with Stage(screen).run_test(size=(120, 40)) as pilot:
        for count in counts:
            await pilot.press("n")
            assert screen.recording.at == count
            assert "Better: “" in text_of(screen)
        await pilot.press("n")
        assert "There is no costly move after this one." in shown(screen)
        await pilot.press("N")
        assert screen.recording.at == counts[-2]
        await pilot.press("end")
        assert "won." in text_of(screen)


@pytest.mark.parametrize("kinds", [2, 18, 32])
async def test_better_move_is_named_in_full(
    match: Match, review: Review, monkeypatch: pytest.MonkeyPatch, kinds: int
) -> None:
    expected = "Better: " + ", ".join(f"kind {n}" for n in range(kinds))
    monkeypatch.setattr(replay_panel, "costly_move_text", lambda *_: words(expected))
    screen = ReplayScreen(match, Preferences(), at=0, thinker=WorkerPool, review=review)
    async with Stage(screen).run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        assert expected in text_of(screen)


async def test_graph_can_be_hidden_and_shown(match: Match, review: Review) -> None:
    screen = ReplayScreen(match, Preferences(), at=0, thinker=WorkerPool, review=review)
    async with Stage(screen).run_test(size=(80, 24)) as pilot:
        assert "%" in shown(screen)
        await pilot.press("a")
        assert "%" not in shown(screen)
        await pilot.press("a")
        assert "%" in shown(screen)


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_graph_is_grey_where_it_is_unreliable(
    match: Match, review: Review, monkeypatch: pytest.MonkeyPatch, glyphs: str
) -> None:
    monkeypatch.setattr(win_chance_graph, "knows_little", lambda game, seats, part: part < 0.5)
    screen = ReplayScreen(
        match, Preferences(glyphs=glyphs), at=0, thinker=WorkerPool, review=review
    )
    async with Stage(screen).run_test(size=(120, 40)):
        canvas = screen.surface.canvas
        bars = [rect for at in range(len(match.line)) for rect in canvas.rects((BAR_PLACE, at))]
        curve = [rect for rect in bars if rect.height > 1]
        left, right = min(rect.x for rect in curve), max(rect.x for rect in curve)
        row = range(curve[0].y, curve[0].bottom)
        roles = {
            x: {part for y in row for part in canvas.roles[y][x].split()}
            for x in (left + 2, right - 2)
        }
        seats = {"seat.0", "seat.1"}
        assert not roles[left + 2] & seats
        assert roles[right - 2] & seats


async def test_each_curve_has_the_letter_of_its_player(match: Match, review: Review) -> None:
    screen = ReplayScreen(match, Preferences(), at=0, thinker=WorkerPool, review=review)
    async with Stage(screen).run_test(size=(80, 24)):
        canvas = screen.surface.canvas
        bars = [rect for at in range(len(match.line)) for rect in canvas.rects((BAR_PLACE, at))]
        curve = [rect for rect in bars if rect.height > 1]
        rows = {y for rect in curve for y in range(rect.y, rect.bottom)}
        chars = {canvas.chars[y][rect.x] for rect in curve for y in rows}
        assert {"A", "B"} <= chars


async def test_review_is_computed_in_another_process_and_saved(match: Match) -> None:
    saved: list[str] = []
    crew = WorkerPool()
    screen = ReplayScreen(match, Preferences(), at=0, thinker=lambda: crew, save=saved.append)
    async with Stage(screen).run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await until(lambda: bool(saved) and Review.from_json(saved[-1]).whole)
        await pilot.pause()
        assert "%" in shown(screen)
        await crew.close()
    whole = deque(reviewed(match), maxlen=1).pop()
    assert Review.from_json(saved[-1]) == whole
    shares = [Review.from_json(body).progress for body in saved]
    assert len(shares) > 2
    assert shares == sorted(shares)


async def test_interrupted_review_is_saved_and_continued(match: Match) -> None:
    saved: list[str] = []
    crew = WorkerPool()
    screen = ReplayScreen(match, Preferences(), at=0, thinker=lambda: crew, save=saved.append)
    async with Stage(screen).run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await until(lambda: screen.state.replay.review is not None)
        await pilot.press("a")
        assert "is paused" in text_of(screen)
    unfinished = Review.from_json(saved[-1])
    assert 0 < unfinished.progress < 1
    asked: list[Job] = []

    class Recorder(WorkerPool):
        async def think(self, question: Job, on_progress: object = None) -> JobResult:
            asked.append(question)
            return JobResult((), review=saved[-1])

    latest = Review.from_json(saved[-1])
    screen = ReplayScreen(match, Preferences(), at=0, thinker=Recorder, review=latest)
    async with Stage(screen).run_test(size=(80, 24)) as pilot:
        assert f"review: {round(100 * unfinished.progress)}% done" in text_of(screen)
        await pilot.press("a")
        await until(lambda: bool(asked))
    assert asked == [ask_review(match, unfinished=unfinished.to_json())]
    await crew.close()


@pytest.mark.parametrize(("at", "known"), [(0, True), (None, False)])
async def test_chances_that_an_unfinished_review_has_not_reached_are_not_shown(
    match: Match, at: int | None, known: bool
) -> None:
    """The chances at the start say nothing about the position at the end."""
    unfinished = next(one for one in reviewed(match) if one.points)
    assert unfinished.points[-1].count < len(match.log) // 2
    screen = ReplayScreen(match, Preferences(), at=at, thinker=WorkerPool, review=unfinished)
    async with Stage(screen).run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        if at is None:
            await pilot.press("end")
        left = text_of(screen).split("Replay: step")[-1].split(" done ")[-1]
        assert bool(re.search(r"A \d+%", left)) == known


async def until(happened: Callable[[], bool]) -> None:
    """Wait for something that another process brings about."""
    while not happened():
        await asyncio.sleep(0.05)


async def test_running_matches_and_solo_games_are_not_reviewed() -> None:
    going = played("middle_ages", 2, "going", picks=20, takes_back=False)
    alone = played("era", 1, "alone", takes_back=False)
    for match, result in ((going, "once it is over"), (alone, "nobody to win against")):
        screen = ReplayScreen(match, Preferences(), thinker=WorkerPool)
        async with Stage(screen).run_test(size=(80, 24)) as pilot:
            await pilot.press("a")
            assert result in " ".join(shown(screen).split())
