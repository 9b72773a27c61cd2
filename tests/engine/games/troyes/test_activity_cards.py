"""Activity cards: hiring, activating, effects (sections 11, 12 and 23)."""

from __future__ import annotations

import pytest

from engine.games.troyes.actions import Activate
from engine.games.troyes.activity_cards import ChooseBuildings
from engine.games.troyes.cubes import PlaceCube
from engine.games.troyes.dice import DIE_OF
from engine.games.troyes.game import GAME
from engine.games.troyes.turn import TakeTurn
from tests.engine.games.troyes.positions import (
    GRAY,
    A,
    F,
    Family,
    J,
    act,
    add_event,
    allows,
    lay,
    pending_step,
    refused,
    run_agenda,
    town,
)


def activated(id, number, group, *families, values=(), place="supply", **more):
    """A position after A has activated a card."""
    state = town(*families, cards=id, **more)
    return act(state, A, ("activate", id, "", group, place, number), *values)


def spot(state, id):
    return state.tradesmen[state.box.card(id).position]


@pytest.mark.rule("TRO-11.1")
def test_card_must_be_face_up():
    state = town(Family(dice="y6"), Family(), cards="merchant")
    pick = ("activate", "miller", "", ("0y6",), "supply", 1)
    assert refused(state, A, pick) == "TRO-11.1"
    assert refused(state, A, ("activate", "merchant", "", ("0y6",), "", 1)) == "TRO-11.3"


@pytest.mark.rule("TRO-11.2", "TRO-11.4")
def test_hired_tradesman_takes_the_first_free_space():
    state = town(Family(99, dice="y6 y6"), Family(99), Family(99), cards="merchant")
    place = state.box.card("merchant").position
    act(state, A, ("activate", "merchant", "", ("0y6",), "supply", 1))
    assert (spot(state, "merchant"), state.supply[A]) == ((A, -1), 3)
    assert (state.space_vp(A, place), state.space_vp(F, place)) == (2, 0)
    act(state, F, ("activate", "merchant", "", ("0y6",), "supply", 1))
    assert spot(state, "merchant") == (A, F)
    state.dice[J] = (17,)
    act(state, J, ("activate", "merchant", "", ("2y6",), "supply", 1))
    assert spot(state, "merchant") == (A, F, J)
    assert [state.space_vp(seat, place) for seat in (A, F, J)] == [2, 1, 0]


@pytest.mark.rule("TRO-11.3")
def test_citizen_may_come_from_anywhere():
    state = town(Family(50, dice="y6", stands="palace.1"), Family(), cards="merchant priest")
    lay(state, "priest", A)
    state.lying[1] = (A,)
    for place in ("supply", "priest", "palace.1", "bishopric.lying"):
        after = state.copy()
        act(after, A, ("activate", "merchant", "", ("0y6",), place, 1))
        assert spot(after, "merchant") == (A, -1)
        assert after.is_at(A, "supply")
        assert place == "supply" or not after.is_at(A, place)
    for wrong in ("palace.2", "city_hall.lying", "archer", "merchant", 7, ("x",)):
        pick = ("activate", "merchant", "", ("0y6",), wrong, 1)
        assert refused(state, A, pick) == "TRO-11.3"


@pytest.mark.rule("TRO-11.5", "TRO-11.7")
def test_each_card_has_one_tradesman_per_player_paid_once():
    state = town(Family(0, dice="y6"), Family(), cards="merchant")
    lay(state, "merchant", A)
    assert refused(state, A, ("activate", "merchant", "", ("0y6",), "supply", 3)) == "TRO-11.5"
    act(state, A, ("activate", "merchant", "", ("0y6",), "", 3))
    assert (state.deniers[A], state.supply[A]) == (6, 4)


@pytest.mark.rule("TRO-11.6", "TRO-11.8")
def test_hiring_requires_an_activation():
    state = town(Family(99, dice="y1 r6 y3"), Family(), cards="merchant pilgrimage")
    assert refused(state, A, ("activate", "merchant", "", ("0y1",), "supply", 1)) == "TRO-11.8"
    assert refused(state, A, ("activate", "merchant", "", ("0y1",), "supply", 0)) == "TRO-11.8"
    assert refused(state, A, ("activate", "merchant", "", ("0r6",), "supply", 1)) == "TRO-11.8"
    assert allows(state, A, ("activate", "pilgrimage", "", ("0r6", "0y3"), "supply", 1))


@pytest.mark.rule("TRO-11.9")
def test_vacated_space_is_free_and_nobody_moves_up():
    state = town(Family(50, dice="r2"), Family(50, dice="y6"), Family(), Family(), cards="merchant")
    state.tradesmen[state.box.card("merchant").position] = (A, J, 3)
    act(state, A, ("place", "", ("0r2",), "merchant"))
    assert spot(state, "merchant") == (-1, J, 3)
    act(state, F, ("activate", "merchant", "", ("1y6",), "supply", 1))
    assert spot(state, "merchant") == (F, J, 3)


@pytest.mark.rule("TRO-11.10", "TRO-12.1")
def test_artisan():
    state = activated("artisan", 2, ("0y4", "0y5"), Family(10, 4, "y4 y5"), Family())
    assert (state.deniers[A], state.influence[A]) == (10 - 3 + 12, 2)


@pytest.mark.rule("TRO-11.11")
def test_each_activation_with_a_price_must_be_paid():
    state = town(Family(10, 1, "y4 y5"), Family(), cards="artisan")
    pick = ("activate", "artisan", "", ("0y4", "0y5"), "supply")
    assert refused(state, A, (*pick, 2)) == "TRO-11.8"
    assert allows(state, A, (*pick, 1))
    state.influence[A] = 0
    assert refused(state, A, (*pick, 1)) == "TRO-11.11"
    inn = town(Family(4, 20, "y6"), Family(), cards="innkeeper")
    assert refused(inn, A, ("activate", "innkeeper", "", ("0y6",), "supply", 1)) == "TRO-11.11"
    inn.deniers[A] = 6
    act(inn, A, ("activate", "innkeeper", "", ("0y6",), "supply", 2))
    assert (inn.deniers[A], inn.influence[A]) == (0, 20)


@pytest.mark.rule("TRO-11.12")
@pytest.mark.parametrize(
    ("id", "group"),
    [("glassblower", ("0w6",)), ("procession", ("0w6",)), ("joust", ("0r6",)),
     ("captain", ("0r6",)), ("chivalry", ("0r6",)), ("tax_collector", ("0r6",)),
     ("banquet", ("0r6",)), ("baker", ("0y6",))],
)  # fmt: skip
def test_activation_may_yield_nothing(id, group):
    state = town(Family(10, dice="w6 r6 y6"), Family(), cards=id, bonus=True)
    state.dice[A] = tuple(DIE_OF[name][1] for name in group)
    act(state, A, ("activate", id, "", group, "supply", 1))
    assert (state.vp, state.deniers[A]) == ([0, 0], 10 - state.box.card(id).hire)
    assert A in spot(state, id)


@pytest.mark.rule("TRO-11.13", "TRO-12.3")
def test_miller_counts_after_the_hire():
    state = town(
        Family(10, dice="y4 y4", stands="palace.1 palace.2 bishopric.1.1"), Family(), cards="miller"
    )
    act(state, A, ("activate", "miller", "", ("0y4", "0y4b"), "palace.1", 2))
    assert pending_step(state) == ChooseBuildings(A, state.box.card("miller").index, 2)
    assert sorted(pending_step(state).options(state)) == [0, 1, 2]
    assert pending_step(state).refuse(state, 3).rule == "TRO-12.3"
    run_agenda(state, 1)
    assert state.deniers[A] == 10 - 5 + 2 + 2


@pytest.mark.rule("TRO-12.2")
def test_merchant():
    state = activated("merchant", 3, ("0y6",), Family(10, dice="y6"), Family())
    assert state.deniers[A] == 10 - 4 + 6


@pytest.mark.rule("TRO-12.4", "TRO-10.6")
def test_innkeeper_at_the_end_of_the_track():
    state = activated("innkeeper", 3, ("0y6",), Family(10, 19, "y6"), Family())
    assert (state.deniers[A], state.influence[A]) == (3, 20)


@pytest.mark.rule("TRO-12.5")
def test_journeyman():
    state = activated("journeyman", 2, ("0y6",), Family(11, dice="y6"), Family())
    assert (state.deniers[A], state.vp[A]) == (0, 4)


@pytest.mark.rule("TRO-12.6")
def test_goldsmith_and_sculptor():
    state = activated("goldsmith", 1, ("0y6",), Family(6, dice="y6"), Family())
    assert (state.deniers[A], state.vp[A]) == (2, 1)
    state = activated("sculptor", 2, ("0y6",), Family(7, dice="y6"), Family())
    assert (state.deniers[A], state.vp[A]) == (0, 2)


@pytest.mark.rule("TRO-12.7")
def test_pilgrimage_takes_any_mixture():
    families = (Family(8, dice="y6 w5 r4"), Family())
    state = activated("pilgrimage", 2, ("0r4", "0w5", "0y6"), *families)
    assert state.vp[A] == 4
    state = activated("pilgrimage", 1, ("0y6",), *families)
    assert state.vp[A] == 2


@pytest.mark.rule("TRO-12.8")
def test_glassblower():
    state = town(Family(7, dice="w6 w6"), Family(), cards="glassblower")
    state.cathedral = [(A,), (A, F), (A,), (A, A), (), ()]
    act(state, A, ("activate", "glassblower", "", ("0w6", "0w6b"), "supply", 2))
    assert state.vp[A] == 4


@pytest.mark.rule("TRO-12.9")
@pytest.mark.parametrize(
    ("others", "neutral", "gained"),
    [("y1", "r1", [4, 0, 0]), ("y1 y2", "", [4, 4, 0]), ("y1", "r1 r1 r1", [0, 0, 0]),
     ("y1 y1 y1", "", [0, 0, 0]), ("y1", "r1 r1", [4, 0, 0])],
)  # fmt: skip
def test_procession(others, neutral, gained):
    state = activated(
        "procession", 2, ("0w5", "0w6"), Family(dice="w5 w6 r1 r1"), Family(dice=others), Family(),
        neutral=neutral,
    )  # fmt: skip
    assert state.vp == gained


@pytest.mark.rule("TRO-12.9", "TRO-12.10")
def test_contests_need_something_left():
    state = activated("procession", 1, ("0w5",), Family(dice="w5"), Family())
    assert state.vp == [0, 0]
    state = activated("joust", 1, ("0r5",), Family(dice="r5 y6"), Family(dice="y1"))
    assert state.vp == [0, 0]


@pytest.mark.rule("TRO-12.10", "TRO-2.1")
@pytest.mark.parametrize(
    ("others", "neutral", "gained"),
    [("r3 y6", "", [2, 0]), ("r4 w1", "", [2, 2]), ("r2 r3", "", [0, 0]),
     ("r4", "r4", [2, 2]), ("r4", "r2 r3", [0, 0]), ("y6", "w6 r4", [2, 0])],
)  # fmt: skip
def test_joust_compares_red_pips(others, neutral, gained):
    families = Family(dice="r5 r4"), Family(dice=others)
    state = activated("joust", 1, ("0r5",), *families, neutral=neutral)
    assert state.vp == gained


@pytest.mark.rule("TRO-12.11", "TRO-12.14")
def test_archer_rolls_one_after_another():
    state = activated(
        "archer", 3, ("0r6",), Family(5, dice="r6"), Family(dice="y1"), events="war_1",
        values=(3, "war_1", 4, "stop", 1),
    )  # fmt: skip
    assert (state.flags, state.influence[A]) == ([(), (A,)], 5)
    assert state.agenda[-1].name == "NextTurn"


@pytest.mark.rule("TRO-12.12", "TRO-12.14")
def test_chivalry_places_cubes_for_remaining_red_dice():
    families = (Family(6, dice="r5 r1 r1"), Family(dice="y1"))
    state = town(*families, cards="chivalry", events="war_1")
    pick = ("activate", "chivalry", "", ("0r1", "0r5"), "supply", 1)
    assert refused(state, A, (*pick[:5], 2)) == "TRO-12.14"
    act(state, A, pick, "war_1")
    assert state.flags == [(), (A,)]
    state = town(*families, cards="chivalry", events="war_1")
    act(state, A, ("activate", "chivalry", "", ("0r5",), "supply", 1), "war_1", "stop")
    assert (state.flags, state.influence[A]) == ([(), (A,)], 5)


@pytest.mark.rule("TRO-12.13", "TRO-15.4")
def test_diplomat_must_place_one_cube():
    state = town(Family(6, 4, "r6"), Family(dice="y1"), cards="diplomat", events="war_1")
    act(state, A, ("activate", "diplomat", "", ("0r6",), "supply", 2))
    assert pending_step(state) == PlaceCube(A, state.box.card("diplomat").index, 2, True)
    assert pending_step(state).refuse(state, "stop").rule == "TRO-11.11"
    run_agenda(state, "war_1", "stop")
    assert (state.influence[A], state.flags[1]) == (4, (A,))


@pytest.mark.rule("TRO-12.14", "TRO-15.10")
def test_remaining_cubes_are_lost_if_no_event_can_take_them():
    state = town(Family(5, 0, "r6"), Family(dice="y1"), cards="archer")
    add_event(state, "marauding", A, A, A)
    act(state, A, ("activate", "archer", "", ("0r6",), "supply", 3), 6, "marauding")
    assert (state.vp[A], state.flags) == (4, [()])
    assert state.agenda[-1].name == "NextTurn"
    run_agenda(state)
    assert state.marauding_done is False


@pytest.mark.rule("TRO-12.15")
def test_hunting_and_mercenary():
    state = activated("hunting", 1, ("0r6",), Family(4, 4, "r6"), Family())
    assert state.influence[A] == 7
    state = activated("mercenary", 2, ("0r6",), Family(4, 4, "r6"), Family())
    assert state.deniers[A] == 6


@pytest.mark.rule("TRO-12.16")
def test_tax_collector():
    state = activated(
        "tax_collector", 2, ("0r4", "0r5"), Family(5, dice="r4 r5", stands="city_hall.1.1"),
        Family(9, stands="city_hall.1.2 city_hall.2.1 palace.1"), Family(1, stands="city_hall.2.2"),
        gray="city_hall.1.3",
    )  # fmt: skip
    assert (state.deniers, state.vp) == ([4 + 1 + 2, 5, 0], [0, 0, 0])
    assert state.bank == -5 + 2


@pytest.mark.rule("TRO-12.17")
def test_troubadour():
    state = activated("troubadour", 2, ("0r6",), Family(5, 7, "r6"), Family())
    assert (state.influence[A], state.vp[A]) == (1, 4)


@pytest.mark.rule("TRO-12.18")
def test_captain():
    state = town(Family(6, dice="r6 r6"), Family(), cards="captain", events="war_1 heresy")
    add_event(state, "marauding", F, A)
    add_event(state, "war_1", A, A)
    act(state, A, ("activate", "captain", "", ("0r6", "0r6b"), "supply", 2))
    assert state.vp[A] == 4


@pytest.mark.rule("TRO-23.2")
def test_baker_counts_all_districts():
    state = activated(
        "baker", 1, ("0y4",), Family(4, dice="y4 y1 r1"), Family(dice="y2"), neutral="y3 w1",
        bonus=True,
    )  # fmt: skip
    assert state.deniers[A] == 3


@pytest.mark.rule("TRO-23.3")
def test_prior_in_the_cathedral_has_room_for_two_or_one():
    state = town(Family(dice="w4 w4 w4"), Family(), cards="prior", bonus=True)
    state.add_cubes(state.box.card("prior").position, A, 3)
    act(state, A, ("build", "prior", ("0w4",)))
    assert (state.cathedral[3], state.vp[A]) == ((A, A), 2)
    act(state, A, ("build", "prior", ("0w4",)))
    assert (state.cathedral[3], state.vp[A]) == ((A, A, A), 3)
    assert refused(state, A, ("build", "prior", ("0w4",))) == "TRO-14.2"


@pytest.mark.rule("TRO-23.4")
def test_banquet_counts_the_red_dice_of_the_richest_district():
    state = activated(
        "banquet", 2, ("0r6", "0r6b"), Family(7, dice="r6 r6 r1"), Family(dice="r1 y1"),
        neutral="r1 r2 r3", bonus=True,
    )  # fmt: skip
    assert state.vp[A] == 6
    assert (Activate.key, GRAY) == ("activate", 4)


def followed(state, decision):
    return GAME.follow(state, decision)


def test_continuations_of_a_chain_are_available_to_lookahead():
    state = town(
        Family(6, 4, "r6", stands="bishopric.1.1"), Family(dice="y1"), cards="diplomat",
        events="heresy",
    )  # fmt: skip
    miller = state.box.card("miller").index
    assert followed(state, ChooseBuildings(A, miller, 3)) == 0
    add_event(state, "marauding", A, A, A)
    add_event(state, "heresy", F, F)
    cube = PlaceCube(A, state.box.card("diplomat").index, 2, True)
    assert followed(state, cube) == "marauding"
    assert followed(state, TakeTurn(A)) is None
