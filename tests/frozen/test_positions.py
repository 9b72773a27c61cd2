"""`show --json` of saved games, at positions that together have every field of their views."""

from __future__ import annotations

from typing import Any

import pytest

from tests.frozen.reaching import DATA, GAMES, recorded_lines
from tests.frozen.recording import position


@pytest.mark.parametrize("game", GAMES)
def test_json_position_keeps_recorded_names(game: str):
    lines = recorded_lines(f"positions/{game}.jsonl")
    assert lines
    for line in lines:
        shown: dict[str, Any] = dict(line)
        file, at, eyes = (shown.pop(key) for key in ("file", "at", "eyes"))
        again = position(DATA.parents[1] / file, at, eyes)
        assert again.keys() >= shown.keys()
        for key in shown:
            assert again[key] == shown[key], (file, at, eyes, key)
