"""Fork server: a process that imports the program, then forks a child for each session.

It has one thread, no running event loop, no open store and no keys. The server starts it with one
end of a SOCK_SEQPACKET pair. It receives calls, each with the terminal and link of the new session.
It reports when it is ready, and which sessions have started (with a descriptor of the process),
could not be started, or have ended. At the end of its input, it waits for its last child and exits.
"""

from __future__ import annotations

import gc
import json
import os
import pkgutil
import signal
import socket
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from select import POLLIN, poll
from typing import TYPE_CHECKING, Final

from tui.external_bots import admit
from tui.server.identity import MAX_CALL_SIZE, Call
from tui.server.session_process import run_in_child
from tui.server.warm_up import rehearse
from tui.user_paths import UserPaths

if TYPE_CHECKING:
    from engine.core.catalogue_entry import Entry

CHUNK: Final = 4096

_PRELOADED: Final = ("engine", "styles", "screens")
_LATER: Final = (
    "asyncio.unix_events",
    "rich._unicode_data",
    "rich.traceback",
    "textual.drivers.headless_driver",
    "textual.drivers.linux_driver",
    "textual.layouts.factory",
    "textual.layouts.horizontal",
    "textual.layouts.stream",
    "textual.pilot",
    "textual.scrollbar",
    "tui.admin_link",
    "tui.guest_session",
    "tui.launch",
    "tui.line_mode",
    "tui.server.child_app",
)
"""Modules that are imported before the first fork, because otherwise each session would import them
when it needs them."""


def warm(*, preload: bool = True) -> None:
    """Prepare this process for forks: import modules, rehearse a session, and exempt all objects
    from garbage collection. With `preload`, first import and read everything that sessions of any
    game need."""
    if preload:
        _preload()
    for module in _LATER:
        import_module(module)
    _rehearse()
    gc.collect()
    gc.freeze()


def _preload() -> None:
    """Import and read all games, painters and screens."""
    for package in _PRELOADED:
        for module in _modules(package):
            import_module(module)
    from rich.cells import cell_len

    from engine.games import catalogue
    from engine.i18n.language import LANGUAGES, Translator
    from engine.i18n.text import words

    for language in LANGUAGES:
        Translator(language).translate(words("Guildhall"))
    for entry in catalogue():
        _open(entry)
    cell_len("ể")  # makes Rich read its tables, as any letter beyond Latin-1 does


def _rehearse() -> None:
    """Rehearse a session. Errors are printed and ignored."""
    try:
        rehearse()
    except Exception:
        traceback.print_exc()


def _open(entry: Entry) -> None:
    """Load a game with its texts, and paint its table."""
    from engine.core.players import PERSON
    from engine.help.guide import coach, guide
    from engine.help.rulebook import rulebook
    from engine.i18n.language import LANGUAGES, Translator
    from engine.match.match import Match
    from engine.match.match_view import MatchView
    from screens.paint.theme import theme
    from screens.table_view.painter_registry import painter_for
    from screens.table_view.panels import TALL_SCREEN, WIDE_SCREEN
    from screens.table_view.scene import Scene

    for language in LANGUAGES:
        for read in (rulebook, guide, coach):
            read(entry.id, language)
    names = ("Anna", "Boris", "Clara", "Dmitri", "Eve", "Felix")
    seats = [(name, PERSON) for name in names[: entry.players.stop - 1]]
    match_view = MatchView(Match.begin(entry.id, seats, seed="0"))
    painter = painter_for(entry.id)
    scene = Scene.of(match_view, 0, Translator("en"), painter.theme_for_game(theme()))
    painter.paint(scene, WIDE_SCREEN, TALL_SCREEN)


def _modules(package: str) -> Iterator[str]:
    yield package
    path = import_module(package).__path__
    for module in pkgutil.walk_packages(path, f"{package}."):
        yield module.name


class ForkServer:
    """Loop of the fork server. It receives calls on the socket `control`, forks a child for each,
    and reports there when a child has started, could not be started, or has ended."""

    def __init__(self, control: socket.socket, paths: UserPaths) -> None:
        self._control = control
        self._paths = paths
        self._children: dict[int, int] = {}
        self._input_open = True
        self._wakeup_reader, self._wakeup_writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)

    def run(self) -> None:
        """Serve until the input has ended and the last child has exited."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._wakeup_writer, warn_on_full_buffer=False)
        self._report({"ready": os.getpid()})
        poller = poll()
        poller.register(self._control, POLLIN)
        poller.register(self._wakeup_reader, POLLIN)
        while self._input_open or self._children:
            ready = {descriptor for descriptor, _ in poller.poll()}
            if self._wakeup_reader in ready:
                with suppress(BlockingIOError):
                    os.read(self._wakeup_reader, CHUNK)
            self._reap()
            if self._input_open and self._control.fileno() in ready:
                self._accept_call(poller)

    def _accept_call(self, poller: poll) -> None:
        try:
            data, descriptors, _, _ = socket.recv_fds(self._control, MAX_CALL_SIZE, 2)
        except OSError:
            data, descriptors = b"", []
        if not data:
            self._input_open = False
            poller.unregister(self._control)
            return
        try:
            self._start(Call.load(data), *descriptors)
        finally:
            for descriptor in descriptors:
                os.close(descriptor)

    def _start(self, call: Call, terminal: int, line: int) -> None:
        try:
            child = os.fork()
        except OSError as error:
            self._report({"failed": call.number, "reason": str(error)})
            return
        if not child:
            run_in_child(call, terminal, line, self._paths)
        self._children[child] = call.number
        handle = os.pidfd_open(child)
        try:
            self._report({"started": call.number, "pid": child}, handle)
        finally:
            os.close(handle)

    def _reap(self) -> None:
        with suppress(ChildProcessError):
            while True:
                child, status = os.waitpid(-1, os.WNOHANG)
                if not child:
                    return
                number = self._children.pop(child, None)
                if number is not None:
                    self._report({"ended": number, "code": os.waitstatus_to_exitcode(status)})

    def _report(self, message: Mapping[str, int | str], *descriptors: int) -> None:
        with suppress(OSError):  # the server is gone
            socket.send_fds(self._control, [json.dumps(message).encode()], list(descriptors))


def main() -> None:
    """Run the fork server, with the arguments DESCRIPTOR DATA CONFIG PRELOAD [NAME=PROGRAM ...]
    from `fork_server_arguments`. PRELOAD is 0 or 1."""
    descriptor, data, config, preload, *named = sys.argv[1:]
    admit(named)
    os.set_inheritable(int(descriptor), False)
    with socket.socket(fileno=int(descriptor)) as control:
        paths = UserPaths.passed_on(data, config)
        warm(preload=bool(int(preload)))
        if paths.address is not None:
            import_module("engine.storage.postgres_store")
        ForkServer(control, paths).run()
