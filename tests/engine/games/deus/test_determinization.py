"""Determinization gives a fair distribution."""

from collections import Counter

import pytest

from engine.core.chance import Dice
from engine.games.deus.bots.determinization import guess, remembered, retraced
from engine.games.deus.state import FACE_DOWN, NO_CARD, World
from engine.match.match import Match
from tests.laws.driving import new_match

PUBLIC = ("gold", "resources", "supply", "available", "stock", "where", "village_vp", "temples")

OPTIONS = [
    (2, {}),
    (3, {"options": {"wildcard": "yes"}}),
    (4, {"options": {"points": "open", "first": "2"}}),
    (2, {"options": {"pieces": "10", "wildcard": "yes"}}),
]


def past_of(match: Match, seat: int):
    return [match.redacted_event(event.number, seat) for event in match.line]


def positions(seats: int, **options):
    """A random game, every few picks, including its beginning."""
    match = new_match("deus", seats, seats, **options)
    dice = Dice(b"deus")
    yield match
    while True:
        pending = match.pending()[0]
        match.choose(pending.seat, match.sample(pending.seat, dice))
        if match.over:
            return
        if len(match.line) % 11 == 0 or len(match.line) < 12:
            yield match


def cards_of(world: World) -> Counter[int]:
    piles = [*world.hands, *world.wildcards, world.deck, world.discard]
    piles += [pile for one in world.columns for pile in one]
    cards = Counter(card for pile in piles for card in pile if card != FACE_DOWN)
    if world.discard_top != NO_CARD:
        cards[world.discard_top] += 1
    return cards


@pytest.mark.parametrize(("seats", "options"), OPTIONS)
def test_determinization_keeps_public_cards_and_every_card_once(seats: int, options):
    found = 0
    for match in positions(seats, **options):
        state, seat = match.state, match.pending()[0].seat
        assert isinstance(state, World)
        view = state.view(seat)
        determinized = guess(view, seat, past_of(match, seat), Dice(b"guess"))
        assert determinized.view(seat).digest() == view.digest()
        assert determinized.points == state.points
        assert cards_of(determinized) == Counter(determinized.box.deck)
        found += 1
    assert found > 10


@pytest.mark.parametrize(("seats", "options"), OPTIONS)
def test_past_is_replayed_without_hidden_cards(seats: int, options):
    for match in positions(seats, **options):
        state, seat = match.state, match.pending()[0].seat
        assert isinstance(state, World)
        if not state.turn:
            continue
        again = retraced(state.view(seat), past_of(match, seat))
        for name in PUBLIC:
            assert getattr(again, name) == getattr(state, name), name
        assert (len(again.deck), again.discarded) == (len(state.deck), state.discarded)
        assert list(map(len, again.hands)) == list(map(len, state.hands))


def test_seat_remembers_which_cards_it_offered():
    found = 0
    for match in positions(2):
        state = match.state
        assert isinstance(state, World)
        for seat in range(2):
            below = Counter(remembered.of(state.view(seat), past_of(match, seat)).discard)
            assert below <= Counter(state.discard)
            found += bool(below)
            if not state.discard:
                assert not below
    assert found > 5
