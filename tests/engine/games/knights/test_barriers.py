"""Choices that can be undone, by the column "Reveals?" of the decision points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.event import PICK_EVENT
from engine.games.knights.barbarians import PillageCity, TieReward
from engine.games.knights.cards_politics import DeserterPlace
from engine.games.knights.improvements import MetropolisCity
from engine.games.knights.production import Produce
from engine.games.knights.progress import ProgressDiscardEnd, ProgressDiscardOffTurn
from engine.games.knights.robber import Seven
from engine.games.knights.rounds import EndOfTurn, Turn
from engine.games.knights.setup import SetupCity, SetupSettlement
from engine.games.knights.state import Island
from engine.games.knights.turn import BeginTurn
from engine.match import interpreter
from engine.match.match import Match
from tests.engine.games.knights.positions import (
    bag,
    begin,
    deal,
    edges,
    give,
    island,
    level,
    points,
)

LAND = island()
Picks = list[tuple[int, Any]]
Case = tuple[Callable[[], Island], Picks]


def free_after(state: Island, *picks: tuple[int, Any]) -> bool:
    """Whether the last of these picks can be undone."""
    match: Match = begin(state.seats, layout="beginner")
    match.state = state
    match.listed.clear()
    interpreter.run(match, sampling=True)
    for seat, pick in picks:
        match.choose(seat, pick)
    last = max(index for index, event in enumerate(match.line) if event.kind == PICK_EVENT)
    return last in match.free(picks[-1][0])[0]


def holding(*cards: str) -> Callable[[], Island]:
    """Two players with cards in hand; Anna holds these progress cards and has no more points."""

    def there() -> Island:
        state = island(
            settlements={0: [13], 1: [23]},
            cities={0: [40, 27], 1: [37]},
            roads={0: edges(LAND, "13-18", "18-24"), 1: edges(LAND, "24-30", "30-36", "30-35")},
            knights={0: {18: 1}, 1: {24: 1, 30: 2}},
        )
        give(state, 0, ore=3, wool=1, grain=2, cloth=4)
        give(state, 1, ore=4, coin=2, paper=1)
        points(state, 0, 5)
        points(state, 1, 7)
        deal(state, 0, *cards)
        return state

    return there


def starting(step: Any, **hands: int) -> Callable[[], Island]:
    """A step that asks a player, with many cards in all hands."""

    def there() -> Island:
        state = holding()()
        give(state, 0, lumber=3, **hands)
        give(state, 1, lumber=3)
        deal(state, 0, "spy", "spy", "spy", "bishop", "bishop")
        deal(state, 1, "merchant", "merchant", "merchant", "wedding", "crane")
        for seat in (0, 1):
            level(state, seat, 4, 0, 3)
        state.push(step)
        return state

    return there


def spying() -> Island:
    """Anna holds a Spy, and there is something to see."""
    state = holding("spy")()
    deal(state, 1, "merchant", "crane")
    return state


def winning() -> Island:
    """Anna lacks one point, which a city would bring."""
    state = holding()()
    points(state, 0, 12)
    return state


def building() -> Island:
    """Anna can build anything and has a knight ready; Boris follows."""
    state = holding("diplomat", "road_building", "smith", "alchemist")()
    give(state, 0, lumber=3, brick=4, wool=3, grain=3, paper=2, ore=2)
    state.active_knights = state.ready = 1 << 18
    state.agenda[0:0] = [Turn(1), EndOfTurn()]
    return state


def before_the_roll() -> Island:
    """Anna holds an Alchemist and has not rolled."""
    state = building()
    state.push(BeginTurn(0))
    return state


def deserting() -> Island:
    """Boris has removed a knight, and Anna may place one."""
    state = building()
    state.lay_road(0, edges(LAND, "40-45")[0])
    state.push(DeserterPlace(0, 1, active=True))
    return state


PLAY = (0, ("card", "commercial_harbor"))
OFFER = (0, ("offer", bag(ore=1), bag(coin=1)))

FREE: list[Case] = [
    (starting(ProgressDiscardOffTurn(1)), [(1, "crane")]),
    (starting(ProgressDiscardEnd(0)), [(0, "spy")]),
    (starting(Produce(11)), [(0, "ore")]),
    (starting(MetropolisCity(0, 0)), [(0, 40)]),
    (holding(), [(0, ("bank", "cloth", "ore"))]),
    (holding(), [(0, ("activate", 18))]),
    (holding(), [(0, ("promote", 18))]),
    (holding(), [OFFER]),
    (holding("engineer"), [(0, ("card", "engineer")), (0, 40)]),
    (holding("inventor"), [(0, ("card", "inventor")), (0, (5, 10))]),
    (holding("irrigation"), [(0, ("card", "irrigation"))]),
    (holding("medicine"), [(0, ("card", "medicine"))]),
    (holding("merchant"), [(0, ("card", "merchant")), (0, 4)]),
    (holding("merchant_fleet"), [(0, ("card", "merchant_fleet")), (0, "coin")]),
    (holding("warlord"), [(0, ("card", "warlord"))]),
    (holding("bishop"), [(0, ("card", "bishop")), (0, 2)]),
    (holding("intrigue"), [(0, ("card", "intrigue")), (1, 35)]),
    (holding("deserter"), [(0, ("card", "deserter")), (1, 24)]),
    (holding("commercial_harbor"), [PLAY, (0, ("stop",))]),
    (starting(SetupSettlement(0)), [(0, 50)]),
    (starting(SetupCity(0)), [(0, 50), (0, edges(LAND, "46-50")[0])]),
    (starting(PillageCity(0)), [(0, 40)]),
    (before_the_roll, [(0, "alchemist")]),
    (building, [(0, ("road", edges(LAND, "13-8")[0]))]),
    (building, [(0, ("wall", 40))]),
    (building, [(0, ("city", 13))]),
    (building, [(0, ("improve", "trade"))]),
    (building, [(0, ("end",))]),
    (building, [(0, ("card", "diplomat")), (0, edges(LAND, "18-24")[0]), (0, "pass")]),
    (building, [(0, ("card", "road_building")), (0, edges(LAND, "13-8")[0]), (0, "pass")]),
    (building, [(0, ("card", "smith"))]),
    (building, [(0, ("chase", 18)), (0, 2)]),
    (deserting, [(0, 45)]),
]
"""Choices that reveal nothing."""

BARRED: list[Case] = [
    (starting(BeginTurn(0)), [(0, "roll")]),
    (starting(TieReward(0)), [(0, "trade")]),
    (holding(), [OFFER, (1, ("accept",))]),
    (holding(), [OFFER, (1, ("counter", bag(coin=1), bag(wool=1)))]),
    (holding("bishop"), [(0, ("card", "bishop")), (0, 8)]),
    (holding("commercial_harbor"), [PLAY, (0, (1, "ore"))]),
    (holding("commercial_harbor"), [PLAY, (0, (1, "ore")), (1, "coin")]),
    (holding("master_merchant"), [(0, ("card", "master_merchant"))]),
    (
        holding("master_merchant"),
        [(0, ("card", "master_merchant")), (0, bag(ore=1, coin=1))],
    ),
    (
        holding("resource_monopoly"),
        [(0, ("card", "resource_monopoly")), (0, "lumber")],
    ),
    (holding("saboteur"), [(0, ("card", "saboteur")), (1, bag(ore=3))]),
    (spying, [(0, ("card", "spy"))]),
    (spying, [(0, ("card", "spy")), (0, "crane")]),
    (holding("wedding"), [(0, ("card", "wedding")), (1, bag(ore=2))]),
    (before_the_roll, [(0, "alchemist"), (0, (1, 2))]),
    (holding("commodity_monopoly"), [(0, ("card", "commodity_monopoly")), (0, "paper")]),
    (building, [(0, ("chase", 18)), (0, 8)]),
    (winning, [(0, ("city", 13))]),
    (starting(Seven()), [(0, bag(lumber=3, wool=1, cloth=2)), (1, bag(ore=4, coin=1))]),
]
"""Choices that roll or draw, or reveal something hidden."""


@pytest.mark.rule("CK-24.2")
@pytest.mark.parametrize(("there", "picks"), FREE)
def test_picks_that_reveal_nothing_can_be_undone(there: Callable[[], Island], picks: Picks):
    assert free_after(there(), *picks)


@pytest.mark.rule("CK-24.5", "CK-24.6", "CK-10.11")
@pytest.mark.parametrize(("there", "picks"), BARRED)
def test_picks_that_reveal_something_cannot_be_undone(there: Callable[[], Island], picks: Picks):
    assert not free_after(there(), *picks)


@pytest.mark.rule("CK-10.12")
def test_answered_offer_cannot_be_undone_but_a_refusal_can():
    assert free_after(holding()(), OFFER, (1, ("decline",)))
    match = begin(2, layout="beginner")
    match.state = holding()()
    match.listed.clear()
    for seat, pick in (OFFER, (1, ("decline",))):
        match.choose(seat, pick)
    assert match.free(0)[0] == []
