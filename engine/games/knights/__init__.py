"""Catan: Cities & Knights. The base game, Catan, is in the subpackage `catan`."""

from engine.core.catalogue_entry import Entry
from engine.i18n.text import Names, words

ENTRY = Entry(
    "knights",
    Names("Catan: Cities & Knights", "Колонизаторы. Города и рыцари"),
    range(2, 5),
    __name__,
    rules=2,
    counts_turns=True,
    about=words(
        "Settle the island, spend commodities to turn cities into metropolises, and keep "
        "enough knights active for the day the barbarians land."
    ),
)
