"""Keys and numbers of choices that stay the same while other choices come and go."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from attrs import define, field

from engine.core.command import Menu
from engine.games import catalogue
from engine.match.decision_request import DecisionRequest, PartialMove
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.input_modes.choice_finder import ChoiceFinder
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.input_mode import KeysByParts
from screens.input_modes.partial_pick import PartialPick
from screens.table_view.painter_registry import painter_for
from tests.screens.games.knights.turns import in_turn
from tests.screens.table.headless import HeadlessMatch
from tests.screens.table.positions import PLAYERS, PREFERENCES
from tests.screens.tables import sampled, step
from tests.untyped import options_of

MOVES = 90
"""Number of moves of each match."""


def new_match(game: str, players: int) -> Match:
    seats = [(f"Player {number}", "person") for number in range(players)]
    return Match.begin(game, seats, seed="keys")


def picks_of(match: Match) -> Iterator[PartialPick[Any]]:
    """The pending decision, and the lists behind each command of a menu."""
    request = DecisionRequest.of(match, match.pending()[0].seat)
    first = painter_for(match.header.game).partial_pick(request)
    yield first
    if isinstance(request.decision, Menu):
        for key in request.part_options(()):
            if request.whole((key,)) is None:
                further = painter_for(match.header.game).partial_pick(request)
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
            decision, view = picking.decision, picking.request.view
            numbered = tuple(decision.numbered(view, picking.chosen))
            if not numbered or not isinstance(picking.input_mode, ChoiceList):
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
        request = DecisionRequest.of(match, match.pending()[0].seat)
        whole = painter_for(game).partial_pick(request)
        for one in whole.choices():
            if one.listed or one.place is None or len(one.chosen) != 2 or len(one.key) != 1:
                continue
            further = painter_for(game).partial_pick(request)
            further.keys_of_this_turn = whole.keys_of_this_turn
            further.go_to(one.chosen[:1])
            has_own = further.key_of(0, one.chosen[-1])
            if has_own or request.decision.numbered(request.view, further.chosen):
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
        move = PartialMove(picking.request)
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
                box = picking.request.view.box
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
    with HeadlessMatch(Session(store, store.new(match), match), PREFERENCES) as table:
        before = _keys_asked(table)
        table.press(*["down"] * down, "enter")
        after = _keys_asked(table)
    common = {*after} & {*before}
    assert common
    assert all(after[value] == before[value] for value in common)
    assert len(set(after.values())) == len(after)


def _keys_asked(table: HeadlessMatch) -> dict[Hashable, str]:
    """Return the keys of the choices for a free road, after the pass screen if there is one."""
    if table.state.pass_to is not None:
        table.press("space")
    partial_pick = table.state.partial_pick
    assert partial_pick is not None
    assert partial_pick.decision.name == "FreeRoad"
    return keys_of(partial_pick)


@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_within_a_turn_a_key_never_moves_to_another_choice(game: str) -> None:
    """Neither in a menu nor in the lists behind its commands, whatever is built in between."""
    match, lots, keys = new_match(game, PLAYERS[game]), sampled(b"turns"), KeysOfTurn()
    for _ in range(MOVES):
        if match.over:
            break
        keys.compare(match)
        step(match, lots)


@pytest.mark.parametrize("game", ["catan", "knights"])
@pytest.mark.parametrize("seed", range(3))
def test_keys_of_places_stay_in_a_turn_that_builds_more_places_than_there_are_keys(
    game: str, seed: int
) -> None:
    """Single keys become numbers. No number becomes that of another place."""
    match, lots, keys = new_match(game, 4), sampled(b"building"), KeysOfTurn()
    while not isinstance(match.pending()[0].decision, Menu) or match.state.turn < 1:
        step(match, lots)
    random, seat = Random(seed), match.pending()[0].seat
    widths = []
    for _ in range(40):
        if match.over:
            break
        state: Any = match.state
        state.hands[seat][:] = [9] * len(state.hands[seat])
        widths.append(keys.compare(match))
        pending = match.pending()[0]
        view = match.view(seat)
        menu: Any = pending.decision
        shortcuts = {place for _, place in menu.shortcuts(view)}
        built = [one for one in match.options(seat) if menu.target(view, one) in shortcuts]
        if not built:
            break
        match.choose(seat, random.choice(built))
    assert max(widths) == 2
    assert 1 not in widths[widths.index(2) :], "numbers stay until the turn ends"


@pytest.mark.parametrize("game", ["catan", "knights"])
def test_places_have_the_keys_of_the_last_turn_of_their_seat(game: str) -> None:
    """Players remember the key of a place that they want to build on later."""
    match, lots, random = new_match(game, 3), sampled(b"next turn"), Random(1)
    before: dict[int, PartialPick[Any]] = {}
    compared = moved = 0
    while not match.over and compared < 500:
        pending = match.pending()[0]
        if isinstance(pending.decision, Menu) and match.state.turn:
            state: Any = match.state
            state.hands[pending.seat][:] = [1] * len(state.hands[pending.seat])
            match.forget_options()
            request = DecisionRequest.of(match, pending.seat)
            picking = painter_for(game).partial_pick(request)
            alone = _keys_of_places(picking)
            if pending.seat in before:
                known = before[pending.seat].keys_of_this_turn[()]
                picking = painter_for(game).partial_pick(request)
                picking.keys_of_last_turn = before[pending.seat].keys_of_this_turn
                keys = _keys_of_places(picking)
                assert len({*keys.values()}) == len(keys)
                as_wide = {len(key) for key in keys.values()} == {
                    len(key) for key in known.values()
                }
                common = {*keys} & {*known} if as_wide else set()
                assert {one: keys[one] for one in common} == {one: known[one] for one in common}
                compared += len(common)
                moved += sum(alone[one] != known[one] for one in common)
            before[pending.seat] = picking
            roads = [
                one
                for one in options_of(match, pending.seat)
                if isinstance(one, tuple) and one[0] == "road"
            ]
            if roads:
                match.choose(pending.seat, random.choice(roads))
                match.choose(pending.seat, ("end",))
                continue
        step(match, lots)
    assert moved, "without them, keys would move"


def _keys_of_places(picking: PartialPick[Any]) -> dict[Hashable, str]:
    return {one.place: one.key for one in picking.choices() if not one.listed and one.key}


def test_keys_of_the_last_turn_are_remembered_while_others_play() -> None:
    with in_turn("catan", lumber=1, brick=1) as table:
        seat, picking = table.match.pending()[0].seat, table.state.partial_pick
        assert picking is not None
        assert picking.choices()
        table.press("e", "enter")
        while (asked := table.match.pending()[0]).seat != seat or asked.decision.name != "Main":
            table.press("space" if table.state.pass_to is not None else "enter")
        if table.state.pass_to is not None:
            table.press("space")
        again = table.state.partial_pick
        assert again is not None
        assert again.keys_of_last_turn == picking.keys_of_this_turn != {}


@define
class KeysOfTurn:
    """The keys that choices had in a turn, by decision."""

    turn: int = -1
    given: dict[Hashable, KeysByParts] = field(factory=dict)
    known: dict[Hashable, Hashable] = field(factory=dict)

    def compare(self, match: Match) -> int:
        """Compare the keys of all lists of the pending decision with those that they had earlier in
        the turn. Return the width of the keys of places on the table, 0
        if there are none."""
        pending, widths = match.pending()[0], [0]
        kind = pending.seat, pending.decision.name
        if match.state.turn != self.turn:
            self.turn, self.given, self.known = match.state.turn, {}, {}
        for picking in picks_of(match):
            picking.keys_of_this_turn = self.given.get(kind, {})
            letters = ChoiceFinder(picking).letters()
            for one in picking.choices():
                assert one.key == letters.get(one.value, one.key) or not one.listed, one
            fixed = picking.decision.numbered(picking.request.view, picking.chosen)
            for number, one in enumerate(() if fixed else picking.choices()):
                name = one.value if one.listed else one.place
                if one.key and not (one.listed and picking.key_of(number, one.value)):
                    known = self.known.setdefault((kind, picking.chosen, one.key), name)
                    assert name == known, (picking.chosen, one.key)
                widths += [] if one.listed else [len(one.key)]
            self.given[kind] = picking.keys_of_this_turn
        return max(widths)
