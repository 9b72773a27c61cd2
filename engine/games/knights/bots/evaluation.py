"""Rules of thumb: what places, cards and positions are worth to a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.state import is_hidden
from engine.games.knights.board import Mask, members
from engine.games.knights.building import road_edges, upgradable, wallable
from engine.games.knights.component_types import BRICK, GRAIN, LUMBER, ORE, WOOL, Counts
from engine.games.knights.improvements import may_improve
from engine.games.knights.knights import knights_left, recruit_nodes
from engine.games.knights.longest_road import longest_trail, with_one_more
from engine.games.knights.state import CITY, SETTLEMENT, TIPPED, Island

Want = tuple[float, Counts]
"""How much something is wanted, and what it costs."""

WEIGHTS: Final = {LUMBER: 0.9, BRICK: 0.9, WOOL: 0.9, GRAIN: 1.1, ORE: 1.2}
COMMODITY_WORTH: Final = 1.3
NEW_KIND: Final = 1.5
HARBOR_WORTH: Final = 1.0
ALIKE: Final = 5.0
"""How much less a first city is worth for each land that is like another one beside it."""

CARD_WANTED: Final = 6.2
"""How much a development card is wanted: more than a road that leads to a site, less than one that
takes Longest Road."""

AWARD_TAKEN: Final = 20.0
AWARD_AHEAD: Final = 6.0
"""What a road is worth that takes Longest Road or leads on to it, where a site is worth what
`site_worth` says."""

ANOTHER_ROAD: Final = 2.0
"""By how much less a site is worth that it takes two roads to."""

SHIP_IS_NEAR: Final = 3
"""At so many steps from the shore the barbarians are a danger."""


def outlook(state: Island, seat: int) -> float:
    """The points so far, with what buildings, levels, knights and the hand promise."""
    value = 10.0 * state.points(seat) + state.income[seat] / 6
    value += sum(level * level for level in state.levels[seat]) / 3
    value += 0.8 * state.strength(seat) + 0.6 * state.contribution(seat)
    value += 0.2 * state.lengths[seat] + 0.7 * state.cards_held(seat)
    hand = state.hand_sizes[seat]
    over = max(0, hand - state.discard_limit(seat))
    rivals = max((state.points(other) for other in state.opponents(seat)), default=0)
    return value + 0.25 * hand - 0.2 * over - 2.0 * rivals


def yields(state: Island, seat: int) -> list[int]:
    """What a seat's buildings yield of each kind in 36 rolls, the robber left aside."""
    found = [0] * len(state.bank)
    for node in members(state.buildings(seat)):
        for kind, number in _yield_at(state, node, state.pieces[node]):
            found[kind] += number
    return found


def _yield_at(state: Island, node: int, piece: int) -> list[tuple[int, int]]:
    found = []
    for hex in state.box.board.node_hexes[node]:
        terrain = state.box.terrains[state.terrains[hex]]
        pips = state.box.pips.get(state.numbers[hex], 0)
        cards = terrain.city if piece == CITY else terrain.settlement
        found += [(kind, pips * number) for kind, number in cards]
    return found


def site_worth(state: Island, seat: int, node: int, piece: int = SETTLEMENT) -> float:
    """What a building on a node is worth: pips by kind, kinds that are new, a harbour."""
    have = yields(state, seat)
    worth = 0.0
    for kind, pips in _yield_at(state, node, piece):
        worth += pips * WEIGHTS.get(kind, COMMODITY_WORTH)
        if not have[kind]:
            worth += NEW_KIND
            have[kind] = pips
    return worth + HARBOR_WORTH * any(node in place.nodes for place in state.box.harbor_places)


def first_city_worth(state: Island, seat: int, node: int) -> float:
    """What the first city on a node is worth: as `site_worth`, but less where lands are alike: a
    city yields two of a kind there already."""
    return site_worth(state, seat, node, CITY) - ALIKE * alike_lands(state, node)


def alike_lands(state: Island, node: int) -> int:
    """How many of the lands about a node are like another one of them."""
    lands = [state.terrains[hex] for hex in state.box.board.node_hexes[node]]
    return len(lands) - len(set(lands))


def roads_on(state: Island, seat: int) -> dict[int, float]:
    """The edges where a road leads to something, with what that is worth: a site in two roads'
    reach, and Longest Road where a road or two would win it."""
    found = roads_to_sites(state, seat) if state.left(seat, 1) else {}
    if road_race(state, seat):
        goal = _award_goal(state)
        for edge in members(road_edges(state, seat)):
            length = _length_with(state, seat, edge)
            if length > state.lengths[seat]:
                worth = AWARD_TAKEN if length >= goal else AWARD_AHEAD
                found[edge] = found.get(edge, 0.0) + worth
    return found


def roads_to_sites(state: Island, seat: int) -> dict[int, float]:
    """The edges where a road leads to a site in two roads' reach, with what the best is worth, less
    the way."""
    board, blocked = state.box.board, state.others(seat)
    worth = {node: site_worth(state, seat, node) for node in members(sites_beyond(state, seat))}
    found: dict[int, float] = {}
    for edge in members(road_edges(state, seat)):
        best = 0.0
        for node in board.ends[edge]:
            if node in worth:
                best = max(best, worth[node])
            if not blocked >> node & 1:
                for beyond, near in board.ways[node]:
                    if near in worth and state.roads[beyond] < 0:
                        best = max(best, worth[near] - ANOTHER_ROAD)
        if best > 0:
            found[edge] = best
    return found


def sites_beyond(state: Island, seat: int) -> Mask:
    """The sites for a settlement to which no road of a seat leads yet."""
    return state.sites & ~state.occupied & ~state.ends[seat]


def _length_with(state: Island, seat: int, edge: int) -> int:
    """How long the longest road of a seat would be with one more there."""
    network, length = state.networks[seat], state.lengths[seat]
    cuts = state.occupied & state.ends[seat] & ~state.standing[seat]
    return with_one_more(state.box.board, network, cuts, length, 1 << edge)


def has_site_ahead(state: Island, seat: int) -> bool:
    """Whether a road or two lead to a site for a settlement that the seat has left."""
    if not state.left(seat, 1):
        return False
    board = state.box.board
    near = board.nodes_of(road_edges(state, seat))
    open_edges = board.edges_at(near & ~state.others(seat)) & ~sum(state.networks)
    return bool((near | board.nodes_of(open_edges)) & sites_beyond(state, seat))


def settle_nodes(state: Island, seat: int) -> Mask:
    """Where a settlement may be built, paid for or not."""
    if not state.left(seat, 1):
        return 0
    return state.sites & state.ends[seat] & ~state.occupied


def is_threatened(state: Island) -> bool:
    """Whether the barbarians are near and stronger than all active knights."""
    left = state.box.attack_step - state.ship
    knights = sum(state.contribution(seat) for seat in range(state.seats))
    return left <= SHIP_IS_NEAR and knights < state.cities_on_board()


def may_lose(state: Island, seat: int) -> bool:
    """Whether a seat has a city to lose and stands among the weakest who have."""
    if not state.available_cities(seat):
        return False
    own = state.contribution(seat)
    others = [o for o in state.opponents(seat) if state.available_cities(o)]
    return all(own <= state.contribution(other) for other in others)


def wants(state: Island, seat: int) -> list[Want]:
    """What a seat would like to pay for now, the most wanted first."""
    costs = state.box.costs
    found: list[Want] = []
    if settle_nodes(state, seat):
        found.append((10.0, costs["settlement"]))
    if upgradable(state, seat):
        found.append((11.0, costs["city"]))
    if state.box.tracks:
        found += [*_improvements(state, seat), *_defence(state, seat)]
    elif any(state.deck_sizes):
        found.append((CARD_WANTED, costs["development"]))
    if not settle_nodes(state, seat) and state.left(seat, 0) and state.left(seat, 1):
        found.append((6.0, costs["road"]))
    elif road_race(state, seat):
        found.append((6.5, costs["road"]))
    if state.box.tracks and wallable(state, seat):
        found.append((2.5, costs["city_wall"]))
    return sorted(found, key=lambda one: -one[0])


def _improvements(state: Island, seat: int) -> list[Want]:
    if not state.cities[seat]:
        return []
    found = []
    for number, track in enumerate(state.box.tracks):
        level = state.levels[seat][number]
        if level < len(track.costs) and may_improve(state, seat, number):
            cost = [0] * len(state.bank)
            cost[track.commodity] = track.costs[level]
            takes_metropolis = level >= 3 and state.metropolis_owners[number] != seat
            found.append((7.0 + level + 4.0 * takes_metropolis, tuple(cost)))
    return found


def _defence(state: Island, seat: int) -> list[Want]:
    costs, found = state.box.costs, []
    danger = is_threatened(state) and may_lose(state, seat)
    idle = state.knights[seat] & ~state.active_knights
    near = state.box.attack_step - state.ship <= SHIP_IS_NEAR + 1
    if idle and near:
        found.append((14.0 if danger else 8.0, costs["knight_activate"]))
    few = state.strength(seat) < 1 + state.cities[seat].bit_count()
    if few and knights_left(state, seat, 1) and recruit_nodes(state, seat):
        found.append((12.0 if danger and near else 7.0, costs["knight_recruit"]))
    elif state.knights[seat] and state.strength(seat) < 2 + state.cities[seat].bit_count():
        found.append((6.0, costs["knight_promote"]))
    return found


def road_race(state: Island, seat: int) -> bool:
    """Whether another road or two would win Longest Road."""
    if state.award == seat or not state.left(seat, 0):
        return False
    return _award_goal(state) - state.lengths[seat] <= min(2, state.left(seat, 0))


def _award_goal(state: Island) -> int:
    """How long a road must be to take Longest Road."""
    return max(state.box.points.longest_road_least, max(state.lengths) + (state.award >= 0))


def missing(hand: Sequence[int], cost: Counts) -> list[int]:
    """What a hand lacks of a cost, by kind."""
    return [max(0, need - have) for need, have in zip(cost, hand, strict=True)]


def spare(hand: Sequence[int], cost: Counts) -> list[int]:
    """What is left of a hand when a cost is laid aside, by kind."""
    return [max(0, have - need) for need, have in zip(cost, hand, strict=True)]


def needs(state: Island, seat: int) -> list[float]:
    """How much one more card of each kind is worth to a seat, from what it wants and holds."""
    hand = state.hands[seat]
    found = [0.1 + 0.4 * (not number) for number in yields(state, seat)]
    if is_hidden(hand):
        return found
    for want, cost in wants(state, seat)[:4]:
        lack = missing(hand, cost)
        for kind, number in enumerate(lack):
            if number:
                found[kind] += want / (2.0 + sum(lack))
    return found


def loses_award(state: Island, edge: int) -> bool:
    """Whether the owner of a road would lose Longest Road without it."""
    owner = state.roads[edge]
    if owner != state.award:
        return False
    cuts = state.occupied & state.ends[owner] & ~state.standing[owner]
    left = longest_trail(state.box.board, state.networks[owner] & ~(1 << edge), cuts)
    rivals = max(state.lengths[other] for other in state.opponents(owner))
    return left < max(rivals, state.box.points.longest_road_least)


def _leads(state: Island, seat: int) -> list[int]:
    """For each hex how many more buildings a seat has there than all others; a city counts two."""
    return [
        sum(
            (2 if state.pieces[node] == CITY else 1) * (1 if state.owners[node] == seat else -1)
            for node in nodes
            if 0 < state.pieces[node] <= TIPPED
        )
        for nodes in state.box.board.hex_nodes
    ]


def best_swap(state: Island, pairs: Sequence[tuple[int, int]], seat: int) -> tuple[int, int, int]:
    """The two hexes whose tokens a seat would best swap, and what that gains it over the others
    in 36 rolls: the gain, then the hexes."""
    pips, worth = state.box.pips, _leads(state, seat)

    def gain(pair: tuple[int, int]) -> int:
        one, other = pair
        more = pips[state.numbers[other]] - pips[state.numbers[one]]
        return more * (worth[one] - worth[other])

    best = max(pairs, key=gain)
    return gain(best), *best
