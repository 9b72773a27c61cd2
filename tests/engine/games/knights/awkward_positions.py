"""Random positions that are as awkward as possible: full boards, knights between roads, tipped
cities, short banks, empty decks, full progress hands.

A position is generated for the slow referee, then copied to the match.
"""

from __future__ import annotations

from collections.abc import Container
from random import Random

from engine.games.knights.board import NOWHERE
from engine.games.knights.setup import put_building
from engine.games.knights.state import CITY, EMPTY, NOBODY, SETTLEMENT, TIPPED, Island
from engine.games.knights.victory import measure_roads
from tests.engine.games.knights.referee import Referee
from tests.engine.games.knights.referee_table import (
    COMMODITIES,
    DECK_OF,
    EDGES,
    HEX_NODES,
    KINDS,
    NODES,
    POINT_CARDS,
    RESOURCES,
    STOCK,
    TRACKS,
    Stone,
)

PIECES = {"settlement": SETTLEMENT, "city": CITY, "tipped": TIPPED}


# ---------------------------------------------------------------------- for the referee


def scatter(table: Referee, rng: Random) -> None:
    """Randomize the whole table, before the roll of the active seat."""
    table.at.clear()
    table.roads.clear()
    crowd = rng.choice((1, 2, 4, 5))
    for _ in range(crowd):
        for seat in range(table.seats):
            _build(table, rng, seat)
    for _ in range(rng.choice((3, 8, 15))):
        for seat in range(table.seats):
            _lay(table, rng, seat)
    for _ in range(rng.choice((1, 3, 6))):
        for seat in range(table.seats):
            _recruit(table, rng, seat)
    _improve(table, rng)
    _deal(table, rng)
    table.robber, table.locked = rng.choice(list(HEX_NODES)), rng.random() < 0.2
    if rng.random() < 0.6:
        table.merchant = rng.choice(list(HEX_NODES))
        table.merchant_owner = rng.randrange(table.seats)
    table.ship = rng.choice((0, 3, 5, 6, 6, 6))
    table.defenders = [rng.randrange(3) for _ in range(table.seats)]
    table.award = NOBODY
    target, table.target = table.target, 99
    table.measure()
    table.target = target


def _build(table: Referee, rng: Random, seat: int) -> None:
    places = [n for n in NODES if n not in table.at and table.keeps_distance(n)]
    pieces = [piece for piece in ("settlement", "city") if table.left(seat, piece)]
    if not places or not pieces:
        return
    piece = pieces[-1] if rng.random() < 0.6 else pieces[0]
    tips = piece == "city" and rng.random() < 0.2
    stone = Stone(seat, "tipped" if tips else piece)
    stone.wall = stone.piece == "city" and table.left(seat, "city_wall") > 0 and rng.random() < 0.5
    table.at[rng.choice(places)] = stone


def _lay(table: Referee, rng: Random, seat: int) -> None:
    """Lay a connected road, or now and then a disconnected one."""
    places = table.road_places(seat)
    if rng.random() < 0.1:
        places = [edge for edge in EDGES if edge not in table.roads]
    if places and table.left(seat, "road"):
        table.roads[rng.choice(places)] = seat


def _recruit(table: Referee, rng: Random, seat: int) -> None:
    levels = [level for level in (1, 2, 3) if table.knights_left(seat, level)]
    places = table.knight_places(seat)
    if levels and places:
        active = rng.random() < 0.7
        ready = active and seat == table.active
        knight = Stone(seat, "knight", level=rng.choice(levels), active=active, ready=ready)
        table.at[rng.choice(places)] = knight


def _improve(table: Referee, rng: Random) -> None:
    """Set levels, and give metropolises to players who can have them."""
    for track in TRACKS:
        table.metropolis[track] = None
        for levels in table.levels:
            levels[track] = rng.choice((0, 1, 2, 3, 3, 3, 4, 4, 5))
        highest = max(levels[track] for levels in table.levels)
        holders = [
            seat
            for seat, levels in enumerate(table.levels)
            if levels[track] == highest and table.available_cities(seat)
        ]
        if highest >= 4 and holders:
            table.metropolis[track] = rng.choice(table.available_cities(rng.choice(holders)))
        elif highest >= 4:
            for levels in table.levels:
                levels[track] = min(levels[track], 3)


def _deal(table: Referee, rng: Random) -> None:
    """Deal hands, with a bank that is short of some kinds, progress cards, and decks with few cards
    or none."""
    most = rng.choice((1, 2, 4))
    for hand in table.hands:
        for kind in KINDS:
            hand[kind] = rng.randint(0, most) if rng.random() < 0.7 else 0
        if rng.random() < 0.4:
            hand[rng.choice(COMMODITIES)] = rng.choice((4, 5))
    poor = rng.choice(table.hands)
    for kind in rng.choice(((), RESOURCES, COMMODITIES, KINDS)):
        poor[kind] = 0
    table.known = [dict.fromkeys(KINDS, 0) for _ in table.hands]
    for kind in KINDS:
        table.bank[kind] = rng.choice((0, 1, 3, STOCK[kind], STOCK[kind]))
    if rng.random() < 0.1:
        table.bank.update(dict.fromkeys(RESOURCES, 0))
    for deck in table.decks.values():
        rng.shuffle(deck)
    table.opened = [[] for _ in table.opened]
    for cards in table.progress:
        del cards[:]
        for _ in range(rng.choice((0, 2, 4, 4))):
            track = rng.choice(list(TRACKS))
            if table.decks[track] and table.decks[track][-1] not in POINT_CARDS:
                cards.append(table.decks[track].pop())
    for deck in table.decks.values():
        del deck[: len(deck) - rng.choice((0, 1, 2, 9, 9, 9))]


# ---------------------------------------------------------------------- for the match


def copy_position(state: Island, table: Referee) -> None:
    """Copy the position of the referee to a match."""
    _clear(state)
    for node, stone in table.at.items():
        if stone.is_building:
            put_building(state, stone.seat, node, PIECES[stone.piece])
        else:
            state.place(stone.seat, node, TIPPED + stone.level)
    for edge, seat in table.roads.items():
        state.lay_road(seat, edge)
    state.walls = _mask(table, "wall")
    state.active_knights, state.ready = _mask(table, "active"), _mask(table, "ready")
    state.levels = [tuple(levels.values()) for levels in table.levels]
    spots = table.metropolis.values()
    state.metropolises = [NOWHERE if node is None else node for node in spots]
    state.metropolis_owners = [table.metropolis_owner(track) for track in TRACKS]
    _take_cards(state, table)
    state.robber_locked, state.attacks = table.locked, int(not table.locked)
    state.merchant, state.merchant_owner = table.merchant, table.merchant_owner
    state.ship, state.defenders = table.ship, list(table.defenders)
    state.move_robber(table.robber)
    measure_roads(state)


def _clear(state: Island) -> None:
    seats, board = range(state.seats), state.board
    state.pieces = [EMPTY] * board.node_count
    state.owners = [NOBODY] * board.node_count
    state.roads = [NOBODY] * board.edge_count
    for masks in (
        state.settlements,
        state.cities,
        state.tipped,
        state.knights,
        state.standing,
        state.networks,
        state.ends,
        state.income,
    ):
        masks[:] = [0 for _ in seats]
    state.sites, state.promoted = board.all_nodes, 0
    state.harbor_rates = [(state.box.bank_rate,) * len(KINDS) for _ in seats]
    state.robber, state.award = NOWHERE, NOBODY


def _mask(table: Referee, flag: str) -> int:
    return sum(1 << node for node, stone in table.at.items() if getattr(stone, flag))


def _take_cards(state: Island, table: Referee) -> None:
    numbers = state.box.card_numbers
    state.bank = [table.bank[kind] for kind in KINDS]
    state.hands = [[hand[kind] for kind in KINDS] for hand in table.hands]
    state.hand_sizes = list(map(sum, state.hands))
    state.decks = [tuple(numbers[card] for card in deck) for deck in table.decks.values()]
    state.deck_sizes = list(map(len, state.decks))
    state.progress = [tuple(numbers[card] for card in cards) for cards in table.progress]
    state.backs = [
        tuple(sum(DECK_OF[card] == track for card in cards) for track in TRACKS)
        for cards in table.progress
    ]
    state.open_cards = [() for _ in table.opened]
    if state.counts_cards:
        state.known = [[0] * len(KINDS) for _ in state.hands]


def with_other_secrets(state: Island, readers: Container[int], rng: Random) -> Island:
    """The same position for these readers, with random cards in the hands of others and in the
    decks; only the numbers of cards are unchanged."""
    other = state.copy()
    for seat in range(other.seats):
        if seat in readers:
            continue
        size = other.hand_sizes[seat]
        cards = rng.choices(range(len(KINDS)), k=size)
        other.hands[seat] = [cards.count(kind) for kind in range(len(KINDS))]
        other.progress[seat] = tuple(_other_card(other, card, rng) for card in other.progress[seat])
    other.decks = [tuple(rng.sample(deck, len(deck))) for deck in other.decks]
    return other


def _other_card(state: Island, card: int, rng: Random) -> int:
    """Another card with the same back that can be held."""
    box = state.box
    deck = box.cards[card].deck
    return rng.choice([n for n, c in enumerate(box.cards) if c.deck == deck and not c.is_open])
