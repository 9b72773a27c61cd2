"""The arithmetic of a group before it counts: total, price, result, and one die more or less.

Plain functions of what all can see, for panels and for whoever wants to compare groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from engine.errors import Refusal
from engine.games.troyes.abilities import card_words
from engine.games.troyes.box import CARD, EVENT, FARM, Purpose
from engine.games.troyes.dice import NEUTRAL, VALUE
from engine.games.troyes.groups import Group, gather
from engine.games.troyes.outlook import Forecast, forecast
from engine.games.troyes.placing import entry, space_words
from engine.games.troyes.state import FREE, Town
from engine.games.troyes.wording import citizen_of, cubes, deniers, group_words, owner_words
from engine.text import Seat, Text, plural, verbatim, words
from engine.wording import joined, series

if TYPE_CHECKING:
    from engine.games.troyes.using import GroupCommand


@frozen
class Change:
    """What a seat has before and after."""

    seat: int
    deniers: tuple[int, int]
    influence: tuple[int, int]
    forecast: tuple[Forecast, Forecast]
    """The dice and salaries of the next round (TRO-5.2, 5.6)."""

    @property
    def is_any(self) -> bool:
        """Whether anything is different."""
        before, after = self.forecast
        return (
            self.deniers[0] != self.deniers[1]
            or self.influence[0] != self.influence[1]
            or (before.dice, before.salary) != (after.dice, after.salary)
        )


@frozen
class Preview:
    """What dice that are marked come to.

    `group` is None where they cannot be used together, `refusal` why what is marked will not do
    yet. `times` is how many activations or cubes it gives at most, `chosen` how many are taken.
    `hire` is paid before the dice. `changes` are whose money or influence changes, at once and for
    certain. `free` is how many flags stay free, `column` where cathedral cubes go.
    """

    seat: int
    names: tuple[str, ...]
    purpose: Purpose | None
    group: Group | None
    refusal: Refusal | None
    times: int = 0
    chosen: int = 0
    hire: int = 0
    effect: Text | None = None
    changes: tuple[Change, ...] = ()

    def lines(self) -> list[Text]:
        """The preview in sentences: the sum, the price, the result, the money of all concerned."""
        if self.group is None:
            return [] if self.refusal is None else [self.refusal.reason]
        lines = [self.sum_words(), self.price_words()]
        if self.times:
            lines.append(self.result_words())
        if self.refusal is not None:
            lines.append(self.refusal.reason)
        lines += [_change_words(change) for change in self.changes]
        return lines

    def sum_words(self) -> Text:
        """The dice and what they count: `Y5 + Y6 = 11`."""
        assert self.group is not None
        return words(
            "{dice} = {total}", dice=group_words(self.names, self.seat), total=self.terms()
        )

    def terms(self) -> Text:
        """The total, with what a cube changes: `(5+3)+(6+3) = 17`."""
        group = self.group
        assert group is not None
        plain = tuple(VALUE[face] for _, face in group.dice)
        if group.values == plain and not group.plus:
            return verbatim(str(group.total))
        terms = "+".join(map(str, group.values)) + (f"+{group.plus}" if group.plus else "")
        return verbatim(f"{terms} = {group.total}")

    def price_words(self) -> Text:
        """How many dice, what they cost and to whom."""
        group = self.group
        assert group is not None
        size = len(group.dice)
        if not group.payments:
            return plural("{n} die: free", "{n} dice: free", size)
        paid = series(
            words("{deniers} to the bank", deniers=deniers(price))
            if district == NEUTRAL
            else words("{deniers} to {owner}", deniers=deniers(price), owner=owner_words(district))
            for district, price in group.payments
        )
        return plural("{n} die: {paid}", "{n} dice: {paid}", size, paid=paid)

    def result_words(self) -> Text:
        """What comes out: `16/2 = 8 times: gain 2 deniers`."""
        group, purpose = self.group, self.purpose
        assert group is not None
        assert purpose is not None
        args: dict[str, Any] = {
            "total": group.total,
            "divisor": purpose.divisor,
            "times": group.total // purpose.divisor,
        }
        if purpose.kind == CARD and self.effect is not None:
            return words(
                "{total}/{divisor} = {times}, taken {taken}: {effect}",
                **args,
                taken=self.chosen,
                effect=self.effect,
            )
        if purpose.kind == EVENT:
            return words("{total}/{divisor} = {times}: {cubes}", **args, cubes=cubes(self.chosen))
        if purpose.kind == FARM:
            return words("{total}/{divisor} = {gain}", **args, gain=deniers(args["times"]))
        return self.effect or verbatim(str(group.total))


def _change_words(change: Change) -> Text:
    parts = []
    if change.deniers[0] != change.deniers[1]:
        parts.append(
            words("{before} to {after} deniers", before=change.deniers[0], after=change.deniers[1])
        )
    if change.influence[0] != change.influence[1]:
        parts.append(
            words(
                "{before} to {after} influence",
                before=change.influence[0],
                after=change.influence[1],
            )
        )
    before, after = change.forecast
    if before.dice != after.dice:
        red, white, yellow = after.dice
        parts.append(
            words(
                "next round {red} red, {white} white, {yellow} yellow dice",
                red=red,
                white=white,
                yellow=yellow,
            )
        )
    if before.salary != after.salary:
        parts.append(
            words("salaries {before} to {after}", before=before.salary, after=after.salary)
        )
    return words("{seat}: {changes}", seat=Seat(change.seat), changes=series(parts))


def preview(
    state: Town, seat: int, command: GroupCommand, chosen: Sequence[Any], number: int | None = None
) -> Preview:
    """What the parts chosen so far come to; dice that are not enough yet, too.

    Parts that are missing are filled in with the usual choice (the supply, as many as possible);
    `number` may ask for fewer activations.
    """
    heads = command.heads
    head, cube, names = tuple(chosen[:heads]), chosen[heads], tuple(sorted(chosen[heads + 1]))
    purpose = command.purpose(state, seat, head)
    if isinstance(purpose, Refusal):
        return Preview(seat, names, None, None, purpose)
    group = gather(state, seat, purpose, names, cube)
    if isinstance(group, Refusal):
        return Preview(seat, names, purpose, None, group if names else None)
    hire = command.hire(state, seat, head)
    found = Preview(seat, names, purpose, group, None, hire=hire)
    found = evolve(found, effect=_effect(state, seat, command, head, group))
    legal = command.group(state, seat, head, cube, names)
    if isinstance(legal, Refusal):
        return evolve(found, refusal=legal)
    tail = tuple(chosen[heads + 2 :])
    tails = [one for one in command.tails(state, seat, head, group) if one[: len(tail)] == tail]
    if number is not None:
        tails = [one for one in tails if one[-1:] == (number,)]
    if not tails:
        reason = command.why_not_tail(state, seat, head, group, tail)
        return evolve(found, refusal=reason)
    most = _number(tails[0])
    return evolve(
        found,
        times=max(1, group.total // purpose.divisor if purpose.kind == CARD else most),
        chosen=most,
        changes=changes(state, command, seat, (*head, cube, names, *tails[0])),
    )


def _number(tail: Sequence[Any]) -> int:
    return tail[-1] if tail and isinstance(tail[-1], int) else 1


def _effect(
    state: Town, seat: int, command: GroupCommand, head: Sequence[Any], group: Group
) -> Text | None:
    if command.key == "activate":
        return card_words(state.box.card(head[0]))
    if command.key == "build":
        return joined(
            (words("column {column}", column=value) for value in group.values),
            ", ",
        )
    if command.key == "place":
        found = entry(state, seat, group.colour, group.values[0])
        space = space_words(state, found.building, found.space)
        if found.expelled == FREE:
            return space
        return words(
            "{space}: {citizen} would be expelled", space=space, citizen=citizen_of(found.expelled)
        )
    return None


def changes(
    state: Town, command: GroupCommand, seat: int, rest: tuple[Any, ...]
) -> tuple[Change, ...]:
    """Whose deniers and influence a whole pick changes at once."""
    after = state.copy()
    after.agenda = []
    command.apply(after, seat, rest)
    found = (
        Change(
            one,
            (state.deniers[one], after.deniers[one]),
            (state.influence[one], after.influence[one]),
            (forecast(state, one), forecast(after, one)),
        )
        for one in state.clockwise(seat)
    )
    return tuple(change for change in found if change.is_any)


def more_or_less(
    state: Town, seat: int, command: GroupCommand, chosen: Sequence[Any]
) -> list[tuple[str, Preview]]:
    """What one die less, or one more of those that may join, would come to."""
    heads = command.heads
    before, names = tuple(chosen[: heads + 1]), tuple(chosen[heads + 1])
    others = []
    marks = command.marks(state, seat, before)
    for name in marks.things if marks is not None else ():
        die = str(name)
        if die in names:
            left = tuple(one for one in names if one != die)
        elif command.why_not_join(state, seat, before[:heads], before[heads], names, die) is None:
            left = tuple(sorted((*names, die)))
        else:
            continue
        if left:
            others.append((die, preview(state, seat, command, (*before, left))))
    return others


__all__ = ["Change", "Preview", "changes", "more_or_less", "preview"]
