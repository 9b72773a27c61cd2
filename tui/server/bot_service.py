"""The bot service: a process that makes the moves of bots at tables where no player is present,
computes jobs for sessions in worker processes, and sends notifications.

The server starts the service with a listening socket for sessions and a connection to the server.
When this connection is closed, the service exits, with its workers.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from contextlib import closing, suppress
from typing import Final

from engine.errors import GuildhallError
from engine.lobby.notifications import Notifications
from engine.workers.bot_runner import BotRunner
from engine.workers.jobs import MAX_SIZE
from engine.workers.niceness import be_nice
from engine.workers.pool import WorkerPool
from engine.workers.rpc import JobServer
from screens.error_log import log_error
from screens.lobby.guest import STORE_NAME
from tui.external_bots import admit
from tui.server.cpu_limits import MAX_NICE, NICENESS
from tui.server.notification_dispatch import Notifier, NotifierSettings
from tui.user_paths import UserPaths
from tui.user_store import open_store

BACKLOG: Final = 400
"""Maximum number of sessions waiting to connect, as in `bot_supervisor`. Importing that module
would load parts of the server that this process does not need."""


async def run_bot_service(
    paths: UserPaths,
    listener: socket.socket,
    supervisor_link: socket.socket,
    workers: int,
    notifier_settings: NotifierSettings | None = None,
) -> None:
    """Run the service, with `workers` worker processes, until `supervisor_link` is closed. Sessions
    connect to `listener`. Without `notifier_settings`, no notifications are sent. Raises BadStore,
    or the exception that ends the bots' moves or the notifications."""
    loop = asyncio.get_running_loop()

    def report_error(message: str) -> None:
        with suppress(OSError):
            log_error(paths.log, message)

    pool = WorkerPool(workers, report_error=report_error)
    over = asyncio.Event()
    loop.add_reader(supervisor_link, over.set)
    with closing(open_store(paths, display_name=STORE_NAME)) as store:
        server = await asyncio.start_unix_server(
            lambda reader, writer: JobServer(pool, reader, writer).serve(),
            sock=listener,
            limit=MAX_SIZE,
            backlog=BACKLOG,
        )
        try:
            Notifications(store).set_kinds(
                notifier_settings.kinds if notifier_settings is not None else ()
            )
        except GuildhallError as error:
            report_error(error.text.plain())
        runs = [BotRunner(store, pool, report_error).run()]
        if notifier_settings is not None:
            runs.append(Notifier(store, notifier_settings, report_error).run())
        tasks = [loop.create_task(run) for run in (*runs, over.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done():
                    task.result()
        finally:
            loop.remove_reader(supervisor_link)
            server.close()
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            await pool.close()


def main() -> None:
    """Run the bot service with the arguments `LISTENER LINK WORKERS DATA CONFIG NOTIFIER
    [NAME=FILE ...]`. LISTENER and LINK are file descriptors, and NOTIFIER is empty if no
    notifications are sent."""
    listener_descriptor, link_descriptor, workers, data, config, notifier, *named = sys.argv[1:]
    admit(named)
    notifier_settings = NotifierSettings.load(notifier) if notifier else None
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    be_nice(os.getpid(), min(os.getpriority(os.PRIO_PROCESS, 0) + NICENESS, MAX_NICE))
    for descriptor in (listener_descriptor, link_descriptor):
        os.set_inheritable(int(descriptor), False)
    paths = UserPaths.passed_on(data, config)
    with (
        suppress(KeyboardInterrupt),
        socket.socket(fileno=int(listener_descriptor)) as listener,
        socket.socket(fileno=int(link_descriptor)) as link,
    ):
        asyncio.run(run_bot_service(paths, listener, link, int(workers), notifier_settings))
