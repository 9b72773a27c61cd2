"""Odd picks of odd seats at many positions: refused with a message, and without changes."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from engine.core.chance import Dice
from engine.errors import GuildhallError
from engine.match.match import Match
from tests.searches.searching import any_match

POSITIONS = 12

SEATS: list[Any] = [-1, 7, 99, True, False, 1.0, None, "0", (), 2**70]
PICKS: list[Any] = [
    *(None, True, False, 0, -1, 10**30, 1.0, float("nan"), "", "done", "ready", b"done", ()),
    *((None,), ((),), object(), (0, True), ("lift",), ("lift", None)),
    *(("lift", ""), ("lift", "A1", 0), ("keep", "A1", 0), ("wall_4", "", 0), ("farm", "A1", 90.0)),
    *(((("a",),),), "\ud800", "x" * 10_000, (1,) * 1000, range(3), NotImplemented),
]
"""No lists, which no log can hold."""


def search(rng: Random, folder: Path) -> None:
    """Try odd picks at some positions of a match."""
    match, dice = any_match(rng, 80), Dice(f"{rng.random()}".encode())
    for _ in range(POSITIONS):
        if match.over:
            return
        pending = rng.choice(match.pending())
        good = pending.decision.sample(match.state, dice)
        odd = [*PICKS, *(mutated(good, rng) for _ in range(20))]
        tried = [*((pending.seat, one) for one in odd), *((one, good) for one in SEATS)]
        for seat, pick in tried:
            if not _is_allowed(match, seat, pick):
                _try(match, seat, pick)
        match.choose(pending.seat, good)


def _try(match: Match, seat: Any, pick: Any) -> None:
    before = len(match.log), match.state.digest()
    try:
        match.choose(seat, pick)
    except GuildhallError:
        pass
    else:
        raise AssertionError(f"it was taken: {seat!r} {pick!r}")
    assert (len(match.log), match.state.digest()) == before, (seat, pick)


def mutated(pick: Any, rng: Random) -> Any:
    """Return a pick that is nearly legal."""
    if not isinstance(pick, tuple) or not pick:
        return rng.choice([(pick,), str(pick), float(pick) if type(pick) is int else None])
    parts = list(pick)
    match rng.randrange(3):
        case 0:
            parts.pop(rng.randrange(len(parts)))
        case 1:
            parts.append(rng.choice(parts))
        case _:
            parts[rng.randrange(len(parts))] = rng.choice(PICKS)
    return tuple(parts)


def _is_allowed(match: Match, seat: Any, pick: Any) -> bool:
    """Whether an invented pick is a legal one by chance."""
    return type(seat) is int and any(
        pending.seat == seat and match.refuse(seat, pick) is None for pending in match.pending()
    )
