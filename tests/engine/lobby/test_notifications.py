"""Notifications of waiting matches: once per turn, after a delay, as configured."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

import pytest

from engine.core.players import Person
from engine.errors import BadAddress
from engine.lobby.notifications import (
    AGAIN_AFTER,
    DAILY,
    MAIL,
    MAX_TRIES,
    NTFY,
    Notification,
    Notifications,
    checked_address,
    checked_kind,
)
from engine.lobby.seat_owners import SeatOwnership
from engine.storage.session import Session
from engine.storage.store import Store
from tests.engine.lobby_server import LobbyServer, anna, boris, server

__all__ = ["anna", "boris", "server"]

DELAY = timedelta(minutes=10)


def start_match(server: LobbyServer, *people: Person) -> str:
    """Start a match of these people, with the first of them to move."""
    host, seats = people[0], [one.id for one in people]
    while True:
        table = server.tables.create(host, "middle_ages", {}, seats, ordered=True)
        for one in people[1:]:
            server.tables.join(table.id, one)
        id = server.tables.start(table.id, host)
        if server.store.record(id).summary.owing == (0,):
            return id
        server.store.delete(id)


def notifications_by_mail(store: Store, *people: Person) -> Notifications:
    """Return notifications that reach these people by mail."""
    notices = Notifications(store)
    notices.set_kinds([MAIL, NTFY])
    for one in people:
        notices.set_address(one, MAIL, f"{one.name.lower()}@example.org")
    return notices


def waits_for(store: Store, id: str, *people: Person) -> Person:
    """Return the person with a pending decision."""
    owner = store.owners(id)[store.record(id).summary.owing[0]]
    return next(one for one in people if one.id == owner)


def move(store: Store, id: str, person: Person) -> None:
    """Let a person play until others are asked."""
    session = Session.open(store, id, person=person)
    (seat,) = session.seats
    while any(pending.seat == seat for pending in session.match.pending()):
        session.choose(session.ask(seat), session.hint(seat))


def due_notifications(notices: Notifications, here: Collection[Person] = ()) -> list[Notification]:
    now, present = notices.store.clock(), {one.id for one in here}
    return notices.due(DELAY, lambda person: now if person in present else None)


def send_due(notices: Notifications) -> list[tuple[str, tuple[str, ...]]]:
    """Send all due notifications; return names and matches."""
    found = []
    for notice in due_notifications(notices):
        claimed = notices.claim(notice)
        assert claimed is not None
        notices.mark_started(claimed)
        found.append((claimed.person.name, tuple(one.match for one in claimed.waiting)))
    return found


def test_turn_is_notified_once_after_a_delay(server: LobbyServer, anna: Person, boris: Person):
    notices, id = notifications_by_mail(server.store, anna, boris), start_match(server, anna, boris)
    assert not due_notifications(notices)
    server.advance_clock(minutes=9)
    assert not due_notifications(notices)
    server.advance_clock(minutes=1)
    assert send_due(notices) == [("Anna", (id,))]
    server.advance_clock(days=9)
    assert not due_notifications(notices)
    while waits_for(server.store, id, anna, boris) == anna:
        move(server.store, id, anna)
    assert not due_notifications(notices)
    server.advance_clock(minutes=10)
    assert send_due(notices) == [("Boris", (id,))]
    while waits_for(server.store, id, anna, boris) == boris:
        move(server.store, id, boris)
    server.advance_clock(minutes=10)
    assert send_due(notices) == [("Anna", (id,))]


def test_quick_turns_are_not_notified(server: LobbyServer, anna: Person, boris: Person):
    notices, id = notifications_by_mail(server.store, anna, boris), start_match(server, anna, boris)
    for _ in range(6):
        server.advance_clock(minutes=9)
        assert not due_notifications(notices)
        move(server.store, id, waits_for(server.store, id, anna, boris))


def test_online_player_is_not_notified(server: LobbyServer, anna: Person, boris: Person):
    notices = notifications_by_mail(server.store, anna, boris)
    start_match(server, anna, boris)
    server.advance_clock(hours=1)
    assert not due_notifications(notices, here=[anna])
    assert [one.person for one in due_notifications(notices)] == [anna]


def test_all_waiting_turns_are_notified_at_once_and_not_soon_again(
    server: LobbyServer, anna: Person, boris: Person
):
    notices = notifications_by_mail(server.store, anna)
    ids = [start_match(server, anna, boris) for _ in range(2)]
    server.advance_clock(minutes=10)
    assert send_due(notices) == [("Anna", tuple(sorted(ids)))]
    later = start_match(server, anna, boris)
    server.advance_clock(minutes=9)
    assert not due_notifications(notices)
    server.advance_clock(minutes=1)
    assert send_due(notices) == [("Anna", (later,))]


def test_daily_digest_collects_all_turns(server: LobbyServer, anna: Person, boris: Person):
    notices = notifications_by_mail(server.store, anna)
    notices.set_often(anna, DAILY)
    first = start_match(server, anna, boris)
    server.advance_clock(minutes=10)
    assert send_due(notices) == [("Anna", (first,))]
    others = [start_match(server, anna, boris) for _ in range(2)]
    server.advance_clock(hours=23)
    assert not due_notifications(notices)
    server.advance_clock(hours=1)
    assert send_due(notices) == [("Anna", tuple(sorted(others)))]


def test_quiet_match_is_not_notified(server: LobbyServer, anna: Person, boris: Person):
    notices = notifications_by_mail(server.store, anna)
    quiet, loud = start_match(server, anna, boris), start_match(server, anna, boris)
    notices.set_quiet(anna, quiet, True)
    server.advance_clock(minutes=10)
    assert notices.quiet_matches(anna) == {quiet}
    assert send_due(notices) == [("Anna", (loud,))]
    notices.set_quiet(anna, quiet, False)
    server.advance_clock(minutes=10)
    assert send_due(notices) == [("Anna", (quiet,))]


def test_banned_or_deleted_player_is_not_notified(server: LobbyServer, anna: Person, boris: Person):
    notices, id = notifications_by_mail(server.store, anna), start_match(server, anna, boris)
    server.advance_clock(minutes=10)
    assert due_notifications(notices)
    SeatOwnership(server.store).leave(id, anna)
    assert not due_notifications(notices)
    SeatOwnership(server.store).come_back(id, anna)
    assert not due_notifications(notices)
    server.advance_clock(minutes=10)
    assert due_notifications(notices)
    notices.turn_off(anna)
    assert not due_notifications(notices)
    notices.set_address(anna, NTFY, "anna-7f3")
    assert due_notifications(notices)
    notices.set_kinds([MAIL])
    assert not due_notifications(notices)
    notices.set_kinds([NTFY])
    server.people.ban("Anna")
    assert not due_notifications(notices)
    server.people.ban("Anna", False)
    SeatOwnership(server.store).come_back(id, anna)
    server.advance_clock(minutes=10)
    assert due_notifications(notices)
    server.people.erase(anna)
    assert not due_notifications(notices)


def test_notification_is_claimed_by_one_notifier(server: LobbyServer, anna: Person, boris: Person):
    notices = notifications_by_mail(server.store, anna)
    start_match(server, anna, boris)
    server.advance_clock(minutes=10)
    (first,), (second,) = due_notifications(notices), due_notifications(notices)
    assert notices.claim(first) == first
    assert notices.claim(second) is None


def test_outdated_notification_cannot_be_claimed(server: LobbyServer, anna: Person, boris: Person):
    notices, id = notifications_by_mail(server.store, anna), start_match(server, anna, boris)
    other = start_match(server, anna, boris)
    server.advance_clock(minutes=10)
    (notice,) = due_notifications(notices)
    move(server.store, id, anna)
    claimed = notices.claim(notice)
    assert claimed is not None
    assert [one.match for one in claimed.waiting] == [other]
    server.advance_clock(minutes=10)
    (notice,) = due_notifications(notices)
    notices.set_address(anna, MAIL, "elsewhere@example.org")
    assert notices.claim(notice) is None


def test_abandoned_claim_is_notified_again(server: LobbyServer, anna: Person, boris: Person):
    notices = notifications_by_mail(server.store, anna)
    start_match(server, anna, boris)
    server.advance_clock(minutes=10)
    (notice,) = due_notifications(notices)
    assert notices.claim(notice)
    assert not due_notifications(notices)
    server.advance_clock(minutes=AGAIN_AFTER.seconds // 60)
    assert due_notifications(notices) == [notice]


def test_failing_notification_is_retried_a_limited_number_of_times(
    server: LobbyServer, anna: Person, boris: Person
):
    notices = notifications_by_mail(server.store, anna)
    id = start_match(server, anna, boris)
    tries = 0
    for _ in range(5 * MAX_TRIES):
        server.advance_clock(minutes=10)
        for notice in due_notifications(notices):
            claimed = notices.claim(notice)
            assert claimed is not None
            notices.mark_started(claimed)
            notices.failed(claimed)
            tries += 1
    assert tries == MAX_TRIES
    move(server.store, id, anna)
    move(server.store, id, boris)
    server.advance_clock(minutes=10)
    assert send_due(notices) == [("Anna", (id,))]


BAD = ["-x", "--help", "", " ", "a\nb", "a\r\nBcc: b@c.de", "file:/etc/passwd", "file:x", "a b"]
BAD += ["http://127.0.0.1", "https://example.org/x", "//x", "../x", "a/b", "a\0b", "a;b", "$(x)"]
BAD += [
    "`x`",
    "a|b",
    "\x1b[2J",
    "а",
    "x" * 300,
    "a..b",
    "a%0ab",
    "@x",
    "x\\",
    "a\u202eb",
    "a\u2028b",
]

BAD_MAIL = ["anna", "anna@", "@example.org", "anna@localhost", "anna@127.0.0.1", "anna@[127.0.0.1]"]
BAD_MAIL += ["-x@example.org", "a@b@c.org", '"a b"@example.org', "a@-x.org", "a@x-.org", "a@b..org"]
BAD_MAIL += ["a@example.org\n", "\na@example.org", "a@example.org,b@example.org", "Anna <a@b.org>"]
BAD_MAIL += ["a..b@example.org", "a@exa mple.org", "анна@example.org", f"{'a' * 65}@example.org"]


@pytest.mark.parametrize("kind", [MAIL, NTFY, "chat"])
@pytest.mark.parametrize("text", [*BAD, *(one + "\n" for one in ("anna", "anna-7f3"))])
def test_invalid_address_is_refused(kind: str, text: str, server: LobbyServer, anna: Person):
    notices = Notifications(server.store)
    notices.set_kinds([kind])
    with pytest.raises(BadAddress):
        notices.set_address(anna, kind, text)
    assert notices.address(anna) is None


@pytest.mark.parametrize("text", BAD_MAIL)
def test_invalid_mail_address_is_refused(text: str):
    with pytest.raises(BadAddress):
        checked_address(MAIL, text)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (MAIL, "anna@example.org"),
        (MAIL, "Anna.B+guildhall@mail.example-1.co.uk"),
        (MAIL, "a@b.xn--p1ai"),
        (NTFY, "anna-7f3_X"),
        ("chat", "anna.b_7"),
    ],
)
def test_address_is_saved_unchanged(kind: str, text: str, server: LobbyServer, anna: Person):
    notices = Notifications(server.store)
    notices.set_kinds([kind])
    notices.set_address(anna, kind, f" {text} ")
    address = notices.address(anna)
    assert address is not None
    assert (address.kind, address.text) == (kind, text)


def test_kind_of_address_that_is_not_offered_is_refused(server: LobbyServer, anna: Person):
    notices = Notifications(server.store)
    with pytest.raises(BadAddress):
        notices.set_address(anna, MAIL, "anna@example.org")


@pytest.mark.parametrize("kind", ["", "-x", "Mail", "a b", "a\n", "x" * 17, "http://x"])
def test_kind_of_address_is_a_short_word(kind: str, server: LobbyServer):
    with pytest.raises(BadAddress):
        checked_kind(kind)
    with pytest.raises(BadAddress):
        Notifications(server.store).set_kinds([MAIL, kind])
    assert Notifications(server.store).kinds() == ()


def test_tampered_address_is_not_trusted(server: LobbyServer, anna: Person, boris: Person):
    notices = notifications_by_mail(server.store, anna)
    start_match(server, anna, boris)
    server.advance_clock(minutes=10)
    assert due_notifications(notices)
    with server.store.write_transaction() as connection:
        connection.execute("UPDATE address SET text = '-x'")
    assert not due_notifications(notices)
