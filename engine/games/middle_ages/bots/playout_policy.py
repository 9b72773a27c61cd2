"""Playout policy that chooses tiles by their coins and by the growth of incomes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.core.chance import Dice
from engine.games.middle_ages.components import FARMER
from engine.games.middle_ages.setup import PlaceLord
from engine.games.middle_ages.state import GAP, NO_TOKEN, NOWHERE, Kingdom
from engine.games.middle_ages.tokens import (
    STAY,
    PlaceCoinToken,
    PlacePlotToken,
    PlaceScout,
    ReturnTile,
    ScoutPick,
)
from engine.games.middle_ages.turn import MoveLord

RETURNED_TILE_WORTH = 3.0
SCOUT_WORTH = 2.0
"""Assumed value of placing a scout, in coins. `RETURNED_TILE_WORTH` is that of returning a tile
from the graveyard."""


def quick(state: Kingdom, decision: Any, dice: Dice) -> Any:
    """Return the pick that a rule of thumb advises. If there is no rule of thumb for the decision,
    return a random pick."""
    choose = _CHOOSE.get(type(decision))
    options = decision.options(state)
    if choose is None or len(options) == 1:
        return dice.pick(options)
    return choose(state, decision.seat, options)


def tile_worth(state: Kingdom, seat: int, tile: int, counts: Sequence[int], turns: int) -> float:
    """Return the estimated coins that a tile brings to a seat with `counts` tiles of each type: its
    income and effect, higher incomes later, and the avoided penalty for an empty column. The seat
    takes `turns` more tiles afterwards."""
    box = state.box
    column = box.tile_type[tile]
    type_ = box.types[column]
    token = state.plot_tokens[seat][column]
    counted = 1 if column in type_.income_types else 0
    for income_type in type_.income_types:
        counted += counts[income_type]
    if token != NO_TOKEN:
        counted += counts[token] + (token == column)
    bonus = box.coin_token_bonus
    coin_tokens = state.coin_tokens[seat]
    worth = counted * (type_.rate + bonus * coin_tokens[column]) + turns * box.growth[column]
    if not counts[column]:
        worth += box.penalty / (1 + turns / 3)
    match type_.effect:
        case "gain_per_symbol":
            face = box.tiles[tile]
            if type_.symbol == FARMER:
                worth += type_.amount * (state.farmers[seat] + face.farmers)
            else:
                worth += type_.amount * (state.chests[seat] + face.chests)
        case "take_from_players_with_fewer" | "attack_players_with_fewer":
            own = counts[type_.own] + (type_.own == column)
            for other in range(state.seats):
                if other != seat and len(state.fiefs[other][type_.others]) < own:
                    worth += type_.amount
        case "take_coin_token":
            if state.coin_tokens_left:
                worth += turns * _best_coin_token(state, seat, counts)
        case "take_plot_token":
            worth += turns * _best_plot_token(state, seat, counts)
        case "return_from_graveyard":
            worth += RETURNED_TILE_WORTH * bool(state.graveyards[seat])
        case _:
            worth += SCOUT_WORTH
    return worth


def _best_coin_token(state: Kingdom, seat: int, counts: Sequence[int]) -> float:
    """Return the expected coins per turn from a coin token on the column where it gains most. The
    estimate ignores plot tokens."""
    box, tokens = state.box, state.coin_tokens[seat]
    best = 0.0
    for type_ in box.types:
        if not tokens[type_.index]:
            counted = 0
            for counting in type_.income_types:
                counted += counts[counting]
            best = max(best, box.frequency[type_.index] * box.coin_token_bonus * counted)
    return best


def _best_plot_token(state: Kingdom, seat: int, counts: Sequence[int]) -> float:
    """Return the expected coins per turn from a plot token of the type with the most tiles, on the
    column where it gains most. The estimate ignores coin tokens, and whether the plot token is
    available and allowed on that column."""
    box, tokens = state.box, state.plot_tokens[seat]
    paying = [pay for pay, token in zip(box.paying, tokens, strict=True) if token == NO_TOKEN]
    return max(paying, default=0.0) * max(counts)


def _counts(state: Kingdom, seat: int) -> list[int]:
    return [len(tiles) for tiles in state.fiefs[seat]]


def _turns_after(state: Kingdom, rounds: int) -> int:
    """Return the number of tiles that a seat still takes after the tile that it takes `rounds`
    rounds from now."""
    return max(0, len(state.box.rounds) - state.round - rounds)


def _move(state: Kingdom, seat: int, options: Sequence[int]) -> int:
    """Choose the tile for the next round by its value once the tile of this round has been
    taken."""
    counts = _counts(state, seat)
    row, at = state.lord_row[seat], state.lord_at[seat]
    if row != NOWHERE and state.display[row][at] != GAP:
        counts[state.box.tile_type[state.display[row][at]]] += 1
    tiles, turns = state.display[state.next_row], _turns_after(state, 1)
    return max(options, key=lambda to: tile_worth(state, seat, tiles[to - 1], counts, turns))


def _place(state: Kingdom, seat: int, options: Sequence[int]) -> int:
    counts, tiles, turns = _counts(state, seat), state.display[0], _turns_after(state, 1)
    return max(options, key=lambda to: tile_worth(state, seat, tiles[to - 1], counts, turns))


def _scout(state: Kingdom, seat: int, options: Sequence[ScoutPick]) -> ScoutPick:
    """Choose the best tile to reserve, assuming that the tile under the lord is taken first. If no
    tile is better than the one already reserved, do not move the scout."""
    counts = _counts(state, seat)
    row, at = state.lord_row[seat], state.lord_at[seat]
    if row != NOWHERE and state.display[row][at] != GAP:
        counts[state.box.tile_type[state.display[row][at]]] += 1
    turns = _turns_after(state, 2)

    def worth(row: int, position: int) -> float:
        return tile_worth(state, seat, state.display[row - 1][position - 1], counts, turns)

    best: ScoutPick = STAY
    highest = 0.0
    if state.scout_row[seat] != NOWHERE:
        highest = worth(state.scout_row[seat] + 1, state.scout_at[seat] + 1)
    for pick in options:
        if not isinstance(pick, str) and worth(*pick) > highest:
            best, highest = pick, worth(*pick)
    return best


def _coin_token(state: Kingdom, seat: int, options: Sequence[str]) -> str:
    """Choose the column with the highest expected gain per turn."""
    box, counts = state.box, _counts(state, seat)

    def pays(name: str) -> float:
        column = box.type_index[name]
        counted = sum(counts[income_type] for income_type in state.income_types(seat, column))
        return box.frequency[column] * (counted + 1)

    return max(options, key=pays)


def _plot_token(state: Kingdom, seat: int, options: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Choose the plot token and the column with the highest expected gain per turn."""
    box, counts = state.box, _counts(state, seat)

    def pays(pick: tuple[str, str]) -> float:
        token, column = box.type_index[pick[0]], box.type_index[pick[1]]
        rate = box.types[column].rate + box.coin_token_bonus * state.coin_tokens[seat][column]
        return box.frequency[column] * rate * (counts[token] + 1)

    return max(options, key=pays)


def _return(state: Kingdom, seat: int, options: Sequence[str]) -> str:
    """Choose the tile whose type is expected to bring most, through higher incomes and, if its
    column is empty, through the avoided penalty."""
    box, counts = state.box, _counts(state, seat)
    turns = _turns_after(state, 1)

    def worth(name: str) -> float:
        column = box.tile_type[box.tile_index[name]]
        return turns * box.growth[column] + box.penalty * (not counts[column]) / (1 + turns / 3)

    return max(options, key=worth)


_CHOOSE: Final[dict[type, Callable[[Kingdom, int, Any], Any]]] = {
    MoveLord: _move,
    PlaceLord: _place,
    PlaceScout: _scout,
    PlaceCoinToken: _coin_token,
    PlacePlotToken: _plot_token,
    ReturnTile: _return,
}
