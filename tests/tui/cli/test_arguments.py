"""Invalid arguments are refused by the parser in the same words for every command."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.i18n.language import LANGUAGES, Translator
from engine.i18n.text import words
from screens.exit_codes import WRONG_USAGE
from tests.tui.cli.commanding import Guildhall
from tui.cli.main import run
from tui.cli.parser.arguments import MAX_LENGTH, count, file, folder, port, positive, source, text
from tui.cli.parser.build_parser import build_parser

NO_TEXT = os.fsdecode(b"k7\xff")
LONG = "x" * 5000


def commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield every command with its parser."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def takes(name: str, parser: argparse.ArgumentParser) -> Iterator[list[str]]:
    """Yield command lines of a command, with `{}` in place of one text argument and valid values
    for the others."""
    actions = [one for one in parser._actions if one.choices is None and one.nargs != 0]
    places = [one for one in actions if not one.option_strings]
    usual = {one.dest: "K7M2" for one in places}
    fixed = [str(next(iter(one.choices or ()))) for one in parser._actions if _is_chosen(one)]
    for place in places:
        line = ["{}" if one is place else usual[one.dest] for one in places]
        yield [name, *fixed, *line]
    for option in actions:
        if option.option_strings and option.type is None:
            yield [name, *fixed, *usual.values(), option.option_strings[-1], "{}"]


def _is_chosen(action: argparse.Action) -> bool:
    return action.choices is not None and not action.option_strings


def _is_a_place(action: argparse.Action) -> bool:
    return action.choices is None and action.nargs != 0 and not action.option_strings


LINES = [line for one in commands(build_parser(Translator("en"))) for line in takes(*one)]


@pytest.mark.parametrize("line", LINES, ids=" ".join)
@pytest.mark.parametrize("odd", ["", "a\0b"])
def test_empty_or_binary_arguments_are_refused(
    guildhall: Guildhall, line: list[str], odd: str
) -> None:
    result = guildhall(*(odd if word == "{}" else word for word in line))
    assert result.code == WRONG_USAGE, result.err
    assert "must not be empty" in result.err or "contains invalid characters" in result.err


@pytest.mark.parametrize("line", LINES, ids=" ".join)
@pytest.mark.parametrize("odd", [NO_TEXT, LONG], ids=["bytes", "long"])
def test_only_file_arguments_accept_binary_or_very_long_text(
    guildhall: Guildhall, line: list[str], odd: str
) -> None:
    result = guildhall(*(odd if word == "{}" else word for word in line))
    assert result.code
    assert "mistake" not in result.err
    assert all(one.isprintable() or one == "\n" for one in result.err)
    takes_a_file = line[0] in ("import", "export", "backup", "simulate", "recover", "migrate")
    assert result.code == WRONG_USAGE or takes_a_file or "--home" in line


NUMBERS = [
    ([name, *fixed, *places], option.option_strings[-1], option.type)
    for name, parser in commands(build_parser(Translator("en")))
    for option in parser._actions
    if option.option_strings and option.type in (count, positive, port)
    for places in [["K7M2" for one in parser._actions if _is_a_place(one)]]
    for fixed in [
        [str(next(iter(one.choices or ()))) for one in parser._actions if _is_chosen(one)]
    ]
]
"""Every option that takes a number, after a command line that it can follow."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("odd", ["-1", "99999999", "80.5", "ten", "½"])
@pytest.mark.parametrize(
    ("line", "option", "kind"), NUMBERS, ids=[f"{line[0]}{option}" for line, option, _ in NUMBERS]
)
def test_invalid_number_error_names_the_range(
    line: list[str],
    option: str,
    kind: Callable[[str], int],
    odd: str,
    language: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if odd.isdigit() and kind is not port:
        return
    with pytest.raises(SystemExit):
        build_parser(Translator(language)).parse_args([*line, f"{option}={odd}"])
    range_error = (
        words("must be a whole number from {least} to {most}, not {text}", **_args(kind, odd))
        if kind is port
        else words("must be a whole number of {least} or more, not {text}", **_args(kind, odd))
    )
    assert Translator(language).translate(range_error) in capsys.readouterr().err


def _args(kind: Callable[[str], int], odd: str) -> dict[str, Any]:
    return {"least": int(kind is positive), "most": 65535, "text": repr(odd)}


def test_every_number_option_is_covered() -> None:
    assert {kind for _, _, kind in NUMBERS} == {count, positive, port}
    assert {option for _, option, _ in NUMBERS} >= {"--port", "--at", "--games", "--max-sessions"}


@pytest.mark.parametrize("odd", ["", "x" * 101, "a\nb"])
def test_invalid_seed_error_says_what_a_seed_is(
    odd: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        build_parser(Translator("en")).parse_args(["play", "era", f"--seed={odd}"])
    assert "must be 1 to 100 characters" in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [".", "/", "//", "folder", "folder/"])
@pytest.mark.parametrize("command", ["import {}", "show {}", "export k7m2 {}", "backup --force {}"])
def test_folder_is_not_accepted_as_file(
    guildhall: Guildhall,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    name: str,
    language: str,
) -> None:
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    result = guildhall("--lang", language, *command.format(name).split())
    expected = words("{text} is a folder, not a file", text=repr(name))
    assert (result.code, Translator(language).translate(expected) in result.err) == (
        WRONG_USAGE,
        True,
    )


def test_file_name_may_contain_any_bytes(
    guildhall: Guildhall, game_file: Path, tmp_path: Path
) -> None:
    named = tmp_path / os.fsdecode(b"caf\xe9.jsonl")
    game_file.rename(named)
    for command in ("import", "show"):
        assert guildhall(command, named).code == 0


def test_valid_arguments_are_unchanged(tmp_path: Path) -> None:
    assert text("x" * MAX_LENGTH) == "x" * MAX_LENGTH
    assert text("漢") == "漢"
    assert file("-") == "-"
    assert file(os.fsdecode(b"caf\xe9")) == os.fsdecode(b"caf\xe9")
    assert folder(str(tmp_path)) == str(tmp_path)
    assert source("k7m2") == "k7m2"
    assert source("./k7m2") == "./k7m2"


@pytest.mark.parametrize("other", [["--board"], ["--ansi"], ["--log"], ["--svg", "a.svg"]])
@pytest.mark.parametrize("language", LANGUAGES)
def test_json_cannot_be_combined_with_other_output(
    guildhall: Guildhall, game_file: Path, other: list[str], language: str
) -> None:
    for line in (["--json", *other], [*other, "--json"]):
        result = guildhall("--lang", language, "show", game_file, *line)
        expected = words("{other} cannot be used with {one}", other=other[0], one="--json")
        assert (result.code, result.out) == (WRONG_USAGE, "")
        assert Translator(language).translate(expected) in result.err
    assert not Path("a.svg").exists()


@pytest.mark.parametrize(
    "line", ["rules {} MID-5.16", "components {}", "highscores {}", "stats {}"]
)
def test_hyphens_in_game_names_equal_underscores(guildhall: Guildhall, line: str) -> None:
    result, joined = (
        guildhall(*line.format(name).split()) for name in ("middle-ages", "middle_ages")
    )
    assert (result.code, result.out) == (joined.code, joined.out)
    assert "There is no game" not in result.err


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("server say --all We close", ("text", ["We", "close"])),
        ("server say We --machine a close", ("text", ["We", "close"])),
        ("users rename Anna --force Annabel", ("names", ["Anna", "Annabel"])),
        ("login SHA256:x --lang ru watch k7m2", ("words", ["watch", "k7m2"])),
    ],
)
def test_options_may_come_between_words(line: str, given: tuple[str, list[str]]) -> None:
    name, texts = given
    assert getattr(build_parser(Translator("en")).parse_args(line.split()), name) == texts


def test_words_after_an_option_are_checked_too(guildhall: Guildhall) -> None:
    before, behind = guildhall("users", "list", LONG), guildhall("users", "list", "--json", LONG)
    assert (behind.code, behind.err) == (before.code, before.err)
    assert guildhall("users", "delete", "--force", "--farce").code == WRONG_USAGE


@pytest.mark.parametrize(("command", "shown"), [("serve", False), ("users", False), ("play", True)])
def test_help_of_server_commands_has_no_options_of_the_screens(
    command: str, shown: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command, "--help"]) == 0
    printed = capsys.readouterr().out
    assert "--home" in printed
    assert ("--theme" in printed) == shown
