"""What a wheel brings along for the system: the manual page, and what shells complete.

    python share.py FOLDER        write it all into a folder, to look at

All of it is made from the parser of the command line (`tui/cli/parser`), by every build.
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
from engine.i18n.language import LANGUAGES, Tongue
from engine.i18n.text import Text, plural, words
from tui.cli.parser import arguments
from tui.cli.parser.build_parser import build_parser

ROOT: Final = Path(__file__).parent

SHELLS: Final = {
    "bash": "share/bash-completion/completions/guildhall",
    "zsh": "share/zsh/site-functions/_guildhall",
    "fish": "share/fish/vendor_completions.d/guildhall.fish",
}
"""Where shells look for what they complete."""

COMPLETED: Final[Mapping[object, shtab.CompleteType]] = {
    arguments.file: shtab.FILE,
    arguments.source: shtab.FILE,
    arguments.folder: shtab.DIRECTORY,
}
"""Which kinds of arguments are completed as names of files or folders."""

HEADINGS: Final = {
    "NAME": words("NAME"),
    "SYNOPSIS": words("SYNOPSIS"),
    "DESCRIPTION": words("DESCRIPTION"),
    "COMMENTS": words("EXAMPLES AND NOTES"),
    "COMMAND": words("COMMAND"),
}
"""What the parts of a manual page are called, by what their maker calls them."""

BREADTH: Final = 10_000
"""Letters in a line of what `man` and shells break themselves."""


def write(folder: Path) -> dict[str, str]:
    """Write all of it into a folder; for each file, where it belongs below an installation."""
    places = {}
    for place, text in {**completions(), **manual_pages()}.items():
        file = folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        places[str(file)] = place
    return places


def completions() -> dict[str, str]:
    """What shells complete, by the place of each file."""
    parser = build_parser(Tongue("en"))
    games = [entry.id for entry in catalogue()]
    for one in (parser, *_commands(parser)):
        for action in one._actions:
            if action.dest == "game":
                action.choices = games
            elif kind := COMPLETED.get(action.type):
                vars(action)["complete"] = kind
    return {place: shtab.complete(parser, shell) for shell, place in SHELLS.items()}


def manual_pages() -> dict[str, str]:
    """The manual page in each language, by its place."""
    return {
        f"share/man{'' if language == 'en' else f'/{language}'}/man1/guildhall.1": _page(language)
        for language in LANGUAGES
    }


def _page(language: str) -> str:
    tongue = Tongue(language)
    parser = build_parser(tongue, common_once=True)
    for one in (parser, *_commands(parser)):
        one.formatter_class = partial(arguments.ShortUsage, width=BREADTH)
        one._positionals.title = "positional arguments"  # a heading that the page does without
    for command in _commands(parser):
        command.description = "\n\n".join(filter(None, (command.description, command.epilog)))
    version, day = _release()
    games = len(catalogue())
    about: Text = plural("{n} board game in a terminal", "{n} board games in a terminal", games)
    page = Manpage(
        parser,
        {
            "project_name": "guildhall",
            "version": version,
            "date": f"{day:%B %d, %Y}",
            "manual_title": "Guildhall",
            "description": tongue.say(about),
        },
    )
    return re.sub(
        r"^\.SH ([A-Z]+)\b",
        lambda found: f".SH {tongue.say(HEADINGS[found[1]]) if found[1] in HEADINGS else found[1]}",
        str(page),
        flags=re.M,
    )


def _commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.values()


def _release() -> tuple[str, date]:
    """The version, and the day on which it came out, as the list of changes says it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = str(project["version"])
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(version)} \((.+)\)$", changes, re.M)
    if found is None:
        raise ValueError(f"CHANGELOG.md does not say when {version} came out")
    return version, date.fromisoformat(found[1])


if __name__ == "__main__":
    write(Path(sys.argv[1]))
