"""A turn: before the roll, the dice, the gates, the end (CK-4, CK-5, CK-7)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.games.knights.main import Main
from engine.games.knights.progress import ProgressDiscardEnd
from engine.games.knights.rounds import EndOfTurn, Turn
from engine.games.knights.state import Island
from engine.games.knights.trade import TradeOffer
from engine.games.knights.turn import BeginTurn, PreRoll, Roll, RollEvent, have_fallen
from tests.engine.games.knights.positions import (
    asked,
    bag,
    begin,
    deal,
    fill_decks,
    give,
    go_on,
    hand,
    held,
    island,
    level,
    notes,
    refused,
    rules_told,
    step,
    waits,
)


@pytest.mark.rule("CK-4.1", "CK-4.2", "CK-4.3", "CK-4.4", "CK-4.6", "CK-4.7", "CK-4.8")
def test_a_turn_goes_through_its_phases():
    state = island(2, settlements={0: [13]})
    state.agenda.clear()
    state.push(Turn(1))
    go_on(state)
    assert waits(state) == "PreRoll 1"
    assert (state.turn, state.active) == (2, 1)
    go_on(state, "roll", (1, 3, "gate_trade"))
    assert waits(state) == "Main 1"
    assert hand(state, 0) == {"wool": 1}
    go_on(state, ("end",))
    assert waits(state) == "PreRoll 0"
    assert (state.turn, state.round) == (3, 2)


@pytest.mark.rule("CK-4.3", "CK-17.1", "CK-4.11")
def test_before_the_roll_one_may_roll_or_play_an_alchemist_and_is_always_asked():
    state = step(island(), BeginTurn(0))
    assert list(asked(state).options(state)) == ["roll"]
    assert asked(state).always_asks
    assert refused(state, "alchemist") == "CK-20.1"
    assert refused(state, "crane") == "CK-4.3"
    deal(state, 0, "alchemist", "crane")
    assert list(asked(state).options(state)) == ["roll", "alchemist"]


@pytest.mark.rule("CK-4.5", "CK-4.6", "CK-9.5", "CK-9.6", "CK-6.21")
def test_w11_the_event_comes_before_the_seven():
    state = island(settlements={1: [0]})
    state.robber_locked, state.attacks, state.ship = True, 0, 6
    give(state, 1, lumber=8)
    step(state, Roll(0), (3, 4, "ship"))
    told = rules_told(state)
    assert told.index("CK-6.7") < told.index("CK-6.21")
    go_on(state, (1, bag(lumber=4)))
    assert waits(state) == "RobberHex 0"
    assert not state.robber_locked
    locked = island(settlements={1: [0]})
    locked.robber_locked, locked.ship = True, 6
    give(locked, 1, lumber=8)
    step(locked, Roll(0), (3, 4, "gate_trade"), (1, bag(lumber=4)))
    assert waits(locked) == "Main 0"
    assert locked.robber == 9
    assert hand(locked, 0) == {}


@pytest.mark.rule("CK-5.1", "CK-5.2", "CK-5.3")
def test_dice_are_fair_and_independent():
    state = island()
    rolls = [Roll(0).sample(state, Dice(b"%d" % n)) for n in range(6000)]
    for at in (0, 1):
        faces = Counter(roll[at] for roll in rolls)
        assert sorted(faces) == [1, 2, 3, 4, 5, 6]
        assert all(850 < count < 1150 for count in faces.values())
    events = Counter(roll[2] for roll in rolls)
    assert 2850 < events["ship"] < 3150
    assert all(850 < events[f"gate_{t}"] < 1150 for t in ("trade", "politics", "science"))
    ships = [roll for roll in rolls if roll[2] == "ship"]
    assert 400 < sum(roll[0] == 6 for roll in ships) < 600
    assert all(Roll(0).check(state, roll) is None for roll in rolls[:100])


@pytest.mark.parametrize(
    "outcome", [None, (0, 1, "ship"), (1, 7, "ship"), (1, 1, "gate"), (True, 1, "ship"), (1, 1)]
)
def test_dice_that_cannot_fall_are_refused(outcome: Any):
    assert Roll(0).check(island(), outcome) is not None
    assert RollEvent(0, 1, 1).check(island(), outcome) is not None


@pytest.mark.rule("CK-7.1", "CK-5.4", "CK-5.2")
@pytest.mark.parametrize("own", range(6))
def test_who_draws_at_a_gate(own: int):
    draws = 0
    for red in range(1, 7):
        state = island(2)
        fill_decks(state, "merchant")
        level(state, 1, own, 0, 0)
        have_fallen(state, 0, red, 1, "gate_trade")
        go_on(state)
        draws += state.cards_held(1)
        assert state.cards_held(1) == (own >= 1 and red <= own + 1)
        assert state.cards_held(0) == 0
    assert draws == (own + 1 if own else 0)


@pytest.mark.rule("CK-7.1", "CK-7.2", "CK-4.5", "CK-5.4", "CK-4.10")
def test_w5_a_gate():
    state = island(settlements={0: [13]})
    state.active = 1
    state.agenda.clear()
    fill_decks(state, "merchant_fleet", "bishop", "resource_monopoly")
    for seat, own in enumerate((3, 2, 5, 0)):
        level(state, seat, own, 0, 0)
    step(state, Roll(1), (4, 2, "gate_trade"))
    assert held(state, 2) == ["merchant_fleet"]
    assert held(state, 0) == ["resource_monopoly"]
    assert state.backs == [(1, 0, 0), (0, 0, 0), (1, 0, 0), (0, 0, 0)]
    assert state.deck_sizes == [16, 18, 18]
    told = notes(state)
    drawn = [line for line in told if "draws a card" in line]
    assert [line.split()[1] for line in drawn] == ["3", "1"]
    assert told.index(drawn[-1]) < next(k for k, line in enumerate(told) if "receives" in line)


@pytest.mark.rule("CK-7.3")
def test_an_empty_deck_gives_no_card():
    state = island(2)
    state.decks[0], state.deck_sizes[0] = (), 0
    level(state, 1, 5, 0, 0)
    have_fallen(state, 0, 1, 1, "gate_trade")
    go_on(state)
    assert held(state, 1) == []


@pytest.mark.rule("CK-7.4", "CK-24.2", "CK-24.1")
def test_a_drawn_card_is_seen_by_its_owner_alone_and_its_deck_by_all():
    state = island(3)
    fill_decks(state, "merchant_fleet")
    level(state, 1, 1, 0, 0)
    have_fallen(state, 0, 1, 1, "gate_trade")
    go_on(state)
    story = state.story or []
    for reader in (None, 0, 2):
        seen = [note.text.plain() for note in story if note.is_for(reader)]
        assert not any("Merchant Fleet" in line for line in seen)
        assert state.view(reader).backs[1] == (1, 0, 0)
    assert any("Merchant Fleet" in note.text.plain() for note in story if note.is_for(1))
    assert state.revealed is not None


@pytest.mark.rule("CK-7.5", "CK-22.1", "CK-24.7", "CK-20.9", "CK-19.2")
@pytest.mark.parametrize(("card", "gate"), [("printer", "science"), ("constitution", "politics")])
def test_printer_and_constitution_are_laid_open_when_drawn(card: str, gate: str):
    state = island(2)
    fill_decks(state, card)
    for _ in range(4):
        deal(state, 1, "merchant")
    level(state, 1, 1, 1, 1)
    before = state.points(1)
    have_fallen(state, 0, 1, 1, f"gate_{gate}")
    go_on(state)
    assert waits(state) == "Main 0"
    assert state.points(1) == before + 1
    assert card not in held(state, 1)
    assert [state.box.cards[one].id for one in state.open_cards[1]] == [card]
    assert state.view(0).open_cards[1] == state.open_cards[1]


@pytest.mark.rule("CK-7.6", "CK-7.7", "CK-7.2", "CK-7.5")
def test_w6_hand_limits():
    def at_the_gate(active: int, gate: str) -> Island:
        state = island()
        state.agenda.clear()
        state.active = active
        fill_decks(state, "printer", "merchant_fleet")
        for seat, own in ((0, 3), (1, 2), (2, 5)):
            level(state, seat, own, 0, own if gate == "gate_science" else 0)
        for seat in (0, 2):
            deal(state, seat, "spy", "spy" if seat else "bishop", "wedding", "warlord")
        have_fallen(state, active, 4, 2, gate)
        return go_on(state)

    state = at_the_gate(1, "gate_trade")
    assert waits(state) == "ProgressDiscardOffTurn 2"
    assert state.cards_held(0) == 4
    go_on(state, "merchant_fleet")
    assert waits(state) == "ProgressDiscardOffTurn 0"
    assert state.decks[0][0] == state.box.card_numbers["merchant_fleet"]
    state = at_the_gate(0, "gate_trade")
    assert state.cards_held(0) == 5
    assert waits(state) == "ProgressDiscardOffTurn 2"
    go_on(state, "warlord")
    assert asked(state) is None
    state = at_the_gate(1, "gate_science")
    assert state.cards_held(2) == 4
    assert state.points(2) == 1
    assert waits(state) == "ProgressDiscardOffTurn 0"


@pytest.mark.rule("CK-7.8", "CK-7.6", "CK-4.8")
def test_whoever_ends_the_turn_with_five_cards_discards_one():
    state = island(2)
    deal(state, 0, "merchant", "merchant", "spy", "bishop", "wedding")
    state.agenda.clear()
    state.push(Turn(1))
    state.push(Main(0))
    go_on(state, ("end",))
    assert waits(state) == "ProgressDiscardEnd 0"
    assert refused(state, "inventor") == "CK-7.8"
    go_on(state, "spy")
    assert waits(state) == "PreRoll 1"
    assert held(state, 0) == ["merchant", "merchant", "bishop", "wedding"]


@pytest.mark.rule("CK-7.9", "CK-24.3", "CK-24.1")
def test_a_discarded_card_goes_under_its_deck_and_stays_hidden():
    match = begin(2)
    state: Any = match.state
    deal(state, 0, "spy", "bishop")
    discard = ProgressDiscardEnd(0)
    state.push(discard)
    state.story = []
    go_on(state, "spy")
    assert state.decks[1][0] == state.box.card_numbers["spy"]
    assert state.deck_sizes[1] == 17
    told = discard.told("spy", 1)
    assert told[0] == "politics"
    assert "spy" not in repr(told)
    assert not any("Spy" in n.text.plain() for n in state.story if n.is_for(1))


@pytest.mark.rule("CK-7.10")
def test_progress_cards_are_no_hand_cards():
    state = island(2, settlements={1: [13]})
    deal(state, 1, "merchant", "spy")
    give(state, 1, wool=7)
    assert state.hand_sizes[1] == 7
    step(state, Roll(0), (3, 4, "gate_trade"))
    assert waits(state) == "RobberHex 0"
    pool = TradeOffer().bag(state, 1, ())
    assert pool is not None
    assert pool.pool == (("wool", 7),)


@pytest.mark.rule("CK-20.1", "CK-20.2", "CK-17.3", "CK-7.1")
def test_w20_the_alchemist_chooses_the_dice():
    def played(red: int, yellow: int) -> Island:
        state = island(settlements={3: [13]})
        state.agenda.clear()
        deal(state, 0, "alchemist")
        for seat, own in enumerate((1, 4, 0, 1)):
            level(state, seat, 0, own, 0)
        fill_decks(state, "spy", "bishop", "wedding")
        state.push(PreRoll(0))
        return go_on(state, "alchemist", (red, yellow), "gate_politics")

    state = played(1, 5)
    assert [state.cards_held(seat) for seat in range(4)] == [1, 1, 0, 1]
    assert hand(state, 3) == {"brick": 1}
    assert state.dice == (1, 5)
    assert state.alchemist_played
    assert sum(state.totals) == 0
    state = played(5, 1)
    assert [state.cards_held(seat) for seat in range(4)] == [0, 1, 0, 0]


@pytest.mark.rule("CK-20.1", "CK-20.2")
def test_the_alchemist_may_choose_a_seven():
    state = island()
    deal(state, 0, "alchemist")
    state.push(PreRoll(0))
    go_on(state, "alchemist", (3, 4), "gate_trade")
    assert waits(state) == "RobberHex 0"


@pytest.mark.rule("CK-17.3")
def test_a_played_alchemist_can_be_drawn_again_at_once():
    state = island(2)
    state.agenda.clear()
    deal(state, 0, "alchemist")
    state.decks[2], state.deck_sizes[2] = (), 0
    level(state, 1, 0, 0, 1)
    state.push(PreRoll(0))
    go_on(state, "alchemist", (1, 2), "gate_science")
    assert held(state, 1) == ["alchemist"]


@pytest.mark.rule("CK-7.11")
def test_the_spy_frees_a_place_before_it_takes():
    state = island(2)
    deal(state, 0, "spy", "merchant", "merchant", "merchant", "merchant")
    deal(state, 1, "bishop")
    go_on(state, ("card", "spy"))
    assert len(held(state, 0)) == 5


@pytest.mark.rule("CK-4.8")
def test_what_lasts_a_turn_ends_with_it():
    state = island(2)
    state.fleet, state.dealt, state.crane_played, state.ready, state.promoted = 3, 2, True, 1, 1
    state.agenda.clear()
    step(state, EndOfTurn())
    assert (state.fleet, state.dealt, state.ready, state.promoted) == (0, 0, 0, 0)
    assert not state.crane_played


@pytest.mark.rule("CK-4.9")
def test_others_act_only_when_they_are_asked():
    match = begin(3, layout="beginner")
    while match.owed()[0].decision.name != "Main":
        (owed,) = match.owed()
        match.choose(owed.seat, match.options(owed.seat)[0])
    assert [owed.seat for owed in match.owed()] == [0]
