"""The commands `guildhall serve`, which starts a server, and `guildhall server`, which controls a
running one."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.errors import BadSetup, GuildhallError, WrongUsage
from engine.i18n.text import Text, verbatim, words
from screens.exit_codes import FAILED, OK
from tui.streams import silence

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.lobby.hosts import Host
    from tui.cli.context import CommandContext
    from tui.server.control_socket import Answer
    from tui.server.status import Status
    from tui.web.web_settings import WebSettings


ASYNCSSH_REQUIREMENT: Final = "asyncssh>=2.24,<2.25"
"""Requirement for running a server, the same as in `pyproject.toml`."""
WEBSOCKETS_REQUIREMENT: Final = "websockets>=17.4,<18"
"""Requirement for the web front end."""


class CannotServe(GuildhallError):
    """Raised if this computer or installation cannot run a server."""


def serve(context: CommandContext, args: Namespace) -> int:
    """Run a server until it is stopped, and return the exit code. Raises CannotServe if this
    computer or installation cannot run a server, BadAddress or BadSetup for unusable options, and
    the GuildhallError or OSError of `run_server`."""
    _check_system()
    _check_installation()
    from screens.lobby.guest import Registration
    from tui.server.limits import Limits
    from tui.server.notification_dispatch import notifier_settings
    from tui.server.server import ServerSettings, run_server

    def print_now(text: Text) -> None:
        context.print_wrapped(text)
        sys.stdout.flush()

    notifier = None
    if args.notify is not None or args.notify_kind:
        notifier = notifier_settings(args.notify or "--notify", args.notify_kind, args.notify_after)
    context.close()
    run_server(
        ServerSettings(
            paths=context.paths,
            print_text=print_now,
            port=args.port,
            host=args.host,
            registration=Registration[args.registration.upper()],
            limits=Limits(sessions=args.max_sessions, workers=args.workers),
            notifier_settings=notifier,
            balancers=tuple(args.balancers),
            connect_command=args.connect_command,
            key=args.host_key and Path(args.host_key),
            new_key=args.new_host_key,
            web=_web_settings(args),
        )
    )
    try:
        if sys.stdout.isatty():
            print()  # the terminal has just shown ^C
        print_now(words("The server has stopped."))
    except OSError:  # the terminal is gone
        silence(sys.stdout)
    return OK


def _web_settings(args: Namespace) -> WebSettings | None:
    """Return the settings of the web front end; None without --web. Raises BadSetup if a
    required option is missing or the page's address is invalid, and CannotServe if the library is
    missing."""
    from tui.web.web_settings import LOOPBACK, WebSettings, checked_page

    if args.web is None:
        if args.web_url or args.web_cert or args.web_key or args.web_host:
            raise BadSetup("The options that begin with --web- need --web.")
        return None
    if args.web_key and not args.web_cert:
        raise BadSetup("--web-key needs --web-cert.")
    if find_spec("websockets") is None:
        command = f'pip install "{WEBSOCKETS_REQUIREMENT}"'
        raise CannotServe("For --web you need websockets: {command}", command=command)
    return WebSettings(
        args.web,
        args.web_host or (args.host if args.web_cert else LOOPBACK),
        args.web_url and checked_page(args.web_url),
        args.web_cert and Path(args.web_cert),
        args.web_key and Path(args.web_key),
    )


def server(context: CommandContext, args: Namespace) -> int:
    """Send a request to the running server, or check its health, and print the answer. Return the
    exit code. Raises WrongUsage for a missing message, CannotServe, ServerClosed, ServerSilent,
    CheckFailed, and GuildhallError if the server reports an error; with --all or --machine also
    NoSuchHost, BadStore or BadSetup."""
    from tui.server.control_socket import ask

    _check_system()
    request = {"do": args.request, "text": " ".join(args.text)}
    if args.request == "say" and not args.text:
        raise WrongUsage("“server say” needs a message.")
    if args.request == "stop" and args.all:
        request["everywhere"] = "yes"
    if args.request == "reload":
        context.print_message("Reloading the program. Players who are connected stay connected.")
        sys.stdout.flush()
    if args.all or args.machine is not None:
        return _send_to_machines(context, args, request)
    code = _print_answer(context, ask(context.paths.data, request), as_json=args.json)
    if args.request == "reload" and code == OK:
        context.print_message("Done. New connections use the new version of the program.")
    return code


def _send_to_machines(context: CommandContext, args: Namespace, request: Mapping[str, str]) -> int:
    """Send a request to one machine or to all, through the shared store, and print the answers.
    Return the exit code. Raises NoSuchHost, BadStore, and BadSetup if the store is not shared or
    the request is `check`."""
    from engine.lobby.hosts import Hosts
    from tui.server.host_command_handler import ask_hosts, hosts_called

    if not context.store.is_shared:
        raise BadSetup("The games are in a file, so this server runs on this computer only.")
    if args.request == "check":
        raise BadSetup("“server check” checks only this computer.")
    hosts = hosts_called(Hosts(context.store), args.machine)
    answers = ask_hosts(context.store, hosts, request)
    if args.json and args.request == "status":
        from tui.cli.json_output import print_json

        rows = [_machine_status(host, answers[host.id]) for host in hosts]
        print_json(rows)
        return OK if all(row["status"] for row in rows) else FAILED
    return max(
        _print_machine_answer(context, host, args.request, answers[host.id]) for host in hosts
    )


def _machine_status(host: Host, answer: Answer | None) -> Answer:
    """Return the row of a machine for `status --all --json`. Its `"status"` is None if the machine
    gave no answer or could not tell its status."""
    identity = {"host": host.name, "id": host.id, "version": host.version}
    return {**identity, "status": None if answer is None else answer.get("house")}


def _print_machine_answer(
    context: CommandContext, host: Host, asked: str, answer: Answer | None
) -> int:
    """Print a machine's answer to the request `asked`, and return the exit code. If `answer` is
    None, the machine has not answered, which is a success only if it was told to stop."""
    if answer == {"done": True} or (answer is None and asked == "stop"):
        context.print_message("On {host} ({id}): done.", host=host.name, id=host.id)
        return OK
    context.print_message("On {host} ({id}):", host=host.name, id=host.id)
    if answer is None:
        context.print_message("No answer. The server's log may say why.")
        return FAILED
    try:
        return _print_answer(context, answer, as_json=False)
    except GuildhallError as error:
        context.print_message(error.text)
        return FAILED


def _print_answer(context: CommandContext, answer: Answer, *, as_json: bool) -> int:
    match answer:
        case {"failed": str(reason)}:
            raise GuildhallError(verbatim(reason))
        case {"door": dict(readiness)}:
            _check_front_ends(context, readiness)
        case {"house": dict(status)}:
            _print_status(context, status, as_json=as_json)
        case {"told": int(reached)}:
            context.print_plural(
                "The announcement is shown on {n} terminal.",
                "The announcement is shown on {n} terminals.",
                reached,
            )
        case {"done": True}:
            pass
        case _:
            context.print_message("The request failed. The server's log may say why.")
            return FAILED
    return OK


def _check_front_ends(context: CommandContext, readiness: Mapping[str, Any]) -> None:
    """Check that the server is ready and its front ends answer, and print the fingerprint of the
    host key. `readiness` is the server's answer to `check`. Raises CannotServe, CheckFailed."""
    _check_installation()
    from tui.server.reachability import CheckFailed
    from tui.server.status import NO_STORE, NOT_READY
    from tui.ssh.healthcheck import check_health

    if not readiness["ready"]:
        raise CheckFailed(NOT_READY)
    if not readiness.get("store reached", True):
        raise CheckFailed(NO_STORE)
    balancers = [ip_network(network) for network in readiness["balancers"]]
    check_health(readiness["host"], readiness["port"], readiness["key"], balancers)
    if web := readiness.get("web"):
        from tui.web.healthcheck import check_web

        check_web(web["host"], web["port"], is_tls=web["tls"])
    context.print_message(
        "The server accepts connections, with this host key: {fingerprint}",
        fingerprint=readiness["key"],
    )


def _print_status(context: CommandContext, status: Status, *, as_json: bool) -> None:
    from tui.cli.json_output import print_json
    from tui.server.status import status_report

    if as_json:
        print_json(status)
    else:
        for line in status_report(status):
            context.print_message(line)


def _check_system() -> None:
    """Raise CannotServe unless this is Linux, whose process descriptors and sockets are needed."""
    if sys.platform != "linux":
        raise CannotServe("A server can run only on Linux.")


def _check_installation() -> None:
    """Raise CannotServe if the SSH library is missing."""
    if find_spec("asyncssh") is None:
        command = f'pip install "{ASYNCSSH_REQUIREMENT}"'
        raise CannotServe("To run a server you need asyncssh: {command}", command=command)
