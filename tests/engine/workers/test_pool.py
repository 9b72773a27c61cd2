"""Worker pool: jobs, priorities, and workers that die, hang, are late or fail."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from engine.bots import make_bot
from engine.core.bot_support import SearchBudget
from engine.core.chance import Dice
from engine.search.review import Review
from engine.search.simulation import Observation
from engine.workers.jobs import Job, JobResult, ask_bot, ask_estimates, ask_review
from engine.workers.pool import JobSuperseded, JobTimedOut, WorkerDied, WorkerPool
from tests.engine.bot_matches import played
from tests.engine.workers.asking import PATIENT, a_match, crew, question

MakeCrew = Callable[..., WorkerPool]


@pytest.fixture
async def crews() -> AsyncIterator[MakeCrew]:
    """Yield a function that creates pools, which end with the test."""
    made: list[WorkerPool] = []

    def make(*args: Any, **preferences: Any) -> WorkerPool:
        made.append(crew(*args, **preferences))
        return made[-1]

    yield make
    for one in made:
        await one.close()


async def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition is true."""
    while not condition():
        await asyncio.sleep(0.005)


async def end_of(asking: Awaitable[object]) -> BaseException:
    """Return the error of an awaitable."""
    (came,) = await asyncio.gather(asking, return_exceptions=True)
    assert isinstance(came, BaseException)
    return came


async def test_worker_picks_what_the_bot_would_pick_here(crews: MakeCrew):
    match = a_match()
    seat = match.pending()[0].seat
    observation, thinkers = Observation.of(match, seat), crews()
    for bot in ("last", "medium", "easy", "random"):
        here = Observation.of(match, seat, Dice(observation.dice.sealed))
        advice = await thinkers.think(ask_bot(match.header, observation, bot))
        assert advice.pick == make_bot(bot).choose(here)


async def test_values_of_picks_arrive_incrementally(crews: MakeCrew):
    match = a_match()
    before: list[JobResult] = []
    observation = Observation.of(match, match.pending()[0].seat)
    budgets = [SearchBudget(playouts=8, candidates=2), SearchBudget(playouts=64, candidates=2)]
    asked = ask_estimates(match.header, observation, budgets)
    advice = await crews().think(asked, before.append)
    assert len(before) == 1
    playouts = [sum(one.playouts for one in found.estimates) for found in (before[0], advice)]
    assert playouts[0] < playouts[1]
    assert advice.pick == advice.estimates[0].pick
    assert match.refuse(observation.seat, advice.pick) is None


async def test_job_contains_nothing_of_the_seed():
    match = a_match(seed="0123456789abcdef")
    observation = Observation.of(match, match.pending()[0].seat)
    words = ask_bot(match.header, observation, "last").payload
    assert match.header.seed is not None
    assert match.header.seed.encode() not in words
    assert match.header.seed.encode().hex().encode() not in words
    assert b"Anna" not in words


async def test_worker_killed_while_thinking_is_reported_and_replaced(
    crews: MakeCrew, go_ahead: Path
):
    thinkers = crews()
    asking = asyncio.ensure_future(thinkers.think(question("ponderer")))
    await until(lambda: bool(thinkers.pids))
    before = thinkers.pids
    os.kill(before[0], signal.SIGKILL)
    assert isinstance(await end_of(asking), WorkerDied)
    advice = await thinkers.think(question("last"))
    assert advice.pick == a_match().options(a_match().pending()[0].seat)[-1]
    assert thinkers.pids != before


async def test_crashed_worker_is_reported(crews: MakeCrew):
    complaints: list[str] = []
    thinkers = crews(report_error=complaints.append)
    assert isinstance(await end_of(thinkers.think(question("mortal"))), WorkerDied)
    assert not complaints
    assert isinstance(await end_of(thinkers.think(question("mistaken"))), WorkerDied)
    assert "a mistake in thinking" in complaints[0]
    assert (await thinkers.think(question("last"))).pick is not None


async def late(thinkers: WorkerPool, bot: str) -> None:
    """Make a running worker miss a deadline."""
    await thinkers.think(question("last"))
    thinkers.timeouts = evolve(PATIENT, waits={"bot": 0.1})
    assert isinstance(await end_of(thinkers.think(question(bot))), JobTimedOut)
    thinkers.timeouts = PATIENT


async def test_late_worker_is_stopped_and_reused(crews: MakeCrew, go_ahead: Path):
    thinkers = crews()
    await late(thinkers, "ponderer")
    pids = thinkers.pids
    go_ahead.touch()
    assert (await thinkers.think(question("ponderer"))).pick is not None
    assert thinkers.pids == pids


async def test_hanging_worker_is_killed(crews: MakeCrew):
    thinkers = crews()
    await thinkers.think(question("last"))
    deaf = thinkers.pids
    thinkers.timeouts = evolve(PATIENT, waits={"bot": 0.1}, stop=0.1)
    assert isinstance(await end_of(thinkers.think(question("deaf"))), JobTimedOut)
    await until(lambda: thinkers.pids != deaf)
    thinkers.timeouts = PATIENT
    assert (await thinkers.think(question("last"))).pick is not None


async def test_abandoned_job_is_cancelled_and_the_worker_survives(crews: MakeCrew, go_ahead: Path):
    thinkers = crews()
    asking = asyncio.ensure_future(thinkers.think(question("ponderer")))
    await until(lambda: bool(thinkers.pids))
    pids = thinkers.pids
    asking.cancel()
    assert (await thinkers.think(question("last"))).pick is not None
    assert thinkers.pids == pids


async def test_identical_jobs_are_computed_once(crews: MakeCrew, go_ahead: Path):
    thinkers = crews()
    asking = [asyncio.ensure_future(thinkers.think(question("ponderer"))) for _ in range(3)]
    await until(lambda: bool(thinkers.pids))
    asking.pop().cancel()
    go_ahead.touch()
    first, second = await asyncio.gather(*asking)
    assert first is second


async def test_hints_have_priority_over_bots_and_bots_over_reviews(crews: MakeCrew, go_ahead: Path):
    thinkers, came = crews(), []

    async def ask(name: str, asked: Job) -> None:
        await thinkers.think(asked)
        came.append(name)

    tasks = [asyncio.ensure_future(ask("first", question("ponderer", seed="0")))]
    await until(lambda: bool(thinkers.pids))
    for name, about, person in (
        ("review", "review", 1),
        ("Anna 1", "bot", 1),
        ("Anna 2", "bot", 1),
        ("Anna 3", "bot", 1),
        ("Boris", "bot", 2),
        ("hint", "hint", 2),
    ):
        tasks.append(
            asyncio.ensure_future(ask(name, question(seed=name, kind=about, person=person)))
        )
        await asyncio.sleep(0)
    go_ahead.touch()
    await asyncio.gather(*tasks)
    assert came == ["first", "hint", "Anna 1", "Boris", "Anna 2", "Anna 3", "review"]


async def test_interrupted_review_is_computed_again(crews: MakeCrew, go_ahead: Path):
    thinkers = crews()
    review = asyncio.ensure_future(thinkers.think(question("ponderer", kind="review")))
    await until(lambda: bool(thinkers.pids))
    assert (await thinkers.think(question(seed="2"))).pick is not None
    assert not review.done()
    go_ahead.touch()
    assert (await review).pick is not None


async def test_interrupted_review_resumes(crews: MakeCrew):
    thinkers, reports = crews(), list[float]()

    def report(advice: JobResult) -> None:
        reports.append(Review.from_json(advice.review).progress)

    match = played("middle_ages", 2, "review", takes_back=False)
    review = asyncio.ensure_future(thinkers.think(ask_review(match), report))
    await until(lambda: len(reports) > 5)
    assert (await thinkers.think(question(seed="2"))).pick is not None
    assert not review.done()
    assert Review.from_json((await review).review).whole
    assert reports == sorted(set(reports))


async def test_one_hint_per_player(crews: MakeCrew, go_ahead: Path):
    thinkers = crews()
    hints = [
        asyncio.ensure_future(
            thinkers.think(question("ponderer", kind="hint", person=1, seed=str(at)))
        )
        for at in range(50)
    ]
    other = asyncio.ensure_future(thinkers.think(question(kind="hint", person=2)))
    await until(lambda: sum(one.done() for one in hints) == 49)
    go_ahead.touch()
    assert (await other).pick is not None
    assert (await hints[-1]).pick is not None
    assert all(isinstance(one.exception(), JobSuperseded) for one in hints[:-1])


async def test_reviews_of_two_players_do_not_replace_each_other(crews: MakeCrew):
    thinkers = crews()
    match, other = (played("middle_ages", 2, seed, takes_back=False) for seed in ("one", "two"))
    first = asyncio.ensure_future(thinkers.think(ask_review(match, person=1)))
    await until(lambda: bool(thinkers.pids))
    second = asyncio.ensure_future(thinkers.think(ask_review(other, person=2)))
    for review in (first, second):
        assert Review.from_json((await review).review).whole


async def test_idle_worker_ends(crews: MakeCrew):
    thinkers = crews(timeouts=evolve(PATIENT, idle=0.05))
    await thinkers.think(question())
    await until(lambda: not thinkers.pids)
    assert (await thinkers.think(question())).pick is not None
