"""The parser of the whole command line: the common options, and arguments that several commands
share."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from gettext import gettext as _
from typing import Any

from engine.i18n.language import LANGUAGES, Translator
from screens.preferences import PREFERENCES
from tui.cli.parser.arguments import (
    Parser,
    Version,
    address,
    count,
    folder,
    game,
    seed,
    source,
    speak,
)
from tui.cli.parser.program_parser import ProgramParser
from tui.user_paths import HOME


class CommandLine:
    """Builder of the parser, with its help in the translator's language.

    With `common_once`, only the program itself has the common options, for the manual page, which
    lists all commands.
    """

    def __init__(self, translator: Translator, *, common_once: bool = False) -> None:
        speak(translator.language)
        common = self._common_options()
        self._of_commands = [] if common_once else [common]
        self._of_server = [] if common_once else [self._common_options(draws=False)]
        self.parser = ProgramParser(
            prog="guildhall",
            usage=f"%(prog)s [{_('COMMAND')} ...]",
            description=_("Six board games in a terminal. Run without a command to open the menu."),
            epilog=self._examples(
                ("guildhall", _("the menu")),
                (
                    "guildhall play middle_ages --seats Anna,Boris,bot:strong",
                    _("two people and a bot"),
                ),
                ("guildhall resume", _("continue the last game")),
                ("guildhall show k7m2 --at 40", _("describe a position in words")),
                ("guildhall simulate middle_ages --games 1000 --players 4", _("compare bots")),
            )
            + "\n\n"
            + self._epilog(),
            parents=[common],
        )
        about = _("print the version and exit")
        self.parser.option("--version", None, about, action=Version, nargs=0)
        self.parser.flag("--drafts", _("also list games that are still drafts"))
        self.parser.set_defaults(run="tui.cli.screen_commands:menu")
        self.parser.closing = self._epilog()
        self._commands = self.parser.add_subparsers(
            title=_("commands"), metavar=_("COMMAND"), parser_class=Parser, prog="guildhall"
        )
        self._commands.type = str  # the arguments of a command are checked by its own parser

    def _epilog(self) -> str:
        closing = _(
            "“guildhall COMMAND --help” explains a command.\n"
            "Games and settings are saved in {variable} (default: your data folder).\n"
            "Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted."
        ).format(variable=HOME)
        return "\n".join(textwrap.fill(line, 79) for line in closing.splitlines())

    def _examples(self, *examples: tuple[str, str]) -> str:
        lines = [f"  {command}\n      {meaning}" for command, meaning in examples]
        return "\n".join([_("examples:"), *lines])

    def _common_options(self, *, draws: bool = True) -> Parser:
        """Return the parser of options that may be before or after a command. Options that are not
        given stay unset. If `draws` is False, the help does not show the options of the screens."""
        choices = {preference.key: list(preference.choices) for preference in PREFERENCES}
        common = Parser(add_help=False, argument_default=argparse.SUPPRESS)
        add = partial(common.option, group=common.add_argument_group(_("options for this run")))
        add("--lang", _("LANGUAGE"), _("the language: %(choices)s"), choices=list(LANGUAGES))
        add("--home", _("FOLDER"), _("the folder for games and settings"), type=folder)
        about = _("the database for games: postgresql://HOST/NAME")
        add("--database", _("ADDRESS"), about, type=address)

        def add_to_screens(name: str, metavar: str | None, about: str, **more: Any) -> None:
            add(name, metavar, about if draws else argparse.SUPPRESS, **more)

        about = _("the theme: %(choices)s")
        add_to_screens("--theme", _("THEME"), about, choices=choices["theme"])
        about = _("the number of colours: %(choices)s")
        add_to_screens("--colours", "N", about, choices=choices["colours"])
        about = _("the symbols on the board: %(choices)s")
        add_to_screens("--glyphs", _("SET"), about, choices=choices["glyphs"])
        about = _("do not use the mouse")
        add_to_screens("--no-mouse", None, about, dest="mouse", action="store_const", const="off")
        return common

    def group(self, title: str, commands: Iterable[Command]) -> None:
        """Add commands that the program's help lists under `title`."""
        before = len(self._listed)
        for command in commands:
            command(self)
        self.parser.add_command_group(title, self._listed[before:])

    @property
    def _listed(self) -> Sequence[argparse.Action]:
        """The commands added so far, for the program's help."""
        return self._commands._choices_actions

    def command(
        self,
        name: str,
        run: str,
        about: str,
        *examples: tuple[str, str],
        more: str | None = None,
        draws: bool = True,
    ) -> Parser:
        """Add a command.

        `run` is the `module:function` that runs the command, `about` one sentence for the list of
        commands, `more` further sentences for the command's own help, and each of `examples` a
        command line with its meaning. If `draws` is False, the command's help leaves out the
        display options.
        """
        parser: Parser = self._commands.add_parser(
            name,
            help=about.removesuffix("."),
            description="\n".join(filter(None, (about, more))),
            epilog=self._examples(*examples) if examples else None,
            parents=self._of_commands if draws else self._of_server,
        )
        parser.set_defaults(run=run)
        return parser

    def game(self, parser: Parser) -> None:
        parser.option("game", _("GAME"), _("the name of a game, such as middle_ages"), type=game)

    def source(self, parser: Parser) -> None:
        parser.option(
            "source",
            _("FILE|ID"),
            _("a saved game in a file, or the ID of a game (see list)"),
            type=source,
        )

    def json(self, parser: Parser) -> argparse.Action:
        return parser.flag("--json", _("print JSON for programs"))

    def at(self, parser: Parser) -> None:
        parser.option(
            "--at",
            "N",
            _("the position after the first N steps, from 0 (default: the end)"),
            type=count,
        )

    def setup(self, parser: Parser, seed_help: str) -> None:
        """Add the arguments for a game's options and for its seed. `seed_help` is the help for the
        seed."""
        self.options(parser)
        parser.option("--seed", _("SEED"), seed_help, type=seed)

    def options(self, parser: Parser) -> None:
        parser.option(
            "--option",
            _("KEY=VALUE"),
            _("an option of the game; can be given more than once"),
            action="append",
            default=[],
        )

    def lines(self, parser: Parser) -> None:
        parser.flag("--lines", _("line mode: plain sentences and typed answers, no picture"))

    def programs(self, parser: Parser) -> None:
        parser.option(
            "--program",
            _("NAME=FILE"),
            _(
                "add bot:NAME, a program of your own that plays (docs/bots.md); "
                "can be given more than once"
            ),
            action="append",
            default=[],
        )


Command = Callable[[CommandLine], None]
"""Function that adds one command to the parser, with its arguments."""
