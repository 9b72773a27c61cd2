"""Input mode for a piece in hand: moved about the player's own domain, rotated and placed."""

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
"""Keys of the choices that are not in the supply."""


@define
class TakingPieces(PartialPick[Realm]):
    """Partial pick in which another piece can replace the one in hand."""

    @property
    def view(self) -> Realm:
        """The state as the choosing seat sees it."""
        return self.asked.view

    def press_in_list(self, character: str) -> Reply:
        """Handle a key of the list while a piece is in hand; an unknown key changes nothing."""
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
        """Replace the piece in hand by one of `kind`, or return the refusal."""
        if kind not in self.asked.part_options(()):
            return self.why_not(kind)
        self.go_to((kind,))
        return Response.CHANGED

    def why_not(self, kind: str) -> Refusal:
        """Reason why `kind` is not available."""
        return self.decision.refuse(self.view, (kind,))


@define
class MovingPiece(InputMode[Realm]):
    """Input mode that moves a piece about the player's own domain and rotates it; its ghost shows
    whether it may be placed.

    `jumping` is the partly typed name of a cell to jump to (None: not typing).
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
        """Start at the most useful position: one that encloses or extends something, else a
        legal one that touches no building, as near as possible to the last placed piece and in
        its rotation."""
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
        """Whether the piece would be a building that touches another one."""
        if placement is None or not isinstance(placement.kind, Building):
            return False
        return not placement.kind.is_barrier and touches_house(self.domain, placement)

    @property
    def kind(self) -> str:
        """The kind of the piece in hand."""
        return str(self.choosing.chosen[0])

    @property
    def domain(self) -> Domain:
        """The domain of the choosing seat."""
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
        """Kind, cell and rotation of the piece in its current position."""
        cell = self.domain.ground.grid.index(self.column, self.row)
        return (self.kind, self.domain.ground.grid.name(cell), self._way.rotation)

    # ------------------------------------------------------------------ what it would do

    @property
    def scorching(self) -> bool:
        """Whether the placement is due to Treachery."""
        return isinstance(self.choosing.decision, PlaceScorched)

    def preview(self) -> Preview:
        """Preview of the piece in its current position."""
        lying = self.lying
        if lying not in self._previews:
            self._previews[lying] = preview(self.domain, lying, scorching=self.scorching)
        return self._previews[lying]

    def prospect(self) -> Prospect | None:
        """Consequences of building the piece here; None if it is not built or not legal."""
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
        """The smallest wall that would enclose an area once the wall in hand is placed."""
        placement, lying = self.preview().placement, self.lying
        if placement is None or self.refusal() or not placement.kind.is_barrier:
            return None
        if lying not in self._completions:
            after = self.domain.copy()
            after.place(placement)
            self._completions[lying] = completion(after, self._walls_left())
        return self._completions[lying]

    def _walls_left(self) -> Sequence[str]:
        """The walls still available: from the starting pieces in setup, else from the supply."""
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
        """Pick up another piece by its key; other keys go to the list."""
        choosing = self.choosing
        if not character or not isinstance(choosing, TakingPieces) or self.scorching:
            return Response.NOTHING
        if kind_of_key(self.view.box, character) == self.kind:
            held = words("You already hold this piece. Press Enter to place it.")
            return self.refused(held, self.choosing.chosen)
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
        """Place the piece; in an illegal position nothing happens, because the panel already shows
        the reason."""
        return Response.CHANGED if self.refusal() is not None else Response.TAKEN

    def _step(self, by: tuple[int, int]) -> None:
        self.column, self.row = self.column + by[0], self.row + by[1]
        self._stay_inside()

    def _slide(self, by: tuple[int, int]) -> None:
        """Move until a placed piece or the edge blocks the way."""
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
        """Add a character to the typed cell name; False if it does not fit."""
        sign = (character or "").upper()
        rules = self.domain.ground.components.domain
        if not before:
            if len(sign) != 1 or not 0 <= ord(sign) - ord("A") < rules.columns:  # type: ignore[text-width]
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
        """Legal placements of the piece in hand."""
        return self.domain.legal_scorched() if self.scorching else self.domain.legal(self.kind)

    def _go_to_nearest(self, places: Sequence[Placement]) -> None:
        """Go to the nearest of `places`, preferring the current rotation."""

        def distance(piece: Placement) -> tuple[bool, int]:
            column, row = self._place(piece.anchor)
            return (
                piece.rotation != self._way.rotation,
                abs(column - self.column) + abs(row - self.row),
            )

        if places:
            self.lie_as(min(places, key=distance).pick)

    def _go_to_next(self) -> None:
        """Go to the next position worth considering, best first."""
        good = self._good()
        if good:
            at = good.index(self.lying) + 1 if self.lying in good else 0
            self.lie_as(good[at % len(good)])

    def _good(self) -> list[Pick]:
        """Positions worth considering, sorted by the points of their previews."""
        if self._worth is None:
            found = worth_looking_at(self.domain, self._legal())
            self._worth = sorted(found, key=self._points, reverse=True)
        return self._worth

    def _best(self) -> list[Placement]:
        """The best positions, if they are better than merely legal ones; those of a market
        always are, because its points depend on its position."""
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
        """Move the piece to the position of `pick`."""
        self.column, self.row = self._place(pick[1])
        rotations = [way.rotation for way in self._ways]
        self.turned = rotations.index(pick[2])
        self._stay_inside()

    def suggest(self, parts: Parts) -> None:
        """Move the piece to the suggested position and rotation."""
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
        """Paint the keys that move the piece."""
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
    """The piece being moved, if there is one."""
    chooser = None if choosing is None else choosing.chooser
    return chooser if isinstance(chooser, MovingPiece) else None
