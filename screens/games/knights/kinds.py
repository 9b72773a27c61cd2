"""Counters for kinds of cards: the digit of a kind adds one of it, wherever kinds are counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define

from engine.core.parts import Kind
from engine.games.knights.state import Island
from engine.i18n.text import Text, words
from screens.choose.chooser import Reply
from screens.choose.counting import Counting


@define
class CountingKinds(Counting[Island]):
    """Counters of kinds, each kind with the digit of its place among all kinds."""

    def press(self, key: str, character: str | None) -> Reply:
        if character and character in self.digits():
            return self._add(self.digits().index(character))
        return Counting.press(self, key, character)

    def keys(self) -> Sequence[tuple[str, Text]]:
        digits = self.digits()
        return [(f"{digits[0]}-{digits[-1]}", words("one more")), *Counting.keys(self)[1:]]

    def digits(self) -> str:
        """The digits of all kinds, one after another."""
        return "".join(map(str, range(1, len(self.columns()) + 1)))

    def columns(self) -> Mapping[Kind, int]:
        """The places of the kinds among all of them."""
        view: Island = self.choosing.asked.view
        return {kind.id: number for number, kind in enumerate(view.box.kinds)}

    def row(self) -> int:
        """In which row the pointer is."""
        return self.counters()[self.pointed].row

    def _add(self, column: int) -> Reply:
        """One more of a kind in the row of the pointer."""
        kind, row = list(self.columns())[column], self.row()
        for number, one in enumerate(self.counters()):
            if (one.row, one.kind) == (row, kind):
                self.point(number)
                return self.change(1)
        return self.without(row, kind)

    def without(self, row: int, kind: Kind) -> Reply:
        """What is said where a kind has no counter in a row."""
        return self.refused(words("There is none of that kind."), self.rows()[row].chosen)
