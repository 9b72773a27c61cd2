"""Parsers of commands about the whole database: backup, migration, recovery."""

from __future__ import annotations

from gettext import gettext as _

from tui.cli.parser.arguments import file, place
from tui.cli.parser.command_line import CommandLine


def backup(cli: CommandLine) -> None:
    backup = cli.command(
        "backup",
        "tui.cli.admin_commands:backup",
        _("Back up all games and players to a file."),
        (
            "guildhall backup games-today.sqlite3",
            _("to restore the backup, copy this file back into place"),
        ),
        more=_("You can do this while people are playing."),
        draws=False,
    )
    backup.option("file", _("FILE"), _("the file to write"), type=file)
    backup.flag("--force", _("overwrite an existing file"))


def migrate(cli: CommandLine) -> None:
    migrate = cli.command(
        "migrate",
        "tui.cli.admin_commands:migrate",
        _("Copy everything to another database."),
        ("guildhall migrate games.sqlite3 postgresql://HOST/NAME", _("to a PostgreSQL database")),
        ("guildhall migrate postgresql://HOST/NAME games.sqlite3", _("and back")),
        more=_("Stop the server first."),
        draws=False,
    )
    migrate.option(
        "source",
        _("FROM"),
        _("a database file, or the address of a PostgreSQL database"),
        type=place,
    )
    migrate.option(
        "target",
        _("TO"),
        _("a file that does not exist yet, or an empty PostgreSQL database"),
        type=place,
    )


def recover(cli: CommandLine) -> None:
    recover = cli.command(
        "recover",
        "tui.cli.admin_commands:recover",
        _("Save what is readable in a damaged database to a new one."),
        (
            "guildhall recover saved.sqlite3",
            _("list what is missing; the exit code is 1 if anything is missing"),
        ),
        ("guildhall recover saved.sqlite3 --from old.sqlite3", _("recover another database")),
        draws=False,
    )
    recover.option("file", _("FILE"), _("the new database"), type=file)
    recover.option(
        "--from",
        _("FILE"),
        _("the damaged database (default: the one in your folder)"),
        dest="source",
        type=file,
    )
    recover.flag("--force", _("overwrite an existing file"))
