"""Situations of a seat for which the coach has special advice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.era.placement import closing_walls
from engine.games.era.state import Realm

ALL_PLACED: Final = "all_placed"
SKULLS: Final = "skulls"
FIRST_ROUNDS: Final = "first_rounds"
CLOSES_WALL: Final = "closes_wall"
NEAR_END: Final = "near_end"
LAST_ROUND: Final = "last_round"
SOLO_SKULLS: Final = "solo_skulls"
SOLO_LAST_ROUND: Final = "solo_last_round"

EARLY: Final = 2
"""The last round of the situation `FIRST_ROUNDS`."""

MANY_SKULLS: Final = 2
"""Minimum number of skulls for the situation `SKULLS`."""


def build_situation(state: Realm, seat: int, kinds: Sequence[str]) -> str:
    """Return the most urgent situation of a seat that can build structures of `kinds`, or an empty
    string."""
    if _is_last(state):
        return SOLO_LAST_ROUND if state.is_solo else LAST_ROUND
    domain = state.domains[seat]
    if any(next(closing_walls(domain, kind), None) for kind in kinds):
        return CLOSES_WALL
    if _may_end(state):
        return NEAR_END
    return FIRST_ROUNDS if state.round <= EARLY else ""


def dice_situation(state: Realm, seat: int) -> str:
    """Return `SKULLS` if the seat has many skulls, or `SOLO_SKULLS` in the solo game, where all
    disasters hit the player (ERA-15.8, ERA-15.9). Otherwise return an empty string."""
    if state.skulls(seat) < MANY_SKULLS:
        return ""
    return SOLO_SKULLS if state.is_solo else SKULLS


def last_round(state: Realm) -> str:
    """Return `LAST_ROUND` if the game certainly ends with this round (ERA-11.4, ERA-15.4);
    otherwise an empty string."""
    return LAST_ROUND if _is_last(state) else ""


def _is_last(state: Realm) -> bool:
    if state.is_solo:
        return state.round == state.box.solo.rounds
    return state.tokens_turned == state.tokens


def _may_end(state: Realm) -> bool:
    """Whether one more building could turn the last tracking token (ERA-9.7)."""
    kinds = state.box.buildings
    return state.tokens_turned == state.tokens - 1 and any(state.supply[id] == 1 for id in kinds)
