"""The guest's data, and messages to guests."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadStore
from engine.storage.sqlite_store import SqliteStore
from screens.lobby.guest import STORE_NAME, Guest, Registration, crash_message, may_see_all
from screens.preferences import Preferences, read_over, written

KEY = "SHA256:kSAbcdefghijklmnopqrstuvwxyz0123456789ABCDE"


def test_fingerprint_is_not_in_the_repr_of_a_guest() -> None:
    assert KEY not in repr(Guest(KEY, ("join", "k7m2")))


@pytest.mark.parametrize(
    ("registration", "invited", "needed"),
    [
        (Registration.INVITE, False, True),
        (Registration.INVITE, True, False),
        (Registration.OPEN, False, False),
        (Registration.CLOSED, False, False),
    ],
)
def test_invite_code_is_asked_for_once(
    registration: Registration, invited: bool, needed: bool
) -> None:
    guest = Guest(KEY, registration=registration, invited=invited)
    assert guest.needs_invite_code is needed


def test_connect_command_ends_with_the_words() -> None:
    guest = Guest(KEY, connect_command="ssh -p 2222 games.example")
    assert guest.line_to("join", "K7M2") == "ssh -t -p 2222 games.example join K7M2"


def test_secrets_are_visible_at_the_end_or_if_all_seats_are_own() -> None:
    assert may_see_all({0}, [0, 1], over=True)
    assert not may_see_all({0}, [0, 1], over=False)
    assert may_see_all({0, 1}, [0, 1], over=False)
    assert may_see_all({0}, [0], over=False), "the others are bots"
    assert not may_see_all((), [], over=False), "only bots play; nobody owns it"


def test_named_database_error_reveals_no_path(tmp_path: Path) -> None:
    for broken in (b"no store at all" * 100, b""):
        path = tmp_path / "games.sqlite3"
        path.write_bytes(broken)
        path.chmod(0o600)
        if not broken:
            path.unlink()
            path.mkdir()
        with pytest.raises(BadStore) as caught:
            SqliteStore(path, display_name=STORE_NAME)
        assert str(tmp_path) not in caught.value.text.plain()
        assert "of this server" in caught.value.text.plain()


def test_crash_message_contains_only_its_number() -> None:
    text = crash_message("a1b2c3d4").plain()
    assert "a1b2c3d4" in text
    assert "/" not in text


def test_personal_settings_override_the_defaults() -> None:
    usual = Preferences(language="ru")
    wanted = Preferences(language="en", theme="light", keys={"play.undo": "x"})
    assert read_over(usual, written(wanted)) == wanted
    assert read_over(usual, "") == usual
    assert read_over(usual, '{"theme": "light", "pace": "999", "odd": 1}') == Preferences(
        language="ru", theme="light"
    )
    for spoilt in ("{", "[]", "null", "[" * 100_000):
        assert read_over(usual, spoilt) == usual
