"""Rows of the display: tiles drawn one after another, in setup and at the end of a round."""

from __future__ import annotations

from attrs import frozen

from engine.core.chance import Dice
from engine.core.common_wording import series
from engine.core.event import Value
from engine.core.step import ChanceStep
from engine.games.middle_ages.components import ORANGE
from engine.games.middle_ages.state import Kingdom
from engine.games.middle_ages.wording import face, index_of
from engine.i18n.text import Text, words


class _DealRow(ChanceStep[Kingdom, tuple[str, ...]]):
    """Draw tiles one after another for a row; the outcome holds them in the order drawn."""

    __slots__ = ()
    reveals = words("New tiles have since been revealed.")

    row: int

    def sample(self, state: Kingdom, dice: Dice) -> tuple[str, ...]:
        """Draw at random from one stack after another, and finally from the discard pile."""
        drawn: list[int] = []
        wanted = state.width
        for stack in (*state.stacks, state.discard):
            if stack:
                drawn += dice.draw(stack, min(wanted - len(drawn), len(stack)))
                if len(drawn) == wanted:
                    break
        tiles = state.box.tiles
        return tuple([tiles[tile].id for tile in drawn])

    def check(self, state: Kingdom, outcome: Value) -> Text | None:
        if not isinstance(outcome, tuple) or len(outcome) != state.width:
            return words("A row has {n} tiles.", n=state.width)
        drawn = [index_of(state.box.tile_index, name) for name in outcome]
        if None in drawn or len(set(drawn)) != len(drawn):
            return words("These are not distinct tiles from this game.")
        rest = list(drawn)
        for stack in (*state.stacks, state.discard):
            first, rest = rest[: len(stack)], rest[len(stack) :]
            if not set(first) <= set(stack):
                return words("Not all of these tiles can be drawn.")
        return None

    def apply(self, state: Kingdom, outcome: tuple[str, ...]) -> None:
        """Place the tiles from left to right in the order of their numbers (MID-2.5)."""
        box = state.box
        tiles = tuple([box.tile_index[name] for name in outcome])
        reshuffled = state.take_from_stacks(tiles)
        row = state.display[self.row] = sorted(tiles, key=box.tile_number.__getitem__)
        if state.story is not None:
            if reshuffled:
                state.tell(
                    "MID-10.4" if ORANGE not in box.stacks_used[state.seats] else "MID-10.6",
                    -1,
                    "The stacks are empty: the discard pile becomes a new stack.",
                )
            state.tell(
                self.rules[0],
                -1,
                "Row {row}: {tiles}.",
                row=self.row + 1,
                tiles=series(face(box.tiles[tile]) for tile in row),
            )


@frozen
class FillRow(_DealRow):
    """Fill a row of the display for the first time (MID-2.4 to 2.6)."""

    rules = ("MID-2.4", "MID-2.5", "MID-2.6")

    row: int


@frozen
class RefillRow(_DealRow):
    """Refill the row that was resolved (MID-10.1)."""

    rules = ("MID-10.1", "MID-2.5", "MID-10.7")

    row: int
