"""Invariants of all games: conservation, limits, enclosure, secrets, order, ends."""

from __future__ import annotations

from statistics import median
from typing import Any

import pytest

from engine.contests.simulate import Results, simulate
from engine.core.chance import Dice
from engine.core.hidden import Hidden
from engine.games.era.component_types import MARKET, Building
from engine.games.era.state import NO_FACE, Realm
from engine.match.match import Match
from tests.engine.games.era.positions import begin, play_out, realm
from tests.engine.games.era.slow_domain import SlowDomain, spot
from tests.untyped import options_of, table_of

SEATS = [1, 2, 3, 4]


def quick(seats: int, seed: str) -> Match:
    """A match without log entries, for speed."""
    names = [(f"Player {seat}", "person") for seat in range(seats)]
    return Match.begin("era", names, seed=seed, notes=False, digests=False)


def walk(match: Match, number: int, every: int = 1) -> Any:
    """Play at random; yields the state every `every` picks, and at the end."""
    dice = Dice(b"walk %d" % number)
    picks = 0
    while pending := match.pending():
        if picks % every == 0:
            yield realm(match)
        one = dice.pick(pending)
        match.choose(one.seat, match.sample(one.seat, dice))
        picks += 1
    yield realm(match)


def assert_sound(state: Realm) -> None:
    assert_pieces_are_conserved(state)
    assert_dice_are_conserved(state)
    for seat in range(state.seats):
        for track in state.box.tracks.values():
            assert track.least <= state.tracks[seat][track.id]
            assert track.wraps or state.tracks[seat][track.id] <= track.most
        assert_domain_is_sound(state, seat)
        assert len(state.faces[seat]) == len(state.shown[seat]) == len(state.dice[seat])
    assert 0 <= state.tokens_turned <= state.tokens
    out = sum(not state.supply[kind] for kind in state.box.buildings)
    assert state.tokens_turned == min(state.tokens, out)


def assert_pieces_are_conserved(state: Realm) -> None:
    kit = state.box.kit_to_place(state.seats)
    for id, kind in state.box.kinds.items():
        placed = 0
        for seat in range(state.seats):
            in_domain = state.domain(seat).count(id)
            placed += max(in_domain, kit.get(id, 0)) if state.drafts else in_domain
        assert state.supply[id] >= 0
        assert state.supply[id] + state.boxed[id] + placed == kind.count


def assert_dice_are_conserved(state: Realm) -> None:
    philip = state.box.philip_dice if state.is_solo else ()
    for id, die in state.box.dice.items():
        owned = sum(dice.count(id) for dice in state.dice)
        assert state.supply[id] >= 0
        assert state.supply[id] + state.boxed[id] + owned + philip.count(id) == die.count


def assert_domain_is_sound(state: Realm, seat: int) -> None:
    domain = state.domain(seat)
    taken = barrier = scorched = 0
    for piece in domain.pieces:
        assert not taken & piece.mask
        taken |= piece.mask
        barrier |= piece.mask * piece.kind.is_barrier
        scorched |= piece.mask * (piece.kind is state.box.scorched_area)
        if isinstance(piece.kind, Building) and piece.kind.is_keep:
            assert domain.is_walled_in(piece)
    assert (domain.taken, domain.barrier, domain.scorched) == (taken, barrier, scorched)


@pytest.mark.rule("ERA-1.8", "ERA-1.9", "ERA-1.12", "ERA-9.7", "ERA-9.9", "ERA-11.3")
@pytest.mark.parametrize("seats", SEATS)
def test_pieces_are_conserved_and_tracks_stay_in_bounds(seats):
    for number in range(12):
        for state in walk(quick(seats, f"sound {number}"), number, every=5):
            assert_sound(state)


@pytest.mark.rule("ERA-2.10", "ERA-2.12", "ERA-8.7", "ERA-8.13", "ERA-12.4")
@pytest.mark.parametrize("seats", SEATS)
def test_domains_agree_with_the_slow_reference_in_random_games(seats):
    for number in range(3):
        for state in walk(quick(seats, f"slow {number}"), number, every=40):
            for seat in range(seats):
                assert_agrees(state, seat)


def assert_agrees(state: Realm, seat: int) -> None:
    domain, slow = state.domain(seat), SlowDomain()
    slow.pieces = [(piece.kind.id, frozenset(map(spot, piece.cells))) for piece in domain.pieces]
    names = domain.geometry.grid.names_of
    assert set(map(spot, names(domain.enclosed()))) == slow.enclosed()
    assert domain.walled_area() == slow.walled_area()
    assert {frozenset(map(spot, piece.cells)) for piece in domain.diseased()} == slow.diseased()
    assert {piece.pick for piece in domain.legal_scorched()} == slow.legal_scorched()
    markets = domain.with_effect(MARKET)
    assert sum(domain.market_bonus(market) for market in markets) == slow.market_bonus()


@pytest.mark.rule("ERA-11.4", "ERA-11.6", "ERA-15.4")
@pytest.mark.parametrize("seats", SEATS)
def test_every_game_ends_for_a_valid_reason(seats):
    for number in range(25):
        state = realm(play_out(quick(seats, f"end {number}"), number))
        hammers = [die for dice in state.dice for die in dice if die in state.box.building_dice]
        by_tokens = state.tokens and state.tokens_turned == state.tokens
        idle = state.idle >= state.box.idle_rounds
        assert state.round == 8 if seats == 1 else by_tokens or idle or not hammers


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
def test_invariants_hold_in_a_thousand_games(seats):
    for number in range(1000):
        for state in walk(quick(seats, f"long {number}"), number, every=25):
            assert_sound(state)


@pytest.mark.rule("ERA-3.9", "ERA-3.11", "ERA-5.2", "ERA-5.11", "ERA-16.7")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dice_behind_a_screen_are_in_no_view_of_others(seats):
    hidden_seen = 0
    for number in range(4):
        match = quick(seats, f"views {number}")
        for state in walk(match, number, every=3):
            for reader in [None, *range(seats)]:
                hidden_seen += check_view(state, state.view(reader), reader)
    assert hidden_seen > 50


def check_view(state: Realm, view: Realm, reader: int | None) -> int:
    """Check that a view shows what it should; returns how many values it hides."""
    hidden = 0
    for seat in range(state.seats):
        own = seat == reader
        if state.drafts and not state.domains_open:
            assert isinstance(view.drafts[seat], Hidden) != own
            hidden += not own
        for name in ("faces", "in_hand", "set_dice"):
            covered = isinstance(getattr(view, name)[seat], Hidden)
            assert covered == (not own and not state.dice_open)
            hidden += covered
        if not state.dice_open:
            for die, face in enumerate(view.shown[seat]):
                skull = face == state.faces[seat][die] and state.shows_skull(seat, die)
                assert face == NO_FACE or skull
        assert view.dice[seat] == state.dice[seat]
        assert (view.rolls[seat], view.stopped[seat]) == (state.rolls[seat], state.stopped[seat])
    return hidden


def middle(seats: list[int]) -> int:
    return sorted(seats)[len(seats) // 2]


@pytest.mark.rule("ERA-16.1", "ERA-16.7", "ERA-3.9")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_order_of_secret_actions_changes_nothing(seats):
    for number in range(5):
        ends = []
        for order in (min, max, middle):
            match = quick(seats, f"order {number}")
            dice = [Dice(b"order %d %d" % (number, seat)) for seat in range(seats)]
            while realm(match).round < 4 and not match.over:
                seat = order([pending.seat for pending in match.pending()])
                match.choose(seat, match.sample(seat, dice[seat]))
            ends.append(match.state)
        assert ends[0] == ends[1] == ends[2]


@pytest.mark.rule("ERA-16.6")
@pytest.mark.parametrize("seats", SEATS)
def test_single_options_are_not_asked(seats):
    match = begin(seats, seed="forced")
    for state in walk(match, 7):
        for pending in match.pending():
            options = options_of(match, pending.seat)
            assert len(options) > 1 or options == [("ready",)]
        assert state.seats == seats


@pytest.mark.rule("ERA-3.11", "ERA-5.11", "ERA-16.4")
@pytest.mark.parametrize("seats", [2, 4])
def test_preview_stops_before_the_simultaneous_reveal(seats):
    match = quick(seats, "foresight")
    cut_off = set()
    for state in walk(match, 3):
        for pending in match.pending() if not state.dice_open or state.drafts else []:
            pick = options_of(match, pending.seat)[0]
            seen = match.preview(pending.seat, pick)
            match.game.value(seen.view, pending.seat)
            if not seen.whole:
                cut_off.add(pending.decision.name)
                assert (table_of(seen).step, table_of(seen).dice_open) == (
                    state.step,
                    state.dice_open,
                )
    assert cut_off == {"PlaceKit", "ChooseDice"}


def test_greedy_beats_random():
    tally = Results(2)
    for result in simulate("era", ["greedy", "random"], seed="contest", games=8):
        tally.add(result)
    assert tally.wins[0] >= 7


@pytest.mark.long
def test_greedy_beats_random_in_ninety_of_a_hundred_games():
    tallies = [Results(2), Results(2)]
    for tally, bots in zip(tallies, (["greedy", "random"], ["random", "greedy"]), strict=True):
        for result in simulate("era", bots, seed="contest", games=50):
            tally.add(result)
    assert tallies[0].wins[0] + tallies[1].wins[1] >= 90


@pytest.mark.long
def test_greedy_solo_player_ranks_above_serf():
    results = list(simulate("era", ["greedy"], seed="solo", games=101))
    assert median(result.standings[0].total for result in results) >= 45


@pytest.mark.parametrize("seats", [1, 3])
def test_solo_rules_are_cited_only_in_the_solo_game(seats: int):
    match, cited = quick(seats, f"solo {seats}"), set[str]()
    for _ in walk(match, seats):
        for pending in match.pending():
            for reader in (None, *range(seats)):
                cited.update(pending.decision.part_rules(match.view(reader), ()))
    assert len(cited) > 15
    assert any(rule.startswith("ERA-15.") for rule in cited) == (seats == 1)
