"""Previews of the choices that progress cards ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from engine.games.knights.cards_politics import DeserterPlace
from engine.games.knights.cards_science import InventorPair
from screens.games.knights.card_previews import describe_card, describe_number
from screens.games.knights.command_previews import outline
from screens.games.knights.position_changes import changes
from screens.games.knights.previews import FURTHER_PREVIEWS
from tests.engine.games.knights.positions import deal, edges, give, island, step
from tests.screens.games.knights.scenes import scene_of
from tests.screens.games.knights.test_previews import further, plain_text, trading

if TYPE_CHECKING:
    from engine.games.knights.state import Island


def test_unlucky_number_produces_nothing() -> None:
    state = island(2, cities={0: [12]})
    assert plain_text(describe_number(state, 0, 9)) == "A roll of 9 gives you: nothing."


def test_merchant_fleet_preview_counts_cards_to_trade() -> None:
    state = island(2)
    give(state, 0, wool=3)
    assert further("FleetKind", state, 0, "wool") == "You have 3 wool."
    assert further("FleetKind", state, 0, "ore") == "You have none."


def test_deserter_preview_shows_knight_strengths() -> None:
    state = island(3, knights={1: {23: 1, 34: 3}, 2: {1: 1}})
    previewed = further("DeserterTarget", state, 0, 1)
    assert previewed == "Boris chooses which of 2 knights to lose (strength 3, 1)."
    assert further("DeserterTarget", state, 0, 2) == ""


@pytest.mark.parametrize(
    ("active", "expected"),
    [(True, "The knight is active and can act this turn."), (False, "The knight is inactive.")],
)
def test_deserter_preview_says_whether_the_knight_may_act(active: bool, expected: str) -> None:
    before = island(2, roads={0: edges(island(), "12-17")})
    after = step(before.copy(), DeserterPlace(0, 1, active), 17)
    assert plain_text(FURTHER_PREVIEWS["DeserterPlace"](before, after, 0, 17)) == expected
    assert plain_text(FURTHER_PREVIEWS["DeserterPlace"](before, before, 0, "pass")) == ""


def test_own_open_road_is_not_lost() -> None:
    own, foreign = edges(island(), "12-17", "34-39")
    state = island(2, roads={0: [own], 1: [foreign]})
    expected = "You can then place the road elsewhere for free."
    assert further("DiplomatRoad", state, 0, own) == expected
    assert further("DiplomatRoad", state, 0, foreign) == ""


def test_inventor_preview_shows_gains_and_losses_of_opponents() -> None:
    before = island(3, settlements={0: [0], 1: [34]})
    ten, three = before.board.node_hexes[0][0], before.board.node_hexes[34][-1]
    assert (before.numbers[ten], before.numbers[three]) == (10, 3)
    after = step(before.copy(), InventorPair(0), (ten, three))
    previewed = plain_text(FURTHER_PREVIEWS["InventorPair"](before, after, 0, (ten, three)))
    now, was = after.income[1], before.income[1]
    assert now > was
    assert previewed == f"Boris: {now} cards in 36 rolls (before: {was})."
    assert "(before: 3)" in plain_text(changes(before, after, 0))


def test_free_wall_preview_shows_the_new_limit() -> None:
    before = island(2, cities={0: [12]})
    after = before.copy()
    after.walls |= 1 << 12
    assert plain_text(changes(before, after, 0)) == "Your limit: 9 cards."


def test_warlord_preview_says_that_knights_act_next_turn() -> None:
    state = island(2, knights={0: {12: 1}})
    previewed = plain_text(FURTHER_PREVIEWS["Main"](state, state, 0, ("card", "warlord")))
    assert previewed == "Knights activated now can act from your next turn on."


def test_purchase_preview_says_when_the_card_can_be_played() -> None:
    state = island(2)
    previewed = plain_text(FURTHER_PREVIEWS["Main"](state, state, 0, ("buy",)))
    assert previewed.startswith("You can play it from your next turn on.")


def test_half_of_three_cards_is_one() -> None:
    state = island(2, cities={1: [12]})
    give(state, 1, ore=3)
    assert "Now: Boris (1 of 3 cards)." in plain_text(describe_card(state, 0, "saboteur"))


def test_improvement_preview_mentions_crane() -> None:
    match = trading()
    seat, state = match.pending()[0].seat, cast("Island", match.state)
    give(state, seat, paper=1)
    deal(state, seat, "crane")
    scene = scene_of(match)
    assert scene.partial_pick is not None
    scene.partial_pick.chosen = ("improve",)
    by_track = {choice.value: choice for choice in scene.partial_pick.choices()}
    previewed = plain_text(outline(scene, by_track["science"]))
    assert previewed == "You draw a card when the red die shows 1-2."
    previewed = plain_text(outline(scene, by_track["trade"]))
    assert (
        previewed
        == "Possible only with Crane, for free. You draw a card when the red die shows 1-2."
    )


@pytest.mark.parametrize("decision", ["SpyTake", "ProgressDiscardOffTurn", "ProgressDiscardEnd"])
def test_choosing_among_several_cards_describes_each(decision: str) -> None:
    previewed = further(decision, island(2), 0, "warlord")
    assert previewed == "Warlord: activate all your knights free."
