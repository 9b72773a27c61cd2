"""Component values that nobody would print: refused with their names, or played."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from engine.core.component_data import changeable_in
from engine.games import catalogue, load
from tests.searches.searching import apart, check

TABLES = 6
NUMBERS = (0, 1, -1, 7, 60, 999, 1000, 1001, 10**9, 10**20)


def search(rng: Random, folder: Path) -> None:
    """Load saved games with one to three odd component values each."""
    entry = rng.choice(catalogue())
    values = changeable_in(load(entry.id).folder, load(entry.id).changeable or {})
    seats = [[f"P{n}", "person"] for n in range(rng.choice(list(entry.players)))]
    for number in range(TABLES):
        own: Any = {}
        for _ in range(rng.randrange(1, 4)):
            own |= with_something_odd(values, rng)
        head = {"guildhall": 2, "game": entry.id, "rules": 1, "seats": seats, "data": own}
        file = folder / f"{number}.jsonl"
        file.write_text(json.dumps({**head, "seed": "boxes"}) + "\n")
        words = ["show", str(file), *rng.choice([[], ["--board"]]), "--home", str(folder)]
        check(apart(words, folder), [json.dumps(own), *words])


def with_something_odd(values: Any, rng: Random) -> Any:
    """Replace one of the values, and return it within its tables."""
    if isinstance(values, dict):
        keys = [key for key in values if key != "id"]
        key = rng.choice(keys)
        known = {"id": values["id"]} if "id" in values else {}
        return {**known, key: with_something_odd(values[key], rng)}
    if isinstance(values, list) and values:
        at = rng.randrange(len(values))
        odd = with_something_odd(values[at], rng)
        if isinstance(values[at], dict) and "id" in values[at]:
            return [odd]
        return rng.choice([[*values[:at], odd, *values[at + 1 :]], values * 50, values[:at]])
    if type(values) is int:
        return rng.choice(NUMBERS)
    return rng.choice(["", "x" * 61, "\x1b[31m", "漢", values * 2 if values else 0, 0, None, []])
