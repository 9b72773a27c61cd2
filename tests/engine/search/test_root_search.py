"""Root search: the better pick comes first, with an error, after no more playouts than
necessary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import pytest
from attrs import evolve

from engine.core.bot_support import SearchBudget
from engine.core.chance import Dice
from engine.core.game import Game
from engine.games.deus.game import Deus
from engine.match.match import Match
from engine.search import root_search as searching
from engine.search import simulation
from engine.search.root_search import Estimate, error_of, estimate, promising
from engine.search.simulation import Observation
from engine.search.win_chances import Outcome, outcome, softmax, win_chances
from tests import foolish_moves
from tests.foolish_moves import played, position

BUDGET = SearchBudget(playouts=120, moments=1, candidates=4)

MAX_NUMBER, ALIKE = 8, 5


def first_placement(seed: str = "estimate") -> Observation:
    """Return the first placement of four, with all five tiles free."""
    seats = [(f"Bot {seat}", "bot:random") for seat in range(4)]
    match = Match.begin("middle_ages", seats, seed=seed)
    return Observation.of(match, match.pending()[0].seat, Dice(b"estimate"))


@pytest.fixture
def rigged(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Any, Dice], float]], list[Any]]:
    """Replace playouts by a function from picks to chances; record the picks."""

    def rig(chance: Callable[[Any, Dice], float]) -> list[Any]:
        tried: list[Any] = []

        def choose(state: Any, seat: int, pick: Any) -> None:
            tried.append(pick)

        def playout(game: Any, state: Any, seed: str, until: int, policy: Any) -> int:
            state.coins = [chance(tried[-1], Dice(seed.encode()))] * 4
            return 1

        monkeypatch.setattr(searching, "choose", choose)
        monkeypatch.setattr(searching, "playout", playout)
        monkeypatch.setattr(
            searching, "outcome", lambda *at: Outcome(at[1].coins[0], at[1].coins[0])
        )
        return tried

    return rig


def test_best_candidate_is_first_and_has_most_playouts(rigged: Any) -> None:
    tried = rigged(lambda pick, dice: 0.3 + pick / 100 + dice.below(100) / 300)
    found = estimate(first_placement(), BUDGET, Dice(b"1"))
    picks = {one.pick for one in found}
    assert len(picks) == len(found) == BUDGET.candidates
    assert found[0].pick == max(picks)
    assert found[0].playouts == max(one.playouts for one in found)
    assert sum(one.playouts for one in found) == len(tried) <= BUDGET.playouts


def test_clearly_best_candidate_ends_the_search(rigged: Any) -> None:
    picks = {one.pick for one in estimate(first_placement(), BUDGET, Dice(b"1"))}
    tried = rigged(lambda pick, dice: 0.9 * (pick == max(picks)) + dice.below(100) / 1000)
    found = estimate(first_placement(), BUDGET, Dice(b"1"))
    assert found[0].pick == max(picks)
    assert len(tried) < BUDGET.playouts / 2


def test_candidates_share_random_numbers(rigged: Any) -> None:
    luck: dict[Any, list[int]] = {}

    def chance(pick: Any, dice: Dice) -> float:
        luck.setdefault(pick, []).append(dice.below(1000))
        return 0.5

    rigged(chance)
    estimate(first_placement(), BUDGET, Dice(b"1"))
    longest = max(luck.values(), key=len)
    assert len(set(longest)) > 10
    assert all(rolled == longest[: len(rolled)] for rolled in luck.values())


def test_single_option_is_not_searched(rigged: Any) -> None:
    tried = rigged(lambda pick, dice: 0.5)
    (only,) = estimate(first_placement(), evolve(BUDGET, candidates=1), Dice(b"1"))
    assert (only.playouts, tried) == (0, [])


def test_advised_pick_is_always_a_candidate(monkeypatch: pytest.MonkeyPatch) -> None:
    here = first_placement()
    worst = searching.promising(here, SearchBudget(candidates=99), Dice(b"1"))[-1]
    assert worst not in searching.promising(here, BUDGET, Dice(b"1"))
    monkeypatch.setattr(type(here.game), "advise", lambda *asked: worst)
    assert searching.promising(here, BUDGET, Dice(b"1"))[0] == worst


@pytest.mark.parametrize(
    ("results", "error"), [((), float("inf")), ((0.5,), float("inf")), ((0.25, 0.75), 0.25)]
)
def test_error_is_the_standard_error_of_the_mean(results: Sequence[float], error: float) -> None:
    assert error_of(results) == pytest.approx(error)


def test_shares_grow_with_the_lead() -> None:
    assert softmax([3.0, 3.0], 5.0) == [0.5, 0.5]
    even, ahead, far = softmax([10.0, 0.0], 20.0), softmax([10.0, 0.0], 10.0), softmax([1e9, 0], 1)
    assert 0.5 < even[0] < ahead[0] < far[0] == pytest.approx(1)
    assert sum(softmax([1.0, 2.0, 3.0], 0.5)) == pytest.approx(1)


def test_winners_share_the_chance_at_the_end() -> None:
    state: Any = first_placement().view.copy()
    state.over, state.coins = True, [90, 120, 120, 3]
    assert win_chances(first_placement().game, state) == [0, 0.5, 0.5, 0]


def test_uncertain_lead_keeps_the_one_ply_pick_first(rigged: Any) -> None:
    favourite, *others = searching.promising(first_placement(), BUDGET, Dice(b"1"))

    def doubtful(pick: Any, dice: Dice) -> float:
        return 0.5 if pick == favourite else 0.45 + dice.below(120) / 1000

    rigged(doubtful)
    assert estimate(first_placement(), BUDGET, Dice(b"1"))[0].pick == favourite
    rigged(lambda pick, dice: doubtful(pick, dice) + 0.1 * (pick == others[0]))
    assert estimate(first_placement(), BUDGET, Dice(b"1"))[0].pick == others[0]


@pytest.mark.parametrize(("lead", "first"), [(0.001, "favourite"), (0.02, "other")])
def test_tiny_lead_keeps_the_one_ply_pick_first(rigged: Any, lead: float, first: str) -> None:
    favourite, other, *_ = searching.promising(first_placement(), BUDGET, Dice(b"1"))
    rigged(lambda pick, dice: lead * (pick == other))
    expected = {"favourite": favourite, "other": other}[first]
    assert estimate(first_placement(), BUDGET, Dice(b"1"))[0].pick == expected


def test_points_still_count_when_the_game_is_decided() -> None:
    state: Any = first_placement().view.copy()
    state.over, state.coins = True, [90, 120, 120, 3]
    last, third, first, _ = (outcome(first_placement().game, state, seat) for seat in (3, 0, 1, 2))
    assert last.chance == third.chance == 0 < first.chance
    assert last.payoff < third.payoff < first.payoff
    assert abs(third.payoff - third.chance) < 0.15


def test_pick_is_not_judged_by_the_policy_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = next(turn for turn in catan_turns() if len(tried_endings(turn)) > 1)
    endings = tried_endings(here)
    policies = []

    def playout(game: Any, state: Any, seed: str, until: int, policy: Any) -> int:
        policies.append(policy)
        return simulation.playout(game, state, seed, until, policy)

    def result(game: Any, state: Any, seat: int) -> Outcome:
        return Outcome(0.1, 0.1) if policies[-1] is None else Outcome(0.9, 0.9)

    monkeypatch.setattr(searching, "playout", playout)
    monkeypatch.setattr(searching, "outcome", result)
    best = estimate(here, BUDGET, Dice(b"1"))[0]
    assert best.chance == pytest.approx(0.9)
    assert best.pick in endings
    assert here.game.end_turn_pick(here.decision) not in endings


def catan_turns() -> Iterator[Observation]:
    """Yield turns of Catan with several candidates."""
    for match in played("catan", 2, "turns"):
        here = Observation.of(match, match.pending()[0].seat, Dice(b"turns"))
        if here.game.end_turn_pick(here.decision) and len(promising(here, BUDGET, Dice(b"1"))) > 2:
            yield here


def tried_endings(here: Observation) -> list[Any]:
    """Return the picks that are also judged by the end of the turn."""
    picks = promising(here, BUDGET, Dice(b"1"))
    search = searching.Search(here, BUDGET, Dice(b"1"), list(map(searching.Candidate, picks)))
    search.add_endings()
    return [candidate.pick for candidate in search.tried if candidate.ending]


def alone() -> Observation:
    """Return the first listed decision of a solo player with several picks."""
    match = Match.begin("era", [("Anna", "person")], seed="alone")
    dice = Dice(b"alone")
    while not match.decision(0).listed or len(match.options(0)) < 3:
        match.choose(0, match.game.quick(match.state, match.decision(0), dice))
    return Observation.of(match, 0, dice)


def test_solo_picks_are_compared_by_points() -> None:
    found = estimate(alone(), SearchBudget(playouts=96, moments=2), Dice(b"1"))
    assert len({one.chance for one in found}) > 1
    assert all(0 < one.chance < 2 for one in found)
    assert 0 < found[0].error < 1


def test_final_points_count_in_solo_games() -> None:
    here = alone()
    match = Match.begin("era", [("Anna", "person")], seed="alone")
    state: Any = match.state
    while not match.over:
        match.choose(0, match.game.quick(state, match.decision(0), here.dice))
    total = match.game.standings(match.view(None))[0].total
    assert win_chances(match.game, match.state) == [total / 100]


def test_estimate_contains_chance_and_error() -> None:
    one = estimate(first_placement(), evolve(BUDGET, moments=3), Dice(b"1"))[0]
    assert isinstance(one, Estimate)
    assert 0 < one.chance < 1
    assert 0 < one.error < 0.2


@pytest.mark.parametrize(("game", "seed"), [("knights", "won-1"), ("catan", "won-2")])
def test_immediate_win_needs_no_search(game: str, seed: str) -> None:
    last = sum(1 for _ in played(game, 2, seed)) - 1
    match = position(game, (2, seed, last))
    observation = foolish_moves.situation(match)
    (found,) = estimate(observation, BUDGET, Dice(b"1"))
    match.choose(observation.seat, found.pick)
    assert match.over


def test_candidates_include_other_commands_than_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    for usual in ("candidates", "advise"):
        monkeypatch.setattr(Deus, usual, getattr(Game, usual))
    crowded = (plain for plain in deus_turns() if commands_of(plain, None)["offer"] == MAX_NUMBER)
    for here in islice(crowded, 3):
        builds = sum(pick[0] == "build" for pick in here.options)  # type: ignore[index]
        mixed = commands_of(here, ALIKE)
        assert mixed["build"] == min(builds, MAX_NUMBER - ALIKE)
        assert mixed["offer"] == MAX_NUMBER - mixed["build"]


def deus_turns() -> Iterator[Observation]:
    """Yield turns with something to build, from games of Deus."""
    for number in range(12):
        for match in played("deus", 2 + number % 3, f"crowded-{number}"):
            here = Observation.of(match, match.pending()[0].seat, Dice(b"crowded"))
            if here.decision.name == "Turn" and any(pick[0] == "build" for pick in here.options):  # type: ignore[index]
                yield here


def commands_of(here: Observation, alike: int | None) -> Counter[Any]:
    """Return the number of compared picks per command."""
    budget = SearchBudget(candidates=MAX_NUMBER, max_per_command=alike)
    picks: Any = promising(here, budget, Dice(b"1"))
    return Counter(pick[0] for pick in picks)
