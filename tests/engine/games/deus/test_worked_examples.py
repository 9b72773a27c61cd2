"""The worked examples of the rules, one by one (section 27)."""

from __future__ import annotations

import pytest

from engine.games.deus import scoring
from engine.games.deus.activation import ActivateChosenCard
from engine.games.deus.components import components
from engine.games.deus.rounds import Turn
from engine.games.deus.scoring import finish
from tests.engine.games.deus.positions import (
    Side,
    build,
    column,
    costing,
    free,
    hand,
    held,
    noted,
    offer,
    pending_step,
    pieces,
    refusal,
    regions,
    run_agenda,
    table,
    walk,
)

ONE_EACH = {"wood": 1, "clay": 1, "stone": 1, "wheat": 1}
PLENTY = {"wood": 9, "clay": 9, "stone": 9, "wheat": 9}
NOBODY = Side()


def cost(card: str) -> str:
    """Cost of a card in resources, as a payment."""
    box = components()
    kinds = zip(box.resources, box.card(card).cost, strict=False)
    return ", ".join(f"{number} {one.id}" for one, number in kinds if number)


@pytest.mark.rule("DEU-2.1", "DEU-3.2", "DEU-2.3", "DEU-2.4")
def test_1_village_vp():
    state = table(NOBODY, NOBODY)
    vp = {state.map.id_of(one): state.village_vp[one] for one in state.map.village_regions}
    assert vp == {"0.0": 6, "1.5": 3, "2.3": 3, "3.3": 5}
    near = state.map.ids_of(state.map.neighbours[state.map.find("3.3")])
    assert near == ["2.1", "2.6", "3.0", "3.2", "3.4"]


@pytest.mark.rule("DEU-3.3", "DEU-3.4", "DEU-3.5", "DEU-3.6")
def test_2_after_setup():
    for _, value, state, _ in walk(2, "setup"):
        if state.active >= 0 and value is None:
            break
    assert state.supply == [8] * 4
    assert state.temples == 4
    for seat in range(2):
        assert (state.gold[seat], state.points[seat], state.resources[seat]) == (5, 5, [1] * 4)
        assert len(state.hands[seat]) == 5
        assert state.available[seat] == [2] * 5
        assert state.stock[seat] == [3] * 5
    assert len(state.deck) == 86
    assert state.discarded == 0


@pytest.mark.rule("DEU-5.1", "DEU-6.2")
def test_3_payment():
    state = table(
        Side(hand="trading_post_forest farm", has={"wood": 1}, gold=5, available=(0, 0, 0, 1, 0)),
        NOBODY,
    )
    post = components().card("trading_post_forest")
    assert post.cost == (1, 0, 0, 0, 0)
    chosen = ("build", "trading_post_forest")
    assert list(pending_step(state).part_options(state, chosen)) == [(("wood", 1),), (("gold", 4),)]
    assert pending_step(state).part_options(state, ("build",)) == ["trading_post_forest"]
    run_agenda(state, build("trading_post_forest", "4 gold", "0.3"))
    assert (held(state, 0)["wood"], state.gold[0]) == (1, 1)


@pytest.mark.rule("DEU-6.2", "DEU-9.2", "DEU-9.3")
def test_4_mixed_payment():
    state = table(
        Side(on="0.3:P", hand="temple_gold farm", has={"wood": 1, "stone": 2}, gold=11), NOBODY
    )
    options = pending_step(state).part_options(state, ("build", "temple_gold"))
    assert list(options) == [(("wood", 1), ("stone", 1), ("gold", 8))]
    run_agenda(state, build("temple_gold", "1 wood, 1 stone, 8 gold", "0.3"))
    assert held(state, 0) == {"wood": 0, "clay": 0, "stone": 1, "wheat": 0}
    assert state.gold[0] == 3
    assert pieces(state, 0, "0.3") == "PT"


@pytest.mark.rule("DEU-7.1", "DEU-7.2", "DEU-2.6")
def test_5_first_pieces():
    state = table(Side(hand="forum_2 galley", has=PLENTY), Side(on="0.3:P"), first=0)
    land = regions(state, "forum_2", cost("forum_2"))
    assert land == {"1.4", "1.6", "2.1", "3.1", "3.5", "3.6"}
    assert regions(state, "galley", cost("galley")) == {"1.1", "2.2", "3.2"}
    for near in ("0.4", "0.6", "2.4"):
        assert refusal(state, build("forum_2", cost("forum_2"), near)) == "DEU-7.2"


@pytest.mark.rule("DEU-7.3", "DEU-7.4", "DEU-7.5", "DEU-7.6", "DEU-7.7")
def test_6_second_piece():
    state = table(Side(on="0.3:P", hand="forum_2 farm galley", has=PLENTY, vp=3), NOBODY)
    forum, farm, galley = ((card, cost(card)) for card in ("forum_2", "farm", "galley"))
    assert free(state, *forum) == {"0.3", "0.4"}
    edge = {"0.6", "1.4", "1.6", "2.1", "2.4", "3.1", "3.5", "3.6"}
    assert regions(state, *forum) == {"0.3", "0.4"} | edge
    assert free(state, *farm) == {"0.4"}
    assert regions(state, *farm) == {"0.4"} | edge
    assert refusal(state, build(*farm, "0.3")) == "DEU-7.4"
    assert free(state, *galley) == {"0.2"}
    assert regions(state, *galley) == {"0.2", "0.5", "1.1", "2.2", "3.2"}
    assert refusal(state, build(*forum, "0.0")) == "DEU-7.5"
    assert refusal(state, build(*forum, "0.2")) == "DEU-7.6"


@pytest.mark.rule("DEU-8.1", "DEU-8.2", "DEU-13.1", "DEU-13.2")
def test_7_column():
    state = table(
        Side(
            on="2.4:C",
            columns="stonecutters_guild",
            hand="trading_post_forest farm",
            has={"wood": 1},
        ),
        NOBODY,
    )
    run_agenda(state, build("trading_post_forest", "1 wood", "2.0"))
    assert (state.points[0], state.gold[0]) == (1, 3)
    assert [rule for rule in noted(state) if rule.startswith("DEU-13")] == ["DEU-13.1", "DEU-13.2"]
    assert column(state, 0, "civil") == ["stonecutters_guild", "trading_post_forest"]


@pytest.mark.rule("DEU-10.2", "DEU-10.3", "DEU-10.4")
def test_8_attack():
    state = table(Side(on="2.1:P", hand="galley farm", has=PLENTY), Side(on="2.0:A 2.4:A", vp=1))
    run_agenda(state, build("galley", cost("galley"), "2.2"))
    assert pending_step(state).name == "Turn" or pending_step(state).name == "Buy"
    assert (state.points[0], state.points[1]) == (0, 4)
    assert state.village_vp[state.map.find("2.3")] == 0
    assert noted(state).index("DEU-10.4") < noted(state).index("DEU-8.1")


@pytest.mark.rule("DEU-10.5")
def test_9_attack_of_equal_armies():
    state = table(Side(on="2.1:P 2.4:A", hand="galley farm", has=PLENTY), Side(on="2.0:APC", vp=1))
    run_agenda(state, build("galley", cost("galley"), "2.2"))
    assert (state.points[0], state.points[1]) == (0, 4)


@pytest.mark.rule("DEU-9.1", "DEU-9.2")
def test_10_first_and_second_temple():
    on = "0.2:B 0.3:PS 2.4:CA 0.4:C 0.3:T"
    state = table(
        Side(on=on, columns="temple_gold", hand="temple_wood temple_sets", has=PLENTY), NOBODY
    )
    assert "temple_wood" in pending_step(state).part_options(state, ("build",))
    run_agenda(state, build("temple_wood", "1 wood, 1 clay, 1 stone, 1 wheat", "2.4"))
    assert column(state, 0, "temple") == ["temple_gold", "temple_wood"]
    state.agenda[:] = [Turn(0)]
    assert refusal(state, build("temple_sets", "1 wood, 1 clay, 1 stone, 1 wheat", "0.4")) == (
        "DEU-9.2"
    )
    without = table(
        Side(on=on.replace("0.2:B ", ""), columns="temple_gold", hand="temple_wood", has=PLENTY),
        NOBODY,
    )
    pick = build("temple_wood", "1 wood, 1 clay, 1 stone, 1 wheat", "2.4")
    assert refusal(without, pick) == "DEU-9.2"


@pytest.mark.rule("DEU-11.1", "DEU-11.2", "DEU-11.3", "DEU-11.4", "DEU-11.7", "DEU-11.11")
def test_11_offering():
    state = table(Side(hand="farm galley school legion temple_gold"), NOBODY)
    run_agenda(state, offer("galley", "school", "temple_gold"), "ceres")
    assert pending_step(state).name == "ChooseResources"
    run_agenda(state, (("clay", 2), ("wheat", 1)))
    assert held(state, 0) == {"wood": 0, "clay": 2, "stone": 0, "wheat": 1}
    assert (state.available[0][1], state.stock[0][1]) == (3, 2)
    assert len(state.hands[0]) == 5
    assert state.discarded == 3
    assert state.box.cards[state.discard_top].id == "temple_gold"


@pytest.mark.rule("DEU-11.4", "DEU-11.8", "DEU-4.5")
def test_12_minerva_and_a_big_hand():
    eight = "farm galley school legion centurion forum_2 forum_3 university"
    for extra in range(3):
        state = run_agenda(table(Side(hand=eight), NOBODY), offer("farm", "school"))
        assert list(pending_step(state).options(state)) == [0, 1, 2]
        run_agenda(state, extra)
        assert len(state.hands[0]) == 6 + extra
    ten = f"{eight} quarry brickyard"
    state = run_agenda(
        table(Side(hand=ten), NOBODY), offer(*ten.replace("school ", "").split(), "school")
    )
    assert len(state.hands[0]) == 5
    assert list(pending_step(state).options(state)) == [0, 1, 2, 3, 4, 5]
    assert len(run_agenda(state, 5).hands[0]) == 10


@pytest.mark.rule("DEU-8.6", "DEU-14.3", "DEU-1.6")
def test_13_supply_runs_out():
    state = table(
        Side(
            on="0.4:P 2.1:P",
            columns="cooperative_field farm",
            hand="quarry school",
            has=PLENTY,
        ),
        NOBODY,
        supply={"wheat": 3, "wood": 8, "clay": 8, "stone": 8},
    )
    due = cost("quarry")
    back = components().card("quarry").cost[3]
    run_agenda(state, build("quarry", due, "0.3"))
    assert held(state, 0)["wheat"] == 9 + 3
    assert state.supply[3] == 0
    assert back <= 3
    assert noted(state).count("DEU-14.4") == 1


@pytest.mark.rule("DEU-8.3", "DEU-4.4", "DEU-16.1")
def test_14_last_card_is_a_school():
    def school():
        return run_agenda(
            table(Side(on="0.4:PC", hand="school", has=PLENTY), NOBODY),
            build("school", cost("school"), "0.3"),
        )

    drawn = run_agenda(school(), "draw")
    assert len(drawn.hands[0]) == 1
    skipped = run_agenda(school(), "skip")
    assert len(skipped.hands[0]) == 5


@pytest.mark.rule("DEU-18.1", "DEU-18.2", "DEU-18.3", "DEU-18.4", "DEU-18.5", "DEU-18.6")
def test_15_elephants():
    state = table(
        Side(
            on="0.6:AP 1.3:A",
            columns="war_elephants temporary_camps",
            hand="legion farm",
            has=PLENTY,
        ),
        Side(on="2.4:C"),
    )
    state.agenda.clear()
    state.push(ActivateChosenCard(0, state.box.card_index["war_elephants"]))
    run_agenda(state)
    there = {pick[1] for pick in pending_step(state).options(state) if pick[0] == "1.3"}
    assert there == {"0.1", "1.0", "1.4", "1.6"}
    assert refusal(state, ("1.3", "0.6")) == "DEU-18.3"
    assert refusal(state, ("1.3", "2.5")) == "DEU-18.2"
    assert refusal(state, ("1.3", "2.4")) == "DEU-18.3"
    assert refusal(state, ("1.3", "0.0")) == "DEU-18.3"
    assert refusal(state, ("1.3", "3.5")) == "DEU-18.1"
    run_agenda(state, ("1.3", "1.0"))
    assert pieces(state, 0, "1.3") == ""
    there = {pick[1] for pick in pending_step(state).options(state) if pick[0] == "0.6"}
    assert there == {"0.1", "0.3", "0.4", "1.3", "1.4"}
    assert refusal(state, ("1.0", "1.3")) == "DEU-18.1"
    run_agenda(state, ("done",))


@pytest.mark.rule("DEU-9.7")
def test_16_temple_guard():
    camps = components().card_index["temporary_camps"]
    state = table(Side(on="2.0:AT 0.3:A"), NOBODY)
    state.agenda.clear()
    state.push(ActivateChosenCard(0, camps))
    run_agenda(state)
    assert {pick[0] for pick in pending_step(state).options(state)} == {"skip", "0.3"}
    assert refusal(state, ("2.0", "2.1")) == "DEU-9.7"
    state.where[0][3] |= 1 << state.map.find("2.0")
    assert ("2.0", "2.1") in pending_step(state).options(state)


@pytest.mark.rule("DEU-7.3", "DEU-7.7", "DEU-7.8")
def test_17_edge_placement():
    state = table(Side(on="3.6:S 3.5:S", hand="farm school", has=PLENTY, vp=4), NOBODY)
    due = cost("farm")
    assert "3.1" in free(state, "farm", due)
    assert "2.1" in regions(state, "farm", due) - free(state, "farm", due)
    assert refusal(state, build("farm", due, "2.0")) == "DEU-7.3"
    run_agenda(state, build("farm", due, "2.1"))
    assert state.points[0] == 1


@pytest.mark.rule("DEU-16.3", "DEU-15.2")
def test_18_laboratory():
    state = table(
        Side(
            on="0.2:B 2.5:B",
            columns="small_port_clay galley",
            hand="laboratory_blue farm",
            has={"clay": 4, "wood": 1, "wheat": 1},
        ),
        NOBODY,
        data=costing(laboratory_blue="1 wood, 1 wheat"),
    )
    run_agenda(state, build("laboratory_blue", "1 wood, 1 wheat", "0.3"))
    assert list(pending_step(state).options(state)) == ["skip", 1, 2]
    run_agenda(state, 1, 4)
    assert (held(state, 0)["clay"], state.points[0]) == (0, 4)
    assert pending_step(state).name == "Turn"


@pytest.mark.rule("DEU-17.4", "DEU-10.9", "DEU-20.1")
@pytest.mark.parametrize(
    ("villages", "army", "target", "gain"),
    [
        ({"0.0": 2, "1.5": 0, "2.3": 0, "3.3": 0}, "0.6", "0.0", 2),
        ({"0.0": 0, "1.5": 0, "2.3": 0, "3.3": 1}, "3.4", "3.3", 1),
    ],
)
def test_19_siege_tower_and_end(villages, army, target, gain):
    state = table(Side(on=f"{army}:A"), NOBODY, villages=villages, round=9)
    state.agenda.clear()
    state.push(ActivateChosenCard(0, components().card_index["siege_tower"]))
    run_agenda(state)
    assert pending_step(state).options(state) == ["skip", target]
    run_agenda(state, target)
    assert state.points[0] == gain
    assert state.village_vp[state.map.find(target)] == 0
    assert state.final_round == 10
    assert "DEU-10.9" in noted(state)


@pytest.mark.rule("DEU-20.1", "DEU-20.2", "DEU-4.1")
@pytest.mark.parametrize("builder", [1, 2])
def test_20_end_flow(builder):
    sides = [Side(on="", hand="farm galley") for _ in range(3)]
    sides[builder] = Side(on="0.3:P", hand="temple_gold galley", has=ONE_EACH)
    state = table(*sides, round=9, temples=1)
    order = []
    while state.agenda:
        seat = pending_step(state).seat
        order.append((state.round, seat))
        if seat == builder and state.temples:
            run_agenda(state, build("temple_gold", "1 wood, 1 clay, 1 stone, 1 wheat", "0.3"))
        else:
            name = hand(state, seat)[0]
            run_agenda(state, offer(name))
            while state.agenda and pending_step(state).name != "Turn":
                run_agenda(state, _first_option(state))
    assert order == [(9, 0), (9, 1), (9, 2), (10, 0), (10, 1), (10, 2)]
    assert state.over


def _first_option(state):
    return pending_step(state).options(state)[0]


@pytest.mark.rule(
    "DEU-19.1", "DEU-19.2", "DEU-19.4", "DEU-19.8", "DEU-21.1", "DEU-21.2", "DEU-21.3"
)
def test_21_final_scoring():
    on = "0.3:PC 0.4:PC 0.6:PC 1.3:PC 1.4:PC 2.0:SC 2.1:SA"
    state = table(
        Side(
            on=on,
            columns="temple_gold temple_regions_2",
            vp=23,
            has={"wheat": 2, "stone": 3, "wood": 1},
            gold=7,
        ),
        Side(vp=30, has={"wheat": 2, "stone": 1}, gold=7),
    )
    assert state.count_at_least(0, 2) == 7
    finish(state)
    assert [scoring.total(state, seat) for seat in range(2)] == [47, 34]
    assert scoring.leaders(state, "clay") == []
    assert scoring.leaders(state, "gold") == [0, 1]
    assert scoring.temple_vp(state, 0, components().card("temple_regions_2")) == 14
    assert scoring.temples_score(state, 0) == 16


@pytest.mark.rule("DEU-22.6", "DEU-22.7", "DEU-22.8", "DEU-22.9")
def test_22_wildcard():
    state = table(
        Side(
            on="0.4:P 2.1:P",
            columns="farm cooperative_field",
            hand="temple_gold temple_wood",
            gold=3,
        ),
        NOBODY,
        options={"wildcard": "yes"},
    )
    run_agenda(state, ("wildcard", "temple_gold", "production", "0.3"))
    assert state.gold[0] == 0
    assert column(state, 0, "production") == ["farm", "cooperative_field", "?"]
    assert pending_step(state).name == "Harvest"
    run_agenda(state, "0.4")
    assert held(state, 0)["wheat"] == 1 + 4
    assert pieces(state, 0, "0.3") == "P"
    assert state.height(0, 1) == 3
    assert state.wildcards_left == [0, 1]


@pytest.mark.rule("DEU-11.9", "DEU-11.10", "DEU-11.12", "DEU-11.5")
def test_23_vesta_and_mars():
    for number, vp in ((1, 1), (4, 2)):
        names = ["farm", "galley", "school"][: number - 1]
        state = run_agenda(
            table(Side(hand="farm galley school forum_2"), NOBODY), offer(*names, "forum_2")
        )
        assert state.points[0] == vp
        assert (state.available[0][3], state.stock[0][3]) == (3, 2)
    state = table(Side(hand="farm galley legion", stock=(1, 0, 0, 0, 1)), NOBODY)
    run_agenda(state, offer("farm", "galley", "legion"))
    assert state.available[0] == [3, 2, 2, 2, 3]
    assert state.stock[0] == [0] * 5


@pytest.mark.rule("DEU-6.3", "DEU-15.3")
def test_24_selling_has_no_gold_substitute():
    state = table(Side(on="0.2:B", has={"stone": 1}, gold=20), NOBODY)
    state.agenda.clear()
    state.push(ActivateChosenCard(0, components().card_index["commercial_port_stone_wood"]))
    run_agenda(state)
    assert not state.agenda
    assert state.gold[0] == 20
