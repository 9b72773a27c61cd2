"""A slow second version of the rules, directly from their wording, for comparison with the game."""

from __future__ import annotations

from typing import Any

from engine.core.step import Decision
from engine.games.middle_ages.scoring import Reconstruct
from engine.games.middle_ages.setup import PlaceLord
from engine.games.middle_ages.state import GAP, NO_TOKEN, Kingdom
from engine.games.middle_ages.tokens import PlaceCoinToken, PlacePlotToken, PlaceScout, ReturnTile
from engine.games.middle_ages.turn import MoveLord

PRINTED = {
    "field": ("field",),
    "mill": ("mill",),
    "village": ("village", "rampart"),
    "rampart": ("field", "rampart"),
    "market": ("market", "mill"),
    "barracks": ("barracks", "village"),
    "church": ("church",),
    "palace": ("palace",),
}
COLUMNS = tuple(PRINTED)


def legal_picks(state: Kingdom, decision: Decision[Kingdom, Any]) -> set[Any]:
    """Every legal pick of a decision."""
    seat = decision.seat
    places = [(row, at) for row in range(1, 5) for at in range(1, state.seats + 2)]
    match decision:
        case PlaceLord():
            return {at for row, at in places if row == 1 and not _lords(state, row, at)}
        case MoveLord():
            target = state.round % 4 + 1
            return {at for row, at in places if row == target and _may_enter(state, seat, row, at)}
        case PlaceScout():
            return {place for place in places if _may_reserve(state, seat, *place)} | {"stay"}
        case ReturnTile() | Reconstruct():
            return {state.box.tiles[tile].id for tile in state.graveyards[seat]}
        case PlaceCoinToken():
            return {name for n, name in enumerate(COLUMNS) if not state.coin_tokens[seat][n]}
        case PlacePlotToken():
            return {
                (token, column)
                for n, column in enumerate(COLUMNS)
                if state.plot_tokens[seat][n] == NO_TOKEN
                for m, token in enumerate(COLUMNS)
                if token not in PRINTED[column]
                and not any(m in tokens for tokens in state.plot_tokens)
            }
    raise AssertionError(decision)


def all_picks(state: Kingdom) -> list[Any]:
    """Picks of every kind, legal and illegal, for any decision."""
    numbers: list[Any] = list(range(-1, state.seats + 4))
    return [
        *numbers,
        *((row, at) for row in range(6) for at in numbers),
        *COLUMNS,
        *((token, column) for token in COLUMNS for column in COLUMNS),
        *(tile.id for tile in state.box.tiles),
        "stay",
        "pass",
        "",
        (),
        ("field",),
        ("field", "mill", "mill"),
    ]


def income(state: Kingdom, seat: int, column: str) -> int:
    """The income of a column, tile by tile (MID-1.13)."""
    number = COLUMNS.index(column)
    rate = (3 if column in ("church", "palace") else 2) + state.coin_tokens[seat][number]
    token = state.plot_tokens[seat][number]
    counted = {*PRINTED[column], *([COLUMNS[token]] if token != NO_TOKEN else [])}
    tiles = [state.box.tiles[tile] for tiles in state.fiefs[seat] for tile in tiles]
    return sum(rate for tile in tiles if tile.id.split("_")[0] in counted)


def _lords(state: Kingdom, row: int, at: int) -> list[int]:
    return [
        seat
        for seat in range(state.seats)
        if (state.lord_row[seat] + 1, state.lord_at[seat] + 1) == (row, at)
    ]


def _scouts(state: Kingdom, row: int, at: int) -> list[int]:
    return [
        seat
        for seat in range(state.seats)
        if (state.scout_row[seat] + 1, state.scout_at[seat] + 1) == (row, at)
    ]


def _may_enter(state: Kingdom, seat: int, row: int, at: int) -> bool:
    """MID-4.3: no lord on it and no scout of another player."""
    return not _lords(state, row, at) and set(_scouts(state, row, at)) <= {seat}


def _may_reserve(state: Kingdom, seat: int, row: int, at: int) -> bool:
    """MID-6.3 and 6.9: a tile outside the lord's row, without a lord, without any scout."""
    return (
        state.display[row - 1][at - 1] != GAP
        and row != state.lord_row[seat] + 1
        and not _lords(state, row, at)
        and not _scouts(state, row, at)
    )
