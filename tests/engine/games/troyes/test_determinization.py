"""Determinization gives a fair distribution."""

from collections import Counter

import pytest

from engine.core.chance import Dice
from engine.core.hidden import is_hidden
from engine.games.troyes.bots.determinization import guess
from engine.games.troyes.state import Town
from engine.match.match import Match
from tests.laws.driving import new_match


def past_of(match: Match, seat: int):
    return [match.redacted_event(event.number, seat) for event in match.line]


def positions(seats: int, **options: str):
    """A random game, every few picks."""
    match = new_match("troyes", seats, seats, **options)
    dice = Dice(b"troyes")
    while True:
        pending = match.pending()[0]
        match.choose(pending.seat, match.sample(pending.seat, dice))
        if match.over:
            return
        if len(match.line) % 7 == 0:
            yield match


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (3, {"options": {"bonus": "on"}}), (4, {"options": {"start": "2"}})],
)
def test_determinization_keeps_public_information_and_every_character_once(seats: int, options):
    found = 0
    for match in positions(seats, **options):
        state, seat = match.state, match.pending()[0].seat
        assert isinstance(state, Town)
        view = state.view(seat)
        determinized = guess(view, seat, past_of(match, seat), Dice(b"guess"))
        assert determinized.view(seat).digest() == view.digest()
        assert determinized.vp == state.vp
        hands = Counter(index for hand in determinized.characters for index in hand)
        assert max(hands.values()) == 1
        assert [len(hand) for hand in determinized.characters] == [
            len(hand) for hand in state.characters
        ]
        found += 1
    assert found > 5


def test_determinized_characters_are_uniformly_distributed():
    match = next(positions(2))
    seat = match.pending()[0].seat
    view, past = match.state.view(seat), past_of(match, seat)
    assert isinstance(view, Town)
    dealt = Counter(
        index
        for n in range(300)
        for index in guess(view, seat, past, Dice(b"%d" % n)).characters[1 - seat]
    )
    own = view.characters[seat]
    assert not is_hidden(own)
    assert set(dealt) == {one.index for one in view.box.characters} - set(own)
    assert all(100 < number < 200 for number in dealt.values())


def test_vp_of_others_equal_own_without_history():
    match = next(positions(3))
    view = match.state.view(0)
    assert isinstance(view, Town)
    assert guess(view, 0, (), Dice(b"")).vp == [view.vp[0]] * 3
