"""Action A: build a card and activate its column; temples and face-down cards (sections 5, 9 and
22)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.core.chance import Dice
from engine.core.command import PartsCommand, Pick
from engine.core.event import Value
from engine.core.step import Place
from engine.errors import Refusal, forbidden
from engine.games.deus.activation import activate_column
from engine.games.deus.board import random_region
from engine.games.deus.components import GOLD, STANDARD, TEMPLE, TYPES
from engine.games.deus.placement import (
    Payment,
    buildable,
    costs_vp,
    needs_region,
    open_regions,
    pay,
    payments,
    place_piece,
    regions_for,
    why_no_piece,
    why_no_region,
    why_not_build,
    why_not_region,
    wildcard_payment,
)
from engine.games.deus.state import FACE_DOWN, World, type_of
from engine.games.deus.wording import a_piece, column_name, gold, paid, region, vp
from engine.i18n.text import Text, words

BuildPick = tuple[str, Payment] | tuple[str, Payment, str]
"""A card, its payment, and the region of its piece. A temple may have no region (DEU-9.5)."""

PartialPick = tuple[str] | BuildPick

BUILD: Final = "build"
WILDCARD: Final = "wildcard"


def card_at(state: World, seat: int, name: Value) -> int:
    """Return the position in the hand of the first card with the id `name`; -1 if there is none."""
    index = state.box.card_index.get(name, -1) if isinstance(name, str) else -1
    hand = state.hands[seat]
    return hand.index(index) if index in hand else -1


def distinct(hand: Sequence[int]) -> list[int]:
    return list(dict.fromkeys(hand))


class Build(PartsCommand[World]):
    """D3 to D6, D19: choose a card, its payment, and the region of its piece. If the supply has no
    temples, a temple card has no region (DEU-9.5)."""

    key = BUILD
    rules = ("DEU-4.2", "DEU-4.3", "DEU-5.1", "DEU-6.2", "DEU-7.3", "DEU-9.2")
    weight = 4
    does = words("Build")
    unusable = forbidden("DEU-4.3", "You cannot build any of your cards now.")

    def possible(self, state: World, seat: int) -> bool:
        return bool(buildable(state, seat))

    def options(self, state: World, seat: int) -> Sequence[Pick]:
        cards = state.box.cards
        return [
            (cards[card].id, payments(state, seat, card)[0], *place)
            for card in buildable(state, seat)
            for place in self._places(state, seat, card)
        ]

    def _places(self, state: World, seat: int, card: int) -> list[tuple[str, ...]]:
        """Return the possible ends of a pick for a card: a tuple with a region for each open
        region, or a single empty tuple if no piece is placed."""
        type_ = state.box.card_type[card]
        if not needs_region(state, type_):
            return [()]
        return [(name,) for name in state.map.ids_of(open_regions(state, seat, type_))]

    def part_options(
        self, state: World, seat: int, chosen: tuple[()] | PartialPick
    ) -> Sequence[Value]:
        """Return the cards that can be built, then the payments for the chosen card, then the
        regions, those that cost no VP first."""
        if not chosen:
            return [state.box.cards[card].id for card in buildable(state, seat)]
        card = state.box.card_index[chosen[0]]
        type_ = state.box.card_type[card]
        if len(chosen) == 1:
            return payments(state, seat, card)
        if len(chosen) == 2 and needs_region(state, type_):
            return _regions(state, seat, type_)
        return ()

    def sample(self, state: World, seat: int, dice: Dice) -> BuildPick:
        return self.sample_of(state, seat, buildable(state, seat), dice)

    def sample_of(self, state: World, seat: int, cards: Sequence[int], dice: Dice) -> BuildPick:
        """Return a random pick for one of `cards`, all of which must be buildable."""
        card = dice.pick(cards)
        payment = dice.pick(payments(state, seat, card))
        type_ = state.box.card_type[card]
        if not needs_region(state, type_):
            return (state.box.cards[card].id, payment)
        place = random_region(open_regions(state, seat, type_), dice)
        return (state.box.card_ids[card], payment, state.map.ids[place])

    def apply(self, state: World, seat: int, rest: BuildPick) -> None:
        """Put the card on its column, pay, place the piece and resolve attacks, then activate the
        column (DEU-5.2 to DEU-5.5). A temple activates nothing (DEU-8.9)."""
        card = state.box.card_index[rest[0]]
        type_ = state.box.card_type[card]
        place = state.map.find(rest[2]) if len(rest) == 3 else -1
        state.take_from_hand(seat, (card,))
        state.columns[seat][type_] += (card,)
        pay(state, seat, rest[1])
        state.constructions += 1
        if state.notes is not None:
            self._log_building(state, seat, card, rest[1], place)
        if place >= 0:
            build_piece(state, seat, type_, place)
        if type_ != TEMPLE:
            state.push(activate_column(seat, type_, 0))

    def _log_building(
        self, state: World, seat: int, card: int, payment: Payment, place: int
    ) -> None:
        built, price = state.box.cards[card], paid(payment)
        if place < 0:
            state.announce(
                "DEU-9.5",
                seat,
                "{seat} builds {card} for {paid}. There are no temples left.",
                card=built,
                paid=price,
            )
            return
        rule = "DEU-9.4" if built.type == TEMPLE else "DEU-5.4"
        state.announce(
            rule,
            seat,
            "{seat} builds {card} in {region} for {paid}.",
            card=built,
            region=region(state, place),
            paid=price,
        )

    def so_far(self, state: World, seat: int, chosen: tuple[Any, ...]) -> Text:
        if not chosen:
            return self.does
        card = state.box.card(chosen[0])
        if len(chosen) == 1:
            return words("Build the {card}", card=card)
        return words("Build the {card} for {price}", card=card, price=paid(chosen[1]))

    def in_words(self, state: World, seat: int, rest: tuple[Any, ...]) -> Text | None:
        so_far = self.so_far(state, seat, rest[:2])
        if len(rest) < 3:
            return so_far
        where = place_words(state, seat, rest[2])
        return words("{build} in {region}", build=so_far, region=where)

    def label(self, state: World, seat: int, chosen: PartialPick) -> Text:
        if len(chosen) == 1:
            return words("{card}", card=state.box.card(chosen[0]))
        return paid(chosen[1]) if len(chosen) == 2 else place_words(state, seat, chosen[2])

    def target(self, state: World, seat: int, chosen: PartialPick) -> Place | None:
        if len(chosen) == 1:
            return ("card", card_at(state, seat, chosen[0]))
        return ("region", chosen[2]) if len(chosen) == 3 else None

    def refuse(self, state: World, seat: int, rest: Value) -> Refusal:
        parts: Pick = rest if isinstance(rest, tuple) else ()
        at = card_at(state, seat, parts[0] if parts else ())
        if at < 0:
            return forbidden("DEU-4.3", "Choose a card from your hand.")
        card = state.hands[seat][at]
        refusal = why_not_build(state, seat, card)
        if refusal is not None:
            return refusal
        if len(parts) < 2 or parts[1] not in payments(state, seat, card):
            return forbidden("DEU-6.2", "You cannot pay for the card that way.")
        type_ = state.box.card_type[card]
        if not needs_region(state, type_):
            return forbidden("DEU-9.5", "There are no temples left to place.")
        return _why_not_there(state, seat, type_, parts[2:], "DEU-5.4")

    def refuse_place(self, state: World, seat: int, chosen: Pick, place: Place) -> Refusal | None:
        if place[0] == "card" and not chosen:
            at = place[1]
            if isinstance(at, int) and 0 <= at < len(state.hands[seat]):
                return why_not_build(state, seat, state.hands[seat][at])
        if place[0] == "region" and len(chosen) == 2:
            return self.refuse(state, seat, (*chosen, place[1]))
        return None


class BuildFaceDown(PartsCommand[World]):
    """Use a wildcard: build any card face down in any standard column, for gold (DEU-22.6)."""

    key = WILDCARD
    rules = ("DEU-22.6", "DEU-22.7", "DEU-22.8", "DEU-22.10")
    weight = 1
    letter = "f"
    does = words("Build with a face-down card")

    def price(self, state: World, seat: int, column: int) -> int:
        """Return the price, in gold, of a face-down card on `column` (DEU-22.7)."""
        return dict(wildcard_payment(state, seat, column))[GOLD]

    def columns(self, state: World, seat: int) -> list[int]:
        if not state.wildcards_left[seat] or not state.hands[seat]:
            return []
        return [
            column
            for column in STANDARD
            if state.available[seat][column]
            and state.gold[seat] >= self.price(state, seat, column)
            and open_regions(state, seat, column)
        ]

    def possible(self, state: World, seat: int) -> bool:
        return bool(self.columns(state, seat))

    def part_options(self, state: World, seat: int, chosen: tuple[str, ...]) -> Sequence[Value]:
        if not chosen:
            return [state.box.cards[card].id for card in distinct(state.hands[seat])]
        if len(chosen) == 1:
            return [TYPES[column] for column in self.columns(state, seat)]
        if len(chosen) == 2:
            return _regions(state, seat, type_of(chosen[1]))
        return ()

    def apply(self, state: World, seat: int, rest: tuple[str, str, str]) -> None:
        card, column, place = state.box.card_index[rest[0]], type_of(rest[1]), rest[2]
        payment = wildcard_payment(state, seat, column)
        state.take_from_hand(seat, (card,))
        state.columns[seat][column] += (FACE_DOWN,)
        state.wildcards[seat] += (card,)
        state.wildcards_left[seat] -= 1
        pay(state, seat, payment)
        state.constructions += 1
        if state.notes is not None:
            state.announce(
                "DEU-22.6",
                seat,
                "{seat} lays a card face down on the {column} and builds {piece} in {region} for "
                "{gold}.",
                column=column_name(column),
                piece=a_piece(column),
                region=region(state, state.map.find(place)),
                gold=gold(dict(payment)[GOLD]),
            )
            secret = words("Face down: {card}.", card=state.box.cards[card])
            state.note("DEU-22.6", seat, secret, to=(seat,))
        build_piece(state, seat, column, state.map.find(place))
        state.push(activate_column(seat, column, 0))

    def so_far(self, state: World, seat: int, chosen: tuple[str, ...]) -> Text:
        if not chosen:
            return self.does
        if len(chosen) == 1:
            return words("Place the {card} face down", card=state.box.card(chosen[0]))
        column = type_of(chosen[1])
        return words(
            "Place a card face down on the {column} for {gold}",
            column=column_name(column),
            gold=gold(self.price(state, seat, column)),
        )

    def label(self, state: World, seat: int, chosen: tuple[str, ...]) -> Text:
        if len(chosen) == 1:
            return words("{card}", card=state.box.card(chosen[0]))
        column = type_of(chosen[1])
        if len(chosen) == 2:
            price = gold(self.price(state, seat, column))
            return words("{column} for {gold}", column=column_name(column), gold=price)
        return place_words(state, seat, chosen[2])

    def target(self, state: World, seat: int, chosen: tuple[str, ...]) -> Place | None:
        match chosen:
            case (card,):
                return ("card", card_at(state, seat, card))
            case (_, column):
                return ("column", seat, column)
            case (_, _, place):
                return ("region", place)
        return None

    def why_not(self, state: World, seat: int) -> Refusal | None:
        """Return a refusal if the variant is not played, the wildcards are used up, or no column is
        possible; None otherwise."""
        if self.possible(state, seat):
            return None
        if not state.wildcards_left[seat]:
            return _no_wildcard_left(state, seat)
        return forbidden(
            "DEU-22.8", "Each column needs a piece, gold or a region that you do not have."
        )

    def refuse(self, state: World, seat: int, rest: Value) -> Refusal:
        if not state.wildcards_left[seat]:
            return _no_wildcard_left(state, seat)
        parts: Pick = rest if isinstance(rest, tuple) else ()
        if card_at(state, seat, parts[0] if parts else ()) < 0:
            return forbidden("DEU-22.6", "Choose a card from your hand.")
        column = type_of(parts[1]) if len(parts) > 1 else -1
        if column not in STANDARD:
            return forbidden("DEU-22.10", "Choose one of the five standard columns.")
        refusal = why_no_piece(state, seat, column) or why_no_region(state, seat, column)
        if refusal is not None:
            return refusal
        price = self.price(state, seat, column)
        if state.gold[seat] < price:
            return forbidden("DEU-22.7", "That would cost {gold}.", gold=gold(price))
        return _why_not_there(state, seat, column, parts[2:], "DEU-22.8")

    def refuse_place(self, state: World, seat: int, chosen: Pick, place: Place) -> Refusal | None:
        if place[0] == "column" and len(chosen) == 1 and place[1] == seat:
            return self.refuse(state, seat, (*chosen, place[2]))
        if place[0] == "region" and len(chosen) == 2:
            return self.refuse(state, seat, (*chosen, place[1]))
        return None


def _no_wildcard_left(state: World, seat: int) -> Refusal:
    """Return the refusal for a seat without wildcards: they are used up, or the variant is not
    played."""
    if state.wildcards[seat]:
        return forbidden("DEU-22.6", "You have already built with a face-down card.")
    return forbidden("DEU-22.6", "You cannot build with a face-down card.")


def _regions(state: World, seat: int, type_: int) -> list[str]:
    """Return the ids of the regions where a piece may be built, those that cost no VP first."""
    free, at_a_price = regions_for(state, seat, type_)
    return [*state.map.ids_of(free), *state.map.ids_of(at_a_price)]


def _why_not_there(state: World, seat: int, type_: int, named: Pick, rule: str) -> Refusal:
    """Return the reason why a piece cannot be built in the region that is the first part of
    `named`. If it can, or if there is no such region, return a refusal under `rule` that asks for a
    region."""
    place = state.map.find(named[0]) if named else -1
    if place < 0 or open_regions(state, seat, type_) >> place & 1:
        return forbidden(rule, "Choose one region.")
    return why_not_region(state, seat, type_, place)


def build_piece(state: World, seat: int, type_: int, place: int) -> None:
    """Pay the VP that the region costs, if any (DEU-7.7), place a piece and resolve attacks."""
    if costs_vp(state, seat, place):
        state.points[seat] -= state.box.edge_vp
        state.announce(
            "DEU-7.7",
            seat,
            "{seat} pays {vp} to start again at the edge of the map.",
            vp=vp(state.box.edge_vp),
        )
    place_piece(state, seat, type_, place)


def place_words(state: World, seat: int, name: str) -> Text:
    """Return a region for a piece in words, with its price in VP if it has one."""
    place = state.map.find(name)
    where = region(state, place)
    if not costs_vp(state, seat, place):
        return where
    return words("{region}: -{vp}", region=where, vp=vp(state.box.edge_vp))
