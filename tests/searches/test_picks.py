"""Odd picks of odd seats at many positions: refused in a sentence, and nothing has changed.

A long search with a seed each.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.errors import GuildhallError
from engine.play.match import Match

pytestmark = pytest.mark.long

SEATS: list[Any] = [-1, 7, 99, True, False, 1.0, None, "0", (), 2**70]
PICKS: list[Any] = [
    *(None, True, False, 0, -1, 10**30, 1.0, float("nan"), "", "done", "ready", b"done", ()),
    *((None,), ((),), [0], [], {}, {0: 1}, set(), object(), (0, True), ("lift",), ("lift", None)),
    *(("lift", ""), ("lift", "A1", 0), ("keep", "A1", 0), ("wall_4", "", 0), ("farm", "A1", 90.0)),
    *(((("a",),),), "\ud800", "x" * 10_000, (1,) * 1000, range(3), slice(1), NotImplemented),
]


def mutated(pick: Any, lot: Random) -> Any:
    """A pick that is nearly one."""
    if not isinstance(pick, tuple) or not pick:
        return lot.choice([(pick,), [pick], str(pick), float(pick) if type(pick) is int else None])
    parts = list(pick)
    match lot.randrange(4):
        case 0:
            parts.pop(lot.randrange(len(parts)))
        case 1:
            parts.append(lot.choice(parts))
        case 2:
            parts[lot.randrange(len(parts))] = lot.choice(PICKS)
        case _:
            return parts
    return tuple(parts)


@pytest.mark.parametrize(("game", "players"), [("middle_ages", 3), ("era", 1), ("era", 3)])
@pytest.mark.parametrize("seed", range(2))
def test_what_is_no_pick_changes_nothing(game: str, players: int, seed: int) -> None:
    lot, dice = Random(seed), Dice(f"{game}{seed}".encode())
    match = Match.begin(game, [(f"P{n}", "person") for n in range(players)], seed=f"{seed}")
    tried = 0
    while not match.over and tried < 8000:
        owed = lot.choice(match.owed())
        good = owed.decision.sample(match.state, dice)
        if not lot.randrange(4):
            length, before = len(match.log), match.state.digest()
            odd = [*PICKS, *(mutated(good, lot) for _ in range(20))]
            for seat, pick in [*((owed.seat, one) for one in odd), *((one, good) for one in SEATS)]:
                tried += 1
                if pick == good and seat == owed.seat and type(pick) is type(good):
                    continue
                if _is_allowed(match, seat, pick):
                    continue
                with pytest.raises(GuildhallError):
                    match.choose(seat, pick)
                assert (len(match.log), match.state.digest()) == (length, before), (seat, pick)
        match.choose(owed.seat, good)
    assert tried > 500


def _is_allowed(match: Match, seat: Any, pick: Any) -> bool:
    """Whether a pick that was thought up is one of the options by chance."""
    return type(seat) is int and any(
        owed.seat == seat and match.refuse(seat, pick) is None for owed in match.owed()
    )
