"""Commands of a turn at the fair: a menu with commands of every kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from engine.core.command import Command, Menu, PartsCommand
from engine.core.hidden import is_hidden
from engine.core.parts import Kind, MultisetPart, SubsetPart, total
from engine.core.step import Place
from engine.errors import Refusal, forbidden
from engine.i18n.text import Seat, Text, plural, words
from tests.toy.state import (
    GOODS,
    MAX_GIVEN,
    MAX_TRADED,
    STALL_PLACES,
    Fair,
)
from tests.toy.steps import (
    Ask,
    Dare,
    Draw,
    Look,
    Loot,
    cards_in,
    kinds_in,
    others_with_cards,
    rich,
    score,
    shed_together,
)

Chosen = tuple[Any, ...]
NOTHING: Sequence[Chosen] = ()
ONCE: Sequence[Chosen] = ((),)


class Act(Menu[Fair]):
    """One of the actions of a turn (TOY-5)."""

    rules = ("TOY-5",)
    asks = words("What do you do?")

    def commands(self, state: Fair) -> Sequence[Command[Fair]]:
        return COMMANDS

    def apply(self, state: Fair, pick: Chosen) -> None:
        state.actions -= 1
        if state.actions:
            state.push(Act(self.seat))
        super().apply(state, pick)


class Action(Command[Fair]):
    """A command in one word, without parts."""

    name: ClassVar[str]

    def title(self, state: Fair, seat: int) -> Text:
        return words(self.name)

    def options(self, state: Fair, seat: int) -> Sequence[Chosen]:
        return ONCE


class Rest(Action):
    """A coin (TOY-5)."""

    key = "rest"
    name = "Rest"

    def apply(self, state: Fair, seat: int, rest: Chosen) -> None:
        state.purses[seat] += 1
        state.announce_plural("TOY-5", seat, "{n} coin.", "{n} coins.", 1)


class DrawCard(Action):
    """The top card of the pile (TOY-6)."""

    key = "draw"
    rules = ("TOY-6",)
    name = "Draw a card"
    letter = "d"
    weight = 2

    def options(self, state: Fair, seat: int) -> Sequence[Chosen]:
        return ONCE if state.pile else NOTHING

    def target(self, state: Fair, seat: int, chosen: Chosen) -> Place | None:
        return ("pile",)

    def why_not(self, state: Fair, seat: int) -> Refusal | None:
        return None if state.pile else forbidden("TOY-6", "The pile is empty.")

    def apply(self, state: Fair, seat: int, rest: Chosen) -> None:
        state.push(Draw(seat))


class LookIntoHand(Action):
    """A look into a hand, and a card of it (TOY-7)."""

    key = "look"
    rules = ("TOY-7",)
    name = "Look into a hand"

    def options(self, state: Fair, seat: int) -> Sequence[Chosen]:
        return ONCE if others_with_cards(state, seat) else NOTHING

    def apply(self, state: Fair, seat: int, rest: Chosen) -> None:
        state.push(Look(seat))


class Rob(Command[Fair]):
    """A card at random from somebody's hand (TOY-8)."""

    key = "rob"
    rules = ("TOY-8",)
    does = words("Rob somebody")

    def options(self, state: Fair, seat: int) -> Sequence[Chosen]:
        return [(other,) for other in others_with_cards(state, seat)]

    def label(self, state: Fair, seat: int, chosen: Chosen) -> Text:
        return words("{seat}", seat=Seat(chosen[0]))

    def target(self, state: Fair, seat: int, chosen: Chosen) -> Place | None:
        return ("purse", chosen[0]) if chosen else None

    def refuse_place(self, state: Fair, seat: int, chosen: Chosen, place: Place) -> Refusal | None:
        if place == ("purse", seat):
            return Refusal("TOY-8", words("That is your own."))
        return None

    def apply(self, state: Fair, seat: int, rest: Chosen) -> None:
        state.push(Loot(seat, rest[0]))


class Give(PartsCommand[Fair]):
    """Coins for another purse, and points for being kind (TOY-13)."""

    key = "give"
    rules = ("TOY-13",)
    does = words("Give coins")

    def possible(self, state: Fair, seat: int) -> bool:
        return state.purses[seat] > 0

    def why_not(self, state: Fair, seat: int) -> Refusal | None:
        return None if self.possible(state, seat) else Refusal("", words("You have no coins."))

    def part_options(self, state: Fair, seat: int, chosen: Chosen) -> Sequence[int]:
        return () if chosen else [other for other in range(state.seats) if other != seat]

    def bag(self, state: Fair, seat: int, chosen: Chosen) -> MultisetPart | None:
        if len(chosen) != 1:
            return None
        most = min(MAX_GIVEN, state.purses[seat])
        return MultisetPart((("coins", most),), 1)

    def label(self, state: Fair, seat: int, chosen: Chosen) -> Text:
        if len(chosen) == 1:
            return words("{seat}", seat=Seat(chosen[0]))
        return plural("{n} coin", "{n} coins", total(chosen[1]))

    def target(self, state: Fair, seat: int, chosen: Chosen) -> Place | None:
        return ("purse", chosen[0]) if len(chosen) == 1 else None

    def summary(self, state: Fair, seat: int, chosen: Chosen) -> Sequence[Text]:
        if len(chosen) < 2:
            return ()
        left = state.purses[seat] - total(chosen[1])
        return [plural("You will have {n} coin left.", "You will have {n} coins left.", left)]

    def apply(self, state: Fair, seat: int, rest: Chosen) -> None:
        other, coins = rest[0], total(rest[1])
        state.purses[seat] -= coins
        state.purses[other] += coins
        score(state, seat, coins, "TOY-13")


class Offer(PartsCommand[Fair]):
    """Cards offered and cards wanted: two bags (TOY-9)."""

    key = "offer"
    rules = ("TOY-9",)
    does = words("Offer a trade")

    def possible(self, state: Fair, seat: int) -> bool:
        return bool(state.hands[seat])

    def bag(self, state: Fair, seat: int, chosen: Chosen) -> MultisetPart | None:
        if not chosen:
            hand = state.hands[seat]
            return None if is_hidden(hand) else MultisetPart(kinds_in(hand), 1, MAX_TRADED)
        if len(chosen) > 1:
            return None
        given = dict(chosen[0])
        wanted = ((kind, MAX_TRADED) for kind in range(len(GOODS)) if kind not in given)
        return MultisetPart(tuple(wanted), 1, MAX_TRADED)

    def thing_name(self, state: Fair, seat: int, chosen: Chosen, thing: Kind) -> Text:
        return words(GOODS[int(thing)])

    def suggest(self, state: Fair, seat: int) -> Sequence[Chosen]:
        """Suggest one of the most frequent kind for each missing kind."""
        hand = state.hands[seat]
        most = max(sorted(set(hand)), key=hand.count)
        missing = [kind for kind in range(len(GOODS)) if kind not in hand]
        return [(((most, 1),), ((kind, 1),)) for kind in missing]

    def apply(self, state: Fair, seat: int, rest: Chosen) -> None:
        others = [(seat + k) % state.seats for k in range(1, state.seats)]
        offer = (cards_in(rest[0]), cards_in(rest[1]))
        state.announce("TOY-9", seat, "Offered: {offer}.", offer=str(offer))
        state.push(Ask(seat, tuple(others), (), offer))


class Show(Command[Fair]):
    """A card of the hand and its place in the stall (TOY-10)."""

    key = "show"
    rules = ("TOY-10",)
    does = words("Show a card")

    def options(self, state: Fair, seat: int) -> Sequence[Chosen]:
        """Options that only the owner of the cards knows."""
        if len(state.stalls[seat]) >= STALL_PLACES or is_hidden(state.hands[seat]):
            return NOTHING
        places = range(len(state.stalls[seat]) + 1)
        return [(card, at) for card in sorted(set(state.hands[seat])) for at in places]

    def why_not(self, state: Fair, seat: int) -> Refusal | None:
        if len(state.stalls[seat]) >= STALL_PLACES:
            return Refusal("TOY-10", words("Your stall is full."))
        return None

    def label(self, state: Fair, seat: int, chosen: Chosen) -> Text:
        return words(GOODS[chosen[0]]) if len(chosen) == 1 else words("{at}", at=chosen[1])

    def target(self, state: Fair, seat: int, chosen: Chosen) -> Place | None:
        return ("place", seat, chosen[1]) if len(chosen) == 2 else None

    def apply(self, state: Fair, seat: int, rest: Chosen) -> None:
        show(state, seat, *rest)


class Parade(PartsCommand[Fair]):
    """Several cards of different kinds at the end of the stall, in the order marked (TOY-14)."""

    key = "parade"
    rules = ("TOY-14",)
    letter = "p"
    does = words("Parade cards")

    def possible(self, state: Fair, seat: int) -> bool:
        part = self.marks(state, seat, ())
        return part is not None and part.possible

    def marks(self, state: Fair, seat: int, chosen: Chosen) -> SubsetPart | None:
        if chosen:
            return None
        if is_hidden(state.hands[seat]):
            return None
        kinds = tuple(sorted(set(state.hands[seat])))
        return SubsetPart(kinds, 2, STALL_PLACES - len(state.stalls[seat]), ordered=True)

    def thing_name(self, state: Fair, seat: int, chosen: Chosen, thing: Kind) -> Text:
        return words(GOODS[int(thing)])

    def thing_place(self, state: Fair, seat: int, chosen: Chosen, thing: Kind) -> Place | None:
        return ("card", thing)

    def apply(self, state: Fair, seat: int, rest: Chosen) -> None:
        for card in rest[0]:
            show(state, seat, card, len(state.stalls[seat]))


class DareDie(Action):
    """A die for all to see (TOY-11)."""

    key = "dare"
    rules = ("TOY-11",)
    name = "Dare a die"

    def apply(self, state: Fair, seat: int, rest: Chosen) -> None:
        state.push(Dare(seat))


class Tax(Action):
    """The rich shed half their hands (TOY-11)."""

    key = "tax"
    rules = ("TOY-11",)
    name = "Tax the rich"

    def options(self, state: Fair, seat: int) -> Sequence[Chosen]:
        others = others_with_cards(state, seat)
        return ONCE if any(one in others for one in rich(state)) else NOTHING

    def apply(self, state: Fair, seat: int, rest: Chosen) -> None:
        shed_together(state, [other for other in rich(state) if other != seat])


COMMANDS: Sequence[Command[Fair]] = (
    Rest(),
    DrawCard(),
    LookIntoHand(),
    Rob(),
    Give(),
    Offer(),
    Show(),
    Parade(),
    DareDie(),
    Tax(),
)


def show(state: Fair, seat: int, card: int, at: int) -> None:
    """Move a card from the hand to the stall, where it is worth more the more are like it."""
    stall = state.stalls[seat]
    state.hands[seat].remove(card)
    stall.insert(at, card)
    state.sold[card] = state.sold.get(card, 0) + 1
    score(state, seat, 2 * stall.count(card), "TOY-10")
    score(state, (seat + 1) % state.seats, 1, "TOY-10")
