"""Input mode for marking dice: a key per die, `w` rolls the marked dice, the full stop keeps
all."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Final

from attrs import define

from engine.core.parts import Kind, SubsetPart
from engine.core.step import Place
from engine.errors import Refusal
from engine.games.era.state import Realm
from engine.i18n.text import Text, words
from screens.games.era.dice import KEYS, key_of_die
from screens.input_modes.input_mode import InputContext, Parts, PartsSoFar, Reply, Response
from screens.input_modes.multi_select import TAKE, MultiSelect
from screens.paint import buttons
from screens.paint.canvas import Canvas

KEEP: Final = "."


@define
class MarkingDice(MultiSelect[Realm]):
    """One press marks or unmarks a die.

    Rolling needs no confirmation. The key that keeps all first moves the cursor there; pressing it
    again confirms.
    """

    shows_on_table: ClassVar[bool] = True

    @classmethod
    def begin(cls, choosing: PartsSoFar[Realm], marks: SubsetPart) -> MarkingDice:
        """Start without marks, with the cursor on the first die that may be rolled."""
        return cls(choosing, things=marks.preset, marks=marks)

    @property
    def confirms(self) -> bool:
        return False

    @property
    def keeping(self) -> bool:
        """Whether the cursor is on "keep all"."""
        return self.pointed == len(self.marks.things) + 1

    def parts(self) -> Parts | None:
        """The marked dice; no dice only if all are kept, otherwise None."""
        if self.keeping:
            return (self.marks.of(()),)
        return (self.value,) if self.things else None

    def chosen_so_far(self) -> Sequence[Text]:
        return ()

    def stops(self) -> Sequence[Sequence[Place]]:
        places = [self.place(thing) for thing in self.marks.things]
        dice: list[Sequence[Place]] = [[place] for place in places if place is not None]
        return [*dice, [(buttons.TAKE,)], [(buttons.MARK, "keep")]]

    def closed(self) -> Collection[Place]:
        return ()

    def marked(self) -> Collection[Place]:
        """Nothing: the dice themselves show their marks."""
        return ()

    def labels(self) -> Mapping[Place, str]:
        """Nothing: the key of each die is below it."""
        return {}

    def press(self, key: str, character: str | None) -> Reply:
        if character == KEEP:
            return self._keep()
        if character == TAKE:
            return self._roll()
        if key == "enter" and self.is_marked(self.pointed):
            return self._roll()
        if key == "enter" or (key == "space" and self.pointed < len(self.marks.things)):
            return self.pick(self.pointed)
        if not character or character not in KEYS:
            return Response.NOTHING
        number = KEYS.index(character)
        if number in self.marks.things:
            return self._mark(self.marks.things.index(number))
        if number < len(self.choosing.asked.view.dice[self.choosing.seat]):
            asked = self.choosing.asked
            return asked.decision.refuse(asked.view, (number,))
        return Response.NOTHING

    def is_marked(self, index: int) -> bool:
        return index < len(self.marks.things) and self.marks.things[index] in self.things

    def pick(self, index: int) -> Reply:
        if index < len(self.marks.things):
            return self._mark(index)
        self.pointed = index
        return Response.TAKEN if self.keeping else self._roll()

    def _mark(self, index: int) -> Reply:
        self.pointed = index
        return self.toggle(self.marks.things[index])

    def _roll(self) -> Reply:
        if not self.things:
            reason = words("Mark the dice to roll again; “.” keeps all.")
            return self.refused(reason, self.choosing.chosen)
        self.pointed = len(self.marks.things)
        return Response.TAKEN

    def _keep(self) -> Reply:
        if self.keeping:
            return Response.TAKEN
        self.point(len(self.marks.things) + 1)
        return Response.POINTED

    def refuse(self, place: Place) -> Refusal | None:
        asked = self.choosing.asked
        return asked.refuse_place(self.choosing.chosen, place)

    def suggest(self, parts: Parts) -> None:
        """Mark the suggested dice, and move the cursor to rolling or to "keep all"."""
        super().suggest(parts)
        self.pointed = len(self.marks.things) + (0 if self.things else 1)

    def back(self) -> bool:
        if not self.things:
            return False
        self.things = ()
        return True

    def keys(self) -> Sequence[tuple[str, Text]]:
        return [
            ("Enter", words("roll") if self.is_marked(self.pointed) else words("mark")),
            (TAKE, words("roll the marked dice")),
            (KEEP, words("keep all")),
        ]

    def line_keys(self) -> Sequence[tuple[str, Text]]:
        return ()

    def paint(self, reader: InputContext, width: int, most: int) -> Canvas:
        return Canvas(width, 0, reader.theme.glyphs)

    @property
    def die(self) -> int | None:
        """The die under the cursor; the last one if the cursor is on an action."""
        things = self.marks.things
        return int(things[min(self.pointed, len(things) - 1)]) if things else None

    def key_of(self, thing: Kind) -> str:
        return key_of_die(int(str(thing)))
