"""Effects of columns that need no decision: farmers, chests, tribute, attacks (MID-5)."""

from __future__ import annotations

from typing import Final

from engine.games.middle_ages.components import FARMER, PlotType
from engine.games.middle_ages.state import (
    ATTACKS,
    ATTACKS_PAID,
    CHESTS,
    FARMERS,
    TRIBUTE,
    TRIBUTE_PAID,
    Kingdom,
)
from engine.games.middle_ages.wording import symbols
from engine.i18n.text import Seat


def gain_per_symbol(state: Kingdom, seat: int, column: PlotType) -> None:
    """Gain coins for every farmer (field, MID-5.1) or chest (market, MID-5.14) in the fief."""
    farming = column.symbol == FARMER
    count = (state.farmers if farming else state.chests)[seat]
    gained = column.amount * count
    state.gain(seat, gained, FARMERS if farming else CHESTS)
    if state.notes is not None and not gained and farming:
        state.announce("MID-5.1", seat, "{seat} gains nothing: there are no farmers in the fief.")
    elif state.notes is not None and not gained:
        state.announce("MID-5.14", seat, "{seat} gains nothing: there are no chests in the fief.")
    elif state.notes is not None:
        state.announce_plural(
            "MID-5.1" if farming else "MID-5.14",
            seat,
            "{seat} gains {n} coin: {symbols} in the fief.",
            "{seat} gains {n} coins: {symbols} in the fief.",
            gained,
            symbols=symbols(column.symbol, count),
        )


def take_tribute(state: Kingdom, seat: int, column: PlotType) -> None:
    """Take tribute from every seat with fewer mills (MID-5.3)."""
    paying = state.with_fewer(seat, column)
    for other in paying:
        paid = state.pay(other, column.amount, TRIBUTE_PAID)
        state.gain(seat, paid, TRIBUTE)
        if state.notes is not None and not paid:
            _announce_nothing_paid(state, "MID-5.5", other)
        elif state.notes is not None:
            state.announce_plural(
                "MID-5.3" if paid == column.amount else "MID-5.5",
                other,
                "{other} pays {n} coin in tribute to {seat}.",
                "{other} pays {n} coins in tribute to {seat}.",
                paid,
                other=Seat(other),
                seat=Seat(seat),
            )
    if not paying and state.notes is not None:
        state.announce("MID-5.4", seat, "{seat} gets no tribute: nobody has fewer mills.")


def attack(state: Kingdom, seat: int, column: PlotType) -> None:
    """Attack every seat with fewer ramparts than the attacker has barracks (MID-5.16). All victims
    are determined before the first one loses anything (MID-5.17)."""
    attacked = state.with_fewer(seat, column)
    for other in attacked:
        _lose_tile(state, other, seat)
        paid = state.pay(other, column.amount, ATTACKS_PAID)
        state.gain(seat, paid, ATTACKS)
        if state.notes is not None and not paid:
            _announce_nothing_paid(state, "MID-5.19", other)
        elif state.notes is not None:
            state.announce_plural(
                "MID-5.19",
                other,
                "{other} pays {n} coin to {seat}.",
                "{other} pays {n} coins to {seat}.",
                paid,
                other=Seat(other),
                seat=Seat(seat),
            )
    if not attacked and state.notes is not None:
        state.announce("MID-5.16", seat, "{seat} attacks nobody: everyone has enough ramparts.")


def _announce_nothing_paid(state: Kingdom, rule: str, other: int) -> None:
    """Announce that the seat `other` should pay coins but has none."""
    state.announce(rule, other, "{other} has no coins to pay.", other=Seat(other))


def _lose_tile(state: Kingdom, victim: int, attacker: int) -> None:
    """Move one of the victim's tiles to the graveyard: the topmost tile of the leftmost column that
    is not empty (MID-5.18). If all columns are empty, only log that (MID-5.20)."""
    column = next((number for number, tiles in enumerate(state.fiefs[victim]) if tiles), None)
    tile = None if column is None else state.box.tiles[state.destroy_topmost(victim, column)]
    if state.notes is None:
        return
    seats = {"seat": Seat(attacker), "victim": Seat(victim)}
    if tile is None:
        state.announce(
            "MID-5.20", victim, "{victim} is attacked by {seat} but has no tile to lose.", **seats
        )
    else:
        state.announce(
            "MID-5.18", victim, "{victim} loses {tile} to {seat}'s attack.", tile=tile, **seats
        )


WITHOUT_CHOICE: Final = {
    "gain_per_symbol": gain_per_symbol,
    "take_from_players_with_fewer": take_tribute,
    "attack_players_with_fewer": attack,
}
"""The effects that need no decision, by kind."""
