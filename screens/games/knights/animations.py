"""What moves on the table of Cities & Knights: dice, the ship, robber and merchant, knights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.games.knights.board import NOWHERE
from engine.games.knights.state import TIPPED, Island
from screens.games.knights.symbols import IslandMarks
from screens.paint.animation import Glide, Late, Move, Tumble
from screens.paint.canvas import Spot
from screens.paint.theme import Glyph
from screens.table_view.scene import Scene

RED_DIE: Final = ("dice", "red")
YELLOW_DIE: Final = ("dice", "yellow")
FELL: Final = ("dice", "fell")
"""What is told of how the dice fell."""

SHIP: Final = Glyph("►", ">")


def ship_at(step: int) -> Spot:
    """The place of a step of the ship, the first is 1."""
    return ("ship", step)


def moves(before: Island, scene: Scene[Island]) -> Sequence[Move]:
    """All that moves."""
    view = scene.view
    if not before.terrains:
        return ()
    marks = IslandMarks.of(scene)
    return [*_dice(before, view), *_ship(before, view, marks), *_pieces(before, view, marks)]


def _dice(before: Island, view: Island) -> Iterator[Move]:
    if sum(view.totals) > sum(before.totals):
        yield from (Tumble(die, "block.") for die in (RED_DIE, YELLOW_DIE))
        yield Late(FELL)


def _ship(before: Island, view: Island, marks: IslandMarks) -> Iterator[Move]:
    """A step on; after an attack all the way back."""
    if view.ship != before.ship:
        at, to = max(1, before.ship), max(1, view.ship)
        if view.attacks > before.attacks:
            at = view.box.attack_step
        yield Glide(ship_at(at), ship_at(to), marks.glyphs(SHIP), "bad bold", block=False)


def _pieces(before: Island, view: Island, marks: IslandMarks) -> Iterator[Move]:
    robber, merchant = marks.guests
    for was, now, letter, role in (
        (before.robber, view.robber, robber, "block.black bold"),
        (before.merchant, view.merchant, merchant, "block.violet bold"),
    ):
        if NOWHERE not in (was, now) and was != now:
            yield Glide(("hex", was), ("hex", now), letter, role)
    for seat in range(view.seats):
        gone = [node for node in _knights(before, seat) if view.owners[node] != seat]
        come = [node for node in _knights(view, seat) if before.owners[node] != seat]
        for was, now in zip(gone, come, strict=False):
            yield Glide(("node", was), ("node", now), marks.letters[seat], f"piece.{seat}")


def _knights(view: Island, seat: int) -> Iterator[int]:
    owned = zip(view.owners, view.pieces, strict=True)
    return (node for node, (one, piece) in enumerate(owned) if one == seat and piece > TIPPED)
