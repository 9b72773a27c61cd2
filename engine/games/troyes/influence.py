"""Influence: re-roll, recruit, turn dice round (section 10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from attrs import frozen

from engine.core.chance import Dice
from engine.core.command import Command
from engine.core.parts import Marks
from engine.core.step import Place
from engine.errors import Refusal
from engine.games.troyes.dice import COLOUR as COLOUR_OF
from engine.games.troyes.dice import DIE_OF, FACES, SIDES, Pick, face_of, flipped, names_of
from engine.games.troyes.rolls import DieRoll
from engine.games.troyes.state import Town
from engine.games.troyes.wording import faces_words, influence
from engine.i18n.text import Text, plural, words

REROLL: Final = "reroll"
RECRUIT: Final = "recruit"
FLIP: Final = "flip"

INFLUENCE: Final = (REROLL, RECRUIT, FLIP)
"""The keys of the commands after which the same decision is asked again."""


def own_dice(state: Town, seat: int) -> list[str]:
    """The names of the dice in the own district (TRO-10.5)."""
    return names_of(seat, state.dice[seat])


def die_place(state: Town, name: Any) -> Place | None:
    """Where a die lies on the table: the number of the die in its district."""
    found = DIE_OF.get(name) if isinstance(name, str) else None
    if found is None:
        return None
    district, face, before = found
    if state.dice[district].count(face) <= before:
        return None
    return ("die", district, state.dice[district].index(face) + before)


def die_at(state: Town, place: Place) -> str | None:
    """The name of the die at a place of the table."""
    if place[0] != "die" or len(place) != 3:
        return None
    district, at = int(place[1]), int(place[2])
    names = names_of(district, state.dice[district])
    return names[at] if 0 <= at < len(names) else None


def _cost(state: Town, seat: int, cost: int, rule: str) -> Refusal | None:
    if state.influence[seat] >= cost:
        return None
    return Refusal(
        rule,
        plural(
            "That costs {n} influence, and you have {held}.",
            "That costs {n} influence, and you have {held}.",
            cost,
            held=state.influence[seat],
        ),
    )


def can_use_influence(state: Town, seat: int) -> bool:
    """Whether any use of influence is possible."""
    held = state.influence[seat]
    if state.dice[seat] and held >= min(state.box.reroll_cost, state.box.flip_cost):
        return True
    return held >= state.box.recruit_cost and state.reserve[seat] > 0


def _foreign(place: Place, seat: int) -> Refusal | None:
    if place[0] == "black":
        return Refusal("TRO-10.5", words("Influence never changes a black die."))
    if place[0] == "die" and place[1] != seat:
        return Refusal("TRO-10.5", words("Influence changes only dice of your own district."))
    return None


@frozen
class Reroll(Command[Town]):
    """Roll one die of the own district again (TRO-10.2)."""

    key = REROLL
    rules = ("TRO-10.2", "TRO-10.1", "TRO-10.5", "TRO-9.10")
    refuses = Refusal("TRO-10.5", words("Choose a die of your own district."))

    def options(self, state: Town, seat: int) -> Sequence[Pick]:
        if state.influence[seat] < state.box.reroll_cost:
            return []
        return [(name,) for name in own_dice(state, seat)]

    def apply(self, state: Town, seat: int, rest: Pick) -> None:
        state.influence[seat] -= state.box.reroll_cost
        _, face, _ = DIE_OF[rest[0]]
        if state.story is not None:
            state.tell(
                "TRO-10.2",
                seat,
                "{seat} rolls {die} again for {cost}.",
                die=FACES[face],
                cost=influence(state.box.reroll_cost),
            )
        state.push(RerollDie(seat, face))

    def title(self, state: Town, seat: int) -> Text:
        return words("Roll a die again ({cost})", cost=influence(state.box.reroll_cost))

    def thing_name(self, state: Town, seat: int, chosen: Pick, thing: Any) -> Text:
        return Text("{die}", None, 1, {"die": FACES[DIE_OF[thing][1]]})

    def target(self, state: Town, seat: int, chosen: Pick) -> Place | None:
        return die_place(state, chosen[0]) if chosen else None

    def why_not(self, state: Town, seat: int) -> Refusal | None:
        return _cost(state, seat, state.box.reroll_cost, "TRO-10.2")

    def refuse_place(self, state: Town, seat: int, chosen: Pick, place: Place) -> Refusal | None:
        return _foreign(place, seat)


@frozen
class RerollDie(DieRoll):
    """What a die shows that is rolled again."""

    rules = ("TRO-10.2",)
    reveals = words("A die has been rolled again since.")

    seat: int
    face: int

    def apply(self, state: Town, outcome: int) -> None:
        face = face_of(COLOUR_OF[self.face], outcome)
        state.turn_die(self.seat, self.face, face)
        if state.story is not None:
            state.tell("TRO-10.2", self.seat, "It shows {die}.", die=FACES[face])


@frozen
class Recruit(Command[Town]):
    """Move an own citizen from the general to the personal supply (TRO-10.3)."""

    key = RECRUIT
    rules = ("TRO-10.3", "TRO-10.1")

    def options(self, state: Town, seat: int) -> Sequence[Pick]:
        return [] if self.why_not(state, seat) else [()]

    def possible(self, state: Town, seat: int) -> bool:
        return state.influence[seat] >= state.box.recruit_cost and state.reserve[seat] > 0

    def apply(self, state: Town, seat: int, rest: Pick) -> None:
        state.influence[seat] -= state.box.recruit_cost
        state.reserve[seat] -= 1
        state.supply[seat] += 1
        if state.story is not None:
            state.tell(
                "TRO-10.3",
                seat,
                "{seat} recruits a citizen for {cost}.",
                cost=influence(state.box.recruit_cost),
            )

    def title(self, state: Town, seat: int) -> Text:
        return words("Recruit a citizen ({cost})", cost=influence(state.box.recruit_cost))

    def why_not(self, state: Town, seat: int) -> Refusal | None:
        if not state.reserve[seat]:
            return Refusal("TRO-10.3", words("All your citizens are in use."))
        return _cost(state, seat, state.box.recruit_cost, "TRO-10.3")


@frozen
class Flip(Command[Town]):
    """Turn one to three dice of the own district to their opposite faces (TRO-10.4)."""

    key = FLIP
    rules = ("TRO-10.4", "TRO-10.1", "TRO-10.5")
    listed = False
    refuses = words("Choose one to three dice of your own district.")

    def _marks(self, state: Town, seat: int) -> Marks:
        return Marks(tuple(own_dice(state, seat)), 1, state.box.flip_most)

    def marks(self, state: Town, seat: int, chosen: Pick) -> Marks | None:
        return None if chosen else self._marks(state, seat)

    def possible(self, state: Town, seat: int) -> bool:
        return bool(state.dice[seat]) and state.influence[seat] >= state.box.flip_cost

    def options(self, state: Town, seat: int) -> Sequence[Pick]:
        if not self.possible(state, seat):
            return []
        return [(names,) for names in self._marks(state, seat).some()]

    def suggest(self, state: Town, seat: int) -> Sequence[Pick]:
        """The lowest dice."""
        names = own_dice(state, seat)
        low = [name for name in names if DIE_OF[name][1] % SIDES < SIDES // 2]
        low.sort(key=lambda name: DIE_OF[name][1] % SIDES)
        return [(tuple(sorted(low[:n])),) for n in range(1, min(len(low), 3) + 1)]

    def part_options(self, state: Town, seat: int, chosen: Pick) -> Sequence[Any]:
        return ()

    def allows(self, state: Town, seat: int, rest: Any) -> bool:
        return (
            self.possible(state, seat)
            and type(rest) is tuple
            and len(rest) == 1
            and self._marks(state, seat).holds(rest[0])
        )

    def sample(self, state: Town, seat: int, dice: Dice) -> Pick:
        return (self._marks(state, seat).sample(dice),)

    def apply(self, state: Town, seat: int, rest: Pick) -> None:
        state.influence[seat] -= state.box.flip_cost
        faces = [DIE_OF[name][1] for name in rest[0]]
        turned = [flipped(face) for face in faces]
        for face in faces:
            state.remove_die(seat, face)
        state.dice[seat] = tuple(sorted((*state.dice[seat], *turned)))
        if state.story is not None:
            state.tell(
                "TRO-10.4",
                seat,
                "{seat} turns {dice} to {faces} for {cost}.",
                dice=faces_words(faces),
                faces=faces_words(turned),
                cost=influence(state.box.flip_cost),
            )

    def title(self, state: Town, seat: int) -> Text:
        return words("Turn dice round ({cost})", cost=influence(state.box.flip_cost))

    def label(self, state: Town, seat: int, chosen: Pick) -> Text:
        if not chosen or not chosen[-1]:
            return words("Which dice? 1 to {n}.", n=state.box.flip_most)
        faces = [DIE_OF[name][1] for name in chosen[-1]]
        return words(
            "{dice} to {faces}", dice=faces_words(faces), faces=faces_words(map(flipped, faces))
        )

    def thing_name(self, state: Town, seat: int, chosen: Pick, thing: Any) -> Text:
        return Text("{die}", None, 1, {"die": FACES[DIE_OF[thing][1]]})

    def thing_place(self, state: Town, seat: int, chosen: Pick, thing: Any) -> Place | None:
        return die_place(state, thing)

    def why_not(self, state: Town, seat: int) -> Refusal | None:
        return _cost(state, seat, state.box.flip_cost, "TRO-10.4")

    def refuse_place(self, state: Town, seat: int, chosen: Pick, place: Place) -> Refusal | None:
        return _foreign(place, seat)


REROLL_COMMAND: Final = Reroll()
RECRUIT_COMMAND: Final = Recruit()
FLIP_COMMAND: Final = Flip()
