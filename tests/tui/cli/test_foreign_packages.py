"""A foreign package that shadows one of ours is reported instead of a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from guildhall_games import HERE, PACKAGES
from messages import PACKAGES as WITH_MESSAGES

ROOT = Path(__file__).parents[3]

RUN = "import sys; from guildhall_games import main; sys.exit(main())"


def run(first: Path, *python: str, language: str = "en") -> subprocess.CompletedProcess[str]:
    """Run the command line with a folder at the start of Python's path."""
    path = os.pathsep.join(map(str, (first, ROOT)))
    return subprocess.run(
        [sys.executable, *python, "--version"],
        cwd=first,
        env=os.environ | {"PYTHONPATH": path, "LC_ALL": "C.UTF-8", "LANGUAGE": language},
        capture_output=True,
        text=True,
        check=False,
    )


def test_checked_packages_are_those_of_the_program():
    assert HERE == ROOT
    assert set(PACKAGES) == set(WITH_MESSAGES)
    assert set(PACKAGES) == {path.parent.name for path in ROOT.glob("*/__init__.py")} - {
        "tests",
        "tools",
    }


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("form", ["{}/__init__.py", "{}.py"])
def test_shadowed_package_is_reported(tmp_path: Path, package: str, form: str):
    foreign = tmp_path / form.format(package)
    foreign.parent.mkdir(exist_ok=True)
    foreign.write_text("raise SystemExit('imported')\n")
    result = run(tmp_path, "-c", RUN)
    assert result.returncode == 1
    assert result.stderr.startswith(f"guildhall: another program's package “{package}” (")
    assert str(foreign) in result.stderr
    assert result.stderr.count("\n") == 1


def test_module_start_reports_shadowed_package_in_russian(tmp_path: Path):
    (tmp_path / "styles.py").touch()
    result = run(tmp_path, "-m", "tui", language="ru")
    assert result.returncode == 1
    assert "«styles»" in result.stderr


def test_non_packages_and_later_path_entries_shadow_nothing(tmp_path: Path):
    (tmp_path / "engine").mkdir()
    result = run(tmp_path, "-c", RUN)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("guildhall ")
