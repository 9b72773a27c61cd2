"""The piece in hand, marked dice and available pieces during a decision, for painters."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.era.build import BuildStructure
from engine.games.era.disasters import PlaceScorched
from engine.games.era.setup import PlaceKit
from engine.games.era.state import Realm
from engine.i18n.text import Text, plural, words
from screens.games.era.board import Ghost
from screens.games.era.input_modes import MarkingDice
from screens.games.era.piece_input import piece_in_hand
from screens.games.era.supply import Stock
from screens.table_view.scene import Scene


def own_area_seat(scene: Scene[Realm]) -> int:
    """Return the seat whose domain the table emphasizes: the viewer's, or else the active one (0 if
    none is active)."""
    if scene.seat is not None:
        return scene.seat
    return max(0, scene.view.active)


def other_seats(scene: Scene[Realm]) -> list[int]:
    """Return the seats that are not emphasized, in seat order, so that most of them keep their
    positions when the turn passes."""
    return [seat for seat in range(scene.view.seats) if seat != own_area_seat(scene)]


def marked_dice(scene: Scene[Realm]) -> Sequence[int]:
    """Return the numbers of the dice marked to be rolled again; empty if no dice are being
    marked."""
    input_mode = None if scene.partial_pick is None else scene.partial_pick.input_mode
    if not isinstance(input_mode, MarkingDice):
        return ()
    return [int(str(thing)) for thing in input_mode.things]


def stock_of(scene: Scene[Realm]) -> Stock:
    """Return the contents of the supply list: the starting pieces while the player places them, or
    the buildable pieces while the player builds. At other times, no piece can be chosen."""
    view = scene.view
    partial_pick = scene.partial_pick
    piece = piece_in_hand(partial_pick)
    kind_in_hand = "" if piece is None else piece.kind
    if partial_pick is None or partial_pick.decision.name not in ("BuildStructure", "PlaceKit"):
        return Stock()
    available = frozenset(str(kind) for kind in partial_pick.request.part_options(()))
    if isinstance(partial_pick.decision, PlaceKit):
        kit = partial_pick.decision.left(view)
        return Stock(
            available,
            kind_in_hand,
            {kind: kit.get(kind, 0) for kind in view.box.kit_to_place(view.seats)},
        )
    return Stock(available, kind_in_hand)


def ghost_of(scene: Scene[Realm]) -> Ghost | None:
    """Return the ghost of the piece in hand; None if no piece is in hand, or if the grid has no
    placement in its position."""
    piece = piece_in_hand(scene.partial_pick)
    if piece is None:
        return None
    preview = piece.preview()
    if preview.placement is None:
        return None
    fits = piece.refusal() is None
    domain = piece.domain
    mask = preview.placement.mask
    blocked = mask & domain.taken
    if not fits and isinstance(piece.partial_pick.decision, PlaceScorched):
        blocked |= mask & domain.enclosed()
    return Ghost(preview.placement, blocked, fits, preview)


def roll_fact(view: Realm, seat: int) -> Text:
    """Return a text with the number of the seat's current roll in the Roll step or, before the
    seat's first roll and in other steps, with its number of dice."""
    if view.step == "roll" and view.rolls[seat]:
        return words("roll {n} of 3", n=view.rolls[seat])
    return plural("{n} die", "{n} dice", len(view.dice[seat]))


def supply_fact(scene: Scene[Realm]) -> str:
    """Return a text with the number of hammers left while something is being built; otherwise an
    empty text."""
    partial_pick = scene.partial_pick
    decision = None if partial_pick is None else partial_pick.decision
    if isinstance(decision, BuildStructure):
        return scene.translate(words("hammers left: {n}", n=decision.left))
    return ""
