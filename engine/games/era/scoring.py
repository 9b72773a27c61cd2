"""Scores, the score sheet, places with their tie-break, ranks of the solo game (section 12,
ERA-15.16, ERA-15.17), and statistics about dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from engine.core.event import CHANCE_EVENT, Event
from engine.core.score_sheet import (
    Cell,
    Column,
    SeatColumn,
    Sheet,
    Standing,
    counted,
    ranked,
    seat_sheet,
)
from engine.games.era.component_types import (
    CATHEDRAL,
    GUILDHALL,
    MARKET,
    UNIVERSITY,
    Face,
    ScoreRow,
)
from engine.games.era.domain import Placement
from engine.games.era.faces import faces_by_die
from engine.games.era.feathers import FeatherRoll, RollFeather
from engine.games.era.roll import RollDice
from engine.games.era.state import Realm
from engine.i18n.text import Text, plural, verbatim, words

Counts = tuple[int, int]
"""The number of buildings of a kind outside the walls, and the number of those walled in."""


@frozen
class Score:
    """The score of a seat if the game ended now.

    `buildings` counts the buildings of each kind, and `values` are the points for all of them.
    `bonuses` are those of markets, guildhalls, universities and cathedrals, by kind. `area` is the
    walled area in cells. `most_culture` and `largest_area` are the points for these majorities, or
    0. `disaster` is the number of disaster points, which is not negative.
    """

    seat: int
    buildings: Mapping[str, Counts]
    values: int
    bonuses: Mapping[str, int]
    culture: int
    most_culture: int
    area: int
    largest_area: int
    disaster: int

    @property
    def subtotal(self) -> int:
        """The sum of all points before disaster points are deducted."""
        bonuses = sum(self.bonuses.values())
        return self.values + bonuses + self.culture + self.most_culture + self.largest_area

    @property
    def total(self) -> int:
        """The total, which may be negative (ERA-12.17)."""
        return self.subtotal - self.disaster


def scores(state: Realm) -> list[Score]:
    rules = state.box.scoring
    seats = range(state.seats)
    cultures = [state.culture(seat) for seat in seats]
    areas = [state.domain(seat).walled_area() for seat in seats]
    most = max(*cultures, rules.most_culture_min)
    largest = max(*areas, rules.largest_area_min)
    counts = [building_counts(state, seat) for seat in seats]
    return [
        Score(
            seat,
            counts[seat],
            sum(building_points(state, kind, number) for kind, number in counts[seat].items()),
            bonuses(state, seat),
            culture,
            rules.most_culture_bonus if culture == most else 0,
            area,
            rules.largest_area_bonus if area == largest else 0,
            state.disaster(seat),
        )
        for seat, culture, area in zip(seats, cultures, areas, strict=True)
    ]


def building_counts(state: Realm, seat: int) -> dict[str, Counts]:
    """Return the number of the seat's buildings outside the walls and the number of those walled
    in, by kind of building (ERA-2.11)."""
    domain = state.domain(seat)
    enclosed = domain.enclosed()
    counts: dict[str, Counts] = {}
    for piece, kind in domain.built():
        plain, walled = counts.get(kind.id, (0, 0))
        if kind.always_walled or not piece.mask & ~enclosed:
            counts[kind.id] = plain, walled + 1
        else:
            counts[kind.id] = plain + 1, walled
    return counts


def building_points(state: Realm, kind: str, counts: Counts) -> int:
    """Return the points for `counts` buildings of `kind`. Those of walled-in buildings are
    multiplied (ERA-12.1, ERA-12.2)."""
    plain, walled = counts
    return state.box.buildings[kind].vp * (plain + state.box.scoring.walled_multiplier * walled)


def bonuses(state: Realm, seat: int) -> dict[str, int]:
    """Return the bonuses, which are never doubled, by kind of building (ERA-12.4 to ERA-12.9)."""
    totals: dict[str, int] = {}
    for piece, kind in state.domain(seat).built():
        if kind.effect in _BONUSES:
            totals[kind.id] = totals.get(kind.id, 0) + _BONUSES[kind.effect](state, seat, piece)
    return totals


_BONUSES: Final[Mapping[str, Callable[[Realm, int, Placement], int]]] = {
    MARKET: lambda state, seat, piece: state.domain(seat).market_bonus(piece),
    GUILDHALL: lambda state, seat, _: sum(
        state.has(seat, resource) for resource in state.box.resources
    ),
    UNIVERSITY: lambda state, seat, _: state.culture(seat),
    CATHEDRAL: lambda state, seat, _: len(state.dice_to_come(seat)),
}
"""Functions that return the bonus of a building, by its effect: the empty cells next to a market,
up to a limit (ERA-12.4, ERA-12.5); the resources on the tracks (ERA-12.6); the culture (ERA-12.7);
the dice after this round (ERA-12.8)."""


def sources(state: Realm, seat: int) -> list[tuple[Text, int]]:
    """Return the parts of a seat's total, as pairs of a title and points."""
    return parts_of(state, scores(state)[seat])


def parts_of(state: Realm, score: Score) -> list[tuple[Text, int]]:
    """Return the parts of a score, as pairs of a title and points."""
    names = {line.id: words("{title}", title=line.names) for line in state.box.score_rows}
    return [
        (words("Buildings"), score.values),
        (words("Building bonuses"), sum(score.bonuses.values())),
        (names["culture"], score.culture),
        (names["most_culture"], score.most_culture),
        (names["largest_area"], score.largest_area),
        (names["disaster"], -score.disaster),
    ]


def tie_break(state: Realm, seat: int) -> tuple[int, ...]:
    """Return the amounts of the resources that break ties, in the order in which they are compared
    (ERA-12.16)."""
    return tuple(state.has(seat, resource) for resource in state.box.scoring.tie_break)


def standings(state: Realm) -> list[Standing]:
    """Return the standings, best first. Completely tied seats share the better place (ERA-12.15,
    ERA-12.16)."""
    ranks = {score.seat: (score.total, *tie_break(state, score.seat)) for score in scores(state)}
    return ranked(ranks)


# ---------------------------------------------------------------------- the score sheet


def sheets(state: Realm) -> list[Sheet]:
    """Return the score sheet, with a row per player. A solo game has no tie-break."""
    rows = scores(state)
    heads = [_column(state, line) for line in state.box.score_rows]
    cells = zip(*(_cells(state, score) for score in rows), strict=True)
    tie = Column(
        "tie", words("Tie-break"), words("Tie-break: goods, stone, wood, food"), explained=True
    )
    ties = [verbatim("/".join(map(str, tie_break(state, score.seat)))) for score in rows]
    compared = [] if state.is_solo else [(tie, ties)]
    columns = [*zip(heads, cells, strict=True), *compared, _last_column(state, rows)]
    return [seat_sheet("score", words("Score (plain + walled in)"), columns)]


def _last_column(state: Realm, rows: Sequence[Score]) -> SeatColumn:
    """Return the last column of the score sheet: the rank of a solo result or, with several
    players, their places."""
    if state.is_solo:
        column = Column("rank", words("Rank"), words("Rank for this total"))
        ranks = [state.box.rank(score.total).names for score in rows]
        return column, [words("{rank}", rank=rank) for rank in ranks]
    places = {standing.seat: standing.place for standing in standings(state)}
    meaning = words("Final place") if state.over else words("Place if the game ended now")
    return Column("place", words("Place"), meaning), [places[score.seat] for score in rows]


_SHORT: Final[Mapping[str, Text]] = {
    "bonus_market": words("Market +"),
    "bonus_guildhall": words("Guildhall +"),
    "bonus_university": words("University +"),
    "bonus_cathedral": words("Cathedral +"),
    "most_culture": words("Culture +"),
    "largest_area": words("Area +"),
    "subtotal": words("Subtotal"),
    "disaster": words("Disasters"),
    "total": words("Total"),
}
"""Short titles for columns with long names."""


def _column(state: Realm, line: ScoreRow) -> Column:
    name = words("{title}", title=line.names)
    meaning = words("{title}: {meaning}", title=line.names, meaning=_meaning(state, line))
    short = _SHORT.get(line.id, name)
    return Column(line.id, short, meaning, name, total=line.id in ("subtotal", "total"))


def _meaning(state: Realm, line: ScoreRow) -> Text:
    rules, kind = state.box.scoring, state.box.buildings.get(line.id)
    if kind is not None:
        return plural(
            "{n} point each, {times} times that if walled in (plain + walled in)",
            "{n} points each, {times} times that if walled in (plain + walled in)",
            kind.vp,
            times=rules.walled_multiplier,
        )
    result = words("final score") if state.over else words("score if the game ended now")
    meanings = {
        MARKET: words("the empty cells next to each market"),
        GUILDHALL: words("the resources left, for each guildhall"),
        UNIVERSITY: words("points equal to your culture, for each university"),
        CATHEDRAL: words("the dice after this round, for each cathedral"),
        "culture": words("the culture track, laps included"),
        "most_culture": words(
            "{n} for the most culture (culture in brackets)", n=rules.most_culture_bonus
        ),
        "largest_area": words(
            "{n} for the largest walled area (cells in brackets)", n=rules.largest_area_bonus
        ),
        "subtotal": words("everything but the disaster points"),
        "disaster": words("the disaster track, laps included"),
    }
    return meanings.get(line.id, result)


def _cells(state: Realm, score: Score) -> list[Cell]:
    cells: dict[str, Cell] = {
        "culture": score.culture,
        "most_culture": counted(score.most_culture, str(score.culture)),
        "largest_area": counted(score.largest_area, str(score.area)),
        "subtotal": score.subtotal,
        "disaster": -score.disaster,
        "total": score.total,
        **{effect: _bonus(state, score, effect) for effect in _BONUSES},
    }
    for kind in state.box.buildings:
        plain, walled = counts = score.buildings.get(kind, (0, 0))
        cells[kind] = counted(building_points(state, kind, counts), f"{plain}+{walled}")
    return [cells[line.id] for line in state.box.score_rows]


def _bonus(state: Realm, score: Score, effect: str) -> int:
    kinds = state.box.buildings
    return sum(points for kind, points in score.bonuses.items() if kinds[kind].effect == effect)


ROLLED: Final = "rolled"
EITHER: Final = "either"

_SIGNS: Final[Sequence[tuple[str, Text]]] = (
    ("hammers", words("Hammers")),
    ("swords", words("Swords")),
    ("shields", words("Shields")),
    ("feathers", words("Feathers")),
    ("skulls", words("Skulls")),
)


def dice_sheet(state: Realm, line: Iterable[Event]) -> Sheet:
    """Return statistics of the dice that each player has rolled in the events `line`. Rerolls are
    included."""
    counts = [Counter[str]() for _ in range(state.seats)]
    for seat, face in _faces(state, line):
        counts[seat].update(_content(face))
    columns = ((column, [count[column.key] for count in counts]) for column in _columns(state))
    return seat_sheet("dice", words("What the dice showed"), columns)


def _faces(state: Realm, line: Iterable[Event]) -> Iterator[tuple[int, Face]]:
    """Yield (seat, face) pairs for the faces that players rolled in the events `line`, including
    rolls with a feather. Rolls with hidden faces are left out. The event of an open roll has no
    seat: it belongs to the only player, or to the seat that used the feather."""
    faces = {face.id: face for die in state.box.dice.values() for face in die.faces}
    last = 0
    for event in line:
        if event.step == RollFeather.name:
            last = event.seat
        elif event.kind == CHANCE_EVENT and event.step == FeatherRoll.name:
            yield from ((last, faces[id]) for id in event.value)
        elif event.kind == CHANCE_EVENT and event.step == RollDice.name:
            yield from ((max(0, event.seat), faces[id]) for _, id in faces_by_die(event.value))


def _content(face: Face) -> dict[str, int]:
    """Return what a face adds to the columns of the dice statistics: 1 to `ROLLED`, and the number
    of times that it shows each resource, each icon, and culture. A choice between two resources
    counts as `EITHER`, and as neither resource."""
    signs = {key: int(getattr(face, key)) for key, _ in _SIGNS}
    return {ROLLED: 1, EITHER: int(bool(face.one_of)), **face.gain, **signs}


def _columns(state: Realm) -> Iterator[Column]:
    yield Column(ROLLED, words("Dice"), words("Dice rolled, including rerolls"), total=True)
    gained = {kind for die in state.box.dice.values() for face in die.faces for kind in face.gain}
    for track in state.box.tracks.values():
        if track.id in gained:
            name = words("{title}", title=track.names)
            yield Column(track.id, name, name)
    yield Column(EITHER, words("Either"), words("Faces with a choice between two resources"))
    for key, title in _SIGNS:
        yield Column(key, title, title)
