"""Input modes of Deus.

The cards in hand and the other actions form one list, in which a card's key is its position in the
hand. Building is chosen as card, payment, region.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from attrs import define, evolve, field

from engine.core.event import Value
from engine.core.step import Place
from engine.errors import Refusal
from engine.games.deus.activation import ActivateCard
from engine.games.deus.armies import DONE, Besiege, Marching, Steal
from engine.games.deus.building import BUILD, WILDCARD
from engine.games.deus.card_effects import SKIP, Harvest, harvest
from engine.games.deus.column_preview import best_column_preview, best_wildcard_preview
from engine.games.deus.components import TEMPLE
from engine.games.deus.offering import ChooseGod, ExtraCards
from engine.games.deus.placement import Payment, payments, regions_for, why_not_build
from engine.games.deus.rounds import Turn
from engine.games.deus.science import DrawCards, TakePieces
from engine.games.deus.state import World, type_of
from engine.games.deus.trade import Sell
from engine.games.deus.wording import vp, within
from engine.i18n.text import Text, verbatim, words
from screens.games.deus.column_activation import ColumnActivation
from screens.games.deus.kind_counters import CountingKinds, TakingPieces
from screens.games.deus.symbols import gift_in_short
from screens.input_modes.choice_finder import ChoiceFinder
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.input_mode import (
    Choice,
    InputContext,
    InputMode,
    Parts,
    PartsSoFar,
    Reply,
    Response,
)
from screens.input_modes.multi_select import MultiSelect
from screens.input_modes.partial_pick import PartialPick
from screens.paint.entries import PanelEntry, broken

KINDS_WITH_KEYS: Final = frozenset({"region", "card"})
"""Kinds of places whose keys the painters of map and hand show."""

HAND_KEYS: Final = "1234567890"
"""Keys of the cards in hand, by position."""


_NOTHING: Final = (SKIP, DONE)

SIDEWAYS_KEYS: Final = {"left": -1, "right": 1}
"""Arrow keys that move along the hand, although its cards may be listed vertically."""


BuildChoice = tuple[int, Payment | int | None, int]
"""A card, its payment (or its column if it is placed face down) and its region. A part that is not
chosen yet is -1 or None."""


def without_painted_keys(labels: Mapping[Place, str]) -> Mapping[Place, str]:
    """Return `labels` without those of places whose kind is in `KINDS_WITH_KEYS`."""
    return {place: key for place, key in labels.items() if place[0] not in KINDS_WITH_KEYS}


def move_along_hand(input_mode: InputMode[World], key: str) -> Reply:
    """Move the cursor to the previous or next stop, for the key `left` or `right`."""
    input_mode.point(input_mode.pointed + SIDEWAYS_KEYS[key])
    return Response.POINTED


@define
class Choices(ChoiceList[World]):
    """Input mode that lists the choices and previews them on the table. While only the payment or
    the region of a card is still to be chosen, the table shows the column that would be activated.
    When an army may move, the table shows where the army under the cursor can go."""

    shows_on_table = True

    @property
    def follows_pointer(self) -> bool:
        return is_placing(self.partial_pick) or isinstance(self.partial_pick.decision, Marching)

    def labels(self) -> Mapping[Place, str]:
        """Return the keys of all places except regions and cards, whose keys are painted on the map
        and in the hand."""
        return without_painted_keys(super().labels())

    def find(self) -> list[Choice]:
        choices = super().find()
        return (
            [self._with_short_name(choice) for choice in choices]
            if self._is_choosing_region
            else choices
        )

    @property
    def _is_choosing_region(self) -> bool:
        """Whether the player is choosing, or has just chosen, a region to build in."""
        return isinstance(self.partial_pick.decision, Turn) and len(self.partial_pick.chosen) in (
            3,
            4,
        )

    def _with_short_name(self, choice: Choice) -> Choice:
        """Return the choice. If it is a region, its label becomes the region's name, terrain and
        price."""
        if choice.place is None or choice.place[0] != "region":
            return choice
        name = str(choice.place[1])
        place = self.partial_pick.request.view.map.find(name)
        land = within(self.partial_pick.request.view.map.terrains[place].names)
        label = self._with_price(words("{region} {land}", region=name, land=land), name)
        return Choice(choice.value, choice.chosen, label, choice.place, choice.key)

    def _with_price(self, label: Text, name: str) -> Text:
        """Return the label of a region, with the price in VP if building there costs any."""
        view = self.partial_pick.request.view
        free, _ = regions_for(
            view, self.partial_pick.seat, piece_type_being_placed(self.partial_pick)
        )
        if free >> view.map.find(name) & 1:
            return label
        return words("{region} -{vp}", region=label, vp=vp(view.box.edge_vp))

    def entries(self, reader: InputContext, width: int, most: int) -> list[PanelEntry]:
        """Return the entries of the list. If they do not fit into `most` rows, drop the terrains
        from the labels, or shorten the gifts of the gods."""
        entries = super().entries(reader, width, most)
        decision, view = self.partial_pick.decision, self.partial_pick.request.view
        if len(broken(entries, width - 4)) <= most:
            return entries
        if isinstance(decision, ChooseGod):
            gods = (view.box.gods[view.box.god_index[str(one.value)]] for one in self.choices())
            gifts = (
                gift_in_short(view, self.partial_pick.seat, god, decision.number) for god in gods
            )
            return [
                evolve(one, label=reader.translate(gift))
                for one, gift in zip(entries, gifts, strict=True)
            ]
        if not self._is_choosing_region:
            return entries
        names = [str(choice.value) for choice in self.choices() if choice.listed]
        labels = [reader.translate(self._with_price(verbatim(name), name)) for name in names]
        return [evolve(one, label=label) for one, label in zip(entries, labels, strict=False)]


@define
class TurnChoices(ChoiceList[World]):
    """Input mode that lists the cards in hand by position, then the other actions. A card that
    cannot be built keeps its key; pressing the key shows the reason."""

    shows_on_table: ClassVar[bool] = True

    def labels(self) -> Mapping[Place, str]:
        return without_painted_keys(super().labels())

    def find(self) -> list[Choice]:
        if self.among:
            return super().find()
        request = self.partial_pick.request
        cards = [
            Choice(parts[-1], parts, request.label(parts), place, self._key(place))
            for parts, place in request.decision.shortcuts(request.view)
            if parts[0] == BUILD
        ]
        cards.sort(key=lambda choice: _hand_position(choice.place))
        finder = ChoiceFinder(self.partial_pick)
        letters = finder.letters()
        actions = [
            Choice(value, (value,), request.label((value,)), None, letters[value])
            for value in finder.values()
            if value != BUILD
        ]
        return [*cards, *actions]

    def _key(self, place: Place) -> str:
        return HAND_KEYS[_hand_position(place) :][:1]

    def find_unavailable(self) -> list[tuple[Text, Refusal, str]]:
        """Return the label, reason and key of each card that cannot be built, then of each
        unavailable command that has a key. There are none if the list is limited to `among`."""
        if self.among:
            return []
        view = self.partial_pick.request.view
        seat = self.partial_pick.seat
        unbuildable = []
        for at, card in enumerate(view.hands[seat]):
            refusal = why_not_build(view, seat, card)
            if refusal is not None:
                label = words("{card}", card=view.box.cards[card])
                unbuildable.append((label, refusal, self._key(("card", at))))
        commands_with_keys = (command for command in super().find_unavailable() if command[2])
        return [*unbuildable, *commands_with_keys]

    def entries(self, reader: InputContext, width: int, most: int) -> list[PanelEntry]:
        """Return the cards in the order of the hand, whether they can be built or not, then the
        other actions. If they do not fit into `most` rows, or if the list is limited to `among`,
        available choices come first."""
        entries = super().entries(reader, width, most)
        if self.among or len(broken(entries, width - 4)) > most:
            return entries
        places = {key: at for at, key in enumerate(HAND_KEYS)}
        return sorted(entries, key=lambda entry: places.get(entry.key, len(places)))

    def press(self, key: str, character: str | None) -> Reply:
        if key in SIDEWAYS_KEYS and not self.among:
            return move_along_hand(self, key)
        if character and character in HAND_KEYS:
            twin = self._twin(HAND_KEYS.index(character))
            return self.why_unavailable(character) if twin is None else self.select(twin)
        return super().press(key, character)

    def _twin(self, at: int) -> int | None:
        """Return the index of the choice for the card at position `at`, or for an identical card
        before it; None if there is none."""
        view = self.partial_pick.request.view
        hand = view.hands[self.partial_pick.seat]
        if at >= len(hand):
            return None
        first = hand.index(hand[at])
        return next(
            (n for n, choice in enumerate(self.choices()) if choice.place == ("card", first)), None
        )

    def index_at(self, place: Place) -> int | None:
        """Return the index of the choice at `place`, or None if there is none. Identical cards in
        the hand belong to the same choice."""
        if place[0] == "card" and isinstance(place[1], int):
            return self._twin(place[1])
        return super().index_at(place)


def _hand_position(place: Place | None) -> int:
    """Return the position in the hand of the card at `place`."""
    assert place is not None
    return int(place[1])


@define
class CardMarking(MultiSelect[World]):
    """Input mode that marks cards in hand for an offering."""

    def labels(self) -> Mapping[Place, str]:
        return without_painted_keys(super().labels())

    def press(self, key: str, character: str | None) -> Reply:
        return move_along_hand(self, key) if key in SIDEWAYS_KEYS else super().press(key, character)


@define
class DeusChoosing(PartialPick[World]):
    """Partial pick of Deus, in which the payment is chosen automatically if there is only one and a
    region is chosen after it.

    `activations` caches the columns that choices would activate.
    """

    activations: dict[BuildChoice, ColumnActivation | None] = field(factory=dict, init=False)

    def make_input_mode(self) -> InputMode[World]:
        marks = self.decision.marks(self.request.view, self.chosen)
        if marks is not None:
            return CardMarking.begin(self, marks)
        if isinstance(self.decision, TakePieces) and not self.chosen:
            return TakingPieces(self)
        if self.decision.bag(self.request.view, self.chosen) is not None:
            return CountingKinds(self)
        input_mode = super().make_input_mode()
        if not isinstance(input_mode, ChoiceList):
            return input_mode
        turn = isinstance(self.decision, Turn) and not self.chosen
        if turn:
            return TurnChoices(self)
        return Choices(self, self._default_index())

    def _default_index(self) -> int:
        """Return the index of the default choice: the largest amount, the building that yields
        most, the best region for a column, the first option that does not skip (for drawing cards,
        stealing, besieging, moving armies and laboratories), and otherwise the first option."""
        view, decision = self.request.view, self.decision
        if self.chosen:
            return self._best_region_index()
        options = self.request.part_options(())
        if isinstance(decision, Sell | ExtraCards):
            return len(options) - 1
        if isinstance(decision, Harvest):
            card = view.box.cards[decision.card]
            places = [view.map.find(option) for option in options]
            yields = [
                -1 if place < 0 else harvest(view, self.seat, card, place)[1] for place in places
            ]
            return yields.index(max(yields))
        if isinstance(decision, DrawCards | Steal | Besiege | ActivateCard | Marching):
            return min(1, len(options) - 1)
        return 0

    def _best_region_index(self) -> int:
        """Return the index of the region in which the column yields most; 0 for a temple, or if the
        next part is not a region to build in."""
        column = piece_type_being_placed(self)
        if column < 0 or column == TEMPLE:
            return 0
        view = self.request.view
        if self.chosen[0] == BUILD:
            card, paid = _card_and_payment(view, self.seat, self.chosen)
            place, _ = best_column_preview(view, self.seat, card, paid)
        else:
            place, _ = best_wildcard_preview(view, self.seat, column)
        return list(self.request.part_options(self.chosen)).index(view.map.id_of(place))

    def key_of(self, number: int, value: Value) -> str:
        """Return the key of `value`: 0 for choosing nothing, the number itself for an amount up to
        9, else an empty string."""
        if value in _NOTHING:
            return "0"
        if type(value) is int and 0 <= value < len(HAND_KEYS):  # type: ignore[text-width]
            return str(value)
        return ""

    @property
    def question(self) -> Text | None:
        """Question for the part that is still open; None if there is none."""
        if isinstance(self.decision, Turn) and self.chosen:
            return _part_question(self.chosen)
        if isinstance(self.decision, Marching) and self.chosen:
            return words("Where does this army go?")
        return super().question

    def finish(self) -> Value | None:
        pick = super().finish()
        if pick is None and self._is_automatic(self.chosen):
            self.go_to((*self.chosen, self.request.part_options(self.chosen)[0]))
        return pick

    def _is_automatic(self, chosen: Parts) -> bool:
        """Return whether the part after `chosen` is not a step of its own: the card to build, which
        is chosen together with the action, and the payment, if there is only one and a region is
        chosen after it."""
        if not isinstance(self.decision, Turn):
            return False
        if chosen == (BUILD,):
            return True
        if len(chosen) != 2 or chosen[0] != BUILD:
            return False
        payment_options = self.request.part_options(chosen)
        return len(payment_options) == 1 and bool(
            self.request.part_options((*chosen, payment_options[0]))
        )

    def back(self) -> bool:
        if self.input_mode.back():
            return True
        if not self.chosen:
            return False
        shorter = self.chosen[:-1]
        while self._is_automatic(shorter):
            shorter = shorter[:-1]
        last = self.chosen
        self.go_to(shorter)
        matching = (
            n
            for n, choice in enumerate(self.choices())
            if last[: len(choice.chosen)] == choice.chosen
        )
        self.input_mode.pointed = next(matching, self.input_mode.pointed)
        return True


def _part_question(chosen: Parts) -> Text | None:
    match (chosen[0], len(chosen)):
        case ("build", 2):
            return words("How do you pay?")
        case ("build", 3) | ("wildcard", 3):
            return words("Where?")
        case ("wildcard", 1):
            return words("Which card?")
        case ("wildcard", 2):
            return words("On which column?")
        case ("offer", _):
            return words("Which cards? The last one you mark goes on top.")
    return None


# ---------------------------------------------------------------------- current choice


def parts_up_to_cursor(partial_pick: PartialPick[World]) -> Parts:
    """Return the parts chosen so far, followed by those of the choice under the cursor if the next
    part is chosen from a list. Return no parts if this list is empty."""
    if isinstance(partial_pick.input_mode, ChoiceList):
        choices = partial_pick.choices()
        return (
            choices[min(partial_pick.input_mode.pointed, len(choices) - 1)].chosen
            if choices
            else ()
        )
    return partial_pick.chosen


def card_being_built(partial_pick: PartialPick[World]) -> tuple[int, Payment | None, int]:
    """Return the card that is chosen or under the cursor, its payment and its region. Unknown parts
    are -1, None and -1."""
    parts = parts_up_to_cursor(partial_pick) if isinstance(partial_pick.decision, Turn) else ()
    if len(parts) < 2 or parts[0] != BUILD:
        return -1, None, -1
    view = partial_pick.request.view
    place = view.map.find(parts[3]) if len(parts) > 3 else -1
    return *_card_and_payment(view, partial_pick.seat, parts), place


def _card_and_payment(view: World, seat: int, parts: Parts) -> tuple[int, Payment | None]:
    """Return the card being built, and its payment or None if none is chosen."""
    card = view.box.card_index[str(parts[1])]
    if len(parts) == 2:
        return card, None
    return card, next(
        (payment for payment in payments(view, seat, card) if payment == parts[2]), None
    )


def wildcard_being_placed(partial_pick: PartialPick[World]) -> tuple[int, int, int]:
    """Return the card to place face down, its column and its region. The region is -1 if it is not
    known yet, and all three are -1 before the column is chosen or under the cursor."""
    parts = parts_up_to_cursor(partial_pick) if isinstance(partial_pick.decision, Turn) else ()
    if len(parts) < 3 or parts[0] != WILDCARD:
        return -1, -1, -1
    view = partial_pick.request.view
    place = view.map.find(parts[3]) if len(parts) > 3 else -1
    return view.box.card_index[str(parts[1])], type_of(parts[2]), place


def is_placing(partial_pick: PartsSoFar[World]) -> bool:
    """Return whether the column to be activated is known, and only the payment or the region is
    still to be chosen."""
    if not isinstance(partial_pick.decision, Turn):
        return False
    return len(partial_pick.chosen) == 3 or (
        len(partial_pick.chosen) == 2 and partial_pick.chosen[0] == BUILD
    )


def piece_type_being_placed(partial_pick: PartsSoFar[World]) -> int:
    """Return the type of the piece whose region is being chosen; -1 if there is none."""
    if not isinstance(partial_pick.decision, Turn) or len(partial_pick.chosen) != 3:
        return -1
    view = partial_pick.request.view
    if partial_pick.chosen[0] == BUILD:
        return view.box.card_type[view.box.card_index[str(partial_pick.chosen[1])]]
    return type_of(partial_pick.chosen[2])


def army_pointed_at(partial_pick: PartialPick[World]) -> int:
    """Return the region of the army that is chosen or under the cursor; -1 if there is none."""
    if not isinstance(partial_pick.decision, Marching):
        return -1
    parts = parts_up_to_cursor(partial_pick)
    view = partial_pick.request.view
    return view.map.find(parts[0]) if parts else -1


def army_destination(partial_pick: PartialPick[World]) -> int:
    """Return the region, chosen or under the cursor, to which the chosen army would move; -1 if
    there is none."""
    parts = parts_up_to_cursor(partial_pick) if isinstance(partial_pick.decision, Marching) else ()
    view = partial_pick.request.view
    return view.map.find(parts[1]) if len(parts) > 1 else -1


def marked_cards(partial_pick: PartialPick[World]) -> Sequence[str]:
    """Return the unique names (see `hand_card_names`) of the cards marked for an offering, the top
    card last; empty if no offering is being chosen."""
    input_mode = partial_pick.input_mode
    return [str(name) for name in input_mode.things] if isinstance(input_mode, CardMarking) else ()
