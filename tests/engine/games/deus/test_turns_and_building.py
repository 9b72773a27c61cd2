"""Turns, drawing, costs, placement and temples (sections 4 to 7 and 9)."""

from __future__ import annotations

from math import prod

import pytest

from engine.errors import NotYourTurn
from engine.games.deus.activation import ActivateChosenCard
from engine.games.deus.components import LAND, SEA, SIDES_OF_A_TILE, components
from engine.games.deus.placement import payments, regions_for, why_not_build
from tests.engine.games.deus.positions import (
    Side,
    build,
    column,
    costing,
    free,
    hand,
    held,
    match_of,
    noted,
    offer,
    pending_step,
    pieces,
    refusal,
    regions,
    run_agenda,
    table,
)
from tests.engine.games.deus.test_worked_examples import NOBODY, ONE_EACH, PLENTY, cost

EACH = "1 wood, 1 clay, 1 stone, 1 wheat"


def fire(state, card):
    """Activate a card of the first seat, whatever its columns hold."""
    state.agenda[:] = [ActivateChosenCard(0, state.box.card_index[card])]
    return run_agenda(state)


# ---------------------------------------------------------------- section 4


@pytest.mark.rule("DEU-4.1", "DEU-4.2")
def test_each_player_has_one_turn_per_round_clockwise():
    state = table(*[Side(hand="farm galley") for _ in range(4)], round=1, first=2)
    order = []
    for _ in range(9):
        seat = pending_step(state).seat
        order.append((state.round, seat))
        run_agenda(state, offer(hand(state, seat)[0]))
        while pending_step(state).name != "Turn":
            run_agenda(state, pending_step(state).options(state)[0])
    assert order[:5] == [(1, 2), (1, 3), (1, 0), (1, 1), (2, 2)]
    assert order[8] == (3, 2)


@pytest.mark.rule("DEU-4.2", "DEU-4.3")
def test_passing_is_impossible_and_offering_always_possible():
    state = table(Side(hand="farm", available=(0, 0, 0, 0, 0)), NOBODY)
    assert pending_step(state).part_options(state, ()) == ["offer"]
    assert refusal(state, ("pass",))
    assert refusal(state, build("farm", cost("farm"), "0.3")) == "DEU-5.1"
    match = match_of(2)
    with pytest.raises(NotYourTurn):
        match.choose(1 - match.state.first, ("offer", ("farm",)))


@pytest.mark.rule("DEU-4.3")
def test_building_is_chosen_completely_before_it_is_carried_out():
    state = table(Side(on="0.3:P", hand="farm galley", has=PLENTY), NOBODY)
    before = state.copy().plain()
    for pick in (build("farm", cost("farm")), ("build", "farm"), ("build",)):
        assert not pending_step(state).allows(state, pick)
    assert state.plain() == before
    run_agenda(state, build("farm", cost("farm"), "0.4"))
    assert column(state, 0, "production")[-1] == "farm"


@pytest.mark.rule("DEU-4.4")
def test_empty_hand_is_refilled_at_the_end_of_the_action():
    state = table(Side(on="0.3:P", hand="forum_2", has=PLENTY), NOBODY)
    run_agenda(state, build("forum_2", cost("forum_2"), "0.3"))
    assert len(state.hands[0]) == 5
    assert "DEU-4.4" in noted(state)


@pytest.mark.rule("DEU-4.5", "DEU-16.1")
def test_hand_never_exceeds_ten():
    nine = "farm galley legion centurion forum_2 forum_3 quarry brickyard sawmill"
    state = table(Side(on="0.3:PC 0.4:PC", hand=nine), NOBODY)
    fire(state, "school")
    assert "1 card" in pending_step(state).label(state, ("draw",)).plain()
    run_agenda(state, "draw")
    assert len(state.hands[0]) == 10
    assert not fire(state, "school").agenda


@pytest.mark.rule("DEU-4.6")
def test_discard_pile_becomes_the_deck_as_soon_as_that_is_empty():
    state = table(Side(hand="farm galley school"), NOBODY, deck="legion quarry", discard="forum_2")
    run_agenda(state, offer("school", "farm"), (("clay", 2),))
    assert {"galley", "legion", "quarry"} <= set(hand(state, 0))
    assert len(state.hands[0]) == 5
    assert len(state.deck) == 1
    assert state.discarded == 0


@pytest.mark.rule("DEU-4.6")
def test_empty_deck_is_replaced_at_once():
    state = table(
        Side(hand="farm galley school legion quarry"), NOBODY, deck="forum_3", discard="forum_2"
    )
    run_agenda(state, offer("galley"))
    assert "forum_3" in hand(state, 0)
    assert sorted(state.box.cards[card].id for card in state.deck) == ["forum_2", "galley"]
    assert state.discarded == 0
    assert "DEU-4.6" in noted(state)


@pytest.mark.rule("DEU-4.7")
def test_draw_stops_when_there_are_no_more_cards():
    state = table(
        Side(on="0.3:PC 0.4:PC 0.6:PC", hand="farm"), NOBODY, deck="legion", discard="galley"
    )
    fire(state, "school")
    run_agenda(state, "draw")
    assert len(state.hands[0]) == 3
    assert state.cards_to_draw() == 0
    assert not fire(state, "school").agenda
    assert not state.over


@pytest.mark.rule("DEU-4.8", "DEU-20.5")
def test_game_ends_when_a_hand_cannot_be_refilled():
    state = table(Side(hand="galley farm"), Side(hand="school"), deck="legion quarry")
    run_agenda(state, offer("galley"))
    assert state.over
    assert len(state.hands[0]) == 4
    assert not state.agenda
    assert state.final_round == 0
    last = table(Side(hand="galley farm"), NOBODY, deck="legion")
    last.final_round = last.round
    assert run_agenda(last, offer("galley")).over


@pytest.mark.rule("DEU-4.8")
def test_missing_extra_cards_do_not_end_the_game():
    state = table(
        Side(hand="farm galley legion forum_2 forum_3 school"), Side(hand="farm"), deck="quarry"
    )
    run_agenda(state, offer("farm", "school"))
    assert list(pending_step(state).options(state)) == [0, 1, 2]
    run_agenda(state, 2)
    assert not state.over
    state = table(Side(hand="farm galley legion forum_2 school"), Side(hand="farm"), deck="quarry")
    run_agenda(state, offer("school"))
    assert len(state.hands[0]) == 5
    assert not state.over


# ---------------------------------------------------------------- section 5


@pytest.mark.rule("DEU-5.1")
def test_piece_in_stock_does_not_count():
    state = table(
        Side(hand="farm galley", has=PLENTY, available=(1, 0, 0, 0, 0), stock=(1, 3, 3, 3, 3)),
        NOBODY,
    )
    assert pending_step(state).part_options(state, ("build",)) == ["galley"]
    assert refusal(state, build("farm", cost("farm"), "0.3")) == "DEU-5.1"


@pytest.mark.rule("DEU-5.2", "DEU-5.3", "DEU-5.4", "DEU-5.5", "DEU-6.1")
def test_building_steps_in_order():
    state = table(
        Side(on="0.3:P", columns="quarry", hand="farm school", has=PLENTY), NOBODY, supply=1
    )
    run_agenda(state, build("farm", cost("farm"), "0.4"))
    assert column(state, 0, "production") == ["quarry", "farm"]
    assert hand(state, 0) == ["school"]
    assert pieces(state, 0, "0.4") == "P"
    assert state.available[0][1] == 1
    paid = dict(
        zip(("wood", "clay", "stone", "wheat"), components().card("farm").cost, strict=False)
    )
    for kind, number in held(state, 0).items():
        gained = {"stone": 1, "wheat": 1}.get(kind, 0)
        assert number == 9 - paid[kind] + gained
    order = [rule for rule in noted(state) if rule[4:6] in ("5.", "8.", "14")]
    assert order == ["DEU-5.4", "DEU-8.1", "DEU-14.4", "DEU-14.4"]


@pytest.mark.rule("DEU-6.1")
def test_payment_returns_to_the_supply():
    state = table(Side(on="0.3:P", hand="forum_2 school", has=PLENTY), NOBODY, supply=2)
    run_agenda(state, build("forum_2", cost("forum_2"), "0.3"))
    due = components().card("forum_2").cost
    assert state.supply == [2 + n for n in due[:4]]


@pytest.mark.rule("DEU-5.6", "DEU-5.7", "DEU-7.11")
def test_column_with_all_five_pieces_takes_no_more():
    state = table(
        Side(
            on="0.3:P 0.4:P 0.6:P 0.1:P 1.3:P",
            hand="farm school",
            has=PLENTY,
            available=(2, 0, 2, 2, 2),
        ),
        NOBODY,
    )
    assert state.height(0, 1) == 5
    assert state.stock[0][1] == 0
    assert refusal(state, build("farm", cost("farm"), "1.4")) == "DEU-5.1"


# ---------------------------------------------------------------- section 6


@pytest.mark.rule("DEU-6.2")
def test_gold_may_replace_any_resource_even_if_owned():
    state = table(Side(hand="forum_2", has=PLENTY, gold=30), NOBODY)
    card = components().card_index["forum_2"]
    due = components().cards[card].cost
    ways = payments(state, 0, card)
    assert len(ways) == prod(n + 1 for n in due[:4])
    for way in ways:
        paid = dict(way)
        replaced = sum(due[:4]) - sum(n for kind, n in paid.items() if kind != "gold")
        assert paid.get("gold", 0) == 4 * replaced + due[4]
    golds = [dict(way).get("gold", 0) for way in ways]
    assert golds == sorted(golds)


@pytest.mark.rule("DEU-6.1")
def test_gold_cost_is_paid_in_gold():
    own = costing(farm="2 wood, 3 gold")
    state = table(Side(hand="farm", has={"wood": 1}, gold=7), NOBODY, data=own)
    assert payments(state, 0, components().card_index["farm"]) == ((("wood", 1), ("gold", 7)),)
    assert table(Side(hand="farm", has={"wood": 1}, gold=6), NOBODY, data=own).gold == [6, 0]
    poor = table(Side(hand="farm", has={"wood": 1}, gold=6), NOBODY, data=own)
    assert refusal(poor, build("farm", "1 wood, 7 gold", "0.3")) == "DEU-6.1"


@pytest.mark.rule("DEU-6.3")
def test_gold_replaces_resources_only_for_construction():
    state = table(Side(on="0.2:B", gold=40), NOBODY)
    assert not fire(state, "small_port_clay").agenda
    assert not fire(state, "commercial_sailing_ship_wood").agenda


@pytest.mark.rule("DEU-6.4")
def test_card_cannot_pay_for_itself():
    state = table(Side(on="0.3:P", hand="quarry school", has={}, gold=3), NOBODY)
    assert "build" not in pending_step(state).part_options(state, ())


# ---------------------------------------------------------------- section 7


@pytest.mark.rule("DEU-7.1", "DEU-7.6")
def test_first_piece_goes_to_an_empty_edge():
    state = table(Side(hand="forum_2 galley", has=PLENTY), NOBODY)
    board = state.map
    land = set(board.ids_of(board.edge & board.land))
    assert regions(state, "forum_2", cost("forum_2")) == land
    assert regions(state, "galley", cost("galley")) == set(board.ids_of(board.edge & board.sea))
    assert refusal(state, build("forum_2", cost("forum_2"), "2.0")) == "DEU-7.1"


@pytest.mark.rule("DEU-7.2")
def test_first_piece_goes_to_any_edge_if_all_are_too_near():
    other = "0.4:P 0.6:C 1.4:S 3.5:A 3.1:P 2.1:C 2.4:S 1.6:A 3.6:C"
    state = table(Side(hand="forum_2 galley", has=PLENTY), Side(on=other))
    board = state.map
    taken = state.held(1)
    left = set(board.ids_of(board.edge & board.land & ~taken))
    assert left
    assert regions(state, "forum_2", cost("forum_2")) == left


@pytest.mark.rule("DEU-7.3", "DEU-7.4", "DEU-7.9")
def test_later_pieces_go_to_own_or_adjacent_regions():
    state = table(Side(on="2.0:P", hand="forum_2 farm", has=PLENTY), Side(on="2.1:C"))
    # 2.0 has neighbours 2.1 (taken), 2.4, 2.5 and 2.6, the village 2.3 and the sea 2.2
    assert free(state, "forum_2", cost("forum_2")) == {"2.0", "2.4", "2.6"}
    assert free(state, "farm", cost("farm")) == {"2.4", "2.6"}
    assert refusal(state, build("forum_2", cost("forum_2"), "2.1")) == "DEU-7.9"
    assert refusal(state, build("farm", cost("farm"), "2.0")) == "DEU-7.4"


@pytest.mark.rule("DEU-7.4")
def test_two_pieces_of_one_type_never_share_a_region():
    state = table(Side(on="0.3:CAT 0.2:B", hand="forum_2 legion galley", has=PLENTY, vp=9), NOBODY)
    for card, place in (("forum_2", "0.3"), ("legion", "0.3"), ("galley", "0.2")):
        assert refusal(state, build(card, cost(card), place)) == "DEU-7.4"
    crowded = table(Side(on="0.3:PT", hand="temple_gold", has=ONE_EACH), NOBODY)
    assert refusal(crowded, build("temple_gold", EACH, "0.3")) in ("DEU-9.6", "DEU-7.4")


@pytest.mark.rule("DEU-7.5", "DEU-10.7")
def test_villages_cannot_be_built_in_even_after_an_attack():
    state = table(Side(on="0.3:P", hand="forum_2", has=PLENTY), NOBODY, villages={"0.0": 0})
    assert refusal(state, build("forum_2", cost("forum_2"), "0.0")) == "DEU-7.5"


@pytest.mark.rule("DEU-7.7")
def test_edge_region_for_three_vp():
    for vp, far in ((2, False), (3, True)):
        state = table(Side(on="2.0:P", hand="forum_2 galley", has=PLENTY, vp=vp), NOBODY)
        assert ("1.6" in regions(state, "forum_2", cost("forum_2"))) == far
    assert (
        refusal(
            table(Side(on="2.0:P", hand="forum_2", has=PLENTY, vp=2), NOBODY),
            build("forum_2", cost("forum_2"), "1.6"),
        )
        == "DEU-7.7"
    )
    run_agenda(state, build("forum_2", cost("forum_2"), "1.6"))
    assert state.points[0] == 0
    assert "DEU-7.7" in noted(state)


@pytest.mark.rule("DEU-7.7")
@pytest.mark.parametrize(("card", "kind"), [("forum_2", LAND), ("galley", SEA)])
def test_every_suitable_empty_edge_can_be_bought(card, kind):
    def table_with(vp):
        side = Side(on="2.0:P", hand=f"{card} farm", has=PLENTY, vp=vp)
        return table(side, Side(on="1.6:C 3.6:S", vp=9))

    board = table_with(3).map
    mine, others = board.find("2.0"), {board.find("1.6"), board.find("3.6")}
    right = {n for n in range(board.count) if board.terrains[n].kind == kind} - others
    edge = {n for n in right if len(board.hexes.neighbours(n)) < SIDES_OF_A_TILE}
    free = {n for n in right if n == mine or n in board.hexes.neighbours(mine)}
    beside_others = {n for n in edge for other in others if n in board.hexes.neighbours(other)}
    assert beside_others - free
    rich, poor = table_with(3), table_with(2)
    assert set(regions(rich, card, cost(card))) == {board.id_of(n) for n in edge | free}
    assert set(regions(poor, card, cost(card))) == {board.id_of(n) for n in free}
    for place in edge - free:
        state = table_with(4)
        run_agenda(state, build(card, cost(card), board.id_of(place)))
        assert list(state.points) == [1, 9]


@pytest.mark.rule("DEU-7.7")
def test_first_piece_is_free_of_vp_cost():
    state = table(Side(hand="farm galley", has=PLENTY, vp=9), NOBODY)
    for place in regions(state, "farm", cost("farm")):
        tried = state.copy()
        tried.notes = []
        run_agenda(tried, build("farm", cost("farm"), place))
        assert tried.points[0] == 9
        assert "DEU-7.7" not in noted(tried)


@pytest.mark.rule("DEU-7.7")
def test_region_is_asked_even_with_one_option():
    """Skipping the question would reveal that the seat has too few VP for another region."""
    asked_for = []
    for vp in (2, 3):
        match = match_of(2)
        match.state = table(Side(on="2.1:P", hand="galley", has=PLENTY, vp=vp), NOBODY)
        picked = build("galley", cost("galley"))
        decision = match.decision(0)
        left = decision.part_options(match.state, picked)
        asked_for.append(len(left))
        assert match.refuse(0, picked) is not None
        assert [match.refuse(0, (*picked, place)) for place in left] == [None] * len(left)
    assert asked_for[0] == 1 < asked_for[1]


@pytest.mark.rule("DEU-7.8")
def test_region_adjacent_to_an_own_one_is_free_of_vp_cost():
    state = table(Side(on="3.6:S", hand="forum_2 farm", has=PLENTY, vp=9), NOBODY)
    run_agenda(state, build("forum_2", cost("forum_2"), "3.1"))
    assert "DEU-7.7" not in noted(state)


@pytest.mark.rule("DEU-7.10")
def test_ship_without_a_sea_cannot_be_built():
    state = table(Side(on="2.4:P", hand="galley", has=PLENTY), NOBODY)
    free_, paid = regions_for(state, 0, 0)
    assert not paid
    seas = set(state.map.ids_of(free_))
    blocked = " ".join(f"{name}:B" for name in sorted(seas))
    state = table(Side(on="2.4:P", hand="galley", has=PLENTY), Side(on=blocked))
    assert refusal(state, build("galley", cost("galley"), sorted(seas)[0])) == "DEU-7.10"


# ---------------------------------------------------------------- section 9


@pytest.mark.rule("DEU-9.1", "DEU-9.3", "DEU-9.4", "DEU-8.9")
def test_building_a_temple():
    state = table(Side(on="0.3:P", columns="quarry", hand="temple_gold farm", has=ONE_EACH), NOBODY)
    assert regions(state, "temple_gold", EACH) == {"0.3"}
    run_agenda(state, build("temple_gold", EACH, "0.3"))
    assert state.temples == 3
    assert pieces(state, 0, "0.3") == "PT"
    assert "DEU-8.1" not in noted(state)
    assert held(state, 0) == dict.fromkeys(ONE_EACH, 0)


@pytest.mark.rule("DEU-9.4", "DEU-7.6", "DEU-9.6", "DEU-9.8")
@pytest.mark.parametrize("on", ["", "0.2:B", "0.3:PT"])
def test_temple_needs_an_own_land_region_without_one(on):
    state = table(Side(on=on, hand="temple_gold", has=ONE_EACH, vp=9), NOBODY)
    assert refusal(state, build("temple_gold", EACH, "0.4")) == "DEU-9.6"


@pytest.mark.rule("DEU-9.4", "DEU-7.7")
def test_temple_cannot_go_to_an_empty_region():
    state = table(Side(on="0.3:P", hand="temple_gold", has=ONE_EACH, vp=9), NOBODY)
    assert refusal(state, build("temple_gold", EACH, "0.4")) == "DEU-9.4"


@pytest.mark.rule("DEU-9.5", "DEU-9.8")
def test_temple_card_is_played_without_a_piece_if_none_is_left():
    state = table(Side(hand="temple_gold farm", has=ONE_EACH), NOBODY, temples=0)
    assert refusal(state, build("temple_gold", EACH, "0.3")) == "DEU-9.5"
    run_agenda(state, build("temple_gold", EACH))
    assert column(state, 0, "temple") == ["temple_gold"]
    assert state.held(0) == 0
    assert state.temples == 0
    poor = table(Side(hand="temple_gold"), NOBODY, temples=0)
    assert refusal(poor, build("temple_gold", EACH)) == "DEU-6.1"


@pytest.mark.rule("DEU-9.7", "DEU-18.5")
def test_temple_guard_may_leave_when_relieved():
    state = table(Side(on="2.0:AT"), NOBODY)
    assert not fire(state, "temporary_camps").agenda
    state.where[0][2] |= 1 << state.map.find("2.0")
    fire(state, "temporary_camps")
    run_agenda(state, ("2.0", "2.6"))
    assert pieces(state, 0, "2.0") == "ST"


# ---------------------------------------------------------------- what a screen shows of a hand


def test_every_unplayable_card_gives_a_reason():
    hand_ = "farm forum_2 galley legion temple_gold temple_wood"
    side = Side(
        on="0.3:P", hand=hand_, has={"wood": 1, "clay": 1}, gold=3, available=(2, 2, 2, 2, 0)
    )
    costs = costing(
        farm="1 wood, 1 clay",
        forum_2="1 wood, 1 wheat",
        galley="1 wood, 1 wheat",
        legion="1 wood",
    )
    state = table(side, NOBODY, data=costs)
    reasons = {}
    for place, name in enumerate(hand(state, 0)):
        refusal = why_not_build(state, 0, state.hands[0][place])
        reasons[name] = refusal.rule if refusal else None
        reason = pending_step(state).refuse_place(state, (), ("card", place))
        assert (reason.rule if reason else None) == reasons[name]
    assert reasons == {
        "farm": None,
        "forum_2": "DEU-6.1",
        "galley": "DEU-6.1",
        "legion": "DEU-5.1",
        "temple_gold": "DEU-6.1",
        "temple_wood": "DEU-6.1",
    }
    farm = state.box.card_index["farm"]
    assert payments(state, 0, farm) == ((("wood", 1), ("clay", 1)),)
    assert state.map.ids_of(regions_for(state, 0, state.box.card_type[farm])[0]) == ["0.4"]
