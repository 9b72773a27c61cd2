"""Users of a server: names, keys, codes, and erasure."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from engine.errors import BadName, NameTaken, NoSuchPerson, NotAllowed
from engine.lobby.proposals import PROPOSE_END, Proposals
from engine.lobby.seat_owners import SeatOwnership
from engine.lobby.users import CODE_LIFETIME, MAX_KEYS, Users
from engine.storage.sqlite_store import SqliteStore
from tests.engine.lobby_server import LobbyServer, server

__all__ = ["server"]

pytestmark = pytest.mark.usefixtures("toy")


def test_user_is_found_by_key(server: LobbyServer):
    assert server.people.by_key("SHA256:Anna") is None
    anna, boris = server.register("Anna"), server.register("Boris")
    assert server.people.by_key("SHA256:Anna") == anna
    assert server.people.by_key("SHA256:Boris") == boris
    assert server.people.get(anna.id) == server.people.named(" ANNA ") == anna
    assert (anna.admin, anna.banned) == (False, False)


def test_unknown_user_is_an_error(server: LobbyServer):
    with pytest.raises(NoSuchPerson, match="Carla"):
        server.people.named("Carla")
    with pytest.raises(NoSuchPerson):
        server.people.get(7)


def test_registration_is_published_to_the_lobby(server: LobbyServer):
    server.register("Anna")
    assert server.published_topics() == {"lobby"}


@pytest.mark.parametrize("name", ["Anna", "anna", "ANNA ", "Annɑ", "A nna"])
def test_user_name_is_unique(server: LobbyServer, name: str):
    server.register("Anna")
    with pytest.raises(NameTaken, match="The name Anna, or one very much like it, is taken"):
        server.people.register(name, "SHA256:other")
    assert server.people.by_key("SHA256:other") is None


def test_subscribed_users_are_online(server: LobbyServer):
    people = [server.register(name) for name in ("Anna", "Boris", "Carla", "Dora")]
    topics = ["person/99", "person/?", *(f"person/{one.id}" for one in people[:3])]
    watches = [server.store.subscribe(topic) for topic in topics]
    assert server.people.online(300) == people[:3]
    assert server.people.online(2) == people[:2]
    for watch in watches:
        watch.close()
    assert server.people.online(300) == []


def test_invalid_name_registers_nobody(server: LobbyServer):
    with pytest.raises(BadName):
        server.people.register("[bold]", "SHA256:a")
    assert server.people.all() == []


def test_key_belongs_to_one_user(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    with pytest.raises(NotAllowed, match="already"):
        server.people.register("Carla", "SHA256:Anna")
    with pytest.raises(NotAllowed, match="already"):
        server.people.add_key(boris, "SHA256:Anna")
    assert server.people.by_key("SHA256:Anna") == anna
    with pytest.raises(NoSuchPerson):
        server.people.named("Carla")


def test_number_of_keys_is_limited(server: LobbyServer):
    anna = server.register("Anna")
    for number in range(MAX_KEYS - 1):
        server.people.add_key(anna, f"SHA256:{number}", f"computer {number}")
    with pytest.raises(NotAllowed, match="10 keys"):
        server.people.add_key(anna, "SHA256:more")
    assert len(server.people.keys(anna)) == MAX_KEYS
    assert {key.label for key in server.people.keys(anna)} >= {"computer 0", "computer 8"}


def test_key_can_be_removed_except_the_last(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    server.people.add_key(anna, "SHA256:two")
    server.people.drop_key(boris, "SHA256:two")
    server.people.drop_key(anna, "SHA256:Anna")
    assert [key.fingerprint for key in server.people.keys(anna)] == ["SHA256:two"]
    with pytest.raises(NotAllowed, match="only key"):
        server.people.drop_key(anna, "SHA256:two")
    assert server.people.by_key("SHA256:two") == anna


def test_one_time_code_adds_a_key_once(server: LobbyServer):
    anna = server.register("Anna")
    word = server.people.new_one_time_code(anna)
    typed = word.lower().replace("-", " ")
    assert server.people.redeem(typed, "SHA256:two", "laptop") == anna
    assert server.people.by_key("SHA256:two") == anna
    with pytest.raises(NotAllowed, match="wrong or has expired"):
        server.people.redeem(word, "SHA256:three")


def test_one_time_code_expires(server: LobbyServer):
    word = server.people.new_one_time_code(server.register("Anna"))
    server.now += CODE_LIFETIME
    with pytest.raises(NotAllowed, match="wrong or has expired"):
        server.people.redeem(word, "SHA256:two")


def test_key_is_expected_while_a_code_is_valid(server: LobbyServer):
    anna = server.register("Anna")
    assert not server.people.awaits_key()
    word = server.people.new_one_time_code(anna)
    assert server.people.awaits_key()
    server.people.redeem(word, "SHA256:two")
    assert not server.people.awaits_key()
    server.people.new_one_time_code(anna)
    server.now += CODE_LIFETIME
    assert not server.people.awaits_key()


def test_new_one_time_code_replaces_the_old_one(server: LobbyServer):
    anna = server.register("Anna")
    old, new = server.people.new_one_time_code(anna), server.people.new_one_time_code(anna)
    with pytest.raises(NotAllowed):
        server.people.redeem(old, "SHA256:two")
    assert server.people.redeem(new, "SHA256:two") == anna


def test_unusable_key_does_not_use_up_the_code(server: LobbyServer):
    anna, _ = server.register("Anna"), server.register("Boris")
    word = server.people.new_one_time_code(anna)
    with pytest.raises(NotAllowed, match="already"):
        server.people.redeem(word, "SHA256:Boris")
    assert server.people.redeem(word, "SHA256:two") == anna


def test_one_time_codes_are_stored_hashed(tmp_path: Path):
    store = SqliteStore(tmp_path / "games.sqlite3")
    users = Users(store)
    word = users.new_one_time_code(users.register("Anna", "SHA256:Anna"))
    store.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert word.encode() not in kept
    assert b"SHA256:Anna" in kept


def test_invite_code_stays_until_it_is_replaced(server: LobbyServer):
    word = server.people.invite_code()
    assert server.people.invite_code() == word
    assert server.people.is_invite_code(word.lower())
    assert not server.people.is_invite_code(word[:-1])
    assert not server.people.is_invite_code("")
    other = server.people.new_invite_code()
    assert other != word
    assert (server.people.is_invite_code(word), server.people.is_invite_code(other)) == (
        False,
        True,
    )


def test_settings_are_saved_per_user(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    assert server.people.settings(anna) == ""
    server.people.save_settings(anna, 'theme = "dark"')
    assert (server.people.settings(anna), server.people.settings(boris)) == ('theme = "dark"', "")


def test_last_visit_is_recorded(server: LobbyServer):
    anna, first = server.register("Anna"), server.now
    server.advance_clock(hours=3)
    assert server.people.mark_online(anna) == first
    (account,) = server.people.all()
    assert (account.created, account.seen, account.keys) == (first, server.now, 1)


def test_users_are_sorted_by_last_visit(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    server.advance_clock(hours=1)
    server.people.mark_online(anna)
    assert [account.person for account in server.people.all()] == [anna, boris]


def test_user_can_become_admin(server: LobbyServer):
    server.register("Anna")
    assert server.people.make_admin("anna").admin
    assert not server.people.make_admin("Anna", False).admin


def test_banned_user_is_recognised_by_key_and_gets_the_reason(server: LobbyServer):
    anna = server.register("Anna")
    server.published_topics()
    assert server.people.ban("Anna").banned
    assert f"person/{anna.id}" in server.published_topics()
    found = server.people.by_key("SHA256:Anna")
    assert found is not None
    assert found.banned
    assert not server.people.ban("Anna", False).banned


def test_banned_user_leaves_all_tables_and_may_return(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    own = server.tables.create(anna, "toy", {}, [anna.id, None])
    other = server.tables.create(boris, "toy", {}, [boris.id, anna.id])
    server.tables.join(other.id, anna)
    begun = server.tables.create(anna, "toy", {}, [anna.id, boris.id], ordered=True)
    server.tables.join(begun.id, boris)
    server.tables.start(begun.id, anna)
    Proposals(server.store).propose(begun.id, boris, PROPOSE_END)
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


def test_bot_replaces_a_banned_user_at_once(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    table = server.tables.create(anna, "toy", {}, [anna.id, boris.id], ordered=True)
    server.tables.join(table.id, boris)
    server.tables.start(table.id, anna)
    server.published_topics()
    server.people.ban("Anna")
    assert {f"match/{table.id}", "talk"} <= server.published_topics()
    assert server.store.header(table.id).seats[0] == ("Anna", "bot:medium")
    with pytest.raises(NotAllowed, match="The admin of this server has banned you"):
        SeatOwnership(server.store).come_back(table.id, anna)


def test_banned_user_can_neither_create_nor_join_tables(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    table = server.tables.create(boris, "toy", {}, [boris.id, None])
    match = server.tables.create(boris, "toy", {}, [boris.id, "bot:random"])
    server.tables.start(match.id, boris)
    server.people.ban("Anna")
    for act in (
        lambda: server.tables.join(table.id, anna),
        lambda: server.tables.create(anna, "toy", {}, [anna.id, None]),
        lambda: SeatOwnership(server.store).take(match.id, 1, anna),
    ):
        with pytest.raises(NotAllowed, match="The admin of this server has banned you"):
            act()


def test_unreadable_match_does_not_prevent_a_ban(server: LobbyServer):
    anna = server.register("Anna")
    table = server.tables.create(anna, "toy", {}, [anna.id, "bot:random"])
    server.tables.start(table.id, anna)
    with server.store.write_transaction() as connection:
        connection.execute("UPDATE match SET header = '{' WHERE id = ?", (table.id,))
    assert server.people.ban("Anna").banned


def test_banned_user_keeps_seats_of_finished_matches(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    table = server.tables.create(anna, "toy", {}, [anna.id, boris.id])
    server.tables.join(table.id, boris)
    server.tables.start(table.id, anna)
    SeatOwnership(server.store).concede(table.id, anna)
    server.people.ban("Anna")
    assert anna.id in server.store.owners(table.id)


def test_new_name_appears_in_all_matches(server: LobbyServer):
    anna = server.register("Anna")
    table = server.tables.create(anna, "toy", {}, [anna.id, "bot:random"], ordered=True)
    server.tables.start(table.id, anna)
    server.published_topics()
    renamed = server.people.rename("Anna", "Annabel")
    assert (renamed.id, renamed.name) == (anna.id, "Annabel")
    assert server.store.record(table.id).header.names == ("Annabel", "Random")
    assert {f"match/{table.id}", f"person/{anna.id}"} <= server.published_topics()
    assert server.people.rename("Annabel", "ANNABEL").name == "ANNABEL"


def test_user_cannot_be_renamed_to_an_existing_name(server: LobbyServer):
    server.register("Anna")
    server.register("Boris")
    with pytest.raises(NameTaken):
        server.people.rename("Anna", "b0ris")
    with pytest.raises(BadName):
        server.people.rename("Anna", "")
    assert server.people.named("Anna").name == "Anna"


def test_deleted_user_is_gone_except_for_the_seats(server: LobbyServer):
    anna, boris = server.register("Anna"), server.register("Boris")
    table = server.tables.create(boris, "toy", {}, [boris.id, anna.id], ordered=True)
    server.tables.join(table.id, anna)
    server.tables.start(table.id, boris)
    server.people.new_one_time_code(anna)
    server.people.erase(anna)
    assert server.people.by_key("SHA256:Anna") is None
    assert [account.person for account in server.people.all()] == [boris]
    assert server.store.record(table.id).header.names == ("Boris", "Player 2")
    assert server.store.owners(table.id) == (boris.id, None)
    assert server.store.load(table.id).header.names == ("Boris", "Player 2")
    with pytest.raises(NoSuchPerson):
        server.people.erase(anna)
    assert server.register("Anna").id != anna.id


def test_deleting_a_user_ends_proposals_at_their_tables(
    server: LobbyServer,
):
    anna, boris, carla = (server.register(name) for name in ("Anna", "Boris", "Carla"))
    people = [anna.id, boris.id, carla.id]
    table = server.tables.create(anna, "toy", {}, people, ordered=True)
    for person in (boris, carla):
        server.tables.join(table.id, person)
    server.tables.start(table.id, anna)
    proposals = Proposals(server.store)
    proposals.propose(table.id, boris, PROPOSE_END)
    server.people.erase(anna)
    assert proposals.open_one(table.id) is None


def test_deleted_name_is_gone_from_the_database_file(tmp_path: Path):
    store = SqliteStore(tmp_path / "games.sqlite3")
    server = LobbyServer(store)
    anna = server.register("Annabellissima")
    table = server.tables.create(anna, "toy", {}, [anna.id, "bot:random"])
    server.tables.start(table.id, anna)
    server.people.save_settings(anna, "name = 'Annabellissima'")
    store.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"Annabellissima" in store.path.read_bytes()
    server.people.erase(anna)
    store.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"nnabellissima" not in kept.lower()


def test_user_numbers_are_not_reused(server: LobbyServer):
    anna = server.register("Anna")
    server.people.erase(anna)
    assert server.register("Boris").id > anna.id


def test_one_time_code_lasts_minutes():
    assert timedelta(minutes=5) <= CODE_LIFETIME <= timedelta(hours=1)
