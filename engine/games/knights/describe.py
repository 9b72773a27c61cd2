"""The position in sentences, for players who cannot see the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.common_wording import asked, ending, joined, series
from engine.core.hidden import is_hidden
from engine.games.knights.board import NOWHERE, members
from engine.games.knights.scoring import standings
from engine.games.knights.state import Island, cities_on_board
from engine.games.knights.turn import event_name
from engine.games.knights.wording import (
    card_name,
    cards,
    counted,
    edge_label,
    hex_label,
    node_label,
    place_with_piece,
    points,
)
from engine.i18n.text import Seat, Text, plural, verbatim, words


def describe(state: Island) -> list[Text]:
    """Return sentences about the turn, the dice, the pending decision, the island, the barbarians,
    every player, the bank and the decks."""
    return [
        *describe_turn(state),
        *_roll(state),
        *asked(state),
        *describe_island(state),
        *_barbarians(state),
        *(sentence for seat in range(state.seats) for sentence in _player(state, seat)),
        *_bank(state),
    ]


def describe_turn(state: Island) -> Iterator[Text]:
    """Yield a sentence that says whose turn it is, that the starting pieces are being placed, or
    how the game ended."""
    if state.over:
        yield ending(standings(state))
    elif not state.turn:
        yield words("The players are placing their starting pieces.")
    else:
        yield words("Turn {turn}: {seat}.", turn=state.turn, seat=Seat(state.active))


def _roll(state: Island) -> Iterator[Text]:
    red, yellow = state.dice
    if red and not state.over:
        yield words(
            "Last roll: {red} + {yellow} = {n}, {event}.",
            red=red,
            yellow=yellow,
            n=red + yellow,
            event=event_name(state, state.event),
        )


def describe_island(state: Island) -> Iterator[Text]:
    """Yield sentences about the hexes, harbours, robber and merchant. Before the island has been
    laid out, yield nothing."""
    if not state.terrains:
        return
    hexes = series(hex_label(state, hex) for hex in range(state.board.hex_count))
    yield words("Hexes: {hexes}.", hexes=hexes)
    types, places = state.box.harbor_types, state.box.harbor_places
    harbors = series(
        words("{harbor} at {place}", harbor=types[name].names, place=edge_label(state, place.edge))
        for name, place in zip(state.harbors, places, strict=True)
    )
    yield words("Harbours: {harbors}.", harbors=harbors)
    where = hex_label(state, state.robber)
    if state.robber_locked:
        yield words("The robber is at {hex} and cannot move before the first attack.", hex=where)
    else:
        yield words("The robber is at {hex}.", hex=where)
    if state.merchant != NOWHERE:
        yield words(
            "The merchant is at {hex} ({seat}).",
            hex=hex_label(state, state.merchant),
            seat=Seat(state.merchant_owner),
        )


def _barbarians(state: Island) -> Iterator[Text]:
    if not state.terrains:
        return
    yield plural(
        "Barbarians: {n} step left. Cities: {cities}; active knights: {knights}.",
        "Barbarians: {n} steps left. Cities: {cities}; active knights: {knights}.",
        state.box.attack_step - state.ship,
        cities=cities_on_board(state),
        knights=sum(state.contribution(seat) for seat in range(state.seats)),
    )


def _player(state: Island, seat: int) -> Iterator[Text]:
    yield from describe_seat(state, seat, _progress(state, seat))
    walls = members(state.walls & state.cities[seat])
    if walls:
        yield words("  Walls: {places}.", places=series(node_label(state, wall) for wall in walls))
    yield describe_roads(state, seat)
    levels = zip(state.box.tracks, state.levels[seat], strict=True)
    tracks = series(words("{track} {n}", track=track.names, n=n) for track, n in levels)
    yield words("  Improvements: {tracks}.", tracks=tracks)
    held = [
        words("{metropolis} ({place})", metropolis=track.metropolis, place=node_label(state, node))
        for track, owner, node in zip(
            state.box.tracks, state.metropolis_owners, state.metropolises, strict=True
        )
        if owner == seat
    ]
    if held:
        yield words("  Metropolises: {names}.", names=series(held))


def describe_seat(state: Island, seat: int, held: Iterable[Text]) -> Iterator[Text]:
    """Yield sentences about a seat's points, hand and pieces. `held` are the sentences about its
    other cards."""
    yield words(
        "{seat}: {points}, {cards}, discard limit {limit}.",
        seat=Seat(seat),
        points=points(state.points(seat)),
        cards=cards(state.hand_sizes[seat]),
        limit=state.discard_limit(seat),
    )
    yield from describe_hand(state, seat)
    yield from held
    standing = series(place_with_piece(state, node) for node in members(state.standing[seat]))
    yield words("  Pieces: {pieces}.", pieces=standing)


def describe_hand(state: Island, seat: int) -> Iterator[Text]:
    """Yield a sentence about a hand or, if it is hidden and cards are counted, about its known
    cards. If it is hidden and cards are not counted, yield nothing."""
    if not is_hidden(state.hands[seat]):
        yield words("  Hand: {cards}.", cards=counted(state.box, state.hands[seat]))
    elif state.counts_cards:
        seen = state.known[seat]
        yield words(
            "  Known cards in hand: {cards}. Unknown: {n}.",
            cards=counted(state.box, seen),
            n=state.hand_sizes[seat] - sum(seen),
        )


def describe_roads(state: Island, seat: int) -> Text:
    """Return a sentence about the seat's roads and the length of its longest road."""
    roads = joined((verbatim(f"e{edge}") for edge in members(state.networks[seat])), " ")
    names = {"roads": roads or words("none"), "n": state.lengths[seat]}
    if state.award == seat:
        return words("  Roads: {roads}. Longest: {n} (Longest Road).", **names)
    return words("  Roads: {roads}. Longest: {n}.", **names)


def _progress(state: Island, seat: int) -> Iterator[Text]:
    held = state.progress[seat]
    if is_hidden(held):
        backs = zip(state.box.tracks, state.backs[seat], strict=True)
        decks = series(words("{track} {n}", track=track.names, n=n) for track, n in backs if n)
        yield words("  Progress cards: {cards}.", cards=decks)
    else:
        names = series(card_name(state.box, card) for card in held)
        yield words("  Progress cards: {cards}.", cards=names)
    if state.open_cards[seat]:
        names = series(card_name(state.box, card) for card in state.open_cards[seat])
        yield words("  Revealed cards: {cards}.", cards=names)
    if state.defenders[seat]:
        yield words("  Defender of Catan: {n}.", n=state.defenders[seat])


def _bank(state: Island) -> Iterator[Text]:
    yield words("Bank: {cards}.", cards=counted(state.box, state.bank))
    decks = zip(state.box.tracks, state.deck_sizes, strict=True)
    sizes = series(words("{track} {n}", track=track.names, n=n) for track, n in decks)
    yield words("Decks: {decks}.", decks=sizes)
