"""`server check` also asks the web front end whether players can connect."""

from __future__ import annotations

import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.tui.ssh.server_process import running_server
from tests.tui.web.certificates import certificate
from tui.cli.main import run
from tui.server.control_socket import ask
from tui.server.reachability import CheckFailed
from tui.web.healthcheck import check_web


@pytest.mark.parametrize("is_tls", [False, True])
def test_both_ports_are_checked(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    is_tls: bool,
    monkeypatch: pytest.MonkeyPatch,
):
    web: dict[str, object] = {"port": 0}
    if is_tls:
        now, year = datetime.now(UTC), timedelta(days=365)
        chain, key = certificate(tmp_path, "games.example", since=now - year, until=now + year)
        web |= {"certificate": str(chain), "private_key": str(key)}
    with running_server(tmp_path, web=web) as server:
        assert run(["--home", str(tmp_path), "server", "check"]) == 0
        check = ask(tmp_path, {"do": "check"})["door"]
        assert isinstance(check, dict)
        where = check["web"]
        assert where["tls"] is is_tls
        with socket.create_server(("127.0.0.1", 0)) as nobody:
            port = nobody.getsockname()[1]
        answer = {"door": {**check, "web": {**where, "port": port}}}
        monkeypatch.setattr("tui.server.control_socket.ask", lambda *_: answer)
        capsys.readouterr()
        assert run(["--home", str(tmp_path), "server", "check"]) == 1
        assert f"does not answer on port {port}" in capsys.readouterr().err
        with pytest.raises(CheckFailed):
            check_web("127.0.0.1", server.port, is_tls=is_tls)
