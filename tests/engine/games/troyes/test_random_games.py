"""Invariants of all games: pieces and money are conserved, limits and secrets are kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.core.hidden import Hidden
from engine.games.troyes.component_types import MARAUDING, SPACES_PER_BUILDING
from engine.games.troyes.dice import COLOUR, NEUTRAL
from engine.games.troyes.scoring import score
from engine.games.troyes.state import FREE, NO_CARD, Town
from engine.match.match import Match
from tests.engine.games.troyes.positions import begin, play_out, table, total_citizens

SEATS = [2, 3, 4]


def quick(seats: int, seed: str, bonus: str = "off") -> Match:
    """A match without log entries, for speed."""
    return begin(seats, seed, notes=False, digests=False, options={"bonus": bonus})


def walk(match: Match, number: int, every: int = 1) -> Iterator[Town]:
    """Play at random; yields the state every `every` picks, and at the end."""
    dice = Dice(b"walk %d" % number)
    picks = 0
    while match.pending():
        if picks % every == 0:
            yield table(match)
        seat = match.pending()[0].seat
        match.choose(seat, match.sample(seat, dice))
        picks += 1
    yield table(match)


def assert_sound(state: Town) -> None:
    """Invariants of any position."""
    box = state.box
    for seat in range(state.seats):
        assert total_citizens(state, seat) == box.citizens
        assert min(state.deniers[seat], state.vp[seat], state.supply[seat], state.purse[seat]) >= 0
        assert 0 <= state.influence[seat] <= box.influence_most
        assert bool(state.purse[seat]) <= state.passed[seat]
    if state.round:
        assert total_citizens(state, NEUTRAL) == box.gray_citizens
    held = sum(state.deniers) + sum(state.purse)
    assert held - state.bank == state.seats * box.start_deniers
    assert_buildings_are_sound(state)
    assert_cards_are_sound(state)
    assert_events_are_sound(state)
    assert all(len(column) <= box.levels for column in state.cathedral)
    assert list(state.black) == sorted(state.black, reverse=True)


def assert_buildings_are_sound(state: Town) -> None:
    owners = [FREE, NEUTRAL, *range(state.seats)]
    for cells, lying in zip(state.buildings, state.lying, strict=True):
        assert len(cells) == SPACES_PER_BUILDING
        assert all(owner in owners for owner in cells)
        assert len(set(lying)) == len(lying)
    for colour in range(3):
        faces = [face for faces in state.dice for face in faces if COLOUR[face] == colour]
        assert len(faces) <= SPACES_PER_BUILDING


def assert_cards_are_sound(state: Town) -> None:
    for position, index in enumerate(state.cards):
        if index == NO_CARD:
            assert not any(state.cubes[position])
            continue
        card = state.box.cards[index]
        men = state.tradesmen[position]
        assert card.position == position
        assert all(men.count(seat) <= 1 for seat in range(state.seats))
        assert FREE not in men[len(card.slots) :]
        assert min(state.cubes[position]) >= 0
        assert card.modifier is not None or not any(state.cubes[position])


def assert_events_are_sound(state: Town) -> None:
    box = state.box
    assert state.row[0] == MARAUDING
    assert len(set(state.row)) == len(state.row) == len(state.flags)
    assert all(state.free_flags(event) > 0 for event in state.events())
    gone = [index for taken in state.taken for index in taken] + list(state.discarded)
    assert sorted([*state.row[1:], *gone]) == sorted(state.revealed_events)
    assert state.red_left == state.rounds - state.round + (state.step in ("income", "dice")) or (
        not state.round
    )
    assert all(box.events[index].bonus <= state.bonus for index in state.revealed_events)


@pytest.mark.rule("TRO-22.1", "TRO-22.4", "TRO-10.6", "TRO-5.4", "TRO-5.8", "TRO-11.5", "TRO-15.5")
@pytest.mark.parametrize("bonus", ["off", "on"])
@pytest.mark.parametrize("seats", SEATS)
def test_pieces_are_conserved_and_limits_hold(seats, bonus):
    for number in range(40):
        for state in walk(quick(seats, f"sound {number}", bonus), number):
            assert_sound(state)


@pytest.mark.long
@pytest.mark.parametrize("bonus", ["off", "on"])
@pytest.mark.parametrize("seats", SEATS)
def test_invariants_hold_in_a_thousand_games(seats, bonus):
    for number in range(1000):
        for state in walk(quick(seats, f"long {number}", bonus), number):
            assert_sound(state)


@pytest.mark.rule("TRO-4.1", "TRO-4.2", "TRO-20.2", "TRO-20.3")
@pytest.mark.parametrize("seats", SEATS)
def test_every_game_has_its_rounds_and_a_winner(seats):
    for number in range(30):
        match = play_out(quick(seats, f"end {number}"), number)
        state = table(match)
        assert (state.over, state.round) == (True, state.rounds)
        view = match.view(None)
        places = match.game.standings(view)
        totals = {one.seat: one.total for one in places}
        assert totals == {seat: score(state, seat).visible for seat in range(seats)}
        assert places[0].total == max(totals.values())


def accounts(state: Town) -> list[tuple[int, int]]:
    """Influence, and cubes on events and in the cathedral, of each seat."""
    return [
        (
            state.influence[seat],
            sum(owners.count(seat) for owners in state.flags) + state.cathedral_cubes(seat),
        )
        for seat in range(state.seats)
    ]


def expected_gain(state: Town, seat: int, pick: Any) -> int | None:
    """The influence that a pick brings at once, computed from the rules alone; None if it depends
    on a card."""
    match pick:
        case ("reroll", _):
            return -1
        case ("recruit",):
            return -2
        case ("flip", _):
            return -4
        case ("build", "", names):
            return sum(1 if int(name[2]) <= 3 else 2 for name in names)
        case ("fight", _, _, _, number):
            return int(number)
        case ("defeat", names):
            return 1 + sum(str(name).startswith("k") for name in names)
        case ("activate", card, *_, number):
            gains = {"artisan": -1, "innkeeper": 1, "hunting": 3, "troubadour": -3}
            return int(gains[card] * number) if card in gains else None
        case ("farm", *_) | ("place", *_) | ("pass",) | ("yield",):
            return 0
    return None


@pytest.mark.rule("TRO-10.2", "TRO-10.3", "TRO-10.4", "TRO-14.3", "TRO-15.4", "TRO-8.6")
@pytest.mark.parametrize("seats", SEATS)
def test_influence_changes_by_the_rules_at_every_pick(seats):
    checked = 0
    for number in range(30):
        match = quick(seats, f"influence {number}")
        dice = Dice(b"influence %d" % number)
        while match.pending():
            seat = match.pending()[0].seat
            pick = match.sample(seat, dice)
            gain = expected_gain(table(match), seat, pick) if type(pick) is tuple else None
            before = table(match).copy()
            match.choose(seat, pick)
            if gain is None or table(match).round != before.round:
                continue
            checked += 1
            for other in range(seats):
                change = gain if other == seat else 0
                due = min(20, before.influence[other] + change)
                assert table(match).influence[other] == due, pick
    assert checked > 300


@pytest.mark.rule("TRO-2.4", "TRO-22.5")
@pytest.mark.parametrize("seats", SEATS)
def test_tokens_and_characters_of_others_are_in_no_view(seats):
    for number in range(3):
        for state in walk(quick(seats, f"views {number}"), number, every=5):
            for reader in [None, *range(seats)]:
                view = state.view(reader)
                for seat in range(seats):
                    hidden = seat != reader and not state.over
                    assert isinstance(view.vp[seat], Hidden) == hidden
                    assert isinstance(view.characters[seat], Hidden) == hidden
                assert view.deniers == state.deniers
