"""Commands about a house, its people and their turns."""

from __future__ import annotations

import argparse
from typing import Final

from engine.i18n.text import words
from tui.cli.parser.arguments import file, network, port, positive
from tui.cli.parser.command_line import Command, CommandLine


def _serve(make: CommandLine) -> None:
    serve = make.command(
        "serve",
        words("Start a server: people connect over SSH, each from their own terminal."),
        ("guildhall serve", words("new players need the invite code that it prints")),
        (
            "guildhall serve --port 2323 --newcomers nobody",
            words("only players who are already registered"),
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
        help=make.say(words("the port to listen on (default: %(default)s)")),
    )
    serve.add_argument(
        "--host",
        default="::",
        metavar=make.say(words("ADDRESS")),
        help=make.say(words("the address to listen on (default: all addresses of this computer)")),
    )
    serve.add_argument(
        "--proxy-from",
        dest="balancers",
        type=network,
        action="append",
        default=[],
        metavar=make.say(words("NETWORK")),
        help=make.say(
            words(
                "the address of a load balancer that forwards connections with client "
                "addresses (PROXY protocol 2); can be given more than once"
            )
        ),
    )
    _way_in(make, serve, None)
    serve.add_argument(
        "--key",
        type=file,
        metavar=make.say(words("FILE")),
        help=make.say(
            words("the server's host key (default: host_key in the folder with the games)")
        ),
    )
    serve.add_argument(
        "--new-key",
        action="store_true",
        help=make.say(
            words("for a server on several machines: make this machine's key the server's host key")
        ),
    )
    _newcomers(make, serve)
    _web(make, serve)
    make.programs(serve)
    serve.add_argument(
        "--most",
        type=positive,
        default=300,
        metavar="N",
        help=make.say(words("maximum number of sessions (default: %(default)s)")),
    )
    serve.add_argument(
        "--thinkers",
        type=positive,
        default=2,
        metavar="N",
        help=make.say(
            words("number of processes that compute moves and hints (default: %(default)s)")
        ),
    )
    serve.add_argument(
        "--tell",
        metavar=make.say(words("COMMAND")),
        help=make.say(
            words(
                "a command that notifies players who are away that a game is waiting for "
                "them; it reads one line of JSON"
            )
        ),
    )
    serve.add_argument(
        "--tell-kind",
        action="append",
        default=[],
        metavar=make.say(words("KIND")),
        help=make.say(
            words(
                "a type of address that this command handles: mail, ntfy …; can be given "
                "more than once"
            )
        ),
    )
    serve.add_argument(
        "--tell-after",
        type=positive,
        default=10,
        metavar="N",
        help=make.say(words("minutes to wait before notifying a player (default: %(default)s)")),
    )


def _server(make: CommandLine) -> None:
    server = make.command(
        "server",
        words("Control the running server."),
        (
            "guildhall server status",
            words("who is online, which limits are reached, who was refused"),
        ),
        (
            "guildhall server knock",
            words("check that the server accepts connections; fails if it does not"),
        ),
        ("guildhall server reload", words("new sessions use the current version of the program")),
        ("guildhall server say We close at ten.", words("show a message on everyone's screen")),
        (
            "guildhall server status --all",
            words("status of every machine of a server on several machines"),
        ),
    )
    server.add_argument("request", choices=["status", "knock", "reload", "stop", "say"])
    server.add_argument(
        "text",
        nargs="*",
        metavar=make.say(words("TEXT")),
        help=make.say(words("the message")),
    )
    which = server.add_mutually_exclusive_group()
    which.add_argument(
        "--all",
        action="store_true",
        help=make.say(words("every machine of the server, through their shared database")),
    )
    which.add_argument(
        "--on",
        metavar=make.say(words("HOST")),
        help=make.say(words("one machine, by name or id (default: this computer)")),
    )
    make.json(server)


def _as(make: CommandLine) -> None:
    guest = make.command(
        "as",
        words(
            "Start a session for a user whose key sshd has checked (for use as a forced command)."
        ),
        (
            "guildhall as SHA256:... join K7M2",
            words("without WORDS, those of SSH_ORIGINAL_COMMAND are used"),
        ),
    )
    guest.set_defaults(command="as_", discreet=True)
    guest.add_argument(
        "fingerprint",
        metavar=make.say(words("FINGERPRINT")),
        help=make.say(words("of the key, as sshd gives it in %%f")),
    )
    guest.add_argument(
        "words",
        nargs="*",
        metavar=make.say(words("WORDS")),
        help="join CODE | watch ID | turns | export ID | key add",
    )
    _newcomers(make, guest)
    _way_in(make, guest, "ssh HOST")


def _people(make: CommandLine) -> None:
    people = make.command(
        "people",
        words("Manage the players registered on this server."),
        ("guildhall people list", words("all players, and when they were last here")),
        ("guildhall people ban Anna", words("Anna can no longer connect; unban reverses it")),
        ("guildhall people key Anna", words("a one-time code for someone who has lost a key")),
        ("guildhall people rename Anna Annabel", words("in all games too")),
        ("guildhall people forget Anna --force", words("as if she had never been here")),
        ("guildhall people new-word", words("a new invite code; “people word” prints it")),
    )
    people.add_argument(
        "act",
        choices=[
            "list",
            "admin",
            "demote",
            "ban",
            "unban",
            "rename",
            "key",
            "forget",
            "word",
            "new-word",
        ],
    )
    people.add_argument(
        "names",
        nargs="*",
        metavar=make.say(words("NAME")),
        help=make.say(words("the player; for rename also the new name")),
    )
    people.add_argument(
        "--force",
        action="store_true",
        help=make.say(words("do things that cannot be undone")),
    )
    make.json(people)


def _turns(make: CommandLine) -> None:
    turns = make.command(
        "turns",
        words("Print the games waiting for you, one per line; fails if there are none."),
        ("guildhall turns", words("games on this computer")),
        ("guildhall turns Anna", words("games of a player on this server")),
    )
    turns.add_argument(
        "name",
        nargs="?",
        metavar=make.say(words("NAME")),
        help=make.say(words("a player registered on this server")),
    )
    make.json(turns)


def _way_in(make: CommandLine, parser: argparse.ArgumentParser, otherwise: str | None) -> None:
    parser.add_argument(
        "--way-in",
        default=otherwise,
        metavar=make.say(words("LINE")),
        help=make.say(
            words("the command that others type to connect (default: one for this computer)")
            if otherwise is None
            else words("the command that others type to connect (default: %(default)s)")
        ),
    )


def _web(make: CommandLine, serve: argparse.ArgumentParser) -> None:
    serve.add_argument(
        "--web",
        type=port,
        nargs="?",
        const=8080,
        metavar=make.say(words("PORT")),
        help=make.say(words("also let people connect with a browser (default port: %(const)s)")),
    )
    serve.add_argument(
        "--web-url",
        metavar=make.say(words("ADDRESS")),
        help=make.say(
            words(
                "the address of the page that others open, such as https://games.example.org "
                "(default: one from the certificate, or for this computer)"
            )
        ),
    )
    serve.add_argument(
        "--web-cert",
        type=file,
        metavar=make.say(words("FILE")),
        help=make.say(words("the certificate for https, with its chain, in PEM format")),
    )
    serve.add_argument(
        "--web-key",
        type=file,
        metavar=make.say(words("FILE")),
        help=make.say(words("the private key of the certificate (default: in the same file)")),
    )
    serve.add_argument(
        "--web-proxy-from",
        dest="web_proxies",
        type=network,
        action="append",
        default=[],
        metavar=make.say(words("NETWORK")),
        help=make.say(
            words(
                "the address of a web server in front that names the client in X-Forwarded-For; "
                "can be given more than once"
            )
        ),
    )
    serve.add_argument(
        "--web-host",
        metavar=make.say(words("ADDRESS")),
        help=make.say(
            words(
                "the address to listen on for browsers (default: this computer only; with "
                "--web-cert, that of --host)"
            )
        ),
    )


def _newcomers(make: CommandLine, parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--newcomers",
        choices=["invited", "anyone", "nobody"],
        default="invited",
        help=make.say(words("who may register (default: %(default)s)")),
    )


COMMANDS: Final[tuple[Command, ...]] = (_serve, _server, _as, _people, _turns)
