"""Catan: the base game of Cities & Knights."""

from engine.core.catalogue_entry import Entry
from engine.i18n.text import Names, words

ENTRY = Entry(
    "catan",
    Names("Catan", "Колонизаторы"),
    range(2, 5),
    __name__,
    rules=2,
    about=words(
        "Settle an island hex by hex: the dice decide which hexes produce, you trade what "
        "you have for what you lack, and the first to ten points in settlements, cities, "
        "roads and cards wins."
    ),
)
