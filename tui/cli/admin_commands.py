"""Commands about users, games that are waiting for a move, and whole databases. Each command
returns the exit code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.core.players import PERSON
from engine.errors import BadStore, NotAllowed, WrongUsage
from engine.i18n.text import Seat, Text, plural, printable, words
from engine.lobby.users import CODE_LIFETIME, Users
from screens.exit_codes import FAILED, OK
from tui.cli import json_output, printing

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.lobby.users import Account
    from engine.storage.records import Record
    from tui.cli.context import CommandContext


# ---------------------------------------------------------------------- people


def users(context: CommandContext, args: Namespace) -> int:
    """Manage the registered players and the invite code. Raises NoSuchPerson, BadName, NameTaken,
    NotAllowed, or WrongUsage for too many or too few names."""
    action, names = _ACTIONS[args.action]
    if args.names and not names:
        raise WrongUsage("“users {action}” takes no names.", action=args.action)
    if len(args.names) != names:
        raise WrongUsage(
            plural(
                "“users {action}” needs {n} name.",
                "“users {action}” needs {n} names.",
                names,
                action=args.action,
            )
        )
    action(context, Users(context.store), args)
    return OK


def _list(context: CommandContext, users: Users, args: Namespace) -> None:
    accounts = users.all()
    if args.json:
        json_output.print_json([json_output.person(account) for account in accounts])
        return
    if not accounts:
        context.print_message("Nobody is registered on this server yet.")
        return
    heads = [
        words("Name"),
        words("Last seen"),
        words("Registered"),
        words("SSH keys"),
        words("Status"),
    ]
    rows = [_row(context, account) for account in accounts]
    printing.print_table([context.translate(head) for head in heads], rows)


def _row(context: CommandContext, account: Account) -> list[str]:
    from screens.match_summary import day_of, local

    person = account.person
    standing = words("banned") if person.banned else words("admin")
    return [
        person.name,
        f"{local(account.seen):%Y-%m-%d %H:%M}",
        day_of(account.created),
        str(account.keys),
        context.translate(standing) if person.banned or person.admin else "",
    ]


def _promote(context: CommandContext, users: Users, args: Namespace) -> None:
    person = users.make_admin(args.names[0], True)
    context.print_message("{name} is now an admin.", name=person.name)


def _demote(context: CommandContext, users: Users, args: Namespace) -> None:
    person = users.make_admin(args.names[0], False)
    context.print_message("{name} is no longer an admin.", name=person.name)


def _ban(context: CommandContext, users: Users, args: Namespace) -> None:
    person = users.ban(args.names[0], True)
    context.print_message("{name} is banned.", name=person.name)


def _unban(context: CommandContext, users: Users, args: Namespace) -> None:
    person = users.ban(args.names[0], False)
    context.print_message("{name} is no longer banned.", name=person.name)


def _rename(context: CommandContext, users: Users, args: Namespace) -> None:
    old, new = args.names
    person = users.rename(old, new)
    context.print_message("{old} is now called {name}.", old=old, name=person.name)


def _one_time_code(context: CommandContext, users: Users, args: Namespace) -> None:
    """Create and print a one-time code that lets a player who has lost a key connect with another
    one."""
    person = users.named(args.names[0])
    word = users.new_one_time_code(person)
    context.print_plural(
        "{name} can use this code once, within {n} minute, to connect with another key:",
        "{name} can use this code once, within {n} minutes, to connect with another key:",
        int(CODE_LIFETIME.total_seconds() // 60),
        name=person.name,
    )
    print(word)


def _delete(context: CommandContext, users: Users, args: Namespace) -> None:
    person = users.named(args.names[0])
    if not args.force:
        raise NotAllowed(
            "Deleting {name} cannot be undone: the name disappears from all games, and "
            "keys and settings are deleted. Use --force if you are sure.",
            name=person.name,
        )
    users.erase(person)
    context.print_message("{name} has been deleted.", name=person.name)


def _invite_code(context: CommandContext, users: Users, args: Namespace) -> None:
    print(users.invite_code())


def _new_invite_code(context: CommandContext, users: Users, args: Namespace) -> None:
    print(users.new_invite_code())


Action = Callable[["CommandContext", Users, "Namespace"], None]

_ACTIONS: Final[dict[str, tuple[Action, int]]] = {
    "list": (_list, 0),
    "promote": (_promote, 1),
    "demote": (_demote, 1),
    "ban": (_ban, 1),
    "unban": (_unban, 1),
    "rename": (_rename, 2),
    "one-time-code": (_one_time_code, 1),
    "delete": (_delete, 1),
    "invite-code": (_invite_code, 0),
    "new-invite-code": (_new_invite_code, 0),
}
"""The actions on users, each with the number of names that it needs."""


# ---------------------------------------------------------------------- turns


def turns(context: CommandContext, args: Namespace) -> int:
    """Print the games that are waiting for someone at this computer or, if a name is given, the
    tables that are waiting for that player, one per line or as JSON. The exit code is a failure if
    there are none, for use in a prompt, a status line or cron. Raises NoSuchPerson."""
    if args.name is not None:
        from tui.guest_session import print_turns

        person = Users(context.store).named(args.name)
        return print_turns(context.store, person, context.translator, as_json=args.json)
    waiting = [record for record in context.store.records(over=False) if _waits_here(record)]
    if args.json:
        json_output.print_json([json_output.turn(one, context.translator) for one in waiting])
        return OK if waiting else FAILED
    for record in waiting:
        print(printable("  ".join(_turn(context, record))))
    return OK if waiting else FAILED


def _waits_here(record: Record) -> bool:
    """Return whether a match is waiting for someone at this computer: it has no owners on a server,
    is not damaged, and a person must decide."""
    asked = [record.header.seats[seat] for seat in record.summary.owing if record.damage is None]
    return not record.owners and any(player == PERSON for _, player in asked)


def _turn(context: CommandContext, record: Record) -> list[str]:
    from screens.match_summary import ago, game_of, players_of

    seat = next(seat for seat in record.summary.owing if record.header.seats[seat][1] == PERSON)
    parts: list[Text] = [
        game_of(record),
        players_of(record),
        words("{seat} to move.", seat=Seat(seat)),
        ago(record.changed, context.store.clock()),
    ]
    return [record.id, *(context.translate(part, record.header.names) for part in parts)]


# ---------------------------------------------------------------------- backup


def backup(context: CommandContext, args: Namespace) -> int:
    """Back up the database while it is in use. Raises AlreadyThere, CannotWrite or BadStore."""
    from engine.storage.backup import back_up

    if context.paths.address is not None:
        raise BadStore("Back up a PostgreSQL database with its own tools, such as pg_dump.")
    target = Path(args.file)
    back_up(context.paths.store, target, force=args.force)
    context.print_message("A backup has been written to {file}.", file=str(target))
    return OK


def migrate(context: CommandContext, args: Namespace) -> int:
    """Copy all data of a database to another, empty one. Raises AlreadyThere, NotAllowed or
    BadStore."""
    from tui.cli.migrate_command import display_name, migrate

    count = migrate(args.source, args.target)
    context.print_plural(
        "{n} game and all other data of the server are now in {target}. {source} is unchanged.",
        "{n} games and all other data of the server are now in {target}. {source} is unchanged.",
        count,
        source=display_name(args.source),
        target=display_name(args.target),
    )
    return OK


def recover(context: CommandContext, args: Namespace) -> int:
    """Save the readable part of a damaged database to a new one, and list the games that are
    incomplete or lost. The exit code is a failure if there are any. Raises AlreadyThere,
    CannotWrite or BadStore."""
    from engine.storage.recovery import recover_into

    source = context.paths.store if args.source is None else Path(args.source)
    recovered = recover_into(source, Path(args.file), force=args.force)
    context.print_plural(
        "{n} game is now in {file}, {whole} of them complete.",
        "{n} games are now in {file}, {whole} of them complete.",
        len(recovered.matches),
        file=args.file,
        whole=len(recovered.matches) - len(recovered.missing),
    )
    for one in recovered.missing:
        context.print_message(
            "  {id} (recovered steps: {kept} of {due})",
            id=one.id,
            kept=one.recovered,
            due=one.expected,
        )
    for id, events in sorted(recovered.without_header.items()):
        context.print_plural(
            "  {id}: {n} step was found, but not the players, so this game cannot be recovered",
            "  {id}: {n} steps were found, but not the players, so this game cannot be recovered",
            events,
            id=id,
        )
    context.print_message(
        "To use the recovered data, put {file} in place of {store}, and remove the files "
        "of the same name that end in -wal and -shm.",
        file=args.file,
        store=str(context.paths.store),
    )
    return FAILED if recovered.missing or recovered.without_header else OK
