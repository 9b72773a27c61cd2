"""Choosing in Era: a list as everywhere, until a piece is taken in hand and moved about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from attrs import define, field

from engine.errors import Refusal
from engine.games.era.disasters import PlaceScorched
from engine.games.era.domain import Domain, Pick, Way
from engine.games.era.placing import Preview, preview
from engine.step import Place
from engine.text import Text, words
from screens.canvas import Canvas
from screens.chooser import ARROWS, Chooser, Parts, Reply, Response
from screens.choosing import Choosing
from screens.panels import paint_keys

if TYPE_CHECKING:
    from screens.scene import Scene

TURN: Final = "x"
NEXT: Final = "n"


@define
class PlacingPieces(Choosing):
    """A list, until the kind of a piece is chosen; then the piece is in hand. Where it lay last is
    where the next one begins."""

    column: int = 6
    row: int = 5
    turned: int = 0

    def __attrs_post_init__(self) -> None:
        if self.decision.parts > 1 and len(self.choices()) == 1:
            self.take()

    def make_chooser(self) -> Chooser:
        if len(self.chosen) == 1 and self.chosen[0] in self.asked.view.box.kinds:
            return MovingPiece.begin(self)
        return Choosing.make_chooser(self)


@define
class MovingPiece(Chooser):
    """A piece is moved about the own domain and turned, and lies there as a ghost that says whether
    it may."""

    shows_on_table: ClassVar[bool] = True
    needs_table: ClassVar[bool] = True
    patient: ClassVar[bool] = False

    column: int = 0
    row: int = 0
    turned: int = 0
    _previews: dict[Pick, Preview] = field(factory=dict, init=False)

    @classmethod
    def begin(cls, choosing: PlacingPieces) -> MovingPiece:
        """The piece lies where it may, as near as can be to where the last one lay."""
        piece = cls(choosing, 0, choosing.column, choosing.row, choosing.turned)
        piece._stay_inside()
        if piece.refusal() is not None:
            piece._go_to_nearest()
        return piece

    @property
    def kind(self) -> str:
        """The kind of piece in hand."""
        return str(self.choosing.chosen[0])

    @property
    def domain(self) -> Domain:
        """The domain of the seat that chooses."""
        domain: Domain = self.choosing.asked.view.domain(self.choosing.seat)
        return domain

    @property
    def _ways(self) -> Sequence[Way]:
        return self.domain.ground.ways[self.kind]

    @property
    def _way(self) -> Way:
        return self._ways[self.turned % len(self._ways)]

    @property
    def lying(self) -> Pick:
        """The kind, the cell and the rotation as the piece lies now."""
        cell = self.domain.ground.grid.index(self.column, self.row)
        return (self.kind, self.domain.ground.grid.name(cell), self._way.rotation)

    def preview(self) -> Preview:
        """What the piece would do where it lies."""
        lying = self.lying
        if lying not in self._previews:
            scorching = isinstance(self.choosing.decision, PlaceScorched)
            self._previews[lying] = preview(self.domain, lying, scorching=scorching)
        return self._previews[lying]

    def parts(self) -> Parts | None:
        return self.lying[1:]

    def refusal(self) -> Refusal | None:
        return self.preview().refusal or self.choosing.asked.refuse(self.lying)

    def stops(self) -> Sequence[Sequence[Place]]:
        return ()

    # ------------------------------------------------------------------ moving the piece

    def press(self, key: str, character: str | None) -> Reply:
        if key in ARROWS:
            right, down = ARROWS[key]
            self.column, self.row = self.column + right, self.row + down
        elif key == TURN:
            self.turned += 1
        elif key == NEXT:
            self._go_to_next()
        elif key in ("enter", "space"):
            return Response.TAKEN
        else:
            return Response.NOTHING
        self._stay_inside()
        return Response.CHANGED

    def touch(self, place: Place, *, picked: bool) -> Reply:
        if place[:2] != ("domain", self.choosing.seat):
            return Response.NOTHING
        before = self.lying
        grid = self.domain.ground.grid
        self.column, self.row = grid.place(grid.cell(str(place[2])))
        self._stay_inside()
        if picked and self.lying == before:
            return Response.TAKEN
        return Response.CHANGED if self.lying != before else Response.NOTHING

    def _stay_inside(self) -> None:
        """Keep the whole piece within the domain, and remember where it lies for the next one."""
        rules = self.domain.ground.components.domain
        shape = self._way.shape
        self.column = max(0, min(rules.columns - shape.width, self.column))
        self.row = max(0, min(rules.rows - shape.height, self.row))
        last = self.choosing
        if isinstance(last, PlacingPieces):
            last.column, last.row, last.turned = self.column, self.row, self.turned

    def _legal(self) -> list[Pick]:
        """The legal places of the piece in hand."""
        domain = self.domain
        if isinstance(self.choosing.decision, PlaceScorched):
            return [place.pick for place in domain.legal_scorched()]
        return [place.pick for place in domain.legal(self.kind)]

    def _go_to_nearest(self) -> None:
        """To the legal place that is nearest, in the same rotation if there is one."""
        grid = self.domain.ground.grid

        def distance(pick: Pick) -> tuple[bool, int]:
            column, row = grid.place(grid.cell(pick[1]))
            return (
                pick[2] != self._way.rotation,
                abs(column - self.column) + abs(row - self.row),
            )

        if legal := self._legal():
            self.lie_as(min(legal, key=distance))

    def _go_to_next(self) -> None:
        """To the legal place after this one."""
        legal = self._legal()
        if legal:
            lying = self.lying
            self.lie_as(
                legal[(legal.index(lying) + 1) % len(legal)] if lying in legal else legal[0]
            )

    def lie_as(self, pick: Pick) -> None:
        """Lay the piece down as a pick says."""
        grid = self.domain.ground.grid
        self.column, self.row = grid.place(grid.cell(pick[1]))
        rotations = [way.rotation for way in self._ways]
        self.turned = rotations.index(pick[2])
        self._stay_inside()

    def take_over(self, earlier: Chooser) -> None:
        assert isinstance(earlier, MovingPiece)
        self.column, self.row, self.turned = earlier.column, earlier.row, earlier.turned
        self._stay_inside()

    # ------------------------------------------------------------------ painting

    def paint(self, scene: Scene, width: int, most: int) -> Canvas:
        """The keys that move the piece."""
        canvas = Canvas(width, 1, scene.look.glyphs)
        canvas.blit(paint_keys(scene, _KEYS, width), 1, 0)
        return canvas


_KEYS: Final[Sequence[tuple[str, Text]]] = (
    ("arrows", words("move")),
    (TURN, words("turn it")),
    (NEXT, words("next free place")),
    ("Enter", words("place it")),
    ("Escape", words("choose again")),
)


def piece_in_hand(choosing: Choosing | None) -> MovingPiece | None:
    """The piece that is being moved about, if there is one."""
    chooser: Any = None if choosing is None else choosing.chooser
    return chooser if isinstance(chooser, MovingPiece) else None
