"""Turn summary of Deus: short forms of its log messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.i18n.text import Text, words

BRIEF: Final[Mapping[str, Text | None]] = {
    "{seat} builds {card} in {region} for {paid}.": words("builds {card} in {region} for {paid}"),
    "{seat} offers {cards}, {card} on top, to {god}.": words(
        "offers {cards} to {god}, {card} on top"
    ),
    "{card}: {seat} gains {what}.": words("{card} gives {what}"),
    "{card}: {seat} gains {pieces}.": words("{card} gives {pieces}"),
    "{god}: {seat} gains {what}.": words("gains {what}"),
    "{card}: {seat} moves an army from {start} to {end}.": words(
        "moves an army from {start} to {end}"
    ),
    "The {column} is activated.": None,
    "The discard pile is shuffled into a new deck.": None,
    "{place}. {seat}: {total}.": None,
}
"""Left out are the round and the deck, which the header shows, and the activation of a column,
which its yields show."""
