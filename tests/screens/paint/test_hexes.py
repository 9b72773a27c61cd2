"""Maps of hexes: every place can be clicked and reached, and nothing hides anything else."""

import pytest

from engine.geometry.hexes import Hexes, disc
from screens.paint.bricks import Bricks
from screens.paint.canvas import Canvas, Rect
from screens.paint.hex_measures import HUGE, LARGE, SMALL, VAST, HexMeasures
from screens.paint.hexes import HexBoard
from screens.paint.theme import Theme, theme
from screens.renderer.spatial_navigation import Direction, SpatialNavigation
from styles.colour import Depth
from tests.screens.reading import roles_used

ISLAND = Hexes(disc(2))
SCALES = pytest.mark.parametrize(
    "measures", [SMALL, LARGE, HUGE, VAST], ids=["small", "large", "huge", "vast"]
)
LOOKS = pytest.mark.parametrize(
    "seen",
    [theme(), theme(depth=Depth.SIXTEEN), theme(glyphs="ascii")],
    ids=["true", "16", "ascii"],
)


def painted(measures: HexMeasures, seen: Theme) -> tuple[HexBoard, Canvas]:
    board = HexBoard(ISLAND, measures, seen)
    canvas = Canvas(*board.size, seen.glyphs)
    board.paint_sea(canvas)
    board.paint_lands(canvas, ["land.forest", "land.hills"] * 9 + ["land.desert"])
    return board, canvas


@pytest.mark.parametrize(
    ("measures", "size"), [(SMALL, (55, 17)), (LARGE, (65, 28)), (HUGE, (75, 33)), (VAST, (95, 39))]
)
def test_island_fits_in_the_expected_size(measures: HexMeasures, size: tuple[int, int]) -> None:
    assert HexBoard(ISLAND, measures, theme()).size == size


@SCALES
@LOOKS
def test_corners_edges_and_hexes_do_not_overlap(measures: HexMeasures, seen: Theme) -> None:
    board, canvas = painted(measures, seen)
    for corner in ISLAND.corners:
        board.spot_corner(canvas, ("node", corner.number), corner.number)
        x, y = board.corner_at(corner.number)
        assert canvas.chars[y][x] in "·."
    middles = {board.middle_of(side.number) for side in ISLAND.sides}
    corners = {board.corner_at(corner.number) for corner in ISLAND.corners}
    assert len(middles) == len(ISLAND.sides)
    assert not middles & corners
    for cell in range(len(ISLAND.cells)):
        board.spot_hex(canvas, ("hex", cell), cell)
        assert len(canvas.spots.anchors(("hex", cell))) == 1
    assert len(canvas.spots) == 54 + 19


@SCALES
@pytest.mark.parametrize("kind", ["node", "edge", "hex"])
def test_every_place_is_reachable_and_navigation_is_natural(
    measures: HexMeasures, kind: str
) -> None:
    board, canvas = painted(measures, theme())
    for corner in ISLAND.corners:
        board.spot_corner(canvas, ("node", corner.number), corner.number)
    for side in ISLAND.sides:
        board.spot_side(canvas, ("edge", side.number), side.number)
    for cell in range(len(ISLAND.cells)):
        board.spot_hex(canvas, ("hex", cell), cell)
    places = [place for place in canvas.spots if isinstance(place, tuple) and place[0] == kind]
    stations = {place: canvas.spots.station(place) for place in places}
    compass = SpatialNavigation({place: at for place, at in stations.items() if at is not None})
    reached, front = {places[0]}, [places[0]]
    while front:
        place = front.pop()
        for direction in Direction:
            other = compass.ways[direction][place]
            if other not in reached:
                reached.add(other)  # type: ignore[arg-type]
                front.append(other)  # type: ignore[arg-type]
    assert reached == set(places)
    if kind == "node":
        assert compass.ways[Direction.RIGHT]["node", 0] == ("node", 4)
        assert compass.ways[Direction.RIGHT]["node", 4] == ("node", 1)
        assert compass.ways[Direction.DOWN]["node", 4] == ("node", 8)


@SCALES
@LOOKS
def test_road_shows_the_letter_of_its_owner(measures: HexMeasures, seen: Theme) -> None:
    board, canvas = painted(measures, seen)
    for side in ISLAND.sides:
        board.paint_road(canvas, side.number, 1, "B")
        x, y = board.middle_of(side.number)
        assert canvas.chars[y][x] == "B"
        role = canvas.painted(y)[x]
        assert ("piece.1" if seen.halves else "seat.1") in role
    assert sum(line.count("B") for line in canvas.lines()) == len(ISLAND.sides)


@SCALES
def test_hexes_have_grounds_with_a_gutter_between(measures: HexMeasures) -> None:
    board, canvas = painted(measures, theme())
    used = roles_used(canvas)
    for ground in ("forest", "hills", "desert", "sea", "shallow", "coast", "gutter"):
        assert any(f"land.{ground}" in role for role in used), ground
    x, y = board.text_row(0)
    assert canvas.grounds[y][x] == "land.forest"
    assert canvas.grounds[0][0] == "land.sea"


def test_map_is_drawn_in_lines_without_half_cells() -> None:
    board, canvas = painted(SMALL, theme(glyphs="ascii"))
    text = canvas.text()
    assert text.isascii()
    assert ".-' . '-." in text
    assert "|" in text
    assert not any(any(row) for row in canvas.grounds)
    board.paint_token(canvas, 0, 8, 5, red=True)
    assert "8" in canvas.text()


@SCALES
@LOOKS
def test_token_and_name_are_written_on_their_hex(measures: HexMeasures, seen: Theme) -> None:
    board, canvas = painted(measures, seen)
    for cell in range(len(ISLAND.cells)):
        board.paint_name(canvas, cell, "Fo", "Forest")
        board.paint_token(canvas, cell, 6, 5, red=True)
        board.paint_occupant(canvas, cell, "R", ["robber"], "block.black")
    text = canvas.text()
    assert text.count("Fo") == 19
    assert text.count("6") == 19
    assert text.count("•" if not seen.glyphs.plain else "*") >= 19 * 5
    for corner in ISLAND.corners:
        board.paint_piece(canvas, corner.number, "(A)", "piece.0")
    assert canvas.text().count("(A)") == 54
    for role in roles_used(canvas):
        seen.paint(role)


def test_bricks_touch_and_share_their_walls() -> None:
    flower = Hexes(((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)))
    bricks = Bricks(flower, 4, 2)
    assert bricks.size == (25, 6)
    assert bricks.rect(0) == Rect(8, 2, 9, 2)
    assert bricks.rect(1).x == bricks.rect(0).right - 1
    assert bricks.rect(2) == Rect(12, 4, 9, 2)
    for seen, line in ((theme(), " "), (theme(depth=Depth.SIXTEEN), "│")):
        canvas = Canvas(*bricks.size)
        bricks.paint_walls(canvas, seen, lambda cell: cell in (0, 1))
        for cell in range(7):
            inside = bricks.paint_region(canvas, cell, "land.field" if cell else "land.water")
            canvas.put(inside.x, inside.y, str(cell))
            bricks.spot(canvas, ("region", cell), cell)
        assert canvas.chars[2][8] == line
        assert canvas.spots.at(9, 3) == ("region", 0)
        assert canvas.spots.anchors(("region", 0)) == [Rect(8, 2, 9, 2)]
    assert canvas.text().count("│") == 2 * (3 + 4 + 3)


@SCALES
def test_upright_edge_can_be_clicked_in_all_its_rows(measures: HexMeasures) -> None:
    board, canvas = painted(measures, theme())
    for side in ISLAND.sides:
        board.spot_side(canvas, ("edge", side.number), side.number)
    for side in ISLAND.sides:
        (ax, ay), (bx, by) = (board.corner_at(end) for end in side.ends)
        if ax == bx:
            rows = range(min(ay, by) + 1, max(ay, by))
            rects = canvas.spots["edge", side.number]
            assert all(any(rect.holds(ax, row) for rect in rects) for row in rows)
            assert len(canvas.spots.anchors(("edge", side.number))) == 1
