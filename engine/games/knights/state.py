"""The state of Cities & Knights: the island, hands, decks, tracks, and actions of the current turn.

Seats count from 0. Kinds of cards, tracks, pieces and progress cards are indices into the
components; sets of nodes and edges are masks (`board`). Everything that is public by CK-24.1 is in
a public field. Unless hands are open, hands and progress cards are visible only to their owners.
Unrevealed discards are visible only to their owners, and the order of the decks to nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import ge
from typing import Any, Final, TypeVar

from attrs import field

from engine.core.hidden import Hidden
from engine.core.state import State, secret, shared, table, unpublished
from engine.games.knights.board import NOWHERE, Board, members
from engine.games.knights.component_types import (
    BASIC,
    CITY_PIECE,
    NO_TOKEN,
    ROAD,
    SETTLEMENT_PIECE,
    TRADE,
    Components,
    CountsByKind,
    kinds_in,
)
from engine.games.knights.components import components
from engine.geometry.bit_sets import Mask

NOBODY: Final = -1
NEVER: Final = -100
"""A turn number far below that of the first turn. In `Island.asked_for`, it means that the seat has
never asked for the kind."""


EMPTY, SETTLEMENT, CITY, TIPPED, BASIC_KNIGHT, STRONG_KNIGHT, MIGHTY_KNIGHT = range(7)
"""Contents of a node. A knight of level L is `TIPPED + L`."""

DIE_TOTALS: Final = 13
"""Length of a list indexed by the total of two dice: one more than the highest total."""

Shown = tuple[tuple[int, int], ...]
Yield = tuple[int, int, int]
"""Production: the seat, the kind of card, and the number of cards."""

Offer = tuple[CountsByKind, CountsByKind]

RefusedOffer = tuple[int, CountsByKind, CountsByKind, int]
"""An offer that led to no trade: its seat, the cards offered and wanted, and the value of `built`
at that time."""


def built(state: Island) -> int:
    """Return the number of settlements plus twice the number of cities. Tipped cities do not
    count."""
    settlements = sum(mask.bit_count() for mask in state.settlements)
    return settlements + 2 * sum(mask.bit_count() for mask in state.cities)


def _nothing() -> Shown:
    return ()


@table
class Island(State):
    """The state of a game.

    `pieces` and `owners` are the content of each node and its owner, `roads` the owner of the road
    on each edge. The following are masks by seat: `settlements`, `cities` (upright ones), `tipped`,
    `knights`, `standing` (all of these), `networks` (edges) and `ends` (nodes where the seat's
    roads end). `sites` are the nodes far enough from every building (CK-11.7). `walls`,
    `active_knights`, `ready` (knights that can act now) and `promoted` (knights promoted this turn)
    are masks of nodes; the last two are cleared after each turn.

    `hands` count cards by kind, and `progress` lists progress cards; `hand_sizes` and `backs` (by
    deck) are the parts that others see. `discards` have been chosen but not paid yet. `known` are
    the cards that everyone knows to be in a hand (CK-23.9); it is updated only if cards are
    counted.

    `lengths` are the lengths of the longest roads, and `award` is the seat with Longest Road.
    `metropolises` are the nodes by track. `fleet` is a mask of the kinds that Merchant Fleet has
    made 2:1, and `dealt` a mask of the opponents with whom a Commercial Harbor deal has been tried
    (CK-18.1). `offers` are the offers of this turn.

    `income` is the production of each seat's buildings in 36 rolls, including the robber's effect.
    `expected` is the sum of `income` over all rolls, and `totals` counts these rolls by their
    total, both without the rolls chosen with an Alchemist. `faces` counts the faces of the event
    die: first the ship, then the gate of each track. `produced` counts the cards received, and
    `arranged` those received in a roll chosen with an Alchemist. `measured` are the networks and
    cuts for which `lengths` have been computed. `yields` caches the production of each hex until a
    building at the hex changes.

    `asked_for` is the turn in which a seat last asked for a kind in an offer, and `refused` are the
    offers without a trade. Both are public and serve as the bots' memory; `refused` is not part of
    the bot protocol. In `produced`, `arranged` and `asked_for`, the index of a seat and a kind is
    `seat` times the number of kinds plus `kind`.
    """

    box: Components = shared(factory=components)

    win_target: int = 0
    discard_base: int = 0
    layout: str = ""
    answers_aloud: bool = False
    counts_cards: bool = False
    hands_open: bool = False

    terrains: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    harbors: tuple[str, ...] = ()
    hexes_by_number: tuple[tuple[int, ...], ...] = ()

    pieces: list[int] = field(factory=list)
    owners: list[int] = field(factory=list)
    roads: list[int] = field(factory=list)
    settlements: list[int] = field(factory=list)
    cities: list[int] = field(factory=list)
    tipped: list[int] = field(factory=list)
    knights: list[int] = field(factory=list)
    standing: list[int] = field(factory=list)
    networks: list[int] = field(factory=list)
    ends: list[int] = field(factory=list)
    sites: int = 0
    walls: int = 0
    active_knights: int = 0
    ready: int = 0
    promoted: int = 0
    harbor_rates: list[CountsByKind] = field(factory=list)

    robber: int = NOWHERE
    robber_locked: bool = True
    merchant: int = NOWHERE
    merchant_owner: int = NOBODY

    bank: list[int] = field(factory=list)
    hands: list[list[int]] = secret(
        of="owner", until="hands_open", shown="hands_shown", factory=list
    )
    hand_sizes: list[int] = field(factory=list)
    hands_shown: Shown = field(factory=_nothing)
    known: list[list[int]] = field(factory=list)
    discards: list[tuple[int, ...]] = secret(of="owner", factory=list)

    decks: list[tuple[int, ...]] = secret(of="nobody", factory=list)
    deck_sizes: list[int] = field(factory=list)
    progress: list[tuple[int, ...]] = secret(
        of="owner", until="hands_open", shown="progress_shown", factory=list
    )
    progress_shown: Shown = field(factory=_nothing)
    backs: list[CountsByKind] = field(factory=list)
    open_cards: list[tuple[int, ...]] = field(factory=list)

    levels: list[CountsByKind] = field(factory=list)
    metropolises: list[int] = field(factory=list)
    metropolis_owners: list[int] = field(factory=list)
    defenders: list[int] = field(factory=list)
    lengths: list[int] = field(factory=list)
    award: int = NOBODY

    ship: int = 0
    attacks: int = 0
    dice: tuple[int, int] = (0, 0)
    event: str = ""

    alchemist_played: bool = False
    crane_played: bool = False
    fleet: int = 0
    dealt: int = 0
    offers: tuple[Offer, ...] = ()
    trades: int = 0

    income: list[int] = field(factory=list)
    expected: list[int] = field(factory=list)
    produced: list[int] = field(factory=list)
    totals: list[int] = field(factory=list)
    faces: list[int] = field(factory=list)
    measured: list[tuple[int, int]] = field(factory=list, eq=False, repr=False)
    yields: list[tuple[Yield, ...] | None] = field(factory=list, eq=False, repr=False)
    arranged: list[int] = field(factory=list, eq=False, repr=False)
    asked_for: list[int] = field(factory=list, eq=False, repr=False)
    refused: tuple[RefusedOffer, ...] = unpublished(default=())

    # ------------------------------------------------------------------ seats

    @property
    def board(self) -> Board:
        return self.box.board

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Return the other seats in turn order, beginning after `seat`."""
        return turn_order(self.seats, seat)[1:]

    # ------------------------------------------------------------------ cards

    def holds(self, seat: int, counts: Sequence[int]) -> bool:
        """Whether the seat's hand has at least `counts` cards of each kind."""
        return all(map(ge, self.hands[seat], counts))

    def take(self, seat: int, kind: int, number: int) -> None:
        """Move `number` cards of `kind` publicly from the bank to a hand."""
        self.bank[kind] -= number
        self.gain(seat, kind, number)

    def gain(self, seat: int, kind: int, number: int) -> None:
        """Add `number` cards of the publicly known `kind` to a hand, which may be hidden in a
        view."""
        hand: Any = self.hands[seat]
        if hand.__class__ is not Hidden:
            hand[kind] += number
        self.hand_sizes[seat] += number
        if self.counts_cards:
            self.known[seat][kind] += number

    def lose(self, seat: int, kind: int, number: int) -> None:
        """Remove `number` cards of the publicly known `kind` from a hand, which may be hidden in a
        view."""
        hand: Any = self.hands[seat]
        if hand.__class__ is not Hidden:
            hand[kind] -= number
        self.hand_sizes[seat] -= number
        if self.counts_cards:
            known = self.known[seat]
            known[kind] = max(0, known[kind] - number)

    def pay(self, seat: int, counts: Sequence[int]) -> None:
        """Move `counts` cards of each kind publicly from a hand to the bank (CK-1.4)."""
        for kind in kinds_in(counts):
            self.bank[kind] += counts[kind]
            self.lose(seat, kind, counts[kind])

    def hand_over(self, giver: int, taker: int, kind: int, number: int) -> None:
        """Move `number` cards of `kind` publicly from the hand of `giver` to that of `taker`."""
        self.lose(giver, kind, number)
        self.gain(taker, kind, number)

    def hand_over_unseen(self, giver: int, taker: int, kind: int) -> None:
        """Move a card from the hand of `giver` to that of `taker`. Only the two players know which
        card it is (CK-24.5)."""
        for seat, change in ((giver, -1), (taker, 1)):
            hand: Any = self.hands[seat]
            if hand.__class__ is not Hidden:
                hand[kind] += change
            self.hand_sizes[seat] += change
        if self.counts_cards:
            self.known[giver] = [max(0, number - 1) for number in self.known[giver]]

    def discard_limit(self, seat: int) -> int:
        """Return the largest number of hand cards that the seat can have without discarding when a
        seven is rolled (CK-9.2)."""
        walls = (self.walls & self.cities[seat]).bit_count()
        return self.discard_base + self.box.limits.discard_per_wall * walls

    def cards_held(self, seat: int) -> int:
        return sum(self.backs[seat])

    # ------------------------------------------------------------------ pieces

    def left(self, seat: int, piece: int) -> int:
        """Return the number of the seat's pieces of the kind `piece` that are left in the supply
        (CK-1.5)."""
        if piece >= BASIC:
            pieces = self.pieces
            standing = [pieces[node] for node in members(self.knights[seat])]
            in_play = standing.count(piece - BASIC + BASIC_KNIGHT)
        elif piece == ROAD:
            in_play = self.networks[seat].bit_count()
        elif piece == SETTLEMENT_PIECE:
            in_play = self.settlements[seat].bit_count()
        elif piece == CITY_PIECE:
            in_play = (self.cities[seat] | self.tipped[seat]).bit_count()
        else:
            in_play = (self.walls & self.cities[seat]).bit_count()
        return self.box.pieces[piece].count - in_play

    def level_at(self, node: int) -> int:
        """Return the level of the knight on `node`. It is 0 or less if there is no knight."""
        return self.pieces[node] - TIPPED

    def place(self, seat: int, node: int, piece: int) -> None:
        """Place a piece on an empty node."""
        bit = 1 << node
        self.pieces[node] = piece
        self.owners[node] = seat
        self.standing[seat] |= bit
        if piece > TIPPED:
            self.knights[seat] |= bit
            return
        self._masks(piece)[seat] |= bit
        self.sites &= ~(bit | self.box.board.near_masks[node])
        self._clear_yields(node)

    def replace(self, node: int, piece: int) -> None:
        seat, bit = self.owners[node], 1 << node
        self._masks(self.pieces[node])[seat] &= ~bit
        self._masks(piece)[seat] |= bit
        self.pieces[node] = piece
        self._clear_yields(node)

    def _masks(self, piece: int) -> list[int]:
        if piece == SETTLEMENT:
            return self.settlements
        return self.cities if piece == CITY else self.tipped

    def lift(self, node: int) -> int:
        """Take a knight off the board, and clear its active, ready and promoted flags. Return its
        level."""
        seat, bit, level = self.owners[node], 1 << node, self.level_at(node)
        self.pieces[node] = EMPTY
        self.owners[node] = NOBODY
        self.standing[seat] &= ~bit
        self.knights[seat] &= ~bit
        self.active_knights &= ~bit
        self.ready &= ~bit
        self.promoted &= ~bit
        return level

    def lay_road(self, seat: int, edge: int) -> None:
        self.roads[edge] = seat
        self.networks[seat] |= 1 << edge
        self.ends[seat] |= self.box.board.end_masks[edge]

    def buildings(self, seat: int) -> Mask:
        return self.settlements[seat] | self.cities[seat] | self.tipped[seat]

    def others(self, seat: int) -> Mask:
        """Return the nodes with pieces of other seats."""
        return self.occupied & ~self.standing[seat]

    @property
    def occupied(self) -> Mask:
        """The nodes that are not empty (CK-2.3). A node never has pieces of two seats."""
        return sum(self.standing)

    def contribution(self, seat: int) -> int:
        """Return the total level of the seat's active knights (CK-6.6)."""
        pieces = self.pieces
        return sum(
            pieces[node] - TIPPED for node in members(self.knights[seat] & self.active_knights)
        )

    # ------------------------------------------------------------------ points

    def points(self, seat: int) -> int:
        """Return the points of the seat, all of which are public (CK-22.1)."""
        worth = self.box.points
        count = (
            worth.settlement * (self.settlements[seat] | self.tipped[seat]).bit_count()
            + worth.city * self.cities[seat].bit_count()
            + worth.defender * self.defenders[seat]
        )
        if seat in self.metropolis_owners:
            count += worth.metropolis * self.metropolis_owners.count(seat)
        for card in self.open_cards[seat]:
            count += self.box.cards[card].points
        if self.award == seat:
            count += worth.longest_road
        if self.merchant_owner == seat:
            count += worth.merchant
        return count

    # ------------------------------------------------------------------ harbours and rates

    def rates(self, seat: int) -> list[int]:
        """Return the number of cards of each kind that the bank takes from the seat for another
        card (CK-10.2 to CK-10.8)."""
        box, rates = self.box, list(self.harbor_rates[seat])
        if self.merchant_owner == seat:
            kind = box.terrains[self.terrains[self.merchant]].resource
            if kind is not None:
                rates[kind] = min(rates[kind], box.merchant_rate)
        if self.levels[seat][TRADE] >= box.tracks[TRADE].ability_level:
            for kind in box.commodities:
                rates[kind] = min(rates[kind], box.house_rate)
        if self.fleet and seat == self.active:
            for kind in members(self.fleet):
                rates[kind] = min(rates[kind], box.fleet_rate)
        return rates

    # ------------------------------------------------------------------ production

    def count_income(self, node: int, sign: int) -> None:
        """Add the production of the building on `node` in 36 rolls to its owner's income, or
        subtract it. `sign` is 1 to add and -1 to subtract. The robber's hex does not count."""
        is_city, seat, box = self.pieces[node] == CITY, self.owners[node], self.box
        for hex in box.board.node_hexes[node]:
            if hex != self.robber:
                terrain = box.terrains[self.terrains[hex]]
                cards = terrain.city_worth if is_city else terrain.settlement_worth
                self.income[seat] += sign * box.pips.get(self.numbers[hex], 0) * cards

    def count_hex(self, hex: int, sign: int) -> None:
        """Add the production of `hex` in 36 rolls to the incomes, or subtract it. `sign` is 1 to
        add and -1 to subtract."""
        weight = sign * self.box.pips.get(self.numbers[hex], 0)
        for seat, _, number in self.yields_of(hex):
            self.income[seat] += weight * number

    def yields_of(self, hex: int) -> tuple[Yield, ...]:
        """Return the production of `hex`, ignoring the robber (CK-8.2 to CK-8.4)."""
        production = self.yields[hex]
        if production is None:
            terrain, pieces = self.box.terrains[self.terrains[hex]], self.pieces
            production = self.yields[hex] = tuple(
                (self.owners[node], kind, number)
                for node in self.box.board.hex_nodes[hex]
                if 0 < pieces[node] <= TIPPED
                for kind, number in (terrain.city if pieces[node] == CITY else terrain.settlement)
            )
        return production

    def _clear_yields(self, node: int) -> None:
        """Clear the cached production of the hexes at `node`."""
        for hex in self.box.board.node_hexes[node]:
            self.yields[hex] = None

    def move_robber(self, hex: int) -> None:
        """Move the robber to another hex, and adjust the incomes."""
        if self.robber != NOWHERE:
            self.count_hex(self.robber, 1)
        self.robber = hex
        self.count_hex(hex, -1)

    def set_numbers(self, numbers: tuple[int, ...]) -> None:
        """Set the tokens, and index the hexes by number."""
        self.numbers = numbers
        by_number: list[list[int]] = [[] for _ in range(DIE_TOTALS)]
        for hex, number in enumerate(numbers):
            if number != NO_TOKEN:
                by_number[number].append(hex)
        self.hexes_by_number = tuple(map(tuple, by_number))


def available_cities(state: Island, seat: int) -> Mask:
    """Return the nodes of the seat's cities without a metropolis."""
    available = state.cities[seat]
    for node in state.metropolises:
        if node != NOWHERE:
            available &= ~(1 << node)
    return available


def cities_on_board(state: Island) -> int:
    """Return the number of cities on the board, which is the strength of the barbarians
    (CK-6.4)."""
    return sum(cities.bit_count() for cities in state.cities)


def strength(state: Island, seat: int) -> int:
    """Return the total level of the seat's knights, active or not."""
    return sum(state.pieces[node] - TIPPED for node in members(state.knights[seat]))


def owners_at(state: Island, hex: int) -> list[int]:
    """Return the seats with a building at `hex`, in the order of their numbers."""
    mask = state.box.board.hex_masks[hex]
    return [seat for seat in range(state.seats) if mask & state.buildings(seat)]


def open_harbor(state: Island, seat: int, node: int) -> None:
    """Improve the seat's rates if there is a harbour at `node`, the place of a new building
    (CK-10.9)."""
    rates = list(state.harbor_rates[seat])
    for place, name in zip(state.box.harbor_places, state.harbors, strict=True):
        if node in place.nodes:
            harbor = state.box.harbor_types[name]
            for kind in range(len(rates)) if harbor.kind is None else (harbor.kind,):
                rates[kind] = min(rates[kind], harbor.rate)
    state.harbor_rates[seat] = tuple(rates)


def lift_road(state: Island, edge: int) -> int:
    """Put a road back into its owner's supply, and return the owner."""
    seat = state.roads[edge]
    state.roads[edge] = NOBODY
    state.networks[seat] &= ~(1 << edge)
    state.ends[seat] = state.box.board.nodes_of(state.networks[seat])
    return seat


@cache
def turn_order(seats: int, first: int) -> tuple[int, ...]:
    """Return all seats in turn order, beginning with `first`."""
    return tuple((first + k) % seats for k in range(seats))


Table = TypeVar("Table", bound=Island)
