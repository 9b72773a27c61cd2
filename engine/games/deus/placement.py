"""Rules for placing pieces and for payments, with the reasons for refusals (sections 5 to 7 and
9)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from engine.errors import Refusal, forbidden, forbidden_plural
from engine.games.deus.armies import resolve_attacks
from engine.games.deus.board import adjacent_to
from engine.games.deus.components import GOLD, MARITIME, TEMPLE, Components
from engine.games.deus.scoring import watch_for_the_end
from engine.games.deus.state import World
from engine.games.deus.wording import a_piece, amounts
from engine.geometry.bit_sets import union
from engine.i18n.text import Text, plural, words

Payment = tuple[tuple[str, int], ...]
"""(resource id, amount) pairs in the order of the components, with gold last."""

NOTHING: Payment = ()


# ---------------------------------------------------------------- regions (section 7)


OccupiedRegions = tuple[int, int, int]
"""Three bit sets of regions: those that a seat occupies, those that anyone occupies, and the seat's
regions with the unoccupied regions next to them, including villages."""


def occupied_regions(state: World, seat: int) -> OccupiedRegions:
    """Return three bit sets of regions: those that the seat occupies, those that anyone occupies,
    and the seat's regions with the unoccupied regions next to them, including villages."""
    own = state.held(seat)
    taken = own | state.held_by_others(seat)
    return own, taken, own | (adjacent_to(state.map, own) & ~taken)


def regions_for(
    state: World, seat: int, type_: int, occupied: OccupiedRegions | None = None
) -> tuple[int, int]:
    """Return the regions where a piece of a type may be built, as two bit sets: the regions that
    cost nothing, and the edge regions that cost VP. The latter are left out if the seat has too few
    VP (DEU-7.1 to DEU-7.9). `occupied` is the result of `occupied_regions`, if already known."""
    board, has = state.map, state.where[seat][type_]
    own, taken, around = occupied or occupied_regions(state, seat)
    if type_ == TEMPLE:
        return own & board.land & ~has, 0
    kind = board.sea if type_ == MARITIME else board.land
    if not own:
        edge = board.edge & kind & ~taken
        return edge & ~union(board.too_near, taken) or edge, 0
    free = around & kind & ~has
    paid = board.edge & kind & ~taken & ~free
    return free, paid if paid and state.points[seat] >= state.box.edge_vp else 0


def open_regions(state: World, seat: int, type_: int) -> int:
    free, paid = regions_for(state, seat, type_)
    return free | paid


def costs_vp(state: World, seat: int, region: int) -> bool:
    """Whether a legal region costs VP. It does if it is neither one of the seat's regions nor next
    to one, and the piece is not the seat's first (DEU-7.7, DEU-7.8)."""
    own = state.held(seat)
    return bool(own) and not (own | adjacent_to(state.map, own)) >> region & 1


def needs_region(state: World, type_: int) -> bool:
    """Whether building a card of the type `type_` places a piece. A temple card places none if the
    supply has no temples (DEU-9.5)."""
    return type_ != TEMPLE or state.temples > 0


def place_piece(state: World, seat: int, type_: int, region: int) -> None:
    """Move a piece to the map, from the supply if it is a temple and otherwise from the player
    board, and resolve attacks (DEU-5.4, DEU-9.4, DEU-10.1). The last temple triggers the end of the
    game (DEU-20.1)."""
    state.where[seat][type_] |= 1 << region
    if type_ == TEMPLE:
        state.temples -= 1
        watch_for_the_end(state)
    else:
        state.available[seat][type_] -= 1
    resolve_attacks(state)


def why_not_region(state: World, seat: int, type_: int, place: int) -> Refusal:
    """Return the reason why a piece of the type `type_` cannot be built in the region `place`,
    which must not be one of `open_regions`."""
    board, bit = state.map, 1 << place
    piece = a_piece(type_)
    if board.villages & bit:
        return forbidden("DEU-7.5", "You cannot build in a village.")
    if not board.kind(on_sea=state.box.types[type_].on_sea) & bit:
        if state.box.types[type_].on_sea:
            return forbidden("DEU-7.6", "Ships can be built only at sea.")
        return forbidden("DEU-7.6", "Only ships can be built at sea.")
    if state.where[seat][type_] & bit:
        return forbidden("DEU-7.4", "You already have {piece} there.", piece=piece)
    if state.held_by_others(seat) & bit:
        return forbidden("DEU-7.9", "An opponent occupies that region.")
    if type_ == TEMPLE:
        return forbidden("DEU-9.4", "You can place a temple only in a region that you occupy.")
    if not board.edge & bit:
        if not state.held(seat):
            return forbidden("DEU-7.1", "Your first piece must go on the edge of the map.")
        return forbidden("DEU-7.3", "That region is not next to any of yours.")
    if not state.held(seat):
        between = plural(
            "There must be at least {n} region between your first piece and opponents' pieces.",
            "There must be at least {n} regions between your first piece and opponents' pieces.",
            state.box.first_distance - 1,
        )
        return Refusal("DEU-7.2", between)
    return forbidden("DEU-7.7", "You need {n} VP to build there.", n=state.box.edge_vp)


# ---------------------------------------------------------------- payments (section 6)


def payments(state: World, seat: int, card: int) -> tuple[Payment, ...]:
    """Return all ways to pay for a card, least gold first (DEU-6.2)."""
    box = state.box
    cost = box.cards[card].cost
    gold = min(state.gold[seat], box.card_price[card])
    return _ways(box, cost, tuple(map(min, state.resources[seat], cost)), gold)


def can_pay(state: World, seat: int, card: int) -> bool:
    return bool(payable(state, seat, (card,)))


def payable(state: World, seat: int, cards: Iterable[int]) -> list[int]:
    """Return those of `cards` that the seat can afford."""
    box, held, gold = state.box, state.resources[seat], state.gold[seat]
    needs, price, rate = box.card_needs, box.card_price, box.gold_for_a_resource
    affordable = []
    for card in cards:
        missing_gold = price[card]
        if missing_gold > gold:
            for kind, needed in needs[card]:
                owned = held[kind]
                missing_gold -= rate * (owned if owned < needed else needed)
        if missing_gold <= gold:
            affordable.append(card)
    return affordable


@lru_cache(maxsize=4096)
def _ways(
    box: Components, cost: tuple[int, ...], have: tuple[int, ...], gold: int
) -> tuple[Payment, ...]:
    """Return all ways to pay `cost` with the resources `have`, which must not exceed `cost`, and up
    to `gold` gold, least gold first."""
    rate = box.gold_for_a_resource
    ways = []
    for used in product(*(range(most, -1, -1) for most in have)):
        gold_due = cost[-1] + rate * (sum(cost[:-1]) - sum(used))
        tokens = [(kind.id, n) for kind, n in zip(box.resources, used, strict=True) if n]
        if gold_due <= gold:
            ways.append((gold_due, (*tokens, *([(GOLD, gold_due)] if gold_due else []))))
    return tuple(payment for _, payment in sorted(ways, key=lambda way: way[0]))


def pay(state: World, seat: int, payment: Payment) -> None:
    """Pay resources to the supply, and gold to the bank (DEU-6.1)."""
    for kind, number in payment:
        if kind == GOLD:
            state.gold[seat] -= number
        else:
            state.return_resource(seat, state.box.resource_index[kind], number)


def wildcard_payment(state: World, seat: int, column: int) -> Payment:
    """Return the payment for the next face-down card on a column. The amount of gold is in
    proportion to the card's position in the column, where the bottom card has position 1
    (DEU-22.7)."""
    return ((GOLD, state.box.wildcard_gold * (state.height(seat, column) + 1)),)


def missing(state: World, seat: int, card: int) -> Text:
    """Return a sentence with the resources that a seat lacks for a card, and the additional gold
    that it needs to replace them."""
    box = state.box
    cost = box.cards[card].cost
    lacking = [
        max(0, needed - held) for needed, held in zip(cost, state.resources[seat], strict=False)
    ]
    gold_due = cost[-1] + box.gold_for_a_resource * sum(lacking)
    return words(
        "You lack {what}. To pay with gold instead, you need {n} more gold.",
        what=amounts(box, lacking),
        n=max(0, gold_due - state.gold[seat]),
    )


# ---------------------------------------------------------------- whole cards


def has_room(state: World, seat: int, type_: int, occupied: OccupiedRegions | None = None) -> bool:
    """Whether the seat has a piece of a type and a region for it (DEU-5.1, DEU-7.10). For temples,
    whether a temple card could be built, if its cost is ignored (DEU-9.2, DEU-9.6). `occupied` is
    the result of `occupied_regions`, if already known."""
    if type_ == TEMPLE and not state.temples:
        return has_piece(state, seat, type_)
    return has_piece(state, seat, type_) and any(regions_for(state, seat, type_, occupied))


def has_piece(state: World, seat: int, type_: int) -> bool:
    """Whether the seat could build a card of a type, if cost and region are ignored. The seat needs
    a piece or, for a temple, enough cards in each standard column (DEU-5.1, DEU-9.2)."""
    if type_ != TEMPLE:
        return state.available[seat][type_] > 0
    return state.all_columns_hold(seat, state.temples_played(seat))


def buildable(state: World, seat: int) -> list[int]:
    cards = payable(state, seat, dict.fromkeys(state.hands[seat]))
    if not cards:
        return cards
    types, room = state.box.card_type, dict[int, bool]()
    occupied = occupied_regions(state, seat)
    for type_ in {types[card] for card in cards}:
        room[type_] = has_room(state, seat, type_, occupied)
    return [card for card in cards if room[types[card]]]


def why_not_piece(state: World, seat: int, card: int) -> Refusal | None:
    """Return a refusal if the seat lacks a piece for a card or, for a temple, cards in its columns;
    None otherwise."""
    type_ = state.box.card_type[card]
    if type_ != TEMPLE:
        return why_no_piece(state, seat, type_)
    if has_piece(state, seat, TEMPLE):
        return None
    return forbidden_plural(
        "DEU-9.2",
        "Another temple needs {n} card in each of the five columns.",
        "Another temple needs {n} cards in each of the five columns.",
        state.temples_played(seat),
    )


def why_no_piece(state: World, seat: int, type_: int) -> Refusal | None:
    """Return a refusal if the seat has no available piece of `type_`, which must be a standard type
    (DEU-5.1); None otherwise."""
    if state.available[seat][type_]:
        return None
    return forbidden("DEU-5.1", "You need {piece} on your player board.", piece=a_piece(type_))


def why_no_region(state: World, seat: int, type_: int) -> Refusal | None:
    """Return a refusal if a card of a type needs a region for its piece and there is none
    (DEU-7.10, DEU-9.6); None otherwise."""
    if not needs_region(state, type_) or open_regions(state, seat, type_):
        return None
    if type_ == TEMPLE:
        return forbidden("DEU-9.6", "You cannot place a temple in any of your regions.")
    return forbidden(
        "DEU-7.10", "There is no region where you can place {piece}.", piece=a_piece(type_)
    )


def why_not_build(state: World, seat: int, card: int) -> Refusal | None:
    """Return the reason why a card in the hand cannot be built now; None if it can."""
    refusal = why_not_piece(state, seat, card)
    if refusal is None and not can_pay(state, seat, card):
        refusal = Refusal("DEU-6.1", missing(state, seat, card))
    return refusal or why_no_region(state, seat, state.box.card_type[card])
