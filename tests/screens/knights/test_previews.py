"""What is foretold of choices in Cities & Knights: results first, and chance told as chance."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.knights.award import measure_roads
from engine.games.knights.bank import bank_price
from engine.games.knights.state import Island
from engine.text import Text
from screens.knights.previews import FURTHER, bargain, changes, preview
from tests.engine.knights.positions import deal, edges, give, go_on, island, level
from tests.screens.knights.scenes import begun, play_on, scene_of


def said(told: list[Text]) -> str:
    """Some sentences as one."""
    tongue = scene_of(begun(4)).tongue
    return " ".join(tongue.say(line) for line in told)


def further(name: str, view: Island, seat: int, pick: Any) -> str:
    """What is told of a pick besides what it does."""
    return said(FURTHER[name](view, view, seat, pick))


def test_a_knight_that_breaks_a_road_is_told_with_what_its_owner_loses():
    before = island(
        2,
        settlements={1: [34]},
        roads={
            0: edges(island(), "18-23"),
            1: edges(island(), "12-17", "17-23", "23-29", "29-34", "34-39"),
        },
    )
    measure_roads(before)
    assert before.award == 1
    give(before, 0, wool=1, ore=1)
    after = before.copy()
    go_on(after, ("recruit", 23))
    told = said(changes(before, after, 0))
    assert "Boris: longest road 3." in told
    assert "Hand: empty" in told


def test_the_dice_are_told_as_chance():
    state = island(2, cities={0: [12]}, settlements={0: [13], 1: [23]})
    give(state, 0, grain=9)
    level(state, 0, 3, 0, 1)
    state.ship = 6
    told = further("PreRoll", state, 0, "roll")
    assert "Cards for you in 13 of 36 rolls." in told
    assert "A seven (6 of 36) costs you 4 cards." in told
    assert "The barbarians come in 18 of 36: Anna would lose a city." in told
    assert "of 36: Trade 4, Science 2." in told


def test_what_an_alchemist_brings_for_certain_and_by_chance():
    state = island(2, cities={0: [12]}, settlements={1: [23]})
    level(state, 0, 3, 0, 0)
    level(state, 1, 1, 0, 0)
    told = further("AlchemistDice", state, 0, (4, 2))
    assert "6: cards for Anna, Boris." in told
    assert "1 of 6, gate: Trade: Anna." in told
    assert "seven" in further("AlchemistDice", state, 0, (4, 3))


def test_a_robbery_is_told_as_chance():
    state = island(2, counted_cards="yes")
    give(state, 1, wool=4, ore=2)
    state.known[1] = [0, 0, 3, 0, 0, 0, 0, 0]
    told = further("RobberVictim", state, 0, 1)
    assert "Chance takes 1 of the 6 cards of Boris." in told
    assert "Known of them: 3 wool." in told


def test_what_a_level_brings():
    state = island(2, cities={0: [12], 1: [23]})
    level(state, 0, 2, 0, 0)
    told = further("Main", state, 0, ("improve", "trade"))
    assert "A card at red 1-4." in told
    assert "You get:" in told
    level(state, 0, 3, 0, 0)
    assert "comes to you" in further("Main", state, 0, ("improve", "trade"))
    level(state, 0, 4, 0, 0)
    level(state, 1, 4, 0, 0)
    state.metropolis_owners[0] = 1
    assert "Boris loses the metropolis to you" in further("Main", state, 0, ("improve", "trade"))


def test_the_end_of_a_turn_names_what_is_left_undone():
    state = island(2, cities={0: [12]}, knights={0: {24: 1, 23: 1}}, ready=[24])
    give(state, 0, wool=9)
    told = further("Main", state, 0, ("end",))
    assert "Hand 9, limit 7: a seven costs you 4 cards." in told
    assert "still act: 1." in told
    assert "stay inactive: 1." in told


@pytest.mark.parametrize(
    ("pick", "decision", "words"),
    [(1, "SpyTarget", "2 progress cards of Boris"), (1, "MasterTarget", "take 2 cards")],
)
def test_what_a_look_at_anothers_cards_brings(pick: int, decision: str, words: str):
    state = island(2)
    give(state, 1, wool=4)
    deal(state, 1, "spy", "merchant")
    assert words in further(decision, state, 0, pick)


@pytest.mark.rule("CK-10.2", "CK-10.8")
def test_the_price_of_the_bank_for_what_an_offer_wants():
    state = island(2)
    give(state, 0, wool=5, ore=4)
    none = [0] * 8
    wool_for = {2: 5, 4: 4}
    offered = [wool_for.get(kind, 0) for kind in range(8)]
    want = [1, 1, *none[2:]]
    assert bank_price(state, 0, tuple(offered), tuple(want)) == (0, 0, 4, 0, 4, 0, 0, 0)
    assert bank_price(state, 0, tuple(offered), (3, *none[1:])) is None
    state.bank[0] = 0
    assert bank_price(state, 0, tuple(offered), tuple(want)) is None


def test_an_offer_says_that_the_bank_would_give_it_too():
    match = begun(3, open_hands="yes")
    play_on(match, 60, "Main")
    state: Any = match.state
    seat = match.owed()[0].seat
    state.hands[seat] = [4, 0, 0, 0, 0, 0, 0, 0]
    state.hand_sizes[seat] = 4
    choosing = scene_of(match).choosing
    assert choosing is not None
    want = (("wool", 1),)
    whole = said(bargain(choosing, (("lumber", 4),), want))
    assert "The bank would give it, too" in whole
    assert "Asked in turn" in whole
    assert "The bank" not in said(bargain(choosing, (("lumber", 1),), want))


def test_who_is_asked_sees_the_hand_that_a_deal_would_leave():
    match = begun(3, open_hands="yes")
    play_on(match, 60, "TradeResponse")
    while not match.owed()[0].decision.allows(match.state, ("accept",)):
        play_on(match, 1, "TradeResponse")
    scene = scene_of(match)
    assert scene.choosing is not None
    scene.choosing.point([choice.value for choice in scene.choosing.choices()].index("accept"))
    foresight = scene.choosing.foresight()
    assert foresight is not None
    assert "Your hand then:" in said(preview(scene, foresight))
