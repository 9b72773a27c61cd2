"""Component data, and a user's own merged over them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import pytest
from attrs import frozen

from engine.core.component_data import (
    MAX_NUMBER,
    DataTable,
    assumed,
    integer,
    integers,
    merged,
    one_of,
    read_components,
)
from engine.errors import BadSetup
from engine.i18n.text import Names

BOX: dict[str, Any] = {
    "money": {"start": 0, "coins": [1, 5]},
    "tile": [
        {"id": "a", "number": 1, "source": "seed"},
        {"id": "b", "number": 2, "source": "decision"},
    ],
    "cards": {"source": "decision", "list": [{"id": "x", "cost": {"gold": 1}}]},
}


def test_components_without_changes_are_the_printed_ones():
    assert merged(BOX, {}) == BOX


def test_merge_of_tables_by_key_and_lists_by_id():
    own: Any = {
        "money": {"coins": [2]},
        "tile": [{"id": "b", "number": 7}],
        "cards": {"list": [{"id": "x", "cost": {"gold": 3}}]},
    }
    result: Any = merged(BOX, own)
    assert result["money"] == {"start": 0, "coins": [2]}
    assert [one["number"] for one in result["tile"]] == [1, 7]
    assert result["cards"]["list"][0]["cost"] == {"gold": 3}
    assert BOX["tile"][1]["number"] == 2
    assert BOX["cards"]["list"][0]["cost"] == {"gold": 1}


@pytest.mark.parametrize(
    ("own", "named"),
    [
        ({"monee": {}}, "monee"),
        ({"money": {"end": 1}}, "money.end"),
        ({"money": 3}, "money"),
        ({"money": {"start": "0"}}, "money.start"),
        ({"money": {"start": True}}, "money.start"),
        ({"tile": {"a": 1}}, "tile"),
        ({"tile": [{"number": 1}]}, "tile"),
        ({"tile": [{"id": "a"}, {"id": "a"}]}, "tile.a"),
        ({"tile": [{"id": "1"}]}, "tile.'1'"),
        ({"tile": [{"id": True}]}, "tile.True"),
        ({"tile": [{"id": [1]}]}, "tile.[1]"),
        ({"tile": [{"id": "c"}]}, "tile.c"),
        ({"tile": [3]}, "tile"),
        ({"cards": {"list": [{"id": "x", "cost": {"gold": []}}]}}, "cards.list.x.cost.gold"),
    ],
)
def test_unknown_components_are_refused_by_name(own, named):
    with pytest.raises(BadSetup) as caught:
        merged(BOX, own)
    assert f" {named} " in f"{caught.value.text.plain()} "


def test_only_changeable_values_may_differ():
    changeable = {"tile": ("number",), "cards.list.cost": ("gold",)}
    own: Any = {"tile": [{"id": "a", "number": 9}], "money": {"start": 0}}
    tiles = DataTable(merged(BOX, own, changeable=changeable)).tables("tile")
    assert [one.number("number") for one in tiles] == [9, 2]
    deep: Any = {"cards": {"list": [{"id": "x", "cost": {"gold": 2}}]}}
    (card,) = DataTable(merged(BOX, deep, changeable=changeable)).table("cards").tables("list")
    assert card.table("cost").number("gold") == 2
    with pytest.raises(BadSetup, match=r"money\.start cannot be changed"):
        merged(BOX, {"money": {"start": 1}}, changeable=changeable)


def test_assumed_values_are_listed():
    assert [one.path for one in assumed(BOX)] == ["tile.b", "cards"]
    assert assumed(BOX)[0].values == {"id": "b", "number": 2}


def test_component_file_contains_only_differences_to_its_base(tmp_path: Path):
    (tmp_path / "ground.toml").write_text("one = 1\n[two]\na = 2\nb = 3\n")
    own = tmp_path / "own.toml"
    own.write_text('stands_on = "ground.toml"\nthree = 4\n[two]\na = 5\n')
    assert read_components(own) == {"one": 1, "two": {"a": 5}, "three": 4}


def test_values_have_bounds():
    assert integer(3, "x", least=1, most=3) == 3
    wrong: list[Any] = [0, 4, "2", True, 2.0, None]
    for value in wrong:
        with pytest.raises(BadSetup, match="x"):
            integer(value, "x", least=1, most=3)
    assert integer(MAX_NUMBER, "x") == MAX_NUMBER
    for value in (-1, MAX_NUMBER + 1, 10**20):
        with pytest.raises(BadSetup, match="from 0 to 1000"):
            integer(value, "x")
    assert one_of("a", ("a", "b"), "x") == "a"
    wrong = ["c", 1, None, ["a"]]
    for word in wrong:
        with pytest.raises(BadSetup, match="a, b"):
            one_of(word, ("a", "b"), "x")


def test_names_are_printable_words():
    table = {"name_en": "Mill", "name_ru": "Мельница", "label_en": "", "label_ru": "Мельница"}
    assert DataTable(table, "x").names() == Names("Mill", "Мельница")
    with pytest.raises(BadSetup, match=r"x\.label_en"):
        DataTable(table, "x").names("label")


def test_integers_have_length_and_may_have_to_rise():
    assert integers([2, 0], "x", 2) == (2, 0)
    assert integers([1, 3, 4], "x", 3, rising=True) == (1, 3, 4)
    wrong: list[Any] = [[1], [1, 2, 3], [1, -1], [1, "2"]]
    for numbers in wrong:
        with pytest.raises(BadSetup, match="x"):
            integers(numbers, "x", 2)
    for numbers in ([0, 1], [2, 2], [3, 1]):
        with pytest.raises(BadSetup, match="x"):
            integers(numbers, "x", 2, rising=True)


def test_component_file_is_read_unchanged(tmp_path):
    file = tmp_path / "components.toml"
    file.write_text('name_ru = "Мельница"\n[money]\nstart = 2\n', encoding="utf-8")
    assert read_components(file) == {"name_ru": "Мельница", "money": {"start": 2}}


def test_table_reads_its_values_and_names_them_by_path():
    table = DataTable(
        {
            "id": "x",
            "many": [{"id": "a", "n": 1}, {"id": "b", "n": -1}],
            "plain": [{"n": 5}],
            "inner": {"n": 2, "name_en": "Mill", "name_ru": "Мельница"},
            "kinds": ["a", "b"],
            "numbers": [1, 2],
            "yes": True,
        },
        "box",
    )
    assert (table.id, table.where("y"), "yes" in table, "no" in table) == (
        "x",
        "box.y",
        True,
        False,
    )
    assert [one.path for one in table.tables("many")] == ["box.many.a", "box.many.b"]
    assert [one.path for one in table.tables("plain")] == ["box.plain"]
    assert table.table("inner").integer("n", least=1, most=2) == 2
    assert table.table("inner").names() == Names("Mill", "Мельница")
    assert (table.word_list("kinds"), table.some_of("kinds", ("a", "b"))) == (("a", "b"),) * 2
    assert (table.numbers("numbers"), table.integers("numbers", 2, rising=True)) == ((1, 2),) * 2
    assert (table.flag("yes"), table.flag("no"), table.word("no", "z")) == (True, False, "z")
    assert table.tables("many")[1].number("n") == -1
    assert table.number("no", 7) == 7


def test_table_names_the_invalid_value():
    tables = DataTable({"many": [{"id": "b", "n": -1}], "kinds": ["c"], "name_en": "\n"})
    with pytest.raises(BadSetup, match=r"many\.b\.n must be"):
        tables.tables("many")[0].integer("n")
    with pytest.raises(BadSetup, match="kinds must be one of a, b"):
        tables.some_of("kinds", ("a", "b"))
    with pytest.raises(BadSetup, match="name_en"):
        tables.text("name_en")
    with pytest.raises(AssertionError, match="kinds"):
        tables.numbers("kinds")


@frozen
class Camp:
    """A thing to read: by the names of its fields, by paths, by default."""

    id: str
    names: Names
    tents: Annotated[tuple[int, ...], "size.tents"]
    guards: Annotated[int, "size.guard_count"]
    place: tuple[int, int]
    is_open: Annotated[bool, "open"] = False
    gold: int = 7


def test_class_is_read_by_its_fields():
    camp: Any = {
        "id": "c",
        "name_en": "Camp",
        "name_ru": "Лагерь",
        "size": {"tents": [1, 2], "guard_count": 3},
        "open": True,
    }
    expected = Camp("c", Names("Camp", "Лагерь"), (1, 2), 3, (4, 5), True, 7)
    assert DataTable(camp).read(Camp, place=(4, 5)) == expected
    assert DataTable(camp).read(Camp, place=(4, 5), guards=9).guards == 9
    with pytest.raises(KeyError):
        DataTable({**camp, "size": {"tents": [1]}}).read(Camp, place=(4, 5))
    with pytest.raises(BadSetup, match=r"size\.guard_count"):
        DataTable({**camp, "size": {"tents": [1], "guard_count": "3"}}).read(Camp, place=(4, 5))
