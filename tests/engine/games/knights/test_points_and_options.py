"""Points, victory, options (CK-22, CK-23) and the sheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.hidden import is_hidden
from engine.errors import BadSetup
from engine.games.knights.action_phase import Main
from engine.games.knights.barbarians import TieDeck
from engine.games.knights.game import GAME
from engine.games.knights.rounds import Turn
from engine.games.knights.scoring import LINES, sheets, standings
from engine.games.knights.state import TIPPED, Island
from engine.games.knights.turn import BeginTurn, Roll
from engine.i18n.language import Translator
from tests.engine.games.knights.positions import (
    begin,
    deal,
    edges,
    fill_decks,
    give,
    hand,
    island,
    level,
    metropolis,
    notes,
    pending_step,
    points,
    run_agenda,
    step,
    waits,
)

LAND = island()


LINE = ("12-17", "17-23", "23-29", "29-34", "34-39")

WINNERS: dict[str, tuple[dict[str, Any], list[Any]]] = {
    "settlement": ({"roads": {0: edges(LAND, "18-24")}}, [("settlement", 24)]),
    "city": ({"settlements": {0: [13]}}, [("city", 13)]),
    "merchant": ({"settlements": {0: [13]}}, [("card", "merchant"), 4]),
    "medicine": ({"settlements": {0: [13]}}, [("card", "medicine")]),
}


def w25() -> Any:
    """The position of W25."""
    state = island(
        2,
        settlements={0: [0, 2, 11]},
        cities={0: [13, 40]},
        roads={0: edges(LAND, "12-17", "17-23", "23-29", "29-34", "34-39")},
    )
    metropolis(state, 2, 0, 13)
    state.defenders[0] = 1
    state.merchant, state.merchant_owner = 4, 0
    state.open_cards[0] = (state.box.card_numbers["printer"],)
    return state


@pytest.mark.rule("CK-22.1", "CK-1.6")
def test_w25_points():
    state = w25()
    assert state.points(0) == 14
    assert state.points(1) == 0


@pytest.mark.rule("CK-22.1", "CK-22.4")
def test_score_sheet_adds_up_to_the_points():
    state = w25()
    score, holdings, dice, production = sheets(state)
    row = dict(zip(LINES, score.rows[0].cells, strict=True))
    assert row["settlements"] == 3
    assert row["cities"] == 4
    metropolises: Any = row["metropolises"]
    assert Translator("en").translate(metropolises) == "2 S"
    assert Translator("ru").translate(metropolises) == "2 Н"
    assert row["longest_road"].plain() == "2 (5)"  # type: ignore[union-attr]
    assert (row["defender"], row["merchant"], row["printer"]) == (1, 1, 1)
    assert (row["constitution"], row["total"]) == (0, 14)
    assert [column.key for column in holdings.columns][:2] == ["hand", "progress"]
    assert len(dice.columns) == 11
    assert len(production.rows) == 2
    assert [(one.seat, one.place, one.total) for one in standings(state)] == [(0, 1, 14), (1, 2, 0)]


@pytest.mark.rule("CK-22.2", "CK-22.3", "CK-21.3")
def test_w24_points_from_another_turn_win_at_the_start_of_the_own():
    def before() -> Any:
        state = island(3, settlements={2: [13]})
        state.agenda.clear()
        state.active = 1
        points(state, 0, 12)
        state.merchant, state.merchant_owner = 4, 0
        assert state.points(0) == 13
        assert not state.over
        return state

    taken = before()
    taken.active = 2
    deal(taken, 2, "merchant")

    taken.push(Main(2))
    run_agenda(taken, ("card", "merchant"), 4)
    assert taken.points(0) == 12
    taken.agenda.clear()
    step(taken, BeginTurn(0))
    assert not taken.over
    kept = before()
    step(kept, BeginTurn(0))
    assert kept.over
    assert kept.agenda == []
    assert standings(kept)[0].seat == 0


@pytest.mark.rule("CK-22.2", "CK-7.2")
def test_active_player_wins_during_an_unfinished_effect():
    state = island(3)
    state.agenda.clear()
    points(state, 0, 12)
    level(state, 0, 0, 0, 1)
    level(state, 1, 0, 0, 1)
    fill_decks(state, "printer", "mining")
    step(state, Roll(0), (1, 1, "gate_science"))
    assert state.over
    assert state.cards_held(1) == 0
    assert state.agenda == []
    assert "wins with 13 points" in notes(state)[-1]


@pytest.mark.rule("CK-22.2", "CK-22.4")
def test_only_the_active_player_wins():
    state = island(2)
    points(state, 1, 15)
    give(state, 0, lumber=1, brick=1)
    state.lay_road(0, 20)
    run_agenda(state, ("road", 28))
    assert not state.over


@pytest.mark.rule("CK-22.3", "CK-22.4")
def test_winner_is_first_although_another_has_more_points():
    state = island(3)
    points(state, 0, 13)
    points(state, 1, 15)
    state.agenda.clear()
    step(state, BeginTurn(0))
    assert [(one.seat, one.place, one.total) for one in standings(state)] == [
        (0, 1, 13), (1, 2, 15), (2, 3, 0),
    ]  # fmt: skip


@pytest.mark.rule("CK-22.2", "CK-12.6")
def test_longest_road_wins_only_when_measured():
    state = island(2, settlements={0: [13]}, roads={0: edges(LAND, "13-18", "18-24", "24-30")})
    points(state, 0, 11)
    deal(state, 0, "road_building")
    run_agenda(state, ("card", "road_building"), *edges(state, "30-36"))
    assert waits(state) == "FreeRoad 0"
    run_agenda(state, *edges(state, "36-41"))
    assert state.over
    assert state.award == 0


@pytest.mark.rule("CK-22.2", "CK-14.1")
def test_metropolis_wins_when_placed():
    state = island(2, cities={0: [13, 40]})
    level(state, 0, 3, 0, 0)
    points(state, 0, 11)
    give(state, 0, cloth=4)
    run_agenda(state, ("improve", "trade"))
    assert waits(state) == "MetropolisCity 0"
    run_agenda(state, 13)
    assert state.over


@pytest.mark.rule("CK-22.5", "CK-4.1")
def test_turns_go_on_without_limit():
    state = island(2)
    state.agenda.clear()
    state.push(Turn(0))
    for _ in range(200):
        run_agenda(state, "roll", (1, 1, "gate_trade"), ("end",))
    assert not state.over
    assert state.turn == 202


@pytest.mark.rule("CK-22.1", "CK-6.18")
def test_each_item_scores_only_for_its_owner():
    def gained(change: Callable[[Island], None]) -> list[int]:
        state = island(2, settlements={0: [0]}, cities={0: [13]}, roads={0: edges(LAND, *LINE)})
        state.award = -1
        before = [state.points(seat) for seat in (0, 1)]
        assert before == [3, 0]
        change(state)
        return [state.points(seat) - before[seat] for seat in (0, 1)]

    def merchant(state: Island) -> None:
        state.merchant, state.merchant_owner = 0, 1

    def card(state: Island) -> None:
        state.open_cards[1] = (state.box.card_numbers["constitution"],)

    def both(state: Island) -> None:
        state.open_cards[0] = tuple(map(state.box.card_numbers.get, ("printer", "constitution")))  # type: ignore[arg-type]

    assert gained(lambda state: metropolis(state, 2, 0, 13)) == [2, 0]
    assert gained(lambda state: state.defenders.__setitem__(1, 3)) == [0, 3]
    assert gained(lambda state: setattr(state, "award", 0)) == [2, 0]
    assert gained(lambda state: state.replace(13, TIPPED)) == [-1, 0]
    assert gained(merchant) == [0, 1]
    assert gained(card) == [0, 1]
    assert gained(both) == [2, 0]


@pytest.mark.rule("CK-22.2")
@pytest.mark.parametrize("way", WINNERS)
@pytest.mark.parametrize("short", [1, 2])
def test_last_point_wins_at_once_and_one_less_does_not(way: str, short: int):
    there, picks = WINNERS[way]
    state = island(2, **there)
    points(state, 0, 13 - short)
    give(state, 0, lumber=1, brick=1, wool=1, grain=2, ore=3)
    deal(state, 0, "merchant", "medicine")
    run_agenda(state, *picks)
    assert state.over == (short == 1)
    assert (pending_step(state) is None) == state.over


@pytest.mark.rule("CK-22.2", "CK-12.6")
@pytest.mark.parametrize("way", ["road", "move", "recruit", "intrigue", "deserter"])
def test_longest_road_wins_at_the_end_of_any_effect(way: str):
    rival = edges(LAND, "18-13", "18-24", "24-30", "30-36", "36-41", "41-46")
    own = edges(LAND, *LINE)
    state = {
        "road": lambda: island(2, roads={0: own[:4]}),
        "move": lambda: island(
            2, roads={0: [*own, *edges(LAND, "24-30")], 1: rival}, knights={0: {30: 1}}, ready=[30]
        ),
        "recruit": lambda: island(2, roads={0: [*own, *edges(LAND, "19-24")], 1: rival}),
        "intrigue": lambda: island(2, roads={0: own}, knights={1: {23: 1}}),
        "deserter": lambda: island(2, roads={0: own}, knights={1: {23: 1}}),
    }[way]()
    if way in ("move", "recruit"):
        state.award = 1
    points(state, 0, 11)
    give(state, 0, lumber=1, brick=1, wool=1, ore=1)
    deal(state, 0, "intrigue", "deserter")
    picks: dict[str, list[Any]] = {
        "road": [("road", own[4])],
        "move": [("move", 30, 24)],
        "recruit": [("recruit", 24)],
        "intrigue": [("card", "intrigue")],
        "deserter": [("card", "deserter"), "pass"],
    }
    run_agenda(state, *picks[way])
    assert (state.award, state.over, state.points(0)) == (0, True, 13)


@pytest.mark.rule("CK-22.2", "CK-22.3", "CK-6.8")
def test_points_of_others_never_end_the_game():
    state = island(2, cities={0: [13]}, knights={1: {40: 3}}, active=[40])
    points(state, 1, 12)
    state.ship = 6
    fill_decks(state, "printer")
    level(state, 1, 0, 0, 1)
    step(state, Roll(0), (1, 1, "ship"))
    assert (state.points(1), state.over) == (13, False)
    step(state, Roll(0), (1, 1, "gate_science"))
    assert (state.points(1), state.over) == (14, False)
    run_agenda(state, ("end",))
    state.agenda.clear()
    step(state, BeginTurn(1))
    assert state.over
    assert standings(state)[0].seat == 1


@pytest.mark.rule("CK-22.2", "CK-6.12", "CK-6.9")
def test_point_card_drawn_for_the_defence_wins_before_the_next_draw():
    state = island(2, knights={0: {0: 1}, 1: {2: 1}}, active=[0, 2])
    points(state, 0, 12)
    fill_decks(state, "constitution", "spy")
    state.agenda.clear()
    step(state, TieDeck(0), "politics")
    assert state.over
    assert state.cards_held(1) == 0


@pytest.mark.rule("CK-22.4")
def test_other_players_are_ranked_by_points_with_ties():
    state = island(4)
    for seat, number in enumerate((7, 13, 9, 9)):
        points(state, seat, number)
    state.active, state.over = 1, True
    assert [(one.seat, one.place) for one in standings(state)] == [(1, 1), (2, 2), (3, 2), (0, 4)]


@pytest.mark.rule("CK-22.2", "CK-24.2")
def test_all_hands_are_revealed_at_the_end():
    state = island(2)
    points(state, 0, 13)
    give(state, 1, ore=1)
    deal(state, 1, "spy")
    assert is_hidden(state.view(0).hands[1])
    state.agenda.clear()
    step(state, BeginTurn(0))
    view = state.view(None)
    assert view.hands[1] == state.hands[1]
    assert view.progress[1] == state.progress[1]
    assert is_hidden(view.decks)


# ---------------------------------------------------------------------- options


@pytest.mark.rule("CK-23.1", "CK-23.5")
def test_points_and_limit_are_options():
    match = begin(2, win_target="9", discard_base="8")
    state: Any = match.state
    assert (state.win_target, state.discard_base, state.layout) == (9, 8, "random_spiral")
    assert state.discard_limit(0) == 8
    state.active = 0
    points(state, 0, 9)
    state.push(BeginTurn(0))
    run_agenda(state)
    assert state.over
    usual: Any = begin(2).state
    assert (usual.win_target, usual.discard_base) == (13, 7)
    with pytest.raises(BadSetup):
        begin(2, win_target="7")


@pytest.mark.rule("CK-23.2", "CK-23.3")
def test_two_players_use_standard_rules_or_duel():
    state: Any = begin(2, preset="duel").state
    assert (state.win_target, state.discard_base) == (15, 9)
    for seats, options in ((3, {}), (2, {"win_target": "12"})):
        with pytest.raises(BadSetup):
            GAME.check(seats, {"preset": "duel", **options})
    with pytest.raises(BadSetup):
        GAME.check(1, {})
    checked = GAME.check(2, {"preset": "duel"})
    assert GAME.check(2, checked) == checked


@pytest.mark.rule("CK-23.4")
def test_gold_does_not_exist():
    assert "gold" not in LAND.box.terrains


@pytest.mark.rule("CK-23.7")
def test_open_hands_are_visible_to_everyone():
    state = island(2, open_hands="yes")
    give(state, 1, ore=1)
    deal(state, 1, "spy")
    view = state.view(0)
    assert view.hands[1] == state.hands[1]
    assert view.progress[1] == state.progress[1]
    assert is_hidden(island(2).view(0).hands[1])


@pytest.mark.rule("CK-23.8")
def test_open_discussion_does_not_change_the_rules():
    state = island(2, answers_aloud="yes")
    assert state.answers_aloud
    give(state, 0, ore=1)
    give(state, 1, wool=1)
    run_agenda(state, ("offer", (("ore", 1),), (("wool", 1),)))
    assert waits(state) == "TradeResponse 1"
    assert is_hidden(state.view(0).hands[1])


@pytest.mark.rule("CK-23.8")
def test_open_discussion_can_be_agreed_at_an_offer():
    state = island(3)
    give(state, 0, ore=1)
    give(state, 1, wool=1)
    give(state, 2, wool=1)
    run_agenda(state, ("offer", (("ore", 1),), (("wool", 1),)))
    asked: Any = state.agenda[-1]
    assert asked.needs_hand
    assert asked.pick_for_open_answers not in asked.options(state), "not in any list"
    run_agenda(state, asked.pick_for_open_answers)
    for seat in (1, 2):
        spoken: Any = state.agenda[-1]
        assert spoken.seat == seat
        assert spoken.answered_openly
        assert not spoken.needs_hand
        refusal = spoken.refuse(state, ("aloud",))
        assert refusal.reason.plain() == "Players already answer offers openly."
        run_agenda(state, ("decline",))
    assert state.answers_aloud


@pytest.mark.rule("CK-23.9")
def test_cards_are_counted_only_if_the_option_is_on():
    assert island(2).known == []
    assert island(2, counted_cards="yes").known == [[0] * 8] * 2


@pytest.mark.rule("CK-24.1")
def test_public_information_is_in_every_view():
    state = w25()
    give(state, 1, ore=2)
    view = state.view(None)
    assert view.hand_sizes == [0, 2]
    assert view.bank == state.bank
    assert view.deck_sizes == state.deck_sizes
    assert view.lengths == state.lengths
    assert is_hidden(view.hands[0])
    assert is_hidden(view.decks)
    assert all(line.plain() for line in GAME.describe(view))


def test_every_setting_has_a_default_among_its_choices():
    for setting in GAME.settings():
        assert setting.default in setting.choices


@pytest.mark.rule("CK-23.1", "CK-23.5")
@pytest.mark.parametrize("target", [8, 13, 20])
def test_win_target_option_sets_the_points_to_win(target: int):
    for number in (target - 1, target):
        state = island(2, win_target=str(target))
        points(state, 0, number)
        state.agenda.clear()
        step(state, BeginTurn(0))
        assert state.over == (number == target)
    for wrong in ("7", "21", "x", ""):
        with pytest.raises(BadSetup):
            GAME.check(2, {"win_target": wrong})
    for wrong in ("6", "10"):
        with pytest.raises(BadSetup):
            GAME.check(2, {"discard_base": wrong})
    with pytest.raises(BadSetup):
        GAME.check(2, {"layout": "seafarers"})


@pytest.mark.rule("CK-23.2")
def test_duel_has_fifteen_points_and_limit_nine():
    state: Any = begin(2, preset="duel", layout="beginner").state
    state.agenda.clear()
    points(state, 0, 14)
    step(state, BeginTurn(0))
    assert not state.over
    assert state.discard_limit(0) == 9
    with pytest.raises(BadSetup):
        GAME.check(4, {"preset": "duel"})
    with pytest.raises(BadSetup):
        GAME.check(2, {"preset": "duel", "discard_base": "8"})


@pytest.mark.rule("CK-23.6", "CK-9.7", "CK-3.7", "CK-20.5")
def test_robber_starts_on_the_first_desert_of_a_custom_map():
    terrains = ["fields", "desert", *["forest"] * 8, "desert", *["hills"] * 8]
    numbers = [3, 0, *[4] * 8, 0, *[5] * 8]
    data = {"layouts": {"beginner": {"terrain_by_hex": terrains, "number_by_hex": numbers}}}
    state = island(2, settlements={0: [0]}, cities={1: [13]}, data=data)
    assert (state.robber, state.layout) == (1, "beginner")
    state.agenda.clear()
    step(state, Roll(0), (1, 3, "gate_trade"))
    assert hand(state, 1) == {"lumber": 2, "paper": 2}
    assert state.box.cards == LAND.box.cards
    assert state.box.costs == LAND.box.costs


@pytest.mark.rule("CK-23.7")
def test_open_hands_are_visible_to_spectators_and_change_no_question():
    state = island(3, open_hands="yes", cities={1: [13]})
    give(state, 0, ore=1)
    give(state, 1, cloth=9)
    deal(state, 1, "spy")
    for reader in (None, 0, 1, 2):
        view = state.view(reader)
        assert (view.hands, view.progress) == (state.hands, state.progress)
        assert is_hidden(view.decks)
    points(state, 1, 5)
    deal(state, 0, "wedding")
    run_agenda(state, ("card", "wedding"))
    assert waits(state) == "WeddingGift 1"
