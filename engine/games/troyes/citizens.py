"""The action of placing a citizen with one die (section 16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from engine.core.chance import Dice
from engine.core.command import Pick
from engine.core.event import Value
from engine.core.parts import SubsetPart
from engine.core.step import Place
from engine.errors import Refusal, forbidden
from engine.games.troyes.component_types import Purpose
from engine.games.troyes.group_commands import GroupCommand, take_group
from engine.games.troyes.groups import PLACING, Group, dice_for
from engine.games.troyes.influence import die_at, die_place
from engine.games.troyes.placement import (
    apply_entry,
    enter_from,
    is_protected,
    log_entry,
    space_place,
    why_not_enter,
)
from engine.games.troyes.state import SUPPLY, Town
from engine.games.troyes.wording import place_words
from engine.i18n.text import words

_NOBODY: Final = forbidden("TRO-16.2", "You have no citizen to place; recruit one first.")


@frozen
class PlaceCitizen(GroupCommand):
    """Place a citizen in a building with one die (section 16). The parts: a cube, the die, the
    place that the citizen comes from."""

    key = "place"
    rules = (
        "TRO-16.1", "TRO-16.2", "TRO-16.3", "TRO-16.4", "TRO-16.5", "TRO-16.7", "TRO-16.8",
        "TRO-16.9", "TRO-16.10", "TRO-9.4", "TRO-9.6",
    )  # fmt: skip
    does = words("Place a citizen")

    def purpose(self, state: Town, head: Pick) -> Purpose | Refusal:
        return PLACING

    def tails(self, state: Town, seat: int, head: Pick, group: Group) -> Sequence[Pick]:
        value, building = group.values[0], group.colour
        return [
            (place,)
            for place in state.places_of(seat)
            if not is_protected(state, enter_from(state, seat, building, value, place), seat, place)
        ]

    def worth(self, purpose: Purpose, group: Group) -> int:
        """A distinct value for each colour and value."""
        return group.colour * 10 + group.values[0]

    def best_groups(self, state: Town, seat: int, head: Pick, cube: str) -> list[Group]:
        """The cheapest die of each colour and value."""
        best: dict[int, Group] = {}
        for group in self.groups(state, seat, head, cube):
            worth = self.worth(PLACING, group)
            if worth not in best or group.price < best[worth].price:
                best[worth] = group
        return list(best.values())

    def usual_tails(self, state: Town, seat: int, head: Pick, group: Group) -> Sequence[Pick]:
        tails = self.tails(state, seat, head, group)
        return tails[:1] if tails and tails[0] == (SUPPLY,) else tails[:3]

    def why_not_tail(
        self, state: Town, seat: int, head: Pick, group: Group, tail: Pick
    ) -> Refusal | None:
        place = tail[0] if len(tail) == 1 else ()
        if not isinstance(place, str) or not state.is_at(seat, place):
            return forbidden("TRO-16.2", "You have no citizen there to place.")
        entering = enter_from(state, seat, group.colour, group.values[0], place)
        return why_not_enter(state, seat, entering, place)

    def why_no_tail(self, state: Town, seat: int) -> Refusal:
        """Refuse because there is nobody to place, or those who would be expelled are protected."""
        if not state.places_of(seat):
            return _NOBODY
        return forbidden(
            "TRO-16.8",
            "With every die you can pay for, you would expel a protected citizen: one of "
            "that colour is already lying there.",
        )

    def size(self, state: Town, dice: Dice) -> int:
        return 1

    def use(self, state: Town, seat: int, head: Pick, group: Group, tail: tuple[str]) -> None:
        (place,) = tail
        take_group(state, seat, group)
        if state.story is not None:
            origin = place_words(state, place)
            state.tell("TRO-16.2", seat, "{seat} places a citizen {place}.", place=origin)
        entering = enter_from(state, seat, group.colour, group.values[0], place)
        state.take_citizen(seat, place)
        apply_entry(state, entering)
        if state.story is not None:
            log_entry(state, "TRO-16.5" if group.colour else "TRO-16.4", seat, entering)

    def marks(self, state: Town, seat: int, chosen: Pick) -> SubsetPart | None:
        """None: a single die is chosen from a list."""
        return None

    def part_options(self, state: Town, seat: int, chosen: Pick) -> Sequence[Value]:
        """The cube, then the die as a group of one, then the citizen."""
        if len(chosen) != 1:
            return super().part_options(state, seat, chosen)
        (cube,) = chosen
        groups = [
            self.group(state, seat, (), cube, (name,))
            for name in dice_for(state, seat, PLACING, cube)
        ]
        return [
            group.names
            for group in groups
            if isinstance(group, Group) and self.tails(state, seat, (), group)
        ]

    def target(self, state: Town, seat: int, chosen: Pick) -> Place | None:
        match chosen:
            case (_, (die,)):
                return die_place(state, die)
            case (_, _, str(place)):
                return citizen_place(state, place)
        return None

    def refuse_place(self, state: Town, seat: int, chosen: Pick, place: Place) -> Refusal | None:
        name = die_at(state, place) if len(chosen) == 1 else None
        if name is None:
            return None
        group = self.group(state, seat, (), chosen[0], (name,))
        if isinstance(group, Refusal):
            return group
        if self.tails(state, seat, (), group):
            return None
        places = state.places_of(seat)
        if not places:
            return _NOBODY
        entering = enter_from(state, seat, group.colour, group.values[0], places[0])
        return why_not_enter(state, seat, entering, places[0])


def citizen_place(state: Town, place: str) -> Place | None:
    """Place on the board from which a citizen is taken."""
    index = state.box.place_index.get(place)
    if index is None:
        card = state.open_card(place)
        return None if card is None else card.place
    return space_place(place)
