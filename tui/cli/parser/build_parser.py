"""All commands, in the order in which the help lists them."""

from __future__ import annotations

import argparse
from typing import Final

from engine.i18n.language import Tongue
from engine.i18n.text import Text, words
from tui.cli.parser import database_parsers, game_parsers, match_parsers, server_parsers
from tui.cli.parser.command_line import CommandLine

COMMANDS: Final = {
    **match_parsers.COMMANDS,
    **game_parsers.COMMANDS,
    **server_parsers.COMMANDS,
    **database_parsers.COMMANDS,
}
"""The functions that add the commands, by name."""

GROUPS: Final[tuple[tuple[Text, str], ...]] = (
    (words("common commands"), "play resume list learn rules turns serve"),
    (
        words("saved games and results"),
        "replay show review export import stats highscores simulate components",
    ),
    (words("commands for admins"), "server users backup migrate recover login"),
)
"""The commands under the titles of the help."""


def build_parser(tongue: Tongue, *, common_once: bool = False) -> argparse.ArgumentParser:
    """Build the parser, with its help in the tongue's language. With `common_once` only the program
    itself has the common options, for a text that lists all commands in a row."""
    make = CommandLine(tongue, common_once=common_once)
    for title, names in GROUPS:
        make.group(title, (COMMANDS[name] for name in names.split()))
    return make.parser
