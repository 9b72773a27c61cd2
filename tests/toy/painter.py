"""Painter of the fair, for tests of the screens: every fact in words, secrets marked as such."""

from __future__ import annotations

from engine.core.hidden import Hidden
from engine.i18n.text import Text, verbatim, words
from screens.paint.canvas import Canvas, Rect
from screens.table_view.scene import Scene, TablePainter
from tests.toy.state import DICE, GOODS, Fair

SECRET = "SECRET"
"""Prefix of everything that not everybody may see."""


class FairPainter(TablePainter):
    """A line for every player, and below it the viewer's own secrets."""

    def headline(self, scene: Scene, width: int) -> Text:
        return words("Round {round}", round=scene.view.round)

    def paint(self, scene: Scene, width: int, height: int) -> Canvas:
        view: Fair = scene.view
        canvas = Canvas(width, height, scene.theme.glyphs)
        for seat in range(view.seats):
            y = 3 * seat
            canvas.put(1, y, f"{scene.name(seat)}: {view.purses[seat]} coins", f"seat.{seat}")
            canvas.spot(("purse", seat), Rect(1, y, 20, 1))
            for number, (what, value) in enumerate(secrets(view, seat)):
                canvas.put(3 + 25 * number, y + 1, f"{SECRET} {what} {value}")
            for die in range(DICE):
                canvas.put(50 + 6 * die, y, f"die {die}")
                canvas.spot(("die", seat, die), Rect(49 + 6 * die, y, 7, 1))
        self._paint_goods(canvas, 3 * view.seats)
        return canvas

    def _paint_goods(self, canvas: Canvas, y: int) -> None:
        """Paint the pile, and every kind of goods that a hand may hold."""
        canvas.put(1, y, "pile")
        canvas.spot(("pile",), Rect(0, y, 6, 1))
        for kind, goods in enumerate(GOODS):
            canvas.put(10 + 10 * kind, y, goods)
            canvas.spot(("card", kind), Rect(9 + 10 * kind, y, len(goods) + 2, 1))

    def inspect(self, scene: Scene, place: tuple[str | int, ...]) -> Text | None:
        if place[0] != "purse":
            return None
        own = "; ".join(f"{SECRET} {what} {value}" for what, value in secrets(scene.view, place[1]))
        return verbatim(f"The purse of {place[1]}. {own}")


def secrets(view: Fair, seat: int | str) -> list[tuple[str, object]]:
    """Return everything in the view about a player that others may not see."""
    at = int(seat)
    known = {"hand": view.hands[at], "dice": view.dice[at], "bid": view.bids[at]}
    return [(what, value) for what, value in known.items() if not isinstance(value, Hidden)]


PAINTER = FairPainter()
