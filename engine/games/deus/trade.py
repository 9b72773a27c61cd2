"""Blue cards, with which players sell and buy resources (section 15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.command import Pick
from engine.core.event import Value
from engine.core.parts import Amounts, Kind, MultisetPart, total
from engine.core.parts_decision import BagDecision
from engine.core.step import Place
from engine.core.step_stack import Step
from engine.errors import Refusal, forbidden_plural
from engine.games.deus.card_effects import CardDecision, announce_skip
from engine.games.deus.components import Card
from engine.games.deus.state import World
from engine.games.deus.suggestions import evened
from engine.games.deus.wording import gold, paid, resource, vp, within
from engine.i18n.text import Text, plural, words

FOR_GOLD: Final = "sell_for_gold"
IN_LOTS: Final = "sell_lots_for_vp"
SALES: Final = frozenset({FOR_GOLD, "sell_for_vp", IN_LOTS})
"""The kinds of effects that sell resources."""


def most_sold(state: World, seat: int, card: Card) -> int:
    """Return how many resources or lots the seat could sell with a card now (DEU-15.1 to
    DEU-15.3)."""
    held = min(state.resources[seat][kind] for kind in card.effect.resources)
    return min(held, card.effect.most) if card.effect.most else held


def most_bought(state: World, seat: int, card: Card) -> int:
    """Return how many resources the seat could buy with a card now (DEU-15.4)."""
    return min(card.effect.most, state.gold[seat] // card.effect.amount, sum(state.supply))


def activate_sale(state: World, seat: int, card: Card) -> Step | None:
    """Return the decision about how much to sell. Return None if nothing can be sold."""
    return Sell(seat, card.index) if most_sold(state, seat, card) else None


def activate_galley(state: World, seat: int, card: Card) -> Step | None:
    """Return the decision about what to buy. Return None if nothing can be bought."""
    return Buy(seat, card.index) if most_bought(state, seat, card) else None


class Sell(CardDecision[int]):
    """D10: choose how many resources or lots to sell. With 0, nothing is sold. Gold cannot replace
    a resource here (DEU-6.3)."""

    rules = ("DEU-15.1", "DEU-15.2", "DEU-15.3", "DEU-6.3", "DEU-12.3")

    def options(self, state: World) -> Sequence[int]:
        return range(most_sold(state, self.seat, self.face(state)) + 1)

    def apply(self, state: World, pick: int) -> None:
        seat, card = self.seat, self.face(state)
        if not pick:
            announce_skip(state, seat, self.card)
            return
        for kind in card.effect.resources:
            state.return_resource(seat, kind, pick)
        purse = state.gold if card.effect.kind == FOR_GOLD else state.points
        purse[seat] += pick * card.effect.amount
        state.announce(
            card.rule,
            seat,
            "{card}: {seat} sells {what} for {price}.",
            card=card,
            what=lambda: self._sold(state, pick),
            price=lambda: self._price(state, pick),
        )

    def _sold(self, state: World, number: int) -> Text:
        kinds = self.face(state).effect.resources
        return paid((state.box.resources[kind].id, number) for kind in kinds)

    def _price(self, state: World, number: int) -> Text:
        effect = self.face(state).effect
        return (gold if effect.kind == FOR_GOLD else vp)(number * effect.amount)

    def question(self, state: World) -> Text:
        card, price = self.face(state), self._price(state, 1)
        if card.effect.kind == IN_LOTS:
            return words(
                "{card}: how many pairs do you sell for {price} each?", card=card, price=price
            )
        return words(
            "{card}: how much {kind} do you sell? ({price} each)",
            card=card,
            kind=within(state.box.resources[card.effect.resources[0]].names),
            price=price,
        )

    def label(self, state: World, chosen: tuple[int, ...]) -> Text:
        number = chosen[-1]
        if not number:
            return words("Sell nothing")
        return words(
            "{what}: {price}", what=self._sold(state, number), price=self._price(state, number)
        )

    def refuse(self, state: World, pick: Value) -> Refusal:
        card = self.face(state)
        most = most_sold(state, self.seat, card)
        return forbidden_plural(
            card.rule, "You can sell up to {n} here.", "You can sell up to {n} here.", most
        )


class ResourcesDecision(BagDecision[World]):
    """Base class of decisions that choose resources from the general supply."""

    def suggest(self, state: World) -> Sequence[Amounts]:
        return suggested_resources(state, self.seat, self.choice(state))

    def thing_name(self, state: World, chosen: Pick, thing: Kind) -> Text:
        box = state.box
        return words("{kind}", kind=box.resources[box.resource_index[str(thing)]].names)

    def thing_amount_text(self, state: World, chosen: Pick, thing: Kind, number: int) -> Text:
        return resource(str(thing), number)

    def thing_place(self, state: World, chosen: Pick, thing: Kind) -> Place:
        return ("supply", thing)


class Buy(ResourcesDecision):
    """D11: choose resources to buy. With an empty choice, nothing is bought."""

    rules = ("DEU-15.4", "DEU-12.3", "DEU-8.3")

    card: int

    def choice(self, state: World) -> MultisetPart:
        return supply_bag(state, 0, most_bought(state, self.seat, state.box.cards[self.card]))

    def apply(self, state: World, pick: Amounts) -> None:
        seat, card = self.seat, state.box.cards[self.card]
        if not pick:
            announce_skip(state, seat, self.card)
            return
        price = total(pick) * card.effect.amount
        state.gold[seat] -= price
        take_resources(state, seat, pick)
        state.announce(
            card.rule,
            seat,
            "{card}: {seat} buys {what} for {price}.",
            card=card,
            what=lambda: paid_amounts(pick),
            price=gold(price),
        )

    def question(self, state: World) -> Text:
        card = state.box.cards[self.card]
        most = most_bought(state, self.seat, card)
        return plural(
            "{card}: which resource do you buy for {price}?",
            "{card}: which resources (up to {n}) do you buy for {price} each?",
            most,
            card=card,
            price=gold(card.effect.amount),
        )

    def summary(self, state: World, chosen: tuple[Amounts, ...]) -> Sequence[Text]:
        if not chosen:
            return ()
        price = total(chosen[0]) * state.box.cards[self.card].effect.amount
        return [words("Price: {gold}.", gold=gold(price))] if price else ()


def supply_bag(state: World, least: int, most: int) -> MultisetPart:
    """Return a part that chooses from `least` to `most` resources from the general supply."""
    pool = [
        (kind.id, min(number, most))
        for kind, number in zip(state.box.resources, state.supply, strict=True)
        if number
    ]
    return MultisetPart(tuple(pool), least, most)


def take_resources(state: World, seat: int, amounts: Amounts) -> None:
    for kind, number in amounts:
        state.gain_resource(seat, state.box.resource_index[str(kind)], number)


def paid_amounts(amounts: Amounts) -> Text:
    return paid((str(kind), number) for kind, number in amounts)


def suggested_resources(state: World, seat: int, bag: MultisetPart) -> list[Amounts]:
    """Return picks from `bag`: one that evens out the seat's resources, each pick of the largest
    size that has a single kind and, if taking nothing is allowed, the empty pick."""
    held: dict[Kind, int] = {
        resource.id: state.resources[seat][resource.index] for resource in state.box.resources
    }
    one_kind = [((kind, number),) for kind, number in bag.pool if number == bag.largest]
    nothing: list[Amounts] = [] if bag.least else [()]
    return list(dict.fromkeys([evened(held, bag), *one_kind, *nothing]))
