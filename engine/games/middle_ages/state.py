"""The state of Middle Ages: the display, the fiefs, the common supply, the stacks.

In the state, rows, positions, columns and slots count from 0. In picks, logs and sentences, rows
and positions count from 1, as in the rules. Tiles, types and events are indices into the
components. Nothing is secret: everything unknown is drawn at random only when it is needed.
"""

from __future__ import annotations

from typing import Final

from attrs import field

from engine.core.state import State, shared, table
from engine.games.middle_ages.components import FARMER, Components, PlotType, RoundPlan, components

GAP: Final = -1
"""Value of a space in the display without a tile."""

NOWHERE: Final = -1
"""Row and position of a lord outside the display, or of a scout in its owner's hand. Also `row` and
`next_row` before the first round, and `next_row` in the last one."""

NO_TOKEN: Final = -1

RESHUFFLED: Final = 2
"""Index of the stack that is made from the discard pile, after the blue and the orange stack."""

# Entries of a ledger: the income of each column, from `INCOME` on, then the other sources.
INCOME: Final = 0
FARMERS, CHESTS, TRIBUTE, ATTACKS, EVENTS = range(8, 13)
TRIBUTE_PAID, ATTACKS_PAID, EVENTS_PAID, PENALTY_PAID, STARTING, LEDGER_ENTRIES = range(13, 19)


@table
class Kingdom(State):
    """The state of a game.

    `fiefs` are the columns of every seat from left to right, each with its tiles from bottom to
    top. `row` is the row of the current round, and `next_row` the row to which the lords move
    (`NOWHERE` in the last round). `farmers` and `chests` count the symbols in each fief (MID-1.13).
    `stacks` are the remaining tiles of the blue, the orange and the reshuffled stack, in no
    particular order, because a tile is drawn at random only when it is needed (MID-13.4). `ledgers`
    are the coins that every seat has gained by source; payments are negative. `coin_tokens` are
    the numbers of coin tokens on every seat's columns, and `plot_tokens` the types of the plot
    tokens on them (`NO_TOKEN` for none). `order` is the turn order of the current round.
    """

    box: Components = shared(factory=components)

    row: int = NOWHERE
    next_row: int = NOWHERE
    order: list[int] = field(factory=list)
    display: list[list[int]] = field(factory=list)
    lord_row: list[int] = field(factory=list)
    lord_at: list[int] = field(factory=list)
    scout_row: list[int] = field(factory=list)
    scout_at: list[int] = field(factory=list)

    fiefs: list[list[tuple[int, ...]]] = field(factory=list)
    graveyards: list[tuple[int, ...]] = field(factory=list)
    farmers: list[int] = field(factory=list)
    chests: list[int] = field(factory=list)
    coins: list[int] = field(factory=list)
    ledgers: list[list[int]] = field(factory=list)

    coin_tokens: list[list[int]] = field(factory=list)
    plot_tokens: list[list[int]] = field(factory=list)
    coin_tokens_left: int = 0
    plot_tokens_left: list[int] = field(factory=list)

    stacks: list[list[int]] = field(factory=list)
    discard: list[int] = field(factory=list)
    events: list[int] = field(factory=list)
    events_resolved: int = 0

    # ------------------------------------------------------------------ definitions (MID-1.13)

    def count(self, seat: int, type_: int) -> int:
        return len(self.fiefs[seat][type_])

    def symbols(self, seat: int, symbol: str | None) -> int:
        """Return the number of farmers in the seat's fief if `symbol` is `FARMER`, otherwise the
        number of chests (MID-1.13)."""
        return (self.farmers if symbol == FARMER else self.chests)[seat]

    def with_fewer(self, seat: int, column: PlotType) -> list[int]:
        """Return the other seats with fewer tiles of `column.others` than `seat` has of
        `column.own` (MID-5.3, MID-5.16)."""
        own = len(self.fiefs[seat][column.own])
        return [
            other
            for other in range(self.seats)
            if other != seat and len(self.fiefs[other][column.others]) < own
        ]

    def income_types(self, seat: int, column: int) -> tuple[int, ...]:
        """Return the types that a column counts: its printed types and the type of its plot
        token."""
        printed = self.box.types[column].income_types
        token = self.plot_tokens[seat][column]
        return printed if token == NO_TOKEN else (*printed, token)

    def rate(self, seat: int, column: int) -> int:
        """Return the coins that a column pays per counted tile (MID-7.3)."""
        box = self.box
        return box.types[column].rate + box.coin_token_bonus * self.coin_tokens[seat][column]

    def income(self, seat: int, column: int) -> int:
        """Return the current income of a column, which is its rate multiplied by the number of
        counted tiles."""
        type_ = self.box.types[column]
        fief = self.fiefs[seat]
        token = self.plot_tokens[seat][column]
        counted = 0 if token == NO_TOKEN else len(fief[token])
        for income_type in type_.income_types:
            counted += len(fief[income_type])
        return counted * (type_.rate + self.box.coin_token_bonus * self.coin_tokens[seat][column])

    def empty_columns(self, seat: int) -> int:
        """Return the number of columns without tiles, even if there are tokens on them
        (MID-12.2)."""
        return self.fiefs[seat].count(())

    # ------------------------------------------------------------------ the display

    @property
    def width(self) -> int:
        """The number of positions in a row: one more than the number of players (MID-2.4)."""
        return self.seats + 1

    @property
    def plan(self) -> RoundPlan:
        return self.box.rounds[self.round - 1]

    def lord_on(self, row: int, at: int) -> int:
        """Return the seat of the lord on a space of the display; -1 if there is none."""
        return self._on(self.lord_row, self.lord_at, row, at)

    def scout_on(self, row: int, at: int) -> int:
        """Return the seat of the scout on a space of the display; -1 if there is none."""
        return self._on(self.scout_row, self.scout_at, row, at)

    def _on(self, rows: list[int], ats: list[int], row: int, at: int) -> int:
        for seat in range(self.seats):
            if rows[seat] == row and ats[seat] == at:
                return seat
        return -1

    def turn_order(self, row: int) -> list[int]:
        """Return the seats with lords in `row`, from left to right (MID-3.5)."""
        in_row = [seat for seat in range(self.seats) if self.lord_row[seat] == row]
        return sorted(in_row, key=self.lord_at.__getitem__)

    # ------------------------------------------------------------------ rounds

    def begin_round(self, number: int) -> None:
        """Begin round `number`, and set its row and the row after it (MID-1.15)."""
        self.round = number
        plan = self.plan
        self.row = plan.row
        self.next_row = NOWHERE if plan.next_row is None else plan.next_row

    # ------------------------------------------------------------------ fiefs and graveyards

    def lay(self, seat: int, tile: int) -> int:
        """Place a tile on top of the column of its type (MID-4.6) or, if custom data say so, at the
        bottom. Return the column."""
        box = self.box
        column = box.tile_type[tile]
        fief = self.fiefs[seat]
        fief[column] = (*fief[column], tile) if box.new_tile_on_top else (tile, *fief[column])
        face = box.tiles[tile]
        self.farmers[seat] += face.farmers
        self.chests[seat] += face.chests
        return column

    def destroy_topmost(self, seat: int, column: int) -> int:
        """Move the topmost tile of a column, which must not be empty, to its owner's graveyard
        (MID-8.1, MID-8.5), and return the tile."""
        fief = self.fiefs[seat]
        tile = fief[column][-1]
        fief[column] = fief[column][:-1]
        self.graveyards[seat] += (tile,)
        face = self.box.tiles[tile]
        self.farmers[seat] -= face.farmers
        self.chests[seat] -= face.chests
        return tile

    def return_tile(self, seat: int, tile: int) -> None:
        """Move a tile from the graveyard back to the column of its type (MID-5.7)."""
        self.graveyards[seat] = tuple(other for other in self.graveyards[seat] if other != tile)
        self.lay(seat, tile)

    # ------------------------------------------------------------------ coins (MID-9)

    def gain(self, seat: int, amount: int, entry: int) -> None:
        """Add `amount` coins to those of the seat, and record them under `entry` in its ledger."""
        self.coins[seat] += amount
        self.ledgers[seat][entry] += amount

    def pay(self, seat: int, amount: int, entry: int) -> int:
        """Pay `amount` coins, or all coins if the seat has fewer (MID-9.1), and record them under
        `entry` in its ledger. Return the number paid."""
        coins = self.coins[seat]
        paid = amount if amount < coins else coins
        self.coins[seat] -= paid
        self.ledgers[seat][entry] -= paid
        return paid

    # ------------------------------------------------------------------ stacks (MID-10)

    def take_from_stacks(self, tiles: tuple[int, ...]) -> bool:
        """Remove `tiles` one by one, each from the first stack that is not empty. When all stacks
        are empty, the discard pile becomes a new stack. Return whether this has happened."""
        stacks = self.stacks
        reshuffled = False
        for tile in tiles:
            stack = stacks[0] or stacks[1] or stacks[RESHUFFLED]
            if not stack:
                stack = stacks[RESHUFFLED] = self.discard
                self.discard = []
                reshuffled = True
            stack.remove(tile)
        return reshuffled
