"""The mypy plugin reports counted characters where cells are laid out, whatever names are used."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from mypy import api

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = """
from collections.abc import Sequence

def room(name: str, lines: Sequence[str], rows: Sequence[int], either: str | None) -> list[int]:
    return [
        len(rows),
        len(lines),
        len(name),  # reported
        len(f"{rows} {name}"),  # reported
        len(either or ""),  # reported
        max(map(len, lines)),  # reported
        len(max(lines, key=len)),  # reported
        sum(map(len, [lines, lines])),
        len(name),  # type: ignore[text-width]
    ]

def padded(name: str) -> str:
    return name.ljust(8)  # reported
"""


@pytest.fixture
def recursion_limit() -> Iterator[None]:
    """Restore the recursion limit, which mypy raises."""
    limit = sys.getrecursionlimit()
    yield
    sys.setrecursionlimit(limit)


@pytest.mark.usefixtures("recursion_limit")
@pytest.mark.parametrize("package", ["paint", "lobby", "terminal"])
def test_texts_are_found_by_type_in_packages_that_lay_out_cells(
    tmp_path: Path, package: str
) -> None:
    path = tmp_path / "screens" / package / "sample.py"
    path.parent.mkdir(parents=True)
    path.write_text(SOURCE, "utf-8")
    settings = tmp_path / "mypy.ini"
    settings.write_text(f"[mypy]\nplugins = {ROOT / 'tools' / 'text_width_plugin.py'}\n", "utf-8")
    cache = f"--cache-dir={tmp_path / 'cache'}"
    output, errors, _ = api.run(["--config-file", str(settings), cache, str(path)])
    assert not errors
    found = {int(line.split(":")[1]) for line in output.splitlines() if "[text-width]" in line}
    lines = enumerate(SOURCE.splitlines(), 1)
    reported = {number for number, line in lines if line.endswith("# reported")}
    assert found == (set() if package == "terminal" else reported)
