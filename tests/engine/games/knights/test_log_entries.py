"""Log entries: their wording, rules and readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.core.step import Decision
from engine.games.knights import (
    action_phase,
    cards_politics_hands,
    cards_trade,
    progress,
    robber,
    trade,
    turn,
)
from engine.games.knights.barbarians import AfterAttack, Attack
from engine.games.knights.production import Produce
from engine.games.knights.robber import Seven
from engine.games.knights.rounds import EndOfTurn
from engine.games.knights.state import Island
from engine.games.knights.turn import Roll
from engine.games.knights.wording import hex_name
from tests.engine.games.knights.positions import (
    bag,
    deal,
    fill_decks,
    give,
    island,
    level,
    metropolis,
    pending_step,
    points,
    rules_noted,
    run_agenda,
    step,
)


def log_entries(state: Island, rule: str, reader: int | None = None) -> list[str]:
    """The log entries of a rule for a reader."""
    notes = state.notes or []
    return [note.text.plain() for note in notes if note.rule == rule and note.is_for(reader)]


def attacked(state: Island, *values: object) -> Island:
    """Let the barbarians attack."""
    state.agenda.clear()
    state.push(Attack(), AfterAttack())
    return run_agenda(state, *values)


@pytest.mark.rule("CK-6.17", "CK-6.18")
def test_lost_city_is_logged_as_settlement_or_tipped_with_its_wall():
    walled = attacked(island(2, cities={0: [13]}, walls=[13]))
    assert len(log_entries(walled, "CK-6.17")) == 2
    assert "settlement" in log_entries(walled, "CK-6.17")[0]
    assert "also loses that city's wall" in log_entries(walled, "CK-6.17")[1]
    bare = attacked(
        island(2, cities={0: [13], 1: [40]}, walls=[40], knights={1: {0: 1}}, active=[0])
    )
    assert len(log_entries(bare, "CK-6.17")) == 1
    assert log_entries(bare, "CK-6.18") == []
    full = attacked(island(2, settlements={0: [0, 2, 11, 15, 52]}, cities={0: [40]}))
    assert log_entries(full, "CK-6.17") == []
    assert "tipped" in log_entries(full, "CK-6.18")[0]


@pytest.mark.rule("CK-6.7", "CK-6.15", "CK-6.21")
def test_strengths_spared_players_and_freed_robber_are_logged():
    state = island(2, cities={0: [13]})
    metropolis(state, 0, 0, 13)
    state.robber_locked = True
    attacked(state)
    assert "strength 1 against the knights' 0" in log_entries(state, "CK-6.7")[0]
    assert len(log_entries(state, "CK-6.15")) == len(log_entries(state, "CK-6.21")) == 1
    attacked(state)
    assert len(log_entries(state, "CK-6.21")) == 1


@pytest.mark.rule("CK-6.1")
def test_remaining_steps_until_the_attack_are_logged():
    state = island(2)
    state.agenda.clear()
    for _ in range(7):
        step(state, Roll(0), (1, 1, "ship"))
    assert [line.split()[4] for line in log_entries(state, "CK-6.1")] == [
        "6",
        "5",
        "4",
        "3",
        "2",
        "1",
    ]


@pytest.mark.rule("CK-8.7", "CK-8.6", "CK-8.1")
def test_shortage_blocked_hex_and_receivers_are_logged():
    state = island(2, settlements={0: [13], 1: [23]}, cities={0: [12]})
    state.agenda.clear()
    state.bank[1] = 3
    step(state, Produce(6))
    assert "brick" in log_entries(state, "CK-8.7")[0].lower()
    assert log_entries(state, "CK-8.1") == log_entries(state, "CK-8.6") == []
    step(state, Produce(10))
    assert "1 ore, 1 coin" in log_entries(state, "CK-8.1")[0]
    assert len(log_entries(state, "CK-8.7")) == 1
    state.robber = 0
    step(state, Produce(10))
    assert len(log_entries(state, "CK-8.6")) == 1


@pytest.mark.rule("CK-9.2", "CK-9.4", "CK-9.5")
def test_only_discarding_players_are_logged_with_their_cards():
    state = island(3)
    state.robber_locked = True
    give(state, 1, wool=8)
    give(state, 2, ore=7)
    step(state, Seven(), (1, bag(wool=4)))
    assert len(log_entries(state, "CK-9.5")) == 1
    assert len(log_entries(state, "CK-9.2")) == 2
    assert "chosen" in log_entries(state, "CK-9.2")[0]
    assert "4 wool" in log_entries(state, "CK-9.2", 2)[1]


@pytest.mark.rule("CK-7.4", "CK-7.5", "CK-7.9", "CK-24.1")
def test_other_players_see_only_the_deck_of_a_drawn_or_discarded_card():
    state = island(3)
    state.agenda.clear()
    deal(state, 1, "merchant", "merchant", "spy", "mining")
    fill_decks(state, "merchant_fleet", "printer")
    level(state, 1, 1, 0, 1)
    step(state, Roll(0), (1, 1, "gate_trade"), "spy")
    for rule, deck, card in (
        ("CK-7.4", "Trade", "Merchant Fleet"),
        ("CK-7.9", "Politics", "Spy"),
    ):
        (own,) = log_entries(state, rule, 1)
        assert card in own
        for reader in (None, 0, 2):
            (line,) = log_entries(state, rule, reader)
            assert deck in line
            assert card not in line
    step(state, Roll(0), (1, 1, "gate_science"))
    assert "Printer" in log_entries(state, "CK-7.5", 2)[0]


@pytest.mark.rule("CK-19.7", "CK-24.5", "CK-24.6")
def test_spied_hand_is_shown_to_the_spy_only():
    state = island(3)
    deal(state, 0, "spy")
    deal(state, 1, "bishop", "crane")
    run_agenda(state, ("card", "spy"), "crane")
    assert "Bishop" in log_entries(state, "CK-24.6", 0)[0]
    assert log_entries(state, "CK-24.6", 1) == log_entries(state, "CK-24.6", 2) == []
    assert "Crane" in log_entries(state, "CK-19.7", 1)[-1]
    for reader in (None, 2):
        assert "Science" in log_entries(state, "CK-19.7", reader)[-1]
        assert not any("Crane" in line for line in log_entries(state, "CK-19.7", reader))


@pytest.mark.rule("CK-18.5", "CK-18.6")
@pytest.mark.parametrize(
    ("card", "kind", "rule"),
    [("resource_monopoly", "ore", "CK-18.5"), ("commodity_monopoly", "coin", "CK-18.6")],
)
def test_each_monopoly_is_logged_with_its_own_rule(card: str, kind: str, rule: str):
    state = island(2)
    give(state, 1, **{kind: 1})
    deal(state, 0, card)
    run_agenda(state, ("card", card), kind)
    assert len(log_entries(state, rule)) == 3
    assert {"CK-18.5", "CK-18.6"} & set(rules_noted(state)) == {rule}


@pytest.mark.rule("CK-14.1", "CK-14.4")
def test_metropolis_gain_and_loss_are_logged():
    state = island(2, cities={0: [13], 1: [40]})
    level(state, 0, 0, 3, 4)
    level(state, 1, 0, 0, 4)
    metropolis(state, 2, 1, 40)
    give(state, 0, paper=5, coin=4)
    run_agenda(state, ("improve", "science"))
    assert log_entries(state, "CK-14.4") == ["seat 2 loses the Science metropolis."]
    assert len(log_entries(state, "CK-14.1")) == 1
    first = island(2, cities={0: [13]})
    level(first, 0, 0, 3, 0)
    give(first, 0, coin=4)
    run_agenda(first, ("improve", "politics"))
    assert log_entries(first, "CK-14.4") == []


@pytest.mark.rule("CK-22.2", "CK-22.1")
def test_victory_is_logged_last():
    state = island(2)
    points(state, 0, 13)
    state.agenda.clear()
    step(state, turn.BeginTurn(0))
    assert rules_noted(state)[-1] == "CK-22.2"
    assert "13" in log_entries(state, "CK-22.2")[0]


@pytest.mark.rule("CK-4.8")
def test_trade_counters_are_reset_with_the_turn():
    state = island(2)
    give(state, 0, ore=5)
    give(state, 1, wool=1)
    run_agenda(state, ("bank", "ore", "coin"), ("offer", bag(ore=1), bag(wool=1)), ("decline",))
    assert (state.trades, len(state.offers)) == (1, 1)
    state.agenda.clear()
    step(state, EndOfTurn())
    assert (state.trades, state.offers) == (0, ())


HAND_NEEDED = {
    "PreRoll", "Main", "SevenDiscard", "SaboteurDiscard", "ProgressDiscardOffTurn",
    "ProgressDiscardEnd", "TradeResponse", "TradeConfirm", "HarborDeal", "HarborReturn",
    "MasterTake", "SpyTake", "WeddingGift",
}  # fmt: skip
"""Decisions that need the seat's own cards, or cards that are shown to nobody else."""


def decisions(modules: Sequence[Any]) -> dict[str, Any]:
    """The decisions of some modules by name."""
    found = [one for module in modules for one in vars(module).values()]
    return {
        one.__name__: one
        for one in found
        if isinstance(one, type) and issubclass(one, Decision) and one.__name__[0] != "_"
    }


@pytest.mark.rule("CK-24.2", "CK-23.8")
def test_decisions_that_need_the_hand_are_listed():
    modules = (cards_politics_hands, cards_trade, action_phase, progress, robber, trade, turn)
    found = decisions(modules)
    assert {name for name, one in found.items() if one.needs_hand} == HAND_NEEDED
    assert {"RobberHex", "RobberVictim", "SpokenResponse", "MonopolyKind"} <= set(found)


@pytest.mark.rule("CK-20.5", "CK-17.4")
@pytest.mark.parametrize(("numbers", "able"), [((3, 4), True), ((3, 3), False), ((6, 3), False)])
def test_inventor_needs_two_different_movable_tokens(numbers: tuple[int, int], able: bool):
    state = island(2)
    state.set_numbers((*numbers, *[8] * 17))
    deal(state, 0, "inventor")
    picks = [pick for pick in pending_step(state).options(state) if pick[0] == "card"]
    assert bool(picks) == able


def test_log_distinguishes_hexes_with_equal_names() -> None:
    state = island(2)
    here, there = [hex for hex, one in enumerate(state.terrains) if one == "fields"][:2]
    numbers = list(state.numbers)
    numbers[there] = numbers[here]
    state.set_numbers(tuple(numbers))
    step(state, robber.RobberHex(0), there)
    assert log_entries(state, "CK-9.7")[0].endswith(
        f"moves the robber to Fields {numbers[here]} (h{there})."
    )
    assert hex_name(state, state.terrains.index("desert")).plain() == "Desert"


@pytest.mark.rule("CK-20.3")
def test_improvement_that_costs_nothing_names_the_crane() -> None:
    state = island(2, cities={0: [13]})
    deal(state, 0, "crane")
    run_agenda(state, ("improve", "trade", "crane"))
    (entry,) = log_entries(state, "CK-13.1")
    assert entry.endswith("for free with Crane.")
    assert "0" not in entry
