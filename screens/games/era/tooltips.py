"""Tooltips for the things on the table of Era: pieces, dice, tracks and the supply."""

from __future__ import annotations

from engine.games.era.component_types import Building, Kind, Wall
from engine.games.era.domain import Placement
from engine.games.era.state import Realm
from engine.games.era.wording import amounts, face_words, own_die, piece_words
from engine.i18n.text import Text, plural, words

EFFECTS = {
    "keep": words("counts as a wall and is always walled in; gives a noble die"),
    "disease_immunity": words("this building and its neighbours are immune to Disease"),
    "set_die": words("after the first roll, turns one of your dice to any face"),
    "bonus_market": words("1 point for each empty cell next to it"),
    "bonus_guildhall": words("1 point for each resource left"),
    "bonus_university": words("1 point for each point of culture"),
    "bonus_cathedral": words("1 point for each die"),
}


def effect(state: Realm, kind: Kind) -> Text | None:
    """Effect of a kind of piece besides its points."""
    if isinstance(kind, Wall):
        return words("encloses areas; scores nothing itself")
    if not isinstance(kind, Building):
        return words("blocks its cells")
    if kind.effect in EFFECTS:
        return EFFECTS[kind.effect]
    if kind.collect:
        return words("{things} in each Collect step", things=amounts(kind.collect))
    if kind.die is not None:
        return words("gives a die: {die}", die=state.box.dice[kind.die].names)
    return None


def supply(state: Realm, id: str) -> Text:
    """A kind of piece in the supply: number left, cost, points, effect."""
    kind = state.box.kinds[id]
    left = state.supply[id]
    does = effect(state, kind) or words("no effect")
    structure = state.box.structures.get(id)
    if structure is None:
        return words("{kind}: {n} left; {effect}.", kind=kind.names, n=left, effect=does)
    return plural(
        "{kind}: {left} left; costs {cost}; {n} point; {effect}.",
        "{kind}: {left} left; costs {cost}; {n} points; {effect}.",
        structure.vp,
        kind=kind.names,
        left=left,
        cost=amounts(structure.cost),
        effect=does,
    )


def starting(state: Realm, id: str) -> Text:
    """A kind of starting piece: points and effect; it costs nothing."""
    kind = state.box.kinds[id]
    does = effect(state, kind) or words("no effect")
    structure = state.box.structures.get(id)
    if structure is None:
        return words("{kind}: {effect}.", kind=kind.names, effect=does)
    return plural(
        "{kind}: {n} point; {effect}.",
        "{kind}: {n} points; {effect}.",
        structure.vp,
        kind=kind.names,
        effect=does,
    )


def cell(state: Realm, seat: int, name: str) -> Text:
    """The piece on a cell of a domain."""
    domain = state.domain(seat)
    at = domain.ground.grid.cell(name)
    piece = domain.at(at)
    if piece is None:
        if domain.enclosed() >> at & 1:
            return words("{cell}: empty, enclosed", cell=name)
        return words("{cell}: empty", cell=name)
    return _piece(state, seat, piece)


def _piece(state: Realm, seat: int, piece: Placement) -> Text:
    does = effect(state, piece.kind) or words("no effect")
    if isinstance(piece.kind, Building):
        if state.domain(seat).is_walled_in(piece):
            return words(
                "{piece}: walled in, scores double; {effect}", piece=piece_words(piece), effect=does
            )
        return words("{piece}: not walled in; {effect}", piece=piece_words(piece), effect=does)
    return words("{piece}: {effect}", piece=piece_words(piece), effect=does)


def die(state: Realm, seat: int, number: int) -> Text:
    """A die: its current face, and all its faces."""
    kind = state.box.dice[state.dice[seat][number]]
    faces = {f"a{n}": face_words(face) for n, face in enumerate(kind.faces)}
    all_faces = Text("; ".join(f"{{{name}}}" for name in faces), args=faces)
    return words("{die}. Its faces: {faces}", die=own_die(state, seat, number), faces=all_faces)


def track(state: Realm, resource: str) -> Text:
    """A resource track and its maximum."""
    track_ = state.box.tracks[resource]
    return words(
        "{track}: at most {most}; anything more is lost", track=track_.names, most=track_.most
    )
