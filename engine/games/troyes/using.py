"""Commands that use a group of dice: what they have in common (section 9)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine.core.chance import Dice
from engine.core.command import Command
from engine.core.parts import Marks, next_parts
from engine.core.step import Place
from engine.core.wording import series
from engine.errors import Refusal
from engine.games.troyes.box import Purpose
from engine.games.troyes.dice import DIE_OF, NEUTRAL, Pick, names_of
from engine.games.troyes.groups import (
    NO_CUBE,
    Group,
    cubes_of,
    dice_for,
    every_group,
    gather,
    regather,
    spend,
    too_dear,
    too_small,
)
from engine.games.troyes.influence import die_at, die_place
from engine.games.troyes.state import Town
from engine.games.troyes.wording import deniers, die_words, group_words, owner_words, place_words
from engine.i18n.text import Text, words

TRIES: Final = 3
"""How many random groups are formed for one use before another use is tried."""

ONE_IN: Final = 3
"""How often players that choose by lot try a cube, where they have one."""

CHOICES: Final = 4
"""So many groups stand for all of those of each use and cube."""

FEW_CHOICES: Final = 2
"""So many groups are suggested for each use and cube."""

_NO_PICK: Final = Refusal("TRO-9.1", words("That is not how this action is chosen."))


class GroupCommand(Command[Town]):
    """A command whose parts are what for (`head`), a cube, dice, and what follows (`tail`).

    The head has `heads` parts: a card, an event, or none. The cube is the id of a delayed card or
    empty, the dice are names in their order.
    """

    __slots__ = ()
    listed = False
    heads = 0

    # ------------------------------------------------------------------ what differs

    @abstractmethod
    def purposes(self, state: Town, seat: int) -> Sequence[Pick]:
        """The heads that are worth a look, each as a tuple."""

    @abstractmethod
    def purpose(self, state: Town, seat: int, head: Pick) -> Purpose | Refusal:
        """What the dice are for, or why there is no such head."""

    def hire(self, state: Town, seat: int, head: Pick) -> int:
        """What is paid before the dice."""
        return 0

    def why_not_group(self, state: Town, seat: int, head: Pick, group: Group) -> Refusal | None:
        """Why this group, complete as it is, does not do."""
        return None

    def why_not_more(self, state: Town, seat: int, group: Group) -> Refusal | None:
        """Why a group cannot even be a part of one that does."""
        return None

    @abstractmethod
    def tails(self, state: Town, seat: int, head: Pick, group: Group) -> Sequence[Pick]:
        """What may follow the dice: [()] for nothing; the usual choice first."""

    @abstractmethod
    def why_not_tail(
        self, state: Town, seat: int, head: Pick, group: Group, tail: Any
    ) -> Refusal | None:
        """Why this cannot follow the dice."""

    def tail(self, state: Town, seat: int, head: Pick, group: Group, dice: Dice) -> Pick | None:
        """A random tail, or None."""
        tails = self.tails(state, seat, head, group)
        return dice.pick(tails) if tails else None

    @abstractmethod
    def use(self, state: Town, seat: int, head: Pick, group: Group, cube: str, tail: Pick) -> None:
        """Carry it out."""

    # ------------------------------------------------------------------ what is legal

    def judge(self, state: Town, seat: int, rest: Any) -> Group | Refusal:
        """The group of a pick, or why the pick is not legal."""
        heads = self.heads
        if type(rest) is not tuple or len(rest) < heads + 2:
            return _NO_PICK
        head, cube, names, tail = rest[:heads], rest[heads], rest[heads + 1], rest[heads + 2 :]
        group = self.group(state, seat, head, cube, names)
        if isinstance(group, Refusal):
            return group
        return self.why_not_tail(state, seat, head, group, tail) or group

    def group(self, state: Town, seat: int, head: Pick, cube: Any, names: Any) -> Group | Refusal:
        """The group that dice make, or why they do not do."""
        purpose = self.purpose(state, seat, head)
        if isinstance(purpose, Refusal):
            return purpose
        group = gather(state, seat, purpose, names, cube)
        if isinstance(group, Refusal):
            return group
        return self._why_not(state, seat, head, purpose, group) or group

    def _why_not(
        self, state: Town, seat: int, head: Pick, purpose: Purpose, group: Group
    ) -> Refusal | None:
        return (
            self.why_not_more(state, seat, group)
            or too_dear(state, seat, group, self.hire(state, seat, head))
            or too_small(purpose, group)
            or self.why_not_group(state, seat, head, group)
        )

    def allows(self, state: Town, seat: int, rest: Any) -> bool:
        return not isinstance(self.judge(state, seat, rest), Refusal)

    def refuse(self, state: Town, seat: int, rest: Any) -> Refusal:
        found = self.judge(state, seat, rest)
        return found if isinstance(found, Refusal) else _NO_PICK

    def apply(self, state: Town, seat: int, rest: Pick) -> None:
        heads = self.heads
        purpose = self.purpose(state, seat, rest[:heads])
        assert not isinstance(purpose, Refusal)
        group = regather(state, seat, purpose, rest[heads + 1], rest[heads])
        assert isinstance(group, Group)
        self.use(state, seat, rest[:heads], group, rest[heads], rest[heads + 2 :])

    # ------------------------------------------------------------------ looking for picks

    def groups(self, state: Town, seat: int, head: Pick, cube: str = NO_CUBE) -> Iterator[Group]:
        """Every group that is legal for a head with a cube."""
        purpose = self.purpose(state, seat, head)
        if isinstance(purpose, Refusal):
            return
        for group in every_group(state, seat, purpose, cube, state.box.group_most):
            if self._why_not(state, seat, head, purpose, group) is None and self.tails(
                state, seat, head, group
            ):
                yield group

    def is_open(self, state: Town, seat: int, head: Pick) -> bool:
        """Whether any group is legal for a head."""
        return any(
            next(self.groups(state, seat, head, cube), None) is not None
            for cube in cubes_of(state, seat)
        )

    def possible(self, state: Town, seat: int) -> bool:
        return any(self.is_open(state, seat, head) for head in self.purposes(state, seat))

    def options(self, state: Town, seat: int) -> Sequence[Pick]:
        return self._best(state, seat, CHOICES)

    def suggest(self, state: Town, seat: int) -> Sequence[Pick]:
        return self._best(state, seat, FEW_CHOICES)

    def _best(self, state: Town, seat: int, number: int) -> list[Pick]:
        """The best groups for each head and cube, with the usual tails."""
        return [
            (*head, cube, group.names, *tail)
            for head in self.purposes(state, seat)
            for cube in cubes_of(state, seat)
            for group in self.best_groups(state, seat, head, cube)[:number]
            for tail in self._usual_tails(state, seat, head, group)
        ]

    def _usual_tails(self, state: Town, seat: int, head: Pick, group: Group) -> Sequence[Pick]:
        return self.tails(state, seat, head, group)[:1]

    def worth(self, purpose: Purpose, group: Group) -> int:
        """By what groups are compared: the greater, the better."""
        return group.total // purpose.divisor

    def best_groups(self, state: Town, seat: int, head: Pick, cube: str) -> list[Group]:
        """The groups than which none brings as much for less: for each result the cheapest, of
        those with the fewest dice and the least wasted."""
        purpose = self.purpose(state, seat, head)
        if isinstance(purpose, Refusal):
            return []
        best: dict[int, tuple[tuple[int, int, int], Group]] = {}
        for group in self.groups(state, seat, head, cube):
            worth = self.worth(purpose, group)
            cost = (group.price, len(group.dice), group.total)
            if worth not in best or cost < best[worth][0]:
                best[worth] = (cost, group)
        found: list[Group] = []
        cheapest: int | None = None
        for worth in sorted(best, reverse=True):
            group = best[worth][1]
            if cheapest is None or group.price < cheapest:
                found.append(group)
                cheapest = group.price
        return found

    def draw(self, state: Town, seat: int, dice: Dice) -> Pick | None:
        """A random legal pick, or None if none was found soon."""
        heads = self.purposes(state, seat)
        if not heads:
            return None
        for _ in range(TRIES):
            head = heads[0] if len(heads) == 1 else dice.pick(heads)
            pick = self._draw_for(state, seat, head, dice)
            if pick is not None:
                return pick
        return None

    def _draw_for(self, state: Town, seat: int, head: Pick, dice: Dice) -> Pick | None:
        purpose = self.purpose(state, seat, head)
        assert not isinstance(purpose, Refusal)
        cube = NO_CUBE
        for cubes in state.cubes:
            if cubes[seat]:
                if not dice.below(ONE_IN):
                    cube = dice.pick(cubes_of(state, seat))
                break
        if state.deniers[seat] < state.box.prices[1] and cube == NO_CUBE:
            things = names_of(seat, state.dice[seat], purpose.colour)
        else:
            things = dice_for(state, seat, purpose, cube)
        if not things:
            return None
        size = min(self._size(state, dice), len(things))
        names = (dice.pick(things),) if size == 1 else tuple(sorted(dice.draw(things, size)))
        group = regather(state, seat, purpose, names, cube)
        if isinstance(group, Refusal) or self._why_not(state, seat, head, purpose, group):
            return None
        tail = self.tail(state, seat, head, group, dice)
        return None if tail is None else (*head, cube, names, *tail)

    def _size(self, state: Town, dice: Dice) -> int:
        return 1 + dice.below(state.box.group_most)

    def sample(self, state: Town, seat: int, dice: Dice) -> Pick:
        pick = self.draw(state, seat, dice)
        return dice.pick(self.options(state, seat)) if pick is None else pick

    # ------------------------------------------------------------------ part by part

    def _dice_part(self, chosen: Pick) -> bool:
        return len(chosen) == self.heads + 1

    def part_options(self, state: Town, seat: int, chosen: Pick) -> Sequence[Any]:
        heads = self.heads
        if len(chosen) < heads:
            return [
                head[0] for head in self.purposes(state, seat) if self.is_open(state, seat, head)
            ]
        head = chosen[:heads]
        if len(chosen) == heads:
            return [
                cube
                for cube in cubes_of(state, seat)
                if next(self.groups(state, seat, head, cube), None) is not None
            ]
        if self._dice_part(chosen):
            return ()
        group = self.group(state, seat, head, chosen[heads], chosen[heads + 1])
        if isinstance(group, Refusal):
            return ()
        done = chosen[heads + 2 :]
        tails = self.tails(state, seat, head, group)
        return next_parts(tails, done)

    def marks(self, state: Town, seat: int, chosen: Pick) -> Marks | None:
        if not self._dice_part(chosen):
            return None
        purpose = self.purpose(state, seat, chosen[: self.heads])
        if isinstance(purpose, Refusal):
            return None
        things = dice_for(state, seat, purpose, chosen[self.heads])
        return Marks(tuple(things), 1, state.box.group_most)

    def refuse_thing(self, state: Town, seat: int, chosen: Pick, thing: Any) -> Refusal | None:
        heads = self.heads
        return self.why_not_join(state, seat, chosen[:heads], chosen[heads], chosen[-1], thing)

    def why_not_join(
        self, state: Town, seat: int, head: Pick, cube: str, names: Sequence[str], die: str
    ) -> Refusal | None:
        """Why a die cannot join dice that are marked, by the rule; None if it can. That the total
        is too small still is no reason."""
        purpose = self.purpose(state, seat, head)
        if isinstance(purpose, Refusal):
            return purpose
        if len(names) >= state.box.group_most:
            return Refusal("TRO-9.3", words("A group has three dice at most."))
        group = gather(state, seat, purpose, tuple(sorted((*names, die))), cube)
        if isinstance(group, Refusal):
            return group
        return self.why_not_more(state, seat, group) or too_dear(
            state, seat, group, self.hire(state, seat, head)
        )

    def thing_place(self, state: Town, seat: int, chosen: Pick, thing: Any) -> Place | None:
        return die_place(state, thing)

    def thing_name(self, state: Town, seat: int, chosen: Pick, thing: Any) -> Text:
        if thing in DIE_OF:
            return die_words(thing, seat)
        if len(chosen) == self.heads:
            return cube_words(state, thing)
        return place_words(state, thing)

    def label(self, state: Town, seat: int, chosen: Pick) -> Text:
        if len(chosen) == self.heads + 2:
            return group_words(chosen[-1], seat)
        return self.thing_name(state, seat, chosen[:-1], chosen[-1])

    def head_at(self, state: Town, place: Place) -> Pick | Refusal | None:
        """What the dice could be for, by its place on the table; None if it is no such place."""
        return None

    def why_not(self, state: Town, seat: int) -> Refusal | None:
        """No dice that can be had are enough for any use."""
        if self.possible(state, seat):
            return None
        heads = self.purposes(state, seat)
        if len(heads) == 1:
            return self.why_not_head(state, seat, heads[0])
        reasons = [self.why_not_head(state, seat, head) for head in heads]
        if all(one is not None and one.rule == "TRO-9.6" for one in reasons):
            held = deniers(state.deniers[seat])
            return Refusal("TRO-9.6", words("{held} are not enough for any of it.", held=held))
        return Refusal("TRO-9.3", words("No dice that you can pay for are enough."))

    def why_not_head(self, state: Town, seat: int, head: Pick) -> Refusal | None:
        """Why nothing can be done with one of the heads: what is wrong with the best group."""
        if self.is_open(state, seat, head):
            return None
        purpose = self.purpose(state, seat, head)
        if isinstance(purpose, Refusal):
            return purpose
        groups = list(every_group(state, seat, purpose))
        if not groups:
            return Refusal("TRO-9.3", words("No dice for that lie on the square."))
        best = min(groups, key=lambda group: (group.price, -group.total))
        found = self._why_not(state, seat, head, purpose, best)
        return found or Refusal("TRO-11.3", words("You have no citizen who could be used for it."))

    def refuse_place(self, state: Town, seat: int, chosen: Pick, place: Place) -> Refusal | None:
        """Why a die at a place of the table cannot be in the group, and before the command is
        chosen why its place is closed."""
        if not chosen:
            head = self.head_at(state, place)
            if head is None or isinstance(head, Refusal):
                return head
            return self.why_not_head(state, seat, head)
        name = die_at(state, place) if len(chosen) > self.heads else None
        if name is None:
            return None
        names = chosen[-1] if len(chosen) == self.heads + 2 else ()
        head, cube = chosen[: self.heads], chosen[self.heads]
        return self.why_not_join(state, seat, head, cube, names, name)


def cube_words(state: Town, cube: str) -> Text:
    """The cube that is spent."""
    if cube == NO_CUBE:
        return words("No cube")
    return words("A cube of {card}", card=state.box.card(cube))


def tell_group(state: Town, seat: int, group: Group, cube: str) -> None:
    """Say which dice are used, what they cost and whom the money goes to."""
    state.tell(
        "TRO-9.3",
        seat,
        "{seat} uses {dice} = {total}.",
        dice=group_words(group.names, seat),
        total=group.total,
    )
    if cube != NO_CUBE:
        state.tell("TRO-13.2", seat, "{seat} spends a cube of {card}.", card=state.box.card(cube))
    if group.payments:
        paid = series(
            words("{deniers} to the bank", deniers=deniers(price))
            if district == NEUTRAL
            else words("{deniers} to {owner}", deniers=deniers(price), owner=owner_words(district))
            for district, price in group.payments
        )
        state.tell("TRO-9.5", seat, "{seat} pays {paid}.", paid=paid)


def take_group(state: Town, seat: int, group: Group, cube: str) -> None:
    """Use the dice and say so."""
    if state.story is not None:
        tell_group(state, seat, group, cube)
    spend(state, seat, group, cube)
