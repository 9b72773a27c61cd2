"""Speed of Troyes: the preview of a group, the candidates of greedy bots."""

from __future__ import annotations

from typing import Any

from engine.games.troyes.actions import Activate
from engine.games.troyes.group_preview import more_or_less, preview
from engine.games.troyes.state import Town
from engine.games.troyes.turn import TakeTurn
from tests.engine.games.troyes.positions import begin, play_out, table


def middle() -> Town:
    """Return a table of four rich players in the third round, with all dice and all cards."""
    begun = begin(4)
    state = table(play_out(begun, until=lambda town: (town.step, town.round) == ("actions", 3)))
    state.deniers = [40] * 4
    return state


def marked(state: Town) -> tuple[int, Activate, tuple[Any, ...]]:
    """Return the largest group of dice that a seat can use for a card."""
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


def test_suggestions_in_a_turn(benchmark):
    state = middle()
    decision = TakeTurn(state.active)
    assert len(benchmark(lambda: decision.options(state))) > 20


def test_parts_of_a_turn(benchmark):
    state = middle()
    decision = TakeTurn(state.active)
    assert benchmark(lambda: decision.part_options(state, ()))
