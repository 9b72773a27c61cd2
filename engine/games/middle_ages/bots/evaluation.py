"""Evaluation by rules of thumb: the coins, and an estimate of the coins to come."""

from __future__ import annotations

from engine.games.middle_ages.components import FARMER
from engine.games.middle_ages.state import GAP, NO_TOKEN, NOWHERE, Kingdom

RESERVED = 0.4
"""Share of a reserved tile's value that counts before the lord is on it."""

SCOUTING = 2.0
RETURNING = 3.0


def outlook(state: Kingdom, seat: int) -> float:
    """Estimate the coins at the end from the tiles taken and claimed so far."""
    turns = turns_left(state, seat)
    counts = [len(tiles) for tiles in state.fiefs[seat]]
    value = float(state.coins[seat])
    row, at = state.lord_row[seat], state.lord_at[seat]
    if row != NOWHERE and turns:
        tile = state.display[row][at]
        turns -= 1
        value += _worth(state, seat, tile, counts, turns)
        counts[state.box.tile_type[tile]] += 1
    scout_row = state.scout_row[seat]
    if scout_row != NOWHERE and turns:
        tile = state.display[scout_row][state.scout_at[seat]]
        if tile != GAP:
            value += RESERVED * _worth(state, seat, tile, counts, turns - 1)
    value += turns * _average_income(state, seat, counts)
    return value - _expected_penalty(state, counts, turns)


def turns_left(state: Kingdom, seat: int) -> int:
    """Number of tiles that the seat will still take."""
    rounds = len(state.box.rounds)
    if not state.round:
        return rounds
    still_to_come = state.lord_row[seat] == state.plan.row
    return rounds - state.round + still_to_come


def _average_income(state: Kingdom, seat: int, counts: list[int]) -> float:
    """Income of a turn that takes a tile of the type that comes, weighted by the types'
    frequencies."""
    income = 0.0
    for type_ in state.box.types:
        counted = sum(
            counts[income_type] + (income_type == type_.index)
            for income_type in state.income_types(seat, type_.index)
        )
        income += _frequency(state, type_.index) * state.rate(seat, type_.index) * counted
    return income


def _frequency(state: Kingdom, type_: int) -> float:
    tiles = state.box.tile_type
    return tiles.count(type_) / len(tiles)


def _worth(state: Kingdom, seat: int, tile: int, counts: list[int], turns: int) -> float:
    """Coins gained at once by taking a tile: effect and income."""
    type_ = state.box.types[state.box.tile_type[tile]]
    column = type_.index
    counts = list(counts)
    counts[column] += 1
    counted = sum(counts[income_type] for income_type in state.income_types(seat, column))
    income = state.rate(seat, column) * counted
    return income + _effect(state, seat, tile, counts, turns)


def _effect(state: Kingdom, seat: int, tile: int, counts: list[int], turns: int) -> float:
    box = state.box
    type_ = box.types[box.tile_type[tile]]
    face = box.tiles[tile]
    match type_.effect:
        case "gain_per_symbol":
            on_it = face.farmers if type_.symbol == FARMER else face.chests
            return type_.amount * (state.symbols(seat, type_.symbol) + on_it)
        case "take_from_players_with_fewer" | "attack_players_with_fewer":
            fewer = sum(
                state.count(other, type_.others) < counts[type_.own]
                for other in range(state.seats)
                if other != seat
            )
            return type_.amount * fewer
        case "return_from_graveyard":
            return RETURNING * bool(state.graveyards[seat])
        case "take_coin_token":
            return turns * max(
                _frequency(state, plot_type.index)
                * sum(counts[counted] for counted in state.income_types(seat, plot_type.index))
                * (not state.coin_tokens[seat][plot_type.index])
                for plot_type in box.types
            )
        case "take_plot_token":
            return turns * max(
                _frequency(state, plot_type.index)
                * state.rate(seat, plot_type.index)
                * max(counts)
                * (state.plot_tokens[seat][plot_type.index] == NO_TOKEN)
                for plot_type in box.types
            )
        case _:
            return SCOUTING


def _expected_penalty(state: Kingdom, counts: list[int], turns: int) -> float:
    """Penalty for empty columns: the fewer turns are left to fill them, the more they cost."""
    return state.box.penalty * counts.count(0) / (1 + turns / 3)
