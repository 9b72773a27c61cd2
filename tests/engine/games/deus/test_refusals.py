"""What is said where something is not allowed: each sentence in a position where it is true, and a
step away from it, where it is not true and not said."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.step import Decision
from engine.errors import BadSetup
from engine.games.deus.components import STANDARD, components
from engine.games.deus.effects import activate
from engine.games.deus.offering import ChooseGod
from engine.games.deus.setup import map_by_hand
from engine.games.deus.state import FACE_DOWN, World
from tests.engine.games.deus.positions import Side, asked, build, table

NOBODY = Side()
PLENTY = {"wheat": 5, "wood": 5, "clay": 5, "stone": 5}
PAID = "1 wood, 1 clay, 1 stone, 1 wheat"
"""What a temple costs."""

# The village 0.0 has 0.1 to 0.6 around it; 0.5 is sea. 2.3 lies beside 2.0, 2.2 (sea) and 2.4.


def why(state: World, pick: Any) -> str:
    """By which rule and why the open decision does not allow a pick; empty where it does."""
    decision: Any = asked(state)
    assert isinstance(decision, Decision)
    if decision.allows(state, pick):
        return ""
    refusal = decision.refuse(state, pick)
    return f"{refusal.rule}: {refusal.reason.plain()}"


def fire(state: World, card: str) -> World:
    """The card is activated for seat 0, and asks what it asks."""
    step = activate(state, 0, state.box.card_index[card])
    assert step is not None
    state.push(step)
    return state


# ---------------------------------------------------------------- building (sections 7 and 9)


def builder(on: str, card: str, **more: Any) -> World:
    """Seat 0 has pieces there and the card, and can pay for it."""
    return table(Side(on=on, hand=f"{card} legion", has=PLENTY, gold=40, **more), NOBODY)


def built(state: World, card: str, place: str) -> str:
    """Why the card cannot be built there, however it is paid for."""
    (payment, *_) = asked(state).part_options(state, ("build", card))
    return why(state, ("build", card, payment, place))


@pytest.mark.rule("DEU-7.6")
def test_ships_on_land_and_others_on_sea():
    ship = builder("2.0:A", "galley")
    assert built(ship, "galley", "2.2") == ""
    assert built(ship, "galley", "2.4") == "DEU-7.6: Ships are built on sea only."
    farm = builder("2.0:A", "farm")
    assert built(farm, "farm", "2.2") == "DEU-7.6: Only ships are built on sea."
    assert built(farm, "farm", "2.1") == ""


@pytest.mark.rule("DEU-9.4", "DEU-9.5")
def test_a_temple_in_a_region_that_is_not_held_and_when_none_is_left():
    state = builder("2.0:A", "temple_gold")
    assert built(state, "temple_gold", "2.0") == ""
    wanted = "DEU-9.4: A temple needs a region that you control."
    assert built(state, "temple_gold", "2.4") == wanted
    none = table(Side(on="2.0:A", hand="temple_gold", has=PLENTY), NOBODY, temples=0)
    assert why(none, build("temple_gold", PAID)) == ""
    wanted = "DEU-9.5: No temple is left to place."
    assert why(none, build("temple_gold", PAID, "2.0")) == wanted


@pytest.mark.rule("DEU-7.7")
def test_an_edge_for_which_vp_are_lacking():
    for vp, wanted in ((2, "DEU-7.7: You need 3 VP to build there."), (3, "")):
        assert built(builder("3.6:S 3.5:S", "farm", vp=vp), "farm", "2.1") == wanted


# ---------------------------------------------------------------- armies (section 18)


def camps(on: str, card: str = "temporary_camps") -> World:
    """Seat 0 may move an army."""
    return fire(table(Side(on=on), Side(on="2.4:C")), card)


@pytest.mark.rule("DEU-9.7")
def test_an_army_that_guards_a_temple():
    wanted = "DEU-9.7: The army may not leave a temple that stands there alone."
    assert why(camps("2.0:AT 0.3:A"), ("2.0", "2.1")) == wanted
    assert why(camps("2.0:ATC 0.3:A"), ("2.0", "2.1")) == ""


@pytest.mark.rule("DEU-18.1", "DEU-18.3")
def test_where_the_army_stands_and_where_another_does():
    state = camps("1.3:A 1.0:A")
    assert why(state, ("1.3", "1.3")) == "DEU-18.1: The army stands there."
    assert why(state, ("1.3", "1.0")) == "DEU-18.3: Another army of yours stands there."
    assert why(camps("1.3:A 2.0:A"), ("1.3", "1.0")) == ""


@pytest.mark.rule("DEU-18.1", "DEU-18.2")
def test_a_region_too_far_for_an_army_or_behind_the_sea():
    state = camps("1.3:A", "war_elephants")
    assert why(state, ("1.3", "3.1")) == "DEU-18.1: No way of 2 steps leads there."
    assert why(state, ("1.3", "1.6")) == ""
    sea = "DEU-18.2: An army goes on sea only where you have a ship."
    assert why(state, ("1.3", "1.2")) == sea
    assert why(camps("1.3:A 1.2:B", "war_elephants"), ("1.3", "1.2")) == ""


# ---------------------------------------------------------------- cards and gods


@pytest.mark.rule("DEU-11.11")
def test_jupiter_as_himself():
    state = table(Side(hand="farm"), NOBODY)
    state.push(ChooseGod(0, 1))
    assert why(state, "mars") == ""
    assert why(state, "jupiter") == "DEU-11.11: Choose one of the other five gods."


@pytest.mark.rule("DEU-16.1")
def test_some_of_the_cards_of_a_school():
    state = fire(table(Side(on="2.0:AC 0.3:PC"), NOBODY), "school")
    assert [why(state, pick) for pick in ("draw", "skip")] == ["", ""]
    assert why(state, 1) == "DEU-16.1: All the cards are drawn, or none."


@pytest.mark.rule("DEU-22.10", "DEU-16.3")
def test_a_laboratory_on_a_card_that_lies_face_down():
    blue = STANDARD[0]
    state = table(Side(columns="galley small_port_clay"), NOBODY, options={"wildcard": "yes"})
    state.columns[0][blue] = (state.columns[0][blue][0], FACE_DOWN)
    fire(state, "laboratory_blue")
    assert why(state, 1) == ""
    assert why(state, 2) == "DEU-22.10: A face-down card has no effect."
    assert why(state, 3) == "DEU-16.3: Choose a card of your blue column."


# ---------------------------------------------------------------- maps by hand (DEU-22.4)


@pytest.mark.rule("DEU-22.4", "DEU-2.8")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("0,0=7A/4 3,-2=5B/4 2,1=1B/2", "The map has 4 tiles."),
        ("0,0=7A/4 3,-2=5B/4 2,1=1B/2 5,-1=9B/2", "There is no such tile."),
        ("0,0=7A/4 3,-2=7B/4 2,1=1B/2 5,-1=2B/2", "A tile lies on the map twice."),
        ("0,0=7A/4 3,-2=5B/4 2,1=1B/2 9,9=2B/2", "The tiles do not lie side by side."),
        ("0,0=7A/4 3,-2=5B/4 2,1=1B/2 5,-1=2B/2", ""),
    ],
)
def test_a_map_that_cannot_be(text: str, wanted: str):
    if not wanted:
        assert len(map_by_hand(components(), 2, text)[1]) == 4
        return
    with pytest.raises(BadSetup) as caught:
        map_by_hand(components(), 2, text)
    assert caught.value.text.plain() == wanted


@pytest.mark.rule("DEU-2.8")
def test_villages_that_lie_side_by_side():
    slots = ("0,0", "3,-2", "2,1", "5,-1")
    reasons = set()
    for turns in range(6):
        for other in range(6):
            tiles = (f"1A/{turns}", f"2A/{other}", "3A/0", "4A/0")
            text = " ".join(f"{slot}={tile}" for slot, tile in zip(slots, tiles, strict=True))
            try:
                map_by_hand(components(), 2, text)
                reasons.add("")
            except BadSetup as error:
                reasons.add(error.text.plain())
    assert reasons == {"", "Two barbarian villages lie side by side."}
