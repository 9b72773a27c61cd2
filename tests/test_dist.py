"""Distribution: a wheel with everything that playing needs and nothing else, and its source."""

from __future__ import annotations

import email
import hashlib
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from guildhall_games import PACKAGES
from share import HEADINGS, SHELLS
from tests.wire import Terminal

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = f"guildhall_games-{PROJECT['version']}"
DATA = f"{NAME}.data/data/"
LEFT_OUT = {".po", ".pyc"}
"""Suffixes of files in the packages that are only for development."""

BUILD = ["-m", "hatchling", "build", "--target"]


def build(target: str, source: Path, into: Path) -> Path:
    """Build a wheel or an sdist from a source folder."""
    subprocess.run(
        [sys.executable, *BUILD, target, "--directory", str(into)],
        cwd=source,
        env={**os.environ, "PYTHONHASHSEED": "random"},
        capture_output=True,
        check=True,
    )
    (built,) = into.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return built


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a wheel: GUILDHALL_DIST, or a new one."""
    named = os.environ.get("GUILDHALL_DIST")
    if named:
        return (ROOT / named).absolute()
    folder = tmp_path_factory.mktemp("dist")
    build("wheel", ROOT, folder)
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    return dist / f"{NAME}-py3-none-any.whl"


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_wheel_contains_exactly_the_packages(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if f"{NAME}.dist-info/" not in name}
    packages = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix not in LEFT_OUT
    }
    assert {name for name in packages if name.endswith((".mo", ".toml", "guide.md"))}
    shared = {
        *SHELLS.values(),
        "share/man/man1/guildhall.1",
        "share/man/ru/man1/guildhall.1",
        "share/guildhall/guildhall-keys",
        "share/guildhall/guildhall-notify",
        "share/guildhall/guildhall.service",
    }
    assert held == packages | {"guildhall_games.py"} | {DATA + name for name in shared}


def test_wheel_does_not_require_build_or_test_tools(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        about = email.message_from_bytes(archive.read(f"{NAME}.dist-info/METADATA"))
    needed = {
        re.split(r"[<>=]", one)[0]
        for one in about.get_all("Requires-Dist", [])
        if "extra ==" not in one
    }
    assert needed == {
        "attrs",
        "confusable-homoglyphs",
        "openskill",
        "platformdirs",
        "rich",
        "textual",
    }
    assert about["Name"] == "guildhall-games"
    assert about.get_all("License-File") == PROJECT["license-files"]


def test_manual_page_in_wheel_has_this_version(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        page = archive.read(f"{DATA}share/man/man1/guildhall.1").decode()
    assert f"guildhall {PROJECT['version']}" in page.partition("\n")[0]
    assert all(f".SH {one.one!s}" in page for one in HEADINGS.values())


@pytest.mark.parametrize("book", ["README.md", "docs/installing.md"])
def test_docs_name_the_wheel_of_this_version(wheel: Path, book: str):
    named = re.findall(r"guildhall_games-\S+?\.whl", (ROOT / book).read_text(encoding="utf-8"))
    assert set(named) == {wheel.name}


@pytest.mark.long
def test_build_is_reproducible(wheel: Path, tmp_path: Path):
    sdist = build("sdist", ROOT, tmp_path)
    with tarfile.open(sdist) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.4
        archive.extractall(tmp_path / "source")
    folder = tmp_path / "source" / NAME
    assert digest(build("wheel", folder, tmp_path / "again")) == digest(wheel)
    if os.environ.get("GUILDHALL_DIST"):
        assert digest(wheel.with_name(f"{NAME}.tar.gz")) == digest(sdist)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a new environment with the wheel and its dependencies."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "--quiet", "--no-input"]
    subprocess.run([*pip, "install", str(wheel)], cwd=folder, check=True)
    return folder


def output_of(installed: Path, *arguments: str) -> str:
    """Run the installed command in a folder without any source; return its output."""
    run = subprocess.run(
        [str(installed / "bin" / "guildhall"), *arguments],
        cwd=installed,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "GUILDHALL_HOME": "kept"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


@pytest.mark.long
def test_installed_wheel_plays(installed: Path):
    assert output_of(installed, "--version") == f"guildhall {PROJECT['version']}\n"
    assert "3 games" in output_of(installed, "simulate", "troyes", "--games", "3", "--seed", "1")
    assert "5 партий" in output_of(installed, "--lang", "ru", "simulate", "era", "--games", "5")
    for game in ("catan", "deus", "era", "knights", "middle_ages", "troyes"):
        assert len(output_of(installed, "rules", game)) > 1000
    assert (installed / "share" / "man" / "man1" / "guildhall.1").is_file()
    assert os.access(installed / "share" / "guildhall" / "guildhall-keys", os.X_OK)
    there = {path.name.partition("-")[0] for path in installed.rglob("*.dist-info")}
    assert not there & {"argparse_manpage", "asyncssh", "hatchling", "polib", "pytest", "shtab"}


@pytest.mark.long
def test_installed_wheel_plays_a_whole_game_on_screen(installed: Path):
    seats = "Anna=bot:random,Boris=bot:random"
    command = [str(installed / "bin" / "guildhall"), "play", "middle_ages", "--seats", seats]
    kept = {"GUILDHALL_HOME": str(installed / "kept"), "LC_ALL": "C.UTF-8"}
    with Terminal(command, environment=kept) as terminal:
        terminal.read_until(b"The game is over", patience=120)
    assert "Anna, Boris" in output_of(installed, "list")
