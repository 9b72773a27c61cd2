"""Invariants of all games: conservation, limits, distances, secrets, ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from engine.bots import make_bot
from engine.core.chance import Dice
from engine.core.event import CHANCE_EVENT
from engine.core.hidden import is_hidden
from engine.games.knights.action_phase import Main
from engine.games.knights.board import members
from engine.games.knights.longest_road import longest_trail
from engine.games.knights.state import CITY, EMPTY, SETTLEMENT, TIPPED, Island
from engine.games.knights.victory import MeasureRoads
from engine.geometry.bit_sets import mask_of
from engine.match.match import Match
from engine.search.simulation import Observation
from tests.engine.games.knights.positions import NAMES, begin
from tests.engine.games.knights.slow_trail import slow_trail
from tests.examples import batches

MAX_PICKS = 20_000


def quick(seats: int, seed: str, **options: str) -> Match:
    """A match without log entries, for speed."""
    names = [(name, "person") for name in NAMES[:seats]]
    return Match.begin("knights", names, seed=seed, notes=False, digests=False, options=options)


def walk(match: Match, number: int, every: int = 1) -> Iterator[Island]:
    """Play at random; yields the state every `every` picks, and at the end."""
    dice = Dice(b"walk %d" % number)
    bot, picks = make_bot("random"), 0
    while pending := match.pending():
        if picks % every == 0:
            yield match.state  # type: ignore[misc]
        one = dice.pick(pending)
        table = Observation.of(match, one.seat, dice=dice)
        match.choose(one.seat, bot.choose(table))
        picks += 1
        assert picks < MAX_PICKS, "the game does not end"
    yield match.state  # type: ignore[misc]


def assert_sound(state: Island) -> None:
    """Invariants whenever a decision is pending (CK-1.11, CK-7.11)."""
    assert_cards_are_conserved(state)
    assert_pieces_are_sound(state)
    assert_records_are_right(state)


def assert_cards_are_conserved(state: Island) -> None:
    box = state.box
    for kind, one in enumerate(box.kinds):
        held = [hand[kind] for hand in state.hands]
        assert min(held) >= 0
        assert 0 <= state.bank[kind] <= one.bank
        assert state.bank[kind] + sum(held) == one.bank
    for seat in range(state.seats):
        assert state.hand_sizes[seat] == sum(state.hands[seat])
        limit = box.limits.progress_hand_own_turn
        assert len(state.progress[seat]) == state.cards_held(seat) <= limit
    everywhere = [
        card for cards in (*state.decks, *state.progress, *state.open_cards) for card in cards
    ]
    if any(state.deck_sizes):
        assert sorted(everywhere) == [
            n for n, card in enumerate(box.cards) for _ in range(card.count)
        ]
    for deck, size in enumerate(state.deck_sizes):
        assert size == len(state.decks[deck])
        assert all(box.cards[card].deck == deck for card in state.decks[deck])
        for seat in range(state.seats):
            held_of_it = sum(box.cards[card].deck == deck for card in state.progress[seat])
            assert state.backs[seat][deck] == held_of_it


def assert_pieces_are_sound(state: Island) -> None:
    board = state.board
    for node, piece in enumerate(state.pieces):
        owner = state.owners[node]
        assert (piece == EMPTY) == (owner == -1)
        for seat in range(state.seats):
            own = seat == owner
            assert state.settlements[seat] >> node & 1 == (own and piece == SETTLEMENT)
            assert state.cities[seat] >> node & 1 == (own and piece == CITY)
            assert state.tipped[seat] >> node & 1 == (own and piece == TIPPED)
            assert state.knights[seat] >> node & 1 == (own and piece > TIPPED)
            assert state.standing[seat] >> node & 1 == own
        if 0 < piece <= TIPPED:
            near = members(board.near_masks[node])
            assert not any(0 < state.pieces[other] <= TIPPED for other in near)
        elif piece > TIPPED:
            assert any(state.roads[edge] == owner for edge, _ in board.ways[node])
    for seat in range(state.seats):
        for piece in range(7):
            assert state.left(seat, piece) >= 0
        assert state.networks[seat] == mask_of(e for e, o in enumerate(state.roads) if o == seat)
        assert state.ends[seat] == board.nodes_of(state.networks[seat])
        assert not (state.tipped[seat] and state.left(seat, 1) and state.left(seat, 2) > 4)
    all_cities = mask_of(n for n, piece in enumerate(state.pieces) if piece == CITY)
    assert state.walls & ~all_cities == 0
    knights = mask_of(n for n, piece in enumerate(state.pieces) if piece > TIPPED)
    assert state.active_knights & ~knights == state.ready & ~state.active_knights == 0


def assert_records_are_right(state: Island) -> None:
    buildings = mask_of(n for n, piece in enumerate(state.pieces) if 0 < piece <= TIPPED)
    free = ~buildings & state.board.all_nodes
    for node in members(buildings):
        free &= ~state.board.near_masks[node]
    assert state.sites == free
    for track, (node, owner) in enumerate(
        zip(state.metropolises, state.metropolis_owners, strict=True)
    ):
        assert (node == -1) == (owner == -1)
        if owner >= 0:
            assert state.cities[owner] >> node & 1
            assert state.levels[owner][track] >= 4
        else:
            assert all(levels[track] < 5 for levels in state.levels)
    placed = [node for node in state.metropolises if node >= 0]
    assert len(set(placed)) == len(placed)
    if state.award >= 0:
        assert state.lengths[state.award] == max(state.lengths) >= 5
    for seat in range(state.seats):
        assert state.income[seat] == slow_income(state, seat)
    if not any(isinstance(step, MeasureRoads) for step in state.agenda):
        for seat in range(state.seats):
            cuts = state.others(seat) & state.ends[seat]
            assert state.lengths[seat] == longest_trail(state.board, state.networks[seat], cuts)
    for hex in range(state.board.hex_count):
        assert state.yields_of(hex) == slow_yields(state, hex)
    assert 0 <= state.ship <= state.box.attack_step
    assert state.attacks == 0 or not state.robber_locked


def slow_yields(state: Island, hex: int) -> tuple[tuple[int, int, int], ...]:
    """Production of a hex by seat and kind, computed node by node."""
    terrain = state.box.terrains[state.terrains[hex]]
    buildings = [node for node in state.board.hex_nodes[hex] if 0 < state.pieces[node] <= TIPPED]
    return tuple(
        (state.owners[node], kind, number)
        for node in buildings
        for kind, number in (terrain.city if state.pieces[node] == CITY else terrain.settlement)
    )


def slow_income(state: Island, seat: int) -> int:
    """Production of a seat's buildings in 36 rolls, computed hex by hex."""
    total = 0
    for hex, number in enumerate(state.numbers):
        if hex == state.robber or not number:
            continue
        terrain = state.box.terrains[state.terrains[hex]]
        for node in state.board.hex_nodes[hex]:
            if state.owners[node] == seat and 0 < state.pieces[node] <= TIPPED:
                cards = terrain.city if state.pieces[node] == CITY else terrain.settlement
                total += (6 - abs(7 - number)) * sum(count for _, count in cards)
    return total


@pytest.mark.rule("CK-1.11", "CK-7.11", "CK-22.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("number", range(2))
def test_invariants_hold_at_every_decision(seats: int, number: int):
    match = quick(seats, f"sound {number}")
    for state in walk(match, number, every=3):
        assert_sound(state)
    assert match.over
    winner = match.state.active
    assert match.state.points(winner) >= match.state.win_target  # type: ignore[attr-defined]


@pytest.mark.long
@pytest.mark.rule("CK-1.11", "CK-7.11", "CK-22.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("batch", batches(2))
def test_invariants_hold_in_many_games(seats: int, batch: int):
    for number in range(batch * 50, batch * 50 + 50):
        match = quick(seats, f"many {number}")
        for state in walk(match, number, every=7):
            assert_sound(state)
        assert match.over


@pytest.mark.parametrize(
    "options",
    [
        {"layout": "random_balanced", "win_target": "8"},
        {"open_hands": "yes", "win_target": "9"},
        {"counted_cards": "yes", "discard_base": "9", "win_target": "9"},
    ],
)
def test_invariants_hold_with_options(options: dict[str, str]):
    match = quick(3, "options", **options)
    for state in walk(match, 3, every=5):
        assert_sound(state)
        for seat, known in enumerate(state.known):
            assert all(n <= have for n, have in zip(known, state.hands[seat], strict=True))
    assert match.over


@pytest.mark.rule("CK-4.7")
def test_random_picks_cover_all_possible_commands():
    for state in walk(quick(3, "lots"), 13, every=2):
        step = state.agenda[-1] if state.agenda else None
        if isinstance(step, Main):
            tried = step.affordable(state)
            for place, command in enumerate(step.commands(state)):
                if command.possible(state, step.seat):
                    assert tried >> place & 1, command.key


@pytest.mark.rule("CK-4.7", "CK-10.2", "CK-11.1", "CK-17.1")
def test_random_picks_of_a_command_are_uniform():
    drawn: Counter[tuple[Any, ...]] = Counter()
    due: Counter[tuple[Any, ...]] = Counter()
    dice = Dice(b"evenly")
    games = (walk(quick(3, "lots"), number) for number in range(4))
    for state in chain.from_iterable(games):
        step = state.agenda[-1] if state.agenda else None
        if not isinstance(step, Main):
            continue
        for command in step.commands(state):
            options = command.options(state, step.seat) if command.listed else ()
            for number in range(len(options)):
                due[(command.key, number, len(options))] += 20
            for _ in range(20 * len(options)):
                pick = command.random_pick(state, step.seat, dice)
                assert pick is not None
                drawn[(command.key, options.index(pick[1:]), len(options))] += 1
    often = {key for key, number in due.items() if number >= 200}
    assert {"bank", "card", "end"} <= {key[0] for key in often}
    assert all(0.7 < drawn[key] / due[key] < 1.3 for key in often)


@pytest.mark.rule("CK-12.1", "CK-12.2", "CK-12.6")
def test_road_lengths_equal_exhaustive_search():
    match = quick(4, "lengths")
    for state in walk(match, 5, every=40):
        for seat in range(state.seats):
            roads = members(state.networks[seat])
            cuts = members(state.others(seat) & state.ends[seat])
            slow = slow_trail(state.board, roads, cuts)
            assert longest_trail(state.board, mask_of(roads), mask_of(cuts)) == slow
            if state.agenda and state.agenda[-1].name == "Main":
                assert state.lengths[seat] == slow


@pytest.mark.rule("CK-24.1", "CK-24.2")
def test_views_hide_hands_and_progress_cards_throughout_a_game():
    match = quick(3, "views")
    for state in walk(match, 7, every=50):
        if state.over:
            break
        for reader in (None, 0, 1, 2):
            view: Any = state.view(reader)
            assert is_hidden(view.decks)
            for seat in range(3):
                looking = (seat, reader) in state.hands_shown
                assert is_hidden(view.hands[seat]) == (reader != seat and not looking)
                looking = (seat, reader) in state.progress_shown
                assert is_hidden(view.progress[seat]) == (reader != seat and not looking)
                assert is_hidden(view.discards[seat]) == (reader != seat)


@pytest.mark.rule("CK-24.8")
def test_replayed_game_has_the_same_end():
    match = begin(3, "replay")
    for _ in walk(match, 11):
        pass
    outcomes = {event.step for event in match.log if event.kind == CHANCE_EVENT}
    assert outcomes >= {"ShuffleDecks", "Roll", "Steal"}
    again = Match.load(match.header, match.log)
    assert again.state.digest() == match.state.digest()
    assert again.notes == match.notes
