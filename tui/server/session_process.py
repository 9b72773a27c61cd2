"""A session's process, from its fork to its end."""

from __future__ import annotations

import os
import resource
import signal
import sys
import termios
import threading
import traceback
from collections.abc import Mapping
from contextlib import suppress
from fcntl import ioctl
from typing import TYPE_CHECKING, Final, NoReturn

from engine.shell_command import STARTED_AS
from engine.workers.niceness import be_nice
from screens.exit_codes import CRASHED, FAILED, INTERRUPTED
from tui.server.cpu_limits import MAX_NICE, NICENESS, exit_on_runaway_cpu
from tui.server.identity import NO_TERM
from tui.server.server_link import ServerLink
from tui.user_paths import STORE

if TYPE_CHECKING:
    from screens.app import GuildhallApp
    from screens.environment import Environment
    from screens.lobby.guest import Guest
    from screens.preferences import Preferences
    from tui.server.identity import Call
    from tui.user_paths import UserPaths

LINK_DESCRIPTOR: Final = 3
"""Descriptor of the link between server and session."""

MEGABYTE: Final = 1024 * 1024
LIMITS: Final = (
    (resource.RLIMIT_AS, 512 * MEGABYTE),
    (resource.RLIMIT_CORE, 0),
    (resource.RLIMIT_NPROC, 4096),
)
_MAX_DESCRIPTORS: Final = 4096

_INHERITED: Final = ("PATH", "TZ", "TZDIR", "TMPDIR", "XDG_RUNTIME_DIR", STORE, STARTED_AS)
_LIBPQ: Final = "PG"
"""Prefix of further environment variables that a session inherits: the settings and credentials of
PostgreSQL's client library."""


def run_in_child(call: Call, terminal: int, link_descriptor: int, paths: UserPaths) -> NoReturn:
    """Turn this process into the session of `call`, on `terminal`, with `link_descriptor` as its
    link to the server. Does not return."""
    code = CRASHED
    try:
        _detach_from_fork_server(call.environment, terminal, link_descriptor)
        has_terminal = call.environment["TERM"] != NO_TERM
        if call.identity.reads_input and has_terminal and not _acquire_terminal():
            code = FAILED
        else:
            _set_resource_limits()
            _log_unhandled_errors(paths)
            exit_on_runaway_cpu(lambda text: _log_error(paths, text))
            code = run_session(call, paths)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BaseException:
        _log_error(paths, traceback.format_exc())
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code & 0xFF)


def _is_inherited(name: str) -> bool:
    return name in _INHERITED or name.startswith(_LIBPQ)


def _detach_from_fork_server(
    environment: Mapping[str, str], terminal: int, link_descriptor: int
) -> None:
    """Detach this process from the fork server: give it its own process session, signal handlers,
    standard streams (`terminal`), link and environment, and close all other descriptors. A few
    environment variables are inherited."""
    os.setsid()
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGINT, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if link_descriptor <= LINK_DESCRIPTOR:
        link_descriptor = os.dup(link_descriptor)
    for standard in (0, 1, 2):
        os.dup2(terminal, standard)
    os.dup2(link_descriptor, LINK_DESCRIPTOR, inheritable=False)
    os.closerange(LINK_DESCRIPTOR + 1, _MAX_DESCRIPTORS)
    os.chdir("/")
    inherited = {name: value for name, value in os.environ.items() if _is_inherited(name)}
    os.environ.clear()
    os.environ.update(inherited | dict(environment))
    _reopen_streams()


def _acquire_terminal() -> bool:
    """Make standard input the controlling terminal. Return False if the client is gone."""
    try:
        ioctl(0, termios.TIOCSCTTY, 0)
    except OSError:
        return False
    return True


def _reopen_streams() -> None:
    for descriptor, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        stream = open(  # noqa: SIM115
            descriptor, mode, encoding="utf-8", errors="replace", closefd=False
        )
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _set_resource_limits() -> None:
    for what, most in LIMITS:
        _, hard = resource.getrlimit(what)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(what, (most, most))
    be_nice(os.getpid(), min(os.getpriority(os.PRIO_PROCESS, 0) + NICENESS, MAX_NICE))


def _log_unhandled_errors(paths: UserPaths) -> None:
    """Log errors in threads and finalizers, instead of printing them to the player."""

    def in_thread(args: threading.ExceptHookArgs) -> None:
        text = traceback.format_exception(args.exc_type, args.exc_value, args.exc_traceback)
        _log_error(paths, "".join(text))

    def unraisable(args: sys.UnraisableHookArgs) -> None:
        text = traceback.format_exception(args.exc_type, args.exc_value, args.exc_traceback)
        _log_error(paths, f"{args.err_msg}\n{''.join(text)}")

    threading.excepthook = in_thread
    sys.unraisablehook = unraisable


def _log_error(paths: UserPaths, text: str) -> None:
    from screens.error_log import log_error

    with suppress(OSError):
        log_error(paths.log, text)


def run_session(call: Call, paths: UserPaths) -> int:
    """Run the session on standard input and output, and return its exit code."""
    from screens.lobby.guest import Guest
    from tui.guest_session import run_guest_session

    who = call.identity
    guest = Guest(
        who.fingerprint,
        who.words,
        call.registration,
        connect_command=call.connect_command,
        page=call.page,
        by_browser=call.by_browser,
    )
    link = ServerLink(LINK_DESCRIPTOR)

    def make_app(environment: Environment, guest: Guest, preferences: Preferences) -> GuildhallApp:
        from tui.server.child_app import session_app

        return session_app(environment, guest, preferences, link)

    return run_guest_session(guest, paths, make_app, link)
