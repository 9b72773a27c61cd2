"""The manual page and shell completions agree with the command line."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import share
from engine.games import catalogue
from engine.i18n.language import Translator
from tui.cli.parser.build_parser import build_parser

BASH = """
source "$1"
COMP_WORDS=("${@:2}")
COMP_CWORD=$(($# - 2))
complete -p guildhall | grep -q -- "-F _shtab_guildhall " || exit 3
_shtab_guildhall
printf '%s\\n' "${COMPREPLY[@]}"
"""
"""Asks bash to complete the last of some words."""

PAGES = ("share/man/man1/guildhall.1", "share/man/ru/man1/guildhall.1")


def commands() -> dict[str, argparse.ArgumentParser]:
    actions = build_parser(Translator("en"))._actions
    (found,) = (one for one in actions if isinstance(one, argparse._SubParsersAction))
    return dict(found.choices)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with all generated files."""
    folder = tmp_path_factory.mktemp("made")
    places = share.write(folder)
    assert set(places.values()) == {*share.SHELLS.values(), *PAGES}
    return folder


def output_of(*command: str | Path) -> str:
    """Run a program that must report no problems; return its output. Skips if it is not
    installed."""
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"no {command[0]} here")
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


def completed(made: Path, *words: str) -> list[str]:
    return output_of("bash", "--norc", "-c", BASH, "-", made / share.SHELLS["bash"], *words).split()


@pytest.mark.parametrize("place", [*share.SHELLS.values(), *PAGES])
def test_completions_name_every_command_and_option(made: Path, place: str):
    text = (made / place).read_text(encoding="utf-8").replace("\\", "")
    for name, parser in commands().items():
        assert re.search(rf"\b{name}\b", text)
        for action in parser._actions:
            for option in action.option_strings:
                assert option.lstrip("-") in text


def test_bash_completes_commands_games_choices_and_files(made: Path, monkeypatch):
    monkeypatch.chdir(made)
    assert set(completed(made, "guildhall", "")) >= commands().keys()
    assert completed(made, "guildhall", "reco") == ["recover"]
    games = [entry.id for entry in catalogue()]
    assert completed(made, "guildhall", "play", "") == games
    assert completed(made, "guildhall", "play", "era", "--theme", "h") == ["high_contrast"]
    assert completed(made, "guildhall", "users", "de") == ["demote", "delete"]
    assert completed(made, "guildhall", "import", "sh") == ["share"]
    assert completed(made, "guildhall", "--home", "sh") == ["share"]


def test_zsh_loads_its_completion(made: Path):
    folder = (made / share.SHELLS["zsh"]).parent
    script = "fpath=($1 $fpath); autoload -Uz compinit; compinit -D -u; print $_comps[guildhall]"
    assert output_of("zsh", "-f", "-c", script, "-", folder).strip() == "_guildhall"
    output_of("zsh", "-n", made / share.SHELLS["zsh"])


def test_fish_completes_commands_and_games(made: Path):
    ask = f"source {made / share.SHELLS['fish']}; complete -C "
    assert output_of("fish", "-N", "-c", ask + "'guildhall reco'").startswith("recover\t")
    assert output_of("fish", "-N", "-c", ask + "'guildhall play mid'").startswith("middle_ages\t")


@pytest.mark.parametrize("place", PAGES)
@pytest.mark.parametrize(
    "lint",
    [("groff", "-K", "utf8", "-T", "utf8", "-man", "-ww", "-z"), ("mandoc", "-Tlint", "-Wwarning")],
)
def test_manual_page_is_well_formed(made: Path, place: str, lint: tuple[str, ...]):
    assert not output_of(*lint, made / place)


def test_russian_manual_page_is_in_russian(made: Path):
    text = (made / PAGES[1]).read_text(encoding="utf-8")
    headings = re.findall(r"^\.SH\s+(\S+)", text, re.M)
    assert len(headings) > len(commands())
    assert not [one for one in headings if one.isascii()]


def test_generated_files_are_reproducible(made: Path):
    for place, text in {**share.completions(), **share.manual_pages()}.items():
        assert (made / place).read_text(encoding="utf-8") == text
