"""Determinization of the screens cannot be distinguished from the true state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from engine.core.chance import Dice
from engine.core.hidden import is_hidden
from engine.games.era.bots.determinization import guess
from engine.games.era.roll import LAST_ROLL
from engine.games.era.state import NO_FACE, Realm
from engine.match.match import Match
from engine.match.playout import play_on


def moments(seats: int, seed: str) -> Iterator[tuple[Match, int, Realm]]:
    """Views of a seat that must choose behind its screen, taken now and then from a random game."""
    players = [(f"Anna {seat}", "bot:random") for seat in range(seats)]
    match = Match.begin("era", players, seed=f"guess-{seed}")
    for picks in range(900):
        pending = match.pending()
        if not pending:
            return
        seat = pending[0].seat
        view = match.view(seat)
        assert isinstance(view, Realm)
        if not picks % 3 and any(map(is_hidden, [*view.drafts, *view.faces])):
            yield match, seat, view
        match.choose(seat, match.sample(seat, Dice(b"%d" % picks)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_determinization_equals_the_view_without_hidden_values(seats: int) -> None:
    looked = 0
    for match, seat, view in moments(seats, f"looks-{seats}"):
        state = guess(view, seat, [], Dice(b"%d" % looked))
        assert state.view(seat).digest() == view.digest()
        assert not any(map(is_hidden, [*state.drafts, *state.faces, *state.in_hand]))
        assert isinstance(match.state, Realm)
        assert match.state.in_hand == state.in_hand
        looked += 1
    assert looked > 10


def test_hidden_skulls_occur_only_in_the_last_roll() -> None:
    skulls: Counter[bool] = Counter()
    for _, seat, view in moments(4, "skulls"):
        state = guess(view, seat, [], Dice(b"skulls"))
        for other in state.opponents(seat):
            for die, shown in enumerate(state.shown[other]):
                if shown == NO_FACE and state.faces[other][die] != NO_FACE:
                    is_last = state.rolls[other] == LAST_ROLL
                    assert is_last or not state.shows_skull(other, die)
                    skulls[is_last] += state.shows_skull(other, die)
    assert skulls[True]
    assert not skulls[False]


def test_ready_players_have_placed_all_starting_pieces_and_others_none() -> None:
    """Every piece of a kit is there once."""
    ready: Counter[bool] = Counter()
    for _, seat, view in moments(3, "kits"):
        if not view.drafts:
            break
        state = guess(view, seat, [], Dice(b"kit"))
        kit = Counter(state.box.kit_to_place(3))
        for other in state.opponents(seat):
            placed = Counter(piece.kind.id for piece in state.drafts[other].pieces[1:])
            assert placed == (kit if state.ready[other] else Counter())
            ready[state.ready[other]] += 1
    assert ready[True]
    assert ready[False]


@pytest.mark.parametrize("seats", [2, 4])
def test_game_continues_from_a_determinization_to_its_end(seats: int) -> None:
    for number, (_, seat, view) in enumerate(moments(seats, "on")):
        if number % 9:
            continue
        state = guess(view, seat, [], Dice(b"%d" % number))
        play_on(state, seed="guess", dice=[Dice(b"%d" % one) for one in range(seats)])
        assert state.over
