"""What a fool does in Era: moves that bots made at the table and none should make again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.games.era.build import BuildStructure
from engine.games.era.placing import newly_enclosed
from engine.games.era.roll import SECOND_ROLL, ChooseDice
from engine.games.era.setup import LAYOUT, PlaceKit
from engine.games.era.state import DONE_PICK, Realm
from tests.fools import Fool

PLENTY: Final = 3
"""So many hammers more than stores can use are enough."""

WORTH_CLOSING: Final = 6


def may_scatter(state: Realm, decision: Any) -> bool:
    """Nothing of its kit lies yet."""
    return isinstance(decision, PlaceKit) and len(state.drafts[decision.seat].pieces) == 1


def scatters(state: Realm, decision: Any, pick: Any) -> bool:
    """A wall that touches nothing, or a house at the edge, in place of a whole set-up."""
    if pick[0] == LAYOUT:
        return False
    draft = state.drafts[decision.seat]
    return not draft.ground.at(pick).beside & draft.barrier


def may_sleep(state: Realm, decision: Any) -> bool:
    """Two rolls are left, no die shows a hammer, and there is wood or stone to build with."""
    if not isinstance(decision, ChooseDice) or decision.number != SECOND_ROLL:
        return False
    seat = decision.seat
    stores = state.has(seat, "wood") + state.has(seat, "stone")
    return not state.hammers(seat) and stores >= PLENTY


def sleeps(state: Realm, decision: Any, pick: Any) -> bool:
    """It rolls no die that could show a hammer: a round without building."""
    builders = state.box.building_dice
    mine = state.dice[decision.seat]
    could = [die for die in decision.marks(state, ()).things if mine[die] in builders]
    return bool(could) and not any(mine[die] in builders for die in pick)


def may_build_a_farm(state: Realm, decision: Any) -> bool:
    """Its farms feed all its dice, nothing is built out yet, and it could build a house
    that gives a die."""
    if not isinstance(decision, BuildStructure) or state.tokens_turned:
        return False
    seat, kinds = decision.seat, decision.kinds(state)
    farms = state.domains[seat].count("farm")
    houses = {"longhouse", "townhouse", "church"}
    return farms >= len(state.dice[seat]) and "farm" in kinds and bool(houses & set(kinds))


def builds_a_farm(state: Realm, decision: Any, pick: Any) -> bool:
    """One more farm for nobody to feed."""
    return bool(pick[0] == "farm")


def may_close_a_ring(state: Realm, decision: Any) -> bool:
    """One more wall would enclose several cells."""
    if not isinstance(decision, BuildStructure):
        return False
    domain = state.domains[decision.seat]
    return any(
        newly_enclosed(domain, place).bit_count() >= WORTH_CLOSING
        for kind in decision.kinds(state)
        if kind in state.box.walls
        for place in domain.legal(kind)
        if (place.beside & domain.barrier).bit_count() > 1
    )


def leaves_it_open(state: Realm, decision: Any, pick: Any) -> bool:
    """It stops with hammers and stone left, or lays a wall that encloses nothing."""
    if pick == DONE_PICK:
        return True
    domain = state.domains[decision.seat]
    return pick[0] in state.box.walls and not newly_enclosed(domain, domain.ground.at(pick))


FOOLS: Final[Mapping[str, Fool]] = {
    "scatters the kit": Fool(may_scatter, scatters),
    "lets a round go by without hammers": Fool(may_sleep, sleeps),
    "builds farms for nobody": Fool(may_build_a_farm, builds_a_farm),
    "leaves a ring open": Fool(may_close_a_ring, leaves_it_open),
}
"""The fools by what they do."""
