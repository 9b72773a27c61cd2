"""Users of a server: names, keys, codes, and erasure."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from engine.errors import BadName, NameTaken, NoSuchPerson, NotAllowed
from engine.lobby.proposals import END, Proposals
from engine.lobby.seat_owners import SeatOwnership
from engine.lobby.users import MAX_KEYS, WORD_LASTS, Users
from engine.storage.sqlite_store import SqliteStore
from tests.engine.lobby_server import LobbyServer, server

__all__ = ["server"]

pytestmark = pytest.mark.usefixtures("toy")


def test_a_key_says_who_somebody_is(server: LobbyServer):
    assert server.people.by_key("SHA256:Anna") is None
    anna, boris = server.register("Anna"), server.register("Boris")
    assert server.people.by_key("SHA256:Anna") == anna
    assert server.people.by_key("SHA256:Boris") == boris
    assert server.people.get(anna.id) == server.people.named(" ANNA ") == anna
    assert (anna.admin, anna.banned) == (False, False)


def test_nobody_is_told(server: LobbyServer):
    with pytest.raises(NoSuchPerson, match="Carla"):
        server.people.named("Carla")
    with pytest.raises(NoSuchPerson):
        server.people.get(7)


def test_those_in_the_lobby_see_a_newcomer(server: LobbyServer):
    server.register("Anna")
    assert server.published_topics() == {"lobby"}


@pytest.mark.parametrize("name", ["Anna", "anna", "ANNA ", "Annɑ", "A nna"])
def test_a_name_is_had_by_one_person(server: LobbyServer, name: str):
    server.register("Anna")
    with pytest.raises(NameTaken, match="The name Anna, or one very much like it, is taken"):
        server.people.register(name, "SHA256:other")
    assert server.people.by_key("SHA256:other") is None


def test_those_are_here_who_listen(server: LobbyServer):
    people = [server.register(name) for name in ("Anna", "Boris", "Carla", "Dora")]
    topics = ["person/99", "person/?", *(f"person/{one.id}" for one in people[:3])]
    watches = [server.store.subscribe(topic) for topic in topics]
    assert server.people.here(300) == people[:3]
    assert server.people.here(2) == people[:2]
    for watch in watches:
        watch.close()
    assert server.people.here(300) == []


def test_a_name_that_cannot_be_is_refused_and_nothing_is_kept(server: LobbyServer):
    with pytest.raises(BadName):
        server.people.register("[bold]", "SHA256:a")
    assert server.people.all() == []


def test_a_key_is_had_by_one_person(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    with pytest.raises(NotAllowed, match="already"):
        server.people.register("Carla", "SHA256:Anna")
    with pytest.raises(NotAllowed, match="already"):
        server.people.add_key(boris, "SHA256:Anna")
    assert server.people.by_key("SHA256:Anna") == anna
    with pytest.raises(NoSuchPerson):
        server.people.named("Carla")


def test_nobody_has_more_keys_than_so_many(server: LobbyServer):
    anna = server.register("Anna")
    for number in range(MAX_KEYS - 1):
        server.people.add_key(anna, f"SHA256:{number}", f"computer {number}")
    with pytest.raises(NotAllowed, match="10 keys"):
        server.people.add_key(anna, "SHA256:more")
    assert len(server.people.keys(anna)) == MAX_KEYS
    assert {key.label for key in server.people.keys(anna)} >= {"computer 0", "computer 8"}


def test_a_key_can_be_given_up_but_for_the_last_one(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    server.people.add_key(anna, "SHA256:two")
    server.people.drop_key(boris, "SHA256:two")
    server.people.drop_key(anna, "SHA256:Anna")
    assert [key.fingerprint for key in server.people.keys(anna)] == ["SHA256:two"]
    with pytest.raises(NotAllowed, match="only key"):
        server.people.drop_key(anna, "SHA256:two")
    assert server.people.by_key("SHA256:two") == anna


def test_a_word_brings_a_second_key_once(server: LobbyServer):
    anna = server.register("Anna")
    word = server.people.new_one_time_code(anna)
    typed = word.lower().replace("-", " ")
    assert server.people.redeem(typed, "SHA256:two", "laptop") == anna
    assert server.people.by_key("SHA256:two") == anna
    with pytest.raises(NotAllowed, match="wrong or has expired"):
        server.people.redeem(word, "SHA256:three")


def test_a_word_is_good_for_a_while(server: LobbyServer):
    word = server.people.new_one_time_code(server.register("Anna"))
    server.now += WORD_LASTS
    with pytest.raises(NotAllowed, match="wrong or has expired"):
        server.people.redeem(word, "SHA256:two")


def test_a_key_is_expected_while_a_word_is_good(server: LobbyServer):
    anna = server.register("Anna")
    assert not server.people.awaits_key()
    word = server.people.new_one_time_code(anna)
    assert server.people.awaits_key()
    server.people.redeem(word, "SHA256:two")
    assert not server.people.awaits_key()
    server.people.new_one_time_code(anna)
    server.now += WORD_LASTS
    assert not server.people.awaits_key()


def test_a_new_word_takes_the_place_of_the_one_before(server: LobbyServer):
    anna = server.register("Anna")
    old, new = server.people.new_one_time_code(anna), server.people.new_one_time_code(anna)
    with pytest.raises(NotAllowed):
        server.people.redeem(old, "SHA256:two")
    assert server.people.redeem(new, "SHA256:two") == anna


def test_a_word_is_not_used_up_by_a_key_that_cannot_come(server: LobbyServer):
    anna, _ = server.register("Anna"), server.register("Boris")
    word = server.people.new_one_time_code(anna)
    with pytest.raises(NotAllowed, match="already"):
        server.people.redeem(word, "SHA256:Boris")
    assert server.people.redeem(word, "SHA256:two") == anna


def test_words_are_not_kept_as_they_are(tmp_path: Path):
    store = SqliteStore(tmp_path / "games.sqlite3")
    people = Users(store)
    word = people.new_one_time_code(people.register("Anna", "SHA256:Anna"))
    store.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert word.encode() not in kept
    assert b"SHA256:Anna" in kept


def test_the_word_of_invitation_stays_until_it_is_changed(server: LobbyServer):
    word = server.people.invitation()
    assert server.people.invitation() == word
    assert server.people.is_invitation(word.lower())
    assert not server.people.is_invitation(word[:-1])
    assert not server.people.is_invitation("")
    other = server.people.new_invitation()
    assert other != word
    assert (server.people.is_invitation(word), server.people.is_invitation(other)) == (False, True)


def test_settings_are_kept_for_each(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    assert server.people.settings(anna) == ""
    server.people.keep_settings(anna, 'theme = "dark"')
    assert (server.people.settings(anna), server.people.settings(boris)) == ('theme = "dark"', "")


def test_it_is_known_when_somebody_was_here(server: LobbyServer):
    anna, first = server.register("Anna"), server.now
    server.advance_clock(hours=3)
    assert server.people.seen(anna) == first
    (account,) = server.people.all()
    assert (account.created, account.seen, account.keys) == (first, server.now, 1)


def test_whoever_was_here_last_comes_first(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    server.advance_clock(hours=1)
    server.people.seen(anna)
    assert [account.person for account in server.people.all()] == [anna, boris]


def test_somebody_may_look_after_the_server(server: LobbyServer):
    server.register("Anna")
    assert server.people.make_admin("anna").admin
    assert not server.people.make_admin("Anna", False).admin


def test_whoever_is_banned_is_known_by_key_and_told(server: LobbyServer):
    anna = server.register("Anna")
    server.published_topics()
    assert server.people.ban("Anna").banned
    assert f"person/{anna.id}" in server.published_topics()
    found = server.people.by_key("SHA256:Anna")
    assert found is not None
    assert found.banned
    assert not server.people.ban("Anna", False).banned


def test_whoever_is_banned_leaves_all_tables_and_may_come_back_to_seats(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    own = server.tables.create(anna, "toy", {}, [anna.id, None])
    other = server.tables.create(boris, "toy", {}, [boris.id, anna.id])
    server.tables.sit(other.id, anna)
    begun = server.tables.create(anna, "toy", {}, [anna.id, boris.id], ordered=True)
    server.tables.sit(begun.id, boris)
    server.tables.start(begun.id, anna)
    Proposals(server.store).propose(begun.id, boris, END)
    server.published_topics()
    server.people.ban("Anna")
    assert {f"match/{begun.id}", f"person/{boris.id}", "lobby"} <= server.published_topics()
    assert [table.id for table in server.tables.open_tables()] == [other.id]
    assert server.tables.get(other.id).people == (boris.id,)
    assert not server.tables.get(other.id).waits_for(anna.id)
    seating = SeatOwnership(server.store)
    assert seating.of(begun.id)[0].player == "bot:medium"
    assert Proposals(server.store).open_one(begun.id) is None
    server.people.ban("Anna", False)
    assert seating.come_back(begun.id, anna) == {0}
    assert own.id not in [table.id for table in server.tables.of(anna)]


def test_a_bot_plays_at_once_for_somebody_who_is_banned(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    table = server.tables.create(anna, "toy", {}, [anna.id, boris.id], ordered=True)
    server.tables.sit(table.id, boris)
    server.tables.start(table.id, anna)
    server.published_topics()
    server.people.ban("Anna")
    assert {f"match/{table.id}", "talk"} <= server.published_topics()
    assert server.store.header(table.id).seats[0] == ("Anna", "bot:medium")
    with pytest.raises(NotAllowed, match="The admin of this server has banned you"):
        SeatOwnership(server.store).come_back(table.id, anna)


def test_who_is_banned_neither_opens_a_table_nor_sits_down(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    table = server.tables.create(boris, "toy", {}, [boris.id, None])
    match = server.tables.create(boris, "toy", {}, [boris.id, "bot:random"])
    server.tables.start(match.id, boris)
    server.people.ban("Anna")
    for act in (
        lambda: server.tables.sit(table.id, anna),
        lambda: server.tables.create(anna, "toy", {}, [anna.id, None]),
        lambda: SeatOwnership(server.store).take(match.id, 1, anna),
    ):
        with pytest.raises(NotAllowed, match="The admin of this server has banned you"):
            act()


def test_a_match_that_cannot_be_read_keeps_nobody_from_being_banned(server: LobbyServer):
    anna = server.register("Anna")
    table = server.tables.create(anna, "toy", {}, [anna.id, "bot:random"])
    server.tables.start(table.id, anna)
    with server.store.writing() as base:
        base.execute("UPDATE match SET header = '{' WHERE id = ?", (table.id,))
    assert server.people.ban("Anna").banned


def test_a_match_that_is_over_keeps_the_seats_of_whoever_is_banned(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    table = server.tables.create(anna, "toy", {}, [anna.id, boris.id])
    server.tables.sit(table.id, boris)
    server.tables.start(table.id, anna)
    SeatOwnership(server.store).concede(table.id, anna)
    server.people.ban("Anna")
    assert anna.id in server.store.owners(table.id)


def test_a_new_name_is_in_all_matches(server: LobbyServer):
    anna = server.register("Anna")
    table = server.tables.create(anna, "toy", {}, [anna.id, "bot:random"], ordered=True)
    server.tables.start(table.id, anna)
    server.published_topics()
    renamed = server.people.rename("Anna", "Annabel")
    assert (renamed.id, renamed.name) == (anna.id, "Annabel")
    assert server.store.record(table.id).header.names == ("Annabel", "Random")
    assert {f"match/{table.id}", f"person/{anna.id}"} <= server.published_topics()
    assert server.people.rename("Annabel", "ANNABEL").name == "ANNABEL"


def test_a_name_of_others_cannot_be_taken_by_renaming(server: LobbyServer):
    server.register("Anna")
    server.register("Boris")
    with pytest.raises(NameTaken):
        server.people.rename("Anna", "b0ris")
    with pytest.raises(BadName):
        server.people.rename("Anna", "")
    assert server.people.named("Anna").name == "Anna"


def test_whoever_is_forgotten_is_gone_but_for_the_seats(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    table = server.tables.create(boris, "toy", {}, [boris.id, anna.id], ordered=True)
    server.tables.sit(table.id, anna)
    server.tables.start(table.id, boris)
    server.people.new_one_time_code(anna)
    server.people.forget(anna)
    assert server.people.by_key("SHA256:Anna") is None
    assert [account.person for account in server.people.all()] == [boris]
    assert server.store.record(table.id).header.names == ("Boris", "Player 2")
    assert server.store.owners(table.id) == (boris.id, None)
    assert server.store.load(table.id).header.names == ("Boris", "Player 2")
    with pytest.raises(NoSuchPerson):
        server.people.forget(anna)
    assert server.register("Anna").id != anna.id


def test_whatever_a_table_was_asked_is_asked_no_more_once_somebody_there_is_forgotten(
    server: LobbyServer,
):
    anna, boris, carla = (server.register(name) for name in ("Anna", "Boris", "Carla"))
    people = [anna.id, boris.id, carla.id]
    table = server.tables.create(anna, "toy", {}, people, ordered=True)
    for person in (boris, carla):
        server.tables.sit(table.id, person)
    server.tables.start(table.id, anna)
    proposals = Proposals(server.store)
    proposals.propose(table.id, boris, END)
    server.people.forget(anna)
    assert proposals.open_one(table.id) is None


def test_a_forgotten_name_stands_nowhere_in_the_store(tmp_path: Path):
    store = SqliteStore(tmp_path / "games.sqlite3")
    server = LobbyServer(store)
    anna = server.register("Annabellissima")
    table = server.tables.create(anna, "toy", {}, [anna.id, "bot:random"])
    server.tables.start(table.id, anna)
    server.people.keep_settings(anna, "name = 'Annabellissima'")
    store.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"Annabellissima" in store.path.read_bytes()
    server.people.forget(anna)
    store.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"nnabellissima" not in kept.lower()


def test_the_numbers_of_people_are_never_given_twice(server: LobbyServer):
    anna = server.register("Anna")
    server.people.forget(anna)
    assert server.register("Boris").id > anna.id


def test_a_word_lasts_minutes():
    assert timedelta(minutes=5) <= WORD_LASTS <= timedelta(hours=1)
