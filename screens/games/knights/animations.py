"""Animations at the table of Cities & Knights: dice, barbarian ship, robber, merchant and
knights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.games.knights.board import NOWHERE
from engine.games.knights.state import TIPPED, Island
from screens.games.knights.symbols import IslandLabels
from screens.paint.animation import Glide, Late, Move, Tumble
from screens.paint.canvas import Spot
from screens.paint.theme import Glyph
from screens.table_view.scene import Scene

RED_DIE: Final = ("dice", "red")
YELLOW_DIE: Final = ("dice", "yellow")
ROLL_RESULT: Final = ("dice", "result")
"""Place of the text about the result of a roll."""

SHIP: Final = Glyph("►", ">")


def ship_at(step: int) -> Spot:
    """Return the place of `step`, counted from 1, on the track of the barbarian ship."""
    return ("ship", step)


def moves(before: Island, scene: Scene[Island]) -> Sequence[Move]:
    """Return the animations that lead from `before` to the current view; empty if the island was
    not laid out in `before`."""
    view = scene.view
    if not before.terrains:
        return ()
    labels = IslandLabels.of(scene)
    return [*_dice(before, view), *_ship(before, view, labels), *_pieces(before, view, labels)]


def _dice(before: Island, view: Island) -> Iterator[Move]:
    if sum(view.totals) > sum(before.totals):
        yield from (Tumble(die, "block.") for die in (RED_DIE, YELLOW_DIE))
        yield Late(ROLL_RESULT, blank=True)


def _ship(before: Island, view: Island, labels: IslandLabels) -> Iterator[Move]:
    """Yield the ship's movement, if any: forward or, if there has been an attack, from the last
    step back to the current one."""
    if view.ship != before.ship:
        start, end = max(1, before.ship), max(1, view.ship)
        if view.attacks > before.attacks:
            start = view.box.attack_step
        yield Glide(ship_at(start), ship_at(end), labels.glyphs(SHIP), "bad bold", block=False)


def _pieces(before: Island, view: Island, labels: IslandLabels) -> Iterator[Move]:
    robber, merchant = labels.robber_and_merchant_letters
    for start, end, letter, role in (
        (before.robber, view.robber, robber, "block.black bold"),
        (before.merchant, view.merchant, merchant, "block.violet bold"),
    ):
        if NOWHERE not in (start, end) and start != end:
            yield Glide(("hex", start), ("hex", end), letter, role)
    for seat in range(view.seats):
        departed = [node for node in _knights(before, seat) if view.owners[node] != seat]
        arrived = [node for node in _knights(view, seat) if before.owners[node] != seat]
        for start, end in zip(departed, arrived, strict=False):
            yield Glide(("node", start), ("node", end), labels.letters[seat], f"piece.{seat}")


def _knights(view: Island, seat: int) -> Iterator[int]:
    owned = zip(view.owners, view.pieces, strict=True)
    return (node for node, (owner, piece) in enumerate(owned) if owner == seat and piece > TIPPED)
