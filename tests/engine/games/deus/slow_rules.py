"""A slow and plain second version of some rules of Deus, for comparison with the fast ones.

Regions are their ids here, and pieces are (seat, type, region) triples.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

from engine.games.deus.components import MARITIME, MILITARY, TEMPLE
from engine.games.deus.state import World

Piece = tuple[int, int, str]


def pieces(state: World) -> list[Piece]:
    """Every piece on the map."""
    return [
        (seat, type_, name)
        for seat, places in enumerate(state.where)
        for type_, regions in enumerate(places)
        for number, name in enumerate(state.map.ids)
        if regions & (1 << number)
    ]


def near(state: World, region: str) -> set[str]:
    """The ids of the neighbours of a region."""
    hexes = state.map.hexes
    return {state.map.ids[one] for one in hexes.neighbours(state.map.ids.index(region))}


def kind(state: World, region: str) -> str:
    """land, sea or village."""
    return state.map.terrains[state.map.ids.index(region)].kind


def owners(state: World) -> dict[str, int]:
    """The seat that occupies each region."""
    return {region: seat for seat, _, region in pieces(state)}


def counts(state: World, seat: int) -> Counter[str]:
    """Number of pieces of a seat in each region."""
    return Counter(region for owner, _, region in pieces(state) if owner == seat)


def steps(state: World, one: str, other: str) -> int:
    """Number of steps between two regions, by expanding ring by ring."""
    reached, rings = {one}, 0
    while other not in reached:
        reached |= {n for region in reached for n in near(state, region)}
        rings += 1
    return rings


def places(state: World, seat: int, type_: int) -> tuple[set[str], set[str]]:
    """Regions where a piece may be built for free, and those for VP (section 7, DEU-9.4)."""
    taken = owners(state)
    mine = {region for region, owner in taken.items() if owner == seat}
    has = {region for owner, one, region in pieces(state) if (owner, one) == (seat, type_)}
    if type_ == TEMPLE:
        return {region for region in mine if kind(state, region) == "land"} - has, set()
    wanted = "sea" if type_ == MARITIME else "land"
    fit = {region for region in state.map.ids if kind(state, region) == wanted}
    edge = {region for region in fit if len(near(state, region)) < 6 and region not in taken}
    if not mine:
        apart = {
            region
            for region in edge
            if all(steps(state, region, other) >= state.box.first_distance for other in taken)
        }
        return apart or edge, set()
    beside = {n for region in mine for n in near(state, region)} - set(taken)
    free = ((mine | beside) & fit) - has
    return free, edge - free if state.points[seat] >= state.box.edge_vp else set()


def payable(state: World, seat: int, card: int) -> bool:
    """Whether any choice of tokens and gold pays for a card."""
    box = state.box
    *kinds, gold = box.cards[card].cost
    for used in product(*(range(needed + 1) for needed in kinds)):
        if any(n > have for n, have in zip(used, state.resources[seat], strict=True)):
            continue
        if gold + box.gold_for_a_resource * (sum(kinds) - sum(used)) <= state.gold[seat]:
            return True
    return False


def buildable(state: World, seat: int, card: int) -> bool:
    """Whether a card of the hand can be built (DEU-5.1, DEU-7.10, DEU-9.2, DEU-9.6)."""
    box = state.box
    type_ = box.cards[card].type
    if not payable(state, seat, card):
        return False
    columns = state.columns[seat]
    if type_ == TEMPLE:
        if any(len(columns[other]) < len(columns[TEMPLE]) for other in range(TEMPLE)):
            return False
        return state.temples == 0 or any(places(state, seat, TEMPLE))
    return state.available[seat][type_] > 0 and any(places(state, seat, type_))


def marches(state: World, seat: int, army: str, most: int) -> set[str]:
    """Regions where an army may stop, walked step by step (section 18)."""
    everything = pieces(state)
    taken = owners(state)
    there = [one for owner, one, region in everything if (owner, region) == (seat, army)]
    if sorted(there) == [MILITARY, TEMPLE]:
        return set()
    ships = {region for owner, one, region in everything if (owner, one) == (seat, MARITIME)}
    armies = {region for owner, one, region in everything if (owner, one) == (seat, MILITARY)}
    reached = {army}
    for _ in range(most):
        reached |= {
            n
            for region in reached
            for n in near(state, region)
            if kind(state, n) != "sea" or n in ships
        }
    return {
        region
        for region in reached
        if kind(state, region) != "village"
        and taken.get(region, seat) == seat
        and region not in armies
    }


def surrounded(state: World) -> list[str]:
    """The villages with VP that should have been attacked."""
    taken = owners(state)
    armies = {region for _, one, region in pieces(state) if one == MILITARY}
    return [
        name
        for name in state.map.ids
        if kind(state, name) == "village"
        and state.village_vp[state.map.ids.index(name)]
        and near(state, name) <= set(taken)
        and near(state, name) & armies
    ]
