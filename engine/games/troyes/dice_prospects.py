"""Prospects of a seat's dice: what the seat could do with the values after a reroll or after
turning dice over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Final

from attrs import frozen

from engine.core.command import Pick
from engine.errors import Refusal
from engine.games.troyes.actions import Activate, Farm, Fight
from engine.games.troyes.component_types import CARD, EVENT
from engine.games.troyes.dice import ANY, COLOUR, DIE_OF, FACES, SIDES, face_of, flipped
from engine.games.troyes.group_commands import GroupCommand
from engine.games.troyes.group_rules import best_groups
from engine.games.troyes.groups import NO_CUBE
from engine.games.troyes.influence import own_dice
from engine.games.troyes.state import Town
from engine.games.troyes.wording import cubes, deniers, faces_words, times
from engine.i18n.text import Text, words

_SUMS: Final[Sequence[GroupCommand]] = (Activate(), Fight(), Farm())
"""The actions in which the sum of the dice counts."""


@frozen
class Prospect:
    """An action (`command` for `head`) that would achieve more with changed dice. `was` is its
    result with the current values, and `now` with the changed ones: the number of activations, of
    cubes, or of deniers from agriculture after the dice have been paid for."""

    command: GroupCommand
    head: Pick
    was: int
    now: int

    @property
    def worth(self) -> tuple[bool, int]:
        """A sort key, highest for the best prospect. Actions that achieve nothing with the
        current values rank above all others."""
        return not self.was, self.now - self.was

    def words(self, state: Town) -> Text:
        """Return a main clause that says what becomes possible. It can follow a condition, such as
        "with a 5,"."""
        purpose = self.command.purpose(state, self.head)
        assert not isinstance(purpose, Refusal)
        if purpose.kind == CARD:
            card = state.box.card(self.head[0])
            if not self.was:
                return words("you could activate {card} {now}", card=card, now=times(self.now))
            return words(
                "you could activate {card} {now} instead of {was}",
                card=card,
                now=times(self.now),
                was=self.was,
            )
        if purpose.kind == EVENT:
            event = state.box.event(self.head[0])
            if not self.was:
                return words("you could put {now} on {event}", now=cubes(self.now), event=event)
            return words(
                "you could put {now} on {event} instead of {was}",
                now=cubes(self.now),
                event=event,
                was=self.was,
            )
        if not self.was:
            return words("agriculture would bring {now}", now=deniers(self.now))
        return words(
            "agriculture would bring {now} instead of {was}", now=deniers(self.now), was=self.was
        )


def after_flip(state: Town, seat: int, names: Sequence[str]) -> Text | None:
    """Describe the best prospect if the dice `names` are turned over. Return None if nothing more
    becomes possible."""
    faces = [DIE_OF[name][1] for name in names]
    best = _best(state, _with(state, seat, faces, [flipped(face) for face in faces]), seat, faces)
    if best is None:
        return None
    shown = faces_words(flipped(face) for face in faces)
    return words("with {dice}, {prospect}", dice=shown, prospect=best.words(state))


def after_reroll(state: Town, seat: int, name: str) -> Text | None:
    """Describe the best prospect of rerolling the die `name`, and the lowest value that allows it.
    Return None if no value allows more than is possible now."""
    reroll = _reroll(state, seat, name)
    return None if reroll is None else _from_value_on(state, *reroll)


def _from_value_on(state: Town, value: int, best: Prospect) -> Text:
    facts = {"value": value, "prospect": best.words(state)}
    if value == SIDES:
        return words("with a {value}, {prospect}", **facts)
    return words("with a {value} or more, {prospect}", **facts)


def best_reroll(state: Town, seat: int) -> Text | None:
    """Describe the most promising reroll of one of the seat's dice: the one with the highest
    product of its gain and the number of values that allow this gain. Return None if no reroll
    gains anything."""
    names = dict.fromkeys(own_dice(state, seat))
    gains = [(name, *reroll) for name in names if (reroll := _reroll(state, seat, name))]
    if not gains:
        return None
    name, value, best = max(gains, key=lambda one: (1 + SIDES - one[1]) * (one[2].now - one[2].was))
    return rerolling(name, _from_value_on(state, value, best))


def best_flip(state: Town, seat: int) -> Text | None:
    """Describe the best prospect if the seat turns over its lowest dice, as few as necessary.
    Return None if nothing more becomes possible."""
    names = sorted(own_dice(state, seat), key=lambda name: DIE_OF[name][1] % SIDES)
    for number in range(1, min(len(names), state.box.flip_most) + 1):
        gain = after_flip(state, seat, names[:number])
        if gain is not None:
            return turning_over(names[:number], gain)
    return None


def rerolling(name: str, gain: Text) -> Text:
    return words("Reroll {die}: {gain}.", die=FACES[DIE_OF[name][1]], gain=gain)


def turning_over(names: Sequence[str], gain: Text) -> Text:
    dice = faces_words(DIE_OF[name][1] for name in names)
    return words("Turn over {dice}: {gain}.", dice=dice, gain=gain)


def _reroll(state: Town, seat: int, name: str) -> tuple[int, Prospect] | None:
    """Return the best use of the die `name` after a reroll, preceded by the lowest value that
    allows it. Return None if no value allows more than is possible now."""
    face = DIE_OF[name][1]
    colour = COLOUR[face]
    best = _best(state, _with(state, seat, [face], [face_of(colour, SIDES)]), seat, [face])
    if best is None:
        return None
    value = SIDES
    while value > 1:
        lower = _with(state, seat, [face], [face_of(colour, value - 1)])
        if _most(lower, seat, best.command, best.head) < best.now:
            break
        value -= 1
    return value, best


def _best(before: Town, after: Town, seat: int, faces: Sequence[int]) -> Prospect | None:
    """Return the most valuable of the `_prospects`; None if there are none."""
    return max(_prospects(before, after, seat, faces), key=attrgetter("worth"), default=None)


def _with(state: Town, seat: int, faces: Sequence[int], others: Sequence[int]) -> Town:
    """Return a copy of the state in which the seat's dice with the faces `faces` have the faces
    `others` instead."""
    changed = state.copy()
    for face, other in zip(faces, others, strict=True):
        changed.turn_die(seat, face, other)
    return changed


def _prospects(before: Town, after: Town, seat: int, faces: Sequence[int]) -> Iterator[Prospect]:
    """Yield a prospect for each action that achieves more in the state `after` than in `before`.
    Only actions that use dice of the colours of the changed `faces`, or of any colour, are
    considered."""
    colours = {COLOUR[face] for face in faces} | {ANY}
    for command in _SUMS:
        for head in command.possible_heads(before):
            purpose = command.purpose(before, head)
            if isinstance(purpose, Refusal) or purpose.colour not in colours:
                continue
            now = _most(after, seat, command, head)
            was = _most(before, seat, command, head)
            if now > was:
                yield Prospect(command, head, was, now)


def _most(state: Town, seat: int, command: GroupCommand, head: Pick) -> int:
    """Return the maximum number of activations of a card, of cubes on an event, or of deniers from
    agriculture after the dice have been paid for. Cubes on cards are not spent. The result is 0 if
    the action is impossible."""
    numbers = [0]
    for group in best_groups(command, state, seat, head, NO_CUBE):
        if isinstance(command, Activate):
            numbers.append(command.most(state, seat, state.box.card(head[0]), group))
        elif isinstance(command, Fight):
            numbers.append(command.most(state, head, group))
        else:
            numbers.append(group.total // state.box.farm_divisor - group.price)
    return max(numbers)
