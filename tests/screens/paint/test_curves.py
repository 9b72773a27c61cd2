"""Curves of braille: their shape, their rectangle, and crossing lines."""

from __future__ import annotations

import random

from screens.paint.curves import Curves, curves


def drawn(found: Curves, width: int, height: int) -> list[str]:
    blank = (" ", 0)
    return ["".join(found.cells.get((x, y), blank)[0] for x in range(width)) for y in range(height)]


def test_linear_growth_is_a_slope() -> None:
    found = curves([[0, 8]], 4, 2, 0, 8)
    assert drawn(found, 4, 2) == ["  ⡠⠊", "⡠⠊  "]
    assert found.ends == [0]


def test_jump_stays_connected() -> None:
    found = curves([[0, 0, 9, 9]], 3, 2, 0, 9)
    assert drawn(found, 3, 2) == [" ⢸⠉", "⣀⡇ "]


def test_negative_values_are_below() -> None:
    found = curves([[0, -6], [0, 6]], 6, 3, -6, 6)
    assert found.ends == [2, 0]
    assert {line for (_, y), (_, line) in found.cells.items() if y == 0} == {1}
    assert {line for (_, y), (_, line) in found.cells.items() if y == 2} == {0}


def test_single_value_is_a_dot_at_the_right() -> None:
    found = curves([[3]], 5, 2, 0, 3)
    assert list(found.cells) == [(4, 0)]
    assert found.cells[4, 0].char == "⠈"


def test_equal_lines_alternate() -> None:
    found = curves([[2, 2], [2, 2], [2, 2]], 6, 1, 0, 4)
    assert [found.cells[x, 0].line for x in range(6)] == [0, 1, 2, 0, 1, 2]
    assert found.ends == [0, 0, 0]


def test_constant_values_give_a_line() -> None:
    assert drawn(curves([[0, 0, 0]], 3, 1, 0, 0), 3, 1) == ["⠉⠉⠉"]


def test_cell_crossed_by_two_lines_has_the_dots_of_both() -> None:
    found = curves([[3, 3], [0, 0]], 2, 1, 0, 3)
    assert drawn(found, 2, 1) == ["⣉⣉"]


def test_cells_are_inside_and_every_column_has_each_line() -> None:
    rng = random.Random(7)
    for _ in range(300):
        width, height = rng.randint(1, 90), rng.randint(1, 15)
        least, most = rng.randint(-50, 0), rng.randint(0, 200)
        lines = [
            [rng.randint(least - 5, most + 5) for _ in range(rng.randint(2, 60))]
            for _ in range(rng.randint(1, 5))
        ]
        found = curves(lines, width, height, least, most)
        assert {x for x, _ in found.cells} == set(range(width))
        assert all(0 <= y < height for _, y in found.cells)
        assert all(0 <= end < height for end in found.ends)
        assert all("⠀" < cell.char <= "⣿" for cell in found.cells.values())
        for line, end in zip(lines, found.ends, strict=True):
            assert end in (0, height - 1) or least < line[-1] < most
            assert (width - 1, end) in found.cells
