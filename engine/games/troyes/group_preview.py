"""Preview of a group: total, price, result, and the effect of one die more or less.

All functions are pure and use only public information. They are used for display and for comparing
groups.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from engine.core.command import Pick
from engine.core.common_wording import joined, series
from engine.core.step import Place
from engine.errors import Refusal
from engine.games.troyes.abilities import card_words, colour_words
from engine.games.troyes.activity_cards import ChooseBuildings
from engine.games.troyes.component_types import CARD, EVENT, FARM, Purpose
from engine.games.troyes.cubes import NextCube
from engine.games.troyes.dice import VALUE
from engine.games.troyes.forecast import Forecast, forecast
from engine.games.troyes.group_commands import (
    GroupCommand,
    number_in,
    payments_words,
    split_parts,
    why_not_join,
)
from engine.games.troyes.group_rules import form_group
from engine.games.troyes.groups import BUILD_PURPOSE, PLACE_PURPOSE, Group, gather
from engine.games.troyes.placement import columns_filled, cubes_of_columns, enter_from, space_words
from engine.games.troyes.state import FREE, SUPPLY, Town
from engine.games.troyes.wording import NOWHERE, citizen_of, cubes, deniers, group_words, times
from engine.i18n.text import Seat, Text, plural, verbatim, words


@frozen
class Change:
    """A seat's deniers, influence and forecast for the next round, before and after a pick."""

    seat: int
    deniers: tuple[int, int]
    influence: tuple[int, int]
    forecast: tuple[Forecast, Forecast]
    """The dice and salaries of the next round, before and after the pick (TRO-5.2, 5.6)."""

    @property
    def is_any(self) -> bool:
        """Whether the deniers, the influence, or the next round's dice or salaries change."""
        before, after = self.forecast
        return (
            self.deniers[0] != self.deniers[1]
            or self.influence[0] != self.influence[1]
            or (before.dice, before.salary) != (after.dice, after.salary)
        )


@frozen
class Preview:
    """A preview of the selected dice.

    `purpose` is None if the card or event is not available. In that case, and if no dice are
    selected or they cannot be used together, `group` is None. `refusal` is the reason why the dice
    cannot be used, if any. `number` is the number of activations or cubes on an event (1 for other
    actions). `max_number` is the number of activations for which the total is enough; for other
    actions, it equals `number`. Both are 0 if the dice cannot be used. `hire` is paid in addition
    to the price of the dice. `effect` describes one activation, the new cubes in the cathedral, or
    the space that the citizen enters; it is None for other actions. `changes` are the certain and
    immediate changes for each affected seat. `yields` is the maximum result of a card that needs
    another decision, and `free` the number of flags of an event that remain free.
    """

    seat: int
    names: tuple[str, ...]
    purpose: Purpose | None
    group: Group | None
    refusal: Refusal | None
    max_number: int = 0
    number: int = 0
    hire: int = 0
    effect: Text | None = None
    yields: Text | None = None
    free: int = 0
    changes: tuple[Change, ...] = ()

    def lines(self) -> list[Text]:
        """Return the preview in sentences: the total, the price, the changes of each seat that is
        affected, the result, and the reason why the dice cannot be used. Parts that are missing are
        left out."""
        if self.group is None:
            return [] if self.refusal is None else [self.refusal.reason]
        lines = [self.sum_words(), self.price_words()]
        lines += [self.change_words(change) for change in self.changes]
        if self.max_number:
            lines.append(self.result_words())
        if self.refusal is not None:
            lines.append(self.refusal.reason)
        return lines

    def sum_words(self, places: Mapping[str, Place] = NOWHERE) -> Text:
        """Return the dice and their total, as in `Y5 + Y6 = 11`. If the total does not matter,
        return only the dice. The words link each die in `places` to its place on the board."""
        dice = group_words(self.names, self.seat, places)
        if self.purpose in (BUILD_PURPOSE, PLACE_PURPOSE):
            return dice
        return words("{dice} = {total}", dice=dice, total=self.terms())

    @property
    def made(self) -> tuple[Group, Purpose]:
        """The group and its purpose. The group must not be None."""
        assert self.group is not None
        assert self.purpose is not None
        return self.group, self.purpose

    @property
    def room(self) -> int:
        """The number of flags of an event that are free before the pick; 0 if the dice cannot be
        used."""
        return self.number + self.free

    @property
    def is_plain(self) -> bool:
        """Whether all dice count with the values they show, without a bonus to the total."""
        group, _ = self.made
        return not group.plus and group.values == tuple(VALUE[face] for _, face in group.dice)

    def terms(self) -> Text:
        """Return the total, preceded by its terms if a cube has changed them and there are several,
        as in `8+9 = 17`."""
        group, _ = self.made
        if self.is_plain or (len(group.values) == 1 and not group.plus):
            return verbatim(str(group.total))
        terms = "+".join(map(str, group.values)) + (f"+{group.plus}" if group.plus else "")
        return verbatim(f"{terms} = {group.total}")

    def price_words(self) -> Text:
        """Return the number of dice, their price, and who receives it, in words."""
        group, _ = self.made
        size = len(group.dice)
        if not group.payments:
            return plural("{n} die: free", "{n} dice: free", size)
        return plural("{n} die: {paid}", "{n} dice: {paid}", size, paid=payments_words(group))

    def quotient_words(self) -> Text:
        """Return the result of the division, without the effect, as in `16/2 = 8 times`. If there
        is no division, return the effect or, if there is none, the total."""
        group, purpose = self.made
        number = group.total // purpose.divisor
        facts = {"total": group.total, "divisor": purpose.divisor}
        if purpose.kind == CARD:
            return words("{total}/{divisor} = {n}", n=times(number), **facts)
        if purpose.kind == EVENT:
            return words("{total}/{divisor} = {n}", n=cubes(number), **facts)
        if purpose.kind == FARM:
            return words("{total}/{divisor} = {gain}", gain=deniers(number), **facts)
        return self.effect or verbatim(str(group.total))

    def as_taken(self, text: Text) -> Text:
        """Return `text`, with the number taken in brackets if it is less than the total allows."""
        group, purpose = self.made
        if self.number < group.total // purpose.divisor:
            return words("{told} ({n} taken)", told=text, n=self.number)
        return text

    def result_words(self) -> Text:
        """Return the result with the effect of a card or the free flags of an event, as in `16/2 =
        8 times: gain 2 deniers each time`."""
        group, purpose = self.made
        text = self.quotient_words()
        if purpose.kind == CARD and self.effect is not None:
            if group.total // purpose.divisor > 1:
                text = words("{told}: {effect} each time", told=text, effect=self.effect)
            else:
                text = words("{told}: {effect}", told=text, effect=self.effect)
            if self.yields is not None:
                text = words("{told} ({yields} at most)", told=text, yields=self.yields)
        elif purpose.kind != EVENT or self.refusal:
            return text
        text = self.as_taken(text)
        if purpose.kind == CARD:
            return text
        if not self.free:
            return plural(
                "{told}, filling the last flag",
                "{told}, filling the last flags",
                self.number,
                told=text,
            )
        free = plural("{n} flag left free", "{n} flags left free", self.free)
        return words("{told}, {free}", told=text, free=free)

    def change_words(self, change: Change) -> Text:
        """Return the changes of a seat in words: money, influence, and the next round's dice and
        salaries."""
        parts = []
        if change.deniers[0] != change.deniers[1] or self._pays(change):
            parts.append(self._money(change))
        if change.influence[0] != change.influence[1]:
            before, after = change.influence
            parts.append(words("influence from {before} to {after}", before=before, after=after))
        now, then = change.forecast
        if now.dice != then.dice:
            parts.append(words("next round {dice}", dice=_dice_words(now, then)))
        if now.salary != then.salary:
            before, after = now.salary, then.salary
            parts.append(words("salaries from {before} to {after}", before=before, after=after))
        return words("{seat}: {changes}", seat=Seat(change.seat), changes=series(parts))

    def _pays(self, change: Change) -> bool:
        """Whether the seat of the change pays for hiring or for dice."""
        return change.seat == self.seat and bool(self.hire or self._price)

    @property
    def _price(self) -> int:
        return 0 if self.group is None else self.group.price

    def _money(self, change: Change) -> Text:
        """Describe the money before and after a pick. For the seat that pays, include all
        additions and subtractions."""
        before, after = change.deniers
        if not self._pays(change):
            return words("from {before} to {after}", before=before, after=deniers(after))
        terms: list[Text] = [verbatim(str(before))]
        if self.hire:
            terms.append(words("- {n} (hire)", n=self.hire))
        if self._price:
            terms.append(words("- {n} (dice)", n=self._price))
        gain = after - before + self.hire + self._price
        if gain:
            terms.append(verbatim(f"{'+' if gain > 0 else '-'} {abs(gain)}"))
        return words("{terms} = {deniers}", terms=joined(terms, " "), deniers=deniers(after))


def _dice_words(now: Forecast, then: Forecast) -> Text:
    """Describe how the number of dice of each colour in the next round changes from `now` to
    `then`."""
    return series(
        words(
            "{dice} from {before} to {after}", dice=colour_words(colour), before=before, after=after
        )
        for colour, (before, after) in enumerate(zip(now.dice, then.dice, strict=True))
        if before != after
    )


def preview(
    state: Town, seat: int, command: GroupCommand, chosen: Pick, number: int | None = None
) -> Preview:
    """Return a preview of the parts of a pick chosen so far, even if the dice are not enough yet.

    Missing parts have their default values, such as a citizen from the supply or the maximum
    number. If `number` is given, it replaces the number of activations or cubes.
    """
    head, cube, marked, tail = split_parts(command, chosen)
    names = tuple(sorted(marked))
    purpose = command.purpose(state, head)
    if isinstance(purpose, Refusal):
        return Preview(seat, names, None, None, purpose)
    group = gather(state, seat, purpose, names, cube)
    if isinstance(group, Refusal):
        return Preview(seat, names, purpose, None, group if names else None)
    effect = _effect(state, seat, command, head, group, tail)
    hire = command.hire(state, seat, head)
    result = Preview(seat, names, purpose, group, None, hire=hire, effect=effect)
    legal = form_group(command, state, seat, head, cube, names)
    if isinstance(legal, Refusal):
        return evolve(result, refusal=legal)
    tails = [
        tail_ for tail_ in command.tails(state, seat, head, group) if tail_[: len(tail)] == tail
    ]
    if number is not None:
        tails = [tail_ for tail_ in tails if tail_[-1:] == (number,)]
    if tails:
        return _with_effects(state, command, result, (*head, cube, names, *tails[0]))
    attempt = tail or tuple(state.places_of(seat)[:1])
    return evolve(result, refusal=command.why_not_tail(state, seat, head, group, attempt))


def _with_effects(state: Town, command: GroupCommand, result: Preview, rest: Pick) -> Preview:
    """Return the preview `result` with the effects of the complete pick `rest` added."""
    seat, (group, purpose) = result.seat, result.made
    head, _, _, tail = split_parts(command, rest)
    number = number_in(tail) or 1
    after = state.copy()
    after.agenda = []
    command.apply(after, seat, rest)
    return evolve(
        result,
        max_number=max(1, group.total // purpose.divisor if purpose.kind == CARD else number),
        number=number,
        effect=_effect(state, seat, command, head, group, tail),
        yields=_yields(after),
        free=_flags_left(state, purpose, head, number),
        changes=changes(state, after, seat, pays=bool(result.hire or group.price)),
    )


def _flags_left(state: Town, purpose: Purpose, head: Pick, cubes: int) -> int:
    """Return the number of flags of an event that remain free after `cubes` more cubes. For other
    purposes, return 0."""
    return state.free_flags(state.box.event(head[0])) - cubes if purpose.kind == EVENT else 0


def _effect(
    state: Town, seat: int, command: GroupCommand, head: Pick, group: Group, tail: Pick
) -> Text | None:
    if command.key == "activate":
        return card_words(state.box.card(head[0]))
    if command.key == "build":
        columns = columns_filled(state, group)
        if isinstance(columns, Refusal):
            return columns.reason
        return series(
            words("column {column} (level {level})", column=column + 1, level=level + 1)
            for column, level in cubes_of_columns(state, columns)
        )
    if command.key == "place":
        place = str(tail[0]) if tail else SUPPLY
        entering = enter_from(state, seat, group.colour, group.values[0], place)
        space = space_words(state, entering.building, entering.space)
        if entering.expelled == FREE:
            return space
        citizen = citizen_of(entering.expelled)
        return words("{space}. {citizen} would be expelled", space=space, citizen=citizen)
    return None


def _yields(after: Town) -> Text | None:
    """Return the maximum result of a card that needs another decision: deniers of the Miller, cubes
    of Chivalry and the Diplomat (TRO-12.3, 12.12, 12.13). Return None for other cards. `after` is
    the state after the pick."""
    match after.agenda:
        case [ChooseBuildings() as miller]:
            return deniers(max(miller.gain(after, pick) for pick in miller.options(after)))
        case [NextCube(left=left)]:
            return cubes(left)
    return None


def changes(state: Town, after: Town, seat: int, *, pays: bool = False) -> tuple[Change, ...]:
    """Return the changes that a pick of `seat` makes to each seat's deniers and influence, and to
    its next round if there is one. `after` is the state after the pick. Seats without changes are
    left out, except `seat` itself if `pays` is set."""
    last = state.round == state.rounds
    candidates = (
        Change(
            affected,
            (state.deniers[affected], after.deniers[affected]),
            (state.influence[affected], after.influence[affected]),
            (forecast(state, affected), forecast(state if last else after, affected)),
        )
        for affected in state.clockwise(seat)
    )
    return tuple(change for change in candidates if change.is_any or (pays and change.seat == seat))


def more_or_less(
    state: Town, seat: int, command: GroupCommand, chosen: Pick
) -> list[tuple[str, Preview]]:
    """Return (name of a die, preview) pairs: a preview without each chosen die, unless it is the
    only one, and a preview with each die that could be added."""
    head, cube, names, _ = split_parts(command, chosen)
    marks = command.marks(state, seat, (*head, cube))
    others = []
    for die in map(str, marks.things if marks is not None else ()):
        if die in names:
            remaining = tuple(name for name in names if name != die)
        elif why_not_join(command, state, seat, (*head, cube, names), die) is None:
            remaining = tuple(sorted((*names, die)))
        else:
            continue
        if remaining:
            others.append((die, preview(state, seat, command, (*head, cube, remaining))))
    return others
