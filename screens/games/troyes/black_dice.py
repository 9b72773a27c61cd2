"""Input mode for discarding the player's own dice against black dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from attrs import define

from engine.core.common_wording import joined
from engine.core.step import Place
from engine.errors import Refusal, forbidden
from engine.games.troyes.black_dice import (
    BLACK,
    DEFEAT,
    FaceBlackDie,
    black_names,
    black_values,
    fewest,
    strength_of,
    target_of,
    total_of,
    total_strength,
    value_of,
)
from engine.games.troyes.dice import BLACK_FACES, DIE_OF
from engine.games.troyes.influence import FLIP, RECRUIT, REROLL, own_dice
from engine.games.troyes.state import Town
from engine.games.troyes.wording import black_words, faces_words
from engine.i18n.text import Seat, Text, words
from screens.games.troyes.dice_marking import Control, DiceMarking, KeyAction
from screens.games.troyes.symbols import short_name
from screens.input_modes.input_mode import Parts, PartsSoFar, Reply, Response
from screens.input_modes.multi_select import CONFIRM_KEY

KEYS_OF_INFLUENCE: Final = {REROLL: "d", RECRUIT: "c", FLIP: "o"}
"""Keys of the uses of influence, the same in every decision."""

BLACK_KEY: Final = "b"
"""Key that marks the next set of further black dice."""


@define
class AgainstBlackDice(DiceMarking):
    """Input mode that marks the player's own dice and, in addition to the highest black die, which
    must be faced, further black dice. At the start, the smallest set of the player's dice that
    beats the highest black die, if any, is marked. The key for a use of influence selects that use
    (`influence_use`) in place of the marked dice. The same key, `w`, or Enter on the confirmation
    confirms it."""

    confirm_words = words("discard")

    influence_use: str = ""

    @classmethod
    def begin(cls, partial_pick: PartsSoFar[Town], **fields: Any) -> AgainstBlackDice:
        """Return an input mode with the cursor on the confirmation. The fewest of the player's dice
        that beat the highest black die are marked, or none if all of them together cannot beat it.
        """
        view = partial_pick.request.view
        return cls(
            partial_pick, marked_names=fewest(view, partial_pick.seat, view.black[0]), **fields
        )

    def candidates(self) -> Sequence[str]:
        return [*own_dice(self.view, self.seat), *black_names(self.view.black)[1:]]

    def place(self, name: str) -> Place | None:
        if name[:1] != BLACK:
            return super().place(name)
        return ("black", black_names(self.view.black).index(name))

    def name_at(self, place: Place) -> str | None:
        if place[0] != "black":
            return super().name_at(place)
        names, number = black_names(self.view.black), int(place[1])
        return names[number] if number < len(names) else None

    def none_shows(self, value: int) -> Text:
        return words("None of your dice shows {value}.", value=value)

    def value(self, name: str) -> int:
        return super().value(name) if name in DIE_OF else 0

    def why_not(self, name: str) -> Refusal | None:
        if name not in self.candidates():
            if name[:1] == BLACK:
                return forbidden("TRO-8.2", "You must face the highest black die.")
            return forbidden("TRO-8.10", "You cannot buy other players' dice against black dice.")
        if name[:1] != BLACK:
            return None
        target = target_of(self.view, (*self.further_black, name))
        total = total_strength(self.view, self.seat)
        if total >= target:
            return None
        return forbidden(
            "TRO-8.5",
            "All your dice add up to {total}, but you would need {target}.",
            total=total,
            target=target,
        )

    @property
    def own_marked(self) -> tuple[str, ...]:
        """The player's marked dice, in the order that picks require."""
        return tuple(name for name in own_dice(self.view, self.seat) if name in self.marked_names)

    @property
    def further_black(self) -> tuple[str, ...]:
        """The marked black dice in addition to the highest one, in the order that picks require."""
        return tuple(name for name in black_names(self.view.black)[1:] if name in self.marked_names)

    # ------------------------------------------------------------------ input mode interface

    def suggest(self, parts: Parts) -> None:
        """Mark the suggested dice, or select the suggested use of influence."""
        self.influence_use, self.pointed = "", 0
        match parts:
            case (str(command), tuple(names)) if command == DEFEAT:
                self.marked_names = tuple(map(str, names))
                self.changed()
            case (str(command), *_):
                self.influence_use = command

    def parts(self) -> Parts | None:
        return (
            (self.influence_use,)
            if self.influence_use
            else (DEFEAT, (*self.own_marked, *self.further_black))
        )

    def refusal(self) -> Refusal | None:
        if self.influence_use:
            return None
        return self.partial_pick.request.refuse((DEFEAT, (*self.own_marked, *self.further_black)))

    def press(self, key: str, character: str | None) -> Reply:
        selected, self.influence_use = self.influence_use, ""
        confirms = character == CONFIRM_KEY or (key == "enter" and self.pointed == 0)
        if selected and (confirms or character == KEYS_OF_INFLUENCE[selected]):
            self.influence_use = selected
            return Response.CHOSEN
        reply = super().press(key, character)
        if reply is Response.NOTHING:
            self.influence_use = selected
        return reply

    def pick(self, index: int) -> Reply:
        if index:
            self.influence_use = ""
        return super().pick(index)

    def key_actions(self) -> Mapping[str, KeyAction]:
        return {BLACK_KEY: self._mark_black} | {
            key: self._influence_action(name) for name, key in KEYS_OF_INFLUENCE.items()
        }

    def _mark_black(self) -> Reply:
        """Mark the next of the sets of further black dice that `_sets` returns, or return the
        reason why there is none."""
        black = black_names(self.view.black)[1:]
        if not black:
            return forbidden("TRO-8.2", "You must face the highest black die.")
        sets = self._sets(black)
        if len(sets) == 1:
            return self.why_not(black[-1]) or Response.NOTHING
        index = sets.index(self.further_black) if self.further_black in sets else -1
        self.marked_names = (*self.own_marked, *sets[(index + 1) % len(sets)])
        return self.changed()

    def _sets(self, black: Sequence[str]) -> Sequence[tuple[str, ...]]:
        """Return the sets of further dice out of `black` that all of the player's dice together can
        beat, one for each combination of values. The empty set is first. The sets that the marked
        dice beat are next, with the most dice first, then the other sets, with the lowest sum
        first."""
        view, own_total = self.view, total_of(self.view, self.own_marked)
        by_values = {
            tuple(map(value_of, names)): names
            for size in range(len(black) + 1)
            for names in combinations(black, size)
        }
        targets = {names: target_of(view, names) for names in by_values.values()}
        strength = total_strength(view, self.seat)

        def order(names: tuple[str, ...]) -> tuple[bool, bool, int, int]:
            beaten = targets[names] <= own_total
            return bool(names), not beaten, -len(names) if beaten else 0, targets[names]

        reachable = [names for names in targets if not names or targets[names] <= strength]
        return sorted(reachable, key=order)

    def _influence_action(self, name: str) -> KeyAction:
        def select() -> Reply:
            command = FaceBlackDie.by_key[name]
            if command.possible(self.view, self.seat):
                self.influence_use, self.pointed = name, 0
                return Response.CHANGED
            return command.why_not(self.view, self.seat) or Response.NOTHING

        return select

    def controls(self) -> Sequence[Control]:
        view, commands = self.view, FaceBlackDie.by_key
        black = black_names(view.black)[1:]
        black_controls = [Control(BLACK_KEY, words("another black die"))] if black else []
        return black_controls + [
            Control(key, short_name(view, name, ""), commands[name].possible(view, self.seat))
            for name, key in KEYS_OF_INFLUENCE.items()
        ]

    # ------------------------------------------------------------------ the result

    def headline(self) -> Text:
        view = self.view
        if self.influence_use:
            return short_name(view, self.influence_use, "")
        black = black_words(black_values(view, self.further_black))
        target = target_of(view, self.further_black)
        if not self.own_marked:
            return words(
                "Mark your own dice against {black} = {target}.", black=black, target=target
            )
        return words(
            "{dice} = {total}   against {black} = {target}",
            dice=self._sum(),
            total=total_of(view, self.own_marked),
            black=black,
            target=target,
        )

    def _sum(self) -> Text:
        """Return a text that lists the player's marked dice as a sum, without its total; "none" if
        no dice are marked. A red die is listed with the value that it counts as."""
        terms = []
        for name in self.own_marked:
            die, n = faces_words([DIE_OF[name][1]]), strength_of(self.view, name)
            doubled = n != self.value(name)
            terms.append(words("{die} (counts as {n})", die=die, n=n) if doubled else die)
        return joined(terms, " + ") or words("none")

    def avoidable_losses(self) -> Sequence[Text]:
        """Return a sentence about the first unnecessary die in the order of `own_marked`;
        empty if all dice are needed."""
        surplus = total_of(self.view, self.own_marked) - target_of(self.view, self.further_black)
        spare = next(
            (name for name in self.own_marked if strength_of(self.view, name) <= surplus), None
        )
        if spare is None:
            return ()
        return [words("You do not need {die}.", die=faces_words([DIE_OF[spare][1]]))]

    def chosen_so_far(self) -> Sequence[Text]:
        """Describe whether the dice suffice and, if they do, the influence gained, the further
        black dice that they would also beat, and the players who face the next black dice. Return
        nothing while a use of influence is selected."""
        if self.influence_use:
            return ()
        view = self.view
        total, target = (
            total_of(view, self.own_marked),
            target_of(view, self.further_black),
        )
        if total < target:
            return [words("You need {n} more.", n=target - total)]
        lines = [self._surplus_text(total - target)]
        gained = (1 + len(self.further_black)) * view.box.influence_per_defeated
        before = view.influence[self.seat]
        after = min(before + gained, view.box.influence_most)
        lines.append(
            words("Influence from {before} to {after}.", before=before, after=after)
            if before != after
            else words("Your influence stays at {n}.", n=before)
        )
        black_left = list(view.black[1:])
        for name in self.further_black:
            black_left.remove(value_of(name))
        also_beaten = _also_beaten(black_left, total - target)
        if also_beaten:
            dice = black_words(also_beaten)
            more_influence = len(also_beaten) * view.box.influence_per_defeated
            lines.append(
                words(
                    "Your dice would also beat {dice}. Press {key} to do so and gain {n} more "
                    "influence.",
                    dice=dice,
                    key=BLACK_KEY,
                    n=more_influence,
                )
            )
        if black_left:
            seat, die = Seat(view.after(self.seat)), BLACK_FACES[black_left[0] - 1]
            lines.append(words("{seat} faces {die} next.", seat=seat, die=die))
        if len(black_left) >= view.seats:
            die = BLACK_FACES[black_left[view.seats - 1] - 1]
            lines.append(
                words("Then you face {die}, unless somebody else beats it first.", die=die)
            )
        return lines

    def _surplus_text(self, surplus: int) -> Text:
        return (
            words("Exactly enough.")
            if not surplus
            else words("That is {n} more than you need.", n=surplus)
        )


def _also_beaten(values: Sequence[int], spare: int) -> list[int]:
    """Return the black dice out of `values` that the surplus `spare` can also beat: as many as
    possible, in ascending order."""
    chosen: list[int] = []
    for value in sorted(values):
        if sum(chosen) + value <= spare:
            chosen.append(value)
    return chosen
