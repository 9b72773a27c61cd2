"""Uses of influence: reroll a die, recruit a citizen, flip dice (section 10)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from engine.core.command import Command, Menu, PartsCommand, Pick, PlainCommand
from engine.core.event import Value
from engine.core.parts import Kind, SubsetPart
from engine.core.step import Place
from engine.errors import Refusal, forbidden, forbidden_plural
from engine.games.troyes.component_types import Components
from engine.games.troyes.dice import COLOUR, DIE_OF, FACES, SIDES, face_of, flipped, names_of
from engine.games.troyes.rolls import DieRoll
from engine.games.troyes.state import Town
from engine.games.troyes.wording import die_words, faces_words, influence
from engine.i18n.text import Text, words

REROLL: Final = "reroll"
RECRUIT: Final = "recruit"
FLIP: Final = "flip"

INFLUENCE_COMMANDS: Final = (REROLL, RECRUIT, FLIP)
"""Keys of the commands that use influence. After such a command, the player's turn continues."""


def own_dice(state: Town, seat: int) -> list[str]:
    return names_of(seat, state.dice[seat])


def die_place(state: Town, name: Value) -> Place | None:
    """Return the place of a die on the board, with its index in its district. Return None if it is
    not on the square."""
    die = DIE_OF.get(name)
    if die is None:
        return None
    district, face, before = die
    if state.dice[district].count(face) <= before:
        return None
    return ("die", district, state.dice[district].index(face) + before)


def die_at(state: Town, place: Place) -> str | None:
    """Return the name of the die at a place on the board; None if there is none."""
    if place[0] != "die" or len(place) != 3:
        return None
    district, at = int(place[1]), int(place[2])
    names = names_of(district, state.dice[district])
    return names[at] if 0 <= at < len(names) else None


def can_use_influence(state: Town, seat: int) -> bool:
    held = state.influence[seat]
    if state.dice[seat] and held >= min(state.box.reroll_cost, state.box.flip_cost):
        return True
    return held >= state.box.recruit_cost and state.reserve[seat] > 0


_OWN_ALONE: Final = forbidden(
    "TRO-10.5", "You can use influence only on dice in your own district."
)


class UseOfInfluence(Command[Town]):
    """A use of influence (TRO-10.1). Only dice of the seat's own district can be chosen
    (TRO-10.5)."""

    @abstractmethod
    def cost(self, box: Components) -> int:
        """Return the price in influence."""

    def price(self, state: Town) -> Text:
        return influence(self.cost(state.box))

    def why_not(self, state: Town, seat: int) -> Refusal | None:
        cost, held = self.cost(state.box), state.influence[seat]
        if held >= cost:
            return None
        return forbidden_plural(
            self.rules[0],
            "That costs {n} influence, but you have only {held}.",
            "That costs {n} influence, but you have only {held}.",
            cost,
            held=held,
        )

    def refuse_place(self, state: Town, seat: int, chosen: Pick, place: Place) -> Refusal | None:
        if place[0] == "black":
            return forbidden("TRO-10.5", "Influence cannot change a black die.")
        if place[0] == "die" and place[1] != seat:
            return _OWN_ALONE
        return None

    def thing_name(self, state: Town, seat: int, chosen: Pick, thing: Kind) -> Text:
        return die_words(thing, seat)

    def thing_place(self, state: Town, seat: int, chosen: Pick, thing: Kind) -> Place | None:
        return die_place(state, thing)


class Reroll(UseOfInfluence):
    """Reroll a die of the seat's district (TRO-10.2)."""

    key = REROLL
    rules = ("TRO-10.2", "TRO-10.1", "TRO-10.5", "TRO-9.10")
    asks = words("Which die do you reroll?")
    refuses = forbidden("TRO-10.5", "Choose a die from your own district.")

    def cost(self, box: Components) -> int:
        return box.reroll_cost

    def options(self, state: Town, seat: int) -> Sequence[tuple[str]]:
        if state.influence[seat] < state.box.reroll_cost:
            return []
        return [(name,) for name in own_dice(state, seat)]

    def apply(self, state: Town, seat: int, rest: tuple[str]) -> None:
        state.influence[seat] -= state.box.reroll_cost
        _, face, _ = DIE_OF[rest[0]]
        state.announce(
            "TRO-10.2",
            seat,
            "{seat} rerolls {die} for {cost}.",
            die=FACES[face],
            cost=self.price(state),
        )
        state.push(RerollDie(seat, face))

    def title(self, state: Town, seat: int) -> Text:
        return words("Reroll a die ({cost})", cost=self.price(state))

    def in_words(self, state: Town, seat: int, rest: tuple[str]) -> Text:
        return words("Reroll {die}", die=FACES[DIE_OF[rest[0]][1]])

    def target(self, state: Town, seat: int, chosen: Pick) -> Place | None:
        return die_place(state, chosen[0]) if chosen else None


class RerollDie(DieRoll):
    """Reroll a die of the seat's district that shows `face` (TRO-10.2). The outcome is its new
    value."""

    rules = ("TRO-10.2",)
    reveals = words("A die has since been rerolled.")

    seat: int
    face: int

    def roller(self, state: Town) -> int:
        return self.seat

    def apply(self, state: Town, outcome: int) -> None:
        face = face_of(COLOUR[self.face], outcome)
        state.turn_die(self.seat, self.face, face)
        state.announce("TRO-10.2", self.seat, "The die shows {die}.", die=FACES[face])


class Recruit(UseOfInfluence, PlainCommand[Town]):
    """Move a citizen from the general to the personal supply (TRO-10.3)."""

    key = RECRUIT
    rules = ("TRO-10.3", "TRO-10.1")

    def cost(self, box: Components) -> int:
        return box.recruit_cost

    def possible(self, state: Town, seat: int) -> bool:
        return state.influence[seat] >= state.box.recruit_cost and state.reserve[seat] > 0

    def apply(self, state: Town, seat: int, rest: tuple[()]) -> None:
        state.influence[seat] -= state.box.recruit_cost
        state.reserve[seat] -= 1
        state.supply[seat] += 1
        state.announce(
            "TRO-10.3", seat, "{seat} recruits a citizen for {cost}.", cost=self.price(state)
        )

    def title(self, state: Town, seat: int) -> Text:
        return words("Recruit a citizen ({cost})", cost=self.price(state))

    def why_not(self, state: Town, seat: int) -> Refusal | None:
        if not state.reserve[seat]:
            return forbidden("TRO-10.3", "All your citizens are already in use.")
        return super().why_not(state, seat)


class Flip(UseOfInfluence, PartsCommand[Town]):
    """Turn one to three dice of the seat's district to their opposite faces (TRO-10.4)."""

    key = FLIP
    rules = ("TRO-10.4", "TRO-10.1", "TRO-10.5")
    asks = words("Which dice do you turn over?")
    refuses = words("Choose one to three dice from your own district.")

    def cost(self, box: Components) -> int:
        return box.flip_cost

    def marks(self, state: Town, seat: int, chosen: Pick) -> SubsetPart | None:
        return None if chosen else SubsetPart(tuple(own_dice(state, seat)), 1, state.box.flip_most)

    def possible(self, state: Town, seat: int) -> bool:
        return bool(state.dice[seat]) and state.influence[seat] >= state.box.flip_cost

    def refuse(self, state: Town, seat: int, rest: Value) -> Refusal:
        """Return the reason why a pick is illegal. If the pick contains dice of other districts,
        they are the reason, whatever else is wrong."""
        names = rest[0] if isinstance(rest, tuple) and rest else ()
        if isinstance(names, tuple):
            dice = [name for name in names if isinstance(name, str) and name in DIE_OF]
            if any(DIE_OF[name][0] != seat for name in dice):
                return _OWN_ALONE
        return super().refuse(state, seat, rest)

    def suggest(self, state: Town, seat: int) -> Sequence[Pick]:
        """Return up to three picks: the lowest die, the two lowest dice and the three lowest dice.
        Only dice with values up to 3 are included."""
        low = [name for name in own_dice(state, seat) if DIE_OF[name][1] % SIDES < SIDES // 2]
        low.sort(key=lambda name: DIE_OF[name][1] % SIDES)
        return [(tuple(sorted(low[:n])),) for n in range(1, min(len(low), 3) + 1)]

    def apply(self, state: Town, seat: int, rest: tuple[tuple[str, ...]]) -> None:
        state.influence[seat] -= state.box.flip_cost
        faces = [DIE_OF[name][1] for name in rest[0]]
        turned = [flipped(face) for face in faces]
        for face in faces:
            state.remove_die(seat, face)
        state.dice[seat] = tuple(sorted((*state.dice[seat], *turned)))
        state.announce(
            "TRO-10.4",
            seat,
            "{seat} turns {dice} over to {faces} for {cost}.",
            dice=lambda: faces_words(faces),
            faces=lambda: faces_words(turned),
            cost=self.price(state),
        )

    def title(self, state: Town, seat: int) -> Text:
        return words("Turn dice over ({cost})", cost=self.price(state))

    def in_words(self, state: Town, seat: int, rest: tuple[tuple[str, ...]]) -> Text:
        return words("Turn over {dice}", dice=self.label(state, seat, rest))

    def label(self, state: Town, seat: int, chosen: tuple[tuple[str, ...], ...]) -> Text:
        if not chosen[-1]:
            return words("Which dice? (up to {n})", n=state.box.flip_most)
        faces = [DIE_OF[name][1] for name in chosen[-1]]
        return words(
            "{dice} to {faces}", dice=faces_words(faces), faces=faces_words(map(flipped, faces))
        )


USES: Final[Sequence[Command[Town]]] = (Reroll(), Recruit(), Flip())


def keyed(commands: Sequence[Command[Town]]) -> Mapping[str, Command[Town]]:
    return {command.key: command for command in commands}


class TownMenu(Menu[Town]):
    """A menu that always has the same commands. They are looked up by key."""

    by_key: ClassVar[Mapping[str, Command[Town]]]

    def command(self, state: Town, pick: Value) -> Command[Town] | None:
        key = pick[0] if isinstance(pick, tuple) and pick else None
        return self.by_key.get(key) if isinstance(key, str) else None
