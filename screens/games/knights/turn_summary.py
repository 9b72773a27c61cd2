"""Turn summary of Cities & Knights: short forms of its log messages, one line per turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.i18n.text import Text, words

BRIEF: Final[Mapping[str, Text | None]] = {
    "{seat} receives {cards}.": words("{seat} gets {cards}"),
    "You draw {card}.": words("draws {card}"),
    "You discard {card}.": words("discards {card}"),
    "{seat} has chosen what to discard.": None,
    "The barbarians sail on: {n} step left.": None,
    "It is {seat}'s turn.": None,
    "{place}. {seat}: {total}.": None,
}
"""Left out are the ship's steps, which the island shows."""
