"""`guildhall serve` opens a house, `guildhall server` speaks to the one that is open."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.errors import GuildhallError
from engine.i18n.text import Text, plural, verbatim, words
from screens.exit_codes import FAILED, OK

if TYPE_CHECKING:
    from argparse import Namespace

    from tui.own_house import OwnHouse
    from tui.serve.standing import Status


ASYNCSSH: Final = "asyncssh>=2.24,<2.25"
"""What opening a house needs and nothing else does, as `pyproject.toml` says it."""


class CannotServe(GuildhallError):
    """This computer, or this installation, cannot open a house."""


def serve(house: OwnHouse, args: Namespace) -> int:
    """Open a house and keep it open until it is told to close; raises CannotServe, and BadSetup for
    a command that cannot tell anybody anything."""
    _check_system()
    _check_installation()
    from screens.guests.guest import Newcomers
    from tui.serve.house import Opening, keep_open
    from tui.serve.limits import Limits
    from tui.serve.telling import checked_telling

    def tell_now(text: Text) -> None:
        house.print(text)
        sys.stdout.flush()

    telling = None
    if args.tell is not None or args.tell_kind:
        telling = checked_telling(args.tell or "--tell", args.tell_kind, args.tell_after)
    house.close()
    keep_open(
        Opening(
            house.places,
            tell_now,
            args.port,
            args.host,
            Newcomers(args.newcomers),
            Limits(sessions=args.most, thinkers=args.thinkers),
            telling,
            tuple(args.balancers),
            args.way_in,
            args.key and Path(args.key),
            args.new_key,
        )
    )
    return OK


def server(house: OwnHouse, args: Namespace) -> int:
    """Say something to the house that is open, or knock at its door, and print what it answers;
    raises HouseClosed, HouseSilent, DoorShut."""
    from tui.serve.control import ask

    _check_system()
    match ask(house.places.data, {"do": args.request, "text": " ".join(args.text)}):
        case {"failed": str(reason)}:
            raise GuildhallError(verbatim(reason))
        case {"door": dict(door)}:
            _knock(house, door)
        case {"house": dict(standing)}:
            _print_status(house, standing, as_json=args.json)
        case {"told": int(told)}:
            house.print(plural("{n} terminal shows it.", "{n} terminals show it.", told))
        case {"done": True}:
            pass
        case _:
            house.print(words("It did not work; the log of the house says more."))
            return FAILED
    return OK


def _knock(house: OwnHouse, door: Mapping[str, Any]) -> None:
    """Raises CannotServe, DoorShut."""
    _check_installation()
    from tui.serve.knocking import DoorShut, knock
    from tui.serve.standing import NOT_READY

    if not door["ready"]:
        raise DoorShut(NOT_READY)
    balancers = [ip_network(one) for one in door["balancers"]]
    knock(door["host"], door["port"], door["key"], balancers)
    house.print(words("The door opens, with its key: {fingerprint}", fingerprint=door["key"]))


def _print_status(house: OwnHouse, status: Status, *, as_json: bool) -> None:
    from tui.serve.standing import told

    if as_json:
        print(json.dumps(status, indent=2, ensure_ascii=False))
    else:
        for line in told(status):
            house.print(line)


def _check_system() -> None:
    """Raises CannotServe where processes have no descriptors and sockets keep no borders."""
    if sys.platform != "linux":
        raise CannotServe(words("A house can be opened on Linux only."))


def _check_installation() -> None:
    """Raises CannotServe where the library is missing that speaks SSH."""
    if find_spec("asyncssh") is None:
        command = f'pip install "{ASYNCSSH}"'
        raise CannotServe(words("To open a house, asyncssh is needed: {command}", command=command))
