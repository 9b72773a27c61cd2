"""The manual pages and shell completions, which a wheel installs.

    python share.py FOLDER        write all of them to a folder, for inspection

Every build generates them from the parser of the command line (`tui/cli/parser`).
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from typing import Final

import shtab
from argparse_manpage.manpage import Manpage

from engine.games import catalogue
from engine.i18n.language import LANGUAGES, Translator
from engine.i18n.text import words
from tui.cli.parser import arguments
from tui.cli.parser.build_parser import build_parser

ROOT: Final = Path(__file__).parent

SHELLS: Final = {
    "bash": "share/bash-completion/completions/guildhall",
    "zsh": "share/zsh/site-functions/_guildhall",
    "fish": "share/fish/vendor_completions.d/guildhall.fish",
}
"""Paths of the completions below the prefix of an installation, by the names of the shells."""

COMPLETED: Final[Mapping[object, shtab.CompleteType]] = {
    arguments.file: shtab.FILE,
    arguments.source: shtab.FILE,
    arguments.folder: shtab.DIRECTORY,
}
"""Types of arguments that are completed as file or folder names."""

HEADINGS: Final = {
    "NAME": words("NAME"),
    "SYNOPSIS": words("SYNOPSIS"),
    "DESCRIPTION": words("DESCRIPTION"),
    "COMMENTS": words("EXAMPLES AND NOTES"),
    "COMMAND": words("COMMAND"),
}
"""Headings of a manual page, by the names that `argparse_manpage` gives them."""

BREADTH: Final = 10_000
"""Line length at which no text is wrapped, because `man` wraps it."""


def write(folder: Path) -> dict[str, str]:
    """Write all files to a folder. Return a dict from each file's path to its place below the
    prefix of an installation."""
    places = {}
    for place, text in {**completions(), **manual_pages()}.items():
        file = folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        places[str(file)] = place
    return places


def completions() -> dict[str, str]:
    """Return the text of each shell completion by the place of its file."""
    parser = build_parser(Translator("en"))
    games = [entry.id for entry in catalogue()]
    for command in (parser, *_commands(parser)):
        for action in command._actions:
            if action.dest == "game":
                action.choices = games
            elif kind := COMPLETED.get(action.type):
                vars(action)["complete"] = kind
    return {place: shtab.complete(parser, shell) for shell, place in SHELLS.items()}


def manual_pages() -> dict[str, str]:
    """Return the text of the manual page in each language by the place of its file."""
    return {
        f"share/man{'' if language == 'en' else f'/{language}'}/man1/guildhall.1": _page(language)
        for language in LANGUAGES
    }


def _page(language: str) -> str:
    translator = Translator(language)
    parser = build_parser(translator, common_once=True)
    for command in (parser, *_commands(parser)):
        command.formatter_class = partial(arguments.ShortUsage, width=BREADTH)
        command._positionals.title = "positional arguments"  # the page has no heading for these
    for command in _commands(parser):
        command.description = "\n\n".join(filter(None, (command.description, command.epilog)))
    version, day = _release()
    about = words("Six board games in a terminal")
    page = Manpage(
        parser,
        {
            "project_name": "guildhall",
            "version": version,
            "date": f"{day:%B %d, %Y}",
            "manual_title": "Guildhall",
            "description": translator.translate(about),
        },
    )
    titles = {name: translator.translate(title) for name, title in HEADINGS.items()}
    return re.sub(
        r"^\.SH ([A-Z]+)\b",
        lambda found: f".SH {titles.get(found[1], found[1])}",
        str(page),
        flags=re.M,
    )


def _commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.values()


def _release() -> tuple[str, date]:
    """Return the version and its release date, from the list of changes. Raises ValueError if the
    list does not have the version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = str(project["version"])
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    match = re.search(rf"^## {re.escape(version)} \((.+)\)$", changes, re.M)
    if match is None:
        raise ValueError(f"CHANGELOG.md does not say when {version} came out")
    return version, date.fromisoformat(match[1])


if __name__ == "__main__":
    write(Path(sys.argv[1]))
