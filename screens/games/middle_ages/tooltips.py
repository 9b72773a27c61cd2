"""Tooltips and other short texts for the table of Middle Ages: tiles, columns, fiefs, events."""

from __future__ import annotations

from engine.core.common_wording import series
from engine.games.middle_ages.components import BLUE, FARMER, EventCard, PlotType, Tile
from engine.games.middle_ages.events import AT_ONCE
from engine.games.middle_ages.scoring import income_with_one_more
from engine.games.middle_ages.state import GAP, NO_TOKEN, Kingdom
from engine.games.middle_ages.tile_preview import worth
from engine.games.middle_ages.wording import face, formula, place, worked_formula
from engine.i18n.text import Seat, Text, plural, words


def effect(type_: PlotType) -> Text:
    """Describe the effect of taking a tile of a type, which happens before the tile's column
    pays."""
    match type_.effect:
        case "gain_per_symbol":
            return _coins_per_symbol(type_)
        case "take_from_players_with_fewer":
            return plural(
                "{n} coin from everyone with fewer mills",
                "{n} coins from everyone with fewer mills",
                type_.amount,
            )
        case "return_from_graveyard":
            return words("a tile returns from your graveyard")
        case "place_scout":
            return words("your scout reserves a tile")
        case "attack_players_with_fewer":
            return plural(
                "anyone with fewer ramparts than you have barracks loses a tile and {n} coin",
                "anyone with fewer ramparts than you have barracks loses a tile and {n} coins",
                type_.amount,
            )
        case "take_coin_token":
            return words("a coin token: a column pays 1 more for each tile")
        case _:
            return words("a plot token: a column counts one more type")


def short_effect(type_: PlotType) -> Text:
    """Describe the effect of a type in one short line."""
    if type_.effect != "attack_players_with_fewer":
        return effect(type_)
    return plural(
        "anyone with fewer ramparts loses a tile and {n} coin",
        "anyone with fewer ramparts loses a tile and {n} coins",
        type_.amount,
    )


def _coins_per_symbol(paying: PlotType | EventCard) -> Text:
    """Describe the number of coins that a type or an event pays for each of its symbols."""
    if paying.symbol == FARMER:
        return plural("{n} coin per farmer", "{n} coins per farmer", paying.amount)
    return plural("{n} coin per chest", "{n} coins per chest", paying.amount)


def event_effect(state: Kingdom, card: EventCard) -> Text:
    """Describe the effect of an event card on every player."""
    types = series(state.box.types[type_].names for type_ in card.types)
    match card.kind:
        case "gain_per_symbol":
            return _coins_per_symbol(card)
        case "gain_per_tile":
            return plural(
                "{n} coin for each: {types}",
                "{n} coins for each: {types}",
                card.amount,
                types=types,
            )
        case "gain_per_graveyard_tile":
            return plural(
                "{n} coin for each tile in your graveyard",
                "{n} coins for each tile in your graveyard",
                card.amount,
            )
        case "gain_per_type_present":
            return plural(
                "{n} coin for each column that is not empty",
                "{n} coins for each column that is not empty",
                card.amount,
            )
        case "pay_per_tile":
            return plural(
                "pay {n} coin for each: {types}",
                "pay {n} coins for each: {types}",
                card.amount,
                types=types,
            )
        case "destroy_one_of_each":
            return words("the top tile goes to the graveyard: {types}", types=types)
        case _:
            return words("a tile returns from your graveyard")


def round_of_slot(state: Kingdom, slot: int) -> int:
    """Return the number of the round after which an event slot is resolved."""
    return next(
        number for number, plan in enumerate(state.box.rounds, 1) if plan.event_slot == slot
    )


def event(state: Kingdom, slot: int, *, reader: int | None = None) -> Text:
    """Return the tooltip of the event in `slot`: its round, its effect, and the changes that it
    would bring now. The tooltip of a resolved event has only the effect. The seat `reader` is
    addressed as "you"."""
    card = state.box.events[state.events[slot]]
    effect = event_effect(state, card)
    if slot < state.events_resolved:
        return words("{event}: {effect}. Already resolved.", event=card.names, effect=effect)
    facts = {"round": round_of_slot(state, slot), "event": card.names, "effect": effect}
    changes = _changes_by(state, card, reader)
    if changes is None:
        return words("After round {round}, {event}: {effect}.", **facts)
    return words(
        "After round {round}, {event}: {effect}. Now: {changes}.", changes=changes, **facts
    )


def coming_event(state: Kingdom, reader: int | None) -> Text | None:
    """Return the tooltip of the event at the end of this round or the next; None if there is none.
    The seat `reader` is addressed as "you"."""
    for plan in state.box.rounds[max(0, state.round - 1) : state.round + 1]:
        if plan.event_slot is not None and plan.event_slot == state.events_resolved:
            return event(state, plan.event_slot, reader=reader)
    return None


def _changes_by(state: Kingdom, card: EventCard, reader: int | None) -> Text | None:
    """Describe the coins that each player would gain or pay, or the tiles that each would lose, if
    the event happened now; None if there are none. Tiles that would return from a graveyard are
    left out. The seat `reader` is addressed as "you"."""
    if card.kind == "destroy_one_of_each":
        return _tiles_lost(state, card, reader)
    changes = [
        words("you {change}", change=f"{change:+}")
        if seat == reader
        else words("{seat} {change}", seat=Seat(seat), change=f"{change:+}")
        for seat, change in enumerate(coins_by(state, card))
        if change
    ]
    return series(changes) if changes else None


def _tiles_lost(state: Kingdom, card: EventCard, reader: int | None) -> Text | None:
    """Describe how many tiles an event would take from each player now; None if it would take none.
    The seat `reader` is addressed as "you"."""
    losers = [
        plural("you lose {n} tile", "you lose {n} tiles", len(lost))
        if seat == reader
        else plural("{seat} loses {n} tile", "{seat} loses {n} tiles", len(lost), seat=Seat(seat))
        for seat, lost in enumerate(types_lost(state, card))
        if lost
    ]
    return series(losers) if losers else None


def types_lost(state: Kingdom, card: EventCard) -> list[list[int]]:
    """Return the types of the tiles that each seat would lose if the event happened now."""
    if card.kind != "destroy_one_of_each":
        return [[] for _ in state.fiefs]
    return [[type_ for type_ in card.types if fief[type_]] for fief in state.fiefs]


def coins_by(state: Kingdom, card: EventCard) -> list[int]:
    """Return the change in coins per seat if the event happened now."""
    after = state.copy()
    at_once = AT_ONCE.get(card.kind)
    if at_once is not None and card.kind != "destroy_one_of_each":
        for seat in range(state.seats):
            at_once(after, seat, card)
    return [now - before for before, now in zip(state.coins, after.coins, strict=True)]


def coins_changed(before: Kingdom, after: Kingdom) -> Text | None:
    """Describe the changes in coins caused by a choice; None if there are none."""
    changes = [
        words("{seat} from {before} to {after}", seat=Seat(seat), before=old, after=new)
        for seat, (old, new) in enumerate(zip(before.coins, after.coins, strict=True))
        if old != new
    ]
    return words("Coins: {changes}.", changes=series(changes)) if changes else None


def promise(state: Kingdom, seat: int, tile: Tile) -> Text:
    """Describe the yield that `tile` would bring the seat if it were taken now."""
    brought = worth(state, seat, tile.index)
    if not brought.effect:
        return words("If you took {tile} now, it would pay {n}.", tile=tile, n=brought.total)
    return words(
        "If you took {tile} now, it would bring {n}: income {income}, effect {effect}.",
        tile=tile,
        n=brought.total,
        income=brought.income,
        effect=brought.effect,
    )


def column_formula(state: Kingdom, seat: int, column: int) -> Text:
    """Return a text about a column: its income, and its formula in letters."""
    return _paying(state, seat, column, formula(state, seat, column))


def worked_column_formula(state: Kingdom, seat: int, column: int) -> Text:
    """Return a text about a column: its income, and its formula in numbers, as in the log."""
    return _paying(state, seat, column, worked_formula(state, seat, column))


def _paying(state: Kingdom, seat: int, column: int, worked: Text) -> Text:
    return words(
        "{column}: {formula} = {income}",
        column=state.box.types[column].names,
        formula=worked,
        income=state.income(seat, column),
    )


def display_place(state: Kingdom, row: int, at: int, reader: int | None) -> Text:
    """Return the tooltip of the place `at` in the row `row` of the display, both counted from 0:
    occupant, tile, effect, yield for `reader` (unless None), and colour of the tile's back. If the
    tile is gone, return a text that says so."""
    tile = state.display[row][at]
    if tile == GAP:
        return words("The tile that was here ({place}) is gone.", place=place(row, at))
    box = state.box
    shown_tile = box.tiles[tile]
    facts = {
        "tile": face(shown_tile),
        "place": place(row, at),
        "effect": effect(box.types[shown_tile.type]),
    }
    sentences = [words("{tile}, {place}: {effect}.", **facts), _back(shown_tile)]
    lord, scout = state.lord_on(row, at), state.scout_on(row, at)
    if lord >= 0:
        sentences.insert(0, words("{seat}'s lord is there.", seat=Seat(lord)))
    if scout >= 0:
        sentences.insert(0, words("{seat}'s scout reserves that tile.", seat=Seat(scout)))
    if reader is not None:
        sentences.insert(-1, promise(state, reader, shown_tile))
    return joined(sentences)


def _back(tile: Tile) -> Text:
    return (
        words("The tile has a blue back.")
        if tile.colour == BLUE
        else words("The tile has an orange back.")
    )


def fief_column(state: Kingdom, seat: int, column: int) -> Text:
    """Return the tooltip of a column: income now and with one more tile, tiles, tokens, effect."""
    box = state.box
    tiles = [face(box.tiles[tile]) for tile in reversed(state.fiefs[seat][column])]
    sentences = [
        words(
            "{seat}, {column}; with one more tile {income}.",
            seat=Seat(seat),
            column=column_formula(state, seat, column),
            income=income_with_one_more(state, seat, column),
        ),
        words("Tiles from the top: {tiles}.", tiles=series(tiles)),
    ]
    if state.coin_tokens[seat][column]:
        sentences.append(words("The column has a coin token."))
    token = state.plot_tokens[seat][column]
    if token != NO_TOKEN:
        sentences.append(words("The column has a plot token: {type}.", type=box.types[token].names))
    sentences.append(words("A new tile: {effect}.", effect=effect(box.types[column])))
    return joined(sentences)


def graveyard(state: Kingdom, seat: int) -> Text:
    """Return the tooltip of a graveyard, which lists its tiles."""
    tiles = series(face(state.box.tiles[tile]) for tile in state.graveyards[seat])
    return words("{seat}'s graveyard: {tiles}.", seat=Seat(seat), tiles=tiles)


def fief(state: Kingdom, seat: int) -> Text:
    """Return the tooltip of a fief: coins, symbols, empty columns, scout."""
    facts = [
        plural("{n} coin", "{n} coins", state.coins[seat]),
        plural("{n} farmer", "{n} farmers", state.farmers[seat]),
        plural("{n} chest", "{n} chests", state.chests[seat]),
        plural("{n} empty column", "{n} empty columns", state.empty_columns(seat)),
    ]
    row = state.scout_row[seat]
    if row < 0:
        facts.append(words("scout in hand"))
    else:
        facts.append(words("scout in {place}", place=place(row, state.scout_at[seat])))
    return words("{seat}: {facts}.", seat=Seat(seat), facts=series(facts))


def joined(parts: list[Text]) -> Text:
    """Return `parts` as one message, separated by spaces."""
    args = {f"a{number}": part for number, part in enumerate(parts)}
    return Text(" ".join(f"{{{name}}}" for name in args), None, 1, args)
