"""The worked examples of the rules, each by its number."""

from __future__ import annotations

import pytest

from engine.games.troyes.black_dice import FaceBlackDie, FaceNext
from engine.games.troyes.events import EventEffects
from engine.games.troyes.group_preview import preview
from engine.games.troyes.influence import Reroll
from engine.games.troyes.placement import PlaceCitizen
from engine.games.troyes.rounds import EndRound, Income, RollDice
from engine.games.troyes.scoring import score
from engine.games.troyes.setup import FillWithGray, snake
from engine.games.troyes.turn import Actions, NextTurn
from tests.engine.games.troyes.positions import (
    GRAY,
    A,
    E,
    F,
    Family,
    J,
    act,
    add_event,
    allows,
    begin,
    dice,
    faces,
    lay,
    lay_black,
    lying,
    own_cubes,
    pending_step,
    play_out,
    refused,
    row,
    run_agenda,
    standing,
    step,
    table,
    town,
)

SALARIES = (
    Family(5, stands="city_hall.1.1 city_hall.1.2 bishopric.1.1 palace.1"),
    Family(5, stands="city_hall.1.3 bishopric.1.2 bishopric.2.1 bishopric.2.2"),
    Family(5, stands="city_hall.2.1 city_hall.2.2 city_hall.2.3 bishopric.3.1"),
    Family(5, stands="bishopric.3.2 palace.2 palace.3 palace.4"),
)
"""The board of examples 2 and 3."""


@pytest.mark.rule("TRO-2.3", "TRO-3.1", "TRO-3.2", "TRO-3.3")
def test_we_1_snake():
    state = table(begin(4, options={"start": "1"}))
    assert snake(state) == [A, F, J, E, E, J, F, A, A, F, J, E, E, J, F, A]
    three = table(begin(3, options={"start": "1"}))
    assert snake(three) == [A, F, J, J, F, A, A, F, J, J, F, A, A, F, J]
    for seats, gray in ((4, 2), (3, 3)):
        match = play_out(begin(seats), until=lambda state: sum(state.supply) == 1)
        state = table(match)
        state.agenda = [FillWithGray(), state.agenda[-1]]
        run_agenda(
            state,
            "palace.1" if state.buildings[0][0] == -1 else pending_step(state).options(state)[0],
        )
        assert sum(cells.count(GRAY) for cells in state.buildings) == gray
        assert not any(-1 in cells for cells in state.buildings)


@pytest.mark.rule("TRO-5.2")
def test_we_2_salaries():
    state = town(*SALARIES)
    step(state, Income())
    assert state.deniers == [12, 12, 14, 8]


@pytest.mark.rule("TRO-5.6", "TRO-5.7", "TRO-5.8")
def test_we_3_dice():
    state = town(*SALARIES, gray="palace.5 palace.6")
    rolled = (
        ("r1", "w2", "y3", "y4"),
        ("w1", "w1", "w6", "y2"),
        ("w3", "y1", "y5", "y6"),
        ("r2", "r2", "r5", "w4"),
        ("r1", "r3"),
    )
    assert RollDice().check(state, rolled) is None
    step(state, RollDice(), rolled)
    assert [dice(state, district) for district in range(5)] == [" ".join(one) for one in rolled]
    colours = "".join(" ".join(one) for one in rolled)
    assert [colours.count(letter) for letter in "ywr"] == [6, 6, 6]
    wrong = (*rolled[:4], ("r1", "r3", "y1"))
    assert RollDice().check(state, wrong) is not None


@pytest.mark.rule("TRO-6.1", "TRO-6.5", "TRO-8.1", "TRO-8.2", "TRO-8.3", "TRO-8.4", "TRO-8.5")
@pytest.mark.rule("TRO-8.6")
def test_we_4_black_dice():
    state = town(
        Family(dice="r4 w2"), Family(dice="w1 y3"), Family(), Family(),
        events="war_1 theological_conflict",
    )  # fmt: skip
    step(state, EventEffects(), 5, (4, 6, 1))
    assert list(state.black) == [6, 4, 1]
    assert standing(state, "bishopric")[0] == GRAY
    run_agenda(state, ("defeat", ("0r4", "k1")))
    assert (state.influence[A], state.black) == (6, (4,))
    assert pending_step(state) == FaceBlackDie(F)
    run_agenda(state, ("defeat", ("1w1", "1y3")))
    assert (state.influence[F], state.black, dice(state, F)) == (5, (), "")


@pytest.mark.rule("TRO-9.4", "TRO-9.5", "TRO-9.6", "TRO-11.2", "TRO-11.8", "TRO-12.2")
def test_we_5_purchase_and_merchant():
    state = town(
        Family(12, dice="y5 y6 w3"), Family(dice="w2"), Family(14, dice="y5"), cards="merchant"
    )
    act(state, A, ("activate", "merchant", "", ("0y5", "0y6", "2y5"), "supply", 8))
    assert state.deniers == [18, 10, 20]
    assert (state.tradesmen[state.box.card("merchant").position][0], dice(state, A)) == (A, "w3")
    assert state.space_vp(A, state.box.card("merchant").position) == 2
    found = preview(state, A, PlaceCitizen(), ("", ("1w2",)))
    assert found.group is not None
    assert found.group.payments == ((F, 2),)
    again = town(Family(12, dice="w3"), Family(dice="w2"), cards="tithing")
    act(again, A, ("build", "", ("0w3", "1w2")))
    assert again.deniers == [8, 14]


@pytest.mark.rule("TRO-9.4", "TRO-11.2", "TRO-13.1")
def test_we_6_priest():
    state = town(Family(12, dice="w4"), Family(12, dice="w5"), cards="priest")
    act(state, F, ("activate", "priest", "", ("0w4", "1w5"), "supply", 3))
    assert state.deniers == [16, 0]
    assert state.cubes[state.box.card("priest").position] == (0, 3)


@pytest.mark.rule("TRO-13.2", "TRO-13.5", "TRO-13.13", "TRO-17.1")
def test_we_7_a_cube_of_the_priest():
    state = town(Family(), Family(0, dice="y3 y4 y4"), cards="priest")
    own_cubes(state, "priest", F, 3)
    assert refused(state, F, ("place", "priest", ("1y4",), "supply")) == "TRO-13.5"
    assert refused(state, F, ("farm", ("priest", "priest"), ("1y3", "1y4"))) == "TRO-13.2"
    act(state, F, ("farm", "priest", ("1y3", "1y4")))
    assert state.deniers[F] == 6
    assert state.cubes[state.box.card("priest").position] == (0, 2)


@pytest.mark.rule("TRO-14.1", "TRO-14.2", "TRO-14.3", "TRO-9.4")
def test_we_8_cathedral():
    state = town(Family(), Family(0, dice="w2"), Family(20, 0, "w5"), Family(0, dice="w4"))
    state.cathedral[3] = (A,)
    act(state, J, ("build", "", ("1w2", "2w5", "3w4")))
    assert state.deniers == [10, 6, 8, 6]
    assert [len(column) for column in state.cathedral] == [0, 1, 0, 2, 1, 0]
    assert state.cathedral[3] == (A, J)
    assert (state.vp[J], state.influence[J]) == (3, 5)


@pytest.mark.rule("TRO-15.2", "TRO-15.3", "TRO-15.4", "TRO-15.5", "TRO-15.6", "TRO-15.7")
@pytest.mark.rule("TRO-15.8")
def test_we_9_event():
    state = town(Family(), Family(), Family(), Family(influence=0, dice="r2 r3 r4"))
    add_event(state, "succession_conflict", J, J, A)
    act(state, E, ("fight", "succession_conflict", "", ("3r2", "3r3", "3r4"), 2))
    assert state.influence[E] == 2
    assert state.vp == [0, 0, 3, 3]
    assert state.taken[J] == (state.box.event("succession_conflict").index,)
    assert row(state) == "marauding"


@pytest.mark.rule("TRO-16.5", "TRO-16.6", "TRO-16.7", "TRO-16.8")
def test_we_10_city_hall_push():
    state = town(
        Family(dice="y2", stands="city_hall.1.2"),
        Family(10, stands="city_hall.1.3"),
        Family(0, dice="y1 y3", stands="city_hall.1.1"),
        Family(dice="y3"),
    )
    assert standing(state, "city_hall")[:3] == [J, A, F]
    act(state, F, ("place", "", ("2y1",), "supply"))
    assert (standing(state, "city_hall")[:3], lying(state, "city_hall")) == ([F, J, A], [F])
    assert state.deniers[1:3] == [8, 2]
    act(state, A, ("place", "", ("0y2",), "supply"))
    assert (standing(state, "city_hall")[:3], lying(state, "city_hall")) == ([A, F, J], [A, F])
    act(state, J, ("place", "", ("2y3",), "supply"))
    assert (standing(state, "city_hall")[:3], lying(state, "city_hall")) == ([J, A, F], [A, F, J])
    for seat in (A, F, J, E):
        assert refused(state, seat, ("place", "", ("3y3",), "supply")) == "TRO-16.8"


@pytest.mark.rule("TRO-16.4", "TRO-16.8")
def test_we_11_palace():
    state = town(
        Family(10), Family(), Family(), Family(stands="palace.3"), neutral="r3", cards="merchant"
    )
    act(state, A, ("place", "", ("nr3",), "supply"))
    assert (standing(state, "palace")[2], lying(state, "palace")) == (A, [E])
    assert (state.deniers[A], state.bank) == (8, -2)
    state = town(Family(10), Family(), Family(), Family(stands="palace.3"), neutral="r3")
    state.lying[0] = (E,)
    assert refused(state, A, ("place", "", ("nr3",), "supply")) == "TRO-16.8"


@pytest.mark.rule("TRO-10.2", "TRO-10.4", "TRO-15.2", "TRO-15.4")
def test_we_12_influence():
    state = town(Family(), Family(), Family(influence=7, dice="y2"), neutral="r1")
    act(state, J, ("reroll", "2y2"), 1)
    assert (state.influence[J], dice(state, J)) == (6, "y1")
    run_agenda(state, ("flip", ("2y1",)))
    assert (state.influence[J], dice(state, J)) == (2, "y6")
    run_agenda(state, ("fight", "marauding", "", ("2y6",), 2))
    assert state.influence[J] == 4
    assert Reroll.key == "reroll"


@pytest.mark.rule("TRO-18.1", "TRO-18.2", "TRO-18.3", "TRO-18.4", "TRO-19.1", "TRO-19.4")
def test_we_13_pass():
    state = town(Family(0), Family(0, dice="y1 y1 y1"), Family(0))
    state.red_left = 0
    state.push(EndRound())
    farm = ("farm", "", ("1y1",))
    step(state, NextTurn(A), ("pass",), farm, ("pass",), farm)
    run_agenda(state)
    assert pending_step(state).seat == F
    assert (state.purse, state.deniers) == ([4, 0, 3], [0, 0, 0])
    run_agenda(state, ("pass",))
    assert state.over
    assert state.deniers == [4, 2, 3]


@pytest.mark.rule("TRO-5.3", "TRO-5.4")
def test_we_14_shortfall():
    spaces = "palace.1 palace.2 palace.3 palace.4 bishopric.1.1 bishopric.1.2 bishopric.2.1"
    state = town(Family(0, vp=1, stands=spaces), Family())
    step(state, Income())
    assert (state.deniers[A], state.vp[A]) == (0, 0)


@pytest.mark.rule("TRO-13.10", "TRO-9.4")
def test_we_15_tithing():
    state = town(Family(20, dice="y6"), Family(), Family(0, dice="y4 y5"), cards="tithing")
    own_cubes(state, "tithing", A, 1)
    group = ("0y6", "2y4", "2y5")
    act(state.copy(), A, ("farm", "", group))
    plain, tithing = state.copy(), state.copy()
    act(plain, A, ("farm", "", group))
    assert (plain.deniers[A], plain.deniers[J]) == (20 - 12 + 7, 12)
    act(tithing, A, ("farm", "tithing", group))
    assert (tithing.deniers[A], tithing.deniers[J]) == (20 - 6 + 7, 6)


@pytest.mark.rule("TRO-11.11", "TRO-12.13", "TRO-12.14")
def test_we_16_diplomat():
    state = town(Family(10, 1, "r4 r5"), Family(dice="y1"), cards="diplomat", events="war_1")
    pick = ("activate", "diplomat", "", ("0r4", "0r5"), "supply", 3)
    poor = state.copy()
    poor.influence[A] = 0
    assert refused(poor, A, pick) == "TRO-11.11"
    act(state, A, pick, "war_1", "war_1", "marauding")
    assert (state.influence[A], state.flags) == (1, [(A,), (A, A)])


@pytest.mark.rule("TRO-12.11", "TRO-12.14", "TRO-15.9")
def test_we_17_archer_and_marauding():
    state = town(Family(10, 0, "r6"), Family(dice="y1"), cards="archer", events="war_1")
    add_event(state, "marauding", A, A, F)
    act(state, A, ("activate", "archer", "", ("0r6",), "supply", 3), 5, "marauding", 2, 6)
    assert (state.vp[A], state.vp[F], state.flags[0], state.taken) == (3, 1, (), [(), ()])
    assert pending_step(state).options(state) == ["war_1", "stop"]
    assert pending_step(state).refuse(state, "marauding").rule == "TRO-12.14"
    run_agenda(state, "war_1")
    assert (state.influence[A], state.flags[1]) == (2, (A,))


@pytest.mark.rule("TRO-15.6", "TRO-15.7")
def test_we_18_neutral_cubes_lead():
    state = town(Family(dice="r4"), Family(dice="y1"))
    add_event(state, "succession_conflict", GRAY, A, GRAY, F)
    act(state, A, ("fight", "succession_conflict", "", ("0r4",), 1))
    assert (state.vp, state.taken) == ([3, 0], [(), ()])
    assert state.discarded == (state.box.event("succession_conflict").index,)


@pytest.mark.rule("TRO-8.4", "TRO-8.7", "TRO-8.8")
def test_we_19_forced_black_die():
    state = town(Family(10, 0, "y2 r1", vp=5), Family(10, 0))
    lay_black(state, 5)
    step(state, FaceNext(A))
    assert (state.black, dice(state, A), state.vp[A]) == ((), "r1 y2", 3)
    state = town(Family(10, 0, "y2 r1 w1", vp=5), Family(10, 0))
    lay_black(state, 5)
    state.push(FaceNext(A))
    run_agenda(state)
    assert pending_step(state).refuse(state, ("yield",)).rule == "TRO-8.8"
    assert pending_step(state).options(state) == [("defeat", ("0r1", "0w1", "0y2"))]
    run_agenda(state, ("defeat", ("0r1", "0w1", "0y2")))
    assert (dice(state, A), state.influence[A], state.vp[A]) == ("", 1, 5)


@pytest.mark.rule("TRO-20.1", "TRO-20.2", "TRO-21.4", "TRO-21.5", "TRO-21.6")
def test_we_20_final_scoring():
    state = town(Family(13, vp=21), Family(0, 0), Family(0, 0), events="war_1")
    index = state.box.character_index
    state.characters = [(index[id],) for id in ("thibaut_ii", "urbain_iv", "le_florentin")]
    add_event(state, "marauding", A)
    add_event(state, "war_1", F, A)
    lay(state, "priest", A)
    lay(state, "chivalry", F)
    state.tradesmen[lay(state, "goldsmith")] = (F, A)
    state.tradesmen[lay(state, "merchant")] = (F, J, A)
    position = state.box.card("goldsmith").position
    assert state.box.card("priest").slots[0] + state.space_vp(A, position) == 3 + 2
    state.cathedral = [(A,), (A,), (A, A), (F, A), (), ()]
    one = score(state, A)
    assert (one.tokens, one.events, one.tradesmen, sum(one.levels)) == (21, 2, 5, -2)
    assert one.visible == 33


@pytest.mark.rule("TRO-19.2")
def test_players_without_dice_do_not_act():
    state = town(Family(), Family())
    step(state, Actions())
    assert state.agenda == []
    assert faces("") == ()
    assert not allows(state, A, ("farm", "", ("0y1",)))
