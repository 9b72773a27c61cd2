"""Input modes of Era: the supply is the list of buildable pieces, dice are marked where they
are, and a chosen piece is in hand until it is placed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Final

from attrs import define

from engine.core.event import Value
from engine.core.parts import Kind, SubsetPart
from engine.core.step import Place
from engine.errors import Refusal
from engine.games.era.component_types import Building
from engine.games.era.disasters import BurnBuilding, LoseBuilding, MakeRoom
from engine.games.era.setup import LAYOUT, LIFT, PlaceKit
from engine.games.era.state import Realm
from engine.i18n.text import Text, words
from screens.games.era.dice import DIE_KEYS, key_of_die
from screens.games.era.piece_input import OWN_KEYS, MovingPiece, TakingPieces
from screens.games.era.symbols import key_of, kind_of_key
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.input_mode import (
    InputContext,
    InputMode,
    Parts,
    PartsSoFar,
    Reply,
    Response,
)
from screens.input_modes.multi_select import CONFIRM_KEY, MultiSelect
from screens.input_modes.partial_pick import PartialPick
from screens.paint import buttons
from screens.paint.canvas import Canvas

SUPPLY_KINDS: Final = ("supply", "kit")
"""Kinds of places that hold pieces to pick up."""

KEEP_KEY: Final = "."


@define
class MarkingDice(MultiSelect[Realm]):
    """Input mode in which one press marks or unmarks a die.

    Rolling needs no confirmation. Keeping all dice by key does: the first press moves the cursor to
    that choice, and the second confirms it.
    """

    shows_on_table: ClassVar[bool] = True

    @classmethod
    def begin(cls, partial_pick: PartsSoFar[Realm], marks: SubsetPart) -> MarkingDice:
        """Return an input mode with the initial marks in `marks`, and the cursor on the first die
        that may be rolled."""
        return cls(partial_pick, things=marks.preset, marks=marks)

    @property
    def confirms(self) -> bool:
        return False

    @property
    def keeps_all(self) -> bool:
        """Whether the cursor is on "keep all"."""
        return self.pointed == len(self.marks.things) + 1

    def parts(self) -> Parts | None:
        """Return the dice to roll: an empty selection if all dice are kept, None if nothing is
        chosen yet."""
        if self.keeps_all:
            return (self.marks.of(()),)
        return (self.value,) if self.things else None

    def chosen_so_far(self) -> Sequence[Text]:
        return ()

    def stops(self) -> Sequence[Sequence[Place]]:
        places = [self.place(thing) for thing in self.marks.things]
        dice: list[Sequence[Place]] = [[place] for place in places if place is not None]
        return [*dice, [(buttons.CONFIRM_MARKED,)], [(buttons.PANEL_ENTRY, "keep")]]

    def closed(self) -> Collection[Place]:
        return ()

    def marked(self) -> Collection[Place]:
        """Return no places, because the dice show their marks themselves."""
        return ()

    def labels(self) -> Mapping[Place, str]:
        """Return no labels, because the dice show their keys themselves."""
        return {}

    def press(self, key: str, character: str | None) -> Reply:
        if character == KEEP_KEY:
            return self._point_at_keep_all()
        if character == CONFIRM_KEY:
            return self._roll()
        if key == "enter" and self.is_marked(self.pointed):
            return self._roll()
        if key == "enter" or (key == "space" and self.pointed < len(self.marks.things)):
            return self.pick(self.pointed)
        if not character or character not in DIE_KEYS:
            return Response.NOTHING
        number = DIE_KEYS.index(character)
        if number in self.marks.things:
            return self._mark(self.marks.things.index(number))
        if number < len(self.partial_pick.request.view.dice[self.partial_pick.seat]):
            request = self.partial_pick.request
            return request.decision.refuse(request.view, (number,))
        return Response.NOTHING

    def is_marked(self, index: int) -> bool:
        return index < len(self.marks.things) and self.marks.things[index] in self.things

    def pick(self, index: int) -> Reply:
        if index < len(self.marks.things):
            return self._mark(index)
        self.pointed = index
        return Response.CHOSEN if self.keeps_all else self._roll()

    def _mark(self, index: int) -> Reply:
        self.pointed = index
        return self.toggle(self.marks.things[index])

    def _roll(self) -> Reply:
        if not self.things:
            reason = words("Mark the dice to roll again, or “.” to keep all.")
            return self.refused(reason)
        self.pointed = len(self.marks.things)
        return Response.CHOSEN

    def _point_at_keep_all(self) -> Reply:
        if self.keeps_all:
            return Response.CHOSEN
        self.point(len(self.marks.things) + 1)
        return Response.POINTED

    def refuse(self, place: Place) -> Refusal | None:
        request = self.partial_pick.request
        return request.refuse_place(self.partial_pick.chosen, place)

    def suggest(self, parts: Parts) -> None:
        """Mark the suggested dice, and move the cursor to rolling or to "keep all"."""
        super().suggest(parts)
        self.pointed = len(self.marks.things) + (0 if self.things else 1)

    def back(self) -> bool:
        if not self.things:
            return False
        self.things = ()
        return True

    def keys(self) -> Sequence[tuple[str, Text]]:
        return [
            ("Enter", words("roll") if self.is_marked(self.pointed) else words("mark")),
            (CONFIRM_KEY, words("roll the marked dice")),
            (KEEP_KEY, words("keep all")),
        ]

    def line_keys(self) -> Sequence[tuple[str, Text]]:
        return [("Escape", words("clear marks"))] if self.things else ()

    def paint(self, reader: InputContext, width: int, most: int) -> Canvas:
        return Canvas(width, 0, reader.theme.glyphs)

    @property
    def die(self) -> int | None:
        """Number of the die under the cursor or, if the cursor is on an action, of the last die
        that may be marked; None if no dice may be marked."""
        things = self.marks.things
        return int(things[min(self.pointed, len(things) - 1)]) if things else None

    def key_of(self, thing: Kind) -> str:
        return key_of_die(int(str(thing)))


@define
class PlacingPieces(TakingPieces):
    """Partial pick of Era. To place a piece, the player chooses a kind in the supply, and then
    moves the piece in hand. If the first of several parts has only one choice, that choice is made
    automatically."""

    def __attrs_post_init__(self) -> None:
        if self.decision.parts > 1 and len(self.choices()) == 1:
            self.finish()

    @property
    def _last_kind(self) -> str:
        """The kind of piece that was placed last; empty if no piece has been placed, or if no kind
        is being chosen."""
        pieces = self.view.domain(self.seat).pieces
        is_choosing = self.decision.name in ("BuildStructure", "PlaceKit") and not self.chosen
        return pieces[-1].kind.id if pieces and is_choosing else ""

    def make_input_mode(self) -> InputMode[Realm]:
        if len(self.chosen) == 1 and self.chosen[0] in self.view.box.kinds:
            return MovingPiece.begin(self)
        if self.decision.name in ("BuildStructure", "PlaceKit"):
            return SupplyList(self)
        marks = self.decision.marks(self.view, self.chosen)
        if marks is not None and self.decision.name == "ChooseDice":
            return MarkingDice.begin(self, marks)
        return PartialPick.make_input_mode(self)

    def key_of(self, number: int, value: Value) -> str:
        if self.decision.name in ("BuildStructure", "PlaceKit"):
            if self.chosen:
                return ""
            if isinstance(value, str) and value in self.view.box.kinds:
                return key_of(self.view.box, value)
            return OWN_KEYS.get(str(value), "")
        of_faces = self.decision.name == "SetDie" and self.chosen
        if self.decision.name in ("SetDie", "RollFeather") and not of_faces:
            return key_of_die(value) if type(value) is int else KEEP_KEY
        return ""

    def recommended_place(self, places: Sequence[Place]) -> Place | None:
        """Return the place of the kind that was placed last, or of the least valuable building if
        one must be given up; otherwise None."""
        if last := self._last_kind:
            return next((place for place in places if place[-1] == last), None)
        if not isinstance(self.decision, BurnBuilding | LoseBuilding | MakeRoom):
            return None

        def worth(place: Place) -> int:
            domain = self.view.domain(self.seat)
            piece = domain.at(domain.geometry.grid.cell(str(place[2])))
            if piece is None or not isinstance(piece.kind, Building):
                return 0
            return piece.kind.vp * (2 if domain.is_walled_in(piece) else 1)

        return min(places, key=worth)

    def place_of_key(self, key: str) -> Place | None:
        """Return the place in the supply of the piece that `key` selects; None if the key selects
        no piece, or outside the Build step."""
        if self.decision.name != "BuildStructure":
            return None
        kind = kind_of_key(self.view.box, key)
        return None if kind is None else ("supply", kind)

    def lift(self, cell: str) -> Reply:
        """Pick up the starting piece whose first cell is `cell`."""
        self.go_to((LIFT,))
        self.input_mode.point([choice.value for choice in self.choices()].index(cell))
        return Response.CHOSEN


@define
class SupplyList(ChoiceList[Realm]):
    """Input mode that lists the pieces. The first press of a key moves the cursor to its entry, and
    the second chooses the entry. The letter of a piece that is not available shows the reason."""

    shows_on_table: ClassVar[bool] = True
    needs_table: ClassVar[bool] = True

    @property
    def follows_pointer(self) -> bool:
        """Whether a ready-made layout is being previewed on the domain."""
        return self.previewed_layout is not None

    def press(self, key: str, character: str | None) -> Reply:
        if not character:
            return Response.NOTHING
        if self.partial_pick.chosen:
            return super().press(key, character)
        index = self.index_of_key(character)
        if index is not None:
            return self.select(index)
        partial_pick = self.partial_pick
        assert isinstance(partial_pick, PlacingPieces)
        kind = kind_of_key(partial_pick.view.box, character)
        if kind is None:
            return super().press(key, character)
        values = [choice.value for choice in self.choices()]
        if kind in values:
            return self.select(values.index(kind))
        return partial_pick.why_not(kind)

    def touch(self, place: Place, *, picked: bool) -> Reply:
        """Pick up the player's own starting piece at `place` on a click (`picked`). Otherwise do
        nothing."""
        request = self.partial_pick.request
        is_own_cell = place[:2] == ("domain", request.seat) and len(place) == 3
        if not picked or not is_own_cell or not isinstance(request.decision, PlaceKit):
            return Response.NOTHING
        domain = self.partial_pick.request.view.domain(request.seat)
        piece = domain.at(domain.geometry.grid.cell(str(place[2])))
        if piece is None or self.partial_pick.chosen not in ((), (LIFT,)):
            return Response.NOTHING
        if piece.cells[0] not in request.part_options((LIFT,)):
            return Response.NOTHING
        partial_pick = self.partial_pick
        assert isinstance(partial_pick, PlacingPieces)
        return partial_pick.lift(piece.cells[0])

    def refuse(self, place: Place) -> Refusal | None:
        partial_pick = self.partial_pick
        if place[0] in SUPPLY_KINDS and isinstance(partial_pick, PlacingPieces):
            return partial_pick.why_not(str(place[1]))
        return super().refuse(place)

    @property
    def previewed_layout(self) -> str | None:
        """The ready-made layout under the cursor; None unless a layout is being chosen."""
        return str(self.choice.value) if self.partial_pick.chosen == (LAYOUT,) else None

    def labels(self) -> Mapping[Place, str]:
        """Return the keys that select places of the domain. The supply shows the keys of its pieces
        itself."""
        return {
            place: key for place, key in super().labels().items() if place[0] not in SUPPLY_KINDS
        }

    def keys(self) -> Sequence[tuple[str, Text]]:
        if self.partial_pick.chosen:
            return [("Enter", words("choose")), ("Escape", words("back"))]
        return [("arrows", words("browse")), ("Enter", words("choose"))]

    def paint(self, reader: InputContext, width: int, most: int) -> Canvas:
        if self.partial_pick.chosen:
            return super().paint(reader, width, most)
        return Canvas(width, 0, reader.theme.glyphs)
