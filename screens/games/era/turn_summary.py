"""Turn summary of Era: short forms of its log messages, one line per seat and round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.i18n.text import Text, plural, words

BRIEF: Final[Mapping[str, Text | None]] = {
    "{seat}: {dice}.": words("rolls {faces}"),
    "{seat} sets aside {dice}.": None,
    "{seat} has stopped rolling.": None,
    "{seat} has {dice} to feed and pays {n} food.": plural(
        "feeds {dice} with {n} food", "feeds {dice} with {n} food", 1
    ),
    "{seat}: {points}, {why}.": words("{points}, {why}"),
    "{place}. {seat}: {total}.": None,
}
"""Left out are the dice set aside, which the table shows, and the round, which the header shows."""
