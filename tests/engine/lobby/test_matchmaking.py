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
from engine.lobby.matchmaking import HOST_AWAY, MAX_TABLES, WaitingTables
from engine.lobby.users import Users
from engine.lobby.waiting_table import JOIN_CLOSED, JOIN_OPEN, JOIN_WITH_CODE, WaitingTable
from engine.match.match import Match
from engine.storage.open_store import open_at
from engine.storage.records import draw_id
from tests.engine.lobby_server import LobbyServer, anna, boris, carla, server
from tests.engine.races import Ready, at_once, patient_store

__all__ = ["anna", "boris", "carla", "server"]

pytestmark = pytest.mark.usefixtures("toy")


def opened(server: LobbyServer, host: Person, *others: Any, **kinds: Any) -> WaitingTable:
    return server.tables.create(host, "toy", {}, [host.id, *others], **kinds)


def sitting(table: WaitingTable) -> list[int | str | None]:
    """Return the person or bot at each seat."""
    return [slot.person or slot.bot for slot in table.slots]


# ---------------------------------------------------------------------- creating tables


def test_open_table_is_listed_with_its_host_seated(server: LobbyServer, anna: Person):
    server.published_topics()
    table = server.tables.create(anna, "toy", {"purse": "full"}, [anna.id, None, "bot:greedy"])
    assert server.published_topics() == {"lobby", f"match/{table.id}", f"person/{anna.id}"}
    assert server.tables.open_tables() == server.tables.of(anna) == [table]
    assert (table.game, dict(table.options)) == ("toy", {"purse": "full"})
    assert (table.host, table.host_name, table.open) == (anna.id, "Anna", JOIN_OPEN)
    assert [slot.name for slot in table.slots] == ["Anna", "", "Greedy"]
    assert sitting(table) == [anna.id, None, "bot:greedy"]
    assert table.free == 1
    assert server.tables.get(table.id) == table


def test_table_code_is_short_and_tolerant_of_spelling(server: LobbyServer, anna: Person):
    table = opened(server, anna, None)
    assert re.fullmatch("([A-Z][2-9]){2}", table.code)
    assert server.codes.find(f" {table.code.lower()} ", anna) == table.id
    with pytest.raises(NoSuchTable, match="Q9Q9"):
        server.codes.find("Q9Q9", anna)


def test_codes_of_waiting_tables_differ(
    server: LobbyServer, anna: Person, monkeypatch: pytest.MonkeyPatch
):
    codes = iter(["K7M2", "K7M2", "K7M2", "P3Q4"])
    monkeypatch.setattr(codes_of_tables, "draw_code", lambda pairs: next(codes))
    assert [opened(server, anna, None).code for _ in range(2)] == ["K7M2", "P3Q4"]


def test_waiting_table_gives_its_id_to_the_match(
    server: LobbyServer, anna: Person, monkeypatch: pytest.MonkeyPatch
):
    table = opened(server, anna, "bot:random")
    match = server.store.load(server.tables.start(opened(server, anna, "bot:random").id, anna))
    assert not server.store.add(table.id, match.header, [], server.store.records()[0].summary)
    ids = iter([table.id, server.store.records()[0].id, "z9z9"])
    monkeypatch.setattr(matchmaking, "draw_id", lambda pairs: next(ids, draw_id(pairs)))
    assert opened(server, anna, None).id == "z9z9"


@pytest.mark.parametrize(
    ("game", "options", "places", "error"),
    [
        ("chess", {}, 2, UnknownGame),
        ("toy", {"purse": "golden"}, 2, BadSetup),
        ("toy", {}, 1, BadSetup),
        ("toy", {}, 9, BadSetup),
    ],
)
def test_invalid_table_is_refused(
    server: LobbyServer,
    anna: Person,
    game: str,
    options: dict[str, str],
    places: int,
    error: type[Exception],
):
    with pytest.raises(error):
        server.tables.create(anna, game, options, [anna.id, *[None] * (places - 1)])
    assert server.tables.of(anna) == []


def test_unknown_bot_is_refused(server: LobbyServer, anna: Person):
    with pytest.raises(BadSetup, match="deep"):
        opened(server, anna, "bot:deep")


def test_number_of_waiting_tables_per_player_is_limited(
    server: LobbyServer, anna: Person, boris: Person
):
    for _ in range(MAX_TABLES):
        last = opened(server, anna, None)
    with pytest.raises(NotAllowed, match="20 tables waiting"):
        opened(server, anna, None)
    opened(server, boris, None)
    server.tables.drop(last.id, anna)
    opened(server, anna, None)


# ---------------------------------------------------------------------- joining and leaving


def test_joining_player_gets_the_first_free_seat(server: LobbyServer, anna: Person, boris: Person):
    table = opened(server, anna, "bot:random", None, None)
    server.published_topics()
    table = server.tables.join(table.id, boris)
    assert sitting(table) == [anna.id, "bot:random", boris.id, None]
    assert table.slots[2].since == server.now
    assert {"lobby", f"match/{table.id}", f"person/{anna.id}"} <= server.published_topics()
    assert server.tables.of(boris) == [table]


def test_seat_can_be_taken_once(server: LobbyServer, anna: Person, boris: Person, carla: Person):
    table = opened(server, anna, None)
    server.tables.join(table.id, boris, 1)
    with pytest.raises(NotAllowed, match="Boris is already in that seat"):
        server.tables.join(table.id, carla, 1)
    with pytest.raises(NotAllowed, match="This table is full"):
        server.tables.join(table.id, carla)
    with pytest.raises(NotAllowed, match="There is no such seat at this table"):
        server.tables.join(table.id, carla, 7)
    assert sitting(server.tables.get(table.id)) == [anna.id, boris.id]


def test_seated_player_can_change_seats(server: LobbyServer, anna: Person, boris: Person):
    table = opened(server, anna, None, None)
    server.tables.join(table.id, boris)
    assert sitting(server.tables.join(table.id, boris, 2)) == [anna.id, None, boris.id]
    assert sitting(server.tables.join(table.id, boris)) == [anna.id, None, boris.id]
    with pytest.raises(NotAllowed):
        server.tables.join(table.id, boris, 0)
    assert sitting(server.tables.get(table.id)) == [anna.id, None, boris.id]


def test_seat_can_be_reserved(server: LobbyServer, anna: Person, boris: Person, carla: Person):
    table = opened(server, anna, carla.id, None)
    assert table.slots[1].name == "Carla"
    assert server.tables.of(carla) == [table]
    with pytest.raises(NotAllowed, match="reserved for Carla"):
        server.tables.join(table.id, boris, 1)
    assert sitting(server.tables.join(table.id, boris)) == [anna.id, None, boris.id]
    assert sitting(server.tables.join(table.id, carla)) == [anna.id, carla.id, boris.id]


def test_table_with_code_is_unlisted_and_requires_the_code(
    server: LobbyServer, anna: Person, boris: Person
):
    table = opened(server, anna, None, open=JOIN_WITH_CODE)
    assert server.tables.open_tables() == []
    for code in (None, "", "A2A2"):
        with pytest.raises(NotAllowed, match="You need this table's code to join"):
            server.tables.join(table.id, boris, code=code)
    server.tables.join(table.id, boris, code=table.code.lower())
    assert server.tables.get(table.id).people == (anna.id, boris.id)


def test_closed_table_admits_only_invited_players(
    server: LobbyServer, anna: Person, boris: Person, carla: Person
):
    table = opened(server, anna, boris.id, None, open=JOIN_CLOSED)
    with pytest.raises(NotAllowed, match="This table is reserved for other players"):
        server.tables.join(table.id, carla, code=table.code)
    server.tables.join(table.id, boris)
    assert server.tables.open_tables() == []


@pytest.mark.parametrize("open", [JOIN_WITH_CODE, JOIN_CLOSED])
def test_seated_player_changes_seats_without_code(
    server: LobbyServer, anna: Person, boris: Person, open: str
):
    table = opened(server, anna, boris.id, None, None, open=open)
    server.tables.join(table.id, boris)
    server.tables.join(table.id, boris, seat=3)
    assert sitting(server.tables.get(table.id)) == [anna.id, None, None, boris.id]
    server.tables.join(table.id, anna, seat=2)
    assert sitting(server.tables.get(table.id)) == [None, None, anna.id, boris.id]


def test_leaving_frees_the_seat(server: LobbyServer, anna: Person, boris: Person):
    table = opened(server, anna, None)
    server.tables.join(table.id, boris)
    server.published_topics()
    server.tables.leave(table.id, boris)
    assert sitting(server.tables.get(table.id)) == [anna.id, None]
    assert {"lobby", f"match/{table.id}", f"person/{boris.id}"} <= server.published_topics()
    server.tables.leave(table.id, boris)


def test_host_who_leaves_passes_the_table_on(
    server: LobbyServer, anna: Person, boris: Person, carla: Person
):
    table = opened(server, anna, None, None)
    server.advance_clock(seconds=1)
    server.tables.join(table.id, carla, 2)
    server.advance_clock(seconds=1)
    server.tables.join(table.id, boris, 1)
    server.tables.leave(table.id, anna)
    assert server.tables.get(table.id).host == carla.id
    server.tables.leave(table.id, boris)
    server.tables.leave(table.id, carla)
    with pytest.raises(NoSuchTable, match=table.id):
        server.tables.get(table.id)


def test_only_host_or_admin_can_close_a_table(server: LobbyServer, anna: Person, boris: Person):
    one, two = opened(server, anna, None), opened(server, anna, None)
    with pytest.raises(NotAllowed, match="Only the host"):
        server.tables.drop(one.id, boris)
    server.tables.drop(one.id, anna)
    server.tables.drop(two.id, server.people.make_admin("Boris"))
    assert server.tables.open_tables() == []


def test_host_assigns_seats(server: LobbyServer, anna: Person, boris: Person, carla: Person):
    table = opened(server, anna, None, None)
    server.tables.join(table.id, boris, 1)
    server.published_topics()
    table = server.tables.assign_seat(table.id, anna, 1, "bot:greedy")
    assert sitting(table) == [anna.id, "bot:greedy", None]
    assert f"person/{boris.id}" in server.published_topics()
    table = server.tables.assign_seat(table.id, anna, 2, carla.id)
    assert (table.slots[2].reserved_for, table.waits_for(carla.id)) == (carla.id, True)
    table = server.tables.assign_seat(table.id, anna, 1, carla.id)
    assert [slot.reserved_for for slot in table.slots] == [None, carla.id, None]
    table = server.tables.assign_seat(table.id, anna, 1, None)
    assert (table.free, table.waits_for(carla.id)) == (2, False)
    with pytest.raises(NotAllowed, match="Take another one first"):
        server.tables.assign_seat(table.id, anna, 0, None)
    with pytest.raises(NotAllowed, match="There is no such seat at this table"):
        server.tables.assign_seat(table.id, anna, 3, None)
    with pytest.raises(NotAllowed, match="That player is already at the table"):
        server.tables.assign_seat(table.id, anna, 1, anna.id)
    with pytest.raises(NotAllowed, match="Only the host"):
        server.tables.assign_seat(table.id, boris, 1, None)


# ---------------------------------------------------------------------- starting


def test_table_becomes_the_match_with_its_id(server: LobbyServer, anna: Person, boris: Person):
    table = server.tables.create(
        anna, "toy", {"purse": "full"}, [anna.id, None, "bot:random"], data={"coins": 5}
    )
    server.tables.join(table.id, boris)
    server.published_topics()
    assert server.tables.start(table.id, anna) == table.id
    people = {f"person/{anna.id}", f"person/{boris.id}"}
    assert server.published_topics() >= {"lobby", f"match/{table.id}", *people}
    record = server.store.record(table.id)
    assert dict(record.header.options) == {"purse": "full"}
    assert dict(record.header.data) == {"coins": 5}
    assert record.header.seed is not None
    by_name = dict(zip(record.header.names, record.owners, strict=True))
    assert by_name == {"Anna": anna.id, "Boris": boris.id, "Random": None}
    assert dict(record.header.seats)["Random"] == "bot:random"
    assert server.store.owners(table.id) == record.owners
    assert server.tables.of(anna) == server.tables.open_tables() == []
    assert server.codes.find(table.code.lower(), anna) == table.id
    with pytest.raises(NoSuchTable):
        server.tables.start(table.id, anna)


def test_seat_order_is_random(server: LobbyServer, anna: Person, boris: Person):
    orders = set()
    for _ in range(40):
        table = opened(server, anna, None, "bot:random")
        server.tables.join(table.id, boris)
        server.tables.start(table.id, anna)
        orders.add(server.store.record(table.id).header.names)
        server.store.delete(table.id)
    assert len(orders) == 6


def test_host_orders_the_seats(server: LobbyServer, anna: Person, boris: Person):
    for _ in range(5):
        table = opened(server, anna, None, "bot:random")
        server.tables.join(table.id, boris)
        ordered = server.tables.reorder(table.id, anna, [2, 1, 0])
        assert sitting(ordered) == ["bot:random", boris.id, anna.id]
        server.tables.start(table.id, anna)
        assert server.store.record(table.id).header.names == ("Random", "Boris", "Anna")
    with pytest.raises(NotAllowed, match="There is no such seat at this table"):
        server.tables.reorder(opened(server, anna, None).id, anna, [0, 0])
    with pytest.raises(NotAllowed, match="Only the host"):
        server.tables.reorder(opened(server, anna, None).id, boris, [1, 0])


def test_free_seats_are_dropped_if_the_game_allows_it(server: LobbyServer, anna: Person):
    table = opened(server, anna, None, "bot:random", None)
    server.tables.start(table.id, anna)
    assert sorted(server.store.record(table.id).header.names) == ["Anna", "Random"]
    alone = opened(server, anna, None)
    with pytest.raises(BadSetup, match="2 to 4 players, not 1"):
        server.tables.start(alone.id, anna)
    assert server.tables.get(alone.id) == alone


def test_bots_of_one_kind_are_numbered(server: LobbyServer, anna: Person):
    table = opened(server, anna, "bot:random", "bot:random", "bot:greedy", ordered=True)
    server.tables.start(table.id, anna)
    names = server.store.record(table.id).header.names
    assert names == ("Anna", "Random", "Random 2", "Greedy")


def test_others_can_start_after_the_host_left(
    server: LobbyServer, anna: Person, boris: Person, carla: Person
):
    table = opened(server, anna, None)
    server.tables.join(table.id, boris)
    with pytest.raises(NotAllowed, match="You can start it once Anna has been away for 2 min"):
        server.tables.start(table.id, boris, host_away=HOST_AWAY - 1)
    with pytest.raises(NotAllowed, match="Only players at the table can start the"):
        server.tables.start(table.id, carla, host_away=HOST_AWAY)
    assert server.tables.start(table.id, boris, host_away=HOST_AWAY) == table.id


def test_table_changed_during_start_is_a_conflict(
    server: LobbyServer, anna: Person, boris: Person, monkeypatch: pytest.MonkeyPatch
):
    table = opened(server, anna, None, None)
    begin = Match.begin

    def meanwhile(*args: Any, **kinds: Any) -> Any:
        server.tables.join(table.id, boris)
        return begin(*args, **kinds)

    server.tables.assign_seat(table.id, anna, 2, "bot:random")
    monkeypatch.setattr(Match, "begin", meanwhile)
    with pytest.raises(Conflict, match="The table has changed in the meantime"):
        server.tables.start(table.id, anna)
    assert server.tables.get(table.id).people == (anna.id, boris.id)
    assert server.store.records() == []


def test_number_of_started_matches_is_limited(
    server: LobbyServer, anna: Person, boris: Person, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(matchmaking, "MAX_MATCHES", 3)
    for _ in range(3):
        server.tables.start(opened(server, anna, "bot:random").id, anna)
    table = opened(server, anna, "bot:random")
    with pytest.raises(NotAllowed, match="Anna already has 3 unfinished games"):
        server.tables.start(table.id, anna)
    assert server.tables.get(table.id) == table
    theirs = opened(server, boris, None)
    server.tables.join(theirs.id, anna)
    with pytest.raises(NotAllowed, match="Anna already has 3"):
        server.tables.start(theirs.id, boris)
    for record in server.store.records():
        server.store.delete(record.id)
    server.advance_clock(days=2)
    server.tables.start(table.id, anna)


def test_finished_matches_count_for_a_day(
    server: LobbyServer, anna: Person, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(matchmaking, "MAX_MATCHES", 1)
    id = server.tables.start(opened(server, anna, "bot:random").id, anna)
    server.store.end(id, Ending(AGREED, -1, server.now), ())
    table = opened(server, anna, "bot:random")
    server.advance_clock(hours=23)
    with pytest.raises(NotAllowed, match="Anna has already started 1"):
        server.tables.start(table.id, anna)
    server.advance_clock(hours=2)
    assert server.tables.start(table.id, anna) == table.id


def test_branch_gives_all_human_seats_to_its_creator(
    server: LobbyServer, anna: Person, boris: Person
):
    table = opened(server, anna, boris.id, "bot:random", ordered=True)
    server.tables.join(table.id, boris)
    server.tables.start(table.id, anna)
    branch = server.tables.branch(server.store.load(table.id), 0, boris)
    assert server.store.owners(branch) == (boris.id, boris.id, None)
    assert branch not in [record.id for record in server.store.watchable(9)]


def test_matches_can_be_watched_unless_the_host_forbids_it(server: LobbyServer, anna: Person):
    shown, hidden = opened(server, anna, "bot:random"), opened(server, anna, None, watch=False)
    server.tables.assign_seat(hidden.id, anna, 1, "bot:random")
    for table in (shown, hidden):
        server.tables.start(table.id, anna)
    assert [record.id for record in server.store.watchable(9)] == [shown.id]
    assert server.store.watchable(0) == []


# ---------------------------------------------------------------------- races

TABLES, SEATS = 100, 3


def claim(place: Path | str, name: str, ready: Ready) -> list[tuple[str, int]]:
    """Race for a seat at every table; return the tables where one was won."""
    store, won = patient_store(place), []
    person, tables = Users(store).named(name), WaitingTables(store)
    ready()
    for table in tables.open_tables(TABLES):
        with suppress(NotAllowed):
            tables.join(table.id, person)
            won.append((table.id, person.id))
    store.close()
    return won


def test_concurrent_players_never_share_a_seat(place: Path | str, monkeypatch: pytest.MonkeyPatch):
    server = LobbyServer(open_at(place))
    monkeypatch.setattr(matchmaking, "MAX_TABLES", TABLES)
    host = server.register("Hester")
    for _ in range(TABLES):
        server.tables.create(host, "toy", {}, [None] * SEATS)
    names = [f"Rival {letter}" for letter in "abcdefgh"]
    for name in names:
        server.register(name)
    server.store.close()
    claims = at_once(claim, [(place, name) for name in names])
    assert len(set(claims)) == len(claims) == TABLES * SEATS
    store = open_at(place)
    tables = [WaitingTables(store).get(id) for id in {id for id, _ in claims}]
    assert [table.free for table in tables] == [0] * TABLES
    assert sorted(claims) == sorted((table.id, who) for table in tables for who in table.people)


# ---------------------------------------------------------------------- changes by the host


def test_host_changes_who_may_join(server: LobbyServer, anna: Person, boris: Person):
    table = opened(server, anna, None, open=JOIN_CLOSED)
    with pytest.raises(NotAllowed, match="This table is reserved for other players"):
        server.tables.join(table.id, boris)
    with pytest.raises(NotAllowed, match="Only the host"):
        server.tables.set_who_may_join(table.id, boris, JOIN_OPEN)
    with pytest.raises(NotAllowed):
        server.tables.set_who_may_join(table.id, anna, "whoever")
    server.published_topics()
    assert server.tables.set_who_may_join(table.id, anna, JOIN_OPEN).open == JOIN_OPEN
    assert server.published_topics() == {"lobby", f"match/{table.id}", f"person/{anna.id}"}
    assert server.tables.open_tables() == [server.tables.get(table.id)]
    server.tables.join(table.id, boris)
    assert server.tables.set_who_may_join(table.id, anna, JOIN_WITH_CODE).people == (
        anna.id,
        boris.id,
    )
    assert server.tables.open_tables() == []


def test_abandoned_reserved_seat_can_be_given_to_others(
    server: LobbyServer, anna: Person, boris: Person, carla: Person
):
    table = opened(server, anna, boris.id, open=JOIN_CLOSED)
    server.tables.join(table.id, boris)
    server.tables.leave(table.id, boris)
    with pytest.raises(NotAllowed, match="This table is reserved for other players"):
        server.tables.join(table.id, carla)
    server.tables.assign_seat(table.id, anna, 1, carla.id)
    assert sitting(server.tables.join(table.id, carla)) == [anna.id, carla.id]


def test_host_adds_and_removes_a_seat(
    server: LobbyServer, anna: Person, boris: Person, carla: Person
):
    table = opened(server, anna, None)
    server.tables.join(table.id, boris)
    with pytest.raises(NotAllowed, match="Only the host"):
        server.tables.add_seat(table.id, boris)
    with pytest.raises(NotAllowed, match="Only the host"):
        server.tables.drop_seat(table.id, boris, 1)
    with pytest.raises(BadSetup):
        server.tables.drop_seat(table.id, anna, 1)
    grown = server.tables.add_seat(table.id, anna)
    assert sitting(grown) == [anna.id, boris.id, None]
    server.tables.join(table.id, carla)
    with pytest.raises(NotAllowed, match="your own seat"):
        server.tables.drop_seat(table.id, anna, 0)
    with pytest.raises(NotAllowed, match="There is no such seat at this table"):
        server.tables.drop_seat(table.id, anna, 3)
    server.published_topics()
    shrunk = server.tables.drop_seat(table.id, anna, 1)
    assert f"person/{boris.id}" in server.published_topics()
    assert sitting(shrunk) == [anna.id, carla.id]
    assert [slot.seat for slot in shrunk.slots] == [0, 1]
    most = games.load("toy").players[-1]
    for _ in range(most - 2):
        server.tables.add_seat(table.id, anna)
    with pytest.raises(BadSetup):
        server.tables.add_seat(table.id, anna)


# ---------------------------------------------------------------------- rematches


def over(server: LobbyServer, *people: Person) -> str:
    """Return a finished match of these people."""
    table = opened(server, people[0], *(one.id for one in people[1:]), ordered=True)
    for one in people[1:]:
        server.tables.join(table.id, one)
    server.tables.start(table.id, people[0])
    server.store.end(table.id, Ending(AGREED, -1, server.now), ())
    return table.id


def test_rematch_brings_all_players_to_one_table(
    server: LobbyServer, anna: Person, boris: Person, carla: Person
):
    id = over(server, anna, boris)
    with pytest.raises(NotAllowed, match="did not play"):
        server.tables.play_again(id, carla)
    first = server.tables.play_again(id, boris)
    assert (first.host, first.open, first.free) == (boris.id, JOIN_CLOSED, 1)
    assert server.tables.play_again(id, boris) == first
    second = server.tables.play_again(id, anna)
    assert (second.id, second.people) == (first.id, (anna.id, boris.id))


def test_rematch_keeps_the_terms_and_the_component_data(
    server: LobbyServer, anna: Person, boris: Person
):
    table = server.tables.create(
        anna,
        "toy",
        {"purse": "full"},
        [anna.id, boris.id],
        data={"coins": 5},
        watch=False,
        days=3,
        hours=24,
        steps_in=True,
    )
    server.tables.join(table.id, boris)
    server.tables.start(table.id, anna)
    server.store.end(table.id, Ending(AGREED, -1, server.now), ())
    again = server.tables.play_again(table.id, boris)
    same = ("game", "options", "data", "watch", "days", "hours", "steps_in")
    assert [getattr(again, name) for name in same] == [getattr(table, name) for name in same]


def test_player_can_rejoin_the_rematch_while_a_seat_is_free(
    server: LobbyServer, anna: Person, boris: Person
):
    id = over(server, anna, boris)
    table = server.tables.play_again(id, anna)
    server.tables.play_again(id, boris)
    server.tables.leave(table.id, boris)
    assert server.tables.play_again(id, boris).free == 0
    server.tables.assign_seat(table.id, anna, 1, "greedy")
    with pytest.raises(NotAllowed, match="table is full"):
        server.tables.play_again(id, boris)


def test_started_rematch_can_be_followed_by_another(
    server: LobbyServer, anna: Person, boris: Person
):
    id = over(server, anna, boris)
    table = server.tables.play_again(id, anna)
    server.tables.play_again(id, boris)
    server.tables.start(table.id, anna)
    again = server.tables.play_again(id, anna)
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


def test_simultaneous_rematch_requests_share_one_table(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
):
    server = LobbyServer(open_at(place))
    people = [server.register(name) for name in ("Anna", "Boris", "Carla")]
    ids = [over(server, *people) for _ in range(15)]
    server.store.close()
    met = at_once(press_again, [(place, one.name, ids) for one in people])
    store = open_at(place)
    assert len(met) == 3 * len(ids)
    assert len(set(met)) == len(ids)
    assert all(WaitingTables(store).get(table).free == 0 for _, table in met)
    store.close()
