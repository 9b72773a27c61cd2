"""Painter of the table: everybody's points, and below them the die and the pot."""

from __future__ import annotations

from engine.core.step import Place
from engine.i18n.text import Seat, Text, plural, words
from screens.paint.canvas import Canvas, Rect
from screens.paint.layout import beside, side_width
from screens.paint.shapes import paint_card, paint_meter, paint_panel
from screens.table_view.log_view import paint_panel_of_log
from screens.table_view.scene import Scene, TablePainter
from tests.pig.state import PigTable

NAME = 26
CARD = 16


class PigPainter(TablePainter[PigTable]):
    """Paints the table of Pig."""

    def headline(self, scene: Scene[PigTable], width: int) -> Text:
        return words("Round {round}", round=scene.view.round)

    def paint(self, scene: Scene[PigTable], width: int, height: int) -> Canvas:
        canvas = Canvas(width, height, scene.theme.glyphs)
        table = canvas.rect
        if side := side_width(width):
            table, log = beside(table, side)
            paint_panel_of_log(scene, canvas, log, self.chapter, border=True)
        room = paint_panel(canvas, table, scene.translate(words("The table")))
        for seat in range(scene.view.seats):
            self._paint_points(scene, canvas, Rect(room.x, room.y + seat, room.width, 1), seat)
        y = room.y + scene.view.seats + 1
        self._paint_card(canvas, room.x, y, ("die",), scene.translate(words("Die")))
        pot = scene.translate(words("Pot: {n}", n=scene.view.pot))
        self._paint_card(canvas, room.x + CARD + 2, y, ("pot",), pot)
        return canvas

    def _paint_points(self, scene: Scene[PigTable], canvas: Canvas, line: Rect, seat: int) -> None:
        view, role = scene.view, f"seat.{seat}"
        canvas.put(line.x + 1, line.y, scene.name(seat), role)
        x = line.x + NAME
        paint_meter(canvas, x, line.y, view.points[seat], view.box.goal, role, width=20)
        canvas.spot(("points", seat), line)

    def _paint_card(self, canvas: Canvas, x: int, y: int, place: Place, text: str) -> None:
        room = paint_card(canvas, Rect(x, y, CARD, 3), "on.raised", spot=place)
        canvas.put_centred(room.x, y + 1, room.width, text)

    def inspect(self, scene: Scene[PigTable], place: Place) -> Text | None:
        view = scene.view
        match place:
            case ("points", int(seat)):
                n = view.points[seat]
                return plural("{seat} has {n} point.", "{seat} has {n} points.", n, seat=Seat(seat))
            case ("pot",):
                return plural("{n} point to keep.", "{n} points to keep.", view.pot)
            case ("die",):
                return words("{n} loses the pot.", n=view.box.losing_face)
        return None


PAINTER = PigPainter()
