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


class Mind:
    """Thinks at once that the last choice is the best, and so on; or has died."""

    def __init__(self, *, dead: bool = False) -> None:
        self.dead, self.closed = dead, False
        self.request: list[Job] = []

    async def think(self, question: Job, on_progress: object = None) -> JobResult:
        self.request.append(question)
        if self.dead:
            raise WorkerDied(DIED)
        options = observation_of(json.loads(question.payload)).options
        estimates = [
            Estimate(one, 0.5 - n / 100, 0.01, 64) for n, one in enumerate(reversed(options))
        ]
        return JobResult(options[-1], estimates)

    async def close(self) -> None:
        self.closed = True


class Slow(Mind):
    """Thinks of nothing before it is let."""

    def __init__(self, *, dead: bool = False) -> None:
        super().__init__(dead=dead)
        self.may = threading.Event()

    async def think(self, question: Job, on_progress: object = None) -> JobResult:
        await asyncio.to_thread(self.may.wait)
        return await super().think(question)


@contextmanager
def thinking(
    mind: Mind, seats: Sequence[tuple[str, str]] = BOT, game: str = "middle_ages"
) -> Iterator[LineTable]:
    """A table with somebody who thinks for it."""
    of = new_session(game, seats)
    with closing(BackgroundSearch(lambda: mind)) as thoughts:
        yield LineTable(of, writer(game, of.match.header.names), search=thoughts)
    assert mind.closed == bool(mind.request)


def thought_over(of: LineTable) -> list[str]:
    """Return the output once a search has ended."""
    (ear,) = of.subscriptions
    poll = select.poll()
    poll.register(ear.fileno(), select.POLLIN)
    assert poll.poll(20_000)
    ear.clear()
    return of.poll()


def test_quick_hint_is_followed_by_the_three_best_with_chances():
    mind = Slow()
    with thinking(mind, game="troyes") as of:
        of.begin()
        assert of.picking.partial_move is not None
        numbers = of.picking.partial_move.numbers
        assert len(numbers) > 3
        last = str(numbers[-1])
        quick = of.handle_line("hint")
        assert quick[0].startswith("Hint: ")
        assert " %" not in quick[0]
        assert of.handle_line("sheet"), "typing is not blocked"
        mind.may.set()
        lines = thought_over(of)
    assert lines[0].startswith("The bot has thought longer. Hint: ")
    assert "(50% chance to win)" in lines[0]
    assert "About as good: " in lines[0], "one percent is within the error"
    assert [f"({n}%)" in lines[0] for n in (49, 48, 47)] == [False, True, False]
    assert hinted_input(lines) == (last if hinted_input(quick) != last else None)


def test_late_hint_for_another_question_is_dropped():
    mind = Slow()
    with thinking(mind, PEOPLE) as of:
        of.begin()
        of.handle_line("hint")
        of.handle_line("1")
        mind.may.set()
        assert thought_over(of) == []


def test_quick_hint_remains_if_thinking_fails():
    without = table(new_session("middle_ages"))
    without.begin()
    with thinking(Mind(dead=True)) as of:
        of.begin()
        assert of.handle_line("hint") == without.handle_line("hint")
        assert thought_over(of) == []


@pytest.mark.parametrize("dead", [False, True])
def test_quick_choice_replaces_failed_thinking_of_a_bot(dead: bool):
    mind = Slow(dead=dead)
    with thinking(mind, (("Anna", "person"), ("Boris", "bot:strong"))) as of:
        lines = of.begin()
        while not of.is_thinking:
            assert not of.done
            lines += of.handle_line("1")
        assert "Boris is thinking ..." in lines
        mind.may.set()
        lines += thought_over(of)
    stands_in = any("Boris made a quick move instead." in line for line in lines)
    assert stands_in == dead


def test_player_can_type_while_a_bot_thinks():
    mind = Slow()
    with thinking(mind, (("Anna", "person"), ("Boris", "bot:strong"))) as of:
        of.begin()
        while not of.is_thinking:
            of.handle_line("1")
        assert of.handle_line("sheet")[0].endswith(":")
        assert of.handle_line("1") == [
            "You have nothing to decide right now. “help” lists the commands."
        ]
        mind.may.set()
        assert any("Boris" in line for line in thought_over(of))


def test_quitting_cancels_the_search_for_a_hint():
    ended = []

    class Endless(Mind):
        async def think(self, question: Job, on_progress: object = None) -> JobResult:
            self.request.append(question)
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(0.1)
                ended.append(question)
            raise AssertionError

    mind = Endless()
    with thinking(mind, PEOPLE) as of:
        of.begin()
        of.handle_line("hint")
        while not mind.request:
            threading.Event().wait(0.001)
    assert ended == mind.request
