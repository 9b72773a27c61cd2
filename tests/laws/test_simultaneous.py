"""Simultaneous decisions: their order makes no difference."""

from collections.abc import Callable, Sequence

from hypothesis import given

from engine.core.step import Simultaneous
from engine.match.match import Match
from engine.match.match_view import MatchView
from engine.match.position import PendingDecision
from tests.laws.driving import (
    Driver,
    begin,
    every_sort_of_table,
    examples,
    seeds,
)
from tests.laws.test_undo import outcomes

Order = Callable[[Sequence[PendingDecision]], PendingDecision]


def is_open(match: Match) -> bool:
    agenda = match.state.agenda
    return bool(agenda) and isinstance(agenda[-1], Simultaneous)


def act_together(match: Match, number: int, order: Order, *, undoing: bool = False) -> Match:
    """Play a copy of the match until the open decisions are over, each seat by dice of its own."""
    other = Match.load(match.header, match.log)
    drivers = [Driver(number + seat) for seat in range(other.state.seats)]
    waverer = Driver(number + 99)
    start = len(other.line)
    while is_open(other) and len(other.line) - start < 500:
        pending = order(other.pending())
        other.choose(pending.seat, drivers[pending.seat].pick(other, pending))
        if undoing and is_open(other):
            waver(other, waverer)
    return other


def waver(match: Match, driver: Driver) -> None:
    """Undo and redo something."""
    seats = [s for s in range(match.state.seats) if match.why_not_undo(s) is None]
    simultaneous_since = {pending.seat for pending in match.pending()}
    for seat in seats:
        if driver.sometimes(2) and is_open(match):
            before = match.state.copy()
            match.undo(seat)
            if is_open(match) and len(simultaneous_since) > 1:
                bystander = driver.dice.pick(match.pending())
                if bystander.seat != seat:
                    assert match.options(bystander.seat)
            match.redo(seat)
            assert match.state == before


@every_sort_of_table
@given(number=seeds)
@examples(2)
def test_simultaneous_picks_in_any_order_give_the_same_state(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    mixed = Driver(number + 7)
    while not match.over:
        if is_open(match):
            first = act_together(match, number, lambda pending: pending[0])
            orders: list[Order] = [
                lambda pending: pending[-1],
                lambda pending: mixed.dice.pick(pending),
            ]
            for order in orders:
                other = act_together(match, number, order)
                assert other.state == first.state
                assert other.state.digest() == first.state.digest()
                assert outcomes(other) == outcomes(first)
            wavering = act_together(match, number, lambda pending: pending[-1], undoing=True)
            assert wavering.state == first.state
            assert outcomes(wavering) == outcomes(first)
            match = first
        else:
            driver.step(match)


@every_sort_of_table
@given(number=seeds)
@examples(3)
def test_own_simultaneous_pick_can_be_undone_after_others_act(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    while not match.over:
        since = match.simultaneous_since
        pending = driver.step(match)
        if since is None or match.simultaneous_since != since:
            continue
        others = [one for one in match.pending() if one.seat != pending.seat]
        if match.why_not_undo(pending.seat) is not None or not others or driver.sometimes(2):
            continue
        other = driver.dice.pick(others)
        match.choose(other.seat, driver.pick(match, other))
        if match.simultaneous_since == since:
            assert match.why_not_undo(pending.seat) is None
            after = match.state.copy()
            match.undo(pending.seat)
            match.redo(pending.seat)
            assert match.state == after


@every_sort_of_table
@given(number=seeds)
@examples(2)
def test_log_says_that_somebody_has_chosen_only_until_it_says_what(
    game: str, seats: int, number: int
):
    match = begin(game, seats, number)
    driver = Driver(number)
    while not match.over:
        since, together = len(match.line), is_open(match)
        driver.step(match)
        while is_open(match) and together:
            driver.step(match)
        entries = (
            MatchView(match).history(None).events_with_notes()[since + 1 :] if together else []
        )
        described = {(note.seat, note.rule) for note in entries[-1][1]} if entries else set()
        provisional = [note for _, notes in entries[:-1] for note in notes if note.provisional]
        assert not any((note.seat, note.rule) in described for note in provisional)
