"""Commands about a server, its players and the games that wait for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.i18n.text import words
from tui.cli.parser.arguments import Parser, file, network, port, positive
from tui.cli.parser.command_line import Command, CommandLine


def _serve(make: CommandLine) -> None:
    serve = make.command(
        "serve",
        "tui.server.server_control:serve",
        words("Start a server for players who connect over SSH."),
        ("guildhall serve", words("new players need the invite code that it prints")),
        (
            "guildhall serve --port 2323 --registration closed",
            words("only players who are already registered can connect"),
        ),
        (
            "guildhall serve --web 443 --web-cert chain.pem --web-key key.pem",
            words("friends can also connect with a browser, without an SSH key"),
        ),
    )
    serve.add_argument(
        "--port",
        type=port,
        default=2222,
        metavar="N",
        help=words("the port to listen on (default: %(default)s)"),
    )
    serve.add_argument(
        "--host",
        default="::",
        metavar=words("ADDRESS"),
        help=words("the address to listen on (default: every address of this computer)"),
    )
    serve.add_argument(
        "--trust-proxy",
        dest="balancers",
        type=network,
        action="append",
        default=[],
        metavar=words("NETWORK"),
        help=words(
            "the network of a load balancer or web server that sends the addresses of clients "
            "(over SSH with PROXY protocol 2, for browsers in X-Forwarded-For), such as "
            "10.0.0.0/24; can be given more than once"
        ),
    )
    _connect_command(make, serve, None)
    serve.add_argument(
        "--host-key",
        type=file,
        metavar=words("FILE"),
        help=words("the server's host key (default: host_key in the folder with the games)"),
    )
    serve.add_argument(
        "--new-host-key",
        action="store_true",
        help=words("on several machines: make this machine's key the host key of the whole server"),
    )
    _registration(make, serve)
    _web(make, serve)
    make.programs(serve)
    serve.add_argument(
        "--max-sessions",
        type=positive,
        default=300,
        metavar="N",
        help=words("maximum number of sessions (default: %(default)s)"),
    )
    serve.add_argument(
        "--workers",
        type=positive,
        default=2,
        metavar="N",
        help=words("number of processes that compute the moves of bots (default: %(default)s)"),
    )
    serve.add_argument(
        "--notify",
        metavar=words("COMMAND"),
        help=words(
            "a command that tells players who are away that a game is waiting for them; "
            "it reads one line of JSON"
        ),
    )
    serve.add_argument(
        "--notify-kind",
        action="append",
        default=[],
        metavar=words("KIND"),
        help=words(
            "a type of address that this command handles: mail, ntfy …; can be given more than once"
        ),
    )
    serve.add_argument(
        "--notify-after",
        type=positive,
        default=10,
        metavar="N",
        help=words("minutes to wait before a notification (default: %(default)s)"),
    )


def _server(make: CommandLine) -> None:
    server = make.command(
        "server",
        "tui.server.server_control:server",
        words("Control the running server."),
        (
            "guildhall server status",
            words("who is online, which limits are reached, how many were refused"),
        ),
        (
            "guildhall server check",
            words(
                "check whether the server accepts connections; the exit code is 1 if it does not"
            ),
        ),
        (
            "guildhall server reload",
            words("let new sessions use the current version of the program"),
        ),
        ("guildhall server say We close at ten.", words("show a message on everyone's screen")),
        ("guildhall server status --all", words("the status of every machine of the server")),
        ("guildhall server stop", words("disconnect everyone and stop")),
    )
    server.add_argument(
        "request",
        choices=["status", "check", "reload", "stop", "say"],
        metavar=words("REQUEST"),
        help="%(choices)s",
    )
    server.add_argument(
        "text",
        nargs="*",
        default=[],
        metavar=words("TEXT"),
        help=words("the message that “say” shows"),
    )
    which = server.add_mutually_exclusive_group()
    which.add_argument(
        "--all",
        action="store_true",
        help=make.say(words("send the request to every machine of the server")),
    )
    which.add_argument(
        "--machine",
        metavar=make.say(words("NAME")),
        help=make.say(
            words("send the request to this machine, by name or id (default: this computer)")
        ),
    )
    make.json(server)


def _login(make: CommandLine) -> None:
    guest = make.command(
        "login",
        "tui.cli.screen_commands:login",
        words("Start a session for a player whose key sshd has checked."),
        ("guildhall login SHA256:... join K7M2", words("take the player to a table")),
        more=words("Use it as a forced command. Without WORDS it reads SSH_ORIGINAL_COMMAND."),
    )
    guest.set_defaults(discreet=True)
    guest.add_argument(
        "fingerprint",
        metavar=words("FINGERPRINT"),
        help=words("the fingerprint of the key, as sshd gives it in %%f"),
    )
    guest.add_argument(
        "words",
        nargs="*",
        default=[],
        metavar=words("WORDS"),
        help="join CODE | watch ID | turns | export ID | key add",
    )
    _registration(make, guest)
    _connect_command(make, guest, "ssh HOST")


def _users(make: CommandLine) -> None:
    users = make.command(
        "users",
        "tui.cli.admin_commands:users",
        words("Manage the registered players."),
        ("guildhall users list", words("all players, and when they were last online")),
        (
            "guildhall users ban Anna",
            words("do not let Anna connect any more; “unban” reverses it"),
        ),
        ("guildhall users promote Anna", words("make Anna an admin; “demote” reverses it")),
        ("guildhall users rename Anna Annabel", words("change a player's name, also in all games")),
        (
            "guildhall users one-time-code Anna",
            words("let Anna, who has lost her key, connect with another one"),
        ),
        ("guildhall users delete Anna --force", words("delete Anna, her keys and her settings")),
        (
            "guildhall users invite-code",
            words("the code for new players; “new-invite-code” replaces it"),
        ),
    )
    users.add_argument(
        "action",
        choices=[
            "list",
            "ban",
            "unban",
            "promote",
            "demote",
            "rename",
            "one-time-code",
            "delete",
            "invite-code",
            "new-invite-code",
        ],
        metavar=words("ACTION"),
        help="%(choices)s",
    )
    users.add_argument(
        "names",
        nargs="*",
        default=[],
        metavar=words("NAME"),
        help=words("the player; for “rename” also the new name"),
    )
    users.add_argument(
        "--force", action="store_true", help=words("confirm an action that cannot be undone")
    )
    make.json(users)


def _turns(make: CommandLine) -> None:
    turns = make.command(
        "turns",
        "tui.cli.admin_commands:turns",
        words("Print the games that are waiting for your move."),
        ("guildhall turns", words("games on this computer")),
        ("guildhall turns Anna", words("the games of a player on this server")),
        more=words("The exit code is 1 if there are none."),
    )
    turns.add_argument(
        "name", nargs="?", metavar=words("NAME"), help=words("a player registered on this server")
    )
    make.json(turns)


def _connect_command(make: CommandLine, parser: Parser, otherwise: str | None) -> None:
    parser.add_argument(
        "--connect-command",
        default=otherwise,
        metavar=words("COMMAND"),
        help=words("the command that players type to connect (default: one for this computer)")
        if otherwise is None
        else words("the command that players type to connect (default: %(default)s)"),
    )


def _web(make: CommandLine, serve: Parser) -> None:
    serve.add_argument(
        "--web",
        type=port,
        nargs="?",
        const=8080,
        metavar=words("PORT"),
        help=words("also let people connect with a browser (default port: %(const)s)"),
    )
    serve.add_argument(
        "--web-url",
        metavar=words("ADDRESS"),
        help=words(
            "the address of the page that others open, such as https://games.example.org "
            "(default: one from the certificate, or for this computer)"
        ),
    )
    serve.add_argument(
        "--web-cert",
        type=file,
        metavar=words("FILE"),
        help=words("the certificate for https, with its chain, in PEM format"),
    )
    serve.add_argument(
        "--web-key",
        type=file,
        metavar=words("FILE"),
        help=words("the private key of the certificate (default: in the same file)"),
    )
    serve.add_argument(
        "--web-host",
        metavar=words("ADDRESS"),
        help=words(
            "the address to listen on for browsers (default: this computer only; with "
            "--web-cert, that of --host)"
        ),
    )


def _registration(make: CommandLine, parser: Parser) -> None:
    parser.add_argument(
        "--registration",
        choices=["invite", "open", "closed"],
        default="invite",
        help=words(
            "who can register: players with the invite code, anyone, or nobody "
            "(default: %(default)s)"
        ),
    )


COMMANDS: Final[Mapping[str, Command]] = {
    "serve": _serve,
    "server": _server,
    "login": _login,
    "users": _users,
    "turns": _turns,
}
