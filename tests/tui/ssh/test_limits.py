"""Limits of clients, with an injected clock."""

from __future__ import annotations

import gc
import json
import logging
import os
from pathlib import Path
from weakref import ref

import pytest

from screens.lobby.guest import Registration
from tui.server.authentication import KeyStanding, may_enter
from tui.server.connection_log import ConnectionLog
from tui.server.identity import (
    DEFAULT_SIZE,
    NO_TERM,
    PLAIN_TERM,
    Call,
    Identity,
    clean_environment,
    clean_size,
    parse_command,
)
from tui.server.limits import MAX_METERS, BoundedQueue, Meter, Meters, Tally, client_network
from tui.ssh.host_key import HOST_KEY, Unsafe, private_file


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_meter_refills_at_its_rate():
    clock = Clock()
    meter = Meter(10, 2, clock)
    assert meter.consume(10)
    assert not meter.consume()
    clock.now += 1
    assert not meter.consume(3)
    assert meter.consume(2)
    clock.now += 1000
    assert not meter.consume(11)
    assert meter.consume(10)


def test_meters_limit_each_key_per_minute():
    clock = Clock()
    meters = Meters(10, clock)
    assert [meters.consume("a") for _ in range(12)] == [True] * 10 + [False] * 2
    assert meters.consume("b")
    clock.now += 6
    assert [meters.consume("a") for _ in range(2)] == [True, False]


def test_full_meters_are_forgotten():
    clock = Clock()
    meters = Meters(10, clock)
    for one in range(MAX_METERS):
        meters.consume(one)
    clock.now += 60
    meters.consume("another")
    assert len(meters.meters) == 1


def test_tally_limits_each_and_all():
    tally = Tally(2, 3)
    assert [tally.add(who) for who in "aaabc"] == [True, True, False, True, False]
    assert tally.full
    tally.remove("a")
    assert tally.add("c")
    assert tally.total == 3


def test_oldest_of_the_largest_group_is_dropped():
    crowd = BoundedQueue[str](2, 4)
    came = [(one, crowd.add(one, one[0])) for one in ("a1", "a2", "b1", "a3", "b2", "c1", "d1")]
    assert [(one, goes) for one, goes in came if goes] == [("a3", "a1"), ("c1", "a2"), ("d1", "b1")]
    crowd.remove("d1")
    crowd.remove("d1")
    assert len(crowd) == 3
    assert crowd.add("e1", "e") is None


def test_renewing_makes_an_entry_the_newest():
    crowd = BoundedQueue[str](3, 3)
    for one in ("a1", "a2", "a3"):
        crowd.add(one, "a")
    crowd.renew("a1")
    crowd.renew("gone")
    assert crowd.add("a4", "a") == "a2"
    crowd.renew("a3", "friend")
    assert [crowd.add(one, "a") for one in ("a5", "a6", "a7")] == ["a1", "a4", "a5"]
    assert len(crowd) == 3


def test_meter_bursts_exceed_its_rate():
    clock = Clock()
    meters = Meters(3, clock, per_minute=60)
    assert [meters.consume("a") for _ in range(4)] == [True] * 3 + [False]
    clock.now += 1
    assert [meters.consume("a") for _ in range(2)] == [True, False]


def test_tally_keeps_no_reference_to_removed_entries():
    class Referent:
        """An object to which weak references are possible."""

    tally, one = Tally(2, 3), Referent()
    forgotten = ref(one)
    assert tally.add(one)
    tally.remove(one)
    del one
    gc.collect()
    assert forgotten() is None


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/56"),
        ("2001:db8:1:ff::1", "2001:db8:1::/56"),
        ("2001:db8:1:100::1", "2001:db8:1:100::/56"),
        ("fe80::1%eth0", "fe80::/56"),
        ("?", "?"),
    ],
)
def test_addresses_are_grouped_by_household(address: str, whose: str):
    assert client_network(address) == whose


@pytest.mark.parametrize(
    ("size", "meant"),
    [
        ((120, 40), (120, 40)),
        ((0, 0), DEFAULT_SIZE),
        ((0, 40), DEFAULT_SIZE),
        ((1, 1), (20, 5)),
        ((100_000, 100_000), (300, 120)),
        ((2**32 - 1, 24), (300, 24)),
    ],
)
def test_window_size_is_limited(size: tuple[int, int], meant: tuple[int, int]):
    assert clean_size(*size) == meant


def test_environment_is_filtered():
    environment = {
        b"LANG": b"ru_RU.UTF-8",
        b"LC_ALL": b"../../etc",
        b"LC_TERMINAL": b"iTerm2",
        b"COLORTERM": b"truecolor",
        b"NO_COLOR": b"\xff",
        b"LD_PRELOAD": b"evil.so",
        b"PYTHONPATH": b"evil",
        b"TEXTUAL_DRIVER": b"evil:Driver",
        b"GUILDHALL_HOME": b"evil",
        b"PATH": b"evil",
        b"TERM": b"evil",
    }
    assert clean_environment(environment, "screen.xterm-256color") == {
        "LANG": "ru_RU.UTF-8",
        "LC_TERMINAL": "iTerm2",
        "COLORTERM": "truecolor",
        "TERM": "screen.xterm-256color",
    }


@pytest.mark.parametrize("term", ["", "../x", "x\ny", "x" * 65, "-x"])
def test_unknown_terminal_becomes_a_plain_one(term: str):
    assert clean_environment({}, term)["TERM"] == PLAIN_TERM


def test_missing_terminal_is_dumb():
    assert clean_environment({}, None)["TERM"] == NO_TERM


@pytest.mark.parametrize(
    ("command", "meant"),
    [
        ("", ()),
        ("join k7m2", ("join", "k7m2")),
        ("  watch   'k7m2' ", ("watch", "k7m2")),
        ("turns", ("turns",)),
        ("key add", ("key", "add")),
        ("key drop", None),
        ("join", None),
        ("join a b", None),
        ("join a;b", None),
        ("join $(id)", None),
        ("export ../x", None),
        ("rm -rf x", None),
        ("scp -t .", None),
        ("join 'a", None),
        ("turns" + " " * 300, None),
    ],
)
def test_words_come_from_a_fixed_list(command: str, meant: tuple[str, ...] | None):
    assert parse_command(command) == meant


def test_call_survives_serialisation():
    call = Call(
        7, Identity("SHA256:x", ("join", "k7m2")), {"TERM": "x"}, Registration.OPEN, "ssh x"
    )
    assert Call.load(call.dump()) == call
    assert "SHA256" not in repr(call)


def test_call_of_an_older_server_is_read():
    call = Call(7, Identity("SHA256:x"), {"TERM": "x"}, Registration.OPEN, "ssh x")
    older = json.loads(call.dump())
    del older["page"], older["by_browser"]
    assert Call.load(json.dumps(older).encode()) == call


@pytest.mark.parametrize(
    ("standing", "registration", "enters"),
    [
        (KeyStanding.KNOWN, Registration.CLOSED, True),
        (KeyStanding.UNKNOWN, Registration.CLOSED, False),
        (KeyStanding.EXPECTED, Registration.CLOSED, True),
        (KeyStanding.UNKNOWN, Registration.INVITE, True),
        (KeyStanding.UNKNOWN, Registration.OPEN, True),
        (KeyStanding.BANNED, Registration.OPEN, False),
    ],
)
def test_admission_by_standing_and_registration(
    standing: KeyStanding, registration: Registration, enters: bool
):
    assert may_enter(standing, registration) is enters


def test_host_key_is_readable_only_by_its_owner(tmp_path: Path):
    path = tmp_path / "server" / HOST_KEY
    assert private_file(path, lambda: b"secret") == b"secret"
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert private_file(path, lambda: b"another") == b"secret"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602])
def test_host_key_that_others_can_read_is_refused(tmp_path: Path, mode: int):
    path = tmp_path / HOST_KEY
    private_file(path, lambda: b"secret")
    path.chmod(mode)
    with pytest.raises(Unsafe, match="chmod 600"):
        private_file(path, lambda: b"another")


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_host_key_must_be_a_plain_file(tmp_path: Path, kind: str):
    path = tmp_path / HOST_KEY
    if kind == "link":
        other = tmp_path / "other"
        other.touch(0o600)
        path.symlink_to(other)
    else:
        os.mkfifo(path, 0o600)
    with pytest.raises((Unsafe, OSError)):
        private_file(path, lambda: b"another")


def write(log: ConnectionLog, text: str) -> None:
    log.handle(logging.LogRecord("x", logging.INFO, "x", 1, text, None, None))


def test_log_size_is_limited(tmp_path: Path):
    log = ConnectionLog(tmp_path, most_bytes=5000)
    for number in range(200):
        write(log, f"line {number} " + "x" * 100)
    log.close()
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 10_000
    assert "line 199" in (tmp_path / "server.log").read_text(encoding="utf-8")


def test_log_entry_stays_on_one_line(tmp_path: Path):
    log = ConnectionLog(tmp_path)
    write(log, "a\nb\x1b[2Jc\x9b1m" + "d" * 10_000)
    log.close()
    text = (tmp_path / "server.log").read_text(encoding="utf-8")
    assert text.count("\n") == 1
    assert "\x1b" not in text
    assert "\x9b" not in text
    assert len(text) < 600
