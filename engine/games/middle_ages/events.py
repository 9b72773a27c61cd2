"""Effects of event cards, which apply to each player separately (MID-11)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.games.middle_ages.components import EventCard
from engine.games.middle_ages.state import EVENTS, EVENTS_PAID, Kingdom
from engine.games.middle_ages.wording import symbols
from engine.i18n.text import Text, plural

RULES = {
    "flourishing_trade": "MID-11.3",
    "exquisite_goods": "MID-11.4",
    "strengthened_defences": "MID-11.5",
    "good_harvest": "MID-11.6",
    "subsidy": "MID-11.7",
    "triumphant_return": "MID-11.8",
    "population_growth": "MID-11.9",
    "vast_holdings": "MID-11.10",
    "costly_ceremonies": "MID-11.11",
    "peasants_revolt": "MID-11.12",
    "alliance": "MID-11.13",
    "barbarian_invasion": "MID-11.14",
    "black_death": "MID-11.15",
    "earthquake": "MID-11.16",
    "reconstruction": "MID-11.17",
}
"""The rule of each event card, by the card's id."""


def gain_per_symbol(state: Kingdom, seat: int, event: EventCard) -> None:
    """Gain coins for every farmer (Flourishing Trade) or chest (Exquisite Goods) in the fief."""
    _gain(state, seat, event, state.symbols(seat, event.symbol), partial(symbols, event.symbol))


def gain_per_tile(state: Kingdom, seat: int, event: EventCard) -> None:
    """Gain coins for every tile of the types on the card."""
    _gain(state, seat, event, _count_tiles(state, seat, event), _tiles)


def gain_per_graveyard_tile(state: Kingdom, seat: int, event: EventCard) -> None:
    _gain(state, seat, event, len(state.graveyards[seat]), _tiles_in_graveyard)


def gain_per_type_present(state: Kingdom, seat: int, event: EventCard) -> None:
    """Gain coins for every type with at least one tile in the fief (Vast Holdings)."""
    _gain(state, seat, event, len(state.box.types) - state.empty_columns(seat), _types)


def pay_per_tile(state: Kingdom, seat: int, event: EventCard) -> None:
    """Pay coins for every tile of the types on the card, or all coins if the seat has fewer (Costly
    Ceremonies)."""
    count = _count_tiles(state, seat, event)
    paid = state.pay(seat, event.amount * count, EVENTS_PAID)
    if not paid:
        state.announce(
            RULES[event.id], seat, "{seat} pays nothing: {counted}.", counted=lambda: _tiles(count)
        )
    else:
        state.announce_plural(
            RULES[event.id],
            seat,
            "{seat} pays {n} coin: {counted}.",
            "{seat} pays {n} coins: {counted}.",
            paid,
            counted=lambda: _tiles(count),
        )


def destroy_one_of_each(state: Kingdom, seat: int, event: EventCard) -> None:
    """For each type on the card, move the topmost tile, if there is one, from the fief to the
    graveyard."""
    for column in event.types:
        if state.fiefs[seat][column]:
            tile = state.destroy_topmost(seat, column)
            state.announce(
                RULES[event.id], seat, "{seat} loses {tile}.", tile=state.box.tiles[tile]
            )
        else:
            state.announce(
                RULES[event.id],
                seat,
                "{seat} has no {type} to lose.",
                type=state.box.types[column].names,
            )


AT_ONCE = {
    "gain_per_symbol": gain_per_symbol,
    "gain_per_tile": gain_per_tile,
    "gain_per_graveyard_tile": gain_per_graveyard_tile,
    "gain_per_type_present": gain_per_type_present,
    "pay_per_tile": pay_per_tile,
    "destroy_one_of_each": destroy_one_of_each,
}
"""The effects of events that need no decision, by kind."""


def _count_tiles(state: Kingdom, seat: int, event: EventCard) -> int:
    return sum(state.count(seat, type_) for type_ in event.types)


def _tiles(count: int) -> Text:
    return plural("{n} tile", "{n} tiles", count)


def _tiles_in_graveyard(count: int) -> Text:
    return plural("{n} tile in the graveyard", "{n} tiles in the graveyard", count)


def _types(count: int) -> Text:
    return plural("{n} type of plot", "{n} types of plot", count)


def _gain(
    state: Kingdom, seat: int, event: EventCard, count: int, counted: Callable[[int], Text]
) -> None:
    """Gain the card's amount `count` times. `counted` returns the phrase that explains the number,
    such as "3 tiles"."""
    gained = event.amount * count
    state.gain(seat, gained, EVENTS)
    if not gained:
        state.announce(
            RULES[event.id],
            seat,
            "{seat} gains nothing: {counted}.",
            counted=lambda: counted(count),
        )
    else:
        state.announce_plural(
            RULES[event.id],
            seat,
            "{seat} gains {n} coin: {counted}.",
            "{seat} gains {n} coins: {counted}.",
            gained,
            counted=lambda: counted(count),
        )
