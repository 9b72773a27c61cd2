"""Refusal messages: each in a position where it is true, and one step away from it, where it is not
true and does not appear."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.step import Decision
from engine.games.era.build import BuildStructure
from engine.games.era.collect import ChooseGain
from engine.games.era.disasters import (
    BurnBuilding,
    ChooseLoss,
    DisasterTurn,
    LoseBuilding,
    PlaceScorched,
)
from engine.games.era.extort import AnswerDemand, Demand
from engine.games.era.faces import why_not
from engine.games.era.feathers import RollFeather
from engine.games.era.ready_made import ready_made
from engine.games.era.roll import ChooseDice, RollDice
from engine.games.era.setup import PlaceKit
from engine.games.era.solo import TakeFromPhilip
from engine.games.era.state import Realm
from tests.engine.games.era.laying import wall
from tests.engine.games.era.positions import (
    Lord,
    begin,
    building,
    pending_step,
    realm,
    run_agenda,
    step,
    table,
)

PHILIP = "Sir Philip"
FOUR = "p_food3 p_wood3 p_stone2 n_sword1"


def why(state: Realm, pick: Any) -> str:
    """The rule and reason by which the pending decision refuses a pick; empty if it allows it."""
    return why_of(state, pending_step(state), pick)


def why_of(state: Realm, decision: Any, pick: Any) -> str:
    """The rule and reason by which a decision refuses a pick; empty if it allows it."""
    assert isinstance(decision, Decision)
    if decision.allows(state, pick):
        return ""
    refusal = decision.refuse(state, pick)
    return f"{refusal.rule}: {refusal.reason.plain()}"


# ---------------------------------------------------------------- setup (section 3)


@pytest.mark.rule("ERA-3.9", "ERA-2.1")
def test_missing_pieces_and_places():
    match = begin(3)
    state, decision = realm(match), PlaceKit(0)
    assert why_of(state, decision, ("farm", "A1", 0)) == ""
    wanted = "ERA-2.1: A domain has no cell 'A99'."
    assert why_of(state, decision, ("farm", "A99", 0)) == wanted
    assert why_of(state, decision, ("lift", "A1")) == (
        "ERA-3.9: None of your starting pieces is there."
    )
    match.choose(0, ("farm", "A1", 0))
    assert why_of(realm(match), decision, ("lift", "A1")) == ""


@pytest.mark.rule("ERA-3.9")
def test_unknown_ready_made_setup():
    state, decision = realm(begin(3)), PlaceKit(0)
    known = ready_made(state.box, 3)
    assert why_of(state, decision, ("layout", known[0].id)) == ""
    assert why_of(state, decision, ("layout", "castle")) == "ERA-3.9: There is no such setup."


# ---------------------------------------------------------------- dice (section 5)


def after_first_roll(*monasteries: str) -> Realm:
    """Seat 0 has rolled for the first time, with these monasteries."""
    state = table(Lord(dice=FOUR), Lord(dice=FOUR))
    building(state, 0, "monastery", *monasteries)
    state.step, state.dice_open = "roll", False
    state.in_hand[0] = (0, 1, 2, 3)
    return step(state, RollDice(0, 1), FOUR)


@pytest.mark.rule("ERA-5.6", "ERA-5.7", "ERA-5.8")
def test_illegal_dice_for_a_monastery():
    state = after_first_roll("A1 B1 A2 B2 A3", "D1 E1 D2 E2 D3")
    assert why(state, (0, "p_hammer2")) == ""
    wanted = "ERA-5.6: Choose one of your dice and one of its faces."
    assert why(state, (0, "n_sword3")) == wanted
    assert why(state, (3, "n_sword3")) == ""
    run_agenda(state, (0, "p_hammer2"))
    assert why(state, (0, "p_food3")) == "ERA-5.7: Each monastery must turn a different die."
    assert why(state, (1, "p_food3")) == ""
    run_agenda(state, ("done",))
    wanted = "ERA-5.8: In the second roll you cannot reroll a die that a monastery has turned."
    assert why(state, (0,)) == wanted
    assert why(state, (1,)) == ""
    assert why_of(state, ChooseDice(0, 3), (0,)) == ""


@pytest.mark.rule("ERA-5.14")
def test_feather_with_a_missing_die_or_its_own():
    state = table(Lord(dice="c_feather_a p_food3"), Lord())
    state.push(RollFeather(0))
    assert why(state, (0, 1)) == ""
    wanted = "ERA-5.14: Choose another one of your dice, or none."
    assert [why(state, (0, other)) for other in (0, 2)] == [wanted, wanted]


@pytest.mark.rule("ERA-5.1")
def test_faces_of_other_dice():
    state = table(Lord(dice=FOUR), Lord())
    kinds = ["peasant", "noble"]
    assert why_not(state, kinds, ("p_food3", "n_sword1")) is None
    reason = why_not(state, kinds, ("n_sword1", "p_food3"))
    assert reason is not None
    assert reason.plain() == "These are not faces of the 2 dice that were rolled."
    assert why_not(state, kinds[:1], ("p_food3",)) is None
    reason = why_not(state, kinds[:1], ("n_sword1",))
    assert reason is not None
    assert reason.plain() == "This is not a face of the die that was rolled."


@pytest.mark.rule("ERA-6.2")
def test_alternative_missing_on_a_face():
    state = table(Lord(dice="p_food2_or_stone1"), Lord())
    state.push(ChooseGain(0, 0))
    assert [why(state, pick) for pick in (1, 2)] == ["", ""]
    assert why(state, 3) == "ERA-6.2: Choose one of the 2 options on this die face."


# ---------------------------------------------------------------- disasters (section 8)

AROUND_THE_KEEP = ("C6-C9", "D6-G6", "D9-G9")
"""Walls that enclose D7 to F8 together with the keep."""

SKULLS = {
    3: "p_wood1_hammer1_skull p_wood1_hammer1_skull p_wood1_hammer1_skull",
    5: " ".join(["p_wood1_hammer1_skull"] * 5),
}


@pytest.mark.rule("ERA-8.11", "ERA-8.13")
def test_scorched_area_required_and_outside_walls():
    state = table(Lord(dice=SKULLS[3]), Lord())
    step(state, DisasterTurn(0))
    assert pending_step(state) == PlaceScorched(1)
    assert why(state, ("farm", "A3", 0)) == "ERA-8.11: Treachery brings a scorched area."
    assert why(state, ("scorched_area", "A1", 0)) == ""
    assert why(state, ("scorched_area", "D7", 0)) == ""
    wall(state.domains[1], *AROUND_THE_KEEP)
    wanted = "ERA-8.13: D7 is enclosed by your walls."
    assert why(state, ("scorched_area", "D7", 0)) == wanted


@pytest.mark.rule("ERA-14.2", "ERA-14.3", "ERA-8.20")
def test_buildings_safe_from_an_attack():
    state = table(Lord(dice=SKULLS[5]), Lord())
    building(state, 1, "longhouse", "A1 B1", "A3 B3", "D7 E7")
    step(state, DisasterTurn(0))
    assert pending_step(state) == LoseBuilding(1)
    assert why(state, ("longhouse", "A1", 0)) == ""
    assert why(state, ("longhouse", "D7", 0)) == ""
    wall(state.domains[1], *AROUND_THE_KEEP)
    assert why(state, ("longhouse", "D7", 0)) == "ERA-14.2: The Longhouse is walled in and safe."
    assert why(state, ("keep", "G7", 0)) == (
        "ERA-14.3: A keep is always walled in and cannot be lost."
    )
    assert why(state, ("longhouse", "A5", 0)).endswith("You have no such building.")


# ---------------------------------------------------------------- extorting (sections 10 and 15)


@pytest.mark.rule("ERA-10.7")
def test_invalid_answer_to_a_demand():
    state = table(Lord(dice="n_sword3"), Lord("1/0/0/0", dice="n_sword1"))
    state.push(AnswerDemand(1, to=0, kind="goods"))
    assert [why(state, pick) for pick in ("pay", "refuse")] == ["", ""]
    assert why(state, "perhaps") == "ERA-10.7: Hand over the resource, or refuse."


@pytest.mark.rule("ERA-15.12")
def test_resource_not_shown_by_sir_philip():
    state = table(Lord(dice="n_sword3"))
    dice = [state.box.dice[die] for die in state.box.philip_dice]
    shown = ("n_sword2", "n_goods1", "p_food3")
    state.philip_faces = tuple(die.face_index[face] for die, face in zip(dice, shown, strict=True))
    state.push(TakeFromPhilip(0))
    assert why(state, "goods") == ""
    assert why(state, "stone") == f"ERA-15.12: {PHILIP}'s dice show none of that."


# ---------------------------------------------------------------- building (section 9)


def builder(tracks: str = "5/7/8/15") -> Realm:
    """Seat 0 may build with three hammers."""
    state = table(Lord(tracks, dice="p_hammer2 p_wood1_hammer1_skull"), Lord())
    state.push(BuildStructure(0, 3))
    return state


@pytest.mark.rule("ERA-9.2", "ERA-9.3", "ERA-9.4", "ERA-2.2", "ERA-2.3", "ERA-2.5")
def test_structures_that_cannot_be_built():
    state = builder()
    assert why(state, ("farm", "A1", 0)) == ""
    assert why(state, ("castle", "A1", 0)) == (
        "ERA-9.2: You can build only one building or one wall per hammer."
    )
    wanted = "ERA-2.2: There is no such piece, place or rotation."
    assert why(state, ("farm",)) == wanted
    assert why(state, ("farm", "A1", 45)) == (
        "ERA-2.3: A piece can only be rotated in quarter turns."
    )
    wanted = "ERA-2.5: The Farm would reach beyond the edge of the domain."
    assert why(state, ("farm", "N14", 0)) == wanted
    state.supply["farm"] = 0
    assert why(state, ("farm", "A1", 0)) == "ERA-9.4: No Farm is left in the supply."
    poor = builder("0/1/0/0")
    wanted = "ERA-9.4: A Longhouse costs 2 wood. You lack 2 wood."
    assert why(poor, ("longhouse", "A1", 0)) == wanted
    assert why(poor, ("wall_2", "A1", 0)) == ""
    assert at(state, ("farm",), ("domain", 1, "A1")) == (
        "ERA-9.3: You can only place pieces in your own domain."
    )
    full = builder()
    for one in range(14 * 7):
        where = full.domains[0].legal("wall_2")
        if not where:
            break
        full.domains[0].place(where[0])
        assert one < 97
    assert why(full, ("farm", "A1", 0)) == "ERA-9.4: There is no room for a Farm in your domain."


def at(state: Realm, chosen: tuple[Any, ...], place: tuple[str | int, ...]) -> str:
    """The rule and reason why a place is no choice."""
    refusal = pending_step(state).refuse_place(state, chosen, place)
    return "" if refusal is None else f"{refusal.rule}: {refusal.reason.plain()}"


# ---------------------------------------------------------------- what is named wrongly


@pytest.mark.rule("ERA-3.7", "ERA-3.10", "ERA-2.5")
def test_incomplete_starting_pieces():
    match = begin(3)
    state, decision = realm(match), PlaceKit(0)
    wanted = "ERA-3.10: You must place all of your starting pieces."
    assert why_of(state, decision, ("ready",)) == wanted
    assert why_of(state, decision, ("farm", "A1", 0)) == ""
    match.choose(0, ("farm", "A1", 0))
    state = realm(match)
    wanted = "ERA-3.7: You have no piece of that kind left."
    assert why_of(state, decision, ("farm", "A5", 0)) == wanted
    assert why_of(state, decision, ("longhouse", "A1", 0)) == "ERA-2.5: A1 is taken: Farm."


@pytest.mark.rule("ERA-5.3", "ERA-5.4", "ERA-5.12")
def test_dice_that_cannot_be_rolled():
    state = table(Lord(dice="p_food3 p_wood1_hammer1_skull c_feather_a"), Lord(dice="p_food3"))
    state.push(ChooseDice(0, 2))
    assert why(state, (0,)) == ""
    assert why(state, (1,)) == "ERA-5.3: You cannot reroll a die that shows a skull."
    assert why(state, (7,)) == "ERA-5.4: Choose some of your own dice."
    wanted = "ERA-5.4: Choose each die only once, starting with the lowest number."
    assert why(state, (2, 0)) == wanted
    assert at(state, (), ("die", 1, 0)) == "ERA-5.4: That die belongs to seat 2."
    state.push(RollFeather(0))
    wanted = "ERA-5.12: Choose one of your dice that shows a feather."
    assert why(state, (0, "alone")) == wanted
    assert why(state, (2, "alone")) == ""


@pytest.mark.rule("ERA-6.2")
def test_track_that_a_die_does_not_fill():
    state = table(Lord(dice="p_food2_or_stone1"), Lord())
    state.push(ChooseGain(0, 0))
    refusal = at(state, (), ("track", 0, "wood"))
    assert refusal.startswith("ERA-6.2: You cannot get that from this die: ")
    assert at(state, (), ("track", 1, "wood")) == ""


@pytest.mark.rule("ERA-8.5", "ERA-8.18", "ERA-8.20")
def test_invalid_losses():
    state = table(Lord("1/0/0/0"), Lord())
    state.push(ChooseLoss(0))
    assert why(state, "goods") == ""
    assert why(state, "wood") == "ERA-8.5: You have none of that resource to lose."
    wanted = "ERA-8.5: Robbers take trade goods, stone, wood or food."
    assert why(state, "culture") == wanted
    building(state, 0, "longhouse", "A1 B1")
    wall(state.domains[0], "C6-C9")
    state.push(BurnBuilding(0))
    assert why(state, ("longhouse", "A1", 0)) == ""
    assert at(state, (), ("domain", 0, "C6")) == (
        "ERA-8.18: A 4-cell wall is not a building and cannot be lost."
    )
    assert at(state, (), ("domain", 0, "N1")) == "ERA-8.18: There is no building there."
    wanted = "ERA-8.18: Choose a building in your own domain."
    assert at(state, (), ("domain", 1, "A1")) == wanted


@pytest.mark.rule("ERA-10.5", "ERA-10.6")
def test_invalid_demands():
    state = table(Lord(dice="n_sword3"), Lord("1/0/0/0"), Lord("0/1/0/0"))
    state.push(Demand(0, 1))
    assert why(state, "goods") == ""
    assert why(state, "stone") == "ERA-10.6: seat 2 has none of that."
    assert why(state, "culture") == "ERA-10.6: Name a resource that seat 2 has."
    assert at(state, (), ("track", 2, "stone")) == (
        "ERA-10.5: Right now, you can only demand something from seat 2."
    )
