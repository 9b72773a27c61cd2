"""The state of Troyes: districts, buildings, cards, events, the cathedral.

Seats count from 0. `NEUTRAL` stands for the owner of grey pieces and for the neutral district.
Citizens and cubes are represented by the numbers of their owners. A building has the same number as
the colour of its dice.
"""

from __future__ import annotations

from typing import Final

from attrs import field

from engine.core.event import Value
from engine.core.hidden import is_hidden
from engine.core.state import State, secret, shared, table
from engine.core.step import Place
from engine.games.troyes.component_types import (
    BUILDINGS,
    POSITIONS,
    SPACES_PER_BUILDING,
    Card,
    Components,
    EventCard,
)
from engine.games.troyes.components import components
from engine.games.troyes.dice import Faces

FREE: Final = -1
"""Value of a space without a citizen."""

NO_CARD: Final = -1

SUPPLY: Final = "supply"
"""The place of a citizen in the personal supply."""


@table
class Town(State):
    """The state of a game. Cards, events and Characters are given by their indices in `box`.

    `step` is the phase, a key of `STEPS` in `describe`, and `first` is the start player. `dice` are
    the faces in each district, with the neutral district last; `black` are the black dice that
    remain, the highest first, and `black_taken` is the number of black dice that this round's
    events bring. `buildings` are the owners of the citizens in the Palace, the Bishopric and the
    City Hall, and `lying` the owners of the citizens expelled from each building. `supply` and
    `reserve` count the citizens in the personal and general supplies.

    `cards` are the Activity cards by position, three of each colour (`NO_CARD` before they are
    revealed). `tradesmen` are the owners of the citizens on each card, first on scoring spaces,
    then on the illustration. `cubes` counts the cubes of each seat on each card. `row` are the
    events from left to right, and `flags` the owners of the cubes on each event. `revealed_events`
    are all events revealed so far. `taken` are the events that each seat has taken, `discarded`
    those that nobody took, and `red_left` is the number of red events still to be revealed.
    `cathedral` are the owners of the cubes in each column from bottom to top.

    `purse` is the money on each seat's district. `bank` is the number of deniers that the bank has
    paid out, minus the number that it has received. `marauding_done` is whether Marauding has been
    completed in the current action (TRO-12.14).
    """

    box: Components = shared(factory=components)

    step: str = "setup"
    bonus: bool = False
    first: int = 0

    deniers: list[int] = field(factory=list)
    influence: list[int] = field(factory=list)
    vp: list[int] = secret(of="owner", until="over", factory=list)
    characters: list[tuple[int, ...]] = secret(of="owner", counted=True, until="over", factory=list)
    supply: list[int] = field(factory=list)
    reserve: list[int] = field(factory=list)
    taken: list[tuple[int, ...]] = field(factory=list)
    purse: list[int] = field(factory=list)
    passed: list[bool] = field(factory=list)

    dice: list[Faces] = field(factory=list)
    black: tuple[int, ...] = ()
    black_taken: int = 0

    buildings: list[tuple[int, ...]] = field(factory=list)
    lying: list[tuple[int, ...]] = field(factory=list)
    gray_supply: int = 0

    cards: list[int] = field(factory=list)
    tradesmen: list[tuple[int, ...]] = field(factory=list)
    cubes: list[tuple[int, ...]] = field(factory=list)

    row: list[int] = field(factory=list)
    flags: list[tuple[int, ...]] = field(factory=list)
    revealed_events: tuple[int, ...] = ()
    red_left: int = 0
    discarded: tuple[int, ...] = ()
    cathedral: list[tuple[int, ...]] = field(factory=list)

    bank: int = 0
    marauding_done: bool = False

    # ------------------------------------------------------------------ players

    @property
    def rounds(self) -> int:
        """Number of rounds in the game (TRO-4.1)."""
        return self.box.player_counts[self.seats].rounds

    def gain_deniers(self, seat: int, amount: int) -> None:
        """Add deniers from the bank."""
        self.deniers[seat] += amount
        self.bank += amount

    def pay_bank(self, seat: int, amount: int) -> int:
        """Pay `amount` deniers to the bank, or all that the seat has if it has fewer. Return the
        amount paid."""
        paid = min(amount, self.deniers[seat])
        self.deniers[seat] -= paid
        self.bank -= paid
        return paid

    def gain_influence(self, seat: int, amount: int) -> None:
        """Add influence, up to the end of the track (TRO-10.6)."""
        self.influence[seat] = min(self.influence[seat] + amount, self.box.influence_most)

    def gain_vp(self, seat: int, amount: int) -> None:
        """Add VP tokens. A hidden number stays hidden."""
        self.vp[seat] += amount

    def lose_vp(self, seat: int, amount: int) -> None:
        """Remove `amount` VP tokens, or all that the seat has if it has fewer (TRO-5.4). A hidden
        number stays hidden."""
        if not is_hidden(self.vp[seat]):
            self.vp[seat] = max(0, self.vp[seat] - amount)

    def salary(self, owner: int) -> int:
        """Return the salaries in deniers per round for an owner's citizens in buildings
        (TRO-5.2)."""
        return sum(
            building.salary * cells.count(owner)
            for building, cells in zip(self.box.buildings, self.buildings, strict=True)
        )

    # ------------------------------------------------------------------ citizens

    def citizens_in(self, owner: int, building: int) -> int:
        """Return the number of an owner's citizens in a building."""
        return self.buildings[building].count(owner)

    def citizens_in_buildings(self, owner: int) -> int:
        """Return the number of an owner's citizens in all three buildings together (TRO-21.1)."""
        return sum(cells.count(owner) for cells in self.buildings)

    def citizens_on_cards(self, owner: int) -> int:
        """Return the number of an owner's tradesmen (TRO-21.4)."""
        return sum(men.count(owner) for men in self.tradesmen)

    def places_of(self, seat: int) -> list[str]:
        """Return the places from which a citizen of the seat can be taken (TRO-11.3): the supply,
        Activity cards (by id), spaces in buildings, and the illustration of a building for an
        expelled citizen."""
        places = [SUPPLY] if self.supply[seat] else []
        for position, men in enumerate(self.tradesmen):
            if seat in men:
                places.append(self.box.cards[self.cards[position]].id)
        names = self.box.place_names
        for building, cells in enumerate(self.buildings):
            if seat in cells:
                first = building * SPACES_PER_BUILDING
                places += [
                    names[first + cell]
                    for cell in range(SPACES_PER_BUILDING)
                    if cells[cell] == seat
                ]
            if seat in self.lying[building]:
                places.append(names[len(BUILDINGS) * SPACES_PER_BUILDING + building])
        return places

    def is_at(self, seat: int, place: Value) -> bool:
        """Whether a citizen of the seat can be taken from a place."""
        if place == SUPPLY:
            return self.supply[seat] > 0
        index = self.box.place_index.get(place) if isinstance(place, str) else None
        if index is not None:
            building, cell = divmod(index, SPACES_PER_BUILDING)
            if building < len(BUILDINGS):
                return self.buildings[building][cell] == seat
            return seat in self.lying[index - len(BUILDINGS) * SPACES_PER_BUILDING]
        card = self.open_card(place)
        return card is not None and seat in self.tradesmen[card.position]

    def take_citizen(self, seat: int, place: str) -> None:
        """Take a citizen of the seat from a place. This may leave a gap (TRO-16.3)."""
        index = self.box.place_index.get(place)
        if place == SUPPLY:
            self.supply[seat] -= 1
        elif index is None:
            position = self.box.card(place).position
            self.tradesmen[position] = self._tradesmen_without(position, seat)
        elif index >= len(BUILDINGS) * SPACES_PER_BUILDING:
            building = index - len(BUILDINGS) * SPACES_PER_BUILDING
            self.lying[building] = tuple(owner for owner in self.lying[building] if owner != seat)
        else:
            building, cell = divmod(index, SPACES_PER_BUILDING)
            cells = self.buildings[building]
            self.buildings[building] = (*cells[:cell], FREE, *cells[cell + 1 :])

    def _tradesmen_without(self, position: int, seat: int) -> tuple[int, ...]:
        """Return the tradesmen on a card after one of the seat's has left. A scoring space becomes
        free, and nobody moves up from the illustration (TRO-11.9)."""
        men = self.tradesmen[position]
        at = men.index(seat)
        if at < len(self.card_at(position).slots):
            return (*men[:at], FREE, *men[at + 1 :])
        return (*men[:at], *men[at + 1 :])

    # ------------------------------------------------------------------ Activity cards

    def card_at(self, position: int) -> Card:
        return self.box.cards[self.cards[position]]

    def open_card(self, id: Value) -> Card | None:
        """Return the card with the given id if it is face up; None otherwise."""
        card = self.box.card_by_id.get(id) if type(id) is str else None
        return card if card is not None and self.cards[card.position] == card.index else None

    def open_positions(self) -> list[int]:
        return [position for position in range(POSITIONS) if self.cards[position] != NO_CARD]

    def free_slot(self, position: int) -> int:
        """Return the index of the first free scoring space of a card. If none is free, return the
        number of scoring spaces (TRO-11.4)."""
        slots = len(self.card_at(position).slots)
        men = self.tradesmen[position]
        for slot in range(slots):
            if men[slot] == FREE:
                return slot
        return slots

    def put_on_card(self, seat: int, position: int) -> int:
        """Place a citizen, which has already been taken from its old place, on a card without
        paying the hire cost. Return the index of the citizen's scoring space (see `free_slot`)."""
        slot = self.free_slot(position)
        men = self.tradesmen[position]
        if slot < len(self.card_at(position).slots):
            self.tradesmen[position] = (*men[:slot], seat, *men[slot + 1 :])
        else:
            self.tradesmen[position] = (*men, seat)
        return slot

    def space_vp(self, seat: int, position: int) -> int:
        """Return the VP at the end of the game for the space of the seat's tradesman on a card
        (TRO-20.1); 0 if the tradesman is on the illustration, or there is none."""
        men = self.tradesmen[position]
        if seat not in men:
            return 0
        slots = self.card_at(position).slots
        at = men.index(seat)
        return slots[at] if at < len(slots) else 0

    def add_cubes(self, position: int, seat: int, number: int) -> None:
        """Add cubes of the seat to a delayed card. A negative `number` removes them."""
        cubes = self.cubes[position]
        self.cubes[position] = (*cubes[:seat], cubes[seat] + number, *cubes[seat + 1 :])

    # ------------------------------------------------------------------ events

    def events(self) -> list[EventCard]:
        return [self.box.events[index] for index in self.row]

    def event_at(self, place: int) -> EventCard:
        return self.box.events[self.row[place]]

    def open_event(self, id: Value) -> EventCard | None:
        """Return the event with the given id if it is in the row; None otherwise."""
        event = self.box.event_by_id.get(id) if type(id) is str else None
        return event if event is not None and event.index in self.row else None

    def place_of(self, event: EventCard) -> Place:
        return ("event", self.row.index(event.index))

    def free_flags(self, event: EventCard) -> int:
        return event.flags - len(self.flags[self.row.index(event.index)])

    # ------------------------------------------------------------------ cathedral

    def cathedral_cubes(self, seat: int) -> int:
        return sum(column.count(seat) for column in self.cathedral)

    def has_level(self, seat: int, level: int) -> bool:
        """Whether the seat has a cube on a level of the cathedral, counted from 0 (TRO-20.1)."""
        return any(len(column) > level and column[level] == seat for column in self.cathedral)

    # ------------------------------------------------------------------ dice

    def remove_die(self, district: int, face: int) -> None:
        """Remove a die from the square (TRO-9.7)."""
        faces = self.dice[district]
        at = faces.index(face)
        self.dice[district] = faces[:at] + faces[at + 1 :]

    def turn_die(self, district: int, face: int, to: int) -> None:
        """Change the face of a die from `face` to `to`."""
        self.remove_die(district, face)
        self.dice[district] = tuple(sorted((*self.dice[district], to)))
