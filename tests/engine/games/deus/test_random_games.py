"""Invariants of all games, tested on random ones."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.core.state import Note
from engine.core.step import Decision
from engine.games.deus import scoring
from engine.games.deus.armies import Marching, destinations
from engine.games.deus.column_preview import preview_column
from engine.games.deus.components import STANDARD, TEMPLE
from engine.games.deus.drawing import Draw
from engine.games.deus.game import GAME
from engine.games.deus.placement import buildable, payments, regions_for, why_not_build
from engine.games.deus.rounds import Turn
from engine.games.deus.state import FACE_DOWN, NO_CARD, World
from engine.i18n.text import Seat, Text
from tests.engine.games.deus import slow_rules
from tests.engine.games.deus.positions import match_of, walk
from tests.examples import batches
from tests.matrix import in_turn

SEATS = [2, 3, 4]

VARIANTS = [
    {},
    {"wildcard": "yes"},
    {"pieces": "10"},
    {"layout": "drawn"},
    {"points": "open", "pieces": "6", "wildcard": "yes"},
]


def check_table(state: World) -> None:
    """Nothing is lost or duplicated, and everything is in a legal place."""
    check_cards(state)
    check_pieces(state)
    check_resources(state)
    check_map(state)


def check_cards(state: World) -> None:
    on_table = Counter(state.deck) + Counter(state.discard)
    if state.discard_top != NO_CARD:
        on_table[state.discard_top] += 1
    for seat in range(state.seats):
        hand = state.hands[seat]
        assert len(hand) <= state.box.hand_most
        assert list(hand) == sorted(hand)
        on_table += Counter(hand)
        on_table += Counter(state.wildcards[seat])
        built = [card for cards in state.columns[seat] for card in cards]
        assert built.count(FACE_DOWN) == len(state.wildcards[seat])
        on_table += Counter(card for card in built if card != FACE_DOWN)
        for type_, cards in enumerate(state.columns[seat]):
            assert all(c == FACE_DOWN or state.box.card_type[c] == type_ for c in cards)
    assert on_table == Counter(state.box.deck)


def check_pieces(state: World) -> None:
    placed = 0
    for seat in range(state.seats):
        for type_ in STANDARD:
            on_map = state.where[seat][type_].bit_count()
            rest = state.available[seat][type_] + state.stock[seat][type_]
            if state.drafts_open:
                assert on_map + rest == state.box.types[type_].pieces
            assert min(state.available[seat][type_], state.stock[seat][type_]) >= 0
            assert on_map == state.height(seat, type_)
        temples = state.where[seat][TEMPLE].bit_count()
        assert temples <= state.height(seat, TEMPLE)
        placed += temples
    assert placed + state.temples == state.box.players[state.seats].temples


def check_resources(state: World) -> None:
    count = state.box.players[state.seats].resources
    for kind, left in enumerate(state.supply):
        held = [state.resources[seat][kind] for seat in range(state.seats)]
        assert min(held) >= 0
        assert left >= 0
        assert left + sum(held) == count
    assert min(state.gold) >= 0
    assert min(state.points) >= 0


def check_map(state: World) -> None:
    if state.board is None:
        return
    board = state.map
    for seat in range(state.seats):
        held = state.held(seat)
        assert not held & state.held_by_others(seat)
        assert not held & board.villages
        ships = state.where[seat][0]
        assert not ships & ~board.sea
        assert not state.where[seat][4] & board.sea & ~ships
        for type_ in (1, 2, 3, 5):
            assert not state.where[seat][type_] & ~board.land
    assert not slow_rules.surrounded(state)
    for region, vp in enumerate(state.village_vp):
        assert vp == 0 or board.villages >> region & 1


def check_turn(state: World, decision: Turn) -> None:
    """The cards that can be built, and their regions, agree with the slow rules."""
    seat = decision.seat
    found = set(buildable(state, seat))
    for card in set(state.hands[seat]):
        assert (card in found) == slow_rules.buildable(state, seat, card)
        refusal = why_not_build(state, seat, card)
        assert (refusal is None) == (card in found)
        if card in found:
            assert payments(state, seat, card)
            preview_column(state, seat, card)
    for type_ in range(6):
        free, paid = regions_for(state, seat, type_)
        names = set(state.map.ids_of(free)), set(state.map.ids_of(paid))
        assert names == slow_rules.places(state, seat, type_)


def check_march(state: World, decision: Marching) -> None:
    seat = decision.seat
    most = state.box.cards[decision.card].effect.steps
    for army in state.map.ids_of(state.armies(seat)):
        there = destinations(state, seat, state.map.find(army), most)
        assert set(state.map.ids_of(there)) == slow_rules.marches(state, seat, army, most)
    picks = {pick for pick in decision.options(state) if len(pick) == 2}
    moved = decision.moved_army_regions(state)
    unmoved = state.map.ids_of(state.armies(seat) & ~moved)
    assert picks == {
        (army, place) for army in unmoved for place in slow_rules.marches(state, seat, army, most)
    }


def check_counts(state: World) -> None:
    for seat in range(state.seats):
        counts = slow_rules.counts(state, seat)
        for least in range(1, 7):
            assert state.count_at_least(seat, least) == sum(n >= least for n in counts.values())


def check_options(state: World, decision: Decision[World, Any]) -> None:
    """The options are allowed, and each has words and a place."""
    options = list(decision.options(state))
    assert len(set(options)) == len(options)
    for pick in options[:: max(1, len(options) // 8)]:
        assert decision.allows(state, pick)
        parts = decision.parts_of(pick)
        for depth in range(1, len(parts) + 1):
            assert decision.label(state, parts[:depth]).plain()
            decision.target(state, parts[:depth])
    for pick in decision.suggest(state):
        assert decision.allows(state, pick), (decision, pick)


def logged_vp(notes: list[Note], seats: int) -> list[int]:
    """Gains and losses of VP by seat, according to the public log entries."""
    change = [0] * seats
    for note in notes:
        if note.to is not None or note.rule in ("DEU-21.1", "DEU-3.2", "DEU-10.2"):
            continue
        number = _vp_in(note.text)
        if number is None:
            continue
        if note.rule == "DEU-17.2":
            change[note.seat] += number
            other = note.text.args["other"]
            assert isinstance(other, Seat)
            change[other.number] -= number
        elif note.rule == "DEU-7.7":
            change[note.seat] -= number
        else:
            change[note.seat] += number
    return change


def _vp_in(text: Text) -> int | None:
    """The number of VP in a message."""
    if text.one == "{n} VP":
        return int(text.count)
    found = [_vp_in(arg) for arg in text.args.values() if isinstance(arg, Text)]
    return next((number for number in found if number is not None), None)


def check_game(seats: int, seed: str, options: dict[str, str]) -> None:
    picks, before = 0, None
    for step, value, state, notes in walk(seats, seed, options):
        if isinstance(step, Decision) and value is None:
            picks += 1
            if picks % 3 == 0 or not isinstance(step, Turn):
                check_options(state, step)
            if isinstance(step, Turn) and picks % 7 == 0:
                check_turn(state, step)
                check_counts(state)
            if isinstance(step, Marching) and picks % 3 == 0:
                check_march(state, step)
        else:
            if before is not None:
                change = [now - was for now, was in zip(state.points, before, strict=True)]
                assert change == logged_vp(notes, seats), (step, [n.text.plain() for n in notes])
            check_table(state)
        before = list(state.points)
    assert state.over
    assert picks > 10 * seats
    totals = [one.total for one in scoring.standings(state)]
    assert totals == sorted(totals, reverse=True)


@pytest.mark.rule("DEU-5.6", "DEU-5.7", "DEU-7.9", "DEU-7.11", "DEU-4.5", "DEU-6.1", "DEU-12.1")
@pytest.mark.parametrize(("variant", "seats"), in_turn(range(len(VARIANTS)), SEATS))
def test_invariants_hold_in_random_games(seats, variant):
    for number in range(2 if seats < 4 else 1):
        check_game(seats, f"{seats}-{variant}-{number}", VARIANTS[variant])


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("batch", batches(len(VARIANTS)))
def test_invariants_hold_in_many_random_games(seats, batch):
    for number in range(40):
        check_game(seats, f"long-{seats}-{batch}-{number}", VARIANTS[batch % len(VARIANTS)])


@pytest.mark.parametrize("seats", SEATS)
def test_match_notes_cite_existing_rules(seats):
    rules = set(_rules_of_the_book())
    noted_rules = set()
    for number in range(3):
        match = match_of(seats, f"told-{number}", options=VARIANTS[number])
        dice = Dice(b"told-%d" % number)
        while not match.over:
            seat = match.pending()[0].seat
            match.choose(seat, match.sample(seat, dice))
        noted_rules |= {note.rule for _, notes in match.noted_events(0) for note in notes}
    assert noted_rules <= rules
    assert {"DEU-5.4", "DEU-8.1", "DEU-11.2", "DEU-11.4", "DEU-21.1"} <= noted_rules


@pytest.mark.parametrize("seats", SEATS)
def test_every_step_cites_existing_rules(seats):
    rules = set(_rules_of_the_book())
    seen = {type(step) for options in VARIANTS for step, *_ in walk(seats, "rules", options)}
    assert Draw in seen
    for step in seen:
        assert step.rules, step
        assert set(step.rules) <= rules
        assert len(step.rules) <= 6


@pytest.mark.parametrize("seats", SEATS)
def test_copy_is_equal_and_shares_nothing_mutable(seats):
    for number, (_, _, state, _) in enumerate(walk(seats, "copies", {"wildcard": "yes"})):
        if number % 19:
            continue
        copy = state.copy()
        assert copy.plain() == state.plain()
        before = state.digest()
        copy.where[0][0] ^= 1
        copy.columns[0][0] += (3,)
        copy.available[0][0] += 1
        copy.stock[0][0] += 1
        copy.resources[0][0] += 1
        copy.gold[0] += 1
        copy.points[0] += 1
        copy.hands[0] = (*copy.hands[0], 3)
        copy.supply[0] += 1
        copy.deck.append(3)
        copy.discard.append(3)
        copy.wildcards_left[0] += 1
        if copy.village_vp:
            copy.village_vp[0] += 1
        assert state.digest() == before
        assert copy.digest() != before


def _rules_of_the_book() -> list[str]:
    text = (GAME.folder / "rules.md").read_text(encoding="utf-8")
    return re.findall(r"^- \*\*(DEU-\d+\.\d+)\*\*", text, re.MULTILINE)
