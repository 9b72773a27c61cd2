"""The position in sentences, for players who cannot see the board."""

from __future__ import annotations

from typing import Any

from engine.core.common_wording import asked, ending, series
from engine.games.middle_ages.scoring import standings
from engine.games.middle_ages.state import GAP, NO_TOKEN, NOWHERE, Kingdom
from engine.games.middle_ages.wording import face, formula, place
from engine.i18n.text import Seat, Text, plural, words


def describe(state: Kingdom) -> list[Text]:
    """Return sentences about the round, the pending decision, the display, the fiefs, the supply,
    the events and the stacks."""
    return [
        _round(state),
        *asked(state),
        *(_row(state, row) for row in range(state.box.rows)),
        *(sentence for seat in range(state.seats) for sentence in _fief(state, seat)),
        tokens(state),
        _events(state),
        _stacks(state),
    ]


def _round(state: Kingdom) -> Text:
    if state.over:
        return ending(standings(state))
    if not state.round:
        return words("The lords are being placed in row 1.")
    args: dict[str, Any] = {
        "round": state.round,
        "rounds": len(state.box.rounds),
        "row": state.plan.row + 1,
        "order": series(Seat(seat) for seat in state.order),
    }
    next_row = state.plan.next_row
    if next_row is None:
        return words(
            "Round {round} of {rounds}: row {row} is resolved, and the lords leave. Turn "
            "order: {order}.",
            **args,
        )
    return words(
        "Round {round} of {rounds}: row {row} is resolved, and the lords move to row {next}. "
        "Turn order: {order}.",
        next=next_row + 1,
        **args,
    )


def _row(state: Kingdom, row: int) -> Text:
    tiles = series(
        words("{position}) {tile}", position=at + 1, tile=_on(state, row, at))
        for at, tile in enumerate(state.display[row])
        if tile != GAP
    )
    return words("Row {row}: {tiles}.", row=row + 1, tiles=tiles)


def _on(state: Kingdom, row: int, at: int) -> Text:
    tile = face(state.box.tiles[state.display[row][at]])
    lord, scout = state.lord_on(row, at), state.scout_on(row, at)
    if lord >= 0:
        return words("{tile} [{seat}'s lord]", tile=tile, seat=Seat(lord))
    if scout >= 0:
        return words("{tile} [{seat}'s scout]", tile=tile, seat=Seat(scout))
    return tile


def _fief(state: Kingdom, seat: int) -> list[Text]:
    sentences = [
        plural("{seat} has {n} coin.", "{seat} has {n} coins.", state.coins[seat], seat=Seat(seat)),
        *(
            words("  {column}.", column=_column(state, seat, column))
            for column, tiles in enumerate(state.fiefs[seat])
            if tiles or _has_token(state, seat, column)
        ),
    ]
    if graveyard := state.graveyards[seat]:
        tiles = series(face(state.box.tiles[tile]) for tile in graveyard)
        sentences.append(words("  Graveyard: {tiles}.", tiles=tiles))
    sentences.append(_scout(state, seat))
    return sentences


def _column(state: Kingdom, seat: int, column: int) -> Text:
    name = _column_name(state, seat, column)
    if not state.fiefs[seat][column]:
        return words("{column}, empty", column=name)
    tiles = [face(state.box.tiles[tile]) for tile in reversed(state.fiefs[seat][column])]
    if len(tiles) == 1:
        return words("{column}: {tiles}", column=name, tiles=tiles[0])
    return words("{column}, from the top: {tiles}", column=name, tiles=series(tiles))


def _column_name(state: Kingdom, seat: int, column: int) -> Text:
    return words(
        "{column} (pays {formula} = {income})",
        column=state.box.types[column].names,
        formula=formula(state, seat, column),
        income=state.income(seat, column),
    )


def _scout(state: Kingdom, seat: int) -> Text:
    row = state.scout_row[seat]
    if row == NOWHERE:
        return words("  Scout in hand.")
    return words("  Scout: {place}.", place=place(row, state.scout_at[seat]))


def _has_token(state: Kingdom, seat: int, column: int) -> bool:
    """Whether there is a token on a column, even if the column has no tiles."""
    return bool(state.coin_tokens[seat][column]) or state.plot_tokens[seat][column] != NO_TOKEN


def tokens(state: Kingdom) -> Text:
    """Return a sentence about the coin and plot tokens in the common supply."""
    left = [
        type_.names for type_ in state.box.types for _ in range(state.plot_tokens_left[type_.index])
    ]
    return words(
        "Supply: coin tokens ({coins}) and plot tokens ({plots}).",
        coins=state.coin_tokens_left,
        plots=series(left),
    )


def _events(state: Kingdom) -> Text:
    cards: list[Text] = []
    slots = [plan.event_slot for plan in state.box.rounds]
    for slot, event in enumerate(state.events):
        name = state.box.events[event].names
        if slot < state.events_resolved:
            cards.append(words("{event} (resolved)", event=name))
        else:
            after = slots.index(slot) + 1
            cards.append(words("{event} (after round {round})", event=name, round=after))
    return words("Events: {events}.", events=series(cards))


def _stacks(state: Kingdom) -> Text:
    blue, orange, reshuffled = map(len, state.stacks)
    stacks = (
        (blue, words("blue {n}", n=blue)),
        (orange, words("orange {n}", n=orange)),
        (reshuffled, words("reshuffled {n}", n=reshuffled)),
    )
    left = series(stack for number, stack in stacks if number)
    return words(
        "Stacks: {stacks}. Discard pile: {discard}.", stacks=left, discard=len(state.discard)
    )
