"""Chapters 22 to 24 of the rulebook, sentence by sentence: points and victory, options, what is
public and what is not. What other tests of these chapters hold already is not repeated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.state import Hidden, is_hidden
from engine.core.step import OWN, PUBLIC, TILL_OVER, TILL_REVEALED
from engine.errors import BadSetup
from engine.games.knights.barbarians import TieDeck
from engine.games.knights.cards_politics_hands import SpyTake, WeddingGift
from engine.games.knights.game import GAME
from engine.games.knights.main import Main
from engine.games.knights.progress import ProgressDiscardEnd, ProgressDiscardOffTurn
from engine.games.knights.robber import SaboteurDiscard, SevenDiscard, Steal
from engine.games.knights.scoring import standings
from engine.games.knights.setup import ShuffleDecks
from engine.games.knights.state import TIPPED, Island
from engine.games.knights.turn import BeginTurn, Roll
from engine.play.match import Match
from tests.engine.games.knights.positions import (
    asked,
    bag,
    begin,
    deal,
    edges,
    fill_decks,
    give,
    go_on,
    hand,
    island,
    level,
    metropolis,
    points,
    step,
    waits,
)
from tests.seen import view_of

LAND = island()
LINE = ("12-17", "17-23", "23-29", "29-34", "34-39")


# ---------------------------------------------------------------------- CK-22


@pytest.mark.rule("CK-22.1", "CK-6.18")
def test_each_thing_counts_its_points_for_its_owner_alone():
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


WINNERS: dict[str, tuple[dict[str, Any], list[Any]]] = {
    "settlement": ({"roads": {0: edges(LAND, "18-24")}}, [("settlement", 24)]),
    "city": ({"settlements": {0: [13]}}, [("city", 13)]),
    "merchant": ({"settlements": {0: [13]}}, [("card", "merchant"), 4]),
    "medicine": ({"settlements": {0: [13]}}, [("card", "medicine")]),
}


@pytest.mark.rule("CK-22.2")
@pytest.mark.parametrize("way", WINNERS)
@pytest.mark.parametrize("short", [1, 2])
def test_the_last_point_wins_at_once_and_one_point_short_does_not(way: str, short: int):
    there, picks = WINNERS[way]
    state = island(2, **there)
    points(state, 0, 13 - short)
    give(state, 0, lumber=1, brick=1, wool=1, grain=2, ore=3)
    deal(state, 0, "merchant", "medicine")
    go_on(state, *picks)
    assert state.over == (short == 1)
    assert (asked(state) is None) == state.over


@pytest.mark.rule("CK-22.2", "CK-12.6")
@pytest.mark.parametrize("way", ["road", "move", "recruit", "intrigue", "deserter"])
def test_longest_road_wins_at_the_end_of_whatever_brings_it(way: str):
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
    go_on(state, *picks[way])
    assert (state.award, state.over, state.points(0)) == (0, True, 13)


@pytest.mark.rule("CK-22.2", "CK-22.3", "CK-6.8")
def test_points_of_others_never_end_the_game_in_a_turn_that_is_not_theirs():
    state = island(2, cities={0: [13]}, knights={1: {40: 3}}, active=[40])
    points(state, 1, 12)
    state.ship = 6
    fill_decks(state, "printer")
    level(state, 1, 0, 0, 1)
    step(state, Roll(0), (1, 1, "ship"))
    assert (state.points(1), state.over) == (13, False)
    step(state, Roll(0), (1, 1, "gate_science"))
    assert (state.points(1), state.over) == (14, False)
    go_on(state, ("end",))
    state.agenda.clear()
    step(state, BeginTurn(1))
    assert state.over
    assert standings(state)[0].seat == 1


@pytest.mark.rule("CK-22.2", "CK-6.12", "CK-6.9")
def test_a_point_card_drawn_for_the_shared_defence_wins_before_the_next_defender_draws():
    state = island(2, knights={0: {0: 1}, 1: {2: 1}}, active=[0, 2])
    points(state, 0, 12)
    fill_decks(state, "constitution", "spy")
    state.agenda.clear()
    step(state, TieDeck(0), "politics")
    assert state.over
    assert state.cards_held(1) == 0


@pytest.mark.rule("CK-22.4")
def test_the_others_stand_by_points_and_equals_share_a_place():
    state = island(4)
    for seat, number in enumerate((7, 13, 9, 9)):
        points(state, seat, number)
    state.active, state.over = 1, True
    assert [(one.seat, one.place) for one in standings(state)] == [(1, 1), (2, 2), (3, 2), (0, 4)]


@pytest.mark.rule("CK-22.2", "CK-24.2")
def test_when_the_game_is_over_all_hands_lie_open():
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


# ---------------------------------------------------------------------- CK-23


@pytest.mark.rule("CK-23.1", "CK-23.5")
@pytest.mark.parametrize("target", [8, 13, 20])
def test_the_option_says_how_many_points_win(target: int):
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
def test_the_duel_is_played_to_fifteen_with_nine_cards():
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
def test_on_a_map_of_ones_own_with_two_deserts_the_robber_stands_on_the_first():
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
def test_open_hands_lie_open_for_watchers_too_and_change_no_question():
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
    go_on(state, ("card", "wedding"))
    assert waits(state) == "WeddingGift 1"


# ---------------------------------------------------------------------- CK-24

SECRECY: list[tuple[Any, str]] = [
    (ShuffleDecks(), TILL_OVER),
    (Roll(0), PUBLIC),
    (Steal(0, 1), OWN),
    (SevenDiscard(1), TILL_REVEALED),
    (SaboteurDiscard(1), TILL_REVEALED),
    (ProgressDiscardEnd(0), TILL_OVER),
    (ProgressDiscardOffTurn(1), TILL_OVER),
    (WeddingGift(1, 0), OWN),
    (SpyTake(0, 1), OWN),
    (Main(0), PUBLIC),
    (TieDeck(0), PUBLIC),
]


@pytest.mark.rule("CK-24.2", "CK-24.3", "CK-24.5", "CK-9.4", "CK-7.9")
@pytest.mark.parametrize(("step_", "secrecy"), SECRECY)
def test_till_when_a_choice_or_an_outcome_is_secret(step_: Any, secrecy: str):
    assert step_.secrecy == secrecy


def match_at(state: Island) -> Match:
    """A match that stands so."""
    match = begin(state.seats, layout="beginner")
    match.state = state
    match.listed.clear()
    state.story = None
    return match


def read(match: Match, reader: int | None) -> Any:
    """What somebody reads of the last event of the log."""
    return match.told(reader)[-1].value


@pytest.mark.rule("CK-24.5", "CK-24.6", "CK-19.7", "CK-24.1")
def test_of_a_spied_card_the_two_read_the_name_and_others_the_deck():
    state = island(3)
    deal(state, 0, "spy")
    deal(state, 1, "bishop", "crane")
    match = match_at(state)
    match.choose(0, ("card", "spy"))
    assert view_of(match, 0).progress[1] == state.progress[1]
    assert is_hidden(view_of(match, 2).progress[1])
    match.choose(0, "crane")
    assert read(match, 0) == read(match, 1) == "crane"
    for reader in (None, 2):
        track, card = read(match, reader)
        assert track == "science"
        assert is_hidden(card)
    assert is_hidden(view_of(match, 0).progress[1])


@pytest.mark.rule("CK-24.5", "CK-19.9")
def test_of_a_wedding_gift_giver_and_receiver_read_the_kinds_and_others_the_number():
    state = island(3)
    points(state, 1, 3)
    give(state, 1, ore=2, wool=2)
    deal(state, 0, "wedding")
    match = match_at(state)
    match.choose(0, ("card", "wedding"))
    match.choose(1, bag(ore=1, wool=1))
    assert read(match, 0) == read(match, 1) == bag(wool=1, ore=1)
    assert is_hidden(read(match, 2))
    assert is_hidden(read(match, None))
    told = [note.text.plain() for note in match.notes[-1] if note.is_for(2)]
    assert not any("ore" in line or "wool" in line for line in told)
    assert view_of(match, 2).hand_sizes == [2, 2, 0]


@pytest.mark.rule("CK-24.6", "CK-18.2", "CK-24.5")
def test_master_merchant_shows_the_hand_to_the_taker_alone_and_only_while_choosing():
    state = island(3)
    points(state, 1, 3)
    give(state, 1, ore=2, coin=2)
    deal(state, 0, "master_merchant")
    match = match_at(state)
    match.choose(0, ("card", "master_merchant"))
    assert view_of(match, 0).hands[1] == state.hands[1]
    for reader in (None, 2):
        assert is_hidden(view_of(match, reader).hands[1])
    match.choose(0, bag(ore=1, coin=1))
    assert is_hidden(view_of(match, 0).hands[1])
    assert read(match, 1) == bag(ore=1, coin=1)
    assert is_hidden(read(match, 2))


@pytest.mark.rule("CK-24.4")
def test_public_gains_and_losses_are_told_to_all_by_kind():
    state = island(3, settlements={1: [13]}, cities={0: [27, 4]}, counted_cards="yes")
    give(state, 0, ore=1, wool=4, paper=1)
    give(state, 1, grain=1, ore=3, wool=10)
    deal(state, 0, "resource_monopoly", "mining")
    level(state, 2, 0, 0, 3)
    go_on(
        state,
        ("bank", "wool", "lumber"),
        ("offer", bag(ore=1), bag(grain=1)),
        ("accept",),
        ("accept", 1),
        ("card", "resource_monopoly"),
        "ore",
        ("card", "mining"),
        ("improve", "science"),
    )
    step(state, Roll(0), (1, 1, "ship"), "brick")
    step(state, Roll(0), (3, 4, "ship"), (1, bag(wool=6)))
    assert state.known == state.hands
    for reader in (None, 0, 1, 2):
        assert state.view(reader).known == state.known


@pytest.mark.rule("CK-23.9", "CK-24.5")
def test_what_is_known_of_a_hand_is_never_more_than_it_holds():
    state = island(3, counted_cards="yes")
    give(state, 1, ore=2, wool=1)
    step(state, Steal(0, 1), "ore")
    assert state.known[1] == [0, 0, 0, 0, 1, 0, 0, 0]
    assert state.known[0] == [0] * 8
    state.pay(1, (0, 0, 1, 0, 0, 0, 0, 0))
    assert state.known[1] == [0, 0, 0, 0, 1, 0, 0, 0]
    assert state.hand_sizes == [1, 1, 0]


@pytest.mark.rule("CK-24.1", "CK-24.3")
def test_the_public_table_hides_hands_cards_and_decks_and_nothing_else():
    state = island(3, cities={0: [13]}, settlements={1: [40]}, knights={0: {18: 2}}, ready=[18])
    give(state, 1, ore=2)
    deal(state, 2, "spy")
    view: Any = state.view(None)
    hidden = {
        name
        for name in state.__slots__  # type: ignore[attr-defined]
        if isinstance(value := getattr(view, name, None), Hidden)
        or (isinstance(value, list) and any(isinstance(one, Hidden) for one in value))
    }
    assert hidden == {"hands", "progress", "discards", "decks"}
    assert (view.backs[2], view.deck_sizes) == ((0, 1, 0), [18, 17, 18])
    assert (view.contribution(0), view.cities_on_board()) == (2, 1)
    assert view.ready == 1 << 18
