"""A piece in hand: moved about the own domain, turned, and laid down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from attrs import define, field

from engine.core.state import State
from engine.core.step import Place
from engine.errors import Refusal
from engine.games.era.build import BuildStructure
from engine.games.era.component_types import Building
from engine.games.era.disasters import PlaceScorched
from engine.games.era.domain import Domain, Pick, Placement, Way
from engine.games.era.forecast import (
    NOTHING,
    Completion,
    Prospect,
    completion,
    promise,
    prospect,
    touches_house,
    worth_looking_at,
)
from engine.games.era.placement import Preview, preview
from engine.games.era.setup import LAYOUT, LIFT, READY, PlaceKit
from engine.games.era.state import DONE, Realm
from engine.i18n.text import Text, words
from screens.games.era.symbols import kind_of_key
from screens.input_modes.input_mode import (
    ARROWS,
    InputContext,
    InputMode,
    Parts,
    PartsSoFar,
    Reply,
    Response,
)
from screens.input_modes.partial_pick import PartialPick
from screens.paint.canvas import Canvas
from screens.table_view.panels import paint_keys

TURN: Final = "x"
NEXT: Final = "n"
JUMP: Final = ":"
SLIDE: Final = "shift+"


OWN_KEYS: Final = {DONE: ".", READY: ".", LIFT: "-", LAYOUT: "="}
"""The keys of what stands in no supply."""


@define
class TakingPieces(PartialPick[Realm]):
    """Choosing in which another piece is taken in hand in place of the one that is."""

    @property
    def view(self) -> Realm:
        """The table as whoever chooses sees it."""
        return self.asked.view

    def press_in_list(self, character: str) -> Reply:
        """A key of the list while a piece is in hand; nothing changes where it means nothing."""
        kind = kind_of_key(self.view.box, character)
        if kind is not None:
            return self.take_in_hand(kind)
        if character not in OWN_KEYS.values():
            return Response.NOTHING
        before = self.chosen
        self.go_to(())
        answer = self.chooser.press(character, character)
        if answer is Response.NOTHING:
            self.go_to(before)
        return answer

    def take_in_hand(self, kind: str) -> Reply:
        """Another piece in place of the one in hand, or why it cannot be had."""
        if kind not in self.asked.part_options(()):
            return self.why_not(kind)
        self.go_to((kind,))
        return Response.CHANGED

    def why_not(self, kind: str) -> Refusal:
        """Why a kind of piece cannot be had."""
        return self.decision.refuse(self.view, (kind,))


@define
class MovingPiece(InputMode[Realm]):
    """A piece is moved about the own domain and turned, and lies there as a ghost that says whether
    it may.

    `jumping` is what has been typed of a cell to jump to (None: nothing is typed).
    """

    shows_on_table: ClassVar[bool] = True
    needs_table: ClassVar[bool] = True
    column: int = 0
    row: int = 0
    turned: int = 0
    jumping: str | None = None
    _previews: dict[Pick, Preview] = field(factory=dict, init=False)
    _refusals: dict[Pick, Refusal | None] = field(factory=dict, init=False)
    _prospects: dict[Pick, Prospect] = field(factory=dict, init=False)
    _completions: dict[Pick, Completion | None] = field(factory=dict, init=False)
    _worth: list[Pick] | None = field(default=None, init=False)

    @classmethod
    def begin(cls, choosing: PartsSoFar[Realm]) -> MovingPiece:
        """The piece lies where it closes or goes on with something, else where it may and touches
        no building, as near as can be to the piece that was placed last and turned as that one."""
        piece = cls(choosing)
        placed = piece.domain.pieces[-1] if piece.domain.pieces else None
        if placed is not None:
            piece.column, piece.row = piece._place(placed.anchor)
            rotations = [way.rotation for way in piece._ways]
            piece.turned = max(
                0, rotations.index(placed.rotation) if placed.rotation in rotations else 0
            )
        piece._stay_inside()
        best = piece._best()
        if best or piece.refusal() is not None or piece._touches(piece.preview().placement):
            free = [one for one in piece._legal() if not piece._touches(one)] if not best else []
            piece._go_to_nearest(best or free or piece._legal())
        return piece

    def _touches(self, placement: Placement | None) -> bool:
        """Whether the piece would be a building that touches another there."""
        if placement is None or not isinstance(placement.kind, Building):
            return False
        return not placement.kind.is_barrier and touches_house(self.domain, placement)

    @property
    def kind(self) -> str:
        """The kind of piece in hand."""
        return str(self.choosing.chosen[0])

    @property
    def view(self) -> Realm:
        """The table as whoever chooses sees it."""
        return self.choosing.asked.view

    @property
    def domain(self) -> Domain:
        """The domain of the seat that chooses."""
        return self.view.domain(self.choosing.seat)

    def _place(self, cell: str) -> tuple[int, int]:
        grid = self.domain.ground.grid
        return grid.place(grid.cell(cell))

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

    # ------------------------------------------------------------------ what it would do

    @property
    def scorching(self) -> bool:
        """Whether Treachery demands the placement."""
        return isinstance(self.choosing.decision, PlaceScorched)

    def preview(self) -> Preview:
        """What the piece would do where it lies."""
        lying = self.lying
        if lying not in self._previews:
            self._previews[lying] = preview(self.domain, lying, scorching=self.scorching)
        return self._previews[lying]

    def prospect(self) -> Prospect | None:
        """What building it there would come to; None where it is not built or may not lie."""
        placement = self.preview().placement
        if placement is None or self.refusal():
            return None
        return self._prospect_of(placement)

    def _prospect_of(self, placement: Placement) -> Prospect | None:
        if not isinstance(self.choosing.decision, BuildStructure):
            return None
        if placement.pick not in self._prospects:
            found = prospect(self.view, self.choosing.seat, placement)
            self._prospects[placement.pick] = found
        return self._prospects[placement.pick]

    def completion(self) -> Completion | None:
        """The smallest wall that would close an area once the wall in hand stands."""
        placement, lying = self.preview().placement, self.lying
        if placement is None or self.refusal() or not placement.kind.is_barrier:
            return None
        if lying not in self._completions:
            after = self.domain.copy()
            after.place(placement)
            self._completions[lying] = completion(after, self._walls_left())
        return self._completions[lying]

    def _walls_left(self) -> Sequence[str]:
        """The walls that can still be had: of the kit in setup, else of the supply."""
        decision = self.choosing.decision
        if isinstance(decision, PlaceKit):
            left = decision.left(self.view)
            return [kind for kind, number in left.items() if number - (kind == self.kind) > 0]
        return [kind for kind in self.view.box.walls if self.view.supply[kind]]

    def parts(self) -> Parts | None:
        return self.lying[1:]

    def refusal(self) -> Refusal | None:
        lying = self.lying
        if lying not in self._refusals:
            refusal = self.preview().refusal or self.choosing.asked.refuse(lying)
            self._refusals[lying] = refusal
        return self._refusals[lying]

    def stops(self) -> Sequence[Sequence[Place]]:
        return ()

    @property
    def reads_letters(self) -> bool:
        return self.jumping is not None

    # ------------------------------------------------------------------ moving the piece

    def press(self, key: str, character: str | None) -> Reply:
        typed, self.jumping = self.jumping, None
        if typed is not None and (key == "enter" or self._type(typed, character)):
            return Response.CHANGED
        if key in ARROWS:
            self._step(ARROWS[key])
        elif key.removeprefix(SLIDE) in ARROWS:
            self._slide(ARROWS[key.removeprefix(SLIDE)])
        elif key == TURN:
            self.turned += 1
        elif key == NEXT:
            self._go_to_next()
        elif character == JUMP:
            self.jumping = ""
        elif key in ("home", "end"):
            good = self._good()
            if not good:
                return Response.NOTHING
            self.lie_as(good[0 if key == "home" else -1])
        elif key == "enter":
            return self._lay()
        else:
            return self._another(character)
        self._stay_inside()
        return Response.CHANGED

    def _another(self, character: str | None) -> Reply:
        """A key of another piece takes that in hand; others belong to the list."""
        choosing = self.choosing
        if not character or not isinstance(choosing, TakingPieces) or self.scorching:
            return Response.NOTHING
        if kind_of_key(self.view.box, character) == self.kind:
            return Response.NOTHING
        return choosing.press_in_list(character)

    def wheel(self, lines: int) -> Reply:
        self.turned += 1 if lines > 0 else -1
        self._stay_inside()
        return Response.CHANGED

    def touch(self, place: Place, *, picked: bool) -> Reply:
        if place[0] in ("supply", "kit") and picked:
            if isinstance(self.choosing, TakingPieces) and not self.scorching:
                return self.choosing.take_in_hand(str(place[1]))
            return Response.NOTHING
        if place[:2] != ("domain", self.choosing.seat) or len(place) != 3:
            return Response.NOTHING
        before = self.lying
        self.column, self.row = self._place(str(place[2]))
        self._stay_inside()
        if picked and self.lying == before:
            return self._lay()
        return Response.CHANGED if self.lying != before else Response.NOTHING

    def turn(self) -> Reply:
        return self.wheel(1)

    def _lay(self) -> Reply:
        """Lay the piece down; where it may not lie, the panel says why already."""
        return Response.CHANGED if self.refusal() is not None else Response.TAKEN

    def _step(self, by: tuple[int, int]) -> None:
        self.column, self.row = self.column + by[0], self.row + by[1]
        self._stay_inside()

    def _slide(self, by: tuple[int, int]) -> None:
        """On until something that lies there, or the edge, is in the way."""
        mask = self._mask()
        while True:
            before = (self.column, self.row)
            blocked = bool(self._mask() & self.domain.taken)
            self._step(by)
            if (self.column, self.row) == before:
                return
            if self._mask() & self.domain.taken and not blocked and mask is not None:
                self.column, self.row = before
                return

    def _mask(self) -> int:
        placement = self.domain.ground.named(self.lying)
        return 0 if placement is None else placement.mask

    def _type(self, before: str, character: str | None) -> bool:
        """One more sign of a cell to jump to; False if it is none."""
        sign = (character or "").upper()
        rules = self.domain.ground.components.domain
        if not before:
            if len(sign) != 1 or not 0 <= ord(sign) - ord("A") < rules.columns:
                return False
            self.jumping = sign
            return True
        typed = before + sign
        if not sign.isdecimal() or self.domain.ground.grid.find(typed) is None:
            return False
        self.jumping = typed
        self.column, self.row = self._place(typed)
        self._stay_inside()
        return True

    def _stay_inside(self) -> None:
        """Keep the whole piece within the domain."""
        rules = self.domain.ground.components.domain
        self.turned %= len(self._ways)
        shape = self._way.shape
        self.column = max(0, min(rules.columns - shape.width, self.column))
        self.row = max(0, min(rules.rows - shape.height, self.row))

    def _legal(self) -> Sequence[Placement]:
        """The legal places of the piece in hand."""
        return self.domain.legal_scorched() if self.scorching else self.domain.legal(self.kind)

    def _go_to_nearest(self, places: Sequence[Placement]) -> None:
        """To the place that is nearest, in the same rotation if there is one."""

        def distance(piece: Placement) -> tuple[bool, int]:
            column, row = self._place(piece.anchor)
            return (
                piece.rotation != self._way.rotation,
                abs(column - self.column) + abs(row - self.row),
            )

        if places:
            self.lie_as(min(places, key=distance).pick)

    def _go_to_next(self) -> None:
        """To the next place worth looking at: the best first, the others after it."""
        good = self._good()
        if good:
            at = good.index(self.lying) + 1 if self.lying in good else 0
            self.lie_as(good[at % len(good)])

    def _good(self) -> list[Pick]:
        """The places worth looking at, by the points that the preview tells, else by place."""
        if self._worth is None:
            found = worth_looking_at(self.domain, self._legal())
            self._worth = sorted(found, key=self._points, reverse=True)
        return self._worth

    def _best(self) -> list[Placement]:
        """The best of them, if they are more than places where the piece may lie; those of a market
        always are, for it brings more in one place than in another."""
        domain = self.domain
        good = [domain.ground.at(pick) for pick in self._good()]
        ranks = [(-self._points(piece.pick), *promise(domain, piece)) for piece in good]
        kind = self.view.box.kinds[self.kind]
        differs = isinstance(kind, Building) and kind.bonus_max
        if not good or (promise(domain, good[0]) >= NOTHING and not differs):
            return []
        return [piece for piece, rank in zip(good, ranks, strict=True) if rank == ranks[0]]

    def _points(self, pick: Pick) -> int:
        told = self._prospect_of(self.domain.ground.at(pick))
        return 0 if told is None else told.points

    def lie_as(self, pick: Pick) -> None:
        """Lay the piece down as a pick says."""
        self.column, self.row = self._place(pick[1])
        rotations = [way.rotation for way in self._ways]
        self.turned = rotations.index(pick[2])
        self._stay_inside()

    def suggest(self, parts: Parts) -> None:
        """Lay the piece where it is suggested, turned as it is suggested."""
        self.lie_as((self.kind, str(parts[0]), int(str(parts[1]))))

    def take_over(self, earlier: InputMode[State]) -> None:
        assert isinstance(earlier, MovingPiece)
        self.column, self.row, self.turned = earlier.column, earlier.row, earlier.turned
        self._stay_inside()

    # ------------------------------------------------------------------ painting

    def keys(self) -> Sequence[tuple[str, Text]]:
        return MOVES

    def line_keys(self) -> Sequence[tuple[str, Text]]:
        return ()

    def paint(self, reader: InputContext, width: int, most: int) -> Canvas:
        """The keys that move the piece."""
        canvas = Canvas(width, 1, reader.theme.glyphs)
        canvas.blit(paint_keys(reader, MOVES, width), 1, 0)
        return canvas


MOVES: Final[Sequence[tuple[str, Text]]] = (
    ("Enter", words("place")),
    (TURN, words("rotate")),
    (NEXT, words("next good place")),
    (JUMP, words("go to cell")),
    ("Escape", words("put back")),
)


def piece_in_hand(choosing: PartialPick[State] | None) -> MovingPiece | None:
    """The piece that is being moved about, if there is one."""
    chooser = None if choosing is None else choosing.chooser
    return chooser if isinstance(chooser, MovingPiece) else None
