"""Forecasts for display, computed from a seat's view: the gains and disasters from dice, and the
effects of placing a piece."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from attrs import frozen

from engine.games.era.build import can_build
from engine.games.era.collect import certain_gains
from engine.games.era.component_types import Building, Disaster, Structure, Wall
from engine.games.era.disasters import lose, victims
from engine.games.era.domain import Domain, Pick, Placement, union
from engine.games.era.placement import MIN_BARRIER_CELLS, closing_walls, newly_enclosed
from engine.games.era.scoring import parts_of, scores
from engine.games.era.state import NO_FACE, Realm
from engine.i18n.text import Text

# ---------------------------------------------------------------------- dice


@frozen
class Store:
    """A resource track in the Collect step. `has` is the present amount, `comes` the certain gain,
    and `lost` the part of the certain gain that is lost because it is above the limit. `perhaps` is
    the maximum further gain from faces with a choice."""

    has: int
    comes: int
    lost: int
    perhaps: int


@frozen
class Forecast:
    """Results of a seat's dice, without those that will be rerolled.

    `stores` are the resource tracks by id; they include the gains from buildings. `culture` is the
    gain of culture. `meal` is the number of dice to feed, including those that will be rerolled;
    `hungry` is the number of them for which the certain food is not enough.
    """

    hammers: int
    swords: int
    shields: int
    skulls: int
    stores: Mapping[str, Store]
    culture: int
    meal: int
    hungry: int


def forecast(state: Realm, seat: int, rolled: Collection[int] = ()) -> Forecast:
    """Return the forecast for a seat's dice, without the dice in `rolled`."""
    faces = state.visible_faces(seat)
    current_faces = [
        state.box.dice[kind].faces[faces[number]]
        for number, kind in enumerate(state.dice[seat])
        if number not in rolled and faces[number] != NO_FACE
    ]
    comes = certain_gains(state, seat, current_faces)
    stores = {}
    for track in state.box.resources:
        has, coming = state.has(seat, track), comes.get(track, 0)
        lost = max(0, has + coming - state.box.tracks[track].most)
        perhaps = sum(
            max((gain.get(track, 0) for gain in face.one_of), default=0) for face in current_faces
        )
        stores[track] = Store(has, coming, lost, perhaps)
    meal = len(state.dice[seat])
    food = stores["food"]
    return Forecast(
        sum(face.hammers for face in current_faces),
        sum(face.swords for face in current_faces),
        sum(face.shields for face in current_faces),
        sum(face.skulls for face in current_faces),
        stores,
        comes.get("culture", 0),
        meal,
        max(0, meal - (food.has + food.comes - food.lost)),
    )


@frozen
class Harm:
    """The disaster caused by a number of skulls, with its damage.

    `points` are the disaster points that the seat takes (with Robbers, if it does not give up a
    resource). `buildings` are the buildings that Disease affects or that can be lost to Fire.
    `victims` are the seats hit by Treachery, or those that lose a building to Attack. `goods` is
    the loss from Revolt.
    """

    disaster: Disaster
    points: int = 0
    buildings: tuple[Placement, ...] = ()
    victims: tuple[int, ...] = ()
    goods: int = 0


def harm(state: Realm, seat: int, skulls: int) -> Harm | None:
    """Return the damage caused by a number of skulls; None if there is no disaster."""
    disaster = state.box.disaster(skulls)
    if disaster is None:
        return None
    domain, hit = state.domain(seat), victims(state, seat)
    match disaster.id:
        case "disease":
            sick = tuple(domain.diseased())
            return Harm(disaster, len(sick), sick)
        case "treachery":
            return Harm(disaster, victims=tuple(hit))
        case "fire":
            return Harm(disaster, buildings=tuple(domain.buildings()))
        case "attack":
            exposed = tuple(victim for victim in hit if state.domain(victim).exposed_buildings())
            return Harm(disaster, victims=exposed)
        case "revolt":
            return Harm(disaster, goods=state.has(seat, "goods"))
        case _:
            return Harm(disaster, 1)


# ---------------------------------------------------------------------- pieces


@frozen
class Prospect:
    """The result of building a piece at a place.

    `points` is the change in the total, and `parts` the changes in its parts. `walled` is whether
    the piece is walled in; `market_bonus` is the bonus of a market there. `dice` is the number of
    dice at the start of the next round, `die` the class of the die that comes with the piece, and
    `diseased` the number of buildings that Disease would affect. `left` are the remaining
    resources, and `buildable` the structures that the seat could build afterwards if it had a
    hammer. `of_others` are the changes in other seats' totals. `token` is the number of the
    tracking token that the piece turns as the last building of its kind (ERA-9.7), or 0 if it turns
    none.
    """

    points: int
    parts: tuple[tuple[Text, int], ...]
    walled: bool
    market_bonus: int
    dice: int
    die: str | None
    diseased: int
    left: Mapping[str, int]
    buildable: tuple[str, ...]
    of_others: Mapping[int, int]
    token: int


def prospect(state: Realm, seat: int, piece: Placement) -> Prospect:
    """Return the result of building a structure that fits and is affordable. The state is not
    changed."""
    kind = piece.kind
    assert isinstance(kind, Structure)
    after = state.copy()
    after.notes = None
    before = scores(after)
    after.pay(seat, kind.cost)
    after.supply[kind.id] -= 1
    domain = after.domains[seat]
    domain.place(piece)
    die = kind.die if isinstance(kind, Building) else None
    if die is not None:
        after.gained_dice[seat] += (die,)
    then = scores(after)
    pairs = zip(parts_of(state, before[seat]), parts_of(state, then[seat]), strict=True)
    changes = [(part, now - had) for (part, had), (_, now) in pairs if now != had]
    of_others = {
        after_score.seat: after_score.total - before_score.total
        for before_score, after_score in zip(before, then, strict=True)
    }
    is_last = isinstance(kind, Building) and not after.supply[kind.id]
    return Prospect(
        sum(change for _, change in changes),
        tuple(changes),
        domain.is_walled_in(piece),
        domain.market_bonus(piece) if isinstance(kind, Building) and kind.bonus_max else 0,
        len(after.dice_to_come(seat)),
        die,
        len(domain.diseased()),
        {track: after.has(seat, track) for track in after.box.resources},
        tuple(
            id
            for id, structure in after.box.structures.items()
            if can_build(after, seat, structure)
        ),
        {other: change for other, change in of_others.items() if change and other != seat},
        state.tokens_turned + 1 if is_last and state.tokens_turned < state.tokens else 0,
    )


def points_change_if_lost(state: Realm, seat: int, piece: Placement) -> int:
    """Return the change in a seat's total if it loses the building `piece`: negative if points are
    lost. The state is not changed."""
    after = state.copy()
    after.notes = None
    had = scores(after)[seat].total
    lose(after, seat, piece, "ERA-8.17")
    return scores(after)[seat].total - had


# ---------------------------------------------------------------------- best places


@frozen
class Completion:
    """A wall that would enclose an area, with the number of newly enclosed cells."""

    piece: Placement
    cells: int


def completion(domain: Domain, kinds: Sequence[str]) -> Completion | None:
    """Return the shortest wall of `kinds` that encloses anything or, among equally short walls, the
    one that encloses the most. Return None if no wall encloses anything."""
    best: Completion | None = None
    walls = domain.geometry.components.walls
    for id in sorted((kind for kind in kinds if kind in walls), key=lambda id: walls[id].length):
        for piece, closed in closing_walls(domain, id):
            if best is None or closed > best.cells:
                best = Completion(piece, closed)
        if best is not None:
            return best
    return None


MAX_WORTH_LOOKING: Final = 12
"""Maximum number of places returned by `worth_looking_at`."""


def worth_looking_at(
    domain: Domain, legal: Sequence[Placement], *, disease: bool = True
) -> list[Pick]:
    """Return the picks of up to `MAX_WORTH_LOOKING` of the `legal` places of a kind, best first.

    These are the places with the best rating (see `promise`). If there are fewer than
    `MIN_GOOD_PLACES` of them, the next best places follow. If `disease` is false, touching other
    buildings is no disadvantage.
    """
    ranked = sorted(legal, key=lambda piece: _rank(domain, piece, disease=disease))
    if not ranked:
        return []
    best = promise(domain, ranked[0], disease=disease)
    good = [piece for piece in ranked if promise(domain, piece, disease=disease) == best]
    return [
        piece.pick
        for piece in (good if len(good) >= MIN_GOOD_PLACES else ranked)[:MAX_WORTH_LOOKING]
    ]


def promise(domain: Domain, piece: Placement, *, disease: bool = True) -> tuple[int, ...]:
    """Return a rating of a place among places of the same kind. Smaller ratings are better.

    A rating below `NEUTRAL_RATING` means that a wall or keep encloses an area or touches another
    wall or keep, or that a building of another kind is walled in. With `disease`, such a building
    has the worst rating if it touches a building other than a keep. Scorched areas are always below
    `NEUTRAL_RATING`; the more of their cells are at the edge, the better.
    """
    first, second, *_ = _rank(domain, piece, disease=disease)
    if isinstance(piece.kind, Building) and not piece.kind.is_barrier:
        return (3, second) if first else (2 * second, 0)
    return (first if piece.kind.is_barrier else 2 * first, second)


NEUTRAL_RATING: Final = (2, -100)


MIN_GOOD_PLACES: Final = 3
"""Minimum number of places with the best rating. If there are fewer, `worth_looking_at` adds the
next best places."""


def _rank(domain: Domain, piece: Placement, *, disease: bool) -> tuple[int, ...]:
    """Return the sort key of a place, smallest for the best place. With `disease`, places where a
    building (keeps excepted) would touch another one come last."""
    kind, touched = piece.kind, (piece.beside & domain.barrier).bit_count()
    if isinstance(kind, Wall) or kind.is_barrier:
        closed = newly_enclosed(domain, piece).bit_count() if touched >= MIN_BARRIER_CELLS else 0
        return (0 if closed else 1 if touched else 2, -closed, touched)
    if not isinstance(kind, Building):
        edge = piece.mask & domain.geometry.grid.edge
        return (0, -edge.bit_count(), (piece.beside & domain.taken).bit_count())
    inside = 0 if domain.is_walled_in(piece) else 1
    room = -domain.market_bonus(piece) if kind.bonus_max else 0
    barrier = (piece.beside & domain.barrier).bit_count()
    return (int(disease and touches_house(domain, piece)), inside, room, -barrier)


def touches_house(domain: Domain, piece: Placement) -> bool:
    """Whether a building would touch another one that can belong to a cluster (ERA-8.7)."""
    return bool(piece.beside & union(domain.cluster_buildings()))
