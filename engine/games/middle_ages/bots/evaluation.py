"""Evaluation by rules of thumb, which estimates a seat's coins at the end, and the features for the
fitted evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.middle_ages.bots.playout_policy import (
    RETURNED_TILE_WORTH,
    SCOUT_WORTH,
    tile_worth,
)
from engine.games.middle_ages.components import FARMER
from engine.games.middle_ages.state import GAP, NO_TOKEN, NOWHERE, Kingdom

RESERVED_SHARE = 0.4
"""Share of a tile's value that counts as long as the tile is reserved by a scout but not reached by
the lord."""


def evaluate(state: Kingdom, seat: int) -> float:
    """Return the estimated coins of a seat at the end of the game, based on the tiles that it has
    taken, claimed or reserved, and on an average income in its other turns."""
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
            value += RESERVED_SHARE * _worth(state, seat, tile, counts, turns - 1)
    value += turns * _average_income(state, seat, counts)
    return value - _expected_penalty(state, counts, turns)


def turns_left(state: Kingdom, seat: int) -> int:
    rounds = len(state.box.rounds)
    if not state.round:
        return rounds
    still_to_come = state.lord_row[seat] == state.plan.row
    return rounds - state.round + still_to_come


def _average_income(state: Kingdom, seat: int, counts: list[int]) -> float:
    """Return the expected income of a turn for a seat with `counts` tiles of each type. It is the
    average over all types of tile that the turn may bring, weighted by their frequencies."""
    income = 0.0
    for type_ in state.box.types:
        counted = sum(
            counts[income_type] + (income_type == type_.index)
            for income_type in state.income_types(seat, type_.index)
        )
        income += state.box.frequency[type_.index] * state.rate(seat, type_.index) * counted
    return income


def _worth(state: Kingdom, seat: int, tile: int, counts: list[int], turns: int) -> float:
    """Return the estimated coins from taking a tile, which are the income of its column and the
    value of its effect. The seat has `counts` tiles of each type before, and `turns` turns
    afterwards."""
    type_ = state.box.types[state.box.tile_type[tile]]
    column = type_.index
    counts = list(counts)
    counts[column] += 1
    counted = sum(counts[income_type] for income_type in state.income_types(seat, column))
    return state.rate(seat, column) * counted + _effect(state, seat, tile, counts, turns)


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
            return RETURNED_TILE_WORTH * bool(state.graveyards[seat])
        case "take_coin_token":
            return turns * max(
                state.box.frequency[plot_type.index]
                * sum(counts[counted] for counted in state.income_types(seat, plot_type.index))
                * (not state.coin_tokens[seat][plot_type.index])
                for plot_type in box.types
            )
        case "take_plot_token":
            return turns * max(
                state.box.frequency[plot_type.index]
                * state.rate(seat, plot_type.index)
                * max(counts)
                * (state.plot_tokens[seat][plot_type.index] == NO_TOKEN)
                for plot_type in box.types
            )
        case _:
            return SCOUT_WORTH


def _expected_penalty(state: Kingdom, counts: list[int], turns: int) -> float:
    """Return the expected penalty for columns that are empty in `counts`, in coins. It is higher if
    fewer `turns` are left to fill them."""
    return state.box.penalty * counts.count(0) / (1 + turns / 3)


_FEATURES_PER_TILE: Final = 3


def features(state: Kingdom, seat: int) -> Sequence[float]:
    """Return the features of a seat. Their number is the same in every state with the printed
    components."""
    box = state.box
    fief = state.fiefs[seat]
    counts = [len(tiles) for tiles in fief]
    tokens, coin_tokens = state.plot_tokens[seat], state.coin_tokens[seat]
    incomes = []
    for type_ in box.types:
        column = type_.index
        token = tokens[column]
        counted = 0 if token == NO_TOKEN else counts[token] + (token == column)
        for income_type in type_.income_types:
            counted += counts[income_type] + (income_type == column)
        incomes.append(counted * (type_.rate + box.coin_token_bonus * coin_tokens[column]))
    counts_after = counts[:]
    claimed = [0.0] * len(box.types)
    row, at = state.lord_row[seat], state.lord_at[seat]
    tile = GAP if row == NOWHERE else state.display[row][at]
    on_claimed: Sequence[float] = (0.0,) * _FEATURES_PER_TILE
    if tile != GAP:
        claimed[box.tile_type[tile]] = 1.0
        on_claimed = _tile_features(state, seat, tile, counts, incomes)
        counts_after[box.tile_type[tile]] += 1
    row = state.scout_row[seat]
    tile = GAP if row == NOWHERE else state.display[row][state.scout_at[seat]]
    on_scouted: Sequence[float] = (0.0,) * _FEATURES_PER_TILE
    if tile != GAP:
        on_scouted = _tile_features(state, seat, tile, counts, incomes)
    return (
        1.0,
        state.coins[seat],
        *counts,
        *incomes,
        *claimed,
        *on_claimed,
        *on_scouted,
        counts.count(0),
        state.farmers[seat],
        state.chests[seat],
        sum(coin_tokens),
        sum(incomes[column] for column, token in enumerate(coin_tokens) if token),
        len(tokens) - tokens.count(NO_TOKEN),
        len(state.graveyards[seat]),
        *_rival_features(state, seat, counts),
        *_event_features(state, seat, counts_after),
        *_coming_rows(state, seat, counts_after),
    )


def _tile_features(
    state: Kingdom, seat: int, tile: int, counts: Sequence[int], incomes: Sequence[int]
) -> Sequence[float]:
    """Return the features of a tile: the income of its column, the coins from its effect, and
    whether its column is empty. `counts` are the tiles of each type before the tile is taken, and
    `incomes` the incomes of the columns, each with one more tile of its type."""
    box = state.box
    column = box.tile_type[tile]
    type_ = box.types[column]
    effect = 0
    if type_.symbol is not None:
        face = box.tiles[tile]
        if type_.symbol == FARMER:
            effect = type_.amount * (state.farmers[seat] + face.farmers)
        else:
            effect = type_.amount * (state.chests[seat] + face.chests)
    elif type_.own >= 0:
        own = counts[type_.own] + (type_.own == column)
        for other, fief in enumerate(state.fiefs):
            if other != seat and len(fief[type_.others]) < own:
                effect += type_.amount
    return incomes[column], effect, not counts[column]


def _rival_features(state: Kingdom, seat: int, counts: Sequence[int]) -> Sequence[float]:
    """Return comparisons of the seat, which has `counts` tiles of each type, with the others.

    For the effect of mills and then for that of barracks, these are the number of seats that would
    pay `seat`, the number of seats that `seat` would pay, and the largest excess (at least 0) of
    another seat's mills over the mills of `seat`, or of its barracks over the ramparts of `seat`.
    The last values are the position of the seat's lord in its row, counted from 0 (-1 for a lord
    outside the display), and the number of lords with lower positions, in any row.
    """
    values: list[float] = []
    for type_ in state.box.types:
        if type_.own < 0:
            continue
        ahead = behind = most = 0
        for other, fief in enumerate(state.fiefs):
            if other != seat:
                ahead += len(fief[type_.others]) < counts[type_.own]
                lead = len(fief[type_.own]) - counts[type_.others]
                behind += lead > 0
                most = max(most, lead)
        values += (ahead, behind, most)
    at = state.lord_at[seat]
    return (*values, at, sum(other < at for other in state.lord_at))


def _event_features(state: Kingdom, seat: int, counts: Sequence[int]) -> Sequence[float]:
    """Return the results of the next event, and of all later events, for a seat with `counts` tiles
    of each type: coins, tiles lost, and columns emptied."""
    values: list[float] = []
    left = state.events[state.events_resolved :]
    for cards in (left[:1], left[1:]):
        coins = lost = emptied = 0
        for card in cards:
            event = state.box.events[card]
            tiles = 0
            for type_ in event.types:
                tiles += counts[type_]
            match event.kind:
                case "gain_per_tile":
                    coins += event.amount * tiles
                case "pay_per_tile":
                    coins -= event.amount * tiles
                case "gain_per_symbol":
                    coins += event.amount * state.symbols(seat, event.symbol)
                case "gain_per_graveyard_tile":
                    coins += event.amount * len(state.graveyards[seat])
                case "gain_per_type_present":
                    coins += event.amount * (len(counts) - counts.count(0))
                case "destroy_one_of_each":
                    for type_ in event.types:
                        lost += counts[type_] > 0
                        emptied += counts[type_] == 1
        values += (coins, lost, emptied)
    return values


def _coming_rows(state: Kingdom, seat: int, counts: Sequence[int]) -> Sequence[float]:
    """Return the values of tiles in the two rows after the lord's row.

    For the first of them, these are the values of the best tile, and of the best tile that is left
    after the lords ahead have chosen. For the second, these are the values of the best tile and of
    an average tile. The values are 0 for a missing or empty row, and for a lord outside the
    display.
    """
    box = state.box
    row, at = state.lord_row[seat], state.lord_at[seat]
    if row == NOWHERE:
        return (0.0,) * 4
    moved = row == state.next_row
    coming = box.rounds[state.round - 1 + moved :][:2] if state.round else box.rounds[:2]
    ahead = 0.0
    for other in range(state.seats):
        if state.lord_row[other] == row:
            ahead += state.lord_at[other] < at
        elif other != seat:
            ahead += at / state.seats
    values: list[float] = []
    for rounds, plan in enumerate(coming, 1):
        if plan.next_row is None:
            break
        turns = len(box.rounds) - state.round - moved - rounds
        tiles = [tile for tile in state.display[plan.next_row] if tile != GAP]
        worths = [tile_worth(state, seat, tile, counts, turns) for tile in tiles]
        worths.sort(reverse=True)
        if not worths:
            break
        if rounds == 1:
            last = len(worths) - 1
            low = min(int(ahead), last)
            high = min(low + 1, last)
            part = ahead - int(ahead)
            values += (worths[0], worths[low] * (1 - part) + worths[high] * part)
        else:
            values += (worths[0], sum(worths) / len(worths))
    return [*values, 0.0, 0.0, 0.0, 0.0][:4]
