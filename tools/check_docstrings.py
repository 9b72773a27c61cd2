"""Check that no docstring begins with a headless clause.

    python -m tools.check_docstrings

lists the docstrings of modules, classes and functions that begin with a headless clause ("What
...", "Who ..."), and fails if there are any.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]

FOLDERS: Final = ("docs", "engine", "screens", "styles", "tests", "tools", "tui")

WORDS: Final = "(What|How|Who|Whose|That|Of|As|Where)"

HEADLESS: Final = re.compile(rf"{WORDS}\b")

QUOTED: Final = re.compile(rf"[\"']\\?\s*{WORDS}\b")
"""Pattern of a string that begins with one of `WORDS`. Only modules with such strings are parsed,
because parsing takes longer than searching."""


def headless(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and the first line of each docstring in `source` that begins with a
    headless clause."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text is not None and HEADLESS.match(text):
                yield node.body[0].lineno, text.partition("\n")[0]


def complaints(texts: Mapping[str, str]) -> Iterator[str]:
    """Yield a complaint for each docstring that begins with a headless clause. `texts` maps paths
    to sources."""
    for path, source in texts.items():
        for line, text in headless(source) if QUOTED.search(source) else ():
            yield f"{path}:{line}: begin with a verb or the thing itself: {text}"


def sources() -> dict[str, str]:
    """Return the sources of the repository by their paths."""
    paths = [
        *ROOT.glob("*.py"),
        *(path for name in FOLDERS for path in (ROOT / name).rglob("*.py")),
    ]
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(paths)
    }


def main() -> None:
    """Print the complaints about the repository, and exit with 1 if there are any."""
    found = list(complaints(sources()))
    print(*found or ["Docstrings begin well."], sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
