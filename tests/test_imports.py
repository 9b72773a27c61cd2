"""Import rules beyond the contracts in pyproject.toml."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

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

LOADED_BY_THE_MENU = """
import sys
import screens.environment, screens.local_app, screens.pages.menu, tui.launch
import tui.cli.main, tui.cli.screen_commands
print(*sorted(sys.modules))
"""

PACKAGES: Final = ("engine", "screens", "styles", "tui")

IMPORTERS: Final = ("import_module", "__import__")

NAMED: Final = re.compile(rf"({'|'.join(PACKAGES)})(\.\w+)+(:\w+)?")
"""A string that names a module, or something in one."""

LOADED: Final = {
    "engine.games": r"engine\.games\.[a-z_.]+(?<!\.components)",
    "engine.workers.worker": r"tests\..+",
    "screens.table_view.painter_registry": r"screens\.games\..+\.painter",
    "tui.cli.main": r"tui\.(cli\.(\w+_)?commands?|server\.server_control)",
    "tui.server.fork_server": r"(engine|screens|styles)(\..+)?",
}
"""Modules that import others by computed names, with a pattern of all possible names."""


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES, cache_dir=None)


def test_engine_runs_without_terminal_libraries():
    loaded = loaded_by(LOADED_BY_THE_ENGINE)
    assert "engine.match.match" in loaded
    assert not {"textual", "rich", "screens", "styles", "tui"} & set(loaded)


def test_menu_is_painted_before_rules_bots_and_search_are_loaded():
    loaded = loaded_by(LOADED_BY_THE_MENU)
    assert "screens.pages.menu" in loaded
    late = ("engine.match", "engine.bots", "engine.search", "engine.core.state", "screens.table")
    assert not [name for name in loaded if name.startswith(late)]


def loaded_by(code: str) -> list[str]:
    """Return the modules that another Python has loaded after some code."""
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


def test_no_circular_imports(graph: grimp.ImportGraph):
    """Neither for types only, nor inside a function, nor by a name in a string."""
    imported = {one: graph.find_modules_directly_imported_by(one) for one in graph.modules}
    assert "engine.storage.records" in imported["screens.pages.menu"]
    for module, others in imported.items():
        others |= loaded_by_name(module, _source(module), graph.modules) - {module}
    assert "engine.games.troyes.game" in imported["engine.games"]
    assert "screens.games.troyes.painter" in imported["screens.table_view.painter_registry"]
    assert not _circle(imported)


def test_modules_with_computed_imports_are_listed(graph: grimp.ImportGraph):
    computing = {one for one in graph.modules if any(_computed(ast.parse(_source(one))))}
    assert computing == LOADED.keys()


@pytest.mark.parametrize(
    "loads",
    [
        'import_module("tui.b")',
        'getattr(import_module("tui.b"), "run")',
        'COMMANDS = {"run": "tui.b:run"}',
        'RUN = "tui.b.run"',
        'IN = f"{__package__}.b"',
    ],
)
def test_module_name_in_a_string_counts_as_import(loads: str):
    assert loaded_by_name("tui.a", f"def later():\n    {loads}", {"tui.a", "tui.b"}) == {"tui.b"}
    assert _circle({"tui.a": {"tui.b"}, "tui.b": {"tui.c"}, "tui.c": {"tui.a"}})


def loaded_by_name(module: str, source: str, modules: set[str]) -> set[str]:
    """Return the modules named by strings of a module, and those that computed names may mean."""
    tree = ast.parse(source)
    modules_named = {
        name.partition(":")[0] for name in _strings(module, tree) if NAMED.fullmatch(name)
    }
    outer = {name.rpartition(".")[0] for name in modules_named}
    if any(_computed(tree)):
        modules_named |= {one for one in modules if re.fullmatch(LOADED[module], one)}
    return (modules_named | outer) & modules - {module}


def _strings(module: str, tree: ast.AST) -> Iterator[str]:
    """Yield all strings of a module, including those with its own name in them."""
    package = module if _is_package(module) else module.rpartition(".")[0]
    own = {"__name__": module, "__package__": package}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else own.get(_name(part), "?")
                for part in node.values
            )


def _computed(tree: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls that import a module not named by a string in the call."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else _name(node.func)
            name = node.args[0] if node.args else None
            literal = isinstance(name, ast.Constant) and NAMED.fullmatch(str(name.value))
            if called in IMPORTERS and not literal:
                yield node


def _name(node: ast.AST) -> str:
    inner = node.value if isinstance(node, ast.FormattedValue) else node
    return inner.id if isinstance(inner, ast.Name) else ""


def _circle(imported: dict[str, set[str]]) -> list[str]:
    """Return modules that import one another, if there are any."""
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def _is_package(module: str) -> bool:
    return ROOT.joinpath(*module.split("."), "__init__.py").exists()


def _source(module: str) -> str:
    path = ROOT.joinpath(*module.split("."))
    file = path / "__init__.py" if _is_package(module) else path.with_suffix(".py")
    return file.read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_games_do_not_import_each_other(game: str, graph: grimp.ImportGraph):
    own = _package(graph, game)
    others = {module for other in GAMES if other != game for module in _package(graph, other)}
    imported = {
        (module, target)
        for module in own
        for target in graph.find_modules_directly_imported_by(module)
    }
    assert own
    assert not {(module, target) for module, target in imported if target in others}


def _package(graph: grimp.ImportGraph, game: str) -> set[str]:
    """Return the modules of a game, in the engine and among the screens."""
    rooms = (f"engine.games.{game}", f"screens.games.{game}")
    return {
        module
        for module in graph.modules
        if any(module == room or module.startswith(f"{room}.") for room in rooms)
    }
