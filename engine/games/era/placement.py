"""Legal places of pieces, refusals of illegal places, and previews."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final, TypeGuard

from attrs import frozen

from engine.core.event import Value
from engine.core.step import Decision, P, Place
from engine.errors import Refusal, forbidden
from engine.games.era.component_types import Kind
from engine.games.era.domain import Domain, Pick, Placement
from engine.games.era.state import Parts, Realm
from engine.games.era.wording import cells_words
from engine.geometry.bit_sets import Mask
from engine.i18n.text import Text, words

PIECE_PARTS: Final = 3
"""Number of parts of a placement: the kind, the anchor and the rotation."""

MAX_LISTED: Final = 12
"""Maximum number of listed placements of each kind."""


@frozen
class Preview:
    """The effect of a placement on a domain.

    `placement` is None if the grid has no such placement. If the placement is illegal, `refusal` is
    the reason, and none of the following is set. `newly_enclosed` are the cells that the placement
    would newly enclose, and `walled_area` is the walled area afterwards, in cells. `diseased` are
    the buildings that Disease would affect, and `newly_diseased` those of them that Disease would
    not affect without the placement.
    """

    placement: Placement | None
    refusal: Refusal | None
    newly_enclosed: Mask = 0
    walled_area: int = 0
    diseased: tuple[Placement, ...] = ()
    newly_diseased: tuple[Placement, ...] = ()


def preview(domain: Domain, pick: Pick, *, scorching: bool = False) -> Preview:
    """Return the effect of a placement without changing the domain. `scorching` is set for
    placements after Treachery (ERA-8.13)."""
    placement = domain.geometry.placement(*pick)
    refusal = why_not_here(domain, pick, scorching=scorching)
    if placement is None or refusal is not None:
        return Preview(placement, refusal)
    after = domain.copy()
    after.place(placement)
    diseased = tuple(after.diseased())
    before = domain.diseased()
    return Preview(
        placement,
        None,
        newly_enclosed(domain, placement),
        after.walled_area(),
        diseased,
        tuple(piece for piece in diseased if piece not in before),
    )


def newly_enclosed(domain: Domain, placement: Placement) -> Mask:
    """Return the cells that a placement would newly enclose (ERA-2.13)."""
    if not placement.kind.is_barrier:
        return 0
    after = domain.copy()
    after.place(placement)
    return after.enclosed() & ~domain.enclosed()


MIN_BARRIER_CELLS: Final = 2
"""Minimum number of barrier cells that a wall or keep must touch to be checked for newly enclosed
cells. With fewer, it cannot enclose any, because corners do not close an area (ERA-2.10; custom
data can change this)."""


def closing_walls(domain: Domain, kind: str) -> Iterator[tuple[Placement, int]]:
    """Yield the legal places of a kind of wall that enclose an area, each with the number of newly
    enclosed cells. For other kinds, yield nothing."""
    if kind not in domain.geometry.components.walls:
        return
    for piece in domain.legal(kind):
        if (piece.beside & domain.barrier).bit_count() >= MIN_BARRIER_CELLS:
            closed = newly_enclosed(domain, piece).bit_count()
            if closed:
                yield piece, closed


def why_not_here(domain: Domain, pick: Value, *, scorching: bool = False) -> Refusal | None:
    """Return the reason why the placement `pick` is illegal; None if it is legal. With `scorching`,
    it must not cover enclosed cells (ERA-8.13). Of rotations that cover the same cells, only the
    smallest is legal."""
    if not is_placement(pick) or pick[0] not in domain.geometry.rotations:
        return forbidden("ERA-2.2", "There is no such piece, place or rotation.")
    kind = domain.geometry.components.kinds[pick[0]]
    if domain.geometry.grid.find(pick[1]) is None:
        return forbidden("ERA-2.1", "A domain has no cell {cell}.", cell=repr(pick[1]))
    placement = domain.geometry.placement(*pick)
    if placement is None:
        return _refuse_outside(kind, pick)
    if placement.pick != pick:
        return forbidden(
            "ERA-2.3",
            "Choose {degrees}° instead: with that rotation, the {kind} covers the same cells.",
            kind=kind.names,
            degrees=placement.rotation,
        )
    return _refuse_taken(domain, placement) or (
        _refuse_enclosed(domain, placement) if scorching else None
    )


def is_placement(pick: Value) -> TypeGuard[Pick]:
    """Whether a value has the form of a placement: kind, anchor, rotation."""
    return (
        type(pick) is tuple
        and len(pick) == PIECE_PARTS
        and isinstance(pick[0], str)
        and isinstance(pick[1], str)
        and type(pick[2]) is int
    )


def legal_placement(domain: Domain, pick: Value) -> Placement | None:
    """Return the placement for a pick if it is legal (ERA-2.5); None otherwise."""
    placement = domain.geometry.named(pick) if is_placement(pick) else None
    return placement if placement is not None and domain.fits(placement) else None


def next_part(placements: Iterable[Placement], chosen: Parts) -> list[str] | list[int]:
    """Return the anchors of `placements`, which are of one kind. If the `chosen` parts include an
    anchor, return the rotations that are possible at it."""
    if len(chosen) == 1:
        return list(dict.fromkeys(placement.anchor for placement in placements))
    return [placement.rotation for placement in placements if placement.anchor == chosen[1]]


def choice_of(placements: Sequence[Placement]) -> Sequence[Placement]:
    """Return `placements` if there are at most `MAX_LISTED`; otherwise return `MAX_LISTED` of them,
    evenly spread."""
    number = len(placements)
    if number <= MAX_LISTED:
        return placements
    return [placements[number * index // MAX_LISTED] for index in range(MAX_LISTED)]


class PlacePiece(Decision[Realm, P]):
    """Place a piece in the seat's own domain: choose the kind, then the anchor, then the rotation.
    `source` names the kind of place from which the piece comes."""

    parts = PIECE_PARTS
    source: ClassVar[str] = "supply"

    def label(self, state: Realm, chosen: Parts) -> Text:
        match chosen:
            case (str(kind),):
                return words("{kind}", kind=state.box.kinds[kind].names)
            case (_, cell):
                return words("{cell}", cell=cell)
            case _:
                placement = (
                    state.domains[0].geometry.named(chosen) if is_placement(chosen) else None
                )
                return words("not possible") if placement is None else cells_words(placement)

    def in_words(self, state: Realm, pick: Value) -> Text | None:
        if not is_placement(pick) or pick[0] not in state.box.kinds:
            return None
        placement = state.domains[0].geometry.placement(*pick)
        if placement is None:
            return None
        piece = self.so_far(state, (pick[0],))
        return words("{piece} at {cells}", piece=piece, cells=cells_words(placement))

    def so_far(self, state: Realm, chosen: Parts) -> Text:
        """Return the pick so far in words, such as "Place a market" if only the kind has been
        chosen."""
        match chosen:
            case (str(kind),) if kind in state.box.kinds:
                return words("Place a {kind}", kind=state.box.kinds[kind].names)
        return self.label(state, chosen)

    def target(self, state: Realm, chosen: Parts) -> Place | None:
        if len(chosen) == 1:
            return (self.source, chosen[0])
        return ("domain", self.seat, chosen[1])

    def refuse_place(self, state: Realm, chosen: Parts, place: Place) -> Refusal | None:
        """Return the reason why the chosen kind, in its first rotation, cannot have its anchor at
        `place`. A `place` in another seat's domain is always refused. Return None if `place` is not
        in a domain, or if the next part is not an anchor."""
        if place[0] != "domain":
            return None
        if place[1] != self.seat:
            return forbidden("ERA-9.3", "You can only place pieces in your own domain.")
        match chosen, place:
            case (str(kind),), (_, _, cell) if kind in state.box.kinds:
                first = state.domains[0].geometry.rotations[kind][0]
                return self.refuse(state, (kind, cell, first.rotation))
            case _:
                return None


def _refuse_outside(kind: Kind, pick: Pick) -> Refusal:
    if pick[2] % 90:
        return forbidden("ERA-2.3", "A piece can only be rotated in quarter turns.")
    return forbidden(
        "ERA-2.5", "The {kind} would reach beyond the edge of the domain.", kind=kind.names
    )


def _refuse_taken(domain: Domain, placement: Placement) -> Refusal | None:
    for name in placement.cells:
        piece = domain.at(domain.geometry.grid.cell(name))
        if piece is not None:
            return forbidden(
                "ERA-2.5", "{cell} is taken: {piece}.", cell=name, piece=piece.kind.names
            )
    return None


def _refuse_enclosed(domain: Domain, placement: Placement) -> Refusal | None:
    inside = placement.mask & domain.enclosed()
    if not inside:
        return None
    cell = domain.geometry.grid.names_of(inside)[0]
    return forbidden("ERA-8.13", "{cell} is enclosed by your walls.", cell=cell)
