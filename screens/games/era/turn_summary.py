"""What happened in Era, in the few words of a line for each seat and round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.i18n.text import Text, plural, words

BRIEF: Final[Mapping[str, Text | None]] = {
    "{seat}: {dice}.": words("rolls {faces}"),
    "{seat} sets aside {dice}.": None,
    "{seat} has stopped rolling.": None,
    "{seat} has {dice} to feed and pays {n} food.": plural(
        "{n} food for {dice}", "{n} food for {dice}", 1
    ),
    "{place}. {seat}: {total}.": None,
}
"""The table shows the dice that are set out, the header the round."""
