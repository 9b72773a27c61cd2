"""Standings, score sheet and statistics (CK-22)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import sub
from typing import Final, TypeAlias, TypeVar

from attrs import frozen

from engine.core.common_wording import joined
from engine.core.score_sheet import (
    Cell,
    Column,
    Row,
    SeatColumn,
    Sheet,
    Standing,
    counted,
    number_with,
    seat_sheet,
)
from engine.games.knights.production import DICE_OUTCOMES, totals_due
from engine.games.knights.state import DIE_TOTALS, Island, strength
from engine.i18n.text import Names, Text, verbatim, words

T = TypeVar("T", bound=Island)

Line: TypeAlias = tuple[Text, Text, Callable[[T, int], Cell]]
"""A column of the score sheet: its title, its meaning, and a function that returns a seat's
cell."""


def standings(state: Island) -> list[Standing]:
    """Return the standings: the winner first, if there is one, then the others by points. Tied
    seats share the better place (CK-22.4)."""
    totals = [state.points(seat) for seat in range(state.seats)]
    ranks = [(state.over and seat == state.active, total) for seat, total in enumerate(totals)]
    order = sorted(range(state.seats), key=lambda seat: ranks[seat], reverse=True)
    return [
        Standing(seat, 1 + sum(other > ranks[seat] for other in ranks), totals[seat])
        for seat in order
    ]


# ---------------------------------------------------------------------- columns of the sheet


def settlements(state: Island, seat: int) -> Cell:
    """Return the points for settlements and tipped cities."""
    count = (state.settlements[seat] | state.tipped[seat]).bit_count()
    return count * state.box.points.settlement


def cities(state: Island, seat: int) -> Cell:
    return state.cities[seat].bit_count() * state.box.points.city


def _metropolises(state: Island, seat: int) -> Cell:
    tracks = [
        track
        for track, owner in zip(state.box.tracks, state.metropolis_owners, strict=True)
        if owner == seat
    ]
    total = len(tracks) * state.box.points.metropolis
    letters = joined((Initial(track.names) for track in tracks), "")
    return total if letters is None else number_with(total, letters)


@frozen
class Initial:
    """The first letter of a name, in each language."""

    names: Names

    def name_in(self, language: str) -> str:
        return self.names.name_in(language)[0]


def longest_road(state: Island, seat: int) -> Cell:
    """Return the points for Longest Road, followed by the length of the seat's longest road in
    brackets."""
    points = state.box.points.longest_road if state.award == seat else 0
    return counted(points, str(state.lengths[seat]))


def _defender(state: Island, seat: int) -> Cell:
    return state.defenders[seat] * state.box.points.defender


def _merchant(state: Island, seat: int) -> Cell:
    return state.box.points.merchant if state.merchant_owner == seat else 0


def _open(card: str) -> Callable[[Island, int], Cell]:
    def points(state: Island, seat: int) -> Cell:
        number = state.box.card_numbers[card]
        return state.open_cards[seat].count(number) * state.box.cards[number].points

    return points


LINES: Final[Mapping[str, Line[Island]]] = {
    "settlements": (
        words("Settlements"),
        words("Settlements and tipped cities, 1 point each"),
        settlements,
    ),
    "cities": (words("Cities"), words("Cities, 2 points each"), cities),
    "metropolises": (
        words("Metropolises"),
        words("Metropolises, 2 extra points each: T trade, P politics, S science"),
        _metropolises,
    ),
    "longest_road": (
        words("Longest Road"),
        words("Longest Road: 2 points for 5 or more (length in brackets)"),
        longest_road,
    ),
    "defender": (words("Defender"), words("Defender, 1 point each"), _defender),
    "merchant": (words("Merchant"), words("Merchant, 1 point while it is yours"), _merchant),
    "printer": (words("Printer"), words("Printer revealed, 1 point"), _open("printer")),
    "constitution": (
        words("Constitution"),
        words("Constitution revealed, 1 point"),
        _open("constitution"),
    ),
    "total": (words("Total"), words("score if the game ended now"), Island.points),
}
"""The columns of the score sheet, by key."""

BRACKETED: Final = ("longest_road", "largest_army")
"""Keys of the columns with a second figure in brackets, in Cities & Knights or in Catan."""


def sheets(state: Island) -> list[Sheet]:
    """Return the score sheet, the cards and pieces of each seat, and statistics of the dice and of
    production."""
    return [score_sheet(state, LINES), _holdings(state), dice_sheet(state), production_sheet(state)]


def score_sheet(state: T, lines: Mapping[str, Line[T]]) -> Sheet:
    """Return the score sheet with the columns in `lines`, the last of which is the total."""
    n = state.win_target
    meaning, name = words("Total: {n} points to win", n=n), words("Total (of {n})", n=n)
    heads = [
        Column(key, title, meaning, explained=key in BRACKETED)
        for key, (title, meaning, _) in lines.items()
    ]
    heads[-1] = Column("total", words("Total"), meaning, name, total=True)
    cells = [[cell(state, seat) for seat in range(state.seats)] for _, _, cell in lines.values()]
    return seat_sheet("score", words("Score"), zip(heads, cells, strict=True))


def _holdings(state: Island) -> Sheet:
    seats = range(state.seats)
    columns: list[SeatColumn] = [
        hand_column(state),
        (
            Column("progress", words("Progress"), words("progress cards in hand")),
            map(state.cards_held, seats),
        ),
        (
            Column("walls", words("Walls"), words("city walls")),
            [(state.walls & state.cities[seat]).bit_count() for seat in seats],
        ),
        (
            Column(
                "knights",
                words("Knights"),
                words("strength of active knights / of all"),
                explained=True,
            ),
            [verbatim(f"{state.contribution(seat)}/{strength(state, seat)}") for seat in seats],
        ),
        (
            Column(
                "tracks",
                words("T-P-S"),
                words("levels of trade, politics, science"),
                explained=True,
            ),
            [verbatim("-".join(map(str, levels))) for levels in state.levels],
        ),
        *supply_columns(state),
    ]
    return seat_sheet("holdings", words("Holdings"), columns)


def hand_column(state: Island) -> SeatColumn:
    column = Column("hand", words("Hand"), words("hand cards / discard limit"), explained=True)
    return column, [
        verbatim(f"{state.hand_sizes[seat]}/{state.discard_limit(seat)}")
        for seat in range(state.seats)
    ]


def supply_columns(state: Island) -> list[SeatColumn]:
    columns = (
        Column("roads_left", words("Roads left"), words("roads in the supply")),
        Column("settlements_left", words("Settl. left"), words("settlements in the supply")),
        Column("cities_left", words("Cities left"), words("cities in the supply")),
    )
    return [
        (column, [state.left(seat, piece) for seat in range(state.seats)])
        for piece, column in enumerate(columns)
    ]


def dice_sheet(state: Island) -> Sheet:
    """Return a sheet with the number of times each total has been rolled, and the expected number.
    Rolls chosen with an Alchemist are not counted."""
    totals = range(2, DIE_TOTALS)
    columns = tuple(Column(f"n{n}", verbatim(str(n)), words("rolls of {n}", n=n)) for n in totals)
    rolled = Row(-1, words("Rolled"), tuple(state.totals[n] for n in totals))
    expected = Row(
        -1,
        words("Expected"),
        tuple(verbatim(f"{number:.1f}") for number in totals_due(sum(state.totals)).values()),
    )
    return Sheet("dice", words("Dice"), columns, (rolled, expected))


def production_sheet(state: Island) -> Sheet:
    """Return a sheet with the number of cards of each kind that each seat has received from the
    dice, and the expected number of all cards. Cards from rolls chosen with an Alchemist are listed
    separately."""
    kinds, seats = state.box.kinds, range(state.seats)
    arranged = [state.arranged[seat * len(kinds) : (seat + 1) * len(kinds)] for seat in seats]
    produced = [state.produced[seat * len(kinds) : (seat + 1) * len(kinds)] for seat in seats]
    got = [list(map(sub, *both)) for both in zip(produced, arranged, strict=True)]
    columns: list[SeatColumn] = []
    for index, kind in enumerate(kinds):
        name, meaning = (
            words("{kind}", kind=kind.names),
            words("{kind} from the dice", kind=kind.names),
        )
        columns.append((Column(kind.id, name, meaning), [cards[index] for cards in got]))
    average = words("cards that these rolls would bring on average")
    columns += [
        (Column("all", words("Got"), words("cards from the dice")), list(map(sum, got))),
        (
            Column("expected", words("Expected"), average),
            [verbatim(f"{state.expected[seat] / DICE_OUTCOMES:.1f}") for seat in seats],
        ),
    ]
    if any(state.arranged):
        meaning = words("extra cards from Alchemist rolls")
        columns.append((Column("arranged", words("Alchemist"), meaning), list(map(sum, arranged))))
    return seat_sheet("production", words("Production"), columns)
