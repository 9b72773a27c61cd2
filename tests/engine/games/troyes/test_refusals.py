"""Refusal messages: each in a position where it is true, and one step away from it, where it is not
true and does not appear."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.errors import Refusal
from engine.games.troyes.actions import Activate, Build, Farm, Fight
from engine.games.troyes.activity_cards import ChooseBuildings
from engine.games.troyes.black_dice import FaceBlackDie
from engine.games.troyes.cubes import PlaceCube
from engine.games.troyes.group_commands import GroupCommand
from engine.games.troyes.groups import gather
from engine.games.troyes.setup import PlaceFirst
from engine.games.troyes.state import NO_CARD, Town
from engine.games.troyes.turn import TakeTurn
from tests.engine.games.troyes import slow_groups
from tests.engine.games.troyes.positions import (
    A,
    F,
    Family,
    faces,
    lay,
    lay_black,
    town,
)
from tests.engine.games.troyes.test_groups import DELAYED, random_square, with_cube


def why(state: Town, pick: Any) -> str:
    """The rule and reason why seat A may not choose a pick in its turn; empty if it may."""
    decision = TakeTurn(A)
    if decision.allows(state, pick):
        return ""
    refusal: Refusal = decision.refuse(state, pick)
    return f"{refusal.rule}: {refusal.reason.plain()}"


def shut(state: Town, key: str) -> str:
    """The rule and reason why a command is closed to seat A; empty if it is not."""
    refusals = {command.key: refusal for command, refusal in TakeTurn(A).closed(state)}
    return f"{refusals[key].rule}: {refusals[key].reason.plain()}" if key in refusals else ""


def join(state: Town, command: GroupCommand, *chosen: Any, die: str) -> str:
    """The reason why a die cannot join those that seat A has chosen; empty if it can."""
    refusal = command.refuse_thing(state, A, chosen, die)
    return "" if refusal is None else f"{refusal.rule}: {refusal.reason.plain()}"


# ---------------------------------------------------------------- dice with a cube (13.17)

FOREIGN = "TRO-13.17: This cube needs a yellow die from another district in the group."


@pytest.mark.rule("TRO-13.17", "TRO-13.10")
def test_own_die_may_be_marked_before_the_die_that_needs_the_cube():
    state = with_cube("tithing", Family(dice="y6 r1"), Family(dice="y4"))
    farm = Farm()
    assert join(state, farm, "tithing", (), die="0y6") == ""
    assert join(state, farm, "tithing", ("0y6",), die="1y4") == ""
    assert why(state, ("farm", "tithing", ("0y6",))) == FOREIGN
    assert why(state, ("farm", "tithing", ("0y6", "1y4"))) == ""
    alone = with_cube("tithing", Family(dice="y6 y5 r1"), Family(dice="r4"))
    assert join(alone, farm, "tithing", (), die="0y6") == FOREIGN
    full = with_cube("tithing", Family(dice="y4 y5 y6"), Family(dice="y4"))
    assert join(full, farm, "tithing", ("0y4",), die="0y5") == ""
    assert join(full, farm, "tithing", ("0y4", "0y5"), die="0y6") == FOREIGN


@pytest.mark.rule("TRO-13.17", "TRO-13.13")
def test_die_of_another_colour_may_be_marked_before_a_yellow_one():
    state = with_cube("priest", Family(dice="r6 y1"), Family(dice="w4"), cards="pilgrimage")
    pilgrimage = Activate()
    yellow = "TRO-13.17: This cube needs a yellow die in the group."
    assert join(state, pilgrimage, "pilgrimage", "priest", (), die="0r6") == ""
    assert gathered(state, "pilgrimage", "priest", "0r6") == yellow
    assert gathered(state, "pilgrimage", "priest", "0r6", "0y1") == ""
    none = with_cube("priest", Family(dice="r6 r1"), Family(dice="w4"), cards="pilgrimage")
    assert join(none, pilgrimage, "pilgrimage", "priest", (), die="0r6") == yellow


def gathered(state: Town, card: str, cube: str, *names: str) -> str:
    """The reason why dice of seat A make no group for a card; empty if they do."""
    group = gather(state, A, state.box.card(card).purpose, names, cube)
    return f"{group.rule}: {group.reason.plain()}" if isinstance(group, Refusal) else ""


@pytest.mark.rule("TRO-13.17", "TRO-9.3")
@pytest.mark.parametrize("id", DELAYED)
def test_dice_of_a_group_can_be_marked_in_any_order(id: str):
    """A die that can join is in some usable group, whatever its total."""
    dice = Dice(b"orders " + id.encode())
    joined = 0
    for _ in range(3):
        state = random_square(dice, id)
        state.cards[state.box.card("pilgrimage").position] = state.box.card("pilgrimage").index
        uses: list[tuple[GroupCommand, tuple[str, ...]]] = [
            (Farm(), ()),
            (Build(), ()),
            (Fight(), ("war_1",)),
            (Activate(), ("pilgrimage",)),
        ]
        for command, head in uses:
            for cube in ("", id):
                groups = [
                    names
                    for names in slow_groups.every(state)
                    if not isinstance(together(state, command, head, cube, names), Refusal)
                ]
                for names in groups[:: max(1, len(groups) // 40)]:
                    for order in permutations(names):
                        for count, die in enumerate(order):
                            chosen: Any = (*head, cube, tuple(sorted(order[:count])))
                            assert command.refuse_thing(state, A, chosen, die) is None
                            joined += 1
                first = {die for names in groups for die in names}
                for names in slow_groups.every(state):
                    if len(names) == 1 and names[0] not in first:
                        assert command.refuse_thing(state, A, (*head, cube, ()), names[0])
    assert joined > 50


def together(
    state: Town, command: GroupCommand, head: tuple[str, ...], cube: str, names: tuple[str, ...]
) -> Any:
    """The group of these dice, or the reason why there is none, disregarding total and price."""
    purpose = command.purpose(state, head)
    assert not isinstance(purpose, Refusal)
    group = gather(state, A, purpose, names, cube)
    if isinstance(group, Refusal):
        return group
    return command.why_never_legal(state, group) or group


# ---------------------------------------------------------------- closed commands


@pytest.mark.rule("TRO-16.8", "TRO-16.2")
def test_placing_is_closed_by_protection_or_lack_of_citizens():
    state = town(Family(dice="r1", deniers=0), Family(stands="palace.1"))
    assert shut(state, "place") == ""
    state.lying[0] = (F,)
    wanted = (
        "TRO-16.8: Every die you can pay for would expel a protected citizen, because a "
        "citizen of the same colour is already lying at that building."
    )
    assert shut(state, "place") == wanted
    none = town(Family(dice="r1", deniers=0, supply=0), Family(stands="palace.1"))
    wanted = "TRO-16.2: You have no citizen to place. Recruit one first."
    assert shut(none, "place") == wanted
    none.supply[A] = 1
    assert shut(none, "place") == ""


@pytest.mark.rule("TRO-9.3", "TRO-9.6", "TRO-11.3", "TRO-11.11")
def test_activating_is_closed_with_the_missing_resource():
    """The Troubadour takes red dice, a hire of 5 and 3 influence; the Merchant yellow dice."""
    lacking = "TRO-11.1: You cannot choose any of these. You lack: dice that are high enough, "

    def refusal_with(**more: Any) -> str:
        family = Family(**{"dice": "r6", "deniers": 20, **more})
        return shut(town(family, Family(), cards="troubadour merchant"), "activate")

    assert refusal_with() == ""
    assert refusal_with(deniers=4) == lacking + "enough deniers."
    assert refusal_with(influence=2) == lacking + "the cost of an activation."
    assert refusal_with(supply=0) == lacking + "a citizen you can hire."
    assert refusal_with(dice="r1") == "TRO-9.3: No dice that you can pay for are high enough."
    wanted = "TRO-9.6: You cannot afford any of these with 3 deniers."
    assert refusal_with(dice="r6 y6", deniers=3) == wanted


# ---------------------------------------------------------------- influence and the cathedral


@pytest.mark.rule("TRO-10.5", "TRO-10.4")
def test_foreign_dice_cannot_be_flipped():
    state = town(Family(dice="r1"), Family(dice="r2"), neutral="w1")
    wanted = "TRO-10.5: You can use influence only on dice in your own district."
    assert why(state, ("flip", ("1r2",))) == wanted
    assert why(state, ("flip", ("nw1",))) == wanted
    assert why(state, ("flip", ("0r1",))) == ""


@pytest.mark.rule("TRO-13.16", "TRO-13.5", "TRO-14.1")
@pytest.mark.parametrize("id", DELAYED)
def test_cubes_on_the_cathedral(id: str):
    state = with_cube(id, Family(dice="w3 y3 r3"), Family(dice="y4"))
    reason = why(state, ("build", id, ("0w3",)))
    if id == "prior":
        assert reason == ""
    else:
        assert reason.endswith(": You cannot use this cube for the cathedral.")
        assert reason[:9] in ("TRO-13.5:", "TRO-13.16")
    assert why(state, ("build", "", ("0w3",))) == ""
    assert why(state, ("build", "", ("0r3",))) == (
        "TRO-14.1: You can build the cathedral only with white dice."
    )


@pytest.mark.rule("TRO-16.8")
def test_protected_citizen():
    state = town(Family(dice="r1"), Family(stands="palace.1"))
    state.lying[0] = (F,)
    reason = why(state, ("place", "", ("0r1",), "supply"))
    assert reason.startswith("TRO-16.8: ")
    assert reason.endswith(
        " would be expelled, but a citizen of that colour is already lying at the Palace."
    )
    state.lying[0] = ()
    assert why(state, ("place", "", ("0r1",), "supply")) == ""


# ---------------------------------------------------------------- groups (sections 9 and 13)


@pytest.mark.rule("TRO-9.3", "TRO-9.6", "TRO-9.7")
def test_dice_that_form_no_group():
    state = town(Family(dice="y4 y5 y6 r1 y3", deniers=0), Family(dice="y2"))
    assert why(state, ("farm", "", ("0y4", "0y5"))) == ""
    wanted = "TRO-9.3: A group must consist of one to three dice from the square."
    assert why(state, ("farm", "", ())) == wanted
    assert why(state, ("farm", "", ("0y3", "0y4", "0y5", "0y6"))) == wanted
    wanted = "TRO-9.3: Name each die once, in order."
    assert why(state, ("farm", "", ("0y5", "0y4"))) == wanted
    assert why(state, ("farm", "", ("0y2",))) == ("TRO-9.7: There is no such die on the square.")
    wanted = "TRO-9.3: All dice in a group must have the same colour."
    assert why(state, ("farm", "", ("0r1", "0y4"))) == wanted
    wanted = "TRO-9.6: That costs 2 deniers, but you have only 0."
    assert why(state, ("farm", "", ("1y2",))) == wanted
    state.deniers[A] = 2
    assert why(state, ("farm", "", ("1y2",))) == ""
    assert join(state, Farm(), "", ("0y3", "0y4"), die="0y5") == ""
    wanted = "TRO-9.3: A group can have up to three dice."
    assert join(state, Farm(), "", ("0y3", "0y4", "0y5"), die="0y6") == wanted
    assert why(state, ("farm", "")) == "TRO-9.1: You cannot choose this action that way."
    assert why(state, ("farm", "", ("0y4",), 1)) == "TRO-17.1: You can choose only dice here."


@pytest.mark.rule("TRO-11.8", "TRO-15.1", "TRO-17.1")
def test_dice_of_another_colour():
    state = town(Family(dice="r6 y6"), Family(), cards="troubadour", events="drought")
    assert why(state, ("farm", "", ("0y6",))) == ""
    assert why(state, ("farm", "", ("0r6",))) == "TRO-17.1: Agriculture takes only yellow dice."
    wanted = "TRO-11.8: This card takes only red dice."
    assert why(state, ("activate", "troubadour", "", ("0y6",), "supply", 1)) == wanted
    assert why(state, ("activate", "troubadour", "", ("0r6",), "supply", 1)) == ""
    religious = town(Family(dice="r6 w6"), Family(), cards="procession")
    wanted = "TRO-11.8: This card takes only white dice."
    assert why(religious, ("activate", "procession", "", ("0r6",), "supply", 1)) == wanted
    assert why(religious, ("activate", "procession", "", ("0w6",), "supply", 1)) == ""
    event = state.box.event("drought")
    right, wrong = ("0y6", "0r6") if event.counter == 2 else ("0r6", "0y6")
    colour = "yellow" if event.counter == 2 else "red"
    wanted = f"TRO-15.1: You can fight this event only with {colour} dice."
    assert why(state, ("fight", "drought", "", (wrong,), 1)) == wanted
    assert "only with" not in why(state, ("fight", "drought", "", (right,), 1))


@pytest.mark.rule("TRO-13.2", "TRO-13.5", "TRO-13.6", "TRO-13.17", "TRO-16.1")
def test_cubes_that_do_not_fit_the_dice():
    state = with_cube("blacksmith", Family(dice="r3 y3 w3"), Family(), cards="pilgrimage")
    use = ("activate", "pilgrimage", "blacksmith")
    assert why(state, (*use, ("0r3",), "supply", 1)) == ""
    wanted = "TRO-13.17: This cube needs a group of red dice."
    assert why(state, (*use, ("0r3", "0y3"), "supply", 1)) == wanted
    wanted = "TRO-13.2: You have no cube on that card."
    assert why(state, ("farm", "militia", ("0y3",))) == wanted
    wanted = "TRO-13.5: You cannot use this cube to place a citizen."
    assert why(state, ("place", "blacksmith", ("0r3",), "supply")) == wanted
    assert why(state, ("place", "", ("0r3",), "supply")) == ""
    wanted = "TRO-16.1: You must place a citizen with exactly one die."
    assert why(state, ("place", "", ("0r3", "0y3"), "supply")) == wanted
    militia = with_cube("militia", Family(dice="r3 y3 y6"), Family(), events="war_1")
    wanted = "TRO-13.17: This cube needs a group of yellow dice."
    assert why(militia, ("fight", "war_1", "militia", ("0r3", "0y3"), 1)) == wanted
    assert "yellow dice" not in why(militia, ("fight", "war_1", "militia", ("0y3", "0y6"), 1))
    monk = with_cube("monk", Family(dice="w3 w4 y3"), Family())
    assert why(monk, ("farm", "monk", ("0w3",))) == ""
    wanted = "TRO-13.6: This cube takes exactly one white die, so you cannot add another."
    assert why(monk, ("farm", "monk", ("0w3", "0w4"))) == wanted
    assert why(monk, ("farm", "monk", ("0y3",))) == wanted


# ---------------------------------------------------------------- cards and events


@pytest.mark.rule("TRO-11.1", "TRO-11.3", "TRO-11.5", "TRO-11.8", "TRO-11.11", "TRO-12.14")
def test_requirements_of_an_activation():
    state = town(Family(20, dice="r6", influence=6), Family(), cards="troubadour")
    use = ("activate", "troubadour", "", ("0r6",))
    assert why(state, (*use, "supply", 2)) == ""
    wanted = "TRO-11.8: You can activate the card from 1 to 2 times."
    assert why(state, (*use, "supply", 3)) == wanted
    wanted = "TRO-11.1: Choose who to hire, and how many times to activate the card."
    assert why(state, (*use, "supply")) == wanted
    assert why(state, (*use, "palace.1", 1)) == (
        "TRO-11.3: You have no citizen there that you can hire."
    )
    assert why(state, ("activate", "merchant", "", ("0r6",), "supply", 1)) == (
        "TRO-11.1: That card is not face up."
    )
    state.influence[A] = 2
    wanted = "TRO-11.11: You cannot afford to activate this card."
    assert why(state, (*use, "supply", 1)) == wanted
    state.influence[A] = 6
    lay(state, "troubadour", A)
    wanted = "TRO-11.5: Your tradesman is already on that card."
    assert why(state, (*use, "supply", 1)) == wanted
    assert why(state, (*use, "", 1)) == ""
    chivalry = town(Family(20, dice="r6 r5"), Family(), cards="chivalry")
    cube_by_cube = "TRO-12.14: With this card you decide cube by cube when to stop."
    reasons = {
        number: why(chivalry, ("activate", "chivalry", "", ("0r6",), "supply", number))
        for number in range(1, 7)
    }
    assert sorted(set(reasons.values())) == ["", cube_by_cube]


@pytest.mark.rule("TRO-5.1")
def test_face_down_card():
    state = town(Family(dice="r6"), Family(), cards="troubadour")
    card = state.box.card("troubadour")
    hidden = next(one for one in state.box.cards if state.cards[one.position] == NO_CARD)
    refusal = TakeTurn(A).refuse_place(state, (), ("activity", hidden.colour, hidden.round))
    assert refusal is not None
    assert refusal.reason.plain() == "That card is still face down."
    assert TakeTurn(A).refuse_place(state, (), card.place) is None


@pytest.mark.rule("TRO-15.1", "TRO-15.2", "TRO-14.2")
def test_events_and_columns():
    state = town(Family(dice="y6 w3", deniers=0), Family())
    fight = ("fight", "marauding", "", ("0y6",))
    assert why(state, (*fight, 2)) == ""
    assert why(state, (*fight, 3)) == "TRO-15.2: You can place 1 to 2 cubes."
    wanted = "TRO-15.1: That event is not in the row."
    assert why(state, ("fight", "drought", "", ("0y6",), 1)) == wanted
    free = state.free_flags(state.box.event("marauding"))
    state.flags[0] = (F,) * (free - 1)
    assert why(state, (*fight, 2)) == "TRO-15.2: You can place 1 cube."
    assert why(state, (*fight, 1)) == ""
    assert why(state, ("build", "", ("0w3",))) == ""
    state.cathedral[2] = (F, F, F)
    assert why(state, ("build", "", ("0w3",))) == "TRO-14.2: Column 3 is full."


@pytest.mark.rule("TRO-12.14", "TRO-11.11", "TRO-12.3")
def test_cubes_of_cards_on_events():
    state = town(Family(dice="r6"), Family(), cards="diplomat miller", events="drought")
    diplomat = state.box.card("diplomat")
    must, may = (PlaceCube(A, diplomat.index, 2, first) for first in (True, False))
    assert why_of(state, may, "stop") == ""
    wanted = "TRO-11.11: You must activate the card at least once."
    assert why_of(state, must, "stop") == wanted
    assert why_of(state, must, "drought") == ""
    assert why_of(state, must, "war_1") == "TRO-12.14: Choose an event in the row."
    assert why_of(state, must, "marauding") == ""
    state.marauding_done = True
    wanted = "TRO-12.14: Marauding was completed in this action and takes no more cubes."
    assert why_of(state, must, "marauding") == wanted


def why_of(state: Town, decision: Any, pick: Any) -> str:
    """The rule and reason why a decision refuses a pick; empty if it allows it."""
    if decision.allows(state, pick):
        return ""
    refusal = decision.refuse(state, pick)
    return f"{refusal.rule}: {refusal.reason.plain()}"


@pytest.mark.rule("TRO-12.3")
def test_number_of_buildings_for_the_miller():
    state = town(Family(stands="palace.1"), Family(), cards="miller")
    choose = ChooseBuildings(A, state.box.card("miller").index, 2)
    assert [why_of(state, choose, number) for number in (0, 2)] == ["", ""]
    assert why_of(state, choose, 3) == "TRO-12.3: Choose a number from 0 to 2."


# ---------------------------------------------------------------- influence, placing, black dice


@pytest.mark.rule("TRO-10.2", "TRO-10.3", "TRO-10.4", "TRO-10.5")
def test_useless_influence():
    state = town(Family(dice="r1", influence=1), Family(dice="r2"))
    assert why(state, ("reroll", "0r1")) == ""
    wanted = "TRO-10.5: Choose a die from your own district."
    assert why(state, ("reroll", "1r2")) == wanted
    wanted = "TRO-10.4: That costs 4 influence, but you have only 1."
    assert shut(state, "flip") == wanted
    wanted = "TRO-10.3: That costs 2 influence, but you have only 1."
    assert shut(state, "recruit") == wanted
    state.influence[A] = 4
    assert [shut(state, key) for key in ("flip", "recruit")] == ["", ""]
    state.reserve[A] = 0
    assert shut(state, "recruit") == "TRO-10.3: All your citizens are already in use."
    lay_black(state, 3)
    refusal = TakeTurn(A).refuse_place(state, ("reroll",), ("black", 0))
    assert refusal is not None
    assert refusal.reason.plain() == "Influence cannot change a black die."


@pytest.mark.rule("TRO-16.2", "TRO-3.1")
def test_missing_citizens_and_spaces():
    state = town(Family(dice="r1", stands="bishopric.1.1"), Family())
    assert why(state, ("place", "", ("0r1",), "bishopric.1.1")) == ""
    wanted = "TRO-16.2: You have no citizen there to place."
    assert why(state, ("place", "", ("0r1",), "palace.2")) == wanted
    first = PlaceFirst(A)
    assert why_of(state, first, "palace.1") == ""
    wanted = "TRO-3.1: You cannot expel anyone during setup. Choose a free space."
    assert why_of(state, first, "bishopric.1.1") == wanted
    wanted = "TRO-3.1: Choose a space in one of the three buildings."
    assert why_of(state, first, "tavern") == wanted


@pytest.mark.rule("TRO-8.4", "TRO-8.5", "TRO-8.7", "TRO-8.8", "TRO-8.10")
def test_black_dice():
    state = town(Family(dice="r2 y3", influence=0), Family(dice="r6"))
    lay_black(state, 4, 2)
    face = FaceBlackDie(A)
    assert why_of(state, face, ("defeat", ("0r2",))) == ""
    wanted = "TRO-8.4: Your dice add up to 3, but you need 4."
    assert why_of(state, face, ("defeat", ("0y3",))) == wanted
    assert why_of(state, face, ("defeat", ("0r2", "k2"))) == (
        "TRO-8.5: Your dice add up to 4, but you need 6."
    )
    wanted = "TRO-8.10: Only dice in your own district count here."
    assert why_of(state, face, ("defeat", ("1r6",))) == wanted
    wanted = "TRO-8.5: Choose your own dice, and any other black dice that they can beat."
    assert why_of(state, face, ("defeat", "0r2")) == wanted
    wanted = "TRO-8.5: Choose from the other black dice that are left."
    assert why_of(state, face, ("defeat", ("0r2", "k4"))) == wanted
    wanted = "TRO-8.8: If you can beat the black die, you must."
    assert why_of(state, face, ("yield",)) == wanted
    bought = face.refuse_place(state, ("defeat",), ("die", F, 0))
    assert bought is not None
    assert bought.reason.plain() == "You cannot buy other players' dice against black dice."
    assert face.refuse_place(state, ("defeat",), ("die", A, 0)) is None
    state.dice[A] = state.dice[A][-1:]
    reason = why_of(state, face, ("defeat", ("0y3",)))
    assert reason.startswith("TRO-8.7: All your dice add up to 3, ")
    assert why_of(state, face, ("yield",)) == ""


@pytest.mark.rule("TRO-9.3", "TRO-11.3", "TRO-17.1")
def test_reasons_that_close_an_action_with_a_single_use():
    state = town(Family(dice="r6"), Family())
    assert shut(state, "farm") == "TRO-9.3: There are no suitable dice on the square."
    state.dice[A] = faces("y2")
    assert shut(state, "farm") == ""
    one = town(Family(20, dice="r6", supply=0), Family(), cards="troubadour")
    wanted = "TRO-11.3: You have no citizen available for this."
    assert shut(one, "activate") == wanted
    one.supply[A] = 1
    assert shut(one, "activate") == ""
