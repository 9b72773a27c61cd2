"""Invariants of all games, tested on random ones."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.core.event import Event
from engine.core.step import Decision
from engine.games.middle_ages import scoring
from engine.games.middle_ages.components import components
from engine.games.middle_ages.game import GAME
from engine.games.middle_ages.state import GAP, NO_TOKEN, NOWHERE, Kingdom
from engine.games.middle_ages.tokens import PlaceScout
from engine.games.middle_ages.turn import MoveLord, Turn
from engine.match.match import Match
from tests.engine.games.middle_ages import slow_rules
from tests.engine.games.middle_ages.positions import walk
from tests.examples import batches

SEATS = [2, 3, 4, 5]
TILES = {2: 52, 3: 52, 4: 84, 5: 84}


def check_table(state: Kingdom) -> None:
    """Nothing is lost or duplicated, and everything is in a legal place."""
    check_tiles(state)
    check_coins_and_tokens(state)
    check_display(state)


def check_tiles(state: Kingdom) -> None:
    box = state.box
    in_fiefs = [tile for fief in state.fiefs for column in fief for tile in column]
    on_table = [
        *in_fiefs,
        *(tile for tiles in state.graveyards for tile in tiles),
        *(tile for line in state.display for tile in line if tile != GAP),
        *(tile for stack in state.stacks for tile in stack),
        *state.discard,
    ]
    assert len(on_table) == len(set(on_table)) == TILES[state.seats]
    for seat, fief in enumerate(state.fiefs):
        for number, column in enumerate(fief):
            assert all(box.tiles[tile].type == number for tile in column)
        faces = [box.tiles[tile] for column in fief for tile in column]
        assert state.farmers[seat] == sum(face.farmers for face in faces)
        assert state.chests[seat] == sum(face.chests for face in faces)
        for type_ in box.types:
            assert state.income(seat, type_.index) == slow_rules.income(state, seat, type_.id)


def check_coins_and_tokens(state: Kingdom) -> None:
    for seat, coins in enumerate(state.coins):
        assert coins >= 0
        assert coins == sum(state.ledgers[seat])
    assert state.coin_tokens_left + sum(map(sum, state.coin_tokens)) == 8
    assert all(token in (0, 1) for tokens in state.coin_tokens for token in tokens)
    placed = Counter(token for tokens in state.plot_tokens for token in tokens)
    for type_ in state.box.types:
        assert placed[type_.index] + state.plot_tokens_left[type_.index] == 1
    for tokens in state.plot_tokens:
        for column, token in enumerate(tokens):
            assert token == NO_TOKEN or token not in state.box.types[column].income_types


def check_display(state: Kingdom) -> None:
    lords = place_of(state.lord_row, state.lord_at)
    scouts = place_of(state.scout_row, state.scout_at)
    assert len(set(lords)) == len(lords)
    assert len(set(scouts)) == len(scouts)
    assert not set(lords) & set(scouts)
    for row, at in (*lords, *scouts):
        assert state.display[row][at] != GAP
    for seat in range(state.seats):
        if state.scout_row[seat] != NOWHERE:
            assert state.scout_row[seat] != state.lord_row[seat]


def place_of(rows: list[int], ats: list[int]) -> list[tuple[int, int]]:
    return [place for place in zip(rows, ats, strict=True) if place[0] != NOWHERE]


def check_options(state: Kingdom, decision: Decision[Kingdom, Any]) -> None:
    """The options agree with the slow rules, are not empty and have no duplicates."""
    options = list(decision.options(state))
    assert options
    assert len(set(options)) == len(options)
    assert set(options) == slow_rules.legal_picks(state, decision)


def check_refusals(state: Kingdom, decision: Decision[Kingdom, Any]) -> None:
    """Exactly the options are allowed, and every other pick has its reason and rule."""
    rules = {f"MID-{n}" for n in ("2.10", "4.2", "4.3", "5.7", "5.25", "6.2", "6.3", "6.4", "6.9")}
    rules |= {f"MID-{n}" for n in ("7.1", "7.2", "7.5", "7.7", "11.17")}
    options = set(decision.options(state))
    for pick in slow_rules.all_picks(state):
        assert decision.allows(state, pick) == (pick in options)
        if pick not in options:
            refusal = decision.refuse(state, pick)
            assert refusal.rule in rules
            assert "seat 0" not in refusal.reason.plain()
    for pick in options:
        parts = decision.parts_of(pick)
        for depth in range(1, decision.parts + 1):
            assert decision.label(state, parts[:depth]).plain()
        assert decision.target(state, parts) is not None or pick == "stay"


def check_turn(state: Kingdom) -> None:
    """MID-6.3 and MID-3.3: lords are on all remaining spaces of the row."""
    row = state.plan.row
    left = {(row, at) for at, tile in enumerate(state.display[row]) if tile != GAP}
    assert left <= set(place_of(state.lord_row, state.lord_at))


def check_game(seats: int, seed: str, *, refusals: bool) -> None:
    picks = 0
    for step, value, state in walk(seats, seed):
        if isinstance(step, Decision) and value is None:
            picks += 1
            check_options(state, step)
            if refusals and picks % 9 == 0:
                check_refusals(state, step)
        else:
            if isinstance(step, Turn):
                check_turn(state)
            if value is not None or not state.agenda:
                check_table(state)
    assert state.over
    assert 16 * seats <= picks <= 16 * seats * 3
    check_end(state)


def check_end(state: Kingdom) -> None:
    held = [sum(map(len, fief)) for fief in state.fiefs]
    lost = [len(tiles) for tiles in state.graveyards]
    assert [a + b for a, b in zip(held, lost, strict=True)] == [16] * state.seats
    standings = scoring.standings(state)
    assert [one.total for one in standings] == sorted(state.coins, reverse=True)
    assert standings[0].place == 1


@pytest.mark.rule("MID-8.2", "MID-10.8", "MID-7.8", "MID-3.6")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("batch", range(2))
def test_invariants_hold_in_random_games(seats, batch):
    for number in range(20):
        check_game(seats, f"{seats}-{batch}-{number}", refusals=number < 3)


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("batch", batches(3))
def test_invariants_hold_in_many_random_games(seats, batch):
    for number in range(200):
        check_game(seats, f"long-{seats}-{batch}-{number}", refusals=number % 40 == 0)


@pytest.mark.parametrize("seats", SEATS)
def test_match_logs_everything_that_happens(seats):
    names = [(f"P{n}", "person") for n in range(seats)]
    rules = set(_rules_of_the_book())
    for number in range(4):
        match = Match.begin("middle_ages", names, seed=f"told-{number}")
        dice = Dice(b"told-%d" % number)
        while not match.over:
            (pending,) = match.pending()
            match.choose(pending.seat, dice.pick(match.options(pending.seat)))
        entries = [note for _, notes in match.noted_events(0) for note in notes]
        assert {note.rule for note in entries} <= rules
        gained = sum(note.rule == "MID-4.10" for note in entries)
        taken = sum(note.rule == "MID-4.6" for note in entries)
        assert gained == taken == 16 * seats
        silent = Match.load(match.header, match.log, notes=False)
        assert silent.state.plain() == match.state.plain()
        assert silent.notes == []


@pytest.mark.parametrize("seats", SEATS)
def test_every_step_cites_existing_rules(seats):
    rules = set(_rules_of_the_book())
    seen = {type(step) for step, _, _ in walk(seats, "rules")}
    for step in seen:
        assert step.rules, step
        assert set(step.rules) <= rules
        assert len(step.rules) <= 6


@pytest.mark.parametrize("seats", SEATS)
def test_log_matches_the_rules(seats):
    match = Match.begin("middle_ages", [(f"P{n}", "person") for n in range(seats)], seed="readable")
    dice = Dice(b"readable")
    while not match.over:
        (pending,) = match.pending()
        match.choose(pending.seat, dice.pick(match.options(pending.seat)))
    kinds: dict[str, set[type]] = {}
    for event in match.log:
        assert isinstance(event, Event)
        kinds.setdefault(event.step, set()).add(type(event.value))
        if event.step in (MoveLord.name, "PlaceLord"):
            assert 1 <= event.value <= seats + 1
        if event.step == PlaceScout.name and event.value != "stay":
            row, at = event.value
            assert 1 <= row <= 4
            assert 1 <= at <= seats + 1
        if event.step in ("FillRow", "RefillRow"):
            assert all(name in components().tile_index for name in event.value)
    assert kinds["MoveLord"] == {int}
    assert kinds["RefillRow"] == {tuple}


@pytest.mark.parametrize("seats", SEATS)
def test_copy_is_equal_and_shares_nothing_mutable(seats):
    for number, (_, _, state) in enumerate(walk(seats, "copies")):
        if number % 7:
            continue
        copy = state.copy()
        assert copy.plain() == state.plain()
        before = state.digest()
        copy.fiefs[0][0] += (0,)
        copy.display[0][0] = 83
        copy.coins[0] += 1
        copy.ledgers[0][0] += 1
        copy.stacks[0].append(3)
        copy.coin_tokens[0][0] += 1
        copy.plot_tokens[0][0] += 1
        assert state.digest() == before
        assert copy.digest() != before


def _rules_of_the_book() -> list[str]:
    text = (GAME.folder / "rules.md").read_text(encoding="utf-8")
    return re.findall(r"^- \*\*(MID-\d+\.\d+)\*\*", text, re.MULTILINE)
