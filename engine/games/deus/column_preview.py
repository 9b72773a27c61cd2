"""Previews of activating a column: the most that each card could give, whatever cards are drawn and
however many VP the opponents have."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from attrs import evolve, frozen

from engine.core.common_wording import series
from engine.games.deus.armies import armies_beside_opponents, besieged, marches, resolve_attacks
from engine.games.deus.card_effects import harvest, harvests, yield_of
from engine.games.deus.components import TEMPLE, Card
from engine.games.deus.drawing import number_to_draw
from engine.games.deus.placement import Payment, pay, payments, regions_for, wildcard_payment
from engine.games.deus.science import gained_by_regions
from engine.games.deus.state import FACE_DOWN, World
from engine.games.deus.trade import FOR_GOLD, SALES, most_bought, most_sold
from engine.games.deus.wording import amounts, cards, gold, vp, within
from engine.geometry.bit_sets import members
from engine.i18n.text import Text, plural, words

NO_RESOURCES: Final = (0, 0, 0, 0)
MORE_THAN_ALL_CARDS: Final = 1000
"""A number greater than the number of cards in the game."""


@frozen
class CardPreview:
    """A card of an activated column, with the most that it could give at that point.

    `asks` is whether the owner has a choice and may skip the card. `resources` are gained, and
    `uses` are sold; `price` is the gold paid for resources, which are not among the `resources`.
    `kinds` are the resources among which the owner chooses, if there are several; `resources` then
    contains one of them. `moves` is the number of armies that could move. `contested` is whether
    earlier cards may have used up what this card needs, and `awaits` whether it gives something
    only if earlier cards bring what it needs. `from_laboratory` is the preview of the card in
    another column that a laboratory would activate.
    """

    card: int
    asks: bool = False
    vp: int = 0
    gold: int = 0
    resources: tuple[int, ...] = NO_RESOURCES
    kinds: Collection[int] = ()
    uses: tuple[int, ...] = NO_RESOURCES
    price: int = 0
    cards: int = 0
    pieces: int = 0
    moves: int = 0
    contested: bool = False
    awaits: bool = False
    from_laboratory: CardPreview | None = None

    @property
    def core(self) -> CardPreview:
        """The preview of the card whose effect is used. It is this one or, for a laboratory, that
        of the card that the laboratory would activate."""
        return self if self.from_laboratory is None else self.from_laboratory

    @property
    def idle(self) -> bool:
        core = self.core
        gains = (
            core.vp,
            core.gold,
            core.cards,
            core.pieces,
            core.moves,
            core.price,
            *core.resources,
        )
        return not any(gains)


def preview_column(
    state: World, seat: int, card: int, place: int = -1, payment: Payment | None = None
) -> list[CardPreview]:
    """Return a preview of the column after building a card of the hand, card by card, bottom first.

    The card is built in the region `place` (-1 if there is none yet) with `payment` (None for the
    payment with the least gold, or for free if the seat cannot pay). The preview is empty for a
    temple, which activates nothing.
    """
    type_ = state.box.card_type[card]
    if type_ == TEMPLE:
        return []
    if payment is None:
        payment = next(iter(payments(state, seat, card)), ())
    return _preview_after(state, seat, type_, card, place, payment)


def preview_wildcard_column(
    state: World, seat: int, column: int, place: int = -1
) -> list[CardPreview]:
    """Return a preview of the column after building a card face down in the region `place` (-1 if
    there is none yet), card by card, bottom first (DEU-22.8)."""
    return _preview_after(
        state, seat, column, FACE_DOWN, place, wildcard_payment(state, seat, column)
    )


def _preview_after(
    state: World, seat: int, column: int, card: int, place: int, payment: Payment
) -> list[CardPreview]:
    table = state.copy()
    table.take_from_hand(seat, table.hands[seat][:1] if card == FACE_DOWN else (card,))
    pay(table, seat, payment)
    if place >= 0:
        table.where[seat][column] |= 1 << place
        resolve_attacks(table)
    table.columns[seat][column] += (card,)
    return preview_cards(table, seat, table.columns[seat][column])


def best_column_preview(
    state: World, seat: int, card: int, payment: Payment | None = None
) -> tuple[int, list[CardPreview]]:
    """Return the region in which building the card would give the most by a rough measure, with the
    preview of the column. Return -1 and an empty list if there is no region. `payment` is passed to
    `preview_column`."""
    type_ = state.box.card_type[card]
    return _best(
        state, seat, type_, lambda place: preview_column(state, seat, card, place, payment)
    )


def best_wildcard_preview(state: World, seat: int, column: int) -> tuple[int, list[CardPreview]]:
    """Return the region in which building a card face down would give the most by a rough measure,
    with the preview of the column. Return -1 and an empty list if there is no region."""
    return _best(
        state, seat, column, lambda place: preview_wildcard_column(state, seat, column, place)
    )


def _best(
    state: World, seat: int, type_: int, preview_in: Callable[[int], list[CardPreview]]
) -> tuple[int, list[CardPreview]]:
    free, at_a_price = regions_for(state, seat, type_)
    previews = [(place, preview_in(place)) for place in (*members(free), *members(at_a_price))]

    def worth(candidate: tuple[int, list[CardPreview]]) -> float:
        price = state.box.edge_vp if at_a_price >> candidate[0] & 1 else 0
        return sum(map(rough_worth, candidate[1])) - price

    return max(previews, key=worth, default=(-1, []))


def preview_cards(table: World, seat: int, column: Sequence[int]) -> list[CardPreview]:
    """Return previews of the cards in `column`, activated one after another. `table` is changed:
    the gold and resources that cards give without a choice are available to later cards."""
    result: list[CardPreview] = []
    for card in column:
        preview = (
            CardPreview(card)
            if card == FACE_DOWN
            else preview_card(table, seat, table.box.cards[card])
        )
        preview = evolve(
            preview,
            contested=_is_contested(table, seat, preview, result),
            awaits=_awaits_earlier_cards(table, seat, preview, result),
        )
        result.append(preview)
        _take_gains(table, seat, preview)
    return result


def _is_contested(
    table: World, seat: int, preview: CardPreview, before: Sequence[CardPreview]
) -> bool:
    """Whether the earlier cards, whose previews are `before`, may leave too little of what a card
    needs: resources, gold, pieces in the stock, cards to draw, or room in the hand."""
    core, earlier = preview.core, [other.core for other in before]
    return (
        any(n and any(other.uses[kind] for other in earlier) for kind, n in enumerate(core.uses))
        or bool(core.price and any(other.price for other in earlier))
        or _exceed(core.pieces, (other.pieces for other in earlier), sum(table.stock[seat]))
        or _exceed(
            core.cards,
            (other.cards for other in earlier),
            number_to_draw(table, seat, MORE_THAN_ALL_CARDS),
        )
    )


def _awaits_earlier_cards(
    table: World, seat: int, preview: CardPreview, before: Sequence[CardPreview]
) -> bool:
    """Whether a card can give nothing with what the seat has, but may give something after choices
    with the earlier cards, whose previews are `before`: they may bring the resources that it sells,
    or the gold with which it buys."""
    if preview.card == FACE_DOWN or not preview.idle:
        return False
    effect = table.box.cards[preview.core.card].effect
    choices = [other.core for other in before if other.asks]
    if effect.kind in SALES:
        return all(
            table.resources[seat][kind]
            or (table.supply[kind] and any(_may_bring(other, kind) for other in choices))
            for kind in effect.resources
        )
    return effect.kind == "buy_resources" and any(other.gold for other in choices)


def _may_bring(preview: CardPreview, kind: int) -> bool:
    """Whether the owner may choose to gain a resource of this kind from a card."""
    return bool(preview.price or preview.resources[kind] or kind in preview.kinds)


def _exceed(number: int, before: Iterable[int], there: int) -> bool:
    return number > 0 and number + sum(before) > there


def _take_gains(table: World, seat: int, preview: CardPreview) -> None:
    """Give the seat the gold and resources of a card without a choice, so that later cards can use
    them."""
    if preview.asks:
        return
    table.gold[seat] += preview.gold
    for kind, number in enumerate(preview.resources):
        if number:
            table.gain_resource(seat, kind, number)


def preview_card(state: World, seat: int, card: Card) -> CardPreview:
    """Return the most that a card could give in the current position."""
    effect = card.effect
    match effect.kind:
        case "produce_one" | "produce_per_building_in_region":
            return _harvest_preview(state, seat, card)
        case kind if kind in SALES:
            return _sale_preview(state, seat, card)
        case "buy_resources":
            most = most_bought(state, seat, card)
            return CardPreview(card.index, asks=most > 0, price=most * effect.amount)
        case "draw_per_region_with":
            drawn = number_to_draw(state, seat, gained_by_regions(state, seat, card))
            return CardPreview(card.index, asks=drawn > 0, cards=drawn)
        case "gain_pieces_per_region_with":
            gained = min(gained_by_regions(state, seat, card), sum(state.stock[seat]))
            return CardPreview(card.index, asks=gained > 0, pieces=gained)
        case "activate_card":
            return _laboratory_preview(state, seat, card)
        case _:
            return _other_preview(state, seat, card)


def _other_preview(state: World, seat: int, card: Card) -> CardPreview:
    effect = card.effect
    match effect.kind:
        case "steal_gold" | "steal_vp":
            return _theft_preview(state, seat, card)
        case "take_village_vp":
            villages = besieged(state, seat)
            best = max(
                (min(effect.vp, state.village_vp[village]) for village in villages), default=0
            )
            return CardPreview(card.index, asks=bool(villages), vp=best)
        case "move_one_army" | "move_all_armies":
            able = len(marches(state, seat, state.armies(seat), effect.steps))
            moves = min(able, 1) if effect.kind == "move_one_army" else able
            return CardPreview(card.index, asks=able > 0, moves=moves)
    amount = yield_of(state, seat, card)
    if effect.resources:
        (kind,) = effect.resources
        return CardPreview(
            card.index, resources=_amounts_of((kind,), min(amount, state.supply[kind]))
        )
    return CardPreview(card.index, vp=amount) if effect.vp else CardPreview(card.index, gold=amount)


def _amounts_of(kinds: Collection[int], number: int) -> tuple[int, ...]:
    """Return an amount for each resource: `number` for those in `kinds`, 0 for the others."""
    return tuple(number if resource in kinds else 0 for resource in range(len(NO_RESOURCES)))


def _harvest_preview(state: World, seat: int, card: Card) -> CardPreview:
    places = harvests(state, seat, card)
    if not places:
        return CardPreview(card.index)
    yields = [harvest(state, seat, card, place) for place in places]
    kind, amount = max(yields, key=lambda it: it[1])
    kinds = {other for other, _ in yields}
    return CardPreview(
        card.index,
        asks=len(places) > 1,
        resources=_amounts_of((kind,), amount),
        kinds=sorted(kinds) if len(kinds) > 1 else (),
    )


def _sale_preview(state: World, seat: int, card: Card) -> CardPreview:
    effect = card.effect
    sold = most_sold(state, seat, card)
    uses = _amounts_of(effect.resources, sold)
    price = sold * effect.amount
    if effect.kind == FOR_GOLD:
        return CardPreview(card.index, asks=sold > 0, gold=price, uses=uses)
    return CardPreview(card.index, asks=sold > 0, vp=price, uses=uses)


def _theft_preview(state: World, seat: int, card: Card) -> CardPreview:
    """Return a preview with the most that a single army could make the opponents next to it pay,
    assuming that they have enough VP."""
    gold_each = card.effect.gold
    beside = [state.opponents_beside(seat, army) for army in armies_beside_opponents(state, seat)]
    if gold_each:
        taken = [sum(min(gold_each, state.gold[other]) for other in payers) for payers in beside]
        most = max(taken, default=0)
        return CardPreview(card.index, asks=most > 0, gold=most)
    most = card.effect.vp * max(map(len, beside), default=0)
    return CardPreview(card.index, asks=most > 0, vp=most)


def _laboratory_preview(state: World, seat: int, card: Card) -> CardPreview:
    """Return the preview of a laboratory, with that of the card that would give the most by a
    rough measure."""
    faces = state.columns[seat][card.effect.column]
    able = [preview_card(state, seat, state.box.cards[face]) for face in faces if face != FACE_DOWN]
    if not able:
        return CardPreview(card.index)
    return CardPreview(card.index, asks=True, from_laboratory=max(able, key=rough_worth))


def rough_worth(preview: CardPreview, use: float = 1.0) -> float:
    """Return a rough value of a preview in VP. `use` is the share of gains other than VP that will
    still be useful."""
    if preview.from_laboratory is not None:
        return rough_worth(preview.from_laboratory, use)
    return preview.vp + use * (
        0.25 * (preview.gold - preview.price)
        + 0.8 * (sum(preview.resources) - sum(preview.uses))
        + 0.8 * preview.price
        + 0.6 * preview.cards
        + 0.8 * preview.pieces
        + 0.3 * preview.moves
    )


# ---------------------------------------------------------------- in words


def card_preview_text(state: World, seat: int, preview: CardPreview) -> Text:
    """Return a card's effect in words, such as `up to 3 VP for 3 clay`."""
    if preview.card == FACE_DOWN:
        return words("no effect")
    if preview.from_laboratory is not None:
        inner = evolve(preview.from_laboratory, contested=preview.contested)
        return words(
            "{card}: {what}",
            card=state.box.cards[inner.card],
            what=card_preview_text(state, seat, inner),
        )
    if preview.awaits:
        return words("depends on earlier cards")
    if preview.idle:
        return words("nothing")
    what = _gains_text(state, preview)
    if preview.contested:
        return words("{what}, if enough is left", what=what)
    return what


def _gains_text(state: World, preview: CardPreview) -> Text:
    if any(preview.uses):
        uses = amounts(state.box, preview.uses)
        price = vp(preview.vp) if preview.vp else gold(preview.gold)
        return words("up to {price} for {what}", price=price, what=uses)
    if preview.price:
        return words("resources for up to {gold}", gold=gold(preview.price))
    if preview.moves:
        return plural("{n} army can move", "{n} armies can move", preview.moves)
    what = series(_parts(state, preview))
    return words("up to {what}", what=what) if preview.asks else what


def _parts(state: World, preview: CardPreview) -> Iterable[Text]:
    if preview.vp:
        yield vp(preview.vp)
    if preview.gold:
        yield gold(preview.gold)
    if preview.kinds:
        names = series(within(state.box.resources[kind].names) for kind in preview.kinds)
        number = sum(preview.resources)
        yield plural("{n} resource ({kinds})", "{n} resources ({kinds})", number, kinds=names)
    elif any(preview.resources):
        yield amounts(state.box, preview.resources)
    if preview.cards:
        yield cards(preview.cards)
    if preview.pieces:
        yield plural("{n} piece", "{n} pieces", preview.pieces)
