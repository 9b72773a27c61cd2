"""The table of Cities & Knights, with the barbarians above the players."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.knights.state import Island
from engine.games.knights.turn import event_name
from engine.i18n.text import Text, words
from screens.games.knights import pages, side_panel
from screens.games.knights.base_painter import IslandPainter
from screens.games.knights.symbols import (
    ACTIVE,
    BONUS,
    INACTIVE,
    MERCHANT,
    READY,
    ROAD,
    ROBBER,
    IslandMarks,
)
from screens.paint.canvas import Canvas, Rect
from screens.paint.hexes import PIP, RED_PIP
from screens.table_view.scene import Scene


class KnightsPainter(IslandPainter[Island]):
    """Paints the table of Cities & Knights."""

    board_signs = (ROBBER, MERCHANT)

    def paint_side(
        self,
        scene: Scene[Island],
        canvas: Canvas,
        rect: Rect,
        marks: IslandMarks,
        *,
        costs: bool,
    ) -> None:
        side_panel.paint_side(scene, canvas, rect, marks, costs=costs)

    def paint_small_side(
        self, scene: Scene[Island], canvas: Canvas, rect: Rect, marks: IslandMarks, *, hand: bool
    ) -> None:
        side_panel.paint_small_side(scene, canvas, rect, marks, hand=hand)

    def event_text(self, view: Island) -> Text | None:
        """The face of the event die."""
        return event_name(view, view.event)

    def paint_zone(self, scene: Scene[Island], zone: str, width: int, height: int) -> Canvas:
        return pages.paint(scene, zone, width, height)

    def legend(self, scene: Scene[Island]) -> Sequence[tuple[str, Text]]:
        sign, marks = scene.theme.glyphs, IslandMarks.of(scene)
        harbour, letter = marks.harbour(0, 2), marks.letters[0]
        robber, merchant = marks.guests
        cities = f"{letter.lower()} ({letter}) ({letter.lower()})"
        return [
            (sign("dot"), words("a free corner")),
            (sign("meeple.out"), words("a free corner with a harbour")),
            (cities, words("settlement, city, tipped city; the letter is the owner's")),
            (
                f"[{letter}] {marks.track(0)}{letter})",
                words("city with a wall; trade metropolis (each track has its letter)"),
            ),
            (f"{sign(INACTIVE)}{letter}2", words("inactive knight of strength 2")),
            (f"{sign(ACTIVE)}{letter}2", words("active knight")),
            (f"{sign(READY)}{letter}2", words("active knight that can act this turn")),
            (sign(PIP) * 3, words("pips: how many of 36 rolls give this number")),
            (sign(RED_PIP) * 5, words("pips on a 6 or 8")),
            (f"{harbour} 3:1", words("harbour: 2 lumber, or any 3 equal cards, for 1")),
            (robber, words("robber: the hex produces nothing")),
            (merchant, words("merchant")),
            (f"{sign(ACTIVE)}2/3", words("strength of active knights / of all")),
            (f"{sign(ROAD)}5", words("length of the longest road")),
            (sign(BONUS), words("holds the metropolis; has Longest Road")),
            (sign("card"), words("progress cards in hand")),
            ("2:1", words("barbarian strength (cities) : strength of active knights")),
            (sign("yes"), words("who would gain if the barbarians attacked now")),
            (sign("no"), words("who would lose a city")),
            *self.named(scene),
        ]


PAINTER = KnightsPainter()
