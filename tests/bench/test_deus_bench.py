"""How fast Deus is: random play, copies, the preview of the longest chain, choices of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import engine.game
from engine.chance import Dice
from engine.game import Entry
from engine.games.deus.chain import chain, link_text
from engine.games.deus.components import components
from engine.games.deus.game import GAME
from engine.match import Match
from tests.engine.deus.positions import Side, table

FIVE_SHIPS = Side(
    on="0.2:B 2.5:B 1.1:B 1.2:B 0.3:PSCAT 0.4:PSC 0.1:PSCA 1.3:PSC",
    columns="galley small_port_clay commercial_port_clay_wheat commercial_sailing_ship_wood",
    hand="small_port_stone galley farm school legion temple_gold",
    has={"wood": 5, "clay": 5, "stone": 5, "wheat": 5},
    gold=20,
    vp=9,
)
FIVE_LABORATORIES = Side(
    on="0.2:B 2.5:B 1.1:B 1.2:B 0.3:PSCAT 0.4:PSCA 0.1:PSCA 1.3:PSCA",
    columns=(
        "laboratory_blue laboratory_green laboratory_red laboratory_brown "
        "galley small_port_clay commercial_port_clay_wheat commercial_sailing_ship_wood "
        "farm quarry sawmill brickyard war_elephants temporary_camps legion centurion"
    ),
    hand="school galley",
    has={"wood": 5, "clay": 5, "stone": 5, "wheat": 5},
    gold=20,
)
"""Columns that are longest to look through."""


@pytest.fixture(autouse=True, scope="module")
def deus() -> Iterator[None]:
    """Have the game in the catalogue as playable while the module runs."""
    before = engine.game.entry(GAME.id)
    engine.game.register(Entry(GAME.id, GAME.names, GAME.players, "engine.games.deus.game"))
    yield
    engine.game.register(before)


def played(seats: int, number: int) -> tuple[Any, int]:
    """A match played to its end at random, and the number of picks."""
    names = [(f"Player {seat}", "person") for seat in range(seats)]
    match = Match.begin("deus", names, seed=str(number), notes=False, digests=False)
    dice = Dice(b"bench %d" % number)
    picks = 0
    while owed := match.owed():
        seat, decision = owed[0].seat, owed[0].decision
        if decision.listed:
            pick = dice.pick(match.options(seat))
        else:
            pick = decision.sample(match.state, dice)
        match.choose(seat, pick)
        picks += 1
    return match, picks


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_play(benchmark, seats):
    picks = benchmark.pedantic(
        lambda: sum(played(seats, number)[1] for number in range(10)), rounds=3, warmup_rounds=1
    )
    if benchmark.stats is not None:
        benchmark.extra_info["picks a second"] = round(picks / benchmark.stats.stats.min)


def test_a_copy_late_in_a_game_of_four(benchmark):
    state = played(4, 1)[0].state
    assert benchmark(state.copy).plain() == state.plain()


@pytest.mark.parametrize(
    ("side", "card"), [(FIVE_SHIPS, "small_port_stone"), (FIVE_LABORATORIES, "school")]
)
def test_the_preview_of_the_longest_chain(benchmark, side, card):
    state = table(side, Side(on="2.4:C 2.0:A"))
    index = components().card_index[card]

    def preview() -> list[str]:
        found = chain(state, 0, index, state.map.find("2.2" if card != "school" else "2.6"))
        return [link_text(state, 0, link).plain() for link in found]

    assert len(benchmark(preview)) == 5


def test_all_options_of_a_turn(benchmark):
    state = table(FIVE_SHIPS, Side(on="2.4:C 2.0:A"))
    decision: Any = state.agenda[-1]
    assert len(benchmark(decision.options, state)) > 60


def test_the_outlook_of_a_bot(benchmark):
    state = table(FIVE_LABORATORIES, Side(on="2.4:C 2.0:A"))
    assert benchmark(GAME.value, state, 0) > 0
