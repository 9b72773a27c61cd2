"""All commands, in the order in which the help tells them."""

from __future__ import annotations

import argparse

from engine.i18n.language import Tongue
from tui.cli.parser import game_parsers, match_parsers, server_parsers, store_parsers
from tui.cli.parser.command_line import CommandLine


def build_parser(tongue: Tongue, *, common_once: bool = False) -> argparse.ArgumentParser:
    """The parser, its help in the tongue's language. What may stand before and after a command can
    be left to the program alone, for a text that tells all commands in a row."""
    make = CommandLine(tongue, common_once=common_once)
    for group in (match_parsers, game_parsers, server_parsers, store_parsers):
        for command in group.COMMANDS:
            command(make)
    return make.parser
