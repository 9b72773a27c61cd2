"""Choosing amounts: a row of counters (steppers) for every multiset part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, Final

from attrs import define, field, frozen

from engine.core.common_wording import series
from engine.core.parts import Amounts, Kind, MultisetPart, total
from engine.core.state import State
from engine.core.step import Place
from engine.errors import Refusal
from engine.i18n.text import Text, words
from screens.input_modes.input_mode import (
    ARROW_KEYS,
    InputContext,
    InputMode,
    Parts,
    Reply,
    Response,
    S_co,
)
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import padded, widest, width_of

INCREASE_KEYS = ("plus_sign", "plus", "space", "up")
DECREASE_KEYS = ("minus_sign", "minus", "backspace", "delete", "down")

DIGIT_KEYS_NAME: Final = "0-9"
"""Displayed name of the digit keys."""


@frozen
class CounterRow:
    """A row of counters: the parts of the pick before its multiset, the multiset part, and the
    amounts so far."""

    chosen: Parts
    bag: MultisetPart
    amounts: Amounts


@frozen
class Counter:
    """An adjustable number of one kind of thing. `row` is the index of its row, and `most` the
    maximum."""

    row: int
    kind: Kind
    number: int
    most: int


@define
class Steppers(InputMode[S_co]):
    """Input mode with counters for the kinds of a multiset part and of the multiset parts right
    after it. Left and right move between counters. Up, down, +, -, the wheel and clicks change the
    number (the right mouse button decreases it). If kinds have digits as their keys (`digits`), a
    digit adds one of its kind; otherwise digits type the number. A further row appears when the row
    before it is legal. `numbers` has the number of each counter, by the index of its row and its
    kind.

    If the player must choose exactly one thing, the cursor chooses it, as in a list, because there
    is nothing to count."""

    numbers: dict[tuple[int, Kind], int] = field(factory=dict)
    _typing: bool = field(default=False, init=False)

    # ------------------------------------------------------------------ the rows

    def rows(self) -> list[CounterRow]:
        """Return the rows of counters shown so far. Only the last one can be illegal."""
        decision, view = self.partial_pick.decision, self.partial_pick.request.view
        rows: list[CounterRow] = []
        chosen = self.partial_pick.chosen
        while len(chosen) < decision.parts:
            bag = decision.bag(view, chosen)
            if bag is None:
                break
            amounts = bag.of(self.numbers_of(len(rows), bag))
            rows.append(CounterRow(chosen, bag, amounts))
            if not bag.holds(amounts):
                break
            chosen = (*chosen, amounts)
        return rows

    @property
    def chooses_one(self) -> bool:
        """Whether the player must choose exactly one thing, which completes the pick."""
        partial_pick = self.partial_pick
        bag = partial_pick.decision.bag(partial_pick.request.view, partial_pick.chosen)
        is_last = partial_pick.decision.parts == len(partial_pick.chosen) + 1
        return is_last and bag is not None and bag.least == bag.most == 1

    def numbers_of(self, row: int, bag: MultisetPart) -> dict[Kind, int]:
        """Return the number of each kind in the row with the index `row` and the part `bag`, at
        most the maximum of the kind. If exactly one thing must be chosen, the kind under the cursor
        has the number 1, and every other kind 0."""
        if self.chooses_one:
            return {kind: int(number == self.pointed) for number, (kind, _) in enumerate(bag.pool)}
        return {kind: min(most, self.numbers.get((row, kind), 0)) for kind, most in bag.pool}

    def counters(self) -> list[Counter]:
        return [
            Counter(number, kind, dict(row.amounts).get(kind, 0), most)
            for number, row in enumerate(self.rows())
            for kind, most in row.bag.pool
        ]

    def parts(self) -> Parts | None:
        return tuple(row.amounts for row in self.rows())

    def refusal(self) -> Refusal | None:
        """Return the reason why the last row is illegal, or None if it is legal or the rules give
        no reason. Earlier rows are always legal."""
        row = self.rows()[-1]
        if row.bag.holds(row.amounts):
            return None
        reason = row.bag.why_not(row.amounts)
        return None if reason is None else self.refused(reason, row.chosen)

    def selection(self) -> Text:
        request = self.partial_pick.request
        return series(request.label((*row.chosen, row.amounts)) for row in self.rows())

    def chosen_so_far(self) -> Sequence[Text]:
        request, rows = self.partial_pick.request, self.rows()
        last = rows[-1]
        counted = [] if self.chooses_one else [_count_text(last)]
        return [*counted, *request.decision.summary(request.view, (*last.chosen, last.amounts))]

    # ------------------------------------------------------------------ changing the numbers

    def stops(self) -> Sequence[Sequence[Place]]:
        return [[(buttons.COUNT, number)] for number in range(len(self.counters()))]

    def point(self, index: int) -> None:
        super().point(index)
        self._typing = False

    def change(self, by: int) -> Reply:
        """Change the number under the cursor by `by`, or return the reason why this is not
        possible. Do nothing if the number would be negative, or if exactly one thing must be
        chosen."""
        if self.chooses_one:
            return Response.NOTHING
        counter = self.counters()[self.pointed]
        self._typing = False
        return self._set_number(counter, counter.number + by)

    def digits(self) -> Mapping[str, Kind]:
        """Return the kinds by digit key if all kinds of the first row are numbers from 0 to 9 and
        there are several; otherwise an empty mapping."""
        pool = self.rows()[0].bag.pool
        own = {str(kind): kind for kind, _ in pool if type(kind) is int and 0 <= kind <= 9}
        return own if len(own) == len(pool) > 1 else {}

    def add_one(self, kind: Kind) -> Reply:
        """Add one thing of a kind in the row of the cursor or, if the things of that row are named
        one by one, as dice are, in the last row shown. If exactly one thing must be chosen, move
        the cursor to the kind, or choose it if the cursor is already on it. Return a refusal if the
        kind has no counter in the row, or if one more is not possible."""
        counters, rows = self.counters(), self.rows()
        row = counters[self.pointed].row
        while rows[row].bag.one_by_one and row + 1 < len(rows):
            row += 1
        for number, one in enumerate(counters):
            if (one.row, one.kind) == (row, kind):
                again = number == self.pointed
                self.point(number)
                if self.chooses_one:
                    return Response.CHOSEN if again else Response.POINTED
                return self.change(1)
        return self.refusal_without_counter(row, kind)

    def refusal_without_counter(self, row: int, kind: Kind) -> Refusal:
        """Return the refusal for a kind that has no counter in the row."""
        return self.refused(words("There is nothing of that kind here."), self.rows()[row].chosen)

    def _set_number(self, counter: Counter, number: int) -> Reply:
        """Set a counter to `number`, or return the reason why this is not possible, given the
        numbers of the other counters. Do nothing if `number` is negative."""
        if number < 0:
            return Response.NOTHING
        request, row = self.partial_pick.request, self.rows()[counter.row]
        added = number - counter.number
        refusal = None
        if number > counter.most:
            refusal = self.refused(words("There are not that many available."), row.chosen)
        elif added > 0 and total(row.amounts) + added > row.bag.largest:
            reason = words("Choose at most {number}.", number=row.bag.largest)
            refusal = self.refused(reason, row.chosen)
        elif added > 0:
            chosen = (*row.chosen, row.amounts)
            refusal = request.decision.refuse_thing(request.view, chosen, counter.kind)
        if refusal is not None:
            return refusal
        self.numbers = {**self.numbers, (counter.row, counter.kind): number}
        return Response.CHANGED

    def press(self, key: str, character: str | None) -> Reply:
        if self.chooses_one and key in ("up", "down"):
            self.point(self.pointed + ARROW_KEYS[key][1])
            return Response.POINTED
        if key in INCREASE_KEYS or character == "+":
            return self.change(1)
        if key in DECREASE_KEYS or character == "-":
            self.change(-1)
            return Response.CHANGED
        if key in ARROW_KEYS:
            self.point(self.pointed + ARROW_KEYS[key][0])
            return Response.POINTED
        if key == "enter":
            self._typing = False
            return Response.CHOSEN
        if not character or not (character.isdecimal() and character.isascii()):
            return Response.NOTHING
        kinds = self.digits()
        if not kinds:
            return Response.NOTHING if self.chooses_one else self._type(int(character))
        return self.add_one(kinds[character]) if character in kinds else Response.NOTHING

    def _type(self, digit: int) -> Reply:
        """Append `digit` to the number that is being typed or, if that is not possible, start a new
        number with it."""
        counter = self.counters()[self.pointed]
        answer: Reply = Response.NOTHING
        if self._typing and counter.number:
            answer = self._set_number(counter, counter.number * 10 + digit)
        if answer is not Response.CHANGED:
            answer = self._set_number(counter, digit)
        self._typing = answer is Response.CHANGED
        return answer

    def pick(self, index: int) -> Reply:
        self.point(index)
        return Response.CHOSEN if self.chooses_one else self.change(1)

    def touch(self, place: Place, *, picked: bool) -> Reply:
        if not picked or place[0] not in (buttons.MINUS, buttons.PLUS):
            return Response.NOTHING
        self.point(int(place[1]))
        return self.change(1 if place[0] == buttons.PLUS else -1)

    def wheel(self, lines: int) -> Reply:
        answer = self.change(1 if lines < 0 else -1)
        return Response.CHANGED if answer is Response.NOTHING else answer

    def turn(self) -> Reply:
        """Decrease the number under the cursor by one, for the right mouse button."""
        return self.wheel(1)

    def suggest(self, parts: tuple[Any, ...]) -> None:
        """Set the counters to the amounts with which `parts` begins. If the cursor was on a counter
        that no longer exists, move it to the last one. If exactly one thing must be chosen, only
        move the cursor to the suggested thing."""
        pairs = [*enumerate(takewhile(lambda part: isinstance(part, tuple), parts))]
        if self.chooses_one:
            kinds = [counter.kind for counter in self.counters()]
            self.point(next((kinds.index(kind) for _, bag in pairs for kind, _ in bag), 0))
            return
        self.numbers = {(row, kind): number for row, bag in pairs for kind, number in bag}
        self.point(min(self.pointed, len(self.counters()) - 1))

    def keys(self) -> Sequence[tuple[str, Text]]:
        kinds = self.digits()
        if self.chooses_one:
            return [("Enter", words("choose"))]
        digits = (
            (f"1-{len(kinds)}", words("one more"))
            if kinds
            else (DIGIT_KEYS_NAME, words("set number"))
        )
        return [
            digits,
            ("+ -", words("more, fewer")),
            ("arrows", words("another counter")),
            ("Enter", words("confirm")),
        ]

    def line_keys(self) -> Sequence[tuple[str, Text]]:
        keys = [key for key in self.keys() if key[0] != DIGIT_KEYS_NAME]
        is_counted = not self.chooses_one and any(row.amounts for row in self.rows())
        return [*keys, ("Escape", words("clear all"))] if is_counted else keys

    def back(self) -> bool:
        """Reset the counters to zero, and move the cursor to the first one. Return False if they
        were already zero, or if exactly one thing must be chosen."""
        if self.chooses_one:
            return False
        before = self.parts()
        self.numbers = {}
        self.pointed, self._typing = 0, False
        return self.parts() != before

    def restore_from(self, earlier: InputMode[State]) -> None:
        assert isinstance(earlier, Steppers)
        self.numbers = earlier.numbers
        self.point(min(earlier.pointed, len(self.counters()) - 1))

    # ------------------------------------------------------------------ painting

    def paint(self, reader: InputContext, width: int, most: int) -> Canvas:
        """Paint the rows of counters in at most `most` lines, scrolled to the counter under the
        cursor, which has - and + beside it unless exactly one thing must be chosen."""
        lines = self.lines(reader, width)
        at = next((n for n, (_, line) in enumerate(lines) if self.pointed in line), len(lines) - 1)
        rows = min(most, len(lines))
        first = max(0, min(at - rows // 2, len(lines) - rows))
        canvas = Canvas(width, rows, reader.theme.glyphs)
        counters = self.counters()
        for y, (name, line) in enumerate(lines[first : first + rows]):
            x = canvas.put(2, y, name, "title") + (1 if name else 0)
            for number in line:
                one = counters[number]
                x = self.paint_counter(canvas, x, y, number, one, self.words_of(reader, one))
        return canvas

    def lines(self, reader: InputContext, width: int) -> list[tuple[str, list[int]]]:
        """Return, for every line, the label and the indexes of its counters. The label, padded to
        the width of the widest one, is blank except on the first line of a row."""
        names = row_names(self, reader)
        room = widest(names)
        lines: list[tuple[str, list[int]]] = []
        used, row = 0, -1
        for number, counter in enumerate(self.counters()):
            needed = width_of(self.words_of(reader, counter)) + 3
            if counter.row != row or used + needed > width - 1:
                name = names[counter.row] if counter.row != row else ""
                lines.append((padded(name, room), []))
                used, row = 2 + room + (1 if room else 0), counter.row
            lines[-1][1].append(number)
            used += needed
        return lines

    def words_of(self, reader: InputContext, counter: Counter) -> str:
        """Return the text of a counter: the name of its kind, the number and the maximum, after the
        digit key of the kind if that differs from the kind itself."""
        request, row = self.partial_pick.request, self.rows()[counter.row]
        name = reader.translate(request.decision.thing_name(request.view, row.chosen, counter.kind))
        digit = next((key for key, kind in self.digits().items() if kind == counter.kind), "")
        first = f"{digit} {name}" if digit and digit != str(counter.kind) else name
        return f"{first} {counter.number}/{counter.most}"

    def paint_counter(
        self, canvas: Canvas, x: int, y: int, number: int, counter: Counter, text: str
    ) -> int:
        """Paint the counter with the index `number` as `text` from column `x` on. Return the column
        at which the next counter begins."""
        role = "text bold" if counter.number else "text" if counter.most else "closed"
        canvas.put(x + 2, y, text, role)
        end = x + width_of(text) + 3
        canvas.spot((buttons.COUNT, number), Rect(x + 1, y, width_of(text) + 2, 1))
        if number == self.pointed and not self.chooses_one:
            canvas.put(x, y, "-", "key", spot=(buttons.MINUS, number))
            canvas.put(end, y, "+", "key", spot=(buttons.PLUS, number))
        return end


def row_names(mode: Steppers[S_co], reader: InputContext) -> list[str]:
    """Return the label of each row, or an empty string if the row has none."""
    request = mode.partial_pick.request
    names = [request.decision.part_name(request.view, row.chosen) for row in mode.rows()]
    return ["" if name is None else reader.translate(name) for name in names]


def _count_text(row: CounterRow) -> Text:
    """Return a text about the number of things chosen in a row, and its limits."""
    number, least, most = total(row.amounts), row.bag.least, row.bag.largest
    if least == most:
        return words("{number} of {most} chosen.", number=number, most=most)
    if least == 0:
        return words("{number} chosen, {most} at most.", number=number, most=most)
    return words(
        "{number} chosen, {least} to {most} needed.", number=number, least=least, most=most
    )
