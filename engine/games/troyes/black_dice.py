"""Black dice: the start player rolls them, and the players face them in turn (section 8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from engine.core.chance import Dice
from engine.core.command import Command, Pick, PlainCommand
from engine.core.dice_throw import DiceThrow, Faces
from engine.core.event import Value
from engine.core.parts import Kind, SubsetPart
from engine.core.step import ChanceStep, Place, RuleStep
from engine.errors import Refusal, forbidden
from engine.games.troyes.dice import BLACK_FACES, COLOUR, DIE_OF, RED, SIDES, VALUE
from engine.games.troyes.influence import (
    INFLUENCE_COMMANDS,
    USES,
    TownMenu,
    can_use_influence,
    die_place,
    keyed,
    own_dice,
)
from engine.games.troyes.rolls import VALUES
from engine.games.troyes.situations import TOO_WEAK
from engine.games.troyes.state import Town
from engine.games.troyes.wording import black_words, die_words, faces_words, influence
from engine.i18n.text import Names, Text, plural, words

DEFEAT: Final = "defeat"
YIELD: Final = "yield"

BLACK: Final = "k"
"""The first letter of the names of black dice."""


def black_names(values: Sequence[int]) -> list[str]:
    """Return the names that picks use for black dice: `k6`, or `k6b` for the second die with the
    value 6. Equal `values` must be next to each other."""
    return [
        f"{BLACK}{value}{chr(97 + at - values.index(value)) if at > values.index(value) else ''}"
        for at, value in enumerate(values)
    ]


def strength(state: Town, face: int) -> int:
    """Return the value of a die with the face `face` against black dice. Red dice count double
    (TRO-8.4)."""
    return VALUE[face] * (state.box.red_multiplier if COLOUR[face] == RED else 1)


def strength_of(state: Town, name: str) -> int:
    """Return the value of the die `name` against black dice."""
    return strength(state, DIE_OF[name][1])


def total_strength(state: Town, seat: int) -> int:
    """Return the total value of the seat's dice against black dice."""
    return sum(strength(state, face) for face in state.dice[seat])


def faced(state: Town) -> Names:
    """Return the name, as displayed, of the highest black die, which the player must face."""
    return BLACK_FACES[state.black[0] - 1]


class RollBlackDice(RuleStep[Town]):
    """If black dice have been taken, let the start player roll them and be the first to face one
    (TRO-8.1, 8.2)."""

    rules = ("TRO-8.1", "TRO-8.2", "TRO-8.3")

    def run(self, state: Town) -> None:
        if state.black_taken:
            state.step = "black"
            state.push(BlackDice(state.black_taken), FaceNext(state.first))


class BlackDice(ChanceStep[Town, tuple[int, ...]]):
    """Roll `number` black dice (TRO-8.1). The outcome consists of their values in any order."""

    rules = ("TRO-8.1", "TRO-8.3")
    reveals = words("The black dice have since been rolled.")

    number: int

    def dice_throws(self, state: Town) -> Sequence[DiceThrow]:
        return [DiceThrow(state.first, words("black die"), VALUES, self.number)]

    def outcome_of(self, state: Town, faces: Sequence[Faces]) -> tuple[int, ...]:
        return tuple(int(value) for value in faces[0])

    def sample(self, state: Town, dice: Dice) -> tuple[int, ...]:
        return tuple(dice.roll() for _ in range(self.number))

    def check(self, state: Town, outcome: Value) -> Text | None:
        values = outcome if isinstance(outcome, tuple) else ()
        if len(values) == self.number and all(value in range(1, SIDES + 1) for value in values):
            return None
        return words("These are not the black dice that were rolled.")

    def apply(self, state: Town, outcome: tuple[int, ...]) -> None:
        state.black = tuple(sorted(outcome, reverse=True))
        state.announce(
            "TRO-8.1",
            state.first,
            "{seat} rolls black dice: {dice}.",
            dice=lambda: black_words(outcome),
        )


class FaceNext(RuleStep[Town]):
    """Let the next player face the highest black die, if one is left (TRO-8.2)."""

    rules = ("TRO-8.2",)

    seat: int

    def run(self, state: Town) -> None:
        if state.black:
            state.begin_turn(self.seat)
            state.push(Face(self.seat))
        else:
            state.active = -1


class Face(RuleStep[Town]):
    """Let a player face the highest black die. A player whose dice cannot reach it and who cannot
    use influence takes the penalty at once (TRO-8.7)."""

    rules = ("TRO-8.7", "TRO-8.8")

    seat: int

    def run(self, state: Town) -> None:
        seat = self.seat
        if total_strength(state, seat) < state.black[0] and not can_use_influence(state, seat):
            give_way(state, seat)
        else:
            state.push(FaceBlackDie(seat))


def give_way(state: Town, seat: int) -> None:
    """Take the penalty: the seat loses VP and keeps its dice, the highest black die is removed
    (TRO-8.7), and the next player continues."""
    penalty = state.box.undefeated_penalty
    state.lose_vp(seat, penalty)
    state.announce_plural(
        "TRO-8.7",
        seat,
        "{seat} cannot beat {die} and loses {n} VP (never below 0).",
        "{seat} cannot beat {die} and loses {n} VP (never below 0).",
        penalty,
        die=faced(state),
    )
    state.black = state.black[1:]
    state.push(FaceNext(state.after(seat)))


class Defeat(Command[Town]):
    """Discard some of the seat's dice against the highest black die, and optionally against further
    ones (TRO-8.4, 8.5).

    The only part of a pick consists of the names of the seat's dice in sorted order, followed by
    those of the further black dice from the highest to the lowest.
    """

    key = DEFEAT
    rules = ("TRO-8.4", "TRO-8.5", "TRO-8.6", "TRO-8.10", "TRO-8.11")
    listed = False
    weight = 6

    def possible(self, state: Town, seat: int) -> bool:
        return total_strength(state, seat) >= state.black[0]

    def marks(self, state: Town, seat: int, chosen: Pick) -> SubsetPart | None:
        """Return the seat's dice and the further black dice; None once they have been chosen. The
        fewest dice that reach the highest black die are selected in advance."""
        if chosen:
            return None
        things = (*own_dice(state, seat), *black_names(state.black)[1:])
        return SubsetPart(things, 1, preset=fewest(state, seat, state.black[0]))

    def options(self, state: Town, seat: int) -> Sequence[Pick]:
        """Return a selection of picks against the highest black die, alone and together with the
        highest or the lowest further ones: with the dice that have the lowest sufficient total,
        with the fewest dice, and with all dice."""
        if not self.possible(state, seat):
            return []
        picks: list[Pick] = []
        names = black_names(state.black)
        for more in range(len(names)):
            for others in (names[1 : more + 1], names[len(names) - more :]):
                target = target_of(state, others)
                if total_strength(state, seat) >= target:
                    ways = (tightest_dice(state, seat, target), fewest(state, seat, target))
                    picks += [((*dice, *others),) for dice in (*ways, own_dice(state, seat))]
        return list(dict.fromkeys(picks))

    def suggest(self, state: Town, seat: int) -> Sequence[Pick]:
        return self.options(state, seat)[:12]

    def part_options(self, state: Town, seat: int, chosen: Pick) -> Sequence[Value]:
        return ()

    def allows(self, state: Town, seat: int, rest: Value) -> bool:
        return self._why_not(state, seat, rest) is None

    def refuse(self, state: Town, seat: int, rest: Value) -> Refusal:
        return self._why_not(state, seat, rest) or super().refuse(state, seat, rest)

    def _why_not(self, state: Town, seat: int, rest: Value) -> Refusal | None:
        if not isinstance(rest, tuple) or len(rest) != 1 or not isinstance(rest[0], tuple):
            return forbidden(
                "TRO-8.5", "Choose your own dice, and any other black dice that they can beat."
            )
        dice, others = split_dice(map(str, rest[0]))
        if not SubsetPart(tuple(own_dice(state, seat))).holds(dice):
            return forbidden("TRO-8.10", "Only dice in your own district count here.")
        left = SubsetPart(tuple(black_names(state.black)[1:]))
        if rest[0] != (*dice, *others) or not left.holds(others):
            return forbidden("TRO-8.5", "Choose from the other black dice that are left.")
        total, target = total_of(state, dice), target_of(state, others)
        if total >= target:
            return None
        return forbidden(
            "TRO-8.5" if others else "TRO-8.4",
            "Your dice add up to {total}, but you need {target}.",
            total=total,
            target=target,
        )

    def why_not(self, state: Town, seat: int) -> Refusal | None:
        if self.possible(state, seat):
            return None
        return forbidden(
            "TRO-8.7",
            "All your dice add up to {total}, which does not reach {die}.",
            total=total_strength(state, seat),
            die=faced(state),
        )

    def sample(self, state: Town, seat: int, dice: Dice) -> Pick:
        """Return a random pick, sometimes with further black dice. The seat's dice are added in
        random order until they are sufficient. Each of the remaining ones is occasionally added,
        too."""
        names = black_names(state.black)
        others = tuple(name for name in names[1:] if not dice.below(4))
        while others and target_of(state, others) > total_strength(state, seat):
            others = others[:-1]
        target = target_of(state, others)
        chosen: list[str] = []
        total = 0
        for name in dice.shuffle(own_dice(state, seat)):
            if total < target or not dice.below(8):
                chosen.append(name)
                total += strength_of(state, name)
        return ((*sorted(chosen), *others),)

    def apply(self, state: Town, seat: int, rest: tuple[tuple[str, ...]]) -> None:
        """Discard the chosen dice and the defeated black dice, gain influence (TRO-8.6), and
        continue with the next player (TRO-8.2)."""
        dice, others = split_dice(rest[0])
        faces = [DIE_OF[name][1] for name in dice]
        black, defeated = list(state.black), black_values(state, others)
        for value in defeated:
            black.remove(value)
        for face in faces:
            state.remove_die(seat, face)
        state.black = tuple(black)
        gained = len(defeated) * state.box.influence_per_defeated
        state.gain_influence(seat, gained)
        state.announce(
            "TRO-8.4",
            seat,
            "{seat} discards {dice} against {black} and gains {influence}.",
            dice=lambda: faces_words(faces),
            black=lambda: black_words(defeated),
            influence=influence(gained),
        )
        state.push(FaceNext(state.after(seat)))

    def title(self, state: Town, seat: int) -> Text:
        return words("Discard dice against {die}", die=faced(state))

    def label(self, state: Town, seat: int, chosen: tuple[tuple[str, ...], ...]) -> Text:
        dice, others = split_dice(chosen[0])
        return words(
            "{dice} against {black}",
            dice=faces_words(DIE_OF[name][1] for name in dice),
            black=black_words(black_values(state, others)),
        )

    def in_words(self, state: Town, seat: int, rest: tuple[tuple[str, ...]]) -> Text:
        dice, others = split_dice(rest[0])
        return words(
            "Discard {dice} against {black}",
            dice=faces_words(DIE_OF[name][1] for name in dice),
            black=black_words(black_values(state, others)),
        )

    def thing_name(self, state: Town, seat: int, chosen: Pick, thing: Kind) -> Text:
        return die_words(thing, seat) if thing in DIE_OF else black_words([value_of(str(thing))])

    def thing_place(self, state: Town, seat: int, chosen: Pick, thing: Kind) -> Place | None:
        if thing in DIE_OF:
            return die_place(state, thing)
        names = black_names(state.black)
        return ("black", names.index(str(thing))) if thing in names else None

    def summary(
        self, state: Town, seat: int, chosen: tuple[tuple[str, ...], ...]
    ) -> Sequence[Text]:
        dice, others = split_dice(chosen[0] if chosen else ())
        total, target = total_of(state, dice), target_of(state, others)
        if total < target:
            return [words("{total}, but you need {target}.", total=total, target=target)]
        gained = (1 + len(others)) * state.box.influence_per_defeated
        return [
            words(
                "{total} against {target}: {over} more than needed. You gain {influence}.",
                total=total,
                target=target,
                over=total - target,
                influence=influence(gained),
            )
        ]

    def refuse_place(self, state: Town, seat: int, chosen: Pick, place: Place) -> Refusal | None:
        if place[0] == "die" and place[1] != seat:
            return forbidden("TRO-8.10", "You cannot buy other players' dice against black dice.")
        return None


def split_dice(names: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split `names` into two tuples: the names of the seat's dice, and those of black dice."""
    dice: list[str] = []
    others: list[str] = []
    for name in names:
        (others if name[:1] == BLACK else dice).append(name)
    return tuple(dice), tuple(others)


def value_of(name: str) -> int:
    """Return the value of the black die `name`."""
    return int(name[1])


def black_values(state: Town, others: Sequence[str]) -> list[int]:
    """Return the values of the highest black die and of the dice in `others`."""
    return [state.black[0], *map(value_of, others)]


def target_of(state: Town, others: Sequence[str]) -> int:
    """Return the total needed to defeat the highest black die together with the dice `others`
    (TRO-8.5)."""
    return state.black[0] + sum(map(value_of, others))


def total_of(state: Town, names: Sequence[str]) -> int:
    """Return the total value of the dice `names` against black dice."""
    return sum(strength_of(state, name) for name in names)


def fewest(state: Town, seat: int, target: int) -> tuple[str, ...]:
    """Return the fewest of the seat's dice that reach `target`, with the least excess. If all of
    them together are not enough, return an empty tuple."""
    names = sorted(own_dice(state, seat), key=lambda name: strength_of(state, name))
    chosen: list[str] = []
    left = target
    while left > 0 and names:
        name = next((name for name in names if strength_of(state, name) >= left), names[-1])
        names.remove(name)
        chosen.append(name)
        left -= strength_of(state, name)
    if left > 0:
        return ()
    ways = combinations(sorted(own_dice(state, seat)), len(chosen))
    reaching = (way for way in ways if total_of(state, way) >= target)
    return min(reaching, key=lambda way: total_of(state, way))


def tightest_dice(state: Town, seat: int, target: int) -> tuple[str, ...]:
    """Return those of the seat's dice that reach `target` with the least excess, as few as
    possible. If all of them together are not enough, return an empty tuple."""
    best: dict[int, tuple[str, ...]] = {0: ()}
    for name in own_dice(state, seat):
        more = strength_of(state, name)
        for total, chosen in list(best.items()):
            if total < target:
                best_so_far = best.get(total + more)
                if best_so_far is None or len(best_so_far) > len(chosen) + 1:
                    best[total + more] = (*chosen, name)
    reached = [total for total in best if total >= target]
    return best[min(reached)] if reached else ()


class GiveWay(PlainCommand[Town]):
    """Take the penalty if the seat's dice are not enough (TRO-8.7, 8.8)."""

    key = YIELD
    rules = ("TRO-8.7", "TRO-8.8")
    unusable = forbidden("TRO-8.8", "If you can beat the black die, you must.")
    weight = 3

    def possible(self, state: Town, seat: int) -> bool:
        return total_strength(state, seat) < state.black[0]

    def apply(self, state: Town, seat: int, rest: tuple[()]) -> None:
        give_way(state, seat)

    def title(self, state: Town, seat: int) -> Text:
        penalty = state.box.undefeated_penalty
        return plural("Give in: lose {n} VP", "Give in: lose {n} VP", penalty)


_COMMANDS: Final[Sequence[Command[Town]]] = (Defeat(), GiveWay(), *USES)


class FaceBlackDie(TownMenu):
    """D7, D8: use influence (TRO-8.9), discard dice against the highest black die, or take the
    penalty."""

    rules = (
        "TRO-8.2", "TRO-8.4", "TRO-8.5", "TRO-8.7", "TRO-8.8", "TRO-8.9", "TRO-8.10", "TRO-10.1",
    )  # fmt: skip
    by_key = keyed(_COMMANDS)
    situations = (TOO_WEAK,)

    def situation(self, state: Town) -> str:
        return TOO_WEAK if total_strength(state, self.seat) < state.black[0] else ""

    def commands(self, state: Town) -> Sequence[Command[Town]]:
        return _COMMANDS

    def apply(self, state: Town, pick: Pick) -> None:
        """Apply the pick. After using influence, the player faces the same black die again."""
        if pick[0] in INFLUENCE_COMMANDS:
            state.push(Face(self.seat))
        super().apply(state, pick)

    def question(self, state: Town) -> Text:
        if total_strength(state, self.seat) < state.black[0]:
            return words(
                "Black die {value}: your dice are not enough. What do you do?", value=state.black[0]
            )
        return words(
            "Black die {value}: which dice do you discard? (red ones count x{n})",
            value=state.black[0],
            n=state.box.red_multiplier,
        )
