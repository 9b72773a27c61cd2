"""Commands about a house, its people and their turns."""

from __future__ import annotations

import argparse
from typing import Final

from engine.i18n.text import words
from tui.parser.arguments import file, network, port, positive
from tui.parser.maker import Command, Maker


def _serve(make: Maker) -> None:
    serve = make.command(
        "serve",
        words("Open a house: people come in over SSH, each at a terminal of their own."),
        ("guildhall serve", words("newcomers need the word of invitation that it prints")),
        (
            "guildhall serve --port 2323 --newcomers nobody",
            words("only those who have a name here"),
        ),
    )
    serve.add_argument(
        "--port",
        type=port,
        default=2222,
        metavar="N",
        help=make.say(words("where people come in; %(default)s unless told")),
    )
    serve.add_argument(
        "--host",
        default="::",
        metavar=make.say(words("ADDRESS")),
        help=make.say(words("the address to listen at; all of this computer unless told")),
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
                "where a balancer stands that passes people on and tells their addresses (PROXY "
                "protocol 2); can be given more than once"
            )
        ),
    )
    _way_in(make, serve, None)
    serve.add_argument(
        "--key",
        type=file,
        metavar=make.say(words("FILE")),
        help=make.say(words("the key of the house; host_key in the folder of the games else")),
    )
    serve.add_argument(
        "--new-key",
        action="store_true",
        help=make.say(
            words("of a house on several hosts: the key of this one is the house's from now on")
        ),
    )
    _newcomers(make, serve)
    make.programs(serve)
    serve.add_argument(
        "--most",
        type=positive,
        default=300,
        metavar="N",
        help=make.say(words("how many sessions at a time; %(default)s unless told")),
    )
    serve.add_argument(
        "--thinkers",
        type=positive,
        default=2,
        metavar="N",
        help=make.say(
            words("how many processes think for bots and hints; %(default)s unless told")
        ),
    )
    serve.add_argument(
        "--tell",
        metavar=make.say(words("COMMAND")),
        help=make.say(
            words(
                "a command of yours that tells people who are away that a game waits for them; "
                "it reads one line of JSON"
            )
        ),
    )
    serve.add_argument(
        "--tell-kind",
        action="append",
        default=[],
        metavar=make.say(words("KIND")),
        help=make.say(
            words("a kind of address that it knows: mail, ntfy …; can be given more than once")
        ),
    )
    serve.add_argument(
        "--tell-after",
        type=positive,
        default=10,
        metavar="N",
        help=make.say(
            words("after how many minutes people are told; %(default)s unless said otherwise")
        ),
    )


def _server(make: Maker) -> None:
    server = make.command(
        "server",
        words("Speak to the house that is open."),
        ("guildhall server status", words("who is there, what is full, who was refused")),
        ("guildhall server knock", words("whether one comes in: fails if the door stays shut")),
        ("guildhall server reload", words("new sessions get the program as it is now")),
        ("guildhall server say We close at ten.", words("on everybody's screen")),
        ("guildhall server status --all", words("of every host of a house that is on several")),
    )
    server.add_argument("request", choices=["status", "knock", "reload", "stop", "say"])
    server.add_argument(
        "text",
        nargs="*",
        metavar=make.say(words("TEXT")),
        help=make.say(words("what is to be said")),
    )
    which = server.add_mutually_exclusive_group()
    which.add_argument(
        "--all",
        action="store_true",
        help=make.say(words("every host of the house, through the database that they share")),
    )
    which.add_argument(
        "--on",
        metavar=make.say(words("HOST")),
        help=make.say(words("one of them, by its name or id; else the house of this computer")),
    )
    make.json(server)


def _as(make: Maker) -> None:
    guest = make.command(
        "as",
        words("Let a guest in whose key sshd has checked: for its forced command."),
        (
            "guildhall as SHA256:... join K7M2",
            words("else the words are those of SSH_ORIGINAL_COMMAND"),
        ),
    )
    guest.set_defaults(command="as_", discreet=True)
    guest.add_argument(
        "fingerprint",
        metavar=make.say(words("FINGERPRINT")),
        help=make.say(words("of the key, as sshd tells it by %%f")),
    )
    guest.add_argument(
        "words",
        nargs="*",
        metavar=make.say(words("WORDS")),
        help="join CODE | watch ID | turns | export ID | key add",
    )
    _newcomers(make, guest)
    _way_in(make, guest, "ssh HOST")


def _people(make: Maker) -> None:
    people = make.command(
        "people",
        words("Look after the people who have a name in this house."),
        ("guildhall people list", words("who there is, and who was here last")),
        ("guildhall people ban Anna", words("does not come in any more; unban takes it back")),
        ("guildhall people key Anna", words("a word for somebody who has lost a key")),
        ("guildhall people rename Anna Annabel", words("in all matches too")),
        ("guildhall people forget Anna --force", words("as if she had never been here")),
        ("guildhall people new-word", words("another word of invitation; word tells it")),
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
        help=make.say(words("whom it is about; for rename the new name as well")),
    )
    people.add_argument(
        "--force",
        action="store_true",
        help=make.say(words("do what cannot be undone")),
    )
    make.json(people)


def _turns(make: Maker) -> None:
    turns = make.command(
        "turns",
        words("Print the matches that wait for you, a line each; fails if there are none."),
        ("guildhall turns", words("those of this computer")),
        ("guildhall turns Anna", words("those of somebody who has a name in this house")),
    )
    turns.add_argument(
        "name",
        nargs="?",
        metavar=make.say(words("NAME")),
        help=make.say(words("somebody who has a name in this house")),
    )
    make.json(turns)


def _way_in(make: Maker, parser: argparse.ArgumentParser, otherwise: str | None) -> None:
    parser.add_argument(
        "--way-in",
        default=otherwise,
        metavar=make.say(words("LINE")),
        help=make.say(
            words("what others type to come here; that of this computer unless told")
            if otherwise is None
            else words("what others type to come here; %(default)s unless told")
        ),
    )


def _newcomers(make: Maker, parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--newcomers",
        choices=["invited", "anyone", "nobody"],
        default="invited",
        help=make.say(words("who may choose a name; %(default)s unless told")),
    )


COMMANDS: Final[tuple[Command, ...]] = (_serve, _server, _as, _people, _turns)
