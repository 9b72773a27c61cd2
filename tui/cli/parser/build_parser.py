"""All commands, in the order in which the help lists them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final

from engine.i18n.language import Translator
from engine.i18n.text import Text, words
from tui.cli.parser.command_line import Command, CommandLine
from tui.cli.parser.database_parsers import backup, migrate, recover
from tui.cli.parser.game_parsers import components, highscores, learn, rules, simulate, stats
from tui.cli.parser.match_parsers import export, import_, list_, play, replay, resume, review, show
from tui.cli.parser.server_parsers import login, serve, server, turns, users

GROUPS: Final[tuple[tuple[Text, Sequence[Command]], ...]] = (
    (words("common commands"), (play, resume, list_, learn, rules, turns, serve)),
    (
        words("saved games and results"),
        (replay, show, review, export, import_, stats, highscores, simulate, components),
    ),
    (words("commands for admins"), (server, users, backup, migrate, recover, login)),
)
"""Functions that add the commands, under the titles of the help."""


def build_parser(translator: Translator, *, common_once: bool = False) -> argparse.ArgumentParser:
    """Build the parser, with its help in the translator's language. With `common_once`, only the
    program itself has the common options, for the manual page, which lists all commands."""
    cli = CommandLine(translator, common_once=common_once)
    for title, commands in GROUPS:
        cli.group(translator.translate(title), commands)
    return cli.parser
