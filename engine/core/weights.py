"""Weights of fitted values (linear evaluation functions), read from a game's `weights.json`.

The file holds the number of the rules that it was fitted for and, for each kind of table (see
`Game.fitted_for`), for each common moment the weights of the features and the spread of what they
tell. `tools.fit_points` writes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from operator import mul
from pathlib import Path
from typing import Any, Final

from attrs import frozen

FILE: Final = "weights.json"


@frozen
class Weights:
    """A fitted value of one kind of table: for each moment (the last one stands for all that come
    after) the weight of each feature, and by how much what they tell is off, in points."""

    weights: Sequence[Sequence[float]]
    spreads: Sequence[float]

    def worth(self, moment: int, features: Sequence[float]) -> float:
        """What a seat with these features is expected to have in the end."""
        row = self.weights[min(moment, len(self.weights) - 1)]
        return sum(map(mul, row, features), 0.0)

    def spread(self, moment: int) -> float:
        """The scale of a difference at that moment."""
        return self.spreads[min(moment, len(self.spreads) - 1)]


@cache
def fitted(folder: Path, rules: int) -> Mapping[str, Weights]:
    """What was fitted for a game under these rules, by kinds of tables; nothing under others."""
    file = folder / FILE
    if not file.exists():
        return {}
    read: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if read["rules"] != rules:
        return {}
    tables: Mapping[str, Any] = read["tables"]
    return {key: Weights(one["weights"], one["spreads"]) for key, one in tables.items()}
