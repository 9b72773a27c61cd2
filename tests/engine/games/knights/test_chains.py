"""The longest chains of answers, as counted in the table of decision points."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.step import Decision, Simultaneous
from engine.games.knights.state import Island
from engine.games.knights.turn import Roll
from tests.engine.games.knights.positions import (
    bag,
    deal,
    edges,
    fill_decks,
    give,
    hand,
    island,
    level,
    pending_step,
    points,
    run_agenda,
    step,
    waits,
)

LAND = island()
FULL = ("merchant", "resource_monopoly")
"""Half of a full progress hand."""


def answers(state: Island, *picks: Any) -> list[str]:
    """The decisions, with their seats, that follow these picks one after another."""
    found = []
    for pick in picks:
        waiting = pending_step(state)
        if isinstance(waiting, Decision):
            found.append(f"{waiting.name} {waiting.seat}")
        elif isinstance(waiting, Simultaneous):
            (left,) = [steps[0] for seat, steps in waiting.branches if steps and seat == pick[0]]
            found.append(f"{left.name} {pick[0]}")
        run_agenda(state, pick)
    return found


@pytest.mark.rule("CK-4.5", "CK-4.10", "CK-6.9", "CK-6.12", "CK-6.22", "CK-7.7", "CK-9.2", "CK-9.6")
def test_shared_attack_and_seven_in_one_roll_ask_thirteen_times():
    state = island(
        4,
        settlements={1: [8], 2: [17]},
        cities={0: [40]},
        knights={seat: {node: 1} for seat, node in enumerate((0, 2, 15, 52))},
        active=(0, 2, 15, 52),
    )
    for seat in range(4):
        deal(state, seat, *FULL, *(("spy", "saboteur") if seat < 2 else ("diplomat", "deserter")))
        give(state, seat, **{("lumber", "wool", "grain", "ore")[seat]: 9})
    fill_decks(state, "bishop", "wedding", "warlord", "intrigue")
    state.ship, state.robber_locked = 6, True
    step(state, Roll(0), (3, 4, "ship"))
    picks = [
        "politics",
        *("politics", "wedding", "politics", "warlord", "politics", "intrigue"),
        (0, bag(lumber=4)),
        (1, bag(wool=4)),
        (2, bag(grain=4)),
        (3, bag(ore=4)),
        4,
        2,
    ]
    assert answers(state, *picks) == [
        "TieDeck 0",
        *("TieDeck 1", "ProgressDiscardOffTurn 1"),
        *("TieDeck 2", "ProgressDiscardOffTurn 2"),
        *("TieDeck 3", "ProgressDiscardOffTurn 3"),
        *("SevenDiscard 0", "SevenDiscard 1", "SevenDiscard 2", "SevenDiscard 3"),
        "RobberHex 0",
        "RobberVictim 0",
    ]
    run_agenda(state, "grain")
    assert waits(state) == "Main 0"
    assert state.hand_sizes == [6, 5, 4, 5]
    assert [state.cards_held(seat) for seat in range(4)] == [5, 4, 4, 4]
    assert (state.ship, state.active_knights, state.robber) == (0, 0, 4)
    assert state.defenders == [0, 0, 0, 0]


@pytest.mark.rule("CK-18.1", "CK-17.5")
def test_commercial_harbor_with_three_opponents_asks_seven_times():
    state = island(4)
    give(state, 0, ore=3)
    for seat in (1, 2, 3):
        give(state, seat, coin=1, cloth=1)
    deal(state, 0, "commercial_harbor")
    picks = [("card", "commercial_harbor"), (2, "ore"), "coin", (3, "ore"), "cloth", (1, "ore")]
    assert answers(state, *picks, "coin") == [
        "Main 0",
        *("HarborDeal 0", "HarborReturn 2"),
        *("HarborDeal 0", "HarborReturn 3"),
        *("HarborDeal 0", "HarborReturn 1"),
    ]
    assert waits(state) == "Main 0"
    assert hand(state, 0) == {"cloth": 1, "coin": 2}


@pytest.mark.rule("CK-10.11", "CK-4.11")
def test_offer_to_three_opponents_asks_five_times():
    state = island(4)
    give(state, 0, ore=1)
    for seat in (1, 2, 3):
        give(state, seat, wool=1)
    yes, no = ("accept",), ("decline",)
    picks = [("offer", bag(ore=1), bag(wool=1)), no, yes, no, ("accept", 2)]
    asked_of = ["Main 0", *(f"TradeResponse {n}" for n in (1, 2, 3)), "TradeConfirm 0"]
    assert answers(state, *picks) == asked_of
    assert hand(state, 2) == {"ore": 1}


@pytest.mark.rule("CK-19.3", "CK-16.9")
def test_deserter_asks_four_times_and_chasing_three_times():
    state = island(
        3,
        settlements={1: [0], 2: [4]},
        roads={0: edges(LAND, "13-18")},
        knights={0: {18: 1}, 1: {40: 1, 45: 2}, 2: {50: 1}},
        ready=[18],
    )
    give(state, 1, ore=1)
    give(state, 2, ore=1)
    deal(state, 0, "deserter")
    assert answers(state, ("card", "deserter"), 1, 45, 13) == [
        *("Main 0", "DeserterTarget 0", "DeserterKnight 1", "DeserterPlace 0"),
    ]
    assert answers(state, ("chase", 18), 0, 2) == ["Main 0", "RobberHex 0", "RobberVictim 0"]


@pytest.mark.rule("CK-7.2", "CK-7.7", "CK-8.8", "CK-8.9", "CK-4.5")
def test_gate_with_full_hands_is_finished_before_aqueducts():
    state = island(4)
    state.active = 1
    for seat in range(4):
        deal(state, seat, *FULL, *(("spy", "saboteur") if seat < 2 else ("diplomat", "deserter")))
        level(state, seat, 0, 0, 3)
        points(state, seat, seat)
    fill_decks(state, "mining", "smith", "inventor", "crane")
    step(state, Roll(1), (4, 4, "gate_science"))
    picks = ["smith", "inventor", "crane", "ore", "pass", "wool", "ore"]
    assert answers(state, *picks) == [
        *(f"ProgressDiscardOffTurn {seat}" for seat in (2, 3, 0)),
        *(f"Aqueduct {seat}" for seat in (1, 2, 3, 0)),
    ]
    assert [state.cards_held(seat) for seat in range(4)] == [4, 5, 4, 4]
    assert state.hand_sizes == [1, 1, 0, 1]
