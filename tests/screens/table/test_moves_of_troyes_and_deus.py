"""Numbers of keys and clicks for common moves of Troyes and Deus, with default preferences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import pytest

from engine.core.event import PICK_EVENT, Value
from engine.core.step import Place
from engine.games.troyes.dice import NEUTRAL
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.paint import buttons
from screens.preferences import CARDS_OFF, Preferences
from screens.table.messages import Clicked, Hovered, Picked
from tests.screens.table.headless import HeadlessMatch
from tests.screens.tables import advance, sampled

SIZE: Final = (120, 40)

R1, R6, W1, W2, W4, W5, Y1, Y5, Y6 = 0, 5, 6, 7, 9, 10, 12, 16, 17
"""Faces of dice."""


def began(game: str) -> Match:
    seats = [(name, "person") for name in ("Anna", "Boris")]
    return Match.begin(game, seats, seed="7")


def troyes(step: str, *own: int) -> Match:
    """A match of Troyes in which these are the dice of who is asked, and they can pay for much."""
    match = advance(began("troyes"), sampled(b"moves"), 20, until=step)
    town: Any = match.state
    seat = match.pending()[0].seat
    town.dice = [(), (), (), (), ()]
    town.dice[seat] = tuple(sorted(own))
    town.deniers[seat], town.influence[seat] = 20, 9
    town.supply[seat] = town.reserve[seat] = 3
    return match


def troyes_with_neutral(neutral: int, *own: int) -> Match:
    """A match of Troyes in which this die is for sale in the neutral district."""
    match = troyes("TakeTurn", *own)
    town: Any = match.state
    town.dice[NEUTRAL] = (neutral,)
    return match


def black(*own: int) -> Match:
    """A black die that one of these dice is enough for."""
    match = troyes("FaceBlackDie", *own)
    town: Any = match.state
    town.black = (3,)
    return match


def deus(step: str, *cards: str) -> Match:
    """A match of Deus in which who is asked holds these cards, and goods for them."""
    match = advance(began("deus"), sampled(b"moves"), 0, until=step)
    world: Any = match.state
    seat = match.pending()[0].seat
    if cards:
        world.hands[seat] = tuple(world.box.card_index[card] for card in cards)
        world.resources[seat], world.gold[seat] = [1, 1, 1, 1], 5
    return match


def hand(price: int) -> Match:
    """A turn of Deus with a Brickyard that can be paid for in that many ways."""
    match = deus("Turn", "brewery_2", "brickyard", "workshop_2", "war_elephants")
    world: Any = match.state
    seat = match.pending()[0].seat
    world.gold[seat] = 5 if price > 1 else 0
    return match


def sitting(match: Match) -> HeadlessMatch:
    """The table of the players, past the pass screen."""
    store = MemoryStore()
    preferences = Preferences(cards=CARDS_OFF)
    table = HeadlessMatch(Session(store, store.new(match), match), preferences, size=SIZE)
    if table.state.pass_to is not None:
        table.press("space")
    return table


def picked(table: HeadlessMatch, before: int) -> Value | None:
    """The picks made since; None if there are none."""
    picks = [event.value for event in table.match.log[before:] if event.kind == PICK_EVENT]
    return picks[0] if picks else None


COMMAND: Final = "command"
"""Clicked: a row of the panel, by its key."""

TAKE: Final = (buttons.CONFIRM_MARKED,)


def click(table: HeadlessMatch, place: Place) -> None:
    """A click on a place on which the mouse has rested for a moment."""
    partial_pick = table.state.partial_pick
    assert partial_pick is not None
    if place[0] == COMMAND:
        keys = [one.key for one in partial_pick.choices()]
        place = (buttons.CHOICE, keys.index(str(place[1])))
    table.now += 10
    legal = place in table.picture.legal
    table.send(Hovered(place))
    table.now += 1
    table.send(Picked(place, by_mouse=True) if legal else Clicked(place))


BY_KEYS: Final[dict[str, tuple[Callable[[], Match], str, Value]]] = {
    "a place in the set-up": (partial(began, "troyes"), "enter", "city_hall.2.1"),
    "another place in the set-up": (partial(began, "troyes"), "1 1", "palace.1"),
    "an event with two dice": (
        partial(troyes, "TakeTurn", Y6, Y6, R6),
        "2 2 1 6 6 w",
        ("fight", "marauding", "", ("0y6", "0y6b"), 4),
    ),
    "an event with the next group": (
        partial(troyes, "TakeTurn", Y6, Y6, R6),
        "2 2 1 n w",
        ("fight", "marauding", "", ("0y6", "0y6b"), 4),
    ),
    "a card with one die": (
        partial(troyes, "TakeTurn", Y5, Y6, R6),
        "1 1 6 w",
        ("activate", "archer", "", ("0r6",), "supply", 3),
    ),
    "two cubes in the cathedral": (
        partial(troyes, "TakeTurn", W4, W5, R6),
        "3 3 4 5 w",
        ("build", "", ("0w4", "0w5")),
    ),
    "an event with both own dice, although one more is for sale": (
        partial(troyes_with_neutral, Y6, Y6, Y6, R6),
        "2 2 1 6 6 w",
        ("fight", "marauding", "", ("0y6", "0y6b"), 4),
    ),
    "a citizen": (
        partial(troyes, "TakeTurn", W4, Y6),
        "4 4 4 w",
        ("place", "", ("0w4",), "supply"),
    ),
    "agriculture": (partial(troyes, "TakeTurn", W4, Y6), "5 5 6 w", ("farm", "", ("0y6",))),
    "three dice turned": (
        partial(troyes, "TakeTurn", R1, W1, Y1),
        "o o 1 right space right space w",
        ("flip", ("0r1", "0w1", "0y1")),
    ),
    "a die rolled again": (
        partial(troyes, "TakeTurn", R1, W2, Y1),
        "d d 2 enter",
        ("reroll", "0w2"),
    ),
    "a citizen recruited": (partial(troyes, "TakeTurn", R6), "c c", ("recruit",)),
    "passing": (partial(troyes, "TakeTurn", R6), "p p", ("pass",)),
    "a black die": (partial(black, R6, Y5), "w", ("defeat", ("0y5",))),
    "a card built": (
        partial(hand, 3),
        "2 2 1 enter",
        ("build", "brickyard", (("stone", 1), ("wheat", 1)), "0.3"),
    ),
    "a card built for the only price": (
        partial(hand, 1),
        "2 2 enter",
        ("build", "brickyard", (("stone", 1), ("wheat", 1)), "0.3"),
    ),
    "an offering of two cards": (
        partial(hand, 3),
        "o o 1 2 w",
        ("offer", ("brewery_2", "brickyard")),
    ),
    "two pieces of two types": (
        partial(deus, "ChoosePieces"),
        "1 2 enter",
        (("maritime", 1), ("production", 1)),
    ),
    "pieces of a workshop": (
        partial(deus, "TakePieces"),
        "2 enter",
        ("take", (("production", 1),)),
    ),
    "no pieces": (partial(deus, "TakePieces"), "0 0", ("skip",)),
    "as much sold as can be": (partial(deus, "Sell"), "enter", 1),
}
"""Where one is, the keys, and what they choose."""

BY_CLICKS: Final[dict[str, tuple[Callable[[], Match], Sequence[Place], Value]]] = {
    "an event with two dice": (
        partial(troyes, "TakeTurn", Y6, Y6, R6),
        [("event", 0), ("die", 0, 1), ("die", 0, 2), TAKE],
        ("fight", "marauding", "", ("0y6", "0y6b"), 4),
    ),
    "two cubes in the cathedral": (
        partial(troyes, "TakeTurn", W4, W5, R6),
        [(COMMAND, "3"), ("die", 0, 1), ("die", 0, 2), TAKE],
        ("build", "", ("0w4", "0w5")),
    ),
    "three dice turned": (
        partial(troyes, "TakeTurn", R1, W1, Y1),
        [(COMMAND, "o"), ("die", 0, 0), ("die", 0, 1), ("die", 0, 2), TAKE],
        ("flip", ("0r1", "0w1", "0y1")),
    ),
    "a die rolled again": (
        partial(troyes, "TakeTurn", R1, W2, Y1),
        [(COMMAND, "d"), ("die", 0, 1)],
        ("reroll", "0w2"),
    ),
    "a black die": (partial(black, R6, Y5), [TAKE], ("defeat", ("0y5",))),
    "a card built": (
        partial(hand, 3),
        [("card", 1), (COMMAND, "1"), ("region", "0.2")],
        ("build", "brickyard", (("stone", 1), ("wheat", 1)), "0.2"),
    ),
    "an offering of two cards": (
        partial(hand, 3),
        [(COMMAND, "o"), ("card", 0), ("card", 1), TAKE],
        ("offer", ("brewery_2", "brickyard")),
    ),
}
"""Where one is, what is clicked, and what that chooses."""


@pytest.mark.parametrize("move", BY_KEYS)
def test_common_moves_need_these_keys(move: str) -> None:
    begin, keys, wanted = BY_KEYS[move]
    with sitting(begin()) as table:
        before = len(table.match.log)
        table.press(*keys.split())
        assert picked(table, before) == wanted, table.state.message


@pytest.mark.parametrize("move", BY_CLICKS)
def test_common_moves_need_these_clicks(move: str) -> None:
    begin, places, wanted = BY_CLICKS[move]
    with sitting(begin()) as table:
        before = len(table.match.log)
        for place in places:
            click(table, place)
        assert picked(table, before) == wanted, table.state.message


def test_enter_right_after_a_row_key_belongs_to_that_row() -> None:
    """The key has led on already; an Enter that follows by habit takes nothing further."""
    table = sitting(hand(3))

    def chosen() -> int:
        assert table.state.partial_pick is not None
        return len(table.state.partial_pick.chosen)

    table.press("2")
    assert not chosen()
    table.press("2")
    begun = chosen()
    assert begun
    table.press("enter", after=0.1)
    assert chosen() == begun
    assert table.state.gate.has_refused
    table.press("enter", after=0.3)
    assert chosen() > begun, "a repeated Enter is intended"
