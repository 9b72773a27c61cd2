"""The engine's speed in every playable game: random play, copies, views, looking ahead and back.

Rates are in the `extra_info` of each row: picks of seats a second, chosen from listed options and
logged, with nobody listening to the story.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, cycle
from random import Random
from time import perf_counter
from typing import Any

import pytest

from engine.match import Match
from tests.laws.driving import TABLES, Driver, begin, played

LARGEST = [(game, max(s for g, s in TABLES if g == game)) for game in dict(TABLES)]

every_largest_table = pytest.mark.parametrize(("game", "seats"), LARGEST)

GAMES_A_ROUND = 20
"""How many games make one round of random play."""


@pytest.fixture(autouse=True, scope="module")
def the_toy(toy: str) -> None:
    """Have the toy game in the catalogue."""


def rate(benchmark: Any, unit: str, done: int) -> None:
    """Note how many things a second the fastest round did."""
    if benchmark.stats is not None:
        benchmark.extra_info[f"{unit}/s"] = round(done / benchmark.stats.stats.min)


def late(game: str, seats: int) -> Match:
    """A match near its end, where somebody must choose among several options."""
    whole = begin(game, seats, 1, notes=False, digests=False)
    picks = sum(1 for _ in Driver(1).drive(whole))
    match = begin(game, seats, 1)
    for _ in Driver(1).drive(match, picks * 3 // 4):
        pass
    return match


def random_game(game: str, seats: int, seed: int) -> int:
    """Play one game at random as fast as it goes; returns the number of picks."""
    match = begin(game, seats, seed, notes=False, digests=False)
    random, driver = Random(seed), Driver(seed)
    picks = 0
    while owed := match.owed():
        one = owed[0] if len(owed) == 1 else random.choice(owed)
        decision = one.decision
        if decision.listed:
            options = match.options(one.seat)
            pick = options[int(random.random() * len(options))]
        else:
            pick = decision.sample(match.state, driver.dice)
        match.choose(one.seat, pick)
        picks += 1
    return picks


def several(play: Callable[[int], int]) -> Callable[[], int]:
    return lambda: sum(play(seed) for seed in range(GAMES_A_ROUND))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_random_play(benchmark: Any, game: str, seats: int):
    picks = benchmark(several(lambda seed: random_game(game, seats, seed)))
    rate(benchmark, "picks", picks)


def test_random_play_of_the_peer(benchmark: Any):
    """Four random players of base Catan by another engine, for the ratio."""
    peer = pytest.importorskip("catanatron")
    colors = [peer.Color.RED, peer.Color.BLUE, peer.Color.WHITE, peer.Color.ORANGE]

    def play(seed: int) -> int:
        game = peer.Game([peer.RandomPlayer(color) for color in colors], seed=seed)
        actions = count()
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            next(actions)
        return next(actions)

    rate(benchmark, "actions", benchmark(several(play)))


@every_largest_table
def test_copy(benchmark: Any, game: str, seats: int):
    state = late(game, seats).state
    assert benchmark(state.copy) == state


@every_largest_table
def test_view(benchmark: Any, game: str, seats: int):
    match = late(game, seats)
    assert benchmark(match.view, 0).digest() == match.view(0).digest()


@every_largest_table
def test_digest(benchmark: Any, game: str, seats: int):
    state = late(game, seats).state
    assert benchmark(state.digest) == state.digest()


@every_largest_table
def test_foresee(benchmark: Any, game: str, seats: int):
    match = late(game, seats)
    owed = match.owed()[0]
    pick = Driver(1).pick(match, owed)
    assert benchmark(match.foresee, owed.seat, pick).view is not None


@every_largest_table
def test_load_a_thousand_events(benchmark: Any, game: str, seats: int):
    matches, events = [], 0
    for seed in count():
        match = played(game, seats, seed)
        rest = 1000 - events
        matches.append((match.header, match.log[:rest]))
        events += min(rest, len(match.log))
        if events == 1000:
            break
    loaded = benchmark(lambda: [Match.load(header, log, notes=False) for header, log in matches])
    assert all(m.log[: len(log)] == log for m, (_, log) in zip(loaded, matches, strict=True))


@every_largest_table
def test_seek(benchmark: Any, game: str, seats: int):
    """The mean position of a finished match; the slowest is in the `extra_info`."""
    match = played(game, seats, 1)
    places = range(0, len(match.line) + 1, 7)
    seconds = dict.fromkeys(places, float("inf"))

    def seek() -> None:
        place = next(turn)
        start = perf_counter()
        assert len(match.at(place).line) == place
        seconds[place] = min(seconds[place], perf_counter() - start)

    turn = cycle(places)
    benchmark.pedantic(seek, rounds=4 * len(places))
    benchmark.extra_info["slowest ms"] = round(1000 * max(seconds.values()), 2)


@every_largest_table
def test_told_and_story(benchmark: Any, game: str, seats: int):
    match = played(game, seats, 1)
    told, story = benchmark(lambda: (match.told(0), match.story(0)))
    assert len(told) == len(match.log)
    assert len(story) == len(match.line) + 1
