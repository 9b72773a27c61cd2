"""Input mode for a piece in hand, which is moved about the player's own domain, rotated and
placed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from attrs import Factory, define, field

from engine.core.state import State
from engine.core.step import Place
from engine.errors import Refusal
from engine.games.era.domain import Domain, Pick, Placement, RotatedKind
from engine.games.era.forecast import Completion, Prospect
from engine.games.era.placement import Preview
from engine.games.era.setup import LAYOUT, LIFT, READY
from engine.games.era.state import DONE, Realm
from engine.i18n.text import Text, words
from screens.games.era.piece_forecast import PieceForecast
from screens.games.era.symbols import kind_of_key
from screens.input_modes.input_mode import (
    ARROW_KEYS,
    InputContext,
    InputMode,
    Parts,
    PartsSoFar,
    Reply,
    Response,
)
from screens.input_modes.partial_pick import PartialPick
from screens.keys import latin_of
from screens.paint.canvas import Canvas
from screens.table_view.panels import paint_keys

ROTATE_KEY: Final = "x"
NEXT_KEY: Final = "n"
JUMP_KEY: Final = ":"
SLIDE_PREFIX: Final = "shift+"


OWN_KEYS: Final = {DONE: ".", READY: ".", LIFT: "-", LAYOUT: "="}
"""Keys of the choices that are not in the supply."""


@define
class TakingPieces(PartialPick[Realm]):
    """Partial pick in which another piece can replace the one in hand."""

    @property
    def view(self) -> Realm:
        """The state as the choosing seat sees it."""
        return self.request.view

    def press_in_list(self, character: str) -> Reply:
        """Pick up the piece whose key is `character` instead of the one in hand. If `character` is
        the key of another entry of the list, put the piece back and press the key there. An unknown
        key changes nothing."""
        kind = kind_of_key(self.view.box, character)
        if kind is not None:
            return self.take_in_hand(kind)
        if character not in OWN_KEYS.values():
            return Response.NOTHING
        before = self.chosen
        self.go_to(())
        answer = self.input_mode.press(character, character)
        if answer is Response.NOTHING:
            self.go_to(before)
        return answer

    def take_in_hand(self, kind: str) -> Reply:
        """Replace the piece in hand by one of `kind`, or return the reason why that is not
        possible."""
        if kind not in self.request.part_options(()):
            return self.why_not(kind)
        self.go_to((kind,))
        return Response.CHANGED

    def why_not(self, kind: str) -> Refusal:
        """Return the reason why `kind` is not available."""
        return self.decision.refuse(self.view, (kind,))


@define
class MovingPiece(InputMode[Realm]):
    """Input mode that moves a piece about the player's own domain and rotates it. Its ghost shows
    whether it may be placed.

    `column` and `row` are the top left cell of the piece's bounding box, and `turned` is the index
    of its rotation. `jumping` is the partly typed name of a cell to jump to, or None.
    """

    shows_on_table: ClassVar[bool] = True
    needs_table: ClassVar[bool] = True
    column: int = 0
    row: int = 0
    turned: int = 0
    jumping: str | None = None
    forecast: PieceForecast = field(
        init=False,
        default=Factory(
            lambda self: PieceForecast(self.partial_pick.request, self.kind), takes_self=True
        ),
    )
    """Consequences of the positions of this piece."""

    @classmethod
    def begin(cls, partial_pick: PartsSoFar[Realm]) -> MovingPiece:
        """Return an input mode with the piece at one of the best positions, or else at a legal
        position where it touches no building, or else at any legal position. Prefer the rotation of
        the last placed piece, then the position nearest to that piece."""
        piece = cls(partial_pick)
        placed = piece.domain.pieces[-1] if piece.domain.pieces else None
        if placed is not None:
            piece.column, piece.row = column_and_row(piece.domain, placed.anchor)
            rotations = [rotated.rotation for rotated in piece._rotations]
            piece.turned = rotations.index(placed.rotation) if placed.rotation in rotations else 0
        piece._stay_inside()
        piece._go_to_nearest(piece.forecast.starts(piece.current_pick))
        return piece

    @property
    def kind(self) -> str:
        return str(self.partial_pick.chosen[0])

    @property
    def domain(self) -> Domain:
        return self.view.domain(self.partial_pick.seat)

    @property
    def _rotations(self) -> Sequence[RotatedKind]:
        return self.domain.geometry.rotations[self.kind]

    @property
    def _rotation(self) -> RotatedKind:
        return self._rotations[self.turned % len(self._rotations)]

    @property
    def current_pick(self) -> Pick:
        """Kind, cell and rotation of the piece in its current position."""
        cell = self.domain.geometry.grid.index(self.column, self.row)
        return (self.kind, self.domain.geometry.grid.name(cell), self._rotation.rotation)

    # ------------------------------------------------------------------ forecast

    def preview(self) -> Preview:
        """Return the preview of the piece in its current position."""
        return self.forecast.preview(self.current_pick)

    def prospect(self) -> Prospect | None:
        """Return the consequences of building the piece in its current position. Return None if the
        decision is not about building, or if the placement is illegal."""
        return self.forecast.prospect(self.current_pick)

    def completion(self) -> Completion | None:
        """Return the shortest wall that would enclose an area once the wall or keep in hand is
        placed; None if there is none, if the placement is illegal, or for other pieces."""
        return self.forecast.completion(self.current_pick)

    def parts(self) -> Parts | None:
        return self.current_pick[1:]

    def refusal(self) -> Refusal | None:
        return self.forecast.refusal(self.current_pick)

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
        if key in ARROW_KEYS:
            self._step(ARROW_KEYS[key])
        elif key.removeprefix(SLIDE_PREFIX) in ARROW_KEYS:
            self._slide(ARROW_KEYS[key.removeprefix(SLIDE_PREFIX)])
        elif key == ROTATE_KEY:
            self.turned += 1
        elif key == NEXT_KEY:
            if good := self.forecast.good():
                at = good.index(self.current_pick) + 1 if self.current_pick in good else 0
                self.place_as(good[at % len(good)])
        elif character == JUMP_KEY:
            self.jumping = ""
        elif key in ("home", "end"):
            good = self.forecast.good()
            if not good:
                return Response.NOTHING
            self.place_as(good[0 if key == "home" else -1])
        elif key == "enter":
            return self._place()
        else:
            return pick_up_another(self, character)
        self._stay_inside()
        return Response.CHANGED

    def wheel(self, lines: int) -> Reply:
        self.turned += 1 if lines > 0 else -1
        self._stay_inside()
        return Response.CHANGED

    def touch(self, place: Place, *, picked: bool) -> Reply:
        if place[0] in ("supply", "kit") and picked:
            if isinstance(self.partial_pick, TakingPieces) and not self.forecast.scorching:
                return self.partial_pick.take_in_hand(str(place[1]))
            return Response.NOTHING
        if place[:2] != ("domain", self.partial_pick.seat) or len(place) != 3:
            return Response.NOTHING
        before = self.current_pick
        self.column, self.row = column_and_row(self.domain, str(place[2]))
        self._stay_inside()
        if picked and self.current_pick == before:
            return self._place()
        return Response.CHANGED if self.current_pick != before else Response.NOTHING

    def turn(self) -> Reply:
        return self.wheel(1)

    def _place(self) -> Reply:
        """Return `CHOSEN`, so that the piece is placed, or `CHANGED` in an illegal position,
        because the panel already shows the reason."""
        return Response.CHANGED if self.refusal() is not None else Response.CHOSEN

    def _step(self, by: tuple[int, int]) -> None:
        self.column, self.row = self.column + by[0], self.row + by[1]
        self._stay_inside()

    def _slide(self, by: tuple[int, int]) -> None:
        """Move the piece in steps of `by` until a placed piece or the edge blocks it."""
        blocked = self._overlaps()
        while True:
            before = (self.column, self.row)
            self._step(by)
            if (self.column, self.row) == before:
                return
            was_blocked, blocked = blocked, self._overlaps()
            if blocked and not was_blocked:
                self.column, self.row = before
                return

    def _overlaps(self) -> bool:
        placement = self.domain.geometry.named(self.current_pick)
        return placement is not None and bool(placement.mask & self.domain.taken)

    def _type(self, typed_before: str, character: str | None) -> bool:
        """Append `character`, in any keyboard layout, to `typed_before`, the typed part of a cell's
        name, and move the piece once a cell has the typed name. Return False if no cell's name has
        this beginning."""
        sign = (latin_of(character) or character or "").upper()
        rules = self.domain.geometry.components.domain
        if not typed_before:
            if len(sign) != 1 or not 0 <= ord(sign) - ord("A") < rules.columns:  # type: ignore[text-width]
                return False
            self.jumping = sign
            return True
        typed = typed_before + sign
        if not sign.isdecimal() or self.domain.geometry.grid.find(typed) is None:
            return False
        self.jumping = typed
        self.column, self.row = column_and_row(self.domain, typed)
        self._stay_inside()
        return True

    def _stay_inside(self) -> None:
        """Keep the whole piece within the domain."""
        rules = self.domain.geometry.components.domain
        self.turned %= len(self._rotations)
        shape = self._rotation.shape
        self.column = max(0, min(rules.columns - shape.width, self.column))
        self.row = max(0, min(rules.rows - shape.height, self.row))

    def _go_to_nearest(self, places: Sequence[Placement]) -> None:
        """Move the piece to the nearest of `places`, preferring those with the current rotation."""

        def distance(piece: Placement) -> tuple[bool, int]:
            column, row = column_and_row(self.domain, piece.anchor)
            return (
                piece.rotation != self._rotation.rotation,
                abs(column - self.column) + abs(row - self.row),
            )

        if places:
            self.place_as(min(places, key=distance).pick)

    def place_as(self, pick: Pick) -> None:
        """Move the piece to the position of `pick`."""
        self.column, self.row = column_and_row(self.domain, pick[1])
        rotations = [rotated.rotation for rotated in self._rotations]
        self.turned = rotations.index(pick[2])
        self._stay_inside()

    def suggest(self, parts: Parts) -> None:
        """Move the piece to the suggested position and rotation."""
        self.place_as((self.kind, str(parts[0]), int(str(parts[1]))))

    def restore_from(self, earlier: InputMode[State]) -> None:
        assert isinstance(earlier, MovingPiece)
        self.column, self.row, self.turned = earlier.column, earlier.row, earlier.turned
        self._stay_inside()

    # ------------------------------------------------------------------ painting

    def keys(self) -> Sequence[tuple[str, Text]]:
        return MOVE_HINTS

    def line_keys(self) -> Sequence[tuple[str, Text]]:
        return ()

    def paint(self, reader: InputContext, width: int, most: int) -> Canvas:
        """Paint a line with the keys for the piece in hand."""
        canvas = Canvas(width, 1, reader.theme.glyphs)
        canvas.blit(paint_keys(reader, MOVE_HINTS, width), 1, 0)
        return canvas


MOVE_HINTS: Final[Sequence[tuple[str, Text]]] = (
    ("Enter", words("place")),
    (ROTATE_KEY, words("rotate")),
    (NEXT_KEY, words("next good place")),
    (JUMP_KEY, words("go to cell")),
    ("Escape", words("put back")),
)


def piece_in_hand(partial_pick: PartialPick[State] | None) -> MovingPiece | None:
    """Return the piece being moved; None if there is none."""
    input_mode = None if partial_pick is None else partial_pick.input_mode
    return input_mode if isinstance(input_mode, MovingPiece) else None


def column_and_row(domain: Domain, cell: str) -> tuple[int, int]:
    grid = domain.geometry.grid
    return grid.place(grid.cell(cell))


def pick_up_another(piece: MovingPiece, character: str | None) -> Reply:
    """Pass the key `character` to the list of pieces, to pick up another piece instead of `piece`.
    Refuse the key of `piece` itself. Do nothing while a scorched area is being placed after
    Treachery."""
    partial_pick = piece.partial_pick
    if not character or not isinstance(partial_pick, TakingPieces) or piece.forecast.scorching:
        return Response.NOTHING
    if kind_of_key(partial_pick.view.box, character) == piece.kind:
        already_held = words("You are already holding this piece. Press Enter to place it.")
        return piece.refused(already_held)
    return partial_pick.press_in_list(character)
