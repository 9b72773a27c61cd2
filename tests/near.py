"""Run the tests that cover a file, instead of all of them.

    python -m tests.near screens/games/deus/painter.py engine/games/deus
    python -m tests.near engine/core/parts.py --wide -- -x -n 2

A test covers a module if it imports it, directly or through other modules of `tests`, or if it is
in the folder that mirrors the module's: painters and games are imported by computed names. `--wide`
adds the tests of the modules that import it. `--list` prints the tests and runs none. What follows
`--` is passed to pytest.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("engine", "screens", "styles", "tools", "tui", "tests")


def covering_tests(file: Path, graph: grimp.ImportGraph, *, wide: bool = False) -> set[Path]:
    """Return the test files that cover a file or folder of the repository, relative to its root."""
    modules = _modules_of(file, graph)
    if wide:
        modules |= {importer for one in modules for importer in _importers(one, graph)}
    covering = set(_mirrored(file))
    seen, queue = set(modules), list(modules)
    while queue:
        for importer in _importers(queue.pop(), graph):
            if importer.startswith("tests.") and importer not in seen:
                seen.add(importer)
                queue.append(importer)
    covering |= {Path(*one.split(".")).with_suffix(".py") for one in seen if _is_test(one)}
    return covering


def import_graph() -> grimp.ImportGraph:
    """Return the imports of the program and its tests, including those for types only."""
    return grimp.build_graph(*PACKAGES, cache_dir=None)


def _modules_of(file: Path, graph: grimp.ImportGraph) -> set[str]:
    """Return the module of a file, or the modules of a folder; none for other files."""
    name = ".".join(file.with_suffix("").parts).removesuffix(".__init__")
    if (ROOT / file).is_dir():
        return {one for one in graph.modules if f"{one}.".startswith(f"{name}.")}
    return {name} & graph.modules


def _importers(module: str, graph: grimp.ImportGraph) -> Iterable[str]:
    return graph.find_modules_that_directly_import(module)


def _is_test(module: str) -> bool:
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")


def _mirrored(file: Path) -> Iterable[Path]:
    """Yield the tests in the mirrored folder: all of a game's, otherwise those with the name of the
    file."""
    folder = ROOT / "tests" / (file if (ROOT / file).is_dir() else file.parent)
    is_game = "games" in file.parts[:-1]
    pattern = "test_*.py" if is_game or (ROOT / file).is_dir() else f"test_{file.stem}*.py"
    for path in folder.glob(pattern):
        yield path.relative_to(ROOT)


def main(arguments: list[str]) -> int:
    """Run the tests near the files on the command line; return pytest's exit code."""
    own, options = arguments, []
    if "--" in arguments:
        at = arguments.index("--")
        own, options = arguments[:at], arguments[at + 1 :]
    parser = argparse.ArgumentParser(prog="python -m tests.near", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--wide", action="store_true")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args(own)
    graph, found = import_graph(), set()
    for file in args.files:
        path = file.resolve()
        if not path.exists() or not path.is_relative_to(ROOT):
            parser.error(f"{file} is not a file of the repository")
        found |= covering_tests(path.relative_to(ROOT), graph, wide=args.wide)
    tests = sorted(map(str, found))
    print("\n".join(tests) or "No test imports it: try --wide.")
    if args.list or not tests:
        return 0
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *options, *tests], cwd=ROOT
    ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
