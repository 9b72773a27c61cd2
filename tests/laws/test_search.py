"""Search: from a seat's observation, to guesses that could be true, to reproducible estimates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from hypothesis import example, given

from engine.core.bot_support import SearchBudget
from engine.core.chance import Dice
from engine.core.game import Game
from engine.core.hidden import Hidden
from engine.core.state import State
from engine.games import catalogue, load
from engine.match.match import Match
from engine.match.playout import Runner, choose
from engine.match.preview import preview_of
from engine.search.review import chance_of
from engine.search.root_search import estimate
from engine.search.simulation import Observation, determinize, lookahead, playout
from engine.search.win_chances import POINTS_OF_CERTAIN_WIN, points_alone, win_chances
from screens.table_view.painter_registry import register_painter
from tests.laws.driving import Driver, begin, every_table, examples, seeds
from tests.laws.pieces import pieces_of
from tests.laws.test_secrecy import tables as secrets_of_tables
from tests.laws.twins import Twins

FEW = SearchBudget(playouts=12, moments=1, candidates=3)

PEEKED_AT = 6
"""Number of moments, and of games, in which searches at differing tables are compared."""


def situations(
    game: str, seats: int, number: int, picks: int
) -> Iterator[tuple[Match, Observation]]:
    """Yield the observations of seats in a match played by a number."""
    match, driver = begin(game, seats, number), Driver(number)
    for _ in range(picks):
        if match.over:
            return
        pending = driver.pending(match)
        yield match, Observation.of(match, pending.seat, Dice(b"situation %d" % number))
        match.choose(pending.seat, driver.pick(match, pending))


def test_every_game_with_secrets_can_determinize():
    lacking = {
        entry.id
        for entry in catalogue(drafts=True)
        if begin(entry.id, entry.players[0]).state.has_secret_fields
        and type(load(entry.id)).guess is Game.guess
    }
    assert not lacking


@every_table
@given(number=seeds)
@example(number=5518)  # in the toy game, a hidden choice of another seat is pending meanwhile
@examples(2)
def test_lookahead_equals_preview(game: str, seats: int, number: int):
    for match, here in situations(game, seats, number, 12):
        picks = [*here.options[:6], here.sample()]
        for pick in picks:
            ahead = preview_of(match, here.seat, pick, policy=match.game.follow)
            assert lookahead(here, pick).digest() == ahead.view.digest(), (here.decision, pick)


@every_table
@given(number=seeds)
@examples(3)
def test_random_pick_is_the_same_from_view_and_state(game: str, seats: int, number: int):
    for match, here in situations(game, seats, number, 25):
        key = b"lot %d" % number
        assert here.decision.sample(here.view, Dice(key)) == here.decision.sample(
            match.state, Dice(key)
        )


@every_table
@given(number=seeds)
@examples(3)
def test_candidates_are_legal_and_distinct(game: str, seats: int, number: int):
    for match, here in situations(game, seats, number, 8):
        picks = here.game.candidates(here.view, here.decision, here.dice, 20)
        assert picks
        assert len(set(picks)) == len(picks)
        for pick in picks:
            assert here.decision.allows(match.state, pick), (here.decision, pick)


@every_table
@given(number=seeds)
@examples(3)
def test_determinized_state_matches_view_and_has_the_same_pieces(
    game: str, seats: int, number: int
):
    for match, here in situations(game, seats, number, 20):
        before = here.view.digest()
        guess = determinize(here, Dice(b"guess %d" % number))
        assert here.view.digest() == before
        assert guess.view(here.seat).digest() == before
        assert not list(hidden_in(guess))
        assert pieces_of(game, guess) == pieces_of(game, match.state)


def hidden_in(state: State) -> Iterator[str]:
    """Yield the fields of a state that contain anything hidden."""
    kind: Any = type(state)
    for one in attrs.fields(kind):
        value = getattr(state, one.name)
        entries = [value, *value] if isinstance(value, list | tuple) else [value]
        if any(isinstance(entry, Hidden) for entry in entries):
            yield one.name


@every_table
@given(number=seeds)
@examples(2)
def test_playouts_reach_their_moment_or_the_end(game: str, seats: int, number: int):
    for _, here in situations(game, seats, number, 6):
        rules = here.game
        for ahead in (1, 2, 10**9):
            state = determinize(here, Dice(b"playout %d" % number))
            now = rules.moment(state)
            choose(state, here.seat, here.sample())
            playout(rules, state, "a", now + ahead)
            assert state.over or rules.moment(state) == now + ahead
            whole = 1 if seats > 1 else points_alone(rules, state) / POINTS_OF_CERTAIN_WIN
            assert sum(win_chances(rules, state)) == pytest.approx(whole)


@every_table
@given(number=seeds)
@examples(2)
def test_every_pick_in_a_playout_is_legal(game: str, seats: int, number: int):
    rules = load(game)

    def legal(state: Any, decision: Any, dice: Dice) -> Any:
        before = state.digest()
        pick = rules.quick(state, decision, dice)
        assert state.digest() == before, "a policy changes nothing"
        assert decision.allows(state, pick), (decision, pick)
        return pick

    for _, here in situations(game, seats, number, 3):
        state = determinize(here, Dice(b"legal %d" % number))
        playout(rules, state, "a", rules.moment(state) + 1, legal)


@every_table
@given(number=seeds)
@examples(2)
def test_runner_stops_at_a_decision(game: str, seats: int, number: int):
    for _, here in situations(game, seats, number, 6):
        state = determinize(here, Dice(b"advance %d" % number))
        choose(state, here.seat, here.sample())
        Runner(state, "a").run()
        assert bool(state.agenda) is not state.over
        before = state.digest()
        Runner(state, "b").run()
        assert state.digest() == before, "nothing left to do"


@every_table
@given(number=seeds)
@examples(1)
def test_estimate_is_the_same_for_the_same_dice(game: str, seats: int, number: int):
    for _, here in situations(game, seats, number, 2):
        before = here.view.digest()
        one = estimate(here, FEW, Dice(b"1"))
        assert estimate(here, FEW, Dice(b"1")) == one
        assert here.view.digest() == before
        assert len({each.pick for each in one}) == len(one) <= FEW.candidates
        assert all(0 <= each.chance <= 1 for each in one)


def known(here: Observation) -> tuple[Any, ...]:
    """Return everything that a bot gets but its dice."""
    return here.game, here.seat, here.view.digest(), here.decision, here.options, repr(here.past)


@secrets_of_tables
def test_searching_bot_cannot_peek(game: str, seats: int):
    register_painter("toy", "tests.toy.painter")
    compared = 0
    for number in range(PEEKED_AT):
        twins = Twins.begin(game, seats, number)
        for _ in twins.go_on(50):
            seat = twins.reader
            pending = (one for one in twins.one.pending() if one.seat == seat)
            if seat is None or not any(one.decision.advisable for one in pending):
                continue
            if twins.one.state.digest() == twins.two.state.digest():
                continue
            one = Observation.at(twins.one, seat, Dice(b"peek"))
            two = Observation.at(twins.two, seat, Dice(b"peek"))
            assert known(one) == known(two)
            assert estimate(one, FEW, one.dice) == estimate(two, FEW, two.dice)
            assert chance_of(twins.one, seat, "k") == chance_of(twins.two, seat, "k")
            compared += 1
            if compared == PEEKED_AT:
                return
    assert compared
