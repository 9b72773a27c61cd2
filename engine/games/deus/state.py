"""The state of Deus: map, columns, supplies, hands, deck.

Seats are numbered from 0. Resources, types and cards are indices into the components, and regions
are numbers on the board; sets of regions are bit sets (see `board`). A column lists its cards from
bottom to top.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import field

from engine.core.event import Value
from engine.core.hidden import Hidden, is_hidden
from engine.core.state import State, secret, shared, table
from engine.games.deus.board import Board, Slots, Tiles, board_of
from engine.games.deus.components import MILITARY, STANDARD, TEMPLE, TYPES, Components, components

FACE_DOWN: Final = -1
"""Value in a column that stands for a card built face down (DEU-22.6)."""

NO_CARD: Final = -1

NOT_YET: Final = 0
"""Value of `final_round` until the final round has been determined."""


@table
class World(State):
    """The state of a game.

    `slots` and `tiles` are the map, from which `board` is derived (None until the map has been laid
    out). `where` has the regions with a piece, by seat and type, and `village_vp` the VP left in
    each region. `columns` has the cards by seat and type, and `wildcards` the faces of face-down
    cards by seat. `available` are the pieces on the player boards, and `stock` those beside them.
    `discard` has the cards below `discard_top`.

    `final_round` is the last round (DEU-20.2). `constructions` counts the cards built in this
    round, and `idle` the consecutive rounds in which none was built (DEU-20.6). `drafts` are the
    pieces chosen for the alternative start, until everyone has chosen. `wildcards_left` is the
    number of cards that each seat may still build face down (0 without the wildcard variant).
    """

    box: Components = shared(factory=components)
    board: Board | None = shared(default=None)

    slots: Slots = ()
    tiles: Tiles = ()
    where: list[list[int]] = field(factory=list)
    village_vp: list[int] = field(factory=list)

    columns: list[list[tuple[int, ...]]] = field(factory=list)
    wildcards: list[tuple[int, ...]] = secret(of="owner", counted=True, until="over", factory=list)
    available: list[list[int]] = field(factory=list)
    stock: list[list[int]] = field(factory=list)
    drafts: list[tuple[int, ...]] = secret(of="owner", until="drafts_open", factory=list)
    drafts_open: bool = True

    resources: list[list[int]] = field(factory=list)
    gold: list[int] = field(factory=list)
    points: list[int] = secret(of="owner", until="points_open", factory=list)
    points_open: bool = False
    hands: list[tuple[int, ...]] = secret(of="owner", counted=True, until="over", factory=list)

    supply: list[int] = field(factory=list)
    temples: int = 0
    deck: list[int] = secret(of="nobody", counted=True, factory=list)
    discard: list[int] = secret(of="nobody", counted=True, factory=list)
    discard_top: int = NO_CARD

    first: int = -1
    final_round: int = NOT_YET
    constructions: int = 0
    idle: int = 0
    wildcard_variant: bool = False
    wildcards_left: list[int] = field(factory=list)

    # ------------------------------------------------------------------ the map

    def lay(self, slots: Slots, tiles: Tiles) -> None:
        """Lay out the map, and put VP on its villages (DEU-3.1, DEU-3.2)."""
        self.slots, self.tiles = slots, tiles
        self.board = board = board_of(self.box, slots, tiles)
        self.village_vp = [0] * board.count
        for village in board.village_regions:
            self.village_vp[village] = board.neighbours[village].bit_count()

    def find_shared(self) -> None:
        if self.slots:
            self.board = board_of(self.box, self.slots, self.tiles)

    @property
    def map(self) -> Board:
        """The map, which must have been laid out."""
        assert self.board is not None, "the map has not been laid"
        return self.board

    def held(self, seat: int) -> int:
        """Return a bit set of the regions occupied by a seat."""
        blue, green, yellow, brown, red, purple = self.where[seat]
        return blue | green | yellow | brown | red | purple

    def occupied(self) -> int:
        result = 0
        for blue, green, yellow, brown, red, purple in self.where:
            result |= blue | green | yellow | brown | red | purple
        return result

    def held_by_others(self, seat: int) -> int:
        result = 0
        for other, (blue, green, yellow, brown, red, purple) in enumerate(self.where):
            if other != seat:
                result |= blue | green | yellow | brown | red | purple
        return result

    def owner(self, region: int) -> int:
        """Return the seat that occupies a region; -1 if none does."""
        bit = 1 << region
        for seat in range(self.seats):
            if self.held(seat) & bit:
                return seat
        return -1

    def pieces_in(self, seat: int, region: int) -> list[int]:
        """Return the types of a seat's pieces in a region."""
        return [type_ for type_, places in enumerate(self.where[seat]) if places >> region & 1]

    def at_least(self, seat: int, number: int) -> int:
        """Return a bit set of the regions in which a seat has at least `number` pieces (DEU-8.7).
        `number` is from 1 to 6."""
        one = two = three = four = five = six = 0
        for places in self.where[seat]:
            six |= five & places
            five |= four & places
            four |= three & places
            three |= two & places
            two |= one & places
            one |= places
        return (one, two, three, four, five, six)[number - 1]

    def count_at_least(self, seat: int, number: int) -> int:
        return self.at_least(seat, number).bit_count()

    def on_terrain(self, seat: int, terrain: int) -> int:
        """Return the number of regions of a terrain that are occupied by a seat."""
        return (self.held(seat) & self.map.of_terrain[terrain]).bit_count()

    def villages_left(self) -> list[int]:
        """Return the villages that have not been attacked and so still have VP (DEU-10.7,
        DEU-10.9)."""
        vp = self.village_vp
        return [village for village in self.map.village_regions if vp[village]]

    def armies(self, seat: int) -> int:
        return self.where[seat][MILITARY]

    def opponents_beside(self, seat: int, region: int) -> list[int]:
        """Return the opponents with pieces next to `region`, clockwise from the seat."""
        neighbours = self.map.neighbours[region]
        return [other for other in self.opponents(seat) if self.held(other) & neighbours]

    # ------------------------------------------------------------------ players

    def height(self, seat: int, column: int) -> int:
        """Return the number of cards in a column, including face-down ones (DEU-22.9)."""
        return len(self.columns[seat][column])

    def has_face_up_card(self, seat: int, column: int) -> bool:
        return any(card != FACE_DOWN for card in self.columns[seat][column])

    def face_of_wildcard(self, seat: int) -> int:
        """Return the face of a seat's first face-down card; NO_CARD if there is none or if it is
        hidden."""
        faces = self.wildcards[seat]
        return NO_CARD if is_hidden(faces) or not faces else faces[0]

    def cards_to_draw(self) -> int:
        return len(self.deck) + self.discarded

    @property
    def discarded(self) -> int:
        return len(self.discard) + (self.discard_top != NO_CARD)

    def all_columns_hold(self, seat: int, number: int) -> bool:
        """Whether every standard column has at least `number` cards (DEU-9.2)."""
        return min(map(len, self.columns[seat][: len(STANDARD)])) >= number

    def temples_played(self, seat: int) -> int:
        return len(self.columns[seat][TEMPLE])

    # ------------------------------------------------------------------ gains and payments

    def gain_resource(self, seat: int, resource: int, amount: int) -> int:
        """Take `amount` of a resource, or all that the supply has (DEU-8.6). Return the amount
        taken."""
        gained = min(amount, self.supply[resource])
        self.supply[resource] -= gained
        self.resources[seat][resource] += gained
        return gained

    def return_resource(self, seat: int, resource: int, amount: int) -> None:
        """Put a resource back into the supply, as payment or sale (DEU-6.1, DEU-12.3)."""
        self.resources[seat][resource] -= amount
        self.supply[resource] += amount

    def gain_piece(self, seat: int, type_: int, amount: int = 1) -> int:
        """Move up to `amount` pieces from the stock to the player board (DEU-11.5). Return how many
        were moved."""
        gained = min(amount, self.stock[seat][type_])
        self.stock[seat][type_] -= gained
        self.available[seat][type_] += gained
        return gained

    # ------------------------------------------------------------------ cards

    def take_from_hand(self, seat: int, cards: Iterable[int]) -> None:
        hand = list(self.hands[seat])
        for card in cards:
            hand.remove(card)
        self.hands[seat] = tuple(hand)

    def add_to_hand(self, seat: int, cards: Iterable[int]) -> None:
        """Add cards to a hand, and sort it in the order of the components."""
        self.hands[seat] = tuple(sorted((*self.hands[seat], *cards)))

    def put_on_discard(self, cards: Iterable[int]) -> None:
        """Put `cards`, at least one, on the discard pile. The last one is on top (DEU-11.2)."""
        *below, top = cards
        if self.discard_top != NO_CARD:
            below.insert(0, self.discard_top)
        if is_hidden(self.discard):
            self.discard = Hidden(len(self.discard) + len(below))  # type: ignore[assignment]
        else:
            self.discard += below
        self.discard_top = top

    def reshuffle(self) -> None:
        """Move the discard pile, which must not be empty, into the deck (DEU-4.6)."""
        self.deck = [*self.deck, *self.discard, self.discard_top]
        self.discard = []
        self.discard_top = NO_CARD


def type_of(name: Value) -> int:
    """Return the type with the id `name`; -1 if there is none."""
    return TYPES.index(name) if isinstance(name, str) and name in TYPES else -1
