"""Commands to the machines of a server, passed through the store. Each machine executes the
commands addressed to it (`engine/lobby/hosts.py`)."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import closing
from typing import Final

from attrs import define, field

from engine.errors import GuildhallError
from engine.lobby.hosts import HEARTBEAT_INTERVAL, Host, HostCommand, HostCommands, Hosts
from engine.storage.pubsub import Subscription
from engine.storage.store import Store
from tui.server.control_socket import Answer, Request
from tui.user_paths import UserPaths
from tui.user_store import open_store

TIMEOUT: Final = 30.0
"""Maximum number of seconds to wait for the answer to a request other than `reload`."""

LONG_PATIENCE: Final = 300.0
"""Maximum number of seconds to wait for the answer to `reload`."""

POLL_INTERVAL: Final = 0.1
"""Seconds between checks for an answer."""

_log = logging.getLogger("guildhall.door")


class NoSuchHost(GuildhallError):
    """Raised if no machine of the server has the given name or id, or no machine is running."""


def hosts_called(hosts: Hosts, name: str | None) -> Sequence[Host]:
    """Return the running machines whose name or id is `name`, or all of them if `name` is None.
    Raises NoSuchHost, BadStore."""
    here = hosts.running()
    matching = [host for host in here if name in (None, host.name, host.id)]
    if not matching:
        there = ", ".join(f"{host.name} ({host.id})" for host in here) or "–"
        raise NoSuchHost(
            "The server is not running on that machine. The server's machines: {hosts}", hosts=there
        )
    return matching


def ask_hosts(store: Store, hosts: Sequence[Host], request: Request) -> Mapping[str, Answer | None]:
    """Send a request to the machines `hosts`, and return the answers by the machines' ids. None
    stands for a machine that does not answer in time or has gone. Raises BadStore."""
    host_commands = HostCommands(store)
    asked = {host.id: host_commands.ask(host.id, json.dumps(request)) for host in hosts}
    patience = LONG_PATIENCE if request["do"] == "reload" else TIMEOUT
    until = time.monotonic() + patience
    try:
        while None in (replies := host_commands.answers(asked.values())).values():
            if time.monotonic() > until:
                break
            time.sleep(POLL_INTERVAL)
    finally:
        host_commands.forget(asked.values())
    answers = {host: replies.get(id) for host, id in asked.items()}
    return {
        host: None if answer is None else json.loads(answer) for host, answer in answers.items()
    }


@define(eq=False)
class HostCommandHandler:
    """Handler of the requests to this machine, whose id is `host`. `carry_out` executes a request
    and returns the answer. `subscription` becomes readable when a request has arrived. The store is
    read in a thread, so that the event loop does not wait for a database."""

    paths: UserPaths
    host: str
    subscription: Subscription
    carry_out: Callable[[Request], Awaitable[Answer]]
    _has_work: asyncio.Event = field(factory=asyncio.Event)
    _work: asyncio.Task[None] | None = None
    _over: bool = False

    def open(self) -> None:
        """Start executing commands."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self.subscription.fileno(), self._start)
        self._work = loop.create_task(self._run())

    async def close(self) -> None:
        """Answer the pending commands, stop, and close the subscription."""
        if self._work is not None:
            asyncio.get_running_loop().remove_reader(self.subscription.fileno())
            self._over = True
            self._has_work.set()
            await self._work
        self.subscription.close()

    def _start(self) -> None:
        self.subscription.clear()
        self._has_work.set()

    async def _run(self) -> None:
        while not self._over:
            await self._has_work.wait()
            self._has_work.clear()
            try:
                await self._do_all()
            except GuildhallError as error:
                _log.error("the commands to this machine cannot be read: %s", error)
                asyncio.get_running_loop().call_later(
                    HEARTBEAT_INTERVAL.total_seconds(), self._has_work.set
                )

    async def _do_all(self) -> None:
        """Execute and answer the pending commands. Raises BadStore."""
        for command in await asyncio.to_thread(self._due):
            _log.info("command to this machine: %s", command.request)
            answer = await self.carry_out(json.loads(command.request))
            await asyncio.to_thread(self._store_answer, command, answer)

    def _due(self) -> Sequence[HostCommand]:
        with closing(open_store(self.paths)) as store:
            return HostCommands(store).due(self.host)

    def _store_answer(self, command: HostCommand, answer: Answer) -> None:
        with closing(open_store(self.paths)) as store:
            HostCommands(store).answer(command.id, json.dumps(answer))
