"""Base class of commands that use a group of dice (section 9)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from engine.core.chance import Dice
from engine.core.command import Command, Pick
from engine.core.common_wording import series
from engine.core.event import Value
from engine.core.parts import Kind, SubsetPart, next_parts
from engine.core.step import Place
from engine.errors import Refusal, forbidden, forbidden_plural
from engine.games.troyes.dice import DIE_OF, NEUTRAL
from engine.games.troyes.group_rules import (
    GroupRules,
    best_picks,
    draw_pick,
    form_group,
    is_open,
    takes,
    why_not_head,
    why_not_together,
)
from engine.games.troyes.groups import NO_CUBE, Group, cubes_of, dice_for, regather, spend
from engine.games.troyes.influence import die_at, die_place
from engine.games.troyes.state import Town
from engine.games.troyes.wording import deniers, die_words, group_words, owner_words, place_words
from engine.i18n.text import Text, words

MAX_OPTIONS: Final = 4
"""Maximum number of groups listed for each head and cube."""

MAX_SUGGESTIONS: Final = 2
"""Maximum number of groups suggested for each head and cube."""

_DICE: Final = words("dice that are high enough")
_MONEY: Final = words("enough deniers")
_LACKING: Final[Mapping[str, Text]] = {
    "TRO-9.3": _DICE,
    "TRO-11.8": _DICE,
    "TRO-15.2": _DICE,
    "TRO-9.6": _MONEY,
    "TRO-11.11": words("the cost of an activation"),
    "TRO-11.3": words("a citizen you can hire"),
}
"""The missing resources in words, by the id of the rule in the refusal."""

_NO_PICK: Final = forbidden("TRO-9.1", "You cannot choose this action that way.")


class ChosenParts(NamedTuple):
    """The parts of a pick chosen so far: the head, the card of the cube, the dice, and the tail."""

    head: Pick
    cube: str
    names: tuple[str, ...]
    tail: Pick


def number_in(tail: Pick) -> int | None:
    """Return the number of activations or cubes at the end of a tail; None if there is none."""
    last = tail[-1] if tail else None
    return last if isinstance(last, int) else None


class GroupCommand(GroupRules, Command[Town]):
    """A command whose picks have the parts head, cube, dice and tail.

    The head has `heads` parts: a card or an event, or none. The cube is the id of a delayed card or
    empty. The dice are names in sorted order: up to three, or exactly one if `single` is set.
    """

    listed = False
    heads: ClassVar[int] = 0
    asks_dice: ClassVar[Text] = words("Which dice do you use?")

    def question(self, state: Town, seat: int, chosen: Pick) -> Text | None:
        """Return the question for the head, the cube or the dice; None for the later parts, which
        need none."""
        match len(chosen) - self.heads:
            case 0 if len(cubes_of(state, seat)) > 1:
                return words("Which dice do you use, and which cube?")
            case 0 | 1:
                return self.asks_dice
            case _:
                return None if chosen else self.asks

    def so_far(self, state: Town, seat: int, chosen: Pick) -> Text:
        """Return the last of the `chosen` parts in words, ignoring an empty cube part at the end.
        If no part is left, return the title of the command."""
        without_cube = chosen[self.heads :] == (NO_CUBE,)
        return super().so_far(state, seat, chosen[: self.heads] if without_cube else chosen)

    # ------------------------------------------------------------------ for subclasses to override

    def why_not_tail(
        self, state: Town, seat: int, head: Pick, group: Group, tail: Pick
    ) -> Refusal | None:
        """Return the reason why a tail is illegal; None if it is legal."""
        return forbidden(self.rules[0], "You can choose only dice here.") if tail else None

    @abstractmethod
    def use(self, state: Town, seat: int, head: Pick, group: Group, tail: tuple[Any, ...]) -> None:
        """Apply a pick to the state: use the dice of `group` for the card or event in `head`.
        `tail` are the parts chosen after the dice."""

    # ------------------------------------------------------------------ legality

    def allows(self, state: Town, seat: int, rest: Value) -> bool:
        return not isinstance(judge(self, state, seat, rest), Refusal)

    def refuse(self, state: Town, seat: int, rest: Value) -> Refusal:
        result = judge(self, state, seat, rest)
        return result if isinstance(result, Refusal) else _NO_PICK

    def apply(self, state: Town, seat: int, rest: tuple[Any, ...]) -> None:
        heads = self.heads
        head = rest[:heads]
        purpose = self.purpose(state, head)
        assert not isinstance(purpose, Refusal)
        group = regather(state, seat, purpose, rest[heads + 1], rest[heads])
        assert isinstance(group, Group)
        self.use(state, seat, head, group, rest[heads + 2 :])

    # ------------------------------------------------------------------ finding picks

    def possible(self, state: Town, seat: int) -> bool:
        return any(is_open(self, state, seat, head) for head in self.possible_heads(state))

    def options(self, state: Town, seat: int) -> Sequence[Pick]:
        """Return the best picks. External bots may rely on the listed picks and their order, so
        `best_picks` is called without `sparing`, unlike in `suggest`."""
        return best_picks(self, state, seat, MAX_OPTIONS, sparing=False)

    def suggest(self, state: Town, seat: int) -> Sequence[Pick]:
        return best_picks(self, state, seat, MAX_SUGGESTIONS)

    def sample(self, state: Town, seat: int, dice: Dice) -> Pick:
        pick = draw_pick(self, state, seat, dice)
        return dice.pick(self.options(state, seat)) if pick is None else pick

    # ------------------------------------------------------------------ part by part

    def part_options(self, state: Town, seat: int, chosen: Pick) -> Sequence[Value]:
        parts = len(chosen) - self.heads
        if parts < 0:
            return [
                head[0] for head in self.possible_heads(state) if is_open(self, state, seat, head)
            ]
        head, cube, names, tail = split_parts(self, chosen)
        if parts == 0:
            return [card for card in cubes_of(state, seat) if takes(self, state, seat, head, card)]
        group = form_group(self, state, seat, head, cube, names) if names else None
        return (
            next_parts(self.tails(state, seat, head, group), tail)
            if isinstance(group, Group)
            else ()
        )

    def marks(self, state: Town, seat: int, chosen: Pick) -> SubsetPart | None:
        if len(chosen) != self.heads + 1:
            return None
        head, cube, _, _ = split_parts(self, chosen)
        purpose = self.purpose(state, head)
        if isinstance(purpose, Refusal):
            return None
        return SubsetPart(tuple(dice_for(state, seat, purpose, cube)), 1, state.box.group_most)

    def refuse_thing(self, state: Town, seat: int, chosen: Pick, thing: Kind) -> Refusal | None:
        return why_not_join(self, state, seat, chosen, str(thing))

    def thing_place(self, state: Town, seat: int, chosen: Pick, thing: Kind) -> Place | None:
        return die_place(state, thing)

    def thing_name(self, state: Town, seat: int, chosen: Pick, thing: Kind) -> Text:
        if thing in DIE_OF:
            return die_words(thing, seat)
        if len(chosen) > self.heads:
            return place_words(state, thing)
        if thing == NO_CUBE:
            return words("No cube")
        return words("A cube from {card}", card=state.box.card(thing))

    def label(self, state: Town, seat: int, chosen: Pick) -> Text:
        if len(chosen) == self.heads + 2:
            return group_words(split_parts(self, chosen).names, seat)
        return super().label(state, seat, chosen)

    @abstractmethod
    def act(self, state: Town, head: Pick, dice: Text, tail: tuple[Any, ...]) -> Text:
        """Return the whole command in words, with its head, dice and tail."""

    def in_words(self, state: Town, seat: int, rest: tuple[Any, ...]) -> Text | None:
        head, cube, names, tail = split_parts(self, rest)
        phrase = self.act(state, head, group_words(names, seat), tail)
        if cube == NO_CUBE:
            return phrase
        return words("{what}, with a cube from {card}", what=phrase, card=state.box.card(cube))

    def head_at(self, state: Town, place: Place) -> Pick | Refusal | None:
        """Return the head that belongs to a place on the board, or a refusal if the place has a
        card that is face down. Return None if no head belongs to the place."""
        return None

    def why_not(self, state: Town, seat: int) -> Refusal | None:
        """Return the reason why no head is possible; None if the command is possible."""
        if self.possible(state, seat):
            return None
        heads = self.possible_heads(state)
        if len(heads) == 1:
            return why_not_head(self, state, seat, heads[0])
        reasons = [why_not_head(self, state, seat, head) for head in heads]
        rules = {reason.rule for reason in reasons if reason is not None}
        lacking: list[Text] = []
        for rule, what in _LACKING.items():
            if rule in rules and what not in lacking:
                lacking.append(what)
        if lacking == [_MONEY]:
            return forbidden_plural(
                "TRO-9.6",
                "You cannot afford any of these with {n} denier.",
                "You cannot afford any of these with {n} deniers.",
                state.deniers[seat],
            )
        if lacking == [_DICE]:
            return forbidden("TRO-9.3", "No dice that you can pay for are high enough.")
        return forbidden(
            self.rules[0], "You cannot choose any of these. You lack: {what}.", what=series(lacking)
        )

    def refuse_place(self, state: Town, seat: int, chosen: Pick, place: Place) -> Refusal | None:
        """Return the reason why a die on the board cannot be in the group or, before a head is
        chosen, why a place cannot be used. Return None if there is no such reason."""
        if not chosen:
            head = self.head_at(state, place)
            return why_not_head(self, state, seat, head) if isinstance(head, tuple) else head
        name = die_at(state, place) if len(chosen) > self.heads else None
        return None if name is None else why_not_join(self, state, seat, chosen, name)


def why_not_join(
    command: GroupCommand, state: Town, seat: int, chosen: Pick, die: str
) -> Refusal | None:
    """Return the reason why the die `die` cannot be added to the chosen dice.

    Return None if it can, even if the total is still too low or another die is needed (TRO-13.17).
    """
    head, cube, names, _ = split_parts(command, chosen)
    purpose = command.purpose(state, head)
    if isinstance(purpose, Refusal):
        return purpose
    most = state.box.group_most
    if len(names) >= most:
        return forbidden("TRO-9.3", "A group can have up to three dice.")
    together = (*names, die)
    refusal = why_not_together(command, state, seat, head, cube, purpose, together)
    if refusal is None or refusal.rule != "TRO-13.17" or len(together) == most:
        return refusal
    for other in dice_for(state, seat, purpose, cube):
        more = (*together, other)
        if why_not_together(command, state, seat, head, cube, purpose, more) is None:
            return None
    return refusal


def judge(command: GroupCommand, state: Town, seat: int, rest: Value) -> Group | Refusal:
    """Return the group of a pick, or a refusal if the pick is illegal."""
    heads = command.heads
    if not isinstance(rest, tuple) or len(rest) < heads + 2:
        return _NO_PICK
    head, cube, names, tail = rest[:heads], rest[heads], rest[heads + 1], rest[heads + 2 :]
    group = form_group(command, state, seat, head, cube, names)
    if isinstance(group, Refusal):
        return group
    return command.why_not_tail(state, seat, head, group, tail) or group


def split_parts(command: GroupCommand, chosen: tuple[Any, ...]) -> ChosenParts:
    """Return the parts chosen so far as named fields. Cube and dice are empty until they are
    chosen."""
    heads = command.heads
    cube = chosen[heads] if len(chosen) > heads else NO_CUBE
    names = chosen[heads + 1] if len(chosen) > heads + 1 else ()
    return ChosenParts(chosen[:heads], cube, names, chosen[heads + 2 :])


def take_group(state: Town, seat: int, group: Group) -> None:
    """Use the dice of a group: pay for them, remove them, spend the cube, and log all this."""
    if state.notes is not None:
        dice = group_words(group.names, seat)
        state.announce(
            "TRO-9.3",
            seat,
            "{seat} uses {dice} for a total of {total}.",
            dice=dice,
            total=group.total,
        )
        if group.cube != NO_CUBE:
            card = state.box.card(group.cube)
            state.announce("TRO-13.2", seat, "{seat} spends a cube from {card}.", card=card)
        if group.payments:
            state.announce("TRO-9.5", seat, "{seat} pays {paid}.", paid=payments_words(group))
    spend(state, seat, group)


def payments_words(group: Group) -> Text:
    """Return the price of a group in words, and who receives it."""
    return series(
        words("{deniers} to the bank", deniers=deniers(price))
        if district == NEUTRAL
        else words("{deniers} to {owner}", deniers=deniers(price), owner=owner_words(district))
        for district, price in group.payments
    )
