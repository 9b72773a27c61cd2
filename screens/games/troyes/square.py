"""The city square of Troyes (the districts with their owners' goods and dice), and the input mode
for turning dice over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

from attrs import define, field, frozen

from engine.core.hidden import is_hidden
from engine.core.parts import SubsetPart
from engine.errors import Refusal
from engine.games.troyes.dice import NEUTRAL
from engine.games.troyes.dice_prospects import best_flip
from engine.games.troyes.influence import Flip, own_dice
from engine.games.troyes.state import Town
from engine.i18n.text import Text, verbatim, words
from screens.games.troyes.dice_marking import DiceMarking
from screens.games.troyes.symbols import TownLabels
from screens.input_modes.input_mode import Parts, PartsSoFar
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.card_rows import AT_REST, CLOSED_DIE, MARKED_DIE, paint_die
from screens.paint.cells import width_of
from screens.paint.shapes import RAISED, paint_chip
from screens.table_view.scene import Scene

NAME_WIDTH: Final = 7
DIE_WIDTH: Final = 4


@frozen
class Grid:
    """Horizontal layout of the square: `x` is the left edge, and `name_width` the width of
    names."""

    x: int
    name_width: int

    @classmethod
    def of(cls, x: int, width: int) -> Grid:
        """Return the grid of a square `width` columns wide. Names get up to 7 columns more if it is
        wider than 80 columns."""
        return cls(x, NAME_WIDTH + max(0, min(7, width - 80)))

    @property
    def right_edges(self) -> tuple[int, int, int, int, int]:
        """Right edges of deniers, influence, citizens, VP and deniers on the district."""
        begin = self.x + 4 + self.name_width
        return (begin + 4, begin + 8, begin + 12, begin + 16, begin + 19)

    @property
    def dice(self) -> int:
        """Left edge of the dice, including the blank before the first one."""
        return self.right_edges[-1] + 1


def viewing_seat(scene: Scene[Town]) -> int | None:
    """Return the seat from whose point of view the table is shown: the viewer's or, on a shared
    keyboard, the seat that must choose. None if there is neither."""
    if scene.seat is not None:
        return scene.seat
    return scene.partial_pick.seat if scene.partial_pick is not None else None


def paint_square(labels: TownLabels, canvas: Canvas, rect: Rect) -> int:
    """Paint all districts below common headings. Return the row after them."""
    scene, view = labels.scene, labels.view
    grid = Grid.of(rect.x, rect.width)
    _paint_headings(scene, canvas, rect, grid)
    names = labels.short(grid.name_width)
    for seat in range(view.seats):
        _paint_district(labels, canvas, rect.y + 1 + seat, seat, names[seat], grid)
    y = rect.y + 1 + view.seats
    canvas.put(grid.x + 1, y, labels.owner(NEUTRAL), "text")
    canvas.put_clipped(grid.x + 4, y, 20, scene.translate(words("neutral")), "dim")
    canvas.spot(("district", NEUTRAL), Rect(grid.x, y, grid.dice - grid.x, 1))
    paint_dice(labels, canvas, rect)
    return y + 1


def _paint_headings(scene: Scene[Town], canvas: Canvas, rect: Rect, grid: Grid) -> None:
    coin = canvas.glyphs("coin")
    purse = verbatim(f"+{coin}" if any(scene.view.passed) else "")
    headings = (verbatim(coin), words("inf"), words("cit"), words("VP"), purse)
    canvas.put(grid.x + 1, rect.y, scene.translate(words("District")), "dim")
    for right, heading in zip(grid.right_edges, headings, strict=True):
        canvas.put_right(right, rect.y, scene.translate(heading), "dim")
    canvas.put(grid.dice + 1, rect.y, scene.translate(words("dice")), "dim")


def paint_in_headings(scene: Scene[Town], canvas: Canvas, right: int, text: Text) -> None:
    """Paint a text at the right end of the headings, unless there is no room, black dice are shown
    there, or dice are being marked."""
    shown, left = (
        scene.translate(text),
        Grid.of(0, right).dice + 1 + width_of(scene.translate(words("dice"))),
    )
    is_free = not scene.view.black and DieStates.of(scene).selectable is None
    if is_free and left + 2 + width_of(shown) < right:
        canvas.put_right(right - 1, 0, shown, "dim")


def paint_beside_dice(scene: Scene[Town], canvas: Canvas, right: int, text: Text) -> None:
    """Paint a text at the right end of the reader's district, if there is room beside the dice."""
    seat, shown = viewing_seat(scene), scene.translate(text)
    if seat is not None:
        end_of_dice = Grid.of(0, right).dice + DIE_WIDTH * len(scene.view.dice[seat])
        if end_of_dice + 2 + width_of(shown) < right:
            canvas.put_right(right - 1, 1 + seat, shown, "dim")


def _paint_district(
    labels: TownLabels, canvas: Canvas, y: int, seat: int, name: str, grid: Grid
) -> None:
    view = labels.view
    line = Rect(grid.x, y, grid.dice - grid.x, 1)
    canvas.fill(*line, ground=f"mid.{seat}")
    paint_chip(canvas, grid.x, y, labels.letters[seat], f"piece.{seat}")
    if labels.scene.asked_seat == seat:
        canvas.put(grid.x + 3, y, canvas.glyphs("turn"), "strong")
    canvas.put(grid.x + 4, y, name, "strong")
    points = view.vp[seat]
    dots = canvas.glyphs("bullet") * 2
    shown = (
        str(view.deniers[seat]),
        str(view.influence[seat]),
        str(view.supply[seat]),
        dots if is_hidden(points) else str(points),
        f"+{view.purse[seat]}" if view.passed[seat] else "",
    )
    for number, (right, text) in enumerate(zip(grid.right_edges, shown, strict=True)):
        canvas.put_right(right, y, text, "text" if number else "strong")
    after_name = Rect(grid.x + 5 + width_of(name), y, 1, 1)
    has_room = after_name.right < grid.right_edges[0] - width_of(shown[0])
    canvas.spot(("district", seat), line, key=after_name if has_room else None)


# ---------------------------------------------------------------------- dice


@frozen
class DieStates:
    """States of the dice: marked, unavailable, or normal. `selectable` are the dice that can be
    marked, or None if no dice are being marked."""

    marked: frozenset[Spot]
    selectable: frozenset[Spot] | None

    @classmethod
    def of(cls, scene: Scene[Town]) -> DieStates:
        """Return the states that the current input mode gives to the dice."""
        input_mode = None if scene.partial_pick is None else scene.partial_pick.input_mode
        if input_mode is None or not input_mode.shows_on_table:
            return cls(frozenset(), None)
        stops = frozenset(place for places in input_mode.stops() for place in places)
        return cls(frozenset(input_mode.marked()), stops)

    def __call__(self, place: Spot) -> str:
        """Return the state of the die at a place: `MARKED_DIE`, `CLOSED_DIE` or `AT_REST`."""
        if place in self.marked:
            return MARKED_DIE
        return AT_REST if self.selectable is None or place in self.selectable else CLOSED_DIE


def paint_dice(labels: TownLabels, canvas: Canvas, rect: Rect) -> None:
    """Paint the dice of all districts on a lighter background, and the black dice in the heading of
    the square."""
    view = labels.view
    grid, states = Grid.of(rect.x, rect.width), DieStates.of(labels.scene)
    canvas.ground(Rect(grid.dice, rect.y + 1, rect.right - grid.dice, view.seats + 1), RAISED)
    for district, faces in enumerate(view.dice):
        x, y = grid.dice, rect.y + 1 + min(district, view.seats)
        for number, face in enumerate(faces):
            place = ("die", district, number)
            x = paint_die(canvas, x, y, labels.die(face, place, states(place)))
    _paint_black(labels, canvas, rect, grid, states)


def _paint_black(
    labels: TownLabels, canvas: Canvas, rect: Rect, grid: Grid, states: DieStates
) -> None:
    """Paint the remaining black dice, with a title if there is room. While players face them, the
    highest one is always marked."""
    view = labels.view
    title = labels.translate(words("Black dice"))
    x = rect.right - DIE_WIDTH * len(view.black)
    if view.black and x - width_of(title) > grid.dice + 8:
        canvas.put(x - width_of(title) - 1, rect.y, title, "dim")
    for number, value in enumerate(view.black):
        place = ("black", number)
        faced = number == 0 and view.step == "black"
        die = labels.black_die(value, place, MARKED_DIE if faced else states(place))
        x = paint_die(canvas, x, rect.y, die)


@define
class TurningDice(DiceMarking):
    """Input mode that marks the player's own dice and turns them over together."""

    confirm_words = words("turn over")

    command: Flip = field(kw_only=True)

    @classmethod
    def of(cls, partial_pick: PartsSoFar[Town], command: Flip) -> Self:
        """Return an input mode in which no dice are marked, with the cursor on the lowest die."""
        turning = cls(partial_pick, command=command)
        turning.pointed = 1 + turning.candidates().index(
            min(turning.candidates(), key=turning.value)
        )
        return turning

    @property
    def most(self) -> int:
        return self.view.box.flip_most

    @property
    def turned(self) -> tuple[str, ...]:
        """The marked dice, in the order that picks require."""
        return tuple(name for name in self.candidates() if name in self.marked_names)

    def candidates(self) -> Sequence[str]:
        return own_dice(self.view, self.seat)

    def why_not(self, name: str) -> Refusal | None:
        if name not in self.candidates():
            place = self.place(name)
            assert place is not None
            return self.command.refuse_place(self.view, self.seat, (), place)
        if len(self.marked_names) < self.most:
            return None
        return self.refused(words("Choose at most {number}.", number=self.most))

    def parts(self) -> Parts | None:
        return (self.turned,)

    def refusal(self) -> Refusal | None:
        reason = SubsetPart(tuple(self.candidates()), 1, self.most).why_not(self.turned)
        return None if reason is None else self.refused(reason)

    def chosen_so_far(self) -> Sequence[Text]:
        """Describe the best use of turning over the player's lowest dice. Return nothing if dice
        are marked, or if nothing more would become possible."""
        if self.marked_names:
            return ()
        best = best_flip(self.view, self.seat)
        return [] if best is None else [best]

    def suggest(self, parts: Parts) -> None:
        """Mark the suggested dice, and move the cursor to the confirmation."""
        if isinstance(parts[0], tuple):
            self.mark_again([str(name) for name in parts[0]])
            self.pointed = 0

    def headline(self) -> Text:
        return self.command.label(self.view, self.seat, (self.turned,))
