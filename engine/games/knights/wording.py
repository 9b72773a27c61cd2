"""Wording shared by modules of Cities & Knights and Catan: cards, amounts, places, knights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, TypeAlias

from attrs import frozen

from engine.core.common_wording import joined, series
from engine.core.parts import Amounts
from engine.games.knights.component_types import Components, CountsByKind
from engine.games.knights.state import EMPTY, TIPPED, Island
from engine.geometry.compass import Point, distinguish, mean
from engine.i18n.text import Names, PlaceName, Text, plural, verbatim, words

_CACHE_SIZE: Final = 1 << 12

Ids: TypeAlias = tuple[str, ...]

_AMOUNTS: Final[Mapping[str, Callable[[int], Text]]] = {
    "lumber": lambda n: plural("{n} lumber", "{n} lumber", n),
    "brick": lambda n: plural("{n} brick", "{n} brick", n),
    "wool": lambda n: plural("{n} wool", "{n} wool", n),
    "grain": lambda n: plural("{n} grain", "{n} grain", n),
    "ore": lambda n: plural("{n} ore", "{n} ore", n),
    "paper": lambda n: plural("{n} paper", "{n} paper", n),
    "cloth": lambda n: plural("{n} cloth", "{n} cloth", n),
    "coin": lambda n: plural("{n} coin", "{n} coins", n),
}


@cache
def amount(kind: str, number: int) -> Text:
    return _AMOUNTS[kind](number)


@lru_cache(_CACHE_SIZE)
def priced(box: Components, cost: CountsByKind) -> Text:
    """Return a cost in words, from a cache."""
    return counted(box, cost)


def counted(box: Components, counts: Sequence[int]) -> Text:
    """Return the cards in `counts` in words, as in `2 grain, 3 ore`. `counts` has a number for each
    kind."""
    return series(
        amount(box.kinds[kind].id, number) for kind, number in enumerate(counts) if number
    )


@lru_cache(_CACHE_SIZE)
def bagged(amounts: Amounts) -> Text:
    """Return a phrase for the cards in `amounts`, a sequence of (kind id, number) pairs."""
    return series(amount(str(kind), number) for kind, number in amounts)


def cards(number: int) -> Text:
    return plural("{n} card", "{n} cards", number)


def points(number: int) -> Text:
    return plural("{n} point", "{n} points", number)


@lru_cache(_CACHE_SIZE)
def kind_name(box: Components, kind: int) -> Text:
    return words("{kind}", kind=box.kinds[kind].names)


@lru_cache(_CACHE_SIZE)
def card_name(box: Components, card: int) -> Text:
    return words("{card}", card=box.cards[card].names)


def hex_code(state: Island, hex: int) -> Text:
    """Return the code of a hex, made of its terrain and number, as in `Pa4` or `De`."""
    return _hex_code(state.box.terrains[state.terrains[hex]].glyph, state.numbers[hex])


def hex_name(state: Island, hex: int) -> Text:
    """Return the terrain and number of a hex, as in `Pasture 4` or `Desert`. If another hex has the
    same terrain and number, add the hex's number on the board, as in `Fields 5 (h18)`, or, beside a
    drawn board, its direction, as in `Fields 5 (north)`."""
    terrain, number = state.terrains[hex], state.numbers[hex]
    name = _hex_name(state.box.terrains[terrain].names, number)
    where = _place_names(state.box, state.terrains, state.numbers).hexes[hex]
    if where is None:
        return _named(name, name, ("hex", hex))
    exact = Text("{name} (h{hex})", None, 1, {"name": name, "hex": hex})
    return _named(exact, _where(name, where), ("hex", hex))


def hex_label(state: Island, hex: int) -> Text:
    """Return the number of a hex on the board and its code, as in `h10 Fo3`. Beside a drawn board,
    leave out the number on the board, but add a direction if other hexes have the same code, as in
    `Fo3 (north)`."""
    code = hex_code(state, hex)
    exact = Text("h{hex} {code}", None, 1, {"hex": hex, "code": code})
    where = _place_names(state.box, state.terrains, state.numbers).hexes[hex]
    return _named(exact, _where(code, where), ("hex", hex))


def node_label(state: Island, node: int) -> Text:
    """Return the number of a node and the hexes that it touches, as in `n13 Pa2/Hi6/Pa4`. Beside a
    drawn board, leave out the number, but add a direction if other nodes touch equal hexes, as in
    `Fo8 (south)`."""
    return _node_label(state.box, state.terrains, state.numbers, node)


def site_label(state: Island, node: int) -> Text:
    """Return the label of a node for a new building, with the rate of its harbour if it has one, as
    in `Fi6 (north), 2:1 Grain`."""
    place, harbour = node_label(state, node), harbour_rate(state, node)
    return place if harbour is None else words("{place}, {rate}", place=place, rate=harbour)


def harbour_rate(state: Island, node: int) -> Text | None:
    """Return the rate of the harbour at a node, as in `2:1 Grain` or `3:1`; None if there is no
    harbour."""
    for at, name in zip(state.box.harbor_places, state.harbors, strict=True):
        if node in at.nodes:
            harbor = state.box.harbor_types[name]
            if harbor.kind is None:
                return words("{rate}:1", rate=harbor.rate)
            return words(
                "{rate}:1 {kind}", rate=harbor.rate, kind=state.box.kinds[harbor.kind].names
            )
    return None


def edge_label(state: Island, edge: int) -> Text:
    """Return the number of an edge and the hexes beside it, as in `e27 Hi6/De` or `e6 Mo10/sea`.
    Beside a drawn board, leave out the number, but add a direction if other edges touch equal
    hexes."""
    return _edge_label(state.box, state.terrains, state.numbers, edge)


@lru_cache(_CACHE_SIZE)
def _hex_name(terrain: Names, number: int) -> Text:
    if not number:
        return words("{terrain}", terrain=terrain)
    return words("{terrain} {number}", terrain=terrain, number=number)


@lru_cache(_CACHE_SIZE)
def _hex_code(glyph: Names, number: int) -> Text:
    return Text("{glyph}{number}", None, 1, {"glyph": glyph, "number": number or ""})


@lru_cache(_CACHE_SIZE)
def _node_label(box: Components, terrains: Ids, numbers: CountsByKind, node: int) -> Text:
    hexes = box.board.node_hexes[node]
    codes = (_hex_code(box.terrains[terrains[hex]].glyph, numbers[hex]) for hex in hexes)
    where = _place_names(box, terrains, numbers).nodes[node]
    return _place(f"n{node}", codes, where, ("node", node))


@lru_cache(_CACHE_SIZE)
def _edge_label(box: Components, terrains: Ids, numbers: CountsByKind, edge: int) -> Text:
    hexes = box.board.hexes.sides[edge].cells
    codes = [_hex_code(box.terrains[terrains[hex]].glyph, numbers[hex]) for hex in hexes]
    where = _place_names(box, terrains, numbers).edges[edge]
    return _place(
        f"e{edge}", codes if len(codes) > 1 else [*codes, words("sea")], where, ("edge", edge)
    )


def _place(name: str, hexes: Iterable[Text], where: Text | None, at: tuple[str, int]) -> Text:
    codes = joined(hexes, "/") or verbatim("")
    exact = Text("{place} {hexes}", None, 1, {"place": name, "hexes": codes})
    return _named(exact, _where(codes, where), at)


def _named(exact: Text, shown: Text, at: tuple[str, int]) -> Text:
    return Text("{place}", None, 1, {"place": PlaceName(exact, shown, at)})


def _where(name: Text, where: Text | None) -> Text:
    if where is None:
        return name
    return Text("{name} ({where})", None, 1, {"name": name, "where": where})


@frozen
class _Directions:
    """The directions of the hexes, nodes and edges that share a name with others; None for places
    with a unique name."""

    hexes: tuple[Text | None, ...]
    nodes: tuple[Text | None, ...]
    edges: tuple[Text | None, ...]


@lru_cache(16)
def _place_names(box: Components, terrains: Ids, numbers: CountsByKind) -> _Directions:
    """Return a direction for each hex with the same terrain and number as another hex, and for each
    node and edge that touches the same terrains and numbers as another node or edge."""
    hexes = box.board.hexes

    def named(cells: Iterable[int]) -> tuple[tuple[str, int], ...]:
        return tuple((terrains[hex], numbers[hex]) for hex in cells)

    def apart(places: Sequence[tuple[Point, tuple[int, ...]]]) -> tuple[Text | None, ...]:
        middles = [mean([hexes.middle(hex) for hex in cells]) for _, cells in places]
        points = [point for point, _ in places]
        return distinguish([named(cells) for _, cells in places], points, middles)

    cells, touched = range(box.board.hex_count), box.board.node_hexes
    corners = [((corner.x, corner.y), touched[corner.number]) for corner in hexes.corners]
    sides = [(mean([corners[end][0] for end in side.ends]), side.cells) for side in hexes.sides]
    return _Directions(
        apart([(hexes.middle(hex), (hex,)) for hex in cells]), apart(corners), apart(sides)
    )


_PIECES: Final = (
    words("nothing"),
    words("settlement"),
    words("city"),
    words("tipped city"),
    words("basic knight"),
    words("strong knight"),
    words("mighty knight"),
)


def knight_name(level: int) -> Text:
    return _PIECES[TIPPED + level]


def piece_name(piece: int) -> Text:
    return _PIECES[piece]


def place_with_piece(state: Island, node: int) -> Text:
    """Return the label of a node and of the piece on it, if any, as in `n13 Pa2/Hi6/Pa4: strong
    knight, active`."""
    piece, place = state.pieces[node], node_label(state, node)
    if piece == EMPTY:
        return place
    if piece <= TIPPED:
        return words("{place}: {piece}", place=place, piece=piece_name(piece))
    if state.active_knights >> node & 1:
        return words("{place}: {piece}, active", place=place, piece=piece_name(piece))
    return words("{place}: {piece}, inactive", place=place, piece=piece_name(piece))
