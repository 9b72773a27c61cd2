"""Foolish moves in Middle Ages that bots made in real games and none should make again.

Positions are those of games of `OnePly` bots, stored as (seats, seed, number of events).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.games.middle_ages.bots.evaluation import evaluate
from engine.games.middle_ages.tile_preview import taken_before, worth
from engine.match.match import Match
from engine.search.one_ply import evaluate_picks
from engine.search.simulation import Observation
from tests.foolish_moves import OnePly


def position(seats: int, seed: str, length: int) -> Observation:
    """The observation after `length` events."""
    match = Match.begin(
        "middle_ages", [(f"P{seat}", "person") for seat in range(seats)], seed=seed, notes=False
    )
    bot = OnePly(evaluate)
    while len(match.line) < length:
        seat = match.pending()[0].seat
        match.choose(seat, bot.choose(Observation.of(match, seat)))
    return Observation.of(match, match.pending()[0].seat)


def is_wasted(here: Observation, pick: Any) -> bool:
    """Take a tile that an event is known to destroy at the end of the same round, alone in its
    column, though another brings as many coins and stays."""
    return _is_doomed(here, pick) and any(
        _coins(here, other) >= _coins(here, pick) and not _is_doomed(here, other)
        for other in here.options
    )


def is_open_to_attack(here: Observation, pick: Any) -> bool:
    """Move where a lord already on barracks will attack, though another space is safe and as good
    apart from the lost tile."""
    lost = _lost_to_attacks(here, pick)
    return lost > 0 and any(
        not _lost_to_attacks(here, other) and _coins(here, other) >= _coins(here, pick) - lost
        for other in here.options
    )


def _is_doomed(here: Observation, pick: Any) -> bool:
    state: Any = here.view
    slot = state.box.rounds[state.round].event_slot
    if slot is None:
        return False
    event = state.box.events[state.events[slot]]
    column = state.box.tile_type[state.display[state.next_row][pick - 1]]
    alone = not state.fiefs[here.seat][column] and column != state.box.tile_type[_now(here)]
    return event.kind == "destroy_one_of_each" and column in event.types and alone


def _lost_to_attacks(here: Observation, pick: Any) -> int:
    """Coins that the seat pays in the next round to lords on barracks."""
    state: Any = here.view.copy()
    row, seat, now = state.next_row, here.seat, _now(here)
    state.lord_row[seat], state.lord_at[seat] = row, pick - 1
    lost = 0
    for rival in range(state.seats):
        if rival == seat or state.lord_row[rival] != row:
            continue
        at = state.lord_at[rival]
        tile = state.display[row][at]
        if state.box.types[state.box.tile_type[tile]].id == "barracks":
            after = [(seat, now), *taken_before(state, row, at)]
            found = worth(state, rival, tile, after=after)
            lost += dict(zip(found.payers, found.amounts, strict=True)).get(seat, 0)
    return lost


def _now(here: Observation) -> int:
    """The tile that the seat takes this turn."""
    state: Any = here.view
    tile: int = state.display[state.lord_row[here.seat]][state.lord_at[here.seat]]
    return tile


def _coins(here: Observation, pick: Any) -> int:
    state: Any = here.view
    tile = state.display[state.next_row][pick - 1]
    return worth(state, here.seat, tile, after=[(here.seat, _now(here))]).total


WASTED: Final = 5.0
"""Minimum number of coins, by one look ahead, that a pick throws away."""


def throws_coins_away(here: Observation, pick: Any) -> bool:
    """Place a token for far fewer coins than another place would bring."""
    ranked = {candidate.pick: candidate.value for candidate in evaluate_picks(here, here.options)}
    return max(ranked.values()) - ranked[pick] >= WASTED


FOOLISH_MOVES: Final[Mapping[str, Callable[[Observation, Any], bool]]] = {
    "takes what an event destroys": is_wasted,
    "stays open to an attack": is_open_to_attack,
}
"""The foolish moves by name."""
