"""Background searches in line mode: hints with chances, bots that search."""

from __future__ import annotations

import asyncio
import json
import select
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

import pytest

from engine.search.root_search import Estimate
from engine.workers.jobs import Job, JobResult, observation_of
from engine.workers.pool import DIED, WorkerDied
from screens.line_mode.background_search import BackgroundSearch
from screens.line_mode.line_table import LineTable
from tests.screens.line_mode.line_tables import (
    BOT,
    PEOPLE,
    hinted_input,
    new_session,
    table,
    writer,
)


class FakeThinker:
    """Thinker that at once ranks the last choice highest, and the others in reverse order. If
    `dead`, it raises WorkerDied."""

    def __init__(self, *, dead: bool = False) -> None:
        self.dead, self.closed = dead, False
        self.requests: list[Job] = []

    async def think(self, question: Job, on_progress: object = None) -> JobResult:
        self.requests.append(question)
        if self.dead:
            raise WorkerDied(DIED)
        options = observation_of(json.loads(question.payload)).options
        estimates = [
            Estimate(one, 0.5 - n / 100, 0.01, 64) for n, one in enumerate(reversed(options))
        ]
        return JobResult(options[-1], estimates)

    async def close(self) -> None:
        self.closed = True


class SlowThinker(FakeThinker):
    """Thinker that answers only once the test allows it."""

    def __init__(self, *, dead: bool = False) -> None:
        super().__init__(dead=dead)
        self.may_answer = threading.Event()

    async def think(self, question: Job, on_progress: object = None) -> JobResult:
        await asyncio.to_thread(self.may_answer.wait)
        return await super().think(question)


@contextmanager
def table_with(
    thinker: FakeThinker, seats: Sequence[tuple[str, str]] = BOT, game: str = "middle_ages"
) -> Iterator[LineTable]:
    """Open a table whose bots and hints use a thinker."""
    of = new_session(game, seats)
    with closing(BackgroundSearch(lambda: thinker)) as search:
        yield LineTable(of, writer(game, of.match.header.names), search=search)
    assert thinker.closed == bool(thinker.requests)


def output_after_search(of: LineTable) -> list[str]:
    """Return the output once a search has ended."""
    (subscription,) = of.subscriptions
    poll = select.poll()
    poll.register(subscription.fileno(), select.POLLIN)
    assert poll.poll(20_000)
    subscription.clear()
    return of.poll()


def test_quick_hint_is_followed_by_the_three_best_with_chances():
    thinker = SlowThinker()
    with table_with(thinker, game="troyes") as of:
        of.begin()
        assert of.picking.partial_move is not None
        numbers = of.picking.partial_move.numbers
        assert len(numbers) > 3
        last = str(numbers[-1])
        quick = of.handle_line("hint")
        assert quick[0].startswith("Hint: ")
        assert " %" not in quick[0]
        assert of.handle_line("sheet"), "typing is not blocked"
        thinker.may_answer.set()
        lines = output_after_search(of)
    assert lines[0].startswith("The bot has thought longer. Hint: ")
    assert "(50% chance to win)" in lines[0]
    assert "About as good: " in lines[0], "one percent is within the error"
    assert [f"({n}%)" in lines[0] for n in (49, 48, 47)] == [False, True, False]
    assert hinted_input(lines) == (last if hinted_input(quick) != last else None)


def test_late_hint_for_another_question_is_dropped():
    thinker = SlowThinker()
    with table_with(thinker, PEOPLE) as of:
        of.begin()
        of.handle_line("hint")
        of.handle_line("1")
        thinker.may_answer.set()
        assert output_after_search(of) == []


def test_quick_hint_remains_if_thinking_fails():
    without = table(new_session("middle_ages"))
    without.begin()
    with table_with(FakeThinker(dead=True)) as of:
        of.begin()
        assert of.handle_line("hint") == without.handle_line("hint")
        assert output_after_search(of) == []


@pytest.mark.parametrize("dead", [False, True])
def test_quick_choice_replaces_failed_thinking_of_a_bot(dead: bool):
    thinker = SlowThinker(dead=dead)
    with table_with(thinker, (("Anna", "person"), ("Boris", "bot:strong"))) as of:
        lines = of.begin()
        while not of.is_thinking:
            assert not of.done
            lines += of.handle_line("1")
        assert "Boris is thinking ..." in lines
        thinker.may_answer.set()
        lines += output_after_search(of)
    stands_in = any("Boris made a quick move instead." in line for line in lines)
    assert stands_in == dead


def test_player_can_type_while_a_bot_thinks():
    thinker = SlowThinker()
    with table_with(thinker, (("Anna", "person"), ("Boris", "bot:strong"))) as of:
        of.begin()
        while not of.is_thinking:
            of.handle_line("1")
        assert of.handle_line("sheet")[0].endswith(":")
        assert of.handle_line("1") == [
            "You have nothing to decide right now. “help” lists the commands."
        ]
        thinker.may_answer.set()
        assert any("Boris" in line for line in output_after_search(of))


def test_quitting_cancels_the_search_for_a_hint():
    ended = []

    class Endless(FakeThinker):
        async def think(self, question: Job, on_progress: object = None) -> JobResult:
            self.requests.append(question)
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(0.1)
                ended.append(question)
            raise AssertionError

    thinker = Endless()
    with table_with(thinker, PEOPLE) as of:
        of.begin()
        of.handle_line("hint")
        while not thinker.requests:
            threading.Event().wait(0.001)
    assert ended == thinker.requests
