"""Waiting tables: creating, joining, leaving, starting."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from engine import games
from engine.core.players import AGREED, Ending, Person
from engine.errors import BadSetup, Conflict, NoSuchTable, NotAllowed, UnknownGame
from engine.lobby import join_codes as codes_of_tables
from engine.lobby import matchmaking
from engine.lobby.matchmaking import HOST_AWAY, MOST_TABLES, WaitingTables
from engine.lobby.users import Users
from engine.lobby.waiting_table import CLOSED, CODE, OPEN, WaitingTable
from engine.match.match import Match
from engine.storage.open_store import open_at
from engine.storage.records import draw_id
from tests.engine.house import House, anna, boris, carla, house
from tests.engine.rivals import Ready, at_once, patient_store

__all__ = ["anna", "boris", "carla", "house"]

pytestmark = pytest.mark.usefixtures("toy")


def opened(house: House, host: Person, *others: Any, **kinds: Any) -> WaitingTable:
    return house.tables.begin_one(host, "toy", {}, [host.id, *others], **kinds)


def sitting(table: WaitingTable) -> list[int | str | None]:
    """Return the person or bot at each seat."""
    return [place.person or place.bot for place in table.places]


# ---------------------------------------------------------------------- creating tables


def test_an_open_table_is_seen_with_its_host_sitting(house: House, anna: Person):
    house.heard()
    table = house.tables.begin_one(anna, "toy", {"purse": "full"}, [anna.id, None, "bot:greedy"])
    assert house.heard() == {"lobby", f"match/{table.id}", f"person/{anna.id}"}
    assert house.tables.open_ones() == house.tables.of(anna) == [table]
    assert (table.game, dict(table.options)) == ("toy", {"purse": "full"})
    assert (table.host, table.host_name, table.open) == (anna.id, "Anna", OPEN)
    assert [place.name for place in table.places] == ["Anna", "", "Greedy"]
    assert sitting(table) == [anna.id, None, "bot:greedy"]
    assert table.free == 1
    assert house.tables.get(table.id) == table


def test_its_code_is_short_and_can_be_typed_anyhow(house: House, anna: Person):
    table = opened(house, anna, None)
    assert re.fullmatch("([A-Z][2-9]){2}", table.code)
    assert house.codes.find(f" {table.code.lower()} ", anna) == table.id
    with pytest.raises(NoSuchTable, match="Q9Q9"):
        house.codes.find("Q9Q9", anna)


def test_codes_of_tables_that_wait_differ(
    house: House, anna: Person, monkeypatch: pytest.MonkeyPatch
):
    codes = iter(["K7M2", "K7M2", "K7M2", "P3Q4"])
    monkeypatch.setattr(codes_of_tables, "draw_code", lambda pairs: next(codes))
    assert [opened(house, anna, None).code for _ in range(2)] == ["K7M2", "P3Q4"]


def test_a_table_that_waits_keeps_its_id_for_its_match(
    house: House, anna: Person, monkeypatch: pytest.MonkeyPatch
):
    table = opened(house, anna, "bot:random")
    match = house.store.load(house.tables.start(opened(house, anna, "bot:random").id, anna))
    assert not house.store.add(table.id, match.header, [], house.store.records()[0].summary)
    ids = iter([table.id, house.store.records()[0].id, "z9z9"])
    monkeypatch.setattr(matchmaking, "draw_id", lambda pairs: next(ids, draw_id(pairs)))
    assert opened(house, anna, None).id == "z9z9"


@pytest.mark.parametrize(
    ("game", "options", "places", "error"),
    [
        ("chess", {}, 2, UnknownGame),
        ("toy", {"purse": "golden"}, 2, BadSetup),
        ("toy", {}, 1, BadSetup),
        ("toy", {}, 9, BadSetup),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    house: House,
    anna: Person,
    game: str,
    options: dict[str, str],
    places: int,
    error: type[Exception],
):
    with pytest.raises(error):
        house.tables.begin_one(anna, game, options, [anna.id, *[None] * (places - 1)])
    assert house.tables.of(anna) == []


def test_a_bot_that_there_is_not_is_refused(house: House, anna: Person):
    with pytest.raises(BadSetup, match="deep"):
        opened(house, anna, "bot:deep")


def test_one_person_opens_so_many_tables(house: House, anna: Person, boris: Person):
    for _ in range(MOST_TABLES):
        last = opened(house, anna, None)
    with pytest.raises(NotAllowed, match="20 tables waiting"):
        opened(house, anna, None)
    opened(house, boris, None)
    house.tables.drop(last.id, anna)
    opened(house, anna, None)


# ---------------------------------------------------------------------- joining and leaving


def test_whoever_sits_down_has_the_first_free_place(house: House, anna: Person, boris: Person):
    table = opened(house, anna, "bot:random", None, None)
    house.heard()
    table = house.tables.sit(table.id, boris)
    assert sitting(table) == [anna.id, "bot:random", boris.id, None]
    assert table.places[2].since == house.now
    assert {"lobby", f"match/{table.id}", f"person/{anna.id}"} <= house.heard()
    assert house.tables.of(boris) == [table]


def test_a_place_is_had_once(house: House, anna: Person, boris: Person, carla: Person):
    table = opened(house, anna, None)
    house.tables.sit(table.id, boris, 1)
    with pytest.raises(NotAllowed, match="Boris is already in that seat"):
        house.tables.sit(table.id, carla, 1)
    with pytest.raises(NotAllowed, match="This table is full"):
        house.tables.sit(table.id, carla)
    with pytest.raises(NotAllowed, match="There is no such seat at this table"):
        house.tables.sit(table.id, carla, 7)
    assert sitting(house.tables.get(table.id)) == [anna.id, boris.id]


def test_whoever_sits_changes_the_place(house: House, anna: Person, boris: Person):
    table = opened(house, anna, None, None)
    house.tables.sit(table.id, boris)
    assert sitting(house.tables.sit(table.id, boris, 2)) == [anna.id, None, boris.id]
    assert sitting(house.tables.sit(table.id, boris)) == [anna.id, None, boris.id]
    with pytest.raises(NotAllowed):
        house.tables.sit(table.id, boris, 0)
    assert sitting(house.tables.get(table.id)) == [anna.id, None, boris.id]


def test_a_place_is_kept_for_somebody(house: House, anna: Person, boris: Person, carla: Person):
    table = opened(house, anna, carla.id, None)
    assert table.places[1].name == "Carla"
    assert house.tables.of(carla) == [table]
    with pytest.raises(NotAllowed, match="reserved for Carla"):
        house.tables.sit(table.id, boris, 1)
    assert sitting(house.tables.sit(table.id, boris)) == [anna.id, None, boris.id]
    assert sitting(house.tables.sit(table.id, carla)) == [anna.id, carla.id, boris.id]


def test_a_table_by_code_is_not_listed_and_asks_for_it(house: House, anna: Person, boris: Person):
    table = opened(house, anna, None, open=CODE)
    assert house.tables.open_ones() == []
    for code in (None, "", "A2A2"):
        with pytest.raises(NotAllowed, match="You need this table's code to join"):
            house.tables.sit(table.id, boris, code=code)
    house.tables.sit(table.id, boris, code=table.code.lower())
    assert house.tables.get(table.id).people == (anna.id, boris.id)


def test_a_closed_table_waits_for_those_it_names(
    house: House, anna: Person, boris: Person, carla: Person
):
    table = opened(house, anna, boris.id, None, open=CLOSED)
    with pytest.raises(NotAllowed, match="This table is reserved for other players"):
        house.tables.sit(table.id, carla, code=table.code)
    house.tables.sit(table.id, boris)
    assert house.tables.open_ones() == []


@pytest.mark.parametrize("open", [CODE, CLOSED])
def test_whoever_sits_there_needs_no_code_for_another_place(
    house: House, anna: Person, boris: Person, open: str
):
    table = opened(house, anna, boris.id, None, None, open=open)
    house.tables.sit(table.id, boris)
    house.tables.sit(table.id, boris, seat=3)
    assert sitting(house.tables.get(table.id)) == [anna.id, None, None, boris.id]
    house.tables.sit(table.id, anna, seat=2)
    assert sitting(house.tables.get(table.id)) == [None, None, anna.id, boris.id]


def test_leaving_frees_the_place(house: House, anna: Person, boris: Person):
    table = opened(house, anna, None)
    house.tables.sit(table.id, boris)
    house.heard()
    house.tables.leave(table.id, boris)
    assert sitting(house.tables.get(table.id)) == [anna.id, None]
    assert {"lobby", f"match/{table.id}", f"person/{boris.id}"} <= house.heard()
    house.tables.leave(table.id, boris)


def test_a_host_who_leaves_passes_the_table_on(
    house: House, anna: Person, boris: Person, carla: Person
):
    table = opened(house, anna, None, None)
    house.later(seconds=1)
    house.tables.sit(table.id, carla, 2)
    house.later(seconds=1)
    house.tables.sit(table.id, boris, 1)
    house.tables.leave(table.id, anna)
    assert house.tables.get(table.id).host == carla.id
    house.tables.leave(table.id, boris)
    house.tables.leave(table.id, carla)
    with pytest.raises(NoSuchTable, match=table.id):
        house.tables.get(table.id)


def test_only_its_host_or_who_looks_after_the_house_gives_up_a_table(
    house: House, anna: Person, boris: Person
):
    one, two = opened(house, anna, None), opened(house, anna, None)
    with pytest.raises(NotAllowed, match="Only the host"):
        house.tables.drop(one.id, boris)
    house.tables.drop(one.id, anna)
    house.tables.drop(two.id, house.people.make_admin("Boris"))
    assert house.tables.open_ones() == []


def test_the_host_gives_places(house: House, anna: Person, boris: Person, carla: Person):
    table = opened(house, anna, None, None)
    house.tables.sit(table.id, boris, 1)
    house.heard()
    table = house.tables.set_place(table.id, anna, 1, "bot:greedy")
    assert sitting(table) == [anna.id, "bot:greedy", None]
    assert f"person/{boris.id}" in house.heard()
    table = house.tables.set_place(table.id, anna, 2, carla.id)
    assert (table.places[2].meant, table.waits_for(carla.id)) == (carla.id, True)
    table = house.tables.set_place(table.id, anna, 1, carla.id)
    assert [place.meant for place in table.places] == [None, carla.id, None]
    table = house.tables.set_place(table.id, anna, 1, None)
    assert (table.free, table.waits_for(carla.id)) == (2, False)
    with pytest.raises(NotAllowed, match="Take another one first"):
        house.tables.set_place(table.id, anna, 0, None)
    with pytest.raises(NotAllowed, match="There is no such seat at this table"):
        house.tables.set_place(table.id, anna, 3, None)
    with pytest.raises(NotAllowed, match="That player is already at the table"):
        house.tables.set_place(table.id, anna, 1, anna.id)
    with pytest.raises(NotAllowed, match="Only the host"):
        house.tables.set_place(table.id, boris, 1, None)


# ---------------------------------------------------------------------- starting


def test_a_table_becomes_the_match_of_its_id(house: House, anna: Person, boris: Person):
    table = house.tables.begin_one(
        anna, "toy", {"purse": "full"}, [anna.id, None, "bot:random"], data={"coins": 5}
    )
    house.tables.sit(table.id, boris)
    house.heard()
    assert house.tables.start(table.id, anna) == table.id
    people = {f"person/{anna.id}", f"person/{boris.id}"}
    assert house.heard() >= {"lobby", f"match/{table.id}", *people}
    record = house.store.record(table.id)
    assert dict(record.header.options) == {"purse": "full"}
    assert dict(record.header.data) == {"coins": 5}
    assert record.header.seed is not None
    by_name = dict(zip(record.header.names, record.owners, strict=True))
    assert by_name == {"Anna": anna.id, "Boris": boris.id, "Random": None}
    assert dict(record.header.seats)["Random"] == "bot:random"
    assert house.store.owners(table.id) == record.owners
    assert house.tables.of(anna) == house.tables.open_ones() == []
    assert house.codes.find(table.code.lower(), anna) == table.id
    with pytest.raises(NoSuchTable):
        house.tables.start(table.id, anna)


def test_the_seats_are_drawn(house: House, anna: Person, boris: Person):
    orders = set()
    for _ in range(40):
        table = opened(house, anna, None, "bot:random")
        house.tables.sit(table.id, boris)
        house.tables.start(table.id, anna)
        orders.add(house.store.record(table.id).header.names)
        house.store.delete(table.id)
    assert len(orders) == 6


def test_the_host_orders_the_seats(house: House, anna: Person, boris: Person):
    for _ in range(5):
        table = opened(house, anna, None, "bot:random")
        house.tables.sit(table.id, boris)
        ordered = house.tables.reorder(table.id, anna, [2, 1, 0])
        assert sitting(ordered) == ["bot:random", boris.id, anna.id]
        house.tables.start(table.id, anna)
        assert house.store.record(table.id).header.names == ("Random", "Boris", "Anna")
    with pytest.raises(NotAllowed, match="There is no such seat at this table"):
        house.tables.reorder(opened(house, anna, None).id, anna, [0, 0])
    with pytest.raises(NotAllowed, match="Only the host"):
        house.tables.reorder(opened(house, anna, None).id, boris, [1, 0])


def test_free_places_fall_away_if_the_game_can_do_without(house: House, anna: Person):
    table = opened(house, anna, None, "bot:random", None)
    house.tables.start(table.id, anna)
    assert sorted(house.store.record(table.id).header.names) == ["Anna", "Random"]
    alone = opened(house, anna, None)
    with pytest.raises(BadSetup, match="2 to 4 players, not 1"):
        house.tables.start(alone.id, anna)
    assert house.tables.get(alone.id) == alone


def test_bots_of_a_kind_are_numbered(house: House, anna: Person):
    table = opened(house, anna, "bot:random", "bot:random", "bot:greedy", ordered=True)
    house.tables.start(table.id, anna)
    names = house.store.record(table.id).header.names
    assert names == ("Anna", "Random", "Random 2", "Greedy")


def test_others_begin_once_the_host_is_away(
    house: House, anna: Person, boris: Person, carla: Person
):
    table = opened(house, anna, None)
    house.tables.sit(table.id, boris)
    with pytest.raises(NotAllowed, match="You can start it once Anna has been away for 2 min"):
        house.tables.start(table.id, boris, host_away=HOST_AWAY - 1)
    with pytest.raises(NotAllowed, match="Only players at the table can start the"):
        house.tables.start(table.id, carla, host_away=HOST_AWAY)
    assert house.tables.start(table.id, boris, host_away=HOST_AWAY) == table.id


def test_a_table_that_changes_while_it_begins_is_a_conflict(
    house: House, anna: Person, boris: Person, monkeypatch: pytest.MonkeyPatch
):
    table = opened(house, anna, None, None)
    begin = Match.begin

    def meanwhile(*args: Any, **kinds: Any) -> Any:
        house.tables.sit(table.id, boris)
        return begin(*args, **kinds)

    house.tables.set_place(table.id, anna, 2, "bot:random")
    monkeypatch.setattr(Match, "begin", meanwhile)
    with pytest.raises(Conflict, match="The table has changed in the meantime"):
        house.tables.start(table.id, anna)
    assert house.tables.get(table.id).people == (anna.id, boris.id)
    assert house.store.records() == []


def test_one_person_begins_so_many_matches(
    house: House, anna: Person, boris: Person, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(matchmaking, "MOST_MATCHES", 3)
    for _ in range(3):
        house.tables.start(opened(house, anna, "bot:random").id, anna)
    table = opened(house, anna, "bot:random")
    with pytest.raises(NotAllowed, match="Anna already has 3 unfinished games"):
        house.tables.start(table.id, anna)
    assert house.tables.get(table.id) == table
    theirs = opened(house, boris, None)
    house.tables.sit(theirs.id, anna)
    with pytest.raises(NotAllowed, match="Anna already has 3"):
        house.tables.start(theirs.id, boris)
    for record in house.store.records():
        house.store.delete(record.id)
    house.later(days=2)
    house.tables.start(table.id, anna)


def test_matches_that_are_over_count_for_a_day(
    house: House, anna: Person, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(matchmaking, "MOST_MATCHES", 1)
    id = house.tables.start(opened(house, anna, "bot:random").id, anna)
    house.store.end(id, Ending(AGREED, -1, house.now), ())
    table = opened(house, anna, "bot:random")
    house.later(hours=23)
    with pytest.raises(NotAllowed, match="Anna already has 1"):
        house.tables.start(table.id, anna)
    house.later(hours=2)
    assert house.tables.start(table.id, anna) == table.id


def test_in_a_branch_all_seats_of_people_are_those_of_whoever_made_it(
    house: House, anna: Person, boris: Person
):
    table = opened(house, anna, boris.id, "bot:random", ordered=True)
    house.tables.sit(table.id, boris)
    house.tables.start(table.id, anna)
    branch = house.tables.branch(house.store.load(table.id), 0, boris)
    assert house.store.owners(branch) == (boris.id, boris.id, None)
    assert branch not in [record.id for record in house.store.watchable(9)]


def test_matches_can_be_watched_unless_the_host_does_not_want_it(house: House, anna: Person):
    shown, hidden = opened(house, anna, "bot:random"), opened(house, anna, None, watch=False)
    house.tables.set_place(hidden.id, anna, 1, "bot:random")
    for table in (shown, hidden):
        house.tables.start(table.id, anna)
    assert [record.id for record in house.store.watchable(9)] == [shown.id]
    assert house.store.watchable(0) == []


# ---------------------------------------------------------------------- races

TABLES, SEATS = 100, 3


def claim(place: Path | str, name: str, ready: Ready) -> list[tuple[str, int]]:
    """Race for a seat at every table; return the tables where one was won."""
    store, won = patient_store(place), []
    person, tables = Users(store).named(name), WaitingTables(store)
    ready()
    for table in tables.open_ones(TABLES):
        with suppress(NotAllowed):
            tables.sit(table.id, person)
            won.append((table.id, person.id))
    store.close()
    return won


def test_nobody_wins_a_place_twice(place: Path | str, monkeypatch: pytest.MonkeyPatch):
    house = House(open_at(place))
    monkeypatch.setattr(matchmaking, "MOST_TABLES", TABLES)
    host = house.person("Hester")
    for _ in range(TABLES):
        house.tables.begin_one(host, "toy", {}, [None] * SEATS)
    names = [f"Rival {letter}" for letter in "abcdefgh"]
    for name in names:
        house.person(name)
    house.store.close()
    claims = at_once(claim, [(place, name) for name in names])
    assert len(set(claims)) == len(claims) == TABLES * SEATS
    store = open_at(place)
    tables = [WaitingTables(store).get(id) for id in {id for id, _ in claims}]
    assert [table.free for table in tables] == [0] * TABLES
    assert sorted(claims) == sorted((table.id, who) for table in tables for who in table.people)


# ---------------------------------------------------------------------- changes by the host


def test_the_host_changes_who_may_come(house: House, anna: Person, boris: Person):
    table = opened(house, anna, None, open=CLOSED)
    with pytest.raises(NotAllowed, match="This table is reserved for other players"):
        house.tables.sit(table.id, boris)
    with pytest.raises(NotAllowed, match="Only the host"):
        house.tables.let_come(table.id, boris, OPEN)
    with pytest.raises(NotAllowed):
        house.tables.let_come(table.id, anna, "whoever")
    house.heard()
    assert house.tables.let_come(table.id, anna, OPEN).open == OPEN
    assert house.heard() == {"lobby", f"match/{table.id}", f"person/{anna.id}"}
    assert house.tables.open_ones() == [house.tables.get(table.id)]
    house.tables.sit(table.id, boris)
    assert house.tables.let_come(table.id, anna, CODE).people == (anna.id, boris.id)
    assert house.tables.open_ones() == []


def test_a_place_whose_owner_gets_up_can_be_given_to_others(
    house: House, anna: Person, boris: Person, carla: Person
):
    table = opened(house, anna, boris.id, open=CLOSED)
    house.tables.sit(table.id, boris)
    house.tables.leave(table.id, boris)
    with pytest.raises(NotAllowed, match="This table is reserved for other players"):
        house.tables.sit(table.id, carla)
    house.tables.set_place(table.id, anna, 1, carla.id)
    assert sitting(house.tables.sit(table.id, carla)) == [anna.id, carla.id]


def test_the_host_sets_one_more_place_and_one_less(
    house: House, anna: Person, boris: Person, carla: Person
):
    table = opened(house, anna, None)
    house.tables.sit(table.id, boris)
    with pytest.raises(NotAllowed, match="Only the host"):
        house.tables.add_place(table.id, boris)
    with pytest.raises(NotAllowed, match="Only the host"):
        house.tables.drop_place(table.id, boris, 1)
    with pytest.raises(BadSetup):
        house.tables.drop_place(table.id, anna, 1)
    grown = house.tables.add_place(table.id, anna)
    assert sitting(grown) == [anna.id, boris.id, None]
    house.tables.sit(table.id, carla)
    with pytest.raises(NotAllowed, match="your own seat"):
        house.tables.drop_place(table.id, anna, 0)
    with pytest.raises(NotAllowed, match="There is no such seat at this table"):
        house.tables.drop_place(table.id, anna, 3)
    house.heard()
    shrunk = house.tables.drop_place(table.id, anna, 1)
    assert f"person/{boris.id}" in house.heard()
    assert sitting(shrunk) == [anna.id, carla.id]
    assert [place.seat for place in shrunk.places] == [0, 1]
    most = games.load("toy").players[-1]
    for _ in range(most - 2):
        house.tables.add_place(table.id, anna)
    with pytest.raises(BadSetup):
        house.tables.add_place(table.id, anna)


# ---------------------------------------------------------------------- rematches


def over(house: House, *people: Person) -> str:
    """Return a finished match of these people."""
    table = opened(house, people[0], *(one.id for one in people[1:]), ordered=True)
    for one in people[1:]:
        house.tables.sit(table.id, one)
    house.tables.start(table.id, people[0])
    house.store.end(table.id, Ending(AGREED, -1, house.now), ())
    return table.id


def test_those_who_played_meet_at_one_table_to_play_again(
    house: House, anna: Person, boris: Person, carla: Person
):
    id = over(house, anna, boris)
    with pytest.raises(NotAllowed, match="did not play"):
        house.tables.play_again(id, carla)
    first = house.tables.play_again(id, boris)
    assert (first.host, first.open, first.free) == (boris.id, CLOSED, 1)
    assert house.tables.play_again(id, boris) == first
    second = house.tables.play_again(id, anna)
    assert (second.id, second.people) == (first.id, (anna.id, boris.id))


def test_who_got_up_comes_again_as_long_as_the_place_is_free(
    house: House, anna: Person, boris: Person
):
    id = over(house, anna, boris)
    table = house.tables.play_again(id, anna)
    house.tables.play_again(id, boris)
    house.tables.leave(table.id, boris)
    assert house.tables.play_again(id, boris).free == 0
    house.tables.set_place(table.id, anna, 1, "greedy")
    with pytest.raises(NotAllowed, match="table is full"):
        house.tables.play_again(id, boris)


def test_when_it_has_begun_they_may_meet_once_more(house: House, anna: Person, boris: Person):
    id = over(house, anna, boris)
    table = house.tables.play_again(id, anna)
    house.tables.play_again(id, boris)
    house.tables.start(table.id, anna)
    again = house.tables.play_again(id, anna)
    assert again.id != table.id
    assert again.host == anna.id


def press_again(
    place: Path | str, name: str, ids: list[str], ready: Ready
) -> list[tuple[str, str]]:
    """Race for the rematch tables of these matches; return them."""
    store = patient_store(place)
    person = Users(store).named(name)
    ready()
    found = [(id, WaitingTables(store).play_again(id, person).id) for id in ids]
    store.close()
    return found


def test_all_who_press_at_the_same_moment_come_to_the_same_table(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
):
    house = House(open_at(place))
    people = [house.person(name) for name in ("Anna", "Boris", "Carla")]
    ids = [over(house, *people) for _ in range(15)]
    house.store.close()
    met = at_once(press_again, [(place, one.name, ids) for one in people])
    store = open_at(place)
    assert len(met) == 3 * len(ids)
    assert len(set(met)) == len(ids)
    assert all(WaitingTables(store).get(table).free == 0 for _, table in met)
    store.close()
