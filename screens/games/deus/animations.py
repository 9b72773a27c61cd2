"""Animations at the table of Deus: marching armies, new pieces, villages taken, cards built."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.deus.components import TEMPLE, TYPES
from engine.games.deus.state import World
from engine.geometry.bit_sets import members
from screens.games.deus.symbols import WorldLabels
from screens.paint.animation import Glide, Move, Turn
from screens.paint.canvas import Spot
from screens.table_view.scene import Scene


def moves(before: World, scene: Scene[World]) -> Sequence[Move]:
    """Return all animations between `before` and the current view. There are none unless both have
    the same map."""
    view = scene.view
    if before.board is None or before.board is not view.board:
        return ()
    taken = [
        Turn(_region(view, village))
        for village in view.map.village_regions
        if before.village_vp[village] and not view.village_vp[village]
    ]
    return [*_pieces(before, view, WorldLabels.of(scene)), *taken, *_cards(before, view)]


def _pieces(before: World, view: World, labels: WorldLabels) -> Iterator[Move]:
    """Yield the movements of pieces that march from region to region, or come from their owner's
    player board."""
    for seat in range(view.seats):
        for type_ in range(len(TYPES)):
            regions_before, regions = before.where[seat][type_], view.where[seat][type_]
            departed = iter(
                [_region(view, member) for member in members(regions_before & ~regions)]
            )
            for member in members(regions & ~regions_before):
                start = next(departed, ("height", seat, TYPES[type_]))
                role = "block.white" if type_ == TEMPLE else f"piece.{seat}"
                yield Glide(start, _region(view, member), labels.piece(type_), f"{role} bold")


def _region(view: World, region: int) -> Spot:
    return ("region", view.map.id_of(region))


def _cards(before: World, view: World) -> Iterator[Move]:
    for seat in range(view.seats):
        for type_, name in enumerate(TYPES):
            height = view.height(seat, type_)
            if height > before.height(seat, type_):
                yield Turn(("column", seat, name, height))
