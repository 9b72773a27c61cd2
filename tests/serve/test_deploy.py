"""What a host copies to a computer of the host's own: here nobody runs it, but tools read it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "guildhall.service"
DOCKERFILE = ROOT / "Dockerfile"

MOST_EXPOSED = 1.5
"""How much of the computer the unit may lay open to the house, of 10."""


def read_by(tool: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    found = shutil.which(tool) or shutil.which(tool, path=str(Path(sys.executable).parent))
    if found is None:
        pytest.skip(f"no {tool} here")
    command = [found, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_the_unit_of_systemd_is_right():
    run = read_by("systemd-analyze", "verify", UNIT)
    wrong = [line for line in run.stderr.splitlines() if UNIT.name in line]
    assert not [line for line in wrong if "is not executable" not in line]


def test_the_unit_of_systemd_has_few_rights():
    run = read_by("systemd-analyze", "security", "--offline=yes", "--no-pager", UNIT)
    if "unrecognized option" in run.stderr:
        pytest.skip("an old systemd")
    found = re.search(r"Overall exposure level for guildhall.service: ([\d.]+)", run.stdout)
    assert found, run.stderr
    assert float(found[1]) <= MOST_EXPOSED


def test_the_dockerfile_is_right():
    run = read_by("hadolint", "--no-color", DOCKERFILE)
    assert (run.returncode, run.stdout) == (0, "")


def test_what_the_dockerfile_names_is_there():
    """It is of no use what the context of the build leaves out, or the project calls otherwise."""
    text = DOCKERFILE.read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f'"{project["name"]}[serve]"' in text
    assert "serve" in project["optional-dependencies"]
    left_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    needed = ["requirements/serve.txt", project["readme"], *project["license-files"]]
    for name in [*needed, "hatch_build.py", "messages.py", "share.py", "CHANGELOG.md"]:
        assert (ROOT / name).is_file()
        assert name.partition("/")[0] not in left_out
