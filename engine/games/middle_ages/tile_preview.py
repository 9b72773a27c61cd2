"""What tiles would bring if they were taken, by the rules themselves: income and effect.

As things stand: what asks somebody (a tile that returns, a scout, a token) brings nothing here, and
can only add to the income.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from engine.games.middle_ages.state import GAP, Kingdom
from engine.games.middle_ages.tokens import EFFECTS, ReturnTile


@frozen
class Worth:
    """What taking a tile brings: `income` of its column and coins by its `effect`.

    `payers` are the seats that pay for the effect, `amounts` what each of them pays; whether it
    `asks` something before the income (MID-4.8).
    """

    tile: int
    income: int
    effect: int
    payers: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()
    asks: bool = False

    @property
    def total(self) -> int:
        """All coins that it brings."""
        return self.income + self.effect


@frozen
class Losses:
    """What others take from a seat by their effects: tiles, coins."""

    tiles: tuple[int, ...]
    coins: int


def worth(
    state: Kingdom, seat: int, tile: int, *, after: Sequence[tuple[int, int]] = (), round: int = 0
) -> Worth:
    """What a seat would gain by taking a tile now, or after seats have taken other tiles, in this
    round or a later one (MID-4.6 to 4.10). The state, which may be a view, stays as it is."""
    table = state.copy()
    for who, earlier in after:
        _take(table, who, earlier)
    if round > state.round:
        if state.round and not state.plan.refill:
            table.display[state.row] = [GAP] * state.width
        table.begin_round(round)
    return _take(table, seat, tile)


def worth_there(state: Kingdom, seat: int, row: int, at: int) -> Worth:
    """What a tile of the display would bring a seat whose lord went there."""
    after, round = taken_before(state, row, at), round_of(state, row)
    return worth(state, seat, state.display[row][at], after=after, round=round)


def round_of(state: Kingdom, row: int) -> int:
    """The round in which a row is resolved next (MID-1.15)."""
    return state.round + (row - state.row) % state.box.rows if state.round else 1


def losses(state: Kingdom, seat: int) -> Losses:
    """What a seat loses in what is left of this round, as the lords stand (MID-5.3, MID-5.16)."""
    table = state.copy()
    tiles: list[int] = []
    coins = 0
    for who, tile in left_in_round(state):
        before, buried = table.coins[seat], set(table.graveyards[seat])
        _take(table, who, tile)
        if who != seat:
            coins += before - table.coins[seat]
            tiles += set(table.graveyards[seat]) - buried
    return Losses(tuple(tiles), coins)


def left_in_round(state: Kingdom) -> list[tuple[int, int]]:
    """Which seats take which tiles in what is left of this round."""
    order = state.order if state.round else []
    coming = order[order.index(state.active) :] if state.active in order else []
    return _under([seat for seat in coming if state.lord_row[seat] == state.row], state, state.row)


def taken_before(state: Kingdom, row: int, at: int) -> list[tuple[int, int]]:
    """Which seats take which tiles before the tile at a place of the display is taken, as far as
    lords stand there already: in what is left of this round, then further left in that row."""
    left: list[int] = []
    if row == (state.next_row if state.round else 0):
        left = [seat for seat in state.turn_order(row) if state.lord_at[seat] < at]
    return left_in_round(state) + _under(left, state, row)


def _under(seats: Sequence[int], state: Kingdom, row: int) -> list[tuple[int, int]]:
    """The tiles under the lords of seats in a row."""
    taken = ((seat, state.display[row][state.lord_at[seat]]) for seat in seats)
    return [(seat, tile) for seat, tile in taken if tile != GAP]


def _take(state: Kingdom, seat: int, tile: int) -> Worth:
    column = state.lay(seat, tile)
    before = list(state.coins)
    type_ = state.box.types[column]
    choice = EFFECTS[type_.effect](state, seat, type_)
    paid = [had - has for had, has in zip(before, state.coins, strict=True)]
    payers = tuple(other for other, amount in enumerate(paid) if amount > 0)
    income = state.income(seat, column)
    state.coins[seat] += income
    if isinstance(choice, ReturnTile):
        state.graveyards[seat] = state.graveyards[seat][1:]  # any: here it comes to no column
    amounts = tuple(paid[other] for other in payers)
    return Worth(tile, income, -paid[seat], payers, amounts, choice is not None)
