"""Reviews use what each seat could have known, are reproducible, and can be saved."""

from __future__ import annotations

import json
from collections import deque
from functools import partial
from itertools import islice, pairwise

import pytest
from attrs import evolve

from engine.core.bot_support import SearchBudget
from engine.core.chance import Dice
from engine.core.event import PICK_EVENT
from engine.errors import BadSave
from engine.games import catalogue, load
from engine.match.match import Match
from engine.match.playout import choose
from engine.search import review as review_module
from engine.search.one_ply import evaluate_picks, one_ply_policy
from engine.search.review import (
    CURVE_WORK,
    MOVES_WORK,
    Review,
    ReviewedMove,
    WinChances,
    coarse_to_fine,
    costly_move,
    judge,
    made_with,
    reviewed,
    summary,
    suspicious,
)
from engine.search.root_search import Comparison, Estimate
from engine.search.simulation import Observation, playout
from engine.search.win_chances import win_chances
from engine.workers.jobs import ask_hint
from engine.workers.worker import results_of
from tests.engine.bot_matches import played
from tests.foolish_moves import played as quickly_played

SMALL = SearchBudget(playouts=16, moments=1, candidates=3)


@pytest.fixture(scope="module")
def match() -> Match:
    return played("middle_ages", 2, "review", takes_back=False)


@pytest.fixture(scope="module")
def review(match: Match) -> Review:
    return deque(reviewed(match, most=4), maxlen=1).pop()


def test_curve_covers_the_game_from_start_to_result(match: Match, review: Review):
    counts = [point.count for point in review.points]
    assert counts == sorted(set(counts))
    assert (counts[0], counts[-1]) == (0, len(match.line))
    assert all(0.1 < chance < 0.9 for chance in review.points[0].chances)
    winners = {one.seat for one in match.game.standings(match.state) if one.place == 1}
    for seat, chance in enumerate(review.points[-1].chances):
        assert chance == (seat in winners) / len(winners)


@pytest.mark.parametrize("last", [0, 1, 2, 7, 100])
def test_curve_is_computed_from_coarse_to_fine(last: int):
    counts = list(coarse_to_fine(last))
    assert sorted(counts) == list(range(last + 1))
    for first in range(2, len(counts) + 1):
        gaps = [b - a for a, b in pairwise(sorted(counts[:first]))]
        assert max(gaps) <= 4 * last / (first - 1) + 1


def test_chances_between_curve_points_are_interpolated():
    review = Review([WinChances(2, (0.2, 0.8)), WinChances(6, (0.6, 0.4))])
    assert review.chances_at(0) == (0.2, 0.8)
    assert review.chances_at(3) == pytest.approx((0.3, 0.7))
    assert review.chances_at(6) == review.chances_at(9) == (0.6, 0.4)


def test_work_is_limited_and_curve_spread_over_the_game(
    match: Match, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(review_module, "CURVE_WORK", 3000)
    monkeypatch.setattr(review_module, "MOVES_WORK", 1)
    whole = deque(reviewed(match), maxlen=1).pop()
    assert whole.whole
    assert whole.curve_work < 3000 + 2000
    assert whole.tried == 1
    counts = [point.count for point in whole.points]
    assert (counts[0], counts[-1]) == (0, len(match.line))
    assert 2 < len(counts) < len(match.line)


def test_moves_that_one_ply_search_dislikes_are_judged_first(
    match: Match, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(review_module, "MAX_COMPARED_IN_PLAYOUTS", 1000)
    counts = suspicious(match)
    picks = [count for count, event in enumerate(match.line, 1) if event.kind == PICK_EVENT]
    assert set(counts) <= set(picks)
    gaps = []
    for count in counts:
        observation = Observation.at(match.at(count - 1), match.line[count - 1].seat, Dice(b"k"))
        ranked = evaluate_picks(observation, observation.options)
        values = {one.pick: one.value for one in ranked}
        gaps.append(max(values.values()) - values[match.line[count - 1].value])
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[0] > 0


def test_two_moves_of_people_come_before_each_of_a_bot():
    match = played("middle_ages", 3, "review", takes_back=False)
    seats = (("Anna", "person"), ("Boris", "bot:easy"), ("Clara", "bot:easy"))
    match.header = evolve(match.header, seats=seats)
    of = [match.line[count - 1].seat for count in suspicious(match)]
    people = [at for at, seat in enumerate(of) if seat == 0]
    bots = [at for at, seat in enumerate(of) if seat != 0]
    assert people[:6] == [0, 1, 3, 4, 6, 7]
    assert bots[:3] == [2, 5, 8]
    assert len(of) == len(people) + len(bots)


@pytest.mark.parametrize("steps", [1, 5, 40, 64])
def test_stopped_review_resumes_with_the_same_result(
    match: Match, monkeypatch: pytest.MonkeyPatch, steps: int
):
    monkeypatch.setattr(review_module, "CURVE_WORK", 15_000)
    monkeypatch.setattr(review_module, "MOVES_WORK", 8_000)
    whole = deque(reviewed(match), maxlen=1).pop().to_json()
    begun = deque(islice(reviewed(match), steps), maxlen=1).pop()
    assert 0 < begun.progress < 1
    assert not begun.whole
    body, done = begun.to_json(), (len(begun.points), begun.tried)
    first = next(reviewed(match, Review.from_json(body)))
    assert (len(first.points), first.tried) >= done
    again = deque(reviewed(match, Review.from_json(body)), maxlen=1).pop()
    assert again.to_json() == whole
    assert [Review.from_json(whole)] == list(reviewed(match, Review.from_json(whole)))


def test_progress_never_decreases(match: Match, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(review_module, "CURVE_WORK", 15_000)
    monkeypatch.setattr(review_module, "MOVES_WORK", 8_000)
    progress = [review.progress for review in reviewed(match)]
    assert progress == sorted(progress)
    assert progress[-1] == 1.0
    assert max(b - a for a, b in pairwise(progress)) < 0.5


@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_review_work_is_bounded_in_every_game(game: str):
    """Together with `pick_cost` this bounds the time: measured in docs/minds.md."""
    cost = load(game).pick_cost
    assert 1 <= cost <= 10
    assert (CURVE_WORK + MOVES_WORK) / cost <= 130_000


@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_hint_and_review_agree(game: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(review_module, "HINT_EFFORT", 2)
    thinking = evolve(load(game).thinking, playouts=16)
    monkeypatch.setattr(type(load(game)), "thinking", thinking)
    match = next(quickly_played(game, 2, "agree", 6))
    seat, count = match.pending()[0].seat, len(match.line) + 1
    asked = ask_hint(match.header, Observation.of(match, seat), 2)
    assert asked is not None
    hints = [result.pick for result in results_of(json.loads(asked.payload))]
    others = (pick for pick in match.options(seat) if pick not in hints)
    for pick in (hints[-1], next(others)):
        match = next(quickly_played(game, 2, "agree", 6))
        match.choose(seat, pick)
        costly = Comparison(Estimate(pick, 0.3, 0.0, 9), Estimate("?", 0.5, 0.0, 9), 0.0)
        monkeypatch.setattr(review_module, "compared", lambda *args, costly=costly: costly)
        move = judge(match, count, SMALL, "k")
        assert move is not None
        assert move.best.pick == hints[-1]
        assert not (move.is_sure and pick in hints)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_review_looks_as_far_ahead_as_a_hint(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch
):
    match = played(game, seats, "far", picks=4, takes_back=False)
    count = next(n for n, event in enumerate(match.line, 1) if event.kind == PICK_EVENT)
    seen: list[SearchBudget] = []
    monkeypatch.setattr(review_module, "compared", lambda _, budget, *args: seen.append(budget))
    judge(match, count, None, "k")
    view = match.at(count - 1).view(match.line[count - 1].seat)
    assert [one.moments for one in seen] == [match.game.thinking_at(view).moments]


def test_played_pick_gets_as_many_playouts_as_the_others(match: Match):
    counts = [n for n, event in enumerate(match.line, 1) if event.kind == PICK_EVENT][:12]
    found = [one for count in counts if (one := judge(match, count, SMALL, "k"))]
    assert found
    for one in found:
        assert one.played.pick == match.line[one.count - 1].value
        assert one.played.playouts == one.best.playouts >= 2
    assert found == [judge(match, one.count, SMALL, "k") for one in found]


@pytest.mark.long
def test_costly_moves_cost_careful_players_wins_too():
    *_, match = quickly_played("middle_ages", 2, "dear")
    budget = evolve(match.game.thinking, playouts=128)
    picks = [n for n, event in enumerate(match.line, 1) if event.kind == PICK_EVENT]
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
            playout(game, state, f"{number}", 99, partial(one_ply_policy, game))
            leads.append(sign * win_chances(game, state)[one.seat])
    return sum(leads)


def test_review_is_reproducible_and_survives_saving(match: Match, review: Review):
    again = deque(reviewed(match, most=4), maxlen=1).pop()
    assert again == review
    kept = Review.from_json(review.to_json())
    assert kept == review
    for broken in (
        "",
        "{}",
        "[]",
        review.to_json()[:-9],
        review.to_json().replace("[0,", "[[],", 1),
    ):
        with pytest.raises(BadSave):
            Review.from_json(broken)


def test_changed_inputs_invalidate_a_review(match: Match, monkeypatch):
    before = made_with(match.header)
    assert made_with(evolve(match.header, rules=0)) != before
    monkeypatch.setattr(type(match.game), "thinking", SearchBudget(playouts=1))
    assert made_with(match.header) != before


def test_small_or_uncertain_loss_is_no_turning_point():
    def judged(played: float, best: float, error: float) -> ReviewedMove:
        return ReviewedMove(Estimate(1, played, 0.3, 9), Estimate(2, best, 0.3, 9), error, 1, 0)

    assert judged(0.3, 0.5, 0.02).is_sure
    assert not judged(0.3, 0.5, 0.1).is_sure
    assert not judged(0.3, 0.32, 0.0).is_sure


def test_costly_move_is_described_in_one_sentence_with_one_number(match: Match):
    count = next(n for n, event in enumerate(match.line, 1) if event.kind == PICK_EVENT)
    position = match.at(count - 1)
    seat = match.line[count - 1].seat
    other = next(one for one in position.options(seat) if one != match.line[count - 1].value)
    mine, theirs = Estimate(match.line[count - 1].value, 0.3, 0, 9), Estimate(other, 0.5, 0, 9)
    move = ReviewedMove(mine, theirs, 0.0, count, seat)
    text = costly_move(position, move).plain()
    assert "cost about 20 wins in 100 games" in text
    assert ". Better: “" in text
    assert text.endswith("”.")
    assert "%" not in text


def test_summary_is_one_sentence_about_the_lead(match: Match):
    last = len(match.line)
    won = next(one.seat for one in match.game.standings(match.state) if one.place == 1)
    ahead = tuple(float(seat == won) for seat in range(2))
    behind = ahead[::-1]

    def summarized(*points: tuple[int, tuple[float, ...]]) -> str:
        return summary(match, Review([WinChances(*point) for point in points])).plain()

    assert "ahead all game" in summarized((0, (0.5, 0.5)), (last, ahead))
    in_the_middle = summarized((0, behind), (20, ahead), (last, ahead))
    assert f"round {match.at(20).state.round}, at step 20" in in_the_middle
    assert "with the last moves" in summarized((0, ahead), (last - 1, behind), (last, ahead))


@pytest.mark.parametrize("game", ["catan", "knights"])
def test_an_offer_is_never_called_costly(game: str):
    match = played(game, 3, "offers", takes_back=False)
    offers = {
        count
        for count, event in enumerate(match.line, 1)
        if event.kind == PICK_EVENT and str(event.value).startswith(("('offer'", "('counter'"))
    }
    assert offers
    assert offers.isdisjoint(suspicious(match))
