"""`make test-near` finds the tests that cover a file."""

from __future__ import annotations

from pathlib import Path

import grimp
import pytest

from tests.near import covering_tests, import_graph


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return import_graph()


@pytest.mark.parametrize(
    ("file", "test"),
    [
        ("engine/core/parts.py", "tests/engine/core/test_parts.py"),
        ("screens/games/deus/painter.py", "tests/screens/games/deus/test_painter.py"),
        ("engine/games/deus/components.toml", "tests/engine/games/deus/test_components.py"),
        ("tests/postgres.py", "tests/engine/storage/test_postgres_store.py"),
        ("engine/games/deus", "tests/engine/games/deus/test_columns.py"),
    ],
)
def test_file_is_covered_by_the_tests_that_import_it(
    file: str, test: str, graph: grimp.ImportGraph
):
    assert Path(test).is_file()
    assert Path(test) in covering_tests(Path(file), graph)


def test_a_painter_does_not_need_the_tests_of_other_games(graph: grimp.ImportGraph):
    near = covering_tests(Path("screens/games/deus/painter.py"), graph)
    assert len(near) < 40
    assert not any(path.is_relative_to("tests/screens/games/era") for path in near)


def test_tests_of_importers_are_added_on_request(graph: grimp.ImportGraph):
    file = Path("screens/paint/canvas.py")
    assert covering_tests(file, graph) < covering_tests(file, graph, wide=True)
