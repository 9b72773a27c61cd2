"""Turn summary of Troyes: short forms of its log messages, one line per turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.i18n.text import Text, words

BRIEF: Final[Mapping[str, Text | None]] = {
    "{seat} uses {dice} = {total}.": words("uses {dice} = {total}"),
    "{seat} pays {paid}.": words("pays {paid}"),
    "It shows {die}.": words("it shows {die}"),
    "Neutral district: {dice}.": None,
    "{place}. {seat}: {total}.": None,
}
"""Left out are the round, which the header shows, and the dice, which the square shows."""
