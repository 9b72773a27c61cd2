"""Turn summary of Middle Ages: short forms of its log messages, one line per turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.i18n.text import Text, plural, words

BRIEF: Final[Mapping[str, Text | None]] = {
    "{seat} moves the lord to {tile}.": words("moves to {short}"),
    "{seat} picks up the lord.": None,
    "{seat} is drawn to place next.": None,
    "{seat} earns {n} coin from {column}: {formula}.": plural(
        "earns {n} coin", "earns {n} coins", 1
    ),
    "{seat} gains {n} coin: {symbols} in the fief.": words("gains {n} for {symbols}"),
    "{other} pays {n} coin of tribute to {seat}.": words("{other} pays {n}"),
    "{other} pays {n} coin to {seat}.": words("{other} pays {n}"),
    "{victim} loses {tile}, attacked by {seat}.": words("{victim} loses {tile}"),
    "{seat} places a coin token on the {column} column.": words("places a coin token on {column}"),
    "{seat} places the {token} plot token on the {column} column.": words(
        "places the {token} token on {column}"
    ),
    "{seat} has no tile to return.": None,
    "{seat} leaves the scout as it is.": None,
    "Turn order: {order}.": None,
    "Row {row}: {tiles}.": None,
    "Nobody claims {tile}: it is discarded.": None,
    "{place}. {seat}: {total}.": None,
}
"""Left out are facts shown by the header (round, turn order), the display (tiles) and the score
sheet (places)."""
