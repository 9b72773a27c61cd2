"""What is thought of at a table in lines: hints with chances, bots that think for long."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

import pytest

from engine.search.estimate import Estimate
from engine.thinking.crew import DIED, Died
from engine.thinking.question import Advice, Question, situation_of
from screens.lines.table import LinesTable
from screens.lines.thinking import Thoughts
from tests.screens.lines.speaking import BOT, led_to, session, table, teller


class Mind:
    """Thinks at once that the last choice is the best, and so on; or has died."""

    def __init__(self, *, dead: bool = False) -> None:
        self.dead, self.closed = dead, False
        self.asked: list[Question] = []

    async def think(self, question: Question, meanwhile: object = None) -> Advice:
        self.asked.append(question)
        if self.dead:
            raise Died(DIED)
        options = situation_of(json.loads(question.words)).options
        worth = [Estimate(one, 0.5 - n / 100, 0.01, 64) for n, one in enumerate(reversed(options))]
        return Advice(options[-1], worth)

    async def close(self) -> None:
        self.closed = True


@contextmanager
def thinking(
    mind: Mind, seats: Sequence[tuple[str, str]] = BOT, game: str = "middle_ages"
) -> Iterator[LinesTable]:
    """A table with somebody who thinks for it."""
    of = session(game, seats)
    with closing(Thoughts(lambda: mind)) as thoughts:
        yield LinesTable(of, teller(game, of.match.header.names), thoughts=thoughts)
    assert mind.closed == bool(mind.asked)


def test_a_hint_tells_the_three_best_with_their_chances():
    with thinking(Mind(), game="troyes") as of:
        of.begin()
        assert of.begun is not None
        count = len(of.begun.asked.options)
        assert count > 3
        lines = of.hear("hint")
    assert lines[0].startswith("Hint: ")
    assert [f"({n} %)" in lines[0] for n in (50, 49, 48, 47)] == [True, True, True, False]
    assert " > " not in lines[0]
    assert led_to(lines) == str(count)


def test_where_nothing_comes_of_a_thought_the_hint_is_the_quick_one():
    without = table(session("middle_ages"))
    without.begin()
    with thinking(Mind(dead=True)) as of:
        of.begin()
        assert of.hear("hint") == without.hear("hint")


@pytest.mark.parametrize("dead", [False, True])
def test_a_bot_that_thinks_has_its_thought_or_a_quick_choice_stands_in(dead: bool):
    mind = Mind(dead=dead)
    with thinking(mind, (("Anna", "person"), ("Boris", "bot:strong"))) as of:
        lines = of.begin()
        while not mind.asked:
            assert not of.done
            lines += of.hear("1")
    stands_in = any("A quick choice of Boris stands in." in line for line in lines)
    assert stands_in == dead
