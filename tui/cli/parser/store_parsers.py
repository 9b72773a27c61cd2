"""Commands about everything that is kept: copies of it, and other places for it."""

from __future__ import annotations

from typing import Final

from engine.i18n.text import words
from tui.cli.parser.arguments import file, place
from tui.cli.parser.command_line import Command, CommandLine


def _backup(make: CommandLine) -> None:
    backup = make.command(
        "backup",
        words("Back up everything to a file, even while people are playing."),
        ("guildhall backup games-today.sqlite3", words("to restore it, copy it back into place")),
    )
    backup.add_argument("file", type=file, metavar=make.say(words("FILE")))
    backup.add_argument(
        "--force",
        action="store_true",
        help=make.say(words("overwrite an existing file")),
    )


def _move(make: CommandLine) -> None:
    move = make.command(
        "move",
        words("Copy everything to another database. No server may be running there."),
        ("guildhall move games.sqlite3 postgresql://HOST/NAME", words("to a PostgreSQL database")),
        ("guildhall move postgresql://HOST/NAME games.sqlite3", words("and back")),
    )
    move.add_argument(
        "source",
        type=place,
        metavar=make.say(words("FROM")),
        help=make.say(words("a database file, or the address of a PostgreSQL database")),
    )
    move.add_argument(
        "target",
        type=place,
        metavar=make.say(words("TO")),
        help=make.say(words("a file that does not exist yet, or an empty PostgreSQL database")),
    )


def _rescue(make: CommandLine) -> None:
    rescue = make.command(
        "rescue",
        words("Recover what is still readable in a damaged database into a new one."),
        (
            "guildhall rescue saved.sqlite3",
            words("it lists what is missing, and then exits with an error"),
        ),
        (
            "guildhall rescue saved.sqlite3 --from old.sqlite3",
            words("of a database in another place"),
        ),
    )
    rescue.add_argument("file", type=file, metavar=make.say(words("FILE")))
    rescue.add_argument(
        "--from",
        dest="store",
        type=file,
        metavar=make.say(words("DATABASE")),
        help=make.say(words("the damaged database (default: your own)")),
    )
    rescue.add_argument(
        "--force",
        action="store_true",
        help=make.say(words("overwrite an existing file")),
    )


COMMANDS: Final[tuple[Command, ...]] = (_backup, _move, _rescue)
