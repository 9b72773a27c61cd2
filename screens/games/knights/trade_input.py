"""Making up a trade: what is given and what is wanted, kind below kind, both from the beginning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import ClassVar, Final

from attrs import define

from engine.core.parts import Amounts, Kind
from engine.core.step import Place
from engine.errors import Refusal
from engine.games.knights import component_types
from engine.games.knights.state import Island
from engine.games.knights.wording import kind_name
from engine.i18n.text import Text, words
from screens.games.knights.kind_counters import columns, digits_of, row_of
from screens.games.knights.previews import bargain
from screens.input_modes.input_mode import InputContext, Reply, Response
from screens.input_modes.steppers import Counter, CounterRow, Steppers
from screens.paint import buttons
from screens.paint.canvas import Canvas
from screens.paint.cells import widest

NOT_BOTH: Final = words("You cannot ask for a kind that you are giving.")

BESIDE: Final = 3
"""Cells that a counter has besides its words: for the marks at its ends."""

MISSING: Final = (
    words("Choose what to give: at least one card."),
    words("Choose what you want: at least one card."),
)


@define
class Bargaining(Steppers[Island]):
    """Two rows of counters, one column for each kind: up and down go from one row to the other,
    the digit of a kind adds one of it, and Enter goes on to what is wanted.

    A kind that is not held cannot be given, and one that is given cannot be wanted. A counter-offer
    begins as what was offered, seen from the other side.
    """

    switches: ClassVar[tuple[str, str]] = ("up", "down")

    def rows(self) -> list[CounterRow]:
        """Both sides, whether the first is anything yet or not."""
        decision, view = self.choosing.decision, self.choosing.asked.view
        chosen, rows = self.choosing.chosen, []
        for number in range(2):
            bag = decision.bag(view, chosen)
            assert bag is not None
            amounts = bag.of(self.numbers_of(number, bag))
            rows.append(CounterRow(chosen, bag, amounts))
            chosen = (*chosen, amounts)
        return rows

    def begin_with(self, give: Amounts, want: Amounts) -> None:
        """Count out both sides, as far as there are so many, and go to what is wanted."""
        self.suggest((give, want))
        counters = self.counters()
        self.point(next((n for n, one in enumerate(counters) if one.row and one.number), 0))

    def refusal(self) -> Refusal | None:
        """The first side that is nothing yet."""
        for row, missing in zip(self.rows(), MISSING, strict=True):
            if not row.bag.holds(row.amounts):
                return self.refused(missing, row.chosen)
        return None

    def chosen_so_far(self) -> Sequence[Text]:
        """Both sides as they stand."""
        give, want = self.rows()
        return bargain(self.choosing, give.amounts, want.amounts)

    def press(self, key: str, character: str | None) -> Reply:
        if key in self.switches:
            self._switch()
            return Response.POINTED
        give, want = self.rows()
        if key == "enter" and give.amounts and not want.amounts and not row_of(self):
            self._switch()
            return Response.POINTED
        return Steppers.press(self, key, character)

    def digits(self) -> Mapping[str, Kind]:
        return digits_of(self)

    def without(self, row: int, kind: Kind) -> Refusal:
        """Why a kind has no counter on a side."""
        view: Island = self.choosing.asked.view
        number = view.box.kind_numbers[str(kind)]
        none = words("{kind}: you have none.", kind=kind_name(view.box, number))
        return self.refused(NOT_BOTH if row else none, self.rows()[row].chosen)

    def refuse(self, place: Place) -> Refusal | None:
        """Why a kind cannot be given or asked for."""
        if place[0] == buttons.SHUT:
            return self.without(int(place[1]), place[2])
        return Steppers.refuse(self, place)

    def _switch(self) -> None:
        """Go to the other row, to the same kind or the one nearest to it."""
        counters, places = self.counters(), columns(self)
        here = counters[self.pointed]
        self.point(
            min(
                (n for n, one in enumerate(counters) if one.row != here.row),
                key=lambda n: abs(places[counters[n].kind] - places[here.kind]),
            )
        )

    # ------------------------------------------------------------------ painting

    def paint(self, reader: InputContext, width: int, most: int) -> Canvas:
        """A row for each side; the kinds that a side cannot have are dim. The digits stand in the
        row to which they add."""
        titles = [self.name_of(reader, row) for row in self.rows()]
        left = 3 + widest(titles)
        kinds, counters = columns(self), self.counters()
        names, texts = self._told(reader, width - left)
        starts = dict(zip(kinds, accumulate(_widths(kinds, counters, texts)), strict=False))
        canvas, here = Canvas(width, len(titles), reader.theme.glyphs), row_of(self)
        for y, title in enumerate(titles):
            canvas.put(2, y, title, "title" if y == here else "text")
            shown = {counter.kind for counter in counters if counter.row == y}
            for kind in kinds.keys() - shown:
                x = left + starts[kind] + 2
                canvas.put(x, y, names[kind], "closed", spot=(buttons.SHUT, y, kind))
        for number, (one, text) in enumerate(zip(counters, texts, strict=True)):
            x = left + starts[one.kind]
            self.paint_counter(canvas, x, one.row, number, one, text)
            canvas.put(x + 2, one.row, text[0], "dim")
        for start in starts.values():
            canvas.put(left + start + 2, 1 - here, " ", "text")
        return canvas

    def _told(self, reader: InputContext, room: int) -> tuple[Mapping[Kind, str], Sequence[str]]:
        """The kinds, each behind its digit, and the counters: in words where all have room, else in
        two letters, at last without how many are held."""
        view: Island = self.choosing.asked.view
        say, kinds, counters = reader.tongue.argument, view.box.kinds, self.counters()
        long = [say(kind.names).lower() for kind in kinds]
        short = [say(kind.glyph) for kind in kinds]
        for words_, gap, held in ((long, " ", True), (short, " ", True), (short, "", True)):
            names = _named(kinds, words_)
            texts = [_counted(names[counter.kind], gap, counter, held=held) for counter in counters]
            if sum(_widths(names, counters, texts)) <= room:
                return names, texts
        return names, [
            _counted(names[counter.kind], "", counter, held=False) for counter in counters
        ]


def _named(kinds: Sequence[component_types.Kind], names: Sequence[str]) -> Mapping[Kind, str]:
    """Each kind by its digit and name."""
    pairs = enumerate(zip(kinds, names, strict=True), 1)
    return {kind.id: f"{n} {name}" for n, (kind, name) in pairs}


def _counted(name: str, gap: str, counter: Counter, *, held: bool) -> str:
    """A kind with its number; of what is given also how many are held, where there is room."""
    if counter.row or not held:
        return f"{name}{gap}{counter.number}"
    return f"{name}{gap}{counter.number}/{counter.most}"


def _widths(
    kinds: Iterable[Kind], counters: Sequence[Counter], texts: Sequence[str]
) -> Iterator[int]:
    """Where the first column begins, then how wide each of them is."""
    yield 0
    told = list(zip(counters, texts, strict=True))
    for kind in kinds:
        yield BESIDE + widest(text for one, text in told if one.kind == kind)
