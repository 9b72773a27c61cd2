"""Commands about everything that is kept: copies of it, and other places for it."""

from __future__ import annotations

from typing import Final

from engine.i18n.text import words
from tui.parser.arguments import file, place
from tui.parser.maker import Command, Maker


def _backup(make: Maker) -> None:
    backup = make.command(
        "backup",
        words("Copy everything that is kept into a file, also while people play."),
        ("guildhall backup games-today.sqlite3", words("to put back: copy it to its place")),
    )
    backup.add_argument("file", type=file, metavar=make.say(words("FILE")))
    backup.add_argument(
        "--force",
        action="store_true",
        help=make.say(words("overwrite a file that is there already")),
    )


def _move(make: Maker) -> None:
    move = make.command(
        "move",
        words("Copy everything that is kept into another store, while no house is open there."),
        ("guildhall move games.sqlite3 postgresql://HOST/NAME", words("into a database")),
        ("guildhall move postgresql://HOST/NAME games.sqlite3", words("and back")),
    )
    move.add_argument(
        "source",
        type=place,
        metavar=make.say(words("FROM")),
        help=make.say(words("the file of a store, or the address of a database")),
    )
    move.add_argument(
        "target",
        type=place,
        metavar=make.say(words("TO")),
        help=make.say(words("a file that is not there yet, or an empty database")),
    )


def _rescue(make: Maker) -> None:
    rescue = make.command(
        "rescue",
        words("Put what can still be read of a damaged store into a new one."),
        ("guildhall rescue saved.sqlite3", words("it says what is missing, and fails then")),
        (
            "guildhall rescue saved.sqlite3 --from old.sqlite3",
            words("of a store that lies elsewhere"),
        ),
    )
    rescue.add_argument("file", type=file, metavar=make.say(words("FILE")))
    rescue.add_argument(
        "--from",
        dest="store",
        type=file,
        metavar=make.say(words("STORE")),
        help=make.say(words("the damaged store; your own unless told")),
    )
    rescue.add_argument(
        "--force",
        action="store_true",
        help=make.say(words("overwrite a file that is there already")),
    )


COMMANDS: Final[tuple[Command, ...]] = (_backup, _move, _rescue)
