"""Chat at a table: for its players only, validated, rate-limited, with muting."""

from __future__ import annotations

from unicodedata import bidirectional

import pytest

from engine.core.players import Person
from engine.errors import NotAllowed
from engine.lobby.chat import (
    MAX_CHARACTERS,
    MAX_KEPT_MESSAGES,
    MAX_LINES,
    Chat,
    Notes,
    checked_line,
)
from tests.engine.lobby.test_seat_owners import start_match
from tests.engine.lobby_server import LobbyServer, server

__all__ = ["server"]

pytestmark = pytest.mark.usefixtures("toy")


def two_at_a_table(server: LobbyServer) -> tuple[str, tuple[Person, Person]]:
    anna, boris = server.register("Anna"), server.register("Boris")
    return start_match(server, anna, boris), (anna, boris)


def lines_at_table(server: LobbyServer, id: str, reader=None) -> list[tuple[str, str]]:
    return [(line.name, line.text) for line in Chat(server.store).lines(id, reader)]


def test_everyone_at_the_table_reads_the_chat(server: LobbyServer):
    id, (anna, boris) = two_at_a_table(server)
    server.published_topics()
    Chat(server.store).post(id, anna, "  Good\tluck!  ")
    assert f"match/{id}" in server.published_topics()
    Chat(server.store).post(id, boris, "You too.")
    assert lines_at_table(server, id, boris) == [("Anna", "Good luck!"), ("Boris", "You too.")]
    assert lines_at_table(server, id) == lines_at_table(server, id, boris)
    (line,) = Chat(server.store).lines(id, anna, since=1)
    assert (line.number, line.text) == (2, "You too.")


def test_only_players_of_the_match_can_chat(server: LobbyServer):
    id, _ = two_at_a_table(server)
    with pytest.raises(NotAllowed, match="Only players can chat"):
        Chat(server.store).post(id, server.register("Zoe"), "Hello.")
    assert lines_at_table(server, id) == []


def test_messages_of_a_muted_player_are_hidden(server: LobbyServer):
    id, (anna, boris) = two_at_a_table(server)
    talk = Chat(server.store)
    talk.post(id, anna, "One.")
    talk.mute(boris, anna.id)
    talk.mute(boris, anna.id)
    talk.post(id, anna, "Two.")
    assert talk.muted(boris) == {anna.id}
    assert lines_at_table(server, id, boris) == []
    assert len(lines_at_table(server, id, anna)) == 2
    talk.mute(boris, anna.id, muted=False)
    assert len(lines_at_table(server, id, boris)) == 2


def test_chat_rate_is_limited(server: LobbyServer):
    id, (anna, boris) = two_at_a_table(server)
    talk = Chat(server.store)
    for number in range(MAX_LINES):
        talk.post(id, anna, f"Line {number}.")
    with pytest.raises(NotAllowed, match="wait a minute"):
        talk.post(id, anna, "One more.")
    talk.post(id, boris, "Me too.")
    for _ in range(MAX_KEPT_MESSAGES // MAX_LINES + 2):
        server.advance_clock(minutes=2)
        for number in range(MAX_LINES):
            talk.post(id, anna, f"Line {number}.")
    assert len(lines_at_table(server, id)) == MAX_KEPT_MESSAGES


def test_chat_messages_are_deleted_with_their_author(server: LobbyServer):
    id, (anna, _) = two_at_a_table(server)
    Chat(server.store).post(id, anna, "Good luck!")
    server.people.erase(anna)
    assert lines_at_table(server, id) == []


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("a\x1b]2;evil\x07b", "a]2;evilb"),
        ("left \u202eright\u202c", "left right"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("e\u0301" + "\u0301" * 9, "é\u0301\u0301"),
        ("two\nlines", "two lines"),
        ("Удачи, Анна!", "Удачи, Анна!"),
    ],
)
def test_control_characters_are_removed_from_chat(typed: str, stored: str):
    assert checked_line(typed) == stored


@pytest.mark.parametrize("typed", ["", "   ", "\x1b\x07", "x" * (MAX_CHARACTERS + 1)])
def test_invalid_chat_message_is_refused(typed: str):
    with pytest.raises(NotAllowed):
        checked_line(typed)


# ---------------------------------------------------------------------- waiting tables


def chat_lines(server: LobbyServer, id: str | None, reader=None) -> list[tuple[str, str]]:
    return [(line.name, line.text) for line in Chat(server.store).lobby_lines(id, reader)]


def test_lobby_chat_is_visible_to_everyone_for_a_day(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    server.published_topics()
    talk = Chat(server.store)
    talk.post(None, anna, "  Who\tplays? ")
    assert server.published_topics() == {"talk"}
    server.advance_clock(hours=13)
    talk.post(None, boris, "I do.")
    assert chat_lines(server, None, boris) == [("Anna", "Who plays?"), ("Boris", "I do.")]
    first, _ = talk.lobby_lines(None, anna)
    assert [line.text for line in talk.lobby_lines(None, anna, first.number)] == ["I do."]
    server.advance_clock(hours=12)
    assert chat_lines(server, None) == [("Boris", "I do.")]


def test_waiting_table_has_a_chat_of_its_own(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    table = server.tables.create(anna, "toy", {}, [anna.id, None])
    talk = Chat(server.store)
    with pytest.raises(NotAllowed):
        talk.post(table.id, boris, "Hello.")
    server.tables.join(table.id, boris)
    server.published_topics()
    talk.post(table.id, boris, "Hello.")
    assert server.published_topics() == {
        f"match/{table.id}",
        f"person/{anna.id}",
        f"person/{boris.id}",
    }
    assert chat_lines(server, table.id) == [("Boris", "Hello.")]
    assert talk.numbers_by_others([table.id], boris) == []
    ((at, number),) = talk.numbers_by_others([table.id], anna)
    assert (at, number) == (table.id, talk.lobby_lines(table.id, anna)[0].number)
    talk.mute(anna, boris.id)
    assert talk.numbers_by_others([table.id], anna) == []
    assert chat_lines(server, None) == []


def test_chat_of_waiting_table_moves_to_the_match(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    table = server.tables.create(anna, "toy", {}, [anna.id, None])
    other = server.tables.create(anna, "toy", {}, [anna.id, None])
    server.tables.join(table.id, boris)
    talk = Chat(server.store)
    talk.post(other.id, anna, "Elsewhere.")
    for who, text in ((anna, "One."), (boris, "Two.")):
        talk.post(table.id, who, text)
    server.tables.start(table.id, anna)
    talk.post(table.id, anna, "Three.")
    assert [line.number for line in talk.lines(table.id, anna)] == [1, 2, 3]
    assert lines_at_table(server, table.id) == [
        ("Anna", "One."),
        ("Boris", "Two."),
        ("Anna", "Three."),
    ]
    assert chat_lines(server, table.id) == []
    assert chat_lines(server, other.id) == [("Anna", "Elsewhere.")]


def test_chat_is_deleted_with_its_waiting_table(server: LobbyServer):
    anna = server.register("Anna")
    table = server.tables.create(anna, "toy", {}, [anna.id, None])
    Chat(server.store).post(table.id, anna, "Hello.")
    server.tables.leave(table.id, anna)
    assert chat_lines(server, table.id) == []


def test_chat_rate_limit_covers_all_places_together(server: LobbyServer):
    id, (anna, boris) = two_at_a_table(server)
    talk = Chat(server.store)
    for number in range(MAX_LINES // 2):
        talk.post(None, anna, f"Line {number}.")
        talk.post(id, anna, f"Line {number}.")
    for where in (None, id):
        with pytest.raises(NotAllowed, match="wait a minute"):
            talk.post(where, anna, "One more.")
    talk.post(None, boris, "Me too.")
    server.advance_clock(seconds=61)
    talk.post(None, anna, "Now.")


def test_chat_rate_limit_is_checked_before_writing(server: LobbyServer):
    anna = server.register("Anna")
    talk = Chat(server.store)
    for number in range(MAX_LINES):
        talk.post(None, anna, f"Line {number}.")
    writing, server.store.write_transaction = server.store.write_transaction, None  # type: ignore[method-assign,assignment]
    with pytest.raises(NotAllowed, match="wait a minute"):
        talk.post(None, anna, "One more.")
    server.store.write_transaction = writing  # type: ignore[method-assign]


def test_lobby_chat_keeps_a_limited_number_of_messages(
    server: LobbyServer, monkeypatch: pytest.MonkeyPatch
):
    anna, boris = server.register("Anna"), server.register("Boris")
    table = server.tables.create(anna, "toy", {}, [anna.id, None])
    monkeypatch.setattr("engine.lobby.chat.MAX_KEPT_MESSAGES", 3)
    talk = Chat(server.store)
    talk.post(table.id, anna, "Here.")
    for number in range(5):
        talk.post(None, boris, f"Line {number}.")
    assert [text for _, text in chat_lines(server, None)] == ["Line 2.", "Line 3.", "Line 4."]
    assert chat_lines(server, table.id) == [("Anna", "Here.")]


def test_muting_covers_the_lobby_chat(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    talk = Chat(server.store)
    talk.post(None, anna, "Hello.")
    talk.mute(boris, anna.id)
    assert chat_lines(server, None, boris) == []
    assert chat_lines(server, None, anna) == [("Anna", "Hello.")]


def test_banned_player_loses_lobby_messages_and_cannot_chat(
    server: LobbyServer,
):
    anna = server.register("Anna")
    talk = Chat(server.store)
    talk.post(None, anna, "Hello.")
    server.people.ban("Anna")
    assert chat_lines(server, None) == []
    with pytest.raises(NotAllowed, match="The admin of this server has banned you"):
        talk.post(None, anna, "Hello.")


FROM_THE_RIGHT = ["שלום", "Hi سلام", "ܐܒ", "\u0663 apples"]


@pytest.mark.parametrize("text", FROM_THE_RIGHT, ids=ascii)
def test_right_to_left_letters_are_refused(server: LobbyServer, text: str):
    id, (anna, _) = two_at_a_table(server)
    for place in (id, None):
        with pytest.raises(NotAllowed, match="from right to left"):
            Chat(server.store).post(place, anna, text)
    with pytest.raises(NotAllowed, match="from right to left"):
        Notes(server.store).save(id, anna, text)


@pytest.mark.parametrize("text", FROM_THE_RIGHT, ids=ascii)
def test_old_right_to_left_messages_are_shown_with_placeholders(server: LobbyServer, text: str):
    id, (anna, boris) = two_at_a_table(server)
    Chat(server.store).post(id, anna, "One.")
    Notes(server.store).save(id, anna, "One.")
    with server.store.write_transaction() as connection:
        connection.execute("UPDATE line SET text = ?", (text,))
        connection.execute("UPDATE note SET text = ?", (text,))
    ((_, line),) = lines_at_table(server, id, boris)
    for shown in (line, Notes(server.store).of(id, anna)):
        assert len(shown) == len(text)
        assert not any(bidirectional(letter) in ("R", "AL", "AN") for letter in shown)
