"""Maximum numbers of keys and clicks for the common moves of Cities & Knights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest
from attrs import frozen

from engine.games.knights.barbarians import TieDeck
from engine.games.knights.cards_trade import MonopolyKind
from engine.games.knights.robber import RobberHex, SevenDiscard
from engine.games.knights.state import Island
from engine.games.knights.turn import PreRoll
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.steppers import Steppers
from screens.paint import buttons
from screens.paint.canvas import Spot
from screens.preferences import CARDS_OFF, Preferences
from screens.table.messages import Clicked, Hovered, Picked
from screens.table.reducers.pick_input import HOVER_SECONDS
from tests.engine.games.knights.positions import deal, edges, give, island
from tests.screens.table.headless import HeadlessMatch

Make = Callable[[], Island]


def usual(**cards: int) -> Island:
    """Anna's turn, with a settlement, a city, three roads and a knight; Boris has a city."""
    state = island(
        2,
        settlements={0: [12]},
        cities={0: [23], 1: [40]},
        knights={0: {17: 1}},
        active=[17] if cards.pop("active", 0) else (),
        ready=[17] if cards.pop("ready", 0) else (),
    )
    for edge in edges(state, "12-17", "17-23", "23-29"):
        state.lay_road(0, edge)
    give(state, 0, **cards)
    give(state, 1, grain=2, ore=1)
    return state


def asking(step: Any, **cards: int) -> Island:
    """The usual position with `step` on top of the agenda."""
    state = usual(**cards)
    state.push(step)
    return state


def with_card(card: str) -> Island:
    state = usual()
    deal(state, 0, card)
    return state


def facing_cards(card: str) -> Island:
    """The usual position with a card in hand, while Boris holds one, too."""
    state = with_card(card)
    deal(state, 1, "smith")
    return state


def open_answers() -> Island:
    state = usual(brick=2)
    state.answers_aloud = True
    return state


def offered_before() -> Island:
    """A turn in which brick was offered for grain."""
    state = usual(brick=2)
    brick, grain = (tuple(int(kind == n) for kind in range(8)) for n in (1, 3))
    state.offers = ((brick, grain),)
    return state


@frozen
class Move:
    """A move in a position: its keys, or its clicks on these spots (after the mouse has rested on a
    place), a key by its name, a choice by its key.

    `before` is the number of keys it once took, `least` the number of facts to choose by the rules.
    """

    keys: str
    clicks: str
    before: int
    least: int
    make: Make
    picks: int = 1


MOVES: Final[Mapping[str, Move]] = {
    "roll the dice": Move("Enter", "1", 1, 1, lambda: asking(PreRoll(0))),
    "end the turn": Move("e", "e", 3, 1, usual),
    "a road": Move("1 Enter", "edge.12", 3, 2, lambda: usual(lumber=1, brick=1)),
    "a road at the place under the pointer": Move(
        "1 d", "edge.12", 3, 2, lambda: usual(lumber=1, brick=1)
    ),
    "a city": Move("c Enter", "node.12", 2, 2, lambda: usual(grain=2, ore=3)),
    "a city wall": Move("w Enter", "node.23", 2, 2, lambda: usual(brick=2)),
    "an improvement": Move("i Enter", "i 1", 2, 2, lambda: usual(cloth=1)),
    "a knight": Move("f Enter", "f 1", 3, 2, lambda: usual(wool=1, ore=1)),
    "waking a knight": Move("a Enter", "node.17", 2, 2, lambda: usual(grain=1)),
    "promoting a knight": Move("p p Enter", "p 2", 3, 2, lambda: usual(wool=1, ore=1, active=1)),
    "moving a knight": Move("m m Enter", "m 1", 3, 2, lambda: usual(active=1, ready=1)),
    "the bank": Move("b 1 5 Enter", "b 1 5", 5, 3, lambda: usual(lumber=4, brick=4)),
    "an offer": Move("o 2 4 Enter", "o give.2 want.4 Enter", 6, 3, lambda: usual(brick=2)),
    "a progress card": Move("y 1", "y 1", 3, 2, lambda: with_card("smith")),
    "discarding four cards": Move(
        "1 1 2 5 Enter",
        "count.1 count.1 count.2 count.5 Enter",
        5,
        4,
        lambda: asking(SevenDiscard(0), lumber=3, brick=2, ore=4),
    ),
    "the robber": Move("2 2", "hex.1", 2, 1, lambda: asking(RobberHex(0))),
    "an offer that is declined, with a curtain": Move(
        "o 2 4 Enter Space d d Space", "", 10, 4, lambda: usual(brick=2), 2
    ),
    "an offer that is declined openly": Move(
        "o 2 4 Enter d d", "o give.2 want.4 Enter d", 9, 4, open_answers, 2
    ),
    "an offer that is accepted with a curtain and carried out without another": Move(
        "o 2 4 Enter Space a Enter", "", 12, 5, lambda: usual(brick=2), 3
    ),
    "the last offer again": Move("o o Enter", "", 3, 1, offered_before),
    "the last offer with one card more": Move("o o + Enter", "", 4, 2, offered_before),
    "an offer that is accepted openly and carried out": Move(
        "o 2 4 Enter a a Enter", "o give.2 want.4 Enter a 1", 10, 5, open_answers, 3
    ),
}


def at(state: Island) -> HeadlessMatch:
    """Two people on a shared keyboard; Anna is present, without a turn summary."""
    seats = [("Anna", "person"), ("Boris", "person")]
    match = Match.begin("knights", seats, seed="5", options={"layout": "beginner"})
    match.state = state
    match.listed.clear()
    state.notes = None
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    table = HeadlessMatch(session, Preferences(cards=CARDS_OFF), size=(80, 24))
    if table.state.pass_to is not None:
        table.press("space")
    table.now += 10
    return table


def picked(table: HeadlessMatch) -> int:
    return len(table.session.match_view.picks())


def press(table: HeadlessMatch, key: str) -> None:
    table.press(key.lower() if len(key) > 1 else key)


def click(table: HeadlessMatch, spot: str) -> None:
    """Let the mouse rest on a place or a row, then click."""
    table.now += 10
    if spot == "Enter":
        table.send(Clicked((buttons.KEY, "Enter")))
        return
    place = place_of(table, spot)
    table.send(Hovered(place))
    table.now += HOVER_SECONDS
    table.send(Picked(place, by_mouse=True))


def place_of(table: HeadlessMatch, spot: str) -> Spot:
    partial_pick = table.state.partial_pick
    assert partial_pick is not None
    kind, _, number = spot.rpartition(".")
    input_mode: Any = partial_pick.input_mode
    if isinstance(input_mode, Steppers):
        view: Any = partial_pick.request.view
        row = int(kind == "want")
        id = view.box.kinds[int(number) - 1].id
        counters = enumerate(input_mode.counters())
        return (buttons.COUNT, next(n for n, one in counters if (one.row, one.kind) == (row, id)))
    if kind:
        return (kind, int(number))
    assert isinstance(input_mode, ChoiceList)
    found = input_mode.index_of_key(spot)
    assert found is not None, f"{spot} is no choice"
    return (buttons.CHOICE, found)


@pytest.mark.parametrize("name", MOVES)
def test_common_move_needs_exactly_these_keys(name: str) -> None:
    move = MOVES[name]
    table = at(move.make())
    before, keys = picked(table), move.keys.split()
    for number, key in enumerate(keys):
        done = picked(table) - before >= move.picks
        assert key == "Space" or not done, f"{len(keys) - number} superfluous keys"
        press(table, key)
    assert picked(table) - before >= move.picks
    assert len(keys) <= move.before


FOR_GOOD: Final[Mapping[str, Callable[[], Island]]] = {
    "2 2": lambda: asking(TieDeck(0)),
    "3 3": lambda: asking(MonopolyKind(0, commodity=False)),
    "y 1": lambda: facing_cards("spy"),
}
"""Keys of choices that reveal something, with positions that offer them."""


@pytest.mark.parametrize("keys", FOR_GOOD)
def test_irreversible_card_is_selected_before_it_is_played(keys: str) -> None:
    table = at(FOR_GOOD[keys]())
    before = picked(table)
    for key in keys.split():
        assert picked(table) == before, "confirmed before its preview could be read"
        press(table, key)
    assert picked(table) > before


@pytest.mark.parametrize("name", [name for name, move in MOVES.items() if move.clicks])
def test_common_move_needs_exactly_these_clicks(name: str) -> None:
    move = MOVES[name]
    table = at(move.make())
    before, clicks = picked(table), move.clicks.split()
    for spot in clicks:
        assert picked(table) - before < move.picks, "fewer clicks would do"
        click(table, spot)
    assert picked(table) - before >= move.picks
    assert len(clicks) <= len(move.keys.split())


def test_a_card_has_a_single_key() -> None:
    """The letter of playing a card, then a number in the list of cards."""
    table = at(facing_cards("spy"))
    assert ("card", "spy") in table.picture.legal
    assert ("card", "spy") not in table.picture.labels
    press(table, "y")
    assert table.picture.labels[("card", "spy")] == "1"


def test_offer_that_nobody_can_accept_is_confirmed_first() -> None:
    for digit, in_vain in (("2", True), ("5", False)):
        table = at(usual(wool=1))
        before = picked(table)
        table.press("o", "3", digit, "enter")
        assert table.state.confirming == in_vain
        if in_vain:
            assert picked(table) == before
            table.press("enter")
        assert picked(table) > before
