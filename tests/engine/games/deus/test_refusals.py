"""Refusal messages: each in a position where it is true, and one step away from it, where it is not
true and does not appear."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from engine.core.step import Decision
from engine.errors import BadSetup
from engine.games.deus.activation import activate
from engine.games.deus.components import STANDARD, components
from engine.games.deus.offering import ChooseGod, ExtraCards
from engine.games.deus.setup import map_by_hand
from engine.games.deus.state import FACE_DOWN, World
from tests.engine.games.deus.positions import Side, build, pending_step, run_agenda, table

NOBODY = Side()
PLENTY = {"wheat": 5, "wood": 5, "clay": 5, "stone": 5}
PAID = "1 wood, 1 clay, 1 stone, 1 wheat"
"""Cost of a temple."""

# The village 0.0 has 0.1 to 0.6 around it; 0.5 is sea. 2.3 is next to 2.0, 2.2 (sea) and 2.4.


def why(state: World, pick: Any) -> str:
    """The rule and reason by which the pending decision refuses a pick; empty if it allows it."""
    decision: Any = pending_step(state)
    assert isinstance(decision, Decision)
    if decision.allows(state, pick):
        return ""
    refusal = decision.refuse(state, pick)
    return f"{refusal.rule}: {refusal.reason.plain()}"


def fire(state: World, card: str) -> World:
    """Activate the card for seat 0 and ask for its decision."""
    step = activate(state, 0, state.box.card_index[card])
    assert step is not None
    state.push(step)
    return state


# ---------------------------------------------------------------- building (sections 7 and 9)


def builder(on: str, card: str, **more: Any) -> World:
    """Seat 0 has pieces there and the card, and can pay for it."""
    return table(Side(on=on, hand=f"{card} legion", has=PLENTY, gold=40, **more), NOBODY)


def built(state: World, card: str, place: str) -> str:
    """The rule and reason why the card cannot be built there with any payment."""
    (payment, *_) = pending_step(state).part_options(state, ("build", card))
    return why(state, ("build", card, payment, place))


@pytest.mark.rule("DEU-7.6")
def test_ships_on_land_and_other_pieces_on_sea():
    ship = builder("2.0:A", "galley")
    assert built(ship, "galley", "2.2") == ""
    assert built(ship, "galley", "2.4") == "DEU-7.6: Ships can be built only at sea."
    farm = builder("2.0:A", "farm")
    assert built(farm, "farm", "2.2") == "DEU-7.6: Only ships can be built at sea."
    assert built(farm, "farm", "2.1") == ""


@pytest.mark.rule("DEU-9.4", "DEU-9.5")
def test_temple_in_an_unoccupied_region_and_none_left():
    state = builder("2.0:A", "temple_gold")
    assert built(state, "temple_gold", "2.0") == ""
    wanted = "DEU-9.4: You can place a temple only in a region that you occupy."
    assert built(state, "temple_gold", "2.4") == wanted
    none = table(Side(on="2.0:A", hand="temple_gold", has=PLENTY), NOBODY, temples=0)
    assert why(none, build("temple_gold", PAID)) == ""
    wanted = "DEU-9.5: There are no temples left to place."
    assert why(none, build("temple_gold", PAID, "2.0")) == wanted


@pytest.mark.rule("DEU-7.7")
def test_edge_region_without_enough_vp():
    for vp, wanted in ((2, "DEU-7.7: You need 3 VP to build there."), (3, "")):
        assert built(builder("3.6:S 3.5:S", "farm", vp=vp), "farm", "2.1") == wanted


# ---------------------------------------------------------------- armies (section 18)


def camps(on: str, card: str = "temporary_camps") -> World:
    """Seat 0 may move an army."""
    return fire(table(Side(on=on), Side(on="2.4:C")), card)


@pytest.mark.rule("DEU-9.7")
def test_army_guarding_a_temple():
    wanted = "DEU-9.7: The army cannot leave a temple alone in its region."
    assert why(camps("2.0:AT 0.3:A"), ("2.0", "2.1")) == wanted
    assert why(camps("2.0:ATC 0.3:A"), ("2.0", "2.1")) == ""


@pytest.mark.rule("DEU-18.1", "DEU-18.3")
def test_army_to_its_own_region_or_that_of_another_army():
    state = camps("1.3:A 1.0:A")
    assert why(state, ("1.3", "1.3")) == "DEU-18.1: The army is already there."
    assert why(state, ("1.3", "1.0")) == "DEU-18.3: You already have an army there."
    assert why(camps("1.3:A 2.0:A"), ("1.3", "1.0")) == ""


@pytest.mark.rule("DEU-18.1", "DEU-18.2")
def test_region_too_far_for_an_army_or_behind_the_sea():
    state = camps("1.3:A", "war_elephants")
    assert why(state, ("1.3", "3.1")) == "DEU-18.1: The army cannot reach that region in 2 steps."
    assert why(state, ("1.3", "1.6")) == ""
    sea = "DEU-18.2: An army can enter a sea region only if you have a ship there."
    assert why(state, ("1.3", "1.2")) == sea
    assert why(camps("1.3:A 1.2:B", "war_elephants"), ("1.3", "1.2")) == ""


@pytest.mark.rule("DEU-18.1", "DEU-18.3")
def test_armies_that_are_missing_have_moved_or_cannot():
    state = camps("1.3:A 2.0:A", "war_elephants")
    assert why(state, ("2.6",)) == "DEU-18.1: You have no army there."
    assert why(state, ("2.0",)) == "DEU-18.1: Choose where the army goes."
    assert why(state, ("nowhere",)) == "DEU-18.1: Choose an army and its destination."
    assert why(state, ("1.3", "0.0")) == "DEU-18.3: An army cannot stop in a village."
    assert why(state, ("2.0", "2.4")) == "DEU-18.3: An army cannot stop in an enemy region."
    moved = run_agenda(state, ("1.3", "1.0"))
    assert why(moved, ("1.0", "1.3")) == "DEU-18.1: That army has already moved."
    assert why(moved, ("2.0", "2.1")) == ""
    hemmed = fire(
        table(Side(on="2.0:A 1.3:A"), Side(on=everywhere_but("1.3 1.0"))), "war_elephants"
    )
    assert why(hemmed, ("2.0",)) == "DEU-18.1: That army has nowhere to go."
    assert why(hemmed, ("1.3",)) == "DEU-18.1: Choose where the army goes."


def everywhere_but(names: str) -> str:
    """A building on each region of land except these and 2.0."""
    left = {"2.0", *names.split()}
    board = table(NOBODY, NOBODY).map
    return " ".join(f"{name}:C" for name in board.ids_of(board.land) if name not in left)


@pytest.mark.rule("DEU-17.1", "DEU-17.4", "DEU-10.7")
def test_centurions_and_siege_towers_without_effect():
    state = fire(table(Side(on="2.0:A 1.3:A"), Side(on="2.1:C", gold=5)), "centurion")
    assert why(state, "2.0") == ""
    assert why(state, "2.4").endswith(": You have no army there.")
    wanted = ": No opponent occupies a region next to that army."
    assert why(state, "1.3").endswith(wanted)
    tower = fire(table(Side(on="2.0:A"), NOBODY, villages={"3.3": 0}), "siege_tower")
    assert why(tower, "2.3") == ""
    assert why(tower, "2.4") == "DEU-17.4: Choose a barbarian village."
    assert why(tower, "3.3") == "DEU-10.7: That village has already been attacked."
    wanted = "DEU-17.4: None of your armies stands next to that village."
    assert why(tower, "0.0") == wanted


# ---------------------------------------------------------------- other places and prices


@pytest.mark.rule("DEU-7.1", "DEU-7.2", "DEU-7.3", "DEU-7.4", "DEU-7.5", "DEU-7.9")
def test_illegal_regions_for_a_building():
    state = table(Side(on="2.0:A", hand="farm legion", has=PLENTY), Side(on="2.1:C"))
    assert built(state, "farm", "2.4") == ""
    assert built(state, "farm", "2.3") == "DEU-7.5: You cannot build in a village."
    assert built(state, "farm", "2.1") == "DEU-7.9: An opponent occupies that region."
    assert built(state, "legion", "2.0") == "DEU-7.4: You already have an army there."
    assert built(state, "farm", "1.3") == "DEU-7.3: That region is not next to any of yours."
    assert built(builder("1.0:A", "farm"), "farm", "1.3") == ""
    first = table(Side(hand="farm", has=PLENTY), Side(on="3.6:C"))
    wanted = "DEU-7.1: Your first piece must go on the edge of the map."
    assert built(first, "farm", "2.0") == wanted
    wanted = (
        "DEU-7.2: There must be at least 2 regions between your first piece and opponents' pieces."
    )
    assert built(first, "farm", "3.5") == wanted
    assert built(builder("", "farm"), "farm", "3.5") == ""
    first.box = evolve(first.box, first_distance=2)
    wanted = (
        "DEU-7.2: There must be at least 1 region between your first piece and opponents' pieces."
    )
    assert built(first, "farm", "3.5") == wanted


@pytest.mark.rule("DEU-5.1", "DEU-6.1", "DEU-6.2", "DEU-7.10", "DEU-9.2", "DEU-9.6", "DEU-4.3")
def test_unaffordable_or_missing_cards():
    poor = table(Side(on="2.0:A", hand="farm legion", gold=1), NOBODY)
    lack = "DEU-6.1: You lack 1 wood, 1 clay. To pay with gold instead, you need 7 more gold."
    assert why(poor, ("build", "farm")) == lack
    assert why(poor, ("build", "galley")) == "DEU-4.3: Choose a card from your hand."
    state = builder("2.0:A", "farm")
    wanted = "DEU-6.2: You cannot pay for the card that way."
    assert why(state, build("farm", "9 gold", "2.1")) == wanted
    assert built(state, "farm", "2.1") == ""
    none = builder("2.0:A", "farm", available=(2, 2, 2, 2, 0))
    assert why(none, ("build", "farm")).startswith("DEU-6")
    bare = builder("2.0:A", "farm", available=(0, 0, 0, 0, 0))
    wanted = "DEU-5.1: You need a production building on your player board."
    assert why(bare, ("build", "farm")) == wanted
    second = table(Side(on="2.0:A", hand="temple_gold", columns="temple_sets", has=PLENTY), NOBODY)
    wanted = "DEU-9.2: Another temple needs 1 card in each of the five columns."
    assert why(second, ("build", "temple_gold")) == wanted
    homeless = table(Side(hand="temple_gold", has=PLENTY), NOBODY)
    assert why(homeless, ("build", "temple_gold")) == (
        "DEU-9.6: You cannot place a temple in any of your regions."
    )
    assert built(builder("2.0:A", "temple_gold"), "temple_gold", "2.0") == ""
    nothing = table(Side(on="2.0:A", hand="farm"), NOBODY)
    assert why(nothing, "build") != ""
    shut = {one.key: refusal for one, refusal in pending_step(nothing).closed(nothing)}
    assert shut["build"].reason.plain() == "You cannot build any of your cards now."
    assert "build" not in {one.key for one, _ in pending_step(state).closed(state)}


@pytest.mark.rule("DEU-22.6", "DEU-22.7", "DEU-22.8", "DEU-22.10")
def test_cards_that_cannot_be_played_face_down():
    side = Side(on="2.0:A", hand="farm galley", gold=3)
    state = table(side, NOBODY, options={"wildcard": "yes"})
    lay = ("wildcard", "farm", "civil")
    assert why(state, (*lay, "2.1")) == ""
    assert why(state, lay) == "DEU-22.8: Choose one region."
    wanted = "DEU-22.10: Choose one of the five standard columns."
    assert why(state, ("wildcard", "farm", "temple", "2.0")) == wanted
    dear = table(
        Side(on="2.0:A", columns="forum_2", hand="farm", gold=1),
        NOBODY,
        options={"wildcard": "yes"},
    )
    assert why(dear, (*lay, "2.1")).startswith("DEU-22.7: That would cost ")
    dear.wildcards_left[0] = 0
    shut = {one.key: refusal.reason.plain() for one, refusal in pending_step(dear).closed(dear)}
    assert shut["wildcard"] == "You cannot build with a face-down card."
    dear.wildcards_left[0], dear.gold[0] = 1, 0
    shut = {one.key: refusal.reason.plain() for one, refusal in pending_step(dear).closed(dear)}
    wanted = "Each column needs a piece, gold or a region that you do not have."
    assert shut["wildcard"] == wanted


@pytest.mark.rule("DEU-8.10", "DEU-14.1", "DEU-14.4")
def test_regions_that_produce_nothing():
    state = fire(table(Side(on="2.1:P 1.0:P 2.0:PA"), NOBODY), "farm")
    assert why(state, "2.1") == ""
    assert why(state, "nowhere") == "DEU-14.1: Choose a region, or skip."
    assert why(state, "2.4") == "DEU-14.1: You have no production building there."
    assert why(state, "2.0") == "DEU-14.4: The card needs a field."
    supply = {"wood": 8, "clay": 8, "stone": 8}
    empty = fire(
        table(Side(on="2.1:P 2.0:P 2.6:P"), NOBODY, supply=supply), "small_production_building"
    )
    assert why(empty, "2.1") == "DEU-8.10: There is none of that resource left in the supply."
    assert why(empty, "2.0") == ""


@pytest.mark.rule("DEU-7.10")
def test_card_type_without_a_region():
    mine = Side(on="2.0:P", hand="farm", has=PLENTY)
    state = table(mine, Side(on=everywhere_but("")))
    wanted = "DEU-7.10: There is no region where you can place a production building."
    assert why(state, ("build", "farm")) == wanted
    assert built(table(mine, Side(on=everywhere_but("2.1"))), "farm", "2.1") == ""


@pytest.mark.rule("DEU-15.1", "DEU-11.8")
def test_sales_and_draws_beyond_the_limit():
    state = table(Side(on="2.0:A", has={"wood": 2}), NOBODY)
    fire(state, "commercial_sailing_ship_wood")
    assert why(state, 2) == ""
    assert why(state, 3) == "DEU-15.1: You can sell up to 2 here."
    state.push(ExtraCards(0, 2))
    assert why(state, 2) == ""
    assert why(state, 3) == "DEU-11.8: You can draw up to 2 cards."


# ---------------------------------------------------------------- cards and gods


@pytest.mark.rule("DEU-11.11")
def test_jupiter_cannot_act_as_jupiter():
    state = table(Side(hand="farm"), NOBODY)
    state.push(ChooseGod(0, 1))
    assert why(state, "mars") == ""
    assert why(state, "jupiter") == "DEU-11.11: Choose one of the other five gods."


@pytest.mark.rule("DEU-16.1")
def test_school_with_only_some_of_the_cards():
    state = fire(table(Side(on="2.0:AC 0.3:PC"), NOBODY), "school")
    assert [why(state, pick) for pick in ("draw", "skip")] == ["", ""]
    assert why(state, 1) == "DEU-16.1: You can draw all of the cards or none."


@pytest.mark.rule("DEU-22.10", "DEU-16.3")
def test_laboratory_on_a_face_down_card():
    blue = STANDARD[0]
    state = table(Side(columns="galley small_port_clay"), NOBODY, options={"wildcard": "yes"})
    state.columns[0][blue] = (state.columns[0][blue][0], FACE_DOWN)
    fire(state, "laboratory_blue")
    assert why(state, 1) == ""
    assert why(state, 2) == "DEU-22.10: A face-down card has no effect."
    assert why(state, 3) == "DEU-16.3: Choose a card in your blue column."


# ---------------------------------------------------------------- maps by hand (DEU-22.4)


@pytest.mark.rule("DEU-22.4", "DEU-2.8")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("0,0=7A/4 3,-2=5B/4 2,1=1B/2", "The map has 4 tiles."),
        ("0,0=7A/4 3,-2=5B/4 2,1=1B/2 5,-1=9B/2", "There is no such tile."),
        ("0,0=7A/4 3,-2=7B/4 2,1=1B/2 5,-1=2B/2", "A tile is on the map twice."),
        ("0,0=7A/4 3,-2=5B/4 2,1=1B/2 9,9=2B/2", "The tiles are not next to each other."),
        ("0,0=7A/4 3,-2=5B/4 2,1=1B/2 5,-1=2B/2", ""),
    ],
)
def test_invalid_map(text: str, wanted: str):
    if not wanted:
        assert len(map_by_hand(components(), 2, text)[1]) == 4
        return
    with pytest.raises(BadSetup) as caught:
        map_by_hand(components(), 2, text)
    assert caught.value.text.plain() == wanted


@pytest.mark.rule("DEU-2.8")
def test_adjacent_villages():
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
    assert reasons == {"", "Two barbarian villages are next to each other."}
