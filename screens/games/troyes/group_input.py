"""Input mode for a group of dice and its options: a cube, a citizen, and a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import define, field

from engine.core.state import State
from engine.core.step import Place
from engine.errors import Refusal, forbidden
from engine.games.troyes.abilities import colour_words
from engine.games.troyes.component_types import EVENT, FARM, RECOLOUR, SPLIT, Modifier, Purpose
from engine.games.troyes.dice import ANY
from engine.games.troyes.group_commands import GroupCommand, number_in, split_parts, why_not_join
from engine.games.troyes.group_preview import Preview, more_or_less, preview
from engine.games.troyes.group_rules import best_groups, form_group, takes
from engine.games.troyes.groups import (
    NO_CUBE,
    PLACE_PURPOSE,
    Group,
    all_dice,
    cubes_of,
    modifier_of,
)
from engine.games.troyes.placement import citizen_place
from engine.games.troyes.state import SUPPLY, Town
from engine.games.troyes.wording import die_words, place_words
from engine.i18n.text import Text, plural, words
from screens.games.troyes.dice_marking import Control, DiceMarking, KeyAction
from screens.input_modes.input_mode import InputMode, Parts, Reply, Response

CITIZEN_KEY: Final = "c"
CUBE_KEY: Final = "b"
NEXT_KEY: Final = "n"
MORE_KEY: Final = "m"
FEWER_KEY: Final = "f"

NO_MORE: Final = words("These dice allow no more.")
NO_FEWER: Final = words("The dice must have an effect at least once.")


@define
class GroupOfDice(DiceMarking):
    """Input mode for the group of dice that a command uses. The dice are marked one by one.

    `cube` is the delayed card whose cube is spent, or `NO_CUBE`. `citizen` is the place from which
    a needed citizen comes, or None for the default place. `number` is the wanted number of
    activations or cubes, or None for the maximum."""

    command: GroupCommand = field(kw_only=True)
    cube: str = NO_CUBE
    citizen: str | None = None
    number: int | None = None
    _cubes: list[str] | None = field(default=None, init=False)
    _preview: Preview | None = field(default=None, init=False)
    _previews_by_dice: dict[tuple[str, ...], Preview] = field(factory=dict, init=False)
    _avoidable_losses: tuple[Text, ...] | None = field(default=None, init=False)

    @property
    def head(self) -> Parts:
        """The parts that are chosen after the command's key and say what the dice are used for."""
        return self.partial_pick.chosen[1:]

    @property
    def purpose(self) -> Purpose | Refusal:
        """Colour and divisor for this use of the dice, or the reason why it is refused."""
        return self.command.purpose(self.view, self.head)

    @property
    def most(self) -> int:
        return 1 if self.purpose is PLACE_PURPOSE else self.view.box.group_most

    @property
    def sorted_names(self) -> tuple[str, ...]:
        """The marked dice, in the order that picks require."""
        return tuple(sorted(self.marked_names))

    def changed(self) -> Response:
        self._preview = self._avoidable_losses = None
        self._previews_by_dice = {}
        return super().changed()

    def candidates(self) -> Sequence[str]:
        return all_dice(self.view)

    def why_not(self, name: str) -> Refusal | None:
        view, seat = self.view, self.seat
        if self.most == 1:
            place = self.place(name)
            assert place is not None
            return self.command.refuse_place(view, seat, (*self.head, self.cube), place)
        return why_not_join(
            self.command, view, seat, (*self.head, self.cube, self.sorted_names), name
        )

    # ------------------------------------------------------------------ card, cube and citizen

    def cubes(self) -> list[str]:
        """Return `NO_CUBE`, followed by the cards whose cube at least one legal group for `head`
        can use."""
        if self._cubes is None:
            view, seat, head = self.view, self.seat, self.head
            self._cubes = [
                cube
                for cube in cubes_of(view, seat)
                if cube == NO_CUBE or takes(self.command, view, seat, head, cube)
            ]
        return self._cubes

    def next_cube(self) -> Reply:
        """Select the next of `cubes` and unmark the dice that cannot be used with it, or return the
        reason why no cube can be used."""
        cubes = self.cubes()
        if len(cubes) == 1:
            return _why_no_cube(self)
        self.cube = cubes[(cubes.index(self.cube) + 1) % len(cubes)]
        self.mark_again(self.marked_names)
        return Response.CHANGED

    def citizens(self) -> list[str]:
        """Return the places from which the needed citizen can come, least useful first: supply,
        expelled citizens, buildings, tradesmen. Empty if no citizen is needed."""
        view, seat = self.view, self.seat
        if self.command.key == "activate":
            position = view.box.card(self.head[0]).position
            return [] if seat in view.tradesmen[position] else _idle_first(view, seat, ())
        if self.command.key != "place":
            return []
        return _idle_first(view, seat, [str(tail[0]) for tail in self._tails()])

    def next_citizen(self) -> Reply:
        """Select the next place from which a citizen can come."""
        places = self.citizens()
        if len(places) < 2:
            return Response.NOTHING
        current = self.citizen if self.citizen in places else places[0]
        self.citizen = places[(places.index(current) + 1) % len(places)]
        return self.changed()

    def vacated_place(self) -> Place | None:
        """Return the place on the table that the needed citizen would leave; None if no citizen is
        needed, the citizen comes from the supply, or `tail` is None."""
        tail = self.tail()
        return citizen_place(self.view, str(tail[0])) if tail and self.citizens() else None

    def group(self) -> Group | Refusal:
        """Return the group of the marked dice, or the reason why they do not form one."""
        if not self.marked_names:
            return forbidden("TRO-9.3", "No dice are marked yet.")
        return form_group(
            self.command, self.view, self.seat, self.head, self.cube, self.sorted_names
        )

    def _tails(self) -> Sequence[Parts]:
        group = self.group()
        if isinstance(group, Refusal):
            return ()
        return self.command.tails(self.view, self.seat, self.head, group)

    def tail(self) -> Parts | None:
        """Return the parts of the pick after the dice: the chosen or default citizen, and the
        wanted number or, if that is impossible, the next lower one, or else the lowest. None if the
        dice do not suffice, or if no citizen can be placed with them."""
        tails = list(self._tails())
        citizen = self.citizen or next(iter(self.citizens()), None)
        if citizen is not None:
            tails = [tail for tail in tails if tail[0] == citizen] or tails
        if self.number is not None:
            wanted = self.number
            tails = [tail for tail in tails if (number_in(tail) or 0) <= wanted] or tails[-1:]
        return tails[0] if tails else None

    def numbers(self) -> list[int]:
        """Return the possible numbers of activations or cubes for the marked dice; empty if only
        one number is possible."""
        numbers = {number for tail in self._tails() if (number := number_in(tail)) is not None}
        return sorted(numbers) if len(numbers) > 1 else []

    def change_number(self, by: int) -> Reply:
        """Change the number of activations or cubes by `by`, or return the reason why that is
        impossible."""
        current, numbers = number_in(self.tail() or ()), self.numbers()
        if current is None or not numbers:
            return Response.NOTHING
        wanted = max(numbers[0], min(numbers[-1], current + by))
        if wanted == current:
            return Refusal("TRO-9.8", NO_MORE if by > 0 else NO_FEWER)
        self.number = None if wanted == numbers[-1] else wanted
        return self.changed()

    def next_group(self) -> Reply:
        """Mark the cheapest group with the next higher yield than the marked dice, or else with the
        lowest yield. Reset the number to the maximum, and move the cursor to the confirmation."""
        command, purpose = self.command, self.purpose
        if isinstance(purpose, Refusal):
            return Response.NOTHING
        groups = best_groups(command, self.view, self.seat, self.head, self.cube)
        groups.sort(key=lambda group: command.worth(purpose, group))
        if not groups:
            return Response.NOTHING
        group = self.group()
        worth = -1 if isinstance(group, Refusal) else command.worth(purpose, group)
        better = [other for other in groups if command.worth(purpose, other) > worth]
        self.marked_names, self.pointed, self.number = (better or groups)[0].names, 0, None
        return self.changed()

    # ------------------------------------------------------------------ input mode interface

    def suggest(self, parts: Parts) -> None:
        """Mark the suggested dice with their options."""
        if len(parts) < 2:
            return
        _, self.cube, self.marked_names, tail = split_parts(self.command, (*self.head, *parts))
        self.changed()
        self.citizen = str(tail[0]) if tail and tail[0] in self.citizens() else None
        self.number, self.pointed = number_in(tail), 0
        self.changed()

    def parts(self) -> Parts | None:
        tail = self.tail()
        return None if tail is None else (self.cube, self.sorted_names, *tail)

    def refusal(self) -> Refusal | None:
        group = self.group()
        if isinstance(group, Refusal):
            return group
        if self.tail() is None:
            places = self.view.places_of(self.seat)
            return self.command.refuse(
                self.view, self.seat, (*self.head, self.cube, self.sorted_names, *places[:1])
            )
        return None

    def key_actions(self) -> Mapping[str, KeyAction]:
        return {
            CITIZEN_KEY: self.next_citizen,
            CUBE_KEY: self.next_cube,
            NEXT_KEY: self.next_group,
            MORE_KEY: lambda: self.change_number(1),
            FEWER_KEY: lambda: self.change_number(-1),
        }

    def controls(self) -> Sequence[Control]:
        controls = [Control(NEXT_KEY, words("other dice"))]
        tail, places = self.tail(), self.citizens()
        if places:
            place = str(tail[0]) if tail else self.citizen or places[0]
            origin = place_words(self.view, place)
            several = len(places) > 1
            text = words("another citizen (now: {place})", place=origin)
            text = text if several else words("citizen {place}", place=origin)
            controls.append(Control(CITIZEN_KEY, text, several))
        if len(cubes_of(self.view, self.seat)) > 1:
            controls.append(Control(CUBE_KEY, _cube_words(self), len(self.cubes()) > 1))
        return controls + _number_controls(self)

    def restore_from(self, earlier: InputMode[State]) -> None:
        assert isinstance(earlier, GroupOfDice)
        if earlier.cube in self.cubes():
            self.cube = earlier.cube
        super().restore_from(earlier)

    # ------------------------------------------------------------------ the result

    def previewed(self) -> Preview:
        """Return the preview of the marked dice: sum, price and result."""
        if self._preview is None:
            tail = self.tail() or ()
            number = number_in(tail)
            chosen = (
                *self.head,
                self.cube,
                self.marked_names,
                *(tail if number is None else tail[:-1]),
            )
            self._preview = preview(self.view, self.seat, self.command, chosen, number)
        return self._preview

    def headline(self) -> Text:
        """Return a text with the marked dice, the player's own dice first, their total and their
        price. If no dice are marked, describe those that can be; if the marked ones cannot be used
        together, give the reason."""
        if not self.marked_names:
            return _wanted(self)
        previewed = self.previewed()
        if previewed.group is None:
            assert previewed.refusal is not None
            return previewed.refusal.reason
        return words("{sum}   {price}", sum=previewed.sum_words(), price=previewed.price_words())

    def chosen_so_far(self) -> Sequence[Text]:
        """Describe the result of the marked dice, and the changes for each player. If the dice do
        not suffice, give the reason, unless the headline gives it, and then describe the effect of
        another die."""
        if not self.marked_names:
            return self.die_notes()
        previewed = self.previewed()
        if previewed.group is None:
            return self.die_notes()
        if previewed.refusal is not None:
            return [previewed.refusal.reason, *self.die_notes()]
        result = previewed.result_words()
        if self.command.key == "build":
            result = words("Cathedral: {columns}", columns=result)
        lines = [words("{result}.", result=result)]
        return lines + [
            words("{told}.", told=previewed.change_words(change)) for change in previewed.changes
        ]

    def avoidable_losses(self) -> Sequence[Text]:
        """Return a sentence about the first unnecessary die; empty if all dice are needed."""
        if self._avoidable_losses is None:
            spare = next((name for name in self.sorted_names if _is_spare(self, name)), None)
            spare_dice = () if spare is None else (die_words(spare, self.seat),)
            self._avoidable_losses = tuple(
                words("You do not need {die}.", die=die) for die in spare_dice
            )
        return self._avoidable_losses

    def die_notes(self) -> list[Text]:
        """Describe the effect of marking or unmarking the die under the cursor or, if the cursor is
        on the confirmation, of the best additional die. Return nothing if there is no such die, or
        if the dice could not be used together."""
        name = self.name_under_cursor
        if name is not None:
            return self._notes_on_die(name)
        if self.most == 1 or len(self.marked_names) in (0, self.most):
            return []
        chosen = (*self.head, self.cube, self.marked_names)
        candidates = more_or_less(self.view, self.seat, self.command, chosen)
        additional = [
            candidate for candidate in candidates if candidate[0] not in self.marked_names
        ]
        best = best_of(additional, self.command, than=self.previewed())
        if best is None:
            return []
        die, previewed = best
        result = _come_to(previewed)
        return [words("With {die}: {told}", die=die_words(die, self.seat), told=result)]

    def _notes_on_die(self, name: str) -> list[Text]:
        """Describe the effect of marking the die `name`, or of unmarking it if it is marked. Return
        nothing if no dice would be left, or if the dice could not be used together."""
        is_marked = name in self.marked_names
        names = tuple(other for other in self.marked_names if other != name)
        if not is_marked:
            names = (name,) if self.most == 1 else (*self.marked_names, name)
        if not names:
            return []
        if names not in self._previews_by_dice:
            chosen = (*self.head, self.cube, names)
            self._previews_by_dice[names] = preview(
                self.view, self.seat, self.command, chosen, None
            )
        previewed = self._previews_by_dice[names]
        if previewed.group is None:
            return []
        die = die_words(name, self.seat)
        if previewed.refusal is not None:
            return [_refused_note(die, len(names), previewed.refusal, without=is_marked)]
        result = _come_to(previewed)
        if is_marked:
            return [words("Without {die}: {told}", die=die, told=result)]
        if len(names) == 1:
            return [words("{die} alone: {told}", die=die, told=result)]
        return [words("With {die}: {told}", die=die, told=result)]


def _why_no_cube(marking: GroupOfDice) -> Refusal:
    """Return the reason why the waiting cubes cannot be used."""
    view, seat = marking.view, marking.seat
    for cube in cubes_of(view, seat)[1:]:
        for name in marking.candidates():
            refusal = why_not_join(marking.command, view, seat, (*marking.head, cube), name)
            if refusal is not None:
                return refusal
    return forbidden("TRO-13.2", "You cannot use any of your cubes on cards here.")


def _idle_first(view: Town, seat: int, fitting: Sequence[str]) -> list[str]:
    """Return the places in `fitting` or, if there are none, all places of the seat's citizens. The
    least useful come first: places without a benefit, then those that bring a die each round, then
    those that bring points at the end."""

    def usefulness(place: str) -> int:
        if place == SUPPLY or place.endswith(".lying"):
            return 0
        return 1 if view.open_card(place) is None else 2

    return sorted(fitting or view.places_of(seat), key=usefulness)


def _wanted(marking: GroupOfDice) -> Text:
    """Return a text with the number and colour of the dice that can be marked."""
    if marking.most == 1:
        return words("mark a die")
    modifier = modifier_of(marking.view, marking.seat, marking.cube)
    purpose = marking.purpose
    colour = ANY if isinstance(purpose, Refusal) else purpose.colour
    if isinstance(modifier, Modifier) and modifier.kind in (SPLIT, RECOLOUR):
        colour = modifier.die
        if modifier.kind == SPLIT:
            return words("mark and use one of the {dice}", dice=colour_words(colour))
    return words("mark and use 1 to {n} {dice}", n=marking.most, dice=colour_words(colour))


def _cube_words(marking: GroupOfDice) -> Text:
    if marking.cube == NO_CUBE:
        return words("no cube")
    return words("cube from {card}", card=marking.view.box.card(marking.cube))


def _number_controls(marking: GroupOfDice) -> list[Control]:
    """Return the controls that change the number of activations or cubes; empty if only one number
    is possible."""
    tail, numbers = marking.tail(), marking.numbers()
    if not tail or not numbers:
        return []
    chosen = (*marking.head, marking.cube, marking.sorted_names)
    label = marking.command.label(marking.view, marking.seat, (*chosen, *tail))
    number = number_in(tail)
    return [
        Control(FEWER_KEY, words("fewer"), number != numbers[0]),
        Control(MORE_KEY, words("more (now {n})", n=label), number != numbers[-1]),
    ]


def _refused_note(die: Text, dice: int, refusal: Refusal, *, without: bool) -> Text:
    """Return a text with the reason why a group of `dice` dice is not legal with the die `die`, or
    without the die if `without` is true."""
    facts = {"die": die, "reason": refusal.reason}
    if without:
        return words("Not possible without {die}. {reason}", **facts)
    if dice == 1:
        return words("{die} alone is not enough. {reason}", **facts)
    return words("Not possible with {die}. {reason}", **facts)


def _is_spare(marking: GroupOfDice, name: str) -> bool:
    purpose, group = marking.purpose, marking.group()
    fewer = tuple(other for other in marking.sorted_names if other != name)
    if not fewer or isinstance(purpose, Refusal) or isinstance(group, Refusal):
        return False
    reduced = form_group(
        marking.command, marking.view, marking.seat, marking.head, marking.cube, fewer
    )
    if isinstance(reduced, Refusal):
        return False
    return marking.command.worth(purpose, reduced) == marking.command.worth(purpose, group)


def _come_to(previewed: Preview) -> Text:
    """Describe the result and the price of a legal group."""
    result, (group, purpose) = _result(previewed), previewed.made
    if purpose.kind == EVENT and group.total // purpose.divisor > previewed.room:
        result = plural(
            "{result}, but only {n} flag is free",
            "{result}, but only {n} flags are free",
            previewed.room,
            result=result,
        )
    return words("{result}; {price}.", result=result, price=previewed.price_words())


def _result(previewed: Preview) -> Text:
    result = previewed.quotient_words()
    if previewed.is_plain:
        return result
    return words("{total}; {result}", total=previewed.terms(), result=result)


Previewed = tuple[str, Preview]
"""A die, and the preview of the group with or without that die."""


def best_of(
    candidates: Sequence[Previewed], command: GroupCommand, than: Preview
) -> Previewed | None:
    """Return the best additional die out of `candidates`, the cheapest if several are equally good;
    None if none is better than the group `than`."""
    min_gain = _gain(than, command) if _is_legal(than) else 0
    better = [
        candidate
        for candidate in candidates
        if _is_legal(candidate[1]) and _gain(candidate[1], command) > min_gain
    ]
    return max(
        better,
        key=lambda candidate: (_gain(candidate[1], command), -candidate[1].made[0].price),
        default=None,
    )


def _is_legal(previewed: Preview) -> bool:
    return previewed.group is not None and previewed.refusal is None


def _gain(previewed: Preview, command: GroupCommand) -> int:
    """Return the yield of a group. For an event, it is at most the number of free flags. For
    agriculture, the price of the dice is subtracted."""
    group, purpose = previewed.made
    worth = command.worth(purpose, group)
    if purpose.kind == EVENT:
        return min(worth, previewed.room)
    return worth - group.price if purpose.kind == FARM else worth
