"""The bot protocol, with a match of each game recorded at commit 8724a198.

The same answers of a bot program get the same messages.
"""

from __future__ import annotations

import json
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.frozen.exchanging import answers_of, exchange
from tests.frozen.reaching import DATA, GAMES, guildhall, recorded_lines


@pytest.mark.parametrize("game", GAMES)
def test_bot_protocol_matches_recorded_exchange(game: str, tmp_path: Path):
    lines = recorded_lines(f"exchanges/{game}.jsonl")
    again = exchange(game, tmp_path / "match", answers_of(lines))
    messages = [one["->"] for one in lines if "->" in one]
    repeated = [one["->"] for one in again if "->" in one]
    for number, (then, now) in enumerate(zip_longest(messages, repeated)):
        assert now == then, f"line {number + 1} of {game}.jsonl"


@pytest.mark.parametrize("game", GAMES)
def test_bot_greeting_has_the_components_that_the_command_prints(game: str, tmp_path: Path):
    folder = tmp_path / "match"
    exchange(game, folder, [[], []])
    greeting = json.loads((folder / "seat0.jsonl").read_text().splitlines()[0])["->"]
    assert greeting["components"] == guildhall(None, "components", game, "--json").json


def test_recordings_cover_the_whole_protocol():
    lines = [line for game in GAMES for line in recorded_lines(f"exchanges/{game}.jsonl")]
    messages = [line["->"] for line in lines if "->" in line]
    assert {next(iter(one)) for one in messages} == {"guildhall", "ask", "refused", "over"}
    parts = {one["next"]["of"] for one in messages if "next" in one}
    assert parts == {"list", "bag", "marks"}
    keys = {key for line in lines if line.get("<-") for key in line["<-"]}
    assert keys == {"name", "protocol", "pick", "part", "option_of", "value_of"}
    assert {path.stem for path in DATA.glob("exchanges/*")} == set(GAMES)
