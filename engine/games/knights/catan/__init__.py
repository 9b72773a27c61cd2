"""Catan: the base game of Cities & Knights."""

from engine.core.catalogue_entry import Entry
from engine.i18n.text import Names, words

ENTRY = Entry(
    "catan",
    Names("Catan", "Колонизаторы"),
    range(2, 5),
    __name__,
    rules=2,
    counts_turns=True,
    about=words(
        "Settle an island hex by hex. The dice decide which hexes produce, and you trade "
        "what you have for what you lack. The first player to reach ten points with "
        "settlements, cities, roads and cards wins."
    ),
)
