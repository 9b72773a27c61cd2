"""Bots think in the background while their table is on the screen."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator

import pytest

from engine.core.event import PICK_EVENT
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from engine.workers.jobs import Job, JobResult
from engine.workers.pool import LATE, JobTimedOut
from screens.table.messages import StoreChanged
from tests.engine.workers import odd_bots
from tests.engine.workers.asking import crew
from tests.screens.playing import at_table, play, screen_text


@pytest.fixture(autouse=True)
def odd() -> Iterator[None]:
    odd_bots.register()
    yield
    odd_bots.unregister()


class FakeThinker:
    """Thinker that answers when the test sets its result."""

    def __init__(self) -> None:
        self.requests: list[tuple[Job, asyncio.Future[JobResult]]] = []

    async def think(self, question: Job, on_progress: object = None) -> JobResult:
        future: asyncio.Future[JobResult] = asyncio.get_running_loop().create_future()
        self.requests.append((question, future))
        return await future

    async def close(self) -> None:
        """Do nothing."""


def match_with(bot: str, seed: str = "7", game: str = "middle_ages") -> Session:
    """Start a match of Anna and a bot, in which the bot must choose."""
    match = Match.begin(game, [("Anna", "person"), ("Boris", f"bot:{bot}")], seed=seed)
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    while session.waiting_bot() is None:
        session.choose(session.ask(0), session.match.options(0)[0])
    return session


def picks_of_boris(session: Session) -> list[object]:
    return [one.value for one in session.match.line if one.kind == PICK_EVENT and one.seat == 1]


async def test_keys_work_while_a_bot_thinks_and_its_pick_follows() -> None:
    session, thinker = match_with("ponderer"), FakeThinker()
    app, screen = play(session, thinker=thinker)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.05)
        before, length = picks_of_boris(session), len(session.match.log)
        ((_, future),) = thinker.requests
        await pilot.press("s")
        assert screen.state.zone == "sheet"
        await pilot.press("s")
        assert len(session.match.log) == length
        pick = session.match.options(1)[-1]
        future.set_result(JobResult(pick))
        while len(session.match.log) == length:
            await pilot.pause()
        assert picks_of_boris(session)[: len(before) + 1] == [*before, pick]


async def test_bot_delay_includes_its_thinking_time() -> None:
    session, thinker = match_with("ponderer"), FakeThinker()
    app, screen = play(session, thinker=thinker, pace="50")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        ((_, future),) = thinker.requests
        future.set_result(JobResult(session.match.options(1)[-1]))
        while screen.state.thinking is None or screen.state.thinking.thought is None:
            await pilot.pause()
        assert not screen.state.thinking.is_due


@pytest.mark.parametrize("trouble", ["late", "absurd"])
async def test_quick_choice_replaces_a_bot_without_advice(trouble: str) -> None:
    session, thinker = match_with("ponderer"), FakeThinker()
    app, screen = play(session, thinker=thinker)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        length = len(session.match.log)
        ((_, future),) = thinker.requests
        if trouble == "late":
            future.set_exception(JobTimedOut(LATE))
        else:
            future.set_result(JobResult("absurd"))
        while len(session.match.log) == length:
            await pilot.pause()
        assert session.match.log[length].kind == PICK_EVENT
        is_told = "Boris made a quick move instead." in screen.state.message
        assert is_told == (trouble == "late")


async def test_undo_cancels_thinking() -> None:
    session, thinker = match_with("ponderer"), FakeThinker()
    app, screen = play(session, thinker=thinker)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        ((_, future),) = thinker.requests
        await pilot.press("u")
        assert screen.state.partial_pick is not None
        assert screen.state.thinking is None
        await pilot.pause()
        assert future.cancelled()
        length = len(session.match.log)
        await pilot.pause(0.05)
        assert len(session.match.log) == length


async def test_bot_move_made_by_another_program_is_not_repeated() -> None:
    session, thinker = match_with("ponderer"), FakeThinker()
    app, screen = play(session, thinker=thinker)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        ((_, future),) = thinker.requests
        other = Session.open(session.store, session.id)
        other.let_bot_choose(quickly=True)
        future.set_result(JobResult(session.match.options(1)[-1]))
        screen.dispatch(StoreChanged())
        await pilot.pause(0.05)
        assert session.match.log[: len(other.match.log)] == other.match.log
        assert "The bots have stopped" not in screen_text(screen)


async def test_leaving_the_table_cancels_thinking() -> None:
    session, thinker = match_with("ponderer"), FakeThinker()
    async with at_table(session, thinker=thinker) as (_, _, pilot):
        ((_, future),) = thinker.requests
        await pilot.pause()
    assert future.cancelled()


async def test_killed_worker_is_reported_and_replaced_by_a_quick_move() -> None:
    session = match_with("ponderer")
    thinkers = crew()
    app, screen = play(session, thinker=thinkers)
    async with app.run_test(size=(80, 24)) as pilot:
        while not thinkers.pids:
            await pilot.pause()
        length = len(session.match.log)
        os.kill(thinkers.pids[0], signal.SIGKILL)
        while len(session.match.log) == length:
            await pilot.pause()
        assert "Boris made a quick move instead." in screen.state.message
        await thinkers.close()
