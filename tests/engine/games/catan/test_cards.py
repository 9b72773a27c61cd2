"""Development cards, hidden and played; Largest Army (CK-25.7 to CK-25.13, CK-25.15)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.core.hidden import HiddenValue, is_hidden
from engine.games.knights.catan.bots.candidates import guess
from engine.games.knights.catan.development_cards import DrawCard
from engine.games.knights.catan.game import GAME
from engine.games.knights.catan.turn import BeginTurn, EndOfTurn, Turn
from engine.games.knights.robber import Seven
from engine.games.knights.setup import ShuffleDecks
from engine.games.knights.state import lift_road
from engine.i18n.text import Text
from tests.engine.games.catan.positions import begin, island, show
from tests.engine.games.knights.positions import (
    bag,
    deal,
    edges,
    fill_decks,
    give,
    hand,
    held,
    notes,
    pending_step,
    possible,
    refused,
    rules_noted,
    run_agenda,
    shut,
    step,
    waits,
)

PRICE = {"wool": 1, "grain": 1, "ore": 1}


@pytest.mark.rule("CK-25.7")
def test_deck_has_twenty_five_cards():
    cards = {card.id: card.count for card in island(2).box.cards}
    assert cards == {
        "knight": 14,
        "road_building": 2,
        "year_of_plenty": 2,
        "monopoly": 2,
        "victory_point": 5,
    }
    state = GAME.setup(2, GAME.check(2, {}), {})
    shuffle = ShuffleDecks()
    piles = {shuffle.sample(state, Dice(bytes([n]))) for n in range(4)}
    assert len(piles) == 4
    assert all(Counter(*pile) == cards and shuffle.check(state, pile) is None for pile in piles)


@pytest.mark.rule("CK-25.7", "CK-25.6")
def test_affordable_number_of_cards_is_bought_and_only_buyer_sees_them():
    state = island(2)
    fill_decks(state, "monopoly", "knight")
    give(state, 0, wool=2, grain=2, ore=2)
    run_agenda(state, ("buy",), ("buy",))
    assert held(state, 0) == ["monopoly", "knight"]
    assert not possible(state, "buy")
    assert shut(state, "buy").startswith("CK-25.6")
    view = state.view(1)
    assert is_hidden(view.progress[0])
    assert is_hidden(view.decks)
    assert (view.cards_held(0), view.deck_sizes) == (2, [23])
    texts = [note.text.plain() for note in state.notes or [] if note.is_for(1)]
    assert not any("Monopoly" in line or "Knight" in line for line in texts)


@pytest.mark.rule("CK-25.7")
def test_no_card_can_be_bought_from_an_empty_deck():
    state = island(2)
    give(state, 0, **PRICE)
    state.decks[0], state.deck_sizes[0] = (), 0
    assert not possible(state, "buy")
    assert shut(state, "buy") == "CK-25.7: There are no development cards left."
    assert refused(state, ("buy",)) == "CK-25.7"


@pytest.mark.rule("CK-25.7")
def test_development_cards_are_not_hand_cards():
    state = island(2, settlements={0: [23], 1: [13]})
    deal(state, 0, *["knight"] * 9)
    give(state, 0, ore=7)
    step(state, Seven())
    assert waits(state) == "RobberHex 0"
    state.agenda.pop()
    assert {thing for thing, _ in asked_pool(state)} <= {kind.id for kind in state.box.kinds}


def asked_pool(state: Any) -> Any:
    """The cards that can be offered in a trade."""
    main = next(one for one in state.agenda if one.name == "Main")
    return main.bag(state, ("offer",)).pool


@pytest.mark.rule("CK-25.7")
def test_preview_does_not_reveal_the_deck():
    state = island(2)
    give(state, 0, **PRICE)
    with pytest.raises(HiddenValue):
        DrawCard(0).run(state.view(0))


@pytest.mark.rule("CK-25.8")
def test_one_card_per_turn_and_none_just_bought():
    state = island(2, settlements={1: [23]})
    deal(state, 0, "knight", "knight")
    fill_decks(state, "monopoly")
    give(state, 0, **PRICE)
    give(state, 1, ore=1)
    run_agenda(state, ("buy",))
    assert refused(state, ("card", "monopoly")) == "CK-25.8"
    assert possible(state, "card") == [("knight",)]
    run_agenda(state, ("card", "knight"), 10)
    assert waits(state) == "Main 0"
    assert possible(state, "card") == []
    assert shut(state, "card").startswith("CK-25.8: You can play only one development card")
    state.agenda[:0] = [Turn(0), EndOfTurn()]
    run_agenda(state, ("end",))
    assert waits(state) == "PreRoll 0"
    assert pending_step(state).options(state) == ["roll", "knight", "monopoly"]


@pytest.mark.rule("CK-25.8")
def test_older_card_of_the_same_kind_may_be_played():
    state = island(2)
    deal(state, 0, "knight")
    fill_decks(state, "knight")
    give(state, 0, **PRICE)
    run_agenda(state, ("buy",))
    assert possible(state, "card") == [("knight",)]


@pytest.mark.rule("CK-25.8")
@pytest.mark.parametrize("card", ["knight", "victory_point"])
def test_every_card_holder_is_asked_before_the_roll(card: str):
    state = island(2)
    state.agenda.clear()
    deal(state, 1, card)
    step(state, BeginTurn(1))
    assert waits(state) == "PreRoll 1"
    assert pending_step(state).always_asks
    if card == "victory_point":
        assert refused(state, card) == "CK-25.8"
        run_agenda(state, "roll")
    else:
        run_agenda(state, card, 10)
    assert waits(state) == "Roll"


@pytest.mark.rule("CK-25.8")
def test_card_played_before_the_roll_counts_for_the_turn():
    state = island(2)
    state.agenda.clear()
    state.push(Turn(0))
    deal(state, 0, "knight", "year_of_plenty")
    run_agenda(state, "year_of_plenty", bag(ore=2), (1, 1))
    assert waits(state) == "Main 0"
    assert hand(state, 0) == {"ore": 2}
    assert possible(state, "card") == []


@pytest.mark.rule("CK-25.8", "CK-22.2")
def test_bought_victory_point_wins_at_once():
    """X1: nine points, and the card is the tenth."""
    state = island(2, cities={0: [12, 14, 16, 31]}, settlements={0: [10]})
    fill_decks(state, "victory_point")
    give(state, 0, **PRICE)
    run_agenda(state, ("buy",))
    assert state.over
    assert state.points(0) == 10
    assert rules_noted(state)[-1] == "CK-22.2"


@pytest.mark.rule("CK-25.8", "CK-25.15")
def test_victory_points_are_visible_to_their_owner_only():
    state = island(3, settlements={0: [23], 1: [13]})
    deal(state, 0, "victory_point", "knight")
    assert [state.view(seat).points(0) for seat in (0, 1, None)] == [2, 1, 1]
    cells = [row.cells[4] for row in GAME.sheets(state.view(1))[0].rows]
    assert [str(cell.plain() if isinstance(cell, Text) else cell) for cell in cells] == list("?00")
    assert state.view(1).army_size(0) == 0


@pytest.mark.rule("CK-25.15", "CK-23.7")
def test_open_hands_include_development_cards():
    state = island(2, open_hands="yes")
    deal(state, 0, "victory_point")
    assert state.view(1).progress[0] == state.progress[0]
    assert state.view(1).points(0) == 1


@pytest.mark.rule("CK-25.15")
def test_all_cards_are_revealed_at_the_end():
    match = begin(2, seed="over", win_target="8")
    dice = Dice(b"over")
    while not match.over:
        pending = match.pending()[0]
        match.choose(pending.seat, pending.decision.sample(match.state, dice))
    view: Any = match.view(None)
    state: Any = match.state
    assert not any(map(is_hidden, view.progress))
    assert [view.points(seat) for seat in (0, 1)] == [state.points(seat) for seat in (0, 1)]


@pytest.mark.rule("CK-25.9", "CK-9.8")
def test_knight_moves_the_robber_without_discards():
    state = island(3, settlements={1: [23]})
    deal(state, 0, "knight")
    give(state, 1, ore=9)
    run_agenda(state, ("card", "knight"))
    assert waits(state) == "RobberHex 0"
    run_agenda(state, 4, "ore")
    assert hand(state, 0) == {"ore": 1}
    assert hand(state, 1) == {"ore": 8}
    assert state.army_size(0) == 1
    assert state.view(2).open_cards[0] == (state.box.card_numbers["knight"],)


@pytest.mark.rule("CK-25.10")
def test_road_building_allows_declining_the_second_road():
    state = island(2, settlements={0: [23]})
    deal(state, 0, "road_building", "road_building")
    first, second = edges(state, "18-23", "13-18")
    run_agenda(state, ("card", "road_building"), first)
    assert waits(state) == "FreeRoad 0"
    run_agenda(state, second)
    assert waits(state) == "Main 0"
    assert state.networks[0] == 1 << first | 1 << second
    state.card_played = False
    run_agenda(state, ("card", "road_building"), edges(state, "9-13")[0], "pass")
    assert state.networks[0].bit_count() == 3
    assert "CK-25.10" in rules_noted(state)


@pytest.mark.rule("CK-25.10")
def test_road_building_needs_a_road_and_a_place():
    state = island(2)
    deal(state, 0, "road_building")
    assert refused(state, ("card", "road_building")) == "CK-25.10"
    state = island(2, settlements={0: [23]})
    deal(state, 0, "road_building")
    for edge in range(15):
        state.lay_road(0, edge)
    assert refused(state, ("card", "road_building")) == "CK-25.10"
    lift_road(state, 14)
    lift_road(state, 13)
    run_agenda(state, ("card", "road_building"), 14, 13)
    assert waits(state) == "Main 0"
    state = island(2, settlements={0: [23]})
    deal(state, 0, "road_building")
    for edge in range(15):
        state.lay_road(0, edge)
    lift_road(state, 14)
    run_agenda(state, ("card", "road_building"), 14)
    assert waits(state) == "Main 0"


@pytest.mark.rule("CK-25.11")
def test_year_of_plenty_gives_two_resources_usable_at_once():
    state = island(2, settlements={0: [23]})
    deal(state, 0, "year_of_plenty", "year_of_plenty")
    run_agenda(state, ("card", "year_of_plenty"), bag(lumber=1, brick=1))
    assert possible(state, "road")
    state.card_played = False
    run_agenda(state, ("card", "year_of_plenty"), bag(ore=2))
    assert hand(state, 0) == {"lumber": 1, "brick": 1, "ore": 2}


@pytest.mark.rule("CK-25.11")
def test_year_of_plenty_takes_the_remaining_cards():
    state = island(2)
    deal(state, 0, "year_of_plenty")
    give(state, 1, lumber=19, brick=19, wool=19, grain=18, ore=19)
    run_agenda(state, ("card", "year_of_plenty"))
    assert waits(state) == "PlentyTake 0"
    assert refused(state, bag(grain=2)) == "CK-25.11"
    run_agenda(state, bag(grain=1))
    assert hand(state, 0) == {"grain": 1}
    state.card_played = False
    deal(state, 0, "year_of_plenty")
    assert shut(state, "card") == "CK-25.11: The bank is empty."
    assert refused(state, ("card", "year_of_plenty")) == "CK-25.11"


@pytest.mark.rule("CK-25.12", "CK-24.4")
def test_monopoly_takes_all_cards_of_a_resource():
    state = island(3)
    deal(state, 0, "monopoly")
    give(state, 0, ore=1)
    give(state, 1, ore=3, wool=1)
    give(state, 2, ore=2)
    run_agenda(state, ("card", "monopoly"))
    assert pending_step(state).refuse(state, "cloth").reason.plain() == "Name a resource."
    run_agenda(state, "ore")
    assert hand(state, 0) == {"ore": 6}
    assert hand(state, 1) == {"wool": 1}
    assert not hand(state, 2)
    assert any("Boris" in line or "3 ore" in line for line in notes(state))


@pytest.mark.rule("CK-25.12")
@pytest.mark.parametrize("wool", [0, 1])
def test_monopoly_may_take_nothing(wool: int):
    state = island(2)
    deal(state, 0, "monopoly")
    give(state, 1, wool=wool)
    run_agenda(state, ("card", "monopoly"), "ore")
    assert not hand(state, 0)
    assert state.card_played
    assert notes(state)[-1] == "Nobody has any."


@pytest.mark.rule("CK-25.12")
def test_rules_1_monopoly_required_a_hand_card_of_another():
    state = island(2)
    state.rules = 1
    deal(state, 0, "monopoly")
    assert refused(state, ("card", "monopoly")) == "CK-25.12"
    assert shut(state, "card") == "CK-25.12: No opponent has any cards."
    give(state, 1, wool=1)
    run_agenda(state, ("card", "monopoly"), "ore")
    assert state.card_played


@pytest.mark.rule("CK-25.13")
def test_largest_army_stays_until_another_player_has_more():
    """X3: three knights each, Anna first; Boris's fourth takes it."""
    state = island(2)
    show(state, 0, "knight", "knight")
    show(state, 1, "knight", "knight")
    deal(state, 0, "knight")
    deal(state, 1, "knight", "knight")
    run_agenda(state, ("card", "knight"), 10)
    assert (state.army, state.points(0)) == (0, 2)
    for owner in (0, 1):
        state.agenda.clear()
        state.card_played = False
        step(state, BeginTurn(1), "knight", 11 + owner)
        assert state.army == owner
    assert (state.points(0), state.points(1)) == (0, 2)
    assert rules_noted(state).count("CK-25.13") == 2


@pytest.mark.rule("CK-25.13", "CK-22.2")
def test_knight_that_wins_largest_army_ends_the_game_before_the_robber():
    state = island(2, cities={0: [12, 14, 16, 31]})
    show(state, 0, "knight", "knight")
    deal(state, 0, "knight")
    run_agenda(state, ("card", "knight"))
    assert state.over
    assert state.points(0) == 10
    assert state.terrains[state.robber] == "desert"


@pytest.mark.rule("CK-24.2", "CK-24.3", "CK-25.15")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("settlements", [[], [10]], ids=["6 points", "7 points"])
def test_determinization_fills_in_only_hidden_cards(seat: int, settlements: list[int]):
    state = island(3, cities={2: [12, 14, 16]}, settlements={2: settlements})
    deal(state, 0, "knight", "victory_point")
    deal(state, 2, "monopoly", "knight", "road_building")
    show(state, 1, "knight")
    give(state, 2, ore=3)
    state.active = 2
    view, guessed = state.view(seat), set()
    for number in range(80):
        found = guess(view, Dice(bytes([number])))
        assert found.view(seat).digest() == view.digest()
        cards = [card for cards in (*found.progress, *found.open_cards) for card in cards]
        counts = Counter([*cards, *found.decks[0]])
        assert counts == {n: card.count for n, card in enumerate(state.box.cards)}
        assert found.points(2) < state.win_target
        guessed.add(found.hidden_points(2))
    assert {0, 1, 2} <= guessed <= set(range(state.win_target - state.points(2)))


@pytest.mark.rule("CK-25.8")
def test_missing_card_is_refused_as_missing_whatever_is_held():
    state = island(2)
    deal(state, 0, "victory_point")
    for card, reason in (
        ("year_of_plenty", "You do not have that card."),
        ("victory_point", "You never play a victory point card. It counts as soon as you have it."),
    ):
        refusal = pending_step(state).refuse(state, ("card", card))
        assert (refusal.rule, refusal.reason.plain()) == ("CK-25.8", reason)
