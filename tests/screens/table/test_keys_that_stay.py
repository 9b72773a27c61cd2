"""Keys and numbers of choices that stay the same while other choices come and go."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import pytest

from engine.core.command import Menu
from engine.games import catalogue
from engine.match.decision_request import DecisionRequest, PartialMove
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.partial_pick import PartialPick
from screens.table_view.painter_registry import painter_for
from tests.screens.table.headless import Headless
from tests.screens.table.positions import PLAYERS, PREFERENCES
from tests.screens.tables import sampled, step

MOVES = 90
"""Number of moves of each match."""


def new_match(game: str, players: int) -> Match:
    seats = [(f"Player {number}", "person") for number in range(players)]
    return Match.begin(game, seats, seed="keys")


def picks_of(match: Match) -> Iterator[PartialPick[Any]]:
    """The pending decision, and the lists behind each command of a menu."""
    asked = DecisionRequest.of(match, match.pending()[0].seat)
    first = painter_for(match.header.game).choosing(asked)
    yield first
    if isinstance(asked.decision, Menu):
        for key in asked.part_options(()):
            if asked.whole((key,)) is None:
                further = painter_for(match.header.game).choosing(asked)
                further.go_to((key,))
                yield further


def keys_of(picking: PartialPick[Any]) -> dict[Hashable, str]:
    return {choice.value: choice.key for choice in picking.choices() if choice.listed}


@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_a_numbered_choice_has_the_same_key_in_every_question_of_its_kind(game: str) -> None:
    match, lots = new_match(game, PLAYERS[game]), sampled(b"keys")
    known: dict[Hashable, str] = {}
    for _ in range(MOVES):
        if match.over:
            return
        for picking in picks_of(match):
            decision, view = picking.decision, picking.asked.view
            numbered = tuple(decision.numbered(view, picking.chosen))
            if not numbered or not isinstance(picking.chooser, ChoiceList):
                continue
            for value, key in keys_of(picking).items():
                kind = (decision.name, picking.chosen, numbered, value)
                assert known.setdefault(kind, key) == key, kind
        step(match, lots)


@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_a_place_has_the_same_key_in_a_menu_and_in_the_list_behind_a_command(game: str) -> None:
    """Else the key that was learned in the list would choose something else in the menu."""
    match, lots = new_match(game, PLAYERS[game]), sampled(b"keys")
    compared = 0
    for _ in range(MOVES):
        if match.over:
            break
        asked = DecisionRequest.of(match, match.pending()[0].seat)
        whole = painter_for(game).choosing(asked)
        for one in whole.choices():
            if one.listed or one.place is None or len(one.chosen) != 2 or len(one.key) != 1:
                continue
            further = painter_for(game).choosing(asked)
            further.keys_given = whole.keys_given
            further.go_to(one.chosen[:1])
            has_own = further.key_of(0, one.chosen[-1])
            if has_own or asked.decision.numbered(asked.view, further.chosen):
                continue
            keys = {choice.place: choice.key for choice in further.choices() if choice.place}
            compared += one.place in keys
            assert keys.get(one.place, one.key) == one.key, one
        step(match, lots)
    assert compared or game not in ("catan", "knights")


def test_starting_spaces_of_troyes_keep_their_keys_and_numbers_when_others_are_taken() -> None:
    match = new_match("troyes", 3)
    keys: dict[Hashable, str] = {}
    numbers: dict[Hashable, int] = {}
    while match.pending()[0].decision.name == "PlaceFirst":
        picking = next(picks_of(match))
        move = PartialMove(picking.asked)
        assert isinstance(move.following, Sequence)
        for value, key in keys_of(picking).items():
            assert keys.setdefault(value, key) == key
        for value, number in zip(move.following, move.numbers, strict=True):
            assert numbers.setdefault(value, number) == number
        match.choose(match.pending()[0].seat, move.following[0])
    assert len(set(keys.values())) == len(keys)


def test_cards_of_troyes_have_the_keys_of_their_positions() -> None:
    match, lots = new_match("troyes", 3), sampled(b"cards")
    seen = set()
    while not match.over:
        for picking in picks_of(match):
            if picking.chosen == ("activate",):
                box = picking.asked.view.box
                for id, key in keys_of(picking).items():
                    assert key == str(box.card(id).position + 1)
                    seen.add(key)
        step(match, lots)
    assert len(seen) > 3


@pytest.mark.parametrize("down", range(4))
def test_places_keep_their_keys_while_a_seat_chooses_again_in_the_same_turn(down: int) -> None:
    match, lots = new_match("catan", 3), sampled(b"roads")
    while match.pending()[0].decision.name != "FreeRoad":
        step(match, lots)
    store = MemoryStore()
    with Headless(Session(store, store.new(match), match), PREFERENCES) as table:
        before = _keys_asked(table)
        table.press(*["down"] * down, "enter")
        after = _keys_asked(table)
    common = {*after} & {*before}
    assert common
    assert all(after[value] == before[value] for value in common)
    assert len(set(after.values())) == len(after)


def _keys_asked(table: Headless) -> dict[Hashable, str]:
    """Return the keys of the choices for a free road, after the pass screen if there is one."""
    if table.state.pass_to is not None:
        table.press("space")
    choosing = table.state.choosing
    assert choosing is not None
    assert choosing.decision.name == "FreeRoad"
    return keys_of(choosing)
