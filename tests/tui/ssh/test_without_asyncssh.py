"""Everything except a server works without the server's libraries."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from tui.cli import main
from tui.server.server_control import ASYNCSSH_REQUIREMENT

ROOT = Path(__file__).parents[3]

WITHOUT = """
import sys
sys.modules["asyncssh"] = None
from tui.cli.main import run
sys.exit(run(sys.argv[1:]))
"""


def test_serve_without_asyncssh_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(
        "tui.server.server_control.find_spec",
        lambda name: None if name == "asyncssh" else find_spec(name),
    )
    assert main.run(["serve", "--home", str(tmp_path)]) == 1
    captured = capsys.readouterr()
    assert captured.err == (
        f'guildhall: To run a server you need asyncssh: pip install "{ASYNCSSH_REQUIREMENT}"\n'
    )
    assert not list(tmp_path.iterdir())


def test_asyncssh_requirement_matches_pyproject():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert ASYNCSSH_REQUIREMENT in project["project"]["optional-dependencies"]["serve"]


def test_other_commands_work_without_asyncssh(tmp_path: Path):
    for command in ("list", "server status"):
        run = subprocess.run(
            [sys.executable, "-c", WITHOUT, *command.split(), "--home", str(tmp_path)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in run.stderr
        assert "asyncssh" not in run.stderr
    assert "“guildhall serve” starts one" in run.stderr


def test_serve_requires_linux(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("tui.server.server_control.sys.platform", "darwin")
    assert main.run(["serve", "--home", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "guildhall: A server can run only on Linux.\n"
