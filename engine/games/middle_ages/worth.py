"""What tiles would bring if they were taken, by the rules themselves: income and effect.

As things stand: what asks somebody (a tile that returns, a scout, a token) brings nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from engine.games.middle_ages.effects import WITHOUT_CHOICE
from engine.games.middle_ages.state import GAP, Kingdom


@frozen
class Worth:
    """What taking a tile brings: `income` of its column and coins by its `effect`.

    `payers` are the seats that pay for the effect, `amounts` what each of them pays.
    """

    tile: int
    income: int
    effect: int
    payers: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """All coins that it brings."""
        return self.income + self.effect


def worth(state: Kingdom, seat: int, tile: int, *, after: Sequence[tuple[int, int]] = ()) -> Worth:
    """What a seat would gain by taking a tile now, or after seats have taken other tiles (MID-4.6
    to 4.10). The state, which may be a view, stays as it is."""
    table = state.copy()
    for who, earlier in after:
        _take(table, who, earlier)
    return _take(table, seat, tile)


def taken_before(state: Kingdom, row: int, at: int) -> list[tuple[int, int]]:
    """Which seats take which tiles before the tile at a place of the display is taken, as far as
    lords stand there already: in what is left of this round, then further left in that row."""
    order = state.order if state.round else []
    coming = order[order.index(state.active) :] if state.active in order else []
    places = [(seat, state.row) for seat in coming if state.lord_row[seat] == state.row]
    if row == (state.next_row if state.round else 0):
        left = (seat for seat in state.turn_order(row) if state.lord_at[seat] < at)
        places += [(seat, row) for seat in left]
    taken = ((seat, state.display[on][state.lord_at[seat]]) for seat, on in places)
    return [(seat, tile) for seat, tile in taken if tile != GAP]


def _take(state: Kingdom, seat: int, tile: int) -> Worth:
    column = state.lay(seat, tile)
    before = list(state.coins)
    type_ = state.box.types[column]
    carry_out = WITHOUT_CHOICE.get(type_.effect)
    if carry_out is not None:
        carry_out(state, seat, type_)
    paid = [had - has for had, has in zip(before, state.coins, strict=True)]
    payers = tuple(other for other, amount in enumerate(paid) if amount > 0)
    income = state.income(seat, column)
    state.coins[seat] += income
    amounts = tuple(paid[other] for other in payers)
    return Worth(tile, income, -paid[seat], payers, amounts)
