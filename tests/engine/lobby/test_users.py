"""Users of a server: names, keys, codes, and erasure."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from engine.errors import BadName, NameTaken, NoSuchPerson, NotAllowed
from engine.lobby.proposals import END, Proposals
from engine.lobby.seat_owners import SeatOwnership
from engine.lobby.users import MOST_KEYS, WORD_LASTS, Users
from engine.storage.sqlite_store import SqliteStore
from tests.engine.house import House, house

__all__ = ["house"]

pytestmark = pytest.mark.usefixtures("toy")


def test_a_key_says_who_somebody_is(house: House):
    assert house.people.by_key("SHA256:Anna") is None
    anna, boris = house.person("Anna"), house.person("Boris")
    assert house.people.by_key("SHA256:Anna") == anna
    assert house.people.by_key("SHA256:Boris") == boris
    assert house.people.get(anna.id) == house.people.named(" ANNA ") == anna
    assert (anna.admin, anna.banned) == (False, False)


def test_nobody_is_told(house: House):
    with pytest.raises(NoSuchPerson, match="Carla"):
        house.people.named("Carla")
    with pytest.raises(NoSuchPerson):
        house.people.get(7)


def test_those_in_the_lobby_see_a_newcomer(house: House):
    house.person("Anna")
    assert house.heard() == {"lobby"}


@pytest.mark.parametrize("name", ["Anna", "anna", "ANNA ", "Annɑ", "A nna"])
def test_a_name_is_had_by_one_person(house: House, name: str):
    house.person("Anna")
    with pytest.raises(NameTaken, match="The name Anna, or one very much like it, is taken"):
        house.people.register(name, "SHA256:other")
    assert house.people.by_key("SHA256:other") is None


def test_those_are_here_who_listen(house: House):
    people = [house.person(name) for name in ("Anna", "Boris", "Carla", "Dora")]
    topics = ["person/99", "person/?", *(f"person/{one.id}" for one in people[:3])]
    watches = [house.store.subscribe(topic) for topic in topics]
    assert house.people.here(300) == people[:3]
    assert house.people.here(2) == people[:2]
    for watch in watches:
        watch.close()
    assert house.people.here(300) == []


def test_a_name_that_cannot_be_is_refused_and_nothing_is_kept(house: House):
    with pytest.raises(BadName):
        house.people.register("[bold]", "SHA256:a")
    assert house.people.all() == []


def test_a_key_is_had_by_one_person(house: House):
    anna, boris = house.person("Anna"), house.person("Boris")
    with pytest.raises(NotAllowed, match="already"):
        house.people.register("Carla", "SHA256:Anna")
    with pytest.raises(NotAllowed, match="already"):
        house.people.add_key(boris, "SHA256:Anna")
    assert house.people.by_key("SHA256:Anna") == anna
    with pytest.raises(NoSuchPerson):
        house.people.named("Carla")


def test_nobody_has_more_keys_than_so_many(house: House):
    anna = house.person("Anna")
    for number in range(MOST_KEYS - 1):
        house.people.add_key(anna, f"SHA256:{number}", f"computer {number}")
    with pytest.raises(NotAllowed, match="10 keys"):
        house.people.add_key(anna, "SHA256:more")
    assert len(house.people.keys(anna)) == MOST_KEYS
    assert {key.label for key in house.people.keys(anna)} >= {"computer 0", "computer 8"}


def test_a_key_can_be_given_up_but_for_the_last_one(house: House):
    anna, boris = house.person("Anna"), house.person("Boris")
    house.people.add_key(anna, "SHA256:two")
    house.people.drop_key(boris, "SHA256:two")
    house.people.drop_key(anna, "SHA256:Anna")
    assert [key.fingerprint for key in house.people.keys(anna)] == ["SHA256:two"]
    with pytest.raises(NotAllowed, match="only key"):
        house.people.drop_key(anna, "SHA256:two")
    assert house.people.by_key("SHA256:two") == anna


def test_a_word_brings_a_second_key_once(house: House):
    anna = house.person("Anna")
    word = house.people.word_for(anna)
    typed = word.lower().replace("-", " ")
    assert house.people.redeem(typed, "SHA256:two", "laptop") == anna
    assert house.people.by_key("SHA256:two") == anna
    with pytest.raises(NotAllowed, match="wrong or has expired"):
        house.people.redeem(word, "SHA256:three")


def test_a_word_is_good_for_a_while(house: House):
    word = house.people.word_for(house.person("Anna"))
    house.now += WORD_LASTS
    with pytest.raises(NotAllowed, match="wrong or has expired"):
        house.people.redeem(word, "SHA256:two")


def test_a_key_is_expected_while_a_word_is_good(house: House):
    anna = house.person("Anna")
    assert not house.people.awaits_key()
    word = house.people.word_for(anna)
    assert house.people.awaits_key()
    house.people.redeem(word, "SHA256:two")
    assert not house.people.awaits_key()
    house.people.word_for(anna)
    house.now += WORD_LASTS
    assert not house.people.awaits_key()


def test_a_new_word_takes_the_place_of_the_one_before(house: House):
    anna = house.person("Anna")
    old, new = house.people.word_for(anna), house.people.word_for(anna)
    with pytest.raises(NotAllowed):
        house.people.redeem(old, "SHA256:two")
    assert house.people.redeem(new, "SHA256:two") == anna


def test_a_word_is_not_used_up_by_a_key_that_cannot_come(house: House):
    anna, _ = house.person("Anna"), house.person("Boris")
    word = house.people.word_for(anna)
    with pytest.raises(NotAllowed, match="already"):
        house.people.redeem(word, "SHA256:Boris")
    assert house.people.redeem(word, "SHA256:two") == anna


def test_words_are_not_kept_as_they_are(tmp_path: Path):
    store = SqliteStore(tmp_path / "games.sqlite3")
    people = Users(store)
    word = people.word_for(people.register("Anna", "SHA256:Anna"))
    store.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert word.encode() not in kept
    assert b"SHA256:Anna" in kept


def test_the_word_of_invitation_stays_until_it_is_changed(house: House):
    word = house.people.invitation()
    assert house.people.invitation() == word
    assert house.people.is_invitation(word.lower())
    assert not house.people.is_invitation(word[:-1])
    assert not house.people.is_invitation("")
    other = house.people.new_invitation()
    assert other != word
    assert (house.people.is_invitation(word), house.people.is_invitation(other)) == (False, True)


def test_settings_are_kept_for_each(house: House):
    anna, boris = house.person("Anna"), house.person("Boris")
    assert house.people.settings(anna) == ""
    house.people.keep_settings(anna, 'theme = "dark"')
    assert (house.people.settings(anna), house.people.settings(boris)) == ('theme = "dark"', "")


def test_it_is_known_when_somebody_was_here(house: House):
    anna, first = house.person("Anna"), house.now
    house.later(hours=3)
    assert house.people.seen(anna) == first
    (account,) = house.people.all()
    assert (account.created, account.seen, account.keys) == (first, house.now, 1)


def test_whoever_was_here_last_comes_first(house: House):
    anna, boris = house.person("Anna"), house.person("Boris")
    house.later(hours=1)
    house.people.seen(anna)
    assert [account.person for account in house.people.all()] == [anna, boris]


def test_somebody_may_look_after_the_house(house: House):
    house.person("Anna")
    assert house.people.make_admin("anna").admin
    assert not house.people.make_admin("Anna", False).admin


def test_whoever_is_banned_is_known_by_key_and_told(house: House):
    anna = house.person("Anna")
    house.heard()
    assert house.people.ban("Anna").banned
    assert f"person/{anna.id}" in house.heard()
    found = house.people.by_key("SHA256:Anna")
    assert found is not None
    assert found.banned
    assert not house.people.ban("Anna", False).banned


def test_whoever_is_banned_leaves_all_tables_and_may_come_back_to_seats(house: House):
    anna, boris = house.person("Anna"), house.person("Boris")
    own = house.tables.begin_one(anna, "toy", {}, [anna.id, None])
    other = house.tables.begin_one(boris, "toy", {}, [boris.id, anna.id])
    house.tables.sit(other.id, anna)
    begun = house.tables.begin_one(anna, "toy", {}, [anna.id, boris.id], ordered=True)
    house.tables.sit(begun.id, boris)
    house.tables.start(begun.id, anna)
    Proposals(house.store).propose(begun.id, boris, END)
    house.heard()
    house.people.ban("Anna")
    assert {f"match/{begun.id}", f"person/{boris.id}", "lobby"} <= house.heard()
    assert [table.id for table in house.tables.open_ones()] == [other.id]
    assert house.tables.get(other.id).people == (boris.id,)
    assert not house.tables.get(other.id).waits_for(anna.id)
    seating = SeatOwnership(house.store)
    assert seating.of(begun.id)[0].player == "bot:medium"
    assert Proposals(house.store).open_one(begun.id) is None
    house.people.ban("Anna", False)
    assert seating.come_back(begun.id, anna) == {0}
    assert own.id not in [table.id for table in house.tables.of(anna)]


def test_a_bot_plays_at_once_for_somebody_who_is_banned(house: House):
    anna, boris = house.person("Anna"), house.person("Boris")
    table = house.tables.begin_one(anna, "toy", {}, [anna.id, boris.id], ordered=True)
    house.tables.sit(table.id, boris)
    house.tables.start(table.id, anna)
    house.heard()
    house.people.ban("Anna")
    assert {f"match/{table.id}", "talk"} <= house.heard()
    assert house.store.header(table.id).seats[0] == ("Anna", "bot:medium")
    with pytest.raises(NotAllowed, match="The admin of this server has banned you"):
        SeatOwnership(house.store).come_back(table.id, anna)


def test_who_is_banned_neither_opens_a_table_nor_sits_down(house: House):
    anna, boris = house.person("Anna"), house.person("Boris")
    table = house.tables.begin_one(boris, "toy", {}, [boris.id, None])
    match = house.tables.begin_one(boris, "toy", {}, [boris.id, "bot:random"])
    house.tables.start(match.id, boris)
    house.people.ban("Anna")
    for act in (
        lambda: house.tables.sit(table.id, anna),
        lambda: house.tables.begin_one(anna, "toy", {}, [anna.id, None]),
        lambda: SeatOwnership(house.store).take(match.id, 1, anna),
    ):
        with pytest.raises(NotAllowed, match="The admin of this server has banned you"):
            act()


def test_a_match_that_cannot_be_read_keeps_nobody_from_being_banned(house: House):
    anna = house.person("Anna")
    table = house.tables.begin_one(anna, "toy", {}, [anna.id, "bot:random"])
    house.tables.start(table.id, anna)
    with house.store.writing() as base:
        base.execute("UPDATE match SET header = '{' WHERE id = ?", (table.id,))
    assert house.people.ban("Anna").banned


def test_a_match_that_is_over_keeps_the_seats_of_whoever_is_banned(house: House):
    anna, boris = house.person("Anna"), house.person("Boris")
    table = house.tables.begin_one(anna, "toy", {}, [anna.id, boris.id])
    house.tables.sit(table.id, boris)
    house.tables.start(table.id, anna)
    SeatOwnership(house.store).concede(table.id, anna)
    house.people.ban("Anna")
    assert anna.id in house.store.owners(table.id)


def test_a_new_name_is_in_all_matches(house: House):
    anna = house.person("Anna")
    table = house.tables.begin_one(anna, "toy", {}, [anna.id, "bot:random"], ordered=True)
    house.tables.start(table.id, anna)
    house.heard()
    renamed = house.people.rename("Anna", "Annabel")
    assert (renamed.id, renamed.name) == (anna.id, "Annabel")
    assert house.store.record(table.id).header.names == ("Annabel", "Random")
    assert {f"match/{table.id}", f"person/{anna.id}"} <= house.heard()
    assert house.people.rename("Annabel", "ANNABEL").name == "ANNABEL"


def test_a_name_of_others_cannot_be_taken_by_renaming(house: House):
    house.person("Anna")
    house.person("Boris")
    with pytest.raises(NameTaken):
        house.people.rename("Anna", "b0ris")
    with pytest.raises(BadName):
        house.people.rename("Anna", "")
    assert house.people.named("Anna").name == "Anna"


def test_whoever_is_forgotten_is_gone_but_for_the_seats(house: House):
    anna, boris = house.person("Anna"), house.person("Boris")
    table = house.tables.begin_one(boris, "toy", {}, [boris.id, anna.id], ordered=True)
    house.tables.sit(table.id, anna)
    house.tables.start(table.id, boris)
    house.people.word_for(anna)
    house.people.forget(anna)
    assert house.people.by_key("SHA256:Anna") is None
    assert [account.person for account in house.people.all()] == [boris]
    assert house.store.record(table.id).header.names == ("Boris", "Player 2")
    assert house.store.owners(table.id) == (boris.id, None)
    assert house.store.load(table.id).header.names == ("Boris", "Player 2")
    with pytest.raises(NoSuchPerson):
        house.people.forget(anna)
    assert house.person("Anna").id != anna.id


def test_whatever_a_table_was_asked_is_asked_no_more_once_somebody_there_is_forgotten(house: House):
    anna, boris, carla = (house.person(name) for name in ("Anna", "Boris", "Carla"))
    people = [anna.id, boris.id, carla.id]
    table = house.tables.begin_one(anna, "toy", {}, people, ordered=True)
    for person in (boris, carla):
        house.tables.sit(table.id, person)
    house.tables.start(table.id, anna)
    proposals = Proposals(house.store)
    proposals.propose(table.id, boris, END)
    house.people.forget(anna)
    assert proposals.open_one(table.id) is None


def test_a_forgotten_name_stands_nowhere_in_the_store(tmp_path: Path):
    store = SqliteStore(tmp_path / "games.sqlite3")
    house = House(store)
    anna = house.person("Annabellissima")
    table = house.tables.begin_one(anna, "toy", {}, [anna.id, "bot:random"])
    house.tables.start(table.id, anna)
    house.people.keep_settings(anna, "name = 'Annabellissima'")
    store.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"Annabellissima" in store.path.read_bytes()
    house.people.forget(anna)
    store.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"nnabellissima" not in kept.lower()


def test_the_numbers_of_people_are_never_given_twice(house: House):
    anna = house.person("Anna")
    house.people.forget(anna)
    assert house.person("Boris").id > anna.id


def test_a_word_lasts_minutes():
    assert timedelta(minutes=5) <= WORD_LASTS <= timedelta(hours=1)
