"""Rows of a canvas with their overlays: selectable places, changes, animation, cursor."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence

from screens.paint.animation import Veil
from screens.paint.canvas import MARKS_STYLE, Canvas, Rect, Spot
from screens.renderer.overlay import (
    NO_LABELS,
    CellRow,
    Closed,
    Cursor,
    Flash,
    Key,
    Legal,
    Marked,
    Overlay,
)
from screens.renderer.spatial_navigation import SpatialNavigation


class ComposedRows:
    """The rows of a canvas with their overlays. Callers `forget` rows that have changed, and `lay`
    overlays again when their data has changed."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.legal: dict[Spot, None] = {}
        self.closed: frozenset[Spot] = frozenset()
        self.flashed: tuple[Spot | Rect, ...] = ()
        self.labels = NO_LABELS
        self.faint: Collection[Spot] = ()
        self.marks = True
        """Whether selectable places are marked even where the cursor is not."""
        self._columns: dict[Hashable, int | None] = {}
        """Column of the key in places of each kind (see `Marked.column`)."""
        self.veil: Veil = {}
        self.compass: SpatialNavigation | None = None
        self._overlays: dict[int, list[Overlay]] = {}
        self._cursor: list[Cursor] = []
        self._cursor_column: int | None = None
        self._rows_without_cursor: dict[int, CellRow] = {}
        """Rows without the cursor, valid until canvas or overlays change."""

    def compose(self, y: int) -> CellRow:
        """Return a row of the canvas with all overlays."""
        row_without_cursor = self._rows_without_cursor.get(y)
        if row_without_cursor is None:
            row_without_cursor = self._rows_without_cursor[y] = self._compose_without_cursor(y)
        cursors = [overlay for overlay in self._cursor if y in overlay.rows()]
        if not cursors:
            return row_without_cursor
        row = row_without_cursor.copy()
        for overlay in cursors:
            overlay.draw(y, row)
        return row

    def _compose_without_cursor(self, y: int) -> CellRow:
        """Return a row of the canvas with all overlays except the cursor."""
        row = CellRow(self.canvas.chars[y].copy(), self.canvas.painted(y))
        for x, char, role in self.veil.get(y, ()):
            row.chars[x], row.roles[x] = char, role
        for overlay in self._overlays.get(y, ()):
            overlay.draw(y, row)
        return row

    def forget(self, rows: Iterable[int]) -> None:
        """Drop `rows`, so that they are composed again when needed."""
        for y in rows:
            self._rows_without_cursor.pop(y, None)

    def lay(self) -> None:
        """Lay all overlays again, except the cursor."""
        self._rows_without_cursor.clear()
        self._overlays = {}
        self._columns = self._columns_of_keys()
        for overlay in self._find_overlays():
            for y in overlay.rows():
                self._overlays.setdefault(y, []).append(overlay)

    def lay_overlays_in(self, rows: range) -> range:
        """Lay the overlays of `rows` again. Lay those of all rows if an overlay extends beyond
        `rows` or keys now belong in another column. Return the rows laid."""
        laid = [overlay for y in rows for overlay in self._overlays.get(y, ())]
        found = list(self._find_overlays(rows))
        spreads = any(set(overlay.rows()) - set(rows) for overlay in (*laid, *found))
        if spreads or self._columns_changed(rows):
            self.lay()
            return range(self.canvas.height)
        for y in rows:
            self._overlays.pop(y, None)
        for overlay in found:
            for y in overlay.rows():
                self._overlays.setdefault(y, []).append(overlay)
        self.forget(rows)
        return rows

    def _find_overlays(self, rows: range | None = None) -> Iterator[Overlay]:
        """Yield the overlays that touch any of `rows` (by default, all overlays). The cursor is not
        among them."""
        canvas = self.canvas

        def near(rects: Iterable[Rect]) -> Iterable[Rect]:
            if rows is None:
                return rects
            return [rect for rect in rects if rect.y < rows.stop and rect.bottom > rows.start]

        for place in self.closed:
            yield from (Closed(canvas, rect) for rect in near(canvas.rects(place)))
        for place in self.legal if self.marks else ():
            if anchors := near(canvas.spots.anchors(place)):
                shade, label = canvas.spots.shade(place), self._label(place)
                column = self._columns.get(_kind(place))
                faint = place in self.faint
                yield from (
                    Legal(canvas, rect, shade, label, column, is_faint=faint) for rect in anchors
                )
        for place, label in self.labels.items():
            if (cell := canvas.spots.key(place)) and place in self.legal:
                faint = place in self.faint
                yield from (Key(canvas, rect, label, is_faint=faint) for rect in near([cell]))
        for what in self.flashed:
            shade = MARKS_STYLE if isinstance(what, Rect) else canvas.spots.shade(what)
            rects = [what] if isinstance(what, Rect) else canvas.rects(what)
            for rect in near(rects):
                if visible := rect.clipped(canvas.rect):
                    yield Flash(canvas, visible, shade)

    def _label(self, place: Spot | None) -> str:
        """Return the key painted in the mark of a place; empty if there is none."""
        return "" if self.canvas.spots.key(place) else self.labels.get(place, "")

    def offer(
        self,
        legal: Iterable[Spot],
        labels: Mapping[Spot, str],
        closed: Iterable[Spot] = (),
        *,
        faint: Collection[Spot] = (),
        marks: bool = True,
    ) -> None:
        """Make the places in `legal` selectable, each labelled with its key in `labels`, if any,
        and show those in `closed` as closed unless they are selectable. The keys of those in
        `faint` are dim. Without `marks`, a selectable place has marks only under the cursor."""
        self.legal = dict.fromkeys(legal)
        self.faint = faint
        self.marks = marks
        self.labels = labels
        self.closed = frozenset(closed) - self.legal.keys()
        self.compass = None
        self.lay()

    def _columns_changed(self, rows: range) -> bool:
        """Return whether the keys of some kind of place in `rows` now belong in another column."""
        spots = self.canvas.spots
        kinds = {
            _kind(place)
            for place in self.legal
            if any(rect.y < rows.stop and rect.bottom > rows.start for rect in spots.anchors(place))
        }
        columns = self._columns_of_keys(kinds) if kinds else {}
        return any(columns.get(kind) != self._columns.get(kind) for kind in kinds)

    def _columns_of_keys(self, kinds: Collection[Hashable] = ()) -> dict[Hashable, int | None]:
        """Find the column of the keys for each kind of place in `kinds` (by default, for all
        kinds). It is the first column that suits all places of a kind, so that their keys are
        always on the same side, or None if no column suits all of them. Places with the key between
        their marks are ignored."""
        marked: dict[Hashable, list[Marked]] = {}
        for place in self.legal:
            if kinds and _kind(place) not in kinds:
                continue
            if label := self._label(place):
                found = (
                    Marked(self.canvas, rect, label) for rect in self.canvas.spots.anchors(place)
                )
                beside = [one for one in found if not one.has_key_between_marks]
                marked.setdefault(_kind(place), []).extend(beside)
        return {
            kind: next(
                (
                    column
                    for column in places[0].columns()
                    if all(place.suits(column) for place in places)
                ),
                None,
            )
            for kind, places in marked.items()
            if places
        }

    def nearest(self) -> Spot | None:
        """Return the selectable place nearest to where the cursor is drawn, or to the top left
        corner if there is no cursor; None if no place is selectable."""
        before = Rect(0, 0, 1, 1)
        if self._cursor:
            before = Rect.around(overlay.rect for overlay in self._cursor)
        if self.compass is None:
            stations = ((place, self.canvas.spots.station(place)) for place in self.legal)
            self.compass = SpatialNavigation(
                {place: station for place, station in stations if station}
            )
        return self.compass.nearest(before)

    def has_cursor_at(self, place: Spot | None) -> bool:
        """Return whether `place` is selectable, and the cursor is drawn exactly where `place` is
        now."""
        drawn = [overlay.rect for overlay in self._cursor]
        is_there = place in self.legal and self.canvas.spots.anchors(place) == drawn != []
        return is_there and self._cursor_column == self._columns.get(_kind(place))

    def lay_cursor(self, place: Spot | None, role: str) -> Sequence[Rect]:
        """Move the cursor to a place, or remove it if `place` is None. Return the rectangles of the
        cursor."""
        spots = self.canvas.spots
        anchors = [] if place is None else spots.anchors(place)
        hint, label = spots.hints.get(place), self._label(place)
        whole = hint is not None and hint.anchor is not None
        column = self._cursor_column = self._columns.get(_kind(place))
        self._cursor = []
        for rect in anchors:
            cursor = Cursor(self.canvas, rect, role, whole=whole, label=label, column=column)
            key = spots.key(place)
            if key and key.clipped(rect) and key.y == cursor.heading:
                cursor.label, cursor.column = self.labels.get(place, ""), key.x - rect.x
            self._cursor.append(cursor)
        return anchors

    def cursor_rows(self) -> set[int]:
        return {y for overlay in self._cursor for y in overlay.rows()}


def _kind(place: Spot | None) -> Hashable:
    """Return the kind of a place: its first part if it is a tuple with parts, else the place
    itself."""
    return place[0] if isinstance(place, tuple) and place else place
