"""The display, and the beginning and end of a round (MID-2.4, MID-3)."""

from __future__ import annotations

from typing import Final

from engine.core.chance import Dice
from engine.core.common_wording import series
from engine.core.event import Value
from engine.core.step import ChanceStep, RuleStep
from engine.games.middle_ages.components import ORANGE
from engine.games.middle_ages.scoring import EndGame, ResolveEvent
from engine.games.middle_ages.state import GAP, Kingdom
from engine.games.middle_ages.turn import TURNS
from engine.games.middle_ages.wording import face, index_of
from engine.i18n.text import Seat, Text, words


class _DealRow(ChanceStep[Kingdom, tuple[str, ...]]):
    """Base class: draw tiles one by one for a row. The outcome lists them in the order in which
    they are drawn."""

    reveals = words("New tiles have since been revealed.")

    row: int

    def sample(self, state: Kingdom, dice: Dice) -> tuple[str, ...]:
        """Draw tiles at random for the whole row: from the first stack, then from the next ones,
        and finally from the discard pile."""
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
            return words("These must all be different tiles of this game.")
        rest = list(drawn)
        for stack in (*state.stacks, state.discard):
            first, rest = rest[: len(stack)], rest[len(stack) :]
            if not set(first) <= set(stack):
                return words("Some of these tiles cannot be drawn now.")
        return None

    def apply(self, state: Kingdom, outcome: tuple[str, ...]) -> None:
        """Place the tiles from left to right in the order of their numbers (MID-2.5)."""
        box = state.box
        tiles = tuple([box.tile_index[name] for name in outcome])
        reshuffled = state.take_from_stacks(tiles)
        row = state.display[self.row] = sorted(tiles, key=box.tile_number.__getitem__)
        if state.notes is not None:
            if reshuffled:
                state.announce(
                    "MID-10.4" if ORANGE not in box.stacks_used[state.seats] else "MID-10.6",
                    -1,
                    "The stacks are empty, so the discard pile becomes a new stack.",
                )
            state.announce(
                self.rules[0],
                -1,
                "Row {row}: {tiles}.",
                row=self.row + 1,
                tiles=series(face(box.tiles[tile]) for tile in row),
            )


class FillRow(_DealRow):
    """Fill a row of the display for the first time (MID-2.4 to 2.6)."""

    rules = ("MID-2.4", "MID-2.5", "MID-2.6")


class RefillRow(_DealRow):
    """Refill the row that has been resolved (MID-10.1)."""

    rules = ("MID-10.1", "MID-2.5", "MID-10.7")


class Round(RuleStep[Kingdom]):
    """Begin a round: discard the tile without a lord, and set the turn order (MID-3.2)."""

    rules = ("MID-3.2", "MID-3.3", "MID-3.5")

    def run(self, state: Kingdom) -> None:
        state.begin_round(state.round + 1)
        if state.notes is not None:
            state.announce(
                "MID-3.1",
                -1,
                "Round {round} of {rounds}: row {row} is resolved.",
                round=state.round,
                rounds=len(state.box.rounds),
                row=state.row + 1,
            )
        state.order = sorted(range(state.seats), key=state.lord_at.__getitem__)
        _discard_unclaimed(state, state.row)
        if state.notes is not None:
            order = series(Seat(seat) for seat in state.order)
            state.announce("MID-3.5", -1, "Turn order: {order}.", order=order)
        state.push(*[TURNS[seat] for seat in state.order], _END_OF_ROUND)


class EndOfRound(RuleStep[Kingdom]):
    """End the round after the last turn: refill the row and resolve an event, if the plan of the
    round says so, and begin the next round or end the game (MID-3.2)."""

    rules = ("MID-3.2", "MID-3.9", "MID-11.1", "MID-12.1")

    def run(self, state: Kingdom) -> None:
        plan = state.plan
        state.active = -1
        state.push(_ROUND if state.round < len(state.box.rounds) else EndGame())
        if plan.event_slot is not None:
            state.push(ResolveEvent(plan.event_slot))
        if plan.refill:
            state.push(RefillRow(plan.row))


def _discard_unclaimed(state: Kingdom, row: int) -> None:
    """Discard the row's only tile without a lord (MID-3.3)."""
    at = next(at for at in range(state.width) if at not in state.lord_at)
    tile = state.display[row][at]
    state.display[row][at] = GAP
    state.discard.append(tile)
    if state.notes is not None:
        state.announce(
            "MID-3.3", -1, "Nobody claims {tile}, so it is discarded.", tile=state.box.tiles[tile]
        )


_ROUND: Final = Round()

_END_OF_ROUND: Final = EndOfRound()
