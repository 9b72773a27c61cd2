"""JSON output of the commands, with stable names."""

from __future__ import annotations

import json
import re
from pathlib import Path

from engine.bots.wire_format import encode, to_json
from engine.lobby.users import Users
from engine.match.match import Match
from engine.storage.sqlite_store import SqliteStore
from tests.engine.bot_matches import played
from tests.tui.cli.commanding import Guildhall, add_rated


def test_json_has_the_same_facts_under_stable_names(
    guildhall: Guildhall, store: SqliteStore
) -> None:
    seats = [("Anna", "person"), ("Boris", "person"), ("Greedy", "bot:greedy")]
    match = Match.begin("middle_ages", seats, seed="a")
    id = store.new(match)
    (listed,) = json.loads(guildhall("list", "--json").out)
    assert (listed["id"], listed["game"], listed["over"]) == (id, "middle_ages", False)
    assert listed["players"][2] == {"seat": 2, "name": "Greedy", "player": "bot:greedy"}
    assert "seed" not in listed
    (waiting,) = json.loads(guildhall("turns", "--json").out)
    assert waiting["waits_for"] == [seats[waiting["to_move"][0]][0]]
    assert json.loads(guildhall("users", "list", "--json").out) == []
    Users(store).register("Vera", "SHA256:v")
    (vera,) = json.loads(guildhall("users", "list", "--json").out)
    assert (vera["name"], vera["keys"], vera["banned"]) == ("Vera", 1, False)
    assert guildhall("turns", "Vera", "--json").out == "[]\n"


def test_json_position_is_seen_from_one_seat(guildhall: Guildhall, store: SqliteStore) -> None:
    match = Match.begin("deus", [("Anna", "person"), ("Boris", "bot:random")], seed="a")
    id = store.new(match)
    seen = json.loads(guildhall("show", id, "--json").out)
    assert (seen["seat"], seen["position"], seen["result"]) == (0, len(match.line), [])
    assert seen["view"] == json.loads(encode(to_json(match.view(0))))
    assert seen["to_move"] == [pending.seat for pending in match.pending()]
    assert set(seen["view"]["hands"][1]) == {"hidden"}
    assert "seed" not in seen
    over = store.new(played("middle_ages", 2, "json"))
    seen = json.loads(guildhall("show", over, "--json").out)
    assert seen["over"]
    assert seen["result"][0]["place"] == 1
    early = json.loads(guildhall("show", over, "--json", "--at", "3").out)
    assert (early["over"], early["result"], early["position"]) == (False, [], 3)


def test_docs_list_all_json_fields(guildhall: Guildhall, store: SqliteStore) -> None:
    """Every name in every answer is documented."""
    page = set(re.findall(r"`([a-z_]+)`", Path("docs/json.md").read_text()))
    add_rated(store, "a2b3")
    Users(store).register("Vera", "SHA256:v")
    for asked in ("list", "stats", "users list", "turns", "show a2b3"):
        answer = json.loads(guildhall(*asked.split(), "--json").out)
        assert names_in(answer) - {"preset"} <= page, asked


def names_in(answer: object) -> set[str]:
    """Return the names in an answer, without those of reasons, options and views."""
    if isinstance(answer, list):
        return set().union(*map(names_in, answer))
    if not isinstance(answer, dict):
        return set()
    inner = [
        names_in(value)
        for key, value in answer.items()
        if key not in ("options", "unrated", "view")
    ]
    return set(answer).union(*inner)
