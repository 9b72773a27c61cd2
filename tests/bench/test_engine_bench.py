"""Speed of the engine in every game: random play, copies, views, previews and undo.

Rates are in the `extra_info` of each row: picks per second, chosen from listed options and logged,
without notes.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, cycle
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.games import load
from engine.match.match import Match, new_header
from engine.match.playout import play_on, record, set_up
from tests.laws.driving import TABLES, Driver, begin, new_match, people, played

LARGEST = [(game, max(s for g, s in TABLES if g == game)) for game in dict(TABLES)]

every_largest_table = pytest.mark.parametrize(("game", "seats"), LARGEST)

GAMES_A_ROUND = 20
"""Number of games per round of random play."""

GAMES_A_TURN = 3
TURNS = 12
MIN_SPEED_RATIO = 3
"""Minimum ratio of finished games to those of the other engine."""
"""How many games are played before it is the other engine's turn, and how many turns there are."""


@pytest.fixture(autouse=True, scope="module")
def the_toy(toy: str) -> None:
    """Register the toy game."""


def rate(benchmark: Any, unit: str, done: int) -> None:
    """Record the rate per second of the fastest round."""
    if benchmark.stats is not None:
        benchmark.extra_info[f"{unit}/s"] = round(done / benchmark.stats.stats.min)


def late(game: str, seats: int) -> Match:
    """Return a match near its end, with a choice among several options."""
    whole = begin(game, seats, 1, notes=False, digests=False)
    picks = sum(1 for _ in Driver(1).drive(whole))
    match = begin(game, seats, 1)
    for _ in Driver(1).drive(match, picks * 3 // 4):
        pass
    return match


def random_game(game: str, seats: int, seed: int) -> int:
    """Play one game at random as fast as possible; return the number of picks."""
    match = new_match(game, seats, seed, notes=False, digests=False)
    random, driver = Random(seed), Driver(seed)
    picks = 0
    while pending := match.pending():
        one = pending[0] if len(pending) == 1 else random.choice(pending)
        decision = one.decision
        if decision.listed:
            options = match.options(one.seat)
            pick = options[int(random.random() * len(options))]
        else:
            pick = match.sample(one.seat, driver.dice)
        match.choose(one.seat, pick)
        picks += 1
    return picks


def several(play: Callable[[int], int]) -> Callable[[], int]:
    return lambda: sum(play(seed) for seed in range(GAMES_A_ROUND))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_random_play(benchmark: Any, game: str, seats: int):
    picks = benchmark(several(lambda seed: random_game(game, seats, seed)))
    rate(benchmark, "picks", picks)


def test_random_play_beside_the_peer(benchmark: Any):
    """Four random players of Catan here and in another engine, in turns: finished games per second
    of processor time, as a multiple of the other's, through a match, and by playouts with and
    without a log."""
    peer = pytest.importorskip("catanatron")
    colors = [peer.Color.RED, peer.Color.BLUE, peer.Color.WHITE, peer.Color.ORANGE]
    rules, seeds = load("catan"), count()

    def of_the_peer(seed: int) -> bool:
        game = peer.Game([peer.RandomPlayer(color) for color in colors], seed=seed)
        return game.play() is not None

    def dice_of(seed: int) -> list[Dice]:
        return [Dice(b"%d/%d" % (seed, seat)) for seat in range(4)]

    def recorded(seed: int) -> bool:
        header = new_header("catan", people(4), seed=str(seed))
        recording = record(header, dice=dice_of(seed), digests=False)
        assert len(recording.log) >= recording.picks
        return True

    def unrecorded(seed: int) -> bool:
        return play_on(set_up(rules, 4, None, None), seed=str(seed), dice=dice_of(seed)) > 0

    lanes: dict[str, Callable[[int], bool]] = {
        "match": lambda seed: random_game("catan", 4, seed) > 0,
        "recorded": recorded,
        "unrecorded": unrecorded,
    }
    found: dict[str, list[float]] = {lane: [] for lane in lanes}

    def speed(play: Callable[[int], bool], first: int) -> float:
        start = process_time()
        finished = sum(play(seed) for seed in range(first, first + GAMES_A_TURN))
        return finished / (process_time() - start)

    def turn() -> None:
        first = GAMES_A_TURN * next(seeds)
        of_theirs = speed(of_the_peer, first)
        for lane, play in lanes.items():
            found[lane].append(speed(play, first) / of_theirs)

    benchmark.pedantic(turn, rounds=TURNS)
    for lane, ratios in found.items():
        benchmark.extra_info[f"games for each of the peer's, {lane}"] = round(median(ratios), 2)
    assert median(found["recorded"]) >= MIN_SPEED_RATIO


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
    pending = match.pending()[0]
    pick = Driver(1).pick(match, pending)
    assert benchmark(match.preview, pending.seat, pick).view is not None


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
def test_redacted_log_and_story(benchmark: Any, game: str, seats: int):
    match = played(game, seats, 1)
    redacted_log, story = benchmark(lambda: (match.redacted_log(0), match.noted_events(0)))
    assert len(redacted_log) == len(match.log)
    assert len(story) == len(match.line) + 1
