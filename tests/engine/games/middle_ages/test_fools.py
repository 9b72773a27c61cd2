"""Positions in which the greedy bot of old was a fool: the bots of today are none there.

It took a tile that an event was known to destroy at the end of the same round, alone in its column,
though another one brought as many coins.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.bots import make_bot
from engine.games.middle_ages.worth import worth
from engine.play.match import Match
from engine.search.situation import Situation

POSITIONS: list[tuple[int, str, int]] = [
    (2, "fool/2/1", 17),
]
"""How many play, the seed, and how many events of a game of old greedy bots have happened."""


def position(seats: int, seed: str, length: int) -> Situation:
    """The situation after so many events."""
    match = Match.begin(
        "middle_ages", [(f"P{seat}", "person") for seat in range(seats)], seed=seed, notes=False
    )
    bot = make_bot("old_greedy")
    while len(match.line) < length:
        seat = match.owed()[0].seat
        match.choose(seat, bot.choose(Situation.of(match, seat)))
    return Situation.of(match, match.owed()[0].seat)


def is_wasted(here: Situation, pick: Any) -> bool:
    """Whether a tile is taken only to be lost, and another brings as many coins and stays."""
    return _is_doomed(here, pick) and any(
        _coins(here, other) >= _coins(here, pick) and not _is_doomed(here, other)
        for other in here.options
    )


def _is_doomed(here: Situation, pick: Any) -> bool:
    state: Any = here.view
    slot = state.box.rounds[state.round].event_slot
    if slot is None:
        return False
    event = state.box.events[state.events[slot]]
    column = state.box.tile_type[state.display[state.next_row][pick - 1]]
    alone = not state.fiefs[here.seat][column] and column != state.box.tile_type[_now(here)]
    return event.kind == "destroy_one_of_each" and column in event.types and alone


def _now(here: Situation) -> int:
    """The tile that the seat takes in this turn."""
    state: Any = here.view
    tile: int = state.display[state.lord_row[here.seat]][state.lord_at[here.seat]]
    return tile


def _coins(here: Situation, pick: Any) -> int:
    state: Any = here.view
    tile = state.display[state.next_row][pick - 1]
    return worth(state, here.seat, tile, after=[(here.seat, _now(here))]).total


every_position = pytest.mark.parametrize(
    ("seats", "seed", "length"),
    [POSITIONS[0], *(pytest.param(*one, marks=pytest.mark.long) for one in POSITIONS[1:])],
)


@every_position
def test_the_greedy_bot_of_old_wasted_its_turn(seats: int, seed: str, length: int) -> None:
    here = position(seats, seed, length)
    assert is_wasted(here, make_bot("old_greedy").choose(here))


@every_position
@pytest.mark.parametrize("bot", ["medium", "strong"])
def test_the_bots_of_today_do_not(bot: str, seats: int, seed: str, length: int) -> None:
    here = position(seats, seed, length)
    assert not is_wasted(here, make_bot(bot).choose(here))
