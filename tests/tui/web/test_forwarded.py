"""The client address named in the header of a reverse proxy."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from tui.web.forwarded import BadForwardedAddress, client_address

PROXIES = (ip_network("127.0.0.0/8"), ip_network("10.0.0.0/24"), ip_network("::1/128"))


@pytest.mark.parametrize(
    ("headers", "address"),
    [
        (["203.0.113.7"], "203.0.113.7"),
        (["6.6.6.6, 203.0.113.7"], "203.0.113.7"),
        (["6.6.6.6", "203.0.113.7"], "203.0.113.7"),
        (["203.0.113.7, 10.0.0.3, 127.0.0.1"], "203.0.113.7"),
        (["nonsense, 203.0.113.7"], "203.0.113.7"),
        (["203.0.113.7:5312"], "203.0.113.7"),
        (["2001:db8::7"], "2001:db8::7"),
        (["[2001:db8::7]:5312"], "2001:db8::7"),
        (["fe80::1%eth0"], "fe80::1"),
    ],
)
def test_client_is_the_last_address_that_is_not_a_proxy(headers: list[str], address: str):
    assert client_address(headers, PROXIES) == address


@pytest.mark.parametrize(
    "headers",
    [
        [],
        [""],
        ["127.0.0.1"],
        ["203.0.113.7, "],
        ["203.0.113.7, unknown"],
        ["1." * 600],
        ["１.2.3.4x"],
    ],
)
def test_proxy_without_client_address_is_not_trusted(headers: list[str]):
    with pytest.raises(BadForwardedAddress):
        client_address(headers, PROXIES)
