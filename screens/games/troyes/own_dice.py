"""Own dice that influence turns over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from attrs import define, field

from engine.core.parts import SubsetPart
from engine.errors import Refusal
from engine.games.troyes.influence import Flip, own_dice
from engine.games.troyes.state import Town
from engine.i18n.text import Text, words
from screens.games.troyes.dice_marking import DiceMarking
from screens.input_modes.input_mode import Parts, PartsSoFar


@define
class TurningDice(DiceMarking):
    """Mark own dice and turn them over together."""

    take_words = words("turn over")

    command: Flip = field(kw_only=True)

    @classmethod
    def of(cls, choosing: PartsSoFar[Town], command: Flip) -> Self:
        """Start without marks, with the cursor on the lowest die."""
        turning = cls(choosing, command=command)
        turning.pointed = 1 + turning.things().index(min(turning.things(), key=turning.value))
        return turning

    @property
    def most(self) -> int:
        return self.view.box.flip_most

    @property
    def turned(self) -> tuple[str, ...]:
        """The marked dice, in the order of picks."""
        return tuple(name for name in self.things() if name in self.names)

    def things(self) -> Sequence[str]:
        return own_dice(self.view, self.seat)

    def why_not(self, name: str) -> Refusal | None:
        if name not in self.things():
            place = self.place(name)
            assert place is not None
            return self.command.refuse_place(self.view, self.seat, (), place)
        if len(self.names) < self.most:
            return None
        return self._refused(words("Choose at most {number}.", number=self.most))

    def _refused(self, reason: Text) -> Refusal:
        return self.refused(reason, self.choosing.chosen)

    def parts(self) -> Parts | None:
        return (self.turned,)

    def refusal(self) -> Refusal | None:
        reason = SubsetPart(tuple(self.things()), 1, self.most).why_not(self.turned)
        return None if reason is None else self._refused(reason)

    def suggest(self, parts: Parts) -> None:
        """Mark the suggested dice; Enter turns them over."""
        if isinstance(parts[0], tuple):
            self.keep([str(name) for name in parts[0]])
            self.pointed = 0

    def headline(self) -> Text:
        return self.command.label(self.view, self.seat, (self.turned,))
