"""The options of the web server on the command line, and the error when it cannot start."""

from __future__ import annotations

import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from tui.cli import main
from tui.server.server_control import WEBSOCKETS_REQUIREMENT

ROOT = Path(__file__).parents[3]


def test_web_option_without_websockets_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(
        "tui.server.server_control.find_spec",
        lambda name: None if name == "websockets" else find_spec(name),
    )
    assert main.run(["serve", "--web", "--home", str(tmp_path)]) == 1
    assert capsys.readouterr().err == (
        f'guildhall: For --web you need websockets: pip install "{WEBSOCKETS_REQUIREMENT}"\n'
    )


def test_websockets_requirement_matches_pyproject():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert WEBSOCKETS_REQUIREMENT in project["project"]["optional-dependencies"]["web"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--web-cert", "chain.pem"], "need --web."),
        (["--web-host", "10.0.0.1"], "need --web."),
        (["--web", "--web-key", "key.pem"], "--web-key needs --web-cert."),
        (["--web", "--web-url", "games.example.org"], "--web-url must be the address"),
        (["--web", "0", "--port", "0", "--web-cert", "absent.pem"], "Cannot read absent.pem"),
        (["--web", "70000"], "65535"),
    ],
)
def test_conflicting_options_are_refused_in_one_sentence(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    sentence: str,
):
    monkeypatch.setattr("os.umask", lambda mask: 0o022)
    assert main.run(["serve", *options, "--home", str(tmp_path)]) != 0
    assert sentence in capsys.readouterr().err
