"""Commands with which admins manage a running server, over SSH, in line mode and on the page for
admins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from attrs import define

from engine.core.players import Person
from engine.errors import GuildhallError, NotAllowed, WrongUsage
from engine.games import entry
from engine.i18n.text import Text, plural, words
from engine.lobby.administration import Administration
from engine.lobby.chat import check_direction, tidied
from engine.shell_command import shell_command
from engine.storage.store import Store

if TYPE_CHECKING:
    from screens.environment import ServerControl


@define(eq=False)
class AdminDesk:
    """Executor of the admin commands of `person`. `run` checks that the person is an admin, and
    records each executed or refused command in the log of the server `control` (None if no server
    is running). The method of each command returns the answer line by line, and raises
    GuildhallError if the command fails."""

    store: Store
    person: Person
    control: ServerControl | None

    def run(self, command: Sequence[str]) -> list[Text]:
        """Execute `command`, which consists of two words and possibly an argument, as returned by
        `parse`. Return the answer line by line. Raises WrongUsage for an unknown command,
        NotAllowed if `person` may not give the command, and other kinds of GuildhallError."""
        first, second, *rest = command
        if (first, second) not in COMMANDS:
            raise WrongUsage("“{command}” is not a command.", command=" ".join(command))
        method, _ = COMMANDS[first, second]
        try:
            self.rights.check()
            answer = method(self, *rest)
        except NotAllowed:
            self._log(f"was refused: {' '.join(command)}")
            raise
        self._log(" ".join(command))
        return answer

    @property
    def rights(self) -> Administration:
        """The actions of `person` as an admin, which raise NotAllowed unless `person` is an
        admin."""
        return Administration(self.store, self.person)

    @property
    def server(self) -> ServerControl:
        """The running server. Raises GuildhallError if there is none."""
        if self.control is None:
            raise GuildhallError("No server is running here.")
        return self.control

    def _log(self, text: str) -> None:
        if self.control is not None:
            self.control.log(f"admin {self.person.name} ({self.person.id}): {text}")

    def status(self) -> list[Text]:
        return list(self.server.status())

    def announce(self, text: str) -> list[Text]:
        """Show a message on everyone's screen. Return a line that says on how many terminals it is
        shown. Raises NotAllowed for right-to-left letters."""
        check_direction(text)
        terminals = self.server.announce(tidied(text))
        return [
            plural(
                "The announcement is shown on {n} terminal.",
                "The announcement is shown on {n} terminals.",
                terminals,
            )
        ]

    def mute(self, name: str) -> list[Text]:
        """Forbid a player to chat. Return a confirmation."""
        return [
            words(
                "{name} can no longer send messages anywhere on this server.",
                name=self.rights.mute(name).name,
            )
        ]

    def unmute(self, name: str) -> list[Text]:
        """Allow a player to chat again. Return a confirmation."""
        return [words("{name} can send messages again.", name=self.rights.mute(name, False).name)]

    def ban(self, name: str) -> list[Text]:
        """Ban a player. Return a confirmation."""
        return [words("{name} is banned.", name=self.rights.ban(name).name)]

    def unban(self, name: str) -> list[Text]:
        """Lift a ban, and return a confirmation."""
        return [words("{name} is no longer banned.", name=self.rights.ban(name, False).name)]

    def invite_code(self) -> list[Text]:
        """Return a line with the invite code."""
        return [words("Invite code: {code}", code=self.rights.invite_code())]

    def new_invite_code(self) -> list[Text]:
        """Replace the invite code, and return a line with the new one."""
        return [words("Invite code: {code}", code=self.rights.new_invite_code())]

    def list_tables(self) -> list[Text]:
        """Return a line for each waiting table with its code, game, host and number of free seats,
        or a line that says that no tables are waiting."""
        tables = self.rights.waiting_tables()
        if not tables:
            return [words("No tables are waiting.")]
        return [
            plural(
                "{code}: {game}, hosted by {host}, {n} seat free",
                "{code}: {game}, hosted by {host}, {n} seats free",
                table.free,
                code=table.code,
                game=entry(table.game).names,
                host=table.host_name,
            )
            for table in tables
        ]

    def close_table(self, code: str) -> list[Text]:
        """Close the waiting table with the join code `code`. Return a confirmation."""
        return [words("Table {code} is closed.", code=self.rights.close_table(code).code)]


COMMANDS: Final[Mapping[tuple[str, str], tuple[Callable[..., list[Text]], bool]]] = {
    ("server", "status"): (AdminDesk.status, False),
    ("server", "say"): (AdminDesk.announce, True),
    ("users", "mute"): (AdminDesk.mute, True),
    ("users", "unmute"): (AdminDesk.unmute, True),
    ("users", "ban"): (AdminDesk.ban, True),
    ("users", "unban"): (AdminDesk.unban, True),
    ("users", "invite-code"): (AdminDesk.invite_code, False),
    ("users", "new-invite-code"): (AdminDesk.new_invite_code, False),
    ("tables", "list"): (AdminDesk.list_tables, False),
    ("tables", "close"): (AdminDesk.close_table, True),
}
"""The method of each command, and whether the command takes an argument (a message, name or
code)."""


ADMIN_HELP_LINES: Final = (
    # Translators: the first words are what is typed; they stay as they are.
    words("server status: the status of the server. server say TEXT: an announcement."),
    words("users mute NAME, users unmute NAME, users ban NAME, users unban NAME."),
    words("users invite-code: the invite code. users new-invite-code: a new one."),
    words("tables list: all waiting tables. tables close CODE: close one of them."),
)

HELP_COMMAND: Final = "help"
"""Command, typed after the host name, that lists the commands."""

_SHELL_COMMANDS: Final = frozenset(
    {
        *(("server", word) for word in ("check", "reload", "stop")),
        *(("users", word) for word in ("list", "promote", "demote", "rename", "delete")),
        ("users", "one-time-code"),
    }
)
"""Commands that only the user who runs the server can give, on the server's computer."""


def usage(typed: str, *, is_admin: bool) -> list[Text]:
    """Return the answer, line by line, to `help` or to the unknown command `typed` after the host
    name. If `is_admin`, the answer to a command that is reserved for the user who runs the server
    is only an explanation, and any other answer includes the commands of admins."""
    reserved = reserved_command(typed) if is_admin else None
    if reserved is not None:
        return [reserved]
    commands = words(
        "You can use: join CODE, watch ID, turns, export ID [--html], key add, lines; or no "
        "command at all."
    )
    if not is_admin:
        return [commands]
    return [commands, words("As an admin, you can also use:"), *ADMIN_HELP_LINES]


def reserved_command(typed: str) -> Text | None:
    """Return the reply to the command `typed` if it is reserved for the user who runs the server;
    None for any other command."""
    command = tuple(typed.split()[:2])
    if command not in _SHELL_COMMANDS:
        return None
    return words(
        "Only the user who runs the server can do that. Type this on the server's computer: "
        "{command}",
        command=shell_command(*command),
    )


def parse(typed: str) -> tuple[str, ...] | None:
    """Return the command of admins in `typed` as two words and the argument, if the command takes
    one; None for any other command, or if an argument is missing or superfluous."""
    first, _, rest = typed.strip().partition(" ")
    second, _, argument = rest.strip().partition(" ")
    argument = argument.strip()
    _, takes_argument = COMMANDS.get((first, second), (None, None))
    if takes_argument is not bool(argument):
        return None
    return (first, second, argument) if takes_argument else (first, second)
