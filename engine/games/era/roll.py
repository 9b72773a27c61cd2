"""Step 1, Roll: three rolls behind screens, and monasteries (section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from engine.core.chance import Dice
from engine.core.dice_throw import DiceThrow, Faces
from engine.core.event import Value
from engine.core.hidden import Hidden
from engine.core.parts import Kind, SubsetPart
from engine.core.step import TILL_REVEALED, ChanceStep, Decision, Place, RuleStep, together
from engine.errors import Refusal, forbidden
from engine.games.era.component_types import MONASTERY, Die
from engine.games.era.faces import (
    Shown,
    face_named,
    faces_by_die,
    in_order,
    random_faces,
    refuse_die,
    set_out,
    take_back,
    throws_of,
    turn_up,
    why_not_for_seat,
)
from engine.games.era.feathers import LiftScreens
from engine.games.era.situations import SKULLS, SOLO_SKULLS, dice_situation
from engine.games.era.state import DONE_PICK, NO_FACE, Parts, Realm
from engine.games.era.wording import dice_named, face_words, own_die, rolled
from engine.i18n.text import Seat, Text, words

FIRST_ROLL, SECOND_ROLL, LAST_ROLL = 1, 2, 3

MAX_DICE_LISTED: Final = 5
"""Maximum number of dice for which all choices are listed."""

SetPick = tuple[int, str] | tuple[str]
"""The number of a die and the id of its new face; or ("done",)."""

DicePick = tuple[int, ...]
"""Numbers of dice in ascending order."""


class Roll(RuleStep[Realm]):
    """Let every player roll all dice behind a screen (ERA-5.1)."""

    rules = ("ERA-4.1", "ERA-5.1", "ERA-5.11")

    def run(self, state: Realm) -> None:
        """Put up the screens, and let the players roll simultaneously (ERA-16.7). The solo game has
        no screens (ERA-15.5)."""
        state.step = "roll"
        state.turn += 1
        state.active = 0 if state.is_solo else -1
        state.dice_open = state.is_solo
        for seat in range(state.seats):
            self._prepare(state, seat)
        rollers = [seat for seat in range(state.seats) if state.dice[seat]]
        if state.is_solo:
            state.push(*(RollDice(seat, FIRST_ROLL) for seat in rollers), LiftScreens())
            return
        branches = [(seat, (RollDice(seat, FIRST_ROLL),)) for seat in rollers]
        lifted = words("The screens have been lifted.")
        state.push(together(*branches, revealed=lifted), LiftScreens())

    def _prepare(self, state: Realm, seat: int) -> None:
        number = len(state.dice[seat])
        state.faces[seat] = state.shown[seat] = (NO_FACE,) * number
        state.in_hand[seat] = tuple(range(number))
        state.set_dice[seat] = ()
        state.rolls[seat] = state.monasteries_used[seat] = 0
        state.stopped[seat] = not number
        if not number:
            state.announce("ERA-16.8", seat, "{seat} has no dice.")


class RollDice(ChanceStep[Realm, tuple[Shown, Shown]]):
    """Roll the dice in a seat's hand. The outcome has two parts: the dice set out in front of the
    screen, and those kept behind it."""

    rules = ("ERA-5.1", "ERA-5.2", "ERA-5.4", "ERA-5.5", "ERA-16.1")
    secrecy = TILL_REVEALED
    reveals = words("The dice have since been rolled.")

    seat: int
    number: int

    def dice_throws(self, state: Realm) -> Sequence[DiceThrow]:
        return throws_of(state, self.seat, self._kinds(state))

    def outcome_of(self, state: Realm, faces: Sequence[Faces]) -> tuple[Shown, Shown]:
        return self.split_roll(state, state.in_hand[self.seat], in_order(self._kinds(state), faces))

    def _kinds(self, state: Realm) -> list[str]:
        return [state.dice[self.seat][die] for die in state.in_hand[self.seat]]

    def sample(self, state: Realm, dice: Dice) -> tuple[Shown, Shown]:
        hand = state.in_hand[self.seat]
        return self.split_roll(state, hand, random_faces(state, self.seat, hand, dice))

    def split_roll(
        self, state: Realm, hand: Sequence[int], faces: Sequence[str]
    ) -> tuple[Shown, Shown]:
        """Return the (die, face) pairs of a roll in two parts: the dice that are set out because of
        skulls (none in the last roll), and the dice that are kept (ERA-5.2)."""
        out: list[tuple[int, str]] = []
        kept: list[tuple[int, str]] = []
        for die, face in zip(hand, faces, strict=True):
            locked = self.number < LAST_ROLL and face_named(state, self.seat, die, face).skulls
            (out if locked else kept).append((die, face))
        return tuple(out), tuple(kept)

    def check(self, state: Realm, outcome: Value) -> Text | None:
        hand = state.in_hand[self.seat]
        pairs = faces_by_die(outcome)
        faces = tuple(face for _, face in pairs)
        if [die for die, _ in pairs] != list(hand):
            return words("These are not the dice that were rolled.")
        impossible = why_not_for_seat(state, self.seat, hand, faces)
        if impossible is None and outcome != self.split_roll(state, hand, faces):
            return words("These are not the dice that show a skull.")
        return impossible

    def apply(self, state: Realm, outcome: tuple[Shown, Shown]) -> None:
        seat = self.seat
        hand = state.in_hand[seat]
        turn_up(state, seat, (*outcome[0], *outcome[1]))
        state.in_hand[seat] = ()
        state.rolls[seat] += 1
        if state.notes is not None:
            self._log_roll(state, hand)
        set_out(state, seat, [die for die, _ in outcome[0]])
        _after_roll(state, seat, self.number)

    def _log_roll(self, state: Realm, hand: tuple[int, ...]) -> None:
        seat = self.seat
        state.note(
            ("ERA-5.1", "ERA-5.4", "ERA-5.5")[self.number - 1],
            seat,
            words("{seat} rolls: {dice}.", seat=Seat(seat), dice=rolled(state, seat, hand)),
            to=state.who_sees(seat),
        )

    def redacted(self, outcome: tuple[Shown, Shown], reader: int | None) -> tuple[Shown, Hidden]:
        """Return the outcome with `Hidden` in place of the dice behind the screen. The dice that
        were set out are visible (ERA-5.2)."""
        return outcome[0], Hidden()


def _after_roll(state: Realm, seat: int, number: int) -> None:
    """After the first roll, ask a seat that has monasteries how it uses them. In all other cases,
    offer the roll after roll `number`."""
    if number == FIRST_ROLL:
        monasteries = len(state.domains[seat].with_effect(MONASTERY))
        if monasteries:
            state.push(_ask_to_set(state, seat, monasteries))
            return
    _offer_roll(state, seat, number + 1)


def _offer_roll(state: Realm, seat: int, number: int) -> None:
    """Ask which dice the seat rerolls in roll `number`. If it can reroll none in the second roll,
    ask about the last roll instead. If it can reroll no dice any more, it stops (ERA-16.8)."""
    if number <= LAST_ROLL and rollable(state, seat, number):
        state.push(ChooseDice(seat, number))
    elif number == SECOND_ROLL and rollable(state, seat, LAST_ROLL):
        state.push(ChooseDice(seat, LAST_ROLL))
    else:
        _stop(state, seat, "ERA-16.8")


def _stop(state: Realm, seat: int, rule: str) -> None:
    state.stopped[seat] = True
    state.announce_provisionally(rule, seat, "{seat} has stopped rolling.")


def rollable(state: Realm, seat: int, number: int) -> list[int]:
    """Return the dice that may be rolled in roll `number`, the second or the third. They show no
    skulls and, in the second roll, have not been set by a monastery (ERA-5.4, ERA-5.5, ERA-5.8)."""
    set_dice = state.set_dice[seat] if number == SECOND_ROLL else ()
    return [
        die
        for die in range(len(state.dice[seat]))
        if die not in set_dice and not state.shows_skull(seat, die)
    ]


class SetDie(Decision[Realm, SetPick]):
    """D2: choose a die and the face to which a monastery turns it, or stop using monasteries
    (ERA-5.6 to ERA-5.10).

    Of faces with equal contents, only the first is among the options. Saved games and bots can
    choose the others, too, so the decision is not `listed`.

    `left` is the number of unused monasteries. `out` are the dice set out and `skulls` the faces
    with skulls, which determine what others see of a pick.
    """

    rules = ("ERA-5.6", "ERA-5.7", "ERA-5.8", "ERA-5.9", "ERA-5.10")
    parts = 2
    secrecy = TILL_REVEALED
    listed = False
    asks = words("Which die do you turn with your monastery, and to which face?")

    left: int
    out: tuple[int, ...]
    skulls: tuple[str, ...]

    def options(self, state: Realm) -> Sequence[SetPick]:
        picks: list[SetPick] = [
            (die, face)
            for die, kind in self._dice(state).items()
            for face in dict.fromkeys(kind.distinct_faces)
        ]
        return [*picks, DONE_PICK]

    def allows(self, state: Realm, pick: Value) -> bool:
        match pick:
            case (int(die), str(face)):
                dice = self._dice(state)
                return die in dice and face in dice[die].face_index
        return pick == DONE_PICK

    def _dice(self, state: Realm) -> dict[int, Die]:
        """Return the dice that no monastery has turned yet, with their classes."""
        kinds, set_dice = state.dice[self.seat], state.set_dice[self.seat]
        return {die: state.box.dice[kind] for die, kind in enumerate(kinds) if die not in set_dice}

    def apply(self, state: Realm, pick: SetPick) -> None:
        seat = self.seat
        if len(pick) == 1:
            _offer_roll(state, seat, SECOND_ROLL)
            return
        die, face = pick
        state.set_dice[seat] += (die,)
        state.monasteries_used[seat] += 1
        if state.notes is not None:
            state.announce("ERA-5.6", seat, "{seat} uses a monastery.")
            _log_set_die(state, seat, die, face)
        turn_up(state, seat, (pick,))
        if face in self.skulls:
            set_out(state, seat, (die,))
        elif die in self.out:
            take_back(state, seat, die)
        if self.left > 1 and len(state.set_dice[seat]) < len(state.dice[seat]):
            state.push(_ask_to_set(state, seat, self.left - 1))
        else:
            _offer_roll(state, seat, SECOND_ROLL)

    def redacted(self, pick: SetPick, reader: int | None) -> SetPick | tuple[int | Hidden, Hidden]:
        """Return the pick with `Hidden` in place of the parts that others cannot see. They see both
        parts if the die is turned to a skull, and only the die if it was in front of the screen
        before."""
        if len(pick) == 1 or pick[1] in self.skulls:
            return pick
        return pick[0] if pick[0] in self.out else Hidden(), Hidden()

    def in_words(self, state: Realm, pick: Value) -> Text | None:
        match pick:
            case (int(die), str(face)):
                shown, to = own_die(state, self.seat, die), self.label(state, (die, face))
                return words("Turn {die} to {face}", die=shown, face=to)
        return None

    def label(self, state: Realm, chosen: Parts) -> Text:
        match chosen:
            case (int(die),):
                return own_die(state, self.seat, die)
            case (int(die), str(face)):
                return face_words(face_named(state, self.seat, die, face))
            case _:
                return words("Do not turn a die")

    def target(self, state: Realm, chosen: Parts) -> Place | None:
        return None if chosen == DONE_PICK else ("die", self.seat, chosen[0])

    def refuse(self, state: Realm, pick: Value) -> Refusal:
        if isinstance(pick, tuple) and pick and pick[0] in state.set_dice[self.seat]:
            return forbidden("ERA-5.7", "Each monastery must turn a different die.")
        return forbidden("ERA-5.6", "Choose one of your dice and one of its faces.")

    def refuse_place(self, state: Realm, chosen: Parts, place: Place) -> Refusal | None:
        return refuse_die(self, state, place, place[2:])


def _ask_to_set(state: Realm, seat: int, left: int) -> SetDie:
    own = dict.fromkeys(state.dice[seat])
    skulls = tuple(face.id for kind in own for face in state.box.dice[kind].faces if face.skulls)
    out = tuple(die for die in range(len(state.dice[seat])) if state.shows_skull(seat, die))
    return SetDie(seat, left, out, skulls)


def _log_set_die(state: Realm, seat: int, die: int, face: str) -> None:
    state.note(
        "ERA-5.6",
        seat,
        words(
            "{seat} turns {die} to {face}.",
            seat=Seat(seat),
            die=own_die(state, seat, die),
            face=face_words(face_named(state, seat, die, face)),
        ),
        to=state.who_sees(seat),
    )


class ChooseDice(Decision[Realm, DicePick]):
    """D3: choose the dice to reroll in roll `number` (ERA-5.4, ERA-5.5). Choosing none ends the
    rolling, except in the second roll if a monastery has set a die (ERA-5.10)."""

    rules = ("ERA-5.4", "ERA-5.5", "ERA-5.3", "ERA-5.8", "ERA-5.10", "ERA-16.2")
    secrecy = TILL_REVEALED
    listed = False
    situations = (SKULLS, SOLO_SKULLS)

    number: int

    def situation(self, state: Realm) -> str:
        return dice_situation(state, self.seat)

    def options(self, state: Realm) -> Sequence[DicePick]:
        dice = rollable(state, self.seat, self.number)
        sizes = (
            range(len(dice) + 1)
            if len(dice) <= MAX_DICE_LISTED
            else (0, 1, len(dice) - 1, len(dice))
        )
        return [chosen for size in sizes for chosen in combinations(dice, size)]

    def marks(self, state: Realm, chosen: tuple[DicePick, ...]) -> SubsetPart | None:
        return None if chosen else SubsetPart(tuple(rollable(state, self.seat, self.number)))

    def thing_name(self, state: Realm, chosen: tuple[DicePick, ...], thing: Kind) -> Text:
        return own_die(state, self.seat, int(thing))

    def thing_place(self, state: Realm, chosen: tuple[DicePick, ...], thing: Kind) -> Place | None:
        return ("die", self.seat, thing)

    def allows(self, state: Realm, pick: Value) -> bool:
        return SubsetPart(tuple(rollable(state, self.seat, self.number))).holds(pick)

    def sample(self, state: Realm, dice: Dice) -> DicePick:
        mine = rollable(state, self.seat, self.number)
        chosen = dice.below(1 << len(mine))
        return tuple(die for index, die in enumerate(mine) if chosen >> index & 1)

    def apply(self, state: Realm, pick: DicePick) -> None:
        """Roll the chosen dice. If none are chosen, the seat stops rolling; but in the second roll,
        if a monastery has set a die, offer the last roll (ERA-5.10)."""
        seat = self.seat
        if pick:
            state.in_hand[seat] = pick
            state.push(RollDice(seat, self.number))
        elif self.number == SECOND_ROLL and state.set_dice[seat]:
            _offer_roll(state, seat, LAST_ROLL)
        else:
            _stop(state, seat, "ERA-5.10")

    def redacted(self, pick: DicePick, reader: int | None) -> DicePick | Hidden:
        return Hidden() if pick else pick

    def question(self, state: Realm) -> Text:
        if self.number == SECOND_ROLL:
            return words("Which dice do you roll again? (Second roll)")
        return words("Which dice do you roll again? (Third and last roll)")

    def label(self, state: Realm, chosen: tuple[DicePick, ...]) -> Text:
        if chosen == ((),):
            return words("Keep all dice")
        return words("Reroll {dice}", dice=dice_named(state, self.seat, chosen[0]))

    def target(self, state: Realm, chosen: tuple[DicePick, ...]) -> Place | None:
        return ("die", self.seat, chosen[0][0]) if len(chosen[0]) == 1 else None

    def refuse(self, state: Realm, pick: Value) -> Refusal:
        seat = self.seat
        dice = pick if isinstance(pick, tuple) else (pick,)
        mine = range(len(state.dice[seat]))
        for die in dice:
            if type(die) is not int or die not in mine:
                return forbidden("ERA-5.4", "Choose some of your own dice.")
            if state.shows_skull(seat, die):
                return forbidden("ERA-5.3", "You cannot reroll a die that shows a skull.")
            if die not in rollable(state, seat, self.number):
                return forbidden(
                    "ERA-5.8",
                    "In the second roll you cannot reroll a die that a monastery has turned.",
                )
        return forbidden("ERA-5.4", "Choose each die only once, starting with the lowest number.")

    def refuse_place(
        self, state: Realm, chosen: tuple[DicePick, ...], place: Place
    ) -> Refusal | None:
        return refuse_die(self, state, place, place[2:])
