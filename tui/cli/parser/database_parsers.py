"""Commands about the whole database: backup, migration, recovery."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.i18n.text import words
from tui.cli.parser.arguments import file, place
from tui.cli.parser.command_line import Command, CommandLine


def _backup(make: CommandLine) -> None:
    backup = make.command(
        "backup",
        "tui.cli.admin_commands:backup",
        words("Back up all games and players to a file."),
        (
            "guildhall backup games-today.sqlite3",
            words("to restore the backup, copy this file back into place"),
        ),
        more=words("You can do this while people are playing."),
    )
    backup.add_argument("file", type=file, metavar=words("FILE"), help=words("the file to write"))
    backup.add_argument("--force", action="store_true", help=words("overwrite an existing file"))


def _migrate(make: CommandLine) -> None:
    migrate = make.command(
        "migrate",
        "tui.cli.admin_commands:migrate",
        words("Copy everything to another database."),
        (
            "guildhall migrate games.sqlite3 postgresql://HOST/NAME",
            words("to a PostgreSQL database"),
        ),
        ("guildhall migrate postgresql://HOST/NAME games.sqlite3", words("and back")),
        more=words("Stop the server first."),
    )
    migrate.add_argument(
        "source",
        type=place,
        metavar=words("FROM"),
        help=words("a database file, or the address of a PostgreSQL database"),
    )
    migrate.add_argument(
        "target",
        type=place,
        metavar=words("TO"),
        help=words("a file that does not exist yet, or an empty PostgreSQL database"),
    )


def _recover(make: CommandLine) -> None:
    recover = make.command(
        "recover",
        "tui.cli.admin_commands:recover",
        words("Save what is readable in a damaged database to a new one."),
        (
            "guildhall recover saved.sqlite3",
            words("list what is missing; the exit code is 1 if anything is missing"),
        ),
        (
            "guildhall recover saved.sqlite3 --from old.sqlite3",
            words("recover another database"),
        ),
    )
    recover.add_argument("file", type=file, metavar=words("FILE"), help=words("the new database"))
    recover.add_argument(
        "--from",
        dest="source",
        type=file,
        metavar=words("FILE"),
        help=words("the damaged database (default: the one in your folder)"),
    )
    recover.add_argument("--force", action="store_true", help=words("overwrite an existing file"))


COMMANDS: Final[Mapping[str, Command]] = {
    "backup": _backup,
    "migrate": _migrate,
    "recover": _recover,
}
