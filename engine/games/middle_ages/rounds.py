"""The round, from its turns to the refilled row (MID-3)."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from engine.core.common_wording import series
from engine.core.step import RuleStep
from engine.games.middle_ages.display import RefillRow
from engine.games.middle_ages.scoring import EndGame, ResolveEvent
from engine.games.middle_ages.state import GAP, Kingdom
from engine.games.middle_ages.turn import TURNS
from engine.i18n.text import Seat


@frozen
class Round(RuleStep[Kingdom]):
    """Begin a round: discard the tile without a lord, set the turn order (MID-3.2)."""

    rules = ("MID-3.2", "MID-3.3", "MID-3.5")

    def run(self, state: Kingdom) -> None:
        state.begin_round(state.round + 1)
        if state.story is not None:
            state.tell(
                "MID-3.1",
                -1,
                "Round {round} of {rounds}: row {row} is resolved.",
                round=state.round,
                rounds=len(state.box.rounds),
                row=state.row + 1,
            )
        state.order = sorted(range(state.seats), key=state.lord_at.__getitem__)
        _discard_unclaimed(state, state.row)
        if state.story is not None:
            order = series(Seat(seat) for seat in state.order)
            state.tell("MID-3.5", -1, "Turn order: {order}.", order=order)
        state.push(*[TURNS[seat] for seat in state.order], _END_OF_ROUND)


@frozen
class EndOfRound(RuleStep[Kingdom]):
    """After the last turn: refill, event, next round or the end of the game (MID-3.2)."""

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
    """Discard the one tile of the row without a lord (MID-3.3)."""
    at = next(at for at in range(state.width) if at not in state.lord_at)
    tile = state.display[row][at]
    state.display[row][at] = GAP
    state.discard.append(tile)
    if state.story is not None:
        state.tell(
            "MID-3.3", -1, "Nobody claims {tile}: it is discarded.", tile=state.box.tiles[tile]
        )


_ROUND: Final = Round()

_END_OF_ROUND: Final = EndOfRound()
