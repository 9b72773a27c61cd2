"""A failing fixture test names the command that regenerates the fixture."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.fixtures import FROZEN, advice

ROOT = Path(__file__).parents[1]

pytest_plugins = ["pytester"]


@pytest.mark.made_by("python -m tests.screens.table.recording {game}")
@pytest.mark.parametrize("game", ["era"])
def test_advice_names_the_command_of_the_game(request: pytest.FixtureRequest, game: str):
    assert advice(request.node) == f"python -m tests.screens.table.recording {game}"


def test_other_tests_get_no_advice(request: pytest.FixtureRequest):
    assert advice(request.node) is None


def test_a_failure_shows_the_command(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makeconftest(
        """
        import pytest
        from tests.fixtures import add_advice

        def pytest_configure(config):
            config.addinivalue_line("markers", "made_by(command): ...")

        @pytest.hookimpl(wrapper=True)
        def pytest_runtest_makereport(item):
            report = yield
            add_advice(item, report)
            return report
        """
    )
    frozen = pytester.mkdir("tests") / "frozen"
    frozen.mkdir()
    test = "def test_same(): assert 1 == 2\n"
    (frozen / "test_records.py").write_text(test, encoding="utf-8")
    pytester.makepyfile(f"import pytest\n@pytest.mark.made_by('make again')\n{test}")
    output = pytester.runpytest_subprocess("-p", "no:cacheprovider").stdout.str()
    assert "make again" in output
    assert FROZEN in output


def test_every_command_exists():
    named = {
        command
        for path in (ROOT / "tests").rglob("test_*.py")
        for command in re.findall(r'mark\.made_by\("([^"]+)"\)', path.read_text(encoding="utf-8"))
    }
    assert len(named) > 2
    for command in named:
        python, option, module, *_ = command.split()
        assert (python, option) == ("python", "-m")
        assert find_spec(module) is not None, command
