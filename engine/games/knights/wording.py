"""Words that several parts of Cities & Knights use: cards, amounts, places, knights."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.parts import Amounts
from engine.core.wording import joined, series
from engine.games.knights.box import Components
from engine.games.knights.state import EMPTY, TIPPED, Island
from engine.i18n.text import Text, plural, words


def amount(kind: str, number: int) -> Text:
    """So many cards of a kind."""
    match kind:
        case "lumber":
            return plural("{n} lumber", "{n} lumber", number)
        case "brick":
            return plural("{n} brick", "{n} brick", number)
        case "wool":
            return plural("{n} wool", "{n} wool", number)
        case "grain":
            return plural("{n} grain", "{n} grain", number)
        case "ore":
            return plural("{n} ore", "{n} ore", number)
        case "paper":
            return plural("{n} paper", "{n} paper", number)
        case "cloth":
            return plural("{n} cloth", "{n} cloth", number)
        case _:
            return plural("{n} coin", "{n} coins", number)


def counted(box: Components, counts: Sequence[int]) -> Text:
    """Cards by kind: `2 grain, 3 ore`."""
    return series(
        amount(box.kinds[kind].id, number) for kind, number in enumerate(counts) if number
    )


def bagged(amounts: Amounts) -> Text:
    """Cards by kind, as a pick has them."""
    return series(amount(str(kind), number) for kind, number in amounts)


def cards(number: int) -> Text:
    """So many cards."""
    return plural("{n} card", "{n} cards", number)


def points(number: int) -> Text:
    """So many victory points."""
    return plural("{n} point", "{n} points", number)


def kind_name(box: Components, kind: int) -> Text:
    """The name of a kind of hand card."""
    return words("{kind}", kind=box.kinds[kind].names)


def card_name(box: Components, card: int) -> Text:
    """The name of a progress card."""
    return words("{card}", card=box.cards[card].names)


def hex_code(state: Island, hex: int) -> Text:
    """A hex by its code and number: `Pa4`, `De`."""
    terrain, number = state.box.terrains[state.terrains[hex]], state.numbers[hex]
    return Text("{glyph}{number}", None, 1, {"glyph": terrain.glyph, "number": number or ""})


def hex_name(state: Island, hex: int) -> Text:
    """A hex by its terrain and number: `Pasture 4`, `Desert`."""
    terrain, number = state.box.terrains[state.terrains[hex]], state.numbers[hex]
    if not number:
        return words("{terrain}", terrain=terrain.names)
    return words("{terrain} {number}", terrain=terrain.names, number=number)


def hex_label(state: Island, hex: int) -> Text:
    """A hex with its number on the board: `h10 Fo3`."""
    return Text("h{hex} {code}", None, 1, {"hex": hex, "code": hex_code(state, hex)})


def node_label(state: Island, node: int) -> Text:
    """A node with the hexes that it touches: `n13 Pa2/Hi6/Pa4`."""
    return _place(f"n{node}", (hex_code(state, hex) for hex in state.board.node_hexes[node]))


def edge_label(state: Island, edge: int) -> Text:
    """An edge with the hexes beside it: `e27 Hi6/De`, `e6 Mo10/sea`."""
    cells = state.board.hexes.sides[edge].cells
    codes = [hex_code(state, hex) for hex in cells]
    return _place(f"e{edge}", codes if len(codes) > 1 else [*codes, words("sea")])


def _place(name: str, hexes: Iterable[Text]) -> Text:
    return Text("{place} {hexes}", None, 1, {"place": name, "hexes": joined(hexes, "/") or ""})


def knight_name(level: int) -> Text:
    """A knight of a level."""
    match level:
        case 1:
            return words("basic knight")
        case 2:
            return words("strong knight")
        case _:
            return words("mighty knight")


def piece_name(piece: int) -> Text:
    """What stands on a node."""
    match piece:
        case 0:
            return words("nothing")
        case 1:
            return words("settlement")
        case 2:
            return words("city")
        case 3:
            return words("tipped city")
        case knight:
            return knight_name(knight - TIPPED)


def place_with_piece(state: Island, node: int) -> Text:
    """A node with what stands there: `n13 Pa2/Hi6/Pa4: strong knight, active`."""
    piece, place = state.pieces[node], node_label(state, node)
    if piece == EMPTY:
        return place
    if piece <= TIPPED:
        return words("{place}: {piece}", place=place, piece=piece_name(piece))
    if state.active_knights >> node & 1:
        return words("{place}: {piece}, active", place=place, piece=piece_name(piece))
    return words("{place}: {piece}, inactive", place=place, piece=piece_name(piece))
