"""Positions in which a bot once made a foolish move, found by a search and saved by seed.

    python -m tests.fools troyes

searches for them: games are played by quick picks and some random ones, and wherever a foolish move
is possible, the old greedy bot is asked. Positions are saved as (seats, seed, picks made).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

import pytest
from attrs import frozen

from engine.bots.policies import OldGreedy
from engine.core.chance import Dice
from engine.match.match import Match
from engine.search.simulation import Observation
from tests.laws.driving import begin_anew

Kept = tuple[int, str, int]
"""Number of players, seed, and number of picks made."""

ENOUGH = 10
MOST_GAMES = 700


@frozen
class Fool:
    """A foolish move: where it `may` be made, by a decision, and whether a pick `is` it."""

    may: Callable[[Any, Any], bool]
    is_: Callable[[Any, Any, Any], bool]


def played(game: str, seats: int, seed: str, picks: int | None = None) -> Iterator[Match]:
    """Yield a match of quick picks, with one in eight random, before each of its picks."""
    match = begin_anew(game, seats, seed)
    dice = Dice(f"fools/{seed}".encode())
    made = 0
    while not match.over and (picks is None or made <= picks):
        if picks is None or made == picks:
            yield match
        seat = match.pending()[0].seat
        decision = match.decision(seat)
        lot = not dice.below(8)
        pick = match.sample(seat, dice) if lot else match.game.quick(match.state, decision, dice)
        match.choose(seat, pick)
        made += 1


def position(game: str, kept: Kept) -> Match:
    """Return the match at a saved position."""
    return next(played(game, *kept))


def situation(match: Match, key: str = "") -> Observation:
    """Return the observation of the seat that must choose."""
    return Observation.of(match, match.pending()[0].seat, Dice(f"fools/{key}".encode()))


def rows(positions: Mapping[str, Sequence[tuple[Any, ...]]]) -> list[Any]:
    """Return the positions as parameters of a test, each with the name of its foolish move: one of
    each in the usual run."""
    return [
        pytest.param(name, one, marks=[pytest.mark.long] if number else [])
        for name, kept in positions.items()
        for number, one in enumerate(kept)
    ]


def search(game: str, fools: Mapping[str, Fool]) -> Iterator[tuple[str, Kept]]:
    """Yield positions in which the old greedy bot made a foolish move: at most one per game for
    each kind."""
    found = dict.fromkeys(fools, 0)
    for number in range(MOST_GAMES):
        seats, seed = 2 + number % 3, f"fool-{number}"
        left = {name: one for name, one in fools.items() if found[name] < ENOUGH}
        if not left:
            return
        seen = set[str]()
        for made, match in enumerate(played(game, seats, seed)):
            state, decision = match.state, match.decision(match.pending()[0].seat)
            tempted = [
                name for name, one in left.items() if name not in seen and one.may(state, decision)
            ]
            if not tempted:
                continue
            pick = OldGreedy().choose(situation(match))
            for name in tempted:
                if fools[name].is_(state, decision, pick):
                    seen.add(name)
                    found[name] += 1
                    yield name, (seats, seed, made)


if __name__ == "__main__":
    game = sys.argv[1]
    module = import_module(f"tests.engine.games.{game}.fools")
    for name, kept in search(game, module.FOOLS):
        print(f"{name!r}: {kept},", flush=True)
