"""Starts a new game: `python -m tests.new_game lost_cities`.

The small game in `tests/pig` is copied to the folders of games, under the new name, and added to
the catalogue as a draft. It can be played at once. docs/adding-a-game.md explains how to go on. Its
title may follow the name, in English and in Russian: `python -m tests.new_game cant_stop "Can't
Stop" "Не остановиться"`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
TEMPLATE: Final = ROOT / "tests" / "pig"
CATALOGUE: Final = ROOT / "engine" / "games" / "__init__.py"

ENGINE: Final = (
    "__init__.py",
    "components.toml",
    "components.py",
    "state.py",
    "steps.py",
    "scoring.py",
    "describe.py",
    "game.py",
    "rules.md",
)
OF_THE_TESTS: Final = ("pig", "toy", "script", "high", "ludo")

NEXT: Final = """
{name} is a draft in the catalogue, engine/games/__init__.py. It plays at once:

    .venv/bin/python -m tui play {name}
    .venv/bin/python -m tui --drafts
    .venv/bin/python -m tui simulate {name} --games 5
    .venv/bin/python -m pytest tests -k {name}

What to do now: docs/adding-a-game.md"""


def why_not(name: str, *titles: str) -> str | None:
    """Return the reason why no game can have this name and these titles; None if one can."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or iskeyword(name):
        return (
            f"{name!r} cannot name a game: it must be a Python identifier of small letters, "
            "digits and underscores, such as lost_cities."
        )
    if '"' in "".join(titles) or "\\" in "".join(titles):
        return "A title has no straight quotation marks and no backslash."
    if name in OF_THE_TESTS:
        return f"The tests speak of another game called {name}: take another name."
    folders = [target.parent for _, target in copies(name)]
    if there := next((folder for folder in folders if folder.exists()), None):
        return f"{there.relative_to(ROOT)} is there already: take another name."
    return None


def copies(name: str) -> Iterator[tuple[Path, Path]]:
    """Yield each file of the small game with the path of its copy."""
    for file in ENGINE:
        yield TEMPLATE / file, ROOT / "engine" / "games" / name / file
    yield TEMPLATE / "painter.py", ROOT / "screens" / "games" / name / "painter.py"
    yield TEMPLATE / "test_rules.py", ROOT / "tests" / "engine" / "games" / name / "test_rules.py"
    yield TEMPLATE / "test_table.py", ROOT / "tests" / "screens" / "games" / name / "test_table.py"


def renamed(text: str, name: str, title: str = "", russian: str = "") -> str:
    """Return a text of the small game, renamed for the new one: `lost_cities` has the state
    `LostCitiesTable`, the rules LC-1.1 and so on, `hanabi` HANA-1.1, and without a title it is
    "Lost Cities" in both languages."""
    usual = name.replace("_", " ").title()
    title = title or usual
    initials = re.sub("[^A-Z]", "", usual)
    prefix = initials if len(initials) > 1 else re.sub("[^A-Z]", "", name.upper())[:4]
    for old, new in (
        (r"\btests\.pig\.painter\b", f"screens.games.{name}.painter"),
        (r"\btests\.pig\b", f"engine.games.{name}"),
        (r"\bpig\b", name),
        (r"\bPig(?=[A-Z])", usual.replace(" ", "")),
        (r'"Pig", "Pig"', f'"{title}", "{russian or title}"'),
        (r"\bPig\b", title),
        (r"\bPIG\b", prefix),
    ):
        text = re.sub(old, new, text)
    return text


def write(name: str, *titles: str) -> list[Path]:
    """Write the files of a new game and add it to the catalogue; return the files."""
    written = []
    for source, target in copies(name):
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(renamed(source.read_text("utf-8"), name, *titles), "utf-8")
        written.append(target)
    for package, doc in (
        ("screens", '"""Painter of the table."""\n'),
        ("tests/engine", ""),
        ("tests/screens", ""),
    ):
        target = ROOT / package / "games" / name / "__init__.py"
        target.write_text(doc, "utf-8")
        written.append(target)
    listed = CATALOGUE.read_text("utf-8").replace("\n)\n", f'\n    "{name}",\n)\n', 1)
    CATALOGUE.write_text(listed, "utf-8")
    tidy(written)
    return written


def tidy(files: list[Path]) -> None:
    """Sort imports and break lines again: a longer name changes both."""
    ruff = [sys.executable, "-m", "ruff"]
    code = [file for file in files if file.suffix == ".py"]
    for command in (["check", "--quiet", "--select", "I", "--fix"], ["format", "--quiet"]):
        subprocess.run([*ruff, *command, *code], cwd=ROOT, check=True)


def main(arguments: list[str]) -> None:
    """Write the named game, or print the reason why not."""
    if not 1 <= len(arguments) <= 3:
        sys.exit(__doc__)
    name, *titles = arguments
    if reason := why_not(name, *titles):
        sys.exit(reason)
    for path in write(name, *titles):
        print(path.relative_to(ROOT))
    print(NEXT.format(name=name))


if __name__ == "__main__":
    main(sys.argv[1:])
