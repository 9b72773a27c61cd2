"""Base classes of decisions and commands about a single node, edge, hex, player, card or kind."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Final, TypeGuard, TypeVar

from engine.core.chance import Dice
from engine.core.command import Command, Pick
from engine.core.event import Value
from engine.core.step import Decision, Place
from engine.errors import Refusal, forbidden
from engine.games.knights.board import members
from engine.games.knights.component_types import CountsByKind
from engine.games.knights.state import Island
from engine.games.knights.wording import (
    card_name,
    cards,
    counted,
    edge_label,
    hex_label,
    kind_name,
    place_with_piece,
)
from engine.geometry.bit_sets import Mask, member
from engine.i18n.text import Seat, Text, words

PASS: Final = "pass"
"""Pick that declines an optional decision."""

NODE: Final = "node"
EDGE: Final = "edge"
HEX: Final = "hex"
PLAYER: Final = "player"


EVERYWHERE: Final[Mask] = -1
"""Mask of all places."""

P = TypeVar("P", bound=Value)
T = TypeVar("T", bound=Island)


def last_number(chosen: Sequence[Value]) -> int | None:
    """Return the last part of `chosen` if it is a number, and thus a place; None if there is no
    such part."""
    last = chosen[-1] if chosen else None
    return last if type(last) is int else None


def first_of(rest: Value) -> Value | None:
    """Return the first part of `rest`, which is a pick or the parts of a pick after its key; None
    if `rest` is empty or not a tuple."""
    return rest[0] if isinstance(rest, tuple) and rest else None


class Choice(Decision[Island, P]):
    """Base class of decisions about a place or a player. An optional decision also has the pick
    `PASS`."""

    spot: ClassVar[str]
    declines: ClassVar[Text] = words("Decline")

    def target(self, state: Island, chosen: tuple[P, ...]) -> Place | None:
        place = last_number(chosen)
        return None if place is None else (self.spot, place)

    def refuse_place(self, state: Island, chosen: tuple[P, ...], place: Place) -> Refusal | None:
        if place[0] != self.spot or len(place) != 2:
            return None
        return None if place[1] in self.options(state) else self.refuse(state, place[1])


class NodeChoice(Choice[P]):
    """Base class of decisions about a node."""

    spot: ClassVar[str] = NODE

    def label(self, state: Island, chosen: tuple[P, ...]) -> Text:
        node = last_number(chosen)
        return self.declines if node is None else place_with_piece(state, node)


class EdgeChoice(Choice[P]):
    """Base class of decisions about an edge."""

    spot: ClassVar[str] = EDGE

    def label(self, state: Island, chosen: tuple[P, ...]) -> Text:
        edge = last_number(chosen)
        return self.declines if edge is None else edge_label(state, edge)


class HexChoice(Choice[int]):
    """Base class of decisions about a hex."""

    spot: ClassVar[str] = HEX

    def numbered(self, state: Island, chosen: tuple[int, ...]) -> Sequence[int]:
        """Return all hexes, so that each has the same number in every question of a game. After a
        hex has been chosen, return an empty sequence."""
        return () if chosen else range(state.board.hex_count)

    def label(self, state: Island, chosen: tuple[int, ...]) -> Text:
        return hex_label(state, chosen[-1])


class PlayerChoice(Choice[int]):
    """Base class of decisions about an opponent."""

    spot: ClassVar[str] = PLAYER

    def numbered(self, state: Island, chosen: tuple[int, ...]) -> Sequence[int]:
        return () if chosen else [seat for seat in range(state.seats) if seat != self.seat]

    def label(self, state: Island, chosen: tuple[int, ...]) -> Text:
        return player_label(state, chosen[-1])


def player_label(state: Island, seat: int) -> Text:
    return words("{seat}, {cards}", seat=Seat(seat), cards=cards(state.hand_sizes[seat]))


class KindChoice(Decision[Island, str]):
    """Base class of decisions whose pick is the id of a kind of hand card."""

    def label(self, state: Island, chosen: tuple[str, ...]) -> Text:
        kind = state.box.kind_numbers.get(chosen[-1])
        return words("Decline") if kind is None else kind_name(state.box, kind)


class CardChoice(Decision[Island, str]):
    """Base class of decisions whose pick is the id of a progress card."""

    def label(self, state: Island, chosen: tuple[str, ...]) -> Text:
        return card_name(state.box, state.box.card_numbers[chosen[-1]])


class CardCommand(Command[T]):
    """Base class of commands that play a progress card or a development card."""

    key = "card"
    letter = "y"
    asks = words("Which card do you play?")
    weight = 60

    def in_words(self, state: T, seat: int, rest: tuple[Any, ...]) -> Text | None:
        return words("Play {card}", card=self.label(state, seat, rest)) if rest else None

    def label(self, state: T, seat: int, chosen: tuple[str, ...]) -> Text:
        return card_name(state.box, state.box.card_numbers[chosen[-1]])

    def target(self, state: T, seat: int, chosen: tuple[str, ...]) -> Place | None:
        return ("card", chosen[-1]) if chosen else None


class PlaceCommand(Command[Island]):
    """Base class of commands about a place."""

    spot: ClassVar[str]

    def in_words(self, state: Island, seat: int, rest: tuple[Any, ...]) -> Text | None:
        if len(rest) != 1:
            return None
        place = self.label(state, seat, rest)
        return words("{what} at {place}", what=self.title(state, seat), place=place)

    def target(self, state: Island, seat: int, chosen: Pick) -> Place | None:
        place = last_number(chosen)
        return None if place is None else (self.spot, place)

    def is_meant_by(self, state: Island, seat: int, place: Place) -> bool:
        on_spot = place[0] == self.spot and len(place) == 2
        return on_spot and bool(self.meant(state, seat) >> int(place[1]) & 1)

    def meant(self, state: Island, seat: int) -> Mask:
        """Return the places that can mean this command when a player selects them, even if the
        command is impossible there."""
        return EVERYWHERE

    def refuse_place(self, state: Island, seat: int, chosen: Pick, place: Place) -> Refusal | None:
        if place[0] != self.spot or len(place) != 2:
            return None
        rest = (*chosen, place[1])
        if rest in [option[: len(rest)] for option in self.options(state, seat)]:
            return None
        return self.refuse_at(state, seat, rest)

    def refuse_at(self, state: Island, seat: int, rest: Pick) -> Refusal:
        """Return the reason why the last place of `rest` is impossible."""
        return self.why_not(state, seat) or self.refuse(state, seat, rest)


def cannot_pay(state: Island, seat: int, cost: CountsByKind, rule: str) -> Refusal | None:
    """Return a refusal that names the price and the missing cards if the seat cannot pay `cost`;
    None if it can."""
    lacking = lacked(state, seat, cost)
    if lacking is None:
        return None
    price = counted(state.box, cost)
    return forbidden(rule, "The price is {price}. You lack {cards}.", price=price, cards=lacking)


def lacked(state: Island, seat: int, cost: CountsByKind) -> Text | None:
    """Return a phrase for the cards that the seat lacks for `cost`; None if it can pay."""
    missing = [max(0, n - have) for n, have in zip(cost, state.hands[seat], strict=True)]
    return counted(state.box, missing) if any(missing) else None


class Purchase(PlaceCommand):
    """Base class of commands that have a place and a cost, which is the same at every place."""

    cost: ClassVar[str]
    """Key of the command's cost in `Components.costs`."""
    piece: ClassVar[int | None] = None
    """The kind of piece that `none_left` requires in the supply; None if it requires none or is
    overridden."""
    used_up: ClassVar[Refusal]
    """The refusal if the supply has no piece left."""
    no_place: ClassVar[Refusal]
    """The refusal if there is no legal place, ignoring the price."""

    @abstractmethod
    def places(self, state: Island, seat: int) -> Mask:
        """Return the legal places, ignoring the price."""

    def none_left(self, state: Island, seat: int) -> Refusal | None:
        """Return a refusal if the supply has no piece left; None if it has one, or if none is
        needed."""
        return None if self.piece is None or state.left(seat, self.piece) else self.used_up

    def why_no_place(self, state: Island, seat: int) -> Refusal | None:
        """Return a refusal if the supply has no piece left or there is no legal place, ignoring the
        price; None otherwise."""
        return self.none_left(state, seat) or (None if self.places(state, seat) else self.no_place)

    def refuse_at(self, state: Island, seat: int, rest: Pick) -> Refusal:
        place, cost = last_number(rest), state.box.costs[self.cost]
        lacking = lacked(state, seat, cost)
        if place is None or lacking is None or not self.places(state, seat) >> place & 1:
            return self.none_left(state, seat) or self.refuse(state, seat, rest)
        return forbidden(
            "CK-11.1",
            "{what}: it costs {price}; you lack {cards}.",
            what=self.title(state, seat),
            price=counted(state.box, cost),
            cards=lacking,
        )

    def why_not(self, state: Island, seat: int) -> Refusal | None:
        cost = state.box.costs[self.cost]
        return self.why_no_place(state, seat) or cannot_pay(state, seat, cost, "CK-11.1")

    def options(self, state: Island, seat: int) -> Sequence[tuple[int]]:
        if not state.holds(seat, state.box.costs[self.cost]):
            return []
        return [(place,) for place in members(self.places(state, seat))]

    def allows(self, state: Island, seat: int, rest: Value) -> bool:
        if not isinstance(rest, tuple) or len(rest) != 1:
            return False
        can_pay = state.holds(seat, state.box.costs[self.cost])
        return can_pay and last_number(rest) in members(self.places(state, seat))

    def random_pick(self, state: Island, seat: int, dice: Dice) -> Pick | None:
        if not state.holds(seat, state.box.costs[self.cost]):
            return None
        places = self.places(state, seat)
        return (self.key, member(places, dice.below(places.bit_count()))) if places else None


class NodeCommand(PlaceCommand):
    """Base class of commands whose places are nodes."""

    spot: ClassVar[str] = NODE

    def label(self, state: Island, seat: int, chosen: tuple[int, ...]) -> Text:
        return place_with_piece(state, chosen[-1])


class EdgeCommand(PlaceCommand):
    """Base class of commands whose place is an edge."""

    spot: ClassVar[str] = EDGE

    def label(self, state: Island, seat: int, chosen: tuple[int, ...]) -> Text:
        return edge_label(state, chosen[-1])


def is_number(value: Value | None, below: int) -> TypeGuard[int]:
    """Whether `value` is an integer from 0 to `below` - 1."""
    return type(value) is int and 0 <= value < below
