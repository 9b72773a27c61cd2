"""Counters for pieces and resources. The digit of a kind adds one of that kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import define

from engine.core.parts import Kind
from engine.core.step import Place
from engine.errors import Refusal
from engine.games.deus.card_effects import SKIP
from engine.games.deus.components import STANDARD, TYPES
from engine.games.deus.science import TAKE, PiecesDecision
from engine.games.deus.state import World
from engine.i18n.text import Text, words
from screens.input_modes.input_mode import InputContext, Parts, PartsSoFar, Reply, Response
from screens.input_modes.steppers import CounterRow, Steppers
from screens.paint import buttons
from screens.paint.canvas import Canvas
from screens.paint.entries import PanelEntry, paint_entries

SKIP_KEY: Final = "0"
"""Key that skips an optional effect."""


def _digits(partial_pick: PartsSoFar[World]) -> Mapping[str, Kind]:
    """Return the piece types for a decision about pieces, or else the resources, by their digit
    keys."""
    view = partial_pick.request.view
    pieces = isinstance(partial_pick.decision, PiecesDecision)
    kinds = [TYPES[type_] for type_ in STANDARD] if pieces else [*view.box.resource_index]
    return {str(number): kind for number, kind in enumerate(kinds, 1)}


@define
class CountingKinds(Steppers[World]):
    """Input mode with counters of pieces by type, or of resources."""

    def digits(self) -> Mapping[str, Kind]:
        return _digits(self.partial_pick)


@define
class TakingPieces(Steppers[World]):
    """Counters of the pieces that a card gives. The last stop skips the effect."""

    def digits(self) -> Mapping[str, Kind]:
        return _digits(self.partial_pick)

    @property
    def is_on_skip(self) -> bool:
        """Whether the cursor is on Skip."""
        return self.pointed == len(self.counters())

    def rows(self) -> list[CounterRow]:
        bag = self.partial_pick.decision.bag(self.partial_pick.request.view, (TAKE,))
        assert bag is not None
        return [CounterRow((TAKE,), bag, bag.of(self.numbers_of(0, bag)))]

    def stops(self) -> Sequence[Sequence[Place]]:
        return [*super().stops(), [(buttons.CONFIRM_MARKED,)]]

    def parts(self) -> Parts:
        return (SKIP,) if self.is_on_skip else (TAKE, self.rows()[0].amounts)

    def refusal(self) -> Refusal | None:
        return None if self.is_on_skip else super().refusal()

    def chosen_so_far(self) -> Sequence[Text]:
        return () if self.is_on_skip else super().chosen_so_far()

    def press(self, key: str, character: str | None) -> Reply:
        if character == SKIP_KEY:
            return self._point_at_skip()
        if self.is_on_skip and character in self.digits():
            self.point(0)
        return super().press(key, character)

    def _point_at_skip(self) -> Reply:
        """Move the cursor to Skip. If it is already there, choose Skip."""
        if self.is_on_skip:
            return Response.CHOSEN
        self.point(len(self.counters()))
        return Response.POINTED

    def change(self, by: int) -> Reply:
        return Response.NOTHING if self.is_on_skip else super().change(by)

    def pick(self, index: int) -> Reply:
        self.point(index)
        return Response.CHOSEN if self.is_on_skip else self.change(1)

    def suggest(self, parts: Parts) -> None:
        if parts == (SKIP,):
            self.point(len(self.counters()))
        else:
            super().suggest(parts[1:])

    def paint(self, reader: InputContext, width: int, most: int) -> Canvas:
        """Paint the counters and the Skip entry below them."""
        glyphs, skip_place = reader.theme.glyphs, (buttons.CONFIRM_MARKED,)
        counters = super().paint(reader, width, max(1, most - 1))
        entry = PanelEntry(SKIP_KEY, reader.translate(words("Skip")), "text", skip_place)
        skip = paint_entries([entry], skip_place if self.is_on_skip else None, width, 1, glyphs)
        canvas = Canvas(width, counters.height + 1, glyphs)
        canvas.blit(counters, 0, 0)
        canvas.blit(skip, 0, counters.height)
        return canvas
