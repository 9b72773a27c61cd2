"""The domain: legal places of pieces and their meaning (sections 2, 8 and 12)."""

from __future__ import annotations

import pytest
from attrs import evolve, field
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.component_data import Item
from engine.core.state import State, table
from engine.games.era.component_types import MARKET
from engine.games.era.components import components
from engine.games.era.domain import Domain, DomainGeometry, Placement, geometry_of
from engine.geometry.bit_sets import members
from engine.geometry.grid import Shape
from tests.engine.games.era import slow_domain
from tests.engine.games.era.laying import lay, piece, spread, wall
from tests.engine.games.era.slow_domain import SlowDomain

KINDS = list(components().kinds)
WALLS = list(components().walls)


def named(domain: Domain, mask: int) -> str:
    return " ".join(domain.geometry.grid.names_of(mask))


def picks(placements: tuple[Placement, ...]) -> set[tuple[str, str, int]]:
    return {placement.pick for placement in placements}


def changed(**own: Item) -> DomainGeometry:
    return geometry_of(components(own))


def starting_walls(domain: Domain) -> None:
    wall(domain, "C6-C9", "D6-G6", "D9-G9")


# Cells and footprints


@pytest.mark.rule("ERA-2.1")
def test_domain_has_14_columns_and_14_rows(land):
    names = land.grid.names_of(land.grid.all)
    assert len(names) == 14 * 14
    assert (names[0], names[13], names[14], names[-1]) == ("A1", "N1", "A2", "N14")
    assert land.grid.place(land.grid.cell("C5")) == (2, 4)


@pytest.mark.rule("ERA-2.1")
def test_cell_holds_at_most_one_piece(domain, land):
    for kind in KINDS:
        for placement in land.placements(kind):
            if placement.mask & land.keep_start.mask:
                assert not domain.fits(placement)
    with pytest.raises(ValueError, match="taken"):
        domain.place(piece(land, "longhouse", "F7 G7"))
    assert domain.pieces == [land.keep_start]


@pytest.mark.rule("ERA-2.2")
def test_every_piece_covers_its_footprint(land):
    def covered(kind: str) -> str:
        placement = land.placement(kind, "C5", 0)
        assert placement is not None
        return " ".join(land.grid.names_of(placement.mask))

    assert {kind: covered(kind) for kind in KINDS} == {
        "keep": "C5 D5 C6 D6",
        "longhouse": "C5 D5",
        "townhouse": "C5 D5 E5",
        "church": "C5 D5 E5 D6",
        "farm": "C5 D5 C6",
        "lumber_mill": "C5 C6 C7 D7",
        "hospital": "D5 C6 D6 E6 D7",
        "monastery": "C5 D5 C6 D6 C7",
        "market": "C5 D5 C6 D6",
        "guildhall": "C5 D5 E5 C6 D6 E6",
        "university": "C5 E5 C6 D6 E6",
        "cathedral": "D5 C6 D6 E6 D7 D8",
        "wall_2": "C5 D5",
        "wall_3": "C5 D5 E5",
        "wall_4": "C5 D5 E5 F5",
        "wall_5": "C5 D5 E5 F5 G5",
        "wall_6": "C5 D5 E5 F5 G5 H5",
        "scorched_area": "C5 D5 C6 D6",
    }


@pytest.mark.rule("ERA-2.3")
@pytest.mark.parametrize(
    ("rotation", "covered"),
    [
        (0, "C5 C6 C7 D7"),
        (90, "C5 D5 E5 C6"),
        (180, "C5 D5 D6 D7"),
        (270, "E5 C6 D6 E6"),
    ],
)
def test_piece_may_be_rotated_clockwise(land, rotation, covered):
    placement = land.placement("lumber_mill", "C5", rotation)
    assert placement == piece(land, "lumber_mill", covered)
    assert placement.pick == ("lumber_mill", "C5", rotation)
    assert (placement.anchor, placement.rotation) == ("C5", rotation)


@pytest.mark.rule("ERA-2.3")
def test_rotations_covering_the_same_cells_are_one_placement(land):
    rotations = {kind: [rotated.rotation for rotated in land.rotations[kind]] for kind in KINDS}
    assert {kind for kind, found in rotations.items() if found == [0]} == {
        "keep",
        "market",
        "hospital",
        "scorched_area",
    }
    two_ways = {"longhouse", "townhouse", "guildhall", *WALLS}
    assert {kind for kind, found in rotations.items() if found == [0, 90]} == two_ways
    for kind in KINDS:
        for placement in land.placements(kind):
            _, anchor, rotation = placement.pick
            assert land.placement(kind, anchor, rotation) is placement
    assert land.placement("wall_4", "C6", 270).pick == ("wall_4", "C6", 90)


@pytest.mark.rule("ERA-2.4")
@pytest.mark.parametrize("kind", ["lumber_mill", "monastery"])
def test_piece_may_not_be_mirrored(land, kind):
    mirrored = land.rotations[kind][0].shape.mirrored()
    assert mirrored not in [rotated.shape for rotated in land.rotations[kind]]
    allowed = changed(domain={"rules": {"mirroring": True}})
    assert [rotated.rotation for rotated in allowed.rotations[kind]] == [
        0,
        90,
        180,
        270,
        360,
        450,
        540,
        630,
    ]
    assert allowed.rotations[kind][4].shape == mirrored
    assert [rotated.rotation for rotated in allowed.rotations["church"]] == [0, 90, 180, 270]


@pytest.mark.rule("ERA-2.5")
def test_placement_needs_empty_cells_inside_the_domain(land, domain):
    assert land.placement("wall_4", "K1", 0) is not None
    assert land.placement("wall_4", "L1", 0) is None
    assert land.placement("wall_4", "A12", 90) is None
    assert land.placement("university", "N1", 0) is None
    assert land.placement("wall_4", "O1", 0) is None
    assert land.placement("wall_4", "", 0) is None
    assert land.placement("wall_7", "A1", 0) is None
    assert land.placement("wall_4", "A1", 45) is None
    assert picks(domain.legal("keep")) == {
        placement.pick
        for placement in land.placements("keep")
        if not placement.mask & land.keep_start.mask
    }


@pytest.mark.rule("ERA-2.6")
def test_structure_may_be_inside_or_outside_walls(domain, land):
    assert len(domain.legal("longhouse")) == 2 * 13 * 14 - 2 * 6
    starting_walls(domain)
    assert piece(land, "longhouse", "D7 E7") in domain.legal("longhouse")
    assert piece(land, "longhouse", "A1 B1") in domain.legal("longhouse")


@pytest.mark.rule("ERA-2.7", "ERA-2.13")
def test_pieces_stay_until_removed(domain, land):
    starting_walls(domain)
    before = domain.copy()
    (house,) = lay(domain, "longhouse", "D7 E7")
    assert before != domain
    assert before.pieces == domain.pieces[:-1]
    domain.remove(house)
    assert before == domain
    assert (domain.taken, domain.barrier) == (before.taken, before.barrier)
    domain.remove(land.keep_start)
    assert domain.enclosed() == 0
    assert before.walled_area() == 6
    with pytest.raises(ValueError, match="not in list"):
        domain.remove(house)


@pytest.mark.rule("ERA-2.8")
def test_pieces_are_adjacent_by_edges_but_not_corners(domain, land):
    (house,) = lay(domain, "longhouse", "E7 F7")
    (corner,) = lay(domain, "longhouse", "C6 D6")
    (beside,) = lay(domain, "longhouse", "E6 F6")
    assert domain.neighbours(house) == [land.keep_start, beside]
    assert domain.neighbours(corner) == [beside]
    assert not house.touches(corner)
    assert not piece(land, "longhouse", "M1 N1").touches(piece(land, "longhouse", "A2 B2"))


@pytest.mark.rule("ERA-3.6")
def test_keep_starts_in_the_centre(domain):
    assert named(domain, domain.taken) == "G7 H7 G8 H8"
    assert domain.pieces[0].pick == ("keep", "G7", 0)


# Enclosure


@pytest.mark.rule("ERA-2.9", "ERA-2.10")
def test_only_walls_and_keeps_are_barriers(domain):
    wall(domain, "A1-D1", "A2-A5", "D2-D5")
    gap = "B5 C5"
    (house,) = lay(domain, "longhouse", gap)
    assert named(domain, domain.barrier) == "A1 B1 C1 D1 A2 D2 A3 D3 A4 D4 A5 D5 G7 H7 G8 H8"
    assert domain.enclosed() == 0
    domain.remove(house)
    wall(domain, gap)
    assert named(domain, domain.enclosed()) == "B2 C2 B3 C3 B4 C4"
    domain.remove(domain.pieces[-1])
    lay(domain, "scorched_area", "B5 C5 B6 C6")
    assert domain.enclosed() == 0


@pytest.mark.rule("ERA-2.9")
def test_edge_of_the_board_is_no_barrier(domain):
    wall(domain, "A3-C3", "C1-C2")
    assert domain.enclosed() == 0


@pytest.mark.rule("ERA-2.11")
def test_building_is_walled_in_if_its_cells_are_enclosed_and_a_keep_always(domain, land):
    (inside,) = lay(domain, "longhouse", "D7 E7")
    (outside,) = lay(domain, "longhouse", "A1 B1")
    assert domain.is_walled_in(land.keep_start)
    assert domain.exposed_buildings() == [inside, outside]
    starting_walls(domain)
    assert domain.is_walled_in(inside)
    assert domain.exposed_buildings() == [outside]


@pytest.mark.rule("ERA-2.12")
def test_walled_area_sums_all_areas(domain):
    starting_walls(domain)
    wall(domain, "K1-N1", "K2-K4", "N2-N4", "L4-M4")
    lay(domain, "longhouse", "E7 F7")
    assert named(domain, domain.enclosed()) == "L2 M2 L3 M3 D7 E7 F7 D8 E8 F8"
    assert domain.walled_area() == 10
    lay(domain, "scorched_area", "L2 M2 L3 M3")
    assert domain.walled_area() == 6


@pytest.mark.rule("ERA-2.9", "ERA-2.10", "ERA-2.11", "ERA-2.12", "ERA-3.9")
def test_we_10_enclosure_with_the_keep(domain):
    starting_walls(domain)
    assert named(domain, domain.enclosed()) == "D7 E7 F7 D8 E8 F8"
    assert domain.walled_area() == 6
    houses = lay(domain, "longhouse", "D7 E7", "F7 F8", "D8 E8")
    assert all(domain.is_walled_in(house) for house in houses)
    assert domain.walled_area() == 6


@pytest.mark.rule("ERA-2.10")
def test_we_11_diagonal_gap(domain):
    wall(domain, "C6-C9", "D6-F6", "D9-G9")
    assert domain.enclosed() == 0
    assert domain.walled_area() == 0
    four = Domain(changed(domain={"rules": {"flood_fill_connectivity": 4}}))
    for placed in domain.pieces:
        four.place(placed)
    assert four.walled_area() == 6


@pytest.mark.rule("ERA-2.12", "ERA-12.13")
def test_we_21_walled_area_0(domain):
    wall(domain, "B2-E2", "B3-B5", "E3-E5", "C5-D5")
    assert named(domain, domain.enclosed()) == "C3 D3 C4 D4"
    assert domain.walled_area() == 4
    lay(domain, "scorched_area", "C3 D3 C4 D4")
    assert domain.walled_area() == 0


# Disease


@pytest.mark.rule("ERA-2.14", "ERA-8.7", "ERA-8.9", "ERA-8.10")
def test_we_5_disease(domain):
    first, second = lay(domain, "longhouse", "E7 F7", "E6 F6")
    (farm,) = lay(domain, "farm", "C12 D12 C13")
    wall(domain, "D5-D8")
    elsewhere = domain.copy()
    (third,) = lay(domain, "longhouse", "K12 L12")
    assert domain.diseased() == [first, second]
    assert farm not in domain.diseased()
    assert third not in domain.diseased()
    lay(elsewhere, "longhouse", "E5 F5")
    assert len(elsewhere.diseased()) == 3


@pytest.mark.rule("ERA-2.14", "ERA-8.10")
def test_walls_keeps_and_scorched_areas_do_not_connect_clusters(domain):
    lay(domain, "longhouse", "E7 F7", "I7 J7")
    wall(domain, "B1-B4")
    lay(domain, "longhouse", "A1 A2", "C1 C2")
    lay(domain, "scorched_area", "L12 M12 L13 M13")
    lay(domain, "longhouse", "K12 K13", "N12 N13")
    assert domain.diseased() == []


@pytest.mark.rule("ERA-8.7", "ERA-8.8", "ERA-14.9")
def test_we_12_hospital(domain):
    lay(domain, "hospital", "E4 D5 E5 F5 E6")
    _, beyond, alone = lay(domain, "longhouse", "F4 G4", "H4 I4", "L10 M10")
    assert domain.diseased() == [beyond]
    assert alone not in domain.diseased()


@pytest.mark.rule("ERA-2.15")
def test_walls_do_not_protect_from_disease(domain):
    starting_walls(domain)
    houses = lay(domain, "longhouse", "D7 E7", "D8 E8")
    assert all(domain.is_walled_in(house) for house in houses)
    assert domain.diseased() == houses


# Market


def market_bonus(domain: Domain) -> int:
    return sum(domain.market_bonus(market) for market in domain.with_effect(MARKET))


@pytest.mark.rule("ERA-12.4", "ERA-12.5")
def test_we_15_market_bonus(domain):
    (market,) = lay(domain, "market", "M1 N1 M2 N2")
    lay(domain, "farm", "K1 L1 K2")
    assert named(domain, market.beside) == "L1 L2 M3 N3"
    assert market_bonus(domain) == 3


@pytest.mark.rule("ERA-12.4", "ERA-12.9")
def test_we_15_market_bonus_is_not_doubled_by_walls(domain):
    wall(domain, "A1-F1", "A2-A6", "F2-F6", "B6-E6")
    (market,) = lay(domain, "market", "C3 D3 C4 D4")
    assert domain.is_walled_in(market)
    assert market_bonus(domain) == 8


@pytest.mark.rule("ERA-12.5")
def test_cell_next_to_two_markets_counts_for_both(domain):
    lay(domain, "market", "A1 B1 A2 B2", "D1 E1 D2 E2")
    assert market_bonus(domain) == 4 + 6
    lay(domain, "scorched_area", "A3 B3 A4 B4")
    assert market_bonus(domain) == 2 + 6
    wall(domain, "C1-C2")
    assert market_bonus(domain) == 0 + 4


@pytest.mark.rule("ERA-12.4")
def test_market_bonus_is_limited(land):
    wide = Domain(changed(buildings=[{"id": "market", "shape": ["####"]}]))
    lay(wide, "market", "C3-F3")
    assert market_bonus(wide) == 8


# Scorched areas


@pytest.mark.rule("ERA-8.13", "ERA-14.2")
def test_scorched_area_needs_empty_cells_that_are_not_enclosed(domain, land):
    starting_walls(domain)
    enclosed = piece(land, "scorched_area", "D7 E7 D8 E8")
    assert enclosed in domain.legal("scorched_area")
    assert enclosed not in domain.legal_scorched()
    assert picks(domain.legal_scorched()) < picks(domain.legal("scorched_area"))
    domain.remove(domain.pieces[-1])
    assert enclosed in domain.legal_scorched()


@pytest.mark.rule("ERA-3.10")
def test_starting_scorched_area_may_be_enclosed(domain):
    starting_walls(domain)
    lay(domain, "scorched_area", "D7 E7 D8 E8")
    assert domain.walled_area() == 2


def ring(domain: Domain) -> None:
    wall(domain, "A1-D1", "E1-H1", "I1-L1", "A14-D14", "E14-H14", "I14-L14")
    wall(domain, "A2-A5", "A6-A9", "A10-A13", "L2-L5", "L6-L9", "L10-L13")


@pytest.mark.rule("ERA-8.13", "ERA-8.14", "ERA-8.15", "ERA-8.16")
def test_we_16_treachery_without_room(domain):
    ring(domain)
    assert domain.enclosed().bit_count() == 116
    houses = lay(domain, "longhouse", *(f"M{row} N{row}" for row in range(2, 15, 2)))
    assert domain.legal_scorched() == ()
    assert domain.can_make_room()
    assert domain.exposed_buildings() == houses
    without_row_14 = domain.copy()
    domain.remove(houses[0])
    assert picks(domain.legal_scorched()) == {
        ("scorched_area", "M1", 0),
        ("scorched_area", "M2", 0),
    }
    without_row_14.remove(houses[-1])
    assert picks(without_row_14.legal_scorched()) == {("scorched_area", "M13", 0)}


@pytest.mark.rule("ERA-8.16")
def test_no_removal_makes_room_where_walls_fill_the_outside(domain):
    ring(domain)
    wall(domain, "N1-N6", "N7-N12")
    lay(domain, "longhouse", "M13 N13")
    lay(domain, "longhouse", "B2 C2")
    assert domain.can_make_room()
    wall(domain, "M14-N14")
    assert domain.legal_scorched() == ()
    assert not domain.can_make_room()


# Contracts with the rest of the program


def test_copy_shares_nothing_mutable(domain):
    copy = domain.copy()
    lay(copy, "longhouse", "A1 B1")
    assert len(domain.pieces) == 1
    assert domain != copy
    assert repr(domain) != repr(copy)


@table
class Domains(State):
    """A state with a domain for each seat."""

    domains: list[Domain] = field(factory=list)


def test_a_state_holds_domains(domain, land):
    state = Domains(2, domains=[domain, Domain(land)])
    copy = state.copy()
    assert copy == state
    assert copy.digest() == state.digest()
    copy.domains[1].place(land.keep_start)
    assert copy != state
    assert copy.digest() != state.digest()
    assert state.domains[1].pieces == []


def test_piece_on_a_cell(domain, land):
    (house,) = lay(domain, "longhouse", "A1 A2")
    assert domain.at(land.grid.cell("A2")) is house
    assert domain.at(land.grid.cell("G8")) is land.keep_start
    assert domain.at(land.grid.cell("B1")) is None


def test_counting_pieces(domain):
    starting_walls(domain)
    lay(domain, "longhouse", "A1 B1", "A3 B3")
    assert (domain.count("keep"), domain.count("longhouse"), domain.count("wall_4")) == (1, 2, 3)
    assert len(domain.walls()) == 3
    assert len(domain.buildings()) == 3


@pytest.mark.rule("ERA-9.4")
def test_kind_without_a_legal_place_has_no_room():
    box = components()
    tight = evolve(box.domain, columns=6, rows=6, keep_start=tuple(spread("C3-D4")))
    small = Domain(DomainGeometry(evolve(box, domain=tight)))
    small.place(small.geometry.keep_start)
    assert small.has_room_for("cathedral")
    wall(small, "A1-A6")
    wall(small, "B1-B6")
    wall(small, "E1-E6")
    wall(small, "F1-F6")
    assert not small.has_room_for("cathedral")
    assert not small.has_room_for("church")
    assert small.has_room_for("farm")
    assert picks(small.legal("longhouse")) == {
        ("longhouse", anchor, rotation)
        for anchor, rotation in [("C1", 0), ("C2", 0), ("C5", 0), ("C6", 0)]
    } | {("longhouse", anchor, 90) for anchor in ("C1", "D1", "C5", "D5")}


def test_rotations_may_be_forbidden_by_the_data():
    fixed = changed(domain={"rules": {"rotation": False}})
    assert {len(fixed.rotations[kind]) for kind in KINDS} == {1}
    assert fixed.placement("wall_4", "A1", 90) is None


# Against a second implementation


def tiled(cells: list[str]) -> list[list[str]]:
    """Cut a straight line of at least two cells into walls of 2 to 6."""
    parts = []
    while cells:
        length = min(len(cells), 6)
        if len(cells) - length == 1:
            length -= 1
        parts.append(cells[:length])
        cells = cells[length:]
    return parts


def walls_around(left: int, top: int, width: int, height: int) -> list[list[str]]:
    columns, rows = range(left, left + width), range(top, top + height)

    def line(columns: range, rows: range) -> list[str]:
        return [f"{chr(ord('A') + column)}{row + 1}" for row in rows for column in columns]

    return [
        *tiled(line(columns, rows[:1])),
        *tiled(line(columns, rows[-1:])),
        *tiled(line(columns[:1], rows[1:-1])),
        *tiled(line(columns[-1:], rows[1:-1])),
    ]


@st.composite
def both_domains(draw):
    """The same pieces in both domains: a ring of walls, perhaps broken, and others."""
    land = geometry_of(components())
    fast, slow = Domain(land), SlowDomain()

    def place(placement: Placement) -> None:
        fast.place(placement)
        covered = frozenset(slow_domain.spot(name) for name in land.grid.names_of(placement.mask))
        slow.pieces.append((placement.kind.id, covered))

    if draw(st.booleans()):
        place(land.keep_start)
    width, height = draw(st.integers(4, 14)), draw(st.integers(4, 14))
    left, top = draw(st.integers(0, 14 - width)), draw(st.integers(0, 14 - height))
    segments = walls_around(left, top, width, height)
    broken = draw(st.none() | st.sampled_from(range(len(segments))))
    for number, segment in enumerate(segments):
        placement = piece(land, f"wall_{len(segment)}", " ".join(segment))
        if number != broken and fast.fits(placement):
            place(placement)
    for kind, choice in draw(
        st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 10**6)), max_size=30)
    ):
        legal = fast.legal(kind)
        if legal:
            place(legal[choice % len(legal)])
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=3)):
        if fast.pieces:
            number = choice % len(fast.pieces)
            fast.remove(fast.pieces[number])
            del slow.pieces[number]
    return fast, slow


def spots(fast: Domain, mask: int) -> set[tuple[int, int]]:
    return {slow_domain.spot(fast.geometry.grid.name(cell)) for cell in members(mask)}


def groups(fast: Domain, pieces: list[Placement]) -> set[frozenset[tuple[int, int]]]:
    return {frozenset(spots(fast, placed.mask)) for placed in pieces}


@settings(max_examples=150, deadline=None)
@given(both_domains())
def test_domain_agrees_with_the_slow_reference(pair):
    fast, slow = pair
    assert spots(fast, fast.empty) == slow.empty()
    assert spots(fast, fast.barrier) == slow.barrier()
    assert spots(fast, fast.enclosed()) == slow.enclosed()
    assert fast.walled_area() == slow.walled_area()
    assert groups(fast, fast.exposed_buildings()) == {
        cells for _, cells in slow.exposed_buildings()
    }
    assert groups(fast, fast.diseased()) == slow.diseased()
    assert market_bonus(fast) == slow.market_bonus()
    assert picks(fast.legal_scorched()) == slow.legal_scorched()
    assert fast.can_make_room() == slow.can_make_room()
    for kind in KINDS:
        legal = picks(fast.legal(kind))
        assert legal == slow.legal(kind)
        assert fast.has_room_for(kind) == bool(legal)


@pytest.mark.parametrize("kind", KINDS)
def test_placements_of_a_kind_on_the_empty_grid(land, kind):
    listed = [placement.pick for placement in land.placements(kind)]
    assert len(set(listed)) == len(listed)
    assert set(listed) == {pick for pick, _ in slow_domain.PLACEMENTS[kind]}


@given(st.lists(st.text("#.", min_size=4, max_size=4), min_size=1, max_size=4))
def test_four_quarter_turns_and_two_mirrors_are_the_identity(rows):
    if "#" not in "".join(rows):
        with pytest.raises(ValueError, match="square"):
            Shape.drawn(rows)
        return
    shape = Shape.drawn(rows)
    assert shape.turned().turned().turned().turned() == shape
    assert shape.mirrored().mirrored() == shape
    assert shape.turned().mirrored() == shape.mirrored().turned().turned().turned()
    assert (shape.turned().height, shape.turned().width) == (shape.width, shape.height)
