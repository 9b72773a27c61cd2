"""Parsers of commands about a server, its players and the games that are waiting for them."""

from __future__ import annotations

from gettext import gettext as _

from tui.cli.parser.arguments import Parser, file, network, port, positive
from tui.cli.parser.command_line import CommandLine


def serve(cli: CommandLine) -> None:
    serve = cli.command(
        "serve",
        "tui.server.server_control:serve",
        _("Start a server for players who connect over SSH."),
        ("guildhall serve", _("new players need the invite code that the server prints")),
        (
            "guildhall serve --port 2323 --registration closed",
            _("only players who are already registered can connect"),
        ),
        (
            "guildhall serve --web 443 --web-cert chain.pem --web-key key.pem",
            _("friends can also connect with a browser, without an SSH key"),
        ),
        draws=False,
    )
    _listening(serve)
    _add_connect_command_option(serve, None)
    _host_key(serve)
    _registration(serve)
    _web(serve)
    cli.programs(serve)
    _capacity(serve)
    _notifications(serve)


def server(cli: CommandLine) -> None:
    server = cli.command(
        "server",
        "tui.server.server_control:server",
        _("Control the running server."),
        (
            "guildhall server status",
            _("who is online, which limits are reached, how many connections were refused"),
        ),
        (
            "guildhall server check",
            _("check whether the server accepts connections; the exit code is 1 if it does not"),
        ),
        ("guildhall server reload", _("let new sessions use the current version of the program")),
        ("guildhall server say We close at ten.", _("show a message on everyone's screen")),
        ("guildhall server status --all", _("the status of every machine of the server")),
        ("guildhall server stop", _("disconnect everyone and stop")),
        draws=False,
    )
    server.option(
        "request", _("REQUEST"), "%(choices)s", choices=["status", "check", "reload", "stop", "say"]
    )
    server.option("text", _("TEXT"), _("the message that “say” shows"), nargs="*", default=[])
    which = server.add_mutually_exclusive_group()
    server.flag("--all", _("send the request to every machine of the server"), group=which)
    server.option(
        "--machine",
        _("NAME"),
        _("send the request to this machine, by name or ID (default: this computer)"),
        group=which,
    )
    cli.json(server)


def login(cli: CommandLine) -> None:
    guest = cli.command(
        "login",
        "tui.cli.screen_commands:login",
        _("Start a session for a player whose key sshd has checked."),
        ("guildhall login SHA256:... join K7M2", _("take the player to a table")),
        more=_(
            "Use this command as a forced command of sshd. Without WORDS it reads "
            "SSH_ORIGINAL_COMMAND."
        ),
        draws=False,
    )
    guest.set_defaults(discreet=True)
    guest.option(
        "fingerprint", _("FINGERPRINT"), _("the fingerprint of the key, as sshd gives it in %%f")
    )
    guest.option(
        "words",
        _("WORDS"),
        "join CODE | watch ID | turns | export ID | key add",
        nargs="*",
        default=[],
    )
    _registration(guest)
    _add_connect_command_option(guest, "ssh HOST")


def users(cli: CommandLine) -> None:
    users = cli.command(
        "users",
        "tui.cli.admin_commands:users",
        _("Manage the registered players."),
        ("guildhall users list", _("all players, and when they were last online")),
        ("guildhall users ban Anna", _("do not let Anna connect any more; “unban” reverses it")),
        ("guildhall users promote Anna", _("make Anna an admin; “demote” reverses it")),
        (
            "guildhall users rename Anna Annabel",
            _("change a player's name everywhere, including in all games"),
        ),
        (
            "guildhall users one-time-code Anna",
            _("let Anna, who has lost her key, connect with another one"),
        ),
        ("guildhall users delete Anna --force", _("delete Anna, her keys and her settings")),
        (
            "guildhall users invite-code",
            _("the code for new players; “new-invite-code” replaces it"),
        ),
        draws=False,
    )
    users.option(
        "action",
        _("ACTION"),
        "%(choices)s",
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
    )
    users.option(
        "names",
        _("NAME"),
        _("the player, and for “rename” also the new name"),
        nargs="*",
        default=[],
    )
    users.flag("--force", _("confirm an action that cannot be undone"))
    cli.json(users)


def turns(cli: CommandLine) -> None:
    turns = cli.command(
        "turns",
        "tui.cli.admin_commands:turns",
        _("Print the games that are waiting for your move."),
        ("guildhall turns", _("games on this computer")),
        ("guildhall turns Anna", _("the games of a player on this server")),
        more=_("The exit code is 1 if no game is waiting."),
    )
    turns.option("name", _("NAME"), _("a player registered on this server"), nargs="?")
    cli.json(turns)


def _listening(serve: Parser) -> None:
    serve.option(
        "--port", "N", _("the port to listen on (default: %(default)s)"), type=port, default=2222
    )
    serve.option(
        "--host",
        _("ADDRESS"),
        _("the address to listen on (default: every address of this computer)"),
        default="::",
    )
    serve.option(
        "--trust-proxy",
        _("NETWORK"),
        _(
            "the network of a load balancer or web server that sends the addresses of clients "
            "(over SSH with PROXY protocol 2, for browsers in X-Forwarded-For), such as "
            "10.0.0.0/24; can be given more than once"
        ),
        dest="balancers",
        type=network,
        action="append",
        default=[],
    )


def _add_connect_command_option(parser: Parser, otherwise: str | None) -> None:
    parser.option(
        "--connect-command",
        _("COMMAND"),
        _("the command that players type to connect (default: one for this computer)")
        if otherwise is None
        else _("the command that players type to connect (default: %(default)s)"),
        default=otherwise,
    )


def _host_key(serve: Parser) -> None:
    serve.option(
        "--host-key",
        _("FILE"),
        _("the server's host key (default: host_key in the folder with the games)"),
        type=file,
    )
    serve.flag(
        "--new-host-key",
        _("on several machines: make this machine's key the host key of the whole server"),
    )


def _registration(parser: Parser) -> None:
    parser.option(
        "--registration",
        None,
        _(
            "who can register: players with the invite code, anyone, or nobody "
            "(default: %(default)s)"
        ),
        choices=["invite", "open", "closed"],
        default="invite",
    )


def _web(serve: Parser) -> None:
    serve.option(
        "--web",
        _("PORT"),
        _("also let people connect with a browser (default port: %(const)s)"),
        type=port,
        nargs="?",
        const=8080,
    )
    serve.option(
        "--web-url",
        _("ADDRESS"),
        _(
            "the address of the page that others open, such as https://games.example.org "
            "(default: one from the certificate, or for this computer)"
        ),
    )
    serve.option(
        "--web-cert",
        _("FILE"),
        _("the certificate for https, with its chain, in PEM format"),
        type=file,
    )
    serve.option(
        "--web-key",
        _("FILE"),
        _("the private key of the certificate (default: in the same file)"),
        type=file,
    )
    serve.option(
        "--web-host",
        _("ADDRESS"),
        _(
            "the address to listen on for browsers (default: this computer only; with "
            "--web-cert, that of --host)"
        ),
    )


def _capacity(serve: Parser) -> None:
    serve.option(
        "--max-sessions",
        "N",
        _("maximum number of sessions (default: %(default)s)"),
        type=positive,
        default=300,
    )
    serve.option(
        "--workers",
        "N",
        _("number of processes that compute the moves of bots (default: %(default)s)"),
        type=positive,
        default=2,
    )


def _notifications(serve: Parser) -> None:
    serve.option(
        "--notify",
        _("COMMAND"),
        _(
            "a command that tells players who are away that a game is waiting for them; "
            "it reads one line of JSON"
        ),
    )
    serve.option(
        "--notify-kind",
        _("KIND"),
        _(
            "a type of address that the --notify command handles, such as mail or ntfy; can be "
            "given more than once"
        ),
        action="append",
        default=[],
    )
    serve.option(
        "--notify-after",
        "N",
        _("minutes to wait before a notification (default: %(default)s)"),
        type=positive,
        default=10,
    )
