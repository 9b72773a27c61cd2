"""Previews of the income and effect of taking a tile, computed by the same code as in play.

They start from the current position. An effect that needs a decision (a returning tile, a scout, a
token) counts as nothing, although it could add to the income.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from engine.games.middle_ages.state import GAP, NOWHERE, Kingdom
from engine.games.middle_ages.tokens import EFFECTS, ReturnTile


@frozen
class Worth:
    """The coins gained by taking a tile: the `income` of its column, and the coins from its
    `effect`.

    `payers` are the seats that pay for the effect, and `amounts` their payments. `asks` is whether
    the effect needs a decision before the income is paid (MID-4.8).
    """

    tile: int
    income: int
    effect: int
    payers: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()
    asks: bool = False

    @property
    def total(self) -> int:
        return self.income + self.effect


@frozen
class Losses:
    """A seat's losses through effects of other players: tiles, coins, and the seats that cause
    them."""

    tiles: tuple[int, ...]
    coins: int
    causes: tuple[int, ...]


def worth(
    state: Kingdom, seat: int, tile: int, *, after: Sequence[tuple[int, int]] = (), round: int = 0
) -> Worth:
    """Return a preview of taking `tile` after the tiles in `after`, which are (seat, tile) pairs,
    have been taken (MID-4.6 to 4.10). `round` is the round in which this happens, if it is a later
    one. The state, which may be a view, is not changed."""
    later = state.copy()
    for who, earlier in after:
        _worth_of_taking(later, who, earlier)
    if round > state.round:
        if state.round and not state.plan.refill:
            later.display[state.row] = [GAP] * state.width
        later.begin_round(round)
    return _worth_of_taking(later, seat, tile)


def worth_there(state: Kingdom, seat: int, row: int, at: int) -> Worth:
    """Return a preview of moving the seat's lord to a space of the display and taking the tile
    there."""
    after, round = taken_before(state, row, at), round_of(state, row)
    return worth(state, seat, state.display[row][at], after=after, round=round)


def round_of(state: Kingdom, row: int) -> int:
    """Return the current or next round that resolves `row` (MID-1.15). Before the first round,
    return 1 for every row."""
    return state.round + (row - state.row) % state.box.rows if state.round else 1


def losses(state: Kingdom, seat: int) -> Losses:
    """Return the losses of a seat through tiles that others will take in this round (MID-5.3,
    MID-5.16)."""
    later = state.copy()
    tiles: list[int] = []
    causes: list[int] = []
    coins = 0
    for who, tile in left_in_round(state):
        before, buried = later.coins[seat], set(later.graveyards[seat])
        _worth_of_taking(later, who, tile)
        if who != seat:
            paid, destroyed = before - later.coins[seat], set(later.graveyards[seat]) - buried
            coins += paid
            tiles += destroyed
            if paid > 0 or destroyed:
                causes.append(who)
    return Losses(tuple(tiles), coins, tuple(causes))


def left_in_round(state: Kingdom) -> list[tuple[int, int]]:
    """Return (seat, tile) pairs for the tiles that are still to be taken in this round."""
    order = state.order if state.round else []
    coming = order[order.index(state.active) :] if state.active in order else []
    return _under([seat for seat in coming if state.lord_row[seat] == state.row], state, state.row)


def taken_before(state: Kingdom, row: int, at: int) -> list[tuple[int, int]]:
    """Return (seat, tile) pairs for the tiles that will certainly be taken before the tile on a
    space of the display.

    They are the tiles that are left in this round, followed by those under the lords in the row to
    which the lords move: if that row is `row`, only those further to the left.
    """
    next_row = state.next_row if state.round else 0
    if next_row == NOWHERE:
        return left_in_round(state)
    lords = state.turn_order(next_row)
    if row == next_row:
        lords = [seat for seat in lords if state.lord_at[seat] < at]
    return left_in_round(state) + _under(lords, state, next_row)


def _under(seats: Sequence[int], state: Kingdom, row: int) -> list[tuple[int, int]]:
    """Return (seat, tile) pairs for the tiles under the lords of `seats` in `row`."""
    taken = ((seat, state.display[row][state.lord_at[seat]]) for seat in seats)
    return [(seat, tile) for seat, tile in taken if tile != GAP]


def _worth_of_taking(state: Kingdom, seat: int, tile: int) -> Worth:
    column = state.lay(seat, tile)
    before = list(state.coins)
    type_ = state.box.types[column]
    choice = EFFECTS[type_.effect](state, seat, type_)
    paid = [had - has for had, has in zip(before, state.coins, strict=True)]
    payers = tuple(other for other, amount in enumerate(paid) if amount > 0)
    income = state.income(seat, column)
    state.coins[seat] += income
    if isinstance(choice, ReturnTile):
        state.graveyards[seat] = state.graveyards[seat][
            1:
        ]  # any tile: the preview does not place it
    amounts = tuple(paid[other] for other in payers)
    return Worth(tile, income, -paid[seat], payers, amounts, choice is not None)
