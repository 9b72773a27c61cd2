"""Action B: offer cards to a god (section 11)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final

from engine.core.chance import Dice
from engine.core.command import PartsCommand, Pick
from engine.core.common_wording import joined, series
from engine.core.event import Value
from engine.core.hidden import Hidden
from engine.core.parts import Amounts, Kind, MultisetPart, SubsetPart
from engine.core.state import Deferrable
from engine.core.step import Decision, Place, RuleStep
from engine.errors import Refusal, forbidden_plural
from engine.games.deus.components import Components, God
from engine.games.deus.drawing import draw, number_to_draw, refill
from engine.games.deus.science import PiecesDecision, piece_amounts, stock_bag, take_pieces
from engine.games.deus.scoring import temples
from engine.games.deus.state import World
from engine.games.deus.suggestions import usefulness
from engine.games.deus.trade import ResourcesDecision, paid_amounts, supply_bag, take_resources
from engine.games.deus.wording import a_piece, cards, gold, pieces, vp
from engine.i18n.text import Text, plural, words

OFFER: Final = "offer"
HOARD_LIMIT: Final = 12
"""Number of resources at which bots consider further resources of little use. It is enough for
about three buildings."""
COPY_SEPARATOR: Final = " "
"""Separator between a card's id and its number among equal cards."""


def hand_card_names(state: World, seat: int) -> tuple[str, ...]:
    """Return a unique name for each card of a hand, such as `galley` and `galley 2` for two
    galleys."""
    return _unique_names(state.box, state.hands[seat])


@lru_cache(maxsize=1024)
def _unique_names(box: Components, hand: tuple[int, ...]) -> tuple[str, ...]:
    if len(set(hand)) == len(hand):
        return tuple([box.card_ids[card] for card in hand])
    seen = dict[int, int]()
    names = []
    for card in hand:
        seen[card] = seen.get(card, 0) + 1
        copy = "" if seen[card] == 1 else f"{COPY_SEPARATOR}{seen[card]}"
        names.append(f"{box.card_ids[card]}{copy}")
    return tuple(names)


def face_of(state: World, name: Kind) -> int:
    """Return the index of the card with the unique name `name` (see `hand_card_names`)."""
    return state.box.card_index[str(name).partition(COPY_SEPARATOR)[0]]


def god_of(state: World, card: int) -> God:
    """Return the god of a card's colour (DEU-11.3)."""
    box = state.box
    return box.gods[box.types[box.card_type[card]].god]


class Offer(PartsCommand[World]):
    """D20: offer at least one card. The card marked last is on top (DEU-11.1, DEU-11.2)."""

    key = OFFER
    rules = ("DEU-11.1", "DEU-11.2", "DEU-11.3", "DEU-11.4", "DEU-4.2")
    weight = 2
    letter = "o"
    does = words("Make an offering")

    def possible(self, state: World, seat: int) -> bool:
        return bool(len(state.hands[seat]))

    def marks(self, state: World, seat: int, chosen: Pick) -> SubsetPart | None:
        """Return the set of the cards in the hand, from which the player marks those to offer, the
        top card last. Return None once they have been chosen."""
        return None if chosen else SubsetPart(hand_card_names(state, seat), 1, ordered=True)

    def options(self, state: World, seat: int) -> Sequence[Pick]:
        names = hand_card_names(state, seat)
        count, twice = len(names), names * 2
        return [(twice[at : at + size],) for at in range(count) for size in range(1, count + 1)]

    def sample(self, state: World, seat: int, dice: Dice) -> Pick:
        names = hand_card_names(state, seat)
        return (tuple(dice.draw(names, dice.below(len(names)) + 1)),)

    def in_words(self, state: World, seat: int, rest: tuple[Any, ...]) -> Text | None:
        if not rest:
            return None
        god = god_of(state, face_of(state, rest[0][-1]))
        return words("Offer {cards} to {god}", cards=self.label(state, seat, rest), god=god.names)

    def thing_name(self, state: World, seat: int, chosen: Pick, thing: Kind) -> Text:
        return words("{card}", card=state.box.cards[face_of(state, thing)])

    def thing_place(self, state: World, seat: int, chosen: Pick, thing: Kind) -> Place | None:
        return ("card", hand_card_names(state, seat).index(str(thing)))

    def summary(
        self, state: World, seat: int, chosen: tuple[tuple[str, ...], ...]
    ) -> Sequence[Text]:
        if not chosen or not chosen[0]:
            return ()
        god = god_of(state, face_of(state, chosen[0][-1]))
        number = len(chosen[0])
        power = power_words(state, seat, god, number, in_hand=number)
        return [words("{god}: {power}.", god=god.names, power=power)]

    def suggest(self, state: World, seat: int) -> Sequence[Pick]:
        """Return an offering of every size for each colour that the top card can have. The
        offerings consist of the least useful cards."""
        names = hand_card_names(state, seat)
        order = sorted(names, key=lambda name: usefulness(state, seat, face_of(state, name)))
        types = state.box.card_type
        tops = {types[face_of(state, name)]: name for name in reversed(order)}
        picks = []
        for top in tops.values():
            rest = [name for name in order if name != top]
            picks += [((*rest[:size], top),) for size in range(len(order))]
        return picks

    def apply(self, state: World, seat: int, rest: tuple[tuple[str, ...]]) -> None:
        (names,) = rest
        index = state.box.card_index
        offered = [index[name.partition(COPY_SEPARATOR)[0]] for name in names]
        state.take_from_hand(seat, offered)
        state.put_on_discard(offered)
        top = state.box.cards[offered[-1]]
        god = state.box.types[top.type].god
        state.announce(
            "DEU-11.2",
            seat,
            "{seat} offers {cards}, {card} on top, to {god}.",
            cards=cards(len(offered)),
            card=top,
            god=state.box.gods[god].names,
        )
        state.push(invoke(seat, god, len(names)))


def redacted_offering(names: Pick) -> tuple[str | Hidden, ...]:
    """Return the offering `names` as other players see it: `Hidden` for each card below the top,
    then the id of the top card (DEU-11.13)."""
    *below, top = names
    return (*(Hidden() for _ in below), str(top).partition(COPY_SEPARATOR)[0])


def power_words(
    state: World,
    seat: int,
    god: God,
    number: int,
    *,
    in_hand: int = 0,
    piece: bool = True,
    refill: int | None = None,
) -> Text:
    """Return a phrase for a god's gift to a seat for `number` cards, limited by supply, stock, deck
    and hand. `in_hand` is the number of these cards that are still in the hand. If `piece` is
    false, the piece of the god's own type is left out. `refill` is the number of cards with which
    the hand is refilled afterwards; if it is given, the phrase counts them, too."""
    resources = min(god.resources * number, sum(state.supply))
    any_pieces = min(god.pieces * number, sum(state.stock[seat]))
    own_piece = piece and god.piece >= 0 and state.stock[seat][god.piece]
    more = min(god.cards * number, _room_for_more(state, seat, in_hand))
    if refill is None:
        drawn = plural("{n} extra card", "{n} extra cards", more)
    else:
        more += refill
        drawn = plural("{n} new card", "{n} new cards", more)
    parts = (
        (god.is_wild, words("the power of another god")),
        (god.gold, gold(god.gold * number)),
        (god.vp_for_one, vp(vp_of(god, number))),
        (resources, plural("{n} resource", "{n} resources", resources)),
        (any_pieces, plural("{n} piece", "{n} pieces", any_pieces)),
        (own_piece, pieces(god.piece, 1)),
        (more, drawn),
    )
    return joined((text for given, text in parts if given), ", ") or words("nothing")


def _room_for_more(state: World, seat: int, in_hand: int) -> int:
    """Return how many cards can be drawn after the refill, once `in_hand` cards of the hand have
    been offered (DEU-11.8)."""
    remaining = len(state.hands[seat]) - in_hand
    refilled = max(remaining, state.box.hand_refill)
    left = state.cards_to_draw() + in_hand - (refilled - remaining)
    return max(0, min(state.box.hand_most - refilled, left))


def vp_of(god: God, number: int) -> int:
    """Return the VP for an offering of `number` cards (DEU-11.9)."""
    if not number:
        return 0
    return god.vp_for_one if number == 1 else god.vp_for_more


class Invoke(RuleStep[World]):
    """Apply the power of the god with the index `god` for `number` offered cards, and refill the
    hand (DEU-11.3, DEU-11.4). For Jupiter, first ask which god's power to use."""

    rules = ("DEU-11.3", "DEU-11.6", "DEU-11.7", "DEU-11.8", "DEU-11.9", "DEU-11.10")

    seat: int
    god: int
    number: int

    def run(self, state: World) -> None:
        seat, number = self.seat, self.number
        god = state.box.gods[self.god]
        if god.is_wild:
            state.push(ChooseGod(seat, number))
            return
        self._give_at_once(state, god)
        if god.cards:
            state.push(ExtraCards(seat, number * god.cards))
        state.push(refill(seat, "DEU-11.4"))
        if god.resources and (most := min(number * god.resources, sum(state.supply))):
            settle(state, ChooseResources(seat, most))
        if god.pieces and (most := min(number * god.pieces, sum(state.stock[seat]))):
            settle(state, ChoosePieces(seat, most))

    def _give_at_once(self, state: World, god: God) -> None:
        seat, number = self.seat, self.number
        gifts = []
        if god.gold:
            state.gold[seat] += god.gold * number
            gifts.append(gold(god.gold * number))
        if god.vp_for_one:
            state.points[seat] += vp_of(god, number)
            gifts.append(vp(vp_of(god, number)))
        if god.piece >= 0 and state.gain_piece(seat, god.piece):
            gifts.append(a_piece(god.piece))
        if gifts:
            announce_gift(state, seat, god.id, lambda: series(gifts))


invoke: Final = cache(Invoke)
"""Cached constructor, so that all matches share equal steps."""

POWER_RULES: Final = {
    "neptune": "DEU-11.6",
    "ceres": "DEU-11.7",
    "minerva": "DEU-11.8",
    "vesta": "DEU-11.9",
    "mars": "DEU-11.10",
    "jupiter": "DEU-11.11",
}
"""Id of the rule for each god's power, by the god's id."""


def announce_gift(state: World, seat: int, god: str, what: Deferrable) -> None:
    names = state.box.gods[state.box.god_index[god]].names
    state.announce(POWER_RULES[god], seat, "{god}: {seat} gains {what}.", god=names, what=what)


class ChooseGod(Decision[World, str]):
    """D21: choose the god whose power Jupiter uses (DEU-11.11)."""

    rules = ("DEU-11.11",)
    asks = words("Which god do you invoke?")
    refuses = words("Choose one of the other five gods.")

    number: int

    def options(self, state: World) -> Sequence[str]:
        return [god.id for god in state.box.gods if not god.is_wild]

    def apply(self, state: World, pick: str) -> None:
        god = state.box.god_index[pick]
        state.announce(
            "DEU-11.11", self.seat, "Jupiter acts as {god}.", god=state.box.gods[god].names
        )
        state.push(invoke(self.seat, god, self.number))

    def label(self, state: World, chosen: tuple[str, ...]) -> Text:
        god = state.box.gods[state.box.god_index[chosen[-1]]]
        power = power_words(state, self.seat, god, self.number)
        return words("{god}: {power}", god=god.names, power=power)

    def target(self, state: World, chosen: tuple[str, ...]) -> Place:
        return ("god", chosen[-1])


def settle(state: World, decision: ChooseResources | ChoosePieces) -> None:
    """Push a decision. If it has only one option, apply this option immediately instead."""
    only = decision.choice(state).only
    if only is None:
        state.push(decision)
    else:
        decision.apply(state, only)


class ChooseResources(ResourcesDecision):
    """D22: choose the resources that Ceres gives (DEU-11.7, DEU-11.12)."""

    rules = ("DEU-11.7", "DEU-11.12", "DEU-1.6")

    number: int

    def choice(self, state: World) -> MultisetPart:
        return supply_bag(state, self.number, self.number)

    def apply(self, state: World, pick: Amounts) -> None:
        take_resources(state, self.seat, pick)
        announce_gift(state, self.seat, "ceres", lambda: paid_amounts(pick))

    def question(self, state: World) -> Text:
        return plural(
            "Which resource does Ceres give you?",
            "Which {n} resources does Ceres give you?",
            self.number,
        )


def wanted_resources(state: World, decision: ChooseResources) -> Sequence[Amounts]:
    """Return the pick that evens out the seat's resources, and the picks of a single kind of
    resource that one of the seat's temples counts."""
    even, *single_kinds = decision.suggest(state)
    counted = {card.effect.holding for card in temples(state, decision.seat)}
    return [even, *(pick for pick in single_kinds if len(pick) == 1 and pick[0][0] in counted)]


def without_hoarding(state: World, seat: int, picks: Sequence[Value]) -> Sequence[Value]:
    """Return `picks` without the offerings to gods that give resources, if the seat already has
    `HOARD_LIMIT` resources and other picks are left; otherwise return all of them."""
    if sum(state.resources[seat]) < HOARD_LIMIT:
        return picks
    return [pick for pick in picks if not _is_for_resources(state, pick)] or picks


def _is_for_resources(state: World, pick: Value) -> bool:
    match pick:
        case ("offer", (*_, str(top))):
            return god_of(state, face_of(state, top)).resources > 0
    return False


class ChoosePieces(PiecesDecision):
    """D23: choose the pieces that Mars gives (DEU-11.10, DEU-11.12)."""

    rules = ("DEU-11.10", "DEU-11.12", "DEU-11.5")

    number: int

    def choice(self, state: World) -> MultisetPart:
        return stock_bag(state, self.seat, self.number)

    def apply(self, state: World, pick: Amounts) -> None:
        take_pieces(state, self.seat, pick)
        announce_gift(state, self.seat, "mars", lambda: piece_amounts(pick))

    def question(self, state: World) -> Text:
        return plural(
            "Which piece does Mars give you?",
            "Which {n} pieces does Mars give you?",
            self.number,
        )


class ExtraCards(Decision[World, int]):
    """D25: choose how many cards to draw with Minerva's power, beyond the refill (DEU-11.8)."""

    rules = ("DEU-11.8", "DEU-4.5", "DEU-4.7")
    asks = words("Minerva: how many more cards do you draw?")

    number: int

    def options(self, state: World) -> Sequence[int]:
        return range(number_to_draw(state, self.seat, self.number) + 1)

    def apply(self, state: World, pick: int) -> None:
        if pick:
            state.push(draw(self.seat, pick, "DEU-11.8"))

    def label(self, state: World, chosen: tuple[int, ...]) -> Text:
        return cards(chosen[-1])

    def target(self, state: World, chosen: Pick) -> Place:
        return ("supply", "deck")

    def refuse(self, state: World, pick: Value) -> Refusal:
        most = number_to_draw(state, self.seat, self.number)
        return forbidden_plural(
            "DEU-11.8", "You can draw up to {n} card.", "You can draw up to {n} cards.", most
        )
