"""Reviews use what each seat could have known, are reproducible, and can be saved."""

from __future__ import annotations

from collections import deque
from functools import partial
from itertools import pairwise

import pytest
from attrs import evolve

from engine.core.bot_support import SearchBudget
from engine.core.event import PICK
from engine.errors import BadSave
from engine.match.match import Match
from engine.match.playout import choose
from engine.search.commentary import turning_point
from engine.search.one_ply import one_ahead
from engine.search.review import (
    CHOICES,
    FARTHER,
    FEWEST_PLAYOUTS,
    LUCK,
    MOST_PLAYOUTS,
    OTHERS,
    PLAYOUTS,
    Review,
    ReviewedMove,
    judge,
    made_with,
    picks_by_swing,
    playouts_each,
    reviewed,
)
from engine.search.root_search import Estimate
from engine.search.simulation import playout
from engine.search.win_chances import win_chances
from tests.engine.played import played
from tests.fools import played as quickly_played

SMALL = SearchBudget(playouts=16, moments=1, candidates=3)


@pytest.fixture(scope="module")
def match() -> Match:
    return played("middle_ages", 2, "review", takes_back=False)


@pytest.fixture(scope="module")
def review(match: Match) -> Review:
    return deque(reviewed(match, most=4), maxlen=1).pop()


def test_the_curve_goes_from_the_beginning_to_who_has_won(match: Match, review: Review):
    assert [one.count for one in review.points] == list(range(len(match.line) + 1))
    assert all(0.2 < chance < 0.8 for chance in review.points[0].chances)
    winners = {one.seat for one in match.game.standings(match.state) if one.place == 1}
    for seat, chance in enumerate(review.points[-1].chances):
        assert chance == (seat in winners) / len(winners)
    assert review.points[-1].errors == (0.0, 0.0)


def test_a_long_game_of_many_takes_fewer_playouts_for_each_moment():
    assert playouts_each(2, 60) == PLAYOUTS
    assert FEWEST_PLAYOUTS < playouts_each(4, 400) < PLAYOUTS
    assert playouts_each(4, 400) * 4 * 401 <= MOST_PLAYOUTS
    assert playouts_each(4, 5000) == FEWEST_PLAYOUTS


def test_what_changed_a_chance_adds_up(match: Match, review: Review):
    for seat in range(2):
        parts = review.parted(match.line, seat)
        assert set(parts) == {LUCK, CHOICES, OTHERS, FARTHER}
        changed = review.points[-1].chances[seat] - review.points[0].chances[seat]
        assert sum(parts.values()) == pytest.approx(changed)


def test_what_shows_only_from_the_next_moment_on_is_put_down_to_nobody(
    match: Match, review: Review
):
    """With the horizon of the point before, a new moment is evaluated as it is."""
    moments = [match.game.moment(one.state) for one in match.walk()]
    come = {n for n, (a, b) in enumerate(pairwise(moments), 1) if a != b}
    farther = {one.count for one in review.points if one.as_far != one.chances}
    assert farther
    assert farther <= come
    for count in farther:
        state = match.at(count).state
        assert review.points[count].as_far == pytest.approx(win_chances(match.game, state))


def test_the_picks_after_which_a_chance_fell_most_are_judged_first(match: Match, review: Review):
    counts = picks_by_swing(review.points, match.line)
    assert len(counts) == sum(event.kind == PICK for event in match.line)
    assert set(review.judged) <= set(counts[:4])
    points = review.points

    def fall(count: int) -> float:
        seat = match.line[count - 1].seat
        return points[count - 1].chances[seat] - points[count].as_far[seat]

    falls = [fall(count) for count in counts]
    assert falls == sorted(falls, reverse=True)


def test_the_pick_that_was_played_is_compared_in_as_many_playouts(match: Match):
    counts = [n for n, event in enumerate(match.line, 1) if event.kind == PICK][:12]
    found = [one for count in counts if (one := judge(match, count, SMALL, "k"))]
    assert found
    for one in found:
        assert one.played.pick == match.line[one.count - 1].value
        assert one.played.playouts == one.best.playouts >= 2
    assert found == [judge(match, one.count, SMALL, "k") for one in found]


@pytest.mark.long
def test_what_is_called_dear_costs_careful_players_the_game_too():
    *_, match = quickly_played("middle_ages", 2, "dear")
    budget = evolve(match.game.thinking, playouts=128)
    picks = [n for n, event in enumerate(match.line, 1) if event.kind == PICK]
    judged = [judge(match, count, budget, "k") for count in picks]
    lost = [lost_by_the_careful(match, one) for one in judged if one is not None and one.is_sure]
    assert lost
    assert min(lost) > 0


def lost_by_the_careful(match: Match, one: ReviewedMove) -> float:
    """Return the loss of the chance to win by a pick if all players look ahead to the end of the
    game."""
    position, game = match.at(one.count - 1), match.game
    leads = []
    for number in range(30):
        for sign, pick in ((1, one.best.pick), (-1, one.played.pick)):
            state = position.state.copy()
            choose(state, one.seat, pick)
            playout(game, state, f"{number}", 99, partial(one_ahead, game))
            leads.append(sign * win_chances(game, state)[one.seat])
    return sum(leads)


def test_a_review_is_the_same_each_time_and_after_it_was_kept(match: Match, review: Review):
    again = deque(reviewed(match, most=4), maxlen=1).pop()
    assert again == review
    kept = Review.from_json(review.to_json())
    assert (kept.points, kept.judged) == (review.points, review.judged)
    for broken in ("", "{}", '{"points": [[1]], "judged": []}', '{"points": 3, "judged": []}'):
        with pytest.raises(BadSave):
            Review.from_json(broken)


def test_it_is_made_anew_when_what_it_hangs_on_has_changed(match: Match, monkeypatch):
    before = made_with(match.header)
    assert made_with(evolve(match.header, rules=0)) != before
    monkeypatch.setattr(type(match.game), "thinking", SearchBudget(playouts=1))
    assert made_with(match.header) != before


def test_a_loss_within_the_error_or_too_small_is_no_turning_point():
    def judged(played: float, best: float, error: float) -> ReviewedMove:
        return ReviewedMove(Estimate(1, played, 0.3, 9), Estimate(2, best, 0.3, 9), error, 1, 0)

    assert judged(0.3, 0.5, 0.02).is_sure
    assert not judged(0.3, 0.5, 0.1).is_sure
    assert not judged(0.3, 0.32, 0.0).is_sure


def test_a_turning_point_names_both_picks(match: Match):
    count = next(n for n, event in enumerate(match.line, 1) if event.kind == PICK)
    position = match.at(count - 1)
    seat = match.line[count - 1].seat
    other = next(one for one in position.options(seat) if one != match.line[count - 1].value)
    mine, theirs = Estimate(match.line[count - 1].value, 0.3, 0, 9), Estimate(other, 0.5, 0, 9)
    one = ReviewedMove(mine, theirs, 0.0, count, seat)
    told = turning_point(match, one).plain()
    assert "30 %" in told
    assert "50 %" in told
