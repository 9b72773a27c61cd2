"""Decisions composed of commands, and picks composed of parts (compound moves).

A seat can often choose among many commands, each with parts of its own: build a road somewhere,
trade some cards for others, end the turn. Each is a `Command`, and a `Menu` asks for one of them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar, Final, Generic, TypeVar

from engine.core import parts
from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.frozen import FrozenClass
from engine.core.parts import Kind, MultisetPart, Part, SubsetPart
from engine.core.parts_decision import part_label
from engine.core.state import State
from engine.core.step import NOT_AMONG_THE_CHOICES, Decision, Place, by_rule
from engine.errors import Refusal
from engine.i18n.text import Text, verbatim, words

S = TypeVar("S", bound=State)

Pick = tuple[Value, ...]
"""A pick in parts. In a menu, the first part is the key of the command."""

MAX_PARTS: Final = 8
"""Largest number of parts that a pick in a menu can have, including the command's key."""


class Command(Generic[S], metaclass=FrozenClass):
    """A command of a menu, with parts of its own: a small frozen value that holds only public
    information.

    `key` is the first part of the command's picks: the pick ("road", 12) has the key "road". The
    arguments called `rest` are the parts after the key; each command annotates their types. `rules`
    are the ids of the rules that the command implements. Texts that are the same in every state are
    constants: `does` names the command ("Build a road"), `asks` is the question after the key,
    `refuses` is the reason why a pick is illegal, and `unusable` the reason why the command is not
    possible now.

    A command that is not `listed` has too many picks to list: `options` returns a representative
    sample, and `allows` and `sample` cover all of them. `weight` is the command's relative
    probability when players pick at random (0: only if nothing else is possible). `letter` is its
    keyboard shortcut, if any.
    """

    __is_fixed__ = True
    key: ClassVar[str]
    rules: ClassVar[tuple[str, ...]] = ()
    does: ClassVar[Text]
    asks: ClassVar[Text | None] = None
    refuses: ClassVar[Text | Refusal] = NOT_AMONG_THE_CHOICES
    unusable: ClassVar[Refusal | None] = None
    listed: ClassVar[bool] = True
    weight: ClassVar[int] = 1
    letter: ClassVar[str] = ""

    @abstractmethod
    def options(self, state: S, seat: int) -> Sequence[Pick]:
        """Return the legal picks without their key, or a representative sample if the command is
        not `listed`. The result is [()] for a command without parts, and empty if the command is
        not possible now."""

    @abstractmethod
    def apply(self, state: S, seat: int, rest: tuple[Any, ...]) -> None:
        """Apply a legal pick, given without its key, and push the steps that follow."""

    def title(self, state: S, seat: int) -> Text:
        """Return the name of the command, such as "Build a road"."""
        return self.does

    def label(self, state: S, seat: int, chosen: tuple[Any, ...]) -> Text:
        """Return the last of the `chosen` parts in words."""
        return self.thing_name(state, seat, chosen[:-1], chosen[-1])

    def in_words(self, state: S, seat: int, rest: tuple[Any, ...]) -> Text | None:
        """Return a whole legal pick in words; None to name its parts one after another."""
        return None

    def so_far(self, state: S, seat: int, chosen: tuple[Any, ...]) -> Text:
        """Return the command with the `chosen` parts as one phrase, for the title of the next
        question. By default this is the last part or, if there are no parts, the title."""
        return self.label(state, seat, chosen) if chosen else self.title(state, seat)

    def possible(self, state: S, seat: int) -> bool:
        return bool(self.options(state, seat))

    def allows(self, state: S, seat: int, rest: Value) -> bool:
        """Whether a pick, given without its key, is legal."""
        return rest in self.options(state, seat)

    def part_options(self, state: S, seat: int, chosen: tuple[Any, ...]) -> Sequence[Value]:
        """Return all values of the next part after the `chosen` ones. There are none if the pick is
        complete."""
        return parts.next_parts(self.options(state, seat), chosen)

    def numbered(self, state: S, seat: int, chosen: tuple[Any, ...]) -> Sequence[Value]:
        """Return all values that the next part can have during this phase of the game, in a fixed
        order (see `Decision.numbered`). If there are none, the values that are possible now are
        numbered."""
        return ()

    def sample(self, state: S, seat: int, dice: Dice) -> Pick:
        """Return a random legal pick without its key. The command must be possible."""
        return dice.pick(self.options(state, seat))

    def random_pick(self, state: S, seat: int, dice: Dice) -> Pick | None:
        """Return a random legal pick with its key, or None if the command is not possible.
        Subclasses can override this method to draw faster, without listing all picks."""
        if not self.listed:
            if self.possible(state, seat):
                return (self.key, *self.sample(state, seat, dice))
        elif options := self.options(state, seat):
            return (self.key, *dice.pick(options))
        return None

    def suggest(self, state: S, seat: int) -> Sequence[Pick]:
        """Return some legal picks, without their key, that are worth considering. This is for
        commands with too many picks to list."""
        return ()

    def target(self, state: S, seat: int, chosen: tuple[Any, ...]) -> Place | None:
        """Return the place on the table of the last `chosen` part, or of the command itself if no
        part has been chosen; None if it has no place. The places of the first part are highlighted
        before the command is chosen."""
        return None

    def why_not(self, state: S, seat: int) -> Refusal | None:
        """Return the reason why the command cannot be used at all now; None if it can, or if no
        reason should be shown."""
        return None if self.unusable is None or self.possible(state, seat) else self.unusable

    def refuse(self, state: S, seat: int, rest: Value) -> Refusal:
        """Return the reason why `rest` is illegal, with the rule that forbids it."""
        return by_rule(self.rules, self.refuses)

    def is_meant_by(self, state: S, seat: int, place: Place) -> bool:
        """Whether a player who selects `place` before choosing a command can mean this command. If
        not, the command's reason for refusing the place is not shown."""
        return True

    def refuse_place(
        self, state: S, seat: int, chosen: tuple[Any, ...], place: Place
    ) -> Refusal | None:
        """Return the reason why `place` matches no option after the `chosen` parts; None if there
        is no reason to show. If `chosen` is empty, the command may not have been chosen yet."""
        return None

    def question(self, state: S, seat: int, chosen: tuple[Any, ...]) -> Text | None:
        """Return the question after the `chosen` parts; None if there is none."""
        return self.asks

    def part_name(self, state: S, seat: int, chosen: tuple[Any, ...]) -> Text | None:
        """Return the name of the next part, such as "give" or "want", if several parts are chosen
        together; None otherwise."""
        return None

    def bag(self, state: S, seat: int, chosen: tuple[Any, ...]) -> MultisetPart | None:
        """Return the multiset from which the next part is chosen; None if the part is not a
        multiset."""
        return None

    def marks(self, state: S, seat: int, chosen: tuple[Any, ...]) -> SubsetPart | None:
        """Return the next part, with the things that can be marked; None if the part is not a
        subset."""
        return None

    def thing_name(self, state: S, seat: int, chosen: tuple[Any, ...], thing: Kind) -> Text:
        """Return the short name of `thing`, which is a kind, a thing or an option of the next
        part."""
        return verbatim(str(thing))

    def thing_amount_text(
        self, state: S, seat: int, chosen: tuple[Any, ...], thing: Kind, number: int
    ) -> Text:
        """Return `number` pieces of the kind `thing` in words, such as "2 wood" (see
        `Decision.thing_amount_text`)."""
        return words("{n} {kind}", n=number, kind=self.thing_name(state, seat, chosen, thing))

    def thing_place(
        self, state: S, seat: int, chosen: tuple[Any, ...], thing: Kind
    ) -> Place | None:
        """Return the place on the table of `thing`, which belongs to the next part; None if it has
        none."""
        return None

    def refuse_thing(
        self, state: S, seat: int, chosen: tuple[Any, ...], thing: Kind
    ) -> Refusal | None:
        """Return the reason why `thing` (or one more of that kind) cannot be added to the last part
        of `chosen`; None if it can. Limits on the number of things are checked elsewhere."""
        return None

    def summary(self, state: S, seat: int, chosen: tuple[Any, ...]) -> Sequence[Text]:
        """Return facts that sum up the `chosen` parts, legal or not, such as a total or a price."""
        return ()


class PlainCommand(Command[S]):
    """A command without parts. It is always possible, unless subclasses override `possible`."""

    def possible(self, state: S, seat: int) -> bool:
        return True

    def options(self, state: S, seat: int) -> Sequence[Pick]:
        return [()] if self.possible(state, seat) else []


class PartsCommand(Command[S]):
    """A command defined by its parts.

    Subclasses implement `bag`, `marks` or `part_options`. From these, this class derives which
    picks are legal, a representative sample and random picks. Whatever the first parts are, it must
    be possible to complete the pick. If the command is not possible at all, `possible` must return
    False.
    """

    listed = False

    @abstractmethod
    def possible(self, state: S, seat: int) -> bool: ...

    def part_options(self, state: S, seat: int, chosen: tuple[Any, ...]) -> Sequence[Value]:
        """Return all values of the next part, if the part is neither a multiset nor a subset."""
        return ()

    def next_part(self, state: S, seat: int, chosen: Pick) -> Part | Sequence[Value]:
        """Return the multiset, the subset or the list of values from which the next part is chosen.
        The list is empty if the pick is complete."""
        part = self.bag(state, seat, chosen) or self.marks(state, seat, chosen)
        return part or self.part_options(state, seat, chosen)

    def options(self, state: S, seat: int) -> Sequence[Pick]:
        if not self.possible(state, seat):
            return []
        return parts.some(partial(self.next_part, state, seat))

    def allows(self, state: S, seat: int, rest: Value) -> bool:
        if not self.possible(state, seat):
            return False
        return parts.allows(partial(self.next_part, state, seat), rest)

    def sample(self, state: S, seat: int, dice: Dice) -> Pick:
        return parts.sample(partial(self.next_part, state, seat), dice)

    def refuse(self, state: S, seat: int, rest: Value) -> Refusal:
        reason = parts.why_not(partial(self.next_part, state, seat), rest)
        default = super().refuse(state, seat, rest)
        return default if reason is None else Refusal(default.rule, reason)

    def label(self, state: S, seat: int, chosen: tuple[Any, ...]) -> Text:
        before, value = chosen[:-1], chosen[-1]
        part = self.bag(state, seat, before) or self.marks(state, seat, before)
        return part_label(
            part,
            value,
            lambda kind: self.thing_name(state, seat, before, kind),
            lambda kind, number: self.thing_amount_text(state, seat, before, kind, number),
        )


class Menu(Decision[S, Pick]):
    """A decision composed of commands; its picks are (key, *rest).

    The methods of a decision are delegated to the command in question. A subclass may set `listed`
    only if all its commands are listed. Then a single option is applied without asking, and random
    players choose among all options, whatever the weights. If the turn continues after a command,
    the `apply` of that command pushes the menu again.
    """

    parts = MAX_PARTS
    listed = False

    @abstractmethod
    def commands(self, state: S) -> Sequence[Command[S]]:
        """Return the commands of the menu in display order, possible or not."""

    def command(self, state: S, pick: Value) -> Command[S] | None:
        """Return the command to which `pick`, or the beginning of a pick, belongs; None if there is
        none."""
        if not isinstance(pick, tuple) or not pick:
            return None
        for command in self.commands(state):
            if command.key == pick[0]:
                return command
        return None

    def _command(self, state: S, chosen: Pick) -> Command[S]:
        command = self.command(state, chosen)
        assert command is not None, f"no command {chosen[0]}"
        return command

    def closed(self, state: S) -> Sequence[tuple[Command[S], Refusal]]:
        """Return the commands that cannot be used now, each with its reason. Commands without a
        reason to show are left out."""
        reasons = (
            (command, command.why_not(state, self.seat))
            for command in self.commands(state)
            if not command.possible(state, self.seat)
        )
        return [
            (command, self._by_rule(refusal)) for command, refusal in reasons if refusal is not None
        ]

    def options(self, state: S) -> Sequence[Pick]:
        seat = self.seat
        return [
            (command.key, *rest)
            for command in self.commands(state)
            for rest in command.options(state, seat)
        ]

    def allows(self, state: S, pick: Value) -> bool:
        command = self.command(state, pick)
        return command is not None and command.allows(state, self.seat, _rest(pick))

    def apply(self, state: S, pick: Pick) -> None:
        self._command(state, pick).apply(state, self.seat, pick[1:])

    def sample(self, state: S, dice: Dice) -> Pick:
        seat, left = self.seat, self.commands(state)
        while left:
            index = _by_weight(left, dice)
            pick = left[index].random_pick(state, seat, dice)
            if pick is not None:
                return pick
            left = [*left[:index], *left[index + 1 :]]
        raise AssertionError(f"{self.name} has no option")

    def suggest(self, state: S) -> Sequence[Pick]:
        seat = self.seat
        return [
            (command.key, *rest)
            for command in self.commands(state)
            if command.possible(state, seat)
            for rest in command.suggest(state, seat)
        ]

    def part_options(self, state: S, chosen: Pick) -> Sequence[Value]:
        seat = self.seat
        if not chosen:
            return [
                command.key for command in self.commands(state) if command.possible(state, seat)
            ]
        return self._command(state, chosen).part_options(state, seat, chosen[1:])

    def numbered(self, state: S, chosen: Pick) -> Sequence[Value]:
        command = self.command(state, chosen)
        return () if command is None else command.numbered(state, self.seat, chosen[1:])

    def label(self, state: S, chosen: Pick) -> Text:
        command = self._command(state, chosen)
        if len(chosen) == 1:
            return command.title(state, self.seat)
        return command.label(state, self.seat, chosen[1:])

    def so_far(self, state: S, chosen: Pick) -> Text:
        return self._command(state, chosen).so_far(state, self.seat, chosen[1:])

    def in_words(self, state: S, pick: Value) -> Text | None:
        command = self.command(state, pick)
        return None if command is None else command.in_words(state, self.seat, _rest(pick))

    def target(self, state: S, chosen: Pick) -> Place | None:
        command = self.command(state, chosen)
        return None if command is None else command.target(state, self.seat, chosen[1:])

    def shortcuts(self, state: S) -> Sequence[tuple[Pick, Place]]:
        """Return ((key, part), place) for every first part of a possible command, if the part has a
        place on the table. Commands whose first part is a multiset are left out."""
        seat = self.seat
        places = []
        for command in self.commands(state):
            if command.possible(state, seat) and not self.bag(state, (command.key,)):
                for value in command.part_options(state, seat, ()):
                    place = command.target(state, seat, (value,))
                    if place is not None:
                        places.append(((command.key, value), place))
        return places

    def refuse(self, state: S, pick: Value) -> Refusal:
        command = self.command(state, pick)
        if command is None:
            return super().refuse(state, pick)
        closed = command.why_not(state, self.seat)
        return self._by_rule(closed or command.refuse(state, self.seat, _rest(pick)))

    def _by_rule(self, refusal: Refusal) -> Refusal:
        return refusal if refusal.rule else by_rule(self.rules, refusal.reason)

    def refuse_place(self, state: S, chosen: Pick, place: Place) -> Refusal | None:
        if chosen:
            commands = [self._command(state, chosen)]
        else:
            meant = self.commands(state)
            commands = [
                command for command in meant if command.is_meant_by(state, self.seat, place)
            ]
        refusals = (
            command.refuse_place(state, self.seat, chosen[1:], place) for command in commands
        )
        refusal = next((refused for refused in refusals if refused is not None), None)
        return None if refusal is None else self._by_rule(refusal)

    def part_question(self, state: S, chosen: Pick) -> Text | None:
        command = self.command(state, chosen)
        if command is None:
            return self.question(state)
        return command.question(state, self.seat, chosen[1:])

    def part_rules(self, state: S, chosen: Pick) -> Sequence[str]:
        command = self.command(state, chosen)
        return self.rules if command is None or not command.rules else command.rules

    def part_name(self, state: S, chosen: Pick) -> Text | None:
        command = self.command(state, chosen)
        return None if command is None else command.part_name(state, self.seat, chosen[1:])

    def bag(self, state: S, chosen: Pick) -> MultisetPart | None:
        command = self.command(state, chosen)
        return None if command is None else command.bag(state, self.seat, chosen[1:])

    def marks(self, state: S, chosen: Pick) -> SubsetPart | None:
        command = self.command(state, chosen)
        return None if command is None else command.marks(state, self.seat, chosen[1:])

    def thing_name(self, state: S, chosen: Pick, thing: Kind) -> Text:
        return self._command(state, chosen).thing_name(state, self.seat, chosen[1:], thing)

    def thing_amount_text(self, state: S, chosen: Pick, thing: Kind, number: int) -> Text:
        command = self._command(state, chosen)
        return command.thing_amount_text(state, self.seat, chosen[1:], thing, number)

    def thing_place(self, state: S, chosen: Pick, thing: Kind) -> Place | None:
        return self._command(state, chosen).thing_place(state, self.seat, chosen[1:], thing)

    def refuse_thing(self, state: S, chosen: Pick, thing: Kind) -> Refusal | None:
        refusal = self._command(state, chosen).refuse_thing(state, self.seat, chosen[1:], thing)
        return None if refusal is None else self._by_rule(refusal)

    def summary(self, state: S, chosen: Pick) -> Sequence[Text]:
        command = self.command(state, chosen)
        return () if command is None else command.summary(state, self.seat, chosen[1:])


def _rest(pick: Value) -> Pick:
    return pick[1:] if isinstance(pick, tuple) else ()


def _by_weight(commands: Sequence[Command[S]], dice: Dice) -> int:
    """Return the index of one of the `commands`, drawn with probabilities proportional to their
    weights. If all weights are 0, all commands are equally likely."""
    total = 0
    for command in commands:
        total += command.weight
    if not total:
        return dice.below(len(commands))
    drawn = dice.below(total)
    for index, command in enumerate(commands):
        drawn -= command.weight
        if drawn < 0:
            return index
    raise AssertionError("the weights have changed")
