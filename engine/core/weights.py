"""Weights of fitted linear evaluation functions, read from a game's `weights.json`.

The file holds the lowest number of the rules that the fit is for and, for each kind of table (see
`Game.fitted_for`) and each common moment, the weights of the features and the spread of the
estimate. It is written by `tools.fit_points`.
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
    """Fitted evaluation of one kind of table: for each moment (the last one covers all later ones)
    the weight of each feature, and the standard error of the estimate, in points."""

    weights: Sequence[Sequence[float]]
    spreads: Sequence[float]

    def worth(self, moment: int, features: Sequence[float]) -> float:
        """Return the expected final points of a seat with these features."""
        row = self.weights[min(moment, len(self.weights) - 1)]
        return sum(map(mul, row, features), 0.0)

    def spread(self, moment: int) -> float:
        """Return the standard error at that moment."""
        return self.spreads[min(moment, len(self.spreads) - 1)]


@cache
def fitted(folder: Path, rules: int) -> Mapping[str, Weights]:
    """Return the fits of a game for these rules, by kinds of tables; empty under older ones."""
    file = folder / FILE
    if not file.exists():
        return {}
    read: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if rules < read["rules"]:
        return {}
    tables: Mapping[str, Any] = read["tables"]
    return {key: Weights(table["weights"], table["spreads"]) for key, table in tables.items()}
