"""Decisions that effects require, about graveyard tiles, the scout and tokens (MID-5 to MID-7).

D1 to D7 are the numbers of the decisions in the rules. Picks and outcomes are ids, or numbers
counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.core.event import Value
from engine.core.step import Decision, Place
from engine.core.step_stack import Step
from engine.errors import Refusal, forbidden
from engine.games.middle_ages.column_effects import WITHOUT_CHOICE
from engine.games.middle_ages.components import PlotType
from engine.games.middle_ages.situations import LAST_ROUND, token_situation
from engine.games.middle_ages.state import GAP, NO_TOKEN, NOWHERE, Kingdom
from engine.games.middle_ages.wording import (
    NO_SUCH_COLUMN,
    face,
    foreign_column,
    index_of,
    tile_at,
    type_name,
)
from engine.i18n.text import Seat, Text, words

STAY: Final = "stay"
"""Pick that leaves the scout in the hand or on its tile."""

ScoutPick = tuple[int, int] | str
"""A row and a position of the display, or `STAY`."""


class FromGraveyard(Decision[Kingdom, str]):
    """Base class: choose the tile that returns from the graveyard to the fief."""

    asks = words("Which tile do you return from your graveyard to your fief?")

    def options(self, state: Kingdom) -> Sequence[str]:
        return [state.box.tiles[tile].id for tile in state.graveyards[self.seat]]

    def apply(self, state: Kingdom, pick: str) -> None:
        """Place the tile in its column, without effect or income."""
        tile = state.box.tile_index[pick]
        state.return_tile(self.seat, tile)
        if state.notes is not None:
            state.announce(
                self.rules[0],
                self.seat,
                "{seat} takes {tile} back from the graveyard.",
                tile=face(state.box.tiles[tile]),
            )

    def label(self, state: Kingdom, chosen: tuple[str, ...]) -> Text:
        return face(state.box.tile(chosen[-1]))

    def target(self, state: Kingdom, chosen: tuple[str, ...]) -> Place:
        return ("grave", self.seat, chosen[-1])

    def refuse(self, state: Kingdom, pick: Value) -> Refusal:
        if pick in (STAY, "pass", ""):
            return forbidden(self.rules[0], "You must return a tile and cannot decline.")
        return forbidden(self.rules[0], "That tile is not in your graveyard.")

    def refuse_place(self, state: Kingdom, chosen: tuple[str, ...], place: Place) -> Refusal | None:
        return self.refuse(state, place[2]) if place[0] == "grave" else None


class ReturnTile(FromGraveyard):
    """D4: choose the tile that the village returns from the graveyard (MID-5.7 to 5.10)."""

    rules = ("MID-5.7", "MID-5.8", "MID-5.9", "MID-5.10", "MID-5.11")


def _return_from_graveyard(state: Kingdom, seat: int, _: PlotType) -> Step | None:
    if state.graveyards[seat]:
        return ReturnTile(seat)
    state.announce("MID-5.10", seat, "{seat} has no tile to return.")
    return None


class PlaceScout(Decision[Kingdom, ScoutPick]):
    """D3: choose the tile that the scout reserves, or leave the scout where it is (MID-6.1 to
    6.9)."""

    rules = ("MID-6.2", "MID-6.3", "MID-6.4", "MID-6.5", "MID-6.7", "MID-6.9")
    asks = words("Which tile does your scout reserve?")

    def options(self, state: Kingdom) -> Sequence[ScoutPick]:
        """Return the row and position of every tile without a scout in rows without lords, and
        `STAY`."""
        scouted = set(zip(state.scout_row, state.scout_at, strict=True))
        picks: list[ScoutPick] = [
            (row + 1, at + 1)
            for row in _rows_to_scout(state)
            for at in range(state.seats + 1)
            if (row, at) not in scouted
        ]
        picks.append(STAY)
        return picks

    def apply(self, state: Kingdom, pick: ScoutPick) -> None:
        seat = self.seat
        if isinstance(pick, str):
            state.announce("MID-6.9", seat, "{seat} leaves the scout where it is.")
            return
        row, position = pick
        state.scout_row[seat], state.scout_at[seat] = row - 1, position - 1
        if state.notes is not None:
            state.announce(
                "MID-6.4",
                seat,
                "{seat} reserves {tile}.",
                tile=tile_at(state, row - 1, position - 1),
            )

    def label(self, state: Kingdom, chosen: tuple[ScoutPick, ...]) -> Text:
        pick = chosen[-1]
        if not isinstance(pick, str):
            row, position = pick
            tile = face(state.box.tiles[state.display[row - 1][position - 1]])
            return words("row {row}: {tile}", row=row, tile=tile)
        if state.scout_row[self.seat] == NOWHERE:
            return words("Keep the scout in hand")
        return words("Leave the scout on its tile")

    def target(self, state: Kingdom, chosen: tuple[ScoutPick, ...]) -> Place | None:
        pick = chosen[-1]
        return None if isinstance(pick, str) else ("display", *pick)

    def refuse(self, state: Kingdom, pick: Value) -> Refusal:
        match pick:
            case (int(row), int(position)):
                row, at = row - 1, position - 1
            case _:
                return forbidden(
                    "MID-6.2", "Choose a tile in the display, or leave the scout where it is."
                )
        if not (0 <= row < state.box.rows and 0 <= at < state.width) or (
            state.display[row][at] == GAP
        ):
            return forbidden("MID-6.3", "There is no tile there.")
        if row == state.lord_row[self.seat]:
            return forbidden("MID-6.3", "Your lord is in that row.")
        lord, scout = state.lord_on(row, at), state.scout_on(row, at)
        if lord >= 0:
            return forbidden("MID-6.3", "{seat}'s lord is there.", seat=Seat(lord))
        if scout == self.seat:
            return forbidden("MID-6.9", "Your scout is already there.")
        return forbidden("MID-6.3", "{seat}'s scout reserves that tile.", seat=Seat(scout))

    def refuse_place(
        self, state: Kingdom, chosen: tuple[ScoutPick, ...], place: Place
    ) -> Refusal | None:
        return self.refuse(state, place[1:]) if place[0] == "display" else None


def _rows_to_scout(state: Kingdom) -> list[int]:
    """Return the filled rows except the row of this round and the row to which the lords move
    (MID-6.3, MID-6.7)."""
    return [
        row
        for row in range(state.box.rows)
        if row != state.row and row != state.next_row and state.display[row][0] != GAP
    ]


def _place_scout(state: Kingdom, seat: int, _: PlotType) -> Step | None:
    """Return the decision to place the seat's scout after its lord has moved (MID-6.1). Return None
    if no row can be scouted.

    A filled row always has a free tile, because it has more tiles than there are scouts.
    """
    if _rows_to_scout(state):
        return PlaceScout(seat)
    state.announce("MID-6.7", seat, "{seat} has no tile to put the scout on.")
    return None


class PlaceCoinToken(Decision[Kingdom, str]):
    """D5: choose the column for the coin token (MID-5.23, MID-7.1 to 7.3)."""

    rules = ("MID-5.23", "MID-7.1", "MID-7.2", "MID-7.3", "MID-7.6")
    asks = words("Which of your columns do you put the coin token on?")
    situations = (LAST_ROUND,)

    situation = staticmethod(token_situation)

    def options(self, state: Kingdom) -> Sequence[str]:
        tokens = state.coin_tokens[self.seat]
        return [column.id for column in state.box.types if not tokens[column.index]]

    def apply(self, state: Kingdom, pick: str) -> None:
        column = state.box.types[state.box.type_index[pick]]
        state.coin_tokens_left -= 1
        state.coin_tokens[self.seat][column.index] = 1
        state.announce(
            "MID-5.23",
            self.seat,
            "{seat} places a coin token on the {column} column.",
            column=column.names,
        )

    def label(self, state: Kingdom, chosen: tuple[str, ...]) -> Text:
        return type_name(state, chosen[-1])

    def target(self, state: Kingdom, chosen: tuple[str, ...]) -> Place:
        return ("column", self.seat, state.box.type_index[chosen[-1]])

    def refuse(self, state: Kingdom, pick: Value) -> Refusal:
        if index_of(state.box.type_index, pick) is None:
            return NO_SUCH_COLUMN
        return forbidden("MID-7.1", "There is already a coin token on that column.")

    def refuse_place(self, state: Kingdom, chosen: tuple[str, ...], place: Place) -> Refusal | None:
        if place[0] != "column":
            return None
        if place[1] != self.seat:
            return foreign_column(place)
        return self.refuse(state, state.box.types[int(place[2])].id)


class PlacePlotToken(Decision[Kingdom, tuple[str, str]]):
    """D6: choose a plot token and the column for it (MID-5.25, MID-7.4, MID-7.5)."""

    rules = ("MID-5.25", "MID-7.4", "MID-7.5", "MID-7.1", "MID-7.2")
    parts = 2
    asks = words("Which plot token do you take, and for which column?")
    situations = (LAST_ROUND,)

    situation = staticmethod(token_situation)

    def options(self, state: Kingdom) -> Sequence[tuple[str, str]]:
        return list(self._pairs(state))

    def can_be_made(self, state: Kingdom) -> bool:
        """Whether any token can be placed on any column (MID-7.8)."""
        return next(self._pairs(state), None) is not None

    def _pairs(self, state: Kingdom) -> Iterator[tuple[str, str]]:
        tokens, left = state.plot_tokens[self.seat], state.plot_tokens_left
        return (
            pair
            for token, column, pair in state.box.token_places
            if left[token] and tokens[column] == NO_TOKEN
        )

    def apply(self, state: Kingdom, pick: tuple[str, str]) -> None:
        token, column = (state.box.types[state.box.type_index[name]] for name in pick)
        state.plot_tokens_left[token.index] -= 1
        state.plot_tokens[self.seat][column.index] = token.index
        state.announce(
            "MID-5.25",
            self.seat,
            "{seat} places the {token} plot token on the {column} column.",
            token=token.names,
            column=column.names,
        )

    def part_question(self, state: Kingdom, chosen: tuple[str, ...]) -> Text:
        if not chosen:
            return words("Which plot token do you take?")
        return words("Which column do you put the plot token on?")

    def in_words(self, state: Kingdom, pick: Value) -> Text | None:
        match pick:
            case (str(token), str(column)):
                names = {"token": type_name(state, token), "column": type_name(state, column)}
                return words("Put the {token} plot token on the {column} column", **names)
        return None

    def label(self, state: Kingdom, chosen: tuple[str, ...]) -> Text:
        return type_name(state, chosen[-1])

    def target(self, state: Kingdom, chosen: tuple[str, ...]) -> Place:
        if len(chosen) == 1:
            return ("token", chosen[0])
        return ("column", self.seat, state.box.type_index[chosen[-1]])

    def refuse(self, state: Kingdom, pick: Value) -> Refusal:
        parts = pick if isinstance(pick, tuple) else (pick,)
        indices = [index_of(state.box.type_index, name) for name in parts]
        token = indices[0] if indices else None
        if token is None:
            return forbidden("MID-5.25", "There is no such plot token.")
        if not state.plot_tokens_left[token]:
            return forbidden("MID-7.7", "That plot token has already been taken.")
        column = indices[1] if len(indices) == 2 else None
        if column is None:
            return NO_SUCH_COLUMN
        if state.plot_tokens[self.seat][column] != NO_TOKEN:
            return forbidden("MID-7.1", "There is already a plot token on that column.")
        return forbidden("MID-7.5", "That column already counts this type.")

    def refuse_place(self, state: Kingdom, chosen: tuple[str, ...], place: Place) -> Refusal | None:
        """Return a refusal for a token that has been taken, for another player's column, and for a
        column on which the token cannot be placed. Return None for other places, and for columns
        before a token has been chosen."""
        if place[0] == "token" and not chosen:
            return self.refuse(state, (place[1],))
        if place[0] != "column" or not chosen:
            return None
        if place[1] != self.seat:
            return foreign_column(place)
        return self.refuse(state, (*chosen, state.box.types[int(place[2])].id))


def _take_coin_token(state: Kingdom, seat: int, _: PlotType) -> Step | None:
    if state.coin_tokens_left and 0 in state.coin_tokens[seat]:
        return PlaceCoinToken(seat)
    return _no_token(state, seat)


def _take_plot_token(state: Kingdom, seat: int, _: PlotType) -> Step | None:
    choice = PlacePlotToken(seat)
    return choice if choice.can_be_made(state) else _no_token(state, seat)


def _no_token(state: Kingdom, seat: int) -> Step | None:
    state.announce("MID-7.8", seat, "{seat} cannot place a token.")
    return None


EFFECTS: Final[dict[str, Callable[[Kingdom, int, PlotType], Step | None]]] = {
    **WITHOUT_CHOICE,
    "return_from_graveyard": _return_from_graveyard,
    "place_scout": _place_scout,
    "take_coin_token": _take_coin_token,
    "take_plot_token": _take_plot_token,
}
"""The effects, by kind. Each function returns the decision that the effect needs. It returns None
if the effect needs none or is skipped (MID-4.9)."""
