"""Clickable places of a canvas, and the rectangles of cells that they cover."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Final, NamedTuple

Spot = Hashable
"""Identifier of a clickable place, such as `("display", 2, 3)`. Any hashable value will do."""


class Rect(NamedTuple):
    """A rectangle of cells: top left corner and size."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column to the right of the rectangle."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below the rectangle."""
        return self.y + self.height

    def holds(self, x: int, y: int) -> bool:
        """Return whether a cell is inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def moved(self, dx: int, dy: int) -> Rect:
        """Return the rectangle moved by (`dx`, `dy`)."""
        x, y, width, height = self
        return _rect((x + dx, y + dy, width, height))

    def clipped(self, other: Rect) -> Rect | None:
        """Return the intersection of both rectangles; None if they do not overlap."""
        x, y, width, height = self
        left, top, wide, high = other
        right, bottom = x + width, y + height
        most_right, most_bottom = left + wide, top + high
        if x >= left and y >= top and right <= most_right and bottom <= most_bottom:
            return self if width > 0 and height > 0 else None
        right, bottom = min(right, most_right), min(bottom, most_bottom)
        x, y = max(x, left), max(y, top)
        return _rect((x, y, right - x, bottom - y)) if x < right and y < bottom else None

    @classmethod
    def around(cls, rects: Iterable[Rect]) -> Rect:
        """Return the smallest rectangle that contains all `rects`. Raises ValueError if there are
        none."""
        lefts, tops, rights, bottoms = zip(
            *((x, y, x + width, y + height) for x, y, width, height in rects), strict=True
        )
        x, y = min(lefts), min(tops)
        return cls(x, y, max(rights) - x, max(bottoms) - y)


_rect: Final[Callable[[tuple[int, int, int, int]], Rect]] = partial(tuple.__new__, Rect)
"""Function that makes a rectangle, in half the time that calling the class takes."""

MARKS_STYLE, BAR_STYLE, LIT_STYLE, OWN_STYLE = "marks", "bar", "lit", "own"
"""Styles of a selectable place. `MARKS_STYLE`: markers at its ends. `BAR_STYLE`: a bright bar at
the left edge, for cards. `LIT_STYLE`: markers and lines on a highlighted background, for boards.
`OWN_STYLE`: a style of the painter's own."""


class Hint(NamedTuple):
    """Optional attributes of a place: the rectangle that alone gets markers and the cursor
    (`anchor`), the position that counts for arrow keys (`station`), the style of the place when it
    is selectable (`shade`, such as `BAR_STYLE`), and the cell of its key, if the key is not in a
    marker (`key`)."""

    anchor: Rect | None = None
    station: Rect | None = None
    shade: str = MARKS_STYLE
    key: Rect | None = None

    def moved(self, dx: int, dy: int) -> Hint:
        """Return the hint moved by (`dx`, `dy`)."""
        if not (dx or dy):
            return self
        anchor = self.anchor and self.anchor.moved(dx, dy)
        station, key = self.station and self.station.moved(dx, dy), self.key
        return Hint(anchor, station, self.shade, key and key.moved(dx, dy))


class Spots(dict[Spot, list[Rect]]):
    """The places of a canvas: the rectangles of each place, and hints about some of them."""

    __slots__ = ("hints",)

    def __init__(self) -> None:
        super().__init__()
        self.hints: dict[Spot, Hint] = {}

    def duplicate(self) -> Spots:
        other = Spots()
        other.update({place: rects.copy() for place, rects in self.items()})
        other.hints = self.hints.copy()
        return other

    def add(self, other: Spots, dx: int, dy: int, area: Rect, target: Rect | None) -> None:
        """Add the places `other` of a canvas that is copied into `area`. Their rectangles are moved
        by (`dx`, `dy`) and clipped to `target`. Add nothing if `target` is None."""
        if target is None:
            return
        for place, rects in other.items():
            found = [_rect((x + dx, y + dy, width, height)) for x, y, width, height in rects]
            if target != area:
                found = [visible for rect in found if (visible := rect.clipped(target))]
            if found:
                self.setdefault(place, []).extend(found)
                if hint := other.hints.get(place):
                    self.hints[place] = hint.moved(dx, dy)

    def remove_overlapping(self, area: Rect) -> None:
        """Remove all rectangles of places that overlap an area."""
        for place, rects in list(self.items()):
            rest = [rect for rect in rects if rect.clipped(area) is None]
            if rest:
                self[place] = rest
            else:
                del self[place]
                self.hints.pop(place, None)

    def replace(self, other: Spots, area: Rect, target: Rect | None) -> bool:
        """Replace the rectangles that begin in `area` with the places `other` of a canvas painted
        in `area`, clipped to `target`. Return whether places or their rectangles have changed."""
        x, y, right, bottom = area.x, area.y, area.right, area.bottom
        before: dict[Spot, list[Rect]] = {}
        for place, rects in self.items():
            for at_x, at_y, _, _ in rects:
                if x <= at_x < right and y <= at_y < bottom:
                    alone = len(rects) == 1
                    inside = rects if alone else [rect for rect in rects if area.holds(*rect[:2])]
                    before[place] = inside
                    break
        after = {
            place: [(a + x, b + y, wide, high) for a, b, wide, high in rects]
            for place, rects in other.items()
        }
        if before == after and self._hinted(after) == other._hinted(after, x, y):
            return False
        for place, inside in before.items():
            rest = [rect for rect in self.pop(place) if rect not in inside]
            if rest:
                self[place] = rest
            else:
                self.hints.pop(place, None)
        self.add(other, x, y, area, target)
        return before != after

    def _hinted(self, places: Iterable[Spot], dx: int = 0, dy: int = 0) -> dict[Spot, Hint]:
        """Return the hints of those `places` that have hints, moved by (`dx`, `dy`)."""
        hints = self.hints
        return {place: hints[place].moved(dx, dy) for place in places if place in hints}

    def at(self, x: int, y: int) -> Spot | None:
        """Return the place at a cell. If several places overlap, return the one added last. None if
        there is none."""
        found: Spot | None = None
        for place, rects in self.items():
            if any(rect.holds(x, y) for rect in rects):
                found = place
        return found

    def region(self, place: Spot) -> Rect | None:
        """Return the smallest rectangle around a place; None if it is not on the canvas."""
        rects = self.get(place)
        return Rect.around(rects) if rects else None

    def anchors(self, place: Spot) -> list[Rect]:
        """Return the rectangles for the markers of a place and the cursor: its anchor, or else all
        its rectangles."""
        hint = self.hints.get(place)
        return [hint.anchor] if hint and hint.anchor else self.get(place, [])

    def station(self, place: Spot) -> Rect | None:
        """Return the position of a place that counts for arrow keys; None if the place is not on
        the canvas."""
        hint = self.hints.get(place)
        return hint.station if hint and hint.station else self.region(place)

    def key(self, place: Spot) -> Rect | None:
        """Return the cell of a place's key; None if the key is in a marker or the place has
        none."""
        hint = self.hints.get(place)
        return hint.key if hint else None

    def shade(self, place: Spot) -> str:
        """Return the style of a place when it is selectable."""
        hint = self.hints.get(place)
        return hint.shade if hint else MARKS_STYLE
