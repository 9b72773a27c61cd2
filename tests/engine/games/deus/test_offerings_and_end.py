"""Offerings, scoring, the end of the game, face-down cards (sections 11 and 19 to 22)."""

from __future__ import annotations

import pytest

from engine.core.hidden import Hidden
from engine.games.deus import scoring
from engine.games.deus.components import components
from engine.games.deus.rounds import Turn
from engine.games.deus.scoring import finish
from tests.engine.games.deus.positions import (
    Side,
    build,
    column,
    hand,
    held,
    match_of,
    noted,
    offer,
    pending_step,
    pieces,
    refusal,
    run_agenda,
    table,
)
from tests.engine.games.deus.test_turns_and_building import EACH, fire
from tests.engine.games.deus.test_worked_examples import NOBODY, ONE_EACH, PLENTY, cost

FIVE = "farm galley school legion temple_gold"


def temple(card: str, **side) -> int:
    """Points of a temple for a side of its own."""
    state = table(Side(columns=card, **side), NOBODY)
    return scoring.temple_score(state, 0, components().card(card))


# ---------------------------------------------------------------- section 11


@pytest.mark.rule("DEU-11.1", "DEU-11.2", "DEU-11.3")
def test_any_cards_are_offered_with_the_last_on_top():
    state = table(Side(hand=f"{FIVE} galley"), NOBODY)
    assert refusal(state, ("offer", ())) == "DEU-11.1"
    for wrong in (("farm", "farm"), ("quarry",), ("galley 3",), "farm", ("farm", 3)):
        assert refusal(state, ("offer", wrong))
    shapes: list[tuple[object, ...]] = [(), (("farm",), ("galley",)), (["farm"],), ("farm",)]
    for shape in shapes:
        assert not pending_step(state).allows(state, ("offer", *shape))
    run_agenda(state, offer("farm", "galley 2", "galley"), draws=("quarry", "sawmill"))
    assert state.discarded == 3
    assert state.box.cards[state.discard_top].id == "galley"
    assert state.gold[0] == 6
    assert hand(state, 0).count("galley") == 0


@pytest.mark.rule("DEU-11.4", "DEU-4.5")
@pytest.mark.parametrize(("held_", "offered", "left"), [(3, 1, 5), (5, 5, 5), (8, 1, 7), (7, 4, 5)])
def test_hand_is_refilled_to_five(held_, offered, left):
    all_names = ("galley", "farm", "school", "legion", "quarry", "brickyard", "sawmill", "forum_2")
    names = all_names[:held_]
    state = table(Side(hand=" ".join(names)), NOBODY)
    run_agenda(state, offer(*names[1:offered], "galley"))
    assert len(state.hands[0]) == left


@pytest.mark.rule("DEU-11.5", "DEU-11.6")
@pytest.mark.parametrize("number", [1, 3])
def test_neptune(number):
    names = ["farm", "school", "legion"][: number - 1]
    state = run_agenda(table(Side(hand=FIVE), NOBODY), offer(*names, "galley"))
    assert state.gold[0] == 2 * number
    assert (state.available[0][0], state.stock[0][0]) == (3, 2)
    bare = table(Side(hand=FIVE, stock=(0, 3, 3, 3, 3)), NOBODY)
    assert run_agenda(bare, offer("galley")).available[0][0] == 2


@pytest.mark.rule("DEU-11.7", "DEU-11.12")
def test_ceres():
    state = run_agenda(table(Side(hand=FIVE), NOBODY), offer("galley", "school", "farm"))
    decision = pending_step(state)
    assert decision.allows(state, (("wood", 1), ("clay", 1), ("wheat", 1)))
    assert not decision.allows(state, (("wood", 2),))
    run_agenda(state, (("stone", 3),))
    assert held(state, 0)["stone"] == 3
    assert state.available[0][1] == 3
    short = table(Side(hand=FIVE), NOBODY, supply={"clay": 1, "wood": 1})
    run_agenda(short, offer("galley", "school", "farm"))
    assert held(short, 0) == {"wood": 1, "clay": 1, "stone": 0, "wheat": 0}
    empty = run_agenda(table(Side(hand=FIVE), NOBODY, supply=0), offer("farm"))
    assert pending_step(empty).seat == 1


@pytest.mark.rule("DEU-11.8")
def test_minerva():
    state = run_agenda(table(Side(hand=FIVE), NOBODY), offer("farm", "galley", "school"))
    assert state.available[0][2] == 3
    assert len(state.hands[0]) == 5
    assert list(pending_step(state).options(state)) == [0, 1, 2, 3]
    assert len(run_agenda(state, 2).hands[0]) == 7


@pytest.mark.rule("DEU-11.8", "DEU-4.7")
def test_minerva_is_limited_by_the_deck():
    state = table(Side(hand=FIVE), NOBODY, deck="quarry sawmill brickyard")
    run_agenda(state, offer("farm", "galley", "school"))
    assert list(pending_step(state).options(state)) == [0, 1, 2, 3]
    none_left = table(Side(hand=f"{FIVE} quarry"), Side(hand="farm"), deck="")
    run_agenda(none_left, offer("school"))
    assert list(pending_step(none_left).options(none_left)) == [0, 1]


@pytest.mark.rule("DEU-11.9")
@pytest.mark.parametrize(("number", "vp"), [(1, 1), (2, 2), (4, 2)])
def test_vesta(number, vp):
    names = ["farm", "school", "legion"][: number - 1]
    state = table(Side(hand="farm school legion forum_2"), NOBODY)
    run_agenda(state, offer(*names, "forum_2"))
    assert state.points[0] == vp
    assert state.available[0][3] == 3


@pytest.mark.rule("DEU-11.10", "DEU-11.12")
def test_mars():
    state = run_agenda(table(Side(hand=FIVE), NOBODY), offer("farm", "galley", "legion"))
    decision = pending_step(state)
    assert decision.allows(state, (("maritime", 1), ("civil", 2)))
    assert not decision.allows(state, (("temple", 1), ("civil", 2)))
    assert not decision.allows(state, (("civil", 2),))
    run_agenda(state, (("scientific", 3),))
    assert state.available[0] == [2, 2, 5, 2, 2]


@pytest.mark.rule("DEU-11.11")
def test_jupiter_acts_as_another_god_with_its_piece():
    state = run_agenda(table(Side(hand=FIVE), NOBODY), offer("farm", "temple_gold"))
    assert pending_step(state).options(state) == ["neptune", "ceres", "minerva", "vesta", "mars"]
    assert refusal(state, "jupiter") == "DEU-11.11"
    run_agenda(state, "neptune")
    assert (state.gold[0], state.available[0][0]) == (4, 3)
    minerva = run_agenda(table(Side(hand=FIVE), NOBODY), offer("temple_gold"), "minerva", 1)
    assert len(minerva.hands[0]) == 6


@pytest.mark.rule("DEU-11.13", "DEU-11.2", "DEU-22.6")
def test_others_see_number_of_offered_cards_and_the_top_card():
    match = match_of(2, seed="offer")
    seat = match.state.first
    names = hand(match.state, seat)[:3]
    match.choose(seat, ("offer", tuple(names)))
    event = next(one for one in match.log if one.kind == "pick")
    own = next(one for one in match.redacted_log(seat) if one.number == event.number)
    assert own.value == ("offer", tuple(names))
    for reader in (1 - seat, None):
        redacted = next(
            one for one in match.redacted_log(reader) if one.number == event.number
        ).value
        assert redacted[0] == "offer"
        assert [isinstance(one, Hidden) for one in redacted[1]] == [True, True, False]
        assert redacted[1][-1] == names[-1]
    for reader in (0, 1, None):
        view = match.view(reader)
        assert isinstance(view.discard, Hidden)
        assert view.discarded in (0, 3)


# ---------------------------------------------------------------- section 19


@pytest.mark.rule("DEU-19.1", "DEU-19.8")
def test_temples_of_regions():
    on = "0.3:PC 0.4:PSA 0.6:PSCA 1.3:PSCAT 2.4:C"
    found = [temple(f"temple_regions_{n}", on=on) for n in (5, 4, 3, 2, 1)]
    assert found == [6, 8, 9, 8, 5]


@pytest.mark.rule("DEU-19.2", "DEU-19.8")
@pytest.mark.parametrize(("gold", "vp"), [(0, 0), (2, 0), (3, 2), (8, 4), (17, 10), (40, 12)])
def test_temple_of_gold(gold, vp):
    assert temple("temple_gold", gold=gold) == vp


@pytest.mark.rule("DEU-19.3", "DEU-19.8")
@pytest.mark.parametrize("kind", ["wheat", "stone", "clay", "wood"])
def test_temples_of_resources(kind):
    assert [temple(f"temple_{kind}", has={kind: n}) for n in (0, 4, 9)] == [0, 8, 12]


@pytest.mark.rule("DEU-19.4")
def test_resources_scored_by_temples_count_for_majorities_too():
    state = table(Side(columns="temple_wood", has={"wood": 3}), Side(has={"wood": 2}))
    finish(state)
    assert held(state, 0)["wood"] == 3
    assert scoring.total(state, 0) == 6 + 2


@pytest.mark.rule("DEU-19.5")
def test_temple_of_temples():
    columns = "temple_temples temple_gold temple_wood temple_sets"
    state = table(Side(columns=columns), NOBODY)
    assert scoring.temple_vp(state, 0, components().card("temple_temples")) == 16
    assert scoring.temple_score(state, 0, components().card("temple_temples")) == 12
    assert temple("temple_temples") == 4


@pytest.mark.rule("DEU-19.6")
def test_temple_of_sets():
    two = "farm quarry galley small_port_clay school university forum_2 forum_3 legion centurion"
    state = table(Side(columns=f"temple_sets {two} sawmill", hand="ballista"), NOBODY)
    assert scoring.temple_score(state, 0, components().card("temple_sets")) == 8
    one_less = table(Side(columns=f"temple_sets {two.replace(' centurion', '')}"), NOBODY)
    assert scoring.temple_score(one_less, 0, components().card("temple_sets")) == 4


@pytest.mark.rule("DEU-19.7", "DEU-19.8")
def test_temples_of_terrain():
    on = "0.6:P 1.4:C 2.0:A 3.4:C 0.1:S 1.3:P 0.4:C"
    found = [temple(f"temple_{t}", on=on) for t in ("swamp", "forest", "field", "mountain")]
    assert found == [8, 12, 4, 0]


# ---------------------------------------------------------------- section 20


@pytest.mark.rule("DEU-20.1", "DEU-20.3")
def test_last_temple_or_village_triggers_the_end_once():
    state = table(
        Side(on="0.3:P", hand="temple_gold farm", has=ONE_EACH), NOBODY, temples=1, round=4
    )
    run_agenda(state, build("temple_gold", EACH, "0.3"))
    assert state.final_round == 5
    state.village_vp = [0] * state.map.count
    state.village_vp[state.map.find("0.0")] = 1
    state.where[0][4] = 1 << state.map.find("0.6")
    state.round = 5
    run_agenda(fire(state, "siege_tower"), "0.0")
    assert not state.villages_left()
    assert state.final_round == 5
    assert noted(state).count("DEU-20.1") == 1


@pytest.mark.rule("DEU-20.2", "DEU-20.4", "DEU-9.5")
def test_turns_of_the_last_round_are_normal():
    state = table(
        Side(on="0.3:P", hand="temple_gold farm", has=ONE_EACH),
        Side(hand="temple_wood farm galley", has=ONE_EACH),
        temples=1,
        round=4,
    )
    run_agenda(state, build("temple_gold", EACH, "0.3"))
    run_agenda(state, build("temple_wood", EACH))
    assert (state.round, state.active) == (5, 0)
    run_agenda(state, offer("farm"))
    run_agenda(state, (("wood", 1),))
    assert state.active == 1
    run_agenda(state, offer("galley"))
    assert state.over


@pytest.mark.rule("DEU-20.6")
def test_game_ends_after_several_rounds_without_construction():
    state = table(Side(hand=FIVE), Side(hand=FIVE), round=1)
    idle = state.box.idle_rounds
    rounds = 0
    while not state.over:
        rounds = state.round
        seat = pending_step(state).seat
        run_agenda(state, offer(hand(state, seat)[0]))
        while state.agenda and pending_step(state).name != "Turn":
            decision = pending_step(state)
            options = decision.options(state)
            run_agenda(state, options[0])
    assert rounds == idle
    assert "DEU-20.6" in noted(state)


@pytest.mark.rule("DEU-20.6")
def test_construction_resets_the_idle_round_counter():
    state = table(Side(on="0.3:P", hand="forum_2 farm", has=PLENTY), Side(hand=FIVE))
    state.idle = state.box.idle_rounds - 1
    run_agenda(state, build("forum_2", cost("forum_2"), "0.3"), offer("galley"))
    assert not state.over
    assert state.idle == 0


# ---------------------------------------------------------------- section 21


@pytest.mark.rule("DEU-21.1", "DEU-21.2")
def test_final_score_adds_tokens_and_temples():
    state = table(Side(vp=20, columns="temple_swamp", on="0.1:P"), Side(vp=3))
    finish(state)
    assert [scoring.total(state, seat) for seat in range(2)] == [24, 3]


@pytest.mark.rule("DEU-21.3")
def test_majorities_need_one_and_all_tied_players_score():
    state = table(
        Side(has={"wheat": 2, "clay": 1}, gold=4),
        Side(has={"wheat": 2, "stone": 3}, gold=4),
        Side(has={"wheat": 1, "stone": 3}, gold=3),
    )
    leaders = {what: scoring.leaders(state, what) for what in state.box.majorities}
    assert leaders == {
        "wheat": [0, 1],
        "clay": [0],
        "stone": [1, 2],
        "wood": [],
        "gold": [0, 1],
    }
    assert [scoring.public_score(state, seat) for seat in range(3)] == [6, 6, 2]


@pytest.mark.rule("DEU-21.4")
def test_nobody_scores_vp_remaining_on_villages():
    state = table(Side(on="0.3:A 0.4:A 0.6:A", vp=1), NOBODY)
    finish(state)
    assert scoring.total(state, 0) == 1


@pytest.mark.rule("DEU-21.5")
def test_tie_is_a_shared_victory():
    state = table(Side(vp=9), Side(vp=4), Side(vp=9))
    finish(state)
    assert [(one.seat, one.place) for one in scoring.standings(state)] == [(0, 1), (2, 1), (1, 3)]


# ---------------------------------------------------------------- section 22


def wild(**options):
    """A table with the wildcard variant and everything needed for it."""
    side = Side(on="0.4:P", columns="farm", hand="temple_gold legion", gold=9, vp=3, **options)
    return table(side, Side(hand="farm galley"), options={"wildcard": "yes"})


@pytest.mark.rule("DEU-22.6", "DEU-22.10")
def test_any_card_goes_face_down_on_any_standard_column_once():
    state = wild()
    for card in ("temple_gold", "legion"):
        assert pending_step(state).allows(state, ("wildcard", card, "civil", "0.3"))
    assert refusal(state, ("wildcard", "temple_gold", "temple", "0.4")) == "DEU-22.10"
    assert refusal(state, ("wildcard", "galley", "civil", "0.3")) == "DEU-22.6"
    run_agenda(state, ("wildcard", "temple_gold", "civil", "0.3"))
    state.agenda[:] = [Turn(0)]
    assert refusal(state, ("wildcard",)) == "DEU-22.6"
    again = ("wildcard", "legion", "civil", "0.3")
    assert refusal(state, again) == "DEU-22.6", "the region is occupied"
    assert "wildcard" not in pending_step(state).part_options(state, ())
    usual = table(Side(hand="farm", gold=9), NOBODY)
    assert refusal(usual, ("wildcard", "farm", "civil", "0.3"))


@pytest.mark.rule("DEU-22.7")
def test_wildcard_costs_gold_by_its_rank():
    state = wild()
    run_agenda(state, ("wildcard", "legion", "production", "0.3"))
    assert state.gold[0] == 9 - 2
    poor = table(
        Side(on="0.4:P", columns="farm", hand="legion", gold=1),
        NOBODY,
        options={"wildcard": "yes"},
    )
    assert refusal(poor, ("wildcard", "legion", "production", "0.3")) == "DEU-22.7"


def test_title_of_a_wildcard_says_what_is_placed_and_where():
    state = wild()
    step = pending_step(state)
    parts = ("wildcard", "legion", "production")
    titles = [step.so_far(state, parts[:number]).plain() for number in (1, 2, 3)]
    assert titles == [
        "Build with a face-down card",
        "Place the Legion face down",
        "Place a card face down on the green column for 2 gold",
    ]


@pytest.mark.rule("DEU-22.8")
def test_wildcard_places_a_piece_and_activates_its_column():
    state = wild()
    assert refusal(state, ("wildcard", "legion", "production", "0.4")) == "DEU-7.4"
    run_agenda(state, ("wildcard", "legion", "production", "0.3"))
    assert pieces(state, 0, "0.3") == "P"
    assert held(state, 0)["wheat"] == 1
    assert "DEU-22.8" in noted(state)
    none = table(
        Side(on="0.4:P", hand="legion", gold=9, available=(2, 0, 2, 2, 2)),
        NOBODY,
        options={"wildcard": "yes"},
    )
    assert refusal(none, ("wildcard", "legion", "production", "0.3")) == "DEU-5.1"


@pytest.mark.rule("DEU-22.9", "DEU-22.10")
def test_wildcard_counts_as_a_card_but_not_for_a_laboratory():
    state = wild()
    run_agenda(state, ("wildcard", "legion", "civil", "0.3"))
    assert state.height(0, 3) == 1
    assert column(state, 0, "civil") == ["?"]
    assert fire(state, "academy_brown").points[0] == 4
    assert not fire(state, "laboratory_brown").agenda
    state.columns[0][3] += (state.box.card_index["forum_2"],)
    fire(state, "laboratory_brown")
    assert pending_step(state).options(state) == ["skip", 2]
    assert refusal(state, 1) == "DEU-22.10"
    places = {
        ("column", 0, "civil", 1): "DEU-22.10",
        ("column", 0, "civil"): "DEU-16.3",
        ("column", 0, "military", 1): "DEU-16.3",
        ("column", 1, "civil", 1): "DEU-16.3",
        ("region", "0.3"): None,
    }
    for place, rule in places.items():
        refused = pending_step(state).refuse_place(state, (), place)
        assert (refused and refused.rule) == rule


@pytest.mark.rule("DEU-22.6")
def test_face_down_card_is_visible_only_to_its_owner_until_the_end():
    match = match_of(2, seed="wild", options={"wildcard": "yes"})
    seat = match.state.first
    card = hand(match.state, seat)[0]
    place = next(pick for pick in match.options(seat) if pick[0] == "wildcard" and pick[1] == card)
    match.choose(seat, place)
    index = match.state.box.card_index[card]
    assert match.view(seat).face_of_wildcard(seat) == index
    for reader in (1 - seat, None):
        assert match.view(reader).face_of_wildcard(seat) == -1
        event = next(one for one in match.redacted_log(reader) if one.kind == "pick")
        assert isinstance(event.value[1], Hidden)
        assert event.value[2:] == place[2:]
    state = match.state
    finish(state)
    assert state.view(None).face_of_wildcard(seat) == index
