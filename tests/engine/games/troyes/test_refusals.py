"""What is said where something is not allowed: each sentence in a position where it is true, and a
step away from it, where it is not true and not said."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.errors import Refusal
from engine.games.troyes.actions import Activate, Build, Farm, Fight
from engine.games.troyes.groups import gather
from engine.games.troyes.state import Town
from engine.games.troyes.turn import TakeTurn
from engine.games.troyes.using import GroupCommand
from tests.engine.games.troyes import slow_groups
from tests.engine.games.troyes.positions import (
    A,
    F,
    Family,
    town,
)
from tests.engine.games.troyes.test_groups import DELAYED, random_square, with_cube


def why(state: Town, pick: Any) -> str:
    """By which rule and why seat A may not choose that in its turn; empty where it may."""
    decision = TakeTurn(A)
    if decision.allows(state, pick):
        return ""
    refusal: Refusal = decision.refuse(state, pick)
    return f"{refusal.rule}: {refusal.reason.plain()}"


def shut(state: Town, key: str) -> str:
    """By which rule and why a command is closed to seat A; empty where it is not."""
    told = {command.key: refusal for command, refusal in TakeTurn(A).closed(state)}
    return f"{told[key].rule}: {told[key].reason.plain()}" if key in told else ""


def join(state: Town, command: GroupCommand, *chosen: Any, die: str) -> str:
    """Why a die cannot join those that seat A has chosen; empty where it can."""
    refusal = command.refuse_thing(state, A, chosen, die)
    return "" if refusal is None else f"{refusal.rule}: {refusal.reason.plain()}"


# ---------------------------------------------------------------- dice with a cube (13.17)

FOREIGN = "TRO-13.17: This cube needs a yellow die of another district in the group."


@pytest.mark.rule("TRO-13.17", "TRO-13.10")
def test_the_own_die_may_be_marked_before_the_one_for_which_the_cube_is():
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
def test_a_die_of_another_colour_may_be_marked_before_a_yellow_one():
    state = with_cube("priest", Family(dice="r6 y1"), Family(dice="w4"), cards="pilgrimage")
    pilgrimage = Activate()
    yellow = "TRO-13.17: This cube needs a yellow die in the group."
    assert join(state, pilgrimage, "pilgrimage", "priest", (), die="0r6") == ""
    assert gathered(state, "pilgrimage", "priest", "0r6") == yellow
    assert gathered(state, "pilgrimage", "priest", "0r6", "0y1") == ""
    none = with_cube("priest", Family(dice="r6 r1"), Family(dice="w4"), cards="pilgrimage")
    assert join(none, pilgrimage, "pilgrimage", "priest", (), die="0r6") == yellow


def gathered(state: Town, card: str, cube: str, *names: str) -> str:
    """Why dice of seat A make no group for a card; empty where they do."""
    group = gather(state, A, state.box.card(card).purpose, names, cube)
    return f"{group.rule}: {group.reason.plain()}" if isinstance(group, Refusal) else ""


@pytest.mark.rule("TRO-13.17", "TRO-9.3")
@pytest.mark.parametrize("id", DELAYED)
def test_the_dice_of_a_group_can_be_marked_in_any_order(id: str):
    """And a die that can join is in some group that may be used, whatever it counts."""
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
    """The group of these dice, or why there is none, whatever it counts and costs."""
    purpose = command.purpose(state, head)
    assert not isinstance(purpose, Refusal)
    group = gather(state, A, purpose, names, cube)
    if isinstance(group, Refusal):
        return group
    return command.why_not_more(state, group) or group


# ---------------------------------------------------------------- what is closed


@pytest.mark.rule("TRO-16.8", "TRO-16.2")
def test_placing_is_closed_by_protection_or_for_want_of_citizens():
    state = town(Family(dice="r1", deniers=0), Family(stands="palace.1"))
    assert shut(state, "place") == ""
    state.lying[0] = (F,)
    wanted = (
        "TRO-16.8: Whoever would be expelled by dice that you can pay for is protected: one of "
        "that colour lies there already."
    )
    assert shut(state, "place") == wanted
    none = town(Family(dice="r1", deniers=0, supply=0), Family(stands="palace.1"))
    wanted = "TRO-16.2: You have no citizen to place; recruit one first."
    assert shut(none, "place") == wanted
    none.supply[A] = 1
    assert shut(none, "place") == ""


@pytest.mark.rule("TRO-9.3", "TRO-9.6", "TRO-11.3", "TRO-11.11")
def test_activating_is_closed_for_what_lacks():
    """The Troubadour takes red dice, a hire of 5 and 3 influence; the Merchant yellow dice."""
    lacking = "TRO-11.1: Something is lacking for each of them: dice that are enough, "

    def told(**more: Any) -> str:
        family = Family(**{"dice": "r6", "deniers": 20, **more})
        return shut(town(family, Family(), cards="troubadour merchant"), "activate")

    assert told() == ""
    assert told(deniers=4) == lacking + "deniers to pay with."
    assert told(influence=2) == lacking + "what an activation costs."
    assert told(supply=0) == lacking + "a citizen to hire."
    assert told(dice="r1") == "TRO-9.3: No dice that you can pay for are enough."
    wanted = "TRO-9.6: 3 deniers are not enough for any of it."
    assert told(dice="r6 y6", deniers=3) == wanted


# ---------------------------------------------------------------- influence and the cathedral


@pytest.mark.rule("TRO-10.5", "TRO-10.4")
def test_dice_of_others_are_not_turned_over():
    state = town(Family(dice="r1"), Family(dice="r2"), neutral="w1")
    wanted = "TRO-10.5: Influence changes only dice of your own district."
    assert why(state, ("flip", ("1r2",))) == wanted
    assert why(state, ("flip", ("nw1",))) == wanted
    assert why(state, ("flip", ("0r1",))) == ""


@pytest.mark.rule("TRO-13.16", "TRO-13.5", "TRO-14.1")
@pytest.mark.parametrize("id", DELAYED)
def test_cubes_on_the_cathedral(id: str):
    state = with_cube(id, Family(dice="w3 y3 r3"), Family(dice="y4"))
    told = why(state, ("build", id, ("0w3",)))
    if id == "prior":
        assert told == ""
    else:
        assert told.endswith(": This cube cannot be used for the cathedral.")
        assert told[:9] in ("TRO-13.5:", "TRO-13.16")
    assert why(state, ("build", "", ("0w3",))) == ""
    assert why(state, ("build", "", ("0r3",))) == (
        "TRO-14.1: The cathedral is built with white dice."
    )


@pytest.mark.rule("TRO-16.8")
def test_who_is_protected():
    state = town(Family(dice="r1"), Family(stands="palace.1"))
    state.lying[0] = (F,)
    told = why(state, ("place", "", ("0r1",), "supply"))
    assert told.startswith("TRO-16.8: ")
    assert told.endswith(" would be expelled, and one of that colour lies at the Palace already.")
    state.lying[0] = ()
    assert why(state, ("place", "", ("0r1",), "supply")) == ""
