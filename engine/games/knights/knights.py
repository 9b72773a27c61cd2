"""Recruiting, activating and promoting knights (CK-15)."""

from __future__ import annotations

from functools import partial
from typing import ClassVar, Final

from engine.core.event import Value
from engine.errors import Refusal, forbidden
from engine.games.knights.board import members
from engine.games.knights.building import paid
from engine.games.knights.choices import NodeCommand, Purchase, cannot_pay, first_of, is_number
from engine.games.knights.component_types import BASIC, POLITICS
from engine.games.knights.state import TIPPED, Island
from engine.games.knights.victory import measure_roads
from engine.games.knights.wording import knight_name, node_label
from engine.geometry.bit_sets import Mask
from engine.i18n.text import Text, words

MIGHTY_LEVEL: Final = 3


def recruit_nodes(state: Island, seat: int) -> Mask:
    """Return the empty nodes at the ends of the seat's roads (CK-15.1)."""
    return state.ends[seat] & ~state.occupied


def knights_left(state: Island, seat: int, level: int) -> int:
    return state.left(seat, BASIC + level - 1)


def place_knight(state: Island, seat: int, node: int, level: int) -> None:
    """Place an inactive knight of level `level` on the empty node `node`."""
    state.place(seat, node, TIPPED + level)


class KnightRecruit(Purchase, NodeCommand):
    """D23: recruit a basic knight (CK-15.1)."""

    key = "recruit"
    letter = "f"
    rules = ("CK-15.1", "CK-15.2", "CK-11.1")
    weight = 30
    cost: ClassVar[str] = "knight_recruit"
    does = words("Recruit a knight")
    asks = words("Where do you place the knight?")
    piece = BASIC
    used_up = forbidden("CK-15.2", "Both of your basic knights are already on the board.")
    no_place = forbidden("CK-15.1", "None of your roads ends at an empty corner.")

    def places(self, state: Island, seat: int) -> Mask:
        return recruit_nodes(state, seat) if knights_left(state, seat, 1) else 0

    def apply(self, state: Island, seat: int, rest: tuple[int]) -> None:
        price = paid(state, seat, self.cost)
        place_knight(state, seat, rest[0], 1)
        state.announce(
            "CK-15.1",
            seat,
            "{seat} recruits a basic knight at {place} for {price}.",
            place=lambda: node_label(state, rest[0]),
            price=price,
        )
        measure_roads(state)

    def meant(self, state: Island, seat: int) -> Mask:
        return ~state.occupied

    def refuse(self, state: Island, seat: int, rest: Value) -> Refusal:
        return refuse_recruit(state, first_of(rest))


def refuse_recruit(state: Island, node: Value | None) -> Refusal:
    """Return the reason why a knight cannot be placed on `node`."""
    if is_number(node, state.board.node_count) and state.occupied >> node & 1:
        return forbidden("CK-2.3", "Something is already there.")
    return forbidden(
        "CK-15.1", "Place the knight on an empty corner at the end of one of your own roads."
    )


class KnightActivate(Purchase, NodeCommand):
    """D24: activate an inactive knight (CK-15.3)."""

    key = "activate"
    letter = "a"
    rules = ("CK-15.3", "CK-11.1", "CK-16.1")
    weight = 60
    cost: ClassVar[str] = "knight_activate"
    does = words("Activate a knight")
    asks = words("Which knight do you activate?")
    refuses = words("Choose one of your own inactive knights.")
    no_place = forbidden("CK-15.3", "You have no inactive knight.")

    def places(self, state: Island, seat: int) -> Mask:
        return state.knights[seat] & ~state.active_knights

    def meant(self, state: Island, seat: int) -> Mask:
        return self.places(state, seat)

    def apply(self, state: Island, seat: int, rest: tuple[int]) -> None:
        """Pay, and activate the knight. It cannot act until the seat's next turn (CK-16.1)."""
        price = paid(state, seat, self.cost)
        state.active_knights |= 1 << rest[0]
        state.announce(
            "CK-15.3",
            seat,
            "{seat} activates the {knight} at {place} for {price}.",
            knight=lambda: knight_name(state.level_at(rest[0])),
            place=lambda: node_label(state, rest[0]),
            price=price,
        )


# ---------------------------------------------------------------------- promotion


def promotable(state: Island, seat: int) -> Mask:
    """Return the nodes with knights of the seat that can be promoted now (CK-15.4 to CK-15.8)."""
    pieces, nodes = state.pieces, members(state.knights[seat] & ~state.promoted)
    promotable_nodes, rises = 0, dict[int, bool]()
    for node in nodes:
        piece = pieces[node]
        if piece not in rises:
            rises[piece] = _why_not_rise(state, seat, piece - TIPPED) is None
        if rises[piece]:
            promotable_nodes |= 1 << node
    return promotable_nodes


def why_not_promote(state: Island, seat: int, node: int) -> Refusal | None:
    """Return the reason why the knight on `node` cannot be promoted; None if it can."""
    level = state.level_at(node)
    if level < MIGHTY_LEVEL and state.promoted >> node & 1:
        return _ONCE
    return _why_not_rise(state, seat, level)


def _why_not_rise(state: Island, seat: int, level: int) -> Refusal | None:
    """Return the reason why the seat cannot promote knights of `level`; None if it can."""
    if level >= MIGHTY_LEVEL:
        return _MIGHTY
    if level + 1 == MIGHTY_LEVEL and not has_fortress(state, seat):
        return _NO_FORTRESS
    return None if knights_left(state, seat, level + 1) else _NONE_LEFT


_MIGHTY: Final = forbidden("CK-15.6", "You cannot promote a mighty knight.")
_ONCE: Final = forbidden("CK-15.8", "You can promote a knight only once per turn.")
_NO_FORTRESS: Final = forbidden(
    "CK-15.6", "For a mighty knight you need the Fortress (politics level 3)."
)
_NONE_LEFT: Final = forbidden("CK-15.4", "You have no knight of the next level left.")


def has_fortress(state: Island, seat: int) -> bool:
    """Whether the seat may promote strong knights to mighty ones (CK-13.5)."""
    return state.levels[seat][POLITICS] >= state.box.tracks[POLITICS].ability_level


def promote(state: Island, seat: int, node: int, rule: str, price: Text | None) -> None:
    """Promote the knight on `node` by one level, and log the promotion under `rule`. The knight
    stays active or inactive (CK-15.5). `price` is the price in words, or None for a free
    promotion."""
    state.pieces[node] += 1
    state.promoted |= 1 << node
    place, knight = partial(node_label, state, node), knight_name(state.level_at(node))
    if price is None:
        state.announce(
            rule,
            seat,
            "{seat} promotes the knight at {place} to {knight} for free.",
            knight=knight,
            place=place,
        )
    else:
        state.announce(
            rule,
            seat,
            "{seat} promotes the knight at {place} to {knight} for {price}.",
            knight=knight,
            place=place,
            price=price,
        )


def refuse_promotion(state: Island, seat: int, node: Value | None) -> Refusal:
    """Return the reason why the knight on `node` cannot be promoted. If it can, or if the seat has
    no knight on `node`, the reason is that one of the seat's knights must be chosen."""
    if is_number(node, state.board.node_count) and state.knights[seat] >> node & 1:
        refusal = why_not_promote(state, seat, node)
        if refusal is not None:
            return refusal
    return forbidden("CK-15.4", "Choose one of your own knights.")


class KnightPromote(Purchase, NodeCommand):
    """D25: promote a knight to the next level (CK-15.4)."""

    key = "promote"
    letter = "p"
    rules = ("CK-15.4", "CK-15.5", "CK-15.6", "CK-15.8", "CK-11.1")
    weight = 30
    cost: ClassVar[str] = "knight_promote"
    does = words("Promote a knight")
    asks = words("Which knight do you promote?")
    no_place = forbidden("CK-15.4", "You have no knight that you can promote.")

    places = staticmethod(promotable)

    def meant(self, state: Island, seat: int) -> Mask:
        return state.knights[seat]

    def apply(self, state: Island, seat: int, rest: tuple[int]) -> None:
        promote(state, seat, rest[0], "CK-15.4", paid(state, seat, self.cost))

    def refuse(self, state: Island, seat: int, rest: Value) -> Refusal:
        node = first_of(rest)
        if is_number(node, state.board.node_count) and promotable(state, seat) >> node & 1:
            short = cannot_pay(state, seat, state.box.costs[self.cost], "CK-11.1")
            return short or refuse_promotion(state, seat, None)
        return refuse_promotion(state, seat, node)
