"""The solo game against Sir Philip (section 15)."""

from __future__ import annotations

import pytest

from engine.core.chance import Dice
from engine.core.event import Value
from engine.games.era.collect import Feed
from engine.games.era.disasters import DisasterTurn, LoseBuilding, PlaceScorched
from engine.games.era.feathers import LiftScreens, PhilipRoll, RollFeather
from engine.games.era.game import GAME
from engine.games.era.roll import ChooseDice, Roll
from engine.games.era.rounds import EndGame, EndOfRound, Round
from engine.games.era.scoring import scores
from engine.games.era.solo import AnswerPhilip, SoloExtort, TakeFromPhilip
from engine.games.era.state import Realm
from engine.i18n.text import Text
from engine.match.match import Match
from tests.engine.games.era.laying import wall
from tests.engine.games.era.positions import (
    Lord,
    barrier,
    begin,
    building,
    noted,
    options,
    pending_step,
    place_kits,
    play_out,
    realm,
    rules,
    run_agenda,
    step,
    story,
    table,
    tracks,
)
from tests.untyped import view_of

SKULL = "p_wood1_hammer1_skull"


def alone(tracks="0/0/0/0", dice="", philip="", **more):
    """A solo position with these faces of Sir Philip's dice."""
    state = table(Lord(tracks, dice, **more))
    if philip:
        dice_of_his = [state.box.dice[die] for die in state.box.philip_dice]
        state.philip_faces = tuple(
            die.face_index[face] for die, face in zip(dice_of_his, philip.split(), strict=True)
        )
    return state


@pytest.mark.rule("ERA-15.1", "ERA-15.3", "ERA-15.10", "ERA-15.2")
def test_solo_supply():
    state = realm(begin(1))
    assert {id: n for id, n in state.boxed.items() if n} == {"keep": 2, "longhouse": 1}
    assert state.box.philip_dice == ("noble", "noble", "peasant")
    assert state.tokens == 0
    for die in state.box.dice.values():
        assert state.supply[die.id] == state.supply[die.building]
    assert state.box.kit_to_place(1)["scorched_area"] == 3


@pytest.mark.rule("ERA-15.4", "ERA-15.18", "ERA-11.4")
def test_solo_game_lasts_exactly_eight_rounds():
    for number in range(3):
        match = play_out(begin(1, seed=f"eight {number}"), number)
        assert realm(match).round == 8
    state = table(Lord(dice="n"))
    for round in range(1, 8):
        state.round = round
        EndOfRound().run(state)
        assert state.agenda.pop() == Round(), "no other end condition"
        assert state.first == 0
    state.round = 8
    EndOfRound().run(state)
    assert state.agenda.pop() == EndGame()


@pytest.mark.rule("ERA-15.6", "ERA-15.7")
def test_sir_philip_rolls_between_the_last_roll_and_the_feathers():
    state = alone(dice="c_feather_a")
    step(state, LiftScreens())
    assert state.agenda[-1] == PhilipRoll()
    skulls = state.skulls(0)
    run_agenda(state, "n_sword3 n_goods2_skull p_wood1_hammer1_skull")
    assert isinstance(pending_step(state), RollFeather)
    assert [face.id for face in state.philip_results()] == [
        "n_sword3",
        "n_goods2_skull",
        "p_wood1_hammer1_skull",
    ]
    assert state.skulls(0) == skulls == 0
    run_agenda(state, ("done",))
    assert len(state.philip_faces) == 3, "the dice remain for Extort"


@pytest.mark.rule("ERA-15.6")
def test_old_dice_of_sir_philip_are_gone_while_the_player_rolls():
    match = Match.begin("era", [("Anna", "person")], seed="7")
    dice, seen = Dice(b"solo"), 0
    while match.state.round < 4:
        state = match.state
        assert isinstance(state, Realm)
        decision = match.pending()[0].decision
        if state.round > 1 and isinstance(decision, ChooseDice):
            seen += 1
            assert state.philip_results() == []
            description = [text.plain() for text in GAME.describe(view_of(match, 0))]
            assert any("Sir Philip's dice: " in one and "sword" not in one for one in description)
        elif state.step != "roll" and state.round > 0:
            assert len(state.philip_results()) == 3
        match.choose(0, decision.sample(match.state, dice))
    assert seen


@pytest.mark.rule("ERA-15.7", "ERA-7.1")
def test_sir_philip_is_not_fed():
    state = alone("0/0/0/2", "p p", philip="n_sword3 n_sword3 p_food3")
    step(state, Feed())
    assert (tracks(state, 0), state.disaster(0)) == ("0/0/0/0", 0)


@pytest.mark.rule("ERA-15.6")
def test_impossible_roll_of_sir_philip_is_refused():
    state = alone()
    assert PhilipRoll().check(state, ("n_sword3", "n_sword3", "p_food3")) is None
    bad: list[Value] = [("n_sword3", "p_food3", "n_sword3"), ("n_sword3",), "n_sword3", (1, 2, 3)]
    for outcome in bad:
        assert PhilipRoll().check(state, outcome) is not None


@pytest.mark.rule("ERA-15.5", "ERA-16.3")
def test_solo_round_has_no_screens():
    match = begin(1)
    place_kits(match)
    state = realm(match)
    assert state.dice_open
    assert view_of(match, None).faces == state.faces
    assert "rolled" in barrier(match, 0)
    solo = table(Lord(dice="p p n"))
    step(solo, Roll(), "p_food3 p_wood3 n_sword1")
    assert all(note.to is None for note in story(solo))


@pytest.mark.rule("ERA-15.8", "ERA-8.12")
def test_treachery_hits_the_player():
    state = alone(dice=" ".join([SKULL] * 3))
    step(state, DisasterTurn(0))
    assert pending_step(state) == PlaceScorched(0)
    run_agenda(state, ("scorched_area", "A1", 0))
    assert state.domains[0].count("scorched_area") == 1
    state.supply["scorched_area"] = 0
    step(state, DisasterTurn(0))
    assert "ERA-8.12" in rules(state)


@pytest.mark.rule("ERA-15.9")
def test_attack_hits_the_player():
    state = alone(dice=" ".join([SKULL] * 5))
    wall(state.domains[0], "C6-C9", "D6-G6", "D9-G9")
    building(state, 0, "longhouse", "D7 E7", "A1 B1")
    building(state, 0, "farm", "A4 B4 A5")
    step(state, DisasterTurn(0))
    assert pending_step(state) == LoseBuilding(0)
    assert options(state) == [("longhouse", "A1", 0), ("farm", "A4", 0)]


@pytest.mark.rule("ERA-15.11")
@pytest.mark.parametrize(
    ("mine", "his", "who"),
    [
        ("n_sword3", "n_sword2 n_goods1 p_food3", TakeFromPhilip),
        ("n_sword3", "n_sword2 n_sword1 p_food3", None),
        ("n_sword3", "n_shield4 n_goods1 p_food3", None),
        ("n_sword3 n_sword2", "n_shield4 n_goods1 p_food3", TakeFromPhilip),
        ("n_sword1", "n_sword2 n_goods1 p_food3", AnswerPhilip),
        ("n_shield4", "n_sword3 n_sword2 p_food3", AnswerPhilip),
        ("n_shield4", "n_sword3 n_sword1 p_food3", None),
        ("n_goods1", "n_goods1 n_goods1 p_food3", None),
    ],
)
def test_swords_and_shields_of_both_are_compared(mine, his, who):
    state = alone("0/0/1/0", mine, his)
    step(state, SoloExtort())
    assert isinstance(pending_step(state), who) if who else not state.agenda


@pytest.mark.rule("ERA-15.12", "ERA-15.15")
def test_player_takes_a_kind_shown_by_sir_philip():
    state = alone("0/0/0/0", "n_sword3", "n_goods2_skull n_sword1 p_food2_or_stone1")
    step(state, SoloExtort())
    assert options(state) == ["goods", "stone", "food", "decline"]
    assert pending_step(state).refuse(state, "wood").rule == "ERA-15.12"
    assert pending_step(state).target(state, ("stone",)) == ("track", 0, "stone")
    run_agenda(state, "stone")
    assert tracks(state, 0) == "0/1/0/0"
    assert not state.agenda, "he never refuses"


@pytest.mark.rule("ERA-15.12", "ERA-10.9")
def test_player_may_decline_and_the_cap_applies():
    state = alone("6/0/0/0", "n_sword3", "n_goods1 n_sword1 p_hammer2")
    step(state, SoloExtort(), "decline")
    assert tracks(state, 0) == "6/0/0/0"
    step(state, SoloExtort(), "goods")
    assert tracks(state, 0) == "6/0/0/0"
    assert "ERA-10.9" in rules(state)


@pytest.mark.rule("ERA-15.12")
def test_player_gets_nothing_if_sir_philip_shows_nothing():
    state = alone("0/0/0/0", "n_sword3", "n_sword1 n_sword1 p_hammer2")
    step(state, SoloExtort())
    assert not state.agenda
    assert "ERA-15.12" in rules(state)


@pytest.mark.rule("ERA-15.13")
@pytest.mark.parametrize(
    ("tracks_before", "demanded"),
    [("1/1/1/1", "goods"), ("0/1/1/1", "stone"), ("0/0/1/1", "wood"), ("0/0/0/1", "food")],
)
def test_sir_philip_demands_goods_then_stone_then_wood_then_food(tracks_before, demanded):
    state = alone(tracks_before, "n_sword1", "n_sword3 n_goods1 p_food3")
    step(state, SoloExtort())
    assert pending_step(state) == AnswerPhilip(0, demanded)
    assert options(state) == ["pay", "refuse"]


@pytest.mark.rule("ERA-15.14")
def test_player_hands_over_or_refuses():
    state = alone("0/0/2/5", "n_sword1", "n_sword3 n_goods1 p_food3")
    step(state, SoloExtort(), "pay")
    assert (tracks(state, 0), state.disaster(0)) == ("0/0/1/5", 0)
    step(state, SoloExtort(), "refuse")
    assert (tracks(state, 0), state.disaster(0)) == ("0/0/1/5", 2)
    assert "ERA-15.14" in rules(state)
    assert AnswerPhilip(0, "wood").refuse(state, "perhaps").rule == "ERA-15.14"
    assert AnswerPhilip(0, "wood").target(state, ("pay",)) == ("track", 0, "wood")


@pytest.mark.rule("ERA-15.14", "ERA-16.6")
def test_player_with_nothing_gets_two_disaster_points():
    state = alone("0/0/0/0", "n_sword1", "n_sword3 n_goods1 p_food3")
    step(state, SoloExtort())
    assert not state.agenda
    assert state.disaster(0) == 2


@pytest.mark.rule("ERA-15.16", "ERA-12.13")
def test_little_culture_and_a_closed_area_give_both_bonuses():
    state = alone(culture=1)
    assert scores(state)[0].most_culture == 5
    assert scores(state)[0].largest_area == 0
    wall(state.domains[0], "C6-C9", "D6-G6", "D9-G9")
    state.tracks[0]["culture"] = 0
    assert scores(state)[0].most_culture == 0
    assert scores(state)[0].largest_area == 10


@pytest.mark.rule("ERA-15.17")
@pytest.mark.parametrize(
    ("culture", "rank"),
    [
        (37, "Serf"),
        (38, "Peasant"),
        (57, "Peasant"),
        (58, "Merchant"),
        (73, "Knight"),
        (83, "Noble"),
        (88, "Monarch"),
        (93, "Pope"),
    ],
)
def test_rank_follows_from_the_total(culture, rank):
    state = alone(culture=culture)
    assert scores(state)[0].total == 2 + 5 + culture
    step(state, EndGame())
    assert noted(state, "ERA-15.17") == [f"seat 1 has the rank of {rank}."]
    (sheet,) = GAME.sheets(state)
    assert sheet.columns[-1].key == "rank"
    cell = sheet.rows[0].cells[-1]
    assert isinstance(cell, Text)
    assert cell.plain() == rank
