"""Saved games: reading returns what was written, and damage is reported."""

from __future__ import annotations

import io
import json
import os
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.event import Event, Header
from engine.errors import BadSave, CannotWrite
from engine.match.match import Match
from engine.storage import match_file
from tests.engine.bot_matches import played

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture(scope="module")
def match(toy: str) -> Match:
    return played(toy, 3, "save")


@pytest.fixture(scope="module")
def file(match: Match) -> bytes:
    return written(match)


def written(match: Match) -> bytes:
    file = io.BytesIO()
    match_file.write(match, file)
    return file.getvalue()


def reread(content: bytes) -> Match:
    header, events = match_file.read(io.BytesIO(content), "test.jsonl")
    return match_file.load_match(header, events, "test.jsonl")


def damage_of(content: bytes) -> BadSave:
    with pytest.raises(BadSave) as caught:
        reread(content)
    return caught.value


def with_line(file: bytes, number: int, line: str) -> bytes:
    """Return the file with line `number` (from 1) replaced, and a valid checksum."""
    lines = file.decode().splitlines()[:-1]
    lines[number - 1] = line
    return ended("".join(f"{one}\n" for one in lines))


def ended(body: str, events: int | None = None) -> bytes:
    from hashlib import blake2b

    count = body.count("\n") - 1 if events is None else events
    total = blake2b(body.encode(), digest_size=8).hexdigest()
    return body.encode() + json.dumps({"end": count, "sum": total}).encode() + b"\n"


# ---------------------------------------------------------------------- writing and reading


def test_match_survives_writing_and_reading(match: Match, file: bytes):
    again = reread(file)
    assert again.header == match.header
    assert again.log == match.log
    assert again.state == match.state
    assert again.notes == match.notes


def test_the_same_match_gives_the_same_bytes(toy: str, match: Match, file: bytes):
    assert written(played(toy, 3, "save")) == file
    assert written(reread(file)) == file


def test_saved_game_is_readable_text_lines():
    header = Header("toy", 1, (("Анна", "person"),), "7", {"b": "2", "a": "1"}, {"coins": 3})
    assert match_file.header_line(header, seed=True) == (
        '{"guildhall":2,"game":"toy","rules":1,"digests":2,"seats":[["Анна","person"]],'
        '"options":{"a":"1","b":"2"},"data":{"coins":3},"seed":"7"}'
    )
    assert match_file.header_line(evolve(header, digests=1), seed=False) == (
        '{"guildhall":1,"game":"toy","rules":1,"seats":[["Анна","person"]],'
        '"options":{"a":"1","b":"2"},"data":{"coins":3}}'
    )
    assert [
        match_file.event_line(event)
        for event in (
            Event(12, "pick", 2, "MoveLord", 3),
            Event(13, "chance", -1, "RefillRow", ("field_01", "mill_02")),
            Event(14, "chance", 1, "Reroll", (1, 6), "0123456789abcdef"),
            Event(15, "back", 2, "Undo", (12,)),
            Event(16, "again", 2, "Redo", (12,), None, datetime(2026, 1, 9, 18, 30, tzinfo=UTC)),
        )
    ] == [
        '{"n":12,"seat":2,"step":"MoveLord","pick":3}',
        '{"n":13,"step":"RefillRow","chance":["field_01","mill_02"]}',
        '{"n":14,"seat":1,"step":"Reroll","chance":[1,6],"digest":"0123456789abcdef"}',
        '{"n":15,"seat":2,"step":"Undo","back":[12]}',
        '{"n":16,"seat":2,"step":"Redo","again":[12],"at":"2026-01-09T18:30:00.000Z"}',
    ]


def test_every_event_survives_serialisation(match: Match):
    assert [
        match_file.parse_event(match_file.event_line(event), 3) for event in match.log
    ] == match.log


def test_saved_game_with_times_round_trips(toy: str):
    start = datetime(2026, 1, 9, 18, 30, 0, 125_999, tzinfo=UTC)
    times = (start + timedelta(hours=hour) for hour in range(10_000))
    match = Match.begin(
        toy, [("Anna", "person"), ("Boris", "person")], seed="7", clock=lambda: next(times)
    )
    file = written(match)
    again = reread(file)
    assert all(event.at is not None for event in again.log)
    assert again.log[0].at == start.replace(microsecond=125_000)
    assert written(again) == file


def test_the_seed_stays_secret_until_the_game_is_over(toy: str, file: bytes):
    unfinished = written(played(toy, 3, "a secret seed", picks=12))
    assert b"secret" not in unfinished
    assert reread(unfinished).header.seed is None
    assert reread(file).header.seed == "save"


def test_foreign_line_ends_and_byte_order_mark_are_accepted(match: Match, file: bytes):
    foreign = b"\xef\xbb\xbf" + file.replace(b"\n", b"\r\n")
    assert reread(foreign).log == match.log


# ---------------------------------------------------------------------- damage


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b"\n", "empty"),
        (b"hello\n", "invalid JSON"),
        (b"[1]\n", "not an object"),
        (b'{"a":1}\n', "Guildhall saved game"),
        (b'{"guildhall":true}\n', "Guildhall saved game"),
        (b'{"guildhall":3}\n', "newer version of Guildhall"),
        (b'{"guildhall":2,"game":"toy","rules":1,"digests":3}\n', "“digests”"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "not text"),
        (b"\0" * (match_file.MAX_HEADER_LENGTH + 1), "too long"),
        (b"[" * 100_000 + b"\n", "too many nested brackets"),
        (b'{"guildhall":1e999}\n', "number"),
        (b'{"guildhall":NaN}\n', "number"),
        (b'{"guildhall":' + b"9" * 5000 + b"}\n", "number"),
        (b'{"guildhall":1,"game":"toy","rules":1,"seats":[],"x":1}\n', "“x”"),
        (b'{"guildhall":1,"game":"../x","rules":1,"seats":[["A","person"]]}\n', "“game”"),
        (b'{"guildhall":1,"game":"toy","rules":0,"seats":[["A","person"]]}\n', "“rules”"),
        (b'{"guildhall":1,"game":"toy","rules":1,"seats":[["A","dog"]]}\n', "“seats”"),
        (b'{"guildhall":1,"game":"toy","rules":1,"seats":[["A","person"]],"seed":""}\n', "“seed”"),
        (b'{"guildhall":1,"game":"toy","rules":1,"seats":[["\\u001b[2J","person"]]}\n', "“seats”"),
        (
            b'{"guildhall":1,"game":"toy","rules":1,"seats":[["A","person"],["A","person"]]}\n',
            "“seats",
        ),
    ],
)
def test_foreign_file_is_recognised_by_its_first_line(content: bytes, reason: str):
    damage = damage_of(content)
    assert reason in damage.text.plain()
    assert (damage.source, damage.line, damage.good) == ("test.jsonl", 1, None)


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ('"game":"ludo","rules":1,"seats":[["A","person"],["B","person"]]', "no game called ludo"),
        ('"game":"toy","rules":1,"seats":[["A","person"]]', "for 2 to 4 players"),
        ('"game":"toy","rules":9,"seats":[["A","person"],["B","person"]]', "newer rules"),
        (
            '"game":"toy","rules":1,"seats":[["A","person"],["B","person"]],"options":{"x":"y"}',
            "has no option x",
        ),
        (
            '"game":"toy","rules":1,"seats":[["A","person"],["B","person"]],"data":{"coins":"x"}',
            "no number of coins",
        ),
    ],
)
def test_invalid_header_is_reported(header: str, reason: str):
    damage = damage_of(ended(f'{{"guildhall":1,{header}}}\n'))
    assert reason in damage.text.plain()
    assert damage.line == 1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"n":3}', "not a move"),
        ('{"n":3,"seat":0,"step":"X","pick":1,"chance":1}', "not a move"),
        ('{"n":3,"step":"X","pick":1}', "“seat”"),
        ('{"n":3,"seat":3,"step":"X","pick":1}', "“seat”"),
        ('{"n":3,"seat":-1,"step":"X","pick":1}', "“seat”"),
        ('{"n":"3","seat":0,"step":"X","pick":1}', "“n”"),
        ('{"n":3,"seat":0,"step":"\\u001b[2J","pick":1}', "“step”"),
        ('{"n":3,"seat":0,"step":"X","pick":1.5}', "not a whole number"),
        ('{"n":3,"seat":0,"step":"X","pick":{"a":1}}', "not a whole number"),
        ('{"n":3,"seat":0,"step":"X","pick":true}', "not a whole number"),
        ('{"n":3,"seat":0,"step":"X","back":["a"]}', "“back”"),
        ('{"n":3,"seat":0,"step":"X","pick":1,"digest":"no"}', "“digest”"),
        ('{"n":3,"seat":0,"step":"X","pick":1,"at":1}', "“at”"),
        (
            '{"n":3,"seat":0,"step":"X","pick":1,"at":"2026-01-09"}',
            "2026-01-09 is not a valid time",
        ),
        (
            '{"n":3,"seat":0,"step":"X","pick":1,"at":"2026-13-09T18:30:00.000Z"}',
            "not a valid time",
        ),
        ('{"n":3,"seat":0,"step":"X","pick":1,"why":1}', "“why”"),
        ("", "empty"),
        ("{" + " " * match_file.MAX_LINE_LENGTH + "}", "too long"),
    ],
)
def test_invalid_line_is_reported_with_the_last_good_position(
    file: bytes, match: Match, line: str, reason: str
):
    damage = damage_of(with_line(file, 4, line))
    assert reason in damage.text.plain()
    assert damage.line == 4
    assert damage.good is not None
    assert damage.good.log[:2] == match.log[:2]


def test_illegal_pick_is_reported_with_the_reason_of_the_rules(toy: str):
    match = played(toy, 2, "illegal", takes_back=False)
    at = next(index for index, event in enumerate(match.log) if event.kind == "pick")
    fields = json.loads(match_file.event_line(match.log[at])) | {"pick": "a dragon"}
    damage = damage_of(with_line(written(match), at + 2, json.dumps(fields)))
    assert damage.line == at + 2
    assert damage.good is not None
    assert damage.good.log == match.log[:at]
    assert match_file.sentence(damage).plain().startswith(f"test.jsonl, line {at + 2}: ")


def test_file_cut_off_between_lines_is_reported(file: bytes, match: Match):
    lines = file.splitlines(keepends=True)
    damage = damage_of(b"".join(lines[:20]))
    assert "cut off" in damage.text.plain()
    assert damage.line == 21
    assert damage.good is not None
    assert damage.good.log[:19] == match.log[:19]


def test_legal_manual_change_is_detected_by_the_checksum(file: bytes, match: Match):
    damage = damage_of(file.replace(b"Anna", b"Alla", 1))
    assert "changed" in damage.text.plain()
    assert damage.good is not None
    assert damage.good.log == match.log


def test_content_after_the_end_is_reported(file: bytes):
    assert "follows the “end” line" in damage_of(file + b"{}\n").text.plain()


@pytest.mark.parametrize("end", ["null", "[3]", '"3"', "1.5"])
def test_a_number_of_events_that_is_no_number_is_reported(file: bytes, end: str):
    *lines, last = file.splitlines(keepends=True)
    changed = {**json.loads(last), "end": json.loads(end)}
    damage = damage_of(b"".join(lines) + json.dumps(changed).encode() + b"\n")
    assert "should be" in damage.text.plain()


def test_too_many_events_are_refused(file: bytes, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(match_file, "MAX_EVENTS", 5)
    damage = damage_of(file)
    assert damage.line == 7
    assert "more than 5" in damage.text.plain()


def flipped(content: bytes, draw: st.DataObject) -> bytes:
    changed = bytearray(content)
    changed[draw.draw(st.integers(0, len(content) - 1))] ^= 1 << draw.draw(st.integers(0, 7))
    return bytes(changed)


def cut(content: bytes, draw: st.DataObject) -> bytes:
    return content[: draw.draw(st.integers(0, len(content) - 1))]


def inserted(content: bytes, draw: st.DataObject) -> bytes:
    at = draw.draw(st.integers(0, len(content)))
    return content[:at] + draw.draw(st.binary(min_size=1, max_size=8)) + content[at:]


def lines_moved(content: bytes, draw: st.DataObject) -> bytes:
    lines = content.splitlines(keepends=True)
    line = lines.pop(draw.draw(st.integers(0, len(lines) - 1)))
    lines.insert(draw.draw(st.integers(0, len(lines))), line)
    return b"".join(lines)


def line_doubled(content: bytes, draw: st.DataObject) -> bytes:
    lines = content.splitlines(keepends=True)
    at = draw.draw(st.integers(0, len(lines) - 1))
    return b"".join([*lines[: at + 1], *lines[at:]])


def values_changed(content: bytes, draw: st.DataObject) -> bytes:
    """Replace one value in a line by a random one of any type, with a valid checksum."""
    lines = content.decode().splitlines()[:-1]
    at = draw.draw(st.integers(0, len(lines) - 1))
    fields = json.loads(lines[at])
    key = draw.draw(st.sampled_from(sorted(fields)))
    wild = st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False)
        | st.text(max_size=4),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=6,
    )
    fields[key] = draw.draw(wild)
    lines[at] = json.dumps(fields)
    return ended("".join(f"{line}\n" for line in lines))


def values_enormous(content: bytes, draw: st.DataObject) -> bytes:
    """Replace one value in a line by deeply nested brackets or a very large one."""
    lines = content.decode().splitlines()[:-1]
    at = draw.draw(st.integers(0, len(lines) - 1))
    fields = json.loads(lines[at])
    key = draw.draw(st.sampled_from(sorted(fields)))
    fields[key] = "HERE"
    depth = draw.draw(st.sampled_from([1, 8, 9, 300, 900, 5000, 30_000]))
    kind = draw.draw(st.sampled_from(["nested", "object", "number", "text", "list"]))
    enormous = {
        "nested": "[" * depth + "1" + "]" * depth,
        "object": '{"a":' * depth + "1" + "}" * depth,
        "number": "9" * depth,
        "text": '"' + "x" * depth + '"',
        "list": "[" + "0," * depth + "0]",
    }
    lines[at] = json.dumps(fields).replace('"HERE"', enormous[kind])
    return ended("".join(f"{line}\n" for line in lines))


@cache
def half_played(game: str) -> Match:
    return played(game, 2, "damage", picks=30)


DAMAGES = [flipped, cut, inserted, lines_moved, line_doubled, values_changed, values_enormous]


@pytest.mark.parametrize("game", ["toy", "middle_ages"])
@pytest.mark.parametrize("damaged", DAMAGES)
@settings(max_examples=50)
@given(draw=st.data())
def test_damaged_file_is_reported_or_harmless(game: str, damaged, draw: st.DataObject):
    match = half_played(game)
    damage: BadSave | None = None
    try:
        again = reread(damaged(written(match), draw))
    except BadSave as error:
        damage = error
    if damage is None:
        if damaged not in (values_changed, values_enormous):
            assert again.log == match.log
            assert again.state == match.state
        return
    assert damage.source == "test.jsonl"
    assert damage.line >= 1
    assert match_file.sentence(damage).plain()
    if damage.good is not None:
        assert len(damage.good.log) >= min(damage.line - 2, len(match.log))
        assert damage.good.game.describe(damage.good.view(None))


# ---------------------------------------------------------------------- files


def test_export_and_load(match: Match, tmp_path: Path):
    path = tmp_path / "game.jsonl"
    match_file.export(match, path)
    assert match_file.load(path).log == match.log
    assert [one.name for one in tmp_path.iterdir()] == ["game.jsonl"]


def test_export_keeps_an_existing_file(match: Match, tmp_path: Path):
    path = tmp_path / "game.jsonl"
    path.write_text("mine")
    with pytest.raises(CannotWrite):
        match_file.export(match, path)
    assert path.read_text() == "mine"
    match_file.export(match, path, force=True)
    assert match_file.load(path).log == match.log


def test_export_never_replaces_folders_or_pipes(match: Match, tmp_path: Path):
    with pytest.raises(CannotWrite):
        match_file.export(match, tmp_path, force=True)
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with pytest.raises(CannotWrite):
        match_file.export(match, fifo, force=True)
    assert fifo.is_fifo()


def test_failed_export_leaves_nothing_behind(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "game.jsonl"
    path.write_text("mine")
    monkeypatch.setattr(match_file, "write", full)
    with pytest.raises(CannotWrite, match="No space left"):
        match_file.export(match, path, force=True)
    assert [one.name for one in tmp_path.iterdir()] == ["game.jsonl"]
    assert path.read_text() == "mine"


def test_folder_and_missing_file_are_reported(tmp_path: Path):
    with pytest.raises(BadSave, match="folder"):
        match_file.load(tmp_path)
    with pytest.raises(BadSave, match="no such file"):
        match_file.load(tmp_path / "nothing.jsonl")
