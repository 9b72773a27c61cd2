"""The parser of the whole program, whose help lists the commands in groups."""

from __future__ import annotations

import argparse
import gettext
from collections.abc import Sequence
from typing import Any, Final

from tui.cli.parser.arguments import Parser, ShortUsage

COLUMN: Final = 22
"""Maximum column at which the explanation of a command or an option begins."""


class ProgramParser(Parser):
    """The parser of `guildhall` itself. Its help lists the commands in groups."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.closing = ""
        """Last lines of the help. The manual page has the epilog, with examples, instead."""
        self._groups: list[tuple[str, Sequence[argparse.Action]]] = []

    def add_command_group(self, title: str, commands: Sequence[argparse.Action]) -> None:
        """Let the help list `commands`, in this order, under `title`."""
        self._groups.append((title, commands))

    def format_help(self) -> str:
        """Return the help: usage, description, commands in groups, all options in one list, closing
        lines."""
        formatter = ShortUsage(self.prog, max_help_position=COLUMN)
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        options = [action for action in self._actions if action.option_strings]
        for title, actions in (*self._groups, (gettext.gettext("options"), options)):
            formatter.start_section(title)
            formatter.add_arguments(actions)
            formatter.end_section()
        formatter.add_text(self.closing)
        return formatter.format_help()
