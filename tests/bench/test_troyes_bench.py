"""How fast Troyes is: random play, copies, the preview of a group, what greedy bots look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import engine.game
from engine.chance import Dice
from engine.game import Entry
from engine.games.troyes.actions import Activate
from engine.games.troyes.game import GAME
from engine.games.troyes.preview import more_or_less, preview
from engine.games.troyes.state import Town
from engine.games.troyes.turn import TakeTurn
from engine.match import Match


@pytest.fixture(autouse=True, scope="module")
def troyes() -> Iterator[None]:
    """Have the game in the catalogue, registered or not."""
    before = engine.game.entry(GAME.id)
    engine.game.register(Entry(GAME.id, GAME.names, GAME.players, "engine.games.troyes.game"))
    yield
    engine.game.register(before)


def begun(seats: int, number: int) -> Match:
    """A new match that tells nothing, for speed."""
    names = [(f"Player {seat}", "person") for seat in range(seats)]
    return Match.begin("troyes", names, seed=str(number), notes=False, digests=False)


def played(seats: int, number: int, step: str = "", round: int = 0) -> tuple[Match, int]:
    """A match played at random to its end or to a step of a round, and the number of picks."""
    match = begun(seats, number)
    dice = Dice(b"bench %d" % number)
    picks = 0
    while owed := match.owed():
        state = match.state
        assert isinstance(state, Town)
        if step and (state.step, state.round) == (step, round):
            break
        seat, decision = owed[0].seat, owed[0].decision
        if decision.listed:
            pick = dice.pick(match.options(seat))
        else:
            pick = decision.sample(state, dice)
        match.choose(seat, pick)
        picks += 1
    return match, picks


def middle() -> Town:
    """A table of four rich players in the third round, with all dice and all cards."""
    state = played(4, 1, "actions", 3)[0].state
    assert isinstance(state, Town)
    state.deniers = [40] * 4
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_play(benchmark, seats):
    picks = benchmark.pedantic(
        lambda: sum(played(seats, number)[1] for number in range(20)), rounds=5, warmup_rounds=1
    )
    if benchmark.stats is not None:
        benchmark.extra_info["picks a second"] = round(picks / benchmark.stats.stats.min)


def test_a_copy(benchmark):
    assert benchmark(middle().copy).round == 3


def marked(state: Town) -> tuple[int, Activate, tuple[Any, ...]]:
    """A group of the most dice that a seat may use for a card."""
    seat, command = state.active, Activate()
    picks = command.options(state, seat)
    assert picks
    return seat, command, max(picks, key=lambda pick: len(pick[2]))


def test_the_preview_of_a_marked_group(benchmark):
    state = middle()
    seat, command, pick = marked(state)
    found = benchmark(lambda: preview(state, seat, command, pick).lines())
    assert len(found) > 2


def test_one_die_more_or_less(benchmark):
    state = middle()
    seat, command, pick = marked(state)
    assert benchmark(lambda: more_or_less(state, seat, command, pick))


def test_what_may_be_suggested_in_a_turn(benchmark):
    state = middle()
    decision = TakeTurn(state.active)
    assert len(benchmark(lambda: decision.options(state))) > 20


def test_the_parts_of_a_turn(benchmark):
    state = middle()
    decision = TakeTurn(state.active)
    assert benchmark(lambda: decision.part_options(state, ()))
