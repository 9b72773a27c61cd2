"""Rules of thumb for the value of places, cards and positions, and the features for the fitted
evaluation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.core.hidden import is_hidden
from engine.games.knights.board import members
from engine.games.knights.building import road_edges, upgradable, wallable
from engine.games.knights.component_types import (
    BRICK,
    GRAIN,
    LUMBER,
    ORE,
    ROAD,
    SETTLEMENT_PIECE,
    WOOL,
    CountsByKind,
)
from engine.games.knights.improvements import HIGHEST_LEVEL, METROPOLIS_LEVEL, may_improve
from engine.games.knights.knights import knights_left, recruit_nodes
from engine.games.knights.longest_road import longest_trail, trail_with_one_more
from engine.games.knights.production import expected_production, pips
from engine.games.knights.state import (
    CITY,
    NOBODY,
    SETTLEMENT,
    TIPPED,
    Island,
    available_cities,
    cities_on_board,
    strength,
)
from engine.geometry.bit_sets import Mask

Want = tuple[float, CountsByKind]
"""The value of a purchase, and its cost."""

RESOURCE_WORTH: Final = {LUMBER: 0.9, BRICK: 0.9, WOOL: 0.9, GRAIN: 1.1, ORE: 1.2}
COMMODITY_WORTH: Final = 1.3
NEW_KIND_WORTH: Final = 1.5
HARBOR_WORTH: Final = 1.0
REPEATED_TERRAIN: Final = 5.0
"""Amount by which the value of a first city falls for each repeated terrain (see
`repeated_terrains`)."""

CARD_WANTED: Final = 6.2
"""Value of buying a development card. It is between that of a road to a site and that of a road
towards Longest Road."""

AWARD_TAKEN: Final = 20.0
AWARD_AHEAD: Final = 6.0
"""Values, on the scale of `site_worth`, of a road that takes Longest Road (`AWARD_TAKEN`) and of a
road that brings it nearer (`AWARD_AHEAD`)."""

ANOTHER_ROAD: Final = 2.0
"""Amount by which the value of a site falls if it is two roads away."""

SHIP_IS_NEAR: Final = 3
"""Maximum number of steps that the barbarians' ship has left when an attack counts as near."""


def evaluate(state: Island, seat: int) -> float:
    """Return the evaluation of a seat, in tenths of a point: current points, plus the value of
    production, levels, knights, the longest road and cards, minus a share of the best opponent's
    points."""
    value = 10.0 * state.points(seat) + state.income[seat] / 6
    value += sum(level * level for level in state.levels[seat]) / 3
    value += 0.8 * strength(state, seat) + 0.6 * state.contribution(seat)
    value += 0.2 * state.lengths[seat] + 0.7 * state.cards_held(seat)
    hand = state.hand_sizes[seat]
    rivals = max((state.points(other) for other in state.opponents(seat)), default=0)
    return value + 0.25 * hand - 0.2 * max(0, hand - state.discard_limit(seat)) - 2.0 * rivals


def _yield_at(state: Island, node: int, piece: int) -> list[tuple[int, int]]:
    production = []
    for hex in state.box.board.node_hexes[node]:
        terrain = state.box.terrains[state.terrains[hex]]
        pips = state.box.pips.get(state.numbers[hex], 0)
        cards = terrain.city if piece == CITY else terrain.settlement
        production += [(kind, pips * number) for kind, number in cards]
    return production


def site_worth(state: Island, seat: int, node: int, piece: int = SETTLEMENT) -> float:
    """Return the value of placing `piece` on a node. It depends on the pips of each kind, on kinds
    that the seat does not produce yet, and on a harbour."""
    have = expected_production(state, seat)
    worth = 0.0
    for kind, gained in _yield_at(state, node, piece):
        worth += gained * RESOURCE_WORTH.get(kind, COMMODITY_WORTH)
        if not have[kind]:
            worth += NEW_KIND_WORTH
            have[kind] = gained
    return worth + HARBOR_WORTH * any(node in place.nodes for place in state.box.harbor_places)


def first_city_worth(state: Island, seat: int, node: int) -> float:
    """Return the value of the first city on a node: the value from `site_worth`, minus
    `REPEATED_TERRAIN` for each repeated terrain, because a city already gets two cards from one
    hex."""
    return site_worth(state, seat, node, CITY) - REPEATED_TERRAIN * repeated_terrains(state, node)


def repeated_terrains(state: Island, node: int) -> int:
    """Return the number of land hexes next to a node, not counting the first hex of each
    terrain."""
    terrains = [state.terrains[hex] for hex in state.box.board.node_hexes[node]]
    return len(terrains) - len(set(terrains))


def roads_on(state: Island, seat: int) -> dict[int, float]:
    """Return the edges where a road would be useful, with the values of the roads. A road is useful
    if the seat has a settlement left and the road leads to a site within two roads, or if the seat
    could win Longest Road with it and at most one more road."""
    values = roads_to_sites(state, seat) if state.left(seat, SETTLEMENT_PIECE) else {}
    if road_race(state, seat):
        goal = _award_goal(state)
        for edge in members(road_edges(state, seat)):
            length = _length_with(state, seat, edge)
            if length > state.lengths[seat]:
                worth = AWARD_TAKEN if length >= goal else AWARD_AHEAD
                values[edge] = values.get(edge, 0.0) + worth
    return values


def roads_to_sites(state: Island, seat: int) -> dict[int, float]:
    """Return the edges where a road would lead to a site within two roads. Each has the value of
    the best such site, which is reduced by `ANOTHER_ROAD` if the site is two roads away."""
    board, blocked = state.box.board, state.others(seat)
    worth = {node: site_worth(state, seat, node) for node in members(sites_beyond(state, seat))}
    values: dict[int, float] = {}
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
            values[edge] = best
    return values


def sites_beyond(state: Island, seat: int) -> Mask:
    """Return the sites for a settlement that no road of the seat has reached yet."""
    return state.sites & ~state.occupied & ~state.ends[seat]


def _length_with(state: Island, seat: int, edge: int) -> int:
    """Return the length that the seat's longest road would have with another road on `edge`."""
    network, length = state.networks[seat], state.lengths[seat]
    cuts = state.occupied & state.ends[seat] & ~state.standing[seat]
    return trail_with_one_more(state.box.board, network, cuts, length, 1 << edge)


def has_site_ahead(state: Island, seat: int) -> bool:
    """Whether the seat has a settlement left, and a site for it that at most two further roads
    would reach."""
    if not state.left(seat, SETTLEMENT_PIECE):
        return False
    board = state.box.board
    near = board.nodes_of(road_edges(state, seat))
    open_edges = board.edges_at(near & ~state.others(seat)) & ~sum(state.networks)
    return bool((near | board.nodes_of(open_edges)) & sites_beyond(state, seat))


def settle_nodes(state: Island, seat: int) -> Mask:
    """Return the nodes where the seat could build a settlement, ignoring the cost."""
    if not state.left(seat, SETTLEMENT_PIECE):
        return 0
    return state.sites & state.ends[seat] & ~state.occupied


def is_threatened(state: Island) -> bool:
    """Whether the barbarians are near, and stronger than all active knights together."""
    left = state.box.attack_step - state.ship
    knights = sum(state.contribution(seat) for seat in range(state.seats))
    return left <= SHIP_IS_NEAR and knights < cities_on_board(state)


def may_lose(state: Island, seat: int) -> bool:
    """Whether the seat would lose a city if the barbarians won now: it has a city that can be lost,
    and no other seat with such a city contributes less."""
    if not available_cities(state, seat):
        return False
    own = state.contribution(seat)
    others = [other for other in state.opponents(seat) if available_cities(state, other)]
    return all(own <= state.contribution(other) for other in others)


def wants(state: Island, seat: int) -> list[Want]:
    """Return the purchases that the seat would like to make, whether or not it can pay for them,
    best first."""
    costs, sites = state.box.costs, settle_nodes(state, seat)
    purchases: list[Want] = []
    if sites:
        purchases.append((10.0, costs["settlement"]))
    if upgradable(state, seat):
        purchases.append((11.0, costs["city"]))
    if state.box.tracks:
        purchases += [*_improvements(state, seat), *_defence(state, seat)]
    elif any(state.deck_sizes):
        purchases.append((CARD_WANTED, costs["development"]))
    if not sites and state.left(seat, ROAD) and state.left(seat, SETTLEMENT_PIECE):
        purchases.append((6.0, costs["road"]))
    elif road_race(state, seat):
        purchases.append((6.5, costs["road"]))
    if state.box.tracks and wallable(state, seat):
        purchases.append((2.5, costs["city_wall"]))
    return sorted(purchases, key=lambda want: -want[0])


def winning_purchases(state: Island, seat: int) -> Iterator[tuple[str, str | None, CountsByKind]]:
    """Yield the purchases that would win the game at once, whether or not the seat can pay for
    them: the key of the command, the id of the track (None if the purchase improves none), and the
    cost."""
    lacking, worth, costs = state.win_target - state.points(seat), state.box.points, state.box.costs
    if lacking <= worth.city - worth.settlement and upgradable(state, seat):
        yield "city", None, costs["city"]
    if lacking <= worth.settlement and settle_nodes(state, seat):
        yield "settlement", None, costs["settlement"]
    if state.box.tracks and lacking <= worth.metropolis:
        for number, cost in _metropolis_costs(state, seat):
            yield "improve", state.box.tracks[number].id, cost


def level_cost(state: Island, track: int, level: int) -> CountsByKind:
    """Return the number of cards of each kind that a level of a track costs. Levels count from
    1."""
    cost = [0] * len(state.bank)
    improved = state.box.tracks[track]
    cost[improved.commodity] = improved.costs[level - 1]
    return tuple(cost)


def _metropolis_costs(state: Island, seat: int) -> Iterator[tuple[int, CountsByKind]]:
    """Yield the tracks on which the next level brings a metropolis, each with its cost."""
    for number, track in enumerate(state.box.tracks):
        level, holder = state.levels[seat][number] + 1, state.metropolis_owners[number]
        if holder == seat or level < METROPOLIS_LEVEL or level > len(track.costs):
            continue
        is_free = holder == NOBODY or state.levels[holder][number] < level == HIGHEST_LEVEL
        if is_free and may_improve(state, seat, number):
            yield number, level_cost(state, number, level)


def _improvements(state: Island, seat: int) -> list[Want]:
    if not state.cities[seat]:
        return []
    purchases = []
    for number, track in enumerate(state.box.tracks):
        level = state.levels[seat][number]
        if level < len(track.costs) and may_improve(state, seat, number):
            takes_metropolis = level >= 3 and state.metropolis_owners[number] != seat
            worth = 7.0 + level + 4.0 * takes_metropolis
            purchases.append((worth, level_cost(state, number, level + 1)))
    return purchases


def _defence(state: Island, seat: int) -> list[Want]:
    costs, purchases = state.box.costs, []
    danger = is_threatened(state) and may_lose(state, seat)
    idle = state.knights[seat] & ~state.active_knights
    near = state.box.attack_step - state.ship <= SHIP_IS_NEAR + 1
    if idle and near:
        purchases.append((14.0 if danger else 8.0, costs["knight_activate"]))
    few = strength(state, seat) < 1 + state.cities[seat].bit_count()
    if few and knights_left(state, seat, 1) and recruit_nodes(state, seat):
        purchases.append((12.0 if danger and near else 7.0, costs["knight_recruit"]))
    elif state.knights[seat] and strength(state, seat) < 2 + state.cities[seat].bit_count():
        purchases.append((6.0, costs["knight_promote"]))
    return purchases


def road_race(state: Island, seat: int) -> bool:
    """Whether the seat could win Longest Road with one or two more roads, judging only by the
    lengths of the roads and by the roads that it has left."""
    if state.award == seat or not state.left(seat, ROAD):
        return False
    return _award_goal(state) - state.lengths[seat] <= min(2, state.left(seat, ROAD))


def _award_goal(state: Island) -> int:
    """Return the length required to win Longest Road. If nobody has Longest Road because of a tie,
    the tied length is returned, although a longer road is required."""
    return max(state.box.points.longest_road_least, max(state.lengths) + (state.award >= 0))


def held_by_others(state: Island, seat: int, kind: int) -> int:
    """Return the number of cards of a kind that all opponents have together. It follows from the
    numbers in the bank and in the seat's hand."""
    return state.box.kinds[kind].bank - state.bank[kind] - state.hands[seat][kind]


def missing(hand: Sequence[int], cost: CountsByKind) -> list[int]:
    """Return the number of cards of each kind that a hand lacks for a cost."""
    return [max(0, need - have) for need, have in zip(cost, hand, strict=True)]


def spare(hand: Sequence[int], cost: CountsByKind) -> list[int]:
    """Return the number of cards of each kind that a hand has beyond a cost."""
    return [max(0, have - need) for need, have in zip(cost, hand, strict=True)]


def needs(state: Island, seat: int) -> list[float]:
    """Return the value of one more card of each kind to the seat. It depends on the seat's
    production and, unless its hand is hidden, on its wants and hand."""
    hand = state.hands[seat]
    values = [0.1 + 0.4 * (not number) for number in expected_production(state, seat)]
    if is_hidden(hand):
        return values
    for want, cost in wants(state, seat)[:4]:
        lack = missing(hand, cost)
        for kind, number in enumerate(lack):
            if number:
                values[kind] += want / (2.0 + sum(lack))
    return values


def loses_award(state: Island, edge: int) -> bool:
    owner = state.roads[edge]
    if owner != state.award:
        return False
    cuts = state.occupied & state.ends[owner] & ~state.standing[owner]
    left = longest_trail(state.box.board, state.networks[owner] & ~(1 << edge), cuts)
    rivals = max(state.lengths[other] for other in state.opponents(owner))
    return left < max(rivals, state.box.points.longest_road_least)


def _building_leads(state: Island, seat: int) -> list[int]:
    """Return the number of the seat's buildings minus that of all other seats' buildings, by hex.
    Cities count double."""
    return [
        sum(
            (2 if state.pieces[node] == CITY else 1) * (1 if state.owners[node] == seat else -1)
            for node in nodes
            if 0 < state.pieces[node] <= TIPPED
        )
        for nodes in state.box.board.hex_nodes
    ]


def best_swap(state: Island, pairs: Sequence[tuple[int, int]], seat: int) -> tuple[int, int, int]:
    """Return the gain from the best swap of number tokens for the seat, and the two hexes. The swap
    is one of `pairs`, which must not be empty. The gain is the number of cards that the seat gains
    in 36 rolls, minus the number that all others gain."""
    pips, worth = state.box.pips, _building_leads(state, seat)

    def gain(pair: tuple[int, int]) -> int:
        one, other = pair
        more = pips[state.numbers[other]] - pips[state.numbers[one]]
        return more * (worth[one] - worth[other])

    best = max(pairs, key=gain)
    return gain(best), *best


CLOSE_TO_END: Final = 4
"""Number of missing points below which a seat counts as close to winning."""

MAX_OF_A_KIND: Final = 3
"""Maximum number of cards of a kind that count in the features."""

HAND_SPLIT: Final = 7
"""Number of hand cards above which further cards count as a separate feature."""

CARDS_AT_RISK: Final = 16
"""Index of the feature for the number of cards over the discard limit."""

MAX_SITES: Final = 2
MAX_SITES_AHEAD: Final = 3
"""Maximum numbers of sites that count: sites that a road has reached (`MAX_SITES`), and sites one
road away (`MAX_SITES_AHEAD`)."""

NEAR_LONGEST: Final = 4
"""Minimum length of a road that counts as near to Longest Road."""


def features(state: Island, seat: int) -> Sequence[float]:
    """Return the features of a seat in a fully known state, for the fitted evaluation."""
    by_kind = expected_production(state, seat)
    return (
        *of_points(state, seat, by_kind),
        *of_hand(state, seat),
        *_level_features(state, seat, by_kind),
        *_defence_features(state, seat),
        *expansion_features(state, seat),
        state.lengths[seat],
        state.award == seat,
        state.cards_held(seat),
        state.rates(seat).count(2),
        concentration(by_kind),
        (state.walls & state.cities[seat]).bit_count(),
        state.merchant_owner == seat,
        (seat - state.active) % state.seats / state.seats,
    )


def of_points(state: Island, seat: int, by_kind: Sequence[int]) -> tuple[float, ...]:
    """Return the features of points and production: the points themselves, the progress of the
    game, and the production of the buildings. `by_kind` is the expected production by kind."""
    points = state.points(seat)
    rivals = max(map(state.points, state.opponents(seat)))
    late = max(points, rivals) / state.win_target
    income = state.income[seat] / 10
    return (
        points,
        points * late,
        max(0, CLOSE_TO_END - (state.win_target - points)),
        income,
        income * (1 - late),
        *(number / 10 for number in by_kind),
        sum(map(bool, by_kind)),
    )


def concentration(by_kind: Sequence[int]) -> float:
    """Return the concentration of the production `by_kind` (Herfindahl index). It is 1 if all cards
    are of the same kind, lower if they are spread more evenly, and 0 without production."""
    total = sum(by_kind) or 1
    return sum(number * number for number in by_kind) / (total * total)


def of_hand(state: Island, seat: int) -> tuple[float, ...]:
    """Return the features of a hand: the number of cards up to `HAND_SPLIT`, the number above
    `HAND_SPLIT`, the number over the discard limit, and the number of each kind up to
    `MAX_OF_A_KIND`."""
    size = state.hand_sizes[seat]
    over = max(0, size - state.discard_limit(seat))
    hand = [min(MAX_OF_A_KIND, number) for number in state.hands[seat]]
    return min(HAND_SPLIT, size), max(0, size - HAND_SPLIT), over, *hand


def _level_features(state: Island, seat: int, by_kind: Sequence[int]) -> tuple[float, ...]:
    """Return the features of the improvements: levels by track; abilities; production of each
    track's commodity, weighted by the track's level; metropolises owned, within reach, and at
    risk."""
    levels, owners = state.levels[seat], state.metropolis_owners
    tracks = list(zip(levels, state.box.tracks, strict=True))
    return (
        *levels,
        *(level >= track.ability_level for level, track in tracks),
        *(level * by_kind[track.commodity] / 30 for level, track in tracks),
        owners.count(seat),
        sum(
            owner == NOBODY and level == METROPOLIS_LEVEL - 1
            for level, owner in zip(levels, owners, strict=True)
        ),
        sum(owner == seat and _may_be_taken(state, track) for track, owner in enumerate(owners)),
    )


def _may_be_taken(state: Island, track: int) -> bool:
    """Whether another seat could take a track's metropolis from its owner: both have reached its
    level, and the owner has not reached the last level."""
    has_this_level = [levels[track] == METROPOLIS_LEVEL for levels in state.levels]
    return has_this_level[state.metropolis_owners[track]] and sum(has_this_level) > 1


def _defence_features(state: Island, seat: int) -> tuple[float, ...]:
    """Return the features of the defence: the strengths of all and of the active knights; whether
    the seat contributes most; and, weighted by the ship's progress, whether it may lose a city or
    become Defender of Catan."""
    given = [state.contribution(other) for other in range(state.seats)]
    own, best = given[seat], max(given[other] for other in state.opponents(seat))
    near = state.ship / state.box.attack_step
    holds = sum(given) >= cities_on_board(state)
    in_danger = not holds and may_lose(state, seat)
    return (
        strength(state, seat),
        own,
        own > best,
        near * in_danger,
        near * near * in_danger,
        near * (holds and own > best),
    )


def expansion_features(state: Island, seat: int) -> tuple[float, ...]:
    """Return the features of expansion: sites that a road has reached, sites one road away, pips of
    the best settlement, and whether Longest Road is near."""
    near = state.box.board.nodes_of(road_edges(state, seat)) & sites_beyond(state, seat)
    return (
        min(MAX_SITES, settle_nodes(state, seat).bit_count()),
        min(MAX_SITES_AHEAD, near.bit_count()),
        max((pips(state, node) for node in members(state.settlements[seat])), default=0) / 10,
        state.award != seat and state.lengths[seat] >= max(NEAR_LONGEST, max(state.lengths) - 1),
    )
