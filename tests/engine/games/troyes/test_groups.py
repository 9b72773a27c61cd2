"""Groups of dice and the cubes of delayed cards (sections 9 and 13)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.errors import Refusal
from engine.games.troyes.actions import Activate, Farm
from engine.games.troyes.dice import COLOURS, DIE_OF
from engine.games.troyes.group_commands import why_not_join
from engine.games.troyes.groups import (
    BUILD_PURPOSE,
    PLACE_PURPOSE,
    every_group,
    gather,
)
from engine.games.troyes.turn import ACTIONS, TakeTurn
from tests.engine.games.troyes import slow_groups
from tests.engine.games.troyes.positions import (
    GRAY,
    A,
    F,
    Family,
    J,
    act,
    allows,
    dice,
    own_cubes,
    pending_step,
    refused,
    rule_of,
    run_agenda,
    step,
    town,
)

DELAYED = (
    "blacksmith", "militia", "tithing", "monk", "priest", "apprenticeship", "confession",
    "templar", "prior",
)  # fmt: skip


def with_cube(id, *families, cards="", **more):
    """A position in which A has a cube of a card."""
    state = town(*families, cards=f"{id} {cards}", bonus=True, **more)
    own_cubes(state, id, A, 2)
    return state


def random_square(dice_, id):
    def some(least, most):
        number = least + dice_.below(most - least + 1)
        return " ".join(f"{dice_.pick('rwy')}{dice_.roll()}" for _ in range(number))

    return with_cube(
        id, Family(99, dice=some(0, 4)), Family(dice=some(1, 3)), Family(dice=some(0, 3)),
        neutral=some(0, 2), events="war_1 drought",
    )  # fmt: skip


@pytest.mark.rule("TRO-9.3", "TRO-9.4", "TRO-13.16", "TRO-13.17", "TRO-13.18", "TRO-13.7")
@pytest.mark.parametrize("id", DELAYED)
def test_groups_agree_with_the_slow_reference(id):
    dice_ = Dice(b"groups " + id.encode())
    legal = 0
    for _ in range(4):
        state = random_square(dice_, id)
        box = state.box
        uses = [("cathedral", "white", BUILD_PURPOSE), ("farm", "yellow", state.box.farming)]
        uses += [("event", COLOURS[e.counter], e.purpose) for e in (box.event("war_1"),)]
        for card in ("archer", "priest", "merchant"):
            uses.append(("card", COLOURS[box.card(card).dice], box.card(card).purpose))
        uses.append(("card", "any", box.card("pilgrimage").purpose))
        for names in slow_groups.every(state):
            for cube in ("", id):
                for use, colour, purpose in uses:
                    slow = slow_groups.judge(state, A, use, colour, names, cube)
                    group = gather(state, A, purpose, names, cube)
                    if slow is None:
                        assert isinstance(group, Refusal)
                    else:
                        legal += 1
                        assert not isinstance(group, Refusal), (use, names, cube, group)
                        assert slow_groups.found(group) == slow
                if len(names) == 1:
                    slow = slow_groups.judge(state, A, "citizen", "any", names, cube)
                    group = gather(state, A, PLACE_PURPOSE, names, cube)
                    assert isinstance(group, Refusal) == (slow is None)
    assert legal > 200


@pytest.mark.rule("TRO-9.3")
def test_every_group_is_found_once():
    dice_ = Dice(b"every")
    for _ in range(5):
        state = random_square(dice_, "militia")
        purpose = state.box.card("pilgrimage").purpose
        listed = [group.dice for group in every_group(state, A, purpose)]
        assert len(set(listed)) == len(listed)
        slow = {
            tuple(DIE_OF[name][:2] for name in names)
            for names in slow_groups.every(state)
            if slow_groups.judge(state, A, "card", "any", names, "") is not None
        }
        assert set(listed) == slow


@pytest.mark.rule("TRO-9.1", "TRO-9.2")
def test_turn_is_influence_then_one_action():
    state = town(Family(influence=9, dice="y3 y4"), Family(dice="y5"))
    act(state, A, ("recruit",))
    assert pending_step(state) == TakeTurn(A)
    run_agenda(state, ("flip", ("0y3",)))
    assert pending_step(state) == TakeTurn(A)
    run_agenda(state, ("farm", "", ("0y4",)))
    run_agenda(state)
    assert pending_step(state) == TakeTurn(F)
    assert {one.key for one in ACTIONS} | {"pass"} == {
        "activate", "build", "fight", "place", "farm", "pass",
    }  # fmt: skip


@pytest.mark.rule("TRO-9.3")
def test_illegal_groups():
    state = town(Family(dice="y1 y1 y2 y3 w4"), Family(dice="y1"))
    assert refused(state, A, ("farm", "", ("0w4", "0y1"))) == "TRO-9.3"
    assert refused(state, A, ("farm", "", ("0y1", "0y1b", "0y2", "0y3"))) == "TRO-9.3"
    assert refused(state, A, ("farm", "", ())) == "TRO-9.3"
    assert refused(state, A, ("farm", "", ("0y2", "0y1"))) == "TRO-9.3"
    assert refused(state, A, ("farm", "", ("0y1", "0y1"))) == "TRO-9.3"
    assert refused(state, A, ("farm", "", ("0y1c",))) == "TRO-9.7"
    assert refused(state, A, ("farm", "", ("0w4",))) == "TRO-17.1"
    assert refused(state, A, ("farm", "", ("nonsense",))) == "TRO-9.3"
    assert allows(state, A, ("farm", "", ("0y1", "0y1b", "0y2")))
    assert allows(state, A, ("farm", "", ("0y1b",)))


@pytest.mark.rule("TRO-9.4", "TRO-9.5", "TRO-9.6")
def test_group_size_is_the_price_and_credit_is_refused():
    state = town(Family(11, dice="y6"), Family(0, dice="y5 y6"), neutral="y1")
    assert refused(state, A, ("farm", "", ("0y6", "1y5", "1y6"))) == "TRO-9.6"
    assert allows(state, A, ("farm", "", ("0y6", "1y5")))
    act(state, A, ("farm", "", ("1y5", "ny1")))
    assert (state.deniers, state.bank) == ([11 - 8 + 3, 4], -4 + 3)
    rich = town(Family(12, dice="y6"), Family(0, dice="y5 y6"))
    rich.passed[F] = True
    act(rich, A, ("farm", "", ("0y6", "1y5", "1y6")))
    assert rich.deniers == [8, 12]


@pytest.mark.rule("TRO-9.6")
def test_hire_and_dice_are_paid_from_available_money():
    state = town(Family(9), Family(dice="y6 y6"), cards="merchant")
    pick = ("activate", "merchant", "", ("1y6", "1y6b"), "supply", 6)
    assert refused(state, A, pick) == "TRO-9.6"
    state.deniers[A] = 12
    act(state, A, pick)
    assert state.deniers[A] == 12


@pytest.mark.rule("TRO-9.7")
def test_used_dice_leave_the_square():
    state = town(Family(dice="y6 y5"), Family(dice="y4"))
    act(state, A, ("farm", "", ("0y6", "1y4")))
    assert (dice(state, A), dice(state, F)) == ("y5", "")


@pytest.mark.rule("TRO-9.8", "TRO-11.8", "TRO-15.2")
def test_fewer_activations_may_be_chosen_but_at_least_one():
    state = town(Family(dice="y6 y5 y4"), Family(dice="y1"), cards="merchant")
    group = ("0y4", "0y5", "0y6")
    for number in (1, 4, 7):
        assert allows(state, A, ("activate", "merchant", "", group, "supply", number))
    pick: tuple[Any, ...] = ("activate", "merchant", "", group, "supply")
    for wrong in (0, 8, -1, "1", True):
        assert refused(state, A, (*pick, wrong)) == "TRO-11.8"
    assert allows(state, A, ("fight", "marauding", "", group, 1))
    assert refused(state, A, ("fight", "marauding", "", group, 5)) == "TRO-15.2"
    act(state, A, ("activate", "merchant", "", group, "supply", 1))
    assert (state.deniers[A], dice(state, A)) == (10 - 4 + 2, "")


@pytest.mark.rule("TRO-9.9", "TRO-9.5")
def test_player_without_dice_may_buy():
    state = town(Family(4), Family(dice="y6"))
    act(state, A, ("farm", "", ("1y6",)))
    assert state.deniers == [5, 12]


@pytest.mark.rule("TRO-9.10", "TRO-10.5")
def test_influence_never_changes_foreign_dice():
    state = town(Family(dice="y6"), Family(dice="y1"), neutral="r1")
    for name in ("1y1", "nr1"):
        assert refused(state, A, ("reroll", name)) == "TRO-10.5"
    for group in (("1y1",), ("0y6", "nr1")):
        assert refused(state, A, ("flip", group)) == "TRO-10.5"
    assert refused(state, A, ("flip", ())) == "TRO-10.4"
    place = ("die", F, 0)
    assert rule_of(TakeTurn(A).refuse_place(state, ("reroll",), place)) == "TRO-10.5"


@pytest.mark.rule("TRO-9.11")
def test_quotients_are_rounded_down():
    state = town(Family(dice="y6 y5"), Family(dice="y1"), cards="merchant artisan")
    act(state, A, ("farm", "", ("0y5",)))
    assert state.deniers[A] == 12
    group = gather(state, A, state.box.farming, ("0y6", "1y1"))
    assert not isinstance(group, Refusal)
    assert group.total // 2 == 3


@pytest.mark.rule("TRO-9.12")
def test_passing_is_always_legal_and_automatic_without_alternatives():
    state = town(Family(1, 0, supply=0), Family(dice="y1"))
    state.reserve[A] = 12
    step(state, TakeTurn(F), ("pass",))
    assert allows(state, A, ("pass",))
    run_agenda(state)
    assert (state.passed, state.purse[A]) == ([True, True], 2)
    tithing = with_cube("tithing", Family(0, 0), Family(0, dice="y2 y1"))
    tithing.reserve[A] = 0
    step(tithing, TakeTurn(F), ("pass",))
    run_agenda(tithing)
    assert pending_step(tithing) == TakeTurn(A)


# ---------------------------------------------------------------------- cubes


@pytest.mark.rule("TRO-13.1", "TRO-13.2")
def test_cubes_wait_on_the_card_and_one_may_be_spent():
    state = town(Family(20, dice="w5 w4 y3"), Family(dice="y1"), cards="priest")
    act(state, A, ("activate", "priest", "", ("0w4", "0w5"), "supply", 3))
    assert state.cubes[state.box.card("priest").position] == (3, 0)
    assert refused(state, F, ("farm", "priest", ("1y1",))) == "TRO-13.2"
    assert refused(state, A, ("farm", "merchant", ("0y3",))) == "TRO-13.2"
    assert refused(state, A, ("farm", "nothing", ("0y3",))) == "TRO-13.2"
    act(state, A, ("farm", "priest", ("0y3",)))
    assert state.cubes[state.box.card("priest").position] == (2, 0)
    assert state.deniers[A] == 20 - 8 + 3


@pytest.mark.rule("TRO-13.3")
def test_cube_cannot_be_used_in_the_action_that_places_it():
    state = town(Family(20, dice="w5"), Family(), cards="confession")
    pick = ("activate", "confession", "confession", ("0w5",), "supply", 2)
    assert refused(state, A, pick) == "TRO-13.2"
    own_cubes(state, "confession", A, 1)
    act(state, A, pick)
    assert state.cubes[state.box.card("confession").position] == (2, 0)


@pytest.mark.rule("TRO-13.4")
def test_cubes_remain_usable_after_the_tradesman_left():
    state = with_cube("confession", Family(dice="y3 r2"), Family())
    position = state.box.card("confession").position
    state.tradesmen[position] = (A, -1)
    act(state, A, ("place", "", ("0r2",), "confession"))
    assert A not in state.tradesmen[position]
    act(state, A, ("farm", "confession", ("0y3",)))
    assert state.deniers[A] == 12


@pytest.mark.rule("TRO-13.5")
@pytest.mark.parametrize("id", ["blacksmith", "priest", "confession", "apprenticeship"])
def test_star_rule(id):
    state = with_cube(id, Family(dice="r3 w3 y3"), Family())
    for name in ("0r3", "0w3", "0y3"):
        assert refused(state, A, ("place", id, (name,), "supply")) == "TRO-13.5"
    assert not allows(state, A, ("build", id, ("0w3",)))
    if id in ("confession", "apprenticeship"):
        assert refused(state, A, ("build", id, ("0w3",))) == "TRO-13.5"


@pytest.mark.rule("TRO-13.6")
@pytest.mark.parametrize("id", ["monk", "templar", "prior"])
def test_plus_rule(id):
    state = with_cube(id, Family(2, dice="w3"), Family(0, dice="w4 y1"), cards="pilgrimage")
    rich = state.copy()
    rich.deniers[A] = 40
    for group in (("0w3", "1w4"), ("0w3", "1y1")):
        assert refused(rich, A, ("activate", "pilgrimage", id, group, "supply", 1)) == "TRO-13.6"
    assert refused(rich, A, ("place", id, ("1y1",), "supply")) == "TRO-13.6"
    act(state, A, ("place", id, ("1w4",), "supply"))
    assert state.deniers == [0, 2]


@pytest.mark.rule("TRO-13.7", "TRO-13.13")
def test_values_above_six():
    state = with_cube("priest", Family(0, dice="y6 y5"), Family())
    act(state, A, ("farm", "priest", ("0y5", "0y6")))
    assert state.deniers[A] == (5 + 3 + 6 + 3) // 2


@pytest.mark.rule("TRO-13.8")
def test_blacksmith_adds_once():
    state = with_cube("blacksmith", Family(dice="r1 r2"), Family(), events="war_1")
    act(state, A, ("fight", "war_1", "blacksmith", ("0r1", "0r2"), 2))
    assert state.flags[1] == (A, A)


@pytest.mark.rule("TRO-13.9", "TRO-13.16")
def test_militia_makes_yellow_dice_red():
    state = with_cube("militia", Family(dice="y4 y4 r4"), Family(), events="war_1")
    assert refused(state, A, ("fight", "war_1", "militia", ("0r4", "0y4"), 2)) == "TRO-13.17"
    assert refused(state, A, ("farm", "militia", ("0y4",))) == "TRO-17.1"
    placed = state.copy()
    act(placed, A, ("place", "militia", ("0y4",), "supply"))
    assert placed.buildings[0][3] == A
    act(state, A, ("fight", "war_1", "militia", ("0y4", "0y4b"), 2))
    assert state.flags[1] == (A, A)


@pytest.mark.rule("TRO-13.10", "TRO-13.16")
def test_tithing_frees_the_first_yellow_die_of_each_other_district():
    state = with_cube(
        "tithing", Family(9, dice="y1"), Family(0, dice="y3"), Family(0, dice="y4"),
        neutral="y5", cards="pilgrimage",
    )  # fmt: skip
    placed, mixed = state.copy(), state.copy()
    act(state, A, ("farm", "tithing", ("1y3", "2y4", "ny5")))
    assert state.deniers == [9 + 6, 0, 0]
    act(placed, A, ("place", "tithing", ("ny5",), "supply"))
    assert placed.deniers[A] == 9
    mixed.dice[F] = (2, *mixed.dice[F])
    mixed.deniers[A] = 20
    act(mixed, A, ("activate", "pilgrimage", "tithing", ("1r3", "1y3"), "supply", 1))
    assert mixed.deniers == [20 - 8 - 4, 4, 0]
    assert refused(state, A, ("farm", "tithing", ("0y1",))) == "TRO-13.17"


@pytest.mark.rule("TRO-13.11")
def test_monk_and_templar_multiply_a_white_die():
    monk = with_cube("monk", Family(0, dice="w5"), Family())
    act(monk, A, ("farm", "monk", ("0w5",)))
    assert monk.deniers[A] == 7
    templar = with_cube("templar", Family(dice="w5"), Family(), events="war_1")
    act(templar, A, ("fight", "war_1", "templar", ("0w5",), 2))
    assert templar.flags[1] == (A, A)


@pytest.mark.rule("TRO-13.12")
@pytest.mark.parametrize(
    ("id", "building", "space"), [("monk", 2, 3), ("templar", 0, 3), ("prior", 1, 2)]
)
def test_converted_dice_place_one_citizen(id, building, space):
    state = with_cube(id, Family(dice="w4"), Family())
    act(state, A, ("place", id, ("0w4",), "supply"))
    assert state.buildings[building][space] == A
    assert sum(cells.count(A) for cells in state.buildings) == 1


@pytest.mark.rule("TRO-13.14", "TRO-13.15", "TRO-13.18")
def test_confession_and_apprenticeship_act_on_every_die():
    confession = with_cube("confession", Family(20, dice="y1"), Family(dice="y2"), neutral="y3")
    act(confession, A, ("farm", "confession", ("0y1", "1y2", "ny3")))
    assert confession.deniers[A] == 20 - 12 + 6
    three = with_cube(
        "apprenticeship", Family(20, dice="y1 w1 r1", supply=1), Family(), cards="pilgrimage"
    )
    act(three, A, ("activate", "pilgrimage", "apprenticeship", ("0r1", "0w1", "0y1"), "supply", 2))
    assert three.vp[A] == 4


@pytest.mark.rule("TRO-13.17")
def test_cube_is_spent_only_where_it_applies():
    smith = with_cube("blacksmith", Family(dice="y3"), Family())
    assert refused(smith, A, ("farm", "blacksmith", ("0y3",))) == "TRO-13.17"
    priest = with_cube("priest", Family(dice="r6"), Family(), events="war_1")
    assert refused(priest, A, ("fight", "war_1", "priest", ("0r6",), 1)) == "TRO-13.17"


def test_reasons_why_a_die_cannot_join():
    state = with_cube(
        "blacksmith", Family(8, dice="y3 y4 r1"), Family(dice="y5 y6"), cards="merchant"
    )
    join = partial(why_not_join, Farm())
    assert join(state, A, ("", ("0y3",)), "1y5") is None
    assert rule_of(join(state, A, ("", ("0y3",)), "0r1")) == "TRO-9.3"
    assert rule_of(join(state, A, ("", ("0y3", "0y4", "1y5")), "1y6")) == "TRO-9.3"
    assert rule_of(join(state, A, ("", ("0y3", "1y5")), "1y6")) == "TRO-9.6"
    assert rule_of(join(state, A, ("blacksmith",), "0y3")) == "TRO-13.17"
    menu = TakeTurn(A)
    chosen = ("farm", "", ("0y3",))
    assert rule_of(menu.refuse_thing(state, chosen, "0r1")) == "TRO-9.3"
    assert rule_of(menu.refuse_place(state, chosen, ("die", A, 0))) == "TRO-9.3"
    marks = menu.marks(state, ("farm", ""))
    assert marks is not None
    assert marks.things == ("0y3", "0y4", "1y5", "1y6")
    assert menu.part_options(state, ("activate",)) == ["merchant", "blacksmith"]
    assert menu.part_options(state, ("activate", "merchant")) == [""]
    assert menu.part_options(state, ("activate", "merchant", "", ("0y4",))) == ["supply"]
    assert menu.part_options(state, ("activate", "merchant", "", ("0y4",), "supply")) == [2, 1]
    assert menu.part_options(state, ("activate", "merchant", "", ("0y4",), "supply", 1)) == []


def test_samples_are_legal_and_cover_every_kind_of_action():
    dice_ = Dice(b"sample")
    seen = set()
    for number in range(60):
        state = random_square(dice_, DELAYED[number % len(DELAYED)])
        for _ in range(10):
            pick = TakeTurn(A).sample(state, dice_)
            assert allows(state, A, pick)
            seen.add(pick[0])
            if pick[0] == "farm" and pick[1]:
                seen.add("farm with a cube")
    assert {"activate", "fight", "build", "place", "farm", "pass", "farm with a cube"} <= seen


def test_suggestions_are_legal_and_include_the_best():
    dice_ = Dice(b"suggest")
    for number in range(40):
        state = random_square(dice_, DELAYED[number % len(DELAYED)])
        for pick in TakeTurn(A).options(state):
            assert allows(state, A, pick), pick
        most = max((g.total for g in every_group(state, A, state.box.farming)), default=0)
        farms = [pick[2] for pick in TakeTurn(A).options(state) if pick[:2] == ("farm", "")]
        groups = [gather(state, A, state.box.farming, names) for names in farms]
        totals = [group.total for group in groups if not isinstance(group, Refusal)]
        assert len(totals) == len(farms)
        assert max(totals, default=0) // 2 == most // 2
    assert Activate().key == "activate"
    assert (J, GRAY) == (2, 4)
