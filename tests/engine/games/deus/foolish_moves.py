"""Foolish moves in Deus that bots made in real games and none should make again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.core.parts import total
from engine.games.deus.offering import (
    HOARD_LIMIT,
    OFFER,
    ChooseResources,
    face_of,
    god_of,
    hand_card_names,
)
from engine.games.deus.placement import buildable
from engine.games.deus.rounds import Turn
from engine.games.deus.scoring import temples
from engine.games.deus.state import World
from tests.foolish_moves import FoolishMove


def _building(decision: Any) -> bool:
    return isinstance(decision, Turn)


def may_give_away(state: World, decision: Any) -> bool:
    """Another player would take a village that lacks one piece."""
    if not _building(decision) or state.map.edge == 0:
        return False
    free = state.map.land | state.map.sea
    occupied = state.occupied()
    return any(
        (state.map.neighbours[one] & free & ~occupied).bit_count() == 1
        for one in state.villages_left()
    )


def gives_away(state: World, decision: Any, pick: Any) -> bool:
    """Build where others take at least four VP more than the building itself gains."""
    if pick[0] == OFFER:
        return False
    after = state.copy()
    del after.agenda[-1]
    before = list(state.points)
    decision.apply(after, pick)
    gained = [now - then for now, then in zip(after.points, before, strict=True)]
    own = gained.pop(decision.seat)
    return max(gained) >= max(0, own) + 4


def may_hoard(state: World, decision: Any) -> bool:
    """The seat holds more goods than it can use in many turns."""
    return _building(decision) and sum(state.resources[decision.seat]) >= HOARD_LIMIT


def hoards(state: World, decision: Any, pick: Any) -> bool:
    """Make an offering that brings more goods, with cards for another god in hand."""
    gods = {god_of(state, face_of(state, one)).id for one in hand_card_names(state, decision.seat)}
    if pick[0] != OFFER or len(gods) == 1:
        return False
    return god_of(state, face_of(state, pick[1][-1])).resources > 0


def may_take_one_kind(state: World, decision: Any) -> bool:
    """Ceres gives three resources or more, and the seat has none."""
    if not isinstance(decision, ChooseResources) or decision.number < 3:
        return False
    seat = decision.seat
    wanted = any(card.effect.holding for card in temples(state, seat))
    return not any(state.resources[seat]) and not wanted and sum(map(bool, state.supply)) >= 3


def takes_one_kind(state: World, decision: Any, pick: Any) -> bool:
    """Take all of one kind."""
    return len(pick) == 1 and total(pick) >= 3


def may_offer(state: World, decision: Any) -> bool:
    """The seat can build a card."""
    return _building(decision) and bool(buildable(state, decision.seat))


def offers(state: World, decision: Any, pick: Any) -> bool:
    """Make an offering instead of building. This is often right, so each recorded position was
    checked by simulated games."""
    return bool(pick[0] == OFFER)


FOOLISH_MOVES: Final[Mapping[str, FoolishMove]] = {
    "gives VP away": FoolishMove(may_give_away, gives_away),
    "hoards goods": FoolishMove(may_hoard, hoards),
    "offers instead of building": FoolishMove(may_offer, offers),
    "takes one kind alone": FoolishMove(may_take_one_kind, takes_one_kind),
}
