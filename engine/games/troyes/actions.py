"""Actions with groups of dice: cards, events, the cathedral, agriculture (sections 11, 14, 15
and 17)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeGuard

from engine.core.chance import Dice
from engine.core.command import Pick
from engine.core.event import Value
from engine.core.step import Place
from engine.errors import Refusal, forbidden, forbidden_plural
from engine.games.troyes.activity_cards import activate, has_choice_of_number, payable
from engine.games.troyes.component_types import Card, Purpose
from engine.games.troyes.events import event_in_row, place_cubes
from engine.games.troyes.group_commands import GroupCommand, take_group
from engine.games.troyes.groups import BUILD_PURPOSE, NO_CUBE, Group
from engine.games.troyes.placement import columns_filled
from engine.games.troyes.state import NO_CARD, Town
from engine.games.troyes.wording import cubes, deniers, influence, place_words, points, times
from engine.i18n.text import Text, words

STAYS: Final = ""
"""Part of a pick that hires nobody, because the seat already has a tradesman on the card. It stands
where other picks name the place of the citizen to hire."""


@cache
def _numbers(most: int) -> tuple[tuple[int], ...]:
    """Return the possible last parts of picks: the numbers from `most` down to 1, each in a
    tuple."""
    return tuple((number,) for number in range(most, 0, -1))


def _is_number(number: Value, most: int) -> TypeGuard[int]:
    return type(number) is int and 1 <= number <= most


# ---------------------------------------------------------------------- Activity cards


class Activate(GroupCommand):
    """Activate an Activity card, and hire a tradesman if the seat has none on it (section 11).

    The parts of a pick are the card, a cube, the dice, the place of the citizen to hire (`STAYS` if
    none is needed), and the number of activations.
    """

    key = "activate"
    rules = (
        "TRO-11.1", "TRO-11.2", "TRO-11.3", "TRO-11.4", "TRO-11.5", "TRO-11.6", "TRO-11.7",
        "TRO-11.8", "TRO-11.9", "TRO-11.11", "TRO-11.12", "TRO-9.3", "TRO-9.4", "TRO-9.6",
    )  # fmt: skip
    heads = 1
    does = words("Activate a card")
    asks = words("Which card do you activate?")

    def possible_heads(self, state: Town) -> Sequence[Pick]:
        cards = state.box.cards
        return [cards[index].head for index in state.cards if index != NO_CARD]

    def so_far(self, state: Town, seat: int, chosen: Pick) -> Text:
        if not chosen:
            return self.does
        return words("Activate {card}", card=self.label(state, seat, chosen[:1]))

    def numbered(self, state: Town, seat: int, chosen: Pick) -> Sequence[str]:
        """Return the ids of the cards by position, so that the number of a card does not change
        when other cards are revealed. A face-down card has an empty id. After the card has been
        chosen, return no ids."""
        cards = state.box.cards
        ids = (cards[index].id if index != NO_CARD else "" for index in state.cards)
        return () if chosen else list(ids)

    def purpose(self, state: Town, head: Pick) -> Purpose | Refusal:
        card = state.open_card(head[0])
        if card is None:
            return forbidden("TRO-11.1", "That card is not face up.")
        return card.purpose

    def hire(self, state: Town, seat: int, head: Pick) -> int:
        """Return the cost of hiring in deniers, which is 0 if the seat has a tradesman on the card
        (TRO-11.2, 11.7)."""
        return _hire_cost(state, seat, state.box.card(head[0]))

    def most(self, state: Town, seat: int, card: Card, group: Group) -> int:
        """Return the maximum number of activations (TRO-11.8, 11.11)."""
        most = group.total // card.divisor
        money = state.deniers[seat] - _hire_cost(state, seat, card) - group.price
        paid = payable(state, seat, card, money)
        return most if paid is None else min(most, paid)

    def why_not_enough_for(
        self, state: Town, seat: int, head: Pick, group: Group
    ) -> Refusal | None:
        if self.most(state, seat, state.box.card(head[0]), group):
            return None
        return forbidden("TRO-11.11", "You cannot afford to activate this card.")

    def _places(self, state: Town, seat: int, card: Card) -> Sequence[str]:
        if seat in state.tradesmen[card.position]:
            return [STAYS]
        return state.places_of(seat)

    def tails(self, state: Town, seat: int, head: Pick, group: Group) -> Sequence[Pick]:
        """Return every combination of a citizen's place and a possible number of activations. For
        each place, the highest number comes first; with Chivalry and the Diplomat, it is the only
        one (TRO-12.14)."""
        card = state.box.card(head[0])
        most = self.most(state, seat, card, group)
        numbers = range(most, 0, -1) if has_choice_of_number(card) else (most,)
        return [(place, number) for place in self._places(state, seat, card) for number in numbers]

    def tail(self, state: Town, seat: int, head: Pick, group: Group, dice: Dice) -> Pick | None:
        """Return a random place with the maximum number of activations or, sometimes, a random
        number. Return None if the seat must hire a citizen but has none."""
        card = state.box.card(head[0])
        places = self._places(state, seat, card)
        if not places:
            return None
        number = most = self.most(state, seat, card, group)
        if most > 1 and has_choice_of_number(card) and not dice.below(4):
            number = 1 + dice.below(most)
        return (places[0] if len(places) == 1 else dice.pick(places), number)

    def why_not_tail(
        self, state: Town, seat: int, head: Pick, group: Group, tail: Pick
    ) -> Refusal | None:
        card = state.box.card(head[0])
        if len(tail) != 2:
            return forbidden(
                "TRO-11.1", "Choose who to hire, and how many times to activate the card."
            )
        place, number = tail
        if seat in state.tradesmen[card.position]:
            if place != STAYS:
                return forbidden("TRO-11.5", "Your tradesman is already on that card.")
        elif not state.is_at(seat, place):
            return forbidden("TRO-11.3", "You have no citizen there that you can hire.")
        most = self.most(state, seat, card, group)
        if not has_choice_of_number(card) and number != most:
            return forbidden("TRO-12.14", "With this card you decide cube by cube when to stop.")
        if _is_number(number, most):
            return None
        return forbidden("TRO-11.8", "You can activate the card from 1 to {most} times.", most=most)

    def use(self, state: Town, seat: int, head: Pick, group: Group, tail: tuple[str, int]) -> None:
        place, number = tail
        card = state.box.card(head[0])
        state.announce(
            "TRO-11.8", seat, "{seat} activates {card} {times}.", card=card, times=times(number)
        )
        if place != STAYS:
            _hire(state, seat, card, place)
        take_group(state, seat, group)
        activate(state, seat, card, number)

    def act(self, state: Town, head: Pick, dice: Text, tail: tuple[str, int]) -> Text:
        place, number = tail
        card = state.box.card(head[0])
        phrase = words(
            "Activate {card} {times} with {dice}", card=card, times=times(number), dice=dice
        )
        if place == STAYS:
            return phrase
        origin = place_words(state, place)
        return words("{what}, hiring a citizen {place}", what=phrase, place=origin)

    def label(self, state: Town, seat: int, chosen: Pick) -> Text:
        match chosen:
            case (id,):
                card = state.box.card(id)
                hire = _hire_cost(state, seat, card)
                if not hire:
                    return words("{card} (/{divisor})", card=card, divisor=card.divisor)
                return words(
                    "{card} (/{divisor}, hire {hire})", card=card, divisor=card.divisor, hire=hire
                )
            case (_, _, _, str(place)) if place == STAYS:
                return words("your tradesman")
            case (_, _, _, _, int(number)):
                return times(number)
        return super().label(state, seat, chosen)

    def head_at(self, state: Town, place: Place) -> Pick | Refusal | None:
        if place[0] != "activity" or len(place) != 3:
            return None
        for card in state.box.cards:
            if place[1:] == (card.colour, card.round):
                index = state.cards[card.position]
                if index == NO_CARD:
                    return forbidden("TRO-5.1", "That card is still face down.")
                return state.box.cards[index].head
        return None

    def target(self, state: Town, seat: int, chosen: Pick) -> Place | None:
        card = state.open_card(chosen[0]) if len(chosen) == 1 else None
        return None if card is None else card.place


def _hire_cost(state: Town, seat: int, card: Card) -> int:
    return 0 if seat in state.tradesmen[card.position] else card.hire


def _hire(state: Town, seat: int, card: Card, place: str) -> None:
    state.pay_bank(seat, card.hire)
    state.take_citizen(seat, place)
    slot = state.put_on_card(seat, card.position)
    if state.notes is None:
        return
    state.announce(
        "TRO-11.2",
        seat,
        "{seat} pays {deniers} to hire a citizen {place}.",
        place=place_words(state, place),
        deniers=deniers(card.hire),
    )
    if slot < len(card.slots):
        state.announce_plural(
            "TRO-11.4",
            seat,
            "The citizen takes the {n} VP space.",
            "The citizen takes the {n} VP space.",
            card.slots[slot],
        )
    else:
        state.announce("TRO-11.4", seat, "The citizen stands on the illustration.")


# ---------------------------------------------------------------------- events


class Fight(GroupCommand):
    """Fight an event with dice of the colour shown on it (section 15).

    The parts of a pick are the event, a cube, the dice, and the number of cubes to place.
    """

    key = "fight"
    rules = (
        "TRO-15.1", "TRO-15.2", "TRO-15.3", "TRO-15.4", "TRO-15.5", "TRO-15.6", "TRO-15.7",
        "TRO-15.8", "TRO-15.9", "TRO-9.3", "TRO-9.4", "TRO-9.6", "TRO-9.8",
    )  # fmt: skip
    heads = 1
    does = words("Fight an event")
    asks = words("Which event do you fight?")

    def possible_heads(self, state: Town) -> Sequence[Pick]:
        events = state.box.events
        return [events[index].head for index in state.row]

    def so_far(self, state: Town, seat: int, chosen: Pick) -> Text:
        if not chosen:
            return self.does
        return words("Fight {event}", event=self.label(state, seat, chosen[:1]))

    def numbered(self, state: Town, seat: int, chosen: Pick) -> Sequence[str]:
        return () if chosen else [event.id for event in state.events()]

    def purpose(self, state: Town, head: Pick) -> Purpose | Refusal:
        event = state.open_event(head[0])
        if event is None:
            return forbidden("TRO-15.1", "That event is not in the row.")
        return event.purpose

    def most(self, state: Town, head: Pick, group: Group) -> int:
        """Return the maximum number of cubes to place (TRO-15.2)."""
        event = state.box.event(head[0])
        return min(group.total // event.divisor, state.free_flags(event))

    def tails(self, state: Town, seat: int, head: Pick, group: Group) -> Sequence[Pick]:
        return _numbers(self.most(state, head, group))

    def why_not_tail(
        self, state: Town, seat: int, head: Pick, group: Group, tail: Pick
    ) -> Refusal | None:
        most = self.most(state, head, group)
        if len(tail) == 1 and _is_number(tail[0], most):
            return None
        return forbidden_plural(
            "TRO-15.2", "You can place {n} cube.", "You can place 1 to {n} cubes.", most
        )

    def use(self, state: Town, seat: int, head: Pick, group: Group, tail: tuple[int]) -> None:
        take_group(state, seat, group)
        place_cubes(state, "TRO-15.3", seat, state.box.event(head[0]), tail[0])

    def act(self, state: Town, head: Pick, dice: Text, tail: tuple[int]) -> Text:
        event, number = state.box.event(head[0]), cubes(tail[0])
        return words("Fight {event} with {dice}: {cubes}", event=event, dice=dice, cubes=number)

    def label(self, state: Town, seat: int, chosen: Pick) -> Text:
        match chosen:
            case (id,):
                event = state.box.event(id)
                name = event_in_row(state, event)
                return words("{event} (/{divisor})", event=name, divisor=event.divisor)
            case (_, _, _, int(number)):
                return cubes(number)
        return super().label(state, seat, chosen)

    def head_at(self, state: Town, place: Place) -> Pick | Refusal | None:
        if place[0] == "event" and len(place) == 2 and place[1] in range(len(state.row)):
            return state.event_at(int(place[1])).head
        return None

    def target(self, state: Town, seat: int, chosen: Pick) -> Place | None:
        event = state.open_event(chosen[0]) if len(chosen) == 1 else None
        return None if event is None else state.place_of(event)


# ---------------------------------------------------------------------- the cathedral


class Build(GroupCommand):
    """Build the cathedral with white dice (section 14). The parts of a pick are a cube and the
    dice."""

    key = "build"
    rules = (
        "TRO-14.1", "TRO-14.2", "TRO-14.3", "TRO-14.4", "TRO-9.3", "TRO-9.4", "TRO-9.6",
    )  # fmt: skip
    does = words("Build the cathedral")

    def purpose(self, state: Town, head: Pick) -> Purpose | Refusal:
        return BUILD_PURPOSE

    def why_never_legal(self, state: Town, group: Group) -> Refusal | None:
        columns = columns_filled(state, group)
        return columns if isinstance(columns, Refusal) else None

    def worth(self, purpose: Purpose, group: Group) -> int:
        """Rate a group by its number of values (two for a die that the Prior doubles), then by its
        number of values above 3, which gain more influence (TRO-14.3)."""
        return 10 * len(group.values) + sum(value > 3 for value in group.values)

    def act(self, state: Town, head: Pick, dice: Text, tail: Pick) -> Text:
        return words("Build the cathedral with {dice}", dice=dice)

    def use(self, state: Town, seat: int, head: Pick, group: Group, tail: tuple[()]) -> None:
        """Use the dice, and place the cubes, which gain VP and influence (TRO-14.3)."""
        columns = columns_filled(state, group)
        assert not isinstance(columns, Refusal)
        take_group(state, seat, group)
        for column in columns:
            vp, gained = state.box.cathedral_vp[column], state.box.cathedral_influence[column]
            state.cathedral[column] += (seat,)
            state.gain_vp(seat, vp)
            state.gain_influence(seat, gained)
            state.announce(
                "TRO-14.3",
                seat,
                "{seat} builds in column {column}, level {level}: {vp}, {influence}.",
                column=column + 1,
                level=len(state.cathedral[column]),
                vp=points(vp),
                influence=influence(gained),
            )

    def target(self, state: Town, seat: int, chosen: Pick) -> Place | None:
        """Return the place of the cathedral for the command itself and for the choice of no cube;
        None for a cube from a card and for the dice."""
        return ("cathedral",) if chosen in ((), (NO_CUBE,)) else None


# ---------------------------------------------------------------------- agriculture


class Farm(GroupCommand):
    """Agriculture: gain half the total of the dice in deniers, rounded down (section 17). The parts
    of a pick are a cube and the dice."""

    key = "farm"
    rules = ("TRO-17.1", "TRO-9.3", "TRO-9.4", "TRO-9.6")
    does = words("Agriculture")
    needs_total = False

    def purpose(self, state: Town, head: Pick) -> Purpose | Refusal:
        return state.box.farming

    def act(self, state: Town, head: Pick, dice: Text, tail: Pick) -> Text:
        return words("Agriculture with {dice}", dice=dice)

    def use(self, state: Town, seat: int, head: Pick, group: Group, tail: tuple[()]) -> None:
        take_group(state, seat, group)
        gained = group.total // state.box.farm_divisor
        state.gain_deniers(seat, gained)
        if not gained:
            state.announce("TRO-17.1", seat, "{seat} gains nothing from agriculture.")
            return
        state.announce(
            "TRO-17.1", seat, "{seat} gains {deniers} from agriculture.", deniers=deniers(gained)
        )
