"""The position in sentences, for players who cannot see the board."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.common_wording import asked, ending, joined, series
from engine.core.hidden import is_hidden
from engine.games.deus.components import TEMPLE
from engine.games.deus.scoring import points, standings, total
from engine.games.deus.state import NO_CARD, NOT_YET, World
from engine.games.deus.wording import (
    amounts,
    card_name,
    cards,
    column_name,
    gold,
    piece_series,
    pieces,
    region,
    vp,
)
from engine.i18n.text import Seat, Text, words


def describe(state: World) -> list[Text]:
    """Return sentences about the round (or the final result), the pending decision, every player,
    the map, the supply and the deck."""
    sentences = [*_round(state), *asked(state)]
    for seat in range(state.seats):
        sentences += _player(state, seat)
    return [*sentences, *_map(state), _supply(state), _deck(state)]


def _round(state: World) -> Iterator[Text]:
    if state.over:
        yield ending(standings(state))
        return
    if not state.round:
        yield words("The table is being set up.")
        return
    yield words("Round {round}. First player: {seat}.", round=state.round, seat=Seat(state.first))
    if state.final_round != NOT_YET:
        yield words("Round {n} is the last one.", n=state.final_round)


def _player(state: World, seat: int) -> Iterator[Text]:
    held = points(state, seat)
    yield words(
        "{seat} has {gold}, {resources}, {vp}, {cards} in hand.",
        seat=Seat(seat),
        gold=gold(state.gold[seat]),
        resources=amounts(state.box, state.resources[seat]),
        vp=words("hidden VP") if held is None else vp(held),
        cards=cards(len(state.hands[seat])),
    )
    hand = state.hands[seat]
    if not is_hidden(hand) and hand:
        yield words("  Hand: {cards}.", cards=series(state.box.cards[card] for card in hand))
    for column, content in enumerate(state.columns[seat]):
        if content:
            names = series(card_name(state, seat, card) for card in content)
            yield words("  {column}: {cards}.", column=column_name(column), cards=names)
    yield words(
        "  On the player board: {available}. In stock: {stock}.",
        available=piece_series(state.available[seat]),
        stock=piece_series(state.stock[seat]),
    )
    sum_ = total(state, seat)
    if sum_ is not None:
        yield words("  If the game ended now: {total}.", total=sum_)


def _map(state: World) -> Iterator[Text]:
    if state.board is None:
        return
    for village in state.map.village_regions:
        left = state.village_vp[village]
        name = state.map.id_of(village)
        if left:
            yield words("Barbarian village {region}: {vp}.", region=name, vp=vp(left))
        else:
            yield words("Barbarian village {region}: attacked.", region=name)
    for seat in range(state.seats):
        held = state.held(seat)
        if held:
            described = (
                words(
                    "{region}: {pieces}",
                    region=region(state, state.map.find(name)),
                    pieces=_pieces_in(state, seat, name),
                )
                for name in state.map.ids_of(held)
            )
            places = joined(described, "; ")
            yield words("{seat} occupies {places}.", seat=Seat(seat), places=places)


def _pieces_in(state: World, seat: int, name: str) -> Text:
    return series(pieces(type_, 1) for type_ in state.pieces_in(seat, state.map.find(name)))


def _supply(state: World) -> Text:
    return words(
        "Supply: {resources}, {temples}.",
        resources=amounts(state.box, state.supply),
        temples=pieces(TEMPLE, state.temples),
    )


def _deck(state: World) -> Text:
    deck = cards(len(state.deck))
    if state.discard_top == NO_CARD:
        return words("Deck: {deck}. The discard pile is empty.", deck=deck)
    top = state.box.cards[state.discard_top]
    god = state.box.gods[state.box.types[top.type].god]
    return words(
        "Deck: {deck}. Discard pile: {discard}, {card} on top ({god}).",
        deck=deck,
        discard=cards(state.discarded),
        card=top,
        god=god.names,
    )
