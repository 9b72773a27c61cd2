"""A turn: move the lord, take a tile, receive income (MID-4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.event import Value
from engine.core.step import Decision, Place, RuleStep
from engine.errors import Refusal, forbidden
from engine.games.middle_ages import ENTRY
from engine.games.middle_ages.situations import (
    EMPTY_COLUMNS,
    EVENT_NEXT,
    FIRST_MOVE,
    LAST_MOVE,
    move_situation,
)
from engine.games.middle_ages.state import GAP, INCOME, NOWHERE, Kingdom
from engine.games.middle_ages.tokens import EFFECTS
from engine.games.middle_ages.wording import (
    face,
    no_such_position,
    tile_at,
    tile_name_at,
    worked_formula,
)
from engine.i18n.text import Seat, Text, words


class Turn(RuleStep[Kingdom]):
    """A player's turn: move the lord, take the tile, apply the effect, receive income (MID-4.1)."""

    rules = ("MID-4.1", "MID-3.10")

    seat: int

    def run(self, state: Kingdom) -> None:
        """Ask for the move. In the last round, remove the lord from the display and take the tile
        instead."""
        seat = self.seat
        state.begin_turn(seat)
        if state.next_row != NOWHERE:
            state.push(_MOVES[seat])
            return
        row, at = state.lord_row[seat], state.lord_at[seat]
        state.lord_row[seat] = state.lord_at[seat] = NOWHERE
        state.announce("MID-3.10", seat, "{seat} picks up the lord.")
        _take_tile(state, seat, row, at)


class MoveLord(Decision[Kingdom, int]):
    """D2: choose the tile of the next row to which the lord moves (MID-4.2 to 4.4)."""

    rules = ("MID-4.2", "MID-4.3", "MID-4.4", "MID-3.8", "MID-6.4", "MID-6.5")
    situations = (LAST_MOVE, EMPTY_COLUMNS, EVENT_NEXT, FIRST_MOVE)

    def situation(self, state: Kingdom) -> str:
        return move_situation(state, self.seat)

    def options(self, state: Kingdom) -> Sequence[int]:
        row = state.next_row
        positions = list(range(1, state.seats + 2))
        for seat in range(state.seats):
            if state.lord_row[seat] == row:
                positions.remove(state.lord_at[seat] + 1)
            elif state.scout_row[seat] == row and seat != self.seat:
                positions.remove(state.scout_at[seat] + 1)
        return positions

    def apply(self, state: Kingdom, pick: int) -> None:
        """Move the lord, and take the tile from which it has moved. If the seat's scout is in the
        new row, it returns to the hand."""
        seat = self.seat
        row, at = state.lord_row[seat], state.lord_at[seat]
        new_row = state.next_row
        state.lord_row[seat], state.lord_at[seat] = new_row, pick - 1
        if state.notes is not None:
            state.announce(
                "MID-4.2",
                seat,
                "{seat} moves the lord to {tile}.",
                tile=tile_at(state, new_row, pick - 1),
                short=tile_name_at(state, new_row, pick - 1),
            )
        if state.scout_row[seat] == new_row:
            state.scout_row[seat] = state.scout_at[seat] = NOWHERE
            state.announce("MID-6.5", seat, "{seat} takes the scout back.")
        _take_tile(state, seat, row, at)

    def question(self, state: Kingdom) -> Text:
        return words("Which tile in row {row} does your lord move to?", row=state.next_row + 1)

    def label(self, state: Kingdom, chosen: tuple[int, ...]) -> Text:
        return face(state.box.tiles[state.display[state.next_row][chosen[-1] - 1]])

    def target(self, state: Kingdom, chosen: tuple[int, ...]) -> Place:
        return ("display", state.next_row + 1, chosen[-1])

    def refuse(self, state: Kingdom, pick: Value) -> Refusal:
        row = state.next_row
        if type(pick) is not int or not 1 <= pick <= state.width:
            return no_such_position(state, "MID-4.2")
        lord = state.lord_on(row, pick - 1)
        if lord >= 0:
            return forbidden("MID-4.3", "{seat}'s lord is there.", seat=Seat(lord))
        scout = state.scout_on(row, pick - 1)
        return forbidden("MID-6.4", "{seat}'s scout reserves that tile.", seat=Seat(scout))

    def refuse_place(self, state: Kingdom, chosen: tuple[int, ...], place: Place) -> Refusal | None:
        row = state.next_row + 1
        if place[0] != "display":
            return None
        if place[1] != row:
            return forbidden("MID-4.2", "Your lord must move to row {row}.", row=row)
        return self.refuse(state, place[2])


class Income(RuleStep[Kingdom]):
    """Pay the income of the new tile's column after an effect with a decision (MID-4.8,
    MID-4.10)."""

    rules = ("MID-4.10", "MID-1.13")

    seat: int
    column: int

    def run(self, state: Kingdom) -> None:
        _take_income(state, self.seat, self.column)


def _take_tile(state: Kingdom, seat: int, row: int, at: int) -> None:
    """Move the tile on a space of the display to the column of its type, then apply its effect,
    then pay the income (MID-4.6)."""
    tile = state.display[row][at]
    state.display[row][at] = GAP
    column = state.lay(seat, tile)
    type_ = state.box.types[column]
    if state.notes is not None:
        state.announce("MID-4.6", seat, "{seat} takes {tile}.", tile=face(state.box.tiles[tile]))
    choice = EFFECTS[type_.effect](state, seat, type_)
    if choice is None:
        _take_income(state, seat, column)
    else:
        state.push(choice, Income(seat, column))


def _take_income(state: Kingdom, seat: int, column: int) -> None:
    income = state.income(seat, column)
    state.gain(seat, income, INCOME + column)
    if state.notes is not None:
        state.announce_plural(
            "MID-4.10",
            seat,
            "{seat} earns {n} coin from the {column} column: {formula}.",
            "{seat} earns {n} coins from the {column} column: {formula}.",
            income,
            column=state.box.types[column].names,
            formula=worked_formula(state, seat, column),
        )


_SEATS: Final = range(ENTRY.players[-1])

TURNS: Final = tuple(Turn(seat) for seat in _SEATS)

_MOVES: Final = tuple(MoveLord(seat) for seat in _SEATS)
"""The decisions about moving the lord, by seat. They are created only once."""
