"""What happened in Troyes, in the few words of a line for each turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.i18n.text import Text, words

BRIEF: Final[Mapping[str, Text | None]] = {
    "{seat} uses {dice} = {total}.": words("{dice} = {total}"),
    "{seat} pays {paid}.": words("pays {paid}"),
    "It shows {die}.": words("it shows {die}"),
    "Neutral district: {dice}.": None,
    "{place}. {seat}: {total}.": None,
}
"""The header shows the round, the square the dice."""
