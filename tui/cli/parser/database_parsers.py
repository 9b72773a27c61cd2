"""Commands about the whole database: backup, migration, recovery."""

from __future__ import annotations

from engine.i18n.text import words
from tui.cli.parser.arguments import file, place
from tui.cli.parser.command_line import CommandLine


def backup(make: CommandLine) -> None:
    backup = make.command(
        "backup",
        "tui.cli.admin_commands:backup",
        words("Back up all games and players to a file."),
        (
            "guildhall backup games-today.sqlite3",
            words("to restore the backup, copy this file back into place"),
        ),
        more=words("You can do this while people are playing."),
        draws=False,
    )
    backup.option("file", words("FILE"), words("the file to write"), type=file)
    backup.flag("--force", words("overwrite an existing file"))


def migrate(make: CommandLine) -> None:
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
        draws=False,
    )
    migrate.option(
        "source",
        words("FROM"),
        words("a database file, or the address of a PostgreSQL database"),
        type=place,
    )
    migrate.option(
        "target",
        words("TO"),
        words("a file that does not exist yet, or an empty PostgreSQL database"),
        type=place,
    )


def recover(make: CommandLine) -> None:
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
        draws=False,
    )
    recover.option("file", words("FILE"), words("the new database"), type=file)
    recover.option(
        "--from",
        words("FILE"),
        words("the damaged database (default: the one in your folder)"),
        dest="source",
        type=file,
    )
    recover.flag("--force", words("overwrite an existing file"))
