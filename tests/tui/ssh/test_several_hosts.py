"""A server on several machines: one host key, the same users, and commands from anywhere."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from attrs import define

from engine.lobby.hosts import Hosts
from engine.storage.open_store import open_at
from engine.storage.pubsub import topic_of_host_commands
from tests.tui.ssh.server_process import new_key
from tui.admin_link import AdminLink
from tui.cli import main
from tui.server.authentication import KeyRegistry, KeyStanding
from tui.server.control_socket import Answer, Request
from tui.server.host_command_handler import HostCommandHandler
from tui.ssh.host_key import AnotherKey, shared_host_key
from tui.user_paths import STORE, UserPaths


@pytest.fixture
def hosts(database: str) -> Iterator[Hosts]:
    with closing(open_at(database)) as store:
        yield Hosts(store)


def test_all_machines_share_the_first_host_key(hosts: Hosts, tmp_path: Path):
    first, second = tmp_path / "first", tmp_path / "second"
    shown = shared_host_key(hosts, first).get_fingerprint()
    with pytest.raises(AnotherKey, match="and this machine has none"):
        shared_host_key(hosts, second)
    assert not second.exists()
    shutil.copy(first, second)
    assert shared_host_key(hosts, second).get_fingerprint() == shown


def test_machine_with_another_host_key_is_refused_unless_forced(hosts: Hosts, tmp_path: Path):
    first, second = tmp_path / "first", tmp_path / "second"
    shown = shared_host_key(hosts, first).get_fingerprint()
    new = shared_host_key(hosts, second, replace=True).get_fingerprint()
    assert new != shown
    with pytest.raises(AnotherKey, match="--new-host-key") as refused:
        shared_host_key(hosts, first)
    assert f"{new}, but {first} holds a different one, {shown}." in str(refused.value)
    assert shared_host_key(hosts, second).get_fingerprint() == new


def test_file_servers_have_independent_host_keys(tmp_path: Path):
    with closing(open_at(tmp_path / "games.sqlite3")) as store:
        keys = [shared_host_key(Hosts(store), tmp_path / name) for name in ("one", "another")]
    assert keys[0] != keys[1]


def test_server_does_not_start_with_another_host_key(database: str, tmp_path: Path):
    with closing(open_at(database)) as store:
        Hosts(store).record_host_key("SHA256:another")
    arguments = ["--home", str(tmp_path), "serve", "--port", "0"]
    result = subprocess.run(
        [sys.executable, "-m", "tui", *arguments],
        env={**os.environ, STORE: database},
        capture_output=True,
        text=True,
    )
    assert result.returncode == 1
    assert "The server has a host key, SHA256:another, and this machine has none" in result.stderr
    assert not (tmp_path / "host_key").exists()


async def test_users_and_invite_code_are_shared_by_all_machines(database: str, tmp_path: Path):
    registries = [
        KeyRegistry(UserPaths(tmp_path / one, tmp_path / one, database)) for one in ("a", "b")
    ]
    here, there = registries
    key = new_key().get_fingerprint()
    assert here.invite_code() == there.invite_code()
    here.people.register("Anna", key)
    assert there.name(key) == "Anna"
    there.people.ban("Anna")
    assert await here.look_up(key) is KeyStanding.BANNED
    for executor in registries:
        executor.close()


# ---------------------------------------------------------------------- speaking to servers

STATUS: Final[Answer] = {
    "open since": "2026-01-09T18:30:00+00:00",
    "version": "0.9.0",
    "load": 0.7,
    "cores": 2,
    "zygote": 1,
    "seats": 3,
    "most seats": 300,
    "newcomers' seats": 0,
    "most newcomers' seats": 20,
    "not logged in": 0,
    "most not logged in": 100,
    "store reached": True,
    "visits": [],
    "refused": {},
}


STOP: Final[Request] = {"do": "stop", "text": ""}


@define
class TwoHosts:
    """Two machines of a server, `ada` and `bob`, which record their requests."""

    home: Path
    requests: dict[str, list[Request]]
    desks: dict[str, HostCommandHandler]

    def executor(self, name: str) -> Callable[[Request], Awaitable[Answer]]:
        """Execute the requests to a machine."""

        async def carry_out(request: Request) -> Answer:
            self.requests[name].append(request)
            answers: dict[str, Answer] = {
                "status": {"house": STATUS},
                "say": {"told": len(name)},
                "reload": {"done": name == "ada"},
                "stop": {"done": True},
            }
            return answers[str(request["do"])]

        return carry_out

    async def server_command(self, *words: str) -> int:
        """Run `guildhall server` with these words, and return the exit code."""
        return await asyncio.to_thread(main.run, ["server", *words, "--home", str(self.home)])


@pytest.fixture
async def two_hosts(
    hosts: Hosts, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[TwoHosts]:
    monkeypatch.setenv(STORE, database)
    found = TwoHosts(tmp_path, {"ada": [], "bob": []}, {})
    for name in found.requests:
        places = UserPaths(tmp_path, tmp_path, database)
        host = hosts.register(f"id-{name}", name, "0.9.0")
        watch = hosts.store.subscribe(topic_of_host_commands(host.id))
        found.desks[name] = HostCommandHandler(places, host.id, watch, found.executor(name))
        found.desks[name].open()
    yield found
    for desk in found.desks.values():
        await desk.close()


async def test_announcement_reaches_one_or_all_machines(
    two_hosts: TwoHosts, capsys: pytest.CaptureFixture[str]
):
    assert await two_hosts.server_command("say", "We close", "--all") == 0
    request = {"do": "say", "text": "We close"}
    assert two_hosts.requests == {"ada": [request], "bob": [request]}
    assert await two_hosts.server_command("stop", "--all") == 0
    assert all(
        asked.pop() == {**STOP, "everywhere": "yes"} for asked in two_hosts.requests.values()
    )
    assert await two_hosts.server_command("stop", "--machine", "bob") == 0
    assert await two_hosts.server_command("stop", "--machine", "id-bob") == 0
    assert [one["do"] for one in two_hosts.requests["bob"]] == ["say", "stop", "stop"]
    assert two_hosts.requests["bob"][-1] == STOP
    assert len(two_hosts.requests["ada"]) == 1
    assert await two_hosts.server_command("reload", "--all") == 1
    assert capsys.readouterr().out.splitlines() == [
        *(
            "On ada (id-ada):",
            "The announcement is shown on 3 terminals.",
            "On bob (id-bob):",
            "The announcement is shown on 3 terminals.",
        ),
        *("On ada (id-ada): done.", "On bob (id-bob): done."),
        *("On bob (id-bob): done.", "On bob (id-bob): done."),
        "Reloading the program. Players who are connected stay connected.",
        *("On ada (id-ada): done.", "On bob (id-bob):"),
        "The request failed. The server's log may say why.",
    ]


async def test_status_lists_every_machine(two_hosts: TwoHosts, capsys: pytest.CaptureFixture[str]):
    assert await two_hosts.server_command("status", "--all") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines.count("Version 0.9.0; load 0.7; processor cores: 2.") == 2
    assert lines.count("Sessions of registered players: 3 of 300") == 2
    assert await two_hosts.server_command("status", "--all", "--json") == 0
    statuses = json.loads(capsys.readouterr().out)
    assert [(one["host"], one["id"]) for one in statuses] == [("ada", "id-ada"), ("bob", "id-bob")]
    assert [one["status"] for one in statuses] == [STATUS, STATUS]


async def test_unresponsive_machine_is_reported(
    two_hosts: TwoHosts, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    await two_hosts.desks.pop("bob").close()
    monkeypatch.setattr("tui.server.host_command_handler.TIMEOUT", 0.5)
    assert await two_hosts.server_command("say", "Hello", "--all") == 1
    assert "On bob (id-bob):\nNo answer" in capsys.readouterr().out
    assert await two_hosts.server_command("status", "--all", "--json") == 1
    statuses = json.loads(capsys.readouterr().out)
    assert [one["status"] for one in statuses] == [STATUS, None]


async def test_json_is_for_the_status_only(two_hosts: TwoHosts, capsys: pytest.CaptureFixture[str]):
    assert await two_hosts.server_command("say", "Hello", "--all", "--json") == 0
    assert capsys.readouterr().out.count("The announcement is shown on 3 terminals.") == 2


async def test_an_admin_reaches_all_machines_from_a_session(
    two_hosts: TwoHosts, database: str, hosts: Hosts, monkeypatch: pytest.MonkeyPatch
):
    link = AdminLink(UserPaths(two_hosts.home, two_hosts.home, database), hosts.store)
    assert await asyncio.to_thread(link.announce, "We close") == len("ada") + len("bob")
    request = {"do": "say", "text": "We close"}
    assert two_hosts.requests == {"ada": [request], "bob": [request]}
    lines = [line.plain() for line in await asyncio.to_thread(link.status)]
    titles = ["On ada (id-ada):", "On bob (id-bob):"]
    assert [line for line in lines if line in titles] == titles
    assert lines.count("Sessions of registered players: 3 of 300") == 2
    await two_hosts.desks.pop("bob").close()
    monkeypatch.setattr("tui.server.host_command_handler.TIMEOUT", 0.5)
    assert await asyncio.to_thread(link.announce, "Hello") == len("ada")
    lines = [line.plain() for line in await asyncio.to_thread(link.status)]
    assert lines[-2:] == ["On bob (id-bob):", "No answer. The server's log may say why."]


async def test_unknown_machine_is_an_error(two_hosts: TwoHosts, capsys: pytest.CaptureFixture[str]):
    assert await two_hosts.server_command("status", "--machine", "eve") == 1
    assert "The server's machines: ada (id-ada), bob (id-bob)" in capsys.readouterr().err
    assert await two_hosts.server_command("check", "--all") != 0
    assert await two_hosts.server_command("status", "--all", "--machine", "ada") == 2


def test_file_server_has_no_other_machines(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main.run(["server", "status", "--all", "--home", str(tmp_path)]) != 0
    assert "The games are in a file, so this server" in capsys.readouterr().err
