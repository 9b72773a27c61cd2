"""Catan, the base game that Cities & Knights stands on, alone."""

from engine.core.game import Entry
from engine.i18n.text import Names, words

ENTRY = Entry(
    "catan",
    Names("Catan", "Колонизаторы"),
    range(2, 5),
    __name__,
    about=words(
        "Settle an island hex by hex: the dice say which lands yield, you trade what you have for "
        "what you lack, and ten points in settlements, cities, roads and cards win."
    ),
)
