"""Previews of a column before it is activated, and the greedy bot that uses them."""

from __future__ import annotations

import pytest

from engine.contests.simulate import Results, simulate
from engine.core.chance import Dice
from engine.games.deus.bots.evaluation import end_step_worth, turns_left, worth
from engine.games.deus.column_preview import (
    best_column_preview,
    card_preview_text,
    preview_cards,
    preview_column,
    preview_wildcard_column,
)
from engine.games.deus.components import PRODUCTION, TEMPLE, components
from engine.games.deus.offering import Offer, god_of, power_words
from engine.search.one_ply import MAX_COMPARED
from engine.search.win_chances import win_chances
from tests.engine.games.deus.positions import Side, build, costing, match_of, run_agenda, table
from tests.engine.games.deus.test_secrets import part_played
from tests.engine.games.deus.test_worked_examples import NOBODY, PLENTY, cost

BOX = components()


def preview_texts(state, found):
    """A preview in words."""
    return [card_preview_text(state, 0, preview).plain() for preview in found]


def test_activation_is_previewed_card_by_card_from_the_bottom():
    state = table(
        Side(
            on="0.2:B 2.5:B 1.1:B",
            columns="small_port_clay commercial_port_clay_wheat commercial_sailing_ship_wood",
            hand="galley",
            has={"clay": 3, "wheat": 3, "wood": 3},
            gold=5,
        ),
        NOBODY,
    )
    before = state.plain()
    found = preview_column(state, 0, BOX.card_index["galley"], state.map.find("1.2"))
    assert preview_texts(state, found) == [
        "up to 3 VP for 3 clay",
        "up to 6 VP for 2 clay, 2 wheat, if enough is left",
        "up to 8 gold for 2 wood",
        "resources for up to 3 gold",
    ]
    assert [preview.asks for preview in found] == [True] * 4
    assert state.plain() == before


def test_certain_gains_are_available_to_later_cards():
    state = table(
        Side(on="0.4:P 2.1:PC", columns="cooperative_field", hand="farm", has=PLENTY), NOBODY
    )
    found = preview_column(state, 0, BOX.card_index["farm"], state.map.find("3.1"))
    assert preview_texts(state, found) == ["6 wheat", "up to 2 wheat"]


def test_activation_of_a_laboratory_includes_its_column():
    state = table(
        Side(
            on="0.2:B",
            columns="small_port_clay",
            hand="laboratory_blue",
            has={"clay": 4, "wood": 1, "wheat": 1},
        ),
        NOBODY,
        data=costing(laboratory_blue="1 wood, 1 wheat"),
    )
    (preview,) = preview_column(state, 0, BOX.card_index["laboratory_blue"])
    assert preview.from_laboratory is not None
    assert preview_texts(state, [preview]) == ["Small Port (clay): up to 4 VP for 4 clay"]


def test_small_production_names_all_resources_that_its_owner_could_take():
    state = table(Side(on="0.4:P 0.3:P 2.1:P", columns="small_production_building"), NOBODY)
    (preview,) = preview_cards(state, 0, state.columns[0][PRODUCTION][:1])
    kinds = [state.map.terrains[state.map.find(name)].resource for name in ("0.4", "0.3", "2.1")]
    assert len({*kinds}) > 1
    names = ", ".join(BOX.resources[kind].names.en.lower() for kind in sorted({*kinds}))
    assert preview_texts(state, [preview]) == [f"up to 1 resource ({names})"]
    alone = table(Side(on="0.4:P", columns="small_production_building"), NOBODY)
    found = preview_cards(alone, 0, alone.columns[0][PRODUCTION][:1])
    assert preview_texts(alone, found) == [f"1 {BOX.resources[kinds[0]].names.en.lower()}"]


def test_built_card_makes_room_in_the_hand_for_a_draw():
    nine = "farm galley legion centurion forum_2 forum_3 quarry brickyard sawmill"
    state = table(Side(on="0.3:PC", hand=f"{nine} school", has=PLENTY, gold=9), NOBODY)
    found = preview_column(state, 0, BOX.card_index["school"], state.map.find("0.3"))
    assert preview_texts(state, found) == ["up to 1 card"]
    run_agenda(state, build("school", cost("school"), "0.3"), "draw")
    assert len(state.hands[0]) == 10


def test_preview_is_uncertain_if_earlier_cards_may_use_resources():
    workshops = "workshop_2 workshop_2 school school laboratory_blue commercial_port_clay_stone"
    side = Side(
        on="0.3:PC",
        columns=f"{workshops} small_port_clay",
        hand="farm galley legion centurion forum_2 forum_3 quarry brickyard sawmill",
        has={"clay": 2, "stone": 2},
        stock=(1, 0, 0, 0, 0),
    )
    state = table(side, NOBODY)
    column = (*state.columns[0][2], BOX.card_index["laboratory_blue"])
    assert preview_texts(state, preview_cards(state.copy(), 0, column)) == [
        "up to 1 piece",
        "up to 1 piece, if enough is left",
        "up to 1 card",
        "up to 1 card, if enough is left",
        "Port (clay+stone): up to 6 VP for 2 clay, 2 stone",
        "Port (clay+stone): up to 6 VP for 2 clay, 2 stone, if enough is left",
    ]


@pytest.mark.parametrize(
    ("columns", "gold", "supply", "texts"),
    [
        (
            "galley commercial_port_clay_stone commercial_sailing_ship_wood",
            3,
            8,
            ["resources for up to 3 gold", *["depends on earlier cards"] * 2],
        ),
        (
            "galley commercial_port_clay_stone",
            3,
            {"clay": 8},
            ["resources for up to 3 gold", "nothing"],
        ),
        ("galley commercial_port_clay_stone", 0, 8, ["nothing", "nothing"]),
        ("commercial_port_clay_stone galley", 3, 8, ["nothing", "resources for up to 3 gold"]),
    ],
)
def test_sale_of_what_an_earlier_card_may_bring_is_not_previewed_as_nothing(
    columns, gold, supply, texts
):
    state = table(Side(on="0.2:B", columns=columns, gold=gold), NOBODY, supply=supply)
    column = state.columns[0][0]
    assert preview_texts(state, preview_cards(state.copy(), 0, column)) == texts


def test_purchase_with_gold_from_an_earlier_sale_is_not_previewed_as_nothing():
    columns = "commercial_sailing_ship_wood galley"
    state = table(Side(on="0.2:B", columns=columns, has={"wood": 1}), NOBODY)
    column = state.columns[0][0]
    assert preview_texts(state, preview_cards(state.copy(), 0, column)) == [
        "up to 4 gold for 1 wood",
        "depends on earlier cards",
    ]


def test_activation_without_a_region_is_that_of_the_best_region():
    state = table(Side(on="0.2:B", hand="stonecutters_guild", has=PLENTY), NOBODY)
    guild = BOX.card_index["stonecutters_guild"]
    assert preview_texts(state, preview_column(state, 0, guild)) == ["nothing"]
    place, previews = best_column_preview(state, 0, guild)
    assert state.map.terrains[place].id == "mountain"
    assert preview_texts(state, previews) == ["1 VP"]


def test_face_down_card_and_temple_have_no_effect():
    state = table(
        Side(on="0.4:P", columns="farm", hand="temple_gold", gold=9, has=PLENTY),
        NOBODY,
        options={"wildcard": "yes"},
    )
    assert preview_column(state, 0, BOX.card_index["temple_gold"]) == []
    found = preview_wildcard_column(state, 0, 1, state.map.find("0.3"))
    assert preview_texts(state, found) == ["1 wheat", "no effect"]


@pytest.mark.parametrize(
    "card",
    [card.id for card in BOX.cards if card.type != TEMPLE],
)
def test_activation_preview_of_automatic_effects_comes_true(card):
    side = Side(
        on="0.3:PCA 0.4:PS 0.6:C 1.3:A 0.2:B",
        hand=f"{card} galley farm",
        has=PLENTY,
        gold=9,
        vp=5,
    )
    place = "0.1" if BOX.card(card).type else "2.5"
    state = table(side, Side(on="2.0:C", gold=9, vp=9))
    (preview,) = preview_column(state, 0, BOX.card_index[card], state.map.find(place))[-1:]
    # the cards below the new one are those with which `table` has filled the column
    below = preview_column(state, 0, BOX.card_index[card], state.map.find(place))[:-1]
    if preview.asks or any(one.asks for one in below):
        return
    vp, gold = state.points[0], state.gold[0]
    run_agenda(state, build(card, cost(card), place))
    every = [*below, preview]
    assert state.points[0] - vp == sum(one.vp for one in every)
    assert state.gold[0] - gold == sum(one.gold for one in every)


def test_offering_preview():
    state = table(Side(hand="galley farm school forum_2 legion temple_gold"), NOBODY)
    powers = [
        power_words(state, 0, god_of(state, card), 2, in_hand=2).plain()
        for card in sorted(state.hands[0])
    ]
    assert powers == [
        "2 VP, 1 civil building",
        "2 resources, 1 production building",
        "4 gold, 1 ship",
        "1 scientific building, 2 extra cards",
        "2 pieces",
        "the power of another god",
    ]


def test_offering_preview_is_limited_by_supply():
    ten = "farm galley school forum_2 legion temple_gold forum_3 quarry brickyard sawmill"
    state = table(Side(hand=ten, available=(5, 5, 5, 5, 5)), NOBODY, supply={"clay": 1})
    gods = dict.fromkeys(god_of(state, card) for card in sorted(state.hands[0]))
    assert {god.id: power_words(state, 0, god, 2, in_hand=2).plain() for god in gods} == {
        "vesta": "2 VP",
        "ceres": "1 resource",
        "neptune": "4 gold",
        "minerva": "2 extra cards",
        "mars": "nothing",
        "jupiter": "the power of another god",
    }
    minerva = state.box.gods[state.box.god_index["minerva"]]
    assert power_words(state, 0, minerva, 9, in_hand=9).plain() == "5 extra cards"
    short = table(Side(hand="school farm"), NOBODY, deck="galley quarry legion forum_2")
    assert (
        power_words(short, 0, minerva, 1, in_hand=1).plain()
        == "1 scientific building, 1 extra card"
    )
    whole = power_words(short, 0, minerva, 1, in_hand=1, refill=2)
    assert whole.plain() == "1 scientific building, 3 new cards"


def test_offering_names_the_god_of_its_top_card():
    """Two offerings of the same cards differ only in the card on top."""
    state = table(Side(hand="galley farm"), NOBODY)
    offered = [
        Offer().in_words(state, 0, (cards,)) for cards in (("galley", "farm"), ("farm", "galley"))
    ]
    assert [text and text.plain() for text in offered] == [
        "Offer Galley, Farm to Ceres",
        "Offer Farm, Galley to Neptune",
    ]


def beaten(games: int, seed: str) -> int:
    """Number of games in which a greedy player beats three random ones."""
    tally = Results(4)
    for result in simulate(
        "deus", ["greedy", "random", "random", "random"], seed=seed, games=games
    ):
        tally.add(result)
    return int(tally.wins[0])


def test_greedy_bot_beats_three_random_ones():
    assert beaten(2, "contest") == 2


@pytest.mark.long
def test_greedy_bot_beats_three_random_ones_in_95_of_100_games():
    assert beaten(100, "hundred") >= 95


def test_greedy_players_finish_a_game_with_every_variant():
    options = {"wildcard": "yes", "pieces": "8", "layout": "drawn"}
    results = list(simulate("deus", ["greedy", "greedy"], seed="variant", games=1, options=options))
    assert max(one.total for one in results[0].standings) > 20


def test_outlook_is_computed_from_a_view():
    match = part_played(3, "outlook", 60)
    game = match_of(2).game
    for seat in range(3):
        view = match.view(seat)
        before = game.value(view, seat)
        view.points[seat] += 2
        assert game.value(view, seat) == pytest.approx(before + 2)


def test_long_games_are_worth_ending():
    values = []
    for temples in (1, 2):
        state = table(Side(on="0.3:PC"), NOBODY, temples=temples, round=30)
        values.append(match_of(2).game.value(state.view(0), 0))
    assert values[0] > values[1]


def test_last_seat_does_not_gain_time_from_the_next_round():
    for final_round in (0, 31):
        state = table(Side(on="0.3:PC"), Side(on="2.4:A"), round=30)
        state.final_round = final_round
        state.active = 1
        during = end_step_worth(state, 1), turns_left(state, 1)
        state.round, state.active = 31, 0
        assert (end_step_worth(state, 1), turns_left(state, 1)) == during
        assert turns_left(state, 1) == (1.0 if final_round else turns_left(state, 0))
        assert end_step_worth(state, 0) >= during[0]


def test_player_ahead_in_temples_presses_most_for_the_end():
    state = table(Side(on="0.3:PC"), Side(on="2.4:AT", columns="temple_mountain"), round=20)
    assert end_step_worth(state, 1) > end_step_worth(state, 0) > 0
    state.final_round = 21
    assert end_step_worth(state, 1) == end_step_worth(state, 0) == 0


def test_lead_is_more_certain_with_fewer_turns_left():
    leads = []
    for temples in (1, 3):
        state = table(Side(on="0.3:PC", vp=20), Side(on="2.4:A", vp=10), temples=temples, round=30)
        leads.append(win_chances(match_of(2).game, state)[0])
        late = worth(state, 0)
        state.round = 4
        assert worth(state, 0) == pytest.approx(late)
    assert leads[0] > leads[1] > 0.5


def test_scarce_resources_are_worth_most():
    def value(**has: int) -> float:
        return float(match_of(2).game.value(table(Side(on="0.3:PC", has=has), NOBODY).view(0), 0))

    many = {"wood": 2, "clay": 4, "stone": 3, "wheat": 2}
    even, uneven = {**many, "wood": 3, "wheat": 3}, {**many, "wheat": 4}
    assert value(**even) > value(**uneven) > value(**many)


@pytest.mark.parametrize(("clay", "commands"), [(6, {"build"}), (2, {"build", "offer"})])
def test_bots_do_not_compare_offerings_with_a_building_that_is_clearly_better(clay, commands):
    hand = "small_port_clay university farm ballista temple_gold"
    side = Side(on="0.3:PC", hand=hand, has={"clay": clay, "stone": 1})
    state = table(side, Side(on="2.4:A"), data=costing(small_port_clay="1 stone"))
    game, decision = match_of(2).game, state.agenda[-1]
    picks = game.candidates(state.view(0), decision, Dice(b"x"), MAX_COMPARED)
    assert {pick[0] for pick in picks} == commands
