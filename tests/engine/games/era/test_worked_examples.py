"""The worked examples of the rules, each by its name."""

from __future__ import annotations

import pytest

from engine.games.era.build import BuildTurn
from engine.games.era.collect import Collect, CollectTurn, Feed
from engine.games.era.disasters import (
    BurnBuilding,
    ChooseLoss,
    Disasters,
    DisasterTurn,
    MakeRoom,
    PlaceScorched,
)
from engine.games.era.extort import AnswerDemand, Demand, Extort, targets
from engine.games.era.feathers import Feathers
from engine.games.era.roll import ChooseDice, RollDice, SetDie, rollable
from engine.games.era.rounds import EndOfRound
from engine.games.era.scoring import building_points, scores, standings
from engine.games.era.solo import AnswerPhilip, SoloExtort
from tests.engine.games.era.laying import wall
from tests.engine.games.era.positions import (
    Lord,
    begin,
    building,
    faces,
    options,
    pending_step,
    place_kits,
    realm,
    run_agenda,
    seen,
    set_dice,
    step,
    table,
    tracks,
)

KOLYA, RITA, ARTEM, PETYA = range(4)
A, B = 0, 1

SKULL = "p_wood1_hammer1_skull"


def names(domain, mask):
    return " ".join(domain.geometry.grid.names_of(mask))


def supply(state, *kinds):
    return [state.supply[kind] for kind in kinds]


def diseased(state, seat, skulls="p_wood1_hammer1_skull p_wood1_hammer1_skull"):
    """The disaster points of a Disease."""
    set_dice(state, seat, skulls)
    before = state.disaster(seat)
    step(state, DisasterTurn(seat))
    return state.disaster(seat) - before


@pytest.mark.rule("ERA-3.1", "ERA-3.3", "ERA-3.4", "ERA-3.5", "ERA-3.6", "ERA-3.7", "ERA-3.8")
def test_we_1_setup_for_3_players():
    match = begin(3)
    place_kits(match)
    state = realm(match)
    assert supply(state, "keep", "longhouse", "farm", "wall_4") == [5, 9, 13, 9]
    assert supply(state, "scorched_area") == [24]
    assert supply(state, "peasant", "noble", "burgher", "clergy") == [9, 5, 5, 5]
    assert (state.tokens, state.tokens_turned) == (3, 0)
    for seat in range(3):
        assert (tracks(state, seat), len(state.dice[seat])) == ("0/1/2/3", 4)
        assert len(state.domains[seat].pieces) == 1 + 3 + 1 + 3 + 1


@pytest.mark.rule("ERA-3.2")
def test_we_2_setup_for_2_players():
    match = begin(2)
    place_kits(match)
    state = realm(match)
    assert supply(state, "keep", "longhouse", "farm", "townhouse", "church") == [5, 11, 13, 4, 4]
    two = ("monastery", "guildhall", "market", "hospital", "lumber_mill")
    assert supply(state, *two) == [2, 2, 2, 2, 2]
    assert supply(state, "university", "cathedral") == [1, 1]
    assert supply(state, "wall_4", "scorched_area") == [12, 23]
    assert supply(state, "peasant", "noble", "burgher", "clergy") == [11, 5, 4, 4]
    assert state.tokens == 3


@pytest.mark.rule("ERA-6.1", "ERA-6.2", "ERA-6.3", "ERA-6.5", "ERA-6.7")
def test_we_3_collect():
    state = table(Lord("1/0/7/2", f"{SKULL} {SKULL} p_food2_or_stone1 n_sword2"), Lord())
    building(state, KOLYA, "farm", "A1 B1 A2")
    step(state, Collect(), 2)
    assert tracks(state, KOLYA) == "1/1/8/3"


@pytest.mark.rule("ERA-7.1", "ERA-7.2")
def test_we_4_feed():
    state = table(Lord("1/1/8/3", f"{SKULL} {SKULL} p_food2_or_stone1 n_sword2"), Lord("0/0/0/9"))
    step(state, Feed())
    assert (tracks(state, KOLYA), state.disaster(KOLYA)) == ("1/1/8/0", 1)


@pytest.mark.rule("ERA-2.14", "ERA-8.7", "ERA-8.10")
def test_we_5_disease():
    for third, points in (("K12 L12", 2), ("E5 F5", 3)):
        state = table(Lord(), Lord())
        building(state, KOLYA, "longhouse", "E7 F7", "E6 F6", third)
        building(state, KOLYA, "farm", "C12 D12 C13")
        wall(state.domains[KOLYA], "D5-D8")
        assert diseased(state, KOLYA) == points


@pytest.mark.rule("ERA-8.2", "ERA-8.4", "ERA-8.11", "ERA-8.13", "ERA-8.18")
def test_we_6_the_disaster_step_in_order():
    state = table(
        Lord(dice=f"{SKULL} {SKULL}"),
        Lord(dice=" ".join([SKULL] * 4)),
        Lord("0/1/0/0", SKULL),
        Lord(dice=f"{SKULL} {SKULL} n_goods2_skull"),
    )
    for seat in range(4):
        building(state, seat, "longhouse", "K11 L11", "K12 L12")
    wall(state.domains[RITA], "C6-C9", "D6-G6", "D9-G9")
    scorched = state.supply["scorched_area"]
    step(state, Disasters())
    assert state.disaster(KOLYA) == 2, "Disease"
    assert pending_step(state) == BurnBuilding(RITA)
    boxed = state.boxed["longhouse"]
    run_agenda(state, ("longhouse", "K11", 0))
    assert state.boxed["longhouse"] == boxed + 1
    assert pending_step(state) == ChooseLoss(ARTEM)
    run_agenda(state, "stone")
    for victim in (KOLYA, RITA, ARTEM):
        assert pending_step(state) == PlaceScorched(victim)
        enclosed = ("scorched_area", "D7", 0)
        assert (enclosed in options(state)) == (victim != RITA)
        run_agenda(state, ("scorched_area", "A1", 0))
    assert not state.agenda
    assert state.supply["scorched_area"] == scorched - 3


@pytest.mark.rule("ERA-9.1", "ERA-9.3", "ERA-9.7", "ERA-9.10", "ERA-14.6", "ERA-14.8")
def test_we_7_build():
    state = table(Lord("1/1/8/0", "p_hammer2"), Lord(dice="p_food3"))
    state.supply["lumber_mill"] = 1
    step(state, BuildTurn(KOLYA), ("church", "A1", 0))
    assert tracks(state, KOLYA) == "0/0/7/0"
    run_agenda(state, ("lumber_mill", "A4", 0))
    assert tracks(state, KOLYA) == "0/0/4/0"
    assert (state.supply["lumber_mill"], state.tokens_turned) == (0, 1)
    assert "clergy" not in state.dice[KOLYA]
    EndOfRound().run(state)
    assert "clergy" in state.dice[KOLYA]


@pytest.mark.rule("ERA-10.1", "ERA-10.2", "ERA-10.3", "ERA-10.4", "ERA-10.5")
def test_we_8_extort():
    state = table(
        Lord("1/1/1/1", "n_sword2"),
        Lord("1/1/1/1", "n_sword1"),
        Lord("1/1/1/1", "n_shield4"),
        Lord("1/1/1/1", "n_sword3 n_sword2"),
    )
    assert [targets(state, seat) for seat in range(4)] == [[RITA], [], [], [KOLYA, RITA, ARTEM]]
    step(state, Extort())
    assert pending_step(state) == Demand(KOLYA, RITA)
    run_agenda(state, "spare")
    for target in (KOLYA, RITA, ARTEM):
        assert pending_step(state) == Demand(PETYA, target)
        run_agenda(state, "goods")
        assert pending_step(state) == AnswerDemand(target, to=PETYA, kind="goods")
        run_agenda(state, "pay")
    assert not state.agenda
    assert state.has(PETYA, "goods") == 4


@pytest.mark.rule("ERA-12.1", "ERA-12.2", "ERA-12.4", "ERA-12.8", "ERA-12.11", "ERA-12.12")
def test_we_9_final_scoring():
    state = table(
        Lord(dice="p p p p b b n n n c", culture=4, disaster=8), Lord(culture=5), Lord(culture=1)
    )
    for seat in (KOLYA, RITA):
        # Around ten columns of three rows, of which a keep takes four cells: 26 are left.
        wall(state.domains[seat], "A1-F1", "G1-L1", "A5-F5", "G5-L5", "A2-A4", "L2-L4")
        building(state, seat, "keep", "B2 C2 B3 C3")
    building(state, KOLYA, "keep", "M1 N1 M2 N2")
    building(state, KOLYA, "longhouse", "D2 E2", "D4 E4", "B4 C4", "G2 H2")
    building(state, KOLYA, "townhouse", "K2 K3 K4", "A12 B12 C12")
    building(state, KOLYA, "church", "I3 H4 I4 J4")
    building(state, KOLYA, "cathedral", "F2 D3 E3 F3 G3 F4")
    building(state, KOLYA, "farm", "D8 E8 D9", "D11 E11 D12")
    building(state, KOLYA, "lumber_mill", "F11 F12 F13 G13", "I12 I13 I14 J14")
    building(state, KOLYA, "monastery", "A8 B8 A9 B9 A10")
    building(state, KOLYA, "market", "K9 L9 K10 L10")
    score = scores(state)[KOLYA]
    points = {
        kind: building_points(state, kind, counts) for kind, counts in score.buildings.items()
    }
    assert points == {
        "keep": 6,
        "longhouse": 8,
        "townhouse": 3,
        "church": 2,
        "farm": 2,
        "lumber_mill": 4,
        "monastery": 4,
        "market": 2,
        "cathedral": 10,
    }
    assert score.bonuses == {"market": 8, "cathedral": 10}
    assert (score.culture, score.most_culture) == (4, 0)
    assert (score.area, score.largest_area) == (26, 10)
    assert (score.subtotal, score.disaster, score.total) == (73, 8, 65)


@pytest.mark.rule("ERA-2.9", "ERA-2.10", "ERA-2.11", "ERA-2.12", "ERA-3.9")
def test_we_10_enclosure_with_the_keep():
    match = begin(4)
    picks = [("wall_4", "C6", 90), ("wall_4", "D6", 0), ("wall_4", "D9", 0)]
    picks += [("longhouse", "D7", 0), ("longhouse", "F7", 90), ("longhouse", "D8", 0)]
    for pick in picks:
        match.choose(0, pick)
    draft = realm(match).drafts[0]
    assert names(draft, draft.enclosed()) == "D7 E7 F7 D8 E8 F8"
    assert draft.walled_area() == 6
    assert all(draft.is_walled_in(piece) for piece in draft.pieces if piece.kind.id == "longhouse")


@pytest.mark.rule("ERA-2.10")
def test_we_11_a_diagonal_gap():
    state = table(Lord(), Lord())
    wall(state.domains[A], "C6-C9", "D6-F6", "D9-G9")
    assert state.domains[A].enclosed() == 0
    assert scores(state)[A].area == 0


@pytest.mark.rule("ERA-8.7", "ERA-8.8")
def test_we_12_the_hospital():
    state = table(Lord(), Lord())
    building(state, A, "hospital", "E4 D5 E5 F5 E6")
    building(state, A, "longhouse", "F4 G4", "H4 I4", "L10 M10")
    assert diseased(state, A) == 1
    (struck,) = state.domains[A].diseased()
    assert struck.cells == ("H4", "I4")


@pytest.mark.rule("ERA-5.12", "ERA-5.13", "ERA-5.14")
def test_we_13_a_chain_of_feathers():
    state = table(Lord(), Lord(dice=f"c_feather_a {SKULL} n_sword1"))
    step(state, Feathers(RITA), (0, 1), "c_feather_b p_hammer2", (0, "alone"), "c_culture2_skull")
    assert not state.agenda
    assert faces(state, RITA) == "c_culture2_skull p_hammer2 n_sword1"
    assert (state.skulls(RITA), state.hammers(RITA)) == (1, 2)
    step(state, CollectTurn(RITA))
    assert state.culture(RITA) == 2
    step(state, DisasterTurn(RITA))
    assert state.disaster(RITA) == 1, "Robbers find nothing to take"


@pytest.mark.rule("ERA-6.8", "ERA-12.10")
def test_we_14_a_lap_of_culture():
    state = table(Lord(dice="c_culture2_skull", culture=24), Lord())
    assert state.laps(A, "culture") == 0
    step(state, CollectTurn(A))
    assert (state.laps(A, "culture"), state.peg(A, "culture")) == (1, 1)
    assert scores(state)[A].culture == 26


@pytest.mark.rule("ERA-12.4", "ERA-12.5", "ERA-12.9")
def test_we_15_the_market_bonus():
    state = table(Lord(), Lord())
    building(state, A, "market", "M1 N1 M2 N2")
    building(state, A, "farm", "K1 L1 K2")
    assert scores(state)[A].bonuses["market"] == 3
    wall(state.domains[B], "A1-F1", "A2-A5", "A6-F6", "F2-F5")
    building(state, B, "market", "C3 D3 C4 D4")
    score = scores(state)[B]
    assert score.buildings["market"] == (0, 1)
    assert score.values - 2 + score.bonuses["market"] == 2 * 2 + 8


@pytest.mark.rule("ERA-8.13", "ERA-8.14", "ERA-8.15")
def test_we_16_treachery_without_room():
    for row, places in ((2, ["M1", "M2"]), (14, ["M13"])):
        state = table(Lord(dice=" ".join([SKULL] * 3)), Lord())
        domain = state.domains[1]
        wall(domain, "A1-F1", "G1-L1", "A14-F14", "G14-L14")
        wall(domain, "A2-A7", "A8-A13", "L2-L7", "L8-L13")
        assert domain.enclosed().bit_count() == 116
        building(state, 1, "longhouse", *(f"M{n} N{n}" for n in range(2, 15, 2)))
        assert not domain.legal_scorched()
        boxed = state.boxed["longhouse"]
        step(state, DisasterTurn(0))
        assert pending_step(state) == MakeRoom(1)
        run_agenda(state, ("longhouse", f"M{row}", 0))
        assert state.boxed["longhouse"] == boxed + 1
        if len(places) > 1:
            assert options(state) == [("scorched_area", place, 0) for place in places]
            run_agenda(state, options(state)[0])
        assert domain.pieces[-1].pick == ("scorched_area", places[0], 0)


@pytest.mark.rule("ERA-15.11", "ERA-15.12", "ERA-15.13", "ERA-15.14")
def test_we_17_extort_in_the_solo_game():
    for answer, left, points in (("pay", "0/0/1/5", 0), ("refuse", "0/0/2/5", 2)):
        state = table(Lord("0/0/2/5", "n_sword2"))
        dice = [state.box.dice[die] for die in state.box.philip_dice]
        shown = ("n_sword3", "n_goods2_skull", "p_food3")
        state.philip_faces = tuple(
            die.face_index[face] for die, face in zip(dice, shown, strict=True)
        )
        step(state, SoloExtort())
        assert pending_step(state) == AnswerPhilip(0, "wood")
        run_agenda(state, answer)
        assert (tracks(state, 0), state.disaster(0)) == (left, points)


@pytest.mark.rule("ERA-12.16")
def test_we_18_the_tie_break():
    state = table(Lord("1/4/0/9", culture=51), Lord("1/3/8/9", culture=51))
    assert [score.total for score in scores(state)] == [58, 58]
    assert [(one.seat, one.place) for one in standings(state)] == [(A, 1), (B, 2)]


@pytest.mark.rule("ERA-12.1", "ERA-12.2", "ERA-12.4", "ERA-12.11", "ERA-12.12", "ERA-12.14")
def test_we_19_a_small_final_count():
    state = table(Lord(dice="p p p n", culture=5, disaster=7), Lord(culture=4))
    wall(state.domains[A], "C6-C9", "D6-G6", "D9-G9")
    building(state, A, "longhouse", "D7 E7", "F7 F8", "D8 E8")
    building(state, A, "farm", "A1 B1 A2")
    building(state, A, "market", "K3 L3 K4 L4")
    score = scores(state)[A]
    assert score.buildings == {
        "keep": (0, 1),
        "longhouse": (0, 3),
        "farm": (1, 0),
        "market": (1, 0),
    }
    assert score.values == 2 + 6 + 1 + 2
    assert score.bonuses == {"market": 8}
    assert (score.culture, score.most_culture, score.largest_area) == (5, 5, 10)
    assert (score.subtotal, score.disaster, score.total) == (39, 7, 32)


@pytest.mark.rule("ERA-5.6", "ERA-5.7", "ERA-5.8", "ERA-5.9")
def test_we_20_the_monastery():
    state = table(Lord(dice="p p p n"), Lord())
    building(state, A, "monastery", "A1 B1 A2 B2 A3")
    state.step, state.dice_open, state.in_hand[A] = "roll", False, (0, 1, 2, 3)
    step(state, RollDice(A, 1), "p_food3 p_wood3 p_stone2 n_goods2_skull")
    assert isinstance(pending_step(state), SetDie)
    assert seen(state, A, by=B) == "- - - n_goods2_skull"
    run_agenda(state, (3, "n_sword3"))
    assert seen(state, A, by=B) == "- - - -"
    assert rollable(state, A, 2) == [0, 1, 2]
    run_agenda(state, (0,), "p_food3")
    assert rollable(state, A, 3) == [0, 1, 2, 3]
    run_agenda(state, (3,), "n_shield4")
    assert faces(state, A) == "p_food3 p_wood3 p_stone2 n_shield4"


@pytest.mark.rule("ERA-2.12", "ERA-12.13")
def test_we_21_a_walled_area_of_0():
    state = table(Lord(), Lord())
    wall(state.domains[A], "B2-E2", "B3-B5", "E3-E5", "C5-D5")
    building(state, A, "scorched_area", "C3 D3 C4 D4")
    assert names(state.domains[A], state.domains[A].enclosed()) == "C3 D3 C4 D4"
    assert [score.area for score in scores(state)] == [0, 0]
    assert [score.largest_area for score in scores(state)] == [0, 0]
    wall(state.domains[B], "A1-C1", "A2-A3", "C2-C3", "B3-B4")
    assert [score.area for score in scores(state)] == [0, 1]
    assert [score.largest_area for score in scores(state)] == [0, 10]


@pytest.mark.rule("ERA-5.8", "ERA-5.10")
def test_we_22_a_monastery_and_nothing_to_roll():
    skulls = f"{SKULL} {SKULL} {SKULL} n_goods2_skull"
    state = table(Lord(dice="p p p n"), Lord())
    building(state, A, "monastery", "A1 B1 A2 B2 A3")
    state.step, state.dice_open, state.in_hand[A] = "roll", False, (0, 1, 2, 3)
    step(state, RollDice(A, 1), skulls, (0, "p_hammer2"))
    assert rollable(state, A, 2) == []
    assert pending_step(state) == ChooseDice(A, 3)
    run_agenda(state, (0,), "p_food3")
    assert faces(state, A).startswith("p_food3")
    without = table(Lord(dice="p p p n"), Lord())
    without.step, without.dice_open, without.in_hand[A] = "roll", False, (0, 1, 2, 3)
    step(without, RollDice(A, 1), skulls)
    assert without.stopped[A]
    assert not without.agenda
