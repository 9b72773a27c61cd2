"""Totals, places with tie-breaks, score sheets, resolving events, and the end of the game (MID-11,
MID-12)."""

from __future__ import annotations

from engine.core.common_wording import announce_places, announce_winner
from engine.core.score_sheet import Column, SeatColumn, Sheet, Standing, ranked, seat_sheet
from engine.core.step import RuleStep
from engine.games.middle_ages import events
from engine.games.middle_ages.components import EventCard, PlotType
from engine.games.middle_ages.state import (
    ATTACKS,
    ATTACKS_PAID,
    CHESTS,
    EVENTS,
    EVENTS_PAID,
    FARMERS,
    INCOME,
    NOWHERE,
    PENALTY_PAID,
    STARTING,
    TRIBUTE,
    TRIBUTE_PAID,
    Kingdom,
)
from engine.games.middle_ages.tokens import FromGraveyard
from engine.i18n.text import Seat, Text, plural, verbatim, words


def balance(state: Kingdom, seat: int) -> int:
    """Return a seat's coins as if the penalty had not been paid."""
    return state.coins[seat] - state.ledgers[seat][PENALTY_PAID]


def penalty(state: Kingdom, seat: int) -> int:
    """Return the penalty for empty columns, in coins (MID-12.2)."""
    return state.box.penalty * state.empty_columns(seat)


def total(state: Kingdom, seat: int) -> int:
    """Return the coins, at least 0, that a seat would have after the penalty if the game ended now
    (MID-12.3)."""
    return max(0, balance(state, seat) - penalty(state, seat))


def tie_break(state: Kingdom, seat: int) -> tuple[int, ...]:
    """Return the number of tiles of each type in the order of the tie-break, by default from
    palaces to fields (MID-12.5)."""
    return tuple(state.count(seat, type_) for type_ in state.box.tie_break)


def standings(state: Kingdom) -> list[Standing]:
    """Return the standings by current totals and tie-breaks. Seats that are still tied share the
    better place, and the next place is skipped (MID-12.7).

    During the game, seats whose penalty exceeds their coins are ranked by the part of the penalty
    that they could not pay, the smallest first.
    """
    owed = 0 if state.over else 1
    ranks = {
        seat: (
            total(state, seat),
            owed * (balance(state, seat) - penalty(state, seat)),
            *tie_break(state, seat),
        )
        for seat in range(state.seats)
    }
    return ranked(ranks)


def sheets(state: Kingdom) -> list[Sheet]:
    """Return the score sheets: totals, coins by source and, until the end of the game, incomes with
    one more tile."""
    sheets_ = [result_sheet(state), source_sheet(state)]
    return sheets_ if state.over else [*sheets_, what_if_sheet(state)]


def result_sheet(state: Kingdom) -> Sheet:
    """Return the first score sheet, with the current totals and tie-breaks."""
    result, place, risk = words("Final score"), words("Final place"), words("Penalty")
    if not state.over:
        result = words("Coins minus the current risk, never below 0")
        place = words("Place by the current totals")
        risk = words("Risk")
    seats = range(state.seats)
    places = {standing.seat: standing.place for standing in standings(state)}
    penalties = [penalty(state, seat) * (-1 if state.over else 1) for seat in seats]
    per_column = plural(
        "{n} coin for every empty column", "{n} coins for every empty column", state.box.penalty
    )
    coins = words("Coins, before the penalty for empty columns")
    tie = words("Tie-break: tiles, from palaces to fields")
    columns: list[SeatColumn] = [
        (
            Column("coins", words("Coins"), coins, charted=True),
            [balance(state, seat) for seat in seats],
        ),
        (Column("empty", words("Empty"), words("Empty columns")), map(state.empty_columns, seats)),
        (Column("penalty", risk, per_column, explained=True), penalties),
        (
            Column("total", words("Total"), result, total=True),
            [total(state, seat) for seat in seats],
        ),
        (Column("rank", words("Place"), place), [places[seat] for seat in seats]),
        *(
            (column, [len(fief[index]) for fief in state.fiefs])
            for index, column in enumerate(_type_columns(state))
        ),
        (
            Column("farmers", words("Fm"), words("Farmers in the fief"), words("Farmers")),
            state.farmers,
        ),
        (Column("chests", words("Ch"), words("Chests in the fief"), words("Chests")), state.chests),
        (
            Column("graveyard", words("Gy"), words("Tiles in the graveyard"), words("Graveyard")),
            map(len, state.graveyards),
        ),
        (
            Column("tie", words("Tie-break"), tie, explained=True),
            [verbatim(_digits(tie_break(state, seat))) for seat in seats],
        ),
    ]
    return seat_sheet("result", words("Score"), columns)


SOURCES: tuple[tuple[str, int, Text, Text], ...] = (
    ("farmers", FARMERS, words("Farmers"), words("Gained from farmers (field effect)")),
    ("chests", CHESTS, words("Chests"), words("Gained from chests (market effect)")),
    ("tribute", TRIBUTE, words("Tribute+"), words("Tribute received (mill effect)")),
    ("attacks", ATTACKS, words("Attack+"), words("Received from attacks (barracks effect)")),
    ("events", EVENTS, words("Event+"), words("Received from events")),
    ("tribute_paid", TRIBUTE_PAID, words("Tribute-"), words("Tribute paid")),
    ("attacks_paid", ATTACKS_PAID, words("Attack-"), words("Paid when attacked")),
    ("events_paid", EVENTS_PAID, words("Event-"), words("Paid for events")),
    ("penalty_paid", PENALTY_PAID, words("Penalty"), words("Paid for empty columns at the end")),
)


def source_sheet(state: Kingdom) -> Sheet:
    """Return the second score sheet, with the coins that each seat has gained and paid, by source.
    Each row adds up to the seat's coins."""
    lines = [(entry, Column(key, title, meaning)) for key, entry, title, meaning in SOURCES]
    lines[2:2] = [
        (
            INCOME + type_.index,
            Column(
                f"income_{type_.id}",
                _letter(type_),
                words("{column} income", column=type_.names),
                _name(type_),
            ),
        )
        for type_ in state.box.types
    ]
    if state.box.starting_coins:
        lines.append((STARTING, Column("start", words("Start"), words("Coins at the start"))))
    sum_column = Column(
        "sum", words("Sum"), words("Your coins: the total of all the other columns"), total=True
    )
    columns: list[SeatColumn] = [
        (column, [ledger[entry] for ledger in state.ledgers]) for entry, column in lines
    ]
    sums = [sum(ledger[entry] for entry, _ in lines) for ledger in state.ledgers]
    return seat_sheet("sources", words("Coins by source"), [*columns, (sum_column, sums)])


def sources(state: Kingdom, seat: int) -> list[tuple[Text, int]]:
    """Return the meaning of each column of the second score sheet except the sum, with the seat's
    coins in the column."""
    sheet = source_sheet(state)
    cells = zip(sheet.columns, sheet.rows[seat].cells, strict=True)
    return [
        (column.meaning, cell)
        for column, cell in cells
        if isinstance(cell, int) and not column.total
    ]


def what_if_sheet(state: Kingdom) -> Sheet:
    """Return the third score sheet, with the income of each column if it had one more tile of its
    type."""
    columns = (
        (column, [income_with_one_more(state, seat, index) for seat in range(state.seats)])
        for index, column in enumerate(_type_columns(state))
    )
    return seat_sheet("what_if", words("Income with one more tile"), columns)


def income_with_one_more(state: Kingdom, seat: int, column: int) -> int:
    """Return the income that a column would have with one more tile of its type."""
    times_counted = state.income_types(seat, column).count(column)
    return state.income(seat, column) + state.rate(seat, column) * times_counted


def _type_columns(state: Kingdom) -> list[Column]:
    return [
        Column(type_.id, _letter(type_), _name(type_), _name(type_)) for type_ in state.box.types
    ]


def _name(type_: PlotType) -> Text:
    return Text("{type}", None, 1, {"type": type_.names})


def _letter(type_: PlotType) -> Text:
    return Text("{letter}", None, 1, {"letter": type_.letters})


def _digits(counts: tuple[int, ...]) -> str:
    """Return the counts in one string. If any of them has two digits, they are separated by
    dashes."""
    return ("-" if max(counts) > 9 else "").join(map(str, counts))


class ResolveEvent(RuleStep[Kingdom]):
    """Apply the next event card to every player (MID-11.1, MID-11.2)."""

    rules = ("MID-11.1", "MID-11.2")

    slot: int

    def run(self, state: Kingdom) -> None:
        event = state.box.events[state.events[self.slot]]
        state.events_resolved = self.slot + 1
        state.announce("MID-11.1", -1, "Event: {event}.", event=event.names)
        at_once = events.AT_ONCE.get(event.kind)
        if at_once is None:
            _reconstruct(state, event)
            return
        for seat in range(state.seats):
            at_once(state, seat, event)


class Reconstruct(FromGraveyard):
    """D7: choose the tile that the event Reconstruction returns from the graveyard (MID-11.17)."""

    rules = ("MID-11.17", "MID-13.2", "MID-8.4")


def _reconstruct(state: Kingdom, event: EventCard) -> None:
    """Let every player with tiles in the graveyard choose one to return, in the turn order of the
    next round or, in the last round, of this round (MID-13.2)."""
    order = state.order if state.next_row == NOWHERE else state.turn_order(state.next_row)
    for seat in order:
        if not state.graveyards[seat]:
            state.announce(events.RULES[event.id], seat, "{seat} has no tile to return.")
    state.push(*[Reconstruct(seat) for seat in order if state.graveyards[seat]])


class EndGame(RuleStep[Kingdom]):
    """Charge the penalties for empty columns, and determine the winner (MID-12)."""

    rules = ("MID-12.2", "MID-12.4", "MID-12.5")

    def run(self, state: Kingdom) -> None:
        for seat in range(state.seats):
            empty = state.empty_columns(seat)
            paid = state.pay(seat, penalty(state, seat), PENALTY_PAID)
            if empty and state.notes is not None:
                state.announce_plural(
                    "MID-12.2",
                    seat,
                    "{seat} pays {paid} for {n} empty column.",
                    "{seat} pays {paid} for {n} empty columns.",
                    empty,
                    paid=plural("{n} coin", "{n} coins", paid),
                )
        state.over = True
        if state.notes is not None:
            _log_places(state)


def _log_places(state: Kingdom) -> None:
    places = standings(state)
    announce_places(state, "MID-12.4", places, lambda total: plural("{n} coin", "{n} coins", total))

    def tie(winner: int, other: int) -> Text:
        type_, more, fewer = _deciding_type(state, winner, other)
        return words(
            "{seat} wins the tie-break on tiles. {type}: {more} to {fewer}.",
            seat=Seat(winner),
            type=type_.names,
            more=more,
            fewer=fewer,
        )

    announce_winner(state, places, won="MID-12.4", tied="MID-12.5", shared="MID-12.6", tie=tie)


def _deciding_type(state: Kingdom, winner: int, other: int) -> tuple[PlotType, int, int]:
    """Return the type that decides the tie-break between two seats, and the numbers of its tiles
    that `winner` and `other` have. Raises StopIteration if all numbers are equal."""
    return next(
        (state.box.types[type_], state.count(winner, type_), state.count(other, type_))
        for type_ in state.box.tie_break
        if state.count(winner, type_) != state.count(other, type_)
    )
