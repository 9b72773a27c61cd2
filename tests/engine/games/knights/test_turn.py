"""A turn: before the roll, the dice, the gates, the end (CK-4, CK-5, CK-7)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.games.knights.action_phase import Main
from engine.games.knights.barbarians import PillageCity, TieReward
from engine.games.knights.production import Produce
from engine.games.knights.progress import ProgressDiscardEnd
from engine.games.knights.robber import Rob
from engine.games.knights.rounds import EndOfTurn, Turn
from engine.games.knights.state import TIPPED, Island
from engine.games.knights.trade import TradeOffer
from engine.games.knights.turn import BeginTurn, PreRoll, Roll, RollEvent, apply_roll
from tests.engine.games.knights.positions import (
    bag,
    begin,
    deal,
    edges,
    fill_decks,
    give,
    hand,
    held,
    island,
    level,
    notes,
    pending_step,
    points,
    possible,
    refused,
    rules_noted,
    run_agenda,
    step,
    waits,
)

LAND = island()

CARDS = (
    "deserter diplomat engineer intrigue master_merchant medicine merchant road_building smith spy"
)


@pytest.mark.rule("CK-4.1", "CK-4.2", "CK-4.3", "CK-4.4", "CK-4.6", "CK-4.7", "CK-4.8")
def test_turn_has_its_phases():
    state = island(2, settlements={0: [13]})
    state.agenda.clear()
    state.push(Turn(1))
    run_agenda(state)
    assert waits(state) == "PreRoll 1"
    assert (state.turn, state.active) == (2, 1)
    run_agenda(state, "roll", (1, 3, "gate_trade"))
    assert waits(state) == "Main 1"
    assert hand(state, 0) == {"wool": 1}
    run_agenda(state, ("end",))
    assert waits(state) == "PreRoll 0"
    assert (state.turn, state.round) == (3, 2)


@pytest.mark.rule("CK-4.3", "CK-17.1", "CK-4.11")
def test_alchemist_or_roll_is_always_asked_before_the_roll():
    state = step(island(), BeginTurn(0))
    assert list(pending_step(state).options(state)) == ["roll"]
    assert pending_step(state).always_asks
    assert refused(state, "alchemist") == "CK-20.1"
    assert refused(state, "crane") == "CK-4.3"
    deal(state, 0, "alchemist", "crane")
    assert list(pending_step(state).options(state)) == ["roll", "alchemist"]


@pytest.mark.rule("CK-4.5", "CK-4.6", "CK-9.5", "CK-9.6", "CK-6.21")
def test_w11_event_precedes_the_seven():
    state = island(settlements={1: [0]})
    state.robber_locked, state.attacks, state.ship = True, 0, 6
    give(state, 1, lumber=8)
    step(state, Roll(0), (3, 4, "ship"))
    rules = rules_noted(state)
    assert rules.index("CK-6.7") < rules.index("CK-6.21")
    run_agenda(state, (1, bag(lumber=4)))
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
def test_impossible_dice_are_refused(outcome: Any):
    assert Roll(0).check(island(), outcome) is not None
    assert RollEvent(0, 1, 1).check(island(), outcome) is not None


@pytest.mark.rule("CK-7.1", "CK-5.4", "CK-5.2")
@pytest.mark.parametrize("own", range(6))
def test_gate_draws_depend_on_level_and_red_die(own: int):
    draws = 0
    for red in range(1, 7):
        state = island(2)
        fill_decks(state, "merchant")
        level(state, 1, own, 0, 0)
        apply_roll(state, 0, red, 1, "gate_trade")
        run_agenda(state)
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
    log_notes = notes(state)
    drawn = [line for line in log_notes if " draws a " in line]
    assert [line.split()[1] for line in drawn] == ["3", "1"]
    assert log_notes.index(drawn[-1]) < next(
        k for k, line in enumerate(log_notes) if "receives" in line
    )


@pytest.mark.rule("CK-7.3")
def test_empty_deck_gives_no_card():
    state = island(2)
    state.decks[0], state.deck_sizes[0] = (), 0
    level(state, 1, 5, 0, 0)
    apply_roll(state, 0, 1, 1, "gate_trade")
    run_agenda(state)
    assert held(state, 1) == []


@pytest.mark.rule("CK-7.4", "CK-24.2", "CK-24.1")
def test_drawn_card_is_visible_to_its_owner_and_its_deck_to_everyone():
    state = island(3)
    fill_decks(state, "merchant_fleet")
    level(state, 1, 1, 0, 0)
    apply_roll(state, 0, 1, 1, "gate_trade")
    run_agenda(state)
    story = state.notes or []
    for reader in (None, 0, 2):
        seen = [note.text.plain() for note in story if note.is_for(reader)]
        assert not any("Merchant Fleet" in line for line in seen)
        assert state.view(reader).backs[1] == (1, 0, 0)
    assert any("Merchant Fleet" in note.text.plain() for note in story if note.is_for(1))
    assert state.revealed is not None


@pytest.mark.rule("CK-7.5", "CK-22.1", "CK-24.7", "CK-20.9", "CK-19.2")
@pytest.mark.parametrize(("card", "gate"), [("printer", "science"), ("constitution", "politics")])
def test_printer_and_constitution_are_revealed_when_drawn(card: str, gate: str):
    state = island(2)
    fill_decks(state, card)
    for _ in range(4):
        deal(state, 1, "merchant")
    level(state, 1, 1, 1, 1)
    before = state.points(1)
    apply_roll(state, 0, 1, 1, f"gate_{gate}")
    run_agenda(state)
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
        apply_roll(state, active, 4, 2, gate)
        return run_agenda(state)

    state = at_the_gate(1, "gate_trade")
    assert waits(state) == "ProgressDiscardOffTurn 2"
    assert state.cards_held(0) == 4
    run_agenda(state, "merchant_fleet")
    assert waits(state) == "ProgressDiscardOffTurn 0"
    assert state.decks[0][0] == state.box.card_numbers["merchant_fleet"]
    state = at_the_gate(0, "gate_trade")
    assert state.cards_held(0) == 5
    assert waits(state) == "ProgressDiscardOffTurn 2"
    run_agenda(state, "warlord")
    assert pending_step(state) is None
    state = at_the_gate(1, "gate_science")
    assert state.cards_held(2) == 4
    assert state.points(2) == 1
    assert waits(state) == "ProgressDiscardOffTurn 0"


@pytest.mark.rule("CK-7.8", "CK-7.6", "CK-4.8")
def test_five_cards_at_the_end_of_the_turn_require_a_discard():
    state = island(2)
    deal(state, 0, "merchant", "merchant", "spy", "bishop", "wedding")
    state.agenda.clear()
    state.push(Turn(1))
    state.push(Main(0))
    run_agenda(state, ("end",))
    assert waits(state) == "ProgressDiscardEnd 0"
    assert refused(state, "inventor") == "CK-7.8"
    run_agenda(state, "spy")
    assert waits(state) == "PreRoll 1"
    assert held(state, 0) == ["merchant", "merchant", "bishop", "wedding"]


@pytest.mark.rule("CK-7.9", "CK-24.3", "CK-24.1")
def test_discarded_card_goes_under_its_deck_hidden():
    match = begin(2)
    state: Any = match.state
    deal(state, 0, "spy", "bishop")
    discard = ProgressDiscardEnd(0)
    state.push(discard)
    state.notes = []
    run_agenda(state, "spy")
    assert state.decks[1][0] == state.box.card_numbers["spy"]
    assert state.deck_sizes[1] == 17
    redacted = discard.redacted("spy", 1)
    assert redacted[0] == "politics"
    assert "spy" not in repr(redacted)
    assert not any("Spy" in n.text.plain() for n in state.notes if n.is_for(1))


@pytest.mark.rule("CK-7.10")
def test_progress_cards_are_not_hand_cards():
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
def test_w20_alchemist_chooses_the_dice():
    def played(red: int, yellow: int) -> Island:
        state = island(settlements={3: [13]})
        state.agenda.clear()
        deal(state, 0, "alchemist")
        for seat, own in enumerate((1, 4, 0, 1)):
            level(state, seat, 0, own, 0)
        fill_decks(state, "spy", "bishop", "wedding")
        state.push(PreRoll(0))
        return run_agenda(state, "alchemist", (red, yellow), "gate_politics")

    state = played(1, 5)
    assert [state.cards_held(seat) for seat in range(4)] == [1, 1, 0, 1]
    assert hand(state, 3) == {"brick": 1}
    assert state.dice == (1, 5)
    assert state.alchemist_played
    assert sum(state.totals) == 0
    state = played(5, 1)
    assert [state.cards_held(seat) for seat in range(4)] == [0, 1, 0, 0]


@pytest.mark.rule("CK-20.1", "CK-20.2")
def test_alchemist_may_choose_a_seven():
    state = island()
    deal(state, 0, "alchemist")
    state.push(PreRoll(0))
    run_agenda(state, "alchemist", (3, 4), "gate_trade")
    assert waits(state) == "RobberHex 0"


@pytest.mark.rule("CK-17.3")
def test_played_alchemist_can_be_drawn_again_at_once():
    state = island(2)
    state.agenda.clear()
    deal(state, 0, "alchemist")
    state.decks[2], state.deck_sizes[2] = (), 0
    level(state, 1, 0, 0, 1)
    state.push(PreRoll(0))
    run_agenda(state, "alchemist", (1, 2), "gate_science")
    assert held(state, 1) == ["alchemist"]


@pytest.mark.rule("CK-7.11")
def test_playing_spy_frees_a_place_before_taking():
    state = island(2)
    deal(state, 0, "spy", "merchant", "merchant", "merchant", "merchant")
    deal(state, 1, "bishop")
    run_agenda(state, ("card", "spy"))
    assert len(held(state, 0)) == 5


@pytest.mark.rule("CK-4.8")
def test_turn_effects_end_with_the_turn():
    state = island(2)
    state.fleet, state.dealt, state.crane_played, state.ready, state.promoted = 3, 2, True, 1, 1
    state.agenda.clear()
    step(state, EndOfTurn())
    assert (state.fleet, state.dealt, state.ready, state.promoted) == (0, 0, 0, 0)
    assert not state.crane_played


@pytest.mark.rule("CK-4.9")
def test_other_players_act_only_when_asked():
    match = begin(3, layout="beginner")
    while match.pending()[0].decision.name != "Main":
        (pending,) = match.pending()
        match.choose(pending.seat, match.options(pending.seat)[0])
    assert [pending.seat for pending in match.pending()] == [0]


@pytest.mark.rule("CK-4.2", "CK-16.1", "CK-4.8")
def test_active_knights_of_the_active_player_are_ready_until_the_turn_ends():
    state = island(
        3, knights={0: {13: 1}, 1: {40: 2, 45: 1}, 2: {0: 3}}, active=[13, 40, 0], ready=[]
    )
    state.agenda.clear()
    state.push(Turn(1))
    run_agenda(state)
    assert state.ready == 1 << 40
    run_agenda(state, "roll", (1, 3, "gate_trade"), ("end",))
    assert waits(state) == "PreRoll 2"
    assert state.ready == 1 << 0


def refused_dice(pick: Any) -> str:
    """The rule by which these dice of an Alchemist are refused."""
    state = island(2)
    deal(state, 0, "alchemist")
    return refused(step(state, PreRoll(0), "alchemist"), pick)


@pytest.mark.rule("CK-4.3", "CK-20.1")
def test_roll_follows_alchemist_without_a_second_one():
    state = island(2)
    state.agenda.clear()
    deal(state, 0, "alchemist", "alchemist")
    step(state, PreRoll(0), "alchemist")
    assert waits(state) == "AlchemistDice 0"
    run_agenda(state, (6, 6))
    assert pending_step(state).name == "RollEvent"
    assert held(state, 0) == ["alchemist"]
    assert [refused_dice(pick) for pick in ((0, 1), (1, 7), (7, 0), ("1", 1), 6)] == ["CK-20.1"] * 5


@pytest.mark.rule("CK-4.4", "CK-4.5", "CK-4.6", "CK-6.22")
def test_event_is_resolved_completely_before_production():
    state = island(2, settlements={0: [13]}, knights={0: {23: 1}, 1: {29: 1}}, active=[23, 29])
    state.ship = 6
    step(state, Roll(0), (1, 3, "ship"))
    assert waits(state) == "TieDeck 0"
    assert hand(state, 0) == {}
    run_agenda(state, "trade")
    assert waits(state) == "TieDeck 1"
    assert hand(state, 0) == {}
    run_agenda(state, "science")
    assert hand(state, 0) == {"wool": 1}
    assert waits(state) == "Main 0"


def _rest_of_turn(state: Island) -> list[Any]:
    """The steps after the action phase of seat 0: the end of the turn, then seat 1."""
    state.push(Turn(0))
    state.agenda.pop().run(state)  # type: ignore[attr-defined]
    rest = state.agenda[1::-1]
    state.agenda.clear()
    return rest


@pytest.mark.rule("CK-4.8", "CK-18.4", "CK-20.3", "CK-18.1", "CK-15.8", "CK-16.1")
def test_fleet_crane_harbor_promotion_and_readiness_end_with_the_turn():
    state = island(2, cities={0: [13, 40]}, knights={0: {18: 1}}, ready=[18])
    state.agenda.clear()
    state.push(Main(0), *_rest_of_turn(state))
    deal(state, 0, "merchant_fleet", "crane", "crane", "commercial_harbor")
    give(state, 0, ore=2, wool=2, lumber=1)
    give(state, 1, grain=1)
    run_agenda(
        state,
        ("card", "merchant_fleet"),
        "ore",
        ("improve", "politics", "crane"),
        ("promote", 18),
        ("card", "commercial_harbor"),
        (1, "lumber"),
    )
    assert state.rates(0)[4] == 2
    assert refused(state, ("improve", "trade", "crane")) == "CK-20.3"
    assert (state.dealt, state.promoted, state.ready) == (2, 1 << 18, 1 << 18)
    run_agenda(
        state, ("end",), "roll", (1, 1, "gate_trade"), ("end",), "roll", (1, 1, "gate_trade")
    )
    assert waits(state) == "Main 0"
    assert state.rates(0)[4] == 4
    assert (state.dealt, state.promoted) == (0, 0)
    assert state.ready == 1 << 18
    level(state, 0, 0, 3, 0)
    assert ("trade", "crane") in possible(state, "improve")
    assert possible(state, "promote") == [(18,)]


@pytest.mark.rule("CK-4.11", "CK-17.4")
def test_obvious_decisions_are_not_asked():
    lone = island(2, cities={0: [13], 1: [40]})
    assert pending_step(step(lone, PillageCity(1))) == Main(0)
    one_deck = island(2)
    one_deck.decks, one_deck.deck_sizes = [(), one_deck.decks[1], ()], [0, 18, 0]
    assert waits(step(one_deck, TieReward(0))) == "Main 0"
    assert one_deck.cards_held(0) == 1
    robbed = island(3, settlements={1: [13]})
    give(robbed, 1, ore=1)
    robbed.move_robber(4)
    assert pending_step(step(robbed, Rob(0))).name == "Steal"


def single_way(card: str) -> Island:
    """A position in which everyone can see that a card leaves no choice to anyone."""
    match card:
        case "deserter":
            state = island(2, roads={0: edges(LAND, "2-6")}, knights={0: {2: 1, 6: 2}, 1: {5: 1}})
        case "diplomat":
            state = island(2, settlements={1: [40]}, roads={1: edges(LAND, "40-45")})
        case "intrigue":
            roads = {0: edges(LAND, "5-9"), 1: edges(LAND, "2-5")}
            state = island(2, roads=roads, knights={1: {5: 3}})
        case "medicine":
            state = island(2, settlements={0: [0]}, cities={0: [13]})
            state.replace(13, TIPPED)
            give(state, 0, ore=2, grain=1)
        case "road_building":
            state = island(
                2, settlements={0: [0]}, roads={1: edges(LAND, "0-3")}, knights={1: {4: 1}}
            )
        case "smith":
            state = island(2, knights={0: {13: 1}})
        case "master_merchant" | "spy":
            state = island(2)
            points(state, 1, 3)
            give(state, 1, ore=1)
            deal(state, 1, "bishop")
        case _:
            state = island(2, cities={0: [2]})
    deal(state, 0, card)
    return state


@pytest.mark.rule("CK-4.11", "CK-20.10", "CK-20.11", "CK-19.3")
@pytest.mark.parametrize("card", CARDS.split())
def test_card_with_one_way_to_play_asks_nothing(card: str):
    state = run_agenda(single_way(card), ("card", card))
    assert waits(state) == "Main 0"
    assert card not in held(state, 0)


@pytest.mark.rule("CK-5.2", "CK-7.1")
def test_yellow_die_does_not_affect_a_gate():
    for yellow in range(1, 7):
        state = island(2)
        state.agenda.clear()
        fill_decks(state, "merchant")
        level(state, 1, 2, 0, 0)
        step(state, BeginTurn(0), "roll", (3, yellow, "gate_trade"))
        assert state.cards_held(1) == 1


@pytest.mark.rule("CK-5.1", "CK-8.1")
def test_sum_of_red_and_yellow_selects_hexes():
    state = island(2, settlements={0: [13]})
    state.agenda.clear()
    step(state, Roll(0), (4, 2, "gate_trade"))
    assert hand(state, 0) == {"brick": 1}
    state.agenda.clear()
    step(state, Produce(5))
    assert hand(state, 0) == {"brick": 1}


@pytest.mark.rule("CK-7.2", "CK-7.3", "CK-7.7", "CK-7.9")
def test_card_discarded_at_the_gate_can_be_drawn_next():
    state = island(3)
    state.agenda.clear()
    deal(state, 1, "spy", "spy", "merchant", "merchant")
    state.decks[0] = (state.box.card_numbers["merchant_fleet"],)
    state.deck_sizes[0] = 1
    for seat in (1, 2):
        level(state, seat, 1, 0, 0)
    step(state, Roll(0), (1, 1, "gate_trade"))
    assert waits(state) == "ProgressDiscardOffTurn 1"
    run_agenda(state, "merchant")
    assert held(state, 2) == ["merchant"]
    assert state.deck_sizes[0] == 0


@pytest.mark.rule("CK-7.6", "CK-7.8", "CK-7.5")
def test_five_cards_are_allowed_in_own_turn_and_points_never_count():
    state = island(2, cities={0: [13]})
    deal(state, 0, "merchant", "spy", "bishop", "mining")
    fill_decks(state, "constitution", "wedding")
    level(state, 0, 0, 1, 0)
    step(state, Roll(0), (1, 1, "gate_politics"))
    assert (state.cards_held(0), len(state.open_cards[0])) == (4, 1)
    step(state, Roll(0), (1, 1, "gate_politics"))
    assert state.cards_held(0) == 5
    assert waits(state) == "Main 0"
    run_agenda(state, ("end",))
    assert waits(state) == "ProgressDiscardEnd 0"
    assert set(pending_step(state).options(state)) == {
        "merchant",
        "spy",
        "bishop",
        "mining",
        "wedding",
    }


@pytest.mark.rule("CK-7.7", "CK-7.8", "CK-4.11")
def test_discard_of_five_equal_cards_is_still_asked():
    state = island(2)
    state.agenda.clear()
    for seat in (0, 1):
        deal(state, seat, "merchant", "merchant")
    merchant = state.box.card_numbers["merchant"]
    state.progress[1], state.backs[1] = (merchant,) * 4, (4, 0, 0)
    state.decks[0], state.deck_sizes[0] = (merchant,), 1
    level(state, 1, 1, 0, 0)
    step(state, Roll(0), (1, 1, "gate_trade"))
    assert waits(state) == "ProgressDiscardOffTurn 1"
    assert pending_step(state).options(state) == ["merchant"]
    own = island(2)
    own.progress[0], own.backs[0] = (merchant,) * 5, (5, 0, 0)
    run_agenda(own, ("end",))
    assert waits(own) == "ProgressDiscardEnd 0"


@pytest.mark.rule("CK-7.10", "CK-7.5", "CK-19.7", "CK-9.8")
def test_hand_effects_do_not_touch_progress_cards_or_spy_open_ones():
    state = island(2, settlements={1: [13]})
    points(state, 1, 3)
    deal(state, 1, "merchant", "mining")
    state.open_cards[1] = (state.box.card_numbers["printer"],)
    deal(state, 0, "saboteur", "wedding", "bishop", "master_merchant")
    assert possible(state, "card") == [("bishop",)]
    run_agenda(state, ("card", "bishop"), 4)
    assert held(state, 1) == ["merchant", "mining"]
    bare = island(2)
    bare.open_cards[1] = state.open_cards[1]
    deal(bare, 0, "spy")
    assert refused(bare, ("card", "spy")) == "CK-19.7"
