"""Making up a trade: what is given and what is wanted, kind below kind, both from the beginning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, ClassVar, Final

from attrs import define

from engine.errors import Refusal
from engine.games.knights.state import Island
from engine.parts import Kind
from engine.text import Text, words
from screens.canvas import Canvas
from screens.chooser import Reply, Response
from screens.counting import Counter, Counting, Row
from screens.knights.previews import bargain

if TYPE_CHECKING:
    from screens.scene import Scene

BESIDE: Final = 3
"""Cells that a counter has besides its words: for the marks at its ends."""

MISSING: Final = (
    words("Say what you give: at least one card."),
    words("Say what you want for it: at least one card."),
)


@define
class Bargaining(Counting):
    """Two rows of counters, one column for each kind: up and down go from one row to the other.

    A kind that is not held cannot be given, and one that is given cannot be wanted.
    """

    switches: ClassVar[tuple[str, str]] = ("up", "down")

    def rows(self) -> list[Row]:
        """Both sides, whether the first is anything yet or not."""
        decision, view = self.choosing.decision, self.choosing.asked.view
        chosen, rows = self.choosing.chosen, []
        for number in range(2):
            bag = decision.bag(view, chosen)
            amounts = bag.of(self._numbers(number, bag))
            rows.append(Row(chosen, bag, amounts))
            chosen = (*chosen, amounts)
        return rows

    def refusal(self) -> Refusal | None:
        """The first side that is nothing yet."""
        for row, missing in zip(self.rows(), MISSING, strict=True):
            if not row.bag.holds(row.amounts):
                return self.refused(missing, row.chosen)
        return None

    def told(self) -> Sequence[Text]:
        """Both sides as they stand."""
        give, want = self.rows()
        return bargain(self.choosing, give.amounts, want.amounts)

    def press(self, key: str, character: str | None) -> Reply:
        if key in self.switches:
            self._switch()
            return Response.POINTED
        return Counting.press(self, key, character)

    def _switch(self) -> None:
        """Go to the other row, to the same kind or the one nearest to it."""
        counters, columns = self.counters(), self._columns()
        here = counters[self.pointed]
        self.point(
            min(
                (n for n, one in enumerate(counters) if one.row != here.row),
                key=lambda n: abs(columns[counters[n].kind] - columns[here.kind]),
            )
        )

    def _columns(self) -> Mapping[Kind, int]:
        view: Island = self.choosing.asked.view
        return {kind.id: number for number, kind in enumerate(view.box.kinds)}

    # ------------------------------------------------------------------ painting

    def paint(self, scene: Scene, width: int, most: int) -> Canvas:
        """A row for each side; the kinds that a side cannot have are dim."""
        titles = [self._name(scene, row) for row in self.rows()]
        left = 3 + max(map(len, titles))
        columns, counters = self._columns(), self.counters()
        names, gap = self._names(scene, width - left)
        texts = [_counted(names[one.kind], gap, one) for one in counters]
        starts = dict(zip(columns, accumulate(_widths(columns, counters, texts)), strict=False))
        canvas = Canvas(width, len(titles), scene.look.glyphs)
        for y, title in enumerate(titles):
            canvas.put(2, y, title, "title")
            shown = {one.kind for one in counters if one.row == y}
            for kind in columns.keys() - shown:
                canvas.put(left + starts[kind] + 2, y, names[kind], "closed")
        for number, (one, text) in enumerate(zip(counters, texts, strict=True)):
            self._paint_counter(canvas, left + starts[one.kind], one.row, number, one, text)
        return canvas

    def _names(self, scene: Scene, room: int) -> tuple[Mapping[Kind, str], str]:
        """The kinds in words where all have room, else in two letters; and what stands between
        them and their numbers."""
        view: Island = self.choosing.asked.view
        say, kinds, counters = scene.tongue.argument, view.box.kinds, self.counters()
        long: Mapping[Kind, str] = {kind.id: say(kind.names).lower() for kind in kinds}
        short: Mapping[Kind, str] = {kind.id: say(kind.glyph) for kind in kinds}
        for names in (long, short):
            texts = [_counted(names[one.kind], " ", one) for one in counters]
            if sum(_widths(names, counters, texts)) <= room:
                return names, " "
        return short, ""


def _counted(name: str, gap: str, counter: Counter) -> str:
    """A kind with its number; of what is given also how many are held."""
    if counter.row:
        return f"{name}{gap}{counter.number}"
    return f"{name}{gap}{counter.number}/{counter.most}"


def _widths(
    kinds: Iterable[Kind], counters: Sequence[Counter], texts: Sequence[str]
) -> Iterator[int]:
    """Where the first column begins, then how wide each of them is."""
    yield 0
    told = list(zip(counters, texts, strict=True))
    for kind in kinds:
        yield BESIDE + max((len(text) for one, text in told if one.kind == kind), default=0)
