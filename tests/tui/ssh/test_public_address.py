"""The address in the connect command, and the warning if others cannot reach it."""

from __future__ import annotations

import pytest

from tui.server.server import host_of, is_public


@pytest.mark.parametrize(
    ("command", "host"),
    [
        ("ssh games.example.org", "games.example.org"),
        ("ssh -p 2222 vps-38fa", "vps-38fa"),
        ("ssh -p 2222 guest@203.0.113.7", "203.0.113.7"),
    ],
)
def test_public_host_option_has_priority(command: str, host: str):
    assert host_of(command) == host


@pytest.mark.parametrize(
    ("host", "found"),
    [
        ("games.example.org", True),
        ("игры.рф", True),
        ("8.8.8.8", True),
        ("2001:4860:4860::8888", True),
        ("vps-38fa", False),
        ("3f2a9c0d1e", False),
        ("localhost", False),
        ("laptop.local", False),
        ("box.LAN", False),
        ("server.home.arpa", False),
        ("127.0.0.1", False),
        ("192.168.1.20", False),
        ("10.0.0.1", False),
        ("fe80::1", False),
        ("::1", False),
    ],
)
def test_public_names_and_addresses(host: str, found: bool):
    assert is_public(host) is found
