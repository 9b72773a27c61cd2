"""Mutation testing: one fault at a time is put into the code, and the tests should notice each.

    python -m tests.mutants engine/core/command.py screens/table --number 200

makes mutmut try that many mutants of these places (folders or modules, by default the core and the
state of tables), drawn by a seed, and prints those that no test noticed. Each is tried with the
tests in the corresponding folder, and with those that import a module of its package and reach the
function. `--tests` names others. It works in `build/mutants`, and does not touch the source.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Final

ROOT: Final = Path(__file__).parents[1]
WORKSHOP: Final = ROOT / "build" / "mutants"
PLACES: Final = (
    *("engine/core", "engine/match", "engine/storage"),
    *("screens/table", "screens/input_modes"),
)
SOURCES: Final = ("engine", "screens", "styles", "tui")
APART: Final = re.compile(
    r"tests/(bench|laws|load|searches|golden)/|/games/|test_tidy|test_imports"
)
"""Tests of other things, or too slow ones: they are only run if named."""

NOTICED: Final = ("killed", "timeout")
"""Outcomes of mutants for which tests fail, or time out."""

CONFIG: Final = """
[tool.mutmut]
source_paths = {sources}
only_mutate = {mutated}
also_copy = {beside}
do_not_mutate_patterns = ["^ *(assert|raise AssertionError)\\\\b", "cast\\\\("]
pytest_add_cli_args = ["-p", "no:cacheprovider", "-p", "no:xdist"]
pytest_add_cli_args_test_selection = {tests}
timeout_multiplier = 4.0
timeout_constant = 5.0
use_git_change_detection = false
"""


def main() -> None:
    """Run `make mutants`."""
    parser = argparse.ArgumentParser(prog="make mutants", description="Try mutants of the code.")
    parser.add_argument("places", nargs="*", default=PLACES, help="folders or modules")
    parser.add_argument("--number", type=int, default=200, help="how many mutants to try")
    parser.add_argument("--seed", default="0", help="which of them")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="how many at once")
    parser.add_argument("--tests", nargs="*", help="which tests to try them on")
    wanted = parser.parse_args()
    modules = sorted(one for place in wanted.places for one in _modules(Path(place)))
    tests = wanted.tests or sorted({test for one in modules for test in tests_of(one)})
    _furnish(modules, tests)
    os.chdir(WORKSHOP)
    names = drawn(modules, wanted.number, wanted.seed)
    print(
        f"{len(names)} mutants of {len(modules)} modules, {len(tests)} files of tests", flush=True
    )
    _try_out(names, wanted.workers)
    for line in report(modules, names):
        print(line)


def _modules(place: Path) -> Iterable[Path]:
    """Return the modules of a folder, or the named one, relative to the root."""
    found = (ROOT / place).rglob("*.py") if (ROOT / place).is_dir() else [ROOT / place]
    return (one.relative_to(ROOT) for one in found)


def tests_of(module: Path) -> Iterable[str]:
    """Yield the tests in the folder of a module, and those that import a module of its package."""
    room = ".".join(module.parts[:2])
    imports = re.compile(rf"^(?:from|import) {re.escape(room)}[. ]", re.M)
    here = str(Path("tests", *module.parts[:2]))
    for path in (ROOT / "tests").rglob("test_*.py"):
        name = str(path.relative_to(ROOT))
        if APART.search(name):
            continue
        if name.startswith(f"{here}/") or imports.search(path.read_text(encoding="utf-8")):
            yield name


def _furnish(modules: Sequence[Path], tests: Sequence[str]) -> None:
    """Create a folder that looks like the root, with its own configuration."""
    shutil.rmtree(WORKSHOP, ignore_errors=True)
    (WORKSHOP / "mutants").mkdir(parents=True)
    beside = [one.name for one in ROOT.iterdir() if one.name[0] != "." and one.name != "build"]
    beside.remove("pyproject.toml")
    for name in beside:
        (WORKSHOP / name).symlink_to(ROOT / name)
    config = CONFIG.format(
        sources=list(SOURCES),
        mutated=[str(one) for one in modules],
        beside=[one for one in beside if one not in SOURCES],
        tests=list(tests),
    )
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (WORKSHOP / "pyproject.toml").write_text(text + config, encoding="utf-8")


def drawn(modules: Iterable[Path], number: int, seed: str) -> list[str]:
    """Draw mutants of the modules, by the names that mutmut gives them."""
    from mutmut.mutation.file_mutation import mutate_file_contents
    from mutmut.utils.format_utils import get_mutant_name

    names = [
        get_mutant_name(one, name)
        for one in modules
        for name in mutate_file_contents(str(one), one.read_text(encoding="utf-8")).mutant_names
    ]
    return sorted(Random(seed).sample(names, min(number, len(names))))


def _try_out(names: Sequence[str], workers: int) -> None:
    """Run mutmut on the mutants, with its output in `log.txt`."""
    mutmut = Path(sys.executable).with_name("mutmut")
    command = [str(mutmut), "run", "--max-children", str(workers), *names]
    environment = {**os.environ, "PYTHONPATH": str(WORKSHOP / "mutants")}
    with Path("log.txt").open("w", encoding="utf-8") as log:
        done = subprocess.run(command, env=environment, stdout=log, stderr=log, check=False)
    if done.returncode:
        lines = re.split(r"[\r\n]+", Path("log.txt").read_text(encoding="utf-8"))
        print(*(line[:200] for line in lines if not re.match("[⠀-⣿]", line)), sep="\n")
        sys.exit("mutmut could not try them")


def report(modules: Iterable[Path], names: Iterable[str]) -> Iterable[str]:
    """Yield each unnoticed mutant as a diff; the functions that no test reaches; and finally the
    numbers of outcomes."""
    from mutmut.mutation.data import SourceFileMutationData
    from mutmut.mutation.diff_apply import get_diff_for_mutant
    from mutmut.stats import status_by_exit_code
    from mutmut.utils.format_utils import mangled_name_from_mutant_name

    wanted, counted, untested = set(names), Counter[str](), Counter[str]()
    for module in modules:
        data = SourceFileMutationData(path=module)
        data.load()
        for name, code in data.exit_code_by_key.items():
            if name not in wanted:
                continue
            status = status_by_exit_code[code]
            counted[status] += 1
            if status == "no tests":
                untested[mangled_name_from_mutant_name(name)] += 1
            elif status not in NOTICED:
                yield f"\n{status}: {name}"
                diff = get_diff_for_mutant(name, path=module).splitlines()
                yield from (f"    {line}" for line in diff if re.match(r"[-+](?![-+]{2})", line))
    yield from (f"\nno test: {number} of {function}" for function, number in untested.items())
    yield "\n" + ", ".join(f"{number} {status}" for status, number in counted.most_common())


if __name__ == "__main__":
    main()
