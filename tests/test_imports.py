"""Who may import whom, beyond what the contracts in pyproject.toml can say."""

import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
GAMES = sorted(path.parent.name for path in ROOT.glob("engine/games/*/__init__.py"))

LOADED_BY_THE_ENGINE = """
import importlib, pkgutil, sys
import engine
for module in pkgutil.walk_packages(engine.__path__, "engine."):
    importlib.import_module(module.name)
print(*sorted(sys.modules))
"""


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("engine", "screens", "styles", "tui", cache_dir=None)


def test_the_engine_runs_with_no_terminal_in_sight():
    run = subprocess.run(
        [sys.executable, "-c", LOADED_BY_THE_ENGINE],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    loaded = run.stdout.split()
    assert "engine.play.match" in loaded
    assert not {"textual", "rich", "screens", "styles", "tui"} & set(loaded)


def test_no_modules_import_one_another_in_a_circle(graph: grimp.ImportGraph):
    """Not for their types alone either: such imports are in the graph too."""
    imported = {one: graph.find_modules_directly_imported_by(one) for one in graph.modules}
    assert "engine.storage.store" in imported["screens.pages.menu"]
    TopologicalSorter(imported).prepare()  # tells a circle, where there is one


@pytest.mark.parametrize("game", GAMES)
def test_a_game_and_its_screens_leave_the_other_games_alone(game: str, graph: grimp.ImportGraph):
    own = _house(graph, game)
    others = {module for other in GAMES if other != game for module in _house(graph, other)}
    imported = {
        (module, target)
        for module in own
        for target in graph.find_modules_directly_imported_by(module)
    }
    assert own
    assert not {(module, target) for module, target in imported if target in others}


def _house(graph: grimp.ImportGraph, game: str) -> set[str]:
    """The modules of a game, in the engine and among the screens."""
    rooms = (f"engine.games.{game}", f"screens.games.{game}")
    return {
        module
        for module in graph.modules
        if any(module == room or module.startswith(f"{room}.") for room in rooms)
    }
