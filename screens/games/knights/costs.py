"""Tables of purchases, with their costs and the number of pieces left, and of the yields of
terrains.

Purchases that a seat can afford are bright if its hand is visible.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from engine.core.hidden import is_hidden
from engine.games.knights.component_types import CountsByKind
from engine.i18n.text import words
from screens.games.knights.symbols import IslandLabels
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import width_of

LABEL_WIDTH: Final = 15
MIN_COLUMN_WIDTH: Final = LABEL_WIDTH + 17
"""Minimum width of a column of purchases, with room for a settlement, which costs four kinds of
cards."""


def rows_for(width: int, labels: IslandLabels) -> int:
    """Return the number of rows of the table of purchases. It has three columns if `width` has room
    for them, otherwise two."""
    columns = 3 if width >= 3 * MIN_COLUMN_WIDTH else 2
    return -(-len(labels.purchases(0)) // columns)


def paint_costs(labels: IslandLabels, canvas: Canvas, rect: Rect, seat: int) -> int:
    """Paint the purchases with their costs. Purchases that `seat` can afford are bright if its hand
    is visible. Return the row after the purchases."""
    view = labels.view
    rows, lines = rows_for(rect.width, labels), labels.purchases(seat)
    step = max(MIN_COLUMN_WIDTH, rect.width // -(-len(lines) // rows))
    for number, (text, cost) in enumerate(lines):
        column, row = divmod(number, rows)
        x, y = rect.x + 1 + column * step, rect.y + row
        known = not is_hidden(view.hands[seat])
        role = "text" if known and view.holds(seat, cost) else "dim"
        canvas.put_clipped(x, y, LABEL_WIDTH - 1, labels.translate(text), role)
        _paint_cost(canvas, x + LABEL_WIDTH, y, cost, labels)
    return rect.y + rows


COLUMN_GAP: Final = 2
"""Number of blanks between two purchases in a line of full names."""


@frozen
class CostLines:
    """Purchases with their costs, in lines of text.

    `lines` contains, for each line, the name and the cost of each purchase. If `short`, names are
    shortened, and costs have neither blanks nor the number 1: `LuBr` for `Lu1 Br1`.
    """

    lines: Sequence[Sequence[tuple[str, CountsByKind]]]
    short: bool

    @classmethod
    def of(cls, labels: IslandLabels, width: int, *, short: bool) -> CostLines:
        """Break the purchases into lines of at most `width` columns. A purchase that is wider gets
        a line of its own. `short` shortens names and costs."""
        lines: list[list[tuple[str, CountsByKind]]] = [[]]
        room = width
        for key in labels.cost_ids:
            name = labels.translate((SHORT_NAMES if short else PURCHASE_NAMES)[key])
            cost = labels.view.box.costs[key]
            needed = (
                width_of(name) + 1 + sum(width_of(text) for text, _ in _texts(cost, labels, short))
            )
            needed += 0 if short else sum(1 for number in cost if number) - 1
            if needed > room and lines[-1]:
                lines.append([])
                room = width
            lines[-1].append((name, cost))
            room -= needed + (1 if short else COLUMN_GAP)
        return cls(lines, short)

    def paint(self, labels: IslandLabels, canvas: Canvas, left: int, y: int) -> int:
        """Paint the lines. Purchases that the viewer can afford are bright if the viewer's hand is
        visible. Return the row after them."""
        view, seat = labels.view, labels.scene.seat
        for row, line in enumerate(self.lines, y):
            x = left
            for name, cost in line:
                is_affordable = (
                    seat is not None and not is_hidden(view.hands[seat]) and view.holds(seat, cost)
                )
                x = canvas.put(x, row, name, "strong" if is_affordable else "dim") + 1
                for text, role in _texts(cost, labels, self.short):
                    x = canvas.put(x, row, text, role, ground="") + (not self.short)
                x += 1 if self.short else COLUMN_GAP - 1
        return y + len(self.lines)


def _texts(cost: CountsByKind, labels: IslandLabels, short: bool) -> list[tuple[str, str]]:
    """Return, for each kind of card in `cost`, a text with its code and its number, and the role of
    the text. If `short`, the number comes first, and the number 1 is left out."""
    return [
        (
            f"{'' if number == 1 else number}{labels.kind(kind)}"
            if short
            else f"{labels.kind(kind)}{number}",
            labels.kind_role(kind, number),
        )
        for kind, number in enumerate(cost)
        if number
    ]


PURCHASE_NAMES: Final = {
    "road": words("road"),
    "settlement": words("settlement"),
    "city": words("city"),
    "city_wall": words("wall"),
    "knight_recruit": words("knight"),
    "knight_promote": words("promote"),
    "knight_activate": words("activate"),
    "development": words("a card"),
}
SHORT_NAMES: Final = {
    "road": words("rd"),
    "settlement": words("st"),
    "city": words("ct"),
    "city_wall": words("wl"),
    "knight_recruit": words("kn"),
    "knight_promote": words("pr"),
    "knight_activate": words("ac"),
    "development": words("cd"),
}
"""Short names of purchases, by the id of their cost."""


def _paint_cost(canvas: Canvas, x: int, y: int, cost: CountsByKind, labels: IslandLabels) -> None:
    _paint_amounts(canvas, x, y, [(n, number) for n, number in enumerate(cost) if number], labels)


def _paint_amounts(
    canvas: Canvas, x: int, y: int, amounts: Iterable[tuple[int, int]], labels: IslandLabels
) -> int:
    for kind, number in amounts:
        text = f"{labels.kind(kind)}{number}"
        x = canvas.put(x, y, text, labels.kind_role(kind, number), ground="") + 1
    return x


def paint_yields(canvas: Canvas, rect: Rect, labels: IslandLabels) -> int:
    """Paint the yields of each terrain that produces, for a settlement and for a city. Return the
    row after them."""
    terrains = [terrain for terrain in labels.view.box.terrains.values() if terrain.settlement]
    columns = 3 if rect.width >= 3 * MIN_COLUMN_WIDTH else 2
    rows = -(-len(terrains) // columns)
    step = max(MIN_COLUMN_WIDTH, rect.width // columns)
    for number, terrain in enumerate(terrains):
        column, row = divmod(number, rows)
        x, y = rect.x + 1 + column * step, rect.y + row
        name = labels.translate(terrain.names)
        canvas.put_clipped(x, y, LABEL_WIDTH - 1, name, "text")
        x = _paint_amounts(canvas, x + LABEL_WIDTH, y, terrain.settlement, labels)
        x = canvas.put(x, y, "/", "dim") + 1
        _paint_amounts(canvas, x, y, terrain.city, labels)
    return rect.y + rows
