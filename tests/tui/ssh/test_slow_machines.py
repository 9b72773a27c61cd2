"""A server on a slow machine: it starts, recovers and answers all the same."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.i18n.text import Text
from tests.tui.ssh import start_server
from tests.tui.ssh.server_process import (
    PATIENCE,
    ROOT,
    is_running,
    new_key,
    open_session,
    running_server,
    wait_until,
)
from tui.server import control_socket, session_pool
from tui.server.control_socket import ControlSocket, ServerClosed, ServerSilent, ask
from tui.server.limits import Limits
from tui.server.server import Server, ServerSettings, run_server
from tui.server.session_pool import NotReady, SessionPool
from tui.user_paths import UserPaths

READY = """
import socket, sys
control = socket.socket(fileno=int(sys.argv[1]))
open({gate!r}).read()
control.send(b'{{"ready": 1}}')
control.recv(1)
"""
"""A fork server that is ready once the gate is opened, and ends when its socket is closed."""


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "gate"
    os.mkfifo(path)
    monkeypatch.setattr(session_pool, "PROGRAM", READY.format(gate=str(path)))
    monkeypatch.setattr(session_pool, "LOG_INTERVAL", 0.01)
    return path


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Collect the server's log, even if a server in this process does not propagate it."""
    logger = logging.getLogger("guildhall.door")
    caplog.set_level(logging.INFO, logger.name)
    logger.addHandler(caplog.handler)
    yield caplog
    logger.removeHandler(caplog.handler)


@pytest.fixture
async def pool(tmp_path: Path) -> AsyncIterator[SessionPool]:
    """Yield a session pool. Once its fork servers have ended, nothing may be left open."""
    session_pool = SessionPool(UserPaths(tmp_path, tmp_path), Limits())
    yield session_pool
    session_pool.close()
    await wait_until(
        lambda: session_pool.pid is None and not session_pool.other_fork_servers,
        "the end of the zygotes",
    )


async def test_fork_server_has_no_start_timeout(
    gate: Path, pool: SessionPool, log: pytest.LogCaptureFixture
):
    opening = asyncio.create_task(pool.open())
    await wait_until(lambda: "is not ready after" in log.text, "a word in the log")
    assert not opening.done()
    await asyncio.to_thread(gate.write_text, "go")
    await opening
    assert pool.pid is not None
    assert f"fork server {pool.pid} is ready" in log.text


async def test_killed_fork_server_is_restarted_however_long_it_takes(gate: Path, pool: SessionPool):
    opening = asyncio.create_task(pool.open())
    await asyncio.to_thread(gate.write_text, "go")
    await opening
    first = pool.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    await wait_until(lambda: pool.pid is None, "the end of the first")
    await asyncio.to_thread(gate.write_text, "go")
    await wait_until(lambda: pool.pid not in (None, first), "next one")


async def test_failing_fork_server_is_restarted_with_growing_delay(
    gate: Path, pool: SessionPool, monkeypatch: pytest.MonkeyPatch
):
    """The delays are recorded, not waited for."""
    pauses: list[float] = []
    loop = asyncio.get_running_loop()
    later = loop.call_later

    def soon(delay: float, act: Callable[..., object], *args: Any) -> asyncio.TimerHandle:
        if "_restart_later" not in act.__qualname__:
            return later(delay, act, *args)
        pauses.append(delay)
        return later(0, act, *args)

    monkeypatch.setattr(loop, "call_later", soon)
    opening, good = asyncio.create_task(pool.open()), session_pool.PROGRAM
    await asyncio.to_thread(gate.write_text, "go")
    await opening
    monkeypatch.setattr(session_pool, "PROGRAM", "raise SystemExit(3)")
    _kill(pool)
    await wait_until(lambda: len(pauses) >= 10, "the pauses")
    assert pauses[:10] == [0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 30, 30]
    monkeypatch.setattr(session_pool, "PROGRAM", good)
    await asyncio.to_thread(gate.write_text, "go")
    await wait_until(lambda: pool.pid is not None, "one that is ready")
    pauses.clear()
    _kill(pool)
    await wait_until(lambda: pauses, "a pause")
    assert pauses == [0.2]


def _kill(pool: SessionPool) -> None:
    assert pool.pid is not None
    os.kill(pool.pid, signal.SIGKILL)


async def test_fork_server_that_fails_to_start_is_reported_to_the_admin(
    pool: SessionPool, monkeypatch: pytest.MonkeyPatch, log: pytest.LogCaptureFixture
):
    monkeypatch.setattr(session_pool, "PROGRAM", "raise SystemExit(3)")
    with pytest.raises(NotReady, match="the process that starts its sessions"):
        await pool.open()
    assert "has ended before it was ready" in log.text


async def test_aborted_reload_leaves_no_process(gate: Path, pool: SessionPool):
    reload = asyncio.create_task(pool.reload())
    await wait_until(lambda: pool.other_fork_servers, "a zygote")
    process = pool.other_fork_servers[0].process
    reload.cancel()
    await wait_until(lambda: process.poll() is not None, "its end")


def test_admin_sees_that_starting_takes_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tui.server.server.NOTICE_DELAY", 0)
    monkeypatch.setattr(session_pool, "PROGRAM", "import sys; sys.stdin.read()")
    messages: list[Text] = []
    with pytest.raises(NotReady):
        run_server(ServerSettings(UserPaths(tmp_path, tmp_path), messages.append, 0, "127.0.0.1"))
    assert [one.plain() for one in messages] == [
        "The server is starting. On a slow machine, this can take a few minutes."
    ]


@pytest.mark.parametrize("by_signal", [True, False])
async def test_starting_server_can_be_closed(
    gate: Path, tmp_path: Path, log: pytest.LogCaptureFixture, by_signal: bool
):
    places = UserPaths(tmp_path, tmp_path)
    opening = asyncio.create_task(
        Server(ServerSettings(places, lambda _: None, 0, "127.0.0.1")).run(),
    )
    await wait_until(lambda: "is not ready after" in log.text, "a word in the log")
    fork_server = int(log.text.split("fork server ")[1].split()[0])
    if by_signal:
        os.kill(os.getpid(), signal.SIGTERM)
    else:
        assert await asyncio.to_thread(ask, places.data, {"do": "stop"}) == {"done": True}
    await opening
    assert not control_socket.is_open(places.data)
    await wait_until(lambda: not is_running(fork_server), "the end of what got ready")


async def test_late_session_is_discarded(tmp_path: Path):
    """The fork server has so little time that the first sessions are given up while it answers."""
    with running_server(tmp_path, answer_seconds=0.02, seat_seconds=PATIENCE) as server:
        async with open_session(server, new_key()) as client:
            await client.wait_for_text("New here")
            await wait_until(lambda: len(server.session_pids()) == 1, "the end of the late ones")
            client.type(b"\x1b")
            assert await client.wait_closed() == 0
        server.wait_for_status(sessions=0)
        assert server.error_log() == ""


# ---------------------------------------------------------------------- what the host asks


async def test_busy_server_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(control_socket, "HEARTBEAT_INTERVAL", 0.01)
    done = asyncio.Event()

    async def answer(request: control_socket.Request) -> control_socket.Answer:
        await done.wait()
        return {"done": request["do"]}

    listening = ControlSocket(tmp_path, answer)
    await listening.open()
    asked = asyncio.create_task(asyncio.to_thread(ask, tmp_path, {"do": "reload"}))
    await wait_until(lambda: listening.at_work, "the question")
    done.set()
    assert await asked == {"done": "reload"}
    listening.close()


def test_unresponsive_server_is_not_reported_as_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(control_socket, "TIMEOUT", 0.01)
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / control_socket.SOCKET_NAME))
        with pytest.raises(ServerClosed):
            ask(tmp_path, {"do": "status"})
        silent.listen()
        with pytest.raises(ServerSilent, match="does not answer"):
            ask(tmp_path, {"do": "status"})


# ---------------------------------------------------------------------- whose program it is


def test_server_imports_nothing_from_the_current_folder(tmp_path: Path):
    """The folder contains modules of the same names that would print something."""
    for name in ("tui", "engine", "screens"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('strange code runs')")
    (tmp_path / "json.py").write_text("raise SystemExit('strange code runs')")
    with subprocess.Popen(
        [sys.executable, "-P", start_server.__file__, str(tmp_path), "{}"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        lines = [server.stdout.readline()]
        while "The server is starting" in lines[-1]:
            lines.append(server.stdout.readline())
        server.terminate()
        _, errors = server.communicate(timeout=PATIENCE)
    assert "The server is running" in lines[-1], errors
